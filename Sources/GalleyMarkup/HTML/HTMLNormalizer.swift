/// Rewrites HTML as people write it into a plain form that every version of libxml2 reads alike.
///
/// libxml2 2.9 and 2.14 have different tokenizers, and both repair the nesting of tags on their way, each in its own
/// manner. This pass goes over the bytes once, by the tokenizer's rules of the HTML standard (§13.2.5), and writes for
/// libxml2 every start tag as an empty element with quoted attributes, `<td class="a" width="3"/>`, with `& < > "` as
/// the only references left: it has nothing to balance, and the nesting is the business of `HTMLTreeBuilder`. Names that
/// it would treat in a special way (`html`, `script`, ...), does not know or could not read are written in another form
/// (see `HTMLNameEscape`).
///
/// What needs no parser once it is found does not travel through one: text, its references decoded, that of raw text
/// elements (`textarea`, `title`, `style`, ...) included, and the names of end tags stand in a buffer of their own.
/// The content of `script`, comments, bogus ones, processing instructions and the document type are left out. `tokens`
/// says the order of all of it, and each one's place in the source.
///
/// One pass, O(bytes), bounded output: `fill()` stops between two tokens once a chunk is full.
struct HTMLNormalizer {
    /// A token, in source order.
    struct Token {
        enum Kind: UInt8 {
            /// The next element that libxml2 reports.
            case startTag
            /// An element of its own end: `<br/>`, where that means something.
            case selfClosingTag
            case endTag
            case text
        }
        var kind: Kind
        /// Where it begins in the source.
        var offset: UInt32
        /// Its bytes in `text`: characters, or the name of an end tag.
        var start: UInt32 = 0
        var end: UInt32 = 0
    }

    /// The part of the source that is at hand; the tokens before it are done.
    var source = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Where `source` begins in the whole.
    private(set) var base = 0
    /// Whether nothing comes after `source`.
    private var isLast = true
    /// Where text ends that no later byte can change.
    private var textEnd = 0
    /// A place in `source`.
    var position = 0
    /// The rewritten bytes since the last `takeOutput`.
    var output: [UInt8] = []
    /// Text and names of end tags, since the tokens were last taken.
    var text: [UInt8] = []
    var tokens: [Token] = []
    /// While text is written, `output` and `text` have changed places.
    private var isWritingText = false
    var doctype: HTMLDoctype?
    var isXHTML = false
    /// Repairs since they were last taken.
    var repairs: [Repair] = []
    private var repairCount = 0
    let maximumAttributes: Int
    var foreign = ForeignContext()
    /// The element whose raw content comes next.
    var rawElement: HTMLName?
    /// Whether references are decoded in `plaintext`: so it is in a fragment of a `textarea`.
    var plaintextHasReferences = false
    var hasContent = false
    private let names = HTMLNameTable.known

    /// What was repaired or left out, where in the source, and the limit that was behind it.
    struct Repair {
        var message: String
        var offset: Int
        var limit: MarkupError.Limit?
    }

    init(maximumAttributes: Int = MarkupLimits.attributesPerElement) {
        self.maximumAttributes = maximumAttributes
        output.reserveCapacity(MarkupLimits.chunkBytes + 4096)
    }

    /// Continues with a part of the source that begins where the last call of `fill()` stopped.
    mutating func begin(_ part: UnsafeBufferPointer<UInt8>, at offset: Int, isLast: Bool) {
        source = part
        base = offset
        position = 0
        self.isLast = isLast
        textEnd = isLast ? part.count : endOfText
        if offset == 0, part.starts(with: Array("<?xml".utf8)) { isXHTML = true }
    }

    /// Rewrites until a chunk is full or the source ends; returns whether there is more that can be done.
    mutating func fill() -> Bool {
        while position < source.count, output.count + text.count < MarkupLimits.chunkBytes {
            if rawElement == nil, source[position] != 0x3C {
                guard position < textEnd else { return false }
                text(until: min(textEnd, position + MarkupLimits.chunkBytes))
            } else if isLast {
                token()
            } else {
                // A token that runs to the end of this part may be another one with the bytes that follow.
                let before = checkpoint
                token()
                if position == source.count {
                    restore(before)
                    return false
                }
            }
        }
        return position < source.count
    }

