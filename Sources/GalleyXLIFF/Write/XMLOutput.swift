/// The bytes of an XML document while they are put together.
///
/// Everything that a parser would change is escaped: markup, the CR that line ends are normalized to (XML 1.0 §2.11),
/// and in attributes tab and line feed, which would become spaces (§3.3.3).
struct XMLOutput {
    /// What becomes of the characters that XML 1.0 §2.2 has no way to write.
    enum Forbidden {
        /// U+FFFD stands for each.
        case replaced
        /// An XLIFF 2 element stands for each: `<cp hex="0007"/>`.
        case codePoint
    }

    private(set) var bytes: [UInt8] = []

    /// Markup, as it is.
    mutating func markup(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Text between tags.
    mutating func text(_ string: String, _ forbidden: Forbidden = .replaced) {
        append(string, isAttribute: false, forbidden)
    }

    /// ` name="value"`.
    mutating func attribute(_ name: StaticString, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        markup(name)
        markup("=\"")
        append(value, isAttribute: true, .replaced)
        bytes.append(UInt8(ascii: "\""))
    }

    /// ` name="value"`, or nothing.
    mutating func attribute(_ name: StaticString, _ value: String?) {
        if let value { attribute(name, value) }
    }

    /// Whether XML has no way to write one of the characters.
    static func hasForbidden(_ string: String) -> Bool {
        var string = string
        return string.withUTF8 { text in
            text.indices.contains { text[$0] < 0x20 || text[$0] == 0xEF ? isForbidden(text, at: $0) : false }
        }
    }

    /// Whether the character at `index` is a control character other than tab, LF, CR, or U+FFFE, U+FFFF.
    private static func isForbidden(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        if text[index] == 0xEF {
            return index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
        }
        return text[index] < 0x20 && text[index] != 0x09 && text[index] != 0x0A && text[index] != 0x0D
    }

    private mutating func append(_ string: String, isAttribute: Bool, _ forbidden: Forbidden) {
        var string = string
        string.withUTF8 { text in
            var copied = 0
            var index = 0
            while index < text.count {
                let byte = text[index]
                // Above ">" only U+FFFE and U+FFFF need care.
                guard byte <= 0x3E || byte == 0xEF else {
                    index += 1
                    continue
                }
                let escape: StaticString
                var length = 1
                switch byte {
                case UInt8(ascii: "&"): escape = "&amp;"
                case UInt8(ascii: "<"): escape = "&lt;"
                case UInt8(ascii: ">"): escape = "&gt;"
                case UInt8(ascii: "\"") where isAttribute: escape = "&quot;"
                case 0x0D: escape = "&#13;"
                case 0x09 where isAttribute: escape = "&#9;"
                case 0x0A where isAttribute: escape = "&#10;"
                default:
                    guard Self.isForbidden(text, at: index) else {
                        index += 1
                        continue
                    }
                    if byte == 0xEF { length = 3 }
                    escape = ""
                }
                bytes.append(contentsOf: text[copied..<index])
                if escape.utf8CodeUnitCount > 0 {
                    markup(escape)
                } else {
                    append(forbidden, byte == 0xEF ? 0xFF40 + UInt32(text[index + 2]) : UInt32(byte))
                }
                index += length
                copied = index
            }
            bytes.append(contentsOf: text[copied...])
        }
    }

    private mutating func append(_ forbidden: Forbidden, _ scalar: UInt32) {
        switch forbidden {
        case .replaced: bytes.append(contentsOf: "\u{FFFD}".utf8)
        case .codePoint:
            let digits = String(scalar, radix: 16, uppercase: true)
            bytes.append(
                contentsOf: "<cp hex=\"\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)\"/>".utf8)
        }
    }
}
