import CGalleyData

/// A set of Bidi_Class values.
struct ClassSet: ExpressibleByArrayLiteral, Sendable {
    private var bits: UInt32 = 0

    init() {}
    init(bits: UInt32) { self.bits = bits }
    init(arrayLiteral elements: BidiClass...) { for element in elements { insert(element) } }

    mutating func insert(_ element: BidiClass) { bits |= 1 << UInt32(element.rawValue) }
    func contains(_ element: BidiClass) -> Bool { bits >> UInt32(element.rawValue) & 1 != 0 }
    func intersects(_ other: ClassSet) -> Bool { bits & other.bits != 0 }

    /// What the stack of X1 to X8 acts on.
    static let explicit: ClassSet = [
        .leftToRightEmbedding, .rightToLeftEmbedding, .leftToRightOverride, .rightToLeftOverride, .popDirectionalFormat,
        .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate, .popDirectionalIsolate,
    ]
    /// What may give a character a level other than 0 in a left-to-right paragraph.
    static let raising: ClassSet = [
        .rightToLeft, .arabicLetter, .arabicNumber, .leftToRightEmbedding, .leftToRightOverride, .rightToLeftEmbedding,
        .rightToLeftOverride, .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate,
    ]
    /// What L1 resets.
    static let separators: ClassSet = [.paragraphSeparator, .segmentSeparator]
    /// What X9 removes.
    static let removed: ClassSet = [
        .leftToRightEmbedding, .rightToLeftEmbedding, .leftToRightOverride, .rightToLeftOverride, .popDirectionalFormat,
        .boundaryNeutral,
    ]
}

/// The resolution of levels (UAX #9 X1 to I2 and L1), with its memory, which is reused from text to text.
///
///     var algorithm = BidiAlgorithm()
///     let levels = algorithm.levels(of: utf8, baseLevel: 1)
///
/// The steps, each in its own file: `explicitLevels` gives every character its embedding level (X1 to X8),
/// `forEachIsolatingRunSequence` gathers what belongs together without the removed characters (X9, X10),
/// `gatherClassRuns` makes runs of one class of it, `resolveSequence` works on those (W, N), `assignLevels` puts levels
/// back (I). A text without controls, which is one sequence, comes as runs already (`levelsByRuns`).
public struct BidiAlgorithm: Sendable {
    /// A paired bracket of the text.
    struct Bracket {
        /// Which character it is, or which run.
        var index: Int
        /// The opening bracket of its pair, canonically equivalent ones made equal.
        var identity: UInt32
        var isOpening: Bool

        /// `nil` for what is no bracket.
        init?(_ scalar: UInt32, at index: Int) {
            guard let (partner, isOpening) = UnicodeProperties.pairedBracket(scalar) else { return nil }
            // BD16 looks at canonical equivalents: U+2329 is U+3008.
            let opening = isOpening ? scalar : partner
            identity = opening == 0x2329 ? 0x3008 : opening
            self.index = index
            self.isOpening = isOpening
        }
    }

    /// The class of each character as it is in the text, and as overrides change it (X5a to X6; only filled when the
    /// text has explicit controls).
    var original: [BidiClass] = []
    var classes: [BidiClass] = []
    /// The classes that occur, a bit for each raw value: most steps have nothing to do in most texts.
    var present = ClassSet()
    /// How many bytes each character has.
    var lengths: [UInt8] = []
    var levels: [UInt8] = []
    /// For an isolate initiator its PDI, for a PDI its initiator; -1 without (BD9).
    var matches: [Int32] = []
    /// In order of their index.
    var brackets: [Bracket] = []
    var baseLevel: UInt8 = 0

