/// A table of texts in a project, with the files that hold it in each language.
public struct LocalizedTable: Sendable, Hashable {
    /// How the texts are kept.
    public enum Kind: Sendable, Hashable {
        case strings
        case stringsDictionary
        /// One file holds all languages.
        case catalog
    }

    /// The name of the folder for what belongs to no language: interface files, and texts of the development language.
    static let base = "Base"
    /// The name of the folder for catalogs of interface files.
    static let allLanguages = "mul"

    public var kind: Kind
    /// The folder above the `.lproj` folders, or of the file, relative to the project; empty for the project itself.
    public var folder: String
    /// The name without extension.
    public var name: String
    /// The files on disk by the name of their `.lproj` folder; by the empty name without one.
    public var files: [String: String] = [:]
    /// The name of an interface file in `Base.lproj` whose texts these are: a storyboard, a xib, an intent definition.
    public var interfaceFile: String?

    /// The extension of the files.
    var fileExtension: String {
        switch kind {
        case .strings: "strings"
        case .stringsDictionary: "stringsdict"
        case .catalog: "xcstrings"
        }
    }

    /// The one file of a catalog.
    var catalogFile: String? { kind == .catalog ? files[""] ?? files.min { $0.key < $1.key }?.value : nil }

    /// The locale's folder that holds the texts in the development language, or `nil`: `Base` comes first.
    func sourceFolder(_ language: String) -> String? {
        [Self.base, language, ""].first { files[$0] != nil }
    }

    /// The path of the source file, as Xcode writes it in an XLIFF.
    package func original(sourceLanguage: String) -> String {
        let place = folder.isEmpty ? "" : folder + "/"
        if let interfaceFile { return "\(place)\(Self.base).lproj/\(interfaceFile)" }
        let file = "\(name).\(fileExtension)"
        switch kind {
        case .catalog:
            return files[Self.allLanguages] == nil ? place + file : "\(place)\(Self.allLanguages).lproj/\(file)"
        case .strings, .stringsDictionary:
            let folder = sourceFolder(sourceLanguage) ?? sourceLanguage
            return place + (folder.isEmpty ? "" : "\(folder).lproj/") + file
        }
    }
}
