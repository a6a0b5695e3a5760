import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// `::first-line` and inline `::first-letter` (CSS Pseudo-Elements 4 §2). At 10 px letters are 6 px wide, spaces 3 px.
@Suite struct FirstLineTests {
    private func bench(_ change: (inout TextStyle) -> Void) throws -> Bench {
        var bench = try Bench()
        var first = bench.style
        change(&first)
        bench.paragraphStyle.firstLine = first
        return bench
    }

    /// Twice as large: half as much fits.
    @Test func shapedInItsStyle() throws {
        let bench = try bench { $0.shaping.fontSize = 20 }
        let layout = bench.layOut("eeee eeee eeee eeee", width: 102)
        #expect(layout.dump == ["eeee eeee·", "eeee eeee"])
        #expect(layout.lines[0].width == 102)
        #expect(layout.lines.map(\.height) == [20, 10])
        #expect(layout.lines[0].runs.allSatisfy { $0.fontSize == 20 })
        #expect(layout.lines[1].runs.allSatisfy { $0.fontSize == 10 })
        #expect(layout.brokenInvariants().isEmpty)
        // One px less, and the second word does not fit: it is small in the second line.
        let narrower = bench.layOut("eeee eeee eeee eeee", width: 101)
        #expect(narrower.dump == ["eeee·", "eeee eeee eeee"])
        #expect(narrower.lines[1].width == 78)
    }

    @Test func oneLine() throws {
        let layout = try bench { $0.shaping.fontSize = 20 }.layOut("ee ee", width: 500)
        #expect(layout.lineCount == 1)
        #expect(layout.size == Size(width: 54, height: 20))
        #expect(try bench { $0.shaping.fontSize = 20 }.layOut("", width: 500).size.height == 20)
        // A forced break ends it.
        let forced = try bench { $0.shaping.fontSize = 20 }.layOut("ee\u{2028}ee", width: 500)
        #expect(forced.lines.map(\.width) == [24, 12])
    }

    /// The line of its own is what the same text is alone, at every width; what follows is what it is alone, too.
    @Test(arguments: [TextWrapStyle.auto, .pretty, .balance]) func everyWidth(_ wrap: TextWrapStyle) throws {
        let text = "office AV To ee-ee eeee, e\u{AD}ee\u{AD}e office AVAVA eeee ee eeee office ee"
        for width in stride(from: 40.0, to: 400, by: 7.3) {
            var bench = try bench {
                $0.shaping.fontSize = 15
                $0.shaping.letterSpacing = .px(1)
            }
            bench.paragraphStyle.wrapStyle = wrap
            let layout = bench.layOut(text, width: width)
            #expect(layout.brokenInvariants().isEmpty)
            let end = layout.lines[0].sourceRange.upperBound
            #expect(layout.lines[0].width <= width + 1 / 64.0 || !text.utf8.prefix(end).dropLast().contains(0x20))
            // Alone, in the first line's style, with as much text as stands in it.
            var alone = try Bench()
            alone.style = bench.paragraphStyle.firstLine!
            let first = alone.layOut(text)
            let rect = first.rects(for: 0..<layout.lines[0].contentRange.upperBound)
            let hyphen = layout.lines[0].runs.filter(\.isInserted).reduce(0) { $0 + $1.width }
            #expect(abs(rect.reduce(0) { $0 + $1.width } + hyphen - layout.lines[0].width) < 1)
            if wrap == .auto, layout.lineCount > 1 {
                var rest = try Bench()
                rest.paragraphStyle.wrapStyle = wrap
                let tail = String(decoding: Array(text.utf8)[end...], as: UTF8.self)
                #expect(Array(layout.dump.dropFirst()) == rest.layOut(tail, width: width).dump, "\(width)")
            }
        }
    }

    /// A first line that differs by its colour alone changes no line, also where all are broken together.
    @Test(arguments: [TextWrapStyle.auto, .pretty, .balance], [false, true]) func paintAlone(
        _ wrap: TextWrapStyle, _ justifies: Bool
    ) throws {
        let text = "eee e\u{AD}eee e ee-ee eeee, e\u{AD}ee\u{AD}e ee ee eeee ee eeee ee ee e\u{AD}ee ee eeeeee ee e"
        for width in stride(from: 25.0, to: 300, by: 3.1) {
            var bench = try bench { $0.paint.color = Color(red: 255, green: 0, blue: 0) }
            bench.paragraphStyle.wrapStyle = wrap
            if justifies { bench.paragraphStyle.alignment = .justify }
            let colored = bench.layOut(text, width: width)
            bench.paragraphStyle.firstLine = nil
            let plain = bench.layOut(text, width: width)
            #expect(colored.dump[0] == plain.dump[0], "\(wrap) \(width)")
            // Lines of equal widths in another order cost the same.
            #expect(colored.lines.map(\.width).sorted() == plain.lines.map(\.width).sorted(), "\(wrap) \(width)")
        }
    }

