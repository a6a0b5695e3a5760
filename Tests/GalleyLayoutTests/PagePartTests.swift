import GalleyLayout
import GalleyText
import Testing

/// What pages repeat and what they cut apart: fixed boxes, cloned edges, columns. A page holds ten lines of 10 px.
@Suite struct PagePartTests {
    @Test func fixedBoxesStandOnEachPage() {
        let paged = PaginationTests.pages { writer in
            var fixed = BlockStyle()
            fixed.position = .fixed
            fixed.inset.right = .length(.zero)
            fixed.inset.bottom = .length(.px(5))
            writer.builder.append("a", style: writer.style)
            if writer.builder.openFlow(.positioned, root: fixed, style: writer.style) {
                writer.text("xx")
                writer.builder.closeFlow()
            }
            writer.text("")
            for index in 0..<14 { writer.p("p\(index)") }
        }
        #expect(paged.pages.map(\.lines.count) == [11, 6])
        // 12 px wide at the right end, 5 px above the bottom of the content.
        let frames = paged.pages.map { page in page.lines.last?.frame }
        #expect(frames == Array(repeating: Rect(x: 278, y: 95, width: 12, height: 10), count: 2))
        #expect(paged.pages.map { $0.lines.last?.isRepeated } == [false, true])
        #expect(paged.layout.size.height == 150)
    }

    @Test("Fixed boxes have the size and place that each page gives them (CSS 2 §9.6.1, §10.1)")
    func fixedBoxesOnPagesOfSeveralSizes() {
        let rules = [
            PageRuleTests.rule { $0.size = .fixed(Size(width: 220, height: 120)) },
            PageRuleTests.rule(.left) {
                $0.margin.right = .length(.px(110))
                $0.margin.bottom = .length(.px(30))
            },
        ]
        let paged = PageRuleTests.paged(rules) { writer in
            var fixed = BlockStyle()
            fixed.position = .fixed
            fixed.inset.right = .length(.zero)
            fixed.inset.bottom = .length(.zero)
            fixed.width = .length(.percent(50))
            fixed.background = .black
            writer.builder.append("a", style: writer.style)
            if writer.builder.openFlow(.positioned, root: fixed, style: writer.style) {
                writer.text("xxxxxxx xxxxxxx")
                writer.builder.closeFlow()
            }
            writer.text("")
            for index in 0..<30 { writer.p("p\(index)") }
        }
        #expect(paged.pages.map(\.contentRect.width) == [200, 100, 200, 100])
        let boxes = paged.pages.map { page in page.content.blocks.first { $0.drawsBackground && $0.block != .root } }
        #expect(boxes.map { $0?.frame.width } == [100, 50, 100, 50])
        // One line where two words fit, else two; at the bottom of each page.
        #expect(boxes.map { $0?.frame.height } == [10, 20, 10, 20])
        for (page, box) in zip(paged.pages, boxes) {
            #expect(box?.frame.maxX == page.contentRect.maxX && box?.frame.maxY == page.contentRect.maxY)
        }
    }

    @Test("Columns longer than a page are cut where a break is forced after them too")
    func columnsBeforeAForcedBreak() {
        let paged = PaginationTests.pages { writer in
            writer.block(.box, { $0.columnCount = 2 }) { for index in 0..<50 { $0.p("c\(index)") } }
            writer.block(.box, { $0.breakBefore = .page }) { $0.text("after") }
        }
        #expect(paged.pages.map(\.lines.count) == [20, 20, 10, 1])
        PaginationTests.checkPages(paged)
    }

