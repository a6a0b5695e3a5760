import GalleyMarkup

/// Reads XLIFF `file` by `file`: memory is bounded by the largest of them.
///
///     let reader = try XLIFFReader(path: "de.xliff")
///     while let file = try reader.next() { exporter.add(file) }
///
/// XLIFF 1.0 to 1.2 and 2.0 to 2.2 are read, with any or no namespace prefix and also without the namespace. Text is never
/// trimmed, whatever `xml:space` says: Xcode does not either. Inline elements are flattened as Xcode does it: their text
/// stays, they vanish; codes that hold no text become what they stand for (`equiv-text`; original data, `equiv`, `disp`).
/// The targets of `alt-trans` and of `matches` are suggestions and never taken. The segments of an XLIFF 2.x unit are put
/// together, targets by their order.
///
/// Documents of XLIFF 2.x are held to the rules of their specification while they are read; each breach is an error
/// among the ``findings``, and reading goes on (see `XLIFFValidator`). Not thread-safe.
public final class XLIFFReader {
    private var core: Core
    /// Kept open while it is read.
    private let file: XLIFFInputFile?

    /// - Parameters:
    ///   - source: where the bytes come from.
    ///   - name: how findings name the document.
    ///   - isRecovering: leave characters that XML forbids out, with a warning each, instead of refusing the document; and
    ///     only warn of what breaks the rules of XLIFF 2.x.
    ///   - isValidating: hold documents of XLIFF 2.x to the rules of their specification.
    public init(source: any XMLByteSource, name: String, isRecovering: Bool = false, isValidating: Bool = true) {
        file = nil
        core = Core(name: name, source: source, isRecovering: isRecovering, isValidating: isValidating)
    }

    /// A reader of the file at `path`, or of standard input for `-`.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - name: how findings name the document; the path by default.
    ///   - isRecovering: leave characters that XML forbids out, with a warning each, instead of refusing the document; and
    ///     only warn of what breaks the rules of XLIFF 2.x.
    ///   - isValidating: hold documents of XLIFF 2.x to the rules of their specification.
    /// - Throws: the system's reason when it cannot be opened.
    public init(
        path: String, name: String? = nil, isRecovering: Bool = false, isValidating: Bool = true
    ) throws(XLIFFError) {
        let file = try XLIFFInputFile(path: path)
        self.file = file
        let fallback = path == XLIFFInputFile.standardInput ? "<stdin>" : path
        core = Core(
            name: name ?? fallback, source: file.source, isRecovering: isRecovering, isValidating: isValidating)
    }

    /// How findings name the document.
    public var name: String { core.name }
    /// The `version` attribute, once the first file was read.
    public var version: String { core.version }
    /// What reading brought up so far.
    public var findings: [Finding] { core.findings }

    /// The next `file` element, or `nil` at the end of the document.
    ///
    /// - Throws: the fault of the document, with its place. What was read before it is good.
    public func next() throws(XLIFFError) -> XLIFFFile? { try core.next() }
}
