/// Gathers the files of any number of XLIFF documents into `.strings` files.
///
/// Documents may be parts of one export, or several exports of one project: what belongs to the same path is merged,
/// and a key that is given two values is reported with both places. The first value wins, so the result does not depend
/// on anything but the order of the inputs.
public struct StringsExporter: Sendable {
    private var policy: UnitPolicy
    private var ledger: ExportLedger
    private var tables: [String: OutputTable] = [:]
    /// Files that name no locale, until their document ends.
    private var waiting: [XLIFFFile] = []
    private var sourceLanguages: Set<String> = []
    /// The first locale that a file of the document named.
    private var documentLocale: String?

    private var options: Options { policy.options }

    public init(options: Options = .init()) {
        policy = UnitPolicy(options: options)
        ledger = ExportLedger(keepsSkippedUnits: options.keepsSkippedUnits)
    }

    /// What the texts of the documents to come were taken from, where that can be looked at.
    public var sources: SourceContents {
        get { policy.sources }
        set { policy.sources = newValue }
    }

    /// Takes what reading a document brought up.
    public mutating func add(findings more: [Finding]) { ledger.add(findings: more) }

    /// Takes one `file` element. Call ``endDocument(named:)`` after the last one of its document.
    public mutating func add(_ file: XLIFFFile) {
        if let language = file.sourceLanguage { sourceLanguages.insert(language) }
        if let locale = file.targetLanguage, !locale.isEmpty {
            if documentLocale == nil { documentLocale = locale }
            convert(file, locale: locale)
        } else if options.fallback == .none, file.units.allSatisfy({ $0.target == nil && $0.kind == .text }) {
            // An export of the development language: nothing to convert, nothing to warn of.
            ledger.read(file, locale: "")
            for unit in file.units { ledger.skip(unit, .untranslated, in: file, locale: "") }
        } else {
            waiting.append(file)
        }
    }

    /// Ends a document: its files that named no locale get that of the others, or the one that its name suggests.
    ///
    /// - Parameters:
    ///   - name: the document's name, as findings tell it.
    ///   - error: why it could not be read to its end; then its locales are not written.
    public mutating func endDocument(named name: String, error: XLIFFError? = nil) {
        for file in waiting { convertWithoutLocale(file, ofDocument: name) }
        waiting = []
        documentLocale = nil
        if let error { ledger.add(findings: [error.finding]) }
        ledger.endDocument(named: name)
    }

    /// What came of it. Complexity: O(*files* log *files*).
    public func finish() -> StringsExport {
        var ledger = ledger
        let inOrder = tables.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var files = inOrder.flatMap { $0.value.files(policy, &ledger) }
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        for index in files.indices { files[index].stringsOptions = options.strings }
        return StringsExport(
            files: files, skipped: ledger.skipped,
            findings: ledger.findings + Self.collisions(of: files) + missingFallbacks(),
            counts: ledger.counts, failedLocales: ledger.failedLocales, failsEveryLocale: ledger.failsEveryLocale)
    }

    /// Locales with a region whose language is not there: `pt-BR` without `pt` leaves readers in Portugal without a
    /// translation. Only several locales together tell that.
    private func missingFallbacks() -> [Finding] {
        let locales = Set(ledger.counts.keys)
        guard locales.count > 1 else { return [] }
        let languages = locales.union(sourceLanguages)
        return locales.sorted().compactMap { locale -> Finding? in
            guard let tag = LocaleTag(locale), tag.region != nil, tag.script == nil, !languages.contains(tag.language)
            else { return nil }
            return Finding(
                .note, .missingFallback,
                "there is \(locale), but no \(tag.language) for readers in other regions", file: "", locale: locale)
        }
    }

    // MARK: One file

    private mutating func convertWithoutLocale(_ file: XLIFFFile, ofDocument name: String) {
        if let locale = documentLocale ?? LocaleName.guess(fromDocument: name) {
            let reason = documentLocale == nil ? "the document's name" : "another file of the document"
            ledger.report(
                .warning, .missingTargetLanguage,
                "\"\(file.original)\" has no target-language; taken as \(locale) after \(reason)", in: file,
                at: file.position)
            convert(file, locale: locale)
        } else {
            ledger.report(
                .warning, .missingTargetLanguage, "\"\(file.original)\" has no target-language and is left out",
                in: file, at: file.position)
            ledger.read(file, locale: "")
            for unit in file.units { ledger.skip(unit, .noLocale, in: file, locale: "") }
        }
    }

    private mutating func convert(_ file: XLIFFFile, locale: String) {
        var file = file
        file.targetLanguage = locale
        ledger.beginFile(locale: locale)
        let folder = options.localeStyle.name(of: locale)
        guard LocaleName.isSafe(folder) else {
            ledger.report(
                .error, .badLocale, "\"\(folder)\" cannot be the name of a locale's folder", in: file,
                at: file.position)
            ledger.read(file, locale: "")
            for unit in file.units { ledger.skip(unit, .noLocale, in: file, locale: "") }
            return
        }
        ledger.read(file, locale: locale)
        guard !file.units.isEmpty else { return }
        if file.original.isEmpty {
            ledger.report(
                .warning, .missingOriginal, "the file names no original; taken as Localizable.strings", in: file,
                at: file.position)
        }
        let original = OriginalPath(file.original)
        guard options.canWrite(original.kind) else {
            for unit in file.units { ledger.skip(unit, .format, in: file, locale: locale) }
            return
        }
        // A catalog that replaced the tables of a storyboard or xib keeps the name of that in the XLIFF.
        let catalog = options.formats.contains(.xcstrings) ? original.sharedCatalog : nil
        let kind = catalog.map(policy.sources.hasFile(at:)) == true ? OriginalPath.Kind.catalog : original.kind
        let path = kind == original.kind ? original.path(locale: folder, layout: options.layout) : catalog ?? ""
        if original.isExternal, options.layout == .tree {
            ledger.report(
                .note, .outsideOriginal, "\"\(file.original)\" lies outside of the project; written as \(path)",
                in: file, at: file.position)
        }
        var table = tables.removeValue(forKey: path) ?? OutputTable(kind, path: path, locale: locale)
        table.add(file, locale: locale, policy, &ledger)
        tables[path] = table
    }

    /// Paths that two tables would be written to (a compiled catalog beside a table of its name), and paths that are one
    /// file where case or normalization does not count (macOS, Windows).
    private static func collisions(of files: [StringsExport.File]) -> [Finding] {
        var seen: [String: String] = [:]
        var findings: [Finding] = []
        for file in files {
            // Swift's dictionary compares by canonical equivalence, which covers normalization.
            guard let other = seen.updateValue(file.path, forKey: file.path.lowercased()) else { continue }
            findings.append(
                ExactString(other) == ExactString(file.path)
                    ? Finding(
                        .error, .pathCollision, "a catalog and a table would both be \"\(other)\"", file: "",
                        locale: file.locales.first)
                    : Finding(
                        .warning, .caseCollision,
                        "\"\(other)\" and \"\(file.path)\" are one file on a disk that ignores case", file: "",
                        locale: file.locales.first))
        }
        return findings
    }
}
