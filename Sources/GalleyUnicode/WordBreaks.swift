import CGalleyData

/// Segments of words: UAX #29 of Unicode 17.0 (WB1 to WB999). Spaces and punctuation are segments of their own.
///
///     WordBreaks.mark(utf8, into: flags)              // .word at every start
///
/// Scripts that need a dictionary (Thai, Khmer, ...) and ideographs break at every cluster here, as the standard says;
/// a segmenter above joins them.
public enum WordBreaks {
    /// Adds ``BoundaryFlags/word`` at each start of a segment, offset 0 included. Linear.
    /// - Precondition: `flags.count >= utf8.count`.
    public static func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, into flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        WordScanner.mark(utf8, flags, .word)
    }

    /// The next boundary after the boundary `offset`; the end of the text at its end.
    public static func next(_ utf8: UnsafeBufferPointer<UInt8>, after offset: Int) -> Int {
        WordScanner.next(utf8, after: offset)
    }

    /// The last boundary before `offset`; 0 at the start. Looks back to a space or newline.
    public static func previous(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        WordScanner.previous(utf8, before: offset)
    }

    /// Whether a segment starts or the text ends at `offset`.
    public static func isBoundary(_ utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        WordScanner.isBoundary(utf8, at: offset)
    }

    /// Whether the segment is a word rather than space or punctuation: it has a letter, digit or ideograph.
    public static func isWord(_ utf8: UnsafeBufferPointer<UInt8>, _ segment: Range<Int>) -> Bool {
        var offset = max(0, segment.lowerBound)
        while offset < min(segment.upperBound, utf8.count) {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            switch UnicodeProperties.generalCategory(scalar) {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                return true
            default: offset += length
            }
        }
        return false
    }
}

/// The walk over words.
struct WordScanner: SegmentScanner {
    private let utf8: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    /// The class of the scalar just before, for the rules above WB4; nil at the start.
    private var adjacent: WordBreakClass?
    /// The classes of the two units before, a unit being a scalar with what WB4 attaches to it.
    private var previous = WordBreakClass.other
    private var beforePrevious = WordBreakClass.other
    private var isOddRegionalIndicator = false

    init(_ utf8: UnsafeBufferPointer<UInt8>, from offset: Int) {
        self.utf8 = utf8
        self.offset = offset
    }

    mutating func advance() -> Bool {
        if adjacent == .aLetter, (utf8[offset] | 0x20) &- 0x61 < 26 {
            // ASCII letters after a letter: WB5, without a look at the table.
            beforePrevious = .aLetter
            previous = .aLetter
            offset &+= 1
            return false
        }
        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
        offset &+= length
        let data = galley_unicode_word(scalar)
        let next = WordBreakClass(rawValue: data & 0x1F) ?? .other
        if next == .aLetter, adjacent == .aLetter {  // WB5
            beforePrevious = .aLetter
            previous = .aLetter
            return false
        }
        guard let adjacent else {
            enter(next)
            return true
        }
        if let isBoundary = breaksAbove4(adjacent, next, isPictographic: data & 0x80 != 0) {
            enter(next)
            return isBoundary
        }
        if Self.isIgnored(next) {  // WB4
            self.adjacent = next
            return false
        }
        let isBoundary = !joins(next)
        enter(next)
        return isBoundary
    }

    /// WB3 to WB3d.
    private func breaksAbove4(_ adjacent: WordBreakClass, _ next: WordBreakClass, isPictographic: Bool) -> Bool? {
        if adjacent == .cr, next == .lf { return false }  // WB3
        if Self.isNewline(adjacent) || Self.isNewline(next) { return true }  // WB3a, WB3b
        if adjacent == .zwj, isPictographic { return false }  // WB3c
        if adjacent == .wSegSpace, next == .wSegSpace { return false }  // WB3d
        return nil
    }

    /// WB5 to WB16.
    private func joins(_ next: WordBreakClass) -> Bool {
        switch (previous, next) {
        case (.aLetter, .aLetter), (.aLetter, .hebrewLetter), (.hebrewLetter, .aLetter), (.hebrewLetter, .hebrewLetter):
            return true  // WB5
        case (.hebrewLetter, .singleQuote): return true  // WB7a
        case (.aLetter, .midLetter), (.aLetter, .midNumLet), (.aLetter, .singleQuote), (.hebrewLetter, .midLetter),
            (.hebrewLetter, .midNumLet):
            return Self.isLetter(following())  // WB6
        case (.hebrewLetter, .doubleQuote): return following() == .hebrewLetter  // WB7b
        case (.doubleQuote, .hebrewLetter): return beforePrevious == .hebrewLetter  // WB7c
        case (.midLetter, .aLetter), (.midNumLet, .aLetter), (.singleQuote, .aLetter), (.midLetter, .hebrewLetter),
            (.midNumLet, .hebrewLetter), (.singleQuote, .hebrewLetter):
            return Self.isLetter(beforePrevious)  // WB7
        case (.numeric, .numeric), (.aLetter, .numeric), (.hebrewLetter, .numeric), (.numeric, .aLetter),
            (.numeric, .hebrewLetter):
            return true  // WB8 to WB10
        case (.midNum, .numeric), (.midNumLet, .numeric), (.singleQuote, .numeric):
            return beforePrevious == .numeric  // WB11
        case (.numeric, .midNum), (.numeric, .midNumLet), (.numeric, .singleQuote):
            return following() == .numeric  // WB12
        case (.katakana, .katakana): return true  // WB13
        case (.aLetter, .extendNumLet), (.hebrewLetter, .extendNumLet), (.numeric, .extendNumLet),
            (.katakana, .extendNumLet), (.extendNumLet, .extendNumLet):
            return true  // WB13a
        case (.extendNumLet, .aLetter), (.extendNumLet, .hebrewLetter), (.extendNumLet, .numeric),
            (.extendNumLet, .katakana):
            return true  // WB13b
        case (.regionalIndicator, .regionalIndicator): return isOddRegionalIndicator  // WB15, WB16
        default: return false  // WB999
        }
    }

    private mutating func enter(_ next: WordBreakClass) {
        isOddRegionalIndicator =
            next == .regionalIndicator && !(previous == .regionalIndicator && isOddRegionalIndicator)
        beforePrevious = previous
        previous = next
        adjacent = next
    }

    /// The class of the unit after the one that was just decoded.
    private func following() -> WordBreakClass {
        var position = offset
        while position < utf8.count {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: position)
            let found = UnicodeProperties.wordBreakClass(scalar)
            if !Self.isIgnored(found) { return found }
            position &+= length
        }
        return .other
    }

    static func safeStart(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        var start = offset
        var next = WordBreakClass.extend
        while start > 0 {
            let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: start)
            let found = UnicodeProperties.wordBreakClass(scalar)
            // After a space or a newline a new segment starts, if the next scalar neither attaches nor is a space.
            let starts = isNewline(found) && next != .lf || found == .wSegSpace && next != .wSegSpace
            if starts, start < offset, !isIgnored(next) { return start }
            next = found
            start &-= length
        }
        return 0
    }

    private static func isNewline(_ found: WordBreakClass) -> Bool { found == .cr || found == .lf || found == .newline }

    private static func isIgnored(_ found: WordBreakClass) -> Bool {
        found == .extend || found == .format || found == .zwj
    }

    private static func isLetter(_ found: WordBreakClass) -> Bool { found == .aLetter || found == .hebrewLetter }
}
