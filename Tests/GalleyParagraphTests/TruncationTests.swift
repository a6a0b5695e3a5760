import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// At 10 px letters are 6 px wide, the space 3 px, the ellipsis as wide as it is measured alone.
@Suite struct TruncationTests {
    private let text = "eeee eeee eeee eeee"

    private func layOut(
        _ text: String, width: Double, _ truncation: ParagraphConstraints.Truncation?, lines: Int = 1,
        _ change: (inout Bench) -> Void = { _ in }
    ) throws -> ParagraphLayout {
        var bench = try Bench()
        change(&bench)
        return ParagraphLayout(
            bench.shape(text), ParagraphConstraints(width: width, maximumLines: lines, truncation: truncation),
            context: bench.context)
    }

    /// What is seen of a line from left to right, inserted text included; the text must be in one direction.
    private func shown(_ layout: ParagraphLayout, line: Int = 0) -> String {
        layout.lines[line].runs.filter { !$0.isHanging }.map { run in
            run.withGlyphs { _, clusters in
                run.insertedText ?? clusters.map { run.text(of: $0) }.joined()
            }
        }.joined()
    }

    @Test(arguments: [
        (ParagraphConstraints.Truncation.Place.tail, "eeee ee…"), (.head, "…ee eeee"), (.middle, "eee…eeee"),
    ]) func places(_ place: ParagraphConstraints.Truncation.Place, _ expected: String) throws {
        let layout = try layOut(text, width: 51, ParagraphConstraints.Truncation(place: place))
        let line = layout.lines[0]
        #expect(line.width <= 51 + 1 / 64.0)
        #expect(layout.isTruncated && line.isTruncated)
        #expect(layout.lineCount == 1)
        let hidden = try #require(layout.truncatedRange)
        // What is seen is the text without what is told as hidden.
        let bytes = Array(text.utf8)
        let kept = bytes[..<hidden.lowerBound] + Array("…".utf8) + bytes[hidden.upperBound...]
        #expect(shown(layout) == String(decoding: kept, as: UTF8.self))
        #expect(shown(layout).filter { $0 != "…" }.count >= expected.count - 2)
        #expect(layout.brokenInvariants().isEmpty)
        // With one more grapheme it would not fit.
        #expect(line.width > 51 - 12)
    }

    /// Lines that are cut inside of boxes with edges, in text of both directions: each edge has a place. Found by
    /// Fuzz/FuzzParagraph.
    @Test(arguments: [ParagraphConstraints.Truncation.Place.head, .middle, .tail]) func boxesOfBothDirections(
        _ place: ParagraphConstraints.Truncation.Place
    ) throws {
        var bench = try Bench()
        bench.style.breaking.overflowWrap = .breakWord
        var box = InlineBoxStyle()
        box.padding = Edges(.px(3))
        for direction in [BaseDirection.leftToRight, .rightToLeft] {
            box.direction = direction
            var builder = AttributedTextBuilder()
            let style = builder.intern(bench.style)
            builder.append("שלום ", style: style)
            for word in ["12.5\u{2060}", "e\u{301} ", "ש ", "ee"] {
                builder.openSpan(box: box)
                builder.append(word, style: style)
                builder.openSpan(box: box)
                builder.append("שלום", style: style)
                builder.closeSpan()
                builder.closeSpan()
            }
            builder.endParagraph(style: builder.intern(bench.paragraphStyle), strut: style)
            let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
            for width in stride(from: 0.0, to: 160, by: 5.3) {
                for lines in 1...3 {
                    let layout = ParagraphLayout(
                        shaped,
                        ParagraphConstraints(width: width, maximumLines: lines, truncation: .init(place: place)),
                        context: bench.context)
                    #expect(layout.brokenInvariants().isEmpty, "width \(width), lines \(lines)")
                }
            }
        }
    }

    /// Each place at every width: it fits, is as long as can be, and shows a head and a tail of the text.
    @Test(arguments: [ParagraphConstraints.Truncation.Place.head, .middle, .tail]) func everyWidth(
        _ place: ParagraphConstraints.Truncation.Place
    ) throws {
        let text = "office e\u{301}e AVAV 水水 (To) 👨‍👩‍👧 ee-ee 12.5"
        let bytes = Array(text.utf8)
        for width in stride(from: 20.0, to: 260, by: 3.7) {
            let layout = try layOut(text, width: width, ParagraphConstraints.Truncation(place: place))
            guard let hidden = layout.truncatedRange else {
                #expect(shown(layout) == text)
                continue
            }
            #expect(layout.lines[0].width <= width + 1 / 64.0, "\(place) \(width)")
            let kept = bytes[..<hidden.lowerBound] + Array("…".utf8) + bytes[hidden.upperBound...]
            #expect(shown(layout) == String(decoding: kept, as: UTF8.self), "\(place) \(width)")
            for edge in [hidden.lowerBound, hidden.upperBound] {
                #expect(layout.shaped.analysis.isGraphemeStart(edge), "\(place) \(width) \(edge)")
            }
            switch place {
            case .head: #expect(hidden.lowerBound == 0)
            case .tail: #expect(hidden.upperBound == bytes.count)
            case .middle: break
            }
        }
    }

    /// TextKit's modes of the paragraph's style.
    @Test func modes() throws {
        for (mode, place) in [
            (LineBreakMode.truncateHead, ParagraphConstraints.Truncation.Place.head), (.truncateMiddle, .middle),
            (.truncateTail, .tail),
        ] {
            let layout = try layOut(text, width: 51, nil, lines: 0) { $0.paragraphStyle.lineBreakMode = mode }
            let other = try layOut(text, width: 51, ParagraphConstraints.Truncation(place: place))
            #expect(layout.fingerprint == other.fingerprint)
        }
    }

