import Galley
import Testing

/// What inline drawings take from the page: their root's size of fonts, relative to what is around, and its `fill`.
@Suite struct DrawingLookTests {
    private static let style =
        "<!DOCTYPE html><style>p{font-size:20px;margin:0} .c{fill:currentColor} .g{fill:#080} .n{fill:none} .u{fill:url(#a)}</style>"

    @Test(
        arguments: [
            ("<svg>", ""), ("<svg font-size='2em'>", "font-size=\"40\""),
            ("<svg font-size='150%'>", "font-size=\"30\""),
            ("<svg font-size=7>", "font-size=\"7\""), ("<svg font-size='large'>", "font-size=\"large\""),
            ("<svg style='font-size:2em'>", "style=\"font-size:2em;font-size:40px\""),
            ("<svg style='font-size:7px'>", "style=\"font-size:7px\""),
            ("<svg class=c>", "class=\"c\" style=\"fill:currentcolor\""),
            ("<svg class=g style='top:0'>", "class=\"g\" style=\"fill:#008800;top:0\""),
            ("<svg class=g style='fill:red'>", "class=\"g\" style=\"fill:red\""),
            ("<svg class=g fill=red>", "class=\"g\" fill=\"red\" style=\"fill:#008800\""),
            ("<svg class=n>", "class=\"n\" style=\"fill:transparent\""), ("<svg class=u>", "class=\"u\""),
            ("<b class=g><svg>", "style=\"fill:#008800\""), ("<b class=g><svg fill=red>", "fill=\"red\""),
        ])
    func root(_ tag: String, _ attributes: String) throws {
        let text = try AttributedText(html: Self.style + "<p>a" + tag + "</svg>")
        let markup = try #require(text.attachments.first?.markup)
        let root = markup.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
            .replacing("xmlns:xlink=\"http://www.w3.org/1999/xlink\"", with: "")
        // Where an attribute was left out, a space is.
        let expected = attributes.isEmpty ? "<svg/>" : "<svg \(attributes)/>"
        #expect(
            root.split(separator: " ").joined(separator: " ").replacing(" />", with: "/>") == expected)
        #expect(text.attachments.first.map { _ in try? AttributedText(html: text.html()) } == text)
    }
}
