/// Markup as bytes, escaped where it must be (HTML standard, §13.3).
struct HTMLOutput {
    private(set) var bytes: [UInt8] = []

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// Markup as it is.
    mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    mutating func raw(_ other: HTMLOutput) { bytes.append(contentsOf: other.bytes) }

    /// Text. A carriage return would be read as a line feed, NUL not at all.
    mutating func text(_ text: some Sequence<UInt8>) {
        for byte in text {
            switch byte {
            case 0x26: raw("&amp;")
            case 0x3C: raw("&lt;")
            case 0x3E: raw("&gt;")
            case 0x0D: raw("&#13;")
            case 0x00: raw("\u{FFFD}")
            default: bytes.append(byte)
            }
        }
    }

    /// Whether markup can say the name of an attribute (HTML standard, §13.1.2.3); others would end it.
    static func isAttributeName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && ![0x22, 0x27, 0x3C, 0x3D, 0x3E, 0x2F].contains($0) }
    }

    /// Whether a tag can have the name (HTML standard, §13.2.5.6): a letter, then nothing that ends it.
    static func isElementName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        return isAttributeName(name)
    }

    /// ` name="value"`; nothing for a name that no attribute can have.
    mutating func attribute(_ name: String, _ value: String) {
        guard HTMLOutput.isAttributeName(name) else { return }
        raw(" ")
        raw(name)
        raw("=\"")
        for byte in value.utf8 {
            switch byte {
            case 0x22: raw("&quot;")
            case 0x26: raw("&amp;")
            case 0x3C: raw("&lt;")
            case 0x0D: raw("&#13;")
            case 0x00: raw("\u{FFFD}")
            default: bytes.append(byte)
            }
        }
        raw("\"")
    }
}
