import CGalleyData

/// Extended grapheme clusters: UAX #29 of Unicode 17.0 (GB1 to GB999, Indic conjuncts included).
///
///     GraphemeBreaks.mark(utf8, into: flags)          // .grapheme at every start
///     let end = GraphemeBreaks.next(utf8, after: start)
public enum GraphemeBreaks {
    /// Adds ``BoundaryFlags/grapheme`` at each start of a cluster, offset 0 included. Linear.
    /// - Precondition: `flags.count >= utf8.count`.
    public static func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, into flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        mark(utf8, CharacterRuns(utf8), into: flags)
    }

    /// The same, of a text that was read already.
    package static func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns,
        into flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        precondition(flags.count >= utf8.count, "one flag for each byte")
        guard !characters.joinNothing else {
            CharacterRuns.markStarts(utf8, 0..<utf8.count, .grapheme, flags)
            return
        }
        characters.withRuns { runs in
            var scanner = GraphemeScanner(utf8, from: 0)
            var start = 0
            // Where the characters begin that are clusters by themselves; only the first looks at what is before it.
            var plain = 0
            var isPlain = true
            for run in runs {
                if run.joinsNothing {
                    if !isPlain {
                        if scanner.advance() { flags[start].formUnion(.grapheme) }
                        plain = scanner.offset
                        isPlain = true
                    }
                } else {
                    if isPlain {
                        CharacterRuns.markStarts(utf8, plain..<start, .grapheme, flags)
                        scanner.skipPlain(to: start)
                    }
                    while scanner.offset < run.end {
                        let offset = scanner.offset
                        if scanner.advance() { flags[offset].formUnion(.grapheme) }
                    }
                    isPlain = false
                }
                start = run.end
            }
            if isPlain { CharacterRuns.markStarts(utf8, plain..<start, .grapheme, flags) }
        }
    }

    /// The end of the cluster that starts at `offset`; the end of the text at its end.
    public static func next(_ utf8: UnsafeBufferPointer<UInt8>, after offset: Int) -> Int {
        GraphemeScanner.next(utf8, after: offset)
    }

    /// The last start of a cluster before `offset`; 0 at the start. Looks back past runs of flags, conjuncts and
    /// emoji sequences only.
    public static func previous(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        GraphemeScanner.previous(utf8, before: offset)
    }

    /// Whether a cluster starts or the text ends at `offset`.
    public static func isBoundary(_ utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        GraphemeScanner.isBoundary(utf8, at: offset)
    }
}

/// The walk over grapheme clusters.
struct GraphemeScanner: SegmentScanner {
    /// How far the text before matches the left side of GB11.
    private enum Pictograph: UInt8 { case none, base, joined }
    /// How far the text before matches the left side of GB9c.
    private enum Conjunct: UInt8 { case none, consonant, linked }

    private let utf8: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    private var isFirst = true
    private var previousByte: UInt8 = 0x80
    private var previous = GraphemeScanner.other
    private var pictograph = Pictograph.none
    private var conjunct = Conjunct.none
    private var isOddRegionalIndicator = false

    init(_ utf8: UnsafeBufferPointer<UInt8>, from offset: Int) {
        self.utf8 = utf8
        self.offset = offset
    }

    @inline(__always)
    mutating func advance() -> Bool {
        let byte = utf8[offset]
        if byte < 0x80, previousByte < 0x80 {
            // Nothing in ASCII joins but CR LF, and nothing before ASCII reaches across it.
            let isBoundary = byte != 0x0A || previousByte != 0x0D
            offset &+= 1
            previousByte = byte
            return isBoundary
        }
        return advanceInContext()
    }

    /// Goes past characters that each are a cluster by themselves.
    mutating func skipPlain(to end: Int) {
        guard end > offset else { return }
        offset = end
        previousByte = utf8[end &- 1]
        let last = UTF8Decoding.decodePrevious(utf8, before: end).scalar
        previous = galley_unicode_grapheme(last) & 0x0F
        pictograph = .none
        conjunct = .none
        isOddRegionalIndicator = false
        isFirst = false
    }

