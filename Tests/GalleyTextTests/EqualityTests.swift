import GalleyTestSupport
import Testing

import GalleyText

/// Equality compares content: the order of interning, and values interned for nothing, never count; any difference of
/// content does.
@Suite struct EqualityTests {
    /// What a text is made of, so that one difference can be put into it.
    struct Recipe {
        var text = "word"
        var weight = 400.0
        var markerSize = 16.0
        var generatedColor = Color(rgb: 0x0000FF)
        var margin = 16.0
        var padding = 2.0
        var url = "u"
        var indent = 0.0
        var ordinal = 1
        var strutSize = 16.0
    }

    private static let textStyles = (0..<8).map { index -> TextStyle in
        var style = TextStyle()
        style.shaping.fontSize = 10 + Double(index)
        return style
    }

    /// Interns values in a random order, some of which the text never uses, and then writes the same text.
    private static func build(_ recipe: Recipe, seed: UInt64) -> AttributedText {
        var random = SeededGenerator(seed: seed)
        var builder = AttributedTextBuilder()
        var plain = TextStyle()
        plain.shaping.fontWeight = recipe.weight
        var marker = TextStyle()
        marker.shaping.fontSize = recipe.markerSize
        var generated = TextStyle()
        generated.paint.color = recipe.generatedColor
        var strut = TextStyle()
        strut.shaping.fontSize = recipe.strutSize
        var block = BlockStyle()
        block.margin.top = .length(.px(recipe.margin))
        var box = InlineBoxStyle()
        box.padding.left = .px(recipe.padding)
        var paragraph = ParagraphStyle()
        paragraph.indent = .px(recipe.indent)

        for style in (textStyles + [plain, marker, generated, strut]).shuffled(using: &random).dropLast(3) {
            _ = builder.intern(style)
        }
        for column in [3, 1, 2].shuffled(using: &random) {
            var other = block
            if column > 1 { other.columnCount = column }
            _ = builder.intern(other)
            var otherBox = box
            if column > 1 { otherBox.padding.right = .px(Double(column)) }
            _ = builder.intern(otherBox)
            _ = builder.intern(Link(url: column > 1 ? "other\(column)" : recipe.url))
            var otherParagraph = paragraph
            if column > 1 { otherParagraph.alignment = column == 2 ? .center : .right }
            _ = builder.intern(otherParagraph)
        }

        let text = builder.intern(plain)
        let paragraphID = builder.intern(paragraph)
        let strutID = builder.intern(strut)
        builder.openBlock(.list(isOrdered: true), role: .list, style: block)
        for number in 0..<3 {
            let item = ListItem(
                ordinal: recipe.ordinal + number, marker: .counter(.decimal), markerStyle: builder.intern(marker))
            builder.openBlock(.item(item), role: .listItem)
            builder.append(recipe.text, style: text)
            builder.openSpan(box: box)
            builder.append("boxed", style: builder.intern(textStyles[number]))
            builder.openSpan(link: Link(url: recipe.url))
            builder.append("link", style: text)
            builder.closeSpan()
            builder.closeSpan()
            builder.appendGenerated("g", style: builder.intern(generated))
            builder.endParagraph(style: paragraphID, strut: strutID)
            builder.closeBlock()
        }
        builder.closeBlock()
        return builder.finish()
    }

    @Test(arguments: 1...50) func theOrderOfInterningNeverCounts(seed: UInt64) {
        let one = EqualityTests.build(Recipe(), seed: 0)
        let other = EqualityTests.build(Recipe(), seed: seed)
        #expect(one == other)
        #expect(other == one)
        #expect(other.brokenInvariants().isEmpty)
    }

    struct Difference: Sendable, CustomStringConvertible {
        let description: String
        let apply: @Sendable (inout Recipe) -> Void

        init(_ description: String, _ apply: @escaping @Sendable (inout Recipe) -> Void) {
            self.description = description
            self.apply = apply
        }
    }

    @Test(arguments: [
        Difference("bytes") { $0.text = "ward" }, Difference("text style") { $0.weight = 700 },
        Difference("marker style") { $0.markerSize = 17 },
        Difference("generated style") { $0.generatedColor = Color(rgb: 0xFF0000) },
        Difference("block style") { $0.margin = 17 }, Difference("box style") { $0.padding = 3 },
        Difference("link") { $0.url = "v" }, Difference("paragraph style") { $0.indent = 1 },
        Difference("list item") { $0.ordinal = 2 }, Difference("strut") { $0.strutSize = 17 },
    ])
    func everyDifferenceOfContentCounts(difference: Difference) {
        var recipe = Recipe()
        difference.apply(&recipe)
        for seed in UInt64(1)...8 {
            #expect(EqualityTests.build(Recipe(), seed: 3) != EqualityTests.build(recipe, seed: seed))
        }
    }

    @Test func aSpanWithoutBoxOrLinkDiffersFromOneThatHasThem() {
        func build(_ box: InlineBoxStyle, _ link: Link?) -> AttributedText {
            var builder = AttributedTextBuilder()
            builder.openSpan(box: box, link: link, ruby: .base)
            builder.append("x", style: builder.intern(TextStyle()))
            builder.closeSpan()
            return builder.finish()
        }
        var box = InlineBoxStyle()
        box.padding.left = .px(1)
        let plain = build(InlineBoxStyle(), nil)
        #expect(plain.spans.count == 1)
        #expect(plain != build(box, nil))
        #expect(build(box, nil) != plain)
        #expect(plain != build(InlineBoxStyle(), Link(url: "u")))
        #expect(build(InlineBoxStyle(), Link(url: "u")) != plain)
    }

    /// A text of a string is the one that the builder makes of its lines.
    @Test(arguments: ["", "a", "\n", "a\n", "\na", "é\n\n漢字", "one\ntwo three\n"])
    func aStringIsItsLines(_ string: String) {
        let style = Self.textStyles[3]
        var paragraphStyle = ParagraphStyle()
        paragraphStyle.baseDirection = .rightToLeft
        var builder = AttributedTextBuilder()
        let (styleID, paragraphStyleID) = (builder.intern(style), builder.intern(paragraphStyle))
        for line in string.split(separator: "\n", omittingEmptySubsequences: false) {
            builder.append(String(line), style: styleID)
            builder.endParagraph(style: paragraphStyleID, strut: styleID)
        }
        let text = AttributedText(string, style: style, paragraphStyle: paragraphStyle)
        #expect(text == builder.finish())
        #expect(text.brokenInvariants() == [])
        #expect(text.string == string + "\n")
    }
}
