/// A start tag as the tokenizer reports it; valid only during the call.
package struct HTMLStartTag {
    /// The element's name, lower-cased.
    package var name: UnsafeBufferPointer<UInt8>
    /// Names and values, in source order, the first of equal names only.
    package var attributes: HTMLTagAttributes
    /// Whether the tag ends its own element: `<br/>` in SVG, MathML and documents that say they are XHTML.
    package var isSelfClosing: Bool
    /// Where the tag begins in the decoded source.
    package var offset: Int
}

/// The attributes of a start tag: names, lower-cased, and values, empty where the source has none.
package struct HTMLTagAttributes: RandomAccessCollection {
    /// Where an attribute's name and value lie.
    struct Record {
        var name: Range<UInt32>
        var value: Range<UInt32>
    }

    private let records: UnsafeBufferPointer<Record>
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ records: UnsafeBufferPointer<Record>, in bytes: UnsafeBufferPointer<UInt8>) {
        self.records = records
        self.bytes = bytes
    }

    /// No attributes.
    static var none: HTMLTagAttributes {
        HTMLTagAttributes(.init(start: nil, count: 0), in: .init(start: nil, count: 0))
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { records.count }

    package subscript(index: Int) -> (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        let record = records[index]
        return (slice(record.name), slice(record.value))
    }

    private func slice(_ range: Range<UInt32>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }
}

/// The document type as the source gives it.
package struct HTMLDoctype: Equatable, Sendable {
    /// The name, lower-cased; empty when it is missing.
    package var name = ""
    /// The public identifier.
    package var publicID: String?
    /// The system identifier.
    package var systemID: String?
    /// Whether the declaration itself is broken, which asks for quirks.
    package var forcesQuirks = false
}

/// Takes token events: the seam between whatever reads the characters and the tree builder.
///
/// The calls come in source order: an XML declaration and a document type at most once and first, then tags and characters, then `endOfFile`.
/// Characters may be split anywhere between two characters. Tags and characters come in batches, which are reported one
/// by one to a sink that does not take them whole.
package protocol HTMLTokenSink: AnyObject {
    /// The document says that it is XML.
    func xmlDeclaration()
    /// The document type.
    func doctype(_ doctype: HTMLDoctype)
    /// Tags and characters.
    func tokens(_ batch: HTMLTokenBatch)
    /// A start tag.
    func startTag(_ tag: HTMLStartTag)
    /// An end tag.
    func endTag(_ name: UnsafeBufferPointer<UInt8>, offset: Int)
    /// Text, decoded: no references remain.
    func characters(_ text: UnsafeBufferPointer<UInt8>, offset: Int)
    /// Something was repaired, or left out because of a limit.
    func diagnostic(_ message: String, offset: Int, limit: MarkupError.Limit?)
    /// No more tokens.
    func endOfFile()
    /// Whether the sink takes no more tokens; asked from time to time.
    var isFull: Bool { get }
}

extension HTMLTokenSink {
    package func tokens(_ batch: HTMLTokenBatch) {
        var batch = batch
        while let token = batch.next() {
            let offset = Int(token.offset)
            switch token.kind {
            case .startTag, .bareTag: startTag(batch.startTag(token))
            case .endTag: endTag(batch.bytes(of: token), offset: offset)
            case .text: characters(batch.bytes(of: token), offset: offset)
            }
        }
    }
}

/// Tags and characters in source order; valid only during the call.
package struct HTMLTokenBatch {
    private let tokens: UnsafeBufferPointer<HTMLNormalizer.Token>
    private var index = 0
    private let source: UnsafeBufferPointer<UInt8>
    private let text: UnsafeBufferPointer<UInt8>
    private let tags: HTMLTagReader.Tags
    private var nextTag = 0

    /// The tokens that `tags` has enough tags for.
    init(
        _ tokens: UnsafeBufferPointer<HTMLNormalizer.Token>, source: UnsafeBufferPointer<UInt8>,
        text: UnsafeBufferPointer<UInt8>, tags: HTMLTagReader.Tags
    ) {
        self.tokens = tokens
        self.source = source
        self.text = text
        self.tags = tags
    }

    /// The next token; nil at the end.
    @inline(__always)
    mutating func next() -> HTMLNormalizer.Token? {
        guard index < tokens.count else { return nil }
        index += 1
        return tokens[index - 1]
    }

    /// The characters of text, or the name of a tag that libxml2 did not read.
    @inline(__always)
    func bytes(of token: HTMLNormalizer.Token) -> UnsafeBufferPointer<UInt8> {
        let buffer = token.isInSource ? source : text
        return UnsafeBufferPointer(rebasing: buffer[Int(token.start)..<Int(token.end)])
    }

    /// The start tag that `next()` has just returned; asked once.
    @inline(__always)
    mutating func startTag(_ token: HTMLNormalizer.Token) -> HTMLStartTag {
        var tag = HTMLStartTag(
            name: .init(start: nil, count: 0), attributes: .none, isSelfClosing: token.isSelfClosing,
            offset: Int(token.offset))
        if token.kind == .bareTag {
            tag.name = bytes(of: token)
        } else {
            (tag.name, tag.attributes) = tags[nextTag]
            nextTag += 1
        }
        return tag
    }
}
