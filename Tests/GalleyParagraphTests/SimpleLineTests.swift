import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

import GalleyParagraph

/// Lines of text of one style that are found many at once, filled or broken together: the lines that the long ways find.
@Suite struct SimpleLineTests {
    /// Words that kern, with a space too, join, break inside, are of other scripts and faces, and spaces of all kinds.
    private static let words = [
        "e", "ee", "eeeee", "office", "AVAV", "To-To", "A", "V-A", "e\u{2014}V", "\u{201C}e\u{201D}", "eeeeeeeeeeee",
        "e\u{301}e", "12.5", "e/e", "e", "ee", "eee",
    ]
    private static let odd = [
        "水水。水", "かな", "한국어", "e\u{AD}ee", "of\u{AD}fice", "V\u{AD}AV\u{AD}A", "\u{2007}", "\u{3000}", "\u{200B}", "👍🏽",
        "", " ",
    ]
    private static let rightToLeft = ["سلام", "لا،", "(אב", "אב)", "12", "مرحبا", "\u{2067}e\u{2069}", "سلا\u{3000}"]

    private func texts(_ seed: UInt64, _ count: Int) -> [String] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { round in
            let length = Int.random(in: 1...(round % 9 == 0 ? 400 : 60), using: &random)
            let odds = [0, 0, 0, 40, 5].randomElement(using: &random)!
            let words =
                SimpleLineTests.words
                + [[], [], SimpleLineTests.rightToLeft, SimpleLineTests.rightToLeft + SimpleLineTests.rightToLeft]
                .randomElement(using: &random)!
            return (0..<length).map { _ in
                (odds > 0 && Int.random(in: 0..<odds, using: &random) == 0
                    ? SimpleLineTests.odd : words).randomElement(using: &random)!
            }.joined(separator: " ")
        }
    }

    private static let faces: [(paths: [String], family: String)] = [
        ([], "Galley Test"), ([Faces.dejaVu], "DejaVu Sans"), ([Faces.liberationSerif], "Liberation Serif"),
        ([Faces.cjk], "Noto Sans CJK SC"),
        // One other face, and several.
        ([Faces.dejaVu, Faces.cjk], "DejaVu Sans"),
        ([Faces.liberationSerif, Faces.dejaVu, Faces.cjk], "Liberation Serif"),
    ]

    /// Calls `body` with a bench for each face at hand, and how many there are.
    private func forEachFace(_ body: (inout Bench, inout SeededGenerator) throws -> Void) throws {
        var random = SeededGenerator(seed: 77)
        for face in SimpleLineTests.faces where face.paths.allSatisfy({ Faces.exist($0) }) {
            var bench = try Bench(paths: face.paths, family: face.family)
            try body(&bench, &random)
        }
    }

    /// With and without short ways.
    private func bothWays(
        _ shaped: ShapedParagraph, _ width: Double, _ bench: inout Bench
    ) -> (short: ParagraphLayout, long: ParagraphLayout) {
        let constraints = ParagraphConstraints(width: width)
        let short = ParagraphLayout(shaped, constraints, context: bench.context)
        bench.context.switches.plainLines = false
        defer { bench.context.switches.plainLines = true }
        return (short, ParagraphLayout(shaped, constraints, context: bench.context))
    }

    @Test func filledLinesAreThoseOfTheLongWay() throws {
        try forEachFace { bench, random in
            var (simple, mixed) = (0, 0)
            for (round, text) in texts(9, 160).enumerated() {
                bench.style.shaping.fontSize = [10, 16, 13.3].randomElement(using: &random)!
                bench.style.lineHeight = [.normal, .normal, .multiple(1.2)].randomElement(using: &random)!
                bench.style.breaking.whiteSpace = [.collapse, .collapse, .breakSpaces].randomElement(using: &random)!
                bench.style.breaking.wordBreak = [.normal, .normal, .normal, .breakAll].randomElement(using: &random)!
                bench.paragraphStyle.alignment = [.start, .end, .center, .right].randomElement(using: &random)!
                bench.paragraphStyle.lastLineAlignment = [nil, .center].randomElement(using: &random)!
                bench.paragraphStyle.indent = [.zero, .zero, .px(12)].randomElement(using: &random)!
                bench.paragraphStyle.baseDirection =
                    [.natural, .leftToRight, .rightToLeft].randomElement(using: &random)!
                let shaped = bench.shape(text)
                if shaped.isSimplyFilled { if shaped.traits.hasLevels { mixed += 1 } else { simple += 1 } }
                for _ in 0..<6 {
                    let width = Double.random(in: 1...400, using: &random)
                    let (short, long) = bothWays(shaped, width, &bench)
                    #expect(short.exactFingerprint == long.exactFingerprint, "round \(round) width \(width)")
                    #expect(short.size == long.size, "round \(round) width \(width)")
                }
            }
            #expect(simple > 8 && mixed > 15, "\(simple), \(mixed)")
        }
    }

    @Test func linesBrokenTogetherAreThoseOfTheLongWay() throws {
        try forEachFace { bench, random in
            for (round, text) in texts(31, 120).enumerated() {
                bench.style.shaping.fontSize = [10, 16, 13.3].randomElement(using: &random)!
                bench.style.breaking.wordBreak = [.normal, .normal, .normal, .breakAll].randomElement(using: &random)!
                bench.style.breaking.overflowWrap = [.normal, .anywhere].randomElement(using: &random)!
                bench.paragraphStyle.wrapStyle = [.pretty, .balance].randomElement(using: &random)!
                bench.paragraphStyle.alignment = [.start, .justify, .justify, .center].randomElement(using: &random)!
                bench.paragraphStyle.lastLineAlignment = [nil, nil, .justify].randomElement(using: &random)!
                bench.paragraphStyle.justification =
                    [.auto, .auto, .none, .interWord, .interCharacter].randomElement(using: &random)!
                let shaped = bench.shape(text)
                for _ in 0..<6 {
                    let width = Double.random(in: 30...400, using: &random)
                    let (short, long) = bothWays(shaped, width, &bench)
                    #expect(short.fingerprint == long.fingerprint, "round \(round) width \(width)")
                    #expect(short.size == long.size, "round \(round) width \(width)")
                }
            }
        }
    }

    /// Text in another face than its style's first is filled like other text; with `line-height: normal` its lines have room
    /// for that face (CSS Inline 3 §5.2).
    @Test(arguments: [LineHeight.normal, .multiple(1.2)]) func otherFacesAreFilled(_ lineHeight: LineHeight) throws {
        guard [Faces.dejaVu, Faces.cjk].allSatisfy({ Faces.exist($0) }) else { return }
        var bench = try Bench(paths: [Faces.dejaVu, Faces.cjk], family: "DejaVu Sans")
        bench.style.lineHeight = lineHeight
        let latin = bench.layOut("ee ee", width: 400).lines[0].height
        for text in ["水水水水水水水水水水", "ee 水水 eeeee eeeee eeeee eeeee 水"] {
            let shaped = bench.shape(text)
            #expect(shaped.isSimplyFilled && !shaped.traits.isPlain)
            let (short, long) = bothWays(shaped, 60, &bench)
            #expect(short.exactFingerprint == long.exactFingerprint)
            #expect(short.plainLineCount == short.lineCount && short.lineCount > 1)
            #expect((short.lines[0].height > latin) == (lineHeight == .normal))
            #expect(short.lines.contains { $0.height == latin } == (text.contains("eeeee") || lineHeight != .normal))
        }
    }

    /// A text longer than one item, and more lines than are found at once.
    @Test func longTextsGoOn() throws {
        var bench = try Bench()
        let text = String(repeating: "ee eeee e eeeee AVA V ", count: 1_550)
        for wrapStyle in [TextWrapStyle.auto, .pretty] {
            bench.paragraphStyle.wrapStyle = wrapStyle
            let shaped = bench.shape(text)
            #expect(shaped.itemCount > 1)
            let (short, long) = bothWays(shaped, 90, &bench)
            #expect(short.exactFingerprint == long.exactFingerprint)
            #expect(short.lineCount > 1_000)
        }
    }

    /// Letters that step back on the axis: a search and a walk may find different places, so there is no short way.
    @Test func stepsBackAreLeftToTheLongWay() throws {
        var bench = try Bench()
        bench.style.shaping.letterSpacing = .px(-8)
        let shaped = bench.shape(String(repeating: "ee eee ", count: 40))
        #expect(!shaped.traits.isMonotone)
        let (short, long) = bothWays(shaped, 60, &bench)
        #expect(short.exactFingerprint == long.exactFingerprint)
    }
}
