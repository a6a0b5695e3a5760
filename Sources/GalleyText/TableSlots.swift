/// Which columns of a table are taken in its rows by cells above, while its cells are placed: each stands in the first column
/// that is free in its row (CSS 2 §17.5; HTML standard §4.9.12, "forming a table").
package struct TableSlots {
    /// By column: the row before which it is taken.
    private var takenUntil: [Int] = []

    package init() {}

    package func isTaken(_ column: Int, inRow row: Int) -> Bool {
        column < takenUntil.count && takenUntil[column] > row
    }

    /// The first column that is free in a row, from one on.
    package func firstFree(from column: Int, inRow row: Int) -> Int {
        var column = column
        while isTaken(column, inRow: row) { column += 1 }
        return column
    }

    /// Takes the columns of a cell in the rows before one. Where cells overlap, both stand there.
    package mutating func take(_ columns: Range<Int>, before row: Int) {
        if takenUntil.count < columns.upperBound {
            takenUntil.append(contentsOf: repeatElement(0, count: columns.upperBound - takenUntil.count))
        }
        for column in columns { takenUntil[column] = max(takenUntil[column], row) }
    }

    /// A row group ends: no cell reaches out of it.
    package mutating func endGroup() { takenUntil.removeAll(keepingCapacity: true) }
}

extension Block.Kind {
    /// How many columns and rows a cell takes, within what a table may have; a row span of 0 goes to the end of its group.
    /// `nil` for what is no cell.
    package var cellSpans: (columns: Int, rows: Int)? {
        guard case .cell(let columns, let rows, _) = self else { return nil }
        return (
            min(max(1, columns), TextLimits.maximumColumnSpan),
            rows == 0 ? TextLimits.maximumRowSpan : min(max(1, rows), TextLimits.maximumRowSpan)
        )
    }
}
