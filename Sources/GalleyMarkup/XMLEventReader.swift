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
    private let state: XMLParserState
    private var source: any XMLByteSource
    private var decoder: XMLDecoder
    private var locator: XMLLocator
    private var chunk: [UInt8]
    private var cursor = 0
    private var isFinished = false

    /// A reader of `source`. With `isRecovering`, characters that XML forbids are left out and listed in ``repairs``
    /// instead of ending the reading.
    public init(source: any XMLByteSource, isRecovering: Bool = false) {
        self.source = source
        decoder = XMLDecoder(isRecovering: isRecovering)
        locator = XMLLocator()
        chunk = [UInt8](repeating: 0, count: XMLLimits.chunkSize)
        state = XMLParserState(isRecovering: isRecovering)
    }

    /// A reader of a document in memory.
    public convenience init(bytes: [UInt8], isRecovering: Bool = false) {
        self.init(source: XMLMemorySource(bytes), isRecovering: isRecovering)
    }

    /// Every element and attribute name met so far; an event's `name` is an index into it, and stays one: a user may
    /// keep a table of what each index means to it. Index 0 is the empty name.
    public var names: [XMLName] { state.names }

    /// The forbidden characters that were left out so far, in the order of the document.
    public var repairs: [XMLRepair] { locator.repairs }

    /// The next event, or `nil` at the end of the document.
    public func next() throws(XMLError) -> XMLEvent? {
        while true {
            while cursor >= state.events.count {
                if isFinished { return nil }
                if let error = state.error {
                    isFinished = true
                    throw error.located(by: &locator)
                }
                try feed()
            }
            let record = state.events[cursor]
            cursor += 1
            let event = locator.locate(record)
            if !record.isDeclaration { return event }
        }
    }

    /// Gives the parser one more chunk.
    private func feed() throws(XMLError) {
        state.startBatch()
        cursor = 0
        var count = 0
        do {
            count = try chunk.withUnsafeMutableBytes { try source.read(into: $0) }
        } catch {
            isFinished = true
            throw XMLError(code: .source, message: "cannot be read: \(error)", position: locator.position)
        }
        locator.dropPassedBytes()
        let start = locator.window.count
        chunk.withUnsafeBytes {
            decoder.decode(.init(rebasing: $0[..<count]), isLast: count == 0, into: &locator.window)
        }
        locator.take(&decoder)
        locator.window.withUnsafeBytes { state.parse(.init(rebasing: $0[start...])) }
        locator.take(droppedReferences: state.droppedReferences)
        if let failure = decoder.failure {
            state.fail(code: failure.code, message: failure.message, offset: failure.offset)
        } else if count == 0 {
            state.finish(length: decoder.decodedCount)
            if state.error == nil { isFinished = true }
        }
    }

    // MARK: Asking about the last event

    /// The name of an event.
    public func name(of event: XMLEvent) -> XMLName { state.names[event.name] }

    /// The text of an event: character data, the content of a comment, the data of a processing instruction, the system
    /// identifier of a document type.
    public func text(of event: XMLEvent) -> String { string(event.text) }

    private func string(_ range: Range<Int>) -> String {
        state.arena.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// Appends the UTF-8 of an event's text to `buffer`.
    public func appendText(of event: XMLEvent, to buffer: inout [UInt8]) {
        state.arena.withUnsafeBufferPointer {
            buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[event.text]))
        }
    }

    /// The value of the attribute `local` in `namespace` (none by default), if the element has it.
    public func attribute(_ local: String, namespace: String = "", of event: XMLEvent) -> String? {
        for index in event.attributes {
            let name = state.attributes[index].name
            if state.names[name].local == local, state.names[name].namespace == namespace {
                return string(state.attributes[index].value)
            }
        }
        return nil
    }

    /// All attributes of a start tag, in the order of the document.
    public func attributes(of event: XMLEvent) -> [XMLAttribute] {
        state.attributes[event.attributes].map {
            XMLAttribute(name: state.names[$0.name], value: string($0.value))
        }
    }
}
