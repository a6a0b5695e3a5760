/// A `.stringsdict` file while its units are gathered.
struct DictionaryTable {
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
        ledger.leaveOut(file, locale: locale, .pluralRule, "plural rules are not converted yet")
    }
}
