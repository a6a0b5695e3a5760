/// A start tag as the tokenizer reports it; valid only during the call.
package struct HTMLStartTag {
    /// The element's name, lower-cased.
    package var name: UnsafeBufferPointer<UInt8>
    /// Names and values, in source order, the first of equal names only. A value is empty where the source has none.
    package var attributes: [(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)]
    /// Whether the tag ends its own element: `<br/>` in SVG, MathML and documents that say they are XHTML.
    package var isSelfClosing: Bool
    /// Where the tag begins in the decoded source.
    package var offset: Int
}

/// The document type as the source gives it.
package struct HTMLDoctype: Equatable, Sendable {
    /// The name, lower-cased; empty when it is missing.
    package var name = ""
    /// The public identifier.
    package var publicID: String?
    /// The system identifier.
    package var systemID: String?
    /// Whether the declaration itself is broken, which asks for quirks.
    package var forcesQuirks = false
}

/// Takes token events: the seam between whatever reads the characters and the tree builder.
///
/// The calls come in source order: a document type at most once and first, then tags and characters, then `endOfFile`.
/// Characters may be split anywhere between two characters.
package protocol HTMLTokenSink: AnyObject {
    /// The document type.
    func doctype(_ doctype: HTMLDoctype)
    /// A start tag.
    func startTag(_ tag: HTMLStartTag)
    /// An end tag.
    func endTag(_ name: UnsafeBufferPointer<UInt8>, offset: Int)
    /// Text, decoded: no references remain.
    func characters(_ text: UnsafeBufferPointer<UInt8>, offset: Int)
    /// Something was repaired, or left out because of a limit.
    func diagnostic(_ message: String, offset: Int, limit: MarkupError.Limit?)
    /// No more tokens.
    func endOfFile()
    /// Whether the sink takes no more tokens; asked from time to time.
    var isFull: Bool { get }
}
