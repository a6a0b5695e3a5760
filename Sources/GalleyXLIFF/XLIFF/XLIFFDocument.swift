import Foundation
import GalleyMarkup

/// A whole XLIFF document as a value.
///
///     let export = try XLIFFDocument(contentsOf: url)
///     let result = export.stringsFiles()
///     try result.write(to: output)
///
/// For documents of any size read `file` by `file` with ``XLIFFReader``.
public struct XLIFFDocument: Sendable, Hashable {
    /// How findings name the document: its path, usually.
    public var name: String
    /// `1.2`, `2.0`, ...; empty when the document does not say.
    public var version: String
    public var files: [XLIFFFile]
    /// What reading it brought up; errors are thrown instead.
    public var findings: [Finding]

    /// A document of these files.
    public init(name: String = "", version: String = "1.2", files: [XLIFFFile]) {
        self.name = name
        self.version = version
        self.files = files
        findings = []
    }

    /// Reads the document at a file URL.
    ///
    /// - Throws: ``XLIFFError`` with the exact place when it cannot be read, is not well-formed or not XLIFF.
    public init(contentsOf url: URL, isRecovering: Bool = false, isValidating: Bool = true) throws {
        try self.init(
            XLIFFReader(
                path: url.path, name: url.relativePath, isRecovering: isRecovering, isValidating: isValidating))
    }

    /// Reads a document in memory.
    public init(
        data: Data, name: String = "XLIFF", isRecovering: Bool = false, isValidating: Bool = true
    ) throws {
        try self.init(
            XLIFFReader(
                source: XMLMemorySource([UInt8](data)), name: name, isRecovering: isRecovering,
                isValidating: isValidating))
    }

    private init(_ reader: XLIFFReader) throws(XLIFFError) {
        name = reader.name
        files = []
        while let file = try reader.next() { files.append(file) }
        version = reader.version
        findings = reader.findings
    }

    /// Converts to `.strings` files.
    public func stringsFiles(options: StringsExporter.Options = .init()) -> StringsExport {
        var exporter = StringsExporter(options: options)
        exporter.add(findings: findings)
        for file in files { exporter.add(file) }
        exporter.endDocument(named: name)
        return exporter.finish()
    }
}
