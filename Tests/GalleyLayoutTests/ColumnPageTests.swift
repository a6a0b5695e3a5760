import GalleyLayout
import GalleyText
import Testing

/// Columns that end with their page (CSS Multi-column 1 §8.2): no line is cut that could stand elsewhere (CSS Fragmentation 3
/// §4.4). A page holds ten lines of 10 px.
@Suite struct ColumnPageTests {
    static func columns(_ count: Int, _ style: inout BlockStyle) {
        style.columnCount = count
        style.columnGap = .zero
    }

    /// Each line of the flow once, and inside its page unless it is higher than that.
    static func check(_ paged: PagedLayout, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = paged.layout.text
        func isInFlow(_ line: LineFragment) -> Bool { text.paragraphs[line.paragraph].flow == .main }
        var seen: [String] = []
        for page in paged.pages {
            for line in page.lines where isInFlow(line) {
                seen.append("\(line.paragraph):\(line.lineInParagraph)")
                #expect(
                    line.frame.height > page.contentRect.height
                        || line.frame.minY >= page.contentRect.minY - 0.01
                            && line.frame.maxY <= page.contentRect.maxY + 0.01,
                    "line \(line.lineInParagraph) of \(line.paragraph) on page \(page.index): \(line.frame)",
                    sourceLocation: sourceLocation)
            }
        }
        let all = paged.layout.lines.filter(isInFlow).map { "\($0.paragraph):\($0.lineInParagraph)" }
        #expect(seen.sorted() == all.sorted(), sourceLocation: sourceLocation)
    }

    /// An inline block in a paragraph of its own: a line that is not cut, and higher than a page.
    static func addTallLine(_ writer: inout Writer, words count: Int) {
        writer.block { writer in
            if writer.builder.openFlow(.inlineBlock, root: BlockStyle(), style: writer.style) {
                writer.text(words(count))
                writer.builder.closeFlow()
            }
            writer.text("")
        }
    }

    static func words(_ count: Int) -> String { Array(repeating: "xxxxxx", count: count).joined(separator: " ") }

    @Test("What is high on one page does not make the columns of the next one higher")
    func balancedAfterSomethingHigh() {
        let paged = PaginationTests.pages { writer in
            writer.block(.box, { Self.columns(3, &$0) }) { writer in
                writer.block(.box, { $0.breakInside = .avoid }) { for _ in 0..<8 { $0.p("x") } }
                for _ in 0..<29 { writer.p("y") }
            }
        }
        Self.check(paged)
        #expect(paged.pages.map(\.lines.count) == [30, 7])
        #expect(Set(paged.pages[1].lines.map(\.frame.y)).count == 3)
    }

    @Test("A break of columns after a box and one before the next are one, also with margins between them")
    func breaksOnBothSides() {
        let layout = TestDocument.layout(
            TestDocument.make { writer in
                writer.block(.box, { Self.columns(3, &$0) }) { writer in
                    for _ in 0..<2 {
                        writer.block(
                            .box,
                            {
                                $0.breakBefore = .column
                                $0.breakAfter = .column
                                $0.setMargins(top: 10, bottom: 10)
                            }
                        ) { $0.text("x") }
                    }
                }
            })
        #expect(layout.lines.map(\.frame.x) == [0, 100])
    }

    @Test(
        "What does not fit in the rest of a page goes to the next one, also in columns in columns", arguments: [1, 3])
    func columnsInColumnsAtAPagesEnd(count: Int) {
        let paged = PaginationTests.pages { writer in
            for _ in 0..<9 { writer.p("x") }
            // Five px are left.
            writer.block(
                .box,
                {
                    Self.columns(count, &$0)
                    $0.setMargins(top: 5, bottom: 0)
                }
            ) { writer in
                writer.block(.box, { Self.columns(1, &$0) }) { $0.p("y") }
            }
        }
        #expect(paged.pages.map(\.lines.count) == [9, 1])
        Self.check(paged)
    }

    @Test("Rows of columns in a cell fit on a page beside something in them that does not")
    func tallThingInColumnsInACell() {
        let paged = PaginationTests.pages { writer in
            writer.block(.table(columns: [])) { table in
                table.block(.row) { row in
                    row.cell { cell in
                        cell.block(.box, { Self.columns(1, &$0) }) { writer in
                            writer.p(Self.words(20))
                            Self.addTallLine(&writer, words: 120)
                            for _ in 0..<20 { writer.p("y") }
                        }
                    }
                }
            }
        }
        Self.check(paged)
        // Rows do not stand over each other.
        let lines = paged.layout.lines.filter { paged.layout.text.paragraphs[$0.paragraph].flow == .main }
        for (line, next) in zip(lines, lines.dropFirst()) { #expect(line.frame.maxY <= next.frame.minY + 0.01) }
    }

    @Test("Columns in columns end with pages of several heights", arguments: [1, 2, 3])
    func columnsInColumnsOnUnequalPages(count: Int) {
        let rules = [PageRuleTests.rule(.left) { $0.margin.bottom = .length(.px(50)) }]
        let paged = PageRuleTests.paged(rules) { writer in
            writer.block(.box, { Self.columns(count, &$0) }) { writer in
                writer.block(.box, { Self.columns(2, &$0) }) { $0.p(Self.words(400)) }
                writer.p("y")
            }
        }
        #expect(paged.pages.count > 3)
        Self.check(paged)
    }

    @Test("No page is left empty for something that is higher than it")
    func tallThingInColumnsOnUnequalPages() {
        let rules = [PageRuleTests.rule(.left) { $0.margin.bottom = .length(.px(40)) }]
        let paged = PageRuleTests.paged(rules) { writer in
            writer.block(.box, { Self.columns(1, &$0) }) { writer in
                writer.p("x")
                Self.addTallLine(&writer, words: 100)
                for _ in 0..<40 { writer.p("y") }
            }
        }
        Self.check(paged)
    }

    @Test("Columns beside a float end where pages do", arguments: [30.0, 40, 44])
    func columnsBesideAFloat(margin: Double) {
        let rules = [PageRuleTests.rule(.left) { $0.margin.bottom = .length(.px(margin)) }]
        let paged = PageRuleTests.paged(rules) { writer in
            var float = BlockStyle()
            float.float = .left
            float.width = .length(.px(90))
            float.margin.top = .length(.px(7))
            if writer.builder.openFlow(.float, root: float, style: writer.style) {
                writer.text(Self.words(80))
                writer.builder.closeFlow()
            }
            writer.text("x")
            writer.block(.box, { Self.columns(2, &$0) }) { $0.p(Self.words(160)) }
        }
        #expect(paged.pages.count > 4)
        Self.check(paged)
    }

    @Test("A row without height does not move the rows that later pages show")
    func emptyRowBeforeASpanningBlock() {
        let paged = PaginationTests.pages { writer in
            for _ in 0..<5 { writer.p("x") }
            writer.block(.box, { Self.columns(2, &$0) }) { writer in
                writer.block(role: .rule, { $0.background = .black }) { _ in }
                writer.block(.box, { $0.spansColumns = true }) { $0.p(Self.words(90)) }
                writer.p("y")
            }
        }
        Self.check(paged)
    }

    @Test("A container that must not be cut is where edges are repeated around it and leave too little room")
    func avoidedBreakInsideClonedEdges() {
        let paged = PaginationTests.pages { writer in
            writer.p("x")
            writer.block(
                .box,
                {
                    $0.clonesDecoration = true
                    $0.setPadding(5)
                }
            ) { writer in
                writer.p("y")
                writer.block(
                    .box,
                    {
                        Self.columns(1, &$0)
                        $0.breakInside = .avoid
                    }
                ) { writer in for _ in 0..<10 { writer.p("z") } }
            }
        }
        Self.check(paged)
    }

    @Test("A row of columns stays in the column around it when what follows it is cut")
    func spanningBlockInColumnsInColumns() {
        let paged = PaginationTests.pages { writer in
            writer.block(.box, { Self.columns(1, &$0) }) { writer in
                // The spanning block ends with the second page.
                for index in 0..<19 { writer.p("x\(index)") }
                writer.block(.box, { Self.columns(1, &$0) }) { writer in
                    writer.block(.box, { $0.spansColumns = true }) { $0.p("wide") }
                    writer.p(Self.words(100))
                }
            }
        }
        Self.check(paged)
        let text = paged.layout.text
        let wide = paged.pages.flatMap { page in page.lines.filter { text[$0.range] == "wide" }.map { ($0, page.index) }
        }
        #expect(wide.map(\.0.frame.y) == [100] && wide.map(\.1) == [1])
    }

    @Test("The first page is the one that its first line asks for")
    func nameOfTheFirstPage() {
        let rules = [
            PageRuleTests.rule(name: "narrow") { $0.size = .fixed(Size(width: 120, height: 120)) }
        ]
        let paged = PageRuleTests.paged(rules) { writer in
            writer.block(.box, { $0.pageName = "narrow" }) { writer in
                var fixed = BlockStyle()
                fixed.position = .fixed
                if writer.builder.openFlow(.positioned, root: fixed, style: writer.style) {
                    writer.text(Self.words(8))
                    writer.builder.closeFlow()
                }
                writer.empty()
            }
            writer.p(Self.words(8))
        }
        #expect(paged.pages.map(\.contentRect.width) == [280])
        #expect(paged.pages[0].lines.map(\.paragraph).sorted() == [1, 1, 2, 2])
        #expect(paged.layout.lines.count == 4)
    }
}
