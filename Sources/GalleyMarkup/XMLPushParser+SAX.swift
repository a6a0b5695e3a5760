import CGalleyXML

extension XMLPushParser {
    /// libxml2's callbacks. The variadic ones stay nil: a Swift closure cannot be one; errors come in structured.
    static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
        handler.startDocument = { state in XMLPushParser.from(state).sink.startDocument() }
        handler.startElementNs = { state, local, prefix, namespace, _, _, count, _, attributes in
            XMLPushParser.from(state).sink.startElement(
                local, prefix, namespace, attributes: attributes, count: Int(count))
        }
        handler.endElementNs = { state, local, prefix, namespace in
            XMLPushParser.from(state).sink.endElement(local, prefix, namespace)
        }
        handler.characters = { state, bytes, count in XMLPushParser.from(state).sink.text(bytes, count: count) }
        handler.ignorableWhitespace = { state, bytes, count in XMLPushParser.from(state).sink.text(bytes, count: count)
        }
        handler.cdataBlock = { state, bytes, count in XMLPushParser.from(state).sink.text(bytes, count: count) }
        handler.comment = { state, text in XMLPushParser.from(state).sink.other(.comment, name: nil, text: text) }
        handler.processingInstruction = { state, target, data in
            XMLPushParser.from(state).sink.other(.processingInstruction, name: target, text: data)
        }
        handler.internalSubset = { state, name, _, system in
            XMLPushParser.from(state).sink.other(.doctype, name: name, text: system)
        }
        handler.entityDecl = { state, _, _, _, _, _ in XMLPushParser.from(state).sink.declaration(of: "entities") }
        handler.unparsedEntityDecl = { state, _, _, _, _ in XMLPushParser.from(state).sink.declaration(of: "entities") }
        handler.attributeDecl = { state, _, _, _, _, _, values in
            // The parser hands the enumeration over.
            if let values { xmlFreeEnumeration(values) }
            XMLPushParser.from(state).sink.declaration(of: "attributes")
        }
        handler.reference = { state, name in XMLPushParser.from(state).sink.unknownEntity(name) }
        handler.serror = { state, error in
            guard let state, let error else { return }
            XMLPushParser.from(state).sink.parserError(
                code: error.pointee.code, level: UInt32(error.pointee.level.rawValue),
                message: error.pointee.message.map { String(cString: $0) } ?? "")
        }
        return handler
    }

    /// The parser behind a callback's context: alive, since it is the one that parses.
    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLPushParser {
        Unmanaged<XMLPushParser>.fromOpaque(pointer!).takeUnretainedValue()
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
