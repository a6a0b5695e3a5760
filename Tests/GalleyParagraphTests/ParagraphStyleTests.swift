import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Alignment, justification, heights of lines, hyphens: what a paragraph's style asks of its lines.
@Suite struct ParagraphStyleTests {
    @Test(arguments: [
        // (alignment, last, right-to-left, where the three lines begin)
        (TextAlignment.start, nil as TextAlignment?, false, [0.0, 0, 0]), (.justify, nil, false, [0, 0, 0]),
        (.justify, .end, false, [0, 4, 4]), (.justify, .center, false, [0, 2, 2]), (.left, .right, false, [0, 4, 4]),
        (.center, .start, false, [2, 0, 0]), (.start, nil, true, [4, 4, 4]), (.justify, .start, true, [0, 4, 4]),
        (.end, .start, true, [0, 4, 4]),
    ]) func lastLines(_ alignment: TextAlignment, _ last: TextAlignment?, _ isRightToLeft: Bool, _ expected: [Double])
        throws
    {
        var bench = try Bench()
        bench.paragraphStyle.alignment = alignment
        bench.paragraphStyle.lastLineAlignment = last
        bench.paragraphStyle.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
        let text = isRightToLeft ? "אבגד ה אבגד ה\u{2028}אבגד ה" : "eeee e eeee e\u{2028}eeee e"
        #expect(bench.layOut(text, width: 37).lines.map(\.x) == expected)
    }

