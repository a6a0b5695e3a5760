import GalleyParagraph
import GalleyText

/// Lines along text (CSS Text Decoration 3 §2).
extension SVGPainter {
    mutating func draw(_ line: DecorationLine) {
        guard line.width > 0, line.thickness > 0, !line.color.isTransparent else { return }
        let blur = line.isShadow ? min(line.blurRadius, RenderLimits.maximumBlurRadius) : 0
        if blur > 0 {
            let reach = 4 * line.thickness + 6
            beginBlur(
                blur, of: Rect(x: line.start.x, y: line.start.y - reach, width: line.width, height: 2 * reach))
        }
        // Patterns go on through the gaps.
        let isCut = !line.gaps.isEmpty || line.stroke == .wavy
        if isCut { beginClip { SVGPainter.addParts(of: line, to: &$0) } }
        drawWhole(line)
        if isCut { body.raw("</g>\n") }
        if blur > 0 { body.raw("</g>\n") }
    }

    /// The parts of a line that are between its gaps.
    private static func addParts(of line: DecorationLine, to path: inout SVGBytes) {
        let reach = 2 * TextDecoration.waveReach(thickness: line.thickness) + line.thickness
        var left = line.start.x
        for (start, end) in line.gaps.map({ ($0.lowerBound, $0.upperBound) }) + [(line.start.x + line.width, 0)] {
            if start > left {
                path.path(Rect(x: left, y: line.start.y - reach, width: start - left, height: 2 * reach), Corners(0))
            }
            left = max(left, end)
        }
    }

    private mutating func drawWhole(_ line: DecorationLine) {
        func band(_ offset: Double) -> Rect {
            Rect(
                x: line.start.x, y: line.start.y + offset - line.thickness / 2, width: line.width,
                height: line.thickness)
        }
        switch line.stroke {
        case .solid: fill(band(0), Corners(0), line.color)
        case .double:
            // Two lines with a gap of the same thickness between them.
            fill(band(-line.thickness), Corners(0), line.color)
            fill(band(line.thickness), Corners(0), line.color)
        case .dotted, .dashed:
            body.point("<path d=\"M", line.start.x, line.start.y)
            body.raw("h")
            body.number(line.width)
            body.raw("\"")
            stroke(line.color, width: line.thickness)
            dash(DashPattern(line.stroke, width: line.thickness, length: line.width))
            body.raw("/>\n")
        case .wavy: strokeWave(line)
        }
    }

    private mutating func strokeWave(_ line: DecorationLine) {
        let wave = WavePath(line)
        body.point("<path d=\"M", wave.start.x, wave.start.y)
        for _ in 0..<wave.count {
            body.raw("c")
            for value in [wave.step, wave.reach, wave.step, -wave.reach, 2 * wave.step, 0] {
                body.number(value)
                body.raw(" ")
            }
        }
        body.raw("\"")
        stroke(line.color, width: wave.thickness)
        body.raw("/>\n")
    }

    /// Begins a group that is blurred; ended by `</g>`. The deviation is half the blur's radius (CSS Backgrounds 3 §6.1).
    mutating func beginBlur(_ radius: Double, of area: Rect) {
        let name = nextName()
        body.raw("<filter filterUnits=\"userSpaceOnUse\"")
        body.attribute("id", name)
        body.place(
            Rect(
                x: area.x - 2 * radius, y: area.y - 2 * radius, width: area.width + 4 * radius,
                height: area.height + 4 * radius))
        body.raw("><feGaussianBlur")
        body.attribute("stdDeviation", radius / 2)
        body.raw("/></filter>\n<g")
        body.attribute("filter", "url(#\(name))")
        body.raw(">\n")
    }
}
