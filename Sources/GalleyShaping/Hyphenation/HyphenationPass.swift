import GalleyText
import GalleyUnicode

/// Marks where words may be hyphenated automatically (`hyphens: auto`, CSS Text 3 §5.4). One pass over the text.
///
/// Words are letters with their marks, and apostrophes between letters. A word with soft hyphens of its own is broken
/// there alone (§5.4.1); one that touches digits or what addresses and names of files are made of is not broken.
struct HyphenationPass {
    private let inline: InlineText
    private let styles: StyleResolution
    private let context: LayoutContext
    /// Parallel to the text styles; `nil` where nothing is hyphenated.
    private let hyphenators: [Hyphenator?]
    /// The run of styles at hand.
    private var run = 0

    /// `nil` when no style of the paragraph hyphenates.
    init?(_ inline: borrowing InlineText, _ styles: StyleResolution, _ context: LayoutContext) {
        guard !context.hyphenation.isNone,
            styles.textStyles.contains(where: { $0.breaking.hyphens == .auto && $0.breaking.wraps })
        else { return nil }
        let hyphenators: [Hyphenator?] = styles.textStyles.map { style in
            guard style.breaking.hyphens == .auto, style.breaking.wraps else { return nil }
            return context.hyphenator(for: styles.fontStyles[Int(style.fontStyle)].style.language)
        }
        guard hyphenators.contains(where: { $0 != nil }) else { return nil }
        self.inline = copy inline
        self.styles = styles
        self.context = context
        self.hyphenators = hyphenators
    }

    /// Marks `analysis`.
    mutating func mark(_ analysis: inout TextAnalysis) {
        inline.utf8.withUnsafeBufferPointer { utf8 in
            analysis.flags.withUnsafeMutableBufferPointer { flags in
                var offset = 0
                while offset < utf8.count {
                    let byte = utf8[offset]
                    // Spaces and most signs.
                    if byte < 0x41 {
                        offset &+= 1
                        continue
                    }
                    let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                    if HyphenationPass.isLetter(scalar) {
                        let word = HyphenationPass.word(at: offset, utf8)
                        offset = word.end
                        if word.isPlain { hyphenate(word, utf8, flags) }
                    } else {
                        offset &+= length
                    }
                }
            }
        }
    }

    // MARK: Words

    private struct Word {
        var start: Int
        var end: Int
        var characters = 0
        var startsWithCapital = false
        /// Neither soft hyphens in it nor digits and the like beside it.
        var isPlain = true
    }

    /// The word that begins with the letter at `start`.
    private static func word(at start: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Word {
        var word = Word(start: start, end: start)
        var offset = start
        while offset < utf8.count {
            let byte = utf8[offset]
            if 0x61...0x7A ~= byte | 0x20, byte >= 0x41 {
                if offset == start { word.startsWithCapital = byte < 0x61 }
                word.characters &+= 1
                offset &+= 1
                continue
            }
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            if scalar == 0x27 || scalar == 0x2019 {
                // Between letters only.
                guard offset + length < utf8.count,
                    isLetter(UTF8Decoding.decode(utf8, at: offset + length).scalar)
                else { break }
                word.characters &+= 1
            } else if scalar == 0xAD {
                word.isPlain = false
            } else if isLetter(scalar) {
                if offset == start {
                    let category = UnicodeProperties.generalCategory(scalar)
                    word.startsWithCapital = category == .uppercaseLetter || category == .titlecaseLetter
                }
                word.characters &+= 1
            } else if byte < 0x80 || !(UnicodeProperties.isMark(scalar) || scalar == 0x200C || scalar == 0x200D) {
                break
            }
            offset &+= length
        }
        word.end = offset
        if isJoined(before: start, utf8) || isJoined(after: offset, utf8) { word.isPlain = false }
        return word
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        if scalar < 0x80 { return scalar >= 0x41 && 0x61...0x7A ~= scalar | 0x20 }
        switch UnicodeProperties.generalCategory(scalar) {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }

    private static func isDigit(_ scalar: UInt32) -> Bool {
        scalar < 0x80
            ? 0x30...0x39 ~= scalar : UnicodeProperties.generalCategory(scalar) == .decimalNumber
    }

    /// Whether what stands before a word makes one thing with it: a digit, a part of an address.
    private static func isJoined(before offset: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset > 0 else { return false }
        let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: offset)
        switch scalar {
        case 0x2E, 0x3A, 0x3F:  // . : ?
            guard offset > length else { return false }
            let before = UTF8Decoding.decodePrevious(utf8, before: offset - length).scalar
            return isLetter(before) || isDigit(before)
        case 0xAD: return true
        default: return isDigit(scalar) || isAddressSign(scalar)
        }
    }

    private static func isJoined(after offset: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset < utf8.count else { return false }
        let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
        switch scalar {
        case 0x2E, 0x3A, 0x3F:
            guard offset + length < utf8.count else { return false }
            let next = UTF8Decoding.decode(utf8, at: offset + length).scalar
            return isLetter(next) || isDigit(next) || isAddressSign(next)
        default: return isDigit(scalar) || isAddressSign(scalar)
        }
    }

    /// `# $ % & + / = @ \ _ ~`
    private static func isAddressSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x23...0x26, 0x2B, 0x2F, 0x3D, 0x40, 0x5C, 0x5F, 0x7E: true
        default: false
        }
    }

    // MARK: Breaks

    private mutating func hyphenate(
        _ word: Word, _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>
    ) {
        while run + 1 < inline.styleRuns.count, inline.styleRuns[run].end <= word.start { run += 1 }
        let style = styles.runStyles[run]
        guard let hyphenator = hyphenators[style] else { return }
        // A word is hyphenated where all of it is, and in one language.
        var last = run
        while inline.styleRuns[last].end < word.end {
            last += 1
            guard hyphenators[styles.runStyles[last]] === hyphenator else { return }
        }
        let limits = styles.textStyles[style].breaking.hyphenateLimits
        guard word.characters >= limits.usedWord, hyphenator.breaksCapitalized || !word.startsWithCapital else {
            return
        }
        let bytes = UnsafeBufferPointer(rebasing: utf8[word.start..<word.end])
        let isKnown = hyphenator.withBreaks(of: bytes, remembers: context.switches.hyphenationMemo) { breaks in
            // Characters are counted from both ends; a mark is none.
            var counted = 0
            var offset = 0
            for place in breaks {
                while offset < Int(place) {
                    let (scalar, length) = UTF8Decoding.decode(bytes, at: offset)
                    if HyphenationPass.counts(scalar) { counted += 1 }
                    offset += length
                }
                guard counted >= limits.usedBefore, word.characters - counted >= limits.usedAfter,
                    flags[word.start + offset].contains(.grapheme)
                else { continue }
                flags[word.start + offset].insert(.hyphen)
            }
        }
        context.counters.wordsHyphenated += 1
        if isKnown { context.counters.hyphenationHits += 1 }
    }

    private static func counts(_ scalar: UInt32) -> Bool {
        scalar < 0x80 || !(UnicodeProperties.isMark(scalar) || scalar == 0x200C || scalar == 0x200D)
    }
}

extension LayoutContext {
    /// What hyphenates a language; `nil` where it has no dictionary.
    func hyphenator(for language: String) -> Hyphenator? {
        if let known = state.pointee.hyphenators[language] { return known }
        let made = hyphenation.dictionary(for: language).map { Hyphenator($0, language: language) }
        if state.pointee.hyphenators.count >= ShapingLimits.maximumHyphenators { state.pointee.hyphenators.removeAll() }
        state.pointee.hyphenators[language] = .some(made)
        return made
    }
}
