/// The units of one file that are plural forms, by the text that they are forms of.
struct PluralForms {
    /// The forms of one variable.
    private struct Group {
        var key: String
        var variable: String?
        /// The first unit, for findings about what is not there.
        var first: XLIFFUnit
        /// Which categories have a unit, and which of those a translation.
        var present: Set<String> = []
        var translated: [String: XLIFFUnit] = [:]
        /// The source of each category, `other` above all.
        var sources: [String: String] = [:]
    }

    private var groups: [ExactString: Group] = [:]
    private var order: [ExactString] = []
    /// `.stringsdict`: the variables of each key, and the units that may refer to them.
    private var variables: [ExactString: Set<ExactString>] = [:]
    private var referring: [(key: ExactString, unit: XLIFFUnit)] = []

    /// `nil` for a file without forms. O(*units*).
    init?(_ file: XLIFFFile) {
        guard OriginalPath.mayHaveForms(file.original) else { return nil }
        for unit in file.units {
            guard let id = unit.key, let form = PluralFormID(id) else { continue }
            if let path = StringsDictionaryUnitID(id)?.path { addReferences(path, unit) }
            guard let category = form.category else { continue }
            let name = ExactString(form.group)
            if groups[name] == nil {
                groups[name] = Group(key: form.key, variable: form.variable, first: unit)
                order.append(name)
            }
            groups[name]?.present.insert(category)
            if let target = unit.target, !target.isEmpty { groups[name]?.translated[category] = unit }
            if let source = unit.source, source != id { groups[name]?.sources[category] = source }
        }
        if order.isEmpty, referring.isEmpty { return nil }
    }

    private mutating func addReferences(_ path: [String], _ unit: XLIFFUnit) {
        let key = ExactString(path[0])
        variables[key, default: []].formUnion(path[1...].dropLast().map(ExactString.init))
        if let target = unit.target, target.utf8.contains(UInt8(ascii: "#")) { referring.append((key, unit)) }
    }

    /// The specifiers of all forms of a text together: what its arguments are.
    func specifiers(of form: PluralFormID) -> FormatSpecifiers? {
        guard let group = groups[ExactString(form.group)], !group.sources.isEmpty else { return nil }
        let texts = PluralFormID.categories.reversed().compactMap { group.sources[$0] }
        return FormatSpecifiers(alternatives: texts)
    }

    /// Whether the translation's form `other` has a specifier; `nil` without that form.
    func otherShowsNumber(_ form: PluralFormID) -> Bool? {
        groups[ExactString(form.group)]?.translated["other"]?.target.map { !FormatSpecifiers($0).uses.isEmpty }
    }

    /// Whether the language has the plural form that a unit is.
    func isNeeded(_ unit: XLIFFUnit, in locale: String) -> Bool {
        guard let category = unit.key.flatMap(PluralFormID.init)?.category,
            let categories = PluralCategories.of(locale: locale)?.categories
        else { return true }
        return categories.contains { $0.rawValue == category }
    }

    // MARK: What is not there

    /// Reports forms that a translation lacks or has for nothing, and variables that an entry names and lacks.
    func check(_ reporter: inout CheckReporter) {
        let categories = PluralCategories.of(locale: reporter.locale)?.categories.map(\.rawValue)
        for name in order {
            guard let group = groups[name], !group.translated.isEmpty else { continue }
            check(group, categories, &reporter)
        }
        for (key, unit) in referring {
            let known = variables[key] ?? []
            var seen: Set<String> = []
            for variable in FormatSpecifiers(unit.target ?? "").variables
            where !known.contains(ExactString(variable)) && seen.insert(variable).inserted {
                reporter.report(
                    .undefinedSubstitution,
                    "the target of \(Finding.quoted(unit.checkedKey)) names \(Finding.quoted(variable)), "
                        + "but there are no forms of that variable", unit, severity: .error)
            }
        }
    }

    private func check(_ group: Group, _ categories: [String]?, _ reporter: inout CheckReporter) {
        let name = Finding.quoted(group.key)
        let what = group.variable.map { "\(name) (\(Finding.quoted($0)))" } ?? name
        // Xcode exports "other" of each plural in a catalog. Without it "|==|plural.one" is the end of a key.
        if group.variable == nil, !group.present.contains("other") { return }
        if group.translated["other"] == nil {
            reporter.report(.missingOther, "\(what) has no plural form \"other\"", group.first, severity: .error)
        }
        guard let categories else { return }
        let locale = reporter.locale
        let missing = categories.filter { $0 != "other" && group.translated[$0] == nil }
        if !missing.isEmpty {
            // "many" is for millions and fractions of them there; Xcode has only known it since CLDR 38.
            let isRare = missing == ["many"] && Self.manyIsMillions.contains(LocaleTag(locale)?.language ?? "")
            let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
            reporter.report(
                .missingCategory, "\(what) lacks the plural form\(missing.count == 1 ? "" : "s") \(list) of \(locale)",
                group.first, severity: isRare ? .note : nil)
        }
        // Apple's systems take "zero" in any language for the number 0.
        for category in group.translated.keys.sorted() where category != "zero" && !categories.contains(category) {
            guard let unit = group.translated[category] else { continue }
            reporter.report(
                .extraCategory, "\(what) has a plural form \"\(category)\", which \(locale) does not use", unit)
        }
    }

    private static let manyIsMillions: Set<String> = ["ca", "es", "fr", "it", "lld", "pt", "scn", "vec"]
}

extension FormatSpecifiers {
    /// What several texts that get the same arguments read of them together.
    init(alternatives texts: [String]) {
        self.init("")
        for text in texts { uses += FormatSpecifiers(text).uses }
    }
}
