/// How the characters of a `.strings` file are written as bytes. These are the encodings that Foundation reads, UTF-16 and
/// UTF-32 only with a byte order mark.
public enum StringsEncoding: String, Sendable, Hashable, Codable, CaseIterable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case utf32LittleEndian
    case utf32BigEndian

    /// U+FEFF in this encoding.
    var byteOrderMark: [UInt8] {
        switch self {
        case .utf8: [0xEF, 0xBB, 0xBF]
        case .utf16LittleEndian: [0xFF, 0xFE]
        case .utf16BigEndian: [0xFE, 0xFF]
        case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
        case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
        }
    }

    /// Which mark the bytes begin with. UTF-32's little-endian one begins with UTF-16's.
    init?(markOf bytes: [UInt8]) {
        let inOrder: [StringsEncoding] = [
            .utf32LittleEndian, .utf32BigEndian, .utf16LittleEndian, .utf16BigEndian, .utf8,
        ]
        guard let found = inOrder.first(where: { bytes.starts(with: $0.byteOrderMark) }) else { return nil }
        self = found
    }

    /// How many bytes a scalar takes whose UTF-8 begins with `lead`.
    func width(ofUTF8Lead lead: UInt8) -> Int {
        switch self {
        case .utf8: lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        case .utf16LittleEndian, .utf16BigEndian: lead < 0xF0 ? 2 : 4
        case .utf32LittleEndian, .utf32BigEndian: 4
        }
    }

    /// The bytes of a text; other than in UTF-8 there is always a mark, since Foundation needs it.
    func encode(_ utf8: [UInt8], marked: Bool = false) -> [UInt8] {
        if self == .utf8 { return marked ? byteOrderMark + utf8 : utf8 }
        var bytes = byteOrderMark
        let text = String(decoding: utf8, as: UTF8.self)
        switch self {
        case .utf8: break
        case .utf16LittleEndian:
            bytes.reserveCapacity(2 * utf8.count + 2)
            for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        case .utf16BigEndian:
            bytes.reserveCapacity(2 * utf8.count + 2)
            for unit in text.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        case .utf32LittleEndian:
            for scalar in text.unicodeScalars { withUnsafeBytes(of: scalar.value.littleEndian) { bytes += $0 } }
        case .utf32BigEndian:
            for scalar in text.unicodeScalars { withUnsafeBytes(of: scalar.value.bigEndian) { bytes += $0 } }
        }
        return bytes
    }
}
