extension TableContents {
    /// A key's texts in both languages.
    private struct Row {
        var source: StringsEntry?
        var target: StringsEntry?
    }

    /// A unit for each key of a `.strings` table.
    func stringsUnits(for locale: String, _ findings: inout [Finding]) -> [XLIFFUnit]? {
        let source = sourceFolder.flatMap { strings[$0] }
        let target = strings[locale]
        guard source != nil || target != nil else { return nil }
        var rows: [ExactString: Row] = [:]
        // Of repeated keys the last counts, as in the app.
        for entry in source?.entries ?? [] { rows[ExactString(entry.key), default: Row()].source = entry }
        for entry in target?.entries ?? [] { rows[ExactString(entry.key), default: Row()].target = entry }
        let units = rows.values.map(unit(of:))
        let orphans = rows.values.count { $0.source == nil }
        if orphans > 0, let path = table.files[locale] {
            reportOrphans(orphans, of: path, hasTable: source != nil, &findings)
        }
        return units.sorted { ($0.id ?? "").utf8.lexicographicallyPrecedes(($1.id ?? "").utf8) }
    }

    private func unit(of row: Row) -> XLIFFUnit {
        let entry = row.source ?? row.target
        let key = entry?.key ?? ""
        let comment = row.source?.comment ?? row.target?.comment ?? ""
        var unit = XLIFFUnit(id: key, position: entry?.position ?? .start)
        // Xcode writes "(No Comment)" where there is none.
        unit.note = comment == StringsWriter.noComment ? "" : comment
        unit.source = row.source?.value ?? InterfaceComment.source(ofKey: key, in: comment) ?? key
        unit.target = row.target?.value
        unit.targetPosition = row.target?.position
        return unit
    }
}
