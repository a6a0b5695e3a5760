import GalleyUnicode

/// The letters of a dictionary's patterns, each with a symbol; a letter's capital has the same one.
struct HyphenationAlphabet: Sendable {
    /// For each block of 256 scalars the page of `symbols` that it has; page 0 is empty.
    private var pages = ContiguousArray<UInt8>(repeating: 0, count: 256)
    private var symbols = ContiguousArray<UInt8>(repeating: PatternAutomaton.unknown, count: 256)
    private var letters: [UInt32] = []

    /// The symbol of a character.
    @inline(__always)
    func symbol(of scalar: UInt32) -> UInt8 {
        guard scalar < 0x10000 else { return PatternAutomaton.unknown }
        return symbols[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
    }

    /// The symbol of a character of a pattern, which gets one if it has none; `nil` when there are too many.
    mutating func insert(_ scalar: UInt32) -> UInt8? {
        let known = symbol(of: scalar)
        if known != PatternAutomaton.unknown { return known }
        // One symbol is the word's edge, one is unknown letters.
        guard scalar < 0x10000, letters.count < 254 else { return nil }
        letters.append(scalar)
        set(scalar, UInt8(letters.count))
        return UInt8(letters.count)
    }

    private mutating func set(_ scalar: UInt32, _ symbol: UInt8) {
        let block = Int(scalar >> 8)
        if pages[block] == 0 {
            // A page is asked for by a letter or its capital, so there are less than 256 unless each lies alone.
            guard symbols.count < 256 << 8 else { return }
            pages[block] = UInt8(symbols.count >> 8)
            symbols.append(contentsOf: repeatElement(PatternAutomaton.unknown, count: 256))
        }
        symbols[Int(pages[block]) << 8 | Int(scalar & 0xFF)] = symbol
    }

    /// Gives capitals the symbols of their letters, and the typographic apostrophe that of U+0027 where the patterns
    /// know only that.
    mutating func addVariants() {
        for (index, scalar) in letters.enumerated() {
            if scalar == 0x27, symbol(of: 0x2019) == PatternAutomaton.unknown { set(0x2019, UInt8(index + 1)) }
            guard let letter = Unicode.Scalar(scalar), letter.properties.isLowercase else { continue }
            let capitals = [letter.properties.uppercaseMapping, letter.properties.titlecaseMapping, "\u{1E9E}"]
            for capital in capitals {
                guard let only = capital.unicodeScalars.first, capital.unicodeScalars.count == 1,
                    only.properties.lowercaseMapping.unicodeScalars.elementsEqual([letter]),
                    symbol(of: only.value) == PatternAutomaton.unknown
                else { continue }
                set(only.value, UInt8(index + 1))
            }
        }
    }
}
