/// A `.strings` file while its units are gathered. A key that comes again keeps its first value.
struct StringsTable {
    /// Where a stretch of entries came from.
    private struct Origin {
        var document: String
        var original: String
        /// The entries from there.
        var start: Int
        var end: Int
    }

    let path: String
    let locale: String
    private var originals: [String] = []
    private var entries = StringsEntries()
    private var origins: [Origin] = []
    /// Entries that a later unit replaced, by index.
    private var replaced: [Int: TextOrigin] = [:]

    init(path: String, locale: String) {
        self.path = path
        self.locale = locale
    }

    var file: StringsExport.File {
        StringsExport.File(path: path, locales: [locale], originals: originals, content: .strings(entries))
    }

    /// Takes the units of one `file` element.
    mutating func add(_ file: XLIFFFile, locale: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger) {
        if !originals.contains(file.original) { originals.append(file.original) }
        let start = entries.count
        var droppedPlaceholders = 0
        var untranslated: Set<ExactString> = []
        for unit in file.units {
            switch policy.verdict(on: unit, in: file, &ledger) {
            case .skip(let reason):
                // Repeated ids are worth a word even when there is nothing to write.
                if let id = unit.key, !untranslated.insert(ExactString(id)).inserted {
                    ledger.report(
                        .note, .duplicateID, "\(Finding.quoted(id)) is there already", in: file, at: unit.position)
                }
                ledger.skip(unit, reason, in: file, locale: locale)
            case .take(let key, let value):
                droppedPlaceholders += unit.droppedPlaceholders
                add(
                    StringsEntry(key: key, value: value, comment: unit.note, position: unit.position), of: unit,
                    in: file, policy, &ledger)
            }
        }
        if entries.count > start {
            origins.append(Origin(document: file.document, original: file.original, start: start, end: entries.count))
        }
        ledger.reportDroppedPlaceholders(droppedPlaceholders, in: file)
    }

    private mutating func add(
        _ entry: StringsEntry, of unit: XLIFFUnit, in file: XLIFFFile, _ policy: UnitPolicy,
        _ ledger: inout ExportLedger
    ) {
        if let known = entries.index(ofKey: entry.key) {
            return repeated(entry, of: unit, in: file, known: known, policy.options.conflicts, &ledger)
        }
        if entry.value.hasUTF8([0xE2, 0x80, 0xA8]) || entry.value.hasUTF8([0xE2, 0x80, 0xA9]) {
            ledger.report(
                .warning, .lineSeparator,
                "the target of \(Finding.quoted(entry.key)) has a U+2028 or U+2029 line break", in: file,
                at: unit.targetPosition ?? unit.position)
        }
        if entry.comment?.hasUTF8([0x2A, 0x2F]) == true {
            ledger.report(.note, .commentEnd, "\"*/\" in a note is written as \"* /\"", in: file, at: unit.position)
        }
        entries.append(entry)
        ledger.wrote(locale: locale)
    }

    /// A key that is there.
    private mutating func repeated(
        _ entry: StringsEntry, of unit: XLIFFUnit, in file: XLIFFFile, known: Int,
        _ conflicts: StringsExporter.Conflicts, _ ledger: inout ExportLedger
    ) {
        let isReplaced = ledger.settle(
            unit, in: file, locale: locale, path: path, first: origin(of: known, file),
            hasSameValue: entries.hasValue(entry.value, at: known), conflicts)
        guard isReplaced else { return }
        entries.replace(at: known, with: entry)
        replaced[known] = TextOrigin(document: file.document, original: file.original, position: entry.position)
    }

    /// Where an entry came from; one that no stretch holds came from `file`, whose units are being taken.
    private func origin(of index: Int, _ file: XLIFFFile) -> TextOrigin {
        if let origin = replaced[index] { return origin }
        let stretch = origins.last { $0.start <= index && index < $0.end }
        return TextOrigin(
            document: stretch?.document ?? file.document, original: stretch?.original ?? file.original,
            position: entries.position(at: index))
    }
}
