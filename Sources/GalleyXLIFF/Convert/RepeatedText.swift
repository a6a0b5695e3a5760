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
    ///   - id: the unit's key, and `position` its place.
    ///   - path: the output file.
    ///   - first: where the text that is there came from.
    /// - Returns: whether the unit's value takes the place of the first one.
    mutating func settle(
        _ id: String, at position: SourcePosition, in file: XLIFFFile, locale: String, path: String,
        first: @autoclosure () -> TextOrigin, hasSameValue: Bool, _ conflicts: StringsExporter.Conflicts
    ) -> Bool {
        // Made when they are told: in documents put together of others nearly every key comes again.
        func place(_ first: TextOrigin) -> String { "\(first.document):\(first.position?.description ?? "")" }
        var key: String { Finding.quoted(id) }
        guard !hasSameValue else {
            skip(id, at: position, .duplicate, in: file, locale: locale)
            report(
                .note, .duplicateID, "\(key) is there already, with the same target, at \(place(first()))", in: file,
                at: position)
            return false
        }
        skip(id, at: position, .conflict, in: file, locale: locale)
        let first = first()
        var what: String { "\(key) has another target at \(place(first))" }
        guard ExactString(first.original) == ExactString(file.original) else {
            report(
                .error, .pathCollision,
                "\"\(first.original)\" and \"\(file.original)\" would both be \(path), but \(what)", in: file,
                at: position)
            return false
        }
        let (severity, outcome): (Finding.Severity, String) =
            switch conflicts {
            case .first: (.warning, ", which is the one written")
            case .last: (.warning, "; this one is written")
            case .fail: (.error, "")
            }
        report(severity, .conflictingTarget, what + outcome, in: file, at: position)
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
