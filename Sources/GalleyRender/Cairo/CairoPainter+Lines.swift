import CGalleyCairo
import GalleyParagraph
import GalleyText

/// Lines along text (CSS Text Decoration 3 §2).
extension CairoPainter {
    func drawLine(_ line: DecorationLine) {
        guard line.width > 0, line.thickness > 0, !line.color.isTransparent else { return }
        setSource(line.color)
        let blur = min(line.blurRadius, RenderLimits.maximumBlurRadius)
        guard line.isShadow, blur > 0 else {
            LinePainter(context: context, target: target, pixelScale: pixelScale).draw(line)
            return
        }
        // As shadows of text: a mask of pixels.
        let reach = LinePainter.reach(of: line)
        let area = Rect(x: line.start.x, y: line.start.y - reach, width: line.width, height: 2 * reach)
        guard let mask = BlurMask.make(area: area, blurRadius: blur, scale: target.maskScale) else { return }
        mask.draw { LinePainter(context: $0, target: target, pixelScale: pixelScale).draw(line) }
        mask.paint(on: context)
    }
}

/// Draws lines on a context whose source is set.
private struct LinePainter {
    let context: OpaquePointer
    let target: CairoPainter.Target
    /// As `CairoPainter.pixelScale`.
    let pixelScale: Double?

    /// How far what is drawn of a line is from its middle, at most.
    static func reach(of line: DecorationLine) -> Double {
        switch line.stroke {
        case .solid, .dotted, .dashed: line.thickness
        case .double: 2 * line.thickness
        case .wavy: TextDecoration.waveReach(thickness: line.thickness) + line.thickness
        }
    }

    func draw(_ line: DecorationLine) {
        guard !line.gaps.isEmpty else {
            drawWhole(line)
            return
        }
        // Patterns go on through the gaps.
        cairo_save(context)
        defer { cairo_restore(context) }
        let reach = LinePainter.reach(of: line) + 1
        var left = line.start.x
        func keep(to right: Double) {
            if right > left { cairo_rectangle(context, left, line.start.y - reach, right - left, 2 * reach) }
        }
        for gap in line.gaps {
            keep(to: gap.lowerBound)
            left = max(left, gap.upperBound)
        }
        keep(to: line.start.x + line.width)
        cairo_clip(context)
        drawWhole(line)
    }

    private func drawWhole(_ line: DecorationLine) {
        switch line.stroke {
        case .solid: fillBand(line, offset: 0)
        case .double:
            // Two lines with a gap of the same thickness between them.
            fillBand(line, offset: -line.thickness)
            fillBand(line, offset: line.thickness)
        case .dotted, .dashed: strokeDashes(line)
        case .wavy: strokeWave(line)
        }
    }

    /// A rectangle of the line's thickness; on pixels it covers whole ones.
    private func fillBand(_ line: DecorationLine, offset: Double) {
        var thickness = line.thickness
        var top = line.start.y + offset - thickness / 2
        if let scale = pixelScale {
            thickness = target.snappedWidth(thickness)
            top = (top * scale).rounded() / scale
        }
        cairo_rectangle(context, line.start.x, top, line.width, thickness)
        cairo_fill(context)
    }

    private func strokeDashes(_ line: DecorationLine) {
        cairo_save(context)
        defer { cairo_restore(context) }
        var y = line.start.y
        var thickness = line.thickness
        if let scale = pixelScale {
            thickness = target.snappedWidth(thickness)
            let top = ((y - thickness / 2) * scale).rounded() / scale
            y = top + thickness / 2
        }
        cairo_set_line_width(context, thickness)
        DashPattern(line.stroke, width: thickness, length: line.width).set(in: context)
        cairo_move_to(context, line.start.x, y)
        cairo_line_to(context, line.start.x + line.width, y)
        cairo_stroke(context)
    }

    private func strokeWave(_ line: DecorationLine) {
        cairo_save(context)
        defer { cairo_restore(context) }
        let wave = WavePath(line)
        let (step, reach) = (wave.step, wave.reach)
        cairo_rectangle(context, line.start.x, line.start.y - 2 * reach, line.width, 4 * reach)
        cairo_clip(context)
        cairo_set_line_width(context, wave.thickness)
        cairo_move_to(context, wave.start.x, wave.start.y)
        for _ in 0..<wave.count {
            cairo_rel_curve_to(context, step, reach, step, -reach, 2 * step, 0)
        }
        cairo_stroke(context)
    }
}
