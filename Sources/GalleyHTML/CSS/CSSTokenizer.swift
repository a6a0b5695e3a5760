/// CSS Syntax 3 §4 over UTF-8 bytes: one pass, no allocation but the token array, blocks matched on the way.
///
/// Line ends and NUL are handled where they stand instead of by a pre-processing copy (§3.3), so token positions are
/// positions in the input. Comments leave no token.
struct CSSTokenizer {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    var tokens: [CSSToken] = []
    var diagnostics: [(code: CSSDiagnostic.Code, offset: UInt32)] = []
    /// Indices of the tokens whose blocks are open.
    private var open: [UInt32] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 4 + 8)
        // A byte order mark is not part of the sheet.
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    }

    mutating func run() {
        while consumeToken() {}
        for index in open {
            tokens[Int(index)].partner = UInt32(tokens.count)
        }
        if let first = open.first { report(.unclosed, Int(tokens[Int(first)].start)) }
    }

    /// The byte `distance` after the current one; past the end a byte that belongs to no token class.
    @inline(__always) private func peek(_ distance: Int = 0) -> UInt8 {
        let index = position &+ distance
        return index < bytes.count ? bytes[index] : 0x7F
    }

    @inline(__always) private var atEnd: Bool { position >= bytes.count }

    private mutating func report(_ code: CSSDiagnostic.Code, _ offset: Int) {
        if diagnostics.count < CSSLimits.maximumDiagnostics { diagnostics.append((code, UInt32(offset))) }
    }

    private mutating func append(
        _ kind: CSSToken.Kind, from start: Int, content: Range<Int>? = nil, flags: CSSToken.Flags = [],
        number: Double = 0, delimiter: UInt8 = 0
    ) {
        let content = content ?? start..<position
        tokens.append(
            CSSToken(
                kind: kind, flags: flags, delimiter: delimiter, start: UInt32(start), end: UInt32(position),
                contentStart: UInt32(content.lowerBound), contentEnd: UInt32(content.upperBound), number: number))
    }

    /// §4.3.1; false at the end.
    private mutating func consumeToken() -> Bool {
        consumeComments()
        guard !atEnd else { return false }
        let start = position
        let byte = bytes[position]
        if isWhitespace(byte) {
            repeat { position += 1 } while !atEnd && isWhitespace(bytes[position])
            append(.whitespace, from: start)
            return true
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): consumeString(byte)
        case UInt8(ascii: "#"):
            if isName(peek(1)) && position + 1 < bytes.count || isEscape(at: 1) {
                let isIdentifier = startsIdentifier(at: 1)
                position += 1
                let decode = consumeName()
                append(
                    .hash, from: start, content: start + 1..<position,
                    flags: decode.union(isIdentifier ? .identifierHash : []))
            } else {
                consumeDelimiter()
            }
        case UInt8(ascii: "("): openBlock(.openParenthesis)
        case UInt8(ascii: "["): openBlock(.openSquare)
        case UInt8(ascii: "{"): openBlock(.openBrace)
        case UInt8(ascii: ")"): closeBlock(.closeParenthesis)
        case UInt8(ascii: "]"): closeBlock(.closeSquare)
        case UInt8(ascii: "}"): closeBlock(.closeBrace)
        case UInt8(ascii: ","): punctuation(.comma)
        case UInt8(ascii: ":"): punctuation(.colon)
        case UInt8(ascii: ";"): punctuation(.semicolon)
        case UInt8(ascii: "+"), UInt8(ascii: "."):
            if startsNumber() { consumeNumeric() } else { consumeDelimiter() }
        case UInt8(ascii: "-"):
            if startsNumber() {
                consumeNumeric()
            } else if peek(1) == UInt8(ascii: "-"), peek(2) == UInt8(ascii: ">") {
                position += 3
                append(.cdc, from: start)
            } else if startsIdentifier(at: 0) {
                consumeIdentifierLike()
            } else {
                consumeDelimiter()
            }
        case UInt8(ascii: "<"):
            if peek(1) == UInt8(ascii: "!"), peek(2) == UInt8(ascii: "-"), peek(3) == UInt8(ascii: "-") {
                position += 4
                append(.cdo, from: start)
            } else {
                consumeDelimiter()
            }
        case UInt8(ascii: "@"):
            if startsIdentifier(at: 1) {
                position += 1
                let flags = consumeName()
                append(.atKeyword, from: start, content: start + 1..<position, flags: flags)
            } else {
                consumeDelimiter()
            }
        case UInt8(ascii: "\\"):
            if isEscape(at: 0) {
                consumeIdentifierLike()
            } else {
                report(.badToken, start)
                consumeDelimiter()
            }
        default:
            if isDigit(byte) {
                consumeNumeric()
            } else if isNameStart(byte) {
                consumeIdentifierLike()
            } else {
                consumeDelimiter()
            }
        }
        return true
    }

    private mutating func consumeDelimiter() {
        let start = position
        position += 1
        append(.delimiter, from: start, delimiter: bytes[start])
    }

    private mutating func punctuation(_ kind: CSSToken.Kind) {
        position += 1
        append(kind, from: position - 1)
    }

    private mutating func openBlock(_ kind: CSSToken.Kind) {
        position += 1
        open.append(UInt32(tokens.count))
        append(kind, from: position - 1)
    }

    /// A closing bracket closes the innermost block if it fits, else it is a stray token (§5.4.8: an inner block runs to
    /// its own bracket or to the end).
    private mutating func closeBlock(_ kind: CSSToken.Kind) {
        if let last = open.last {
            let opener = tokens[Int(last)].kind
            let fits =
                switch kind {
                case .closeParenthesis: opener == .openParenthesis || opener == .function
                case .closeSquare: opener == .openSquare
                default: opener == .openBrace
                }
            if fits {
                tokens[Int(last)].partner = UInt32(tokens.count)
                open.removeLast()
            }
        }
        punctuation(kind)
    }

    /// §4.3.2
    private mutating func consumeComments() {
        while peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*"), position + 1 < bytes.count {
            let start = position
            position += 2
            while true {
                guard position + 1 < bytes.count else {
                    position = bytes.count
                    report(.unclosed, start)
                    return
                }
                if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") { break }
                position += 1
            }
            position += 2
        }
    }

    /// §4.3.5
    private mutating func consumeString(_ quote: UInt8) {
        let start = position
        position += 1
        var flags: CSSToken.Flags = []
        while true {
            guard !atEnd else {
                report(.unclosed, start)
                append(.string, from: start, content: start + 1..<position, flags: flags)
                return
            }
            let byte = bytes[position]
            if byte == quote {
                position += 1
                append(.string, from: start, content: start + 1..<position - 1, flags: flags)
                return
            }
            if isNewline(byte) {
                report(.badToken, start)
                append(.badString, from: start)
                return
            }
            if byte == 0 { flags.insert(.needsDecoding) }
            if byte == UInt8(ascii: "\\") {
                flags.insert(.needsDecoding)
                position += 1
                if atEnd { continue }
                if !isNewline(bytes[position]) {
                    consumeEscape()
                    continue
                }
                if bytes[position] == 0x0D, peek(1) == 0x0A { position += 1 }
            }
            position += 1
        }
    }

    /// §4.3.8
    private func isEscape(at distance: Int) -> Bool {
        guard peek(distance) == UInt8(ascii: "\\") else { return false }
        let next = position + distance + 1
        return next >= bytes.count || !isNewline(bytes[next])
    }

    /// §4.3.9
    private func startsIdentifier(at distance: Int) -> Bool {
        guard position + distance < bytes.count else { return false }
        let first = peek(distance)
        if first == UInt8(ascii: "-") {
            let second = peek(distance + 1)
            return position + distance + 1 < bytes.count && (isNameStart(second) || second == UInt8(ascii: "-"))
                || isEscape(at: distance + 1)
        }
        return isNameStart(first) || isEscape(at: distance)
    }

    /// §4.3.10
    private func startsNumber() -> Bool {
        var distance = 0
        if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { distance = 1 }
        if isDigit(peek(distance)) { return true }
        return peek(distance) == UInt8(ascii: ".") && isDigit(peek(distance + 1))
    }

    /// §4.3.11: consumes the longest name; says whether it needs decoding.
    private mutating func consumeName() -> CSSToken.Flags {
        var flags: CSSToken.Flags = []
        while !atEnd {
            let byte = bytes[position]
            if isName(byte) {
                if byte == 0 { flags.insert(.needsDecoding) }
                position += 1
            } else if byte == UInt8(ascii: "\\"), isEscape(at: 0) {
                flags.insert(.needsDecoding)
                position += 1
                consumeEscape()
            } else {
                break
            }
        }
        return flags
    }

    /// §4.3.7, after the backslash.
    private mutating func consumeEscape() {
        guard !atEnd else { return }
        guard hexValue(bytes[position]) != nil else {
            position += 1
            return
        }
        var digits = 0
        while digits < 6, !atEnd, hexValue(bytes[position]) != nil {
            digits += 1
            position += 1
        }
        if !atEnd, isWhitespace(bytes[position]) {
            if bytes[position] == 0x0D, peek(1) == 0x0A { position += 1 }
            position += 1
        }
    }

    /// §4.3.4
    private mutating func consumeIdentifierLike() {
        let start = position
        let flags = consumeName()
        let content = start..<position
        guard peek() == UInt8(ascii: "(") else {
            return append(.identifier, from: start, content: content, flags: flags)
        }
        position += 1
        if isURL(content) {
            var ahead = position
            while ahead < bytes.count, isWhitespace(bytes[ahead]) { ahead += 1 }
            let next = ahead < bytes.count ? bytes[ahead] : 0
            if next != UInt8(ascii: "\""), next != UInt8(ascii: "'") {
                position = ahead
                return consumeURL(from: start)
            }
        }
        open.append(UInt32(tokens.count))
        append(.function, from: start, content: content, flags: flags)
    }

    private func isURL(_ content: Range<Int>) -> Bool {
        content.count == 3 && asciiLowercased(bytes[content.lowerBound]) == UInt8(ascii: "u")
            && asciiLowercased(bytes[content.lowerBound + 1]) == UInt8(ascii: "r")
            && asciiLowercased(bytes[content.lowerBound + 2]) == UInt8(ascii: "l")
    }

    /// §4.3.6, after `url(` and white space.
    private mutating func consumeURL(from start: Int) {
        let contentStart = position
        var flags: CSSToken.Flags = []
        while true {
            guard !atEnd else {
                report(.unclosed, start)
                return append(.url, from: start, content: contentStart..<position, flags: flags)
            }
            let byte = bytes[position]
            if byte == UInt8(ascii: ")") || isWhitespace(byte) {
                let content = contentStart..<position
                while !atEnd, isWhitespace(bytes[position]) { position += 1 }
                if atEnd || bytes[position] == UInt8(ascii: ")") {
                    if atEnd { report(.unclosed, start) } else { position += 1 }
                    return append(.url, from: start, content: content, flags: flags)
                }
                return consumeBadURL(from: start)
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 1...8, 0x0B, 0x0E...0x1F, 0x7F:
                return consumeBadURL(from: start)
            case UInt8(ascii: "\\"):
                guard isEscape(at: 0) else { return consumeBadURL(from: start) }
                flags.insert(.needsDecoding)
                position += 1
                consumeEscape()
            default:
                if byte == 0 { flags.insert(.needsDecoding) }
                position += 1
            }
        }
    }

    /// §4.3.14
    private mutating func consumeBadURL(from start: Int) {
        report(.badToken, start)
        while !atEnd {
            let byte = bytes[position]
            if byte == UInt8(ascii: ")") {
                position += 1
                break
            }
            let escaped = isEscape(at: 0)
            position += 1
            if escaped { consumeEscape() }
        }
        append(.badURL, from: start)
    }

    /// §4.3.3
    private mutating func consumeNumeric() {
        let start = position
        let (value, flags) = consumeNumber()
        let afterNumber = position
        if startsIdentifier(at: 0) {
            let decode = consumeName()
            append(
                .dimension, from: start, content: afterNumber..<position, flags: flags.union(decode), number: value)
        } else if peek() == UInt8(ascii: "%") {
            position += 1
            append(.percentage, from: start, flags: flags, number: value)
        } else {
            append(.number, from: start, flags: flags, number: value)
        }
    }

    /// §4.3.12 and 4.3.13; always finite.
    private mutating func consumeNumber() -> (value: Double, flags: CSSToken.Flags) {
        let start = position
        var flags: CSSToken.Flags = .integer
        if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") {
            flags.insert(.signed)
            position += 1
        }
        while isDigit(peek()) { position += 1 }
        if peek() == UInt8(ascii: "."), isDigit(peek(1)) {
            flags.remove(.integer)
            position += 2
            while isDigit(peek()) { position += 1 }
        }
        if peek() | 0x20 == UInt8(ascii: "e") {
            let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
            if isDigit(peek(1 + sign)) {
                flags.remove(.integer)
                position += 2 + sign
                while isDigit(peek()) { position += 1 }
            }
        }
        return (DecimalNumber.value(of: UnsafeBufferPointer(rebasing: bytes[start..<position])), flags)
    }
}
