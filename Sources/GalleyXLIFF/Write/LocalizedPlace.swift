/// What makes two files one table.
struct LocalizedTableKey: Hashable {
    var kind: LocalizedTable.Kind
    var folder: String
    var name: String
}

/// A file's place in a project.
struct LocalizedPlace {
    var key: LocalizedTableKey
    /// The name of the `.lproj` folder; empty without one.
    var localeFolder: String
    /// The file's name when it is the interface file itself.
    var interfaceFile: String?

    /// `nil` for a file that is no table, or no part of one.
    init?(path: String, below root: String) {
        let below = Substring(path.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1))
        var parts = below.split(separator: "/").map(String.init)
        guard let file = parts.popLast(), let dot = file.lastIndex(of: "."), dot > file.startIndex else { return nil }
        localeFolder = ""
        if let last = parts.last, last.hasSuffix(".lproj") {
            parts.removeLast()
            localeFolder = String(last.dropLast(".lproj".count))
        }
        let name = String(file[..<dot])
        let kind: LocalizedTable.Kind
        switch file[dot...].dropFirst() {
        case "strings": kind = .strings
        case "stringsdict": kind = .stringsDictionary
        case "xcstrings": kind = .catalog
        case "storyboard", "xib", "intentdefinition":
            guard localeFolder == LocalizedTable.base else { return nil }
            (kind, interfaceFile) = (.strings, file)
        default: return nil
        }
        key = LocalizedTableKey(kind: kind, folder: parts.joined(separator: "/"), name: name)
    }
}
