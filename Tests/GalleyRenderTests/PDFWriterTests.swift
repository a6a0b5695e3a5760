import Foundation
import GalleyFonts
import GalleyLoading
import GalleyRender
import GalleyTestSupport
import GalleyText
import Testing

/// What the PDF says, read back by other programs. Needs Debian's fonts, qpdf and poppler.
struct PDFWriterTests {
    static let hasFonts = ["dejavu/DejaVuSans.ttf", "noto/NotoNaskhArabic-Regular.ttf", "noto/NotoColorEmoji.ttf"]
        .allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/fonts/truetype/" + $0) }

    /// A page of headings, scripts and links.
    private static func page(_ fonts: FontCollection) -> DisplayList {
        var page = HandMadePage(list: DisplayList(size: Size(width: 600, height: 400)), fonts: fonts)
        page.list.append(.beginTag(.heading(level: 1)))
        page.list.append(.destination("top", Point(x: 20, y: 20)))
        page.text("Office difficult affluent", x: 20, y: 40, families: ["Noto Serif"], size: 24)
        page.list.append(.end)
        for (index, (text, family)) in texts.enumerated() {
            page.list.append(.beginTag(.paragraph))
            page.text(text, x: 20, y: 80 + Double(index) * 40, families: [family], size: 20)
            page.list.append(.end)
        }
        page.list.append(.beginTag(.paragraph))
        for (index, target) in [
            StructureTag.LinkTarget.url("https://example.com/a(b)'\u{E9}?x=1&y=2"), .anchor("top"),
            .anchor("nowhere \u{E9}"),
        ].enumerated() {
            let x = 20 + Double(index) * 150
            page.list.append(.beginTag(.link(target, areas: [Rect(x: x, y: 345, width: 60, height: 20)])))
            page.text("link\(index)", x: x, y: 360, color: Color(rgb: 0x0000EE))
            page.list.append(.end)
        }
        page.list.append(.end)
        page.list.append(.beginTag(.figure(alternativeText: "A grey box, \u{E9}")))
        page.list.append(.fill(Rect(x: 500, y: 10, width: 50, height: 50), radius: Corners(0), Color(rgb: 0x888888)))
        page.list.append(.end)
        page.list.close()
        return page.list
    }

    private static let texts = [
        ("Combining: e\u{301}a\u{308}x\u{323}\u{302}.", "DejaVu Sans"),
        (
            "\u{627}\u{644}\u{633}\u{644}\u{627}\u{645} \u{639}\u{644}\u{64A}\u{643}\u{645} \u{644}\u{627}",
            "Noto Naskh Arabic"
        ),
        ("\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5D5}\u{5DC}\u{5DD}", "DejaVu Sans"),
        ("\u{915}\u{93F}\u{924}\u{93E}\u{92C} \u{938}\u{94D}\u{924}\u{94D}\u{930}\u{940}", "Noto Sans Devanagari"),
        ("\u{1F600} \u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{1F1EB}\u{1F1F7}", "Noto Color Emoji"),
    ]

    private static func pdf() throws -> [UInt8] {
        let fonts = try FontCollection.system()
        let page = page(fonts)
        var writer = try PDFWriter(
            fonts: fonts, metadata: PDFMetadata(title: "T\u{EF}tle", author: "Someone", language: "en"))
        try writer.append(page)
        try writer.append(page)
        return try writer.finish()
    }

    @Test(.enabled(if: hasFonts)) func theSamePagesGiveTheSameBytes() throws {
        #expect(try Self.pdf() == Self.pdf())
    }

    @Test(.enabled(if: hasFonts && ExternalTool.exists("qpdf"))) func qpdfFindsNoDamage() throws {
        let check = try ExternalTool.run("qpdf", ["--check", "FILE"], on: Self.pdf())
        #expect(check.status == 0, "\(check.output)")
        #expect(!check.output.contains("WARNING"), "\(check.output)")
    }

