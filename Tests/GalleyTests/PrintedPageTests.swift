import Foundation
import Galley
import Testing

/// What printed documents of users have shown. Pages are 200 px wide and 100 px high, lines 10 px high, letters 6 px wide.
@Suite struct PrintedPageTests {
    private static func pages(_ html: String) throws -> PagedLayout {
        let style = """
            <!DOCTYPE html><style>@page { size: 200px 100px; margin: 0 } @page wide { size: 300px 160px; margin: 0 }
            * { margin: 0; padding: 0; border-spacing: 0; font: 10px/10px 'Galley Test' }</style>
            """
        return PagedLayout(
            try AttributedText(html: style + html), fonts: .strict(),
            setup: PageSetup(paper: PaperSize(width: 500, height: 500), margins: 30))
    }

    /// The lines of each page with their heights: "a@0 b@10 | c@0".
    private static func lines(_ html: String) throws -> String { try pages(html).lineSummary(withBlankLines: false) }

    @Test(
        "Where lines stand",
        arguments: [
            // Negative margins between boxes: there is one place to break, before what comes next.
            (
                "<div style='height:70px'>x</div><div style='padding:5px 0;margin-bottom:-1px'>a</div>"
                    + "<div style='padding:5px 0'>b</div>", "x@0 a@75 | b@5"
            ),
            // Not what is more than edges: lines are where they were.
            (
                "<div style='height:80px'>x</div><div style='break-inside:avoid;height:30px;margin-bottom:-20px'>a</div><p>b",
                "x@0 | a@0 b@10"
            ),
            // The margin after a forced break is kept (CSS Fragmentation 3 §5.2), that of a first child too: they are one.
            ("<p>a<section style='break-before:page'><h1 style='margin-top:20px'>b</section>", "a@0 | b@20"),
            (
                "<p>a<section style='break-before:page;margin-top:30px'><h1 style='margin-top:20px'>b</section>",
                "a@0 | b@30"
            ),
            (
                "<p>a<section style='break-before:page;padding-top:5px'><h1 style='margin-top:20px'>b</section>",
                "a@0 | b@25"
            ),
            ("<p>a<div style='page:wide'><h1 style='margin-top:20px'>b</div>", "a@0 | b@20"),
            // It makes no page of its own where it does not fit on the one before, of whatever kind that is.
            ("<div style='height:95px'>a</div><p style='break-before:page;margin-top:10px'>b", "a@0 | b@10"),
            (
                "<div style='height:155px;page:wide'>a</div><p style='break-before:page;margin-top:10px'>b",
                "a@0 | b@10"
            ),
            (
                "<div style='height:155px;page:wide;break-after:page'>a</div><p style='margin-top:10px'>b", "a@0 | b@10"
            ),
            // A page is of the kind that its first box asks for, also where no line is in that.
            ("<div style='height:150px;page:wide'></div><p>a", " | a@0"),
            // In floats and boxes with a position breaks are made between boxes (§3.1), and headings kept with what follows;
            // at the edges of such a box, and in what stands in a line, none are made.
            ("<div style='float:left'><p>a<p style='break-before:page'>b</div>", "a@0 | b@0"),
            ("<div style='position:absolute'><p style='break-after:page'>a<p>b</div>", "a@0 | b@0"),
            (
                "<div style='float:left'><div style='float:left'><p>a<p style='break-before:page'>b</div></div>",
                "a@0 | b@0"
            ),
            ("<p>a<div style='float:left;break-before:page'>b</div>", "a@0 b@10"),
            ("<p>a<div style='float:left'><p style='break-before:page'>b</div>", "a@0 b@10"),
            ("<div style='float:left'><p>a<p style='break-after:page'>b</div><p>c", "a@0 b@10 c@0"),
            ("<div style='position:fixed;top:0'><p>a<p style='break-before:page'>b</div>", "a@0 b@10"),
            ("<span style='display:inline-block'><p>a<p style='break-before:page'>b</span>", "@0 a@0 b@10"),
            ("<div style='float:left'><div style='height:85px'>x</div><h1>a</h1><p>b</div>", "x@0 | a@0 b@10"),
            (
                "<div style='position:absolute'><div style='height:85px'>x</div><p>a<p style='break-before:avoid'>b</div>",
                "x@0 | a@0 b@10"
            ),
            // A break is not in the padding of a box in them either (§4.1).
            (
                "<div style='position:absolute'><div style='height:85px'>x</div><p style='padding-top:10px'>a</div>",
                "x@0 | a@10"
            ),
            // What stands in an inline block stands with its line, also where cells are cut each for itself.
            (
                "<table><td style='padding-top:5px;vertical-align:top'>a<br>a<br>a<br>a<br>a<br>a<br>a<br>a<br>a<br>a</td>"
                    + "<td style='vertical-align:top'>b<br>b<br>b<br>b<br>b<br>b<br>b<br>b<br>b<br>"
                    + "<span style='display:inline-block'>c<br>d</span></td></table>",
                "a@5 a@15 a@25 a@35 a@45 a@55 a@65 a@75 a@85 b@0 b@10 b@20 b@30 b@40 b@50 b@60 b@70 b@80 | a@5 @0 c@0 d@10"
            ),
            // What is positioned, or alone in a cell, does not drag along what comes next (§3.1).
            (
                "<div style='height:90px;position:relative'><h1 style='position:absolute;bottom:0'>a</h1></div><p>b<br>b",
                "a@80 | b@0 b@10"
            ),
            ("<table><tr><td><h1>a</h1><div style='height:80px'></div><td></table><p>b<br>b", "a@0 | b@0 b@10"),
            // Breaks of a table are outside of its captions (CSS 2 §17.4), and captions stay with their table.
            ("<p>a<table style='break-before:page'><caption>b</caption><tr><td>c</table>", "a@0 | b@0 c@10"),
            (
                "<div style='height:75px'>a</div><table style='break-inside:avoid'><caption>b</caption><tr><td>c<tr><td>d</table>",
                "a@0 | b@0 c@10 d@20"
            ),
            ("<div style='height:85px'>a</div><table><caption>b</caption><tr><td>c</table>", "a@0 | b@0 c@10"),
            (
                "<div style='height:75px'>a</div><table style='caption-side:bottom'><caption>b</caption><tr><td>c<tr><td>d</table>",
                "a@0 c@75 | b@10 d@0"
            ),
            // The caption's own side counts.
            (
                "<div style='height:85px'>a</div><table style='caption-side:bottom'><caption style='caption-side:top'>b</caption><tr><td>c</table>",
                "a@0 | b@0 c@10"
            ),
            (
                "<div style='height:75px'>a</div><table><caption style='caption-side:bottom'>b</caption><tr><td>c<tr><td>d</table>",
                "a@0 c@75 | b@10 d@0"
            ),
            // Percentages, `vh` and the places of positioned boxes are of the page area (CSS 2 §10.1), whatever paper is asked
            // for elsewhere.
            ("<p style='position:absolute;bottom:0'>a</p>", "a@90"),
            // So they stand on the first page, wherever it ends; where they have no such place, or do not fit, in the flow.
            ("<p>a</p><p style='position:absolute;bottom:0'>f</p><p style='break-before:page'>b", "a@0 f@90 | b@0"),
            ("<p>a</p><p style='break-before:page'>b</p><p style='position:absolute;bottom:0'>f</p>", "a@0 f@90 | b@0"),
            ("<p>a</p><p style='break-before:page'>b</p><p style='position:absolute'>f</p>", "a@0 | b@0 f@10"),
            ("<p style='position:absolute;top:95px'>f</p><p>a", "a@0 | f@0"),
            (
                "<p>a<div style='position:relative;break-before:page;height:50px'><p style='position:absolute;bottom:0'>f</div>",
                "a@0 | f@40"
            ),
            ("<div style='height:100vh'>a</div><p>b", "a@0 | b@0"),
            ("<style>html,body{height:100%}</style><div style='height:100%'>a</div>", "a@0"),
            ("<div style='height:50vh;page:wide'>a</div><p style='page:wide'>b", "a@0 b@80"),
            // The margin of a block that spans columns is its own, above a float, too.
            (
                "<div style='columns:2;column-gap:0'><h1 style='column-span:all;margin-bottom:10px'>s</h1><p style='float:left;width:30px;height:20px'>f</p>aaa</div>",
                "s@0 aaa@20 f@20"
            ),
            // A box of a fixed place in a transformed one stands there, once.
            (
                "<div style='transform:rotate(0deg);height:50px'><p style='position:fixed;bottom:0'>a</div><p style='break-before:page'>b",
                "a@40 | b@0"
            ),
        ])
    func linesOfPages(html: String, wanted: String) throws {
        let found = try Self.lines(html)
        #expect(found == wanted)
    }

