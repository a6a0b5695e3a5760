/// A string catalog while its units are gathered, in any number of languages: an existing one that is updated in place,
/// or a new one. Without `.xcstrings` among the formats it is compiled instead, to a `.strings` and a `.stringsdict` file
/// for each language.
struct CatalogTable {
    /// A text that is set.
    private struct Known {
        var origin: TextOrigin
        var value: String
        var key: String
        var path: CatalogPath
    }

    /// A unit that says something.
    private struct Item {
        var unit: XLIFFUnit
        var key: String
        var path: CatalogPath
        var value: String
    }

    /// A folder that the catalog is compiled into.
    private struct Output {
        var folder: String
        /// What the catalog calls the locale.
        var spelling: String
        /// What the input calls it.
        var locales = NameList()
    }

    let path: String
    private var locales = NameList()
    private var originals = NameList()
    private var update: CatalogUpdate?
    private var spellings = CatalogSpellings()
    private var outputs: [ExactString: Output] = [:]
    /// By what the catalog calls the locale, and unit id.
    private var texts: [ExactString: [ExactString: Known]] = [:]

    init(path: String) { self.path = path }

    // MARK: Units

    /// Takes the units of one `file` element.
    mutating func add(
        _ file: XLIFFFile, locale: String, folder: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger
    ) {
        originals.insert(file.original)
        locales.insert(locale)
        if update == nil {
            let start = start(file, policy, &ledger)
            spellings = CatalogSpellings(start.catalog.locales)
            update = start
        }
        // Moved out and back, so that it is changed in place.
        guard var update = update.take() else { return }
        let spelling = spellings.spelling(of: policy.options.localeStyle.map[locale] ?? locale)
        let isCompiled = !policy.options.formats.contains(.xcstrings)
        ledger.enter(locale, as: isCompiled ? folder : spelling, in: file)
        outputs[ExactString(folder), default: Output(folder: folder, spelling: spelling)].locales.insert(locale)
        let items = items(of: file, locale: locale, update, policy, &ledger)
        learn(items, &update)
        // Formats are set when the variables that they name are there.
        for item in items.filter({ $0.path.substitution != nil }) + items.filter({ $0.path.substitution == nil }) {
            set(item, in: file, locale: locale, spelling: spelling, &update, policy, &ledger)
        }
        addMissingFormats(of: items, in: file, locale: locale, spelling: spelling, &update, &ledger)
        self.update = update
        ledger.reportDroppedPlaceholders(items.reduce(0) { $0 + $1.unit.droppedPlaceholders }, in: file)
    }

    /// The catalog that is there, or a new one.
    private func start(_ file: XLIFFFile, _ policy: UnitPolicy, _ ledger: inout ExportLedger) -> CatalogUpdate {
        let language = file.sourceLanguage ?? "en"
        for place in path == file.original ? [path] : [path, file.original] {
            guard let bytes = policy.sources.contents(of: place) else { continue }
            do throws(XLIFFError) {
                let catalog = try StringCatalog(bytes: bytes, name: place)
                return CatalogUpdate(base: catalog, sourceLanguage: language)
            } catch {
                ledger.report(
                    .warning, .existingFile, "\"\(place)\" is there and cannot be read: \(error.finding)", in: file,
                    at: file.position)
            }
        }
        return CatalogUpdate(base: nil, sourceLanguage: language)
    }

    /// The units that are to be set; the others are entered as skipped.
    private func items(
        of file: XLIFFFile, locale: String, _ update: CatalogUpdate, _ policy: UnitPolicy,
        _ ledger: inout ExportLedger
    ) -> [Item] {
        let ids = Set(file.units.compactMap { $0.key.map(ExactString.init) })
        var items: [Item] = []
        for unit in file.units {
            let value: String
            switch policy.verdict(on: unit, in: file, isCatalog: true, &ledger) {
            case .skip(let reason):
                ledger.skip(unit, reason, in: file, locale: locale)
                continue
            case .take(_, let taken): value = taken
            }
            guard let (key, path) = place(of: unit, in: file, among: ids, update.base, &ledger) else {
                ledger.skip(unit, .unknownID, in: file, locale: locale)
                continue
            }
            items.append(Item(unit: unit, key: key, path: path, value: value))
        }
        guard !policy.options.formats.contains(.xcstrings) else { return items }
        let formatted = Set(items.filter { $0.path.substitution != nil }.map { ExactString($0.key) })
        return items.filter { item in
            let isRule = item.path != .root || formatted.contains(ExactString(item.key))
            let canWrite = policy.options.formats.contains(isRule ? .stringsdict : .strings)
            if !canWrite { ledger.skip(item.unit, .format, in: file, locale: locale) }
            return canWrite
        }
    }

    /// Whether a text may be written by its id alone; of a format whose variables are elsewhere it is not known.
    static func canWrite(_ id: String, _ options: StringsExporter.Options) -> Bool {
        guard !options.formats.contains(.xcstrings), case .variation = CatalogUnitID(id) else { return true }
        return options.formats.contains(.stringsdict)
    }

