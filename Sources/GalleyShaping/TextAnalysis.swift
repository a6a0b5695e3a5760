import GalleyText
import GalleyUnicode

/// What is known of each byte of an inline text before fonts are looked at: boundaries, bidi levels, scripts.
public struct TextAnalysis: Sendable {
    /// Line and grapheme boundaries before each byte.
    public internal(set) var flags: ContiguousArray<BoundaryFlags> = []
    /// Where the embedding level changes; empty when all bytes are left-to-right at level 0.
    public internal(set) var levelRuns = RunList<LevelRun>()
    /// The same for each byte, until items are cut.
    var levels: [UInt8] = []
    /// The paragraph's level: 0 or 1; where its bidi paragraphs differ, that of the first.
    public internal(set) var baseLevel: UInt8 = 0
    /// Where bidi paragraphs end and the level of each, where they do not all have ``baseLevel``; else empty. A forced
    /// break ends a bidi paragraph (CSS Writing Modes 4 §2.4), and with `unicode-bidi: plaintext` each has a direction of
    /// its own.
    public internal(set) var bidiParagraphs: ContiguousArray<BidiRun> = []

    init() {}

    /// A stretch of one embedding level: where it ends, an inline offset.
    public struct LevelRun: Sendable, Hashable {
        public var end: UInt32
        public var level: UInt8
    }

    /// A bidi paragraph: where it ends, an inline offset, and its level.
    public struct BidiRun: Sendable, Hashable {
        public var end: Int
        public var level: UInt8
    }

    /// The embedding level of the byte at an inline offset; the paragraph's past the end. O(log n).
    public func level(at offset: Int) -> UInt8 {
        guard let last = levelRuns.last else { return 0 }
        guard offset < Int(last.end) else { return baseLevel(at: offset) }
        return levelRuns[levelRuns.partitionIndex { Int($0.end) > offset }].level
    }

    /// The level of the bidi paragraph around an inline offset: the base direction of a line that begins there. O(log n).
    @inlinable public func baseLevel(at offset: Int) -> UInt8 {
        guard let last = bidiParagraphs.last else { return baseLevel }
        guard offset < last.end else { return last.level }
        var low = 0
        var high = bidiParagraphs.count - 1
        while low < high {
            let middle = (low + high) / 2
            if bidiParagraphs[middle].end > offset { high = middle } else { low = middle + 1 }
        }
        return bidiParagraphs[low].level
    }

    /// Whether a grapheme cluster starts at `offset`, or the text ends there.
    @inlinable public func isGraphemeStart(_ offset: Int) -> Bool {
        offset >= flags.count || flags[offset].contains(.grapheme)
    }
}

extension TextAnalysis {
    /// Analyses an inline text: levels, boundaries, and scripts, which are in `tools` then. Linear.
    init(
        _ inline: borrowing InlineText, direction: GalleyText.BaseDirection, styles: StyleResolution,
        tools: inout AnalysisTools
    ) {
        let base: GalleyUnicode.BaseDirection =
            switch direction {
            case .leftToRight: .leftToRight
            case .rightToLeft: .rightToLeft
            case .natural: .automatic
            }
        // Appending is specialized; making an array of a number of elements looks its type up.
        flags.reserveCapacity(inline.utf8.count)
        flags.append(contentsOf: repeatElement([], count: inline.utf8.count))
        inline.utf8.withUnsafeBufferPointer { utf8 in
            tools.characters.gather(utf8)
            resolveLevels(utf8, tools.characters, base, &tools.bidi)
            gatherLevels()
            tools.scripts.removeAll(keepingCapacity: true)
            ScriptRuns.resolve(utf8, tools.characters, into: &tools.scripts)
            TextAnalysis.joinKana(&tools.scripts)
            flags.withUnsafeMutableBufferPointer { flags in
                GraphemeBreaks.mark(utf8, tools.characters, into: flags)
                TextAnalysis.markLineBreaks(utf8, flags, inline, styles, &tools)
            }
        }
    }

