extension XLIFFWriter {
    /// XLIFF 1.2 in Xcode's form (Xcode 10 to 27): two spaces a level, source, target, note, `xml:space` last in a tag.
    static func write1(_ document: XLIFFDocument, to output: inout XMLOutput) {
        output.markup(
            """
            <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            version="1.2" xsi:schemaLocation="urn:oasis:names:tc:xliff:document:1.2 \
            http://docs.oasis-open.org/xliff/v1.2/os/xliff-core-1.2-strict.xsd">

            """)
        for file in document.files { write1(file, to: &output) }
        output.markup("</xliff>\n")
    }

    private static func write1(_ file: XLIFFFile, to output: inout XMLOutput) {
        output.markup("  <file")
        output.attribute("original", file.original)
        output.attribute("source-language", file.sourceLanguage)
        output.attribute("target-language", file.targetLanguage)
        output.attribute("datatype", file.datatype)
        output.markup(">\n")
        if let tool = file.tool {
            output.markup("    <header>\n      <tool")
            output.attribute("tool-id", tool.id)
            output.attribute("tool-name", tool.name)
            output.attribute("tool-version", tool.version)
            output.attribute("build-num", tool.build)
            output.markup("/>\n    </header>\n")
        }
        output.markup("    <body>\n")
        for unit in file.units {
            switch unit.kind {
            case .binary: writeBinary(unit, to: &output)
            case .text: write1(unit, to: &output)
            }
        }
        output.markup("    </body>\n  </file>\n")
    }

    private static func write1(_ unit: XLIFFUnit, to output: inout XMLOutput) {
        output.markup("      <trans-unit")
        output.attribute("id", unit.key)
        output.attribute("resname", unit.isVersion2 ? nil : unit.name)
        if !unit.isTranslatable { output.markup(" translate=\"no\"") }
        writeLimits(unit, to: &output)
        output.attribute("approved", unit.isApproved.map { $0 ? "yes" : "no" })
        if unit.preservesSpace { output.markup(" xml:space=\"preserve\"") }
        output.markup(">\n")
        if let source = unit.source {
            if source.isEmpty {
                output.markup("        <source/>\n")
            } else {
                output.markup("        <source>")
                output.text(source)
                output.markup("</source>\n")
            }
        }
        if let target = unit.target { write1(target, of: unit, to: &output) }
        for note in unit.allNotes { write1(note, to: &output) }
        output.markup("      </trans-unit>\n")
    }

    private static func write1(_ target: String, of unit: XLIFFUnit, to output: inout XMLOutput) {
        output.markup("        <target")
        output.attribute("state", unit.isVersion2 ? unit.state.map(SegmentState.version1) : unit.state)
        output.attribute("state-qualifier", unit.isVersion2 ? nil : unit.stateQualifier)
        if target.isEmpty {
            output.markup("/>\n")
        } else {
            output.markup(">")
            output.text(target)
            output.markup("</target>\n")
        }
    }

    private static func write1(_ note: XLIFFNote, to output: inout XMLOutput) {
        output.markup("        <note")
        output.attribute("from", note.author)
        output.attribute("priority", note.priority.map(String.init))
        output.attribute("annotates", note.appliesTo)
        if note.text.isEmpty {
            output.markup("/>\n")
        } else {
            output.markup(">")
            output.text(note.text)
            output.markup("</note>\n")
        }
    }

    /// A picture or a sound, of which only the id is known.
    private static func writeBinary(_ unit: XLIFFUnit, to output: inout XMLOutput) {
        output.markup("      <bin-unit")
        output.attribute("id", unit.id)
        output.markup(" mime-type=\"application/octet-stream\"/>\n")
    }

    // MARK: Length limits

    /// The size attributes (XLIFF 1.2 §2.3): there is one `size-unit` for width and height; bytes have attributes of
    /// their own.
    private static func writeLimits(_ unit: XLIFFUnit, to output: inout XMLOutput) {
        guard !unit.lengthLimits.isEmpty || unit.font != nil || unit.style != nil || unit.characterClass != nil else {
            return
        }
        // In the order in which they are read: width, height, bytes.
        var limits = unit.lengthLimits.filter { $0.scope == .unit }
        let bytes = limits.last.flatMap { $0.axis == .length && $0.unit.isBytes ? $0 : nil }
        if bytes != nil { limits.removeLast() }
        let width = limits.first { $0.axis == .length }
        let height = limits.first { $0.axis == .height }
        if let width { write(width, "minwidth", "maxwidth", to: &output) }
        if let height { write(height, "minheight", "maxheight", to: &output) }
        if let measured = width ?? height, !measured.isUnitAssumed {
            output.attribute("size-unit", measured.unit.sizeUnit)
        }
        if let bytes { write(bytes, "minbytes", "maxbytes", to: &output) }
        output.attribute("charclass", unit.characterClass)
        output.attribute("font", unit.font)
        output.attribute("css-style", unit.style)
    }

    private static func write(
        _ limit: LengthLimit, _ low: StaticString, _ high: StaticString, to output: inout XMLOutput
    ) {
        if limit.minimum > 0 || limit.maximum == nil { output.attribute(low, String(limit.minimum)) }
        if let maximum = limit.maximum { output.attribute(high, String(maximum)) }
    }
}

extension LengthLimit.Unit {
    var isBytes: Bool { if case .bytes = self { true } else { false } }

    /// The unit's name in XLIFF 1.2.
    var sizeUnit: String {
        switch self {
        case .bytes: "byte"
        case .codePoints, .utf16, .characters: "char"
        case .glyphs: "glyph"
        case .columns: "col"
        case .pixels: "pixel"
        case .points: "point"
        case .other(let name): name
        }
    }
}

extension XLIFFUnit {
    /// The notes to write: those that say more than a text, and before them what else the joined text holds.
    var allNotes: [XLIFFNote] {
        guard let note else { return [] }
        var joined = ""
        for text in notes.lazy.map(\.text) where !text.isEmpty { joined += joined.isEmpty ? text : "\n" + text }
        guard joined.utf8.count < note.utf8.count else { return notes.isEmpty ? [XLIFFNote(text: note)] : notes }
        let rest = joined.isEmpty ? note : String(Substring(note.utf8.dropLast(joined.utf8.count + 1)))
        return [XLIFFNote(text: rest)] + notes
    }
}
