import CGalleyCairo
import GalleyText

/// Lines along text (CSS Text Decoration 3 §2).
extension CairoPainter {
    func drawLine(_ line: DecorationLine) {
        guard line.width > 0, line.thickness > 0, !line.color.isTransparent else { return }
        setSource(line.color)
        switch line.stroke {
        case .solid: fillBand(line, offset: 0)
        case .double:
            // Two lines with a gap of the same thickness between them, around the line's place.
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
        if case .raster(let scale) = target {
            thickness = snappedWidth(thickness)
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
        if case .raster(let scale) = target {
            thickness = snappedWidth(thickness)
            let top = ((y - thickness / 2) * scale).rounded() / scale
            y = top + thickness / 2
        }
        cairo_set_line_width(context, thickness)
        setDashes(stroke: line.stroke, width: thickness, length: line.width)
        cairo_move_to(context, line.start.x, y)
        cairo_line_to(context, line.start.x + line.width, y)
        cairo_stroke(context)
    }

    /// Waves as Chromium draws them: half a wave is three thicknesses (and a bit) long, its control points as far off.
    private func strokeWave(_ line: DecorationLine) {
        cairo_save(context)
        defer { cairo_restore(context) }
        let thickness = max(line.thickness, 1)
        let reach = 3 * max(1, thickness / 2 + 0.5)
        let step = 2.5 * max(1, thickness / 2 + 0.5)
        cairo_rectangle(context, line.start.x, line.start.y - 2 * reach, line.width, 4 * reach)
        cairo_clip(context)
        cairo_set_line_width(context, thickness)
        // Waves start at multiples of a whole one, so that neighbouring segments meet.
        var x = (line.start.x / (2 * step)).rounded(.down) * 2 * step
        let end = line.start.x + line.width
        let y = line.start.y
        cairo_move_to(context, x, y)
        while x < end {
            cairo_curve_to(context, x + step, y + reach, x + step, y - reach, x + 2 * step, y)
            x += 2 * step
        }
        cairo_stroke(context)
    }
}
