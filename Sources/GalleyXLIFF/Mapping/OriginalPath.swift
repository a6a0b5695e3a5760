/// Where the texts of a source file belong: from the `original` of an XLIFF file to a path below the output folder.
///
/// As Xcode does on import (reference: golden pairs of real projects):
///
///     App/en.lproj/Localizable.strings        App/de.lproj/Localizable.strings
///     App/Base.lproj/Main.storyboard          App/de.lproj/Main.strings
///     App/Localizable.strings                 App/de.lproj/Localizable.strings
///     App/Info.plist                          App/de.lproj/InfoPlist.strings
///
/// A path that could leave the output folder (`..`, absolute, a drive letter, backslashes) is kept, spelled out, below
/// `_external`, where two different ones stay different.
package struct OriginalPath: Hashable {
    /// What a source file is written as.
    package enum Kind: Hashable {
        case strings
        /// Plural rules: a property list of its own.
        case stringsDictionary
        /// A string catalog, which holds all languages.
        case catalog
    }

    /// The folder for what lies outside of the project.
    static let externalFolder = "_external"

    package var kind: Kind
    /// The folders above the `.lproj`, or above the file when there is none.
    var folders: [String]
    /// The table's name, without extension.
    var name: String
    /// Whether the original could have left the output folder.
    package var isExternal: Bool
    /// Whether it lies in an `.lproj` folder.
    private var hasLocaleFolder = false
    /// Whether it is a storyboard or a xib.
    private var isInterface = false

    package init(_ original: String) {
        let spelled = Self.components(of: original)
        isExternal = spelled.isExternal
        var components = spelled.components
        let file = components.popLast() ?? ""
        if let last = components.last, last.hasSuffix(".lproj") {
            components.removeLast()
            hasLocaleFolder = true
        }
        folders = spelled.isExternal ? [Self.externalFolder] + components : components
        let dot = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 }
        let stem = String(file[..<(dot ?? file.endIndex)])
        let fileExtension = dot.map { String(file[$0...].dropFirst()) } ?? ""
        isInterface = ["storyboard", "xib"].contains(fileExtension)
        switch fileExtension {
        case "stringsdict": (kind, name) = (.stringsDictionary, stem)
        case "xcstrings": (kind, name) = (.catalog, stem)
        case "plist" where stem == "Info" || stem.hasSuffix("-Info"): (kind, name) = (.strings, "InfoPlist")
        default: (kind, name) = (.strings, stem)
        }
        if name.isEmpty { name = "Localizable" }
    }

    /// The catalog that a storyboard's or xib's texts are in, if the project has one: Xcode keeps it in `mul.lproj`
    /// beside `Base.lproj`, and goes on naming the storyboard in its exports.
    package var sharedCatalog: String? {
        guard hasLocaleFolder, isInterface else { return nil }
        return (folders + ["mul.lproj", "\(name).xcstrings"]).joined(separator: "/")
    }

    /// The extension of what is written.
    private var fileExtension: String {
        switch kind {
        case .strings: "strings"
        case .stringsDictionary: "stringsdict"
        case .catalog: "xcstrings"
        }
    }

    /// Where it is written for `locale`, below the output folder. A catalog holds all locales and stays where it is.
    package func path(locale: String, layout: StringsExporter.Layout) -> String {
        let folders = layout == .tree ? folders : []
        let localeFolder = kind == .catalog ? [] : ["\(locale).lproj"]
        return (folders + localeFolder + ["\(name).\(fileExtension)"]).joined(separator: "/")
    }

    /// Whether a source file may hold plural forms: few do, and the others are not looked at closer.
    static func mayHaveForms(_ original: String) -> Bool {
        (original.hasUTF8(Array(".stringsdict".utf8)) || original.hasUTF8(Array(".xcstrings".utf8)))
            && OriginalPath(original).kind != .strings
    }

    /// Whether a file is one that Xcode localizes, judged by its name.
    static func isApple(_ original: String) -> Bool {
        guard let dot = original.lastIndex(of: ".") else { return false }
        return appleExtensions.contains(String(original[original.index(after: dot)...]))
    }

    private static let appleExtensions: Set<String> = [
        "strings", "stringsdict", "xcstrings", "storyboard", "xib", "intentdefinition", "plist",
    ]

    /// The components of a path, each of them a safe name for a file or folder.
    private static func components(of original: String) -> (components: [String], isExternal: Bool) {
        var isExternal = original.utf8.contains(UInt8(ascii: "\\"))
        var components: [String] = []
        // By bytes, as a file system does it.
        let parts = original.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
        }.map(Substring.init)
        for (index, part) in parts.enumerated() {
            switch part {
            case "":
                // A leading slash; doubled and trailing ones mean nothing.
                guard index == 0, parts.count > 1 else { continue }
                isExternal = true
                components.append("_root")
            case ".": continue
            case "..":
                isExternal = true
                components.append("_up")
            default:
                let isDrive = index == 0 && part.utf8.count == 2 && part.utf8.last == UInt8(ascii: ":")
                isExternal = isExternal || isDrive || (index == 0 && part == Self.externalFolder)
                components.append(isDrive ? "_drive-\(part.dropLast())" : safeName(part))
            }
        }
        return (components, isExternal)
    }

    /// Control characters have no place in a file's name.
    private static func safeName(_ part: Substring) -> String {
        guard part.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return String(part) }
        return String(
            String.UnicodeScalarView(part.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "_" : $0 }))
    }
}
