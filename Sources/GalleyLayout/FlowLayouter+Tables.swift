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
        var columnWidths: [Double]
        /// The left edge of each column, from the table's border box.
        var columnX: [Double] = []
        var captions: [BlockID]
        var nextCaption = 0
        var nextCell = 0
        /// By cell: the border box's height with its own content, and the first baseline in it.
        var heights: [Double]
        var baselines: [Double?]
        /// By cell: whether it is aligned on its row's baseline.
        var isOnBaseline: [Bool]
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
        case .minContent: metrics.width = content.minimum
        case .maxContent: metrics.width = content.maximum
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
        setEdges(of: block, metrics)
        if measure.borders != nil { boxes[block.index].drawsBorder = false }
        let heights = frame(of: block, metrics, containerHeight: container.height)
        let isFixed = style.table.isFixed && style.width != .auto
        var work = TableWork(
            block: block, measure: measure, metrics: metrics, isRightToLeft: style.direction == .rightToLeft,
            minimumHeight: max(heights.contentHeight ?? 0, heights.minimumHeight),
            columnWidths: isFixed
                ? measure.columns.fixedWidths(dividing: metrics.width)
                : measure.columns.widths(dividing: metrics.width),
            captions: measure.grid.captionsAbove + measure.grid.captionsBelow,
            heights: Array(repeating: 0, count: measure.grid.cells.count),
            baselines: Array(repeating: nil, count: measure.grid.cells.count),
            isOnBaseline: measure.grid.cells.map { isOnBaseline($0.child) })
        work.placeColumns()
        var frame = Frame(block: block, places: 0..<0)
        frame.kind = .table
        frame.table = tables.count
        frames.append(frame)
        tables.append(work)
    }

    /// Opens the next caption or cell; ends the table when there is none.
    mutating func stepTable() {
        let top = frames.count - 1
        let current = tables.count - 1
        let work = tables[current]
        if work.nextCaption < work.captions.count {
            tables[current].nextCaption += 1
            frames[top].awaited = .flow
            openCaption(work.captions[work.nextCaption], work)
        } else if work.nextCell < work.measure.grid.cells.count {
            frames[top].awaited = .cell
            openCell(work.measure.grid.cells[work.nextCell], work)
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

    private mutating func openCaption(_ caption: BlockID, _ work: TableWork) {
        let container = ContainingBlock(
            width: work.metrics.borderBoxWidth, height: nil, isRightToLeft: work.isRightToLeft)
        var metrics = metrics(of: caption, in: container)
        metrics.settleMargins(in: container)
        boxes[caption.index].anchor = work.block.rawValue
        boxes[caption.index].x = metrics.margin.left
        openContext(caption, metrics, containerHeight: nil)
    }

    private mutating func openCell(_ cell: TableGrid.Cell, _ work: TableWork) {
        let width =
            work.columnWidths[cell.columns].reduce(0, +)
            + work.measure.columns.spacing * Double(cell.columnSpan - 1)
        guard let block = cell.child.block else {
            // A paragraph without a cell of its own: only it is laid out, in the table's coordinates.
            var frame = Frame(block: work.block, places: cell.place..<(cell.place + 1))
            frame.isContextRoot = true
            frame.isAnonymous = true
            frame.contentWidth = width
            frame.isRightToLeft = work.isRightToLeft
            frames.append(frame)
            contexts.append(FormattingContext(root: work.block, cursor: 0, unresolved: frames.count))
            return
        }
        var metrics = BoxMetrics(
            edgesOf: text.style(of: block), in: resolver(of: block), percentageBase: work.metrics.width)
        metrics.margin = .zero
        if let borders = work.measure.borders {
            metrics.border = borders.halves(rows: cell.row..<cell.rowEnd, columns: cell.columns)
            boxes[block.index].drawsBorder = false
        }
        metrics.width = max(0, width - metrics.horizontalEdges)
        boxes[block.index].anchor = work.block.rawValue
        if text.blocks[block.index].isTable {
            openTable(block, metrics, container: ContainingBlock(width: width, height: nil, isRightToLeft: false))
            return
        }
        openContext(block, metrics, containerHeight: nil)
        let top = frames.count - 1
        // A cell's height is the least that its row has (CSS 2 §17.5.3).
        frames[top].minimumHeight = max(frames[top].minimumHeight, frames[top].contentHeight ?? 0)
        frames[top].contentHeight = nil
        frames[top].maximumHeight = .infinity
    }

    /// The innermost cell is laid out.
    mutating func finishCell() {
        let current = tables.count - 1
        let index = tables[current].nextCell
        tables[current].nextCell += 1
        guard let block = tables[current].measure.grid.cells[index].child.block else { return }
        tables[current].heights[index] = boxes[block.index].height
        tables[current].baselines[index] = boxes[block.index].firstBaseline
    }

    /// The context of a cell without a block is closed.
    mutating func anonymousCellClosed(height: Double, _ context: FormattingContext) {
        let current = tables.count - 1
        tables[current].heights[tables[current].nextCell] = height
        tables[current].baselines[tables[current].nextCell] = context.firstBaseline
    }

    /// All cells are laid out: rows get their heights, and everything its place.
    private mutating func finishTable() {
        guard let work = tables.popLast() else { return }
        frames.removeLast()
        let rows = TableRows(work, rowStyleHeights: rowHeights(of: work))
        let table = work.block.index
        let edges = work.metrics
        boxes[table].height = edges.topEdge + rows.height + edges.bottomEdge
        boxes[table].firstBaseline = rows.firstBaseline ?? (rows.bounds.isEmpty ? nil : rows.bounds[0].end)
        boxes[table].lastBaseline = boxes[table].firstBaseline
        placeCells(work, rows)
        placeRows(work, rows)
        placeCaptions(work)
        if let borders = work.measure.borders {
            tableBorders += borders.strokes(
                columnEdges: work.columnEdges, rowEdges: rows.edges(top: edges.topEdge), table: work.block)
        }
    }

    private func rowHeights(of work: TableWork) -> [Double] {
        work.measure.grid.rows.map { row in
            guard let block = row.block, let length = text.style(of: block).height.length,
                !length.hasPercentage
            else { return 0 }
            return max(0, resolver(of: block).resolve(length, 0))
        }
    }

    private mutating func placeCells(_ work: TableWork, _ rows: TableRows) {
        let hidesEmpty = text.style(of: work.block).table.hidesEmptyCells && work.measure.borders == nil
        for (index, cell) in work.measure.grid.cells.enumerated() {
            let y = rows.bounds[cell.row].start
            let height = rows.bounds[cell.rowEnd - 1].end - y
            let x = work.columnX[work.isRightToLeft ? cell.columns.upperBound - 1 : cell.column]
            let slack = height - work.heights[index]
            guard let block = cell.child.block else {
                movePlaced(cell.child, by: Point(x: x, y: y))
                continue
            }
            let style = text.style(of: block)
            boxes[block.index].x = x
            boxes[block.index].y = y
            boxes[block.index].height = height
            switch style.verticalAlignment {
            case .middle: boxes[block.index].contentShift = max(0, slack / 2)
            case .bottom, .textBottom: boxes[block.index].contentShift = max(0, slack)
            case .top, .textTop: break
            default:
                if let baseline = work.baselines[index], let line = rows.baselines[cell.row] {
                    boxes[block.index].contentShift = max(0, line - baseline)
                }
            }
            if hidesEmpty || (style.table.hidesEmptyCells && work.measure.borders == nil), isEmptyCell(block) {
                boxes[block.index].drawsBorder = false
                boxes[block.index].drawsBackground = false
            }
        }
    }

    private func isEmptyCell(_ block: BlockID) -> Bool {
        text.blocks[block.index].paragraphs.allSatisfy { shaped.paragraphs[$0].inline.isEmpty }
    }

    /// Moves a paragraph that was laid out in the table's coordinates, and the floats that it anchors.
    private mutating func movePlaced(_ child: LayoutTree.Child, by distance: Point) {
        guard let index = child.paragraph else { return }
        paragraphs[index].origin.x += distance.x
        paragraphs[index].origin.y += distance.y
        for object in shaped.paragraphs[index].objects where isOutOfFlow(object) {
            guard case .flow(let id) = object.kind else { continue }
            boxes[text.flows[id.index].rootBlock.index].x += distance.x
            boxes[text.flows[id.index].rootBlock.index].y += distance.y
        }
    }

    /// The boxes of rows and row groups cover their cells.
    private mutating func placeRows(_ work: TableWork, _ rows: TableRows) {
        let left = work.metrics.border.left + work.metrics.padding.left + work.measure.columns.spacing
        let width = max(0, work.metrics.width - 2 * work.measure.columns.spacing)
        var groups: Set<BlockID> = []
        for (index, row) in work.measure.grid.rows.enumerated() {
            let bounds = rows.bounds[index]
            let frame = Rect(x: left, y: bounds.start, width: width, height: bounds.end - bounds.start)
            if let block = row.block { setFrame(frame, of: block, in: work) }
            guard let group = row.group else { continue }
            let isNew = groups.insert(group).inserted
            let box = boxes[group.index]
            setFrame(isNew ? frame : box.frame.union(frame), of: group, in: work)
        }
    }

    private mutating func setFrame(_ frame: Rect, of block: BlockID, in work: TableWork) {
        boxes[block.index].anchor = work.block.rawValue
        boxes[block.index].x = frame.x
        boxes[block.index].y = frame.y
        boxes[block.index].width = frame.width
        boxes[block.index].height = frame.height
        // Rows have borders only where borders collapse, and those the table draws (CSS 2 §17.6.1).
        boxes[block.index].drawsBorder = false
    }

    private mutating func placeCaptions(_ work: TableWork) {
        var y = -captionsAbove(work.block)
        for caption in work.measure.grid.captionsAbove {
            boxes[caption.index].y = y + boxes[caption.index].margin.top
            y += outerHeight(caption)
        }
        y = boxes[work.block.index].height
        for caption in work.measure.grid.captionsBelow {
            boxes[caption.index].y = y + boxes[caption.index].margin.top
            y += outerHeight(caption)
        }
    }

    private func outerHeight(_ block: BlockID) -> Double {
        boxes[block.index].margin.top + boxes[block.index].height + boxes[block.index].margin.bottom
    }

    /// The height of a table's captions; they stand outside its border box.
    func captionsAbove(_ block: BlockID) -> Double {
        widths.tables[block]?.grid.captionsAbove.reduce(0) { $0 + outerHeight($1) } ?? 0
    }

    func captionsBelow(_ block: BlockID) -> Double {
        widths.tables[block]?.grid.captionsBelow.reduce(0) { $0 + outerHeight($1) } ?? 0
    }
}

extension FlowLayouter.TableWork {
    /// Columns stand from left to right, or from right to left.
    mutating func placeColumns() {
        let spacing = measure.columns.spacing
        columnX = Array(repeating: 0, count: columnWidths.count)
        var x = metrics.border.left + metrics.padding.left + spacing
        for index in isRightToLeft ? Array(columnWidths.indices.reversed()) : Array(columnWidths.indices) {
            columnX[index] = x
            x += columnWidths[index] + spacing
        }
    }

    /// The grid lines between collapsed columns, in column order; one more than columns.
    var columnEdges: [Double] {
        guard let last = columnWidths.indices.last else { return [0] }
        return isRightToLeft
            ? zip(columnX, columnWidths).map { $0 + $1 } + [columnX[last]]
            : columnX + [columnX[last] + columnWidths[last]]
    }
}
