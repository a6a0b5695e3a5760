import Foundation

/// The texts of a project on disk: which tables there are, in which languages.
///
///     let project = try LocalizedProject(inputs: ["MyApp"])
///     for table in project.tables { print(table.folder, table.name) }
///
/// Nothing is read but the names, and what the project says of its development language. Hidden folders, symbolic links,
/// built products and the folders of package managers are passed over, unless they are named.
public struct LocalizedProject: Sendable {
    /// Sorted by place.
    public private(set) var tables: [LocalizedTable] = []
    /// The language that the texts are written in, if the project says.
    public private(set) var developmentLanguage: String?
    /// The name of the Xcode project or workspace, if there is one.
    public private(set) var name: String?
    /// The folder that the places of tables are relative to.
    public let root: String

    /// Looks for tables.
    ///
    /// - Parameter inputs: folders and files. A file in an `.lproj` folder stands for the table in all languages. Places
    ///   are relative to the folder if it is a single one, else to the current folder, or to the deepest folder that
    ///   holds everything when something lies outside of that.
    /// - Throws: ``XLIFFError`` when something is not there or holds no table.
    public init(inputs: [String]) throws(XLIFFError) {
        var search = ProjectSearch()
        for input in inputs { try search.add(input) }
        root = search.root(inputs: inputs)
        (name, developmentLanguage) = (search.projectName, search.developmentLanguage)
        var index: [LocalizedTableKey: Int] = [:]
        var interfaces: [LocalizedTableKey: String] = [:]
        for path in search.files {
            guard let place = LocalizedPlace(path: path, below: root) else { continue }
            if let interfaceFile = place.interfaceFile {
                interfaces[place.key] = interfaceFile
                continue
            }
            if index[place.key] == nil {
                index[place.key] = tables.count
                tables.append(LocalizedTable(kind: place.key.kind, folder: place.key.folder, name: place.key.name))
            }
            index[place.key].map { tables[$0].files[place.localeFolder] = path }
        }
        for (key, file) in interfaces {
            if let known = index[key] { tables[known].interfaceFile = file }
            var catalog = key
            catalog.kind = .catalog
            if let known = index[catalog], tables[known].files[LocalizedTable.allLanguages] != nil {
                tables[known].interfaceFile = file
            }
        }
        let keys = tables.map { "\($0.folder)/\($0.name).\($0.fileExtension)" }
        tables = KeyOrder.sortedIndices(of: keys).map { tables[$0] }
    }

    /// The names of the `.lproj` folders that hold tables, sorted; without `Base`.
    public var localeFolders: [String] {
        let names = Set(tables.flatMap(\.files.keys))
        return names.subtracting([LocalizedTable.base, LocalizedTable.allLanguages, ""]).sorted()
    }
}