    /// CSS Fragmentation 3 §2: the extent that is left of a page is a part of the boxes that go on.
    @Test(
        "How far down boxes reach",
        arguments: [
            ("<div>a<p style='break-before:page'>b</p></div>", [100.0, 10]),
            (
                "<div><p style='height:60px;break-inside:avoid'></p><p style='height:60px;break-inside:avoid'></p></div>",
                [100, 60]
            ),
            ("<div style='border:2px solid'>a<p style='break-before:page'>b</p></div>", [100, 12]),
            (
                "<div style='border:2px solid;box-decoration-break:clone'>a<p style='break-before:page'>b</p></div>",
                [100, 14]
            ),
            ("<section>c<div>a<p style='break-before:page'>b</p></div>c</section>", [90, 10]),
        ])
    func boxesReachDown(html: String, wanted: [Double]) throws {
        let paged = try Self.pages("<style>div{background:red}</style>" + html)
        let heights = paged.pages.flatMap { page in
            page.content.blocks.filter { paged.layout.text.style(of: $0.block).background != nil }.map(\.frame.height)
        }
        #expect(heights == wanted)
    }

    @Test("In columns, too") func columns() throws {
        let text = try AttributedText(
            html: """
                <!DOCTYPE html><style>*{margin:0;font:10px/10px 'Galley Test'}</style>
                <div style="columns:2;column-gap:0;height:50px;column-fill:auto"><p style="background:red">
                <b style="display:block;height:40px;break-inside:avoid"></b><b style="display:block;height:30px"></b></p></div>
                """)
        let layout = DocumentLayout(text, fonts: .strict(), width: 100)
        let heights = layout.content.blocks.filter { text.style(of: $0.block).background != nil }.map(\.frame.height)
        #expect(heights == [50, 30] || heights == [50, 20])
    }

