import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

/// Text put together of cached words is the same as text shaped whole, or the cache is not used.
@Suite struct WordCacheTests {
    struct Face: Sendable, CustomStringConvertible {
        var path: String?
        var family: String
        var description: String { family }
    }

    static let faces = [
        Face(path: nil, family: "Galley Test"),
        Face(path: testFontPath("SpaceKern"), family: "Galley Test SpaceKern"),
        Face(path: Faces.dejaVu, family: "DejaVu Sans"),
        Face(path: Faces.liberationSerif, family: "Liberation Serif"),
        Face(path: "/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf", family: "Noto Serif"),
        Face(path: "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", family: "Noto Sans"),
    ].filter { $0.path.map(Faces.exist) ?? true }

    private static let words = [
        "the", "of", "office", "AVA", "To", "Te", "W", "V", "A", "Wave,", "fly", "ffi", "12:30", "\"Yes\"", "f",
        "e\u{301}",
        "naïve", "ﬁx", "мир", "и", "καλημέρα", "a\u{AD}b", "x\u{200D}y", "--", "…", "L'A", "T.", "", "a\u{A0}b",
        "\u{300}",
        // Longer than what is cached: the item is shaped whole, and what it lacked before is forgotten.
        String(repeating: "long", count: ShapingLimits.maximumCachedWord / 4 + 1),
    ]

    @Test(arguments: faces) func onEqualsOff(_ face: Face) throws {
        let comparisons = try [true, false].map { pairs in
            try Comparison(paths: face.path.map { [$0] } ?? [], family: face.family) {
                $0.context.switches.pairTables = pairs
            }
        }
        var random = SeededGenerator(seed: 42)
        for round in 0..<400 {
            // Words with marks come late, so that the cache is in use before.
            let known = Self.words.prefix(round < 200 ? 15 : Self.words.count)
            let words = (0...Int.random(in: 0..<20, using: &random)).map { _ in known.randomElement(using: &random)! }
            let text = words.joined(separator: Int.random(in: 0..<9, using: &random) == 0 ? "  " : " ")
            for comparison in comparisons { comparison.check(text) }
        }
        for comparison in comparisons { comparison.checkCounters() }
    }

    /// What follows a word that is known is looked at all the same: a mark, or a variation selector, behind a space belongs
    /// to that. Found by Fuzz/FuzzParagraph.
    @Test(arguments: ["\u{FE0F}", "\u{300}", "\u{200D}"]) func marksBehindKnownWords(_ mark: String) throws {
        guard Faces.exist(Faces.dejaVu) else { return }
        let context = LayoutContext(fonts: .strict(faces: try FontFace.all(path: Faces.dejaVu)))
        let uncached = LayoutContext(fonts: context.fonts)
        uncached.switches.wordCache = false
        let style = TextStyle(shaping: ShapingStyle(fontFamilies: ["DejaVu Sans"], fontSize: 10))
        for string in ["ee e ee", "ee \(mark)office ee"] {
            let text = AttributedText(string, style: style)
            let units = [context, uncached].map { context in
                let shaped = context.shape(paragraph: 0, of: text).text
                return shaped.items.map { item in item.clusters.map { shaped.units(ofCluster: $0, in: item) } }
            }
            #expect(units[0] == units[1], "\(string)")
        }
    }

    /// Scripts whose words and plain characters are put together, with everything that HarfBuzz treats apart: marks,
    /// ignorables, joiners, selectors, letters that make syllables, brackets that are mirrored.
    private static let pieces: [[String]] = [
        [
            "السلام", "عليكم", "لا", "هذا", "مُحَمَّدٌ", "في", "٣٤٥", "424", "(من)", "«لا»", "كتـاب", "ب\u{200D}",
            "\u{200C}ا",
            "شيء،", "ل\u{200D}ا", "\u{64B}", "HTML", "\u{640}", "ﷺ", "", "ا\u{AD}ب", "\u{670}ا",
        ],
        ["שלום", "עולם", "שָׁלוֹם", "(אב)", "12", "ל\u{5B4}", "\u{5B0}", "־", "abc", "", "״א״"],
        [
            "国", "年，", "、", "。", "「中", "文」", "しています", "が", "か\u{3099}", "カタカナ", "ー", "ｶﾞ", "葛\u{E0100}", "辻\u{FE00}",
            "\u{200B}", "\u{2060}本", "\u{3000}", "が\u{FE0F}", "①", "ﾊﾟ", "㍿", "々", "豈", "A", "12", "～", "ㄅㄆ", "ㄅ\u{2C9}",
            "",
        ],
        ["나라", "세계,", "학교.", "\u{1100}\u{1161}", "가\u{11A8}", "\u{302E}", "ㄱ", "한\u{302F}", "국", "(한)", "漢", "12", ""],
    ]

