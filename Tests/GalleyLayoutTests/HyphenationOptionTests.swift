import GalleyLayout
import GalleyShaping
import GalleyText
import Testing

/// `LayoutOptions.hyphenation`.
struct HyphenationOptionTests {
    private let text: AttributedText = {
        var style = TestDocument.textStyle
        style.breaking.hyphens = .auto
        style.shaping.language = "en"
        return AttributedText("eeeaaa", style: style)
    }()

    private func options(_ patterns: String) throws -> LayoutOptions {
        var options = LayoutOptions()
        let dictionary = try HyphenationDictionary(Array("UTF-8\n\(patterns)\n".utf8))
        options.hyphenation = HyphenationDictionaries(["en": dictionary])
        return options
    }

    @Test func nothingIsHyphenatedUnasked() {
        #expect(TestDocument.layout(text, width: 24).lines.count == 1)
    }

    @Test func linesShowHyphens() throws {
        let layout = TestDocument.layout(text, width: 24, options: try options("e1a"))
        #expect(layout.lines.map(\.endsWithHyphen) == [true, false])
        #expect(layout.lines.map(\.frame.width) == [24, 18])
        #expect(layout.relayout(width: 36).lines.count == 1)
    }

    @Test func otherDictionariesAreAnotherText() throws {
        let layout = TestDocument.layout(text, width: 24)
        let other = layout.relayout(width: 24, options: try options("e1a"), attachments: [:])
        #expect(other.lines.count == 2)
        let third = other.relayout(width: 24, options: try options("a1a"), attachments: [:])
        #expect(third.lines.map(\.frame.width) == [30, 12])
        #expect(third.relayout(width: 24, options: LayoutOptions(), attachments: [:]).lines.count == 1)
    }
}
