import GalleyLayout
import GalleyText
import Testing

/// Collapsed borders (CSS 2 §17.6.2) and backgrounds of the parts of a table (§17.5.1).
@Suite struct TableBorderTests {
    static func edge(_ width: Double, _ stroke: BorderEdge.Stroke = .solid, _ color: Color = .black) -> BorderEdge {
        BorderEdge(stroke: stroke, width: width, color: color)
    }

    static let red = Color(rgb: 0xFF0000)
    static let green = Color(rgb: 0x00FF00)

    static func collapsed(
        columns: [TableColumn] = [], _ change: (inout BlockStyle) -> Void = { _ in },
        _ build: (inout Writer) -> Void
    ) -> DocumentLayout {
        TableTests.table(
            columns: columns,
            {
                $0.table.collapsesBorders = true
                change(&$0)
            }, build)
    }

    /// The strokes of a table of one cell whose borders meet the table's.
    static func strokes(cell: BorderEdge, table: BorderEdge) -> [BorderEdge] {
        let layout = collapsed({ $0.border = Edges(table) }) { writer in
            writer.block(.row) { row in row.cell({ $0.border = Edges(cell) }) { $0.text("a") } }
        }
        return layout.tableBorders.map(\.edge)
    }

    @Test(arguments: [
        (edge(1), edge(2), edge(2)), (edge(3), edge(2), edge(3)),
        (edge(2, .dashed), edge(2, .dotted), edge(2, .dashed)), (edge(2, .dotted), edge(2, .double), edge(2, .double)),
        (edge(2, .solid, red), edge(2, .solid, green), edge(2, .solid, red)),
        // In this model they are grooves and ridges.
        (edge(2, .outset), edge(2, .inset), edge(2, .groove)), (.none, edge(2, .inset), edge(2, .ridge)),
    ])
    func theWinnerShows(cell: BorderEdge, table: BorderEdge, winner: BorderEdge) {
        #expect(Self.strokes(cell: cell, table: table) == Array(repeating: winner, count: 4))
    }

    @Test func hiddenWinsOverAll() {
        #expect(Self.strokes(cell: Self.edge(9), table: Self.edge(0, .hidden)).isEmpty)
        #expect(Self.strokes(cell: Self.edge(0, .hidden), table: Self.edge(9)).isEmpty)
    }

