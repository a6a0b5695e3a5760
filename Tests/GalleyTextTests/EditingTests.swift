import GalleyTestSupport
import Testing

import GalleyText

@Suite struct EditingTests {
    @Test func anEditSplitsAndJoinsParagraphs() {
        var text = AttributedText("one two\nthree")
        let split = text.replaceSubrange(3..<4, with: "\n")
        #expect(text.string == "one\ntwo\nthree\n")
        #expect(split == TextEdit(range: 3..<4, delta: 0, oldParagraphs: 0..<1, newParagraphs: 0..<2))
        let join = text.replaceSubrange(3..<8, with: "-")
        #expect(text.string == "one-three\n")
        #expect(join.oldParagraphs == 0..<3)
        #expect(join.newParagraphs == 0..<1)
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test func theLastSeparatorStays() {
        var text = AttributedText("abc")
        text.replaceSubrange(0..<4, with: "")
        #expect(text.string == "\n")
        #expect(text.paragraphs.count == 1)
    }

    @Test func anEditInsideACharacterWidens() {
        var text = AttributedText("aéb")
        text.replaceSubrange(2..<2, with: "")
        #expect(text.string == "ab\n")
    }

    @Test func cellsAreNotJoined() {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        builder.openBlock(.table(columns: []), role: .table)
        builder.openBlock(.row, role: .tableRow)
        for name in ["ab", "cd"] {
            builder.openBlock(.cell(columnSpan: 1, rowSpan: 1, isHeader: false), role: .tableCell)
            builder.append(name, style: style)
            builder.endParagraph(style: paragraph, strut: style)
            builder.closeBlock()
        }
        var text = builder.finish()
        text.replaceSubrange(1..<4, with: "")
        #expect(text.string == "a\ncd\n")
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test func randomEditsKeepTheInvariantsAndTheText() {
        var generator = SeededGenerator(seed: 5)
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        var boxed = InlineBoxStyle()
        boxed.padding.left = .px(2)
        for number in 0..<30 {
            builder.openBlock(role: .paragraph)
            builder.append("word ", style: style)
            builder.openSpan(box: boxed)
            builder.append("span\(number) ", style: style)
            builder.openSpan(link: Link(url: "u\(number)"))
            builder.append("línk", style: style)
            builder.closeSpan()
            builder.append(Attachment(kind: .image, source: nil), style: style)
            builder.closeSpan()
            builder.endParagraph(style: paragraph, strut: style)
            builder.closeBlock()
        }
        var text = builder.finish()
        var plain = Array(text.utf8)
        for _ in 0..<400 {
            // Start on a character and end on one, as an editor does.
            func boundary(_ offset: Int) -> Int {
                var offset = offset
                while offset > 0, plain[offset] & 0xC0 == 0x80 { offset -= 1 }
                return offset
            }
            let start = boundary(Int.random(in: 0..<plain.count, using: &generator))
            let end = boundary(min(plain.count - 1, start + Int.random(in: 0...40, using: &generator)))
            let new = ["", "x", "né\nw", "\n\n", "longer text"].randomElement(using: &generator) ?? ""
            guard start <= end else { continue }
            let edit = text.replaceSubrange(start..<end, with: new)
            plain.replaceSubrange(start..<end, with: Array(new.utf8))
            #expect(Array(text.utf8) == plain)
            #expect(edit.delta == new.utf8.count - (end - start))
            let broken = text.brokenInvariants()
            #expect(broken.isEmpty)
            if !broken.isEmpty { return }
        }
    }

    @Test func stylesChangeOnlyWhereTheyAreTold() {
        var text = AttributedText("abcdef")
        text.updateStyle(in: 2..<4) { $0.paint.color = Color(rgb: 0xFF0000) }
        var ends: [Int] = []
        text.runs.forEachRun(in: 0..<text.count) { range, _ in ends.append(range.upperBound) }
        #expect(ends == [2, 4, 7])
        text.updateStyle(in: 0..<7) { $0.paint.color = .black }
        var count = 0
        text.runs.forEachRun(in: 0..<text.count) { _, _ in count += 1 }
        #expect(count == 1)
    }
}
