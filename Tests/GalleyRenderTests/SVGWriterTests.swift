import Foundation
import GalleyFonts
import GalleyLayout
import GalleyLoading
import GalleyRender
import GalleyText
import Testing

/// SVG with real text. The pictures are compared with PNG's by Scripts/compare-svg.py.
struct SVGWriterTests {
    private let fonts = FontCollection.strict()
    private let style = TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10))

    private func svg(_ list: DisplayList, images: DrawnImages = .none, title: String? = nil) throws -> String {
        let bytes = try SVGWriter(fonts: fonts, images: images, title: title, language: "en").svg(list)
        #expect(try bytes == SVGWriter(fonts: fonts, images: images, title: title, language: "en").svg(list))
        let parser = XMLCheck(bytes)
        #expect(parser.isWellFormed, "\(parser.message)")
        return String(decoding: bytes, as: UTF8.self)
    }

    private func list(
        _ string: String, width: Double = 200, _ change: (inout TextStyle, inout ParagraphStyle) -> Void = { _, _ in }
    ) -> DisplayList {
        var style = style
        var paragraph = ParagraphStyle()
        change(&style, &paragraph)
        return DocumentLayout(
            AttributedText(string, style: style, paragraphStyle: paragraph), fonts: fonts, width: width
        ).displayList
    }

    private func lines(_ svg: String, _ name: String) -> [Substring] {
        svg.split(separator: "\n").filter { $0.hasPrefix("<" + name) }
    }

    private func number(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
    }

    @Test func eachLetterHasItsPlace() throws {
        let list = list("AV to A")
        let text = lines(try svg(list, title: "A <b> & \"c\""), "text")
        let places = list.glyphs.map { number($0.x) }.joined(separator: " ")
        #expect(text == ["<text class=\"t0\" y=\"\(number(list.glyphs[0].y))\" x=\"\(places)\">AV to A</text>"])
        #expect(try svg(list, title: "A <b> & \"c\"").contains("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>"))
    }

    @Test func facesAreEmbeddedWithTheirTextOnly() throws {
        let text = try svg(list("AV to A"))
        let start = try #require(text.range(of: "base64,")).upperBound
        let end = try #require(text.range(of: ")", range: start..<text.endIndex)).lowerBound
        let data = try #require(Data(base64Encoded: String(text[start..<end])))
        let face = try FontFace(bytes: data)
        let whole = fonts.instance(.lastResort).face
        for letter in "AV to".unicodeScalars {
            let old = try #require(whole.glyph(for: letter))
            let new = try #require(face.glyph(for: letter))
            let advance = FontInstance(id: .lastResort, face: face, variations: [], synthesis: []).advance(of: new)
            #expect(advance == fonts.instance(.lastResort).advance(of: old), "\(letter)")
        }
        #expect(face.glyph(for: "B") == nil && whole.glyph(for: "B") != nil)
        #expect(text.contains(".t0{font:400 10px g0,\"Galley Test\""))
    }

    @Test func outlinesHaveNoText() throws {
        let list = list("AV to A")
        let text = String(decoding: try SVGWriter(fonts: fonts, outlines: true).svg(list), as: UTF8.self)
        #expect(!text.contains("<text") && !text.contains("<style") && text.contains("<use"))
        let layout = DocumentLayout(AttributedText("AV", style: style), fonts: fonts, width: 100)
        let (real, drawn) = (try layout.bytes(as: .svg), try layout.bytes(as: .svg, outlines: true))
        #expect(String(decoding: real, as: UTF8.self).contains("<text"))
        #expect(!String(decoding: drawn, as: UTF8.self).contains("<text"))
    }

    /// Right-to-left text stands in its logical order, each word from its right edge.
    @Test func rightToLeftTextStandsInItsOrder() throws {
        let words = "\u{628}\u{628}\u{628} \u{628}\u{628}"
        let list = list(words) { $1.baseDirection = .rightToLeft }
        let runs = list.commands.compactMap { if case .text(let run) = $0 { run } else { nil } }
        #expect(runs.map(\.isRightToLeft) == runs.map { _ in true } && !runs.isEmpty)
        let svg = try svg(list)
        let shown = lines(svg, "text").joined().replacing(/<[^>]*>/, with: "")
        #expect(shown == words)
        #expect(svg.contains("direction:rtl"))
        let first = try #require(lines(svg, "text").first)
        #expect(first.contains("x=\"200\""), "\(first)")
    }

    @Test func aShownSoftHyphenIsAHyphen() throws {
        let list = list("aaaa\u{AD}bbbb", width: 35)
        let shown = lines(try svg(list), "text").joined(separator: "|").replacing(/<[^>]*>/, with: "")
        #expect(shown == "aaaa\u{AD}|\u{2010}|bbbb", "\(shown)")
    }

    /// XML has no place for some characters, and some letters have their bytes in UTF-8.
    @Test(arguments: [
        ("a<b>&\"", "a&lt;b&gt;&amp;&quot;"), ("\u{915}\u{93E}\u{915}\u{93F}", "\u{915}\u{93E}\u{915}\u{93F}"),
        ("a\u{1}b", "a\u{FFFD}b"),
        ("\u{FFFE}\u{FFFF}\u{FFFD}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("\u{1F600}", "\u{1F600}"), ("a\tb", "a b"),
    ])
    func textIsEscaped(_ text: String, _ expected: String) throws {
        var page = HandMadePage(list: DisplayList(size: Size(width: 100, height: 50)), fonts: fonts)
        page.list.append(.beginTag(.figure(alternativeText: text)))
        page.list.append(.end)
        #expect(try svg(page.list).contains("<title>\(expected)</title>"))
    }

    @Test func linksAnchorsAndAlternativeTexts() throws {
        var page = HandMadePage(list: DisplayList(size: Size(width: 100, height: 50)), fonts: fonts)
        page.list.append(.destination("my place", Point(x: 3, y: 4)))
        page.list.append(.destination("my place", Point(x: 5, y: 6)))
        for target in [StructureTag.LinkTarget.url("https://example.com/?a=1&b=\"2\""), .anchor("my place")] {
            page.list.append(.beginTag(.link(target, areas: [])))
            page.text("AA", x: 10, y: 20, families: ["Galley Test"])
            page.list.append(.end)
        }
        page.list.append(.beginTag(.figure(alternativeText: "A lamp")))
        page.list.append(.image(AttachmentID(0), Rect(x: 10, y: 10, width: 8, height: 4)))
        page.list.append(.image(AttachmentID(0), Rect(x: 30, y: 10, width: 8, height: 4)))
        page.list.append(.end)
        var images = DrawnImages()
        images[AttachmentID(0)] = DrawnImage(
            DecodedImage(width: 2, height: 2, pixels: ContiguousArray(repeating: 0xFF00_FF00, count: 4)))
        let text = try svg(page.list, images: images)
        #expect(lines(text, "rect") == ["<rect id=\"my_place\" x=\"3\" y=\"4\" width=\"0\" height=\"0\"/>"])
        #expect(
            lines(text, "a ") == [
                "<a href=\"https://example.com/?a=1&amp;b=&quot;2&quot;\">", "<a href=\"#my_place\">",
            ])
        #expect(text.contains("<g role=\"img\" aria-label=\"A lamp\"><title>A lamp</title>"))
        #expect(lines(text, "image").count == 1 && text.contains("href=\"data:image/png;base64,"))
        #expect(
            lines(text, "use").map { $0.drop { $0 != "t" } } == [
                "transform=\"translate(10 10) scale(4.0 2.0)\"/>", "transform=\"translate(30 10) scale(4.0 2.0)\"/>",
            ])
    }

    @Test func boxesLinesAndShadows() throws {
        var list = DisplayList(size: Size(width: 100, height: 100), background: .white)
        let strokes: [BorderEdge.Stroke] = [.solid, .double, .dashed, .dotted, .groove, .ridge, .inset, .outset]
        let rect = Rect(x: 10, y: 10, width: 60, height: 40)
        for stroke in strokes {
            let edge = BorderEdge(stroke: stroke, width: 6, color: Color(rgb: 0x336699))
            list.append(.border(BoxBorder(rect: rect, edges: Edges(edge))))
            list.append(.border(BoxBorder(rect: rect, edges: Edges(edge), radius: Corners(8))))
            var one = Edges(BorderEdge.none)
            one.left = edge
            list.append(.border(BoxBorder(rect: rect, edges: one)))
        }
        let before = lines(try svg(list), "path").count
        #expect(before >= 2 * strokes.count)
        #expect(try svg(list).contains("<rect x=\"10\" y=\"10\" width=\"6\" height=\"40\""))
        for stroke in [TextDecoration.Stroke.solid, .double, .dotted, .dashed, .wavy] {
            var line = DecorationLine(
                stroke: stroke, color: Color(red: 1, green: 0, blue: 0, alpha: 0.5), start: Point(x: 5, y: 60),
                width: 50, thickness: 2)
            line.gaps = [10.0..<12, 20.0..<25]
            list.append(.line(line))
            line.isShadow = true
            line.blurRadius = 3
            list.append(.line(line))
        }
        list.append(.beginGroup(opacity: 0.25))
        list.append(.beginClip(rect, radius: Corners(5)))
        list.append(.fill(rect, radius: Corners(0), .black))
        list.close()
        let text = try svg(list)
        #expect(lines(text, "filter").count == 5 && text.contains("<feGaussianBlur stdDeviation=\"1.5\"/>"))
        #expect(text.contains("stroke-opacity=\"0.5\"") && text.contains("fill-opacity=\"0.5\""))
        #expect(text.contains("<g opacity=\"0.25\">") && text.contains("stroke-linecap=\"round\""))
        #expect(
            lines(text, "rect").first
                == "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" shape-rendering=\"crispEdges\" fill=\"#ffffff\"/>"
        )
        // A rounded corner is an arc.
        #expect(text.contains("A5 5 0 0 1 "))
    }

    @Test func shadowsAndMarksArePaths() throws {
        let list = list("A") { style, _ in
            style.paint.shadows = [TextShadow(offsetX: 1, offsetY: 2, blurRadius: 4, color: Color(rgb: 0xFF0000))]
        }
        let text = try svg(list)
        #expect(lines(text, "text").count == 1)
        #expect(lines(text, "path").contains { $0.hasSuffix("fill=\"#ff0000\"/>") })
        #expect(text.contains("stdDeviation=\"2\""))
    }

    /// Features and languages are told to the viewer, once for each look.
    @Test func whatChoseTheGlyphsIsTold() throws {
        let list = list("AVA") { style, _ in
            style.shaping.features = [FontFeature(tag: "ss01", value: 1)]
            style.shaping.language = "tr"
        }
        let text = try svg(list)
        #expect(text.contains(";font-feature-settings:\"ss01\" 1"))
        #expect(text.contains("xml:lang=\"tr\""))
        let plain = try svg(self.list("AVA") { style, _ in style.shaping.language = "en" })
        #expect(!plain.contains("<text xml:lang") && !lines(plain, "text").contains { $0.contains("xml:lang") })
    }
}

