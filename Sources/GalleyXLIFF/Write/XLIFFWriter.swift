/// Writes XLIFF: 1.2 byte for byte as Xcode does, or 2.1.
///
///     let bytes = XLIFFWriter(version: .xliff12).contents(of: document)
///
/// Reading what was written gives the same units. What the version has no place for is left out: in XLIFF 2.1 the
/// program that made the file, binary units, and a second target language; ids that are not tokens there become names.
/// A character that XML forbids is a `cp` element in texts of XLIFF 2.1, and U+FFFD anywhere else.
public struct XLIFFWriter: Sendable, Hashable {
    /// What can be written.
    public enum Version: String, Sendable, Hashable, CaseIterable {
        /// What Xcode and every translation service read.
        case xliff12 = "1.2"
        case xliff21 = "2.1"
    }

    public var version: Version

    public init(version: Version = .xliff12) { self.version = version }

    /// The bytes of the document, in UTF-8. Complexity: O(*n*).
    public func contents(of document: XLIFFDocument) -> [UInt8] {
        var output = XMLOutput()
        output.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        switch version {
        case .xliff12: Self.write1(document, to: &output)
        case .xliff21: Self.write2(document, to: &output)
        }
        return output.bytes
    }
}
