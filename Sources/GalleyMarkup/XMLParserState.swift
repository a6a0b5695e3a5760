import CGalleyXML

/// What the SAX callbacks write into: one batch of events, the bytes of their texts, and the first error. Owns libxml2's
/// parser context.
final class XMLParserState {
    /// An event that knows where it ends, in decoded bytes; where it begins is the locator's to find.
    struct Event {
        var event: XMLEvent
        var end: Int
        /// The construct begins at a `<`; a text begins where the construct before it ended.
        var beginsHere: Bool
        /// Nothing to deliver: the XML declaration, which only moves the place on.
        var isDeclaration = false
    }

    struct Attribute {
        var name: Int
        var value: Range<Int>
    }

    /// The first error, in decoded bytes.
    struct Failure {
        var code: XMLError.Code
        var message: String
        var offset: Int

        func located(by locator: inout XMLLocator) -> XMLError {
            XMLError(code: code, message: message, position: locator.locate(offset: offset))
        }
    }

    private struct NameKey: Hashable {
        var local: UnsafePointer<UInt8>?
        var prefix: UnsafePointer<UInt8>?
        var namespace: UnsafePointer<UInt8>?
    }

    private(set) var events: [Event] = []
    private(set) var attributes: [Attribute] = []
    private(set) var arena: [UInt8] = []
    private(set) var names: [XMLName] = [XMLName(local: "")]
    private(set) var error: Failure?
    /// Where recovered character references stand, in decoded bytes.
    private(set) var droppedReferences: [Int] = []
    private var nameTable: [NameKey: Int] = [:]
    private var context: xmlParserCtxtPtr?
    private var depth = 0
    /// Known once the source has ended.
    private var documentLength: Int?
    private let isRecovering: Bool

    init(isRecovering: Bool) {
        self.isRecovering = isRecovering
        XMLLibrary.prepare()
        var handler = XMLParserState.handler()
        context = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
        guard let context else {
            error = Failure(code: .limit, message: "no memory for a parser", offset: 0)
            return
        }
        // NOENT makes "&amp;" in an attribute "&" rather than "&#38;"; entities of the document itself are refused at
        // their declaration. HUGE lifts libxml2's own limits, which differ between versions; XMLLimits holds ours.
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_HUGE.rawValue
            | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOCDATA.rawValue
            | (isRecovering ? XML_PARSE_RECOVER.rawValue : 0)
        xmlCtxtUseOptions(context, Int32(bitPattern: UInt32(options)))
    }

    deinit {
        guard let context else { return }
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
    }

    /// Forgets the events that were taken.
    func startBatch() {
        events.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
        droppedReferences.removeAll(keepingCapacity: true)
    }

    func parse(_ bytes: UnsafeRawBufferPointer) {
        guard error == nil, let context, !bytes.isEmpty else { return }
        // The chunk is at most XMLLimits.chunkSize bytes of source, three times that when decoded from UTF-16.
        xmlParseChunk(context, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 0)
    }

    /// The end of the source.
    func finish(length: Int) {
        guard error == nil, let context else { return }
        documentLength = length
        if length == 0 {
            fail(code: .empty, message: "the document is empty", offset: 0)
            return
        }
        xmlParseChunk(context, nil, 0, 1)
        if error == nil, context.pointee.wellFormed == 0, !isRecovering {
            fail(code: .notWellFormed, message: "the document is not well-formed", offset: offset)
        }
    }

    /// Records the first error. What the parser reports afterwards is ignored, and it gets no further chunk. (It is not
    /// stopped by `xmlStopParser`, which frees the buffer that the parser's callers may still read.)
    func fail(code: XMLError.Code, message: String, offset: Int) {
        guard error == nil else { return }
        error = Failure(code: code, message: message, offset: offset)
    }

    /// Where the parser stands, in decoded bytes.
    var offset: Int {
        guard let input = context?.pointee.input else { return events.last?.end ?? 0 }
        guard let base = input.pointee.base, let current = input.pointee.cur else { return Int(input.pointee.consumed) }
        return Int(input.pointee.consumed) + (current - base)
    }

    // MARK: What the callbacks report

    func startElement(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?,
        attributes values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int
    ) {
        guard error == nil else { return }
        depth += 1
        if depth > XMLLimits.depth {
            return fail(code: .limit, message: "elements nest deeper than \(XMLLimits.depth)", offset: offset)
        }
        if count > XMLLimits.attributes {
            return fail(code: .limit, message: "more than \(XMLLimits.attributes) attributes", offset: offset)
        }
        let first = attributes.count
        if let values {
            for index in 0..<count {
                // local name, prefix, URI, first byte of the value, byte after it
                let record = values + 5 * index
                let start = arena.count
                if let from = record[3], let to = record[4], to > from {
                    arena.append(contentsOf: UnsafeBufferPointer(start: from, count: to - from))
                }
                attributes.append(
                    Attribute(name: intern(record[0], record[1], record[2]), value: start..<arena.count))
            }
        }
        append(
            XMLEvent(
                kind: .startElement, name: intern(local, prefix, namespace), position: .start,
                attributes: first..<attributes.count))
    }

