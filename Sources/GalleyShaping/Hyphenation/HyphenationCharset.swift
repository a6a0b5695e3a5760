import GalleyUnicode

#if canImport(Glibc)
    import Glibc
#endif

/// The character set of a dictionary file: UTF-8, or a table for the upper half of one of single bytes.
struct HyphenationCharset {
    /// The characters of bytes 128 to 255, U+FFFD for none; empty for UTF-8.
    private var upper: [UInt32] = []

    /// The set of a name as dictionaries have it (`UTF-8`, `ISO8859-1`, `KOI8-R`, `microsoft-cp1251`). Others than UTF-8
    /// and ISO 8859-1 are those that the C library knows.
    init?(_ name: String) {
        switch name.uppercased() {
        case "UTF-8", "UTF8": return
        case "ISO8859-1", "ISO-8859-1": upper = (0x80...0xFF).map { UInt32($0) }
        default:
            guard let table = HyphenationCharset.systemTable(name) else { return nil }
            upper = table
        }
    }

    #if canImport(Glibc)
        private static func systemTable(_ name: String) -> [UInt32]? {
            var known = name.lowercased()
            if known.hasPrefix("microsoft-") { known.removeFirst("microsoft-".count) }
            guard known.utf8.allSatisfy({ $0 == 0x2D || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }),
                let converter = iconv_open("UTF-32LE", known), converter != iconv_t(bitPattern: -1)
            else { return nil }
            defer { iconv_close(converter) }
            var table: [UInt32] = []
            for byte in UInt8(0x80)...0xFF {
                var input = CChar(bitPattern: byte)
                var output: UInt32 = 0
                let count = withUnsafeMutablePointer(to: &input) { input in
                    withUnsafeMutableBytes(of: &output) { output in
                        var from: UnsafeMutablePointer<CChar>? = input
                        var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                        var (inLeft, outLeft) = (1, 4)
                        let result = iconv(converter, &from, &inLeft, &to, &outLeft)
                        // More bytes wanted: no set of single bytes.
                        return result == -1 ? -1 : 4 - outLeft
                    }
                }
                table.append(count == 4 ? UInt32(littleEndian: output) : 0xFFFD)
                if count != 4 { _ = iconv(converter, nil, nil, nil, nil) }
            }
            return table.allSatisfy { $0 == 0xFFFD } ? nil : table
        }
    #else
        private static func systemTable(_ name: String) -> [UInt32]? { nil }
    #endif

    /// Hands each character of some bytes to `body`.
    func decode(_ bytes: ContiguousArray<UInt8>.SubSequence, _ body: (UInt32) -> Void) {
        guard upper.isEmpty else {
            for byte in bytes { body(byte < 0x80 ? UInt32(byte) : upper[Int(byte) - 0x80]) }
            return
        }
        bytes.withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                let (scalar, length) = UTF8Decoding.decode(bytes, at: offset)
                body(scalar)
                offset += length
            }
        }
    }
}
