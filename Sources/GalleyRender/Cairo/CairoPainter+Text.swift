import CGalleyCairo
import GalleyText

extension CairoPainter {
    /// Draws a text run as shapes.
    mutating func drawText(_ run: TextRun, of list: borrowing DisplayList) throws(RenderError) {
        let isSeen = !run.color.isTransparent
        // Cairo draws nothing at all for a face without size.
        guard run.fontSize > 0, !run.glyphs.isEmpty, isSeen || !run.isShadow,
            run.fontSize * faces.turn.magnification <= RenderLimits.maximumGlyphSize
        else { return }
        let face = try faces.face(run.instance)
        let font = try faces.font(run.instance, size: run.fontSize)
        cairo_set_scaled_font(context, font)
        if run.isShadow || run.isMark {
            drawShape(run, of: list, font: font)
            return
        }
        setSource(run.color)
        switch target {
        case .vector:
            fillBuffers(run, of: list)
            cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
        case .raster:
            fillBuffers(run, of: list, baselineScale: pixelScale)
            if face.isColor {
                cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
            } else {
                fillOutlines()
            }
        }
    }

    /// Cairo 1.16 puts glyphs on whole pixels; their outlines it leaves where they are.
    func fillOutlines() {
        cairo_new_path(context)
        cairo_glyph_path(context, glyphBuffer, Int32(glyphBuffer.count))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
    }

    /// Moves the run's glyphs into Cairo's records; on pixels, baselines to whole ones.
    mutating func fillBuffers(
        _ run: TextRun, of list: borrowing DisplayList, baselineScale: Double? = nil
    ) {
        glyphBuffer.removeAll(keepingCapacity: true)
        for glyph in list.glyphs[run.glyphs] {
            let y = baselineScale.map { (glyph.y * $0).rounded() / $0 } ?? glyph.y
            glyphBuffer.append(cairo_glyph_t(index: UInt(glyph.id), x: glyph.x, y: y))
        }
    }
}