    /// What a unit's id says; `nil` when it cannot be told, which is reported and never guessed.
    private func place(
        of unit: XLIFFUnit, in file: XLIFFFile, among ids: Set<ExactString>, _ base: StringCatalog?,
        _ ledger: inout ExportLedger
    ) -> (key: String, path: CatalogPath)? {
        let id = unit.key ?? ""
        let shape = CatalogUnitID(id)
        guard let resolved = base.map({ shape.resolved(id: id, in: $0) }) ?? shape else {
            ledger.report(
                .warning, .ambiguousID,
                "the catalog has the key \(Finding.quoted(id)) and a variation of that id; the unit is left out",
                in: file, at: unit.position)
            return nil
        }
        switch resolved {
        case .key(let key): return (key, .root)
        case .unknown(_, let tail):
            ledger.report(
                .warning, .unknownVariation,
                "\(Finding.quoted(id)) looks like a variation, but \"\(tail)\" is of no known kind; the unit is left out",
                in: file, at: unit.position)
            return nil
        case .variation(let key, let path):
            if base?.isVaried(key) == true || Self.hasOther(path, of: key, among: ids) { return (key, path) }
            ledger.report(
                .warning, .ambiguousID,
                "\(Finding.quoted(id)) may be a key or a plural form; there is no form \"other\" beside it, and no "
                    + "catalog to ask; the unit is left out", in: file, at: unit.position)
            return nil
        }
    }

    /// Whether the form "other", which every plural rule has, is among the units.
    private static func hasOther(_ path: CatalogPath, of key: String, among ids: Set<ExactString>) -> Bool {
        guard path.steps.last?.axis == "plural" else { return true }
        var other = path
        other.steps[other.steps.count - 1] = .plural(.other)
        return ids.contains(ExactString(CatalogUnitID.text(key: key, path: other)))
    }

    /// What units show of variables: the number in the format, the specifier in the forms.
    private func learn(_ items: [Item], _ update: inout CatalogUpdate) {
        let keys = Set(items.filter { $0.path.substitution != nil }.map { ExactString($0.key) })
        for item in items where keys.contains(ExactString(item.key)) {
            for text in [item.value, item.unit.source ?? ""] {
                if let name = item.path.substitution {
                    guard let number = FormatSpecifiers(text).firstNumber else { continue }
                    let isNumbered = text.hasUTF8(Array("%\(number.position)$".utf8))
                    update.learn(
                        .init(name: name, argument: isNumbered ? number.position : nil, specifier: number.type),
                        of: item.key)
                } else {
                    for reference in CatalogSubstitution.references(in: text) {
                        update.learn(.init(name: reference.name, argument: reference.argument), of: item.key)
                    }
                }
            }
        }
    }

    private mutating func set(
        _ item: Item, in file: XLIFFFile, locale: String, spelling: String, _ update: inout CatalogUpdate,
        _ policy: UnitPolicy, _ ledger: inout ExportLedger
    ) {
        let id = ExactString(item.unit.key ?? "")
        let known = texts[ExactString(spelling)]?[id]
        if let known {
            let isReplaced = ledger.settle(
                item.unit.key ?? "", at: item.unit.position, in: file, locale: locale, path: path, first: known.origin,
                hasSameValue: ExactString(known.value) == ExactString(item.value), policy.options.conflicts)
            guard isReplaced else { return }
        }
        let edit = CatalogUpdate.Edit(
            key: item.key, path: item.path, locale: spelling, inputLocale: locale,
            text: .init(item.value, state: item.unit.catalogState), source: item.unit.source, comment: item.unit.note,
            isCommentGenerated: item.unit.notes.contains { $0.author == "auto-generated" })
        let isUnknown = update.base.map { !$0.contains(item.key) } ?? false
        do throws(StringCatalog.Obstacle) {
            if try update.apply(edit) {
                ledger.report(
                    .warning, .inferredValueType,
                    "nothing shows the type of the number of \"\(item.path.substitution ?? "")\" in "
                        + "\(Finding.quoted(item.key)); taken as %lld", in: file, at: item.unit.position)
            }
        } catch {
            ledger.report(
                .warning, .overlappingShapes, "\(Finding.quoted(id.string)) is left out: \(error.words)", in: file,
                at: item.unit.position)
            if known == nil { ledger.skip(item.unit, .conflict, in: file, locale: locale) }
            return
        }
        if isUnknown {
            ledger.report(
                .note, .unknownKey, "the catalog has no key \(Finding.quoted(item.key)); it is added", in: file,
                at: item.unit.position)
        }
        if known == nil { ledger.wrote(locale: locale) }
        var origin = TextOrigin(in: file, at: item.unit.position)
        // The text counts where it was counted first.
        if let known { origin.locale = known.origin.locale }
        texts[ExactString(spelling), default: [:]][id] = Known(
            origin: origin, value: item.value, key: item.key, path: item.path)
    }