    @Test func laterLinesAreCut() throws {
        let layout = try layOut(text, width: 51, ParagraphConstraints.Truncation(place: .head), lines: 2)
        #expect(layout.lineCount == 2)
        #expect(shown(layout, line: 0) == "eeee eeee")
        #expect(shown(layout, line: 1) == "eeee eeee")
        let longer = try layOut(text + " eeee", width: 51, ParagraphConstraints.Truncation(place: .head), lines: 2)
        #expect(shown(longer, line: 1).hasPrefix("…"))
        #expect(shown(longer, line: 1).hasSuffix("e eeee"))
    }

    /// Only the text after the last forced break can be shown after the token.
    @Test func forcedBreaks() throws {
        let layout = try layOut(
            "ee\u{2028}eeeee\u{2028}eee", width: 51, ParagraphConstraints.Truncation(place: .middle))
        #expect(shown(layout) == "ee…eee")
        #expect(layout.truncatedRange == 2..<13)
    }

    @Test func tokenOfItsOwnStyle() throws {
        var bench = try Bench()
        bench.style.paint.color = Color(red: 255, green: 0, blue: 0)
        var tokenStyle = bench.style
        tokenStyle.shaping.fontSize = 20
        tokenStyle.paint.color = Color(red: 0, green: 0, blue: 255)
        let source = AttributedText(text, style: bench.style)
        let shaped = bench.context.shape(paragraph: 0, of: source)
        let token = AttributedText(" ee", style: tokenStyle)
        let layout = ParagraphLayout(
            shaped,
            ParagraphConstraints(
                width: 90, maximumLines: 1, truncation: ParagraphConstraints.Truncation(token: token)),
            context: bench.context)
        let run = try #require(layout.lines[0].runs.last { $0.isInserted })
        #expect(run.insertedText == " ee")
        #expect(run.fontSize == 20)
        #expect(layout.shaped.inline.style(run.style, in: source) == tokenStyle)
        // Twice as high, twice as wide.
        #expect(layout.lines[0].height == 20)
        #expect(run.width == 30)
        #expect(layout.lines[0].width <= 90)
        #expect(layout.truncatedRange?.lowerBound == 11)
    }

    /// A token of several styles, and one of letters of the other direction.
    @Test func mixedTokens() throws {
        var bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans")
        guard Faces.exist(Faces.dejaVu) else { return }
        var large = bench.style
        large.shaping.fontSize = 20
        bench.paragraphStyle.baseDirection = .leftToRight
        var truncation = ParagraphConstraints.Truncation.ellipsis
        truncation.token = [.init("אב", style: large), .init("12")]
        let layout = ParagraphLayout(
            bench.shape("some words that are too many"),
            ParagraphConstraints(width: 100, maximumLines: 1, truncation: truncation), context: bench.context)
        let inserted = layout.lines[0].runs.filter(\.isInserted)
        #expect(inserted.map(\.insertedText) == ["אב", "12"])
        #expect(inserted.map(\.isRightToLeft) == [true, false])
        #expect(inserted.map(\.fontSize) == [20, 10])
        #expect(layout.lines[0].width <= 100)
    }

    /// In right-to-left text the token of a cut tail stands at the left; between two right-to-left parts it reads on.
    @Test func bidi() throws {
        func order(_ place: ParagraphConstraints.Truncation.Place, _ base: BaseDirection, _ text: String) throws
            -> [Bool]
        {
            try layOut(text, width: 51, ParagraphConstraints.Truncation(place: place)) {
                $0.paragraphStyle.baseDirection = base
            }.lines[0].runs.filter { !$0.isHanging }.map(\.isInserted)
        }
        let hebrew = "אבגדה אבגדה אבגדה"
        #expect(try order(.tail, .rightToLeft, hebrew) == [true, false])
        #expect(try order(.head, .rightToLeft, hebrew) == [false, true])
        #expect(try order(.tail, .leftToRight, hebrew) == [false, true])
        #expect(try order(.middle, .leftToRight, hebrew) == [false, true, false])
        // The text's end stands left of the token, as it would without it.
        let layout = try layOut(hebrew, width: 51, ParagraphConstraints.Truncation(place: .middle))
        let parts = layout.lines[0].runs.filter { !$0.isInserted && !$0.isHanging }
        #expect(parts[0].inlineRange.upperBound == hebrew.utf8.count)
        #expect(parts[1].inlineRange.lowerBound == 0)
    }

    /// `text-overflow` cuts each line that is too wide, and the next one goes on after it.
    @Test func overflowingLines() throws {
        let layout = try layOut("eeeeeeee\u{2028}ee\u{2028}eeeeeeeee e", width: 40, nil, lines: 0) {
            $0.paragraphStyle.overflowToken = "\u{2026}"
            $0.style.breaking.wraps = false
        }
        #expect(layout.lineCount == 3)
        #expect(shown(layout, line: 0).hasSuffix("e…"))
        #expect(shown(layout, line: 1) == "ee")
        #expect(shown(layout, line: 2).hasSuffix("e…"))
        #expect(layout.lines.allSatisfy { $0.width <= 40 })
        #expect(layout.truncatedRanges.count == 2)
        #expect(layout.truncatedRanges[1].upperBound == layout.shaped.inline.sourceRange.upperBound)
        #expect(layout.lines[0].sourceRange == 0..<11)
        #expect(layout.brokenInvariants().isEmpty)
    }
}