    @Test(.enabled(if: hasFonts && ExternalTool.exists("pdftotext"))) func theTextComesBack() throws {
        // Poppler marks directions by controls, which are no part of the text.
        let output = try ExternalTool.run("pdftotext", ["-l", "1", "FILE", "-"], on: Self.pdf()).output
        let text = String(String.UnicodeScalarView(output.unicodeScalars.filter { !("\u{202A}"..."\u{202E}" ~= $0) }))
            .precomposedStringWithCanonicalMapping
        #expect(text.contains("Office difficult affluent"))
        for (expected, _) in Self.texts.dropLast() {
            #expect(text.contains(expected.precomposedStringWithCanonicalMapping), "\(expected) in \(text)")
        }
        for emoji in Self.texts[4].0.split(separator: " ") { #expect(text.contains(emoji)) }
    }

    @Test(.enabled(if: hasFonts && ExternalTool.exists("pdfinfo") && ExternalTool.exists("qpdf")))
    func structureLinksAndMetadataAreThere() throws {
        let bytes = try Self.pdf()
        let info = try ExternalTool.run("pdfinfo", ["FILE"], on: bytes).output
        #expect(info.contains("T\u{EF}tle") && info.contains("Someone") && !info.contains("CreationDate"))
        #expect(info.contains("Tagged:          yes") && info.contains("Pages:           2"))
        #expect(info.contains("Page size:       450 x 300 pts"))
        let links = try ExternalTool.run("pdfinfo", ["-url", "FILE"], on: bytes).output
        #expect(links.contains("https://example.com/a%28b%29%27%C3%A9?x=1&y=2"))
        let destinations = try ExternalTool.run("pdfinfo", ["-dests", "FILE"], on: bytes).output
        #expect(destinations.contains("   1 [ XYZ   15  285 null      ] \"top\""))
        let structure = try ExternalTool.run("pdfinfo", ["-struct", "FILE"], on: bytes).output
        let elements = structure.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(elements.filter { $0 == "Document" }.count == 1)
        #expect(elements.filter { $0.hasPrefix("H1") }.count == 2)
        #expect(elements.filter { $0.hasPrefix("Link") }.count == 4)
        let file = try ExternalTool.unpacked(bytes)
        #expect(file.contains("/Lang <feff0065006e>"))
        #expect(file.contains("/Alt <feff00410020"))
    }

    /// A list whose second item goes on on the second page, after the first one's table.
    @Test(.enabled(if: hasFonts && ExternalTool.exists("pdfinfo") && ExternalTool.exists("qpdf")))
    func whatGoesOnOnTheNextPageIsOneElement() throws {
        let fonts = try FontCollection.system()
        func page(_ parts: [(tag: StructureTag, element: StructureElement?, text: String)]) -> DisplayList {
            var page = HandMadePage(list: DisplayList(size: Size(width: 300, height: 100)), fonts: fonts)
            // A border outside of every element.
            page.list.append(.fill(Rect(x: 0, y: 0, width: 5, height: 5), radius: Corners(0), .black))
            page.list.append(.beginTag(.list, element: 0))
            for part in parts {
                page.list.append(.beginTag(part.tag, element: part.element))
                page.text(part.text, x: 10, y: 20, families: ["DejaVu Sans"], size: 10)
                page.list.append(.end)
            }
            page.list.close()
            return page.list
        }
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(page([(.listItem, 1, "one"), (.listItem, 2, "two, begun")]))
        try writer.append(page([(.listItem, 2, "second"), (.listItem, nil, "three"), (.listItem, 3, "four")]))
        try writer.append(page([(.headerCell, 3, "another kind"), (.listItem, 2, "third")]))
        let bytes = try writer.finish()
        #expect(try ExternalTool.run("qpdf", ["--check", "FILE"], on: bytes).status == 0)
        let output = try ExternalTool.run("pdfinfo", ["-struct-text", "FILE"], on: bytes).output
        let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let elements = lines.filter { ["Document", "L (block)", "LI (block)", "TH (inline)"].contains($0) }
        #expect(elements.filter { $0.hasPrefix("LI") }.count == 4, "\(output)")
        #expect(elements.filter { $0.hasPrefix("L (") }.count == 1, "\(output)")
        let text = lines.filter { $0.hasPrefix("\"") }.joined().replacing("\"", with: "")
        #expect(text == "onetwo, begunsecondthirdthreefouranother kind", "\(output)")
    }

    /// What is painted early or late is read where it stands: in its own section, by its position.
    @Test(.enabled(if: hasFonts && ExternalTool.exists("pdfinfo") && ExternalTool.exists("qpdf")))
    func whatIsPaintedElsewhereIsReadInItsPlace() throws {
        let fonts = try FontCollection.system()
        var page = HandMadePage(list: DisplayList(size: Size(width: 300, height: 100)), fonts: fonts)
        for (section, paragraphs) in [(1, [(13, "three")]), (0, [(10, "none")]), (1, [(11, "one"), (12, "two")])] {
            page.list.append(
                .beginTag(.section, element: StructureElement(number: section, position: 10 + section)))
            for (position, text) in paragraphs {
                page.list.append(
                    .beginTag(.paragraph, element: StructureElement(number: 100 - position, position: position)))
                page.text(text, x: 10, y: 20, families: ["DejaVu Sans"], size: 10)
                page.list.append(.end)
            }
            page.list.append(.end)
        }
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(page.list)
        let bytes = try writer.finish()
        #expect(try ExternalTool.run("qpdf", ["--check", "FILE"], on: bytes).status == 0)
        let output = try ExternalTool.run("pdfinfo", ["-struct-text", "FILE"], on: bytes).output
        let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            lines.filter { !$0.hasPrefix("P ") } == [
                "Document", "Sect", "\"none\"", "Sect", "\"one\"", "\"two\"", "\"three\"",
            ], "\(output)")
    }