    private static let scriptFaces = [
        Face(path: Faces.dejaVu, family: "DejaVu Sans"),
        Face(path: Faces.naskh, family: "Noto Naskh Arabic"),
        Face(path: "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf", family: "Noto Sans Arabic"),
        Face(path: "/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf", family: "Noto Sans Hebrew"),
        Face(path: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", family: "Noto Sans CJK JP"),
        Face(path: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", family: "Noto Sans CJK KR"),
        Face(path: "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc", family: "Noto Serif CJK SC"),
    ].filter { $0.path.map(Faces.exist) ?? true }

    @Test(arguments: scriptFaces) func scriptsOnEqualOff(_ face: Face) throws {
        var random = SeededGenerator(seed: 7)
        for variant in 0..<4 {
            let comparison = try Comparison(paths: face.path.map { [$0] } ?? [], family: face.family) {
                $0.paragraphStyle.baseDirection = .natural
                $0.style.shaping.language = ["", "ja", "ko", "ar"][variant]
                if variant == 1 {
                    $0.style.shaping.features = [
                        FontFeature(tag: "palt", value: 1), FontFeature(tag: "vert", value: 1),
                    ]
                }
                if variant == 2 { $0.style.shaping.letterSpacing = .px(1) }
            }
            for round in 0..<300 {
                let pieces = Self.pieces.randomElement(using: &random)!
                // What is odd comes late, so that the cache is in use before.
                let known = pieces.prefix(round < 100 ? 3 : pieces.count)
                let separator = [" ", " ", "", "  "].randomElement(using: &random)!
                let words = (0...Int.random(in: 0..<12, using: &random)).map { _ in
                    known.randomElement(using: &random)!
                }
                comparison.check(words.joined(separator: separator))
            }
            comparison.checkCounters()
        }
    }

    @Test(.enabled(if: Faces.exist(Faces.dejaVu))) func arabicWordsAreKept() throws {
        var bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans")
        bench.paragraphStyle.baseDirection = .natural
        for _ in 0..<10 { _ = bench.shape("هذا كتاب في البيت وهذا في المدرسة") }
        #expect(bench.context.counters.wordsShaped == 6)
        #expect(bench.context.counters.wordCacheHits == 64)
        #expect(bench.context.wordPlanCounts == (1, 0))
    }

    @Test(.enabled(if: Faces.exist("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")))
    func ideographsNeedNoShaping() throws {
        let bench = try Bench(
            paths: ["/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"], family: "Noto Sans CJK SC")
        let text = bench.shape("国家年度计划山水").text
        #expect(text.units.last?.last == 8_000)
        #expect(bench.context.counters.wordsShaped + bench.context.counters.wordCacheHits == 0)
        #expect(bench.context.wordPlanCounts == (1, 0))
    }

    @Test func wordsAreFoundAgain() throws {
        // A face whose space takes part in nothing; the test face kerns A with the space.
        let bench = try Bench()
        bench.context.switches.pairTables = false
        for _ in 0..<3 { _ = bench.shape("eee eee ooo eee") }
        if bench.context.wordPlanCounts.inUse > 0 {
            #expect(bench.context.counters.wordCacheHits > bench.context.counters.wordsShaped)
        }
        bench.context.emptyTextCaches()
        #expect(bench.context.wordPlanCounts == (0, 0))
    }

    @Test(.enabled(if: Faces.exist(Faces.dejaVu))) func dejaVuUsesIt() throws {
        let bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans")
        bench.context.switches.pairTables = false
        for _ in 0..<10 { _ = bench.shape("The office of the other office, and the rest of it.") }
        #expect(bench.context.counters.wordCacheHits > 80)
        #expect(bench.context.counters.wordsShaped < 12)
    }

    @Test func aFaceWhoseSpaceKernsIsShapedWhole() throws {
        let bench = try Bench(paths: [testFontPath("SpaceKern")], family: "Galley Test SpaceKern")
        bench.context.switches.pairTables = false
        for _ in 0..<10 { _ = bench.shape("W e V e W V e") }
        #expect(bench.context.wordPlanCounts == (0, 1))
    }
}
