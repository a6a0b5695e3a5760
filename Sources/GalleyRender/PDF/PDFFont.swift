import GalleyFonts

/// A face instance in a PDF: a composite font whose codes are its glyphs (ISO 32000-1 §9.7), cut down at the end to those that
/// were shown.
package struct PDFFont {
    let instance: FontInstance
    let object: Int32
    /// Whether its glyphs are pictures, under text that is not seen: bitmaps, and what cannot be embedded.
    let isDrawn: Bool
    /// By glyph; `nil` where the codes are the glyphs.
    private let codes: [UInt16]?
    /// Which glyphs were shown.
    private var isShown: [Bool]
    /// What each stands for: up to eight bytes of UTF-8; 0 where that is not known.
    private var texts: [UInt64]
    /// What those stand for first that only stand for something by a text beside them: for programs that do not read such texts.
    private var fallbacks: [UInt32: [UInt8]] = [:]
    /// px of an advance of one font unit at a font size of 1 px.
    let unit: Double
    let space: UInt16?

    init(_ instance: FontInstance, object: Int32) {
        self.instance = instance
        self.object = object
        isDrawn = instance.face.hasColor || instance.program(of: [], isKeyed: false) == nil
        codes = isDrawn ? nil : instance.characterIdentifiers
        isShown = [Bool](repeating: false, count: instance.face.glyphCount)
        texts = [UInt64](repeating: 0, count: instance.face.glyphCount)
        unit = 1 / Double(max(1, instance.face.unitsPerEm))
        space = instance.glyph(for: " ")
        // Before other text is shown by its glyph: HarfBuzz shows what is ignored by it.
        if let space, Int(space) < texts.count { texts[Int(space)] = 0x20 }
    }

    /// Whether a glyph shows nothing but where lines may end, and not by a glyph of its own: HarfBuzz has the space there, without its
    /// advance. A page that is set already has no use for it, and each would need a text beside it.
    @inline(__always)
    func isIdle(_ glyph: UInt32, for bytes: ArraySlice<UInt8>) -> Bool {
        guard let space, glyph == UInt32(space), bytes.first != 0x20 else { return false }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
            $0 == "\u{AD}" || $0 == "\u{200B}" || $0 == "\u{2060}" || $0 == "\u{FEFF}"
        }
    }

    /// The code of a glyph that is shown now.
    @inline(__always)
    mutating func code(showing glyph: UInt32) -> UInt16 {
        let index = Int(glyph)
        guard index < isShown.count else { return 0 }
        isShown[index] = true
        return codes.map { $0[index] } ?? UInt16(truncatingIfNeeded: glyph)
    }

    /// Whether a glyph that is shown for some bytes stands for them anyway: it is the first time, or was the same before.
    @inline(__always)
    mutating func stands(_ glyph: UInt32, for bytes: ArraySlice<UInt8>) -> Bool {
        let index = Int(glyph)
        guard index < texts.count, !bytes.isEmpty, bytes.count <= 8 else { return false }
        var packed: UInt64 = 0
        for byte in bytes { packed = packed << 8 | UInt64(byte) }
        if texts[index] == packed { return true }
        guard texts[index] == 0 else { return false }
        texts[index] = packed
        return true
    }

    /// Says what a glyph stands for where nothing else says it, the first time.
    mutating func setFallback(_ glyph: UInt32, _ bytes: some Collection<UInt8>) {
        guard fallbacks[glyph] == nil, !bytes.isEmpty, bytes.count <= PDFFont.maximumFallback else { return }
        fallbacks[glyph] = Array(bytes)
    }

    /// What one code stands for is no longer, in bytes of UTF-8; a destination in a map has 512 bytes at most (§9.10.3).
    private static let maximumFallback = 128

    // MARK: Writing

    /// Writes the font and what it is made of.
    func write(to file: PDFFile) {
        let glyphs = isShown.indices.filter { isShown[$0] }
        guard let program = instance.program(of: glyphs.lazy.map { UInt16($0) }, isKeyed: codes != nil) else { return }
        var name = PDFBuffer()
        name.add(name: "\(tag(glyphs))+\(PDFFont.name(instance.face.names.postScript))")
        let (descendant, descriptor, data, map) = (file.reserve(), file.reserve(), file.reserve(), file.reserve())
        var buffer = PDFBuffer()
        buffer.add("<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont")
        buffer.add(bytes: name.bytes)
        buffer.add("/DescendantFonts[")
        buffer.add(object: descendant)
        buffer.add("]/ToUnicode ")
        buffer.add(object: map)
        buffer.add(">>")
        file.pack(object, buffer)

        buffer.removeAll()
        buffer.add("<</Type/Font/Subtype/")
        buffer.add(program.isCFF ? "CIDFontType0" : "CIDFontType2/CIDToGIDMap/Identity")
        buffer.add("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/BaseFont")
        buffer.add(bytes: name.bytes)
        buffer.add("/FontDescriptor ")
        buffer.add(object: descriptor)
        addWidths(glyphs, to: &buffer)
        buffer.add(">>")
        file.pack(descendant, buffer)

        buffer.removeAll()
        addDescriptor(program, name, data, to: &buffer)
        file.pack(descriptor, buffer)

        buffer.removeAll()
        if program.isCFF {
            buffer.add("/Subtype/CIDFontType0C")
        } else {
            buffer.add("/Length1 ")
            buffer.add(program.bytes.count)
        }
        file.writeStream(compressing: program.bytes, data, buffer)
        file.writeStream(compressing: characterMap(glyphs), map)
    }

    /// A font's name as PostScript has it (OpenType 1.9, `name`, ID 6): files say what they like.
    package static func name(_ name: String) -> String {
        let characters = name.unicodeScalars.filter {
            ("!"..."~").contains($0) && !"()<>[]{}/%#".unicodeScalars.contains($0)
        }
        return characters.isEmpty ? "Font" : String(String.UnicodeScalarView(characters.prefix(63)))
    }

    private func code(_ glyph: Int) -> Int { codes.map { Int($0[glyph]) } ?? glyph }

    /// Six letters for the glyphs that are in it (§9.6.4).
    private func tag(_ glyphs: [Int]) -> String {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in [Int(object)] + glyphs { hash = (hash ^ UInt64(value)) &* 0x100_0000_01B3 }
        return String((0..<6).map { Character(Unicode.Scalar(UInt8(65 + (hash >> ($0 * 8)) % 26))) })
    }

    /// In thousandths of an em (§9.7.4.3), as exact as advances are: layout's places are none otherwise.
    private func width(_ glyph: Int) -> Double { Double(instance.advance(of: UInt16(glyph))) * unit * 1_000 }

    private func addWidths(_ glyphs: [Int], to buffer: inout PDFBuffer) {
        buffer.add("/DW 0/W[")
        var last = -2
        for glyph in glyphs.sorted(by: { code($0) < code($1) }) {
            let code = code(glyph)
            guard code != last else { continue }
            if code == last + 1 {
                buffer.add(" ")
            } else {
                if last >= 0 { buffer.add("]") }
                buffer.add(code)
                buffer.add("[")
            }
            buffer.add(width(glyph))
            last = code
        }
        buffer.add(last >= 0 ? "]]" : "]")
    }

    private func addDescriptor(_ program: FontProgram, _ name: PDFBuffer, _ data: Int32, to buffer: inout PDFBuffer) {
        // The face's own: those of the text may be overridden (`size-adjust`, `ascent-override`).
        let (face, metrics) = (instance.face, program.metrics)
        func add(_ key: StaticString, _ units: Int) {
            buffer.add(key)
            buffer.add((Double(units) * unit * 1_000).rounded())
        }
        // Fixed pitch, serif, italic; its characters are none of a standard set (§9.8.2).
        let flags =
            (face.isFixedPitch ? 1 : 0) | (face.isSerif ? 2 : 0) | 4 | (program.italicAngle != 0 ? 64 : 0)
        buffer.add("<</Type/FontDescriptor/FontName")
        buffer.add(bytes: name.bytes)
        buffer.add("/Flags ")
        buffer.add(flags)
        buffer.add("/FontBBox[")
        buffer.add(program.box.map { (Double($0) * unit * 1_000).rounded() })
        buffer.add("]/ItalicAngle ")
        buffer.add(program.italicAngle)
        buffer.add("/StemV 80")
        add("/Ascent ", metrics.ascent)
        add("/Descent ", -metrics.descent)
        add("/CapHeight ", metrics.capHeight)
        buffer.add(program.isCFF ? "/FontFile3 " : "/FontFile2 ")
        buffer.add(object: data)
        buffer.add(">>")
    }

    /// What codes stand for (§9.10.3).
    private func characterMap(_ glyphs: [Int]) -> [UInt8] {
        var buffer = PDFBuffer()
        buffer.add(
            """
            /CIDInit/ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
            /CMapName/Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000><FFFF>
            endcodespacerange

            """)
        let known = glyphs.filter { texts[$0] != 0 || fallbacks[UInt32($0)] != nil }
        for start in stride(from: 0, to: known.count, by: 100) {
            let part = known[start..<min(start + 100, known.count)]
            buffer.add(part.count)
            buffer.add(" beginbfchar\n")
            for glyph in part {
                buffer.add("<")
                buffer.add(hexadecimal: UInt16(truncatingIfNeeded: code(glyph)))
                buffer.add("><")
                for scalar in text(glyph).unicodeScalars { buffer.add(utf16: scalar) }
                buffer.add(">\n")
            }
            buffer.add("endbfchar\n")
        }
        buffer.add("endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n")
        return buffer.bytes
    }

    private func text(_ glyph: Int) -> String {
        let packed = texts[glyph]
        if packed == 0, let fallback = fallbacks[UInt32(glyph)] { return String(decoding: fallback, as: UTF8.self) }
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: packed >> (56 - 8 * $0)) }
        return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
}

/// The fonts of a PDF.
struct PDFFonts {
    private let collection: FontCollection
    private let file: PDFFile
    private var places: [FontInstanceID: Int] = [:]
    private var last: (id: FontInstanceID, place: Int)?
    var fonts: [PDFFont] = []

    init(_ collection: FontCollection, _ file: PDFFile) {
        self.collection = collection
        self.file = file
    }

    /// The place of an instance in `fonts`.
    mutating func place(of id: FontInstanceID) -> Int {
        if let last, last.id == id { return last.place }
        let place = places[id] ?? fonts.count
        if place == fonts.count {
            fonts.append(PDFFont(collection.instance(id), object: file.reserve()))
            places[id] = place
        }
        last = (id, place)
        return place
    }

    /// Writes those that are fonts.
    func write() {
        for font in fonts where !font.isDrawn { font.write(to: file) }
    }
}
