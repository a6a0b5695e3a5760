/// Why an XML document cannot be read on, and where.
public struct XMLError: Error, Sendable, Hashable {
    /// The kinds of trouble.
    public enum Code: String, Sendable, Hashable {
        /// The document breaks a rule of XML 1.0 or of Namespaces in XML.
        case notWellFormed = "xml-syntax"
        /// A character that XML 1.0 forbids (§2.2), as a raw byte or as a reference.
        case illegalCharacter = "xml-illegal-character"
        /// Bytes that are not text in the document's encoding.
        case invalidEncoding = "xml-encoding"
        /// An encoding that this reader does not know.
        case unknownEncoding = "xml-unknown-encoding"
        /// The document declares entities, or attributes with default values; both are refused unread.
        case declaration = "xml-entity"
        /// A documented limit was passed.
        case limit = "xml-limit"
        /// Nothing to read.
        case empty = "xml-empty"
        /// The source could not be read.
        case source = "xml-source"
    }

    public var code: Code
    /// One line for a person, without the position.
    public var message: String
    public var position: XMLPosition

    public init(code: Code, message: String, position: XMLPosition) {
        self.code = code
        self.message = message
        self.position = position
    }
}

extension XMLError: CustomStringConvertible {
    /// `line:column: error: message [code]`.
    public var description: String { "\(position): error: \(message) [\(code.rawValue)]" }
}
