import GalleyText

/// Which border shows at each edge of a table's grid when borders collapse (CSS 2 §17.6.2.1).
///
/// Columns are counted from the table's start: in right-to-left tables from the right. Memory: 12 bytes a slot.
struct CollapsedBorders: Sendable {
    let rows: Int
    let columns: Int
    let isRightToLeft: Bool
    /// Each border that takes part, once; edges are places in it, -1 where no box has an edge.
    private var borders: [BorderEdge] = []
    private var places: [BorderEdge: Int32] = [:]
    /// Above row `r` at column `c`: `r * columns + c`; one row more than the table has.
    private var horizontal: [Int32]
    /// Before column `c` in row `r`: `r * (columns + 1) + c`.
    private var vertical: [Int32]
    /// The cell of each slot, -1 for none: boxes around several cells have no edge inside one that spans.
    private var slots: [Int32]
    private var slotsLeft = 2 * LayoutLimits.maximumCollapsedSlots

    init(rows: Int, columns: Int, isRightToLeft: Bool) {
        self.rows = rows
        self.columns = columns
        self.isRightToLeft = isRightToLeft
        horizontal = Array(repeating: -1, count: (rows + 1) * columns)
        vertical = Array(repeating: -1, count: rows * (columns + 1))
        slots = Array(repeating: -1, count: rows * columns)
    }

    /// Puts a box's border up against what is there; call for cells first, then rows, row groups, columns, column groups
    /// and the table: what came first wins a tie.
    mutating func add(_ border: Edges<BorderEdge>, rows: Range<Int>, columns: Range<Int>) {
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let top = place(of: border.top)
        let bottom = place(of: border.bottom)
        let start = place(of: isRightToLeft ? border.right : border.left)
        let end = place(of: isRightToLeft ? border.left : border.right)
        for column in columns {
            if !isInside(row: rows.lowerBound, column) {
                contendHorizontal(rows.lowerBound * self.columns + column, top)
            }
            if !isInside(row: rows.upperBound, column) {
                contendHorizontal(rows.upperBound * self.columns + column, bottom)
            }
        }
        for row in rows {
            if !isInside(column: columns.lowerBound, row) {
                contendVertical(row * (self.columns + 1) + columns.lowerBound, start)
            }
            if !isInside(column: columns.upperBound, row) {
                contendVertical(row * (self.columns + 1) + columns.upperBound, end)
            }
        }
    }

    /// Says that a cell stands in these slots; to be said of all cells before any border is added.
    mutating func occupy(rows: Range<Int>, columns: Range<Int>, by cell: Int) {
        guard rows.count * columns.count > 1, slotsLeft > 0 else { return }
        slotsLeft -= rows.count * columns.count
        for row in rows {
            for column in columns { slots[row * self.columns + column] = Int32(truncatingIfNeeded: cell) }
        }
    }

    private func isInside(row: Int, _ column: Int) -> Bool {
        guard row > 0, row < rows else { return false }
        let cell = slots[row * columns + column]
        return cell >= 0 && cell == slots[(row - 1) * columns + column]
    }

    private func isInside(column: Int, _ row: Int) -> Bool {
        guard column > 0, column < columns else { return false }
        let cell = slots[row * columns + column]
        return cell >= 0 && cell == slots[row * columns + column - 1]
    }

    private mutating func place(of edge: BorderEdge) -> Int32 {
        if let known = places[edge] { return known }
        let place = Int32(truncatingIfNeeded: borders.count)
        borders.append(edge)
        places[edge] = place
        return place
    }

    private mutating func contendHorizontal(_ index: Int, _ edge: Int32) {
        if wins(edge, over: horizontal[index]) { horizontal[index] = edge }
    }

    private mutating func contendVertical(_ index: Int, _ edge: Int32) {
        if wins(edge, over: vertical[index]) { vertical[index] = edge }
    }

    private func wins(_ edge: Int32, over known: Int32) -> Bool {
        known < 0 || edge != known && CollapsedBorders.wins(borders[Int(edge)], over: borders[Int(known)])
    }

