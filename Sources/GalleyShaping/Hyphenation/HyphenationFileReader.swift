import GalleyUnicode

/// Reads dictionaries in libhyphen's format (its `README.hyphen`): the character set's name, then a line each for
/// directives, comments (`%`, `#`) and patterns; after `NEXTLEVEL` those of the second level.
struct HyphenationFileReader {
    private let charset: HyphenationCharset
    private var alphabet = HyphenationAlphabet()
    private var minimums = HyphenationDictionary.Minimums()
    private var unbroken: [[UInt8]] = []
    /// The levels so far; the last one is being read.
    private var levels = [PatternAutomaton.Builder()]
    private var hasPatterns = false

    private init(charset: HyphenationCharset) { self.charset = charset }

    static func read(_ bytes: ContiguousArray<UInt8>, path: String) throws(HyphenationError) -> HyphenationDictionary {
        guard bytes.count <= ShapingLimits.maximumDictionaryBytes else { throw HyphenationError.tooLarge(path: path) }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst() else { throw HyphenationError.notADictionary(path: path) }
        let marked = first.starts(with: [0xEF, 0xBB, 0xBF]) ? first.dropFirst(3) : first
        let name = String(decoding: marked.filter { $0 > 0x20 }, as: UTF8.self)
        guard let charset = HyphenationCharset(name) else {
            throw HyphenationError.unknownCharacterSet(path: path, name: String(name.prefix(40)))
        }
        var reader = HyphenationFileReader(charset: charset)
        for line in lines { reader.read(line) }
        guard reader.hasPatterns else { throw HyphenationError.notADictionary(path: path) }
        return reader.finish()
    }

    private mutating func finish() -> HyphenationDictionary {
        var compounds = levels[0]
        if levels.count == 1 {
            // As libhyphen: apostrophes, hyphens and dashes part words.
            compounds = PatternAutomaton.Builder()
            minimums.compoundBefore = [minimums.compoundBefore, minimums.before, 3].first { $0 > 0 } ?? 3
            minimums.compoundAfter = [minimums.compoundAfter, minimums.after, 3].first { $0 > 0 } ?? 3
            for sign: UInt32 in [0x2D, 0x27, 0x2013, 0x2019] {
                guard let symbol = alphabet.insert(sign) else { continue }
                _ = compounds.add([symbol], points: [2, 2])
                unbroken.append([symbol])
            }
        }
        alphabet.addVariants()
        return HyphenationDictionary(
            compounds: compounds.finish(), words: levels[levels.count - 1].finish(), alphabet: alphabet,
            minimums: minimums, unbroken: unbroken)
    }

    // MARK: Lines

    private mutating func read(_ line: ContiguousArray<UInt8>.SubSequence) {
        guard let first = line.first, first != UInt8(ascii: "%"), first != UInt8(ascii: "#") else { return }
        if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first), readDirective(line) { return }
        readPattern(line)
    }

    /// A directive in capitals; false for anything else.
    private mutating func readDirective(_ line: ContiguousArray<UInt8>.SubSequence) -> Bool {
        let words = line.prefix(200).split { $0 <= 0x20 }
        guard let first = words.first else { return false }
        // What the second level says of the word's edges is not heard.
        let isFirst = levels.count == 1
        func number() -> Int {
            let digits = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
            return min(max(0, digits), ShapingLimits.maximumHyphenatedWord)
        }
        switch String(decoding: first, as: UTF8.self) {
        case "LEFTHYPHENMIN": if isFirst { minimums.before = number() }
        case "RIGHTHYPHENMIN": if isFirst { minimums.after = number() }
        case "COMPOUNDLEFTHYPHENMIN": if isFirst { minimums.compoundBefore = number() }
        case "COMPOUNDRIGHTHYPHENMIN": if isFirst { minimums.compoundAfter = number() }
        case "NOHYPHEN": if isFirst, words.count > 1 { readUnbroken(words[1]) }
        case "NEXTLEVEL": if isFirst { levels.append(PatternAutomaton.Builder()) }
        default: return false
        }
        return true
    }

    private mutating func readUnbroken(_ list: ContiguousArray<UInt8>.SubSequence) {
        for sign in list.split(separator: UInt8(ascii: ",")).prefix(ShapingLimits.maximumUnbrokenSigns) {
            var symbols: [UInt8] = []
            charset.decode(sign) { scalar in alphabet.insert(scalar).map { symbols.append($0) } }
            if !symbols.isEmpty { unbroken.append(symbols) }
        }
    }

    // MARK: Patterns

    /// Letters with digits between them, and after `/` what the break puts in their place.
    private mutating func readPattern(_ line: ContiguousArray<UInt8>.SubSequence) {
        var text = line.prefix { $0 > 0x20 }
        guard !text.isEmpty, text.count <= ShapingLimits.maximumPatternBytes else { return }
        var replacement: ContiguousArray<UInt8>.SubSequence?
        if let slash = text.firstIndex(of: UInt8(ascii: "/")) {
            replacement = text[(slash + 1)...]
            text = text[..<slash]
        }
        var symbols: ContiguousArray<UInt8> = []
        var points: ContiguousArray<UInt8> = [0]
        var isUsable = true
        charset.decode(text) { scalar in
            if 0x30...0x39 ~= scalar {
                points[points.count - 1] = UInt8(scalar - 0x30) << 1
            } else {
                let symbol = scalar == 0x2E ? PatternAutomaton.edge : alphabet.insert(scalar)
                guard let symbol else {
                    isUsable = false
                    return
                }
                symbols.append(symbol)
                points.append(0)
            }
        }
        guard isUsable, !symbols.isEmpty else { return }
        if let replacement { markReplaced(replacement, symbols, &points) }
        if levels[levels.count - 1].add(symbols, points: points) { hasPatterns = true }
    }

    /// `=sz,2,1`: the letters from the second on, one of them, are replaced; without numbers all are. A break there is
    /// none that can be made by putting in a hyphen.
    private func markReplaced(
        _ replacement: ContiguousArray<UInt8>.SubSequence, _ symbols: ContiguousArray<UInt8>,
        _ points: inout ContiguousArray<UInt8>
    ) {
        let parts = replacement.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        var numbers: [Int] = []
        for part in parts.dropFirst() { numbers.append(Int(String(decoding: part, as: UTF8.self)) ?? 0) }
        let edge = symbols[0] == PatternAutomaton.edge ? 1 : 0
        let start = numbers.count >= 2 ? min(max(0, numbers[0] - 1), 255) + edge : 0
        let end = numbers.count >= 2 && numbers[1] > 0 ? start + min(numbers[1], 255) : symbols.count
        let places = points.indices.filter { $0 >= start && $0 <= end && points[$0] & 2 != 0 }
        // The last one, as in libhyphen: at others nothing has changed yet.
        if let place = places.last { points[place] |= 1 }
    }
}
