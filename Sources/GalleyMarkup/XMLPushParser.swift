import CGalleyXML

/// libxml2's SAX2 push parser, which reports to an ``XMLEventSink``.
final class XMLPushParser {
    /// Behind a pointer, which is what the callbacks get: it stays where it is as long as the parser lives. Only one access
    /// happens at a time: the callbacks do not nest, run inside of ``parse(_:)`` and ``finish(length:)`` only, and do not
    /// call the parser; outside of those two the owner alone looks at it.
    let sink: UnsafeMutablePointer<XMLEventSink>
    private let context: xmlParserCtxtPtr?

    init(isRecovering: Bool) {
        sink = .allocate(capacity: 1)
        sink.initialize(to: XMLEventSink(isRecovering: isRecovering))
        XMLLibrary.prepare()
        var handler = XMLPushParser.handler()
        context = xmlCreatePushParserCtxt(&handler, sink, nil, 0, nil)
        guard let context else {
            sink.pointee.fail(code: .limit, message: "no memory for a parser", offset: 0)
            return
        }
        sink.pointee.context = context
        // NOENT makes "&amp;" in an attribute "&" rather than "&#38;"; entities of the document itself are refused at
        // their declaration. HUGE lifts libxml2's own limits, which differ between versions; XMLLimits holds ours.
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_HUGE.rawValue
            | XML_PARSE_IGNORE_ENC.rawValue
            | (isRecovering ? XML_PARSE_RECOVER.rawValue : 0)
        xmlCtxtUseOptions(context, Int32(bitPattern: UInt32(options)))
    }

    deinit {
        if let context {
            if let document = context.pointee.myDoc { xmlFreeDoc(document) }
            xmlFreeParserCtxt(context)
        }
        sink.deinitialize(count: 1)
        sink.deallocate()
    }

    /// Parses the next bytes, which are UTF-8.
    func parse(_ bytes: UnsafeRawBufferPointer) {
        guard sink.pointee.error == nil, let context, !bytes.isEmpty else { return }
        // The chunk is at most XMLLimits.chunkSize bytes of source, three times that when decoded from UTF-16.
        xmlParseChunk(context, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 0)
    }

    /// The source ended after `length` decoded bytes.
    func finish(length: Int) {
        guard sink.pointee.error == nil, let context else { return }
        sink.pointee.documentLength = length
        if length == 0 {
            sink.pointee.fail(code: .empty, message: "the document is empty", offset: 0)
            return
        }
        xmlParseChunk(context, nil, 0, 1)
        if sink.pointee.error == nil, context.pointee.wellFormed == 0, !sink.pointee.isRecovering {
            sink.pointee.fail(
                code: .notWellFormed, message: "the document is not well-formed", offset: sink.pointee.offset)
        }
    }
}
