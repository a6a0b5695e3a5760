import GalleyFonts
import GalleyLayout
import GalleyLoading
import GalleyRender
import GalleyTestSupport
import GalleyText
import Testing

/// Texts put on pages by a page renderer. The test font at 10 px: a letter is 6 px wide, a line 10 high.
@Suite struct PrintPageRendererTests {
    static let fonts = FontCollection(faces: [])
    static let style: TextStyle = {
        var style = TextStyle(shaping: ShapingStyle(fontFamilies: [FontFace.embeddedFamily], fontSize: 10))
        style.shaping.kerning = false
        style.shaping.ligatures = false
        return style
    }()

    static func formatter(lines: Int, _ word: String = "line") -> PrintFormatter {
        PrintFormatter((0..<lines).map { "\(word)\($0)" }.joined(separator: "\n"), style: style)
    }

    /// Sheets of 200 x 150 px, printed on inside margins of 10: thirteen lines.
    static func renderer(_ change: (inout PrintPageRenderer) -> Void = { _ in }) -> PrintPageRenderer {
        var renderer = PrintPageRenderer(paper: .custom(width: 200, height: 150), fonts: fonts)
        renderer.printableRect = Rect(x: 10, y: 10, width: 180, height: 130)
        change(&renderer)
        return renderer
    }

    /// The texts on a page with the y of their baselines.
    static func texts(_ list: DisplayList) -> [(text: String, x: Double, y: Double)] {
        list.commands.compactMap { command in
            guard case .text(let run) = command, let first = run.glyphs.first else { return nil }
            return (String(decoding: list.text[run.text], as: UTF8.self), list.glyphs[first].x, list.glyphs[first].y)
        }
    }

    @Test func pagesAreKnownBeforeDrawing() {
        let job = Self.renderer { $0.add(Self.formatter(lines: 30)) }.prepared()
        #expect(job.pageCount == 3)
        #expect((0..<3).map { Self.texts(job.displayList(forPageAt: $0)).count } == [13, 13, 4])
        let first = Self.texts(job.displayList(forPageAt: 0))[0]
        #expect(first.text == "line0" && first.x == 10 && first.y == 18)
    }

