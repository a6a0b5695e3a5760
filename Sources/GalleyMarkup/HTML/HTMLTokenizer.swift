import CGalleyXML

/// Reads HTML through libxml2's push parser and reports tokens.
///
/// The source first goes through `HTMLNormalizer`, whose form leaves libxml2 nothing to repair; what arrives from it are
/// start tags with their attributes, comments that stand for end tags, and text. Memory stays within a few chunks, whatever
/// the size of the document. The parser never touches the network or a file.
///
/// The source may come in parts: what `read` does not take has to begin the next part.
package final class HTMLTokenizer {
    private let sink: any HTMLTokenSink
    var normalizer: HTMLNormalizer
    private var context: htmlParserCtxtPtr?
    private var sentDoctype = false
    private var records: [HTMLNormalizer.TagRecord] = []
    private var nextRecord = 0
    /// Where the text that comes next begins in the source.
    private var textOffset = 0
    /// libxml2 has seen the `<html><body>` that this class puts in front.
    private var wrappers = 2
    private var attributes: [(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>)] = []
    /// Names that were unescaped live here while their tag is reported.
    private var unescaped: [[UInt8]] = []

    /// A tokenizer at the start of a document, or of the content of an element.
    package init(
        sink: any HTMLTokenSink, inside fragment: HTMLFragmentContext? = nil,
        maximumAttributes: Int = MarkupLimits.attributesPerElement
    ) {
        self.sink = sink
        normalizer = HTMLNormalizer(maximumAttributes: maximumAttributes)
        if let fragment { normalizer.enter(fragment) }
        var handler = Self.handler()
        context = htmlCreatePushParserCtxt(
            &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        guard let context else {
            sink.diagnostic("libxml2 could not be started", offset: 0, limit: nil)
            return
        }
        htmlCtxtUseOptions(context, Self.options)
        xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        // With a body open, libxml2 implies no element and drops no white space.
        feed(Array("<html><body>".utf8), to: context)
    }

    deinit {
        if let context { htmlFreeParserCtxt(context) }
    }

    /// Whether the document says, so far, that it is XHTML.
    package var isXHTML: Bool { normalizer.isXHTML }

    /// Reads a part of the source, which begins at `offset` of the whole: valid UTF-8 without carriage returns, not cut
    /// inside a character. Returns how much of it is done with; all of the last part.
    package func read(_ part: UnsafeBufferPointer<UInt8>, at offset: Int, isLast: Bool) -> Int {
        guard let context else { return part.count }
        normalizer.begin(part, at: offset, isLast: isLast)
        var more = true
        while more, !sink.isFull {
            more = normalizer.fill()
            if !sentDoctype, let doctype = normalizer.doctype {
                sink.doctype(doctype)
                sentDoctype = true
            }
            records.removeFirst(nextRecord)
            nextRecord = 0
            records.append(contentsOf: normalizer.tags)
            normalizer.tags.removeAll(keepingCapacity: true)
            feed(normalizer.output, to: context)
            normalizer.output.removeAll(keepingCapacity: true)
            for repair in normalizer.repairs {
                sink.diagnostic(repair.message, offset: repair.offset, limit: repair.limit)
            }
            normalizer.repairs.removeAll()
        }
        return sink.isFull ? part.count : normalizer.position
    }

    /// Reports what waits for the end.
    package func finish() {
        if let context { htmlParseChunk(context, nil, 0, 1) }
        sink.endOfFile()
    }

    private func feed(_ bytes: [UInt8], to context: htmlParserCtxtPtr) {
        // libxml2 counts in Int32; a single token may be larger than a chunk but not than that.
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                let count = min(buffer.count - start, 1 << 30)
                htmlParseChunk(
                    context, buffer.baseAddress!.advanced(by: start).assumingMemoryBound(to: CChar.self),
                    Int32(count), 0)
                start += count
            }
        }
    }

    /// Recover, no network, no messages, and the bit that lifts the limits on text and depth: `HTML_PARSE_HUGE` from
    /// 2.14, `XML_PARSE_HUGE` before, which the HTML parser of 2.9 honours too.
    private static var options: Int32 {
        Int32(
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue
                | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NODEFDTD.rawValue | 1 << 19)
    }

    /// Only these callbacks: libxml2 builds no tree. `error` and `warning` are variadic and stay nil.
    private static func handler() -> htmlSAXHandler {
        var handler = htmlSAXHandler()
        handler.startElement = { context, name, attributes in
            guard let context, let name else { return }
            HTMLTokenizer.from(context).startElement(name, attributes)
        }
        handler.characters = { context, text, count in
            guard let context, let text, count > 0 else { return }
            HTMLTokenizer.from(context).characters(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        handler.comment = { context, text in
            guard let context, let text else { return }
            HTMLTokenizer.from(context).comment(HTMLTokenizer.bytes(of: text))
        }
        return handler
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> HTMLTokenizer {
        Unmanaged<HTMLTokenizer>.fromOpaque(context).takeUnretainedValue()
    }

    private static func bytes(of text: UnsafePointer<xmlChar>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
    }

    // MARK: Events

    private func startElement(_ name: UnsafePointer<xmlChar>, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        // The two elements that stand in front of every document.
        if wrappers > 0 {
            wrappers -= 1
            return
        }
        attributes.removeAll(keepingCapacity: true)
        unescaped.removeAll(keepingCapacity: true)
        var index = 0
        var name = Self.bytes(of: name)
        if name.count == 1, name[0] == HTMLNameEscape.carrier, let first = list?[0] {
            name = Self.bytes(of: first)
            index = 2
        }
        while let list, let attribute = list[index] {
            let value = list[index + 1].map(Self.bytes) ?? UnsafeBufferPointer(start: nil, count: 0)
            attributes.append((HTMLNameEscape.withoutMark(Self.bytes(of: attribute)), value))
            index += 2
        }
        let record = takeRecord()
        withUnescaped(name) { name in
            for index in attributes.indices where attributes[index].name.contains(0x2E) {
                if let plain = HTMLNameEscape.unescaped(attributes[index].name) { unescaped.append(plain) }
            }
            if unescaped.isEmpty {
                report(name, record)
            } else {
                reportUnescaped(name, record)
            }
        }
    }

    private func report(_ name: UnsafeBufferPointer<UInt8>, _ record: HTMLNormalizer.TagRecord) {
        sink.startTag(
            HTMLStartTag(
                name: name, attributes: attributes, isSelfClosing: record.isSelfClosing, offset: Int(record.start)))
    }

    /// Attribute names such as `@click`: rare, so their plain forms go through one buffer made for the tag.
    private func reportUnescaped(_ name: UnsafeBufferPointer<UInt8>, _ record: HTMLNormalizer.TagRecord) {
        let joined = unescaped.flatMap { $0 }
        joined.withUnsafeBufferPointer { buffer in
            var start = 0
            var next = 0
            for index in attributes.indices where attributes[index].name.contains(0x2E) {
                let end = start + unescaped[next].count
                attributes[index].name = UnsafeBufferPointer(rebasing: buffer[start..<end])
                start = end
                next += 1
            }
            report(name, record)
        }
    }

    private func withUnescaped(_ name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let name = HTMLNameEscape.withoutMark(name)
        if let plain = HTMLNameEscape.unescaped(name) {
            plain.withUnsafeBufferPointer(body)
        } else {
            body(name)
        }
    }

    private func comment(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count > 1, text[0] == 0x2F else { return }
        let record = takeRecord()
        withUnescaped(UnsafeBufferPointer(rebasing: text[1...])) { sink.endTag($0, offset: Int(record.start)) }
    }

    private func characters(_ text: UnsafeBufferPointer<UInt8>) {
        sink.characters(text, offset: textOffset)
    }

    private func takeRecord() -> HTMLNormalizer.TagRecord {
        guard nextRecord < records.count else {
            return HTMLNormalizer.TagRecord(start: UInt32(textOffset), end: UInt32(textOffset), isSelfClosing: false)
        }
        let record = records[nextRecord]
        nextRecord += 1
        textOffset = Int(record.end)
        return record
    }
}
