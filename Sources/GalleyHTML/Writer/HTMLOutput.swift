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

    /// ` name="value"`
    mutating func attribute(_ name: String, _ value: String) {
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