/// Whether elements nest and are closed, attributes are quoted and given once, and nothing that must be escaped stands
/// in the text: as much of XML as a writer can get wrong.
private struct XMLCheck {
    var isWellFormed = true
    var message = ""

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var open: [Substring] = []
        var rest = text[...]
        if rest.hasPrefix("<?xml"), let end = rest.range(of: "?>") { rest = rest[end.upperBound...] }
        while let start = rest.firstIndex(of: "<") {
            let before = rest[..<start]
            if before.contains(">") || before.replacing(/&(amp|lt|gt|quot);/, with: "").contains("&") {
                fail("\(before.suffix(80))")
            }
            guard let end = rest[start...].firstIndex(of: ">") else {
                fail("no end")
                return
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" }
            if tag.hasPrefix("/") {
                if open.popLast() != name {
                    fail("</\(name)>")
                    return
                }
                continue
            }
            if !tag.hasSuffix("/") { open.append(name) }
            let attributes = tag.dropFirst(name.count).matches(of: #/ ([a-zA-Z:-]+)="([^"<]*)"/#)
            let length = attributes.map { text.distance(from: $0.range.lowerBound, to: $0.range.upperBound) }.reduce(
                0, +)
            if length + name.count + (tag.hasSuffix("/") ? 1 : 0) != tag.count {
                fail("<\(tag.prefix(200))>")
                return
            }
            if Set(attributes.map(\.1)).count != attributes.count {
                fail("<\(tag.prefix(200))> twice")
                return
            }
        }
        if !open.isEmpty {
            fail("open: \(open)")
        }
    }

    private mutating func fail(_ reason: String) {
        isWellFormed = false
        message = reason
    }
}