    @Test func headersAndFootersTakeRoom() {
        let job = Self.renderer {
            $0.headerHeight = 20
            $0.footerHeight = 10
            $0.add(Self.formatter(lines: 12))
            $0.drawHeader = { canvas, page in
                canvas.draw("\(page.index + 1) of \(page.count)", in: page.rect, style: Self.style)
            }
            $0.drawFooter = { canvas, page in canvas.fill(page.rect, .black) }
        }.prepared()
        #expect(job.pageCount == 2)
        let page = job.displayList(forPageAt: 1)
        #expect(Self.texts(page).map(\.text).prefix(1) == ["2 of 2"] || Self.texts(page)[0].text == "2")
        #expect(Self.texts(page).last?.text == "line11")
        #expect(
            page.commands.suffix(3) == [
                .beginTag(.artifact),
                .fill(Rect(x: 10, y: 130, width: 180, height: 10), radius: Corners(0), .black), .end,
            ])
        // A header is no part of the structure, the text is.
        #expect(page.commands[0] == .beginTag(.artifact))
        guard case .text = page.commands[1] else {
            Issue.record("a header is in a tag of its own: \(page.commands[1])")
            return
        }
        #expect(page.commands.contains { if case .beginTag(.paragraph, _, _) = $0 { true } else { false } })
    }

    @Test func insetsAndMaximumSizes() {
        var formatter = Self.formatter(lines: 12)
        formatter.contentInsets = EdgeInsets(top: 50, right: 0, bottom: 0, left: 15)
        formatter.perPageContentInsets = EdgeInsets(top: 10, right: 0, bottom: 20, left: 5)
        let job = Self.renderer { $0.add(formatter) }.prepared()
        // 130 less 30 on each page, less 50 on the first: five lines and ten.
        #expect((0..<job.pageCount).map { Self.texts(job.displayList(forPageAt: $0)).count } == [5, 7])
        #expect(Self.texts(job.displayList(forPageAt: 0))[0].x == 30)
        #expect(Self.texts(job.displayList(forPageAt: 0))[0].y == 78)
        #expect(Self.texts(job.displayList(forPageAt: 1))[0].y == 28)
        formatter = Self.formatter(lines: 12)
        formatter.maximumContentHeight = 40
        formatter.maximumContentWidth = 31
        let small = Self.renderer { $0.add(formatter) }.prepared()
        #expect(small.layouts[0].layout.width == 31)
        #expect((0..<small.pageCount).allSatisfy { Self.texts(small.displayList(forPageAt: $0)).count <= 4 })
    }

    @Test func severalFormattersAndCallbacks() {
        let renderer = Self.renderer {
            $0.add(Self.formatter(lines: 14, "a"))
            $0.add(Self.formatter(lines: 2, "b"), startingAt: 1)
            $0.add(Self.formatter(lines: 1, "c"), startingAt: 3)
            $0.drawContent = { canvas, page in
                canvas.stroke(page.rect, BorderEdge(stroke: .solid, width: 1, color: .black))
            }
        }
        let job = renderer.prepared()
        #expect(job.pageCount == 4)
        #expect((0..<3).map { job.pages(ofFormatter: $0) } == [0..<2, 1..<2, 3..<4])
        #expect(Self.texts(job.displayList(forPageAt: 1)).map(\.text) == ["a13", "b0", "b1"])
        // A page that no text reaches has what the callbacks draw.
        #expect(Self.texts(job.displayList(forPageAt: 2)).isEmpty)
        #expect(job.displayList(forPageAt: 2).commands.count == 1)
        #expect(job.displayList(forPageAt: 3).openCount == 0)
        var empty = Self.renderer()
        empty.minimumPageCount = 2
        #expect(empty.prepared().pageCount == 2 && Self.renderer().prepared().pageCount == 0)
    }

    @Test func picturesOfSeveralTextsAreToldApart() throws {
        func text(_ color: UInt32) -> (PrintFormatter, DrawnImages) {
            var builder = AttributedTextBuilder()
            let style = builder.intern(Self.style)
            var attachment = Attachment(kind: .image, source: "x.png")
            attachment.width = .length(.px(20))
            attachment.height = .length(.px(20))
            builder.append(attachment, style: style)
            builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: style)
            var images = DrawnImages()
            images[AttachmentID(0)] = DrawnImage(DecodedImage(width: 1, height: 1, pixels: [color]))
            return (PrintFormatter(builder.finish()), images)
        }
        var renderer = Self.renderer()
        for color in [0xFF00_00FF as UInt32, 0xFF00_FF00] {
            let (formatter, images) = text(color)
            renderer.add(formatter, images: images)
        }
        let job = renderer.prepared()
        let shown = job.displayList(forPageAt: 0).commands.compactMap { command in
            if case .image(let id, _) = command { id } else { nil }
        }
        #expect(shown == [AttachmentID(0), AttachmentID(1)])
        #expect(job.images.count == 2 && job.images[AttachmentID(0)] != job.images[AttachmentID(1)])
    }

    @Test func elementsOfSeveralTextsAreToldApart() {
        let job = Self.renderer {
            $0.add(Self.formatter(lines: 1))
            $0.add(Self.formatter(lines: 1))
        }.prepared()
        let elements = job.displayList(forPageAt: 0).commands.compactMap { command in
            if case .beginTag(_, let element?, _) = command { element } else { nil }
        }
        #expect(elements.count >= 2 && Set(elements).count == elements.count)
        #expect(elements.map(\.position) == elements.map(\.position).sorted())
    }

    @Test func aPDFHasAllPages() throws {
        let bytes = try Self.renderer { $0.add(Self.formatter(lines: 30)) }.prepared().pdf()
        #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
        if ExternalTool.exists("qpdf") { #expect(try ExternalTool.unpacked(bytes).contains("/Count 3")) }
    }

    @Test func joinedListsKeepTheirText() {
        var one = PageCanvas.recorded(fonts: Self.fonts) {
            $0.draw("one", in: Rect(x: 0, y: 0, width: 99, height: 9), style: Self.style)
        }
        let two = PageCanvas.recorded(fonts: Self.fonts) { canvas in
            canvas.clip(to: Rect(x: 0, y: 0, width: 5, height: 5)) {
                $0.draw("two", in: Rect(x: 0, y: 20, width: 99, height: 9), style: Self.style)
            }
        }
        one.append(contentsOf: two)
        #expect(Self.texts(one).map(\.text) == ["one", "two"])
        #expect(Self.texts(one).map(\.y) == [8, 28] && one.openCount == 0)
    }

    /// Headers and footers that a document declares are drawn, outside of its structure.
    @Test func marginBoxesAreDrawn() {
        var text = AttributedText("text", style: Self.style)
        var rule = PageRule()
        rule.background = Color(rgb: 0xEEEEEE)
        rule.marginBoxes = [
            PageMarginBox(position: .topCenter, content: [.text("page"), .counter("page", .decimal)], text: Self.style)
        ]
        text.styleResources.pages = [rule]
        let page = DocumentLayout(text, fonts: Self.fonts, width: 100).paginated(
            on: .custom(width: 120, height: 100), margins: 20
        ).pages[0]
        let list = page.displayList
        #expect(
            list.commands.prefix(2) == [
                .beginTag(.artifact),
                .fill(Rect(x: 0, y: 0, width: 120, height: 100), radius: Corners(0), Color(rgb: 0xEEEEEE)),
            ])
        let artifacts = list.commands.filter { $0 == .beginTag(.artifact) }
        #expect(artifacts.count == 2)
        #expect(Self.texts(list).map(\.text).joined().hasPrefix("textpage"))
        #expect(list.openCount == 0)
    }
}

extension PageCanvas {
    fileprivate static func recorded(fonts: FontCollection, _ body: (inout PageCanvas) -> Void) -> DisplayList {
        var canvas = PageCanvas(size: Size(width: 100, height: 100), fonts: fonts)
        body(&canvas)
        return canvas.list
    }
}
