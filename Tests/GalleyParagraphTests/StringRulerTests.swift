import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

import GalleyParagraph

/// Strings that are measured without a paragraph, and remembered ones, measure what a paragraph of them does.
@Suite struct StringRulerTests {
    private static let words = [
        "office", "AVAV", "To", "fi", "ffi", "12.5%", "well-known", "e", "(x)", "http://a.b/c?d=e", "...", "it's", "--",
        "Save…", "naïve", "“quoted”", "1–2—3", "€5", "Žižek’s", "№", "a·b", "µΩ", "1⁄2", "« »", "水水", "e\u{301}",
        "\u{AD}", "a\tb", "שלום", "\n",
    ]

    private func widths(_ string: String, _ bench: Bench) -> ContentWidths {
        let text = AttributedText(string, style: bench.style, paragraphStyle: bench.paragraphStyle)
        var widest = ContentWidths(minimum: 0, maximum: 0)
        for index in text.paragraphs.indices {
            let widths = bench.context.shape(paragraph: index, of: text).contentWidths()
            widest.minimum = max(widest.minimum, widths.minimum)
            widest.maximum = max(widest.maximum, widths.maximum)
        }
        return widest
    }

    private func check(_ bench: Bench, seed: UInt64) {
        let ruler = StringRuler(style: bench.style, paragraphStyle: bench.paragraphStyle, context: bench.context)
        var random = SeededGenerator(seed: seed)
        for round in 0..<600 {
            var string = ""
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                // Plain ones in most rounds.
                let count = round % 3 == 0 ? Self.words.count : round % 3 == 1 ? 13 : 20
                string += Self.words[Int.random(in: 0..<count, using: &random)]
                string += ["", " ", " ", "  "].randomElement(using: &random)!
            }
            let expected = widths(string, bench)
            #expect(ruler.contentWidths(of: string) == expected, "\(string)")
            #expect(ruler.contentWidths(of: string) == expected, "remembered: \(string)")
        }
    }

    @Test func widthsAreThoseOfParagraphs() throws {
        check(try Bench(), seed: 1)
        var spaced = try Bench()
        spaced.style.shaping.letterSpacing = .px(1)
        check(spaced, seed: 2)
        var anywhere = try Bench()
        anywhere.style.breaking.overflowWrap = .anywhere
        anywhere.paragraphStyle.indent = .px(12)
        check(anywhere, seed: 3)
        var kept = try Bench()
        kept.style.breaking.whiteSpace = .preserve
        check(kept, seed: 4)
        var backwards = try Bench()
        backwards.paragraphStyle.baseDirection = .rightToLeft
        check(backwards, seed: 5)
        var upper = try Bench()
        upper.style.shaping.textTransform = TextTransform(letterCase: .uppercase)
        check(upper, seed: 6)
    }

    @Test(.enabled(if: Faces.exist(Faces.dejaVu, Faces.liberationSerif))) func realFaces() throws {
        check(try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans", size: 16), seed: 7)
        check(try Bench(paths: [Faces.liberationSerif], family: "Liberation Serif", size: 13.3), seed: 8)
    }

    /// Strings that are canonically equivalent are equal to Swift; a face that is for one of them only shows them
    /// differently.
    @Test func equivalentStringsAreNotOne() throws {
        let face = try FontFace(path: testFontPath("Regular"))
        let overrides = FaceOverrides(unicodeRanges: [0xE9...0xE9], sizeAdjust: 2)
        let fonts = FontCollection.strict().adding(declared: [DeclaredFace(face, family: "X", overrides: overrides)])
        var style = TextStyle()
        style.shaping = ShapingStyle(fontFamilies: ["X"], fontSize: 10)
        for strings in [["\u{E9}", "e\u{301}"], ["e\u{301}", "\u{E9}"]] {
            let ruler = StringRuler(style: style, context: LayoutContext(fonts: fonts))
            let widths = strings.map { ruler.contentWidths(of: $0) }
            let alone = strings.map {
                StringRuler(style: style, context: LayoutContext(fonts: fonts)).contentWidths(of: $0)
            }
            #expect(widths == alone && widths[0] != widths[1])
        }
    }

    @Test func switchedOff() throws {
        let bench = try Bench()
        bench.context.switches.stringMemo = false
        check(bench, seed: 9)
        #expect(bench.context.counters.paragraphsShaped >= 1_200)
    }

    @Test(.enabled(if: Faces.exist(Faces.dejaVu))) func plainStringsMakeNoParagraph() throws {
        let bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans", size: 16)
        let ruler = StringRuler(style: bench.style, context: bench.context)
        for index in 0..<100 { _ = ruler.contentWidths(of: "To “AVAV” – \(index)…") }
        // One item of many is compared with a paragraph.
        #expect(bench.context.counters.paragraphsShaped <= 1)
    }
}