    /// `hidden` wins, then the wider border, then the stroke.
    private static func wins(_ edge: BorderEdge, over known: BorderEdge) -> Bool {
        if known.stroke == .hidden { return false }
        if edge.stroke == .hidden { return true }
        return edge.width > known.width || edge.width == known.width && rank(edge.stroke) > rank(known.stroke)
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

    /// The edge above row `row` at `column`; nothing where a cell spans over it or none is seen.
    func horizontalEdge(row: Int, column: Int) -> BorderEdge? { border(horizontal[row * columns + column]) }
    /// The edge before `column`.
    func verticalEdge(row: Int, column: Int) -> BorderEdge? { border(vertical[row * (columns + 1) + column]) }

    private func border(_ place: Int32) -> BorderEdge? { place < 0 ? nil : borders[Int(place)] }

    /// The halves of the edges around a range of slots that lie inside it: the widest of each side.
    func halves(rows: Range<Int>, columns: Range<Int>) -> EdgeInsets {
        var insets = EdgeInsets.zero
        for column in columns {
            insets.top = max(insets.top, (horizontalEdge(row: rows.lowerBound, column: column)?.width ?? 0) / 2)
            insets.bottom = max(insets.bottom, (horizontalEdge(row: rows.upperBound, column: column)?.width ?? 0) / 2)
        }
        var start = 0.0
        var end = 0.0
        for row in rows {
            start = max(start, (verticalEdge(row: row, column: columns.lowerBound)?.width ?? 0) / 2)
            end = max(end, (verticalEdge(row: row, column: columns.upperBound)?.width ?? 0) / 2)
        }
        insets.left = isRightToLeft ? end : start
        insets.right = isRightToLeft ? start : end
        return insets
    }

    /// The outer halves, which are the table's border: the widest of each side (CSS Tables 3 §3.6; CSS 2 §17.6.2 looks at
    /// the first row for left and right, and lets the rest spill into the margin).
    var tableHalves: EdgeInsets { halves(rows: 0..<rows, columns: 0..<columns) }

    // MARK: Strokes

    /// The strokes to draw, equal neighbours joined. `columnEdges` and `rowEdges` are the grid lines' coordinates, one
    /// more than columns and rows. Where lines meet, the edge that wins over the others goes through, and they end at it.
    func strokes(columnEdges: [Double], rowEdges: [Double], table: BlockID) -> [TableBorderFragment] {
        var strokes: [TableBorderFragment] = []
        for line in 0...rows { addHorizontal(line, columnEdges, rowEdges, table, to: &strokes) }
        for line in 0...columns { addVertical(line, columnEdges, rowEdges, table, to: &strokes) }
        return strokes
    }

    private func addHorizontal(
        _ line: Int, _ columnEdges: [Double], _ rowEdges: [Double], _ table: BlockID,
        to strokes: inout [TableBorderFragment]
    ) {
        forEachStretch(
            along: columnEdges, edge: { horizontalEdge(row: line, column: $0) },
            isCrossed: { isCrossed(horizontal: $0, line, $1) }, reach: { reach(horizontal: $0, line, $1) }
        ) { edge, from, to in
            strokes.append(
                TableBorderFragment(
                    frame: Rect(
                        x: min(from, to), y: rowEdges[line] - edge.width / 2, width: abs(to - from),
                        height: edge.width),
                    edge: edge.collapsed, isHorizontal: true, table: table))
        }
    }

    private func addVertical(
        _ line: Int, _ columnEdges: [Double], _ rowEdges: [Double], _ table: BlockID,
        to strokes: inout [TableBorderFragment]
    ) {
        forEachStretch(
            along: rowEdges, edge: { verticalEdge(row: $0, column: line) },
            isCrossed: { isCrossed(vertical: $0, $1, line) }, reach: { reach(vertical: $0, $1, line) }
        ) { edge, from, to in
            strokes.append(
                TableBorderFragment(
                    frame: Rect(x: columnEdges[line] - edge.width / 2, y: from, width: edge.width, height: to - from),
                    edge: edge.collapsed, isHorizontal: false, table: table))
        }
    }

    /// Calls `body` with each stretch of equal edges on a grid line and where it begins and ends, over or short of the
    /// lines that it meets. `edges` are the coordinates of those, in a right-to-left table falling ones.
    private func forEachStretch(
        along edges: [Double], edge: (Int) -> BorderEdge?, isCrossed: (BorderEdge, Int) -> Bool,
        reach: (BorderEdge, Int) -> Double, _ body: (_ edge: BorderEdge, _ from: Double, _ to: Double) -> Void
    ) {
        let count = edges.count - 1
        var slot = 0
        while slot < count {
            guard let found = edge(slot), found.isVisible, edges[slot] != edges[slot + 1] else {
                slot += 1
                continue
            }
            let first = slot
            repeat {
                slot += 1
            } while slot < count && edge(slot) == found && !isCrossed(found, slot)
            let forward = edges[slot] >= edges[first] ? 1.0 : -1.0
            let from = edges[first] - forward * reach(found, first)
            let to = edges[slot] + forward * reach(found, slot)
            if (to - from) * forward > 0 { body(found, from, to) }
        }
    }

    /// The edges that meet the point where grid lines cross: the winner of each pair.
    private func verticals(at row: Int, _ column: Int) -> BorderEdge? {
        winner(
            row > 0 ? verticalEdge(row: row - 1, column: column) : nil,
            row < rows ? verticalEdge(row: row, column: column) : nil)
    }

    private func horizontals(at row: Int, _ column: Int) -> BorderEdge? {
        winner(
            column > 0 ? horizontalEdge(row: row, column: column - 1) : nil,
            column < columns ? horizontalEdge(row: row, column: column) : nil)
    }

    private func winner(_ one: BorderEdge?, _ other: BorderEdge?) -> BorderEdge? {
        guard let one, one.width > 0 else { return other?.width ?? 0 > 0 ? other : nil }
        guard let other, other.width > 0 else { return one }
        return CollapsedBorders.wins(other, over: one) ? other : one
    }

    /// Whether an edge that goes on beyond a crossing is cut there by one that wins over it.
    private func isCrossed(horizontal edge: BorderEdge, _ row: Int, _ column: Int) -> Bool {
        verticals(at: row, column).map { $0 != edge && CollapsedBorders.wins($0, over: edge) } ?? false
    }

    private func isCrossed(vertical edge: BorderEdge, _ row: Int, _ column: Int) -> Bool {
        horizontals(at: row, column).map { $0 != edge && !CollapsedBorders.wins(edge, over: $0) } ?? false
    }

    /// How far an edge goes beyond the crossing that it ends at: over it where it wins, back from it where it does not.
    private func reach(horizontal edge: BorderEdge, _ row: Int, _ column: Int) -> Double {
        guard let other = verticals(at: row, column) else { return 0 }
        let along = horizontals(at: row, column) ?? edge
        let isWinner = along == edge && !CollapsedBorders.wins(other, over: edge)
        return isWinner ? other.width / 2 : -other.width / 2
    }

    private func reach(vertical edge: BorderEdge, _ row: Int, _ column: Int) -> Double {
        guard let other = horizontals(at: row, column) else { return 0 }
        let along = verticals(at: row, column) ?? edge
        let isWinner = along == edge && CollapsedBorders.wins(edge, over: other)
        return isWinner ? other.width / 2 : -other.width / 2
    }
}

extension BorderEdge {
    /// How it is drawn where borders collapse: `inset` as `ridge`, `outset` as `groove` (CSS 2 §17.6.3). One too thin for two
    /// halves is solid, as browsers draw it.
    fileprivate var collapsed: BorderEdge {
        switch stroke {
        case .inset, .ridge: BorderEdge(stroke: width < 2 ? .solid : .ridge, width: width, color: color)
        case .outset, .groove: BorderEdge(stroke: width < 2 ? .solid : .groove, width: width, color: color)
        default: self
        }
    }
}
