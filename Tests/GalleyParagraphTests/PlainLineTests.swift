import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

import GalleyParagraph

/// Lines whose pieces are made when they are asked for.
@Suite struct PlainLineTests {
    @Test func ordinaryTextMakesPlainLines() throws {
        let bench = try Bench()
        let layout = bench.layOut("eeee eeee eeee eeee eeee", width: 60)
        #expect(layout.lineCount == 3)
        #expect(layout.plainLineCount == 3)
        // A line that ends inside of a word, and what has a tab, is put together at once.
        #expect(bench.layOut("eee\u{AD}eee eee", width: 24).plainLineCount == 2)
        #expect(bench.layOut("ee\tee", width: 40).plainLineCount == 0)
        // Text of both directions is plain.
        let mixed = bench.layOut("ee שלום שלום ee 12 ש", width: 40)
        #expect(mixed.lineCount > 2 && mixed.plainLineCount == mixed.lineCount)
        // Several scripts in one face are plain all the same.
        let scripts = bench.layOut("e水水 水ee 水水水水", width: 40)
        #expect(scripts.shaped.itemCount > 1 && scripts.plainLineCount == scripts.lineCount)
    }

    /// Lines before forced breaks may grow where others do not (`text-align-last`).
    @Test func lastLinesGrowAlone() throws {
        var bench = try Bench()
        bench.paragraphStyle.lastLineAlignment = .justify
        let layout = bench.layOut("e e e e e e\u{2028}e e e e e e\u{2028}e e", width: 30)
        #expect(layout.lines.map(\.width) == [24, 30, 24, 30, 30])
    }

    /// What is not shaped shows nothing: found by Fuzz/FuzzParagraph.
    @Test(arguments: ["\u{202E}", "\u{1}", "e\u{202E}e"]) func controlsAreNoRuns(_ string: String) throws {
        let bench = try Bench()
        for line in bench.layOut(string, width: 60).lines {
            #expect(line.runs.allSatisfy { $0.withGlyphs { glyphs, _ in !glyphs.isEmpty } })
        }
    }

    /// Lines that begin and end between kerned letters are plain too, and no edge is shaped again that was shaped when the
    /// line was looked for: there are fewer in all, those counted that turn out not to fit.
    @Test(arguments: [TextAlignment.start, .justify]) func edgesThatAreShapedAgainMakePlainLines(
        _ alignment: TextAlignment
    ) throws {
        var bench = try Bench()
        bench.style.breaking.wordBreak = .breakAll
        bench.paragraphStyle.alignment = alignment
        bench.paragraphStyle.justification = .interCharacter
        let shaped = bench.shape(String(repeating: "eAVAVeeTo VA", count: 40))
        var (edges, all) = (0, 0)
        for width in stride(from: 31.0, to: 200, by: 7.3) {
            let constraints = ParagraphConstraints(width: width)
            bench.context.counters = .init()
            let plain = ParagraphLayout(shaped, constraints, context: bench.context)
            let edgesShaped = bench.context.counters.edgesShaped
            bench.context.switches.plainLines = false
            bench.context.counters = .init()
            let whole = ParagraphLayout(shaped, constraints, context: bench.context)
            all += bench.context.counters.edgesShaped
            bench.context.switches.plainLines = true
            edges += edgesShaped
            #expect(plain.plainLineCount == plain.lineCount, "width \(width)")
            #expect(plain.exactFingerprint == whole.exactFingerprint, "width \(width)")
            #expect(plain.brokenInvariants().isEmpty)
        }
        #expect(edges > 100 && 10 * edges < 9 * all)
    }

    /// Preserved spaces at the end are content where they fit, also those that have no width.
    @Test(arguments: ["ee ", "ee \u{2028}ee "]) func spacesWithoutWidthAreContent(_ string: String) throws {
        var bench = try Bench()
        bench.style.breaking.whiteSpace = .preserve
        bench.style.shaping.fontSize = 0
        for plainLines in [true, false] {
            bench.context.switches.plainLines = plainLines
            let lines = bench.layOut(string, width: 60).lines
            #expect(lines.map { $0.contentRange.upperBound - $0.contentRange.lowerBound } == lines.map { _ in 3 })
        }
    }

