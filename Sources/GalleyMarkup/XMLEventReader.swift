import CGalleyXML

/// Reads an XML document event by event, with the exact place of each, in memory that does not grow with the document.
///
///     let reader = XMLEventReader(bytes: bytes)
///     while let event = try reader.next() {
///         if event.kind == .startElement { print(event.position, reader.name(of: event).local) }
///     }
///
/// The parser is libxml2's SAX2 push parser, fed in chunks. Around it: the bytes are decoded and checked here (see
/// `XMLDecoder`), namespaces are resolved, no entity and no default attribute is ever taken from the document (a
/// declaration of one is an error), nothing outside the source is ever read, and positions are counted here, on the
/// bytes, so they are the same with every version of libxml2.
///
/// A document that is not well-formed gives its events up to the fault, then throws once; afterwards ``next()`` gives
/// `nil`. Not thread-safe: use one reader in one task.
public final class XMLEventReader {
    private var core: Core

    /// A reader of `source`. With `isRecovering`, characters that XML forbids are left out and listed in ``repairs``
    /// instead of ending the reading.
    public init(source: any XMLByteSource, isRecovering: Bool = false) {
        core = Core(source: source, isRecovering: isRecovering)
    }

    /// A reader of a document in memory.
    public convenience init(bytes: [UInt8], isRecovering: Bool = false) {
        self.init(source: XMLMemorySource(bytes), isRecovering: isRecovering)
    }

    /// Every element and attribute name met so far; an event's `name` is an index into it, and stays one: a user may
    /// keep a table of what each index means to it. Index 0 is the empty name.
    public var names: [XMLName] { core.names }

    /// The forbidden characters that were left out before the last event, in the order of the document: the first
    /// thousand of them.
    public var repairs: [XMLRepair] { core.repairs }

    /// How many forbidden characters were left out before the last event.
    public var repairCount: Int { core.repairCount }

    /// The next event, or `nil` at the end of the document.
    public func next() throws(XMLError) -> XMLEvent? { try core.next() }

    // MARK: Asking about the last event

    /// Where an event's construct begins: at its `<`, or at the first character of a text. The end of an empty element is at
    /// its `/>`. Complexity: O(bytes since the last place that was asked for).
    public func position(of event: XMLEvent) -> XMLPosition { core.position(of: event) }

    /// The name of an event.
    public func name(of event: XMLEvent) -> XMLName { core.name(of: event) }

    /// The text of an event: character data, the content of a comment, the data of a processing instruction, the system
    /// identifier of a document type.
    public func text(of event: XMLEvent) -> String { core.text(of: event) }

    /// Appends the UTF-8 of an event's text to `buffer`.
    public func appendText(of event: XMLEvent, to buffer: inout [UInt8]) { core.appendText(of: event, to: &buffer) }

    /// The value of the attribute `local` in `namespace` (none by default), if the element has it.
    public func attribute(_ local: String, namespace: String = "", of event: XMLEvent) -> String? {
        core.attribute(local, namespace, of: event)
    }

    /// All attributes of a start tag, in the order of the document.
    public func attributes(of event: XMLEvent) -> [XMLAttribute] {
        (0..<core.attributeCount(of: event)).map {
            XMLAttribute(
                name: core.names[core.attributeName(at: $0, of: event)],
                value: core.attributeValue(at: $0, of: event))
        }
    }
}
