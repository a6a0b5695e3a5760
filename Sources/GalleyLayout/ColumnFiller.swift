import GalleyText

/// The other containers of a document while the rows of one are made: rows of columns inside it may be cut, which makes them
/// anew and moves what follows.
struct ColumnSurroundings {
    private let known: ContiguousArray<ColumnSet>
    /// Those that are not as they were known.
    private(set) var changed: [Int: ColumnSet] = [:]
    /// What stands in a container, by its place in `sets`.
    let strip: (Int) -> FlowStrip
    /// By how much the cut ones move what begins after a paragraph.
    var shifts: [(paragraph: Int, distance: Double)] = []
    /// The containers that were cut; none is again.
    var cut: Set<Int> = []

    init(_ sets: ContiguousArray<ColumnSet>, strip: @escaping (Int) -> FlowStrip) {
        known = sets
        self.strip = strip
    }

    subscript(set: Int) -> ColumnSet {
        get { changed[set] ?? known[set] }
        set { changed[set] = newValue }
    }

    /// Makes the rows of a container end where pages, or columns around it, do. Returns by how much its height grew; `nil`
    /// when nothing of it fits on the first page.
    mutating func cut(_ set: Int, at plan: ColumnSet.PagePlan) -> Double? {
        var columns = self[set]
        let old = columns.rows.last.map { $0.y + $0.height } ?? columns.contentY
        var after = self
        guard plan.first > 0,
            let height = columns.fill(strip(set), end: columns.stripEnd, columns.room, plan: plan, &after)
        else { return nil }
        self = after
        self[set] = columns
        return columns.room.height == nil ? columns.contentY + height - old : 0
    }
}

/// Takes columns from a strip, row by row.
struct ColumnFiller {
    private var strip: FlowStrip
    private let start: Double
    private var breaker: FlowBreaker
    private let count: Int
    private let breaks: [BreakRules.ForcedBreak]
    /// By how much columns inside made the strip longer.
    private(set) var moved = 0.0

    /// - Parameter breaks: where columns end whatever their height.
    init(_ strip: FlowStrip, start: Double, count: Int, breaks: [BreakRules.ForcedBreak] = []) {
        self.strip = strip
        self.start = start
        self.count = count
        self.breaks = breaks
        breaker = FlowBreaker(strip, BreakRules(strip, target: .column, breaks: breaks), start: start)
    }

    var isAtEnd: Bool { breaker.isAtEnd }

    /// The columns of all that is left, as high as needed or known. What is no higher than `limit` is taken.
    mutating func columns(
        _ room: ColumnSet.Room, end: Double?, limit: Double, _ around: inout ColumnSurroundings
    ) -> ColumnBalancer.Columns {
        let balancer = ColumnBalancer(breaker, count: count)
        let columns = balancer.columns(room, end: end.map { $0 + moved })
        let most = min(room.height ?? .infinity, room.limit)
        // Columns inside that are higher than these are cut.
        guard columns.height <= limit + FlowBreaker.tolerance, columns.height >= most - FlowBreaker.tolerance,
            columns.height > 0, !strip.rows.isEmpty
        else { return columns }
        var filler = self
        var after = around
        var cut = ColumnBalancer.Columns(slices: [], height: columns.height)
        while let slice = filler.nextSlice(height: columns.height, nextHeight: columns.height, &after) {
            cut.slices.append(slice)
        }
        self = filler
        around = after
        return cut
    }

    /// One row of columns of a height, as far as the strip goes. None when the first thing is higher, unless it may be.
    mutating func filled(
        height: Double, nextHeight: Double, mayOverflow: Bool, _ around: inout ColumnSurroundings
    ) -> ColumnBalancer.Columns {
        var columns = ColumnBalancer.Columns(slices: [], height: height)
        while columns.slices.count < count {
            var next = self
            var after = around
            let isLast = columns.slices.count == count - 1
            guard let slice = next.nextSlice(height: height, nextHeight: isLast ? nextHeight : height, &after) else {
                break
            }
            let isTooHigh = slice.units.contains { $0.bottom - $0.top > height + FlowBreaker.tolerance }
            if isTooHigh, !mayOverflow { break }
            columns.slices.append(slice)
            self = next
            around = after
        }
        return columns
    }

    /// The next column; rows of columns inside that it comes to the end of are cut.
    private mutating func nextSlice(
        height: Double, nextHeight: Double, _ around: inout ColumnSurroundings
    ) -> FlowBreaker.Slice? {
        let before = breaker
        guard var slice = breaker.nextSlice(height: height) else { return nil }
        let limit = slice.top + height - slice.heightAbove
        // What does not fit here at all is tried again in the next column.
        var tried = around.cut
        while let row = strip.rowToCut(
            slice, limit: limit,
            {
                tried.contains($0.place.set) || !around[$0.place.set].isMovable
            })
        {
            let set = row.place.set
            tried.insert(set)
            let shiftCount = around.shifts.count
            let old = around[set]
            guard let first = old.rows.first, let shown = strip.rows.first(where: { $0.place.set == set }) else {
                break
            }
            let origin = shown.top - first.y
            let edges = strip.clonedEdges(around: old.container)
            let room = slice.top + edges.room(in: height, below: slice.heightAbove)
            let plan = ColumnSet.PagePlan(
                first: room - origin - old.contentY, height: edges.room(in: nextHeight),
                beginsPage: row.top <= slice.top + FlowBreaker.tolerance)
            guard let distance = around.cut(set, at: plan) else { continue }
            around.cut.insert(set)
            let paragraphs = strip.text.blocks[old.container.index].paragraphs
            strip.rows.removeAll { $0.place.set == set }
            strip.move(after: paragraphs.upperBound - 1, by: distance)
            for (number, row) in around[set].rows.enumerated() {
                strip.rows.append(
                    FlowStrip.Row(
                        place: ColumnRowPlace(set: set, row: number), top: origin + row.y,
                        bottom: origin + row.y + row.height + row.overflow, paragraph: paragraphs.lowerBound))
            }
            // What the columns inside it have moved is a part of that.
            let inner = around.shifts[shiftCount...].reduce(0) { $0 + $1.distance }
            around.shifts.append((paragraphs.upperBound - 1, distance - inner))
            moved += distance
            breaker = FlowBreaker(
                strip, BreakRules(strip, target: .column, breaks: breaks), start: start, continuing: before)
            guard let other = breaker.nextSlice(height: height) else { break }
            slice = other
        }
        return slice
    }
}
