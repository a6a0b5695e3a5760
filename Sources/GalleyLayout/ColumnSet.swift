import GalleyParagraph
import GalleyText

/// The columns of a multi-column container (CSS Multi-column 1): how its strip was cut.
///
/// Everything in the container keeps its place in the strip, which is as wide as a column and goes down from the
/// container's content box; a slice says where a stretch of it is shown.
struct ColumnSet: Sendable {
    /// A column, or a stretch across all of them.
    struct Slice: Sendable {
        /// The stretch of the strip, px from the container's border box.
        var top: Double
        var bottom: Double
        /// What moves it to where it is shown.
        var dx: Double
        var dy: Double
        var row: Int
        /// The block with `column-span: all` that it shows; `nil` for a column.
        var spanner: BlockID?
        /// What is shown again above and below it of a table that is cut.
        var header: FlowStrip.Table.Group?
        var footer: FlowStrip.Table.Group?
        var table: BlockID?
        var edgesAbove: [ClonedEdges] = []
        var edgesBelow: [ClonedEdges] = []
    }

    /// Columns side by side, or one spanning block.
    struct Row: Sendable {
        /// Px from the container's border box.
        var y: Double
        var height: Double
        var slices: Range<Int>
        /// How far lines reach below it, where a negative margin pulls up what follows.
        var overflow = 0.0
        /// The slice of the columns or pages around that holds it.
        var outerSlice = 0
    }

    /// Lines that a slice shows.
    struct Piece: Sendable {
        var paragraph: Int
        var lines: Range<Int>
        var slice: Int
    }

    var container: BlockID
    /// The columns that there is room for, and what they measure.
    var track: ColumnTrack
    var rule: BorderEdge
    var isRightToLeft: Bool
    /// From the border box to the first column.
    var contentX: Double
    var contentY: Double
    /// Whether rows may be made anew: what follows them then moves.
    var isMovable: Bool
    var rows: [Row] = []
    var slices: [Slice] = []
    /// By paragraph, then line.
    var pieces: [Piece] = []
    /// Paragraphs without lines that have a marker, and boxes that are no text: in which slice they stand.
    var markerSlices: [Int: Int] = [:]
    /// What the rows were made for; the pages, or columns around, once these cut them.
    var room = Room()
    var plan = PagePlan.endless
    var stripEnd = 0.0
    /// What cutting it added below its last paragraph: boxes inside that end there have grown with it, though not in its strip.
    var ownGrowth = 0.0
    /// Where each spanning block begins and ends in the strip, margins and all.
    var spanners: [Spanner] = []

    struct Spanner: Sendable {
        var block: BlockID
        var top: Double
        var bottom: Double
    }
}

/// How many columns there are and how wide (CSS Multi-column 1 §3.4).
struct ColumnTrack: Sendable, Hashable {
    var count: Int
    var width: Double
    var gap: Double

    /// The columns in `available` px; `columnWidth` is `nil` and `count` 0 for `auto`.
    init(available: Double, columnWidth: Double?, count: Int, gap: Double) {
        self.gap = gap
        if let columnWidth {
            let fitting = max(1, ((available + gap) / max(1, columnWidth + gap)).rounded(.down))
            self.count = count > 0 ? min(count, Int(min(fitting, 1e6))) : Int(min(fitting, 1e6))
        } else {
            self.count = max(1, count)
        }
        width = max(0, (available + gap) / Double(self.count) - gap)
    }

    /// All columns with the gaps between them.
    var extent: Double { Double(count) * (width + gap) - gap }

    /// The left edge of a column from that of the first; columns of right-to-left containers go to the left.
    func offset(_ column: Int, isRightToLeft: Bool) -> Double {
        // The strip stands where the first column is in left-to-right text.
        let place = isRightToLeft ? count - 1 - column : column
        return Double(place) * (width + gap)
    }
}

