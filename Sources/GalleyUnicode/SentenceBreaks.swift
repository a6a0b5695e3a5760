/// Sentences: UAX #29 of Unicode 17.0 (SB1 to SB998).
///
///     SentenceBreaks.mark(utf8, into: flags)          // .sentence at every start
public enum SentenceBreaks {
    /// Adds ``BoundaryFlags/sentence`` at each start of a sentence, offset 0 included. Linear.
    /// - Precondition: `flags.count >= utf8.count`.
    public static func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, into flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        SentenceScanner.mark(utf8, flags, .sentence)
    }

    /// The next boundary after the boundary `offset`; the end of the text at its end.
    public static func next(_ utf8: UnsafeBufferPointer<UInt8>, after offset: Int) -> Int {
        SentenceScanner.next(utf8, after: offset)
    }

    /// The last boundary before `offset`; 0 at the start. Looks back to a paragraph separator.
    public static func previous(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        SentenceScanner.previous(utf8, before: offset)
    }

    /// Whether a sentence starts or the text ends at `offset`.
    public static func isBoundary(_ utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        SentenceScanner.isBoundary(utf8, at: offset)
    }
}

/// The walk over sentences.
struct SentenceScanner: SegmentScanner {
    /// How much of `SATerm Close* Sp*` has been seen.
    private enum Ending { case none, terminator, close, space }

    private let utf8: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    /// The class of the unit before; nil at the start.
    private var previous: SentenceBreakClass?
    private var ending = Ending.none
    private var isAmbiguous = false  // the terminator is an ATerm
    private var beforeTerminator = SentenceBreakClass.other

    init(_ utf8: UnsafeBufferPointer<UInt8>, from offset: Int) {
        self.utf8 = utf8
        self.offset = offset
    }

    mutating func advance() -> Bool {
        if ending == .none, previous == .lower, utf8[offset] &- 0x61 < 26 {
            // ASCII letters inside a word: SB998, without a look at the table.
            offset &+= 1
            return false
        }
        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
        let start = offset
        offset &+= length
        let next = UnicodeProperties.sentenceBreakClass(scalar)
        guard let previous else {
            enter(next, after: .other)
            return true
        }
        if previous == .cr, next == .lf {  // SB3
            enter(next, after: previous)
            return false
        }
        if Self.isSeparator(previous) {  // SB4
            enter(next, after: previous)
            return true
        }
        if next == .extend || next == .format { return false }  // SB5
        let isBoundary = ending != .none && ends(before: next, at: start, after: previous)
        enter(next, after: previous)
        return isBoundary
    }

    /// SB6 to SB11, after `SATerm Close* Sp*`.
    private func ends(before next: SentenceBreakClass, at start: Int, after previous: SentenceBreakClass) -> Bool {
        if isAmbiguous, ending == .terminator {
            if next == .numeric { return false }  // SB6
            let isLetter = beforeTerminator == .upper || beforeTerminator == .lower
            if isLetter, next == .upper { return false }  // SB7
        }
        switch next {
        case .sContinue, .sTerm, .aTerm: return false  // SB8a
        case .close where ending != .space: return false  // SB9
        case .sp, .sep, .cr, .lf: return false  // SB9, SB10
        default: return !(isAmbiguous && continuesInLowercase(from: start))  // SB8, SB11
        }
    }

    /// SB8: whether a lowercase letter comes before any other letter, terminator or separator.
    private func continuesInLowercase(from start: Int) -> Bool {
        var position = start
        while position < utf8.count {
            let (scalar, length) = UTF8Decoding.decode(utf8, at: position)
            switch UnicodeProperties.sentenceBreakClass(scalar) {
            case .lower: return true
            case .oLetter, .upper, .sep, .cr, .lf, .sTerm, .aTerm: return false
            default: position &+= length
            }
        }
        return false
    }

    private mutating func enter(_ next: SentenceBreakClass, after before: SentenceBreakClass) {
        switch next {
        case .sTerm, .aTerm:
            ending = .terminator
            isAmbiguous = next == .aTerm
            beforeTerminator = before
        case .close where ending == .terminator || ending == .close: ending = .close
        case .sp where ending != .none: ending = .space
        default: ending = .none
        }
        previous = next
    }

    static func safeStart(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        var start = offset
        while start > 0 {
            let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: start)
            if start < offset, isSeparator(UnicodeProperties.sentenceBreakClass(scalar)),
                scalar != 0x0D || utf8[start] != 0x0A
            {
                return start
            }
            start &-= length
        }
        return 0
    }

    private static func isSeparator(_ found: SentenceBreakClass) -> Bool {
        found == .sep || found == .cr || found == .lf
    }
}
