import GalleyFonts
import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

import GalleyParagraph

/// Random styled text at random widths: nothing traps, and what must always hold does.
@Suite struct RandomTextTests {
    private static let words = [
        "e", "ee", "office", "AVAV", "To", "e\u{AD}ee\u{AD}e", "ee-ee", "水水水", "かなカナ", "שלום", "12.5", "سلام",
        "لا", "(א)", "\u{2028}", "  ", "\t", "\u{200B}", "e\u{301}", "👍🏽", "👨‍👩‍👧", "\u{2067}", "\u{2069}", "\u{1}",
        "\u{FFFC}", "\u{202E}", "ภาษาไทย", "क्षि", "\u{10FFFD}", "\u{FE0F}", "\u{300}", "\u{200D}", "가각힣", "\u{85}", "(e.",
        "“e,”", "水。", "א,",
    ]

    /// Breaks words at any letter; `nil` leaves styles without automatic hyphens.
    private static let hyphenation: HyphenationDictionaries? = {
        let letters = "eofficAVTאבשלוםسلامکwकกภา水가".unicodeScalars.map { "1\($0)1" }.joined(separator: "\n")
        guard let dictionary = try? HyphenationDictionary(Array("UTF-8\nLEFTHYPHENMIN 1\n\(letters)\n".utf8)) else {
            return nil
        }
        return HyphenationDictionaries(["en": dictionary, "ar": dictionary])
    }()

    private static func style(_ random: inout SeededGenerator, hyphenates: Bool) -> TextStyle {
        var style = TextStyle()
        style.shaping = ShapingStyle(
            fontFamilies: ["Galley Test"], fontSize: [0, 1, 10, 10, 10, 33.3, 5000].randomElement(using: &random)!)
        if Bool.random(using: &random) { style.shaping.fontWeight = 700 }
        if Int.random(in: 0..<4, using: &random) == 0 {
            style.shaping.letterSpacing = .px([-20, 2, 0.3].randomElement(using: &random)!)
        }
        if Int.random(in: 0..<4, using: &random) == 0 { style.shaping.wordSpacing = .em(0.5) }
        style.breaking.whiteSpace = [.collapse, .preserve, .breakSpaces].randomElement(using: &random)!
        style.breaking.wraps = Int.random(in: 0..<5, using: &random) > 0
        style.breaking.overflowWrap = [.normal, .breakWord, .anywhere].randomElement(using: &random)!
        style.breaking.wordBreak = [.normal, .breakAll, .keepAll].randomElement(using: &random)!
        style.breaking.lineBreak = [.auto, .strict, .anywhere].randomElement(using: &random)!
        style.lineHeight = [.normal, .multiple(1.5), .multiple(0), .length(.px(-3)), .multiple(.infinity)]
            .randomElement(using: &random)!
        if Int.random(in: 0..<4, using: &random) == 0 {
            style.shaping.textTransform = TextTransform(
                letterCase: [.uppercase, .capitalize].randomElement(using: &random)!)
        }
        if hyphenates {
            style.shaping.language = ["en", "ar", "ar", "fr"].randomElement(using: &random)!
            style.breaking.hyphenateCharacter = [nil, nil, "=", "", "א1"].randomElement(using: &random)!
            style.breaking.hyphens = [.auto, .auto, .manual, .none].randomElement(using: &random)!
            style.breaking.hyphenateLimits = [
                HyphenateLimits(), HyphenateLimits(word: 1, before: 1, after: 1), HyphenateLimits(word: 0, before: 3),
            ].randomElement(using: &random)!
        }
        return style
    }

