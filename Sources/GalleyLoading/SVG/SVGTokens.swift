/// The tags and the text of an XML file, one after the other: as much of XML 1.0 as tells where elements and attributes stand.
///
/// Whether the file is well-formed is not checked; whoever draws it parses it. Nothing is read beyond the bytes, whatever
/// they are. O(bytes).
struct SVGTokens: IteratorProtocol {
    enum Token {
        case start(SVGTag)
        case end(name: Range<Int>)
        /// Characters, references as they are written, or a CDATA section's.
        case text(Range<Int>)
        /// A document type declaration, its internal subset included.
        case declaration(Range<Int>)
        /// A processing instruction, or the XML declaration.
        case instruction(Range<Int>)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    /// Whether nothing has been met so far that has no end.
    private(set) var isComplete = true
    private var endsWithComment = false

    /// `bytes` must outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next one; `nil` at the end, and where a tag, comment or the like has none.
    mutating func next() -> Token? {
        guard position < bytes.count else { return nil }
        let token = read()
        // A comment may be the last.
        isComplete = isComplete && (token != nil || endsWithComment)
        return token
    }

    private mutating func read() -> Token? {
        endsWithComment = false
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let start = position
                while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
                return .text(start..<position)
            }
            let start = position
            if has("<!--") {
                guard skip(past: "-->", from: start + 4) else { return nil }
                endsWithComment = position == bytes.count
            } else if has("<![CDATA[") {
                guard skip(past: "]]>", from: start + 9) else { return nil }
                return .text(start + 9..<position - 3)
            } else if has("<!") {
                guard skipDeclaration() else { return nil }
                return .declaration(start..<position)
            } else if has("<?") {
                guard skip(past: "?>", from: start + 2) else { return nil }
                return .instruction(start..<position)
            } else if has("</") {
                position += 2
                let name = readName()
                guard skip(past: ">", from: position) else { return nil }
                return .end(name: name)
            } else {
                return readTag().map { .start($0) }
            }
        }
        return nil
    }

    private func has(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[position + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Goes on behind the next `end` from a position on.
    private mutating func skip(past end: StaticString, from start: Int) -> Bool {
        position = start
        while position + end.utf8CodeUnitCount <= bytes.count {
            if has(end) {
                position += end.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        position = bytes.count
        return false
    }

    /// `<!DOCTYPE ... [ ... ]>`: `>` ends it outside of brackets, quotes and comments.
    private mutating func skipDeclaration() -> Bool {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[position]
                position += 1
                while position < bytes.count, bytes[position] != quote { position += 1 }
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0:
                position += 1
                return true
            case UInt8(ascii: "<") where has("<!--"):
                guard skip(past: "-->", from: position + 4) else { return false }
                continue
            default: break
            }
            position += 1
        }
        return false
    }

    private mutating func readName() -> Range<Int> {
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        return start..<position
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
    }

    private mutating func readTag() -> SVGTag? {
        let start = position
        position += 1
        var tag = SVGTag(name: readName(), attributes: [], range: start..<start, isEmpty: false)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ">") {
                position += 1
                tag.range = start..<position
                return tag
            }
            if byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
                tag.isEmpty = byte == UInt8(ascii: "/")
                position += 1
                continue
            }
            let name = readName()
            while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
            position += 1
            while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
            guard position < bytes.count else { return nil }
            let quote = bytes[position]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = position + 1
            position = value
            while position < bytes.count, bytes[position] != quote { position += 1 }
            guard position < bytes.count else { return nil }
            tag.attributes.append((name, value..<position))
            position += 1
            tag.isEmpty = false
        }
        return nil
    }
}

/// A start tag: where its parts stand.
struct SVGTag {
    var name: Range<Int>
    var attributes: [(name: Range<Int>, value: Range<Int>)]
    /// From `<` to behind `>`.
    var range: Range<Int>
    /// Whether the element ends with it.
    var isEmpty: Bool
}

extension UnsafeBufferPointer<UInt8> {
    /// What stands in a range.
    func string(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }

    /// A name without its prefix.
    func localName(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        for index in range where self[index] == UInt8(ascii: ":") { start = index + 1 }
        return start..<range.upperBound
    }

    /// Whether a range holds a text.
    func has(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where self[range.lowerBound + index] != text.utf8Start[index] { return false }
        return true
    }

    /// The value of an attribute of a tag.
    func value(of name: StaticString, _ tag: SVGTag) -> Range<Int>? {
        tag.attributes.first { has(name, in: $0.name) }?.value
    }
}
