import Foundation

/// Fonts by URL.
extension FontCollection {
    /// The collection of all faces in these files, and the embedded one.
    public convenience init(files: [URL]) throws(FontError) {
        try self.init(paths: files.map { $0.path })
    }

    /// A collection that has all faces of these files too. See ``adding(paths:)``.
    public func adding(files: [URL]) throws(FontError) -> FontCollection {
        try adding(paths: files.map { $0.path })
    }
}

extension FontFace {
    /// The face number `index` of a file.
    public convenience init(file: URL, index: Int = 0) throws(FontError) {
        try self.init(path: file.path, index: index)
    }
}
