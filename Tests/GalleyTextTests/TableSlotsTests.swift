import GalleyText
import Testing

struct TableSlotsTests {
    @Test func cellsStandBesideThoseFromAbove() {
        var slots = TableSlots()
        // Of row 0: one column down to row 2, two columns down to row 1.
        slots.take(0..<1, before: 3)
        slots.take(1..<3, before: 2)
        #expect(slots.firstFree(from: 0, inRow: 0) == 3)
        #expect(slots.firstFree(from: 0, inRow: 1) == 3)
        #expect(slots.firstFree(from: 0, inRow: 2) == 1)
        #expect(slots.firstFree(from: 0, inRow: 3) == 0)
        #expect(slots.isTaken(2, inRow: 1) && !slots.isTaken(3, inRow: 1))
    }

    @Test func theLongerOfTwoThatOverlapCounts() {
        var slots = TableSlots()
        slots.take(1..<2, before: 5)
        slots.take(0..<2, before: 2)
        #expect(slots.firstFree(from: 0, inRow: 2) == 0)
        #expect(slots.firstFree(from: 1, inRow: 4) == 2)
    }

    @Test func nothingReachesIntoTheNextGroup() {
        var slots = TableSlots()
        slots.take(0..<4, before: .max)
        slots.endGroup()
        #expect(slots.firstFree(from: 0, inRow: 1) == 0)
    }

    @Test(
        "Spans are within what a table may have",
        arguments: [
            (1, 1, 1, 1), (0, 1, 1, 1), (-5, -1, 1, 1), (3, 0, 3, TextLimits.maximumRowSpan),
            (.max, .max, TextLimits.maximumColumnSpan, TextLimits.maximumRowSpan),
        ])
    func spansAreCut(columns: Int, rows: Int, usedColumns: Int, usedRows: Int) throws {
        let spans = try #require(Block.Kind.cell(columnSpan: columns, rowSpan: rows, isHeader: false).cellSpans)
        #expect(spans == (usedColumns, usedRows))
        #expect(Block.Kind.row.cellSpans == nil)
    }

    @Test("A cell that goes to the end of its group leaves the next one's columns free", arguments: [0, 2, Int.max])
    func plainTextEndsSpansWithTheirGroup(rows: Int) {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        func row(_ cells: [(String, rows: Int)]) {
            builder.openBlock(.row, role: .tableRow)
            for cell in cells {
                builder.openBlock(.cell(columnSpan: 1, rowSpan: cell.rows, isHeader: false), role: .tableCell)
                builder.append(cell.0, style: style)
                builder.endParagraph(style: paragraph, strut: style)
                builder.closeBlock()
            }
            builder.closeBlock()
        }
        builder.openBlock(.table(columns: []), role: .table)
        builder.openBlock(.rowGroup(.body))
        row([("a", rows), ("b", 1)])
        row([("c", 1)])
        builder.closeBlock()
        builder.openBlock(.rowGroup(.body))
        row([("d", 1), ("e", 1)])
        builder.closeBlock()
        builder.closeBlock()
        #expect(PlainTextWriter(.screen).string(from: builder.finish()) == "a  b\n   c\nd  e\n")
    }
}