    /// One isolating run sequence at a time: its characters (empty when it is all of `paragraph`), what becomes of their
    /// classes, and its brackets as runs.
    var sequence: [Int32] = []
    var paragraph = 0..<0
    var classRuns: [ClassRun] = []
    var runBrackets: [Bracket] = []
    /// The paragraph's characters without those that X9 removes, and the embedding level of each.
    var kept: [Int32] = []
    var embeddings: [UInt8] = []
    /// The level runs as ranges of `kept`, and for the character that begins one the number of the run.
    var runs: [Range<Int>] = []
    var runOfFirst: [Int32] = []
    /// The bracket pairs of the sequence, as indices of ``classRuns``.
    var pairs: [(opening: Int, closing: Int)] = []

    /// The classes by their numbers in the tables.
    let bidiClasses = (0..<32 as Range<UInt8>).map { BidiClass(rawValue: $0) ?? .leftToRight }
    /// The memory that texts are read into that were not read before.
    var characters = CharacterRuns()

    /// An algorithm without memory yet.
    public init() {}

    /// The level of each byte of `utf8`. Characters that X9 removes have the level of the character before them.
    public mutating func levels(of utf8: UnsafeBufferPointer<UInt8>, baseLevel: UInt8) -> [UInt8] {
        // Characters are counted in 32 bits here; no paragraph that can be laid out comes near.
        guard utf8.count < Int(Int32.max) else { return [UInt8](repeating: baseLevel, count: utf8.count) }
        classify(utf8)
        resolve(baseLevel: baseLevel)
        let count = levels.count
        return [UInt8](unsafeUninitializedCapacity: utf8.count) { buffer, written in
            levels.withUnsafeBufferPointer { levels in
                lengths.withUnsafeBufferPointer { lengths in
                    var place = 0
                    for index in 0..<count {
                        let level = levels[index]
                        for _ in 0..<lengths[index] {
                            buffer[place] = level
                            place &+= 1
                        }
                    }
                    written = place
                }
            }
        }
    }

    /// Fills ``original``, ``lengths``, ``brackets`` and ``present``.
    private mutating func classify(_ utf8: UnsafeBufferPointer<UInt8>) {
        original.removeAll(keepingCapacity: true)
        original.append(contentsOf: repeatElement(.leftToRight, count: utf8.count))
        lengths.removeAll(keepingCapacity: true)
        lengths.append(contentsOf: repeatElement(1, count: utf8.count))
        brackets.removeAll(keepingCapacity: true)
        var found = ClassSet()
        var bracketPlaces: [(scalar: UInt32, index: Int)] = []
        var count = 0
        original.withUnsafeMutableBufferPointer { original in
            lengths.withUnsafeMutableBufferPointer { lengths in
                var offset = 0
                while offset < utf8.count {
                    let byte = utf8[offset]
                    let data: UInt8
                    if byte < 0x80 {
                        data = galley_unicode_bidi_ascii(byte)
                        offset &+= 1
                        if data & 0x20 != 0 { bracketPlaces.append((UInt32(byte), count)) }
                    } else {
                        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                        data = galley_unicode_bidi(scalar)
                        offset &+= length
                        lengths[count] = UInt8(truncatingIfNeeded: length)
                        if data & 0x20 != 0 { bracketPlaces.append((scalar, count)) }
                    }
                    let bidiClass = BidiClass(rawValue: data & 0x1F) ?? .leftToRight
                    found.insert(bidiClass)
                    original[count] = bidiClass
                    count &+= 1
                }
            }
        }
        present = found
        original.removeLast(utf8.count - count)
        lengths.removeLast(utf8.count - count)
        for (scalar, index) in bracketPlaces {
            if let bracket = Bracket(scalar, at: index) { brackets.append(bracket) }
        }
    }

    /// The level of each of a row of characters of which only the classes are known (there are no bracket pairs), and
    /// the base level, which a nil `baseLevel` leaves to P2 and P3.
    public mutating func levels(of classes: [BidiClass], baseLevel: UInt8?) -> (baseLevel: UInt8, levels: [UInt8]) {
        original = classes
        brackets.removeAll(keepingCapacity: true)
        present = ClassSet()
        for found in classes { present.insert(found) }
        matches = [Int32](repeating: -1, count: classes.count)
        matchIsolates(0..<classes.count)
        let base = baseLevel ?? firstStrong(0..<classes.count) ?? 0
        resolve(baseLevel: base)
        return (base, levels)
    }

