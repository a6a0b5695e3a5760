/// Which bytes end a run that can be copied as it is.
enum HTMLByteClass {
    /// Text: `<`, `&`, controls, and 0xEF, which may begin a noncharacter.
    static let text: UInt8 = 1
    /// Attribute values: the same, `>` and quotes.
    static let value: UInt8 = 2

    /// Where a run of text ends: at `<`, `&`, a control or a noncharacter, or at `end`. Eight bytes at once.
    static func endOfPlainText(in source: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        guard let base = source.baseAddress else { return start }
        var index = start
        while index < end {
            if index + 8 <= end {
                let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
                let stops = stops(in: word)
                index += stops.trailingZeroBitCount >> 3
                if stops == 0 { continue }
            }
            switch base[index] {
            case 0x09, 0x0A: index += 1
            case 0x3C, 0x26, 0x00..<0x20: return index
            case 0xEF:
                if index + 2 < source.count, base[index + 1] == 0xBF, base[index + 2] >= 0xBE { return index }
                index += 1
            default: index += 1
            }
        }
        return index
    }

    /// The high bit of the first byte, from the lowest, that is `<`, `&`, 0xEF or below 0x20; bits above it say nothing.
    @inline(__always)
    private static func stops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let less = word ^ (ones &* 0x3C)
        let ampersand = word ^ (ones &* 0x26)
        let lead = word ^ (ones &* 0xEF)
        return
            ((less &- ones) & ~less | (ampersand &- ones) & ~ampersand | (lead &- ones) & ~lead
            | (word &- ones &* 0x20) & ~word) & (ones &* 0x80)
    }

    static let table: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        for byte in 0..<0x20 where byte != 0x09 && byte != 0x0A { table[byte] = text | value }
        for byte in [0x3C, 0x26, 0xEF] { table[byte] = text | value }
        table[0x3E] = value
        table[0x22] = value
        table[0x27] = value
        return table
    }()
}
