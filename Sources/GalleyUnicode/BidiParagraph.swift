import CGalleyData

/// What is known of a paragraph's direction before its characters are looked at.
@frozen
public enum BaseDirection: UInt8, Hashable, Sendable, CaseIterable {
    /// Level 0.
    case leftToRight
    /// Level 1.
    case rightToLeft
    /// By the first strong character outside isolates (UAX #9 P2, P3); left to right without one.
    case automatic
    /// The same, but right to left without a strong character.
    case automaticElseRightToLeft
}

/// The embedding levels of a paragraph: UAX #9, rules P2 to I2, and of L1 what does not depend on lines.
///
///     let bidi = BidiParagraph(utf8, direction: .automatic)
///     if bidi.levels.isEmpty { /* every byte has level 0 */ }
///
/// An even level runs left to right, an odd one right to left. For a line, set the levels from
/// ``trailingSpaceStart(_:line:)`` on to ``baseLevel`` (the rest of L1), then order its items with ``BidiOrder`` (L2).
public struct BidiParagraph: Hashable, Sendable {
    /// The paragraph's own level: 0 or 1.
    public let baseLevel: UInt8

    /// The level of each byte; empty when all are 0, which costs one quick look at the text.
    public let levels: [UInt8]

    /// The levels of `utf8`, which is one paragraph: a separator (class B) inside it closes all embeddings, and the
    /// text after it has the same base level. Linear in the text.
    public init(_ utf8: UnsafeBufferPointer<UInt8>, direction: BaseDirection = .automatic) {
        var algorithm = BidiAlgorithm()
        self.init(utf8, direction: direction, algorithm: &algorithm)
    }

    /// The same with the memory of `algorithm`: for many paragraphs.
    public init(
        _ utf8: UnsafeBufferPointer<UInt8>, direction: BaseDirection, algorithm: inout BidiAlgorithm
    ) {
        var characters = CharacterRuns()
        swap(&characters, &algorithm.characters)
        defer { swap(&characters, &algorithm.characters) }
        characters.gather(utf8)
        self.init(utf8, characters, direction: direction, algorithm: &algorithm)
    }

    /// The same, of a text that was read already.
    package init(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns, direction: BaseDirection,
        algorithm: inout BidiAlgorithm
    ) {
        switch direction {
        case .leftToRight: baseLevel = 0
        case .rightToLeft: baseLevel = 1
        case .automatic: baseLevel = BidiParagraph.firstStrong(utf8, characters) ?? 0
        case .automaticElseRightToLeft: baseLevel = BidiParagraph.firstStrong(utf8, characters) ?? 1
        }
        guard baseLevel != 0 || characters.mayHaveLevels else {
            levels = []
            return
        }
        if utf8.count < Int(Int32.max),
            let found = algorithm.levelsByRuns(of: utf8, characters, baseLevel: baseLevel)
        {
            levels = found
            return
        }
        let found = algorithm.levels(of: utf8, baseLevel: baseLevel)
        levels = found.contains { $0 != 0 } ? found : []
    }

    /// The level of the byte at `offset`; the base level outside the text.
    @inlinable
    public func level(at offset: Int) -> UInt8 {
        if levels.isEmpty { return 0 }
        return levels.indices.contains(offset) ? levels[offset] : baseLevel
    }

    /// Where the white space and isolate controls that end the line begin: they get the base level (L1, item 4).
    /// `line.upperBound` when it ends with something else.
    public static func trailingSpaceStart(_ utf8: UnsafeBufferPointer<UInt8>, line: Range<Int>) -> Int {
        let line = line.clamped(to: 0..<utf8.count)
        var offset = line.upperBound
        while offset > line.lowerBound {
            let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: offset)
            guard BidiAlgorithm.isResetByL1(galley_unicode_bidi(scalar) & 0x1F) else { break }
            offset = max(line.lowerBound, offset - length)
        }
        return offset
    }

    /// P2 and P3: the level of the first strong character outside isolates, nil without one.
    private static func firstStrong(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns
    ) -> UInt8? {
        characters.withRuns { runs in
            var depth = 0
            var start = 0
            for run in runs {
                // Isolate controls have three bytes.
                let controls = (run.end - start) / 3
                start = run.end
                switch BidiClass(rawValue: run.bidi & 0x1F) {
                case .leftToRight where depth == 0: return 0
                case .rightToLeft where depth == 0, .arabicLetter where depth == 0: return 1
                case .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate: depth += controls
                case .popDirectionalIsolate: depth = max(0, depth - controls)
                case .paragraphSeparator: return nil
                default: break
                }
            }
            return nil
        }
    }
}
