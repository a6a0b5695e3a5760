/// One output file while its units are gathered. Each format knows how a unit becomes a part of it.
enum OutputTable {
    case strings(StringsTable)
    case dictionary(DictionaryTable)
    case catalog(CatalogTable)

    init(_ kind: OriginalPath.Kind, path: String) {
        self =
            switch kind {
            case .strings: .strings(StringsTable(path: path))
            case .stringsDictionary: .dictionary(DictionaryTable(path: path))
            case .catalog: .catalog(CatalogTable(path: path))
            }
    }

    /// Takes the units of one `file` element. Every one of them is entered in the ledger.
    ///
    /// - Parameters:
    ///   - locale: as the input spells it; the target language of `file`.
    ///   - folder: the locale's folder in the output.
    mutating func add(
        _ file: XLIFFFile, locale: String, folder: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger
    ) {
        // The payload is moved out and back, so that it is changed in place.
        switch consume self {
        case .strings(var table):
            table.add(file, locale: locale, policy, &ledger)
            self = .strings(table)
        case .dictionary(var table):
            table.add(file, locale: locale, policy, &ledger)
            self = .dictionary(table)
        case .catalog(var table):
            table.add(file, locale: locale, folder: folder, policy, &ledger)
            self = .catalog(table)
        }
    }

    /// The files that came of it: a compiled catalog gives two, plural rules apart. What shows only when all units are
    /// there is reported now.
    func files(_ policy: UnitPolicy, _ ledger: inout ExportLedger) -> [StringsExport.File] {
        switch self {
        case .strings(let table): [table.file]
        case .dictionary(let table): table.files(&ledger)
        case .catalog(let table): table.files(policy, &ledger)
        }
    }
}
