import Galley
import Testing

/// Tables without parts, and fields of forms that are blocks. Lines are 10 px high, letters 6 px wide.
@Suite("Empty tables and fields") struct EmptyTableTests {
    private static func layout(_ html: String) throws -> DocumentLayout {
        let style = """
            <!DOCTYPE html><style>* { margin: 0; padding: 0; border: 0; font: 10px/10px 'Galley Test' }
            .c::before, .c::after { content: ' '; display: table } p { margin: 20px 0 } .f { float: left; height: 30px }</style>
            """
        return DocumentLayout(try AttributedText(html: style + html), fonts: .strict(), width: 200)
    }

    @Test(
        "They separate margins and clear floats (CSS 2 §8.3.1, §9.5.2)",
        arguments: [
            // The top of each line.
            ("<div class=c><p>a</div><p>b", [20, 70]),
            ("<div class=d><p>a</div><p>b", [20, 50]),
            ("<div class=f>a</div><div style='display:table;clear:both'></div><div>b</div>", [0, 30]),
            ("<div class=f>a</div><table style='clear:left'></table><div>b</div>", [0, 30]),
        ])
    func lines(html: String, tops: [Double]) throws {
        #expect(try Self.layout(html).lines.map(\.frame.y) == tops)
    }

    @Test("In plain text they are nothing")
    func plainText() throws {
        let style = "<style>.c::before, .c::after { content: ' '; display: table }</style>"
        let list = "<ul><li class=c>a<li class=c>b</ul>"
        let text = try AttributedText(html: style + "<div class=c>x</div>" + list)
        let other = try AttributedText(html: "<div>x</div>" + list)
        #expect(PlainTextWriter().string(from: text) == PlainTextWriter().string(from: other))
    }

    @Test(
        "Fields are blocks and floats where their style says so",
        arguments: [
            ("<input value=a style='display:block;width:100%;border:1px solid'>b", [1, 12], 202),
            ("<input value=a style='display:block;border:1px solid'>b", [1, 12], 122),
            ("<select style='display:block;background:red'><option>aa</select>b", [0, 10], 12),
            ("<input value=a style='float:right;width:20px'>b", [0, 0], 20),
        ])
    func fields(html: String, tops: [Double], width: Double) throws {
        let layout = try Self.layout(html)
        #expect(layout.lines.map(\.frame.y).sorted() == tops)
        let field = try #require(
            layout.fragments.first { layout.text.style(of: $0.block).isFlowRoot && $0.block != .root })
        #expect(field.frame.width == width)
    }
}
