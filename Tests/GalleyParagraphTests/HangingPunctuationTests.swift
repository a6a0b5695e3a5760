import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// CSS Text 3 §8.2. Letters are 6 px wide.
@Suite struct HangingPunctuationTests {
    private func bench(_ style: HangingPunctuation, _ change: (inout Bench) -> Void = { _ in }) throws -> Bench {
        var bench = try Bench()
        bench.paragraphStyle.hangingPunctuation = style
        change(&bench)
        return bench
    }

    private func width(_ string: String) throws -> Double { try Bench().layOut(string).lines[0].width }

    @Test func opening() throws {
        let quote = try width("\u{201C}")
        for mark in ["\u{201C}", "(", "\"", "'", "»", "「"] {
            let layout = try bench(.first).layOut(mark + "ee ee", width: 30)
            let line = layout.lines[0]
            #expect(line.x == 0 && line.width == 27, "\(mark)")
            #expect(abs(line.runs[0].x + (try width(mark))) < 0.02, "\(mark)")
        }
        // Not in the second line, and nothing but opening marks.
        #expect(try bench(.first).layOut("ee (ee", width: 15).lines[1].runs[0].x == 0)
        #expect(try bench(.first).layOut(")ee", width: 30).lines[0].runs[0].x == 0)
        // The fit does not see it.
        #expect(try bench(.first).lines("\u{201C}eeee ee", width: 39) == ["\u{201C}eeee ee"])
        #expect(try bench([]).lines("\u{201C}eeee ee", width: 39) == ["\u{201C}eeee·", "ee"])
        // Nor do alignment and indent.
        let centred = try bench(.first) { $0.paragraphStyle.alignment = .center }.layOut("\u{201C}ee", width: 32)
        #expect(centred.lines[0].x == 10)
        #expect(centred.lines[0].runs[0].x == 10 - quote)
        let indented = try bench(.first) { $0.paragraphStyle.indent = .px(10) }.layOut("\u{201C}ee", width: 32)
        #expect(indented.lines[0].x == 10)
    }

    @Test func closing() throws {
        let layout = try bench(.last).layOut("ee ee ee\u{201D}", width: 15)
        #expect(layout.lineCount == 3)
        #expect(layout.lines[2].width == 12)
        #expect(try bench(.last).lines("ee ee)", width: 27) == ["ee ee)"])
        #expect(try bench([]).lines("ee ee)", width: 27) == ["ee·", "ee)"])
        // Only at the very end.
        #expect(try bench(.last).lines("ee ee) ee", width: 28) == ["ee·", "ee)·", "ee"])
        // A stop is no bracket.
        #expect(try bench(.last).lines("ee ee.", width: 27) == ["ee·", "ee."])
    }

    @Test func stops() throws {
        #expect(try bench(.allowEnd).lines("ee ee, ee", width: 27) == ["ee ee,·", "ee"])
        #expect(try bench(.forceEnd).lines("ee ee, ee", width: 27) == ["ee ee,·", "ee"])
        #expect(try bench([]).lines("ee ee, ee", width: 27) == ["ee·", "ee,·", "ee"])
        // Where it fits it hangs only when forced to.
        let comma = try width("ee,") - 12
        for (style, expected) in [(HangingPunctuation.allowEnd, 12 + comma), (.forceEnd, 12)] {
            let line = try bench(style).layOut("ee, eeeeee", width: 40).lines[0]
            #expect(line.width == expected)
            #expect(line.runs.filter { !$0.isHanging }.last.map { $0.x + $0.width } == 12 + comma)
        }
        // At the end of the paragraph and before a forced break, too.
        #expect(try bench(.forceEnd).layOut("ee.", width: 40).lines[0].width == 12)
        #expect(try bench(.forceEnd).layOut("ee.\u{2028}ee", width: 40).lines[0].width == 12)
        // Ideographic ones.
        #expect(try bench(.allowEnd).layOut("水水。水", width: 25).lines[0].contentRange.count == 9)
    }

    @Test func justified() throws {
        let layout = try bench(.forceEnd) { $0.paragraphStyle.alignment = .justify }.layOut("ee ee, eeee", width: 40)
        let line = layout.lines[0]
        #expect(line.width == 40)
        let runs = line.runs.filter { !$0.isHanging }
        #expect(runs.last.map { $0.x >= 40 - 1e-9 } == true)
        // The room is between the words alone.
        let ideographs = try bench(.forceEnd) { $0.paragraphStyle.alignment = .justify }.layOut("水水、水水", width: 33)
        #expect(ideographs.lines[0].width == 33)
        #expect(ideographs.brokenInvariants().isEmpty)
    }

    @Test func rightToLeft() throws {
        let layout = try bench([.first, .forceEnd]) { $0.paragraphStyle.baseDirection = .rightToLeft }
            .layOut("(אב אב, אבגד", width: 32)
        let line = layout.lines[0]
        #expect(line.x + line.width == 32)
        let runs = line.runs.filter { !$0.isHanging }
        #expect(runs.last.map { $0.x } == 32)
        #expect(runs.first.map { $0.x + $0.width } == line.x)
    }

    /// A border between mark and edge keeps it inside.
    @Test func boxes() throws {
        var bench = try bench([.first, .forceEnd])
        let style = bench.style
        func layOut(padding: Double) -> ParagraphLayout {
            var builder = AttributedTextBuilder()
            let id = builder.intern(style)
            var box = InlineBoxStyle()
            box.padding = Edges(.px(padding))
            box.background = .black
            builder.openSpan(box: box)
            builder.append("(ee.", style: id)
            builder.closeSpan()
            builder.endParagraph(style: builder.intern(bench.paragraphStyle), strut: id)
            return ParagraphLayout(
                bench.context.shape(paragraph: 0, of: builder.finish()), ParagraphConstraints(width: 100),
                context: bench.context)
        }
        #expect(layOut(padding: 0).lines[0].width == 12)
        #expect(layOut(padding: 2).lines[0].width > 16)
        bench.paragraphStyle.hangingPunctuation = []
    }

    @Test func contentWidths() throws {
        let plain = try bench([]).shape("(ee ee.").contentWidths()
        let mark = try width("(")
        let stop = try width("ee.") - 12
        #expect(plain.maximum == 27 + mark + stop)
        #expect(try bench([.first, .forceEnd]).shape("(ee ee.").contentWidths().maximum == 27)
        #expect(try bench([.allowEnd]).shape("(ee ee.").contentWidths().maximum == plain.maximum)
        #expect(try bench([.first, .allowEnd]).shape("(ee ee.").contentWidths().minimum == 12)
    }

    /// All lines broken together fit as those that are filled one after the other, and never cost more.
    @Test(arguments: [HangingPunctuation.allowEnd, .forceEnd, [.first, .last, .allowEnd]]) func totalFit(
        _ style: HangingPunctuation
    ) throws {
        let text = "(ee eee, eeee eee. eeee, ee eeeee ee, eee. ee eeee, eeee e, ee eee eeee, ee eeee.)"
        for width in stride(from: 30.0, to: 120, by: 2.3) {
            for wrap in [TextWrapStyle.pretty, .balance] {
                let layout = try bench(style) {
                    $0.paragraphStyle.wrapStyle = wrap
                    $0.paragraphStyle.alignment = .justify
                }.layOut(text, width: width)
                let greedy = try bench(style).layOut(text, width: width)
                #expect(layout.brokenInvariants().isEmpty)
                for line in layout.lines { #expect(line.width <= width + 1 / 64.0, "\(width)") }
                if wrap == .balance { #expect(layout.lineCount == greedy.lineCount, "\(width)") }
            }
        }
    }
}
