import GalleyText

/// The other containers of a document while the rows of one are made: rows of columns inside it may be cut, which makes them
/// anew and moves what follows.
struct ColumnSurroundings {
    private let known: ContiguousArray<ColumnSet>
    /// Those that are not as they were known.
    private(set) var changed: [Int: ColumnSet] = [:]
    /// What stands in a container, by its place in `known`, as it was known.
    private let knownStrip: (Int) -> FlowStrip
    /// By how much the cut ones are higher than they were known.
    private var growths: [Int: Double] = [:]
    /// By how much the cut ones move what begins after a paragraph.
    var shifts: [(paragraph: Int, distance: Double)] = []
    /// How often containers were cut.
    var cuts: [Int: Int] = [:]

    init(_ sets: ContiguousArray<ColumnSet>, strip: @escaping (Int) -> FlowStrip) {
        known = sets
        knownStrip = strip
    }

    /// What stands in a container, with the columns in it as they are now.
    private func strip(of set: Int) -> FlowStrip {
        var strip = knownStrip(set)
        var inner: [Int] = []
        for row in strip.rows where inner.last != row.place.set { inner.append(row.place.set) }
        for set in inner {
            guard let columns = changed[set] else { continue }
            strip.replaceRows(of: set, from: known[set], to: columns, growth: growths[set] ?? 0)
        }
        return strip
    }

    subscript(set: Int) -> ColumnSet {
        get { changed[set] ?? known[set] }
        set { changed[set] = newValue }
    }

    /// Makes the rows of a container end where pages, or columns around it, do. Returns by how much its height grew; `nil`
    /// when nothing of it fits on the first page.
    mutating func cut(_ set: Int, at plan: PagePlan) -> Double? {
        var columns = self[set]
        let old = columns.rows.last.map { $0.y + $0.height } ?? columns.contentY
        var after = self
        guard plan.first > 0,
            let height = columns.fill(strip(of: set), end: columns.stripEnd, columns.room, plan: plan, &after)
        else { return nil }
        self = after
        // What is above the cut stands where it did, in columns around that are there already.
        for (number, row) in self[set].rows.prefix(columns.rows.count).enumerated() {
            columns.rows[number].outerSlice = row.outerSlice
        }
        columns.plan = plan
        self[set] = columns
        let growth = columns.room.height == nil ? columns.contentY + height - old : 0
        growths[set, default: 0] += growth
        return growth
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
        let room = PagePlan.Rest(
            height: columns.height, mayOverflow: true, following: PagePlan.Heights([columns.height]))
        while let slice = filler.nextSlice(room, column: count - 1, &after) {
            cut.slices.append(slice)
        }
        self = filler
        around = after
        return cut
    }

    /// One row of columns of a height, as far as the strip goes. None when the first thing is higher, unless it may be.
    mutating func filled(
        _ page: PagePlan.Rest, _ around: inout ColumnSurroundings
    ) -> ColumnBalancer.Columns {
        let height = page.height
        let before = (self, around)
        var columns = ColumnBalancer.Columns(slices: [], height: height)
        while columns.slices.count < count {
            var next = self
            var after = around
            guard let slice = next.nextSlice(page, column: columns.slices.count, &after) else { break }
            let isTooHigh = slice.units.contains {
                $0.bottom - slice.top + slice.heightAbove > height + FlowBreaker.tolerance
            }
            if isTooHigh, !page.mayOverflow {
                // Where nothing but the top of boxes would stand here they go with it.
                if columns.slices.allSatisfy(\.units.isEmpty) {
                    columns.slices = []
                    (self, around) = before
                }
                break
            }
            columns.slices.append(slice)
            self = next
            around = after
        }
        return columns
    }

    /// The next column; rows of columns inside that it comes to the end of are cut.
    private mutating func nextSlice(
        _ page: PagePlan.Rest, column: Int, _ around: inout ColumnSurroundings
    ) -> FlowBreaker.Slice? {
        let height = page.height
        let before = breaker
        guard var slice = breaker.nextSlice(height: height) else { return nil }
        let limit = slice.top + height - slice.heightAbove
        // What does not fit here at all is tried again in the next column.
        var tried: Set<Int> = []
        while let row = strip.rowToCut(slice, limit: limit, { isKept($0, page, tried, around) }) {
            let set = row.place.set
            tried.insert(set)
            let shiftCount = around.shifts.count
            let old = around[set]
            guard let contentTop = strip.contentTop(of: old, set) else { break }
            let edges = strip.clonedEdges(around: old.container)
            let room = slice.top + edges.room(in: height, below: slice.heightAbove)
            guard room > contentTop,
                let plan = old.plan.ended(
                    at: room - contentTop, from: row.top - contentTop,
                    beginsPage: page.mayOverflow && row.top <= slice.top + FlowBreaker.tolerance,
                    then: PagePlan.Heights(ofColumns: count, after: column, on: page) { edges.room(in: $0) }),
                let distance = around.cut(set, at: plan)
            else { continue }
            around.cuts[set, default: 0] += 1
            strip.replaceRows(of: set, from: old, to: around[set], growth: distance)
            // What the columns inside it have moved is a part of that.
            let inner = around.shifts[shiftCount...].reduce(0) { $0 + $1.distance }
            let last = strip.text.blocks[old.container.index].paragraphs.upperBound - 1
            around.shifts.append((last, distance - inner))
            around[set].ownGrowth += distance - inner
            moved += distance
            breaker = FlowBreaker(
                strip, BreakRules(strip, target: .column, breaks: breaks), start: start, continuing: before)
            guard let other = breaker.nextSlice(height: height) else { break }
            slice = other
        }
        return slice
    }

    /// Whether a row of columns inside that this column comes to the end of stays as it is.
    private func isKept(
        _ row: FlowStrip.Row, _ page: PagePlan.Rest, _ tried: Set<Int>, _ around: ColumnSurroundings
    ) -> Bool {
        let set = row.place.set
        let container = around[set].container
        if tried.contains(set) || !around[set].isMovable { return true }
        if around.cuts[set, default: 0] >= LayoutLimits.maximumColumnCuts { return true }
        switch strip.text.style(of: container).breakInside {
        case .avoid, .avoidColumn:
            let height = page.mayOverflow ? page.height : max(page.height, page.following.first)
            return row.bottom - row.top <= strip.clonedEdges(around: container).room(in: height)
        default: return false
        }
    }
}
