import GalleyHTML
import GalleyText
import Testing

/// `::first-line` and `::first-letter` in the model.
@Suite struct FirstStylesTests {
    private func styles(_ html: String) throws -> [ParagraphStyle] {
        let text = try AttributedText(html: "<!doctype html>" + html)
        return text.paragraphs.map { text.style($0.style) }
    }

    @Test func onlyTheFirstParagraphOfABlock() throws {
        let found = try styles(
            "<style>div::first-line{color:#010203;font-size:200%}</style><div>a<p>b</p>c</div><p>d")
        #expect(found.map { $0.firstLine?.paint.color.hexadecimal } == ["#010203", nil, nil, nil])
        #expect(found[0].firstLine?.shaping.fontSize == 32)
    }

    @Test func theFirstLineMayBeInsideANestedBlock() throws {
        let found = try styles(
            """
            <style>div::first-line{color:#010203;font-weight:700} p{color:#040506} .q::first-line{font-style:italic}
            div::first-letter{font-size:50px;float:left;margin-right:3px}</style>
            <div><section><p class=q>b</p></section><p>c</div>
            """)
        #expect(found.count == 2)
        let line = found[0].firstLine
        // The paragraph's own colour stands, the weight comes from around, the slant from its own rule.
        #expect(line?.paint.color.hexadecimal == "#040506")
        #expect(line?.shaping.fontWeight == 700 && line?.shaping.fontSlant == .italic)
        #expect(found[0].firstLetter?.float == .left && found[0].firstLetter?.text.shaping.fontSize == 50)
        #expect(found[0].firstLetter?.box.margin.right == .px(3))
        #expect(found[1].firstLine == nil && found[1].firstLetter == nil)
    }

    @Test func floatsAndCellsKeepTheirOwn() throws {
        let found = try styles(
            "<style>div::first-line{color:red}</style><div><table><tr><td>a</table></div><div><b style=float:left>x</b>y</div>"
        )
        #expect(found.filter { $0.firstLine != nil }.count == 1)
    }
}
