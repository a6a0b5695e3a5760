import Galley
import Testing

/// The entries of the document's outline (CSS Generated Content for Paged Media 3 §2).
@Suite struct BookmarkTests {
    /// "level title@y", with a dash for closed ones, the pages apart.
    private static func entries(_ html: String) throws -> String {
        let style = """
            <!DOCTYPE html><style>@page { size: 200px 100px; margin: 0 }
            * { margin: 0; padding: 0; font: 10px/10px 'Galley Test' }</style>
            """
        let paged = PagedLayout(
            try AttributedText(html: style + html), fonts: .strict(),
            setup: PageSetup(paper: PaperSize(width: 500, height: 500), margins: 30))
        return paged.pages.map { page in
            page.displayList.commands.compactMap { command in
                if case .outline(let level, let title, let point, let isOpen) = command {
                    "\(level)\(isOpen ? "" : "-") \(title)@\(Int(point.y))"
                } else {
                    nil
                }
            }.joined(separator: ", ")
        }.joined(separator: " | ")
    }

    @Test(
        arguments: [
            ("<h1>a</h1>x<h3>b <i>c</i><br>d</h3>", "1 a@0, 3 b c d@20"),
            ("<h1 style='bookmark-level:none'>a</h1><h2 style='bookmark-level:5'>b</h2>", "5 b@10"),
            ("<p>x<p style='bookmark-level:2'>b<p style='bookmark-level:auto'>c", "2 b@10"),
            ("<h1 style='bookmark-state:closed'>a</h1><h2>b</h2>", "1- a@0, 2 b@10"),
            ("<h1 style='bookmark-label:\"x\"'>a</h1>", "1 x@0"),
            ("<h1 title=t style='bookmark-label:attr(title) content()'>a</h1>", "1 ta@0"),
            (
                "<style>h1{counter-increment:c;bookmark-label:counter(c,upper-roman) '. ' content(text)}</style><h1>a</h1><h1>b</h1>",
                "1 I. a@0, 1 II. b@10"
            ),
            ("<style>h1::before{content:'1 '}</style><h1>a</h1>", "1 a@0"),
            // Blocks in blocks, outermost first; of several paragraphs one entry.
            ("<div style='bookmark-level:1'><h2>a</h2><p>b</div>", "1 a b@0, 2 a@0"),
            ("<h1>a<div>b</div>c</h1>", "1 a b c@0"),
            ("<h1><div>a</div></h1>", "1 a@0"),
            // On the page where it begins.
            (
                "<p>x<div style='break-before:page;bookmark-level:1'>a<p style='break-before:page'>b</div>",
                " | 1 a b@0 | "
            ),
            // What has no text has an entry only by its label.
            ("<h1></h1><h1><img src=x.png alt=y></h1>", ""),
            ("<h1 style='bookmark-label:\"x\"'><img src=x.png alt=y width=10 height=10></h1>", "1 x@0"),
            ("<p style='float:left;bookmark-level:1;bookmark-label:\"f\"'>a</p><p>b", "1 f@0"),
            ("<table><tr><td style='bookmark-level:2;bookmark-label:\"c\"'>a</table>", "2 c@2"),
        ])
    func entries(html: String, wanted: String) throws {
        let found = try Self.entries(html)
        #expect(found == wanted)
        // The same comes back from what is written.
        let text = try AttributedText(html: html)
        #expect(try AttributedText(html: text.html()) == text)
    }
}
