import CGalleyData

/// Named and numeric character references (HTML standard, §13.2.5.72 to .80), from the table of all 2,231 names.
enum HTMLEntities {
    /// What a reference stands for.
    enum Match {
        /// A named reference: how many bytes of the name (its `;` included) and the UTF-8 of its characters.
        case named(length: Int, characters: UnsafeBufferPointer<UInt8>)
        /// A numeric one: how many bytes after the `&`, and the character.
        case numeric(length: Int, scalar: Unicode.Scalar)
    }

    /// The reference whose `&` stands right before `start`; nil if there is none and the `&` is text.
    ///
    /// In an attribute a name without `;` is no reference when `=`, a letter or a digit follows.
    static func match(_ source: UnsafeBufferPointer<UInt8>, at start: Int, inAttribute: Bool) -> Match? {
        guard start < source.count else { return nil }
        if source[start] == 0x23 { return numeric(source, at: start) }
        guard source[start].isASCIILetter, let found = longestName(source, at: start) else { return nil }
        let end = start + found.length
        if inAttribute, source[end - 1] != 0x3B, end < source.count {
            let next = source[end]
            if next == 0x3D || next.isASCIILetter || next.isASCIIDigit { return nil }
        }
        return .named(length: found.length, characters: found.characters)
    }

    /// The longest name of the table that the source continues with. Each byte narrows the sorted table by two binary
    /// searches; the names that a prefix leaves are neighbours.
    private static func longestName(
        _ source: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (length: Int, characters: UnsafeBufferPointer<UInt8>)? {
        let names = galley_entity_names()!
        let ends = galley_entity_name_ends()!
        func begin(_ index: Int) -> Int { index == 0 ? 0 : Int(ends[index - 1]) }
        var low = 0
        var high = Int(GALLEY_ENTITY_COUNT)
        var best: (index: Int, length: Int)?
        var depth = 0
        while start + depth < source.count, low < high {
            let byte = source[start + depth]
            // The byte of a name at this depth; a name that ends here sorts before all longer ones.
            func compare(_ index: Int) -> Int {
                let place = begin(index) + depth
                return place < Int(ends[index]) ? Int(names[place]) : -1
            }
            low = partition(low, high) { compare($0) >= Int(byte) }
            high = partition(low, high) { compare($0) > Int(byte) }
            depth += 1
            if low < high, begin(low) + depth == Int(ends[low]) { best = (low, depth) }
        }
        guard let best else { return nil }
        let valueEnds = galley_entity_value_ends()!
        let from = best.index == 0 ? 0 : Int(valueEnds[best.index - 1])
        let characters = UnsafeBufferPointer(
            start: galley_entity_values() + from, count: Int(valueEnds[best.index]) - from)
        return (best.length, characters)
    }

    private static func partition(_ low: Int, _ high: Int, _ isAfter: (Int) -> Bool) -> Int {
        var low = low
        var high = high
        while low < high {
            let middle = (low + high) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func numeric(_ source: UnsafeBufferPointer<UInt8>, at start: Int) -> Match? {
        var index = start + 1
        let isHex = index < source.count && source[index] | 0x20 == 0x78
        if isHex { index += 1 }
        let digits = index
        var value: UInt32 = 0
        while index < source.count {
            let byte = source[index]
            let digit: UInt32
            if byte.isASCIIDigit {
                digit = UInt32(byte - 0x30)
            } else if isHex, (byte | 0x20) &- 0x61 < 6 {
                digit = UInt32((byte | 0x20) - 0x61) + 10
            } else {
                break
            }
            // Saturates above the last character, so that no number of digits overflows.
            value = min(value * (isHex ? 16 : 10) + digit, 0x11_0000)
            index += 1
        }
        guard index > digits else { return nil }
        if index < source.count, source[index] == 0x3B { index += 1 }
        return .numeric(length: index - start, scalar: character(value))
    }

    /// The character of a number: windows-1252 for the C1 controls, U+FFFD for 0, surrogates and what is out of range.
    static func character(_ value: UInt32) -> Unicode.Scalar {
        if value >= 0x80, value < 0xA0 { return windows1252[Int(value - 0x80)] }
        guard value != 0, let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        return scalar
    }

    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}
