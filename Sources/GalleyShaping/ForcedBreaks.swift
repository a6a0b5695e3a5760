/// The characters after which a line ends (UAX #14, classes BK, LF and NL), where they stand in UTF-8. A carriage return is
/// none of itself (CSS Text 3 §4.1).
enum ForcedBreaks {
    /// The end of the first forced break at or after `start`; the text's end without one. Linear in what it passes.
    static func end(after start: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int {
        first(in: utf8, from: start, to: utf8.count)?.upperBound ?? utf8.count
    }

    /// The first forced break between two offsets.
    static func first(in utf8: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Range<Int>? {
        let bytes = UnsafeRawBufferPointer(utf8)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var offset = start
        while offset < end {
            // Eight bytes without controls, U+0080 to U+00BF and U+2000 to U+2FFF.
            while offset &+ 8 <= end {
                let chunk = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let first = chunk ^ (ones &* 0xC2)
                let second = chunk ^ (ones &* 0xE2)
                let found =
                    ((chunk &- ones &* 0x10) & ~chunk) | ((first &- ones) & ~first) | ((second &- ones) & ~second)
                if found & (ones &* 0x80) != 0 { break }
                offset &+= 8
            }
            guard offset < end else { return nil }
            let byte = utf8[offset]
            if byte <= 0xE2, let length = length(at: offset, in: utf8) { return offset..<min(offset + length, end) }
            offset += 1
        }
        return nil
    }

    /// How many bytes the forced break at an offset has; `nil` where there is none.
    @inline(__always)
    static func length(at offset: Int, in utf8: UnsafeBufferPointer<UInt8>) -> Int? {
        switch utf8[offset] {
        case 0x0A, 0x0B, 0x0C: 1
        case 0x0D: offset + 1 < utf8.count && utf8[offset + 1] == 0x0A ? 2 : nil
        case 0xC2: offset + 1 < utf8.count && utf8[offset + 1] == 0x85 ? 2 : nil
        case 0xE2:
            offset + 2 < utf8.count && utf8[offset + 1] == 0x80 && utf8[offset + 2] & 0xFE == 0xA8 ? 3 : nil
        default: nil
        }
    }
}
