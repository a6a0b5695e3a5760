extension OldStyleParser {
    /// A quoted or bare string, or `nil` when none begins here.
    mutating func string() throws(XLIFFError) -> String? {
        guard let first = peek else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quotedString(first) }
        let start = index
        while let byte = peek, Self.isBare(byte) { index += 1 }
        return index == start ? nil : String(decoding: text.utf8[start..<index], as: UTF8.self)
    }

    /// `/` is one of them: `http://example.com` is a bare string, without a comment.
    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private mutating func quotedString(_ quote: UInt8) throws(XLIFFError) -> String {
        let start = index
        var end = index + 1
        text.utf8.withUnsafeBufferPointer { bytes in
            while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\") { end += 1 }
        }
        guard end < text.utf8.count else { throw stop("the string that begins here has no end", at: start) }
        if text.utf8[end] == quote {
            index = end + 1
            return String(decoding: text.utf8[start + 1..<end], as: UTF8.self)
        }
        index = end
        return try escapedString(Array(text.utf8[start + 1..<end]), start: start, quote: quote)
    }

    /// The rest of a string from its first backslash on.
    private mutating func escapedString(
        _ beginning: [UInt8], start: Int, quote: UInt8
    ) throws(XLIFFError) -> String {
        var result = beginning
        /// The first half of a surrogate pair, and where its escape begins.
        var half: (unit: UInt16, start: Int)?
        while let byte = peek {
            guard byte == UInt8(ascii: "\\"), let escaped = peekNext else {
                finish(&half, in: &result)
                index += 1
                if byte == quote { return String(decoding: result, as: UTF8.self) }
                result.append(byte)
                continue
            }
            let escape = index
            index += 1
            guard escaped == UInt8(ascii: "U") else {
                finish(&half, in: &result)
                plainEscape(escaped, at: escape, into: &result)
                continue
            }
            let unit = codeUnit(at: escape)
            // Two escapes make one character beyond the basic plane.
            if let high = half?.unit, unit & 0xFC00 == 0xDC00 {
                half = nil
                let scalar = 0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(unit & 0x3FF)
                result.append(scalar: Unicode.Scalar(scalar) ?? "\u{FFFD}")
                continue
            }
            finish(&half, in: &result)
            if let scalar = Unicode.Scalar(unit) { result.append(scalar: scalar) } else { half = (unit, escape) }
            // A second half alone waits for nothing.
            if unit & 0xFC00 == 0xDC00 { finish(&half, in: &result) }
        }
        throw stop("the string that begins here has no end", at: start)
    }

    /// Half a surrogate pair without the other half is no character.
    private mutating func finish(_ half: inout (unit: UInt16, start: Int)?, in result: inout [UInt8]) {
        guard let lost = half else { return }
        half = nil
        result.append(scalar: "\u{FFFD}")
        warn(
            "\\U\(String(lost.unit, radix: 16, uppercase: true)) is half a character without the other half", lost.start
        )
    }

    /// `Uxxxx`: up to four hexadecimal digits, a UTF-16 unit.
    private mutating func codeUnit(at escape: Int) -> UInt16 {
        index += 1
        var unit: UInt16 = 0
        var count = 0
        while count < 4, let digit = peek?.hexDigit {
            unit = unit << 4 | UInt16(digit)
            count += 1
            index += 1
        }
        if count == 0 { warn("\\U without hexadecimal digits stands for U+0000", escape) }
        return unit
    }

    private mutating func plainEscape(_ byte: UInt8, at escape: Int, into result: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "a"): result.append(0x07)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "v"): result.append(0x0B)
        case 0x30...0x37:
            var value = 0
            var count = 0
            while count < 3, let digit = peek, (0x30...0x37).contains(digit) {
                value = value << 3 | Int(digit - 0x30)
                count += 1
                index += 1
            }
            return result.append(scalar: NextStepLatin.scalar(UInt8(truncatingIfNeeded: value)))
        default:
            if byte == UInt8(ascii: "u"), text.utf8[(index + 1)...].prefix(4).allSatisfy({ $0.hexDigit != nil }) {
                warn("\\u stands for the letter u; the escape is \\U", escape)
            }
            // The first byte of a character; its others follow as they are.
            result.append(byte)
        }
        index += 1
    }

    private mutating func warn(_ message: String, _ offset: Int) {
        findings.append(Finding(.warning, .stringsEscape, message, file: file, position: position(at: offset)))
    }
}
