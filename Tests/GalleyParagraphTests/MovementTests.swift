import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

@Suite struct MovementTests {
    private static let texts = QuestionTests.texts + ["a(b אב) 12, ג.", "office 👨‍👩‍👧 e\u{301}"]

    private func layOut(_ text: String, width: Double = .infinity, _ base: BaseDirection = .leftToRight) throws
        -> ParagraphLayout
    {
        var bench = try Bench()
        bench.paragraphStyle.baseDirection = base
        return bench.layOut(text, width: width)
    }

    /// Forward over a whole paragraph and back again: each boundary of a character once.
    @Test(arguments: texts, [TextUnit.grapheme, .word]) func logical(_ text: String, _ unit: TextUnit) throws {
        let layout = try layOut(text, width: 30)
        var forward = [0]
        while let next = layout.position(after: TextPosition(offset: forward[forward.count - 1]), by: unit) {
            try #require(next.offset > forward[forward.count - 1])
            forward.append(next.offset)
        }
        #expect(forward.last == text.utf8.count)
        var backward = [text.utf8.count]
        while let next = layout.position(before: TextPosition(offset: backward[backward.count - 1]), by: unit) {
            try #require(next.offset < backward[backward.count - 1])
            backward.append(next.offset)
        }
        #expect(backward.last == 0)
        if unit == .grapheme {
            #expect(forward == backward.reversed())
            var offset = 0
            #expect(
                forward == [0]
                    + text.map {
                        offset += $0.utf8.count; return offset
                    })
        }
    }

    @Test func words() throws {
        let layout = try layOut("ee, (eee) 1.5 e")
        func forward(_ offset: Int) -> Int? { layout.position(after: TextPosition(offset: offset), by: .word)?.offset }
        #expect([0, 1, 2, 8, 13].map(forward) == [2, 2, 8, 13, 15])
        func backward(_ offset: Int) -> Int? {
            layout.position(before: TextPosition(offset: offset), by: .word)?.offset
        }
        #expect([15, 13, 10, 5, 4].map(backward) == [14, 10, 5, 0, 0])
        #expect(layout.range(of: .word, at: TextPosition(offset: 6)) == 5..<8)
        #expect(layout.range(of: .word, at: TextPosition(offset: 8)) == 8..<9)
        #expect(layout.range(of: .word, at: TextPosition(offset: 8, affinity: .upstream)) == 5..<8)
        #expect(layout.range(of: .grapheme, at: TextPosition(offset: 3)) == 3..<4)
    }

    /// Thai has no spaces: words are where the dictionary says.
    @Test func thaiWords() throws {
        guard Faces.exist(Faces.dejaVu) else { return }
        let layout = try layOut("ภาษาไทย")
        #expect(layout.position(after: TextPosition(offset: 0), by: .word)?.offset == 12)
        #expect(layout.range(of: .word, at: TextPosition(offset: 15)) == 12..<21)
        #expect(layout.position(before: TextPosition(offset: 21), by: .word)?.offset == 12)
    }

    @Test func lines() throws {
        let layout = try layOut("eeee eeee\u{2028}ee", width: 24)
        #expect(layout.lineIndex(at: TextPosition(offset: 5)) == 1)
        #expect(layout.lineIndex(at: TextPosition(offset: 5, affinity: .upstream)) == 0)
        let end = layout.position(after: TextPosition(offset: 1), by: .line)
        #expect(end == TextPosition(offset: 4))
        #expect(end.flatMap(layout.lineIndex) == 0)
        #expect(layout.position(after: TextPosition(offset: 6), by: .line)?.offset == 9)
        #expect(layout.position(before: TextPosition(offset: 8), by: .line)?.offset == 5)
        #expect(layout.position(before: TextPosition(offset: 5), by: .line) == nil)
        #expect(layout.range(of: .line, at: TextPosition(offset: 7)) == 5..<12)
        // Where text is broken without a space, the end belongs to the line before.
        var bench = try Bench()
        bench.style.breaking.overflowWrap = .anywhere
        let broken = bench.layOut("eeeeeeee", width: 24)
        let side = broken.position(after: TextPosition(offset: 0), by: .line)
        #expect(side == TextPosition(offset: 4, affinity: .upstream))
        #expect(side.map { broken.caretRects(at: $0).map(\.x) } == [24])
    }

    /// To the right until the line ends: the caret never goes back, visits each character, and left brings it back the
    /// same way.
    @Test(arguments: texts, [BaseDirection.leftToRight, .rightToLeft]) func visual(
        _ text: String, _ base: BaseDirection
    ) throws {
        let text = text.replacing("\u{2028}", with: " ")
        let layout = try layOut(text, base)
        let isRightToLeft = base == .rightToLeft
        // The leftmost place: the start, or the end of right-to-left text.
        var position = TextPosition(offset: isRightToLeft ? text.utf8.count : 0)
        while let next = layout.position(.left, of: position) { position = next }
        var places = [position]
        while let next = layout.position(.right, of: places[places.count - 1]), places.count < 100 {
            places.append(next)
        }
        let xs = places.compactMap { layout.caretRects(at: $0).first?.x }
        #expect(xs == xs.sorted())
        #expect(xs.first == 0)
        #expect(abs((xs.last ?? 0) - layout.size.width) < 1e-9)
        #expect(places.count >= text.count)
        // And back.
        var back = [places[places.count - 1]]
        while let next = layout.position(.left, of: back[back.count - 1]), back.count < 100 { back.append(next) }
        let backXs = back.compactMap { layout.caretRects(at: $0).first?.x }
        #expect(backXs.last == 0)
        #expect(backXs == backXs.sorted(by: >))
        #expect(back.count == places.count)
    }

    @Test func visualAcrossLines() throws {
        let layout = try layOut("eeee eeee", width: 24)
        #expect(layout.position(.right, of: TextPosition(offset: 4))?.offset == 5)
        #expect(layout.position(.left, of: TextPosition(offset: 5))?.offset == 4)
        #expect(layout.position(.left, of: TextPosition(offset: 0)) == nil)
        #expect(layout.position(.right, of: TextPosition(offset: 9)) == nil)
        let hebrew = try layOut("אבגד אבגד", width: 24, .rightToLeft)
        #expect(hebrew.position(.left, of: TextPosition(offset: 8))?.offset == 9)
        #expect(hebrew.position(.right, of: TextPosition(offset: 9))?.offset == 8)
    }

    @Test func upAndDown() throws {
        let layout = try layOut("eeee eee eeee", width: 24)
        #expect(layout.position(.down, of: TextPosition(offset: 2))?.offset == 7)
        #expect(
            layout.position(.down, of: TextPosition(offset: 6), x: 24) == TextPosition(offset: 13, affinity: .upstream))
        #expect(layout.position(.up, of: TextPosition(offset: 6))?.offset == 1)
        #expect(layout.position(.up, of: TextPosition(offset: 2)) == nil)
        #expect(layout.position(.down, of: TextPosition(offset: 10)) == nil)
    }

    /// Generated text is passed over.
    @Test func generatedText() throws {
        let bench = try Bench()
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        builder.append("e", style: id)
        builder.appendGenerated("EE", style: id)
        builder.append("e", style: id)
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: id)
        let layout = ParagraphLayout(
            bench.context.shape(paragraph: 0, of: builder.finish()), ParagraphConstraints(width: 100),
            context: bench.context)
        #expect(layout.position(after: TextPosition(offset: 0))?.offset == 1)
        #expect(layout.position(after: TextPosition(offset: 1))?.offset == 2)
        #expect(layout.position(before: TextPosition(offset: 2))?.offset == 1)
        #expect(layout.position(.right, of: TextPosition(offset: 1))?.offset == 2)
    }

    /// Where a face says where carets stand in its ligatures, they stand there; else ligatures are divided evenly.
    @Test func ligatureCarets() throws {
        guard Faces.exist(Faces.dejaVu) else { return }
        let bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans", size: 100)
        let layout = bench.layOut("ffi")
        let shaped = layout.shaped.text
        let item = shaped.items[0]
        guard shaped.glyphCount(of: item) == 1 else { return }
        let instance = layout.shaped.fontStyles[0].instances[0]
        let carets = instance.ligatureCarets(of: shaped.glyph(0, in: item))
        let xs = (0...3).map { layout.caretRects(at: TextPosition(offset: $0))[0].x }
        if carets.count == 2 {
            let scale = 100 / Double(instance.unitsPerEm)
            #expect(xs == [0, Double(carets[0]) * scale, Double(carets[1]) * scale, layout.size.width])
        } else {
            #expect(xs == (0...3).map { layout.size.width * Double($0) / 3 })
        }
        for offset in 0..<3 {
            #expect(layout.position(at: Point(x: xs[offset] + 0.01, y: 1)).offset == offset)
        }
    }
}