    /// L1 for a row of classes that is a line: the index from which on the levels become the base level.
    public static func trailingSpaceStart(_ classes: [BidiClass]) -> Int {
        (classes.lastIndex { !isResetByL1($0.rawValue) } ?? -1) + 1
    }

    private mutating func resolve(baseLevel: UInt8) {
        self.baseLevel = baseLevel
        let count = original.count
        levels.removeAll(keepingCapacity: true)
        levels.append(contentsOf: repeatElement(baseLevel, count: count))
        if present.intersects(.explicit) {
            classes.removeAll(keepingCapacity: true)
            classes.append(contentsOf: original)
            matches.removeAll(keepingCapacity: true)
            matches.append(contentsOf: repeatElement(-1, count: count))
            runOfFirst.removeAll(keepingCapacity: true)
            runOfFirst.append(contentsOf: repeatElement(-1, count: count))
        }
        guard present.contains(.paragraphSeparator) else {
            resolveParagraph(0..<count)
            return
        }
        // P1: a separator ends its paragraph.
        var start = 0
        while start < count {
            var end = start
            while end < count, original[end] != .paragraphSeparator { end += 1 }
            end = min(end + 1, count)
            resolveParagraph(start..<end)
            start = end
        }
    }

    private mutating func resolveParagraph(_ paragraph: Range<Int>) {
        guard !paragraph.isEmpty else { return }
        self.paragraph = paragraph
        if present.intersects(.explicit) {
            matchIsolates(paragraph)
            explicitLevels(paragraph)
            forEachIsolatingRunSequence(paragraph) { $0.resolveGathered($1) }
        } else {
            // Without controls there is one level and one sequence.
            gatherParagraph(paragraph)
            resolveGathered(Boundaries(level: baseLevel))
        }
        if present.intersects(.removed) { levelRemoved(paragraph) }
        if present.contains(.paragraphSeparator) || present.contains(.segmentSeparator) { resetSeparators(paragraph) }
    }

    /// W1 to I2 for the sequence that was gathered.
    private mutating func resolveGathered(_ boundaries: Boundaries) {
        gatherClassRuns()
        resolveSequence(boundaries)
        assignLevels(boundaries)
    }

    /// What X9 removes takes the level before it, so that runs are not split.
    private mutating func levelRemoved(_ paragraph: Range<Int>) {
        var previous = baseLevel
        for index in paragraph {
            if BidiAlgorithm.isRemoved(original[index]) { levels[index] = previous }
            previous = levels[index]
        }
    }

    /// L1, items 1 to 3: separators and the white space before them.
    private mutating func resetSeparators(_ paragraph: Range<Int>) {
        var resets = false
        for index in paragraph.reversed() {
            switch original[index] {
            case .paragraphSeparator, .segmentSeparator: resets = true
            case let other: resets = resets && BidiAlgorithm.isResetByL1(other.rawValue)
            }
            if resets { levels[index] = baseLevel }
        }
    }

    /// Whether X9 removes a character of this class.
    static func isRemoved(_ bidiClass: BidiClass) -> Bool {
        ClassSet.removed.contains(bidiClass)
    }

    /// Whether a character of this class at the end of a line gets the base level: white space and isolate controls
    /// (L1), separators, and what X9 removed.
    static func isResetByL1(_ rawValue: UInt8) -> Bool {
        switch BidiClass(rawValue: rawValue) ?? .leftToRight {
        case .whiteSpace, .segmentSeparator, .paragraphSeparator, .leftToRightIsolate, .rightToLeftIsolate,
            .firstStrongIsolate, .popDirectionalIsolate:
            true
        case let other: isRemoved(other)
        }
    }
}
