import Foundation
import Galley
import Testing

/// Documents that are wider than their pages, which are 220 px wide with margins of 10 px; letters are 6 px wide.
@Suite struct PageShrinkTests {
    private static func paged(_ html: String, _ change: (inout PageSetup) -> Void = { _ in }) throws -> PagedLayout {
        let style = """
            <!DOCTYPE html><style>@page { size: 220px 120px; margin: 10px } @page wide { size: 320px 120px }
            * { margin: 0; padding: 0; border-spacing: 0; font: 10px/10px 'Galley Test' } pre { white-space: pre; orphans: 1; widows: 1 }</style>
            """
        var setup = PageSetup(paper: PaperSize(width: 500, height: 500), margins: 30)
        change(&setup)
        return PagedLayout(try AttributedText(html: style + html), fonts: .strict(), setup: setup)
    }

    /// 300 px wide.
    private static let long = String(repeating: "x", count: 50)

    @Test(
        "How many times smaller a document is made",
        arguments: [
            ("<p>a b c", 1),
            ("<p>\(long)", 1.5),
            ("<pre>\(long)\(long)</pre>", 2),
            // What stands in the margin by a hundredth of the page's width stays there; what is not seen does not count.
            ("<div style='width:202px;background:red'>a</div>", 1),
            ("<div style='width:250px;background:red'>a</div>", 1.25),
            ("<div style='width:250px'>a</div>", 1),
            ("<div style='width:250px;visibility:hidden;background:red'>\(long)</div>", 1),
            // Spaces hang; and what stands over the other edge.
            ("<pre style='white-space:pre-wrap'>a\(String(repeating: " ", count: 90))\nb</pre>", 1),
            ("<div style='margin-left:-100px;width:100px;background:red'>a</div>", 1),
            // Right-to-left documents end at the left.
            ("<body dir=rtl><div style='width:250px;background:red'>a</div>", 1.25),
            ("<body dir=rtl><p>\(long)", 1.5),
            ("<body dir=rtl><div style='margin-right:-100px;width:250px;background:red'>a</div>", 1),
            // Tables, inline blocks, floats, positions, text that is aligned.
            ("<table><tr><td>\(long)<td>xx</table>", 1.56),
            ("<p>a <span style='display:inline-block;width:260px;background:red'></span>", 1.3),
            ("<div style='float:left;width:260px;border:10px solid'></div>", 1.4),
            ("<div style='position:absolute;left:100px;width:160px;border:10px solid'></div>", 1.4),
            ("<div style='width:260px;text-align:right'>x</div>", 1.3),
            // Where something is clipped, it is so on the page.
            ("<div style='overflow:hidden'>\(long)</div>", 1),
            ("<div style='overflow:hidden;width:240px'>\(long)</div>", 1.2),
            (
                "<div style='overflow:hidden'><div style='position:absolute;width:260px;background:red'>a</div></div>",
                1.3
            ),
            // Where transforms put it.
            ("<div style='width:400px;background:red;transform:scale(.5);transform-origin:0 0'>a</div>", 1),
            ("<div style='width:400px;background:red;transform:translateX(-160px)'>a</div>", 1.2),
            // Columns: a line that stands over the end of its own, but not over that of all; and the last.
            ("<div style='columns:2;column-gap:0;height:10px'>\(long.prefix(20))<p>a</div>", 1),
            ("<div style='columns:2;column-gap:0;height:10px'>a<p>\(long.prefix(30))</div>", 1.4),
            ("<div style='columns:2;column-gap:0;height:10px;overflow:hidden'>a<p>\(long.prefix(30))</div>", 1),
            // Footnotes; what is fixed is no part of the document's extent.
            ("<p>a<i style='float:footnote'>\(long)</i>", 1.5),
            ("<div style='position:fixed;width:300px;background:red'>a</div>", 1),
            // Of pages of several widths the one that it is most for.
            ("<p style='page:wide'>\(long)<p style='page:auto'>\(long.prefix(40))", 1.2),
        ] as [(String, Double)])
    func factors(html: String, factor: Double) throws {
        for page in try Self.paged(html).pages {
            #expect(abs(1 / page.contentTransform.a - factor) < 0.001, "\(1 / page.contentTransform.a)")
        }
    }

