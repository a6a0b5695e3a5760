/// What an ``XMLEventReader`` meets next. The event's place, text and attributes are asked of the reader, and only until
/// the reader is asked for the event after it.
public struct XMLEvent: Sendable {
    /// The kinds of event.
    public enum Kind: UInt8, Sendable {
        case startElement
        case endElement
        /// Character data: references resolved, CDATA sections included, line ends normalised (XML 1.0 §2.11). One
        /// stretch of text may come in several events.
        case text
        case comment
        case processingInstruction
        /// A document type declaration, whose external part is never loaded.
        case doctype
    }

    public var kind: Kind
    /// The element's name, an index into ``XMLEventReader/names``; for a processing instruction its target and for a
    /// document type the root's name; 0 (the empty name) otherwise.
    public var name: Int
    /// Where the construct before it ended, and where it ends itself, in decoded bytes.
    var start: Int
    var end: Int
    /// The pieces of the text, or the attributes, in the reader's tables.
    var content: Range<Int>

    init(kind: Kind, name: Int, start: Int, end: Int, content: Range<Int>) {
        self.kind = kind
        self.name = name
        self.start = start
        self.end = end
        self.content = content
    }
}

/// A qualified name (Namespaces in XML 1.0): compare `namespace` and `local`, never `prefix`.
public struct XMLName: Sendable, Hashable {
    /// The namespace's URI; empty for none.
    public var namespace: String
    public var local: String
    /// The prefix that the document happens to use; empty for none.
    public var prefix: String

    public init(namespace: String = "", local: String, prefix: String = "") {
        self.namespace = namespace
        self.local = local
        self.prefix = prefix
    }
}

/// An attribute of an element, its value normalised (XML 1.0 §3.3.3). Namespace declarations are not attributes.
public struct XMLAttribute: Sendable, Hashable {
    public var name: XMLName
    public var value: String
}

/// A character that XML 1.0 forbids and that a recovering reader left out.
public struct XMLRepair: Sendable, Hashable {
    /// The value of the character that was dropped; `nil` when it was written as a reference.
    public var scalar: UInt32?
    public var position: XMLPosition

    public init(scalar: UInt32?, position: XMLPosition) {
        self.scalar = scalar
        self.position = position
    }
}
