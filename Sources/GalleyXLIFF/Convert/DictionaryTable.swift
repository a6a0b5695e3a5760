/// A `.stringsdict` file while its units are gathered: the targets by their paths, and the sources, of which some are
/// needed to make the file whole. What happens to a path that comes again, the options say.
struct DictionaryTable {
    let path: String
    /// As the input spells them: usually one.
    private var locales = NameList()
    private var originals = NameList()
    /// The translations.
    private var texts = StringsDictionary()
    /// The texts that they translate, also those without a translation.
    private var sources = StringsDictionary()
    /// What says more than XLIFF does: the file that is there, and those of the development language.
    private var existing: StringsDictionary?
    private var templates: [StringsDictionary] = []
    /// By unit id.
    private var origins: [ExactString: TextOrigin] = [:]
    /// Units that are written as nothing since their source is nothing; a translation takes the place.
    private var emptyForms: Set<ExactString> = []
    /// By the app's key: where its first unit is.
    private var places: [ExactString: TextOrigin] = [:]

    init(path: String) { self.path = path }

    /// Takes the units of one `file` element.
    mutating func add(_ file: XLIFFFile, locale: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger) {
        locales.insert(locale)
        if originals.insert(file.original) {
            if originals.names.count == 1 { existing = template(at: path, policy, file, &ledger) }
            if let template = template(at: file.original, policy, file, &ledger) { templates.append(template) }
        }
        var droppedPlaceholders = 0
        var untranslated: [(unit: XLIFFUnit, path: [String])] = []
        for unit in file.units {
            let keys = unit.key.flatMap { keyPath($0) }
            if let keys, let source = unit.source, sources[path: keys] == nil { sources.setString(source, at: keys) }
            switch policy.verdict(on: unit, in: file, &ledger) {
            case .skip(.untranslated):
                guard let keys, unit.source?.isEmpty == true else {
                    ledger.skip(unit, .untranslated, in: file, locale: locale)
                    continue
                }
                untranslated.append((unit, keys))
            case .skip(let reason): ledger.skip(unit, reason, in: file, locale: locale)
            case .take(let id, let value):
                droppedPlaceholders += unit.droppedPlaceholders
                guard let keys else {
                    ledger.report(
                        .warning, .unknownID,
                        "\(Finding.quoted(id)) is not the id of a text of a .stringsdict file; it is left out",
                        in: file,
                        at: unit.position)
                    ledger.skip(unit, .unknownID, in: file, locale: locale)
                    continue
                }
                add(value, at: keys, of: unit, in: file, locale: locale, policy.options.conflicts, &ledger)
            }
        }
        addEmptyForms(untranslated, in: file, locale: locale, &ledger)
        ledger.reportDroppedPlaceholders(droppedPlaceholders, in: file)
    }

    /// The file that came of it, none without a translation. What the app needs and XLIFF does not say is added, and
    /// what is wrong is reported.
    func files(_ ledger: inout ExportLedger) -> [StringsExport.File] {
        guard !texts.root.isEmpty else { return [] }
        var completion = DictionaryCompletion(texts, sources: sources, existing: existing, templates: templates)
        completion.complete()
        for remark in completion.remarks { report(remark.finding, about: remark.key, &ledger) }
        let categories = locales.names.first.flatMap { PluralCategories.of(locale: $0) }
        for key in completion.result.keys {
            for finding in completion.result.structureFindings(of: key, file: "", categories: categories) {
                report(finding, about: key, &ledger)
            }
        }
        // Xcode's writer sorts.
        var result = completion.result
        result.sort()
        var file = StringsExport.File(
            path: path, locales: locales.names, originals: originals.names, content: .dictionary(result))
        file.addedTexts = Set(completion.added.map { ExactString(StringsDictionaryUnitID(path: $0).description) })
        return [file]
    }

