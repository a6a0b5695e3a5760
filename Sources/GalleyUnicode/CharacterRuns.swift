import CGalleyData

/// Neighbours that agree in everything that the analysis of a text asks of a character; a paired bracket is a run of its
/// own.
struct CharacterRun {
    /// Where it ends, in bytes.
    var end: Int
    /// What the tables of the same names say of each of its characters.
    var properties: galley_unicode_class_record
    /// Whether it is one character.
    var isSingle: Bool

    /// The class byte of ``LineClass``, not resolved.
    @inline(__always) var lineBreak: UInt8 { properties.line_break }
    @inline(__always) var isMark: Bool { properties.is_mark != 0 }
    @inline(__always) var isBracket: Bool { properties.bidi & 0x20 != 0 }
    @inline(__always) var isMirrored: Bool { properties.bidi & 0x40 != 0 }
    /// Whether nothing of it joins with another character of it, or of other such runs: Grapheme_Cluster_Break Other, and
    /// Hangul syllables; no consonant of an Indic conjunct.
    @inline(__always) var joinsNothing: Bool {
        CharacterRuns.joinsNothing(properties.grapheme)
    }
}

/// A text decoded once, as runs of characters of one kind: what the algorithms of UAX #9, #14, #24 and #29 walk over
/// instead of its bytes. Most have something to decide only where the kind changes, and words, and stretches of
/// ideographs, are one run each.
///
///     var characters = CharacterRuns()
///     characters.gather(utf8)
///     GraphemeBreaks.mark(utf8, characters, into: flags)
///
/// A value is memory that is used again for the next text.
package struct CharacterRuns: Sendable {
    private var storage: ContiguousArray<CharacterRun> = []
    private var count = 0
    /// The values of Bidi_Class that occur.
    private(set) var bidiClasses = ClassSet()
    /// The classes of ``LineClass`` that occur, not resolved.
    private(set) var lineClasses = LineClassSet(bits: 0)
    /// Whether every run ``CharacterRun/joinsNothing``.
    private(set) var joinNothing = true

    /// No text.
    package init() {}

    /// Of `utf8`.
    init(_ utf8: UnsafeBufferPointer<UInt8>) { gather(utf8) }

    /// How many runs there are.
    var runCount: Int { count }

    /// The runs, without gaps; none goes on in the next but brackets.
    @inline(__always)
    func withRuns<Result>(_ body: (UnsafeBufferPointer<CharacterRun>) -> Result) -> Result {
        storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    /// Whether a line must end somewhere (UAX #14 BK, LF, NL; a carriage return alone is none to CSS).
    package var haveForcedBreaks: Bool { !lineClasses.isDisjoint(with: .forced) }

    /// Whether a character could give any byte a level other than 0 when the base level is 0.
    package var mayHaveLevels: Bool { bidiClasses.intersects(.raising) }

    /// Reads a text. Linear.
    package mutating func gather(_ utf8: UnsafeBufferPointer<UInt8>) {
        var pass = GatheringPass(utf8)
        count = 0
        while pass.offset < utf8.count {
            // A few times the runs that other texts had, at most one for each byte.
            let room = min(utf8.count, max(64, storage.count * 2))
            if count == storage.count {
                let none = CharacterRun(end: 0, properties: galley_unicode_record(0), isSingle: true)
                storage.append(contentsOf: repeatElement(none, count: max(64, room - count)))
            }
            count = storage.withUnsafeMutableBufferPointer { pass.run(into: $0, from: count) }
        }
        bidiClasses = ClassSet(bits: pass.bidiClasses)
        lineClasses = LineClassSet(bits: pass.lineClasses)
        joinNothing = pass.joinNothing
    }

    /// Whether of two characters with such bytes of the grapheme table neither joins the other.
    @inline(__always)
    static func joinsNothing(_ grapheme: UInt8) -> Bool {
        grapheme == GraphemeBreakClass.other.rawValue || grapheme == GraphemeBreakClass.lv.rawValue
            || grapheme == GraphemeBreakClass.lvt.rawValue
    }

    /// Adds a flag at each start of a character in a range that starts with one. Eight bytes at a time.
    @inline(__always)
    static func markStarts(
        _ utf8: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ flag: BoundaryFlags,
        _ flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        let bytes = UnsafeRawBufferPointer(utf8)
        let marks = UnsafeMutableRawBufferPointer(flags)
        var offset = range.lowerBound
        let end = range.upperBound
        while offset &+ 8 <= end {
            let chunk = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            // A byte is no start when its two high bits are 10.
            let starts = ~(chunk & ~(chunk &<< 1)) & 0x8080_8080_8080_8080
            let known = marks.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            marks.storeBytes(
                of: known | (starts &>> 7) &* UInt64(flag.rawValue), toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        while offset < end {
            if !UTF8Decoding.isContinuation(utf8[offset]) { flags[offset].formUnion(flag) }
            offset &+= 1
        }
    }
}

/// One walk over a text.
private struct GatheringPass {
    let utf8: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0
    private(set) var bidiClasses: UInt32 = 0
    private(set) var lineClasses: UInt64 = 0
    private(set) var joinNothing = true

    init(_ utf8: UnsafeBufferPointer<UInt8>) { self.utf8 = utf8 }

    /// Writes runs from `first` on, as many as there is room for; how many there are then.
    mutating func run(into runs: UnsafeMutableBufferPointer<CharacterRun>, from first: Int) -> Int {
        let utf8 = utf8
        let count = utf8.count
        var (index, next) = (first, offset)
        var (bidi, lines, others) = (bidiClasses, lineClasses, !joinNothing)
        while next < count, index < runs.count {
            let number: UInt16
            if utf8[next] < 0x80 {
                number = galley_unicode_class_ascii(utf8[next])
                next &+= 1
            } else {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: next)
                number = galley_unicode_class(scalar)
                next &+= length
            }
            let properties = galley_unicode_record(number)
            let firstEnd = next
            while next < count, properties.bidi & 0x20 == 0 {
                if utf8[next] < 0x80 {
                    guard galley_unicode_class_ascii(utf8[next]) == number else { break }
                    next &+= 1
                } else {
                    let (scalar, length) = UTF8Decoding.decode(utf8, at: next)
                    guard galley_unicode_class(scalar) == number else { break }
                    next &+= length
                }
            }
            runs[index] = CharacterRun(end: next, properties: properties, isSingle: next == firstEnd)
            index &+= 1
            bidi |= 1 &<< UInt32(properties.bidi & 0x1F)
            lines |= 1 &<< UInt64(properties.line_break & LineClass.mask)
            if !CharacterRuns.joinsNothing(properties.grapheme) { others = true }
        }
        offset = next
        (bidiClasses, lineClasses, joinNothing) = (bidi, lines, !others)
        return index
    }
}
