import Testing

import GalleyText

@Suite struct AttributedTextTests {
    @Test func aPlainTextHasOneParagraphALine() {
        let text = AttributedText("Hello\n\nworld")
        #expect(text.string == "Hello\n\nworld\n")
        #expect(text.paragraphs.map(\.contentRange) == [0..<5, 6..<6, 7..<12])
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test func equalityIgnoresTheOrderOfInterning() {
        var bold = TextStyle()
        bold.shaping.fontWeight = 700
        func build(internFirst: TextStyle) -> AttributedText {
            var builder = AttributedTextBuilder()
            _ = builder.intern(internFirst)
            builder.append("a", style: builder.intern(TextStyle()))
            builder.append("b", style: builder.intern(bold))
            return builder.finish()
        }
        #expect(build(internFirst: bold) == build(internFirst: TextStyle()))
        var other = build(internFirst: bold)
        other.updateStyle(in: 1..<2) { $0.shaping.fontWeight = 701 }
        #expect(other != build(internFirst: bold))
    }

    @Test func aSpanGoesOnInTheNextParagraph() throws {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        builder.append("x", style: style)
        builder.openSpan(link: Link(url: "u"))
        builder.append("one", style: style)
        builder.endParagraph(style: paragraph, strut: style)
        builder.append("two", style: style)
        builder.closeSpan()
        builder.append("y", style: style)
        let text = builder.finish()
        #expect(text.spans.map(\.range) == [1..<4, 5..<8])
        #expect(text.spans.map(\.hasStartEdge) == [true, false])
        #expect(text.spans.map(\.hasEndEdge) == [false, true])
        #expect(text.link(at: 6)?.url == "u")
        #expect(text.link(at: 8) == nil)
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test func aFlowStandsAfterTheParagraphThatAnchorsIt() {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        builder.openBlock(role: .paragraph)
        builder.append("a", style: style)
        let opened = builder.openFlow(.inlineBlock, root: BlockStyle(), style: style)
        #expect(opened)
        builder.append("inner", style: style)
        builder.endParagraph(style: paragraph, strut: style)
        builder.closeFlow()
        builder.append("b", style: style)
        builder.endParagraph(style: paragraph, strut: style)
        builder.closeBlock()
        let text = builder.finish()
        #expect(text.string == "a\u{FFFC}b\ninner\n")
        #expect(text.objects.map(\.offset) == [1])
        #expect(text.flows[1].anchor == 1)
        #expect(text.paragraphs[1].flow == FlowID(1))
        #expect(text.blocks[text.flows[1].rootBlock.index].paragraphs == 1..<2)
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test func flowsNestOnlySoDeep() {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        var depth = 0
        while depth < 100, builder.openFlow(.float, root: BlockStyle(), style: style) { depth += 1 }
        #expect(depth == TextLimits.maximumFlowDepth)
        builder.append("deep", style: style)
        let text = builder.finish()
        #expect(text.string.contains("deep"))
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test func markersStandAtTheFirstParagraphOfTheirItems() {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        func item(_ ordinal: Int) -> Block.Kind {
            .item(ListItem(ordinal: ordinal, marker: .counter(.decimal), markerStyle: style))
        }
        builder.openBlock(.list(isOrdered: true), role: .list)
        builder.openBlock(item(1), role: .listItem)
        builder.openBlock(.list(isOrdered: true), role: .list)
        builder.openBlock(item(7), role: .listItem)
        for name in ["a", "b"] {
            builder.append(name, style: style)
            builder.endParagraph(style: paragraph, strut: style)
        }
        for _ in 0..<4 { builder.closeBlock() }
        let text = builder.finish()
        let markers = text.markers(ofParagraph: 0).map { id -> String? in
            if case .item(let item) = text.blocks[id.index].kind { item.markerText } else { nil }
        }
        #expect(markers == ["1. ", "7. "])
        #expect(text.markers(ofParagraph: 1).isEmpty)
        #expect(PlainTextWriter(.compatible).string(from: text) == "\t1.\t\t7.\ta\nb\n")
    }

    @Test func blocksWithoutParagraphsVanish() {
        var builder = AttributedTextBuilder()
        builder.openBlock(role: .section)
        builder.closeBlock()
        builder.openBlock(role: .paragraph)
        builder.append("a", style: builder.intern(TextStyle()))
        let text = builder.finish()
        #expect(text.blocks.map(\.role) == [.document, .paragraph])
        #expect(text.paragraphs[0].block == BlockID(1))
    }

    @Test(arguments: [
        (0, 0, "aé😀b"), (1, 1, "aé😀b"), (3, 2, "aé😀b"), (7, 4, "aé😀b"), (8, 5, "aé😀b"),
    ])
    func offsetsConvert(utf8: Int, utf16: Int, string: String) {
        let text = AttributedText(string)
        #expect(text.utf16Offset(ofUTF8: utf8) == utf16)
        #expect(text.utf8Offset(ofUTF16: utf16) == utf8)
    }

    @Test func aUTF16OffsetInsideAPairIsRoundedDown() {
        #expect(AttributedText("😀").utf8Offset(ofUTF16: 1) == 0)
    }
}
