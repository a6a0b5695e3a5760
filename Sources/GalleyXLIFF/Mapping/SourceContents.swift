/// The files that an XLIFF was made from, where they can be looked at: the `Source Contents` of an `.xcloc` bundle, and
/// the project that is written into. They say what the XLIFF does not: the value types of plural rules, and the rest of
/// a catalog.
public struct SourceContents: Sendable {
    private let folders: [OutputFolder]

    /// - Parameter folders: looked into in turn; nothing outside of them is ever read, also not through a link.
    public init(folders: [String] = []) { self.folders = folders.map(OutputFolder.init(path:)) }

    /// Whether there is a file at `path`.
    func hasFile(at path: String) -> Bool { folders.contains { (try? $0.hasFile(at: path)) == true } }

    /// The bytes of the file at `path` below the first folder that has one.
    func contents(of path: String) -> [UInt8]? {
        for folder in folders { if let bytes = try? folder.contents(of: path) { return bytes } }
        return nil
    }
}
