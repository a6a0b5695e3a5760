import CGalleyData

/// Neighbours that agree in everything that the analysis of a text asks of a character; a paired bracket is a run of its
/// own.
struct CharacterRun {
    /// Where it ends, in bytes.
    var end: Int
    /// A record of the generated table, and a bit for runs of one character.
    private var record: UInt64

    @inline(__always)
    init(end: Int, record: UInt64, isSingle: Bool) {
        self.end = end
        self.record = record | (isSingle ? 1 << 56 : 0)
    }

    /// The class byte of ``LineClass``, not resolved.
    @inline(__always) var lineBreak: UInt8 { UInt8(truncatingIfNeeded: record) }
    /// The raw value of Bidi_Class, and a bit for paired brackets.
    @inline(__always) var bidi: UInt8 { UInt8(truncatingIfNeeded: record &>> 8) & 0x3F }
    @inline(__always) var isBracket: Bool { record & 0x2000 != 0 }
    @inline(__always) var isMirrored: Bool { record & 0x4000 != 0 }
    @inline(__always) var script: UInt8 { UInt8(truncatingIfNeeded: record &>> 24) }
    /// The number of the set of its Script_Extensions; 0 without any.
    @inline(__always) var scriptExtensions: UInt8 { UInt8(truncatingIfNeeded: record &>> 32) }
    @inline(__always) var isMark: Bool { record &>> 40 & 1 != 0 }
    /// Whether nothing of it joins with another character of it, or of other such runs: Grapheme_Cluster_Break Other, and
    /// Hangul syllables; no consonant of an Indic conjunct.
    @inline(__always) var joinsNothing: Bool { record & CharacterRun.joins == 0 }
    /// Whether it says nothing of scripts, and is no mark or bracket either.
    @inline(__always) var isWithoutScript: Bool { record &>> 42 & 1 != 0 }
    /// Whether it is one character.
    @inline(__always) var isSingle: Bool { record &>> 56 != 0 }

    /// The bit of a record that ``joinsNothing`` looks at.
    static let joins: UInt64 = 1 << 41
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
                let none = CharacterRun(end: 0, record: 0, isSingle: true)
                storage.append(contentsOf: repeatElement(none, count: max(64, room - count)))
            }
            count = storage.withUnsafeMutableBufferPointer { pass.run(into: $0, from: count) }
        }
        bidiClasses = ClassSet(bits: pass.bidiClasses)
        lineClasses = LineClassSet(bits: pass.lineClasses)
        joinNothing = pass.joinNothing
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
        var (bidi, lines, all) = (bidiClasses, lineClasses, joinNothing ? 0 : CharacterRun.joins)
        // The run that is open: its class, its record, and where its first character ends.
        var current = GatheringPass.none
        var record: UInt64 = 0
        var firstEnd = 0
        while next < count {
            let byte = utf8[next]
            let number: UInt16
            let end: Int
            if byte < 0x80 {
                number = galley_unicode_class_ascii(byte)
                end = next &+ 1
            } else if byte &- 0xC2 < 0x1E, next &+ 1 < count {
                number = galley_unicode_class_two_bytes(byte, utf8[next &+ 1])
                end = next &+ 2
            } else {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: next)
                number = galley_unicode_class(scalar)
                end = next &+ length
            }
            if number != current || record & GatheringPass.bracket != 0 {
                if current != GatheringPass.none {
                    runs[index] = CharacterRun(end: next, record: record, isSingle: next == firstEnd)
                    index &+= 1
                    if index == runs.count {
                        current = GatheringPass.none
                        break
                    }
                }
                current = number
                record = galley_unicode_record(number)
                firstEnd = end
                bidi |= 1 &<< (UInt32(truncatingIfNeeded: record &>> 8) & 0x1F)
                lines |= 1 &<< (record & 0x3F)
                all |= record
            }
            next = end
        }
        if current != GatheringPass.none {
            runs[index] = CharacterRun(end: next, record: record, isSingle: next == firstEnd)
            index &+= 1
        }
        offset = next
        (bidiClasses, lineClasses, joinNothing) = (bidi, lines, all & CharacterRun.joins == 0)
        return index
    }

    /// No class of the table.
    private static let none = UInt16.max
    /// The bit of a record that says that it is a paired bracket.
    private static let bracket: UInt64 = 0x2000
}