    /// Half of a collapsed border is outside of the table, and belongs to the table's pages all the same.
    @Test func outerBordersStandOnPagesOfTheirTable() throws {
        let paged = try Self.pages(
            """
            <table style="border-collapse:collapse"><tr><td style="border:4px solid">a</table><p style="break-before:page">b
            """)
        #expect(paged.pages.map(\.content.tableBorders.count) == [4, 0])
    }

    @Test(
        "Named strings (CSS Generated Content for Paged Media 3 §1.1.2)",
        arguments: [
            ("string(w)", "- a c c"), ("string(w, first)", "- a c c"), ("string(w, last)", "- b c c"),
            // The third page begins with what gives it its value, the second one does not.
            ("string(w, start)", "- - c c"), ("string(w, first-except)", "- - - c"), ("string(w, any)", "- - - -"),
        ])
    func namedStrings(content: String, wanted: String) throws {
        let paged = try Self.pages(
            """
            <style>@page { @top-left { content: \(content) } } h1 { string-set: w content() } b { string-set: w content() }
            .p { break-before: page }</style>
            <p>x<p class=p>x</p><h1>a</h1><h1>b</h1><div class=p><p>t <b>c</b></div><p class=p>x
            """)
        let found = paged.pages.map { page in
            page.marginBoxes.first.map { String($0.text.string.dropLast()) } ?? ""
        }
        #expect(found.map { $0.isEmpty ? "-" : $0 }.joined(separator: " ") == wanted)
    }

