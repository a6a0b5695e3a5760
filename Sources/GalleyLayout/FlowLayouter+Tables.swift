import GalleyText

// CSS 2 §17: the width first, then each cell on its own, then the rows.
extension FlowLayouter {
    /// A table that is being laid out.
    struct TableWork {
        var block: BlockID
        var measure: TableMeasure
        var metrics: BoxMetrics
        var isRightToLeft: Bool
        /// A height that the table has at least, of the content box.
        var minimumHeight: Double
        /// The grid's width with all its columns.
        var gridWidth: Double
        var columnWidths: [Double]
        /// What is left of them where columns are collapsed; as many of the table's width are not used.
        var seenWidths: [Double]
        /// The left edge of each column, from the table's border box.
        var columnX: [Double] = []
        var captions: [BlockID]
        var nextCaption = 0
        var nextCell = 0
        /// By cell: the border box's height with its own content, what its style asks for at least, and the first
        /// baseline in it.
        var heights: [Double]
        var minimums: [Double]
        var baselines: [Double?]
        /// By cell: whether it is aligned on its row's baseline.
        var isOnBaseline: [Bool]
        /// By row, where any is collapsed; else empty.
        var collapsedRows: [Bool]

        /// The height of the one row of a table that has a height: it is known before the row is laid out.
        var heightOfOnlyRow: Double? {
            guard measure.grid.rows.count == 1, minimumHeight > 0 else { return nil }
            return minimumHeight - 2 * measure.verticalSpacing
        }
    }

    /// Edges and used width of a table: as wide as declared, but never narrower than its content; else shrink-to-fit.
    func tableMetrics(_ block: BlockID, in container: ContainingBlock) -> BoxMetrics {
        let style = text.style(of: block)
        let resolver = resolver(of: block)
        var metrics = BoxMetrics(edgesOf: style, in: resolver, percentageBase: container.width)
        guard let measure = widths.tables[block] else { return metrics }
        metrics.border = measure.border
        metrics.padding = measure.padding
        let content = measure.contentWidths
        let available = max(
            0, container.available - metrics.margin.left - metrics.margin.right - metrics.horizontalEdges)
        let extra = style.boxSizing == .borderBox ? metrics.horizontalEdges : 0
        switch style.width {
        case .length(let length): metrics.width = resolver.resolve(length, container.width) - extra
        case .minContent: metrics.width = measure.contribution.minimum
        case .maxContent: metrics.width = measure.contribution.maximum
        case .auto, .fitContent: metrics.width = content.fitting(available)
        case .stretch: metrics.width = available
        }
        metrics.width = max(clampedWidth(metrics.width, block, metrics, container), content.minimum)
        return metrics
    }

    /// Opens a table: its columns get their widths.
    mutating func openTable(_ block: BlockID, _ metrics: BoxMetrics, container: ContainingBlock) {
        guard let measure = widths.tables[block] else {
            openContext(block, metrics, containerHeight: nil)
            return
        }
        let style = text.style(of: block)
        let gridWidth = metrics.width
        let columnWidths = measure.columns.widths(dividing: gridWidth)
        let seenWidths = measure.seenWidths(columnWidths)
        var metrics = metrics
        if !measure.collapsedColumns.isEmpty {
            // A collapsed column goes with the space beside it (CSS 2 §17.5.5).
            metrics.width = max(0, gridWidth - measure.collapsedWidth(columnWidths))
        }
        setEdges(of: block, metrics)
        if measure.borders != nil { boxes[block.index].drawsBorder = false }
        let heights = frame(of: block, metrics, containerHeight: container.height)
        var work = TableWork(
            block: block, measure: measure, metrics: metrics, isRightToLeft: style.direction == .rightToLeft,
            minimumHeight: max(heights.contentHeight ?? 0, heights.minimumHeight), gridWidth: gridWidth,
            columnWidths: columnWidths, seenWidths: seenWidths,
            captions: measure.grid.captionsAbove + measure.grid.captionsBelow,
            heights: Array(repeating: 0, count: measure.grid.cells.count),
            minimums: Array(repeating: 0, count: measure.grid.cells.count),
            baselines: Array(repeating: nil, count: measure.grid.cells.count),
            isOnBaseline: measure.grid.cells.map { isOnBaseline($0.child) },
            collapsedRows: collapsedRows(of: measure.grid))
        work.placeColumns()
        var frame = Frame(block: block, places: 0..<0)
        frame.kind = .table
        frame.table = tables.count
        frames.append(frame)
        tables.append(work)
    }

