extension XLIFFWriter {
    /// XLIFF 2.1, valid by the core schema: a key is the unit's name, its id a token of the file.
    static func write2(_ document: XLIFFDocument, to output: inout XMLOutput) {
        let files = document.files
        let hasLimits = files.contains { SizeRules(of: $0) != nil }
        output.markup("<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"")
        if hasLimits { output.markup(" xmlns:slr=\"urn:oasis:names:tc:xliff:sizerestriction:2.0\"") }
        output.markup(" version=\"2.1\"")
        output.attribute("srcLang", files.lazy.compactMap(\.sourceLanguage).first ?? "und")
        output.attribute("trgLang", files.lazy.compactMap(\.targetLanguage).first)
        output.markup(">\n")
        var ids = TokenNames(prefix: "f")
        for file in files {
            let id = ids.name(for: file.id)
            output.markup("  <file")
            output.attribute("id", id)
            if file.original != id { output.attribute("original", file.original) }
            output.markup(">\n")
            let rules = SizeRules(of: file)
            rules?.writeProfiles(to: &output)
            var ids = TokenNames(prefix: "u")
            for unit in file.units where unit.kind == .text {
                write2(unit, id: ids.name(for: unit.isVersion2 ? unit.id : nil), rules, to: &output)
            }
            // A file may hold no units, but it may not be empty.
            if !file.units.contains(where: { $0.kind == .text }) { output.markup("    <group id=\"g1\"/>\n") }
            output.markup("  </file>\n")
        }
        output.markup("</xliff>\n")
    }

    private static func write2(_ unit: XLIFFUnit, id: String, _ rules: SizeRules?, to output: inout XMLOutput) {
        output.markup("    <unit")
        output.attribute("id", id)
        // An id that is no token is not lost.
        output.attribute("name", unit.isVersion2 ? unit.name ?? (unit.id == id ? nil : unit.id) : unit.id)
        if !unit.isTranslatable { output.markup(" translate=\"no\"") }
        rules?.writeLimits(of: unit, to: &output)
        if unit.preservesSpace { output.markup(" xml:space=\"preserve\"") }
        output.markup(">\n")
        writeNotes(unit.allNotes, to: &output)
        output.markup("      <segment")
        writeState(of: unit, to: &output)
        output.markup(">\n        <source>")
        output.text(unit.source ?? "", .codePoint)
        output.markup("</source>\n")
        if let target = unit.target {
            output.markup("        <target>")
            output.text(target, .codePoint)
            output.markup("</target>\n")
        }
        output.markup("      </segment>\n    </unit>\n")
    }

    private static func writeState(of unit: XLIFFUnit, to output: inout XMLOutput) {
        guard unit.isVersion2 else {
            guard unit.target != nil else { return }
            let state = SegmentState(state: unit.state, qualifier: unit.stateQualifier)
            output.attribute("state", state.state)
            output.attribute("subState", state.subState)
            return
        }
        guard let word = unit.state else { return }
        // The words of XLIFF 1.2 may have been read out of a sub-state.
        let state = SegmentState(state: word, qualifier: unit.stateQualifier)
        // Without a target there is only one state.
        guard unit.target != nil || state.state == "initial" else { return }
        output.attribute("state", state.state)
        output.attribute("subState", state.subState)
    }

    private static func writeNotes(_ notes: [XLIFFNote], to output: inout XMLOutput) {
        guard !notes.isEmpty else { return }
        output.markup("      <notes>\n")
        for note in notes {
            output.markup("        <note")
            output.attribute("category", note.category ?? note.author)
            output.attribute("priority", note.priority.flatMap { (1...10).contains($0) ? String($0) : nil })
            output.attribute("appliesTo", note.appliesTo.flatMap { $0 == "source" || $0 == "target" ? $0 : nil })
            output.markup(">")
            output.text(note.text)
            output.markup("</note>\n")
        }
        output.markup("      </notes>\n")
    }
}

/// How a file of XLIFF 2 counts lengths: one profile for characters, one for bytes (XLIFF 2.1 §5.6).
private struct SizeRules {
    private var general: LengthLimit?
    private var storage: LengthLimit?

    /// `nil` when no unit has a limit that a profile can express.
    init?(of file: XLIFFFile) {
        for unit in file.units {
            for limit in unit.lengthLimits where Self.profile(of: limit) != nil {
                if limit.unit.isBytes { storage = storage ?? limit } else { general = general ?? limit }
            }
        }
        if general == nil, storage == nil { return nil }
    }

    /// The profile that counts as a limit says. Pixels and the like would need one of the tools that measure them.
    private static func profile(of limit: LengthLimit) -> String? {
        guard limit.axis == .length, limit.scope == .unit else { return nil }
        switch limit.unit {
        case .codePoints, .characters: return "xliff:codepoints"
        case .bytes(let encoding): return "xliff:\(encoding.rawValue)"
        case .other(let name) where name.utf8.contains(UInt8(ascii: ":")): return name
        default: return nil
        }
    }

    func writeProfiles(to output: inout XMLOutput) {
        output.markup("    <slr:profiles")
        output.attribute("generalProfile", general.flatMap(Self.profile))
        output.attribute("storageProfile", storage.flatMap(Self.profile))
        let forms = (general?.normalization ?? .none, storage?.normalization ?? .none)
        guard forms != (.none, .none) else { return output.markup("/>\n") }
        output.markup(">\n      <slr:normalization")
        if general != nil { output.attribute("general", forms.0.rawValue) }
        if storage != nil { output.attribute("storage", forms.1.rawValue) }
        output.markup("/>\n    </slr:profiles>\n")
    }

    func writeLimits(of unit: XLIFFUnit, to output: inout XMLOutput) {
        var (hasGeneral, hasStorage) = (false, false)
        for limit in unit.lengthLimits where limit.unit.isBytes ? !hasStorage : !hasGeneral {
            let rule = limit.unit.isBytes ? storage : general
            guard let rule, let profile = Self.profile(of: limit), profile == Self.profile(of: rule) else { continue }
            let range = (limit.minimum > 0 ? "\(limit.minimum)," : "") + (limit.maximum.map(String.init) ?? "*")
            if limit.unit.isBytes {
                hasStorage = true
                output.attribute("slr:storageRestriction", range)
            } else {
                hasGeneral = true
                output.attribute("slr:sizeRestriction", range)
            }
        }
    }
}