    /// Pages of `:nth()` are counted from 1, empty ones too, whatever the first is numbered; their width may be another.
    @Test func rulesForSomePages() throws {
        let style = """
            <style>@page { size: 200px 100px; margin: 0; @top-left { content: "-" } }
            @page :nth(2n) { @top-left { content: "even" } margin-left: 20px }
            @page :nth(3) { size: 100px 50px; @top-left { content: "three" } }
            @page :first { @top-left { content: "first" } }</style>
            """
        let html =
            style + "<p>a a a a a a a a a a a a a a a a a a<p style='break-before:right'>b b b b b b b b b b b b b b"
        let text = try AttributedText(html: html + "<p style='break-before:page'>c")
        var setup = PageSetup(paper: PaperSize(width: 500, height: 500), margins: 30)
        setup.firstNumber = 7
        let paged = PagedLayout(text, fonts: .strict(), setup: setup)
        let found = paged.pages.map { page in
            let box = page.marginBoxes.first.map { String($0.text.string.dropLast()) } ?? ""
            return "\(box) \(Int(page.contentRect.x)) \(Int(page.paper.width))x\(Int(page.paper.height))"
        }
        #expect(found == ["first 0 200x100", "even 20 200x100", "three 0 100x50", "even 20 200x100"])
        // Lines are as long as there is room for on their own page: 14 letters and spaces in 100 px at 16 px.
        #expect(paged.pages[2].lines.count > 1 && paged.pages[1].lines.isEmpty)
        #expect(try AttributedText(html: text.html()).styleResources.pages == text.styleResources.pages)
    }

    @Test("Generated text is transformed as all text is (CSS Text 3 §2.1)")
    func transformedGeneratedText() throws {
        let html = "<style>h2 { text-transform: uppercase } h2::before { content: 'ß ' }</style><h2>x</h2>"
        // Three letters and a space, 6 px each.
        #expect(try Self.pages(html).pages.first?.lines.first?.frame.width == 24)
    }

    @Test("A page has no border of a collapsed table that begins on the next one")
    func bordersOfTheNextPage() throws {
        let html = """
            <style>table { border-collapse: collapse; display: block; overflow: hidden } td { border: 1px solid }</style>
            <div style="height: 90px">x</div><table><tr><td>a<br>b</table>
            """
        let pages = try Self.pages(html).pages
        #expect(pages.map { $0.content.tableBorders.isEmpty } == [true, false])
    }

    @Test("Repeated headers are in the table that they are repeated of")
    func repeatedHeaders() throws {
        let rows = String(repeating: "<tr><td>x", count: 12)
        for page in try Self.pages("<table><thead><tr><th>h</thead>" + rows + "</table>").pages {
            let blocks = page.content.blocks
            let table = try #require(
                blocks.firstIndex {
                    if case .table = page.content.text.blocks[$0.block.index].kind { true } else { false }
                })
            #expect(table + blocks[table].subtreeCount == blocks.count - 1)
        }
    }

    /// Images of pages and of their margin boxes are loaded with the document's, and painted where they are said to be.
    @Test func picturesOfPages() throws {
        let html = """
            <style>@page { size: 200px 100px; margin: 20px; padding: 5px; border: 1px solid; background: url(a.png) no-repeat;
            @top-left { content: url(b.png); vertical-align: top } @bottom-right { content: url(c.png) "x" } }
            @page :first { background-image: none }</style><p>a<p style="break-before:page">b
            """
        let text = try AttributedText(html: html, baseURL: URL(filePath: "/x/", directoryHint: .isDirectory))
        #expect(text.backgroundImages == ["file:///x/a.png", "file:///x/b.png", "file:///x/c.png"])
        let paged = PagedLayout(
            text, fonts: .strict(), setup: PageSetup(paper: PaperSize(width: 500, height: 500), margins: EdgeInsets(0)))
        let found = paged.pages.map { page in
            page.displayList.commands.compactMap { command -> BoxBackground? in
                if case .background(let image) = command { image } else { nil }
            }
        }
        #expect(
            found.map { images in images.map { $0.image.url } } == [
                ["file:///x/b.png"], ["file:///x/a.png", "file:///x/b.png"],
            ])
        #expect(found[1][0].area == Rect(x: 21, y: 21, width: 158, height: 58))
        #expect(found[1][0].clip == Rect(x: 0, y: 0, width: 200, height: 100))
        #expect(found[1][1].area.minX == 20 && found[1][1].positionY.fraction == 0)
        // The same comes back from what is written.
        let again = try AttributedText(html: text.html())
        #expect(again.styleResources.pages == text.styleResources.pages)
    }
}
