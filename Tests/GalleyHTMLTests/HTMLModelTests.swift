import Foundation
import GalleyHTML
import GalleyText
import Testing

@Suite("HTML to model")
struct HTMLModelTests {
    private func model(_ html: String, _ options: HTMLOptions = HTMLOptions()) throws -> AttributedText {
        try AttributedText(html: html, options: options)
    }

    /// Markers in order, as shown.
    private func markers(_ html: String) throws -> [String] {
        try model(html).blocks.compactMap { block in
            guard case .item(let item) = block.kind else { return nil }
            return item.markerText?.trimmingCharacters(in: .whitespaces) ?? "none"
        }
    }

    // MARK: Lists

    @Test(
        "Numbers and markers of list items",
        arguments: [
            ("<ol reversed start=10><li>a<li value=3>b<li>c</ol>", ["10.", "3.", "2."]),
            ("<ol><li>a<li value=-4>b<li>c</ol>", ["1.", "-4.", "-3."]),
            ("<ol start=99999999999999999999><li>a<li>b</ol>", ["1000000000.", "1000000000."]),
            ("<ol type=I><li>a<li type=a>b</ol>", ["I.", "b."]),
            ("<ul style='list-style-type:\"- \"'><li>a</ul>", ["-"]),
            ("<ol><li>a<ol><li>b</ol><li>c</ol>", ["1.", "1.", "2."]),
        ])
    func listMarkers(html: String, want: [String]) throws {
        #expect(try markers(html) == want)
    }

    @Test("Every paragraph of nested lists knows its lists")
    func listDepth() throws {
        let text = try model("<ul><li>a<ul><li>b</ul>c</ul>d")
        let depths = text.paragraphs.map { paragraph in
            text.ancestors(of: paragraph.block).filter {
                if case .list = text.blocks[$0.index].kind { true } else { false }
            }.count
        }
        #expect(depths == [1, 2, 1, 0])
        #expect(text.markers(ofParagraph: 2).isEmpty)
    }

    // MARK: Tables

    /// `row group kind, cells` of each row.
    private func rows(_ text: AttributedText) -> [String] {
        text.blocks.indices.compactMap { index -> String? in
            guard case .row = text.blocks[index].kind else { return nil }
            let cells = text.blocks.compactMap { block -> String? in
                guard block.parent == BlockID(index), case .cell(let columns, let rows, let isHeader) = block.kind
                else {
                    return nil
                }
                let content = text.paragraphs[block.paragraphs].map { text[$0.range].dropLast() }.joined(separator: "/")
                return "\(isHeader ? "!" : "")\(content):\(columns)x\(rows)"
            }
            return cells.joined(separator: " ")
        }
    }

    @Test(
        "Tables",
        arguments: [
            ("<table><tr><th>h<td><tr></table>", ["!h:1x1 :1x1"]),
            (
                "<table><td colspan=99999 rowspan=0>a<td colspan=-3>b<td colspan=x>c</table>",
                ["a:1000x65534 b:1x1 c:1x1"]
            ),
            ("<div style=display:table-row><p>a</p>b</div>", ["a/b:1x1"]),
            (
                "<div style=display:table>x<div style=display:table-cell>y</div></div>", ["x:1x1 y:1x1"]
            ),
            ("<table><tr><td>a<table><tr><td>in</table>b<td>c</table>", ["a/in/b:1x1 c:1x1", "in:1x1"]),
        ])
    func tables(html: String, want: [String]) throws {
        #expect(rows(try model(html)) == want)
    }