    @Test func equalBordersGoToTheInnerBox() {
        func color(_ change: (inout TableColumn) -> Void, row: Color?, group: Color?) -> Color? {
            var column = TableColumn()
            change(&column)
            let layout = Self.collapsed(columns: [column], { $0.border = Edges(Self.edge(2)) }) { table in
                table.block(.rowGroup(.body), { if let group { $0.border = Edges(Self.edge(2, .solid, group)) } }) {
                    $0.block(.row, { if let row { $0.border = Edges(Self.edge(2, .solid, row)) } }) { row in
                        row.cell { $0.text("a") }
                    }
                }
            }
            return layout.tableBorders.first?.edge.color
        }
        let blue = Color(rgb: 0x0000FF)
        let group = TableColumn.Group(number: 0, border: Edges(Self.edge(2, .solid, blue)))
        #expect(color({ _ in }, row: nil, group: nil) == .black)
        #expect(color({ $0.group = group }, row: nil, group: nil) == blue)
        #expect(
            color(
                {
                    $0.group = group
                    $0.border = Edges(Self.edge(2, .solid, Self.green))
                }, row: nil, group: nil) == Self.green)
        #expect(
            color({ $0.border = Edges(Self.edge(2, .solid, blue)) }, row: nil, group: Self.red) == Self.red)
        #expect(color({ _ in }, row: Self.green, group: Self.red) == Self.green)
    }

    @Test func nothingShowsInsideACellThatSpans() {
        let layout = Self.collapsed { table in
            table.block(.row, { $0.border.bottom = Self.edge(6) }) { row in
                row.cell(rows: 2) { $0.text("a") }
                row.cell { $0.text("b") }
            }
            table.row(["c"])
        }
        let cells = TableTests.cells(layout)
        #expect(layout.tableBorders.count == 1)
        // The line is above "c" alone.
        #expect(layout.tableBorders.first?.frame == Rect(x: 6, y: 10, width: 6, height: 6))
        #expect(cells.map(\.height) == [26, 13, 13])
    }

    @Test func rightToLeftTablesBeginAtTheRight() {
        let layout = Self.collapsed({ $0.direction = .rightToLeft }) { table in
            table.block(.row) { row in
                row.cell({ $0.border.right = Self.edge(8) }) { $0.text("a") }
                row.cell({ $0.border.left = Self.edge(2) }) { $0.text("b") }
            }
        }
        let table = layout.fragments[1].frame
        #expect(layout.fragments[1].border == EdgeInsets(top: 0, right: 4, bottom: 0, left: 1))
        #expect(layout.tableBorders.map(\.frame.x).sorted() == [table.x, table.maxX - 8])
        #expect(TableTests.cells(layout).map(\.width) == [10, 7])
    }

    @Test func theWinnerGoesThroughACrossing() {
        let layout = Self.collapsed { table in
            for _ in 0..<2 {
                table.block(.row) { row in
                    for _ in 0..<2 {
                        row.cell({
                            $0.border.left = Self.edge(4, .solid, Self.red)
                            $0.border.top = Self.edge(2)
                        }) { $0.text("a") }
                    }
                }
            }
        }
        // Two vertical lines from end to end, and the horizontal ones between them, cut where they cross.
        let vertical = layout.tableBorders.filter { !$0.isHorizontal }
        let horizontal = layout.tableBorders.filter(\.isHorizontal)
        #expect(vertical.map(\.frame.height) == [24, 24])
        #expect(vertical.map(\.frame.y) == [0, 0])
        #expect(horizontal.count == 4)
        for line in horizontal {
            #expect(vertical.allSatisfy { $0.frame.maxX <= line.frame.minX || $0.frame.minX >= line.frame.maxX })
        }
    }

    @Test func aTableWithoutCellsHasNoPadding() {
        let layout = Self.collapsed({
            $0.setPadding(20)
            $0.width = .length(.px(50))
        }) { _ in }
        #expect(layout.fragments[1].frame.size == Size(width: 50, height: 0))
    }

    @Test func aTableInACellAsksForItsOuterHalves() {
        let layout = TableTests.table { table in
            table.block(.row) { row in
                row.cell { cell in
                    cell.block(
                        .table(columns: []),
                        {
                            $0.table.collapsesBorders = true
                            $0.setPadding(50)
                            $0.setBorder(2)
                        }
                    ) { inner in
                        inner.block(.row) { $0.cell({ $0.setBorder(6) }) { $0.text("a") } }
                    }
                }
            }
        }
        #expect(TableTests.cells(layout).map(\.width) == [18, 12])
    }

    @Test func bordersOfTablesInCellsStandAboveThoseAround() {
        let layout = Self.collapsed { table in
            table.block(.row) { row in
                row.cell({ $0.setBorder(4) }) { cell in
                    cell.block(.table(columns: []), { $0.table.collapsesBorders = true }) { inner in
                        inner.block(.row) { $0.cell({ $0.setBorder(2) }) { $0.text("a") } }
                    }
                }
            }
        }
        #expect(layout.tableBorders.map(\.edge.width) == [4, 4, 4, 4, 2, 2, 2, 2])
    }

    // MARK: Backgrounds

    @Test func partsShowTheirBackgroundsInCells() throws {
        var column = TableColumn(background: Self.red)
        column.group = TableColumn.Group(number: 0, background: Self.green)
        let layout = TableTests.table(columns: [column, TableColumn()], { $0.table.horizontalSpacing = 2 }) { table in
            table.block(.rowGroup(.body), { $0.background = .black }) { body in
                body.block(.row, { $0.background = .white }) { row in
                    row.cell { $0.text("a") }
                    row.cell { $0.text("b") }
                }
            }
        }
        let fragments = layout.fragments
        #expect(fragments.filter(\.drawsBackground).isEmpty)
        let cells = fragments.filter { !$0.underlays.isEmpty }
        #expect(
            cells.map { $0.underlays.map(\.background) } == [
                [Self.green, Self.red, .black, .white], [.black, .white],
            ])
        let first = try #require(cells.first)
        // An image would be laid out in the column, or in the row.
        #expect(first.underlays[1].area == Rect(x: 2, y: 0, width: 6, height: 10))
        #expect(first.underlays[3].area == Rect(x: 2, y: 0, width: 14, height: 10))
    }

    @Test func emptyCellsThatAreHiddenShowNothing() {
        let layout = TableTests.table { table in
            table.block(.row, { $0.background = .white }) { row in
                row.cell({
                    $0.table.hidesEmptyCells = true
                    $0.setBorder(1)
                }) { _ in }
                row.cell { $0.text("a") }
            }
        }
        #expect(layout.fragments.filter { !$0.underlays.isEmpty }.count == 1)
        #expect(layout.fragments.filter(\.drawsBorder).allSatisfy { $0.border == .zero })
    }
}
