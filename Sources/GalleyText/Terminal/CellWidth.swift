import GalleyUnicode

/// How many cells of a terminal text takes.
enum CellWidth {
    /// One scalar: two cells for wide characters (UAX #11), none for marks and what is not seen.
    static func width(of scalar: UInt32) -> Int {
        if scalar < 0x300 { return scalar < 0x20 || (0x7F..<0xA0).contains(scalar) || scalar == 0xAD ? 0 : 1 }
        // Vowels and final consonants of Hangul join the syllable's first.
        if (0x1160...0x11FF).contains(scalar) || (0xD7B0...0xD7FB).contains(scalar) { return 0 }
        if UnicodeProperties.isMark(scalar) || UnicodeProperties.isDefaultIgnorable(scalar) { return 0 }
        switch UnicodeProperties.eastAsianWidth(scalar) {
        case .wide, .fullwidth: return 2
        default: return 1
        }
    }

    static func width(of utf8: [UInt8]) -> Int {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return utf8.count(where: { $0 >= 0x20 && $0 != 0x7F }) }
        var width = 0
        forEachCharacter(of: utf8) { width += $1 }
        return width
    }

    /// Calls `body` with the bytes and the cells of each character (extended grapheme cluster): an emoji of several scalars
    /// is as wide as one, everything else as wide as its scalars together.
    static func forEachCharacter(of utf8: [UInt8], _ body: (Range<Int>, Int) -> Void) {
        var offset = 0
        utf8.withUnsafeBufferPointer { bytes in
            for character in String(decoding: bytes, as: UTF8.self) {
                let range = offset..<min(bytes.count, offset + character.utf8.count)
                offset = range.upperBound
                var width = 0
                var count = 0
                for scalar in character.unicodeScalars {
                    width += CellWidth.width(of: scalar.value)
                    count += 1
                }
                let isEmoji = count > 1 && EmojiCluster.isEmoji(bytes, cluster: range)
                body(range, isEmoji ? 2 : width)
            }
        }
    }
}

/// Where a line stands in the room that it has.
enum CellAlignment {
    case left, center, right

    /// That of a paragraph.
    init(of paragraph: Int, _ text: AttributedText) {
        let style = text.style(text.paragraphs[paragraph].style)
        let isRightToLeft = style.baseDirection == .rightToLeft
        self =
            switch style.alignment {
            case .center: .center
            case .right: .right
            case .left: .left
            case .end: isRightToLeft ? .left : .right
            case .start, .justify: isRightToLeft ? .right : .left
            }
    }

    /// How much of free room is before the line.
    func before(_ free: Int) -> Int {
        switch self {
        case .left: 0
        case .center: max(0, free) / 2
        case .right: max(0, free)
        }
    }
}
