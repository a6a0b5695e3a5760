import GalleyShaping
import GalleyTestSupport
import GalleyText
import Testing

import GalleyParagraph

@Suite struct LineBreakerTests {
    @Test func wordsFillLines() throws {
        let bench = try Bench()
        // 4 letters are 24 px, with a space 27.
        #expect(bench.lines("eeee eeee eeee", width: 51) == ["eeee eeee·", "eeee"])
        #expect(bench.lines("eeee eeee eeee", width: 50) == ["eeee·", "eeee·", "eeee"])
        #expect(bench.lines("eeee eeee eeee", width: 50.99) == ["eeee eeee·", "eeee"])
        #expect(bench.lines("eeee", width: .infinity) == ["eeee"])
    }

    @Test func spacesHangAndTakeNoRoom() throws {
        let bench = try Bench()
        let layout = bench.layOut("eeee    eeee", width: 24)
        #expect(layout.dump == ["eeee····", "eeee"])
        #expect(layout.lines.map(\.width) == [24, 24])
        #expect(layout.size == Size(width: 24, height: 20))
    }

    @Test func aLongWordOverflowsOrBreaks() throws {
        var bench = try Bench()
        #expect(bench.lines("ee eeeeeee ee", width: 20) == ["ee·", "eeeeeee·", "ee"])
        bench.style.breaking.overflowWrap = .breakWord
        #expect(bench.lines("ee eeeeeee ee", width: 21) == ["ee·", "eee", "eee", "e ee"])
        // At least one cluster a line.
        #expect(bench.lines("eee", width: 1) == ["e", "e", "e"])
        bench.style.breaking.overflowWrap = .normal
        #expect(bench.lines("eeee", width: 0) == ["eeee"])
    }

    @Test func forcedBreaks() throws {
        let bench = try Bench()
        #expect(bench.lines("ee\u{2028}ee", width: 100) == ["ee↵", "ee"])
        #expect(bench.lines("ee \u{2028}\u{2028}ee", width: 100) == ["ee·↵", "↵", "ee"])
        #expect(bench.lines("ee\u{2028}", width: 100) == ["ee↵"])
    }

    @Test func softHyphensShowAHyphenAndCountIt() throws {
        var bench = try Bench()
        #expect(bench.lines("eee\u{AD}eee", width: 100) == ["eeeeee"])
        let layout = bench.layOut("eee\u{AD}eee", width: 24)
        #expect(layout.lines[0].endsWithHyphen)
        #expect(layout.lines[0].width == 24)
        #expect(layout.lineCount == 2)
        // With the hyphen it does not fit: the word stays whole.
        #expect(bench.layOut("eee\u{AD}eee", width: 20).lineCount == 2)
        #expect(bench.layOut("ee eee\u{AD}eee", width: 34).dump.first == "ee·")
        bench.style.breaking.hyphens = .none
        #expect(bench.layOut("eee\u{AD}eee", width: 24).lineCount == 1)
    }

    @Test func nothingWrapsWithoutWrapping() throws {
        var bench = try Bench()
        bench.style.breaking.wraps = false
        #expect(bench.lines("eeee eeee eeee", width: 30) == ["eeee eeee eeee"])
        #expect(bench.lines("eeee\u{2028}eeee", width: 1) == ["eeee↵", "eeee"])
    }

