import CGalleyXML

extension XMLParserState {
    /// libxml2's callbacks. The variadic ones stay nil: a Swift closure cannot be one; errors come in structured.
    static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
        handler.startDocument = { state in XMLParserState.from(state).startDocument() }
        handler.startElementNs = { state, local, prefix, namespace, _, _, count, _, attributes in
            XMLParserState.from(state).startElement(local, prefix, namespace, attributes: attributes, count: Int(count))
        }
        handler.endElementNs = { state, local, prefix, namespace in
            XMLParserState.from(state).endElement(local, prefix, namespace)
        }
        handler.characters = { state, bytes, count in XMLParserState.from(state).text(bytes, count: count) }
        handler.ignorableWhitespace = { state, bytes, count in XMLParserState.from(state).text(bytes, count: count) }
        handler.cdataBlock = { state, bytes, count in XMLParserState.from(state).text(bytes, count: count) }
        handler.comment = { state, text in XMLParserState.from(state).other(.comment, name: nil, text: text) }
        handler.processingInstruction = { state, target, data in
            XMLParserState.from(state).other(.processingInstruction, name: target, text: data)
        }
        handler.internalSubset = { state, name, _, system in
            XMLParserState.from(state).other(.doctype, name: name, text: system)
        }
        handler.entityDecl = { state, _, _, _, _, _ in XMLParserState.from(state).declaration(of: "entities") }
        handler.unparsedEntityDecl = { state, _, _, _, _ in XMLParserState.from(state).declaration(of: "entities") }
        handler.attributeDecl = { state, _, _, _, _, _, values in
            // The parser hands the enumeration over.
            if let values { xmlFreeEnumeration(values) }
            XMLParserState.from(state).declaration(of: "attributes")
        }
        handler.reference = { state, name in XMLParserState.from(state).unknownEntity(name) }
        handler.serror = { state, error in
            guard let state, let error else { return }
            XMLParserState.from(state).parserError(
                code: error.pointee.code, level: UInt32(error.pointee.level.rawValue),
                message: error.pointee.message.map { String(cString: $0) } ?? "")
        }
        return handler
    }

    /// The state behind a callback's context: alive, since it owns the parser that calls.
    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLParserState {
        Unmanaged<XMLParserState>.fromOpaque(pointer!).takeUnretainedValue()
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
