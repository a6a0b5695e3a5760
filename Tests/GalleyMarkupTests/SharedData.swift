import Foundation

/// Data from outside: `GALLEY_SHARED`, or the folder `shared` beside the package.
enum SharedData {
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["GALLEY_SHARED"] { return URL(fileURLWithPath: path) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    static func url(_ path: String) -> URL { root.appendingPathComponent("data").appendingPathComponent(path) }

    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
}
