import Foundation
import Galley
import GalleyTestSupport
import Testing

/// The elements of a PDF's structure (ISO 32000-1 §14.8.4), and where its links lead.
@Suite(.enabled(if: ExternalTool.exists("qpdf"))) struct PDFStructureTests {
    private static let style = """
        <style>@page { size: 200px 100px; margin: 0 } * { margin: 0; font: 10px/10px 'Galley Test' }
        .next { break-before: page }</style>
        """

    private static func paged(_ html: String) throws -> PagedLayout {
        PagedLayout(
            try AttributedText(
                html: "<!DOCTYPE html><html lang=en>" + style + html, baseURL: URL(string: "http://h/d.html")),
            fonts: .strict(), setup: PageSetup(paper: PaperSize(width: 200, height: 100), margins: 0))
    }

    private static func read(_ html: String) throws -> PDFReader {
        try PDFReader(paged(html).bytes(as: .pdf, images: DrawnImages.none))
    }

    // MARK: Elements

    @Test(arguments: [
        // §14.8.5.7: what cells span.
        (
            "<table><tr><th colspan=2>h<tr><td rowspan=2>a<td>b<tr><td>c</table>",
            "Table(TR(TH[Scope Column ColSpan 2](P)) TR(TD[RowSpan 2](P) TD(P)) TR(TD(P)))"
        ),
        (
            "<table><tr><th rowspan=2 colspan=3>h<td>a<tr><td>b</table>",
            "Table(TR(TH[Scope Row ColSpan 3 RowSpan 2](P) TD(P)) TR(TD(P)))"
        ),
        // What they really span: no more than there is of their group.
        (
            "<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>",
            "Table(TR(TD[RowSpan 3](P) TD(P)) TR(TD(P)) TR(TD(P)))"
        ),
        (
            "<table><tr><td rowspan=9>a<td>b<tr><td rowspan=0>c<tbody><tr><td>d<tr><td>e</table>",
            "Table(TR(TD[RowSpan 2](P) TD(P)) TR(TD(P)) TR(TD(P)) TR(TD(P)))"
        ),
        ("<table><tr><td rowspan=0>a</table>", "Table(TR(TD(P)))"),
        // §14.9.2: languages.
        ("<p lang=fr>a", "P{fr}"), ("<p>a", "P"), ("<p lang=EN>a", "P"), ("<p lang=''>a", "P{}"),
        ("<p>a <i lang=de>b</i> c", "P(Span Span{de} Span)"),
        ("<p lang=fr>a <i lang=en>b</i>", "P{fr}(Span Span{en})"),
        ("<div lang=fr><h1>a</h1><p lang=en>b</div>", "H1{fr} P"),
        ("<p>a <a href=u lang=de>b</a>", "P(Span Link{de}@http://h/u)"),
        ("<ol><li lang=fr>a</ol>", "L(LI(Lbl{fr} LBody(P{fr})))"),
        // §14.8.4.3.3: terms and descriptions.
        ("<dl><dt>a<dd>b</dl>", "L(LI(Lbl(P) LBody(P)))"),
        ("<dl><dt>a<dd>b<dt>c<dt>d<dd>e<dd>f</dl>", "L(LI(Lbl(P) LBody(P)) LI(Lbl(P) Lbl(P) LBody(P) LBody(P)))"),
        ("<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", "L(LI(Lbl(P) LBody(P)) LI(Lbl(P) LBody(P)))"),
        ("<dl><dd>a<dt>b</dl>", "L(LI(LBody(P)) LI(Lbl(P)))"),
        (
            "<dl><dt>a<dd><dl><dt>b<dd>c</dl><p>d<dd>e</dl>",
            "L(LI(Lbl(P) LBody(L(LI(Lbl(P) LBody(P))) P) LBody(P)))"
        ),
        ("<dl><dt>a<dd class=next>b<dd class=next>c<dt>d</dl>", "L(LI(Lbl(P) LBody(P) LBody(P)) LI(Lbl(P)))"),
        ("<dt>a<dd>b", "P P"),
        // What is hidden from readers is an artifact, unless it can be clicked.
        ("<p>a<p aria-hidden=true>b<p aria-hidden=false>c", "P P"),
        ("<div aria-hidden=true><p>a<ul><li>b</ul></div><p>c", "P"),
        ("<div aria-hidden=true><p>a <a href=u>b</a></div>", "P(Span Link@http://h/u)"),
        ("<p>a <i aria-hidden=true>b</i> c", "P(Span Span)"),
        ("<p><a href=u>a <i aria-hidden=true>b</i></a>", "P(Link@http://h/u)"),
        ("<p><i aria-hidden=true>a <a href=u>b</a></i>", "P(Link@http://h/u)"),
        // §14.7.2: in the order in which it is read, whatever the order on the line is.
        (
            "<p dir=rtl>\u{5D0} <a href=one>\u{5D1}</a> \u{5D2} <a href=two>\u{5D3}</a> \u{5D4}",
            "P(Span Link@http://h/one Span Link@http://h/two Span)"
        ),
        (
            "<p dir=rtl>\u{5D0} <img alt=\u{5D1} src=u> \u{5D2} <i lang=fr>x</i>",
            "P(Span Figure Span Span{fr})"
        ),
        // What is hidden or out of sight is no link.
        ("<p>a <a href=u style='visibility:hidden'>b</a> c", "P(Span Span)"),
        ("<p>a <a href=u>b<i style='visibility:hidden'>c</i></a>", "P(Span Link@http://h/u)"),
        ("<div style='overflow:hidden;height:10px'><p>a<br><a href=u>b</a></div>", "P(Span Span)"),
        ("<div style='position:absolute;left:-300px'><a href=u>b</a></div>", "P(Span)"),
    ])
    func elements(_ html: String, _ expected: String) throws {
        #expect(try Self.read(html).structure == expected)
    }

    /// §14.8.5.4.3, table 344: in points from the lower left, also where a picture is turned.
    @Test(arguments: [
        ("", "/BBox [ 7.5 67.5 22.5 75 ]"), ("transform:translate(20px,-10px)", "/BBox [ 22.5 75 37.5 82.5 ]"),
        ("clip-path:circle(0)", "/BBox [ 7.5 67.5 22.5 75 ]"),
    ])
    func figuresSayWhereTheyAre(_ style: String, _ expected: String) throws {
        let html = "<p style='margin:0 10px'><img src=u width=20 height=10 style='vertical-align:top;\(style)'>"
        let pdf = try Self.paged("<div style='height:0'></div>" + html).bytes(as: .pdf, images: DrawnImages.none)
        let text = try ExternalTool.unpacked(pdf).replacing(#/\s+/#, with: " ")
        #expect(text.contains(expected), "\(text)")
    }

    @Test("Pages on which nothing is drawn leave the structure whole")
    func emptyPages() throws {
        #expect(try Self.read("<p>a<div style='height:300px'></div><p>b").structure == "P P")
        #expect(try Self.read("<p>a<p class=next style='visibility:hidden'>b<p class=next>c").structure == "P P P")
    }

    // MARK: Links

    /// HTML §7.4.6.4, "select the indicated part".
    @Test(arguments: [
        ("#top", "page 1"), ("#TOP", "page 1"), ("#", "page 1"), ("http://h/d.html#", "page 1"),
        ("#a", "#a"), ("http://h/d.html#a", "#a"), ("#%61", "#a"), ("#A", nil), ("#nowhere", nil), ("#topp", nil),
        ("http://h/e.html#a", "http://h/e.html#a"), ("http://h/e.html#", "http://h/e.html#"),
    ])
    func linksLeadWhereHTMLSays(_ url: String, _ target: String?) throws {
        let pdf = try Self.read("<p>one<p class=next>x <a href='\(url)'>y</a> <a href=z>z</a><p class=next id=a>three")
        let link = target.map { "Link@\($0)" } ?? "Span"
        #expect(pdf.structure == "P P(Span \(link) Span Link@http://h/z) P")
        #expect(pdf.annotationCount == (target == nil ? 1 : 2))
        #expect(pdf.names == ["a"])
    }

    /// One that is left and gone on with: the second line begins with what is read after it.
    @Test func aLinkFromRightToLeftIsOne() throws {
        let word = String(repeating: "\u{5D0}", count: 12)
        let paged = try Self.paged("<p dir=rtl>\(word) <a href=u>\(word) \(word)</a> \(word) \(word)")
        let pdf = try PDFReader(paged.bytes(as: .pdf, images: DrawnImages.none))
        #expect(pdf.structure.components(separatedBy: "Link").count == 2 && pdf.annotationCount == 1)
        #expect(pdf.structure.hasPrefix("P(Span Link@http://h/u Span"))
        let list = try #require(paged.pages.first).displayList
        var areas: [[Rect]] = []
        for case .beginTag(.link(_, let found), _, _) in list.commands { areas.append(found) }
        #expect(areas.map(\.count) == [2, 0])
    }

    /// Names are told apart by their bytes (HTML §7.4.6.4), not as Unicode would.
    @Test func namesThatLookAlikeAreTwo() throws {
        let pdf = try Self.read("<p><a href='#e%CC%81'>a</a> <a href='#%C3%A9'>b</a><p id='\u{E9}'>c<p id='e\u{301}'>d")
        #expect(pdf.annotationCount == 2)
        let dead = try Self.read("<p><a href='#e%CC%81'>a</a><p id='\u{E9}'>c")
        #expect(dead.annotationCount == 0)
    }

    /// Where a line ends at a soft hyphen it is the shown one that is read, so that words are joined again (§14.8.2.2.3).
    @Test func aShownSoftHyphenIsOne() throws {
        let pdf = try Self.paged("<p style='width:35px'>aaaa&shy;bbbb c").bytes(as: .pdf, images: DrawnImages.none)
        let text = try ExternalTool.unpacked(pdf)
        #expect(text.components(separatedBy: "><00AD>").count == 2 && !text.contains("/ActualText"), "\(text)")
    }

    /// What is cut off by boxes around it or by the page's edge cannot be clicked there.
    @Test func areasAreWhatIsSeen() throws {
        func areas(_ html: String) throws -> [Rect] {
            let list = try #require(try Self.paged(html).pages.first).displayList
            var areas: [Rect] = []
            for case .beginTag(.link(_, let found), _, _) in list.commands { areas += found }
            return areas
        }
        let whole = try #require(try areas("<p><a href=u>abcdefgh</a>").first)
        let box = "overflow:hidden;width:30px;white-space:nowrap"
        #expect(try areas("<div style='\(box)'><a href=u>abcdefgh</a></div>").map(\.width) == [30])
        #expect(
            try areas("<div style='\(box);height:5px'>a<br><a href=u>b</a></div><p><a href=u>abcdefgh</a>").map(\.width)
                == [whole.width])
    }

    @Test func anElementWithTheNameTopIsTheTop() throws {
        let pdf = try Self.read("<p>one<p class=next><a href='#top'>y</a><p class=next id=top>three")
        #expect(pdf.structure == "P P(Link@#top) P" && pdf.names == ["top"])
    }

    /// A link that leads nowhere, twice, and on two pages.
    @Test func deadLinksAreText() throws {
        let pdf = try Self.read("<p><a href='#x'>a</a><a href='#x'>b</a> c<p class=next><a href='#y'>d</a>")
        #expect(pdf.structure == "P(Span Span Span) P(Span)")
        #expect(pdf.annotationCount == 0 && pdf.names.isEmpty)
    }

    @Test func linksToPagesThatAreLeftOutAreText() throws {
        let paged = try Self.paged("<p id=a>one<p class=next><a href='#a'>y</a> <a href='#b'>z</a><b id=b>b</b>")
        let pdf = try PDFReader(paged.showing([2...2]).bytes(as: .pdf, images: DrawnImages.none))
        #expect(pdf.structure == "P(Span Span Link@#b Span)" && pdf.annotationCount == 1 && pdf.names == ["b"])
    }

    @Test(arguments: [
        ("#top", "<a href=\"#\">"), ("#", "<a href=\"#\">"), ("#a", "<a href=\"#a\">"), ("#b", nil),
        ("u", "<a href=\"http://h/u\">"),
    ])
    func linksOfDrawings(_ url: String, _ expected: String?) throws {
        let text = try AttributedText(
            html: "<!DOCTYPE html>\(Self.style)<p><a href='\(url)'>x</a> <b id=a>y</b>",
            baseURL: URL(string: "http://h/d.html"))
        let layout = DocumentLayout(text, fonts: .strict(), width: 100)
        let svg = String(decoding: try layout.bytes(as: .svg, images: DrawnImages.none), as: UTF8.self)
        #expect(svg.split(separator: "\n").filter { $0.hasPrefix("<a ") } == (expected.map { [Substring($0)] } ?? []))
        #expect(svg.components(separatedBy: "</a>").count == (expected == nil ? 1 : 2))
    }

    // MARK: Words

    /// Where a line ends by a forced break, the text says so to PDF.
    @Test(arguments: [
        ("<p>one<br>two<br>three", "one| two| three"), ("<pre>one\ntwo\n\nthree</pre>", "one| two| three"),
        ("<p>one <b>two</b><br>three", "one two| three"), ("<p><a href=u>one</a><br>two", "one| two"),
        ("<p dir=rtl>\u{5D0}\u{5D1}<br>\u{5D2}", "\u{5D0}\u{5D1}| \u{5D2}"), ("<p>one<p>two", "one two"),
        ("<p style='text-shadow:1px 1px red'>one<br>two", " one|  two"),
    ])
    func forcedBreaksAreKnown(_ html: String, _ expected: String) throws {
        let page = try #require(try Self.paged(html).pages.first).displayList
        let texts = page.commands.compactMap { command -> String? in
            guard case .text(let run) = command else { return nil }
            let text = String(decoding: page.text[run.text], as: UTF8.self)
            let read = run.isRightToLeft ? String(text.reversed()) : text
            return read + (run.endsWithBreak ? "|" : "")
        }
        #expect(texts.joined(separator: " ") == expected)
    }
}