    /// §14.8.2.5: words end by a space, also where a line ends by a break.
    @Test(.enabled(if: hasFonts && ExternalTool.exists("pdfinfo") && ExternalTool.exists("qpdf")))
    func forcedBreaksSeparateWords() throws {
        let fonts = try FontCollection.system()
        var page = HandMadePage(list: DisplayList(size: Size(width: 300, height: 100)), fonts: fonts)
        page.list.append(.beginTag(.paragraph))
        for (index, text) in ["one", "\u{5D0}\u{5D1}", "two", "three"].enumerated() {
            page.text(
                text, x: 10, y: 20 * Double(index + 1), families: ["DejaVu Sans"], size: 10, endsWithBreak: index != 2)
        }
        page.list.append(.end)
        let flags = page.list.commands.compactMap { if case .text(let run) = $0 { run.endsWithBreak } else { nil } }
        #expect(flags == [true, true, false, true])
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(page.list)
        let bytes = try writer.finish()
        #expect(try ExternalTool.run("qpdf", ["--check", "FILE"], on: bytes).status == 0)
        let output = try ExternalTool.run("pdfinfo", ["-struct-text", "FILE"], on: bytes).output
        #expect(output.contains("one ") && output.contains(" twothree ") && output.contains("\u{5D0}"), "\(output)")
    }

    /// Cairo left out what has no ink where it stands on whole points.
    @Test(
        .enabled(if: hasFonts && ExternalTool.exists("pdfinfo")),
        arguments: [(20.0, 40.0), (20.5, 40.3), (21, 40), (20, 41)])
    func spacesAloneAreText(_ x: Double, _ y: Double) throws {
        let fonts = try FontCollection.system()
        var page = HandMadePage(list: DisplayList(size: Size(width: 300, height: 100)), fonts: fonts)
        page.list.append(.beginTag(.paragraph))
        page.text("one", x: 0, y: y, families: ["DejaVu Sans"], size: 10)
        page.text(" ", x: x, y: y, families: ["DejaVu Sans"], size: 10)
        page.text("two", x: 30, y: y, families: ["DejaVu Sans"], size: 10)
        page.list.append(.end)
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(page.list)
        let output = try ExternalTool.run("pdfinfo", ["-struct-text", "FILE"], on: writer.finish()).output
        #expect(output.contains("one two"), "\(output)")
    }

    /// §12.4.2. Labels that count on are one stretch.
    @Test(arguments: [
        (["iii", "iv", "1", "2", "3"], "/PageLabels<</Nums[0<</P (iii)>>1<</P (iv)>>2<</S/D/St 1>>]>>"),
        (["A-9", "A-10", "A-12"], "/PageLabels<</Nums[0<</P (A-)/S/D/St 9>>2<</P (A-)/S/D/St 12>>]>>"),
        (["007", "0", "\u{E9}1"], "/PageLabels<</Nums[0<</P (007)>>1<</P (0)>>2<</P <FEFF00E9>/S/D/St 1>>]>>"),
        ([nil, nil, "5"], "/PageLabels<</Nums[0<</S/D/St 1>>2<</S/D/St 5>>]>>"), ([nil, "2"], nil),
    ])
    func pagesHaveLabels(_ labels: [String?], _ expected: String?) throws {
        var writer = try PDFWriter(fonts: .strict())
        for label in labels { try writer.append(DisplayList(size: Size(width: 10, height: 10)), label: label) }
        let text = String(decoding: try writer.finish(), as: UTF8.self)
        #expect(expected.map { text.contains($0) } ?? !text.contains("/PageLabels"), "\(text)")
    }

    /// §7.9.4.
    @Test(
        .enabled(if: ExternalTool.exists("qpdf")),
        arguments: [
            ("2026-01-31T12:00:00Z", "(D:20260131120000Z)"), ("2026-01-31T12:00:00+01:30", "(D:20260131120000+01'30)"),
            ("2026-01-31", "(D:20260131)"), ("yesterday", nil),
        ])
    func datesAreThoseOfPDF(_ date: String, _ expected: String?) throws {
        var metadata = PDFMetadata()
        metadata.creationDate = date
        let text = try ExternalTool.unpacked(PDFWriter(fonts: .strict(), metadata: metadata).finish())
        #expect(expected.map { text.contains("/CreationDate \($0)") } ?? !text.contains("/CreationDate"), "\(text)")
    }