    /// UAX #9 for each bidi paragraph.
    private mutating func resolveLevels(
        _ utf8: UnsafeBufferPointer<UInt8>, _ characters: borrowing CharacterRuns,
        _ direction: GalleyUnicode.BaseDirection, _ algorithm: inout BidiAlgorithm
    ) {
        // Without right-to-left text every level is 0, wherever paragraphs end.
        guard direction == .rightToLeft || characters.mayHaveLevels else { return }
        var end = characters.haveForcedBreaks ? ForcedBreaks.end(after: 0, in: utf8) : utf8.count
        guard end < utf8.count else {
            let bidi = BidiParagraph(utf8, characters, direction: direction, algorithm: &algorithm)
            baseLevel = bidi.baseLevel
            levels = bidi.levels
            return
        }
        levels.reserveCapacity(utf8.count)
        var start = 0
        var isMixed = false
        while start < utf8.count {
            let part = UnsafeBufferPointer(rebasing: utf8[start..<end])
            let bidi = BidiParagraph(part, direction: direction, algorithm: &algorithm)
            if start == 0 { baseLevel = bidi.baseLevel }
            if bidi.baseLevel != baseLevel { isMixed = true }
            if bidi.levels.isEmpty {
                levels.append(contentsOf: repeatElement(0, count: part.count))
            } else {
                levels.append(contentsOf: bidi.levels)
            }
            if direction == .automatic { bidiParagraphs.append(BidiRun(end: end, level: bidi.baseLevel)) }
            start = end
            end = ForcedBreaks.end(after: start, in: utf8)
        }
        if !isMixed { bidiParagraphs.removeAll() }
    }

    private mutating func gatherLevels() {
        levels.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let level = bytes[offset]
                let all = UInt64(level) &* 0x0101_0101_0101_0101
                while offset &+ 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == all {
                    offset &+= 8
                }
                while offset < bytes.count, bytes[offset] == level { offset &+= 1 }
                levelRuns.append(LevelRun(end: UInt32(truncatingIfNeeded: offset), level: level))
            }
        }
        levelRuns.trim()
    }

    /// Hiragana and Katakana are one script to OpenType (`kana`) and to Blink, and kern with each other.
    private static func joinKana(_ scripts: inout [ScriptRun]) {
        guard scripts.count > 1, scripts.contains(where: { $0.script == .katakana }) else { return }
        var count = 0
        for var run in scripts {
            if run.script == .katakana { run.script = .hiragana }
            if count > 0, scripts[count - 1].script == run.script {
                scripts[count - 1].range = scripts[count - 1].range.lowerBound..<run.range.upperBound
            } else {
                scripts[count] = run
                count += 1
            }
        }
        scripts.removeLast(scripts.count - count)
    }

    /// UAX #14 with each style's tailoring: one pass over the whole text for each set of options that occurs, of which
    /// each run of text keeps its own.
    private static func markLineBreaks(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>,
        _ inline: borrowing InlineText, _ styles: StyleResolution, _ tools: inout AnalysisTools
    ) {
        tools.complexRuns.removeAll(keepingCapacity: true)
        guard let first = styles.lineBreakOptions.first else { return }
        if styles.breaksAlike {
            tools.lineBreaks(first).mark(utf8, tools.characters, into: flags, complexRuns: &tools.complexRuns)
        } else {
            var seen: Set<LineBreakOptions> = []
            var complexRuns: [Range<Int>] = []
            for options in styles.lineBreakOptions where seen.insert(options).inserted {
                var marked = ContiguousArray<BoundaryFlags>(repeating: [], count: utf8.count)
                tools.complexRuns.removeAll(keepingCapacity: true)
                marked.withUnsafeMutableBufferPointer {
                    tools.lineBreaks(options).mark(
                        utf8, tools.characters, into: $0, complexRuns: &tools.complexRuns)
                }
                var start = 0
                var complex = 0
                for (run, style) in zip(inline.styleRuns, styles.runStyles) {
                    if styles.lineBreakOptions[style] == options {
                        for offset in start..<run.end { flags[offset].formUnion(marked[offset].intersection(.line)) }
                        // Words are looked for in the stretches of this style.
                        while complex < tools.complexRuns.count, tools.complexRuns[complex].upperBound <= start {
                            complex += 1
                        }
                        var next = complex
                        while next < tools.complexRuns.count, tools.complexRuns[next].lowerBound < run.end {
                            complexRuns.append(tools.complexRuns[next].clamped(to: start..<run.end))
                            next += 1
                        }
                    }
                    start = run.end
                }
            }
            tools.complexRuns = joined(complexRuns)
        }
        // Thai, Lao, Khmer and Burmese: lines end between words.
        for run in tools.complexRuns { tools.segmenter.markWords(run, utf8, flags) }
        markPreservedSpaces(utf8, flags, inline, styles)
        markAtomicBoxes(utf8, flags, inline)
        // A float is not in the line: it neither makes nor hides a place to break (CSS 2 §9.5).
        for offset in inline.outOfFlowOffsets {
            if offset + 3 < flags.count { flags[offset + 3].subtract(.lineAllowed) }
            if offset > 0, utf8[offset - 1] != 0x20 { flags[offset].subtract(.lineAllowed) }
        }
    }
}

