/// A string catalog while its units are gathered.
struct CatalogTable {
    let path: String
    let locale: String

    init(path: String, locale: String) {
        self.path = path
        self.locale = locale
    }

    /// Nothing yet.
    var files: [StringsExport.File] { [] }

    /// Takes the units of one `file` element.
    mutating func add(_ file: XLIFFFile, locale: String, _ policy: UnitPolicy, _ ledger: inout ExportLedger) {
        ledger.leaveOut(file, locale: locale, .catalog, "string catalogs are not converted yet")
    }
}
