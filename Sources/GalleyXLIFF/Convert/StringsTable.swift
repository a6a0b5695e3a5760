/// A `.strings` file while its units are gathered. What happens to a key that comes again, the options say.
struct StringsTable {
    /// Where a stretch of entries came from.
    private struct Origin {
        var place: TextOrigin
        /// The first entry after it.
        var end: Int
    }

    let path: String
    /// As the input spells them: usually one.
    private var locales = NameList()
    private var originals = NameList()
    private var entries = StringsEntries()
    /// One after the other, without gaps.
    private var origins: [Origin] = []
    /// Entries that a later unit replaced, by index.
    private var replaced: [Int: TextOrigin] = [:]

    init(path: String) { self.path = path }

    var file: StringsExport.File {
        StringsExport.File(path: path, locales: locales.names, originals: originals.names, content: .strings(entries))
    }

    /// Takes the units of one `file` element.
    mutating func add(_ file: XLIFFFile, locale: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger) {
        originals.insert(file.original)
        locales.insert(locale)
        let start = entries.count
        var droppedPlaceholders = 0
        var untranslated: Set<ExactString> = []
        let units = file.units
        for index in units.indices {
            if let text = policy.plainText(of: units, index) {
                droppedPlaceholders += units[index].droppedPlaceholders
                add(text.key, text.value, of: units, index, in: file, locale: locale, policy, &ledger)
                continue
            }
            let unit = units[index]
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
                add(key, value, of: units, index, in: file, locale: locale, policy, &ledger)
            }
        }
        if entries.count > start {
            origins.append(Origin(place: TextOrigin(in: file, at: nil), end: entries.count))
        }
        ledger.reportDroppedPlaceholders(droppedPlaceholders, in: file)
    }

    private mutating func add(
        _ key: String, _ value: String, of units: [XLIFFUnit], _ index: Int, in file: XLIFFFile, locale: String,
        _ policy: UnitPolicy, _ ledger: inout ExportLedger
    ) {
        let position = units[index].position
        let entry = StringsEntry(key: key, value: value, comment: units[index].note, position: position)
        let hash = KeyIndex.hash(of: entry.key)
        if let known = entries.index(ofKey: entry.key, hash: hash) {
            return repeated(entry, in: file, locale: locale, known: known, policy.options.conflicts, &ledger)
        }
        if entry.value.hasUTF8([0xE2, 0x80]),
            entry.value.hasUTF8([0xE2, 0x80, 0xA8]) || entry.value.hasUTF8([0xE2, 0x80, 0xA9])
        {
            ledger.report(
                .warning, .lineSeparator,
                "the target of \(Finding.quoted(entry.key)) has a U+2028 or U+2029 line break", in: file,
                at: units[index].targetPosition ?? position)
        }
        if entry.comment?.hasUTF8([0x2A, 0x2F]) == true {
            ledger.report(.note, .commentEnd, "\"*/\" in a note is written as \"* /\"", in: file, at: position)
        }
        entries.append(entry, hash: hash, isKnown: false)
        ledger.wrote(locale: locale)
    }

    /// A key that is there.
    private mutating func repeated(
        _ entry: StringsEntry, in file: XLIFFFile, locale: String, known: Int,
        _ conflicts: StringsExporter.Conflicts, _ ledger: inout ExportLedger
    ) {
        let isReplaced = ledger.settle(
            entry.key, at: entry.position ?? .start, in: file, locale: locale, path: path,
            first: origin(of: known, file),
            hasSameValue: entries.hasValue(entry.value, at: known), conflicts)
        guard isReplaced else { return }
        entries.replace(at: known, with: entry)
        replaced[known] = TextOrigin(in: file, at: entry.position)
    }

    /// Where an entry came from; one that no stretch holds came from `file`, whose units are being taken.
    private func origin(of index: Int, _ file: XLIFFFile) -> TextOrigin {
        if let origin = replaced[index] { return origin }
        var (low, high) = (0, origins.count)
        while low < high {
            let middle = (low + high) / 2
            if origins[middle].end <= index { low = middle + 1 } else { high = middle }
        }
        var origin = low < origins.count ? origins[low].place : TextOrigin(in: file, at: nil)
        origin.position = entries.position(at: index)
        return origin
    }
}
