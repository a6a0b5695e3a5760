import GalleyFonts
import GalleyText

extension PDFPainter {
    /// Shows a text run: each glyph where layout has it, and what it stands for (ISO 32000-1 §9, §14.9.4).
    mutating func draw(_ run: TextRun, of list: borrowing DisplayList) throws(RenderError) {
        guard run.fontSize > 0, !run.glyphs.isEmpty, !run.isShadow, !run.isMark,
            run.fontSize * matrix.magnification <= RenderLimits.maximumGlyphSize,
            run.fontSize * matrix.magnification >= RenderLimits.minimumTextSize
        else { return }
        let place = fonts.place(of: run.instance)
        guard fonts.fonts[place].isDrawn else { return show(run, of: list, in: place) }
        hide(run, of: list)
        guard !run.color.isTransparent else { return }
        let size = run.fontSize * fonts.fonts[place].instance.overrides.sizeAdjust
        // Cairo shows pictures of glyphs as they are, whatever the colour's opacity.
        var color = run.color
        color.alpha = 1
        let opacity = alpha * Double(run.color.alpha)
        for glyph in list.glyphs[run.glyphs] {
            guard let (form, origin) = try pictures.form(of: glyph.id, run.instance, color) else { continue }
            let scale = size / PDFPictures.glyphSize
            let rect = Rect(
                x: glyph.x + origin.x * scale, y: glyph.y + origin.y * scale, width: form.size.width * scale,
                height: form.size.height * scale)
            show(form, in: rect, opacity: opacity)
        }
    }

    private mutating func show(_ run: TextRun, of list: borrowing DisplayList, in place: Int) {
        let instance = fonts.fonts[place].instance
        let size = run.fontSize * instance.overrides.sizeAdjust
        var (dx, dy) = (0.0, 0.0)
        if run.color.isTransparent {
            content.setTextMode(.invisible)
        } else {
            content.setColor(run.color.faded(by: alpha))
            let isBold = instance.synthesis.contains(.bold)
            content.applyColor(fills: true, strokes: isBold)
            if isBold {
                // As FreeType does it: by a 24th of an em, to the right and upwards.
                content.setTextStroke(width: size / 24)
                (dx, dy) = (size / 48, -size / 48)
            }
            content.setTextMode(isBold ? .fillAndStroke : .fill)
        }
        let name = PDFResources.Name(kind: .font, object: fonts.fonts[place].object)
        resources.insert(name)
        let slant = instance.synthesis.contains(.oblique) ? CairoFaces.obliqueSlant : 0
        content.add("BT\n")
        content.setFont(name, size: size)
        var line = GlyphLine(size: size, slant: slant, dx: dx, dy: dy)
        let space = run.endsWithBreak ? fonts.fonts[place].space : nil
        if run.isRightToLeft, let space, let first = list.glyphs[run.glyphs].first {
            line.show(UInt32(space), " ", x: first.x, y: first.y, &fonts.fonts[place], &content)
        }
        var glyph = run.glyphs.lowerBound
        var byte = run.text.lowerBound
        for cluster in list.clusters[run.clusters] {
            let glyphs = glyph..<min(glyph + Int(cluster.glyphCount), run.glyphs.upperBound)
            let bytes = list.text[byte..<min(byte + Int(cluster.byteCount), run.text.upperBound)]
            (glyph, byte) = (glyphs.upperBound, bytes.endIndex)
            line.show(list.glyphs[glyphs], for: bytes, &fonts.fonts[place], &content)
        }
        // Glyphs of which nothing is said.
        line.show(list.glyphs[glyph..<run.glyphs.upperBound], &fonts.fonts[place], &content)
        if !run.isRightToLeft, let space, let last = list.glyphs[run.glyphs].last {
            let right = list.clusters[run.clusters].last.map { Double($0.right) } ?? last.x
            line.show(UInt32(space), " ", x: max(right, last.x), y: last.y, &fonts.fonts[place], &content)
        }
        line.close(&content)
        content.add("ET\n")
    }

