/// Finds the tokens of HTML as people write it, and leaves to libxml2, in a plain form that every version of it reads alike,
/// those that have something to be read.
///
/// libxml2 2.9 and 2.14 have different tokenizers, and both repair the nesting of tags on their way, each in its own
/// manner. This pass goes over the bytes once, by the tokenizer's rules of the HTML standard (§13.2.5), and writes for
/// libxml2 every start tag that has attributes as an empty element, `<td class="a" width="3"/>`, with `& < > "` as the
/// only references left: it has nothing to balance, and the nesting is the business of `HTMLTreeBuilder`. Names that
/// it would treat in a special way (`html`, `script`, ...), does not know or could not read are written in another form
/// (see `HTMLNameEscape`).
///
/// What needs no parser once it is found does not travel through one: text, that of raw text elements (`textarea`, `title`,
/// `style`, ...) included, end tags, and start tags that are a name only. Text without references stays where it stands in
/// the source, and so do names in lower case; other text, its references decoded, goes to a buffer of its own.
/// The content of `script`, comments, bogus ones, processing instructions and the document type are left out. `tokens`
/// says the order of all of it, and each one's place in the source.
///
/// One pass, O(bytes), bounded output: `fill()` stops between two tokens once a chunk is full.
struct HTMLNormalizer {
    /// A token, in source order; 16 bytes.
    struct Token {
        enum Kind: UInt8 {
            /// The next element that libxml2 reports.
            case startTag
            /// A start tag without attributes.
            case bareTag
            case endTag
            case text
        }
        var kind: Kind
        /// An element of its own end: `<br/>`, where that means something.
        var isSelfClosing = false
        /// Whether the bytes are those of the source.
        var isInSource = false
        /// The name of a tag, if it is a known one.
        var known: Int16 = -1
        /// Where it begins in the source.
        var offset: UInt32
        /// Its bytes in `source` or `text`: characters, or the name of a tag that libxml2 does not report.
        var start: UInt32 = 0
        var end: UInt32 = 0

        /// The name of a tag, if it is a known one.
        var name: HTMLName? { known < 0 ? nil : HTMLName(rawValue: Int32(known)) }
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
    /// Text and names of tags that the source does not have in this form, since the tokens were last taken.
    var text: [UInt8] = []
    var tokens: [Token] = []
    /// While text is written, `output` and `text` have changed places.
    private var isWritingText = false
    var doctype: HTMLDoctype?
    var isXHTML = false
    private(set) var hasXMLDeclaration = false
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
    private let names = HTMLKnownNames()

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
        if offset == 0, part.starts(with: Array("<?xml".utf8)) {
            isXHTML = true
            hasXMLDeclaration = true
        }
    }

    /// Forgets the source; tokens that were not taken keep their bytes.
    mutating func end() {
        for index in tokens.indices where tokens[index].isInSource {
            let range = Int(tokens[index].start)..<Int(tokens[index].end)
            tokens[index].start = UInt32(text.count)
            text.append(contentsOf: UnsafeBufferPointer(rebasing: source[range]))
            tokens[index].end = UInt32(text.count)
            tokens[index].isInSource = false
        }
        source = UnsafeBufferPointer(start: nil, count: 0)
    }

    /// How many tokens can be reported when libxml2 has read `tags` start tags.
    func countOfTokens(withTags tags: Int) -> Int {
        var left = tags
        for index in tokens.indices where tokens[index].kind == .startTag {
            if left == 0 { return index }
            left -= 1
        }
        return tokens.count
    }

    /// Removes the first tokens, which were taken.
    mutating func removeTokens(_ count: Int) {
        if count < tokens.count {
            tokens.removeFirst(count)
        } else {
            tokens.removeAll(keepingCapacity: true)
            text.removeAll(keepingCapacity: true)
        }
    }

    /// Removes the start tags that are left: nobody has read them.
    mutating func removeStartTags() { tokens.removeAll { $0.kind == .startTag } }

