/// Gathers the files of any number of XLIFF documents into `.strings`, `.stringsdict` and `.xcstrings` files.
///
/// Documents may be parts of one export, or several exports of one project: what belongs to the same path is merged,
/// and a key that is given two values is reported with both places. Which value is written, ``Options/conflicts`` says;
/// the result does not depend on anything but that and the order of the inputs.
public struct StringsExporter: Sendable {
    private var policy: UnitPolicy
    private var ledger: ExportLedger
    private var tables: [ExactString: OutputTable] = [:]
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
        let inOrder = tables.sorted { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }
        var files = MergedFiles.merge(inOrder.flatMap { $0.value.files(policy, &ledger) }, &ledger)
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
        let shared = sharedCatalog(of: original)
        let path = shared ?? original.path(locale: folder, layout: options.layout)
        let kind = shared == nil ? original.kind : .catalog
        if kind != .catalog { ledger.enter(locale, as: folder, in: file) }
        if original.isExternal, options.layout == .tree {
            ledger.report(
                .note, .outsideOriginal, "\"\(file.original)\" lies outside of the project; written as \(path)",
                in: file, at: file.position)
        }
        var table = tables.removeValue(forKey: ExactString(path)) ?? OutputTable(kind, path: path)
        table.add(file, locale: locale, folder: folder, policy, &ledger)
        tables[ExactString(path)] = table
    }

    /// A catalog that replaced the tables of a storyboard or xib, which keep their name in the XLIFF.
    private func sharedCatalog(of original: OriginalPath) -> String? {
        guard options.formats.contains(.xcstrings), let path = original.sharedCatalog,
            policy.sources.hasFile(at: path)
        else { return nil }
        return path
    }

    /// What a check found in a file, as grave as it is for this conversion: an error in a text that is not written keeps
    /// no locale from being written, and becomes a warning.
    public func weighed(_ findings: [Finding], in file: XLIFFFile) -> [Finding] {
        guard findings.contains(where: { $0.severity == .error && $0.subject != nil }) else { return findings }
        var (known, taken): (Set<ExactString>, Set<ExactString>) = ([], [])
        let original = OriginalPath(file.original)
        let isCatalog = original.kind == .catalog || sharedCatalog(of: original) != nil
        // What is decided here is reported when the file is converted.
        var ledger = ExportLedger(keepsSkippedUnits: false)
        for unit in file.units {
            guard let key = unit.key else { continue }
            known.insert(ExactString(key))
            guard options.canWrite(original.kind), isCatalog ? CatalogTable.canWrite(key, options) : true,
                case .take = policy.verdict(on: unit, in: file, isCatalog: isCatalog, &ledger)
            else { continue }
            taken.insert(ExactString(key))
        }
        return findings.map { finding in
            guard finding.severity == .error, let key = finding.subject.map({ ExactString($0.key) }),
                known.contains(key), !taken.contains(key)
            else { return finding }
            var finding = finding
            finding.severity = .warning
            return finding
        }
    }

    /// Paths that are one file where case or normalization does not count (macOS, Windows).
    private static func collisions(of files: [StringsExport.File]) -> [Finding] {
        var seen: [String: String] = [:]
        var findings: [Finding] = []
        for file in files {
            // Swift's dictionary compares by canonical equivalence, which covers normalization.
            guard let other = seen.updateValue(file.path, forKey: file.path.lowercased()) else { continue }
            findings.append(
                Finding(
                    .warning, .caseCollision,
                    "\"\(other)\" and \"\(file.path)\" are one file on a disk that ignores case or how accents are "
                        + "encoded", file: "", locale: file.locales.first))
        }
        return findings
    }
}