    /// Inherited by what is inside, but for what that says itself; letters may change.
    @Test func inherited() throws {
        let bench = try Bench()
        var first = bench.style
        first.paint.color = Color(red: 255, green: 0, blue: 0)
        first.shaping.textTransform = TextTransform(letterCase: .uppercase)
        var own = bench.style
        own.paint.color = Color(red: 0, green: 0, blue: 255)
        var paragraph = ParagraphStyle()
        paragraph.firstLine = first
        var builder = AttributedTextBuilder()
        let (plain, blue) = (builder.intern(bench.style), builder.intern(own))
        builder.append("ee ", style: plain)
        builder.append("ee", style: blue)
        builder.append(" \u{DF}e ee", style: plain)
        builder.endParagraph(style: builder.intern(paragraph), strut: plain)
        let text = builder.finish()
        let shaped = bench.context.shape(paragraph: 0, of: text)
        let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 70), context: bench.context)
        #expect(layout.dump.count == 2)
        #expect(layout.dump[0] == "EE EE SSE·")
        #expect(layout.dump[1] == "ee")
        let colors = layout.lines.map { line in
            line.runs.filter { !$0.isHanging }.map { layout.shaped.inline.style($0.style, in: text).paint.color }
        }
        #expect(colors[0] == [first.paint.color, own.paint.color, first.paint.color])
        #expect(colors[1] == [bench.style.paint.color])
        // Offsets are the source's all the same.
        #expect(layout.lines[0].sourceRange.upperBound == 10)
        #expect(layout.position(at: Point(x: 1, y: 15)).offset == 10)
        #expect(layout.caretRects(at: TextPosition(offset: 10)).map(\.y) == [10])
        #expect(layout.rects(for: 0..<text.count - 1).count == 2)
    }

    /// Text that says everything itself is as it is, in the first line and where that ends inside of it.
    @Test func textOfItsOwnStyle() throws {
        let bench = try Bench()
        var first = bench.style
        first.shaping.fontSize = 30
        var own = bench.style
        own.shaping.fontSize = 20
        own.breaking.overflowWrap = .anywhere
        var paragraph = ParagraphStyle()
        paragraph.firstLine = first
        var builder = AttributedTextBuilder()
        let (plain, large) = (builder.intern(bench.style), builder.intern(own))
        builder.append("eeeeeeee ee eeee", style: large)
        builder.endParagraph(style: builder.intern(paragraph), strut: plain)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 50), context: bench.context)
        #expect(layout.dump == ["eeee", "eeee·", "ee·", "eeee"])
        #expect(layout.lines.map(\.height) == [30, 20, 20, 20])
        #expect(layout.brokenInvariants().isEmpty)
    }

    /// Boxes have the first line's font in it.
    @Test func boxes() throws {
        let bench = try Bench()
        var first = bench.style
        first.shaping.fontSize = 30
        var paragraph = ParagraphStyle()
        paragraph.firstLine = first
        var builder = AttributedTextBuilder()
        let plain = builder.intern(bench.style)
        var box = InlineBoxStyle()
        box.background = .black
        builder.append("e ", style: plain)
        builder.openSpan(box: box)
        builder.append("eee eee", style: plain)
        builder.closeSpan()
        builder.endParagraph(style: builder.intern(paragraph), strut: plain)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 100), context: bench.context)
        #expect(layout.lines.map { $0.boxFragments.map(\.rect.height) } == [[30], [10]])
        #expect(layout.lines.map(\.height) == [30, 10])
        #expect(layout.lines[1].boxFragments[0].rect.y == 30)
    }

    @Test func truncatedAndMeasured() throws {
        let bench = try bench { $0.shaping.fontSize = 20 }
        let one = bench.layOut("eeee eeee eeee eeee", width: 102, maximumLines: 1)
        #expect(one.lines[0].runs.allSatisfy { $0.fontSize == 20 })
        #expect(one.isTruncated)
        let two = bench.layOut("eeee eeee eeee eeee eeee eeee", width: 102, maximumLines: 2)
        #expect(two.lines.map(\.height) == [20, 10])
        #expect(two.isTruncated)
        let widths = bench.shape("ee eeee\u{2028}eeeeee ee").contentWidths()
        // All in one line it is 2 * 39 px wide; the second line is small; the first word is large.
        #expect(widths == ContentWidths(minimum: 36, maximum: 78))
        #expect(bench.shape("eeee ee").contentWidths().minimum == 48)
    }

    @Test func firstLetter() throws {
        var bench = try Bench()
        var letter = bench.style
        letter.shaping.fontSize = 30
        bench.paragraphStyle.firstLetter = FirstLetterStyle(text: letter)
        let layout = bench.layOut("\u{201C}eee ee", width: 60)
        let runs = layout.lines[0].runs.filter { !$0.isHanging }
        #expect(runs[0].fontSize == 30)
        #expect(runs[0].sourceRange == 0..<4)
        #expect(runs[1].fontSize == 10)
        #expect(layout.lines[0].height == 30)
        // With a box of its own.
        var box = InlineBoxStyle()
        box.padding = Edges(.px(4))
        bench.paragraphStyle.firstLetter = FirstLetterStyle(text: letter, box: box)
        let boxed = bench.layOut("eee", width: 60)
        #expect(boxed.lines[0].width == 18 + 8 + 12)
        #expect(boxed.lines[0].boxFragments.map(\.rect.width) == [26])
        #expect(boxed.lines[0].boxFragments[0].span == nil)
        #expect(boxed.brokenInvariants().isEmpty)
        // A floating one is a box beside the lines, not in them.
        bench.paragraphStyle.firstLetter = FirstLetterStyle(text: letter, box: box, float: .left)
        #expect(bench.layOut("eee", width: 60).lines[0].width == 18)
    }

    /// The letter inherits from the line.
    @Test func firstLetterInFirstLine() throws {
        var bench = try bench {
            $0.shaping.fontSize = 20
            $0.paint.color = Color(red: 255, green: 0, blue: 0)
        }
        var letter = bench.style
        letter.shaping.fontSize = 30
        bench.paragraphStyle.firstLetter = FirstLetterStyle(text: letter)
        let layout = bench.layOut("eee eee eee", width: 60)
        let runs = layout.lines[0].runs.filter { !$0.isHanging }
        #expect(runs.map(\.fontSize) == [30, 20])
        let style = layout.shaped.inline.style(runs[0].style, in: AttributedText("", style: bench.style))
        #expect(style.paint.color == Color(red: 255, green: 0, blue: 0))
    }
}