    @Test("Columns leave room for the edges that boxes around them have on each page (CSS Fragmentation 3 §5.4.2)")
    func columnsInClonedEdges() {
        let paged = PaginationTests.pages { writer in
            writer.block(
                .box,
                {
                    $0.setPadding(10)
                    $0.clonesDecoration = true
                }
            ) { outer in
                outer.block(.box, { $0.columnCount = 2 }) { for index in 0..<40 { $0.p("c\(index)") } }
            }
        }
        // Of 100 px the edges take 20: two columns of eight lines.
        #expect(paged.pages.map(\.lines.count) == [16, 16, 8])
        for page in paged.pages {
            for line in page.lines { #expect(line.frame.minY >= 20 && line.frame.maxY <= 100) }
        }
    }

    @Test("Columns in cells and floats fit on the lowest of the pages", arguments: [false, true])
    func columnsInCellsOnLowPages(isFloat: Bool) {
        let rules = [PageRuleTests.rule(.left) { $0.margin.top = .length(.px(50)) }]
        let paged = PageRuleTests.paged(rules) { writer in
            func columns(_ writer: inout Writer) {
                writer.block(.box, { $0.columnCount = 2 }) { for index in 0..<60 { $0.p("c\(index)") } }
            }
            if isFloat {
                var float = BlockStyle()
                float.float = .left
                if writer.builder.openFlow(.float, root: float, style: writer.style) {
                    columns(&writer)
                    writer.builder.closeFlow()
                }
                writer.text("x")
            } else {
                writer.block(.table(columns: [])) { $0.block(.row) { $0.cell { columns(&$0) } } }
            }
        }
        #expect(paged.pages.count > 3)
        for page in paged.pages {
            for line in page.lines {
                #expect(line.frame.minY >= page.contentRect.minY && line.frame.maxY <= page.contentRect.maxY)
            }
        }
    }

    @Test func clonedEdges() {
        func pages(_ isCloned: Bool) -> PagedLayout {
            PaginationTests.pages { writer in
                writer.block(
                    .box,
                    {
                        $0.setPadding(5)
                        $0.setBorder(5)
                        $0.clonesDecoration = isCloned
                    }
                ) { outer in
                    for index in 0..<12 { outer.p("p\(index)") }
                }
            }
        }
        // Of 100 px a cut box takes 10 above and 10 below: eight lines.
        let cloned = pages(true)
        #expect(cloned.pages.map(\.lines.count) == [8, 4])
        #expect(cloned.pages.map { $0.lines[0].frame.y } == [20, 20])
        let boxes = cloned.pages.compactMap { page in page.content.blocks.first { $0.border.left > 0 } }
        #expect(boxes.map(\.frame.height) == [100, 60])
        #expect(boxes.map(\.border.top) == [5, 5])
        #expect(boxes.map(\.border.bottom) == [5, 5])
        #expect(pages(false).pages.map(\.lines.count) == [9, 3])
    }

    @Test(arguments: [
        (BaseDirection.leftToRight, BlockStyle.BreakRule.recto, [false, true, false]),
        (.leftToRight, .verso, [false, true]), (.rightToLeft, .recto, [true, false, true]),
        (.rightToLeft, .verso, [true, false]), (.rightToLeft, .left, [true, false, true]),
    ])
    func rectoAndVerso(direction: BaseDirection, rule: BlockStyle.BreakRule, isLeft: [Bool]) {
        let text = TestDocument.make(root: { $0.direction = direction }) { writer in
            writer.p("a")
            writer.block(.box, { $0.breakBefore = rule }) { $0.text("b") }
        }
        let paged = TestDocument.layout(text).paginated(on: PaginationTests.paper, margins: 10)
        #expect(paged.pages.map(\.isLeft) == isLeft)
    }

    @Test func columnsInCellsHaveRowsThatFitOnPages() {
        // 40 lines in two columns of a cell: rows of 50 px, two of them on a page.
        let paged = PaginationTests.pages { writer in
            writer.block(.table(columns: []), role: .table) { table in
                table.block(.row, role: .tableRow) { row in
                    row.cell { cell in
                        cell.block(.box, { $0.columnCount = 2 }) { columns in
                            for index in 0..<40 { columns.p("p\(index)") }
                        }
                    }
                }
            }
        }
        #expect(paged.pages.map(\.lines.count) == [20, 20])
        #expect(Set(paged.pages[0].lines.map(\.frame.x)).count == 2)
    }

    @Test func anyNumberOfRowsOfColumnsIsCut() {
        // Each container begins two lines above a page's end and goes on to the next.
        let paged = PaginationTests.pages { writer in
            for section in 0..<300 {
                for index in 0..<8 { writer.p("\(section) \(index)") }
                writer.block(.box, { $0.columnCount = 2 }) { columns in
                    for index in 0..<24 { columns.p("c\(index)") }
                }
            }
        }
        let lines = paged.pages.map(\.lines.count)
        #expect(lines.reduce(0, +) == 300 * 32)
        #expect(lines.dropLast().allSatisfy { $0 >= 12 })
        for page in paged.pages {
            #expect(page.lines.allSatisfy { $0.frame.maxY <= page.contentRect.maxY + 0.01 })
        }
    }
}
