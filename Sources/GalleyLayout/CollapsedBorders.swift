import GalleyText

/// Which border shows at each edge of a table's grid when borders collapse (CSS 2 §17.6.2.1).
struct CollapsedBorders: Sendable {
    let rows: Int
    let columns: Int
    /// Above row `r` at column `c`: `r * columns + c`; one row more than the table has.
    private var horizontal: [BorderEdge?]
    /// Left of column `c` in row `r`: `r * (columns + 1) + c`.
    private var vertical: [BorderEdge?]

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        horizontal = Array(repeating: nil, count: (rows + 1) * columns)
        vertical = Array(repeating: nil, count: rows * (columns + 1))
    }

    /// Puts a box's border up against what is there; call for cells first, then rows, groups and the table: what came
    /// first wins a tie.
    mutating func add(_ border: Edges<BorderEdge>, rows: Range<Int>, columns: Range<Int>) {
        guard !rows.isEmpty, !columns.isEmpty else { return }
        for column in columns {
            contend(&horizontal[rows.lowerBound * self.columns + column], border.top)
            contend(&horizontal[rows.upperBound * self.columns + column], border.bottom)
        }
        for row in rows {
            contend(&vertical[row * (self.columns + 1) + columns.lowerBound], border.left)
            contend(&vertical[row * (self.columns + 1) + columns.upperBound], border.right)
        }
    }

    private func contend(_ place: inout BorderEdge?, _ edge: BorderEdge) {
        guard let known = place else {
            place = edge
            return
        }
        if known.stroke == .hidden { return }
        if edge.stroke == .hidden {
            place = edge
        } else if edge.width > known.width
            || (edge.width == known.width && CollapsedBorders.rank(edge.stroke) > CollapsedBorders.rank(known.stroke))
        {
            place = edge
        }
    }

    private static func rank(_ stroke: BorderEdge.Stroke) -> Int {
        switch stroke {
        case .hidden: 9
        case .double: 8
        case .solid: 7
        case .dashed: 6
        case .dotted: 5
        case .ridge: 4
        case .outset: 3
        case .groove: 2
        case .inset: 1
        case .none: 0
        }
    }

    /// The edge above row `row` at `column`; nothing where a cell spans over it (`inside` it) or none is seen.
    func horizontalEdge(row: Int, column: Int) -> BorderEdge? { horizontal[row * columns + column] }
    func verticalEdge(row: Int, column: Int) -> BorderEdge? { vertical[row * (columns + 1) + column] }

    /// The halves of the edges around a range of slots that lie inside it: the widest of each side.
    func halves(rows: Range<Int>, columns: Range<Int>) -> EdgeInsets {
        var insets = EdgeInsets.zero
        for column in columns {
            insets.top = max(insets.top, (horizontalEdge(row: rows.lowerBound, column: column)?.width ?? 0) / 2)
            insets.bottom = max(insets.bottom, (horizontalEdge(row: rows.upperBound, column: column)?.width ?? 0) / 2)
        }
        for row in rows {
            insets.left = max(insets.left, (verticalEdge(row: row, column: columns.lowerBound)?.width ?? 0) / 2)
            insets.right = max(insets.right, (verticalEdge(row: row, column: columns.upperBound)?.width ?? 0) / 2)
        }
        return insets
    }

    /// The strokes to draw, equal neighbours joined. `columnEdges` and `rowEdges` are the grid lines' coordinates, one
    /// more than columns and rows.
    func strokes(columnEdges: [Double], rowEdges: [Double], table: BlockID) -> [TableBorderFragment] {
        var strokes: [TableBorderFragment] = []
        func verticalHalf(_ line: Int, _ column: Int) -> Double {
            let above = line > 0 ? verticalEdge(row: line - 1, column: column)?.width ?? 0 : 0
            let below = line < rows ? verticalEdge(row: line, column: column)?.width ?? 0 : 0
            return max(above, below) / 2
        }
        for line in 0...rows {
            var column = 0
            while column < columns {
                guard let edge = horizontalEdge(row: line, column: column), edge.isVisible else {
                    column += 1
                    continue
                }
                let first = column
                while column < columns, horizontalEdge(row: line, column: column) == edge { column += 1 }
                let (left, right) = CollapsedBorders.ordered(columnEdges[first], columnEdges[column])
                let start = left - verticalHalf(line, columnEdges[first] <= columnEdges[column] ? first : column)
                let end = right + verticalHalf(line, columnEdges[first] <= columnEdges[column] ? column : first)
                strokes.append(
                    TableBorderFragment(
                        frame: Rect(
                            x: start, y: rowEdges[line] - edge.width / 2, width: end - start, height: edge.width),
                        edge: edge, isHorizontal: true, table: table))
            }
        }
        for line in 0...columns {
            var row = 0
            while row < rows {
                guard let edge = verticalEdge(row: row, column: line), edge.isVisible else {
                    row += 1
                    continue
                }
                let first = row
                while row < rows, verticalEdge(row: row, column: line) == edge { row += 1 }
                strokes.append(
                    TableBorderFragment(
                        frame: Rect(
                            x: columnEdges[line] - edge.width / 2, y: rowEdges[first], width: edge.width,
                            height: rowEdges[row] - rowEdges[first]), edge: edge, isHorizontal: false, table: table))
            }
        }
        return strokes
    }

    private static func ordered(_ left: Double, _ right: Double) -> (Double, Double) {
        left <= right ? (left, right) : (right, left)
    }
}