    private mutating func token() {
        if let raw = rawElement { rawText(of: raw) } else { markup() }
    }

    private mutating func text(until end: Int) {
        let start = position
        writeText { $0.copyText(until: end) }
        if !hasContent { hasContent = !source[start..<position].allSatisfy(\.isHTMLSpace) }
    }

    // MARK: Parts

    /// The end, or the last `&` if all that follows it could belong to a reference.
    private var endOfText: Int {
        var index = source.count
        while index > 0, source[index - 1].isASCIILetter || source[index - 1].isASCIIDigit || source[index - 1] == 0x23
        {
            index -= 1
        }
        return index > 0 && source[index - 1] == 0x26 ? index - 1 : source.count
    }

    /// All that a token changes.
    private struct Checkpoint {
        var position, output, text, tokens, repairs, repairCount: Int
        var doctype: HTMLDoctype?
        var isXHTML, hasContent: Bool
        var foreign: ForeignContext
        var rawElement: HTMLName?
    }

    private var checkpoint: Checkpoint {
        Checkpoint(
            position: position, output: output.count, text: text.count, tokens: tokens.count, repairs: repairs.count,
            repairCount: repairCount, doctype: doctype, isXHTML: isXHTML, hasContent: hasContent, foreign: foreign,
            rawElement: rawElement)
    }

    private mutating func restore(_ before: Checkpoint) {
        position = before.position
        output.removeLast(output.count - before.output)
        text.removeLast(text.count - before.text)
        tokens.removeLast(tokens.count - before.tokens)
        repairs.removeLast(repairs.count - before.repairs)
        repairCount = before.repairCount
        doctype = before.doctype
        isXHTML = before.isXHTML
        hasContent = before.hasContent
        foreign = before.foreign
        rawElement = before.rawElement
    }

    // MARK: Text

    /// Copies text up to the next `<`, or to about `limit`, decoding references.
    private mutating func copyText(until limit: Int) {
        let classes = HTMLByteClass.table
        while position < limit {
            let start = position
            var index = start
            while index < limit, classes[Int(source[index])] & HTMLByteClass.text == 0 { index += 1 }
            append(start..<index)
            position = index
            guard index < source.count, index < limit else {
                // Not between the bytes of a character.
                while position < source.count, source[position] & 0xC0 == 0x80 { appendByte() }
                return
            }
            switch source[index] {
            case 0x3C: return
            case 0x26: reference(inAttribute: false)
            case 0x00:
                // "In body" drops a NUL; elsewhere it becomes U+FFFD (§13.2.6.4.7, §13.2.6.5).
                repair("a NUL character", at: index)
                if foreign.isForeign { replacement() }
                position += 1
            default: unusual(at: index)
            }
        }
    }

    /// A byte that no document may hold: a control character, or the start of a noncharacter's sequence.
    mutating func unusual(at index: Int) {
        switch source[index] {
        case 0x0C:
            output.append(0x20)
            position = index + 1
        case 0xEF:
            let isNoncharacter = index + 2 < source.count && source[index + 1] == 0xBF && source[index + 2] >= 0xBE
            if isNoncharacter {
                replacement()
            } else {
                append(index..<min(index + 3, source.count))
            }
            position = min(index + 3, source.count)
        case 0x00:
            repair("a NUL character", at: index)
            replacement()
            position = index + 1
        default:
            repair("a control character was left out", at: index)
            position = index + 1
        }
    }

    /// The character reference at the present `&`, or the `&` itself.
    mutating func reference(inAttribute: Bool) {
        switch HTMLEntities.match(source, at: position + 1, inAttribute: inAttribute) {
        case .named(let length, let characters):
            for byte in characters { appendEscaped(byte) }
            position += 1 + length
        case .numeric(let length, let scalar):
            appendScalar(scalar)
            position += 1 + length
        case nil:
            appendEscaped(0x26)
            position += 1
        }
    }

