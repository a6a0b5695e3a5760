/// A `.strings` file while its units are gathered. A key that comes again keeps its first value.
struct StringsTable {
    /// Where a key was first seen.
    private struct Origin {
        var document: String
        var original: String
    }

    let path: String
    let locale: String
    private var originals: [String] = []
    private var entries: [StringsEntry] = []
    private var origins: [Origin] = []
    private var index: [ExactString: Int] = [:]

    init(path: String, locale: String) {
        self.path = path
        self.locale = locale
    }

    var file: StringsExport.File {
        StringsExport.File(path: path, locale: locale, originals: originals, content: .strings(entries))
    }

    /// Takes the units of one `file` element.
    mutating func add(_ file: XLIFFFile, locale: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger) {
        if !originals.contains(file.original) { originals.append(file.original) }
        var droppedPlaceholders = 0
        var untranslated: Set<ExactString> = []
        for unit in file.units {
            switch policy.verdict(on: unit, in: file, &ledger) {
            case .skip(let reason):
                // Repeated ids are worth a word even when there is nothing to write.
                if let id = unit.id, !untranslated.insert(ExactString(id)).inserted {
                    ledger.report(
                        .note, .duplicateID, "\(Finding.quoted(id)) is there already", in: file, at: unit.position)
                }
                ledger.skip(unit, reason, in: file, locale: locale)
            case .take(let key, let value):
                droppedPlaceholders += unit.droppedPlaceholders
                add(
                    StringsEntry(key: key, value: value, comment: unit.note, position: unit.position), of: unit,
                    in: file, &ledger)
            }
        }
        if droppedPlaceholders > 0 {
            ledger.report(
                .warning, .droppedPlaceholder,
                "\(droppedPlaceholders) inline placeholders (x, bx, ex) in targets have no text; nothing is left of them",
                in: file, at: file.position)
        }
    }

    private mutating func add(
        _ entry: StringsEntry, of unit: XLIFFUnit, in file: XLIFFFile, _ ledger: inout ExportLedger
    ) {
        let key = ExactString(entry.key)
        if let known = index[key] {
            refuse(entry, of: unit, in: file, known: known, &ledger)
            return
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
        index[key] = entries.count
        entries.append(entry)
        origins.append(Origin(document: file.document, original: file.original))
        ledger.wrote(locale: locale)
    }

    /// A key that is there: the same value is a repetition, another one a conflict.
    private func refuse(
        _ entry: StringsEntry, of unit: XLIFFUnit, in file: XLIFFFile, known: Int, _ ledger: inout ExportLedger
    ) {
        let (first, origin) = (entries[known], origins[known])
        let place = "\(origin.document):\(first.position.map(\.description) ?? "")"
        let key = Finding.quoted(entry.key)
        if ExactString(first.value) == ExactString(entry.value) {
            ledger.report(
                .note, .duplicateID, "\(key) is there already, with the same target, at \(place)", in: file,
                at: unit.position)
            ledger.skip(unit, .duplicate, in: file, locale: locale)
        } else if origin.original == file.original {
            ledger.report(
                .warning, .conflictingTarget, "\(key) has another target at \(place), which is the one written",
                in: file, at: unit.position)
            ledger.skip(unit, .conflict, in: file, locale: locale)
        } else {
            ledger.report(
                .error, .pathCollision,
                "\"\(origin.original)\" and \"\(file.original)\" would both be \(path), but \(key) has another "
                    + "target at \(place)", in: file, at: unit.position)
            ledger.skip(unit, .conflict, in: file, locale: locale)
        }
    }
}