    private func report(_ finding: Finding, about key: String, _ ledger: inout ExportLedger) {
        var finding = finding
        let place = places[ExactString(key)]
        finding.file = place?.document ?? ""
        finding.position = place?.position
        finding.locale = place?.locale ?? locales.names.first
        finding.subject = .init(original: place?.original ?? "", key: key)
        ledger.add(findings: [finding])
    }

    // MARK: One unit

    /// The keys that an id names; a template tells where a key of the app ends that looks like a path itself.
    private func keyPath(_ id: String) -> [String]? {
        for template in (existing.map { [$0] } ?? []) + templates {
            if let known = StringsDictionaryUnitID(id, in: template), template.root[known.path[0]] != nil {
                return known.path
            }
        }
        return StringsDictionaryUnitID(id)?.path
    }

    private mutating func add(
        _ value: String, at keys: [String], of unit: XLIFFUnit, in file: XLIFFFile, locale: String,
        _ conflicts: StringsExporter.Conflicts, _ ledger: inout ExportLedger
    ) {
        let id = ExactString(unit.key ?? "")
        if emptyForms.remove(id) != nil, let origin = origins[id], texts.setString(value, at: keys) {
            ledger.withdraw(id.string, from: origin, .untranslated)
            return wrote(keys, of: unit, in: file, locale: locale, &ledger)
        }
        if let origin = origins[id], let known = texts[path: keys] {
            let isReplaced = ledger.settle(
                unit.key ?? "", at: unit.position, in: file, locale: locale, path: path, first: origin,
                hasSameValue: ExactString(known) == ExactString(value), conflicts)
            if isReplaced {
                texts.setString(value, at: keys)
                origins[id] = TextOrigin(in: file, at: unit.position)
            }
            return
        }
        guard texts.setString(value, at: keys) else {
            ledger.report(
                .warning, .conflictingTarget,
                "\(Finding.quoted(id.string)) leads through a text of another unit; it is left out", in: file,
                at: unit.position)
            return ledger.skip(unit, .conflict, in: file, locale: locale)
        }
        wrote(keys, of: unit, in: file, locale: locale, &ledger)
    }

    private mutating func wrote(
        _ keys: [String], of unit: XLIFFUnit, in file: XLIFFFile, locale: String, _ ledger: inout ExportLedger
    ) {
        let origin = TextOrigin(in: file, at: unit.position)
        origins[ExactString(unit.key ?? "")] = origin
        if let key = keys.first, places[ExactString(key)] == nil { places[ExactString(key)] = origin }
        ledger.wrote(locale: locale)
    }

    /// An empty source has nothing to translate: beside translated forms it is written as it is, as Xcode does ("" for
    /// zero).
    private mutating func addEmptyForms(
        _ units: [(unit: XLIFFUnit, path: [String])], in file: XLIFFFile, locale: String,
        _ ledger: inout ExportLedger
    ) {
        for (unit, keys) in units {
            let hasSiblings = texts.dictionary(at: Array(keys.dropLast())) != nil
            if hasSiblings, texts[path: keys] == nil, texts.setString("", at: keys) {
                emptyForms.insert(ExactString(unit.key ?? ""))
                wrote(keys, of: unit, in: file, locale: locale, &ledger)
            } else {
                ledger.skip(unit, .untranslated, in: file, locale: locale)
            }
        }
    }

    /// The dictionary in a file of the sources, if there is one that can be read.
    private func template(
        at place: String, _ policy: UnitPolicy, _ file: XLIFFFile, _ ledger: inout ExportLedger
    ) -> StringsDictionary? {
        guard let bytes = policy.sources.contents(of: place) else { return nil }
        do throws(XLIFFError) {
            return try StringsDictionary(bytes: bytes, name: place)
        } catch {
            ledger.report(
                .warning, .existingFile, "the value types in \"\(place)\" cannot be read: \(error.finding.message)",
                in: file,
                at: file.position)
            return nil
        }
    }
}
