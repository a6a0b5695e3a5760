import GalleyLayout
import GalleyText
import Testing

/// Widths of columns, automatic and fixed (CSS 2 §17.5.2, CSS Tables 3 §3.8 and §4). What is expected is what Chromium
/// does with the same table.
@Suite struct TableColumnTests {
    struct Cell: Sendable, CustomTestStringConvertible {
        var text: String
        var span = 1
        var width = SizeValue.auto
        var minimum = SizeValue.auto
        var maximum: SizeValue?
        var padding = 0.0

        var testDescription: String { "\(text) \(width)" }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var width = SizeValue.auto
        var room = 300.0
        var isFixed = false
        var spacing = 0.0
        var columns: [TableColumn] = []
        var rows: [[Cell]]
        var expected: [Double]

        var testDescription: String { name }
    }

    static func layout(_ test: Case) -> DocumentLayout {
        TableTests.table(
            width: test.room, columns: test.columns,
            {
                $0.width = test.width
                $0.table.isFixed = test.isFixed
                $0.table.horizontalSpacing = test.spacing
            }
        ) { table in
            for cells in test.rows {
                table.block(.row) { row in
                    for cell in cells {
                        row.cell(
                            columns: cell.span,
                            {
                                $0.width = cell.width
                                $0.minimumWidth = cell.minimum
                                $0.maximumWidth = cell.maximum
                                $0.padding.left = .px(cell.padding)
                            }, { $0.text(cell.text) })
                    }
                }
            }
        }
    }

    static func px(_ value: Double) -> SizeValue { .length(.px(value)) }
    static func percent(_ value: Double) -> SizeValue { .length(.percent(value)) }

    static let cases: [Case] = [
        Case(
            name: "a declared width rules its column, down to what does not fit",
            rows: [[Cell(text: "a", width: px(50))], [Cell(text: "aaaa bbbb cc")]], expected: [50, 50]),
        Case(
            name: "no column is narrower than a word",
            rows: [[Cell(text: "a", width: px(10))], [Cell(text: "aaaa bb")]], expected: [24, 24]),
        Case(
            name: "open columns take what declared ones leave", width: px(200),
            rows: [[Cell(text: "a", width: px(50)), Cell(text: "b"), Cell(text: "bb")]], expected: [50, 50, 100]),
        Case(
            name: "without open columns declared ones grow", width: px(200),
            rows: [[Cell(text: "a", width: px(50)), Cell(text: "b", width: px(150.0 / 3))]], expected: [100, 100]),
        Case(
            name: "percentages of the table", width: px(200),
            rows: [[Cell(text: "a", width: percent(25)), Cell(text: "b")]], expected: [50, 150]),
        Case(
            name: "a percentage makes an open table wider",
            rows: [[Cell(text: "aa", width: percent(10)), Cell(text: "b")]],
            expected: [12, 108]),
        Case(
            name: "percentages beyond 100 are cut", width: px(200),
            rows: [[Cell(text: "a", width: percent(80)), Cell(text: "b", width: percent(50)), Cell(text: "c")]],
            expected: [155.085, 38.915, 6]),
        Case(
            name: "least and greatest widths of cells",
            rows: [[Cell(text: "a", minimum: px(40)), Cell(text: "aaaa aaaa", maximum: px(30))]], expected: [40, 30]),
        Case(
            name: "a spanning cell's words go to open columns",
            rows: [
                [Cell(text: "aaaaaaaaaa", span: 2)], [Cell(text: "a", width: px(20)), Cell(text: "b")],
            ], expected: [60, 20, 40]),
        Case(
            name: "what a spanning cell could use leaves declared columns as they are",
            rows: [
                [Cell(text: "aa aa aa aa aa", span: 2)],
                [Cell(text: "a", width: px(20)), Cell(text: "b", width: px(20))],
            ], expected: [40, 20, 20]),
        Case(
            name: "columns that nobody fills take no room", spacing: 5,
            columns: [TableColumn(), TableColumn(), TableColumn(width: percent(10)), TableColumn()],
            rows: [[Cell(text: "a"), Cell(text: "b")]], expected: [6, 6]),
        Case(
            name: "fixed: the first row counts, and no content", width: px(100), isFixed: true,
            rows: [
                [Cell(text: "a", width: px(30)), Cell(text: "aaaaaaaaaaaaaaa")],
                [Cell(text: "aaaaaaaa"), Cell(text: "b", width: px(10))],
            ], expected: [30, 70, 30, 70]),
        Case(
            name: "fixed: columns come before cells", width: px(100), isFixed: true,
            columns: [TableColumn(width: px(20))],
            rows: [[Cell(text: "a", width: px(50)), Cell(text: "b")]], expected: [20, 80]),
        Case(
            name: "fixed: a spanning cell is shared out evenly", width: px(100), isFixed: true,
            rows: [[Cell(text: "a", span: 2, width: px(40)), Cell(text: "b")], [Cell(text: "a"), Cell(text: "b")]],
            expected: [40, 60, 20, 20]),
        Case(
            name: "fixed: columns in which no cell begins count too", width: px(120), isFixed: true,
            rows: [[Cell(text: "a", span: 3), Cell(text: "b")]], expected: [90, 30]),
        Case(
            name: "fixed: percentages without padding", width: px(200), isFixed: true,
            rows: [[Cell(text: "a", width: percent(20), padding: 10), Cell(text: "b")]], expected: [50, 150]),
        Case(
            name: "fixed: percentages shrink together", width: px(200), isFixed: true,
            rows: [[Cell(text: "a", width: percent(90)), Cell(text: "b", width: percent(30)), Cell(text: "c")]],
            expected: [150, 50, 0]),
        Case(
            name: "fixed: percentages fill the table", width: px(200), isFixed: true,
            rows: [[Cell(text: "a", width: percent(20)), Cell(text: "b", width: percent(30))]], expected: [80, 120]),
        Case(
            name: "fixed: declared widths make the table wider", width: px(100), isFixed: true,
            rows: [[Cell(text: "a", width: px(150)), Cell(text: "b", width: px(50))]], expected: [150, 50]),
        Case(
            name: "fixed needs a width", isFixed: true, rows: [[Cell(text: "aaaa"), Cell(text: "b", width: px(20))]],
            expected: [24, 20]),
    ]

