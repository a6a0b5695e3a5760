import CLibXML2

/// libxml2's SAX events on the bytes as they are, counted by handlers that do nothing else, in the same process and with
/// the same library: what the speed of reading HTML is told as a ratio to.
enum RawLibXML {
    /// The number of events.
    static func countEvents(_ bytes: [UInt8]) -> Int {
        var handler = htmlSAXHandler()
        handler.startElement = { context, _, _ in RawLibXML.count(context) }
        handler.endElement = { context, _ in RawLibXML.count(context) }
        handler.characters = { context, _, length in if length > 0 { RawLibXML.count(context) } }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        var events = 0
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                let context = htmlCreateMemoryParserCtxt(start, Int32(buffer.count))
            else { return }
            let own = context.pointee.sax
            withUnsafeMutablePointer(to: &events) { events in
                withUnsafeMutablePointer(to: &handler) { handler in
                    context.pointee.sax = handler
                    context.pointee.userData = UnsafeMutableRawPointer(events)
                    htmlCtxtUseOptions(
                        context,
                        Int32(
                            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
                                | HTML_PARSE_NONET.rawValue))
                    xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
                    htmlParseDocument(context)
                }
            }
            context.pointee.sax = own
            htmlFreeParserCtxt(context)
        }
        return events
    }

    private static func count(_ context: UnsafeMutableRawPointer?) {
        context?.assumingMemoryBound(to: Int.self).pointee += 1
    }
}
