import GalleyLayout
import GalleyText
import Testing

@Suite struct PaginationTests {
    static let paper = PaperSize.custom(width: 300, height: 120)

    /// A page of ten lines.
    static func pages(_ build: (inout Writer) -> Void) -> PagedLayout {
        TestDocument.layout(TestDocument.make(build), width: 280).paginated(on: paper, margins: 10)
    }

    static func texts(_ paged: PagedLayout) -> [[String]] {
        paged.pages.map { page in page.lines.map { paged.layout.text[$0.range] } }
    }

    @Test func pagesFillWithLines() {
        let paged = Self.pages { writer in for index in 0..<25 { writer.p("p\(index)") } }
        #expect(paged.pages.map(\.lines.count) == [10, 10, 5])
        #expect(paged.pages[1].lines[0].frame == Rect(x: 10, y: 10, width: 18, height: 10))
        #expect(paged.pages.map(\.index) == [0, 1, 2])
    }

    @Test func theWidthIsThePages() {
        let text = TestDocument.make { $0.p("aaaa bbbb cccc dddd") }
        let layout = TestDocument.layout(text, width: 1_000)
        let paged = layout.paginated(on: .custom(width: 80, height: 100), margins: 10)
        #expect(paged.layout.width == 60)
        #expect(paged.pages[0].lines.count == 2)
        #expect(paged.layout.work.itemsShaped == 0)
    }

    @Test func marginsAtAPageTopAreCutOff() {
        let paged = Self.pages { writer in
            for _ in 0..<9 { writer.p("x") }
            writer.p("y", margin: 30)
        }
        #expect(paged.pages.count == 2)
        #expect(paged.pages[1].lines[0].frame.y == 10)
    }

    @Test("Padding and borders at a page's top are not cut off (CSS Fragmentation 3 §4.1)", arguments: [0.0, 5, 10])
    func paddingAtAPageTopStays(margin: Double) {
        let paged = Self.pages { writer in
            for _ in 0..<8 { writer.p("x") }
            // Ten or less are left: too little for the box and its line.
            writer.block(
                .box,
                {
                    $0.margin.top = .length(.px(margin))
                    $0.padding.top = .px(15)
                }
            ) { $0.block { $0.p("y") } }
        }
        #expect(paged.pages.map(\.lines.count) == [8, 1])
        #expect(paged.pages[1].lines[0].frame.y == 25)
        #expect(paged.pages[1].content.blocks.last { $0.frame.height == 25 }?.frame.y == 10)
        // Where it stands on its page with its first line, nothing moves.
        let whole = Self.pages { writer in
            for _ in 0..<7 { writer.p("x") }
            writer.block(.box, { $0.padding.top = .px(15) }) { $0.p("y") }
        }
        #expect(whole.pages.map { $0.lines.last?.frame.y } == [95])
    }

    @Test("What a box before the break leaves of a page stays with it")
    func aRuleBeforeAPaddedBoxStays() {
        let paged = Self.pages { writer in
            for _ in 0..<8 { writer.p("x") }
            writer.block(.box, { $0.border.top = BorderEdge(stroke: .solid, width: 2, color: .black) }) { _ in }
            writer.block(.box, { $0.padding.top = .px(15) }) { $0.p("y") }
        }
        #expect(paged.pages.map { page in page.content.blocks.filter { $0.frame.height == 2 }.count } == [1, 0])
        #expect(paged.pages[1].lines[0].frame.y == 25)
    }

    @Test("The margin after a forced break is kept whole, also where the page has no room for it", arguments: 0..<10)
    func marginAfterAForcedBreak(lines: Int) {
        let paged = Self.pages { writer in
            for _ in 0...lines { writer.p("x") }
            writer.block(
                .box,
                {
                    $0.breakBefore = .page
                    $0.margin.top = .length(.px(60))
                }
            ) { $0.p("y") }
        }
        #expect(paged.pages.map(\.lines.count) == [lines + 1, 1])
        #expect(paged.pages[1].lines[0].frame.y == 70)
    }

