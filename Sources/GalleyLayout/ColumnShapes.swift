import GalleyText

/// The columns of a container that shapes are beside, while it is found where each begins.
///
/// Content of columns is laid out in one strip, so lines that keep clear of shapes must know which column shows them. Where
/// the first column ends is known when its lines are made beside the shapes that it meets; then what follows is laid out again,
/// beside those that the second one meets, and so on: as pages of several widths are (`PageWork`). A place that was found stays
/// as a forced break, and with it the gap that a shape makes at the top of a column. Balanced columns are as high as they would
/// be without shapes, then higher by what is left over, until all of it has room.
struct ColumnShapes {
    /// A column whose place in the strip is known.
    struct Column {
        var top: Double
        /// Where the column before it ends: a margin may be between.
        var end: Double
        /// What moves it from the strip to where it is shown.
        var offset: Point
    }

    /// How high columns are in this try; infinite while they are laid out without regard to shapes.
    private(set) var height = Double.infinity
    private(set) var columns: [Column] = []
    /// How many columns there may be before they are made higher.
    private var most = Int.max
    private var tries = 0

    enum Settling {
        /// All lines stand clear of the shapes that their columns meet.
        case settled
        case unsettled
        /// The container stands beside shapes as a whole, or below them.
        case impossible
    }

    /// Where columns end whatever their height.
    var breaks: [BreakRules.ForcedBreak] {
        columns.dropFirst().map {
            BreakRules.ForcedBreak(y: $0.end, resumeY: $0.top, rule: .column, leavesEmpty: true)
        }
    }

    /// The room that columns are filled in.
    func room(in room: ColumnSet.Room) -> ColumnSet.Room {
        guard height.isFinite else { return room }
        return ColumnSet.Room(height: room.isBalanced ? nil : room.height, limit: height, isBalanced: false)
    }

    /// The stretches of the strip that are known, of a container whose border box stands there.
    func stretches(at origin: Point) -> [ColumnStretch] {
        columns.indices.map { index in
            let column = columns[index]
            return ColumnStretch(
                top: column.top, bottom: index + 1 < columns.count ? columns[index + 1].top : column.top + height,
                offset: Point(x: origin.x + column.offset.x, y: origin.y + column.offset.y))
        }
    }

    /// Looks at the columns that were filled: whether they begin where their lines were made for, or where they do instead.
    ///
    /// - Parameter isBeside: whether a shape is beside a column, down to a height.
    mutating func settle(_ set: ColumnSet, isBeside: (ColumnSet.Slice, Double) -> Bool) -> Settling {
        guard let row = set.rows.first else { return .settled }
        let slices = Array(set.slices[row.slices])
        let most = set.room.height ?? set.room.limit
        if height == .infinity {
            guard slices.contains(where: { isBeside($0, row.height) }) else { return .settled }
            height = max(1, set.room.isBalanced || !most.isFinite ? row.height : most)
            self.most = max(set.room.isBalanced ? set.track.count : 1, slices.count)
            columns = slices.prefix(1).map { Column($0, after: $0.top) }
            return .unsettled
        }
        tries += 1
        // What stands above a slice has no place in the strip, nor have columns that were cut for their own sake.
        guard tries < LayoutLimits.maximumColumnTries, set.rows.count == 1, set.spanners.isEmpty,
            slices.allSatisfy({ $0.table == nil && $0.edgesAbove.isEmpty && $0.edgesBelow.isEmpty })
        else { return .impossible }
        let last = slices.lastIndex { isBeside($0, height) } ?? 0
        for (number, slice) in slices.enumerated().prefix(last + 1) {
            let found = Column(slice, after: number > 0 ? slices[number - 1].bottom : slice.top)
            if number < columns.count, columns[number].isSame(as: found) { continue }
            if number == 0 { return .impossible }
            columns.removeSubrange(min(number, columns.count)...)
            columns.append(found)
            return .unsettled
        }
        let left = slices.dropFirst(self.most).reduce(0) { $0 + $1.bottom - $1.top }
        guard left > 0, height < most - FlowBreaker.tolerance else { return .settled }
        height = min(most, height + max(1, left / Double(set.track.count)))
        columns.removeSubrange(1...)
        return .unsettled
    }
}

extension ColumnShapes.Column {
    init(_ slice: ColumnSet.Slice, after end: Double) {
        self.init(top: slice.top, end: end, offset: Point(x: slice.dx, y: slice.dy))
    }

    /// Whether a column begins where this one does.
    func isSame(as other: Self) -> Bool {
        abs(top - other.top) <= FlowBreaker.tolerance && abs(offset.x - other.offset.x) <= FlowBreaker.tolerance
            && abs(offset.y - other.offset.y) <= FlowBreaker.tolerance
    }
}

extension FlowLayouter {
    /// Whether lines in the columns of a block may keep clear of shapes: where it stands in the document is known, and its
    /// rows are not cut again.
    func flowsAroundShapes(_ block: BlockID) -> Bool {
        text.style(of: block).isMultiColumn && !text.blocks[block.index].isTable && !options.isPaged && pages == nil
            && options.barriers.isEmpty
    }

    /// The shapes that the columns of a container meet, from its border box; `nil` while none are known.
    func shapes(besideColumns columns: ColumnShapes, of block: BlockID) -> ExclusionSpace? {
        guard !columns.columns.isEmpty else { return nil }
        return ExclusionSpace(
            ExclusionOrigin(
                exclusions: options.exclusions, barriers: [], origin: .zero,
                columns: columns.stretches(at: origin(ofContext: block))))
    }

    /// A container is laid out whose columns shapes may be beside. `nil` for other blocks.
    ///
    /// - Parameter first: how many other containers were laid out before it.
    mutating func settleColumns(of block: BlockID, first: Int) -> ColumnShapes.Settling? {
        guard var columns = columnShapes[block] else { return nil }
        guard let number = setOfContainer[block] else {
            columnShapes[block] = nil
            return .impossible
        }
        let set = columnSets[number]
        let shapes = ExclusionSpace(
            ExclusionOrigin(exclusions: options.exclusions, barriers: [], origin: origin(ofContext: block)))
        var settling = columns.settle(set) { slice, height in
            let left = set.contentX + slice.dx
            let width = slice.spanner == nil ? set.track.width : set.track.extent
            let column = FloatSpace.Band(left: left, right: left + width, nextY: nil)
            let free = shapes.free(column, at: slice.top + slice.dy, height: height)
            return free.map { width - ($0.parts.widest?.width ?? 0) > 1 / 64 } ?? false
        }
        // Columns inside may be cut where these end, which moves what follows.
        if settling == .unsettled, number > first { settling = .impossible }
        columnShapes[block] = settling == .unsettled ? columns : nil
        return settling
    }

    /// Lays the document out again where its columns are its own and their lines do not stand clear of shapes.
    mutating func laysOutRootAgain(width: Double) -> Bool {
        guard let settling = settleColumns(of: .root, first: 0), settling != .settled else { return false }
        removeColumns(from: 0)
        tableBorders.removeAll()
        linesLeft = options.maximumLines.map { max(0, $0) }
        openRoot(width: width)
        return true
    }
}
