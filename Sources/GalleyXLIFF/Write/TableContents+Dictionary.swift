extension TableContents {
    /// The units of a `.stringsdict` file: formats, and the forms that the locale needs.
    func dictionaryUnits(for locale: String, _ findings: inout [Finding]) -> [XLIFFUnit]? {
        let source = sourceFolder.flatMap { dictionaries[$0] }
        let target = dictionaries[locale]
        guard source != nil || target != nil else { return nil }
        let categories = PluralCategories.asked(of: locale)
        var texts: [ExactString: XLIFFUnit] = [:]
        for leaf in source?.leaves ?? [] where leaf.isTranslatable && leaf.path.count > 1 {
            for path in forms(of: leaf, in: source, categories: categories) {
                add(path, leaf, source, to: &texts)
            }
        }
        var orphans = 0
        for leaf in target?.leaves ?? [] where leaf.isTranslatable && leaf.path.count > 1 {
            let id = ExactString(leaf.unitID.description)
            if texts[id] == nil {
                add(leaf.path, leaf, source, to: &texts)
                // A form that the development language does without has a source all the same.
                if source?[path: leaf.path.dropLast() + ["other"]] == nil { orphans += 1 }
            }
            texts[id]?.target = leaf.string
            texts[id]?.targetPosition = leaf.position
        }
        if orphans > 0, let path = table.files[locale] {
            reportOrphans(orphans, of: path, hasTable: source != nil, &findings)
        }
        return texts.values.sorted { ($0.id ?? "").utf8.lexicographicallyPrecedes(($1.id ?? "").utf8) }
    }

    /// The paths that a text of the development language stands for: a plural rule has the categories of the locale.
    private func forms(of leaf: StringsDictionary.Leaf, in source: StringsDictionary?, categories: [String])
        -> [[String]]
    {
        guard let last = leaf.path.last, isPlural(leaf.path.dropLast(), in: source) else { return [leaf.path] }
        let own = last == "zero" || categories.contains(last) ? [leaf.path] : []
        return own + categories.filter { $0 != last }.map { leaf.path.dropLast() + [$0] }
    }

    private func isPlural(_ path: ArraySlice<String>, in dictionary: StringsDictionary?) -> Bool {
        guard path.count > 1 else { return false }
        return dictionary?[path: path + [StringsDictionary.Key.specificationType]] == StringsDictionary.Key.pluralRule
    }

    private func add(
        _ path: [String], _ leaf: StringsDictionary.Leaf, _ source: StringsDictionary?,
        to texts: inout [ExactString: XLIFFUnit]
    ) {
        let id = StringsDictionaryUnitID(path: path).description
        guard texts[ExactString(id)] == nil else { return }
        var unit = XLIFFUnit(id: id, position: leaf.position ?? .start)
        unit.source = source?[path: path] ?? source?[path: path.dropLast() + ["other"]] ?? leaf.string
        unit.note = ""
        texts[ExactString(id)] = unit
    }
}
