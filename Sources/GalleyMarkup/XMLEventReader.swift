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

    /// The forbidden characters that were left out so far, in the order of the document.
    public var repairs: [XMLRepair] { core.locator.repairs }

    /// The next event, or `nil` at the end of the document.
    public func next() throws(XMLError) -> XMLEvent? { try core.next() }

    // MARK: Asking about the last event

    /// The name of an event.
    public func name(of event: XMLEvent) -> XMLName { core.names[event.name] }

    /// The text of an event: character data, the content of a comment, the data of a processing instruction, the system
    /// identifier of a document type.
    public func text(of event: XMLEvent) -> String { core.batch.string(event.text) }

    /// Appends the UTF-8 of an event's text to `buffer`.
    public func appendText(of event: XMLEvent, to buffer: inout [UInt8]) {
        core.batch.arena.withUnsafeBufferPointer {
            buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[event.text]))
        }
    }

    /// The value of the attribute `local` in `namespace` (none by default), if the element has it.
    public func attribute(_ local: String, namespace: String = "", of event: XMLEvent) -> String? {
        core.attribute(local, namespace, in: event.attributes)
    }

    /// How many attributes a start tag has.
    public func attributeCount(of event: XMLEvent) -> Int { event.attributes.count }

    /// The name of the attribute at `index` (from 0) of a start tag: an index into ``names``.
    public func attributeName(at index: Int, of event: XMLEvent) -> Int {
        core.batch.attributes[event.attributes.lowerBound + index].name
    }

    /// The value of the attribute at `index` (from 0) of a start tag.
    public func attributeValue(at index: Int, of event: XMLEvent) -> String {
        core.batch.string(core.batch.attributes[event.attributes.lowerBound + index].value)
    }

    /// All attributes of a start tag, in the order of the document.
    public func attributes(of event: XMLEvent) -> [XMLAttribute] {
        core.batch.attributes[event.attributes].map {
            XMLAttribute(name: core.names[$0.name], value: core.batch.string($0.value))
        }
    }
}