    private mutating func appendScalar(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x00...0x7F:
            let byte = UInt8(scalar.value)
            // A reference to a control character: a line feed and a tab stay what they are, CR is a line end.
            if byte == 0x0D || byte == 0x0C {
                output.append(byte == 0x0D ? 0x0A : 0x20)
            } else if byte >= 0x20 || byte == 0x0A || byte == 0x09 {
                appendEscaped(byte)
            } else {
                repair("a reference to a control character was left out", at: position)
            }
        case 0xFFFE, 0xFFFF: replacement()
        default:
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
        }
    }

    // MARK: Output

    @inline(__always)
    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: source[range]))
    }

    private mutating func appendByte() {
        output.append(source[position])
        position += 1
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    /// Writes a character of text as it is, and one of an attribute's value as a reference where it needs one.
    mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case _ where isWritingText: output.append(byte)
        case 0x26: append("&amp;")
        case 0x3C: append("&lt;")
        case 0x3E: append("&gt;")
        case 0x22: append("&quot;")
        default: output.append(byte)
        }
    }

    mutating func replacement() {
        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }

    /// Notes a repair at a place in `source`; a limit is always noted, others as long as few were.
    mutating func repair(_ message: String, at place: Int, limit: MarkupError.Limit? = nil) {
        guard repairCount < MarkupLimits.diagnostics || limit != nil else { return }
        repairCount += 1
        repairs.append(Repair(message: message, offset: base + place, limit: limit))
    }

    /// Writes what `body` appends as text that begins at the present position.
    @inline(__always)
    mutating func writeText(_ body: (inout Self) -> Void) {
        let offset = base + position
        swap(&output, &text)
        isWritingText = true
        let start = output.count
        body(&self)
        isWritingText = false
        swap(&output, &text)
        guard text.count > start else { return }
        tokens.append(Token(kind: .text, offset: UInt32(offset), start: UInt32(start), end: UInt32(text.count)))
    }

    /// Notes a start tag.
    mutating func noteStartTag(from start: Int, isSelfClosing: Bool) {
        tokens.append(Token(kind: isSelfClosing ? .selfClosingTag : .startTag, offset: UInt32(base + start)))
    }

    /// Notes an end tag; its name reads as that of a start tag does.
    mutating func noteEndTag(_ name: Range<Int>, from start: Int) {
        let first = text.count
        if name.count <= MarkupLimits.nameBytes, source[name].allSatisfy(HTMLNameEscape.isPlain) {
            for index in name { text.append(source[index].asciiLowercased) }
        } else {
            var escaped: [UInt8] = []
            HTMLNameEscape.append(source[name], to: &escaped)
            escaped.withUnsafeBufferPointer {
                let name = HTMLNameEscape.withoutMark($0)
                text.append(contentsOf: HTMLNameEscape.unescaped(name) ?? Array(name))
            }
        }
        tokens.append(
            Token(kind: .endTag, offset: UInt32(base + start), start: UInt32(first), end: UInt32(text.count)))
    }

    /// The known name that a range of the source spells in lower case, if there is one.
    func knownName(_ range: Range<Int>) -> HTMLName? {
        guard range.count <= 24 else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            for (place, index) in range.enumerated() { buffer[place] = source[index].asciiLowercased }
            return names.find(UnsafeBufferPointer(start: buffer.baseAddress, count: range.count))
        }
    }
}

/// Which bytes end a run that can be copied as it is.
enum HTMLByteClass {
    /// Text: `<`, `&`, controls, and 0xEF, which may begin a noncharacter.
    static let text: UInt8 = 1
    /// Attribute values: the same, `>` and quotes.
    static let value: UInt8 = 2

    static let table: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        for byte in 0..<0x20 where byte != 0x09 && byte != 0x0A { table[byte] = text | value }
        for byte in [0x3C, 0x26, 0xEF] { table[byte] = text | value }
        table[0x3E] = value
        table[0x22] = value
        table[0x27] = value
        return table
    }()
}
