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
                showPictures(opacity: Double(run.color.alpha))
            } else {
                fillOutlines()
            }
        }
    }

    /// Cairo shows pictures of glyphs as they are, whatever the colour's opacity.
    private mutating func showPictures(opacity: Double) {
        guard opacity > 0, opacity < 1, let first = glyphBuffer.first else {
            cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
            return
        }
        var extents = cairo_text_extents_t()
        cairo_glyph_extents(context, glyphBuffer, Int32(glyphBuffer.count), &extents)
        cairo_save(context)
        // No more than where they are is put aside.
        cairo_rectangle(
            context, first.x + extents.x_bearing - 1, first.y + extents.y_bearing - 1, extents.width + 2,
            extents.height + 2)
        cairo_clip(context)
        cairo_push_group(context)
        cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
        cairo_pop_group_to_source(context)
        cairo_paint_with_alpha(context, opacity)
        cairo_restore(context)
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
