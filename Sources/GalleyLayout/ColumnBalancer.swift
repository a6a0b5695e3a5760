/// Finds how high columns must be so that all of a strip stands in as many as there are.
struct ColumnBalancer {
    /// A row of columns side by side.
    struct Columns {
        var slices: [FlowBreaker.Slice] = []
        var height = 0.0
    }

    private let breaker: FlowBreaker
    private let count: Int

    init(_ breaker: FlowBreaker, count: Int) {
        self.breaker = breaker
        self.count = count
    }

    /// The columns of one row.
    ///
    /// - Parameter end: where the strip ends with its last margin; `nil` where a block that spans all columns follows.
    func columns(_ room: ColumnSet.Room, end: Double?) -> Columns {
        let most = room.height ?? room.limit
        let whole = slices(height: .greatestFiniteMagnitude, most: .max)
        guard !whole.isEmpty else {
            let margins = end.map { max(0, $0 - breaker.start) } ?? 0
            return Columns(slices: [], height: room.height ?? min(margins, room.limit))
        }
        var columns = Columns()
        if room.isBalanced {
            columns.slices = balanced(whole, most: most)
            columns.height = columns.slices.reduce(0) { max($0, $1.height) }
        } else {
            // Each column is filled before the next one (CSS Multi-column 1 §7.1).
            let natural = whole.reduce(0) { max($0, $1.height) }
            columns.height = room.height ?? min(natural, room.limit)
            columns.slices =
                room.height == nil && natural < room.limit ? whole : slices(height: max(1, columns.height), most: .max)
        }
        // The last margin is inside, as the container is a formatting context (CSS 2 §10.6.7).
        if let end, let last = columns.slices.last { columns.height = max(columns.height, end - last.top) }
        columns.height = min(columns.height, max(most, 0))
        return columns
    }

    /// As low as may be; forced breaks can make more columns than there is room for, and so can a known height.
    private func balanced(_ whole: [FlowBreaker.Slice], most: Double) -> [FlowBreaker.Slice] {
        let target = max(count, whole.count)
        let total = whole.reduce(0) { $0 + $1.height }
        func longest(_ slices: [FlowBreaker.Slice]) -> Double { slices.reduce(0) { max($0, $1.height) } }
        var low = max(total / Double(target), breaker.tallestUnit, min(breaker.tallestZone, most))
        if low >= most { return slices(height: max(1, most), most: .max) }
        var best = slices(height: low, most: target)
        if best.count <= target { return best }
        best = whole
        var high = longest(whole)
        if high > most {
            best = slices(height: max(1, most), most: target)
            guard best.count <= target else { return slices(height: max(1, most), most: .max) }
            high = longest(best)
        }
        for _ in 0..<LayoutLimits.maximumBalancingSteps where high - low > 0.25 {
            let middle = (low + high) / 2
            let found = slices(height: middle, most: target)
            if found.count <= target {
                best = found
                high = longest(found)
            } else {
                low = middle
            }
        }
        return best
    }

    /// The slices of a height; stops when there are more than `most`.
    private func slices(height: Double, most: Int) -> [FlowBreaker.Slice] {
        var breaker = breaker
        var slices: [FlowBreaker.Slice] = []
        while let slice = breaker.nextSlice(height: height) {
            slices.append(slice)
            if slices.count > most || slices.count >= LayoutLimits.maximumPages { break }
        }
        return slices
    }
}