    /// Shows the text of pictures of glyphs, in the embedded face, so that nobody sees it: for each cluster a glyph as wide as it,
    /// as programs take gaps for spaces.
    private mutating func hide(_ run: TextRun, of list: borrowing DisplayList) {
        let place = fonts.place(of: .lastResort)
        guard !fonts.fonts[place].isDrawn, let carrier = fonts.fonts[place].instance.glyph(for: "x") else { return }
        let name = PDFResources.Name(kind: .font, object: fonts.fonts[place].object)
        resources.insert(name)
        content.setTextMode(.invisible)
        content.add("BT\n")
        content.setFont(name, size: run.fontSize)
        let advance = Double(fonts.fonts[place].instance.advance(of: carrier)) * fonts.fonts[place].unit * run.fontSize
        let code = fonts.fonts[place].code(showing: UInt32(carrier))
        // By itself it is no letter, but something else in the text.
        fonts.fonts[place].setFallback(UInt32(carrier), "\u{FFFC}".utf8)
        let space = run.endsWithBreak ? fonts.fonts[place].space : nil
        if run.isRightToLeft, let space, let first = list.glyphs[run.glyphs].first {
            hide(space, x: first.x, y: first.y, in: place)
        }
        var glyph = run.glyphs.lowerBound
        var byte = run.text.lowerBound
        for cluster in list.clusters[run.clusters] {
            let origin = list.glyphs[min(glyph, run.glyphs.upperBound - 1)]
            let bytes = list.text[byte..<min(byte + Int(cluster.byteCount), run.text.upperBound)]
            (glyph, byte) = (glyph + Int(cluster.glyphCount), bytes.endIndex)
            let width =
                glyph < run.glyphs.upperBound
                ? list.glyphs[glyph].x - origin.x : Double(cluster.right - cluster.left)
            let stretch = width > 0 && advance > 0 ? min(width / advance, 1_000) : 1
            content.moveText(to: origin.x, origin.y, slant: 0, stretch: stretch)
            content.withBuffer { buffer in
                buffer.addActualText(bytes)
                buffer.add("<")
                buffer.add(hexadecimal: code)
                buffer.add(">Tj\nEMC\n")
            }
        }
        if !run.isRightToLeft, let space, let last = list.glyphs[run.glyphs].last {
            let right = list.clusters[run.clusters].last.map { Double($0.right) } ?? last.x
            hide(space, x: max(right, last.x), y: last.y, in: place)
        }
        content.add("ET\n")
    }

    /// The space that a line ends with (§14.8.2.5), between `BT` and `ET`.
    private mutating func hide(_ space: UInt16, x: Double, y: Double, in place: Int) {
        let code = fonts.fonts[place].code(showing: UInt32(space))
        content.moveText(to: x, y, slant: 0)
        content.withBuffer { buffer in
            buffer.add("<")
            buffer.add(hexadecimal: code)
            buffer.add(">Tj\n")
        }
    }
}

extension PDFBuffer {
    /// Begins what stands for some text, whatever is shown (§14.9.4).
    fileprivate mutating func addActualText(_ bytes: ArraySlice<UInt8>) {
        add("/Span<</ActualText")
        add(text: String(decoding: bytes, as: UTF8.self))
        add(">>BDC\n")
    }
}

/// A line of text as operators: strings of codes, with what their advances lack to where glyphs stand.
private struct GlyphLine {
    let size: Double
    let slant: Double
    /// By how much all is moved.
    let dx: Double
    let dy: Double
    /// Where the next glyph would stand; no number before the first.
    private var pen = Double.nan
    private var y = Double.nan
    private var isOpen = false

    init(size: Double, slant: Double, dx: Double, dy: Double) {
        self.size = size
        self.slant = slant
        self.dx = dx
        self.dy = dy
    }

    /// Shows the glyphs of a cluster.
    @inline(__always)
    mutating func show<Glyphs: Collection<DisplayGlyph>>(
        _ glyphs: Glyphs, for bytes: ArraySlice<UInt8>, _ font: inout PDFFont, _ content: inout PDFContent
    ) {
        guard let first = glyphs.first else { return }
        if glyphs.count == 1, font.isIdle(first.id, for: bytes) { return }
        if glyphs.count == 1, font.stands(first.id, for: bytes) { return show(glyphs, &font, &content) }
        close(&content)
        font.setFallback(first.id, bytes)
        content.withBuffer { $0.addActualText(bytes) }
        show(glyphs, &font, &content)
        close(&content)
        content.add("EMC\n")
    }

    /// Shows one glyph for some text.
    mutating func show(
        _ glyph: UInt32, _ text: StaticString, x: Double, y: Double, _ font: inout PDFFont,
        _ content: inout PDFContent
    ) {
        let bytes = Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        show(CollectionOfOne(DisplayGlyph(id: glyph, x: x, y: y)), for: bytes[...], &font, &content)
    }

    /// Shows glyphs.
    mutating func show(
        _ glyphs: some Collection<DisplayGlyph>, _ font: inout PDFFont, _ content: inout PDFContent
    ) {
        for glyph in glyphs {
            // In thousandths of the size; what cannot be said so, or is too much for some programs, begins anew.
            let missing = ((pen - glyph.x) / size * 1_000).rounded()
            if glyph.y != y || !(missing.magnitude < 30_000) {
                close(&content)
                content.moveText(to: glyph.x + dx, glyph.y + dy, slant: slant)
                (pen, y) = (glyph.x, glyph.y)
                open(&content)
            } else {
                open(&content)
                if missing != 0 {
                    content.withBuffer { buffer in
                        buffer.add(")")
                        buffer.add(Int(missing))
                        buffer.add("(")
                    }
                    pen -= missing * size / 1_000
                }
            }
            let code = font.code(showing: glyph.id)
            content.withBuffer { buffer in
                buffer.add(stringByte: UInt8(code >> 8))
                buffer.add(stringByte: UInt8(truncatingIfNeeded: code))
            }
            pen += Double(font.instance.advance(of: UInt16(truncatingIfNeeded: glyph.id))) * font.unit * size
        }
    }

    private mutating func open(_ content: inout PDFContent) {
        guard !isOpen else { return }
        content.add("[(")
        isOpen = true
    }

    /// Ends the string.
    mutating func close(_ content: inout PDFContent) {
        guard isOpen else { return }
        content.add(")]TJ\n")
        isOpen = false
    }
}
