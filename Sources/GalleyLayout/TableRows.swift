/// The heights of a table's rows (CSS 2 §17.5.3). Px from the top of the table's border box.
struct TableRows {
    struct Bounds {
        var start: Double
        var end: Double
    }
    private(set) var bounds: [Bounds] = []
    /// By row: its baseline from the row's top, where a cell is aligned on it.
    private(set) var baselines: [Double?]
    /// Of all rows with the spacing around them.
    private(set) var height = 0.0

    /// The first row's baseline.
    var firstBaseline: Double? {
        guard let first = bounds.first, let baseline = baselines.first ?? nil else { return nil }
        return first.start + baseline
    }

    /// Each row is as high as its cells; what a cell that spans rows needs beyond them goes to its last row. O(cells).
    init(_ work: FlowLayouter.TableWork, rowStyleHeights: [Double]) {
        let cells = work.measure.grid.cells
        let count = work.measure.grid.rows.count
        let spacing = work.measure.verticalSpacing
        var heights = rowStyleHeights
        baselines = Array(repeating: nil, count: count)
        // A row's baseline is the lowest of its cells' first ones; each cell hangs from it.
        for (index, cell) in cells.enumerated() {
            guard let baseline = work.baselines[index], work.isOnBaseline[index] else { continue }
            baselines[cell.row] = max(baselines[cell.row] ?? 0, baseline)
        }
        var endingAt: [[Int]] = Array(repeating: [], count: count)
        for (index, cell) in cells.enumerated() { endingAt[cell.rowEnd - 1].append(index) }
        var y = work.metrics.topEdge + (count > 0 ? spacing : 0)
        let top = work.metrics.topEdge
        for row in 0..<count {
            for index in endingAt[row] {
                var needed = work.heights[index]
                if let own = work.baselines[index], work.isOnBaseline[index], let line = baselines[cells[index].row] {
                    needed += line - own
                }
                let start = cells[index].row == row ? y : bounds[cells[index].row].start
                heights[row] = max(heights[row], needed - (y - start))
            }
            bounds.append(Bounds(start: y, end: y + heights[row]))
            y += heights[row] + spacing
        }
        height = y - top
        stretch(to: work.minimumHeight)
    }

    /// A height that the table has beyond its rows' goes to them by theirs.
    private mutating func stretch(to minimum: Double) {
        let excess = minimum - height
        guard excess > 0, !bounds.isEmpty else {
            height = max(height, minimum)
            return
        }
        let sum = bounds.reduce(0) { $0 + $1.end - $1.start }
        var moved = 0.0
        for index in bounds.indices {
            let own = bounds[index].end - bounds[index].start
            let share = sum > 0 ? excess * own / sum : excess / Double(bounds.count)
            bounds[index].start += moved
            moved += share
            bounds[index].end += moved
        }
        height = minimum
    }

    /// The grid lines between collapsed rows, one more than rows.
    func edges(top: Double) -> [Double] {
        bounds.map(\.start) + [bounds.last?.end ?? top]
    }
}
