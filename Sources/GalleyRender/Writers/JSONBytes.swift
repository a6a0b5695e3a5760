import GalleyText

/// Bytes of JSON in the making. Numbers are px rounded to 1/64, as text goldens have them.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func number(_ value: Double) { bytes.append(contentsOf: px(value).utf8) }
    mutating func number(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

    /// A string with the escapes that JSON wants (RFC 8259 §7), and U+2028 and U+2029, which end lines elsewhere.
    mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, UInt8(scalar.value)])
            case 0x0A: raw("\\n")
            case 0x0D: raw("\\r")
            case 0x09: raw("\\t")
            case 0..<0x20, 0x7F, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                raw("\\u")
                bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// `items` between brackets, one a line.
    mutating func lines<Items: Collection>(_ items: Items, _ write: (inout JSONBytes, Items.Element) -> Void) {
        raw("[")
        var isFirst = true
        for item in items {
            raw(isFirst ? "\n" : ",\n")
            isFirst = false
            write(&self, item)
        }
        raw(isFirst ? "]" : "\n]")
    }

    /// `items` between brackets on one line.
    mutating func list<Items: Collection>(_ items: Items, _ write: (inout JSONBytes, Items.Element) -> Void) {
        raw("[")
        var isFirst = true
        for item in items {
            if !isFirst { raw(",") }
            isFirst = false
            write(&self, item)
        }
        raw("]")
    }
}
