import Galley
import GalleyShaping
import Testing

/// Text that is shown and not in the source, among the spans that begin and end where it stands.
@Suite("Generated text") struct GeneratedTextTests {
    private static let style = """
        <!DOCTYPE html><style>u, s { text-decoration: none; padding: 1px } u::before { content: '<' } u::after { content: '>' }
        s::before { content: '«'; padding: 1px } s::after { content: '»'; margin: 1px } a { color: red }</style>
        """

    /// The shown text of the first paragraph with its boxes as brackets.
    private static func shown(_ text: AttributedText) -> String {
        let inline = InlineText(paragraph: 0, of: text)
        var result = ""
        var place = 0
        for event in inline.events {
            result += String(decoding: inline.utf8[place..<event.offset], as: UTF8.self)
            place = event.offset
            switch event.kind {
            case .open: result += "("
            case .close: result += ")"
            case .object: break
            }
        }
        return result + String(decoding: inline.utf8[place...], as: UTF8.self)
    }

    @Test(
        "It stands in the boxes of its element (CSS 2 §12.1)",
        arguments: [
            ("a<u>b</u>c", "a(<b>)c"),
            ("a<u></u>c", "a(<>)c"),
            ("a<s>b</s>c", "a((«)b(»))c"),
            ("a<u><u>b</u></u>c", "a(<(<b>)>)c"),
            ("<u>a</u><u>b</u>", "(<a>)(<b>)"),
            ("<u></u><u>b</u>", "(<>)(<b>)"),
            ("a<u><a href=x>b</a></u>c", "a(<b>)c"),
            ("<s>a<u>b</u></s><u>c</u>", "((«)a(<b>)(»))(<c>)"),
            ("<s><u>b</u>a</s>", "((«)(<b>)a(»))"),
            ("<u>a<b style='padding:1px'></b></u><b style='padding:1px'></b><u>c</u>", "(<a()>)()(<c>)"),
        ])
    func boxes(html: String, shown: String) throws {
        let text = try AttributedText(html: Self.style + html)
        #expect(Self.shown(text) == shown)
        #expect(Self.shown(try AttributedText(html: text.html())) == shown)
    }

    @Test(
        "Of a link it is a part where its element is in the link",
        // The first letter and the number of letters that can be clicked.
        arguments: [("a<u><a href=x>bb</a></u>c", 3, 2), ("a<a href=x><u>bb</u></a>c", 1, 4)])
    func links(html: String, first: Int, count: Int) throws {
        let plain =
            "<!DOCTYPE html><style>* { font: 10px/10px 'Galley Test' } body { margin: 0 } u::before { content: 'zz' }</style>"
        let layout = DocumentLayout(try AttributedText(html: plain + html), fonts: .strict(), width: 400)
        var areas: [Rect] = []
        for case .beginTag(.link(_, let found), _, _) in layout.displayList.commands { areas += found }
        let letter = try #require(layout.lines.first).frame.width / 6
        #expect(areas == [Rect(x: Double(first) * letter, y: 0, width: Double(count) * letter, height: 10)])
    }

    @Test(
        "An edit leaves it where it was among what is left",
        arguments: [
            // Characters that are removed, and what is shown then.
            ("a<u>bb</u>c", 1..<2, "a(<b>)c"), ("a<u>bb</u>c", 0..<1, "(<bb>)c"), ("a<u>bb</u>c", 3..<4, "a(<bb>)"),
            ("<b style='padding:1px'>x</b><u>y</u><s>z</s>", 0..<1, "(<y>)((«)z(»))"),
            ("<s>x</s><u>y</u>z", 2..<3, "((«)x(»))(<y>)"), ("a<u>bb</u>c", 1..<3, "ac"), ("a<u>bb</u>c", 0..<3, "c"),
        ])
    func edits(html: String, removed: Range<Int>, shown: String) throws {
        var text = try AttributedText(html: Self.style + html)
        text.replaceSubrange(removed, with: "")
        #expect(Self.shown(text) == shown)
    }

    @Test(
        "What is typed at the ends of a span stands inside what is shown there",
        arguments: [
            ("a<u>b</u>c", 1, "a(<Xb>)c"), ("a<u>b</u>c", 2, "a(<bX>)c"),
            ("<u>ab</u>", 1, "(<aXb>)"),
        ])
    func insertions(html: String, offset: Int, shown: String) throws {
        var text = try AttributedText(html: Self.style + html)
        text.replaceSubrange(offset..<offset, with: "X")
        #expect(Self.shown(text) == shown)
    }

    @Test("Links with nothing but generated text are each their own")
    func emptyLinks() throws {
        let html = "<style>a::before { content: attr(id) }</style><p><a id=aa href=one></a><a id=bb href=two></a>c"
        let layout = DocumentLayout(try AttributedText(html: html), fonts: .strict(), width: 400)
        var targets: [StructureTag.LinkTarget] = []
        for case .beginTag(.link(let target, _), _, _) in layout.displayList.commands { targets.append(target) }
        #expect(targets == [.url("one"), .url("two")])
    }

    @Test("A span that an edit cuts into paragraphs keeps what is shown in it")
    func cut() throws {
        var text = try AttributedText(html: Self.style + "<u>ab</u>c")
        text.replaceSubrange(1..<1, with: "\n")
        #expect(Self.shown(text) == "(<a)")
    }
}
