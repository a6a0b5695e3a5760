import CGalleyCairo
import GalleyText

extension CairoPainter {
    /// Draws a text run: as text where the target has text, else as shapes.
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
        case .pdf:
            if face.isColor {
                try addHiddenText(run, of: list)
                fillBuffers(run, of: list)
                // Without the text: Cairo 1.16 moves the bytes of other glyphs over those of colour glyphs in place.
                cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
            } else {
                fillBuffers(run, of: list)
                if run.endsWithBreak { showTextAndSpace(run, of: list) } else { showText(run, of: list) }
            }
        case .svg:
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

    /// Moves the run's glyphs and clusters into Cairo's records; on pixels, baselines to whole ones.
    mutating func fillBuffers(
        _ run: TextRun, of list: borrowing DisplayList, baselineScale: Double? = nil
    ) {
        glyphBuffer.removeAll(keepingCapacity: true)
        for glyph in list.glyphs[run.glyphs] {
            let y = baselineScale.map { (glyph.y * $0).rounded() / $0 } ?? glyph.y
            glyphBuffer.append(cairo_glyph_t(index: UInt(glyph.id), x: glyph.x, y: y))
        }
        clusterBuffer.removeAll(keepingCapacity: true)
        for cluster in list.clusters[run.clusters] {
            clusterBuffer.append(cairo_text_cluster_t(num_bytes: cluster.byteCount, num_glyphs: cluster.glyphCount))
        }
    }

    /// Text with its clusters, always forward: they are in visual order.
    mutating func showText(_ run: TextRun, of list: borrowing DisplayList) {
        guard !run.clusters.isEmpty else {
            cairo_show_glyphs(context, glyphBuffer, Int32(glyphBuffer.count))
            return
        }
        let text = list.text[run.text]
        if !text.isEmpty, text.allSatisfy({ $0 == 0x20 }) { moveOffWholeUnits() }
        if CairoText.hasNoncharacters(text) {
            CairoText.withoutNoncharacters(text).withUnsafeBytes { showText($0) }
        } else {
            text.withUnsafeBytes { showText($0) }
        }
    }

    private func showText(_ bytes: UnsafeRawBufferPointer) {
        cairo_show_text_glyphs(
            context, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), glyphBuffer,
            Int32(glyphBuffer.count), clusterBuffer, Int32(clusterBuffer.count), cairo_text_cluster_flags_t(0))
    }
}

extension CairoPainter {
    /// Shows the text in the buffers and a space after it, where a line ends by a forced break: so readers know the words on
    /// both sides as two (ISO 32000-1 §14.8.2.5), as they do where a space ends a line.
    private mutating func showTextAndSpace(_ run: TextRun, of list: borrowing DisplayList) {
        guard !run.clusters.isEmpty, let space = faces.spaceGlyph(run.instance), let first = glyphBuffer.first,
            let last = glyphBuffer.last
        else { return showText(run, of: list) }
        let right = Double(list.clusters[run.clusters.upperBound - 1].right)
        let cluster = cairo_text_cluster_t(num_bytes: 1, num_glyphs: 1)
        var text = CairoText.withoutNoncharacters(list.text[run.text])
        let glyph = cairo_glyph_t(index: UInt(space), x: run.isRightToLeft ? first.x : max(right, last.x), y: last.y)
        // In the order of what is seen.
        glyphBuffer.insert(glyph, at: run.isRightToLeft ? 0 : glyphBuffer.count)
        clusterBuffer.insert(cluster, at: run.isRightToLeft ? 0 : clusterBuffer.count)
        text.insert(UInt8(ascii: " "), at: run.isRightToLeft ? 0 : text.count)
        text.withUnsafeBytes { showText($0) }
    }

    /// Cairo 1.16 leaves glyphs without ink out, and their text, where they stand on whole units of the target: the box that
    /// it rounds outwards is empty there. Spaces alone are moved by what nobody sees.
    private mutating func moveOffWholeUnits() {
        func isWhole(_ value: Double) -> Bool { (value * 256).rounded().truncatingRemainder(dividingBy: 256) == 0 }
        for index in glyphBuffer.indices {
            var (x, y) = (glyphBuffer[index].x, glyphBuffer[index].y)
            cairo_user_to_device(context, &x, &y)
            guard isWhole(x) || isWhole(y) else { continue }
            glyphBuffer[index].x += 1.0 / 64
            glyphBuffer[index].y += 1.0 / 64
        }
    }

    /// Puts the text of colour glyphs into a PDF. Cairo draws such glyphs as pictures and drops their text, so each
    /// cluster gets one glyph of the embedded face, under the picture and too transparent to be seen: a fully
    /// transparent one would be dropped as well.
    mutating func addHiddenText(_ run: TextRun, of list: borrowing DisplayList) throws(RenderError) {
        let outer = try faces.font(run.instance, size: run.fontSize)
        let carrier = faces.carrierGlyph
        cairo_set_scaled_font(context, try faces.font(.lastResort, size: run.fontSize))
        // Cairo takes less than 1/256 for nothing.
        cairo_set_source_rgba(context, 1, 1, 1, 1.0 / 200)
        defer {
            cairo_set_scaled_font(context, outer)
            setSource(run.color)
        }
        var glyph = run.glyphs.lowerBound
        glyphBuffer.removeAll(keepingCapacity: true)
        clusterBuffer.removeAll(keepingCapacity: true)
        for cluster in list.clusters[run.clusters] {
            let origin = list.glyphs[min(glyph, run.glyphs.upperBound - 1)]
            glyphBuffer.append(cairo_glyph_t(index: UInt(carrier), x: origin.x, y: origin.y))
            clusterBuffer.append(cairo_text_cluster_t(num_bytes: cluster.byteCount, num_glyphs: 1))
            glyph += Int(cluster.glyphCount)
        }
        showText(run, of: list)
    }
}
