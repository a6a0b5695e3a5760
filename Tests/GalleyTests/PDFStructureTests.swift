import Foundation
import Galley
import Testing

/// The elements of a PDF's structure (ISO 32000-1 §14.8.4), and where its links lead.
@Suite struct PDFStructureTests {
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
        PDFReader(try paged(html).bytes(as: .pdf, images: DrawnImages.none))
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
        let pdf = PDFReader(try paged.showing([2...2]).bytes(as: .pdf, images: DrawnImages.none))
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
}
