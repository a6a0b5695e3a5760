import Galley
import Testing

/// What pages of users have shown: each line of the table is a rule, with the boxes and heights that Chromium has. Lines are
/// 10 px high, letters 6 px wide.
@Suite struct UserPageTests {
    private static func layout(_ html: String, width: Double = 300) throws -> DocumentLayout {
        let style =
            "<style>* { margin: 0; padding: 0; border-spacing: 0; font: 10px/10px 'Galley Test' } p { margin: 0 }</style>"
        let type = html.hasPrefix("<quirks>") ? "" : "<!DOCTYPE html>"
        let text = try AttributedText(html: type + style + html.replacing("<quirks>", with: ""))
        return DocumentLayout(text, fonts: .strict(), width: width)
    }

    @Test(
        "How high documents are",
        arguments: [
            // A break that clears ends beside the float; what follows it begins below (HTML §15.3.7).
            ("<div style='float:left;width:50px;height:40px'></div>a<br clear=all>b", 50.0),
            ("<div style='float:left;width:50px;height:40px'></div>a<br clear=right>b", 40),
            ("<div style='float:left;width:50px;height:40px'></div>a<br style='clear:both'><p>b", 50),
            ("a<br clear=all>b", 20), ("a<br clear=all>", 10), ("<p>a<b>b<br clear=left>c</b></p>", 20),
            // Spaces alone make no line in a box of their own (CSS 2 §9.4.2).
            ("<style>div::before, div::after { content: ' '; display: table }</style><div>a</div>", 10),
            ("<style>div::before { content: ' '; display: block }</style><div>a</div>", 10),
            ("<style>div::before { content: ' x '; display: block }</style><div>a</div>", 20),
            ("<style>div::before { content: ' '; display: block; white-space: pre }</style><div>a</div>", 20),
            // Pseudo-elements are cells, too (CSS 2 §12.1): the text beside is as wide as what they leave.
            (
                "<style>li{display:table-row}li::before{content:'11';display:table-cell}</style><ul style='width:30px'><li>aaa aaa",
                20
            ),
            (
                "<style>li{display:table}li::before{content:'11';display:table-cell}</style><ul style='width:30px'><li>aaa aaa",
                20
            ),
            ("<style>p{display:table}p::after{content:'';display:table-cell;padding:15px}</style><p>a", 30),
            // The height of a cell has its edges in it, in quirks mode (Quirks Mode §3.9).
            ("<quirks><table><tr><td style='height:50px;padding:10px'>a</table>", 50),
            ("<quirks><table><tr><td style='height:50px;padding:30px'>a</table>", 70),
            ("<table><tr><td style='height:50px;padding:10px'>a</table>", 70),
            // The canvas is as high as what overflows (CSS Overflow 3 §2.2), and is never clipped itself (§3.3).
            ("<div style='position:absolute;height:5px'>a<br>b</div>", 20),
            ("<div style='height:5px'>a<br>b</div>", 20),
            ("<div style='height:5px;overflow:hidden'>a<br>b</div>", 5),
            ("<div style='height:5px;overflow:hidden'><b style='position:absolute;top:30px'>a</b></div>", 40),
            (
                "<div style='height:5px;overflow:hidden;position:relative'><b style='position:absolute;top:30px'>a</b></div>",
                5
            ),
            ("<style>html{height:5px;overflow-x:hidden}</style>a<p>b", 20),
            ("<style>body{height:5px;overflow:hidden}</style>a<p>b", 20),
            ("<style>html{overflow:auto}body{height:5px;overflow:hidden}</style>a<p>b", 5),
            ("<div style='columns:2;height:10px'>a<br>b</div>", 10),
        ])
    func heights(html: String, want: Double) throws {
        #expect(try Self.layout(html).size.height == want)
    }