    @Test(arguments: [
        (false, false, [10.0, 0, 0, 0]), (true, false, [0, 10, 10, 10]), (false, true, [10, 0, 10, 0]),
        (true, true, [0, 10, 0, 10]),
    ]) func indents(_ hangs: Bool, _ eachLine: Bool, _ expected: [Double]) throws {
        var bench = try Bench()
        bench.paragraphStyle.indent = .px(10)
        bench.paragraphStyle.hangingIndent = hangs
        bench.paragraphStyle.indentsEachLine = eachLine
        #expect(bench.layOut("eeee eeee\u{2028}eeee eeee", width: 40).lines.map(\.x) == expected)
        bench.paragraphStyle.baseDirection = .rightToLeft
        #expect(
            bench.layOut("אבגד אבגד\u{2028}אבגד אבגד", width: 40).lines.map { 40 - $0.x - $0.width } == expected)
    }

    @Test func justification() throws {
        func gaps(_ justification: Justification, _ text: String, width: Double) throws -> [Double] {
            var bench = try Bench()
            bench.paragraphStyle.alignment = .justify
            bench.paragraphStyle.lastLineAlignment = .justify
            bench.paragraphStyle.justification = justification
            let natural = bench.layOut(text)
            let layout = bench.layOut(text, width: width)
            #expect(layout.brokenInvariants().isEmpty)
            return zip(advances(layout), advances(natural)).map { (($0 - $1) * 64).rounded() / 64 }
        }
        #expect(try gaps(.auto, "ee ee", width: 35) == [0, 0, 8, 0, 0])
        #expect(try gaps(.interWord, "ee ee", width: 35) == [0, 0, 8, 0, 0])
        #expect(try gaps(.interCharacter, "ee ee", width: 35) == [2, 2, 2, 2, 0])
        #expect(try gaps(.none, "ee ee", width: 35) == [0, 0, 0, 0, 0])
        let wide = try Bench().layOut("水水 水").lines[0].width
        #expect(try gaps(.auto, "水水 水", width: wide + 9) == [3, 3, 3, 0])
        #expect(try gaps(.interWord, "水水 水", width: wide + 9) == [0, 0, 9, 0])
        // Letters that join stay together.
        if Faces.exist(Faces.naskh) {
            var bench = try Bench(paths: [Faces.naskh], family: "Noto Naskh Arabic")
            bench.paragraphStyle.baseDirection = .rightToLeft
            let natural = bench.layOut("سلام سلام")
            bench.paragraphStyle.lastLineAlignment = .justify
            bench.paragraphStyle.justification = .interCharacter
            let layout = bench.layOut("سلام سلام", width: natural.size.width + 10)
            let grown = zip(advances(layout), advances(natural)).filter { $0 - $1 > 0.01 }
            #expect(grown.count == 1)
        }
    }

    private func advances(_ layout: ParagraphLayout) -> [Double] {
        layout.lines[0].runs.flatMap { run in run.withGlyphs { _, clusters in clusters.map(\.advance) } }
    }

    @Test func heights() throws {
        func heights(_ change: (inout ParagraphStyle) -> Void) throws -> [[Double]] {
            var bench = try Bench()
            change(&bench.paragraphStyle)
            return bench.layOut("ee ee", width: 15).lines.map { [$0.y, $0.height, $0.ascent] }
        }
        #expect(try heights { _ in } == [[0, 10, 8], [10, 10, 8]])
        #expect(try heights { $0.lineHeightMultiple = 1.5 } == [[0, 15, 13], [15, 15, 13]])
        #expect(try heights { $0.minimumLineHeight = 20 } == [[0, 20, 18], [20, 20, 18]])
        #expect(try heights { $0.maximumLineHeight = 6 } == [[0, 6, 4], [6, 6, 4]])
        #expect(
            try heights {
                $0.minimumLineHeight = 12
                $0.maximumLineHeight = 12
                $0.lineHeightMultiple = 3
            } == [[0, 12, 10], [12, 12, 10]])
    }

    @Test func textBox() throws {
        func layOut(_ text: String, _ box: TextBox) throws -> ParagraphLayout {
            var bench = try Bench()
            bench.style.lineHeight = .length(.px(20))
            bench.paragraphStyle.textBox = box
            return bench.layOut(text, width: 15)
        }
        // Half of 10 px of leading on each side; ascent 8, descent 2.
        let plain = try layOut("ee ee", TextBox())
        #expect(plain.size.height == 40)
        let text = try layOut("ee ee", TextBox(trimsStart: true, trimsEnd: true))
        #expect(text.size.height == 30)
        #expect(text.lines.map(\.y) == [0, 15])
        #expect(text.lines.map(\.baseline) == [8, 28])
        #expect(text.lines.map(\.height) == [15, 15])
        let metrics = text.shaped.fontStyles[0].metrics
        let caps = try layOut("ee ee", TextBox(trimsStart: true, trimsEnd: true, over: .capHeight, under: .alphabetic))
        #expect(caps.firstBaseline == metrics.capHeight)
        #expect(caps.lastBaseline == caps.size.height)
        let one = try layOut("ee", TextBox(trimsStart: true, trimsEnd: true, over: .xHeight, under: .alphabetic))
        #expect(one.size.height == metrics.xHeight)
        #expect(one.brokenInvariants().isEmpty)
    }

    @Test func hyphens() throws {
        var bench = try Bench()
        #expect(bench.lines("ee\u{AD}ee", width: 20) == ["ee\u{2010}", "ee"])
        bench.style.breaking.hyphenateCharacter = "="
        #expect(bench.lines("ee\u{AD}ee", width: 20) == ["ee=", "ee"])
        // Its width counts.
        bench.style.breaking.hyphenateCharacter = "eee"
        #expect(bench.lines("e\u{AD}ee\u{AD}eee", width: 30) == ["eeee", "eeeee"])
        #expect(bench.layOut("ee\u{AD}eeee", width: 30).lines[0].width == 30)
        bench.style.breaking.hyphenateCharacter = ""
        let none = bench.layOut("ee\u{AD}ee", width: 13)
        #expect(none.dump == ["ee", "ee"])
        #expect(!none.lines[0].endsWithHyphen)
        // In right-to-left text it stands at the left.
        bench.style.breaking.hyphenateCharacter = "־"
        bench.paragraphStyle.baseDirection = .rightToLeft
        let hebrew = bench.layOut("אב\u{AD}אב", width: 20).lines[0]
        #expect(hebrew.runs.first?.insertedText == "־")
    }

    @Test func automaticHyphens() throws {
        let dictionary = try HyphenationDictionary(Array("UTF-8\nLEFTHYPHENMIN 1\nRIGHTHYPHENMIN 1\n1e1\n".utf8))
        var bench = try Bench(hyphenation: HyphenationDictionaries(["en": dictionary]))
        bench.style.shaping.language = "en"
        bench.style.breaking.hyphens = .auto
        bench.style.breaking.hyphenateCharacter = "~"
        let lines = bench.lines("eeeeeeee", width: 35)
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("~"))
    }

    /// A box of 6 x 6 px, its baseline 4 px below its top, beside text of ascent 8 and descent 2.
    @Test(arguments: [
        (InlineBoxMetrics.Placement.baseline(4), 4.0), (.aboveBaseline, 2), (.belowBaseline, 8), (.top, 0),
        (.bottom, 4), (.middle, 2),
    ]) func placements(_ placement: InlineBoxMetrics.Placement, _ top: Double) throws {
        let layout = try layOut(box: InlineBoxMetrics(width: 6, height: 6, placement: placement))
        #expect(layout.lines[0].objects[0].rect.y == top)
        let isBelow = placement == .belowBaseline
        #expect(layout.lines[0].height == (isBelow ? 14 : 10))
    }

    /// `top` and `bottom` are the line box's, also where TextKit's bounds make it higher.
    @Test func edgesOfTheLine() throws {
        for (alignment, top) in [(VerticalAlignment.top, 0.0), (.bottom, 14)] {
            let box = InlineBoxMetrics(width: 6, height: 6, alignment: alignment)
            let layout = try layOut(box: box) { $0.minimumLineHeight = 20 }
            #expect(layout.lines[0].height == 20)
            #expect(layout.lines[0].objects[0].rect.y == top)
        }
    }

    private func layOut(box: InlineBoxMetrics, _ change: (inout ParagraphStyle) -> Void = { _ in }) throws
        -> ParagraphLayout
    {
        var bench = try Bench()
        change(&bench.paragraphStyle)
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        builder.append("e", style: id)
        builder.append(Attachment(kind: .image, source: nil), style: id)
        builder.endParagraph(style: builder.intern(bench.paragraphStyle), strut: id)
        return ParagraphLayout(
            bench.context.shape(paragraph: 0, of: builder.finish()), ParagraphConstraints(width: 100), boxes: [box],
            context: bench.context)
    }
}