    @Test func aStretchThatDoesNotWrap() throws {
        let bench = try Bench()
        var builder = AttributedTextBuilder()
        let wrapping = builder.intern(bench.style)
        var fixed = bench.style
        fixed.breaking.wraps = false
        let noWrap = builder.intern(fixed)
        builder.append("ee ", style: wrapping)
        builder.append("ee ee", style: noWrap)
        builder.append(" ee", style: wrapping)
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: wrapping)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 30), context: bench.context)
        #expect(layout.dump == ["ee·", "ee ee·", "ee"])
    }

    @Test func tabs() throws {
        var bench = try Bench()
        bench.style.breaking.whiteSpace = .preserve
        // 8 spaces are 24 px.
        var layout = bench.layOut("e\te")
        #expect(layout.lines[0].runs.map(\.x) == [0, 24])
        #expect(layout.lines[0].width == 30)
        // Nearer than half a zero's advance: the next stop.
        layout = bench.layOut("eee\u{2009}e\te")
        #expect(layout.lines[0].runs.last?.x == 48)
        bench.style.breaking.tabSize = .length(.px(40))
        #expect(bench.layOut("e\te").lines[0].runs.last?.x == 40)
        bench.paragraphStyle.tabStops = [TabStop(location: 100)]
        #expect(bench.layOut("e\te").lines[0].runs.last?.x == 100)
    }

    @Test func indents() throws {
        var bench = try Bench()
        bench.paragraphStyle.indent = .px(12)
        var layout = bench.layOut("eeee eeee eeee", width: 40)
        #expect(layout.dump == ["eeee·", "eeee·", "eeee"])
        #expect(layout.lines.map(\.x) == [12, 0, 0])
        bench.paragraphStyle.hangingIndent = true
        layout = bench.layOut("eeee eeee eeee", width: 51)
        #expect(layout.lines.map(\.x) == [0, 12])
    }

    @Test func floatsBreakNothing() throws {
        let bench = try Bench()
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        let paragraph = builder.intern(ParagraphStyle())
        func addFloat() {
            _ = builder.openFlow(.float, root: BlockStyle(), style: id)
            builder.append("f", style: id)
            builder.endParagraph(style: paragraph, strut: id)
            builder.closeFlow()
        }
        addFloat()
        builder.append("eee", style: id)
        addFloat()
        builder.append("eee ", style: id)
        addFloat()
        builder.append("eee", style: id)
        builder.endParagraph(style: paragraph, strut: id)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 10), context: bench.context)
        #expect(layout.dump.map { $0.replacing("\u{FFFC}", with: "") } == ["eeeeee·", "eee"])
        #expect(layout.lines.map(\.width) == [36, 18])
    }

    @Test func contentWidths() throws {
        let bench = try Bench()
        let widths = bench.shape("ee eeee e").contentWidths()
        #expect(widths == ContentWidths(minimum: 24, maximum: 48))
        #expect(bench.shape("ee eeee\u{2028}e").contentWidths() == ContentWidths(minimum: 24, maximum: 39))
    }

    @Test func truncation() throws {
        let bench = try Bench()
        let layout = bench.layOut("eeee eeee eeee eeee", width: 51, maximumLines: 1)
        #expect(layout.isTruncated)
        #expect(layout.lineCount == 1)
        #expect(layout.lines[0].width <= 51)
        #expect(layout.dump[0].hasSuffix("…"))
        let range = try #require(layout.truncatedRange)
        #expect(range.upperBound == 19)
        #expect(layout.lines[0].sourceRange == 0..<range.lowerBound)
        #expect(!bench.layOut("eeee eeee", width: 51, maximumLines: 1).isTruncated)
    }

    /// Lines cover the text without gap or overlap, and only what cannot be broken is too wide, at any width.
    @Test func linesCoverTheText() throws {
        let bench = try Bench()
        var random = SeededGenerator(seed: 7)
        let words = ["e", "ee", "AV", "office", "To", "e\u{AD}ee", "ee-ee", "水水水", "שלום", "\u{2028}", "  "]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                words[Int.random(in: 0..<words.count, using: &random)]
            }.joined(separator: " ")
            let width = Double.random(in: 0...200, using: &random)
            let layout = bench.layOut(text, width: width)
            var end = 0
            for line in layout.lines {
                #expect(line.sourceRange.lowerBound == end, "\(text) at \(width)")
                end = line.sourceRange.upperBound
                #expect(line.contentRange.upperBound <= line.inlineRange.upperBound)
                if line.width > width + 1 / 64.0 {
                    // Too wide: it has no place to break in it.
                    let flags = layout.shaped.analysis.flags
                    let inside = line.contentRange.dropFirst().filter { flags[$0].contains(.lineAllowed) }
                    #expect(inside.isEmpty, "\(text) at \(width)")
                }
            }
            #expect(end == text.utf8.count)
        }
    }

    /// A layout at a width does not depend on the layouts before, and shapes nothing.
    @Test func relayoutEqualsFresh() throws {
        let bench = try Bench()
        let text = "eeee AV ee office שלום ee 水水 eee\u{AD}eee To " + String(repeating: "eee ee ", count: 20)
        let shaped = bench.shape(text)
        let before = bench.context.counters.itemsShaped
        for width in stride(from: 10.0, to: 300, by: 7.3) {
            let layout = ParagraphLayout(shaped, ParagraphConstraints(width: width), context: bench.context)
            let fresh = try Bench().layOut(text, width: width)
            #expect(layout.fingerprint == fresh.fingerprint)
        }
        #expect(bench.context.counters.itemsShaped == before)
    }
}
