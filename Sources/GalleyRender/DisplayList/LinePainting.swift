import GalleyParagraph
import GalleyText

/// Lines along text (CSS Text Decoration 3 §2).
extension VectorCanvas {
    /// Draws a line in the colour that is set.
    mutating func draw(_ line: DecorationLine, on grid: PixelGrid) {
        guard !line.gaps.isEmpty else { return drawWhole(line, grid) }
        // Patterns go on through the gaps.
        save()
        let reach = line.reach + 1
        var left = line.start.x
        for gap in line.gaps {
            addKept(line, reach, from: left, to: gap.lowerBound)
            left = max(left, gap.upperBound)
        }
        addKept(line, reach, from: left, to: line.start.x + line.width)
        clip(evenOdd: false)
        drawWhole(line, grid)
        restore()
    }

    private mutating func addKept(_ line: DecorationLine, _ reach: Double, from left: Double, to right: Double) {
        guard right > left else { return }
        addRectangle(Rect(x: left, y: line.start.y - reach, width: right - left, height: 2 * reach))
    }

    private mutating func drawWhole(_ line: DecorationLine, _ grid: PixelGrid) {
        switch line.stroke {
        case .solid: fillBand(line, offset: 0, grid)
        case .double:
            // Two lines with a gap of the same thickness between them.
            fillBand(line, offset: -line.thickness, grid)
            fillBand(line, offset: line.thickness, grid)
        case .dotted, .dashed: strokeDashes(line, grid)
        case .wavy: strokeWave(line)
        }
    }

    /// A rectangle of the line's thickness; on pixels it covers whole ones.
    private mutating func fillBand(_ line: DecorationLine, offset: Double, _ grid: PixelGrid) {
        let top = grid.snapped(line.start.y + offset - line.thickness / 2)
        addRectangle(
            Rect(x: line.start.x, y: top, width: line.width, height: grid.snappedWidth(line.thickness)))
        fill(evenOdd: false)
    }

    private mutating func strokeDashes(_ line: DecorationLine, _ grid: PixelGrid) {
        let thickness = grid.snappedWidth(line.thickness)
        let y = grid.scale == nil ? line.start.y : grid.snapped(line.start.y - thickness / 2) + thickness / 2
        move(to: Point(x: line.start.x, y: y))
        addLine(to: Point(x: line.start.x + line.width, y: y))
        stroke(width: thickness, DashPattern(line.stroke, width: thickness, length: line.width))
    }

    private mutating func strokeWave(_ line: DecorationLine) {
        save()
        let wave = WavePath(line)
        let (step, reach) = (wave.step, wave.reach)
        addRectangle(
            Rect(x: line.start.x, y: line.start.y - 2 * reach, width: line.width, height: 4 * reach))
        clip(evenOdd: false)
        var point = wave.start
        move(to: point)
        for _ in 0..<wave.count {
            let end = Point(x: point.x + 2 * step, y: point.y)
            addCurve(
                to: end, Point(x: point.x + step, y: point.y + reach), Point(x: point.x + step, y: point.y - reach))
            point = end
        }
        stroke(width: wave.thickness, nil)
        restore()
    }
}

extension DecorationLine {
    /// How far what is drawn of it is from its middle, at most.
    var reach: Double {
        switch stroke {
        case .solid, .dotted, .dashed: thickness
        case .double: 2 * thickness
        case .wavy: TextDecoration.waveReach(thickness: thickness) + thickness
        }
    }
}
