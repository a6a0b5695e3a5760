import CGalleyXML

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the SAX callbacks report, made into a batch of events; the first error ends it.
///
/// One value, so that each callback takes exclusive access to it once.
struct XMLEventSink {
    /// The first error, in decoded bytes.
    struct Failure {
        var code: XMLError.Code
        var message: String
        var offset: Int

        func located(by locator: inout XMLLocator) -> XMLError {
            XMLError(code: code, message: message, position: locator.locate(offset: offset))
        }
    }

    var batch = XMLEventBatch()
    private(set) var names = XMLNameTable()
    private(set) var error: Failure?
    /// Where recovered character references stand, in decoded bytes, since the batch began.
    var droppedReferences: [Int] = []
    /// The parser, which outlives the sink; asked only where it stands.
    var context: xmlParserCtxtPtr?
    /// Known once the source has ended.
    var documentLength: Int?
    let isRecovering: Bool
    private var depth = 0
    /// Where the last event ended, in decoded bytes.
    private var lastEnd = 0
    /// Where a part of a CDATA section ended in CR, in decoded bytes: an LF at this place belongs to it.
    private var offsetAfterCR: Int?

    init(isRecovering: Bool) { self.isRecovering = isRecovering }

    /// Records the first error. What the parser reports afterwards is ignored, and it gets no further chunk. (It is not
    /// stopped by `xmlStopParser`, which frees the buffer that the parser's callers may still read.)
    mutating func fail(code: XMLError.Code, message: String, offset: Int) {
        guard error == nil else { return }
        error = Failure(code: code, message: message, offset: offset)
    }

    /// Where the parser stands, in decoded bytes.
    var offset: Int {
        guard let input = context?.pointee.input else { return lastEnd }
        guard let base = input.pointee.base, let current = input.pointee.cur else { return Int(input.pointee.consumed) }
        return Int(input.pointee.consumed) + (current - base)
    }

    // MARK: What the callbacks report

    mutating func startElement(
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
        let first = batch.attributes.count
        if let values {
            for index in 0..<count {
                // local name, prefix, URI, first byte of the value, byte after it
                let record = values + 5 * index
                var value = XMLEventBatch.Piece(start: 0, count: 0)
                if let from = record[3], let to = record[4], to > from { value = piece(from, count: to - from) }
                batch.attributes.append(.init(name: names.intern(record[0], record[1], record[2]), value: value))
            }
        }
        // The parser stands before the ">", which belongs to the tag; of an empty element "/>" is the end's.
        let isAtEnd = context?.pointee.input?.pointee.cur?.pointee == UInt8(ascii: ">")
        append(
            .startElement, name: names.intern(local, prefix, namespace), end: offset + (isAtEnd ? 1 : 0),
            content: first..<batch.attributes.count)
    }

    mutating func endElement(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?
    ) {
        guard error == nil else { return }
        depth -= 1
        append(.endElement, name: names.intern(local, prefix, namespace), end: offset)
    }

    mutating func text(_ bytes: UnsafePointer<UInt8>?, count: Int32) {
        guard error == nil, let bytes, count > 0 else { return }
        // A CDATA section's bytes may be reported before the parser moves over them.
        let end = context?.pointee.input?.pointee.cur == bytes ? offset + Int(count) : offset
        addText(piece(bytes, count: Int(count)), end: end)
    }

    /// The bytes of a CDATA section, of which a long one comes in parts. Line ends become LF (XML 1.0 §2.11), which the push
    /// parser of libxml2 before 2.14 leaves undone in CDATA.
    mutating func cdata(_ bytes: UnsafePointer<UInt8>?, count: Int32) {
        guard error == nil, let bytes, count > 0 else { return }
        let all = UnsafeBufferPointer(start: bytes, count: Int(count))
        let start = decodedOffset(of: all)
        let endsCRLF = start != nil && start == offsetAfterCR && bytes[0] == 0x0A
        offsetAfterCR = nil
        guard endsCRLF || memchr(bytes, 0x0D, all.count) != nil else { return text(bytes, count: count) }
        let end = context?.pointee.input?.pointee.cur == bytes ? offset + all.count : offset
        let first = batch.arena.count
        var rest = UnsafeBufferPointer(rebasing: all[(endsCRLF ? 1 : 0)...])
        while let length = rest.firstIndex(of: 0x0D) {
            appendAllowed(UnsafeBufferPointer(rebasing: rest[..<length]))
            batch.arena.append(0x0A)
            let isCRLF = length + 1 < rest.count && rest[length + 1] == 0x0A
            rest = UnsafeBufferPointer(rebasing: rest[(length + (isCRLF ? 2 : 1))...])
        }
        appendAllowed(rest)
        if all.last == 0x0D { offsetAfterCR = start.map { $0 + all.count } }
        if batch.arena.count == first { lastEnd = end }
        addText(.init(start: first, count: batch.arena.count - first), end: end)
    }

