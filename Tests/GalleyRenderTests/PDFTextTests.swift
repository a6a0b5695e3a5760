import Foundation
import GalleyFonts
import GalleyLoading
import GalleyTestSupport
import GalleyText
import Testing

import GalleyRender

/// How PDFs show text (ISO 32000-1 §9), read as qpdf unpacks them.
@Suite(.enabled(if: PDFWriterTests.hasFonts && ExternalTool.exists("qpdf"))) struct PDFTextTests {
    private static func page(_ fonts: FontCollection) -> HandMadePage {
        HandMadePage(list: DisplayList(size: Size(width: 300, height: 100)), fonts: fonts)
    }

    private static func unpacked(_ page: HandMadePage, images: DrawnImages = .none) throws -> String {
        var writer = try PDFWriter(fonts: page.fonts, images: images)
        try writer.append(page.list)
        return try ExternalTool.unpacked(writer.finish())
    }

    /// §8.10.1: a form begins with the state around it. Text in a picture is no more invisible than before.
    @Test(arguments: [Color.transparent, nil])
    func formsDoNotTakeOverHowTextIsShown(_ color: Color?) throws {
        var page = Self.page(try FontCollection.system())
        if let color {
            page.text("one", x: 10, y: 20, color: color)
        } else {
            page.text("\u{1F600}", x: 10, y: 20, families: ["Noto Color Emoji"])
        }
        var images = DrawnImages()
        images[AttachmentID(0)] = DrawnImage(DecodedImage(width: 1, height: 1, pixels: [0xFF00_FF00]))
        page.list.append(.image(AttachmentID(0), Rect(x: 0, y: 50, width: 10, height: 10)))
        let text = try Self.unpacked(page, images: images)
        let shown = text.split(separator: "\n").filter { $0.hasSuffix(" Tr") || $0.hasSuffix(" Do") }
        #expect(shown.first == "3 Tr" && shown.dropFirst().first == "0 Tr", "\(shown)")
        #expect(!shown.dropFirst(2).contains("3 Tr"), "\(shown)")
    }

    /// HarfBuzz shows what is ignored by the space, which stands for a space all the same.
    @Test(arguments: ["\u{AD}", "\u{200B}", "\u{2060}"])
    func spacesAreSpacesAfterWhatIsIgnored(_ ignored: String) throws {
        var page = Self.page(try FontCollection.system())
        page.text("so\(ignored)ft one two three", x: 10, y: 20)
        let text = try Self.unpacked(page)
        #expect(!text.contains("/ActualText"), "\(text)")
        #expect(text.contains("><0020>"))
    }

    /// §9.10.3: each glyph has a text in the map, for programs that do not read those beside it.
    @Test func glyphsOfSeveralTextsAreInTheMap() throws {
        let fonts = FontCollection.strict()
        var list = DisplayList(size: Size(width: 100, height: 100))
        list.appendText(instance: .lastResort, fontSize: 12, color: .black) { run in
            run.glyph(5, x: 10, y: 20)
            run.glyph(6, x: 15, y: 20)
            run.cluster("\u{E9}\u{E8}", glyphCount: 2)
        }
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(list)
        let text = try ExternalTool.unpacked(writer.finish())
        #expect(text.contains("<0005><00E900E8>"), "\(text)")
        var page = Self.page(try FontCollection.system())
        page.text("\u{1F600}\u{1F601}", x: 10, y: 20, families: ["Noto Color Emoji"], endsWithBreak: true)
        let hidden = try Self.unpacked(page)
        #expect(hidden.contains("><FFFC>"), "\(hidden)")
        // The space of the break at the end.
        #expect(hidden.contains("><0020>"), "\(hidden)")
        let output = hidden.split(separator: "\n").filter { $0.hasSuffix("Tj") }
        #expect(output.count == 3 && output[0] == output[1] && output[2] != output[1], "\(output)")
    }

    /// What text stands around and what it is painted in is not said of a picture of a glyph: it is shown as opaque as text.
    @Test func picturesOfGlyphsFadeAndAreThereOnce() throws {
        var page = Self.page(try FontCollection.system())
        for color in [Color(rgb: 0xFF0000), Color(red: 0, green: 0, blue: 1, alpha: 0.5)] {
            page.list.append(.beginGroup(opacity: 0.5))
            page.text("\u{1F600}", x: 10, y: 20, families: ["Noto Color Emoji"], color: color)
            page.list.append(.end)
        }
        let text = try Self.unpacked(page)
        let shown = text.split(separator: "\n").filter {
            $0.hasPrefix("/A") && $0.hasSuffix(" gs") || $0.hasSuffix(" Do")
        }
        let form = try #require(shown.first { $0.hasSuffix("Do") && $0.hasPrefix("/X") })
        #expect(shown.prefix(4) == ["/A500 gs", form, "/A250 gs", form], "\(shown)")
    }

    /// Numbers have as many decimals as can be seen.
    @Test func magnifiedTextKeepsItsPlace() throws {
        let fonts = FontCollection.strict()
        var list = DisplayList(size: Size(width: 300, height: 300))
        list.append(.beginTransform(TransformMatrix(a: 1_000, b: 0, c: 0, d: 1_000, e: 0, f: 0)))
        for (size, y) in [(0.0123456, 0.0500004), (0.000001, 0.06)] {
            list.appendText(instance: .lastResort, fontSize: size, color: .black) { run in
                run.glyph(5, x: 0.0123456, y: y)
                run.cluster("a", glyphCount: 1)
            }
        }
        list.append(.end)
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(list)
        let text = try ExternalTool.unpacked(writer.finish())
        #expect(text.contains(" 0.012346 Tf") && text.contains("1 0 0 -1 0.012346 0.05 Tm"), "\(text)")
        // The other is too small to be seen.
        #expect(text.components(separatedBy: " Tm").count == 2)
    }

    /// Files call faces what they like; PostScript wants up to 63 printable characters of ASCII.
    @Test(arguments: [
        ("DejaVuSans-Bold", "DejaVuSans-Bold"), ("A b\u{0}\u{E9}(/#c", "Abc"), ("\u{1F600}", "Font"), ("", "Font"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 63)),
    ])
    func namesOfFonts(_ name: String, _ expected: String) { #expect(PDFFont.name(name) == expected) }

    /// §9.8.1, tables 122 and 123.
    @Test func descriptorsSayWhatLeans() throws {
        let fonts = try FontCollection.system()
        for (style, angle, flag) in [(FaceStyle.regular, "0", 0), (FaceStyle(slant: .italic), "-11", 64)] {
            var page = Self.page(fonts)
            page.text("one", x: 10, y: 20, style: style)
            let text = try Self.unpacked(page)
            #expect(text.contains("/ItalicAngle \(angle)\n"), "\(text)")
            let flags = try #require(text.firstMatch(of: #/\/Flags (\d+)/#).flatMap { Int($0.1) })
            #expect(flags & 64 == flag)
        }
    }
}
