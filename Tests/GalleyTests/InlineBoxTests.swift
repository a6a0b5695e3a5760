import Galley
import Testing

/// Inline boxes of HTML in lines of the embedded face, at 10 px letters of 6 px, spaces of 3 px, ascent 8, descent 2.
@Suite("Inline boxes in lines")
struct InlineBoxTests {
    private func paragraph(_ html: String, width: Double = 1_000) throws -> (ParagraphLayout, AttributedText)? {
        let head = "<!DOCTYPE html><style>body{font:10px/20px 'Galley Test'}</style>"
        let text = try AttributedText(html: head + html)
        guard let index = text.paragraphs.indices.first(where: { !text.paragraphs[$0].contentRange.isEmpty }) else {
            return nil
        }
        let context = LayoutContext(fonts: .strict())
        let shaped = context.shape(paragraph: index, of: text)
        let objects = shaped.objects.map { _ in InlineBoxMetrics(width: 10, height: 60, baseline: 60) }
        return (ParagraphLayout(shaped, ParagraphConstraints(width: width), boxes: objects, context: context), text)
    }

    /// CSS 2 §10.8.1: each inline box has its own line height, whether there is text in it or not.
    @Test(
        "Line heights",
        arguments: [
            // Nothing special.
            ("aa", [20]), ("<b>aa</b>", [20]), ("<span style='line-height:30px'>aa</span>", [30]),
            // Boxes without text.
            ("<span style='vertical-align:0;line-height:60px'></span>aa", [60]),
            ("aa<span style='vertical-align:20px'></span>", [40]),
            ("aa<span style='vertical-align:0;line-height:60px'><br></span>bb", [60, 20]),
            ("a<br><span style='vertical-align:0;line-height:60px'></span>", [20]),
            ("a<br><span style='vertical-align:0;line-height:60px'></span>b", [20, 60]),
            ("a<span style='vertical-align:0;line-height:60px'></span><br>b", [60, 20]),
            // The same without anything but the line height.
            ("<span style='line-height:60px'></span>aa", [60]), ("aa<span style='line-height:60px'></span>", [60]),
            ("aa<span style='line-height:60px'> </span> cc<br>dd", [60, 20]),
            ("aa <span style='line-height:60px'> </span> cc<br>dd", [60, 20]),
            ("aa<span style='line-height:60px'><br></span>bb", [60, 20]),
            ("a<br><font style='line-height:60px'><br></font>b", [20, 60, 20]),
            ("<span style='line-height:60px'>aa<br>bb </span>cc", [60, 60]),
            ("<span style='line-height:60px'><small style='line-height:10px'>aa<br>bb</small></span>", [60, 60]),
            ("<span style='line-height:60px'>aa <small style='line-height:10px'>bb<br>bb</small></span>", [60, 60]),
            // What is aligned in a box with another font is aligned to that font; the numbers are Chromium's.
            ("<span style='font-size:40px'>X<sup style='font-size:10px'>2</sup></span>", [34]),
            (
                "<span style='font-size:40px'>X<span style='font-size:10px;vertical-align:text-top'>c</span></span>",
                [39]
            ),
            (
                "<span style='font-size:40px'>X<span style='font-size:10px;vertical-align:text-bottom'>c</span></span>",
                [30]
            ),
            (
                "<span style='font-size:40px'>X<span style='line-height:50px;vertical-align:middle'>c</span></span>",
                [50]
            ),
            // Boxes around other boxes only.
            ("<span style='vertical-align:0;line-height:60px'><span style='line-height:10px'>a</span></span>", [60]),
        ])
    func heights(html: String, expected: [Double]) throws {
        let (layout, _) = try #require(try paragraph("<p>\(html)"))
        #expect(layout.lines.map { $0.height.rounded() } == expected)
    }

    /// CSS 2 §8.6: the edges of a box are at the ends of what it holds on the line, after reordering, and which is where is
    /// the box's own direction.
    @Test(
        "Edges after reordering",
        arguments: [
            // What stands at the end of the box runs the other way.
            ("<p>ab <span style='padding:0 7px 0 4px'>cd <bdo dir=rtl>ef</bdo></span> gh", [15, 38], [0, 19, 34, 53]),
            // Digits in a right-to-left paragraph: the start edge is the right one.
            ("<p dir=rtl><span style='padding:0 4px 0 7px'>12</span>", [0, 23], [7]),
            // A box with a direction around text that runs on.
            ("<p>a<span style='direction:rtl;padding:0 4px 0 7px'>b</span>c", [6, 17], [0, 13, 23]),
            // Margins are outside.
            ("<p dir=rtl><span style='margin:0 1px 0 2px;padding:0 4px 0 7px'>12</span>", [2, 23], [9]),
            // A box without anything stands where it is in the text, here between two letters that run to the left.
            ("<p><bdo dir=rtl>a<span style='padding:0 4px 0 7px'></span>b</bdo>", [6, 11], [0, 17]),
        ])
    func edges(html: String, fragment: [Double], runs: [Double]) throws {
        let (layout, _) = try #require(try paragraph(html, width: .infinity))
        let line = try #require(layout.lines.first)
        let rect = try #require(line.boxFragments.first { $0.hasStart }).rect
        #expect([rect.minX, rect.width] == fragment)
        #expect(line.runs.filter { !$0.isHanging }.map(\.x) == runs)
        #expect(line.width >= max(rect.maxX, line.runs.map { $0.x + $0.width }.max() ?? 0))
    }

    /// Each bidi paragraph has its own direction and start edge where the text decides (CSS Text 3 §7.1).
    @Test("Lines of their own directions")
    func directions() throws {
        let html = "<p style='unicode-bidi:plaintext'>ab<br>&#x202B;cd&#x202C;<br>א<br>אa<br>1"
        let (layout, _) = try #require(try paragraph(html, width: 100))
        #expect(layout.lines.map(\.isRightToLeft) == [false, false, true, true, false])
        #expect(layout.lines.map { $0.isRightToLeft ? $0.x + $0.width : $0.x } == [0, 0, 100, 100, 0])
        let wide = try #require(try paragraph(html, width: .infinity)).0
        let widest = try #require(wide.lines.map(\.width).max())
        #expect(wide.lines.map { $0.isRightToLeft ? $0.x + $0.width : $0.x } == [0, 0, widest, widest, 0])
    }

    @Test(
        "No line for what shows nothing",
        arguments: [
            ("<p>12<bdi>a<br></bdi>", 1), ("<p><span dir=rtl>a<br></span>", 1), ("<pre><bdi>a\n</bdi>", 1),
            ("<p>a<bdi></bdi><br>b", 2), ("<p>a<bdi><br></bdi>b", 2), ("<pre>a&#13;b\nc", 2),
        ])
    func lineCount(html: String, expected: Int) throws {
        #expect(try #require(try paragraph(html)).0.lineCount == expected)
    }

    @Test("Tab stops are the block's")
    func tabs() throws {
        let (layout, _) = try #require(
            try paragraph("<p style='white-space:pre'><span style='font-size:30px'>a&#9;b</span>&#9;c"))
        // Stops each 8 x 3 px: after 18 px at 24, after 24 + 18 at 48.
        #expect(layout.lines[0].runs.map(\.x) == [0, 24, 48])
    }

    @Test("A word may break at wbr in nobr")
    func wordBreak() throws {
        #expect(try #require(try paragraph("<nobr>aaaaaaa<wbr>bbbbbbb</nobr>", width: 60)).0.lineCount == 2)
        #expect(try #require(try paragraph("<nobr>aaaaaaa bbbbbbb</nobr>", width: 60)).0.lineCount == 1)
    }
}