    private mutating func addText(_ piece: XMLEventBatch.Piece, end: Int) {
        if piece.count == 0 { return }
        batch.pieces.append(piece)
        let last = batch.events.count - 1
        if last >= 0, batch.events[last].kind == .text {
            batch.events[last].content = batch.events[last].content.lowerBound..<batch.pieces.count
            batch.events[last].end = end
            lastEnd = end
        } else {
            append(.text, name: 0, end: end, content: batch.pieces.count - 1..<batch.pieces.count)
        }
    }

    /// Text of the parser's: where it stands in the document, if that is what the parser points at; a copy otherwise
    /// (references, values that were normalised).
    private mutating func piece(_ bytes: UnsafePointer<UInt8>, count: Int) -> XMLEventBatch.Piece {
        let bytes = UnsafeBufferPointer(start: bytes, count: count)
        if droppedReferences.isEmpty, let offset = decodedOffset(of: bytes) {
            return .init(start: ~offset, count: count)
        }
        let start = batch.arena.count
        appendAllowed(bytes)
        return .init(start: start, count: batch.arena.count - start)
    }

    /// Where bytes of the parser's stand in the document, in decoded bytes, if they are the document's own.
    private func decodedOffset(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = bytes.baseAddress, let input = context?.pointee.input, let base = input.pointee.base,
            let end = input.pointee.end, first >= base, first + bytes.count <= end
        else { return nil }
        return Int(input.pointee.consumed) + (first - base)
    }

    /// Appends text. libxml2 from 2.14 on passes a reference to a forbidden character on when it recovers, which 2.9 leaves
    /// out; raw ones never come here (see `XMLDecoder`).
    private mutating func appendAllowed(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !droppedReferences.isEmpty else {
            batch.arena.append(contentsOf: bytes)
            return
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isControl = byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
            let hasThree = index + 2 < bytes.count
            let isNoncharacter = byte == 0xEF && hasThree && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
            let isSurrogate = byte == 0xED && hasThree && bytes[index + 1] >= 0xA0
            if !isControl, !isNoncharacter, !isSurrogate { batch.arena.append(byte) }
            index += isNoncharacter || isSurrogate ? 3 : 1
        }
    }

    mutating func other(_ kind: XMLEvent.Kind, name: UnsafePointer<UInt8>?, text: UnsafePointer<UInt8>?) {
        guard error == nil else { return }
        let start = batch.arena.count
        if let text { batch.arena.append(contentsOf: String(cString: text).utf8) }
        batch.pieces.append(.init(start: start, count: batch.arena.count - start))
        append(
            kind, name: names.intern(name), end: offset,
            content: batch.pieces.count - 1..<batch.pieces.count)
    }

    /// A declaration that could change what the document says: refused, before anything can refer to it.
    mutating func declaration(of what: String) {
        fail(
            code: .declaration, message: "the document type declares \(what); such documents are refused",
            offset: offset)
    }

    /// An entity that was not declared here and is not loaded from elsewhere.
    mutating func unknownEntity(_ name: UnsafePointer<UInt8>?) {
        let name = name.map { String(cString: $0) } ?? ""
        fail(code: .declaration, message: "the entity &\(name); is not known", offset: offset)
    }

    mutating func parserError(code: Int32, level: UInt32, message: String) {
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

    private mutating func append(_ kind: XMLEvent.Kind, name: Int, end: Int, content: Range<Int> = 0..<0) {
        if names.names.count > XMLLimits.names {
            return fail(
                code: .limit, message: "more than \(XMLLimits.names) names of elements and attributes", offset: end)
        }
        batch.events.append(XMLEvent(kind: kind, name: name, start: lastEnd, end: end, content: content))
        lastEnd = end
    }

    /// The XML declaration, if there is one, was read.
    mutating func startDocument() {
        if error == nil { lastEnd = offset }
    }
}