    @Test(
        "Where things stand across",
        arguments: [
            // A float that is wider than its box goes over the other edge (CSS 2 §9.5.1).
            (
                "<div style='width:100px;margin-left:50px'><b style='float:right;width:130px;height:5px;background:red'></b></div>",
                20.0
            ),
            // Markers stand before lines, beside floats.
            (
                "<b style='float:left;width:80px;height:50px'></b><ul style='padding-left:30px'><li style='list-style:\"x\"'>a</ul>",
                74
            ),
            ("<ul style='padding-left:30px'><li style='list-style:\"x\"'>a</ul>", 24),
            (
                "<b style='float:right;width:80px;height:50px'></b><ul dir=rtl style='padding-right:30px'><li style='list-style:\"x\"'>a</ul>",
                220
            ),
        ])
    func across(html: String, want: Double) throws {
        let layout = try Self.layout(html)
        let boxes = layout.content.blocks.filter { layout.text.style(of: $0.block).background != nil }.map(\.frame.x)
        let markers = layout.content.markers.map(\.frame.x)
        #expect(boxes + markers == [want])
    }

    /// What is out of the flow does not count (CSS Pseudo-Elements 4 §2.2).
    @Test(
        "First letters",
        arguments: [
            ("<p><b style='float:left'></b>abc", "a"), ("<p> <b style='position:absolute'>x</b> (abc", "(a"),
            ("<p><b style='display:inline-block'></b>abc", ""), ("<p><b style='float:left'></b><img>abc", ""),
        ])
    func firstLetters(html: String, want: String) throws {
        let text = try AttributedText(html: "<style>p::first-letter{color:red}</style>" + html)
        let index = try #require(
            text.paragraphs.indices.first { text.style(text.paragraphs[$0].style).firstLetter != nil })
        #expect(text.firstLetterRange(ofParagraph: index).map { String(text[$0]) } ?? "" == want)
    }

    @Test(
        "Positioned boxes take no part in the widths of what they stand in (CSS 2 §9.3.1)",
        arguments: ["inline-block", "float:left", "table", "position:absolute"])
    func positioned(box: String) throws {
        let display = box.contains(":") ? box : "display:\(box)"
        let layout = try Self.layout(
            "<p><span style='\(display);position:\(box.hasPrefix("position") ? "absolute" : "relative")' id=x>aa"
                + "<span style='position:absolute;width:90px'>bbb</span></span></p>")
        let widths = layout.fragments.filter { layout.text.blocks[$0.block.index].flow != .main || box == "table" }
            .map(\.frame.width)
        #expect(widths.contains(12) && !widths.contains { $0 > 12 && $0 != 90 && $0 != 300 }, "\(widths)")
    }

    @Test("Isolates that are raised make no line higher", arguments: ["isolate", "normal"])
    func isolates(bidi: String) throws {
        let html =
            "<p style='line-height:20px'>a <sup style='line-height:1;unicode-bidi:\(bidi);font-size:5px'>1</sup> b</p>"
        #expect(try Self.layout(html).size.height == 20)
    }

    @Test(
        "Collapsed borders too thin for two halves are solid", arguments: [(1.0, "solid"), (2, "ridge"), (5, "ridge")])
    func collapsedBorders(width: Double, want: String) throws {
        let layout = try Self.layout(
            "<table style='border-collapse:collapse'><tr><td style='border:\(width)px inset red'>a</table>")
        let strokes = Set(layout.tableBorders.map { "\($0.edge.stroke)" })
        #expect(strokes == [want])
    }

    @Test("A box that clips beside the page keeps the document's structure whole")
    func clippedBesideThePage() throws {
        for clip in ["position:absolute;left:-9999px", "margin-left:-9999px;width:9px", "position:absolute;top:-999px"]
        {
            let html = "<div style='\(clip);overflow:hidden'><p>Skip</p></div><h2>Title &lt;</h2><p><a href=x>b</a></p>"
            let layout = try Self.layout(html)
            let pages = layout.paginated(PageSetup(paper: .a4, margins: EdgeInsets(40)))
            for pdf in [try layout.bytes(as: .pdf), try pages.bytes(as: .pdf)] { #expect(pdf.count > 1_000) }
        }
    }
}
