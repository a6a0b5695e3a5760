/// The bytes of a style sheet and their tokens: what every later step of parsing reads by token index.
///
/// Blocks and functions know the index of their closing token (`CSSToken.partner`), so nothing that reads them recurses
/// or scans twice.
package struct CSSSource: Sendable {
    /// UTF-8; need not be valid (what is not is repaired when a string is taken).
    package let bytes: [UInt8]
    package let tokens: [CSSToken]
    /// Whether the document is in quirks mode, where some properties take lengths without units and colours without `#`
    /// (Quirks Mode §3.1, §3.2).
    package var isQuirks = false
    /// What URLs in the sheet are relative to; nil leaves them as written, for the document's base.
    package var baseURL: String?
    /// Errors of the tokenizer, in order.
    package let diagnostics: [(code: CSSDiagnostic.Code, offset: UInt32)]

    /// Tokenizes `bytes`, O(count).
    package init(_ bytes: [UInt8]) {
        var bytes = bytes
        var cut = false
        if bytes.count > CSSLimits.maximumSheetBytes {
            bytes.removeSubrange(CSSLimits.maximumSheetBytes...)
            cut = true
        }
        var tokens: [CSSToken] = []
        var diagnostics: [(code: CSSDiagnostic.Code, offset: UInt32)] = []
        bytes.withUnsafeBufferPointer { buffer in
            var tokenizer = CSSTokenizer(buffer)
            tokenizer.run()
            swap(&tokens, &tokenizer.tokens)
            swap(&diagnostics, &tokenizer.diagnostics)
        }
        if cut { diagnostics.append((.limit, UInt32(bytes.count))) }
        self.bytes = bytes
        self.tokens = tokens
        self.diagnostics = diagnostics
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    package var count: Int { tokens.count }

    package subscript(index: Int) -> CSSToken {
        if index < tokens.count { return tokens[index] }
        let end = UInt32(bytes.count)
        return CSSToken(kind: .end, start: end, end: end, contentStart: end, contentEnd: end)
    }

    /// The index after the token at `index`, or after the block that it opens.
    package func next(after index: Int) -> Int {
        let token = tokens[index]
        return token.opens ? min(Int(token.partner) + 1, tokens.count) : index + 1
    }

    /// The token's name, string or unit, escapes decoded.
    package func string(_ token: CSSToken) -> String {
        let content = bytes[Int(token.contentStart)..<Int(token.contentEnd)]
        guard token.flags.contains(.needsDecoding) else { return String(decoding: content, as: UTF8.self) }
        return String(decoding: CSSSource.decodeEscapes(content, string: token.kind == .string), as: UTF8.self)
    }

    /// As ``string(_:)``, ASCII letters lowered.
    package func lowercased(_ token: CSSToken) -> String {
        if !token.flags.contains(.needsDecoding) {
            let content = Int(token.contentStart)..<Int(token.contentEnd)
            if content.count <= 15 {
                return String(unsafeUninitializedCapacity: 15) { buffer in
                    for (target, source) in content.enumerated() { buffer[target] = asciiLowercased(bytes[source]) }
                    return content.count
                }
            }
        }
        return String(decoding: string(token).utf8.map(asciiLowercased), as: UTF8.self)
    }

    /// Whether the token's content equals `text`, which must be lower-case ASCII, ignoring ASCII case.
    package func matches(_ token: CSSToken, _ text: StaticString) -> Bool {
        if token.flags.contains(.needsDecoding) { return lowercased(token) == text.description }
        let count = Int(token.contentEnd &- token.contentStart)
        guard count == text.utf8CodeUnitCount else { return false }
        let start = Int(token.contentStart)
        for index in 0..<count where asciiLowercased(bytes[start &+ index]) != text.utf8Start[index] { return false }
        return true
    }

    /// The source text of the tokens `range`, untouched.
    package func text(_ range: Range<Int>) -> String {
        guard !range.isEmpty, range.lowerBound < tokens.count else { return "" }
        let end = range.upperBound < tokens.count ? Int(tokens[range.upperBound].start) : bytes.count
        return String(decoding: bytes[Int(tokens[range.lowerBound].start)..<end], as: UTF8.self)
    }

    /// `range` without leading and trailing white space.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, tokens[lower].kind == .whitespace { lower += 1 }
        while upper > lower, tokens[upper - 1].kind == .whitespace { upper -= 1 }
        return lower..<upper
    }

    /// CSS Syntax 3 §4.3.7, over a whole name or string. NUL becomes U+FFFD (§3.3).
    static func decodeEscapes(_ content: ArraySlice<UInt8>, string: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var index = content.startIndex
        let end = content.endIndex
        func appendScalar(_ value: UInt32) {
            let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
            result.append(contentsOf: String(Character(scalar)).utf8)
        }
        while index < end {
            let byte = content[index]
            index += 1
            if byte == 0 { appendScalar(0xFFFD) }
            guard byte == UInt8(ascii: "\\") else {
                if byte != 0 { result.append(byte) }
                continue
            }
            guard index < end else {
                if !string { appendScalar(0xFFFD) }
                break
            }
            if isNewline(content[index]) {
                // A string continues after an escaped line end, which is not part of it.
                if content[index] == 0x0D, index + 1 < end, content[index + 1] == 0x0A { index += 1 }
                index += 1
                continue
            }
            guard var value = hexValue(content[index]) else {
                if content[index] == 0 { appendScalar(0xFFFD) } else { result.append(content[index]) }
                index += 1
                continue
            }
            index += 1
            var digits = 1
            while digits < 6, index < end, let digit = hexValue(content[index]) {
                value = value * 16 + digit
                digits += 1
                index += 1
            }
            if index < end, isWhitespace(content[index]) {
                if content[index] == 0x0D, index + 1 < end, content[index + 1] == 0x0A { index += 1 }
                index += 1
            }
            appendScalar(value)
        }
        return result
    }
}

@inline(__always) func asciiLowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
}

@inline(__always) func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

@inline(__always) func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isNewline(byte) }

@inline(__always) func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inline(__always) func hexValue(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte &- 0x30) }
    let letter = byte | 0x20
    return letter &- 0x61 < 6 ? UInt32(letter &- 0x61 &+ 10) : nil
}

@inline(__always) func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80 || byte == 0
}

@inline(__always) func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
}
