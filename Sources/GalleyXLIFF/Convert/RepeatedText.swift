/// Where a text of an output file was read.
struct TextOrigin {
    var document: String
    var original: String
    /// As the input spells it.
    var locale: String
    var position: SourcePosition?

    init(in file: XLIFFFile, at position: SourcePosition?) {
        document = file.document
        original = file.original
        locale = file.targetLanguage ?? ""
        self.position = position
    }
}

extension ExportLedger {
    /// A unit whose text is there already: with the same value it is a repetition, with another one a conflict. Either
    /// way it counts as skipped, since the text counts once.
    ///
    /// - Parameters:
    ///   - path: the output file.
    ///   - first: where the text that is there came from.
    /// - Returns: whether the unit's value takes the place of the first one.
    mutating func settle(
        _ unit: XLIFFUnit, in file: XLIFFFile, locale: String, path: String, first: TextOrigin, hasSameValue: Bool,
        _ conflicts: StringsExporter.Conflicts
    ) -> Bool {
        // Made when they are told: in documents put together of others nearly every key comes again.
        var place: String { "\(first.document):\(first.position?.description ?? "")" }
        var key: String { Finding.quoted(unit.key ?? "") }
        guard !hasSameValue else {
            skip(unit, .duplicate, in: file, locale: locale)
            report(
                .note, .duplicateID, "\(key) is there already, with the same target, at \(place)", in: file,
                at: unit.position)
            return false
        }
        skip(unit, .conflict, in: file, locale: locale)
        var what: String { "\(key) has another target at \(place)" }
        guard ExactString(first.original) == ExactString(file.original) else {
            report(
                .error, .pathCollision,
                "\"\(first.original)\" and \"\(file.original)\" would both be \(path), but \(what)", in: file,
                at: unit.position)
            return false
        }
        let (severity, outcome): (Finding.Severity, String) =
            switch conflicts {
            case .first: (.warning, ", which is the one written")
            case .last: (.warning, "; this one is written")
            case .fail: (.error, "")
            }
        report(severity, .conflictingTarget, what + outcome, in: file, at: unit.position)
        return conflicts == .last
    }

    /// What flattening dropped of the units that were taken.
    mutating func reportDroppedPlaceholders(_ count: Int, in file: XLIFFFile) {
        guard count > 0 else { return }
        report(
            .warning, .droppedPlaceholder,
            "\(count) inline placeholders in targets have no text; nothing is left of them", in: file,
            at: file.position)
    }
}