    @Test("Limits that are none", arguments: [(Double.nan, 1), (-3, 1), (0, 1), (1, 1), (1.2, 1.2), (.infinity, 1.5)])
    func limits(_ limit: Double, _ factor: Double) throws {
        let paged = try Self.paged("<p>\(Self.long)") { $0.maximumShrinkFactor = limit }
        let page = try #require(paged.pages.first)
        #expect(abs(page.contentTransform.a - 1 / factor) < 1e-9)
        // Nothing is without end.
        let wide = try Self.paged("<div style='width:1e9px;background:red'>a</div>") {
            $0.maximumShrinkFactor = .infinity
        }
        #expect(try #require(wide.pages.first).contentTransform.a >= 0.01)
    }

    @Test("Margins and margin boxes stay, and the content fills its place") func places() throws {
        let head = "<style>@page { @top-left { content: 'top' } }</style>"
        let page = try #require(try Self.paged(head + "<p>\(Self.long)<p id=a>b").pages.first)
        #expect(page.contentRect == Rect(x: 10, y: 10, width: 200, height: 100))
        let lines = page.lines
        #expect(lines.map(\.frame.x) == [10, 10])
        #expect(abs(lines[0].frame.maxX - 210) < 0.001)
        #expect(abs(lines[1].frame.y - (10 + 10 / 1.5)) < 0.001)
        #expect(page.marginBoxes.first?.layout.lines.first?.frame.height == 10)
        // Places that links lead to are the sheet's.
        let places = page.displayList.commands.compactMap { command in
            if case .destination("a", let point) = command { point } else { nil }
        }
        #expect(places.map(\.x) == [10])
        #expect(abs((places.first?.y ?? 0) - (10 + 10 / 1.5)) < 0.001)
    }

    @Test("As many lines fit on a page as there is room for at that size") func pages() throws {
        let html = "<pre>" + (1...30).map { "\($0)" }.joined(separator: "\n") + "\n" + Self.long + "</pre>"
        let paged = try Self.paged(html)
        #expect(paged.pages.map { $0.lines.count } == [15, 15, 1])
        let cut = try Self.paged(html) { $0.maximumShrinkFactor = 1 }
        #expect(cut.pages.map { $0.lines.count } == [10, 10, 10, 1])
        #expect(cut.pages[0].contentTransform == .identity)
    }

    @Test("JSON says where lines are on the sheet") func json() throws {
        struct Pages: Decodable {
            struct Page: Decodable {
                struct Line: Decodable {
                    struct Run: Decodable { var size: Double }
                    var x, y, width, height: Double
                    var runs: [Run]
                }
                var width: Double
                var lines: [Line]
            }
            var pages: [Page]
        }
        let bytes = LayoutJSON(try Self.paged("<pre>\(Self.long)\(Self.long)</pre>"), glyphs: true).bytes()
        let page = try #require(try JSONDecoder().decode(Pages.self, from: Data(bytes)).pages.first)
        let line = try #require(page.lines.first)
        #expect(page.width == 220)
        #expect((line.x, line.y) == (10, 10))
        #expect((line.width, line.height) == (300, 5))
        #expect(line.runs.map(\.size) == [5])
    }

    @Test("The background of the root covers the sheet") func background() throws {
        let paged = try Self.paged("<html style='background:linear-gradient(red,blue)'><pre>\(Self.long)</pre>")
        let list = try #require(paged.pages.first).displayList
        let clips = list.commands.compactMap { command in
            if case .background(let background) = command { background.clip } else { nil }
        }
        let page = try #require(paged.pages.first)
        let clip = page.contentTransform.boundingBox(of: try #require(clips.first))
        #expect(abs(clip.minX) < 0.001 && abs(clip.maxX - 220) < 0.001)
        #expect(abs(clip.minY) < 0.001 && abs(clip.maxY - 120) < 0.001)
    }

    @Test("A text in an area of a page") func formatter() throws {
        var formatter = PrintFormatter(
            try AttributedText(
                html: "<body style='margin:0'><pre style='font:10px/10px Galley Test;margin:0'>\(Self.long)</pre>"))
        let paper = PaperSize(width: 200, height: 200)
        let area = Rect(x: 20, y: 20, width: 160, height: 160)
        formatter.contentInsets.top = 30
        let page = try #require(formatter.paginated(on: paper, area: area, fonts: .strict()).pages.first)
        #expect(page.contentRect.y == 50 && abs(page.contentRect.height - 130) < 0.001)
        #expect(abs((page.lines.first?.frame.maxX ?? 0) - 180) < 0.001)
        formatter.maximumShrinkFactor = 1
        let other = try #require(formatter.paginated(on: paper, area: area, fonts: .strict()).pages.first)
        #expect(other.lines.first?.frame.maxX == 320)
    }
}