    /// Rewrites until a chunk is full or the source ends; returns whether there is more that can be done.
    mutating func fill() -> Bool {
        let end = position + MarkupLimits.chunkBytes
        let written = text.count
        while position < min(source.count, end), output.count + text.count - written < MarkupLimits.chunkBytes {
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
        position = HTMLByteClass.endOfPlainText(in: source, from: start, to: end)
        if position == end { moveToCharacter() }
        if position > start {
            tokens.append(
                Token(
                    kind: .text, isInSource: true, offset: UInt32(base + start), start: UInt32(start),
                    end: UInt32(position)))
        }
        if position < end, source[position] != 0x3C { writeText { $0.copyText(until: end) } }
        if !hasContent { hasContent = !source[start..<position].allSatisfy(\.isHTMLSpace) }
    }

    /// Out of the middle of a character.
    private mutating func moveToCharacter() {
        while position < source.count, source[position] & 0xC0 == 0x80 { position += 1 }
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
        while position < limit {
            let start = position
            let index = HTMLByteClass.endOfPlainText(in: source, from: start, to: limit)
            position = index
            if index == limit { moveToCharacter() }
            append(start..<position)
            guard index < limit else { return }
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
            appendScalar(scalar, inAttribute: inAttribute)
            position += 1 + length
        case nil:
            appendEscaped(0x26)
            position += 1
        }
    }

    private mutating func appendScalar(_ scalar: Unicode.Scalar, inAttribute: Bool) {
        switch scalar.value {
        case 0x00...0x7F:
            let byte = UInt8(scalar.value)
            // A reference to a control character: a line feed and a tab stay what they are; a carriage return is a line end
            // in an attribute, and in text a space in all respects (CSS Text 3 §4.1).
            if byte == 0x0D || byte == 0x0C {
                output.append(byte == 0x0D && inAttribute ? 0x0A : 0x20)
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

    /// Notes a start tag that libxml2 reports.
    mutating func noteStartTag(_ name: TagName, from start: Int, isSelfClosing: Bool) {
        tokens.append(
            Token(kind: .startTag, isSelfClosing: isSelfClosing, known: name.number, offset: UInt32(base + start)))
    }

    /// Notes a tag that is a name only; it reads as libxml2's report of the name would.
    mutating func noteBareTag(_ kind: Token.Kind, _ name: TagName, from start: Int, isSelfClosing: Bool = false) {
        var token = Token(
            kind: kind, isSelfClosing: isSelfClosing, isInSource: name.known != nil && !name.isFolded,
            known: name.number, offset: UInt32(base + start), start: UInt32(name.start), end: UInt32(name.end))
        if !token.isInSource {
            token.start = UInt32(text.count)
            appendName(source[name.start..<name.end])
            token.end = UInt32(text.count)
        }
        tokens.append(token)
    }

    private mutating func appendName(_ name: Slice<UnsafeBufferPointer<UInt8>>) {
        if name.count <= MarkupLimits.nameBytes, name.allSatisfy(HTMLNameEscape.isPlain) {
            for byte in name { text.append(byte.asciiLowercased) }
            return
        }
        var escaped: [UInt8] = []
        HTMLNameEscape.append(name, to: &escaped)
        escaped.withUnsafeBufferPointer {
            let name = HTMLNameEscape.withoutMark($0)
            text.append(contentsOf: HTMLNameEscape.unescaped(name) ?? Array(name))
        }
    }

    // MARK: Names

    /// The name of a tag in the source.
    struct TagName {
        var start: Int
        var end: Int
        /// The name, if it is a known one.
        var known: HTMLName?
        /// Whether it has capitals.
        var isFolded: Bool

        var number: Int16 { known.map { Int16(truncatingIfNeeded: $0.rawValue) } ?? -1 }
    }

    /// The name that begins at `start` with a letter and runs to white space, `/` or `>`.
    @inline(__always)
    func tagName(from start: Int) -> TagName {
        var end = start
        var key: UInt64 = 0
        var isFolded = false
        while end < source.count {
            let byte = source[end]
            if byte.isHTMLSpace || byte == 0x2F || byte == 0x3E { break }
            let folded = byte.asciiLowercased
            if folded != byte { isFolded = true }
            key = key << 8 | UInt64(folded)
            end += 1
        }
        let known = end - start <= 8 ? names.find(key) : knownName(start..<end)
        return TagName(start: start, end: end, known: known, isFolded: isFolded)
    }

    /// The known name that a range of the source spells, its capitals made small, if there is one.
    @inline(__always)
    func knownName(_ range: Range<Int>) -> HTMLName? {
        HTMLKnownNames.find(UnsafeBufferPointer(rebasing: source[range]))
    }
}
