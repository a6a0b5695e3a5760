import CGalleyXML

/// libxml2's push parser, which reads start tags and their attributes from the form that `HTMLNormalizer` writes.
///
/// What it reports is kept, names unescaped, until the tags are taken. The parser never touches the network or a file.
final class HTMLTagReader {
    fileprivate struct Tag {
        var name: Range<UInt32>
        var attributes: Range<Int>
    }

    private var context: htmlParserCtxtPtr?
    /// libxml2 has seen the `<html><body>` that this class puts in front.
    private var wrappers = 2
    /// What was read, in one value: a callback takes exclusive access to it once.
    private var store = Store()

    /// Nil if libxml2 cannot be started.
    init?() {
        var handler = Self.handler()
        context = htmlCreatePushParserCtxt(
            &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
        guard let context else { return nil }
        htmlCtxtUseOptions(context, Self.options)
        xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        // With a body open, libxml2 implies no element and drops no white space.
        read(Array("<html><body>".utf8))
    }

    deinit {
        if let context { htmlFreeParserCtxt(context) }
    }

    /// Reads tags; the last may wait for more.
    func read(_ source: [UInt8]) {
        // libxml2 counts in Int32; a single token may be larger than a chunk but not than that.
        source.withUnsafeBytes { buffer in
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

    /// Ends the document.
    func finish() {
        htmlParseChunk(context, nil, 0, 1)
    }

    // MARK: Tags

    /// The tags that were read, by number; valid only during the call that gives them.
    struct Tags {
        fileprivate var tags: UnsafeBufferPointer<Tag>
        fileprivate var attributes: UnsafeBufferPointer<HTMLTagAttributes.Record>
        fileprivate var bytes: UnsafeBufferPointer<UInt8>

        subscript(index: Int) -> (name: UnsafeBufferPointer<UInt8>, attributes: HTMLTagAttributes) {
            let tag = tags[index]
            return (
                UnsafeBufferPointer(rebasing: bytes[Int(tag.name.lowerBound)..<Int(tag.name.upperBound)]),
                HTMLTagAttributes(UnsafeBufferPointer(rebasing: attributes[tag.attributes]), in: bytes)
            )
        }
    }

    /// How many tags were read since they were last taken.
    var count: Int { store.tags.count }

    /// Gives the tags away.
    func takeTags(_ body: (Tags) -> Void) {
        store.tags.withUnsafeBufferPointer { tags in
            store.attributes.withUnsafeBufferPointer { attributes in
                store.bytes.withUnsafeBufferPointer { body(Tags(tags: tags, attributes: attributes, bytes: $0)) }
            }
        }
        store.removeAll()
    }

    // MARK: libxml2

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
            Unmanaged<HTMLTagReader>.fromOpaque(context).takeUnretainedValue().startElement(name, attributes)
        }
        return handler
    }

    private func startElement(_ name: UnsafePointer<xmlChar>, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        // The two elements that stand in front of every document.
        if wrappers > 0 {
            wrappers -= 1
        } else {
            store.append(name, list)
        }
    }

    private struct Store {
        var tags: [Tag] = []
        var attributes: [HTMLTagAttributes.Record] = []
        var bytes: [UInt8] = []

        mutating func removeAll() {
            tags.removeAll(keepingCapacity: true)
            attributes.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
        }

        mutating func append(
            _ name: UnsafePointer<xmlChar>, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
        ) {
            var name = Self.bytes(of: name)
            var index = 0
            if name.count == 1, name[0] == HTMLNameEscape.carrier, let first = list?[0] {
                name = Self.bytes(of: first)
                index = 2
            }
            let first = attributes.count
            let nameRange = appendName(name)
            while let list, let attribute = list[index] {
                let name = appendName(Self.bytes(of: attribute))
                let value = append(list[index + 1].map(Self.bytes) ?? UnsafeBufferPointer(start: nil, count: 0))
                attributes.append(.init(name: name, value: value))
                index += 2
            }
            tags.append(Tag(name: nameRange, attributes: first..<attributes.count))
        }

        private mutating func appendName(_ name: UnsafeBufferPointer<UInt8>) -> Range<UInt32> {
            let name = HTMLNameEscape.withoutMark(name)
            guard let plain = HTMLNameEscape.unescaped(name) else { return append(name) }
            return plain.withUnsafeBufferPointer { append($0) }
        }

        private mutating func append(_ content: UnsafeBufferPointer<UInt8>) -> Range<UInt32> {
            let start = bytes.count
            bytes.append(contentsOf: content)
            return UInt32(start)..<UInt32(bytes.count)
        }

        private static func bytes(of text: UnsafePointer<xmlChar>) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
        }
    }
}