extension TextAnalysis {
    /// `white-space: break-spaces`: a line may end after every preserved space and every other space separator (CSS Text 3
    /// §3), but not between one and the forced break after it.
    private static func markPreservedSpaces(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>, _ inline: InlineText,
        _ styles: StyleResolution
    ) {
        guard styles.textStyles.contains(where: { $0.breaking.whiteSpace == .breakSpaces }) else { return }
        var start = 0
        for (run, style) in zip(inline.styleRuns, styles.runStyles) {
            var offset = start
            start = run.end
            guard styles.textStyles[style].breaking.whiteSpace == .breakSpaces else { continue }
            while offset < run.end {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                offset += length
                if BreakPlaces.hangs(scalar), offset < utf8.count, ForcedBreaks.length(at: offset, in: utf8) == nil {
                    flags[offset].insert(.lineAllowed)
                }
            }
        }
    }

    /// Before and after an object a line may end, whatever stands there, but for what joins by itself: the classes GL, WJ
    /// and ZWJ, of which U+00A0 is excepted for the sake of old pages (CSS Text 3 §5.1). Spaces, forced breaks, marks and
    /// U+200B keep to what is before them (UAX #14 LB6, LB7, LB9).
    private static func markAtomicBoxes(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>, _ inline: InlineText
    ) {
        guard !inline.objects.isEmpty else { return }
        func joins(_ scalar: UInt32) -> Bool {
            switch UnicodeProperties.lineBreakClass(scalar) {
            case .glue: scalar != 0xA0
            case .wordJoiner, .zeroWidthJoiner: true
            default: false
            }
        }
        for event in inline.events {
            guard case .object = event.kind else { continue }
            let (start, end) = (event.offset, event.offset + 3)
            if start > 0, !joins(UTF8Decoding.decodePrevious(utf8, before: start).scalar) {
                flags[start].insert(.lineAllowed)
            }
            guard end < utf8.count, flags[end].contains(.grapheme) else { continue }
            let next = UTF8Decoding.decode(utf8, at: end).scalar
            switch UnicodeProperties.lineBreakClass(next) {
            case .space, .mandatoryBreak, .carriageReturn, .lineFeed, .nextLine, .zeroWidthSpace, .combiningMark: break
            default: if !joins(next) { flags[end].insert(.lineAllowed) }
            }
        }
    }

    /// Ranges in order, those that touch made one: a word goes on where only the style changes.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, last.upperBound == range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<range.upperBound
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

/// What analysis keeps between paragraphs.
struct AnalysisTools {
    /// The text that was analysed last.
    var characters = CharacterRuns()
    var bidi = BidiAlgorithm()
    var complexRuns: [Range<Int>] = []
    /// Runs of one script, covering the text that was analysed last.
    var scripts: [ScriptRun] = []
    let segmenter = WordSegmenter()
    private var breaks: [LineBreakOptions: LineBreaks] = [:]
    private var last: LineBreaks?

    init() {}

    mutating func lineBreaks(_ options: LineBreakOptions) -> LineBreaks {
        if let last, last.options == options { return last }
        let found = breaks[options] ?? LineBreaks(options)
        breaks[options] = found
        last = found
        return found
    }
}

extension ContiguousArray<BoundaryFlags> {
    /// How many bytes have a flag. Eight bytes at a time.
    func count(of flag: BoundaryFlags) -> Int {
        withUnsafeBytes { bytes in
            let ones: UInt64 = 0x0101_0101_0101_0101
            let shift = UInt64(flag.rawValue.trailingZeroBitCount)
            var count = 0
            var offset = 0
            while offset &+ 8 <= bytes.count {
                // A one in each byte that has it; the product's highest byte is their sum.
                let found = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) &>> shift & ones
                count &+= Int(truncatingIfNeeded: (found &* ones) &>> 56)
                offset &+= 8
            }
            while offset < bytes.count {
                if bytes[offset] & flag.rawValue != 0 { count &+= 1 }
                offset &+= 1
            }
            return count
        }
    }
}
