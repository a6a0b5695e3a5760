import Foundation

/// Style sheets that a document links to, from files.
public enum StyleSheetFiles {
    /// The most bytes of one style sheet.
    public static let maximumBytes = 4 << 20

    /// A loader for `HTMLOptions.styleSheetLoader` that reads files below a folder and nothing else.
    ///
    ///     options.styleSheetLoader = StyleSheetFiles.loader(below: folder)
    public static func loader(below folder: URL) -> @Sendable (_ url: String) -> [UInt8]? {
        let root = folder.standardizedFileURL.resolvingSymlinksInPath().path
        let prefix = root.hasSuffix("/") ? root : root + "/"
        return { url in
            guard let file = URL(string: url), file.isFileURL else { return nil }
            let path = file.standardizedFileURL.resolvingSymlinksInPath().path
            guard path.hasPrefix(prefix), let handle = FileHandle(forReadingAtPath: path) else { return nil }
            defer { try? handle.close() }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
                let data = try? handle.read(upToCount: maximumBytes + 1), data.count <= maximumBytes
            else { return nil }
            return Array(data)
        }
    }
}
