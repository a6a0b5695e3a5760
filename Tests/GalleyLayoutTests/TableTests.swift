import GalleyLayout
import GalleyText
import Testing

@Suite struct TableTests {
    static func table(width: Double = 300, _ build: (inout Writer) -> Void) -> DocumentLayout {
        table(width: width, { _ in }, build)
    }

    static func table(
        width: Double = 300, columns: [TableColumn] = [], _ change: (inout BlockStyle) -> Void,
        _ build: (inout Writer) -> Void
    ) -> DocumentLayout {
        let text = TestDocument.make { writer in
            writer.block(.table(columns: columns), role: .table, change, build)
        }
        #expect(text.diagnostics.isEmpty)
        return TestDocument.layout(text, width: width)
    }

    static func cells(_ layout: DocumentLayout) -> [Rect] {
        layout.fragments.filter { if case .cell = layout.text.blocks[$0.block.index].kind { true } else { false } }
            .map(\.frame)
    }

    @Test func columnsAreAsWideAsTheirContent() {
        let layout = Self.table { table in
            table.row(["aa", "b"])
            table.row(["a", "bbb bb"])
        }
        // "aa" 12; "bbb bb" 18 + 3 + 12.
        #expect(
            Self.cells(layout) == [
                Rect(x: 0, y: 0, width: 12, height: 10), Rect(x: 12, y: 0, width: 33, height: 10),
                Rect(x: 0, y: 10, width: 12, height: 10), Rect(x: 12, y: 10, width: 33, height: 10),
            ])
        #expect(layout.fragments[1].frame == Rect(x: 0, y: 0, width: 45, height: 20))
    }

    @Test func narrowTablesWrapTheirCells() {
        // Minimal 12 + 18, maximal 12 + 33, room 40: the second column gets what is left.
        let layout = Self.table(width: 40) { $0.row(["aa", "bbb bb"]) }
        #expect(Self.cells(layout).map(\.width) == [12, 28])
        #expect(layout.size.height == 20)
    }

    @Test func aTableIsNeverNarrowerThanItsContent() {
        let layout = Self.table(width: 10) { $0.row(["aaaa", "bb"]) }
        #expect(Self.cells(layout).map(\.width) == [24, 12])
    }

    @Test func declaredWidthsAreShared() {
        let layout = Self.table({ $0.width = .length(.px(200)) }) { $0.row(["aa", "bbbb"]) }
        // Excess in the ratio of the maximal widths, 12 to 24.
        #expect(abs(Self.cells(layout)[0].width - 200.0 / 3) < 1e-9)
    }

    @Test func percentagesAndFixedColumns() {
        let layout = Self.table(
            columns: [TableColumn(width: .length(.percent(50))), TableColumn(width: .length(.px(40)))],
            { $0.width = .length(.px(200)) }
        ) { $0.row(["a", "b", "c"]) }
        #expect(Self.cells(layout).map(\.width) == [100, 40, 60])
    }

    @Test func fixedLayoutSharesWhatIsLeft() {
        let layout = Self.table(
            columns: [TableColumn(width: .length(.px(40)))],
            {
                $0.width = .length(.px(200))
                $0.table.isFixed = true
            }
        ) { $0.row(["a", "bbbb", "c"]) }
        #expect(Self.cells(layout).map(\.width) == [40, 80, 80])
    }

    @Test func spacingStandsAroundAndBetween() {
        let layout = Self.table({
            $0.table.horizontalSpacing = 2
            $0.table.verticalSpacing = 3
        }) { table in
            table.row(["a", "b"])
            table.row(["a", "b"])
        }
        #expect(
            Self.cells(layout).map(\.origin) == [
                Point(x: 2, y: 3), Point(x: 10, y: 3), Point(x: 2, y: 16), Point(x: 10, y: 16),
            ])
        #expect(layout.fragments[1].frame.size == Size(width: 18, height: 29))
    }

    @Test func spansCoverColumnsAndRows() {
        let layout = Self.table { table in
            table.block(.row) { row in
                row.cell(rows: 2) { $0.text("a") }
                row.cell(columns: 2) { $0.text("bbbb") }
            }
            table.block(.row) { row in
                row.cell { $0.text("c") }
                row.cell { $0.text("d") }
            }
        }
        let cells = Self.cells(layout)
        #expect(cells[0] == Rect(x: 0, y: 0, width: 6, height: 20))
        #expect(cells[1].x == 6 && cells[1].width == 24)
        #expect(cells[2].y == 10 && cells[3].y == 10)
        #expect(cells[2].width + cells[3].width == 24)
    }

    @Test func aTallSpanningCellStretchesItsRowsByTheirHeights() {
        let layout = Self.table { table in
            table.block(.row) { row in
                row.cell(rows: 0) { cell in
                    for _ in 0..<4 { cell.text("a") }
                }
                row.cell { $0.text("b") }
            }
            table.row(["c"])
        }
        #expect(Self.cells(layout).map(\.height) == [40, 20, 20])
    }

    @Test func hugeSpansAreClamped() {
        let layout = Self.table { table in
            table.block(.row) { row in
                row.cell(columns: 65_534, rows: 65_534) { $0.text("a") }
                row.cell { $0.text("b") }
            }
            table.row(["c"])
        }
        #expect(Self.cells(layout).map(\.width) == [6, 6, 6])
        #expect(layout.lines.count == 3)
    }

    @Test func headersStandFirstAndFootersLast() {
        let layout = Self.table { table in
            table.block(.rowGroup(.footer)) { $0.row(["foot"]) }
            table.block(.rowGroup(.body)) { $0.row(["body"]) }
            table.block(.rowGroup(.header)) { $0.row(["head"]) }
        }
        #expect(Self.cells(layout).map(\.y) == [20, 10, 0])
    }

    @Test func captionsStandOutside() {
        let layout = Self.table { table in
            table.block(.caption) { $0.text("c") }
            table.row(["aaaa"])
        }
        #expect(layout.fragments[1].frame == Rect(x: 0, y: 10, width: 24, height: 10))
        #expect(layout.fragments[2].frame == Rect(x: 0, y: 0, width: 24, height: 10))
        #expect(layout.size.height == 20)
    }

    @Test(arguments: [
        (VerticalAlignment.top, 0.0), (.middle, 10), (.bottom, 20),
    ])
    func cellsAlignTheirContent(alignment: VerticalAlignment, y: Double) {
        let layout = Self.table { table in
            table.block(.row) { row in
                row.cell({ $0.verticalAlignment = alignment }) { $0.text("a") }
                row.cell({ $0.verticalAlignment = .top }) { cell in
                    for _ in 0..<3 { cell.text("b") }
                }
            }
        }
        #expect(layout.lines[0].frame.y == y)
        #expect(Self.cells(layout)[0].height == 30)
    }

    @Test func baselinesInARowAgree() {
        let layout = Self.table { table in
            table.block(.row) { row in
                row.cell { $0.text("a") }
                row.cell({ $0.padding.top = .px(7) }) { $0.text("b") }
            }
        }
        #expect(layout.lines.map(\.baseline) == [15, 15])
        #expect(Self.cells(layout).map(\.height) == [17, 17])
    }

    @Test func collapsedBordersTakeTheWidest() {
        let layout = Self.table({
            $0.table.collapsesBorders = true
            $0.table.horizontalSpacing = 2
            $0.setBorder(2)
        }) { table in
            table.block(.row) { row in
                row.cell({ $0.setBorder(4) }) { $0.text("a") }
                row.cell({ $0.setBorder(1) }) { $0.text("b") }
            }
        }
        let cells = Self.cells(layout)
        // Left: outer half 2 (the table's), inner half 2, text 6, inner half 2; then 2 + 6 + 1, and the outer half.
        #expect(cells.map(\.width) == [10, 9])
        #expect(cells[0].x == 2)
        #expect(layout.fragments.filter(\.drawsBorder).map(\.block).contains(BlockID(1)) == false)
        let vertical = layout.tableBorders.filter { !$0.isHorizontal }
        #expect(vertical.map(\.edge.width) == [4, 4, 2])
        #expect(vertical.map { $0.frame.x + $0.frame.width / 2 } == [2, 12, 21])
    }

    @Test func rightToLeftTablesRunLeftwards() {
        let layout = Self.table({ $0.direction = .rightToLeft }) { $0.row(["a", "bb"]) }
        #expect(Self.cells(layout).map(\.x) == [12, 0])
    }

    @Test func nestedTablesAndTextWhereOnlyCellsBelong() {
        let layout = Self.table { table in
            table.row(["aa"])
            table.text("loose")
            table.block(.row) { row in
                row.cell { cell in
                    cell.block(.table(columns: [])) { $0.row(["xxxx", "y"]) }
                }
            }
        }
        #expect(layout.lines.map { layout.text[$0.range] } == ["aa", "loose", "xxxx", "y"])
        #expect(layout.lines.map(\.frame.y) == [0, 10, 20, 20])
        #expect(layout.fragments[1].frame.width == 30)
    }

    @Test func deepTablesCostNoMoreThanTheirContent() {
        func nest(_ writer: inout Writer, _ depth: Int) {
            for _ in 0..<depth {
                writer.builder.openBlock(.table(columns: []))
                writer.builder.openBlock(.row)
                writer.builder.openBlock(.cell(columnSpan: 1, rowSpan: 1, isHeader: false))
            }
            writer.text("x")
            for _ in 0..<depth * 3 { writer.builder.closeBlock() }
        }
        let layout = TestDocument.layout(TestDocument.make { nest(&$0, 2_000) })
        #expect(layout.lines.count == 1)
        #expect(layout.size.height == 10)
    }

    @Test func autoMarginsCentreATable() {
        let layout = Self.table({
            $0.margin.left = .auto
            $0.margin.right = .auto
        }) { $0.row(["aaaa"]) }
        #expect(layout.fragments[1].frame.x == 138)
    }
}
