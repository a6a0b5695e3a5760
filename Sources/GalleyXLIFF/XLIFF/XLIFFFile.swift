/// One `file` element: the texts of one source file.
public struct XLIFFFile: Sendable, Hashable {
    /// The XLIFF document that it is in, as the user named it.
    public var document: String
    /// The path of the source file, as the project sees it. XLIFF 2.x may leave it out; then it is the file's id.
    public var original: String
    /// The `id` attribute of XLIFF 2.x.
    public var id: String?
    public var sourceLanguage: String?
    public var targetLanguage: String?
    public var datatype: String?
    /// The program that made the file (XLIFF 1.x).
    public var tool: XLIFFTool?
    /// In the order of the document.
    public var units: [XLIFFUnit] = []
    /// Where the element begins.
    public var position: SourcePosition

    public init(document: String, original: String, position: SourcePosition) {
        self.document = document
        self.original = original
        self.position = position
    }
}

/// A program that makes XLIFF, as it names itself.
public struct XLIFFTool: Sendable, Hashable, CustomStringConvertible {
    /// What it is known by, such as `com.apple.dt.xcode`.
    public var id: String?
    public var name: String?
    public var version: String?
    public var build: String?

    public init(id: String? = nil, name: String? = nil, version: String? = nil, build: String? = nil) {
        self.id = id
        self.name = name
        self.version = version
        self.build = build
    }

    /// `Xcode 16.4`; empty when it tells no name.
    public var description: String { [name ?? id, version].compactMap(\.self).joined(separator: " ") }
}