    private static func box(_ random: inout SeededGenerator) -> InlineBoxStyle {
        var box = InlineBoxStyle()
        box.padding = Edges([Length.zero, .px(3), .percent(10), .em(1)].randomElement(using: &random)!)
        box.margin = Edges([Length.zero, .px(-8), .px(2)].randomElement(using: &random)!)
        box.verticalAlignment =
            [.baseline, .super, .top, .bottom, .middle, .raised(.px(5)), .textTop].randomElement(using: &random)!
        box.isolation = [.normal, .isolate, .embed, .override, .plaintext].randomElement(using: &random)!
        box.direction = [.leftToRight, .rightToLeft, .natural].randomElement(using: &random)!
        return box
    }

    private static func text(_ random: inout SeededGenerator, hyphenates: Bool) -> AttributedText {
        var builder = AttributedTextBuilder()
        var styleID = builder.intern(style(&random, hyphenates: hyphenates))
        let strut = styleID
        var depth = 0
        for _ in 0..<Int.random(in: 0...25, using: &random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: styleID = builder.intern(style(&random, hyphenates: hyphenates))
            case 1:
                builder.openSpan(box: box(&random))
                depth += 1
            case 2 where depth > 0:
                builder.closeSpan()
                depth -= 1
            case 3: builder.append(Attachment(kind: .image, source: nil), style: styleID)
            case 4: builder.appendGenerated("«\u{2028}1", style: builder.intern(style(&random, hyphenates: hyphenates)))
            default:
                builder.append(
                    words.randomElement(using: &random)! + [" ", ""].randomElement(using: &random)!, style: styleID)
            }
        }
        var paragraph = ParagraphStyle()
        paragraph.alignment = [.start, .end, .left, .right, .center, .justify].randomElement(using: &random)!
        paragraph.baseDirection = [.leftToRight, .rightToLeft, .natural].randomElement(using: &random)!
        paragraph.indent = [.zero, .px(10), .px(-10), .percent(50)].randomElement(using: &random)!
        paragraph.lineBreakMode = [.wrap, .wrap, .wrap, .clip, .truncateTail, .truncateHead, .truncateMiddle]
            .randomElement(using: &random)!
        paragraph.wrapStyle = [.auto, .pretty, .balance].randomElement(using: &random)!
        paragraph.hangingPunctuation = [[], [], .allowEnd, [.first, .last, .forceEnd]].randomElement(using: &random)!
        paragraph.justification = [.auto, .none, .interWord, .interCharacter].randomElement(using: &random)!
        paragraph.overflowToken = [nil, nil, nil, "…", ">>"].randomElement(using: &random)!
        paragraph.tabStops = [
            [], [TabStop(location: 30, alignment: .end), TabStop(location: 60, alignment: .center)],
            [TabStop(location: 90, alignment: .decimal), TabStop(location: .nan), TabStop(location: 10)],
        ].randomElement(using: &random)!
        paragraph.lineHeightMultiple = [0, 0, 1.5, .infinity].randomElement(using: &random)!
        paragraph.textBox = [
            TextBox(), TextBox(), TextBox(trimsStart: true, trimsEnd: true, over: .xHeight, under: .alphabetic),
        ].randomElement(using: &random)!
        if Int.random(in: 0..<4, using: &random) == 0 {
            paragraph.firstLine = style(&random, hyphenates: hyphenates)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            let box = [InlineBoxStyle(), box(&random)].randomElement(using: &random)!
            paragraph.firstLetter = FirstLetterStyle(text: style(&random, hyphenates: hyphenates), box: box)
        }
        builder.endParagraph(style: builder.intern(paragraph), strut: strut)
        return builder.finish()
    }

    private static func truncation(_ random: inout SeededGenerator) -> ParagraphConstraints.Truncation? {
        guard Bool.random(using: &random) else { return nil }
        var truncation = ParagraphConstraints.Truncation.ellipsis
        truncation.place = [.head, .middle, .tail].randomElement(using: &random)!
        if Bool.random(using: &random) {
            truncation.token.append(.init("אe", style: style(&random, hyphenates: false)))
        }
        return truncation
    }

    @Test(arguments: [0, 1, 2, 3, 4, 51, 134, 135]) func invariants(_ seed: UInt64) throws {
        checkInvariants(seed, LayoutContext(fonts: .strict()))
    }

    @Test(arguments: [0, 1, 2, 3, 4]) func invariantsWithHyphens(_ seed: UInt64) throws {
        let context = LayoutContext(fonts: .strict(), hyphenation: try #require(Self.hyphenation))
        checkInvariants(seed, context)
        #expect(context.counters.hyphenationHits > 0)
    }

    private func checkInvariants(_ seed: UInt64, _ context: LayoutContext) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<60 {
            let text = Self.text(&random, hyphenates: context.hyphenation != .none)
            let shaped = context.shape(paragraph: 0, of: text)
            let boxes = shaped.objects.map { _ in
                InlineBoxMetrics(
                    width: Double.random(in: 0...60, using: &random), height: Double.random(in: 0...60, using: &random),
                    alignment: [.baseline, .top, .bottom, .middle].randomElement(using: &random)!)
            }
            let widths = shaped.contentWidths(boxes: boxes)
            #expect(widths.minimum.isFinite && widths.maximum.isFinite)
            for _ in 0..<4 {
                let width = [0, 1, 50, 120, 1e9, .infinity, Double.random(in: 0...300, using: &random)]
                    .randomElement(using: &random)!
                let limit = [0, 0, 1, 3].randomElement(using: &random)!
                let constraints = ParagraphConstraints(
                    width: width, maximumLines: limit, truncation: Self.truncation(&random))
                let layout = ParagraphLayout(shaped, constraints, boxes: boxes, context: context)
                check(layout, text, limit, "seed \(seed), round \(round), width \(width)")
                let again = ParagraphLayout(shaped, constraints, boxes: boxes, context: context)
                #expect(again.fingerprint == layout.fingerprint)
            }
        }
    }

    private func check(_ layout: ParagraphLayout, _ text: AttributedText, _ limit: Int, _ comment: String) {
        #expect(layout.brokenInvariants().isEmpty, "\(comment)")
        var end = 0
        var y = 0.0
        for line in layout.lines {
            #expect(line.inlineRange.lowerBound == end, "\(comment)")
            end = line.inlineRange.upperBound
            #expect(line.y == y && line.height.isFinite && line.x.isFinite && line.width.isFinite, "\(comment)")
            y += line.height
            for run in line.runs {
                run.withGlyphs { glyphs, clusters in
                    #expect(clusters.reduce(0) { $0 + Int($1.glyphCount) } == glyphs.count)
                    let advance = clusters.reduce(0) { $0 + $1.advance }
                    #expect(abs(advance - run.width) < 1e-6 * max(1, abs(run.width)), "\(comment)")
                }
            }
            _ = line.decorations(in: text)
            _ = line.boxFragments
            _ = line.objects
        }
        if !layout.isTruncated {
            #expect(limit > 0 && layout.lineCount == limit || end == layout.shaped.inline.utf8.count, "\(comment)")
        }
        _ = layout.inkBounds
        for x in stride(from: -10.0, to: 200, by: 23.7) {
            let position = layout.position(at: Point(x: x, y: x / 2))
            for unit in TextUnit.allCases {
                let (after, before) = (
                    layout.position(after: position, by: unit), layout.position(before: position, by: unit)
                )
                #expect(after.map { $0.offset > position.offset } ?? true, "\(comment)")
                #expect(before.map { $0.offset < position.offset } ?? true, "\(comment)")
                _ = layout.range(of: unit, at: position)
            }
            for direction in VisualDirection.allCases { _ = layout.position(direction, of: position) }
            #expect(position.offset >= 0 && position.offset <= text.count, "\(comment)")
            _ = layout.caretRects(at: position)
            _ = layout.characterOffset(at: Point(x: x, y: x / 3))
        }
        _ = layout.rects(for: 0..<text.count)
    }
}
