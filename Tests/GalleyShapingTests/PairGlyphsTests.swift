import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

/// Text put together of pairs of neighbours: the same as HarfBuzz's, and without it where pairs say it all.
/// (`WordCacheTests.onEqualsOff` and `HarfBuzzCorpusTests` compare whole texts.)
@Suite struct PairGlyphsTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var path: String
        var family: String
        var letters: String
        var language = ""
        var testDescription: String { "\(family) \(letters.prefix(3)) \(language)" }
    }

    private static let latin =
        "The quick brown fox: “jumps” over – 12,345 lazy dogs! AVAToTeWYP.L'ffififlftfj r. f. é ü ñ"
    private static let noto = "/usr/share/fonts/truetype/noto/"
    private static let cases = [
        Case(path: Faces.dejaVu, family: "DejaVu Sans", letters: latin),
        Case(path: Faces.dejaVu, family: "DejaVu Sans", letters: latin, language: "tr"),
        Case(path: Faces.liberationSerif, family: "Liberation Serif", letters: latin),
        Case(path: noto + "NotoSans-Regular.ttf", family: "Noto Sans", letters: latin + " l·l L·L", language: "ca"),
        Case(path: noto + "NotoSerif-Regular.ttf", family: "Noto Serif", letters: latin + " şţ", language: "ro"),
        Case(path: noto + "NotoSans-Regular.ttf", family: "Noto Sans", letters: "Съешь ещё этих мягких: ГТРУЛД, «да»."),
        Case(path: noto + "NotoSans-Regular.ttf", family: "Noto Sans", letters: "Ξεσκεπάζω τὴν ψυχοφθόρα· ΑΥΤΟΣ, Ύλη"),
        Case(
            path: noto + "NotoSansHebrew-Regular.ttf", family: "Noto Sans Hebrew",
            letters: "דג סקרן שט בים מאוכזב ולפתע, \"מצא\" חברה."),
        Case(path: noto + "NotoSansEthiopic-Regular.ttf", family: "Noto Sans Ethiopic", letters: "የሰው፡ልጅ።ሁሉ ሲወለድ፣ ነጻና"),
    ].filter { Faces.exist($0.path) }

    /// Random texts of the letters, each compared glyph by glyph.
    @Test(arguments: cases) func onEqualsOff(_ one: Case) throws {
        let comparison = try Comparison(paths: [one.path], family: one.family) {
            $0.style.shaping.language = one.language
            $0.paragraphStyle.baseDirection = .natural
        }
        let letters = Array(one.letters)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            var text = ""
            while text.count < 40 {
                // Stretches as they stand, and letters in any order.
                let start = Int.random(in: 0..<letters.count, using: &random)
                text += String(letters[start...].prefix(Int.random(in: 1...5, using: &random)))
            }
            comparison.check(text)
        }
        comparison.checkCounters()
    }

    /// A face whose space kerns needs no word shaped; where letters join, what joins is shaped, and found again.
    @Test(.enabled(if: Faces.exist(Faces.liberationSerif) && Faces.exist(Faces.dejaVu)))
    func pairsNeedNoShaping() throws {
        let text = "The office of the other office. AVA To Te W. Yes, and the rest of it."
        let serif = try Bench(paths: [Faces.liberationSerif], family: "Liberation Serif")
        for _ in 0..<10 { _ = serif.shape(text) }
        #expect(serif.context.counters.wordsShaped + serif.context.counters.wordCacheHits == 0)
        let sans = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans")
        for _ in 0..<10 { _ = sans.shape(text) }
        #expect(sans.context.counters.wordsShaped == 1)
        #expect(sans.context.counters.wordCacheHits > 10)
    }
}