    /// A limit on lines that is never reached keeps the short way from being taken.
    @Test func theShortWayMakesTheSameLines() throws {
        var bench = try Bench()
        var random = SeededGenerator(seed: 5)
        for round in 0..<400 {
            let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                ["e", "ee", "office", "AVAV", "To-To", "eee\u{AD}eee", " ", "eeeeeeeeeeee", "e\u{301}e", "水水"]
                    .randomElement(using: &random)!
            }
            bench.style.breaking.whiteSpace = [.collapse, .preserve, .breakSpaces].randomElement(using: &random)!
            bench.style.breaking.overflowWrap = [.normal, .anywhere].randomElement(using: &random)!
            bench.style.shaping.letterSpacing = [.zero, .zero, .px(1), .px(-4)].randomElement(using: &random)!
            bench.paragraphStyle.alignment = [.start, .end, .center, .left, .right].randomElement(using: &random)!
            bench.paragraphStyle.lastLineAlignment = [nil, .center].randomElement(using: &random)!
            bench.paragraphStyle.minimumLineHeight = [0, 0, 33].randomElement(using: &random)!
            bench.paragraphStyle.maximumLineHeight = [0, 0, 7].randomElement(using: &random)!
            let shaped = bench.shape(words.joined(separator: " "))
            let width = Double.random(in: 1...200, using: &random)
            let short = ParagraphLayout(shaped, ParagraphConstraints(width: width), context: bench.context)
            let long = ParagraphLayout(
                shaped, ParagraphConstraints(width: width, maximumLines: 1_000_000), context: bench.context)
            #expect(short.fingerprint == long.fingerprint, "round \(round)")
            #expect(short.size == long.size, "round \(round)")
        }
    }
    private static let words = [
        "e", "ee", "office", "AVAV", "To-To", "e\u{AD}ee", "eeeeeeeeee", "e\u{301}e", "水水水", "水。水", "かな", "שלום",
        "(א)", "12.5", "سلام", "لا", "e\u{2028}", "\u{2029}", "  ", "\u{2007}", "\u{3000}", "\u{2067}א", "\u{2069}",
        "\u{202E}e", "ภาษาไทย", "क्षि", "👍🏽", "\u{200B}", "e\u{2014}e", "\u{1}",
    ]

    private static func style(_ random: inout SeededGenerator, _ families: [String]) -> TextStyle {
        var style = TextStyle()
        style.shaping = ShapingStyle(
            fontFamilies: families, fontSize: [10, 10, 10, 10, 16, 33.3, 0].randomElement(using: &random)!)
        style.shaping.letterSpacing = [.zero, .zero, .zero, .px(1), .px(-4)].randomElement(using: &random)!
        style.shaping.wordSpacing = [.zero, .zero, .em(0.5), .px(-5)].randomElement(using: &random)!
        style.breaking.whiteSpace = [.collapse, .collapse, .preserve, .breakSpaces].randomElement(using: &random)!
        style.breaking.wraps = Int.random(in: 0..<6, using: &random) > 0
        style.breaking.overflowWrap = [.normal, .breakWord, .anywhere].randomElement(using: &random)!
        style.breaking.wordBreak = [.normal, .normal, .breakAll].randomElement(using: &random)!
        style.lineHeight = [.normal, .normal, .multiple(1.5), .length(.px(7))].randomElement(using: &random)!
        style.paint.color = [.black, .white].randomElement(using: &random)!
        return style
    }

    private static func paragraph(_ random: inout SeededGenerator) -> ParagraphStyle {
        var paragraph = ParagraphStyle()
        paragraph.alignment = [.start, .end, .center, .right, .justify, .justify].randomElement(using: &random)!
        paragraph.lastLineAlignment = [nil, .center, .justify].randomElement(using: &random)!
        paragraph.baseDirection = [.leftToRight, .rightToLeft, .natural].randomElement(using: &random)!
        paragraph.justification = [.auto, .none, .interWord, .interCharacter].randomElement(using: &random)!
        paragraph.indent = [.zero, .zero, .px(12), .px(-9), .percent(30)].randomElement(using: &random)!
        paragraph.hangingIndent = Bool.random(using: &random)
        paragraph.indentsEachLine = Bool.random(using: &random)
        paragraph.wrapStyle = [.auto, .auto, .auto, .pretty].randomElement(using: &random)!
        paragraph.minimumLineHeight = [0, 0, 33].randomElement(using: &random)!
        paragraph.lineHeightMultiple = [0, 0, 1.5].randomElement(using: &random)!
        return paragraph
    }

    /// Lines that are recorded without pieces have the places, heights and pieces, to the last bit, that they have when all
    /// of them are put together; by both ways of finding where they end.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func recordsAreThoseOfLinesPutTogether(_ seed: UInt64) throws {
        let faces = [Faces.dejaVu, Faces.cjk, Faces.liberationSerif]
        let real = faces.allSatisfy { Faces.exist($0) } && seed % 2 == 0
        let bench = real ? try Bench(paths: faces) : try Bench()
        let families =
            real ? ["DejaVu Sans", "Liberation Serif", "Liberation Serif", "Noto Sans CJK JP"] : ["Galley Test"]
        var random = SeededGenerator(seed: seed)
        var plainLines = 0
        for round in 0..<60 {
            var builder = AttributedTextBuilder()
            let styles = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                builder.intern(Self.style(&random, [families.randomElement(using: &random)!]))
            }
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let word = Self.words[Int.random(in: 0..<[8, 20, Self.words.count][round % 3], using: &random)]
                builder.append(
                    word + ["", " ", " ", " "].randomElement(using: &random)!,
                    style: styles.randomElement(using: &random)!)
            }
            builder.endParagraph(style: builder.intern(Self.paragraph(&random)), strut: styles[0])
            let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
            for _ in 0..<3 {
                var constraints = ParagraphConstraints(
                    width: [Double.random(in: 1...300, using: &random), 60, .infinity].randomElement(using: &random)!)
                bench.context.switches.plainLines = false
                let whole = ParagraphLayout(shaped, constraints, context: bench.context)
                #expect(whole.plainLineCount == 0)
                bench.context.switches.plainLines = true
                let plain = ParagraphLayout(shaped, constraints, context: bench.context)
                constraints.maximumLines = 1_000_000
                let limited = ParagraphLayout(shaped, constraints, context: bench.context)
                for (layout, way) in [(plain, "filled"), (limited, "one by one")] {
                    // Without a width lines are moved when all are known: with their pieces, or before these are made.
                    let isExact = constraints.width.isFinite
                    let ours = isExact ? layout.exactFingerprint : layout.fingerprint
                    let theirs = isExact ? whole.exactFingerprint : whole.fingerprint
                    let difference = zip(ours, theirs).first { $0 != $1 }.map { "\($0)\n\($1)" }
                    #expect(ours == theirs, "\(way), seed \(seed), round \(round): \(difference ?? "more lines")")
                }
                #expect(plain.size == whole.size && plain.brokenInvariants().isEmpty)
                plainLines += plain.plainLineCount
            }
        }
        #expect(plainLines > 200)
    }

    private static func box(_ random: inout SeededGenerator, isPlain: Bool) -> InlineBoxStyle {
        var box = InlineBoxStyle()
        if isPlain {
            box.verticalAlignment = [.baseline, .super, .sub, .middle, .raised(.px(5))].randomElement(using: &random)!
            if Bool.random(using: &random) { box.background = .black }
            return box
        }
        if Int.random(in: 0..<3, using: &random) == 0 { box.padding = Edges(.px(3)) }
        box.verticalAlignment = [.baseline, .super, .top, .raised(.px(5))].randomElement(using: &random)!
        return box
    }

    /// Text of several styles with a few boxes, images, tabs and forced breaks in it; or with nothing but boxes without edges.
    private static func text(
        _ random: inout SeededGenerator, _ families: [String], hasPlainBoxes: Bool
    ) -> AttributedText {
        var builder = AttributedTextBuilder()
        let styles = (0..<4).map { index in
            var style = TextStyle()
            style.shaping = ShapingStyle(
                fontFamilies: [families.randomElement(using: &random)!],
                fontSize: index == 3 ? 13 : [10, 10, 16].randomElement(using: &random)!)
            style.lineHeight = [.normal, .normal, .multiple(1.5)].randomElement(using: &random)!
            guard !hasPlainBoxes else { return builder.intern(style) }
            style.breaking.whiteSpace = Int.random(in: 0..<8, using: &random) > 0 ? .collapse : .preserve
            style.breaking.wraps = Int.random(in: 0..<8, using: &random) > 0
            return builder.intern(style)
        }
        let things = [0, 4, 15, 40].randomElement(using: &random)!
        for _ in 0..<Int.random(in: 1...120, using: &random) {
            let style = styles[Int.random(in: 0..<9, using: &random) / 4]
            let word = Self.words[Int.random(in: 0..<[8, 17].randomElement(using: &random)!, using: &random)]
            let space = ["", " ", " ", " "].randomElement(using: &random)!
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<things:
                builder.openSpan(box: Self.box(&random, isPlain: hasPlainBoxes))
                for _ in 0..<Int.random(in: (hasPlainBoxes ? 1 : 0)..<4, using: &random) {
                    // In boxes of text of one style lines are not filled: their edges are in the middle of segments.
                    builder.append(word + space, style: hasPlainBoxes ? styles[3] : style)
                }
                if hasPlainBoxes, Bool.random(using: &random) {
                    builder.openSpan(box: Self.box(&random, isPlain: true))
                    builder.append("ee e", style: styles[0])
                    builder.closeSpan()
                }
                builder.closeSpan()
            case 80..<100 where hasPlainBoxes: builder.append("e e\u{2028}ee ", style: style)
            case 90..<(90 + things / 5): builder.append(Attachment(kind: .image, source: nil), style: style)
            case 80..<(80 + things / 5):
                builder.append(["\u{2028}", "\t", "ee \u{2028}"].randomElement(using: &random)!, style: style)
            default: builder.append(word + space, style: style)
            }
        }
        var paragraph = ParagraphStyle()
        paragraph.alignment = [.start, .start, .end, .center, .justify].randomElement(using: &random)!
        paragraph.lastLineAlignment = [nil, nil, .center].randomElement(using: &random)!
        paragraph.baseDirection = [.leftToRight, .leftToRight, .rightToLeft].randomElement(using: &random)!
        paragraph.indent = [.zero, .zero, .px(12)].randomElement(using: &random)!
        paragraph.indentsEachLine = Bool.random(using: &random)
        paragraph.minimumLineHeight = [0, 0, 33].randomElement(using: &random)!
        builder.endParagraph(style: builder.intern(paragraph), strut: styles[0])
        return builder.finish()
    }

    /// Lines of nothing but text are recorded without pieces wherever they stand, beside lines with boxes, images, tabs and
    /// after forced breaks, in text of any styles; and all lines are those that are put together one by one.
    @Test(arguments: [1, 2, 3, 4]) func linesBesideOtherThingsAreThoseOfLinesPutTogether(_ seed: UInt64) throws {
        let faces = [Faces.dejaVu, Faces.cjk, Faces.liberationSerif]
        let real = faces.allSatisfy { Faces.exist($0) } && seed % 2 == 0
        let bench = real ? try Bench(paths: faces) : try Bench()
        let families = real ? ["DejaVu Sans", "Liberation Serif", "DejaVu Sans"] : ["Galley Test"]
        var random = SeededGenerator(seed: 100 + seed)
        var (besideBoxes, filled, inBoxes) = (0, 0, 0)
        for round in 0..<150 {
            let shaped = bench.context.shape(
                paragraph: 0, of: Self.text(&random, families, hasPlainBoxes: round % 3 == 2))
            let boxes = shaped.objects.map { _ in InlineBoxMetrics(width: 12, height: 14) }
            if shaped.isSimplyFilled, !shaped.traits.isOneRun { filled += 1 }
            for _ in 0..<4 {
                let constraints = ParagraphConstraints(width: Double.random(in: 20...300, using: &random))
                bench.context.switches.plainLines = false
                let whole = ParagraphLayout(shaped, constraints, boxes: boxes, context: bench.context)
                bench.context.switches.plainLines = true
                let plain = ParagraphLayout(shaped, constraints, boxes: boxes, context: bench.context)
                let (ours, theirs) = (plain.exactFingerprint, whole.exactFingerprint)
                let difference = zip(ours, theirs).first { $0 != $1 }.map { "\($0)\n\($1)" }
                let isSame = ours == theirs
                #expect(isSame, "seed \(seed), round \(round): \(difference ?? "more lines")")
                #expect(plain.size == whole.size && plain.brokenInvariants().isEmpty)
                #expect(plain.lines.map(\.boxFragments) == whole.lines.map(\.boxFragments), "round \(round)")
                #expect(plain.lines.map(\.objects) == whole.lines.map(\.objects), "seed \(seed), round \(round)")
                if !shaped.traits.hasOnlyText { besideBoxes += plain.plainLineCount }
                if shaped.traits.hasPlainBoxes {
                    inBoxes += plain.lines.indices.count { !plain.lines[$0].boxFragments.isEmpty }
                }
            }
        }
        #expect(filled > 25)
        #expect(besideBoxes > 200)
        #expect(inBoxes > 50)
    }
}
