import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

/// What a context remembers never shows: a paragraph shaped after any others is the paragraph shaped by a new context.
@Suite struct ContextReuseTests {
    private static let words = [
        "the", "(office)", "AVA", "12:30", "Wave,", "[a]", "fi", "שלום", "(עברית)", "العربية", "لا", "…", "«x»", "A",
        "<", "٣٫٥",
        "e\u{301}", "à", "\u{2068}x\u{2069}",
    ]

    private static let directions: [BaseDirection] = [.leftToRight, .rightToLeft, .natural]

    private static let isolations: [InlineBoxStyle.BidiIsolation] = [
        .normal, .embed, .isolate, .override, .isolateOverride, .plaintext,
    ]

    @Test(.enabled(if: Faces.exist(Faces.dejaVu))) func aUsedContextEqualsANewOne() throws {
        let fonts = FontCollection(faces: try FontFace.all(path: Faces.dejaVu))
        let used = LayoutContext(fonts: fonts)
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for round in 0..<600 {
            var builder = AttributedTextBuilder()
            var style = TextStyle()
            style.shaping = ShapingStyle(fontFamilies: ["DejaVu Sans"], fontSize: [10, 16][random(2)])
            style.shaping.language = ["", "en", "ar", "tr"][random(4)]
            if random(4) == 0 { style.shaping.letterSpacing = Length(px: 1) }
            let id = builder.intern(style)
            var box = InlineBoxStyle()
            box.isolation = Self.isolations[random(Self.isolations.count)]
            box.direction = Self.directions[random(2)]
            for part in 0..<3 {
                let text = (0...random(4)).map { _ in Self.words[random(Self.words.count)] }.joined(separator: " ")
                if part == 1 { builder.openSpan(box: box) }
                builder.append(text, style: id)
                if part == 1 { builder.closeSpan() }
            }
            var paragraph = ParagraphStyle()
            paragraph.baseDirection = Self.directions[random(3)]
            builder.endParagraph(style: builder.intern(paragraph), strut: id)
            let text = builder.finish()
            let one = used.shape(paragraph: 0, of: text)
            let other = LayoutContext(fonts: fonts).shape(paragraph: 0, of: text)
            let plain = LayoutContext(fonts: fonts)
            plain.switches.wordCache = false
            let whole = plain.shape(paragraph: 0, of: text)
            for (name, shaped) in [("new", other), ("whole", whole)] {
                #expect(one.items == shaped.items, "\(round) \(name): \(text.string)")
                #expect(one.text.glyphs == shaped.text.glyphs, "\(round) \(name): \(text.string)")
                #expect(one.text.clusterX == shaped.text.clusterX, "\(round) \(name): \(text.string)")
            }
        }
        #expect(used.counters.wordCacheMismatches == 0)
    }

    /// The sizes that lengths refer to belong to the context and may change.
    @Test func rootFontSizeAndViewportCount() throws {
        var bench = try Bench()
        bench.style.shaping.letterSpacing = Length(1, .rem)
        bench.style.shaping.wordSpacing = Length(10, .vw)
        let before = bench.shape("a b").fontStyles[0]
        #expect(before.letterSpacing == 16 && before.wordSpacing == 0)
        bench.context.rootFontSize = 32
        bench.context.viewport = Size(width: 200, height: 100)
        let after = bench.shape("a b").fontStyles[0]
        #expect(after.letterSpacing == 32 && after.wordSpacing == 20)
    }
}
