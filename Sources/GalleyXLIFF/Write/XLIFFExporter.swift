import Foundation

/// Makes XLIFF of a project's texts: the way back from `.strings` to what translators work with.
///
///     let project = try LocalizedProject(inputs: ["MyApp"])
///     let export = try XLIFFExporter(project: project).export()
///     try export.write(to: folder)
///
/// One document for each locale, as Xcode makes them: files in the order of their paths, units in the order of their
/// ids; the source from the development language, the target where there is a translation, the note from the comment.
/// What only a translation has is not lost: its key stands for the source. Converting the document back gives the
/// translations again.
public struct XLIFFExporter: Sendable {
    /// What an export may be told.
    public struct Options: Sendable {
        /// The language that the texts are written in; `nil` to find it out.
        public var sourceLanguage: String?
        /// The locales to export; `nil` for all that have a translation.
        public var locales: [String]?
        /// The version to write. What it cannot hold is left out with a warning.
        public var version = XLIFFWriter.Version.xliff12
        /// The program that documents name. Its id is Xcode's: translation services tell Apple's ids by it.
        public var tool: XLIFFTool?

        /// This program.
        public static let tool = XLIFFTool(id: "com.apple.dt.xcode", name: "xliffix")

        public init(sourceLanguage: String? = nil, locales: [String]? = nil, tool: XLIFFTool? = Self.tool) {
            self.sourceLanguage = sourceLanguage
            self.locales = locales
            self.tool = tool
        }
    }

    public let project: LocalizedProject
    public let options: Options

    public init(project: LocalizedProject, options: Options = .init()) {
        self.project = project
        self.options = options
    }

    /// Reads the tables and makes the documents.
    ///
    /// - Throws: ``XLIFFError`` when the development language cannot be told, or a locale cannot be one. A file that
    ///   cannot be read is an error among the findings: then nothing is to be written.
    public func export() throws(XLIFFError) -> XLIFFExport {
        var reader = TableReader()
        reader.readCatalogs(of: project)
        let sourceLanguage = try sourceLanguage(reader.catalogs.values)
        let locales = try locales(sourceLanguage, reader.catalogs.values)
        var export = XLIFFExport(sourceLanguage: sourceLanguage, project: project, options: options)
        var files = [[XLIFFFile]](repeating: [], count: locales.count)
        // Table by table, so that all but catalogs are in memory for a moment only.
        for table in inOrder(sourceLanguage) {
            let contents = reader.contents(of: table, sourceLanguage: sourceLanguage, locales: locales)
            for (index, locale) in locales.enumerated() {
                guard let all = contents.units(for: locale, &reader.findings) else { continue }
                let units = writable(all, of: table, &reader.findings)
                if units.isEmpty { continue }
                var file = XLIFFFile(
                    document: table.original(sourceLanguage: sourceLanguage),
                    original: table.original(sourceLanguage: sourceLanguage), position: .start)
                file.sourceLanguage = sourceLanguage
                file.targetLanguage = locale
                file.datatype = "plaintext"
                file.tool = options.tool
                file.units = units
                files[index].append(file)
            }
            export.sources.append(contentsOf: contents.sources)
        }
        for (index, locale) in locales.enumerated() {
            guard !files[index].isEmpty else {
                reader.findings.append(
                    Finding(.warning, .nothingFound, "there is no text to export for \"\(locale)\"", file: ""))
                continue
            }
            export.documents.append(
                XLIFFExport.Document(
                    locale: locale,
                    document: XLIFFDocument(
                        name: "\(locale).xliff", version: options.version.rawValue, files: files[index])))
        }
        export.findings = reader.findings
        return export
    }

    /// The units as they are written, without those that XLIFF cannot hold.
    private func writable(_ units: [XLIFFUnit], of table: LocalizedTable, _ findings: inout [Finding]) -> [XLIFFUnit] {
        units.compactMap { unit in
            var unit = unit
            // As Xcode has it: nobody is to tidy up the spaces.
            unit.preservesSpace = true
            let isKeyBad = unit.id.map(XMLOutput.hasForbidden) ?? false
            let isTextBad = [unit.source, unit.target].contains { $0.map(XMLOutput.hasForbidden) ?? false }
            guard isKeyBad || isTextBad && options.version == .xliff12 else {
                // XLIFF 2 has no use for an empty note.
                if options.version == .xliff21, unit.note?.isEmpty == true { unit.note = nil }
                return unit
            }
            let hint = isKeyBad ? "" : "; XLIFF 2.1 can hold it"
            findings.append(
                Finding(
                    .warning, .illegalCharacter,
                    "\(Finding.quoted(unit.id ?? "")) has a control character that XML forbids and is left out\(hint)",
                    file: ProjectSearch.displayed(table.files.values.min() ?? ""), position: unit.position))
            return nil
        }
    }

    /// The tables in the order of their originals, which Xcode sorts without regard to case.
    private func inOrder(_ sourceLanguage: String) -> [LocalizedTable] {
        let originals = project.tables.map { $0.original(sourceLanguage: sourceLanguage) }
        return KeyOrder.sortedIndices(of: originals).map { project.tables[$0] }
    }

    // MARK: Languages

    private func sourceLanguage(_ catalogs: some Sequence<StringCatalog>) throws(XLIFFError) -> String {
        if let language = options.sourceLanguage ?? project.developmentLanguage { return try checked(language) }
        let languages = Set(catalogs.map(\.sourceLanguage))
        if languages.count == 1, let language = languages.first { return try checked(language) }
        let folders = project.localeFolders
        if folders.contains("en") { return "en" }
        if folders.count == 1, let only = folders.first,
            project.tables.allSatisfy({ $0.files[LocalizedTable.base] == nil })
        {
            return try checked(only)
        }
        throw XLIFFError(
            Finding(
                .error, .missingSourceLanguage,
                "nothing says which language the texts are written in; --source-language does", file: project.root))
    }

    private func locales(
        _ sourceLanguage: String, _ catalogs: some Sequence<StringCatalog>
    ) throws(XLIFFError) -> [String] {
        if let locales = options.locales {
            var checked: [String] = []
            for locale in locales where !checked.contains(locale) { checked.append(try self.checked(locale)) }
            return checked
        }
        let names = Set(project.localeFolders).union(catalogs.flatMap(\.locales)).subtracting([sourceLanguage])
        return names.filter(LocaleName.isSafe).sorted()
    }

    private func checked(_ language: String) throws(XLIFFError) -> String {
        guard LocaleName.isSafe(language) else {
            throw XLIFFError(
                Finding(.error, .badLocale, "\(Finding.quoted(language)) cannot be the name of a locale", file: ""))
        }
        return language
    }
}

extension Finding.Code {
    // Exporting
    public static let missingSourceLanguage = Self(rawValue: "missing-source-language")
    public static let missingSource = Self(rawValue: "missing-source")
}
