import GalleyUnicode
import Testing

/// Inputs that make a careless look-ahead or look-back quadratic: at this length such a one would take minutes.
@Suite("Long runs take linear time")
struct LongInputTests {
    @Test(arguments: [
        "\u{301}", "\u{200D}", "\u{1F1E6}", "\u{1F468}\u{200D}", "\u{201D}", "\u{201D}\u{301}", "1/", "1,", "$(", "$(,",
        "-", "\u{5D0}-",
        "\u{1B05}\u{1B44}", "a'", "1.", "a.)", ". ", "A. #", "(", "([", ")", "\u{2067}", "\u{2069}", "\u{2068}(",
        "\u{202B}\u{202C}", "\u{25CC}",
        "\u{915}\u{94D}", "\u{E01}\u{E34}", "\u{AD}", "\u{5D0}(1)", " ", "\n", "\r",
    ])
    func linear(unit: String) {
        #if DEBUG
            let count = 5000  // a debug build is some fifty times slower
        #else
            let count = 100_000
        #endif
        for bytes in [
            Array((String(repeating: unit, count: count) + "a\u{5D0}").utf8),
            Array(("1\u{5D0}a" + String(repeating: unit, count: count)).utf8),
            Array(("a" + String(repeating: "\u{93F}", count: count) + unit).utf8),
        ] {
            var flags = [BoundaryFlags](repeating: [], count: bytes.count)
            var runs: [Range<Int>] = []
            bytes.withUnsafeBufferPointer { utf8 in
                flags.withUnsafeMutableBufferPointer { flags in
                    LineBreaks().mark(utf8, into: flags, complexRuns: &runs)
                    LineBreaks(LineBreakOptions(strictness: .anywhere)).mark(utf8, into: flags, complexRuns: &runs)
                    GraphemeBreaks.mark(utf8, into: flags)
                    WordBreaks.mark(utf8, into: flags)
                    SentenceBreaks.mark(utf8, into: flags)
                }
                #expect(flags[0].isSuperset(of: [.grapheme, .word, .sentence]))
                #expect(flags[0].isDisjoint(with: .line))
                #expect(ScriptRuns.resolve(utf8).last?.range.upperBound == utf8.count)
                let bidi = BidiParagraph(utf8, direction: .rightToLeft)
                #expect(bidi.levels.count == utf8.count)
                #expect(GraphemeBreaks.previous(utf8, before: utf8.count) < utf8.count)
                #expect(WordBreaks.previous(utf8, before: utf8.count) < utf8.count)
                #expect(SentenceBreaks.previous(utf8, before: utf8.count) < utf8.count)
            }
        }
    }
}
