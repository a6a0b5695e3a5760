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
        precondition(flags.count >= utf8.count, "one flag for each byte")
        var scanner = GraphemeScanner(utf8, from: 0)
        while scanner.offset < utf8.count {
            scanner.markASCII(flags)
            scanner.markOthers(flags)
            guard scanner.offset < utf8.count else { return }
            let start = scanner.offset
            if scanner.advance() { flags[start].formUnion(.grapheme) }
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

    /// Marks ASCII after ASCII, eight bytes at a time, as far as there is no line feed.
    @inline(__always)
    mutating func markASCII(_ flags: UnsafeMutableBufferPointer<BoundaryFlags>) {
        guard previousByte < 0x80 else { return }
        let bytes = UnsafeRawBufferPointer(utf8)
        let marks = UnsafeMutableRawBufferPointer(flags)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let (start, count) = (offset, utf8.count)
        var next = start
        while next &+ 8 <= count {
            let chunk = bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self)
            // High bits: a byte that is not ASCII; a byte that is U+000A.
            let other = chunk ^ (ones &* 0x0A)
            guard (chunk | (other &- ones) & ~other) & (ones &* 0x80) == 0 else { break }
            let known = marks.loadUnaligned(fromByteOffset: next, as: UInt64.self)
            marks.storeBytes(
                of: known | ones &* UInt64(BoundaryFlags.grapheme.rawValue), toByteOffset: next, as: UInt64.self)
            next &+= 8
        }
        guard next > start else { return }
        previousByte = utf8[next &- 1]
        offset = next
    }

    /// Marks characters that nothing joins with, one after the other: most of most scripts.
    @inline(__always)
    mutating func markOthers(_ flags: UnsafeMutableBufferPointer<BoundaryFlags>) {
        guard previousByte < 0x80 || Self.joinsNothing(previous) else { return }
        var data: UInt8 = 0
        let start = offset
        var last = start
        var next = start
        let count = utf8.count
        while next < count {
            let byte = utf8[next]
            if byte < 0x80 {
                guard byte >= 0x20, byte < 0x7F else { break }
                flags[next].formUnion(.grapheme)
                data = 0
                last = next
                next &+= 1
                // More of it is marked in greater steps.
                if last > start, utf8[last &- 1] < 0x80 { break }
                continue
            }
            let (scalar, length) = UTF8Decoding.decode(utf8, at: next)
            let found = galley_unicode_grapheme(scalar)
            guard Self.joinsNothing(found) else { break }
            data = found
            flags[next].formUnion(.grapheme)
            last = next
            next &+= length
        }
        guard next > start else { return }
        offset = next
        previousByte = utf8[last]
        previous = data
        pictograph = .none
        conjunct = .none
        isOddRegionalIndicator = false
        isFirst = false
    }

    /// Whether nothing of such a byte of the property table joins with another one: Other, and Hangul syllables.
    @inline(__always)
    private static func joinsNothing(_ data: UInt8) -> Bool { data == other || data == lv || data == lvt }

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
