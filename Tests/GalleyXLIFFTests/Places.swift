import Foundation
import GalleyXLIFF

/// Where the tests find their files.
enum Places {
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Documents written for this project.
    static let corpus = package.appendingPathComponent("Corpus/xliff")

    /// Data from outside, which may be absent.
    static let shared: URL = {
        if let path = ProcessInfo.processInfo.environment["GALLEY_SHARED"] { return URL(fileURLWithPath: path) }
        return package.appendingPathComponent("../shared").standardizedFileURL
    }()

    static let data = shared.appendingPathComponent("data/xliff")
    static let hasData = FileManager.default.fileExists(atPath: data.path)

    /// Writes hostile documents.
    static let hostileGenerator = shared.appendingPathComponent("hostile/make_hostile.py")
    static let hasHostileInputs = FileManager.default.fileExists(atPath: hostileGenerator.path)

    /// A fresh folder that is removed after `body`.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("xliff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    /// All files below `folder`: relative path to bytes.
    static func files(below folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let url = folder.appendingPathComponent(path)
            if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                files[path] = [UInt8](try Data(contentsOf: url))
            }
        }
        return files
    }
}

extension StringsFile {
    /// Key and value, the last of repeated keys.
    var table: [String: String] { Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) }
}

/// A document of one file in XLIFF 1.2.
func xliff(
    original: String = "App/en.lproj/Localizable.strings", target: String? = "de", _ units: String
) -> String {
    let language = target.map { " target-language=\"\($0)\"" } ?? ""
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="\(original)" source-language="en"\(language) datatype="plaintext"><body>
        \(units)
        </body></file>
        </xliff>
        """
}

/// A unit as Xcode writes it.
func unit(_ id: String, _ source: String, _ target: String? = nil, note: String? = nil) -> String {
    """
    <trans-unit id="\(id)" xml:space="preserve"><source>\(source)</source>\
    \(target.map { "<target>\($0)</target>" } ?? "")<note>\(note ?? "")</note></trans-unit>
    """
}

func export(_ document: String, name: String = "de.xliff") throws -> StringsExport {
    try XLIFFDocument(data: Data(document.utf8), name: name).stringsFiles()
}