    /// Opens the next caption or cell; ends the table when there is none.
    ///
    /// The work is read in place: a copy of it would make the next change of its arrays one too, a table's length for each
    /// cell.
    mutating func stepTable() {
        let top = frames.count - 1
        let current = tables.count - 1
        if tables[current].nextCaption < tables[current].captions.count {
            let caption = tables[current].captions[tables[current].nextCaption]
            tables[current].nextCaption += 1
            frames[top].awaited = .flow
            openCaption(caption, of: current)
        } else if tables[current].nextCell < tables[current].measure.grid.cells.count {
            frames[top].awaited = .cell
            openCell(of: current)
        } else {
            finishTable()
        }
    }

    private func isOnBaseline(_ child: LayoutTree.Child) -> Bool {
        guard let block = child.block else { return false }
        switch text.style(of: block).verticalAlignment {
        case .top, .textTop, .middle, .bottom, .textBottom: return false
        case .baseline, .sub, .super, .raised: return true
        }
    }

    private mutating func openCaption(_ caption: BlockID, of table: Int) {
        let container = ContainingBlock(
            width: tables[table].metrics.borderBoxWidth, height: nil, isRightToLeft: tables[table].isRightToLeft)
        var metrics = metrics(of: caption, in: container)
        metrics.settleMargins(in: container)
        boxes[caption.index].anchor = tables[table].block.rawValue
        boxes[caption.index].x = metrics.margin.left
        openContext(caption, metrics, containerHeight: nil)
    }

    private func collapsedRows(of grid: TableGrid) -> [Bool] {
        func isCollapsed(_ block: BlockID?) -> Bool { block.map { text.style(of: $0).table.isCollapsed } ?? false }
        guard grid.rows.contains(where: { isCollapsed($0.block) || isCollapsed($0.group) }) else { return [] }
        return grid.rows.map { isCollapsed($0.block) || isCollapsed($0.group) }
    }

    private mutating func openCell(of table: Int) {
        let index = tables[table].nextCell
        let cell = tables[table].measure.grid.cells[index]
        let owner = tables[table].block
        // As if no column were collapsed: what is not seen is clipped (CSS 2 §17.5.5).
        let width = tables[table].width(of: cell, tables[table].columnWidths)
        guard let block = cell.child.block else {
            // A paragraph without a cell of its own: only it is laid out, in the table's coordinates.
            var frame = Frame(block: owner, places: cell.place..<(cell.place + 1))
            frame.isContextRoot = true
            frame.isAnonymous = true
            frame.contentWidth = width
            frame.isRightToLeft = tables[table].isRightToLeft
            frames.append(frame)
            leaveLineClamp()
            contexts.append(FormattingContext(root: owner, cursor: 0, unresolved: frames.count))
            return
        }
        var metrics = BoxMetrics(
            edgesOf: text.style(of: block), in: resolver(of: block),
            percentageBase: max(0, tables[table].gridWidth - 2 * tables[table].measure.columns.spacing))
        metrics.margin = .zero
        if let borders = tables[table].measure.borders {
            metrics.border = borders.halves(rows: cell.row..<cell.rowEnd, columns: cell.columns)
            boxes[block.index].drawsBorder = false
        }
        metrics.width = max(0, width - metrics.horizontalEdges)
        boxes[block.index].anchor = owner.rawValue
        if text.blocks[block.index].isTable {
            openTable(block, metrics, container: ContainingBlock(width: width, height: nil, isRightToLeft: false))
            return
        }
        openContext(block, metrics, containerHeight: nil)
        let top = frames.count - 1
        // A cell's height is the least that its row has (CSS 2 §17.5.3); what stands in it takes it for its own.
        let edges = metrics.topEdge + metrics.bottomEdge
        let least = max(frames[top].minimumHeight, frames[top].contentHeight ?? 0)
        tables[table].minimums[index] = least > 0 ? least + edges : 0
        frames[top].percentageHeight =
            frames[top].contentHeight ?? tables[table].heightOfOnlyRow.map { max(0, $0 - edges) }
        frames[top].contentHeight = nil
        frames[top].minimumHeight = 0
        frames[top].maximumHeight = .infinity
    }

    /// The innermost cell is laid out.
    mutating func finishCell() {
        let current = tables.count - 1
        let index = tables[current].nextCell
        tables[current].nextCell += 1
        guard let block = tables[current].measure.grid.cells[index].child.block else { return }
        let box = boxes[block.index]
        tables[current].heights[index] = box.height
        // Without a line or a row in it, a cell's baseline is the bottom of its content box (CSS 2 §17.5.3).
        tables[current].baselines[index] = box.firstBaseline ?? box.height - box.border.bottom - box.padding.bottom
    }

    /// The context of a cell without a block is closed.
    mutating func anonymousCellClosed(height: Double, _ context: FormattingContext) {
        let current = tables.count - 1
        tables[current].heights[tables[current].nextCell] = height
        tables[current].baselines[tables[current].nextCell] = context.firstBaseline
    }
}
