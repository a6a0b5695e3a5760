/// Placeholders that are filled in by name: `${applicationName}`, `$(PRODUCT_NAME)`, `\(count)`.
struct NamedPlaceholders {
    /// How often each is used. `$(NAME)` and `${NAME}` are one.
    private(set) var counts: [String: Int] = [:]

    /// Whether a text may have some: `%1$@` has a dollar sign, too. Complexity: O(*length of the text*).
    static func mayBe(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var previous: UInt8 = 0
            for byte in bytes {
                if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{"),
                    previous == UInt8(ascii: "$") || previous == UInt8(ascii: "\\")
                {
                    return true
                }
                previous = byte
            }
            return false
        }
    }

    /// Complexity: O(*length of the text*).
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        while index + 2 < bytes.count {
            let isBuildSetting = bytes[index] == UInt8(ascii: "$")
            guard isBuildSetting || bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            let open = bytes[index + 1]
            let close: UInt8? =
                switch open {
                case UInt8(ascii: "("): UInt8(ascii: ")")
                case UInt8(ascii: "{") where isBuildSetting: UInt8(ascii: "}")
                default: nil
                }
            // A name: an ASCII word, so that the search for its end is short.
            var end = index + 2
            while end < bytes.count, Self.isNameByte(bytes[end]) { end += 1 }
            guard let close, end > index + 2, end < bytes.count, bytes[end] == close else {
                index += 1
                continue
            }
            let name = String(decoding: bytes[index + 2..<end], as: UTF8.self)
            counts[isBuildSetting ? "${\(name)}" : "\\(\(name))", default: 0] += 1
            index = end + 1
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || (0x30...0x39).contains(byte) || "_.:-[]".utf8.contains(byte)
    }
}