    /// The format of a key whose variables are translated and it is not: without one the catalog does not compile. It gets
    /// the source's, as a text that is not translated yet.
    private func addMissingFormats(
        of items: [Item], in file: XLIFFFile, locale: String, spelling: String, _ update: inout CatalogUpdate,
        _ ledger: inout ExportLedger
    ) {
        guard items.contains(where: { $0.path.substitution != nil }) else { return }
        let sources = Dictionary(
            file.units.map { (ExactString($0.key ?? ""), $0.source) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<ExactString> = []
        for item in items where item.path.substitution != nil && seen.insert(ExactString(item.key)).inserted {
            let texts = update.catalog.texts(of: item.key, in: spelling)
            guard !texts.isEmpty, !texts.contains(where: { $0.path.substitution == nil }) else { continue }
            let language = update.catalog.sourceLanguage
            let known = update.catalog.text(of: item.key, in: language)?.value
            guard let format = known ?? sources[ExactString(item.key)] ?? nil else {
                ledger.report(
                    .warning, .undefinedSubstitution,
                    "no text of \(Finding.quoted(item.key)) refers to its substitutions", in: file,
                    at: item.unit.position)
                continue
            }
            let edit = CatalogUpdate.Edit(
                key: item.key, path: .root, locale: spelling, inputLocale: locale,
                text: .init(format, state: "new"), source: format)
            if (try? update.apply(edit)) != nil {
                ledger.report(
                    .warning, .undefinedSubstitution,
                    "the format of \(Finding.quoted(item.key)) is not translated; the source's is written, since its "
                        + "substitutions need it", in: file, at: item.unit.position)
            }
        }
    }

    // MARK: Files

    /// The files that came of it, none without a text.
    func files(_ policy: UnitPolicy, _ ledger: inout ExportLedger) -> [StringsExport.File] {
        guard var update, !update.edits.isEmpty else { return [] }
        update.finish()
        if policy.options.formats.contains(.xcstrings) {
            return [.init(path: path, locales: locales.names, originals: originals.names, content: .catalog(update))]
        }
        var seen: Set<ExactString> = []
        let inOrder = outputs.values.sorted { $0.folder < $1.folder }
        return inOrder.flatMap { output in
            compiled(
                update.catalog, output, isFirst: seen.insert(ExactString(output.spelling)).inserted, policy.options,
                &ledger)
        }
    }

    private func compiled(
        _ catalog: StringCatalog, _ output: Output, isFirst: Bool, _ options: StringsExporter.Options,
        _ ledger: inout ExportLedger
    ) -> [StringsExport.File] {
        var compiler = CatalogCompiler(catalog: catalog, locale: output.spelling, file: path)
        compiler.compile()
        let compiled = compiler.result
        ledger.add(
            findings: compiled.findings.map { finding in
                var finding = finding
                finding.locale = output.locales.names.first
                return finding
            })
        if isFirst { withdrawTexts(from: compiler, output, options, &ledger) }
        func file(_ fileExtension: String, _ content: StringsExport.Content) -> StringsExport.File {
            let path = compiledPath(output.folder, fileExtension)
            return .init(
                path: path, locales: output.locales.names, originals: originals.names, content: content)
        }
        var files: [StringsExport.File] = []
        if !compiled.entries.isEmpty, options.formats.contains(.strings) {
            files.append(file("strings", .strings(StringsEntries(compiled.entries))))
        }
        if !compiled.dictionary.keys.isEmpty, options.formats.contains(.stringsdict) {
            var dictionary = compiled.dictionary
            dictionary.sort()
            files.append(file("stringsdict", .dictionary(dictionary)))
        }
        return files
    }

    /// Units count as written only if a compiled file holds them.
    private func withdrawTexts(
        from compiler: CatalogCompiler, _ output: Output, _ options: StringsExporter.Options,
        _ ledger: inout ExportLedger
    ) {
        let missing = (texts[ExactString(output.spelling)] ?? [:]).filter { _, known in
            let id = ExactString(CatalogUnitID.text(key: known.key, path: known.path))
            return !(options.formats.contains(.strings) && compiler.inEntries.contains(id))
                && !(options.formats.contains(.stringsdict) && compiler.inDictionary.contains(id))
        }
        for (id, known) in missing.sorted(by: { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }) {
            let isTranslatable = compiler.catalog.isTranslatable(known.key)
            ledger.withdraw(id.string, from: known.origin, isTranslatable ? .notCompiled : .notTranslatable)
        }
    }

    /// `App/Localizable.xcstrings`: `App/de.lproj/Localizable.strings`.
    private func compiledPath(_ folder: String, _ fileExtension: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        let name = (parts.popLast() ?? "").split(separator: ".").dropLast().joined(separator: ".")
        return (parts + ["\(folder).lproj", "\(name).\(fileExtension)"]).joined(separator: "/")
    }
}

extension XLIFFUnit {
    /// The state that a catalog gives to a text that is taken (Xcode 27).
    var catalogState: String { stateQualifier == "leveraged-mt" ? "machine_translated" : "translated" }
}