    @Test("Table groups and columns")
    func tableParts() throws {
        let text = try model(
            """
            <table><caption>C</caption><colgroup span=2 width=40><colgroup><col width=10><col width="20%"></colgroup>
            <thead><tr><th>h</thead><tfoot><tr><td>f</tfoot><tbody><tr><td>b</tbody></table>
            """)
        var groups: [Block.RowGroup] = []
        var columns: [SizeValue] = []
        for block in text.blocks {
            if case .rowGroup(let group) = block.kind { groups.append(group) }
            if case .table(let list) = block.kind { columns = list.map(\.width) }
        }
        #expect(groups == [.header, .footer, .body])
        #expect(
            columns == [.length(.px(40)), .length(.px(40)), .length(.px(10)), .length(.percent(20))])
        #expect(text.blocks.contains { $0.kind == .caption })
    }

    // MARK: Links, anchors, metadata

    @Test(
        "Links are resolved",
        arguments: [
            ("x.html", "https://e.org/a/x.html"), ("../y?q#f", "https://e.org/y?q#f"), ("/z", "https://e.org/z"),
            ("#top", "https://e.org/a/b.html?k=1#top"), ("?n=2", "https://e.org/a/b.html?n=2"),
            ("//h.net/p", "https://h.net/p"), ("mailto:a@b", "mailto:a@b"), ("./././c/../d", "https://e.org/a/d"),
            ("../../../up", "https://e.org/up"), (" x\ny ", "https://e.org/a/xy"),
            ("a b\"<>", "https://e.org/a/a%20b%22%3C%3E"), ("", "https://e.org/a/b.html?k=1"),
        ])
    func links(href: String, want: String) throws {
        let attribute = href.replacingOccurrences(of: "\"", with: "&quot;")
        let text = try AttributedText(
            html: "a <a href=\"\(attribute)\">link</a>", baseURL: URL(string: "https://e.org/a/b.html?k=1#old"))
        #expect(text.link(at: 3)?.url == want)
        #expect(text.link(at: 0) == nil)
    }

    @Test("A link that would run code is text")
    func scriptLinks() throws {
        #expect(try model("<a href=' java\nscript:alert(1)'>x</a>").spans.isEmpty)
    }

    @Test("Link ranges, also over runs, images and blocks")
    func linkRanges() throws {
        let blocks = try model("<a href=u>a<p>b</p>c</a>")
        #expect(blocks.spans.count == 3)
        #expect(blocks.spans.map(\.hasStartEdge) == [true, false, false])
        // The space stands where it stood: before the link, not in it.
        let space = try model("<p>a <a href=u>b</a> <a href=u>c</a> </p>")
        #expect(space.spans.map(\.range) == [2..<3, 4..<5])
    }

    @Test("Title, language, author, base")
    func metadata() throws {
        let text = try AttributedText(
            html: """
                <html lang=de><head><title> A
                 title </title><meta name=Author content=Me><meta name=description content="What">
                <base href="sub/"></head><body bgcolor=#ff0000><a href=x>y</a>
                """, baseURL: URL(string: "http://h/d/i.html"))
        #expect(text.metadata.title == "A title")
        #expect(text.metadata.language == "de")
        #expect(text.metadata.author == "Me")
        #expect(text.metadata.summary == "What")
        #expect(text.metadata.baseURL == "http://h/d/sub/")
        #expect(text.metadata.canvasBackground == Color(rgb: 0xFF0000))
        #expect(text.link(at: 0)?.url == "http://h/d/sub/x")
        #expect(text.style(at: 0)?.shaping.language == "de")
    }

    // MARK: Styles of text

    @Test("A background of an inline element is its text's; a block's is not")
    func backgrounds() throws {
        let item = try model("<ul><li><span style='background:red'>12</span>3</ul>")
        #expect((0..<3).map { item.style(at: $0)?.paint.background != nil } == [true, true, false])
        let block = try model("<span style=background:red><p>x</p></span>")
        #expect(block.style(at: 0)?.paint.background == nil)
    }

    @Test("The first line's indent is not that of later anonymous paragraphs")
    func indent() throws {
        let text = try model("<div style=text-indent:2em>a<p style=text-indent:0>b</p>c</div>")
        #expect(text.paragraphs.map { text.style($0.style).indent } == [.px(32), .zero, .zero])
    }

    @Test("Blocks: root, body, roles, empty ones")
    func blockTree() throws {
        let text = try model(
            "<h2>a</h2><section><p>b</p></section><blockquote>c</blockquote><hr><div></div><pre>d</pre>")
        #expect(
            text.blocks.map(\.role) == [
                .document, .none, .heading(level: 2), .section, .paragraph, .blockquote, .rule, .preformatted,
            ])
        #expect(text.style(text.blocks[1].style).margin.left == .length(.px(8)))
        #expect(text.blocks.allSatisfy { !$0.paragraphs.isEmpty })
        for paragraph in text.paragraphs { #expect(text.style(paragraph.style).emptyParagraph == .nothing) }
    }

    @Test(
        "Default margins at the edges of body and cells do not count in quirks mode",
        arguments: [
            ("<div><p>a</div><p>b", [0, 16, 16, 16] as [Double]),
            ("<p style=margin:3px>a", [3, 3]),
            ("x<p>a", [16, 16]),
            ("<table><tr><td><p>a<p>b</table>", [0, 16, 16, 0]),
            ("<table><tr><td>x<p>a</p> y</table>", [16, 16]),
            ("<!DOCTYPE html><div><p>a</div><p>b", [16, 16, 16, 16]),
        ])
    func quirkyMargins(html: String, want: [Double]) throws {
        var margins: [Double] = []
        let text = try model(html)
        for block in text.blocks where block.role == .paragraph {
            margins.append(text.style(block.style).margin.top.length?.px ?? -1)
            margins.append(text.style(block.style).margin.bottom.length?.px ?? -1)
        }
        #expect(margins == want)
    }

    // MARK: Attachments and flows

    @Test("Images keep what was declared")
    func images() throws {
        var options = HTMLOptions()
        options.maximumImageSize = Size(width: 200, height: 200)
        let text = try AttributedText(
            html: """
                <img src=a.png alt=A width=300 height=150 title=t data-x=1><img srcset="b.png 1x, c.png 2x">
                <video controls><source src=v.mp4>no video</video><iframe src=f>x</iframe><object data=o></object>
                <object>shown</object><audio src=s></audio>
                """, baseURL: URL(string: "http://h/"), options: options)
        let attachments = text.attachments
        #expect(attachments.map(\.kind) == [.image, .image, .video, .frame, .object])
        #expect(attachments.map(\.source) == ["a.png", "b.png", "v.mp4", "f", "o"].map { "http://h/" + $0 })
        #expect(attachments[0].alternativeText == "A")
        #expect(attachments[0].width == .length(.px(200)))
        #expect(attachments[0].aspectRatio == 2)
        #expect(attachments[0].height == .length(.px(100)))
        #expect(attachments[1].fittingSize == Size(width: 200, height: 200))
        #expect(attachments[0].attributes == ["title": "t", "data-x": "1"])
        #expect(text.string.contains("shown"))
        #expect(!text.string.contains("no video"))
    }

    @Test("A block image stands alone, in the middle when its margins say so")
    func blockImage() throws {
        let text = try model("a<img src=x style='display:block;margin:5px auto'>b")
        #expect(text.string == "a\n\u{FFFC}\nb\n")
        #expect(text.style(text.paragraphs[1].style).alignment == .center)
        #expect(text.style(of: text.paragraphs[1].block).margin.top == .length(.px(5)))
    }

    @Test("Floats and inline blocks are flows")
    func flows() throws {
        let text = try model(
            "<p>a <span style=float:left>F <b>f</b></span> b <span style='display:inline-block;width:9px'>I</span></p>")
        #expect(text.string == "a \u{FFFC}b \u{FFFC}\nF f\nI\n" || text.string == "a\u{FFFC} b \u{FFFC}\nF f\nI\n")
        #expect(text.flows.map(\.kind) == [.main, .float, .inlineBlock])
        #expect(text.style(of: text.flows[1].rootBlock).float == .left)
        #expect(text.style(of: text.flows[2].rootBlock).width == .length(.px(9)))
        let image = try model("<img src=x align=right>text")
        #expect(image.string == "\u{FFFC}text\n\u{FFFC}\n")
        #expect(image.attachments.count == 1)
    }

    // MARK: Generated content

    @Test(
        "Quotes, counters, fields",
        arguments: [
            ("<q>a <q>b</q></q>", "“ ‘ ’ ”"),
            ("<p lang=de><q>a</q></p>", "„ “"),
            ("<p lang=fr><q>a</q></p>", "« »"),
            ("<style>p::before{content:'§' counter(n) ' '}p{counter-increment:n}</style><p>a<p>b", "§1 §2"),
            (
                "<style>li{counter-increment:i}ol{counter-reset:i}li::before{content:counters(i,'.')}</style>"
                    + "<ol><li>a<ol><li>b<li>c</ol><li>d</ol>", "1 1.1 1.2 2"
            ),
            ("<a href=x>b</a><style>a::after{content:' (' attr(href) ')'}</style>", "(x)"),
            ("<input value=v><input type=hidden value=h><input type=checkbox checked><textarea>t</textarea>", "☑ v t"),
            ("<select><option>one<option selected>two</select>", "two"),
            ("<style>p::before{content:''}</style><p>a", ""),
        ])
    func generated(html: String, want: String) throws {
        let text = try model(html)
        let shown = text.generatedText.map { $0.text.trimmingCharacters(in: .whitespaces) }
        #expect(shown.joined(separator: " ") == want)
    }

    // MARK: The whole

    @Test("Conversions at once give equal texts")
    func concurrency() async throws {
        let html = String(repeating: "<p class=a>x <b>y</b> &copy; <ul><li>z</ul>", count: 200)
        let want = try AttributedText(html: html)
        try await withThrowingTaskGroup(of: AttributedText.self) { group in
            for _ in 0..<8 { group.addTask { try AttributedText(html: html) } }
            for try await text in group { #expect(text == want) }
        }
    }

    @Test("Diagnostics have lines")
    func diagnostics() throws {
        let text = try AttributedText(html: Array("a\n<!-- b".utf8))
        #expect(text.diagnostics.contains { $0.line == 2 && $0.code == "markup" })
    }
}