    func endElement(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?
    ) {
        guard error == nil else { return }
        depth -= 1
        append(XMLEvent(kind: .endElement, name: intern(local, prefix, namespace), position: .start))
    }

    func text(_ bytes: UnsafePointer<UInt8>?, count: Int32) {
        guard error == nil, let bytes, count > 0 else { return }
        // A CDATA section's bytes may be reported before the parser moves over them.
        let end = context?.pointee.input?.pointee.cur == bytes ? offset + Int(count) : offset
        let start = arena.count
        arena.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        if let last = events.last, last.event.kind == .text {
            events[events.count - 1].event.text = last.event.text.lowerBound..<arena.count
            events[events.count - 1].end = end
        } else {
            append(XMLEvent(kind: .text, name: 0, position: .start, text: start..<arena.count), end: end)
        }
    }

    func other(_ kind: XMLEvent.Kind, name: UnsafePointer<UInt8>?, text: UnsafePointer<UInt8>?) {
        guard error == nil else { return }
        let start = arena.count
        if let text { arena.append(contentsOf: String(cString: text).utf8) }
        append(
            XMLEvent(
                kind: kind, name: intern(name, nil, nil, isShared: false), position: .start, text: start..<arena.count))
    }

    /// A declaration that could change what the document says: refused, before anything can refer to it.
    func declaration(of what: String) {
        fail(
            code: .declaration, message: "the document type declares \(what); such documents are refused",
            offset: offset)
    }

    /// An entity that was not declared here and is not loaded from elsewhere.
    func unknownEntity(_ name: UnsafePointer<UInt8>?) {
        let name = name.map { String(cString: $0) } ?? ""
        fail(code: .declaration, message: "the entity &\(name); is not known", offset: offset)
    }

    func parserError(code: Int32, level: UInt32, message: String) {
        guard error == nil else { return }
        switch code {
        case Int32(XML_ERR_INVALID_CHAR.rawValue):
            // Raw characters were checked by the decoder: this is a reference, just passed.
            let place = offset - lengthOfReferenceBefore
            if isRecovering {
                droppedReferences.append(place)
            } else {
                fail(
                    code: .illegalCharacter, message: "the reference is to a character that XML does not allow",
                    offset: place)
            }
        case Int32(XML_ERR_UNDECLARED_ENTITY.rawValue), Int32(XML_WAR_UNDECLARED_ENTITY.rawValue):
            fail(code: .declaration, message: Self.sentence(message), offset: offset)
        case Int32(XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue):
            // A prefix without a declaration, as some tools leave on attributes: the name has no namespace then.
            break
        default:
            // Relative namespace names and the like are warnings.
            if level >= XML_ERR_ERROR.rawValue {
                // What is missing is missing at the end.
                let isMissing = documentLength != nil && Self.codesOfMissingParts.contains(code)
                let place = isMissing ? documentLength ?? offset : offset
                fail(code: .notWellFormed, message: Self.sentence(message), offset: place)
            }
        }
    }

    /// How far back the `&` of the reference lies that the parser has just read.
    private var lengthOfReferenceBefore: Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let current = input.pointee.cur else {
            return 0
        }
        return (1...12).first { $0 <= current - base && current[-$0] == UInt8(ascii: "&") } ?? 0
    }

    private static let codesOfMissingParts: Set<Int32> = [
        Int32(XML_ERR_DOCUMENT_EMPTY.rawValue), Int32(XML_ERR_DOCUMENT_END.rawValue),
        Int32(XML_ERR_TAG_NOT_FINISHED.rawValue), Int32(XML_ERR_GT_REQUIRED.rawValue),
    ]

    private static func sentence(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.isEmpty ? "the document is not well-formed" : line
    }

    private func append(_ event: XMLEvent, end: Int? = nil) {
        var end = end ?? offset
        if event.kind == .startElement, context?.pointee.input?.pointee.cur?.pointee == UInt8(ascii: ">") { end += 1 }
        events.append(Event(event: event, end: end, beginsHere: event.kind != .text))
    }

    /// The XML declaration, if there is one, was read.
    func startDocument() {
        guard error == nil, offset > 0 else { return }
        events.append(
            Event(
                event: XMLEvent(kind: .processingInstruction, name: 0, position: .start), end: offset,
                beginsHere: true, isDeclaration: true))
    }

    /// The index of a name. The parser keeps one copy of each string (its dictionary), so pointers identify them.
    private func intern(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?,
        isShared: Bool = true
    ) -> Int {
        guard let local else { return 0 }
        let key = NameKey(local: local, prefix: prefix, namespace: namespace)
        if isShared, let known = nameTable[key] { return known }
        let name = XMLName(
            namespace: namespace.map { String(cString: $0) } ?? "", local: String(cString: local),
            prefix: prefix.map { String(cString: $0) } ?? "")
        let index = names.count
        names.append(name)
        if isShared { nameTable[key] = index }
        return index
    }
}
