import GalleyFonts
import GalleyLayout
import GalleyRender
import GalleyText
import Testing

/// Display lists of layouts, as text. The face is the generated one: its advances are known.
struct LayoutDisplayListTests {
    private let fonts = FontCollection.strict()

    private func dump(
        _ text: AttributedText, width: Double = 200, attachments: [AttachmentID: AttachmentState] = [:]
    ) -> String {
        let layout = DocumentLayout(text, fonts: fonts, width: width, attachments: attachments)
        #expect(text.brokenInvariants().isEmpty)
        return layout.displayList.dump(glyphs: false) { fonts.instance($0).face.names.family }
    }

    /// Adds paragraphs of the generated face at 10 px.
    private struct Builder {
        var text = AttributedTextBuilder()
        var style: TextStyle

        init(root: BlockStyle = BlockStyle()) {
            text = AttributedTextBuilder(rootStyle: root)
            style = TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10))
            style.lineHeight = .length(.px(12))
        }

        mutating func add(_ string: String, _ change: (inout TextStyle) -> Void = { _ in }) {
            var style = style
            change(&style)
            text.append(string, style: text.intern(style))
        }

        mutating func end() { text.endParagraph(style: text.intern(ParagraphStyle()), strut: text.intern(style)) }

        mutating func block(
            _ role: Block.Role, _ kind: Block.Kind = .box, style: BlockStyle = BlockStyle(),
            _ body: (inout Builder) -> Void
        ) {
            text.openBlock(kind, role: role, style: style)
            body(&self)
            text.closeBlock()
        }
    }

    @Test func headingsAndParagraphsAreTagged() {
        var builder = Builder()
        builder.block(.heading(level: 2)) {
            $0.text.addAnchor("top")
            $0.add("Head")
            $0.end()
        }
        builder.block(.paragraph) {
            $0.add("a b")
            $0.end()
        }
        let head = width("Head")
        #expect(head > 0)
        #expect(
            dump(builder.text.finish()) == """
                page 200 x 24
                destination "top" 0,0
                outline 2 "Head" 0,0
                tag H2
                  text 0,9 "Head" Galley Test 10 #000000
                tag P
                  text 0,21 "a b" Galley Test 10 #000000

                """)
    }

    @Test func linksAndPicturesStandBesideSpans() {
        var builder = Builder()
        builder.block(.paragraph) {
            $0.add("aa ")
            $0.text.openSpan(link: Link(url: "https://example.com/"))
            $0.add("bb") { $0.paint.color = Color(rgb: 0x0000FF) }
            $0.text.closeSpan()
            $0.add(" ")
            $0.text.openSpan(link: Link(url: "#top"))
            var picture = GalleyText.Attachment(kind: .image, source: "a.png", alternativeText: "A lamp")
            picture.width = .length(.px(10))
            picture.height = .length(.px(10))
            $0.text.append(picture, style: $0.text.intern($0.style))
            $0.text.closeSpan()
            $0.end()
        }
        let (a, b, space) = (width("aa"), width("bb"), width("a a") - width("aa"))
        let image = px(a + b + 2 * space)
        #expect(
            dump(builder.text.finish()) == """
                page 200 x 13
                tag P
                  tag Span
                    text 0,10 "aa " Galley Test 10 #000000
                  tag Link "https://example.com/" \(px(a + space)),2 \(px(b))x10
                    text \(px(a + space)),10 "bb" Galley Test 10 #0000ff
                  tag Span
                    text \(px(a + b + space)),10 " " Galley Test 10 #000000
                  tag Link #"top" \(image),0 10x10
                    tag Figure "A lamp"
                      image 0 \(image),0 10x10

                """)
    }

    @Test("A picture is cut by its box and by the corners inside its border, where it stands as it says")
    func picturesAreCut() {
        var builder = Builder()
        var picture = GalleyText.Attachment(kind: .image, source: "a.png", alternativeText: "A lamp")
        picture.width = .length(.px(20))
        picture.height = .length(.px(10))
        picture.padding = Edges(.px(2))
        picture.borderRadius = Corners(.px(5))
        picture.fit = .cover
        picture.position = BoxPosition(x: .percent(100), y: .px(1))
        builder.block(.paragraph) {
            $0.text.append(picture, style: $0.text.intern($0.style))
            $0.end()
        }
        let text = builder.text.finish()
        let states = [AttachmentID(0): AttachmentState.loaded(naturalSize: Size(width: 40, height: 10))]
        let lines = dump(text, attachments: states).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("clip 2,2 20x10 r3"), "\(lines)")
        #expect(lines.contains("image 0 -18,3 40x10"), "\(lines)")
    }

    @Test("A picture fades with what it stands in, and is not seen where that is not")
    func picturesFade() {
        var builder = Builder()
        for (opacity, isVisible) in [(0.5, true), (1, false)] {
            var picture = GalleyText.Attachment(kind: .image, source: "a.png", alternativeText: "A lamp")
            picture.width = .length(.px(10))
            picture.height = .length(.px(10))
            picture.background = .black
            var style = builder.style
            style.paint.opacity = opacity
            style.paint.isVisible = isVisible
            builder.block(.paragraph) {
                $0.text.append(picture, style: $0.text.intern(style))
                $0.end()
            }
        }
        let lines = dump(builder.text.finish()).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.filter { $0.hasPrefix("image") }.count == 1)
        #expect(
            lines.contains("group 0.5") && lines.contains { $0.hasPrefix("fill") && $0.hasSuffix("#00000080") },
            "\(lines)")
    }

    @Test func listsHaveLabelsAndBodies() {
        var builder = Builder()
        let marker = builder.text.intern(builder.style)
        var style = BlockStyle()
        style.padding.left = .px(20)
        builder.block(.list, .list(isOrdered: true), style: style) { list in
            for ordinal in 1...2 {
                list.block(
                    .listItem,
                    .item(ListItem(ordinal: ordinal, marker: .counter(.decimal), markerStyle: marker))
                ) {
                    $0.add("item")
                    $0.end()
                }
            }
        }
        let lines = dump(builder.text.finish()).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.map { $0.prefix { $0 != " " } }.filter { $0 == "tag" }.count == 9)
        #expect(
            lines.filter { $0.hasPrefix("tag") } == [
                "tag L", "tag LI", "tag Lbl", "tag LBody", "tag P", "tag LI", "tag Lbl", "tag LBody", "tag P",
            ])
        #expect(lines.contains { $0.contains("\"1. \"") } && lines.contains { $0.contains("\"2. \"") })
        #expect(lines.filter { $0.hasPrefix("text 20,") }.count == 2)
    }

    /// A row of nothing but empty cells is a row on pages too.
    @Test func emptyRowsAreRowsOnPages() {
        var builder = Builder()
        var nothing = ParagraphStyle()
        nothing.emptyParagraph = .nothing
        builder.block(.table, .table(columns: [])) { table in
            for text in ["a", "", "b"] {
                table.block(.tableRow, .row) { row in
                    row.block(.tableCell, .cell(columnSpan: 1, rowSpan: 1, isHeader: false)) {
                        if !text.isEmpty { $0.add(text) }
                        $0.text.endParagraph(style: $0.text.intern(nothing), strut: $0.text.intern($0.style))
                    }
                }
            }
        }
        let layout = DocumentLayout(builder.text.finish(), fonts: fonts, width: 200)
        func rows(_ list: DisplayList) -> Int {
            list.commands.count { if case .beginTag(.tableRow, _, _) = $0 { true } else { false } }
        }
        #expect(rows(layout.displayList) == 3)
        #expect(layout.paginated(on: .a4, margins: 10).pages.map { rows($0.displayList) } == [3])
    }

    /// A paragraph that is painted after another which it covers is tagged in its own section all the same.
    @Test func whatIsPaintedElsewhereIsTaggedInItsPlace() {
        var above = BlockStyle()
        above.position = .relative
        above.inset.top = .length(.px(8))
        var builder = Builder()
        builder.block(.section) { section in
            section.block(.paragraph, style: above) {
                $0.add("up")
                $0.end()
            }
            section.block(.paragraph) {
                $0.add("down")
                $0.end()
            }
        }
        let layout = DocumentLayout(builder.text.finish(), fonts: fonts, width: 200)
        var open: [StructureElement?] = []
        var read: [(text: String, elements: [StructureElement?])] = []
        let list = layout.displayList
        for command in list.commands {
            switch command {
            case .beginTag(_, let element, _): open.append(element)
            case .end: open.removeLast()
            case .text(let run): read.append((String(decoding: list.text[run.text], as: UTF8.self), open))
            default: break
            }
        }
        #expect(read.map(\.text) == ["down", "up"])
        #expect(read.allSatisfy { $0.elements.count == 2 && $0.elements[0] == read[0].elements[0] })
        let positions = read.compactMap { $0.elements.last??.position }
        #expect(positions.count == 2 && positions[0] > positions[1])
    }

    @Test func boxesStandBelowAllText() {
        var root = BlockStyle()
        root.background = Color(rgb: 0xEEEEEE)
        var inner = BlockStyle()
        inner.border = Edges(BorderEdge(stroke: .solid, width: 2, color: .black))
        inner.background = .white
        inner.borderRadius = Corners(.px(3))
        inner.opacity = 0.5
        var builder = Builder(root: root)
        builder.block(.none) {
            $0.add("a")
            $0.end()
        }
        builder.block(.none, style: inner) {
            $0.add("b") { $0.paint.background = Color(rgb: 0xFFFF00) }
            $0.end()
        }
        #expect(
            dump(builder.text.finish()) == """
                page 200 x 28
                fill 0,0 200x28 #eeeeee
                tag P
                  text 0,9 "a" Galley Test 10 #000000
                group 0.5
                  fill 0,12 200x16 r3 #ffffff
                  border 0,12 200x16 r3 2 solid #000000
                  tag P
                    fill 2,15 \(px(width("b")))x10 #ffff00
                    text 2,23 "b" Galley Test 10 #000000

                """)
    }

    @Test func linesShadowsAndHiddenText() {
        var builder = Builder()
        builder.block(.paragraph) {
            $0.add("a") {
                $0.paint.decorations = [
                    TextDecoration(line: .underline, stroke: .wavy, color: .black, fontSize: 10),
                    TextDecoration(line: .lineThrough, color: .white, fontSize: 10),
                ]
                $0.paint.shadows = [TextShadow(offsetX: 1, offsetY: 2, blurRadius: 3, color: .white)]
            }
            $0.add("b") { $0.paint.isVisible = false }
            $0.end()
        }
        let lines = dump(builder.text.finish()).split(separator: "\n").dropFirst(2).map { $0.drop { $0 == " " } }
        #expect(lines.count == 6)
        // Shadows are those of the lines, too.
        #expect(lines[0].hasPrefix("line shadow 1,") && lines[0].hasSuffix("wavy #ffffff blur 3"))
        #expect(lines[1].hasPrefix("line 0,") && lines[1].contains("wavy"))
        #expect(lines[2].hasPrefix("shadow 1,11 \"\"") && lines[2].hasSuffix("#ffffff blur 3"))
        #expect(lines[3].hasPrefix("text 0,9 \"a\""))
        #expect(lines[4].hasPrefix("line shadow 1,") && lines[4].hasSuffix("solid #ffffff blur 3"))
        #expect(lines[5].hasPrefix("line 0,") && lines[5].contains("solid #ffffff"))
    }

    @Test func emphasisMarksAreShapes() {
        var builder = Builder()
        builder.block(.paragraph) {
            $0.add("ee") {
                $0.paint.emphasis = TextEmphasis(mark: "o", color: .white)
                $0.paint.opacity = 0.5
            }
            $0.end()
        }
        let lines = dump(builder.text.finish()).split(separator: "\n").dropFirst(2).map { $0.drop { $0 == " " } }
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("text 0,"))
        #expect(lines[1].hasPrefix("marks ") && lines[1].contains("\"\" Galley Test 5 #ffffff80"))
    }

    @Test func linesTellTheirGaps() {
        var builder = Builder()
        builder.block(.paragraph) {
            $0.add("pp") {
                $0.paint.decorations = [TextDecoration(line: .underline, color: .black, fontSize: 10)]
            }
            $0.end()
        }
        #expect(dump(builder.text.finish()).contains(" solid #000000 gaps "))
    }

    @Test func deepNestingEndsSomewhere() {
        var builder = Builder()
        for _ in 0..<1_000 { builder.text.openBlock(role: .blockquote) }
        builder.add("deep")
        builder.end()
        let list = DocumentLayout(builder.text.finish(), fonts: fonts, width: 200).displayList
        #expect(list.openCount == 0)
        #expect(list.commands.count { if case .beginTag(.blockQuote, _, _) = $0 { true } else { false } } <= 100)
        #expect(list.dump(glyphs: false) { _ in "" }.contains("\"deep\""))
    }

    @Test func eachLineOfPagesIsOnOnePage() throws {
        var builder = Builder()
        for index in 0..<60 {
            builder.block(.paragraph) {
                $0.add("line \(index)")
                $0.end()
            }
        }
        let layout = DocumentLayout(builder.text.finish(), fonts: fonts, width: 100)
        let paged = layout.paginated(on: .custom(width: 140, height: 200), margins: 20)
        #expect(paged.pages.count > 1)
        let texts = paged.pages.map { $0.displayList.dump(glyphs: false) { _ in "face" } }
        for index in 0..<60 { #expect(texts.count { $0.contains("\"line \(index)\"") } == 1) }
        #expect(texts.allSatisfy { $0.hasPrefix("page 140 x 200\n") })
    }

    /// The advance of a text in the generated face at 10 px.
    private func width(_ string: String) -> Double {
        let instance = fonts.instance(fonts.match(FontQuery(families: ["Galley Test"]))[0])
        var builder = Builder()
        builder.add(string)
        builder.end()
        let layout = DocumentLayout(builder.text.finish(), fonts: fonts, width: .infinity)
        return layout.lines.first.map { $0.frame.width } ?? Double(instance.unitsPerEm) * .nan
    }
}
