import CGalleyXML

/// Reads HTML through libxml2's push parser and reports tokens.
///
/// The source first goes through `HTMLNormalizer`, whose form leaves libxml2 nothing to repair: it reads start tags and
/// their attributes. Text and end tags, which the normalizer has found and decoded already, join them here in source order
/// (libxml2 looks at each byte of text several times: it took half of the time of parsing). Memory stays within a few
/// chunks, whatever the size of the document. The parser never touches the network or a file.
///
/// The source may come in parts: what `read` does not take has to begin the next part.
package final class HTMLTokenizer {
    private let sink: any HTMLTokenSink
    var normalizer: HTMLNormalizer
    private var context: htmlParserCtxtPtr?
    private var sentDoctype = false
    /// Tokens that were not reported yet begin at `nextToken`; `text` has their bytes.
    private var tokens: [HTMLNormalizer.Token] = []
    private var nextToken = 0
    private var text: [UInt8] = []
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
            takeTokens()
            feed(normalizer.output, to: context)
            normalizer.output.removeAll(keepingCapacity: true)
            reportTokensBeforeStartTag()
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
        while nextToken < tokens.count {
            reportTokensBeforeStartTag()
            nextToken += 1
        }
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

    /// Only this callback: libxml2 builds no tree. `error` and `warning` are variadic and stay nil.
    private static func handler() -> htmlSAXHandler {
        var handler = htmlSAXHandler()
        handler.startElement = { context, name, attributes in
            guard let context, let name else { return }
            HTMLTokenizer.from(context).startElement(name, attributes)
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
        reportTokensBeforeStartTag()
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
        let token = takeStartTag()
        withUnescaped(name) { name in
            for index in attributes.indices where attributes[index].name.contains(0x2E) {
                if let plain = HTMLNameEscape.unescaped(attributes[index].name) { unescaped.append(plain) }
            }
            if unescaped.isEmpty {
                report(name, token)
            } else {
                reportUnescaped(name, token)
            }
        }
    }

    private func report(_ name: UnsafeBufferPointer<UInt8>, _ token: HTMLNormalizer.Token) {
        sink.startTag(
            HTMLStartTag(
                name: name, attributes: attributes, isSelfClosing: token.kind == .selfClosingTag,
                offset: Int(token.offset)))
    }

    /// Attribute names such as `@click`: rare, so their plain forms go through one buffer made for the tag.
    private func reportUnescaped(_ name: UnsafeBufferPointer<UInt8>, _ token: HTMLNormalizer.Token) {
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
            report(name, token)
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

    // MARK: Tokens

    /// Takes what the normalizer wrote; tokens that still wait for libxml2 stay in front.
    private func takeTokens() {
        if nextToken == tokens.count {
            tokens.removeAll(keepingCapacity: true)
            text.removeAll(keepingCapacity: true)
            nextToken = 0
            swap(&tokens, &normalizer.tokens)
            swap(&text, &normalizer.text)
            return
        }
        let base = UInt32(text.count)
        text.append(contentsOf: normalizer.text)
        for var token in normalizer.tokens {
            token.start += base
            token.end += base
            tokens.append(token)
        }
        normalizer.tokens.removeAll(keepingCapacity: true)
        normalizer.text.removeAll(keepingCapacity: true)
    }

    /// Reports text and end tags up to the next start tag, which libxml2 reports.
    private func reportTokensBeforeStartTag() {
        text.withUnsafeBufferPointer { text in
            while nextToken < tokens.count {
                let token = tokens[nextToken]
                let bytes = UnsafeBufferPointer(rebasing: text[Int(token.start)..<Int(token.end)])
                switch token.kind {
                case .startTag, .selfClosingTag: return
                case .endTag: sink.endTag(bytes, offset: Int(token.offset))
                case .text: sink.characters(bytes, offset: Int(token.offset))
                }
                nextToken += 1
            }
        }
    }

    private func takeStartTag() -> HTMLNormalizer.Token {
        guard nextToken < tokens.count else { return HTMLNormalizer.Token(kind: .startTag, offset: 0) }
        nextToken += 1
        return tokens[nextToken - 1]
    }
}
