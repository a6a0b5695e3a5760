import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

/// Items that are remembered whole are the same as shaped anew.
@Suite struct ItemCacheTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var faces: [String]
        var words: [String]
        var testDescription: String { words[0] }
    }

    private static let noto = "/usr/share/fonts/truetype/noto/"
    private static let cases = [
        Case(
            faces: ["NotoSans-Regular.ttf", "NotoSansDevanagari-Regular.ttf"],
            words: ["मानव", "अधिकारों", "की", "र्क", "\u{93F}", "क्षत्रिय", "क\u{200D}", "\u{200C}ख", "।", "123", "(हिन्दी)", "ॐ"]),
        Case(
            faces: ["NotoSans-Regular.ttf", "NotoSansThai-Regular.ttf"],
            words: ["ที่", "น้ำ", "ปฏิญญา", "ป่า", "กำ", "\u{E33}", "\u{E34}", "ฟ้า", "ๆ", "1", "(ก)"]),
        Case(
            faces: ["NotoSans-Regular.ttf", "NotoSansArabic-Regular.ttf"],
            words: ["لكلّ", "مُحَمَّدٌ", "إلى", "\u{64B}", "ل\u{200D}", "\u{640}", "كتـابٌ،", "ab", "(من)", "لا", "٣"]),
        Case(
            faces: ["NotoSans-Regular.ttf", "NotoSansKhmer-Regular.ttf"],
            words: ["សេចក្តី", "ប្រកាស", "\u{17D2}", "ខ្ញុំ", "។", "9", "កោះ"]),
    ]

    @Test(arguments: cases.filter { $0.faces.allSatisfy { Faces.exist(noto + $0) } })
    func onEqualsOff(_ one: Case) throws {
        let comparison = try Comparison(paths: one.faces.map { Self.noto + $0 }, family: "Noto Sans") {
            $0.paragraphStyle.baseDirection = .natural
        }
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let separator = [" ", "", "  ", "-"].randomElement(using: &random)!
            let words = (0...Int.random(in: 0..<12, using: &random)).map { _ in
                one.words.randomElement(using: &random)!
            }
            comparison.check(words.joined(separator: separator))
        }
        comparison.checkCounters()
        #expect(comparison.with.context.counters.wordCacheHits > 100)
    }

    /// What is kept stays within its budget, everything that an entry holds counted.
    @Test(.enabled(if: Faces.exist(Faces.devanagari) && Faces.exist(noto + "NotoSans-Regular.ttf")))
    func budget() throws {
        let bench = try Bench(paths: [Self.noto + "NotoSans-Regular.ttf", Faces.devanagari], family: "Noto Sans")
        let letters = Array("कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह")
        var number = 0
        var most = 0
        var isForgotten = false
        while !isForgotten, number < 120_000 {
            let text = (0..<1_000).map { _ in
                number += 1
                return String([1, 32, 1_024, 32_768].map { letters[number / $0 % letters.count] }) + "िकी"
            }
            _ = bench.shape(text.joined(separator: " "))
            let bytes = bench.context.itemCacheBytes
            isForgotten = bytes < most
            most = max(most, bytes)
        }
        #expect(isForgotten)
        #expect(most > ShapingLimits.wordCacheBytes / 2)
        #expect(most < ShapingLimits.wordCacheBytes + 4_096)
    }

    /// Which face shows a character is the same whether it is remembered or not.
    @Test(
        .enabled(
            if: [Faces.devanagari, Faces.thai, Faces.naskh, Faces.dejaVu, noto + "NotoColorEmoji.ttf"]
                .allSatisfy(Faces.exist)))
    func fallbackOnEqualsOff() throws {
        let paths = [Faces.devanagari, Faces.thai, Faces.naskh, Faces.dejaVu, Self.noto + "NotoColorEmoji.ttf"]
        let pieces = [
            "e", "e\u{301}", "é", "\u{301}", "क", "कि", "\u{93F}", "ก", "กำ", "\u{E34}", "ب", "بّ", "\u{64B}", "☺",
            "☺\u{FE0F}",
            "☺\u{FE0E}", "👍🏽", "👩\u{200D}👧", "1\u{FE0F}\u{20E3}", "1", "\u{200D}", "\u{200C}", "水", "\u{E000}", "־", "א",
            "—", "…",
            "\u{25CC}", " ", " ", "\u{A0}",
        ]
        for family in ["DejaVu Sans", "Noto Sans Devanagari", "Galley Test"] {
            let comparison = try Comparison(paths: paths, family: family) { $0.paragraphStyle.baseDirection = .natural }
            var random = SeededGenerator(seed: 5)
            for _ in 0..<300 {
                let count = Int.random(in: 1..<12, using: &random)
                comparison.check((0..<count).map { _ in pieces.randomElement(using: &random)! }.joined())
            }
            comparison.checkCounters()
        }
    }
}