    @Test func whatNoTextMayHoldIsReplaced() throws {
        let fonts = FontCollection.strict()
        var list = DisplayList(size: Size(width: 100, height: 100))
        let numbers: [UInt32] = [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xFFFD, 0x10FFFD, 0xFB01]
        for number in numbers {
            list.appendText(instance: .lastResort, fontSize: 12, color: .black) { run in
                run.glyph(5, x: 10, y: 20)
                run.cluster("a" + (Unicode.Scalar(number).map(String.init) ?? "") + "b", glyphCount: 1)
            }
        }
        var writer = try PDFWriter(
            fonts: fonts,
            metadata: PDFMetadata(title: "a" + (Unicode.Scalar(UInt32(0xFFFF)).map(String.init) ?? "") + "\u{0}b"))
        try writer.append(list)
        let bytes = try writer.finish()
        if ExternalTool.exists("pdfinfo") {
            #expect(try ExternalTool.run("pdfinfo", ["FILE"], on: bytes).output.contains("a\u{FFFD}\u{FFFD}b"))
        }
    }

    @Test(.enabled(if: hasFonts && ExternalTool.exists("qpdf"))) func aPictureDrawnOftenIsListedOnce() throws {
        let fonts = try FontCollection.system()
        var page = HandMadePage(list: DisplayList(size: Size(width: 400, height: 400)), fonts: fonts)
        page.text(String(repeating: "\u{1F600}", count: 9), x: 10, y: 40, families: ["Noto Color Emoji"], size: 20)
        var images = DrawnImages()
        images[AttachmentID(0)] = DrawnImage(DecodedImage(width: 1, height: 1, pixels: [0xFF00_FF00]))
        for x in 0..<5 {
            page.list.append(.image(AttachmentID(0), Rect(x: Double(x) * 20, y: 100, width: 10, height: 10)))
        }
        var writer = try PDFWriter(fonts: fonts, images: images)
        try writer.append(page.list)
        let check = try ExternalTool.run("qpdf", ["--check", "FILE"], on: writer.finish())
        #expect(check.status == 0 && !check.output.contains("WARNING"), "\(check.output)")
    }

    /// A clip without a path shows nothing; a line with nothing but gaps is none.
    @Test(.enabled(if: ExternalTool.exists("qpdf"))) func emptyPathsShowNothing() throws {
        var list = DisplayList(size: Size(width: 100, height: 50))
        list.append(.beginPolygonClip([], isEvenOdd: false))
        list.append(.fill(Rect(x: 0, y: 0, width: 9, height: 9), radius: Corners(0), .black))
        list.append(.end)
        var line = DecorationLine(
            stroke: .solid, color: .black, start: Point(x: 10, y: 10), width: 20, thickness: 2)
        line.gaps = [0..<50]
        list.append(.line(line))
        var writer = try PDFWriter(fonts: .strict())
        try writer.append(list)
        let text = try ExternalTool.unpacked(writer.finish())
        #expect(text.components(separatedBy: "0 0 0 0 re\nW n").count == 3, "\(text)")
    }

