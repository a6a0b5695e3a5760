import GalleyLayout
import GalleyText
import Testing

/// Heights of rows (CSS 2 §17.5.3, CSS Tables 3 §3.10). What is expected is what Chromium does with the same table.
@Suite struct TableRowTests {
    @Test("Rows are as high as a cell that spans them, hung from the first one's baseline (CSS 2 §17.5.3)")
    func spanningCellsHangFromTheBaseline() throws {
        let text = TestDocument.make { writer in
            writer.block(.table(columns: [])) { table in
                table.block(.row) { row in
                    row.cell(rows: 2) { for _ in 0..<6 { $0.p("x") } }
                    row.cell({ $0.setPadding(7) }) { $0.text("x") }
                }
                table.block(.row) { $0.cell { $0.text("x") } }
            }
        }
        let content = TestDocument.layout(text).content
        let line = try #require(content.lines.first { $0.paragraph == 5 })
        let cell = try #require(content.blocks.first { content.text.blocks[$0.block.index].paragraphs == 0..<6 })
        #expect(line.frame.maxY == 67 && cell.frame.maxY == 67)
    }

    static func px(_ value: Double) -> SizeValue { .length(.px(value)) }
    static func percent(_ value: Double) -> SizeValue { .length(.percent(value)) }

    /// A table of one column whose rows have these heights and a line each.
    static func heights(_ rows: [SizeValue], table: SizeValue = .auto, group: SizeValue = .auto) -> [Double] {
        let layout = TableTests.table({ $0.height = table }) { writer in
            writer.block(.rowGroup(.body), { $0.height = group }) { body in
                for height in rows { body.block(.row, { $0.height = height }) { row in row.cell { $0.text("a") } } }
            }
        }
        return TableTests.cells(layout).map(\.height)
    }

    @Test func declaredHeights() {
        #expect(Self.heights([Self.px(30), .auto, Self.px(5)]) == [30, 10, 10])
        // Percentages of nothing known.
        #expect(Self.heights([Self.percent(50), .auto]) == [10, 10])
    }

    @Test func aTablesHeightGoesToOpenRows() {
        #expect(Self.heights([.auto, .auto], table: Self.px(100)) == [50, 50])
        #expect(Self.heights([Self.px(20), .auto], table: Self.px(100)) == [20, 80])
        #expect(Self.heights([Self.px(20), Self.px(60)], table: Self.px(160)) == [40, 120])
        #expect(Self.heights([Self.percent(30), .auto, Self.px(20)], table: Self.px(100)) == [30, 50, 20])
        #expect(Self.heights([.auto, .auto], table: Self.px(5)) == [10, 10])
    }

    @Test func aGroupsHeightGoesToItsRows() {
        #expect(Self.heights([.auto, Self.px(30)], group: Self.px(100)) == [70, 30])
    }

    @Test func aTablesHeightGoesToItsBodies() {
        let layout = TableTests.table({ $0.height = Self.px(100) }) { table in
            table.block(.rowGroup(.header)) { $0.row(["h"]) }
            table.block(.rowGroup(.body), { $0.height = Self.px(20) }) { $0.row(["a"]) }
            table.block(.rowGroup(.body)) { $0.row(["b"]) }
            table.block(.rowGroup(.footer)) { $0.row(["f"]) }
        }
        #expect(TableTests.cells(layout).map(\.height) == [10, 20, 60, 10])
    }

    @Test func spansGrowOpenRowsFirst() {
        func heights(_ second: SizeValue) -> [Double] {
            let layout = TableTests.table { table in
                table.block(.row) { row in
                    row.cell(rows: 3, { $0.height = Self.px(100) }) { $0.text("a") }
                    row.cell { $0.text("b") }
                }
                table.block(.row, { $0.height = second }) { row in row.cell { $0.text("c") } }
                table.row(["d"])
            }
            return Array(TableTests.cells(layout).dropFirst().map(\.height))
        }
        #expect(heights(Self.px(30)) == [35, 30, 35])
        #expect(heights(Self.px(40)) == [30, 40, 30])
    }

    @Test func manyGreatSpansStayCheap() {
        let text = TestDocument.make { writer in
            writer.block(.table(columns: [])) { table in
                for _ in 0..<4_000 {
                    table.block(.row) { row in row.cell(rows: 65_534) { $0.text("a") } }
                }
            }
        }
        let layout = TestDocument.layout(text)
        #expect(layout.lines.count == 4_000)
    }

