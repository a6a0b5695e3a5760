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
        let paths = one.faces.map { Self.noto + $0 }
        var with = try Bench(paths: paths, family: "Noto Sans")
        with.paragraphStyle.baseDirection = .natural
        var without = try Bench(paths: paths, family: "Noto Sans")
        without.paragraphStyle = with.paragraphStyle
        without.context.switches.wordCache = false
        var state: UInt64 = 3
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<300 {
            let separator = [" ", "", "  ", "-"][random(4)]
            let text = (0...random(12)).map { _ in one.words[random(one.words.count)] }.joined(separator: separator)
            let (left, right) = (with.shape(text).text, without.shape(text).text)
            #expect(left.clusterStarts == right.clusterStarts, "\(text)")
            #expect(left.clusterX == right.clusterX, "\(text)")
            #expect(left.glyphs == right.glyphs, "\(text)")
            #expect(left.glyphStarts == right.glyphStarts, "\(text)")
            #expect(left.glyphAdvances == right.glyphAdvances, "\(text)")
            #expect(left.glyphOffsets == right.glyphOffsets, "\(text)")
            #expect(left.clusterFlags.map(\.rawValue) == right.clusterFlags.map(\.rawValue), "\(text)")
            #expect(zip(left.items, right.items).allSatisfy { $0.range == $1.range && $0.clusters == $1.clusters })
        }
        #expect(with.context.counters.wordCacheHits > 100)
        #expect(without.context.counters.wordCacheHits == 0)
    }
}