    /// OpenType 1.9, `OS/2.fsType`: a face that forbids embedding is shown by its outlines, over its text.
    @Test(
        .enabled(if: ExternalTool.exists("pdffonts") && ExternalTool.exists("pdftotext")),
        arguments: [(0, true), (0x0002, false), (0x0004, true), (0x0100, false), (0x0200, false)])
    func facesThatForbidItAreNotEmbedded(_ type: Int, _ isEmbedded: Bool) throws {
        let file = packageRoot.appendingPathComponent("Fonts/GalleyTest-Bold.ttf")
        var bytes = [UInt8](try Data(contentsOf: file))
        let record = try #require(
            (0..<40).first { bytes[(12 + 16 * $0)..<(16 + 16 * $0)].elementsEqual("OS/2".utf8) })
        let table = bytes[(20 + 16 * record)..<(24 + 16 * record)].reduce(0) { $0 << 8 | Int($1) }
        (bytes[table + 8], bytes[table + 9]) = (UInt8(type >> 8), UInt8(type & 0xFF))
        let face = try FontFace(bytes: bytes)
        var page = HandMadePage(
            list: DisplayList(size: Size(width: 200, height: 50)), fonts: FontCollection(faces: [face]))
        page.list.append(.beginTag(.paragraph))
        page.text("Hamburg", x: 10, y: 20, families: [face.names.family], style: face.style)
        page.list.append(.end)
        var writer = try PDFWriter(fonts: page.fonts)
        try writer.append(page.list)
        let pdf = try writer.finish()
        #expect(try ExternalTool.run("pdftotext", ["FILE", "-"], on: pdf).output.contains("Hamburg"))
        let fonts = try ExternalTool.run("pdffonts", ["FILE"], on: pdf).output
        #expect(fonts.contains(face.names.postScript) == isEmbedded, "\(fonts)")
    }

    @Test(.enabled(if: ExternalTool.exists("qpdf"))) func headingsMakeAnOutline() throws {
        var writer = try PDFWriter(fonts: .strict())
        for (level, title) in [(1, "One"), (3, "Deep \u{E9}"), (2, "Two (2)")] {
            var list = DisplayList(size: Size(width: 100, height: 100))
            list.append(.outline(level: level, title, Point(x: 0, y: 40), isOpen: title != "One"))
            try writer.append(list)
        }
        let bytes = try writer.finish()
        let check = try ExternalTool.run("qpdf", ["--check", "FILE"], on: bytes)
        #expect(check.status == 0, "\(check.output)")
        let json = try ExternalTool.run("qpdf", ["--json", "--json-key=outlines", "FILE"], on: bytes).output
        for part in [
            "\"title\": \"One\"", "\"title\": \"Deep \u{E9}\"", "\"title\": \"Two (2)\"", "\"destpageposfrom1\": 3",
        ] {
            #expect(json.contains(part), "\(part) in \(json)")
        }
        // The first is shown without what is inside of it.
        #expect(json.components(separatedBy: "\"open\": false").count == 2)
        // Both deeper headings are inside the first.
        #expect(json.components(separatedBy: "\"kids\": []").count == 3)
    }

    @Test func aFileWithoutPagesHasAnEmptyOne() throws {
        let bytes = try PDFWriter(fonts: FontCollection.strict()).finish()
        #expect(bytes.starts(with: Array("%PDF-1.7".utf8)))
    }

    @Test(arguments: [(0.0, 10.0), (10, 1e9), (.nan, 10)])
    func absurdPagesAreRefused(_ width: Double, _ height: Double) throws {
        var writer = try PDFWriter(fonts: FontCollection.strict())
        do throws(RenderError) {
            try writer.append(DisplayList(size: Size(width: width, height: height)))
            Issue.record("a page of \(width) x \(height) was taken")
        } catch {
            guard case .unsupportedPage = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    /// ISO 32000-1 §14.8.2.2: what is painted outside of innermost elements, and what is in a tag for such, is none of the
    /// document's content.
    @Test(.enabled(if: hasFonts && ExternalTool.exists("qpdf") && ExternalTool.exists("pdftotext")))
    func whatIsNoContentIsAnArtifact() throws {
        let fonts = try FontCollection.system()
        var page = HandMadePage(
            list: DisplayList(size: Size(width: 300, height: 200), background: Color(rgb: 0xEEEEEE)), fonts: fonts)
        func fill(_ x: Double) -> DisplayCommand {
            .fill(Rect(x: x, y: 10, width: 10, height: 10), radius: Corners(0), .black)
        }
        page.list.append(fill(10))
        page.list.append(.beginTag(.artifact))
        page.list.append(.beginTag(.paragraph))
        page.text("Header", x: 20, y: 20)
        page.list.append(.end)
        page.list.append(.end)
        page.list.append(.beginTag(.tableRow))
        page.list.append(fill(30))
        page.list.append(fill(50))
        page.list.append(.beginTag(.headerCell))
        page.list.append(fill(70))
        page.text("Cell", x: 20, y: 60)
        page.list.append(.end)
        page.list.append(.end)
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(page.list)
        try writer.append(page.list)
        let bytes = try writer.finish()
        #expect(try ExternalTool.run("qpdf", ["--check", "FILE"], on: bytes).status == 0)
        let plain = try ExternalTool.unpacked(bytes)
        // On each page all that is before the cell is one.
        #expect(plain.components(separatedBy: "/Artifact BMC").count == 1 + 2)
        #expect(plain.components(separatedBy: "/TH <</MCID").count == 1 + 2)
        #expect(plain.components(separatedBy: "EMC").count == 1 + 4)
        #expect(plain.contains("/Scope /Column"))
        #expect(try ExternalTool.run("pdftotext", ["FILE", "-"], on: bytes).output.contains("Header"))
    }
}