    private mutating func advanceInContext() -> Bool {
        if previousByte < 0x80 { enter(galley_unicode_grapheme_ascii(previousByte)) }
        previousByte = utf8[offset]
        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
        offset &+= length
        let data = galley_unicode_grapheme(scalar)
        if data == 0, previous == Self.other {
            // Letter after letter, in most scripts.
            conjunct = .none
            isFirst = false
            return true
        }
        let isBoundary = isFirst || breaks(before: data)
        isFirst = false
        enter(data)
        return isBoundary
    }

    private func breaks(before data: UInt8) -> Bool {
        let next = data & 0x0F
        switch (previous, next) {
        case (Self.cr, Self.lf): return false  // GB3
        case (Self.cr...Self.control, _), (_, Self.cr...Self.control): return true  // GB4, GB5
        case (Self.l, Self.l), (Self.l, Self.v), (Self.l, Self.lv), (Self.l, Self.lvt): return false  // GB6
        case (Self.lv, Self.v), (Self.lv, Self.t), (Self.v, Self.v), (Self.v, Self.t): return false  // GB7
        case (Self.lvt, Self.t), (Self.t, Self.t): return false  // GB8
        case (_, Self.extend), (_, Self.zwj), (_, Self.spacingMark): return false  // GB9, GB9a
        case (Self.prepend, _): return false  // GB9b
        case (Self.zwj, Self.pictographic) where pictograph == .joined: return false  // GB11
        case (Self.regionalIndicator, Self.regionalIndicator): return !isOddRegionalIndicator  // GB12, GB13
        default:
            let isConsonant = data >> 4 & 3 == IndicConjunctBreak.consonant.rawValue
            return !(isConsonant && conjunct == .linked)  // GB9c, GB999
        }
    }

    /// Makes `data` the scalar before the next one.
    private mutating func enter(_ data: UInt8) {
        let next = data & 0x0F
        isOddRegionalIndicator =
            next == Self.regionalIndicator && !(previous == Self.regionalIndicator && isOddRegionalIndicator)
        switch next {
        case Self.pictographic: pictograph = .base
        case Self.extend where pictograph == .base: break
        case Self.zwj where pictograph == .base: pictograph = .joined
        default: pictograph = .none
        }
        switch data >> 4 & 3 {
        case IndicConjunctBreak.consonant.rawValue: conjunct = .consonant
        case IndicConjunctBreak.linker.rawValue where conjunct != .none: conjunct = .linked
        case IndicConjunctBreak.extend.rawValue: break
        default: conjunct = .none
        }
        previous = next
    }

    static func safeStart(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        var start = offset
        var (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: start)
        start &-= length
        while start > 0 {
            let next = galley_unicode_grapheme(scalar)
            (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: start)
            // Only the pair is looked at, so whatever needs more context counts as joined.
            var pair = GraphemeScanner(utf8, from: start)
            pair.previous = galley_unicode_grapheme(scalar) & 0x0F
            pair.pictograph = .joined
            pair.isOddRegionalIndicator = true
            pair.conjunct = .linked
            if pair.breaks(before: next) { return start }
            start &-= length
        }
        return 0
    }

    // The raw values of GraphemeBreakClass; the number after the last one is Extended_Pictographic.
    private static let other: UInt8 = 0, cr: UInt8 = 1, lf: UInt8 = 2, control: UInt8 = 3, extend: UInt8 = 4
    private static let zwj: UInt8 = 5, regionalIndicator: UInt8 = 6, prepend: UInt8 = 7, spacingMark: UInt8 = 8
    private static let l: UInt8 = 9, v: UInt8 = 10, t: UInt8 = 11, lv: UInt8 = 12, lvt: UInt8 = 13
    private static let pictographic: UInt8 = 14
}
