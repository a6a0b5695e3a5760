import CGalleyXML

extension XMLPushParser {
    /// libxml2's callbacks. The variadic ones stay nil: a Swift closure cannot be one; errors come in structured.
    static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
        handler.startDocument = { state in XMLPushParser.sink(state).pointee.startDocument() }
        handler.startElementNs = { state, local, prefix, namespace, _, _, count, _, attributes in
            XMLPushParser.sink(state).pointee.startElement(
                local, prefix, namespace, attributes: attributes, count: Int(count))
        }
        handler.endElementNs = { state, local, prefix, namespace in
            XMLPushParser.sink(state).pointee.endElement(local, prefix, namespace)
        }
        handler.characters = { state, bytes, count in XMLPushParser.sink(state).pointee.text(bytes, count: count) }
        handler.ignorableWhitespace = { state, bytes, count in
            XMLPushParser.sink(state).pointee.text(bytes, count: count)
        }
        handler.cdataBlock = { state, bytes, count in XMLPushParser.sink(state).pointee.cdata(bytes, count: count) }
        handler.comment = { state, text in XMLPushParser.sink(state).pointee.other(.comment, name: nil, text: text) }
        handler.processingInstruction = { state, target, data in
            XMLPushParser.sink(state).pointee.other(.processingInstruction, name: target, text: data)
        }
        handler.internalSubset = { state, name, _, system in
            XMLPushParser.sink(state).pointee.other(.doctype, name: name, text: system)
        }
        handler.entityDecl = { state, _, _, _, _, _ in XMLPushParser.sink(state).pointee.declaration(of: "entities") }
        handler.unparsedEntityDecl = { state, _, _, _, _ in
            XMLPushParser.sink(state).pointee.declaration(of: "entities")
        }
        handler.attributeDecl = { state, _, _, _, _, _, values in
            // The parser hands the enumeration over.
            if let values { xmlFreeEnumeration(values) }
            XMLPushParser.sink(state).pointee.declaration(of: "attributes")
        }
        handler.reference = { state, name in XMLPushParser.sink(state).pointee.unknownEntity(name) }
        handler.serror = { state, error in
            guard let state, let error else { return }
            XMLPushParser.sink(state).pointee.parserError(
                code: error.pointee.code, level: UInt32(error.pointee.level.rawValue),
                message: error.pointee.message.map { String(cString: $0) } ?? "")
        }
        return handler
    }

    /// What a callback reports to: alive, since its parser is the one that parses.
    private static func sink(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLEventSink> {
        pointer!.assumingMemoryBound(to: XMLEventSink.self)
    }
}

/// The library's one-time set-up, which libxml2 2.9 does not guard against two threads itself.
enum XMLLibrary {
    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    static func prepare() { _ = isReady }
}
