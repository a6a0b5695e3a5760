import CGalleyXML

/// libxml2's SAX2 push parser, which reports to an ``XMLEventSink``.
final class XMLPushParser {
    var sink: XMLEventSink
    private let context: xmlParserCtxtPtr?

    init(isRecovering: Bool) {
        sink = XMLEventSink(isRecovering: isRecovering)
        XMLLibrary.prepare()
        var handler = XMLPushParser.handler()
        // The address of this object is only known when all of it is there: the parser is made without, then told.
        context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil)
        guard let context else {
            sink.fail(code: .limit, message: "no memory for a parser", offset: 0)
            return
        }
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        sink.context = context
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

    /// Parses the next bytes, which are UTF-8.
    func parse(_ bytes: UnsafeRawBufferPointer) {
        guard sink.error == nil, let context, !bytes.isEmpty else { return }
        // The chunk is at most XMLLimits.chunkSize bytes of source, three times that when decoded from UTF-16.
        xmlParseChunk(context, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 0)
    }

    /// The source ended after `length` decoded bytes.
    func finish(length: Int) {
        guard sink.error == nil, let context else { return }
        sink.documentLength = length
        if length == 0 {
            sink.fail(code: .empty, message: "the document is empty", offset: 0)
            return
        }
        xmlParseChunk(context, nil, 0, 1)
        if sink.error == nil, context.pointee.wellFormed == 0, !sink.isRecovering {
            sink.fail(code: .notWellFormed, message: "the document is not well-formed", offset: sink.offset)
        }
    }
}
