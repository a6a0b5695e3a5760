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