    @Test(arguments: cases) func widths(_ test: Case) {
        let widths = TableTests.cells(Self.layout(test)).map(\.width)
        #expect(zip(widths, test.expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(widths)")
        #expect(widths.count == test.expected.count)
    }

    @Test func aTableInAnOpenCellDoesNotAskForItsPercentages() {
        func width(ofOuterWith outer: SizeValue) -> Double? {
            let layout = TableTests.table({ $0.width = outer }) { table in
                table.block(.row) { row in
                    row.cell { cell in
                        cell.block(.table(columns: [TableColumn(width: .length(.percent(10)))])) {
                            $0.row(["aa", "b"])
                        }
                    }
                    row.cell { $0.text("c") }
                }
            }
            return TableTests.cells(layout).first?.width
        }
        #expect(width(ofOuterWith: .auto) == 18)
        // Here it asks for 120, and gets what "c" leaves in proportion.
        #expect(width(ofOuterWith: .length(.px(252))) == 240)
    }

    @Test func textStandsBesideFloatsInTheWidthThatCellsAskFor() {
        let layout = TableTests.table { table in
            table.block(.row) { row in
                row.cell { cell in
                    cell.addFloat(width: 40, height: 5, isRight: false)
                    cell.text("aa bb")
                }
            }
        }
        #expect(TableTests.cells(layout).first?.width == 67)
        #expect(layout.lines.count == 1)
    }

    @Test func paddingIsAPercentageOfTheGrid() {
        let layout = TableTests.table({
            $0.width = .length(.px(220))
            $0.table.horizontalSpacing = 10
        }) { table in
            table.block(.row) { row in row.cell({ $0.padding.left = .percent(10) }) { $0.text("a") } }
        }
        #expect(layout.lines[0].frame.x == 30)
    }

    @Test(
        "Pictures that fit their line are whole beside long text, and share what room there is where they are too wide",
        arguments: [
            ([100.0], "aaaa", [100.0, 200.0]), ([200, 200], "aaaa", [138, 138, 24]),
            ([100, 50], "aaaa", [100, 50, 150]),
        ])
    func pictures(_ pictures: [Double], _ word: String, _ expected: [Double]) {
        var states: [AttachmentID: AttachmentState] = [:]
        let text = TestDocument.make { writer in
            writer.block(.table(columns: []), role: .table, { _ in }) { table in
                table.block(.row) { row in
                    for width in pictures {
                        row.cell {
                            let id = $0.image("a.png")
                            states[id] = .loaded(naturalSize: Size(width: width, height: 10))
                        }
                    }
                    row.cell { $0.text(String(repeating: word + " ", count: 50)) }
                }
            }
        }
        let layout = TestDocument.layout(text, width: 300, attachments: states)
        #expect(TableTests.cells(layout).map(\.width) == expected)
    }

    @Test func collapsedColumnsTakeNoRoom() {
        var collapsed = TableColumn()
        collapsed.isCollapsed = true
        let layout = TableTests.table(
            columns: [TableColumn(), collapsed, TableColumn()], { $0.table.horizontalSpacing = 2 }
        ) { table in
            table.row(["a", "bbbb", "c"])
            table.block(.row) { row in
                row.cell(columns: 2) { $0.text("aaa aaa") }
                row.cell { $0.text("c") }
            }
        }
        let cells = TableTests.cells(layout)
        // The wide cell asks for 39 of the first two columns: 7 and 32, less the space between them.
        #expect(cells[1].width == 0)
        #expect(cells[2].x == cells[0].maxX + 2)
        #expect(cells[3].width == cells[0].width)
        #expect(layout.fragments[1].frame.width == cells[2].maxX + 2)
        #expect(layout.lines.map { layout.text[$0.range] } == ["a", "c", "aaa aaa", "c"])
        #expect(layout.fragments.filter(\.clipsContent).map(\.frame) == [cells[1], cells[3]])
    }
}
