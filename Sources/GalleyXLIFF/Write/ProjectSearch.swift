import Foundation

/// Looks for the files of a project.
struct ProjectSearch {
    /// Absolute paths, in the order found.
    private(set) var files: [String] = []
    private(set) var projectName: String?
    private(set) var developmentLanguage: String?
    private var seen: Set<String> = []
    /// How deep the project lies that gave the name.
    private var projectDepth = Int.max

    /// Folders that hold no sources of this project.
    private static let passedOver: Set<String> = ["Pods", "Carthage", "DerivedData", "build", "node_modules"]
    private static let passedOverExtensions: Set<String> = [
        "xcloc", "app", "appex", "framework", "xcframework", "xcarchive", "xcassets", "docc", "xcworkspace",
    ]
    private static let extensions: Set<String> = [
        "strings", "stringsdict", "xcstrings", "storyboard", "xib", "intentdefinition",
    ]

    /// Takes a folder with all below it, or a file with its translations.
    mutating func add(_ input: String) throws(XLIFFError) {
        let path = Self.absolute(input)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw XLIFFError(Finding(.error, .cannotRead, "there is no such file or folder", file: input))
        }
        let before = files.count
        if !isFolder.boolValue {
            addFile(path)
        } else if path.hasSuffix(".lproj") {
            for name in Self.names(in: path) where Self.isTable(name) { addFile("\(path)/\(name)") }
        } else {
            addFolder(path)
        }
        guard files.count > before || !seen.isEmpty && seen.contains(path) else {
            throw XLIFFError(
                Finding(
                    .error, .nothingFound,
                    isFolder.boolValue
                        ? "no .strings, .stringsdict or .xcstrings in this folder"
                        : "this is no .strings, .stringsdict or .xcstrings file", file: input))
        }
    }

    private mutating func append(_ path: String) { if seen.insert(path).inserted { files.append(path) } }

    /// A file, and those of the same name in the `.lproj` folders beside its own.
    private mutating func addFile(_ path: String) {
        let file = Self.lastPart(path)
        guard Self.isTable(file) else { return }
        append(path)
        let folder = Self.parent(path)
        guard folder.hasSuffix(".lproj") else { return }
        let stem = file.prefix { $0 != "." }
        let above = Self.parent(folder)
        for sibling in Self.names(in: above) where sibling.hasSuffix(".lproj") {
            for name in Self.names(in: "\(above)/\(sibling)") where name.hasPrefix(stem + ".") && Self.isTable(name) {
                // A storyboard stands for its tables; strings and plural rules of one name are two tables.
                let isSame = name == file || Self.isInterface(name) || Self.isInterface(file)
                if isSame { append("\(above)/\(sibling)/\(name)") }
            }
        }
    }

    private mutating func addFolder(_ root: String) {
        var pending = [(path: root, depth: 0)]
        while let (folder, depth) = pending.popLast() {
            for name in Self.names(in: folder).reversed() where !name.hasPrefix(".") {
                let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR where Self.fileExtension(name) == "xcodeproj": note(project: path, name, depth)
                case S_IFDIR:
                    guard !Self.passedOver.contains(name),
                        !Self.passedOverExtensions.contains(Self.fileExtension(name)), depth < XLIFFLimits.folderDepth
                    else { continue }
                    pending.append((path, depth + 1))
                case S_IFREG where name == "Package.swift": note(package: path, depth)
                case S_IFREG where Self.isTable(name):
                    // A table outside of an .lproj folder is not localized, unless it is a catalog.
                    if folder.hasSuffix(".lproj") || name.hasSuffix(".xcstrings") { append(path) }
                default: break
                }
            }
        }
    }

    // MARK: What a project says of itself

    private mutating func note(project path: String, _ name: String, _ depth: Int) {
        guard depth < projectDepth else { return }
        projectDepth = depth
        projectName = name
        if let language = Self.word(after: "developmentRegion = ", in: "\(path)/project.pbxproj") {
            developmentLanguage = Self.languages[language] ?? language
        }
    }

    private mutating func note(package path: String, _ depth: Int) {
        guard depth < projectDepth, projectName == nil,
            let language = Self.word(after: "defaultLocalization: ", in: path)
        else { return }
        developmentLanguage = language
    }

    /// The names that languages had before they had codes.
    private static let languages = [
        "English": "en", "French": "fr", "German": "de", "Japanese": "ja", "Spanish": "es", "Italian": "it",
        "Dutch": "nl",
    ]

    /// The word, with or without quotes, behind the first `label` in a file.
    private static func word(after label: String, in path: String) -> String? {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count < XLIFFLimits.existingFileSize,
            let place = data.firstRange(of: Data(label.utf8))
        else { return nil }
        let word = data[place.upperBound...].drop { $0 == UInt8(ascii: "\"") }.prefix {
            $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") && $0 > 0x20
        }
        let language = String(decoding: word, as: UTF8.self)
        return LocaleName.isSafe(language) ? language : nil
    }

    // MARK: Paths

    /// The folder that places are relative to.
    func root(inputs: [String]) -> String {
        if inputs.count == 1, let only = inputs.first.map(Self.absolute), !only.hasSuffix(".lproj"),
            !seen.contains(only)
        {
            return only
        }
        let current = Self.absolute(FileManager.default.currentDirectoryPath)
        let owners = files.map { path in
            let folder = Self.parent(path)
            return folder.hasSuffix(".lproj") ? Self.parent(folder) : folder
        }
        func holds(_ root: String, _ folder: String) -> Bool {
            root == "/" || folder == root || folder.hasPrefix(root + "/")
        }
        if owners.allSatisfy({ holds(current, $0) }) { return current }
        var root = owners.first ?? current
        for owner in owners { while !holds(root, owner) { root = Self.parent(root) } }
        return root
    }

    /// An absolute path without `.`, `..` and doubled slashes; links are not resolved.
    static func absolute(_ path: String) -> String {
        let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [Substring] = []
        for part in full.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// A path as a person would name it: relative to the current folder where it lies below it.
    static func displayed(_ path: String) -> String {
        let current = absolute(".") + "/"
        return path.utf8.starts(with: current.utf8) ? String(Substring(path.utf8.dropFirst(current.utf8.count))) : path
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func fileExtension(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? ""
    }

    private static func isTable(_ name: String) -> Bool { extensions.contains(fileExtension(name)) }

    private static func isInterface(_ name: String) -> Bool {
        ["storyboard", "xib", "intentdefinition"].contains(fileExtension(name))
    }
}