    @Test func orphansAndWidowsStayTogether() {
        func paragraph(lines: Int) -> String {
            // Lines of 280 px hold six words of 42 and their spaces.
            Array(repeating: "xxxxxxx", count: lines * 6).joined(separator: " ")
        }
        // Nine lines before: one more would fit, but an orphan stays with its second line.
        let orphan = Self.pages { writer in
            for _ in 0..<9 { writer.p("x") }
            writer.p(paragraph(lines: 4))
        }
        #expect(orphan.pages.map(\.lines.count) == [9, 4])
        // Eight lines and three: two would fit, but the last would be a widow; three cannot be divided.
        let widow = Self.pages { writer in
            for _ in 0..<8 { writer.p("x") }
            writer.p(paragraph(lines: 3))
        }
        #expect(widow.pages.map(\.lines.count) == [8, 3])
        let fine = Self.pages { writer in
            for _ in 0..<8 { writer.p("x") }
            writer.p(paragraph(lines: 4))
        }
        #expect(fine.pages.map(\.lines.count) == [10, 2])
    }

    @Test func headingsStayWithWhatFollows() {
        let paged = Self.pages { writer in
            for _ in 0..<9 { writer.p("x") }
            writer.block(.box, role: .heading(level: 1)) { $0.text("H") }
            writer.p("after")
        }
        #expect(Self.texts(paged)[1] == ["H", "after"])
    }

    @Test func forcedBreaks() {
        let paged = Self.pages { writer in
            writer.p("a")
            writer.block(
                .box,
                {
                    $0.breakBefore = .page
                    $0.setMargins(top: 5, bottom: 0)
                }
            ) { $0.text("b") }
            writer.block(.box, { $0.breakAfter = .page }) { $0.text("c") }
            writer.p("d")
            writer.block(.box, { $0.breakBefore = .right }) { $0.text("e") }
        }
        #expect(Self.texts(paged) == [["a"], ["b", "c"], ["d"], [], ["e"]])
        // A margin after a forced break stays.
        #expect(paged.pages[1].lines[0].frame.y == 15)
    }

    @Test func aBreakBeforeTheFirstThingMakesNoEmptyPage() {
        let paged = Self.pages { writer in
            writer.block(.box, { $0.breakBefore = .page }) { $0.text("a") }
        }
        #expect(Self.texts(paged) == [["a"]])
    }

    @Test func avoidedBreaksMoveTheBox() {
        let paged = Self.pages { writer in
            for _ in 0..<7 { writer.p("x") }
            writer.block(.box, { $0.breakInside = .avoid }) { box in
                for _ in 0..<5 { box.p("y") }
            }
        }
        #expect(paged.pages.map(\.lines.count) == [7, 5])
    }

    @Test func rowsAreNotCutWhileTheyFit() {
        let paged = Self.pages { writer in
            for _ in 0..<8 { writer.p("x") }
            writer.block(.table(columns: [])) { table in
                table.block(.row) { row in
                    row.cell({ $0.verticalAlignment = .top }) { cell in for _ in 0..<4 { cell.text("a") } }
                    row.cell({ $0.verticalAlignment = .top }) { $0.text("b") }
                }
            }
        }
        #expect(paged.pages.map(\.lines.count) == [8, 5])
    }

    @Test func tallRowsAreCutBetweenTheLinesOfEachCell() {
        let paged = Self.pages { writer in
            writer.block(.table(columns: [])) { table in
                table.block(.row) { row in
                    row.cell({ $0.verticalAlignment = .top }) { cell in for _ in 0..<25 { cell.text("a") } }
                    row.cell({
                        $0.verticalAlignment = .top
                        $0.padding.top = .px(5)
                    }) { cell in for _ in 0..<25 { cell.text("b") } }
                }
            }
        }
        #expect(paged.pages.flatMap(\.lines).count == 50)
        Self.checkPages(paged)
    }

