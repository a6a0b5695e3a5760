/// The texts of one table while documents are made of them.
struct TableContents {
    let table: LocalizedTable
    let sourceLanguage: String
    /// The files in the development language, which a bundle holds copies of.
    var sources: [String] = []
    /// The folder of the development language's file.
    var sourceFolder: String?
    /// By the name of the `.lproj` folder.
    var strings: [String: StringsFile] = [:]
    var dictionaries: [String: StringsDictionary] = [:]
    /// All languages in one.
    var catalog: StringCatalog?

    init(table: LocalizedTable, sourceLanguage: String) {
        self.table = table
        self.sourceLanguage = sourceLanguage
    }

    /// The units of the table for a locale, sorted by id; `nil` when the table has nothing to do with the locale.
    func units(for locale: String, _ findings: inout [Finding]) -> [XLIFFUnit]? {
        switch table.kind {
        case .strings: stringsUnits(for: locale, &findings)
        case .stringsDictionary: dictionaryUnits(for: locale, &findings)
        case .catalog: catalogUnits(for: locale)
        }
    }

    /// Says that a translation has what the development language lacks.
    func reportOrphans(_ count: Int, of path: String, hasTable: Bool, _ findings: inout [Finding]) {
        let texts = "\(count) \(count == 1 ? "text" : "texts")"
        let message =
            hasTable
            ? "\(texts) that the development language does not have: the key stands for the source"
            : "no such table in the development language: keys and comments stand for the sources of \(texts)"
        findings.append(Finding(.note, .missingSource, message, file: ProjectSearch.displayed(path)))
    }
}
