import Foundation

/// Data from outside: `GALLEY_SHARED`, or the folder `shared` beside the package.
enum SharedData {
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["GALLEY_SHARED"] { return URL(fileURLWithPath: path) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    /// The documents written for this project.
    static let corpus: [URL] = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return list(package.appendingPathComponent("Corpus"))
    }()

    static func files(_ folder: String) -> [URL] {
        list(root.appendingPathComponent(folder))
    }

    private static func list(_ url: URL) -> [URL] {
        let files = (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []
        return files.filter { ["html", "xhtml", "htm"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }
}