    @Test func imagesAreNotCutAndNotHigherThanAPage() throws {
        let paged = Self.pages { writer in
            for _ in 0..<5 { writer.p("x") }
            writer.image("a") {
                $0.width = .length(.px(50))
                $0.height = .length(.px(60))
            }
            writer.image("b") {
                $0.width = .length(.px(100))
                $0.height = .length(.px(1_000))
            }
        }
        #expect(paged.pages.map(\.lines.count) == [5, 1, 1])
        let tall = try #require(paged.pages[2].content.attachments.first)
        #expect(tall.frame.height <= 100 && tall.frame.height > 90)
        #expect(abs(tall.frame.width * 10 - tall.frame.height) < 1e-9)
        Self.checkPages(paged)
    }

    @Test func boxesAreSliced() {
        let paged = Self.pages { writer in
            writer.block(
                .box,
                {
                    $0.background = Color(rgb: 0xFF0000)
                    $0.setPadding(4)
                }
            ) { box in for _ in 0..<15 { box.p("x") } }
        }
        let boxes = paged.pages.map { page in page.content.blocks.first { $0.drawsBackground } }
        #expect(boxes.map { $0?.hasTopEdge } == [true, false])
        #expect(boxes.map { $0?.hasBottomEdge } == [false, true])
        // Down to where the page ends, below the last line on it.
        #expect(boxes[0]?.frame == Rect(x: 10, y: 10, width: 280, height: 100))
        #expect(boxes[1]?.frame.y == 10)
        Self.checkPages(paged)
    }

    @Test func anEmptyDocumentHasOnePage() {
        let paged = Self.pages { $0.empty() }
        #expect(paged.pages.count == 1 && paged.pages[0].lines.isEmpty)
    }

    @Test(arguments: 0..<24)
    func everyLineStandsOnOnePage(seed: Int) {
        let text = RandomDocument.make(seed: UInt64(seed))
        var options = LayoutOptions()
        options.attachments.maximumSize = Size(width: 200, height: 150)
        let layout = TestDocument.layout(
            text, options: options,
            attachments: Dictionary(
                uniqueKeysWithValues: text.attachments.indices.map {
                    (AttachmentID($0), .loaded(naturalSize: Size(width: 90, height: 70)))
                }))
        for height in [60.0, 150, 400] {
            Self.checkPages(layout.paginated(on: .custom(width: 250, height: height), margins: 12))
        }
    }

    /// Each line once, in order of paragraphs inside a page, inside its page's content; each image once; blocks
    /// counted right.
    static func checkPages(_ paged: PagedLayout, sourceLocation: SourceLocation = #_sourceLocation) {
        var seen: [String: Int] = [:]
        for page in paged.pages {
            for line in page.lines where !line.isRepeated {
                seen["\(line.paragraph):\(line.lineInParagraph)", default: 0] += 1
                // A line higher than a page (a tall inline block) begins one, and reaches over its end.
                if line.frame.height > page.contentRect.height {
                    #expect(line.frame.minY >= page.contentRect.minY - 0.01, sourceLocation: sourceLocation)
                    continue
                }
                let isInside =
                    line.frame.minY >= page.contentRect.minY - 0.01 && line.frame.maxY <= page.contentRect.maxY + 0.01
                #expect(
                    isInside, "\(line) on page \(page.index) of \(page.contentRect)", sourceLocation: sourceLocation)
            }
            let blocks = page.content.blocks
            for (index, block) in blocks.enumerated() {
                #expect(index + block.subtreeCount < blocks.count, sourceLocation: sourceLocation)
            }
        }
        #expect(seen.values.allSatisfy { $0 == 1 }, sourceLocation: sourceLocation)
        #expect(seen.count == paged.layout.lines.count, sourceLocation: sourceLocation)
        let images = paged.pages.flatMap(\.content.attachments).filter { !$0.isRepeated }.map(\.attachment)
        #expect(images.sorted() == paged.layout.attachments.map(\.attachment).sorted(), sourceLocation: sourceLocation)
    }
}