extension ColumnSet {
    /// Where a column ends in the strip, what is repeated there left off.
    func end(of slice: Slice) -> Double? {
        guard slice.spanner == nil, rows.indices.contains(slice.row) else { return nil }
        let row = rows[slice.row]
        return slice.edgesBelow.reduce(row.y + row.height - slice.dy - (slice.footer?.height ?? 0)) { $0 - $1.bottom }
    }
}

extension ColumnSet {
    /// How high the container's content may be.
    struct Room {
        /// The height of the content box where it is known.
        var height: Double?
        /// The most that it may be.
        var limit = Double.infinity
        /// `column-fill`.
        var isBalanced = true
    }

    /// Puts the rows of a strip below each other: columns as high as needed or as high as there is room, and between them
    /// the blocks that span all columns. Rows of columns inside that do not fit are made anew, and what follows them moves:
    /// `around` says so.
    ///
    /// - Parameters:
    ///   - end: where the strip ends with its last margin.
    ///   - plan: the pages whose ends no row crosses; `nil` without pages.
    ///   - breaks: where columns end whatever their height.
    /// - Returns: the height that all rows take; `nil` when nothing fits on the first page of the plan.
    mutating func fill(
        _ strip: FlowStrip, end: Double, _ room: Room, plan: PagePlan? = nil, breaks: [BreakRules.ForcedBreak] = [],
        _ around: inout ColumnSurroundings
    ) -> Double? {
        (rows, slices, pieces, markerSlices) = ([], [], [], [:])
        var y = contentY
        var from = contentY
        // What columns inside have moved so far.
        var moved = 0.0
        let parts = strip.parts(between: spanners)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            var own = room
            own.height = room.height.map { max(0, $0 - (y - contentY)) }
            own.limit = max(0, room.limit - (y - contentY))
            // What stands before a spanning block is always balanced (CSS Multi-column 1 §7.1).
            own.isBalanced = room.isBalanced || !isLast
            var filler = ColumnFiller(part.columns.moved(by: moved), start: from, count: track.count, breaks: breaks)
            while true {
                let page = plan?.rest(at: y - contentY) ?? PagePlan.Rest.unlimited
                let rest = page.height
                let columns = filler.columns(own, end: isLast ? end + moved : nil, limit: rest, &around)
                if columns.height <= rest + FlowBreaker.tolerance {
                    if !columns.slices.isEmpty { addRow(columns, at: y, &around) }
                    y += columns.height
                    break
                }
                // The page's end cuts the row: it is filled, and the next page has the next one (§8.2).
                var filled = filler.filled(page, &around)
                if plan?.isOfPages == false { filled.height = filled.slices.reduce(0) { max($0, $1.wholeHeight) } }
                if filled.slices.isEmpty {
                    if y <= contentY { return nil }
                    if plan?.isOfPages == true { filled.height = page.distanceToOther }
                } else {
                    addRow(filled, at: y, &around)
                }
                y += filled.height
                own.height = own.height.map { max(0, $0 - filled.height) }
                own.limit = max(0, own.limit - filled.height)
                if filler.isAtEnd || page.mayOverflow && filled.slices.isEmpty { break }
            }
            moved += filler.moved
            guard !isLast else { break }
            spanners[index].top += moved
            spanners[index].bottom += moved
            guard addSpanner(spanners[index], part.spanner.moved(by: moved), at: &y, plan, &around) else { return nil }
            from = spanners[index].bottom
        }
        pieces.sort { ($0.paragraph, $0.lines.lowerBound) < ($1.paragraph, $1.lines.lowerBound) }
        stripEnd = end + moved
        return y - contentY
    }

    private mutating func addRow(
        _ columns: ColumnBalancer.Columns, at y: Double, _ around: inout ColumnSurroundings
    ) {
        let first = slices.count
        for (column, slice) in columns.slices.enumerated() {
            slices.append(
                Slice(
                    top: slice.top, bottom: slice.bottom, dx: track.offset(column, isRightToLeft: isRightToLeft),
                    dy: y - slice.top + slice.heightAbove, row: rows.count, header: slice.header,
                    footer: slice.footer, table: slice.table, edgesAbove: slice.edgesAbove,
                    edgesBelow: slice.edgesBelow))
            add(slice.units, to: slices.count - 1, &around)
        }
        rows.append(Row(y: y, height: columns.height, slices: first..<slices.count))
    }

    /// Adds a spanning block, on as many pages as it needs. `false` when it does not fit on the first one, and nothing
    /// stands before it.
    private mutating func addSpanner(
        _ spanner: Spanner, _ strip: FlowStrip, at y: inout Double, _ plan: PagePlan?,
        _ around: inout ColumnSurroundings
    ) -> Bool {
        func add(_ slice: FlowBreaker.Slice, height: Double, _ set: inout ColumnSet, _ around: inout ColumnSurroundings)
        {
            set.slices.append(
                Slice(
                    top: slice.top, bottom: slice.bottom, dx: 0, dy: y - slice.top, row: set.rows.count,
                    spanner: spanner.block))
            var row = Row(y: y, height: height, slices: set.slices.count - 1..<set.slices.count)
            row.overflow = max(0, slice.units.reduce(0) { max($0, $1.bottom - slice.top) } - height)
            set.rows.append(row)
            set.add(slice.units, to: set.slices.count - 1, &around)
            y += height
        }
        let units = FlowBreaker.units(of: strip)
        let height = max(spanner.bottom, units.reduce(spanner.bottom) { max($0, $1.bottom) }) - spanner.top
        var page = plan?.rest(at: y - contentY) ?? .unlimited
        while height > page.height + FlowBreaker.tolerance, !page.mayOverflow {
            // It begins on the next page.
            if y <= contentY { return false }
            y += page.distanceToOther
            page = plan?.rest(at: y - contentY) ?? .unlimited
        }
        if height <= page.height + FlowBreaker.tolerance {
            var whole = FlowBreaker.Slice(top: spanner.top, bottom: spanner.bottom, used: spanner.bottom)
            whole.units = units
            add(whole, height: spanner.bottom - spanner.top, &self, &around)
            return true
        }
        var filler = ColumnFiller(strip, start: spanner.top, count: 1)
        while let slice = filler.filled(page, &around).slices.first {
            let end = plan?.isOfPages == false ? slice.wholeHeight : page.height
            add(slice, height: filler.isAtEnd ? max(0, slice.used - slice.top) : end, &self, &around)
            page = plan?.rest(at: y - contentY) ?? .unlimited
        }
        return true
    }

    private mutating func add(_ units: [FlowBreaker.Unit], to slice: Int, _ around: inout ColumnSurroundings) {
        pieces += FlowBreaker.lines(of: units).map { Piece(paragraph: $0.paragraph, lines: $0.lines, slice: slice) }
        for unit in units {
            switch unit.content {
            case .line: break
            case .marker, .rule: markerSlices[unit.paragraph] = slice
            case .row(let place): around[place.set].rows[place.row].outerSlice = slice
            }
        }
    }

    /// The pieces of a paragraph, in order.
    func pieces(ofParagraph index: Int) -> ArraySlice<Piece> {
        let first = pieces.partitionIndex { $0.paragraph >= index }
        return pieces[first...].prefix { $0.paragraph == index }
    }

    /// The lines between columns, where both have content (CSS Multi-column 1 §5): from the top of the border box
    /// that the container has, px.
    func rules(ofRow row: Int) -> [Rect] {
        let columns = rows[row].slices
        guard rule.isVisible, columns.count > 1, rows[row].height > 0 else { return [] }
        return columns.dropFirst().map { slice in
            let gap = isRightToLeft ? slices[slice].dx + track.width : slices[slice].dx - track.gap
            return Rect(
                x: contentX + gap + (track.gap - rule.width) / 2, y: rows[row].y, width: rule.width,
                height: rows[row].height)
        }
    }
}