    @Test func whatACellsOwnHeightLeavesIsSharedByItsAlignment() {
        let layout = TableTests.table { table in
            table.block(.row) { row in
                for alignment in [VerticalAlignment.top, .middle, .bottom] {
                    row.cell({
                        $0.height = Self.px(50)
                        $0.verticalAlignment = alignment
                    }) { $0.text("a") }
                }
            }
        }
        #expect(layout.lines.map(\.frame.y) == [0, 20, 40])
    }

    @Test func aCellWithoutLinesHangsFromItsLowerEdge() {
        let layout = TableTests.table { table in
            table.block(.row) { row in
                row.cell { $0.block(.box, { $0.height = Self.px(30) }) { _ in } }
                row.cell { $0.text("a") }
            }
        }
        // Baselines at 30; the line's descent is 2.
        #expect(layout.lines[0].baseline == 30)
        #expect(TableTests.cells(layout).map(\.height) == [32, 32])
    }

    @Test func percentagesInCellsReferToTheHeightThatIsKnown() {
        func height(cell: SizeValue, table: SizeValue) -> Double? {
            let layout = TableTests.table({ $0.height = table }) { writer in
                writer.block(.row) { row in
                    row.cell({ $0.height = cell }) { $0.block(.box, { $0.height = Self.percent(50) }) { $0.text("a") } }
                }
            }
            return layout.fragments.last?.frame.height
        }
        #expect(height(cell: Self.px(60), table: .auto) == 30)
        #expect(height(cell: .auto, table: Self.px(80)) == 40)
        #expect(height(cell: .auto, table: .auto) == 10)
    }

    @Test func collapsedRowsTakeNoRoomAndShowNothing() {
        let layout = TableTests.table({ $0.table.verticalSpacing = 2 }) { table in
            table.row(["a"])
            table.block(.row, { $0.table.isCollapsed = true }) { row in
                row.cell({ $0.background = .black }) { cell in
                    cell.block(.table(columns: []), { $0.table.collapsesBorders = true }) { inner in
                        inner.block(.row) { $0.cell({ $0.setBorder(1) }) { $0.text("bbbb") } }
                    }
                }
            }
            table.row(["c"])
        }
        #expect(layout.lines.map { layout.text[$0.range] } == ["a", "c"])
        #expect(layout.lines.map(\.frame.y) == [2, 14])
        // Its words count for the columns all the same, with the borders on both sides of them.
        #expect(TableTests.cells(layout)[0].width == 26)
        #expect(layout.fragments.filter(\.drawsBackground).isEmpty)
        #expect(layout.tableBorders.isEmpty)
    }

    @Test func aTablesBaselineIsItsFirstRows() {
        func y(_ alignment: VerticalAlignment) -> Double? {
            let text = TestDocument.make { writer in
                writer.builder.append("a", style: writer.style)
                if writer.builder.openFlow(
                    .inlineTable, root: BlockStyle(), blockKind: .table(columns: []), style: writer.style)
                {
                    writer.block(.row) { row in
                        row.cell({
                            $0.height = Self.px(40)
                            $0.padding.bottom = .px(3)
                            $0.verticalAlignment = alignment
                        }) { $0.text("b") }
                    }
                    writer.row(["c"])
                    writer.builder.closeFlow()
                }
                writer.builder.endParagraph(style: writer.paragraph, strut: writer.style)
            }
            return TestDocument.layout(text).lines.first.map(\.baseline)
        }
        #expect(y(.baseline) == 8)
        // No cell on the baseline: the bottom of the content box.
        #expect(y(.top) == 40)
    }

    @Test func anInlineBlockStandsOnItsLastLineNotOnATable() {
        let text = TestDocument.make { writer in
            if writer.builder.openFlow(.inlineBlock, root: BlockStyle(), style: writer.style) {
                writer.text("a")
                writer.block(.table(columns: [])) { $0.row(["b"]) }
                writer.builder.closeFlow()
            }
            writer.builder.append("c", style: writer.style)
            writer.builder.endParagraph(style: writer.paragraph, strut: writer.style)
        }
        #expect(TestDocument.layout(text).lines[0].baseline == 8)
    }
}
