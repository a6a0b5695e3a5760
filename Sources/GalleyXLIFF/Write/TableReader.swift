import Foundation

/// Reads the files of tables, and keeps what there is to say about them.
struct TableReader {
    var findings: [Finding] = []

    /// The texts of a table in the development language and in all locales asked for.
    mutating func contents(of table: LocalizedTable, sourceLanguage: String, locales: [String]) -> TableContents {
        var contents = TableContents(table: table, sourceLanguage: sourceLanguage)
        var folders = locales.filter { table.files[$0] != nil }
        if let folder = table.sourceFolder(sourceLanguage), table.kind != .catalog {
            contents.sourceFolder = folder
            if !folders.contains(folder) { folders.append(folder) }
        }
        switch table.kind {
        case .strings:
            for folder in folders {
                contents.strings[folder] = read(table.files[folder]) { bytes, name throws(XLIFFError) in
                    let file = try StringsFile(bytes: bytes, name: name)
                    return (file, file.findings)
                }
            }
        case .stringsDictionary:
            for folder in folders {
                contents.dictionaries[folder] = read(table.files[folder]) { bytes, name throws(XLIFFError) in
                    let file = try StringsDictionary(bytes: bytes, name: name)
                    return (file, file.findings)
                }
            }
        case .catalog: contents.catalog = table.catalogFile.flatMap { catalogs[$0] }
        }
        if let source = contents.sourceFolder.map({ table.files[$0] }) ?? table.catalogFile {
            contents.sources.append(source)
        }
        return contents
    }

    /// The catalogs of a project, each read once: they say which languages there are, and hold all of them.
    private(set) var catalogs: [String: StringCatalog] = [:]

    mutating func readCatalogs(of project: LocalizedProject) {
        for path in project.tables.filter({ $0.kind == .catalog }).compactMap(\.catalogFile) {
            catalogs[path] = read(path) { bytes, name throws(XLIFFError) in
                let catalog = try StringCatalog(bytes: bytes, name: name)
                return (catalog, catalog.findings)
            }
        }
    }

    private mutating func read<Table>(
        _ path: String?, _ parse: ([UInt8], String) throws(XLIFFError) -> (Table, [Finding])
    ) -> Table? {
        guard let path else { return nil }
        do {
            let (table, more) = try parse(bytes(path), ProjectSearch.displayed(path))
            findings += more
            return table
        } catch {
            findings.append(error.finding)
            return nil
        }
    }

    private func bytes(_ path: String) throws(XLIFFError) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw XLIFFError(
                Finding(.error, .cannotRead, "the file cannot be read", file: ProjectSearch.displayed(path)))
        }
    }
}
