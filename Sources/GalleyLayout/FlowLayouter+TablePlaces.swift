import GalleyText

// The end of a table: its rows get their heights, and everything its place.
extension FlowLayouter {
    /// All cells are laid out.
    mutating func finishTable() {
        guard let work = tables.popLast() else { return }
        frames.removeLast()
        let grid = work.measure.grid
        let requests = rowRequests(of: work)
        let rows = TableRows(
            requests, sections: sections(of: grid), spans: rowSpans(of: work, requests),
            spacing: work.measure.verticalSpacing, top: work.metrics.topEdge, minimumHeight: work.minimumHeight)
        let table = work.block.index
        let edges = work.metrics
        boxes[table].height = edges.topEdge + rows.height + edges.bottomEdge
        boxes[table].firstBaseline = baseline(ofRow: 0, rows, work)
        placeCells(work, rows)
        placeRows(work, rows)
        placeColumns(work, rows)
        placeCaptions(work)
        hideCollapsed(work)
        if let borders = work.measure.borders {
            tableBorders += borders.strokes(
                columnEdges: work.columnEdges, rowEdges: rows.edges(top: edges.topEdge), table: work.block)
        }
    }

    // MARK: What rows ask for

    private func declaredHeight(of block: BlockID?) -> (px: Double?, percent: Double) {
        guard let block else { return (nil, 0) }
        let value = text.style(of: block).height
        guard let length = value.length, !length.isZero || value.length == nil else { return (nil, 0) }
        if length.hasPercentage { return (nil, value.plainPercentage ?? 0) }
        return (max(0, resolver(of: block).resolve(length, 0)), 0)
    }

    /// The height of each row without regard to others (CSS 2 §17.5.3). O(rows + cells).
    private func rowRequests(of work: TableWork) -> [TableRows.Request] {
        var requests = work.measure.grid.rows.map { row in
            let declared = declaredHeight(of: row.block)
            return TableRows.Request(height: declared.px ?? 0, percent: declared.percent, isFixed: declared.px != nil)
        }
        // A row's baseline is the lowest of its cells' first ones; each cell hangs from it.
        var descents = [Double](repeating: 0, count: requests.count)
        for (index, cell) in work.measure.grid.cells.enumerated() {
            if cell.rowSpan > 1 {
                requests[cell.row].startsSpan = true
            } else {
                requests[cell.row].height = max(
                    requests[cell.row].height, work.heights[index], work.minimums[index])
                let declared = declaredHeight(of: cell.child.block)
                if declared.px != nil { requests[cell.row].isFixed = true }
                requests[cell.row].percent = max(requests[cell.row].percent, declared.percent)
            }
            guard work.isOnBaseline[index], let baseline = work.baselines[index] else { continue }
            requests[cell.row].baseline = max(requests[cell.row].baseline ?? 0, baseline)
            if cell.rowSpan == 1 { descents[cell.row] = max(descents[cell.row], work.heights[index] - baseline) }
        }
        for index in requests.indices {
            if let baseline = requests[index].baseline {
                requests[index].height = max(requests[index].height, baseline + descents[index])
            }
            if work.isCollapsed(row: index) { requests[index].isCollapsed = true }
        }
        return requests
    }

    private func sections(of grid: TableGrid) -> [TableRows.Section] {
        var sections: [TableRows.Section] = []
        var next = 0
        for (group, rows) in grid.groups {
            if next < rows.lowerBound { sections.append(TableRows.Section(rows: next..<rows.lowerBound)) }
            let declared = declaredHeight(of: group)
            var section = TableRows.Section(rows: rows, height: declared.px, percent: declared.percent)
            if case .rowGroup(let kind) = text.blocks[group.index].kind { section.isBody = kind == .body }
            sections.append(section)
            next = rows.upperBound
        }
        if next < grid.rows.count { sections.append(TableRows.Section(rows: next..<grid.rows.count)) }
        return sections
    }

    /// What cells that span rows ask for: all of them, hung from the baseline of their first row (CSS 2 §17.5.3).
    private func rowSpans(of work: TableWork, _ requests: [TableRows.Request]) -> [TableRows.Span] {
        var spans: [TableRows.Span] = []
        for (index, cell) in work.measure.grid.cells.enumerated() where cell.rowSpan > 1 {
            var height = work.heights[index]
            if work.isOnBaseline[index], let own = work.baselines[index], let line = requests[cell.row].baseline {
                height += max(0, line - own)
            }
            spans.append(
                TableRows.Span(rows: cell.row..<cell.rowEnd, height: max(height, work.minimums[index])))
        }
        return spans
    }

    /// A row's baseline from the table's top: without a cell on it, the bottom of the lowest content box (CSS 2 §17.5.3).
    private func baseline(ofRow row: Int, _ rows: TableRows, _ work: TableWork) -> Double? {
        guard row < rows.bounds.count else { return nil }
        if let baseline = rows.rows[row].baseline { return rows.bounds[row].start + baseline }
        var edge: Double?
        for cell in work.measure.grid.cells where cell.row == row {
            let bottom = cell.child.block.map { boxes[$0.index].border.bottom + boxes[$0.index].padding.bottom } ?? 0
            edge = min(edge ?? bottom, bottom)
        }
        return rows.bounds[row].end - (edge ?? 0)
    }

    // MARK: Places

    private mutating func placeCells(_ work: TableWork, _ rows: TableRows) {
        let isSeparate = work.measure.borders == nil
        let grid = work.measure.grid
        for (index, cell) in grid.cells.enumerated() {
            let y = rows.bounds[cell.row].start
            let height = max(0, rows.bounds[cell.rowEnd - 1].end - y)
            let x = work.x(of: cell)
            let slack = height - work.heights[index]
            guard let block = cell.child.block else {
                movePlaced(cell.child, by: Point(x: x, y: y))
                continue
            }
            let style = text.style(of: block)
            boxes[block.index].anchor = work.block.rawValue
            boxes[block.index].x = x
            boxes[block.index].y = y
            boxes[block.index].column = Int32(truncatingIfNeeded: cell.column)
            let width = work.width(of: cell, work.seenWidths)
            boxes[block.index].clipsContent = width < boxes[block.index].width - 1 / 64
            boxes[block.index].width = width
            boxes[block.index].height = height
            switch style.verticalAlignment {
            case .middle: boxes[block.index].contentShift = max(0, slack / 2)
            case .bottom, .textBottom: boxes[block.index].contentShift = max(0, slack)
            case .top, .textTop: break
            default:
                if let baseline = work.baselines[index], let line = rows.rows[cell.row].baseline {
                    boxes[block.index].contentShift = max(0, line - baseline)
                }
            }
            if isSeparate, style.table.hidesEmptyCells, isEmptyCell(block) {
                boxes[block.index].drawsBorder = false
                boxes[block.index].drawsBackground = false
            }
        }
    }

    private func isEmptyCell(_ block: BlockID) -> Bool {
        text.blocks[block.index].paragraphs.allSatisfy { shaped.paragraphs.isEmpty($0) }
    }

    /// Moves a paragraph that was laid out in the table's coordinates, and the floats that it anchors.
    private mutating func movePlaced(_ child: LayoutTree.Child, by distance: Point) {
        guard let index = child.paragraph else { return }
        paragraphs[index].origin.x += distance.x
        paragraphs[index].origin.y += distance.y
        for object in shaped.paragraphs.objects(index) where isOutOfFlow(object) {
            guard case .flow(let id) = object.kind else { continue }
            boxes[text.flows[id.index].rootBlock.index].x += distance.x
            boxes[text.flows[id.index].rootBlock.index].y += distance.y
        }
    }

    /// The boxes of rows and row groups cover their cells.
    private mutating func placeRows(_ work: TableWork, _ rows: TableRows) {
        let spacing = work.measure.columns.spacing
        let left = work.metrics.border.left + work.metrics.padding.left + spacing
        let width = max(0, work.metrics.width - 2 * spacing)
        for (index, row) in work.measure.grid.rows.enumerated() {
            guard let block = row.block else { continue }
            let bounds = rows.bounds[index]
            setFrame(
                Rect(x: left, y: bounds.start, width: width, height: bounds.end - bounds.start), of: block, in: work)
        }
        for (group, range) in work.measure.grid.groups {
            let start = rows.bounds[range.lowerBound].start
            let end = rows.bounds[range.upperBound - 1].end
            setFrame(Rect(x: left, y: start, width: width, height: max(0, end - start)), of: group, in: work)
        }
    }

    /// The boxes of columns that show something (CSS 2 §17.5.1).
    private mutating func placeColumns(_ work: TableWork, _ rows: TableRows) {
        let grid = work.measure.grid
        guard let top = rows.bounds.first?.start, let bottom = rows.bounds.last?.end else { return }
        func area(_ columns: Range<Int>) -> Rect {
            let first = work.columnX[work.isRightToLeft ? columns.upperBound - 1 : columns.lowerBound]
            let last = work.isRightToLeft ? columns.lowerBound : columns.upperBound - 1
            let width = work.columnX[last] + work.seenWidths[last] - first
            return Rect(x: first, y: top, width: max(0, width), height: max(0, bottom - top))
        }
        var underlays = ColumnUnderlays(groups: [], columns: [])
        func isSeen(_ color: Color?, _ layers: [BackgroundLayer]?) -> Bool { color != nil || layers?.isEmpty == false }
        guard
            grid.declared.contains(where: {
                isSeen($0.style.background, $0.style.backgroundLayers)
                    || isSeen($0.style.group?.background, $0.style.group?.backgroundLayers)
            })
        else { return }
        underlays.groups = Array(repeating: nil, count: grid.columnCount)
        underlays.columns = underlays.groups
        for (column, style) in grid.declared {
            underlays.columns[column] = BoxUnderlay(
                style.background, style.backgroundLayers, area: area(column..<(column + 1)))
        }
        for (group, columns) in grid.columnGroups {
            let layer = BoxUnderlay(group.background, group.backgroundLayers, area: area(columns))
            for column in columns { underlays.groups[column] = layer }
        }
        columnUnderlays[work.block] = underlays
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

    // MARK: What is not seen

    /// Cells in rows and columns that are collapsed show nothing (CSS 2 §17.5.5). O(their content).
    private mutating func hideCollapsed(_ work: TableWork) {
        guard !work.collapsedRows.isEmpty || !work.measure.collapsedColumns.isEmpty else { return }
        for cell in work.measure.grid.cells {
            guard work.isCollapsed(row: cell.row) || work.isHidden(columns: cell.columns) else { continue }
            guard let block = cell.child.block else {
                if let index = cell.child.paragraph { paragraphs[index].layout = nil }
                continue
            }
            hide(block)
        }
    }

    mutating func hide(_ block: BlockID) {
        let range = text.blocks[block.index].paragraphs
        for index in range {
            paragraphs[index].layout = nil
            paragraphs[index].isMarkerLine = false
        }
        var index = block.index
        while index < boxes.count, index == block.index || text.blocks[index].paragraphs.lowerBound < range.upperBound {
            boxes[index].drawsBorder = false
            boxes[index].drawsBackground = false
            index += 1
        }
        tableBorders.removeAll { $0.table.index > block.index && $0.table.index < index }
    }
}

extension FlowLayouter.TableWork {
    func isCollapsed(row: Int) -> Bool { !collapsedRows.isEmpty && collapsedRows[row] }

    /// Whether all of these columns are collapsed.
    func isHidden(columns: Range<Int>) -> Bool {
        !measure.collapsedColumns.isEmpty && columns.allSatisfy { measure.collapsedColumns[$0] }
    }

    /// A cell's width in columns of these widths.
    func width(of cell: TableGrid.Cell, _ widths: [Double]) -> Double {
        if cell.columnSpan == 1 { return widths[cell.column] }
        let gaps = cell.columns.dropFirst().count { widths[$0] > 0 || measure.collapsedColumns.isEmpty }
        return widths[cell.columns].reduce(0, +) + measure.columns.spacing * Double(gaps)
    }

    /// A cell's left edge.
    func x(of cell: TableGrid.Cell) -> Double {
        let column =
            isRightToLeft
            ? cell.columns.last { seenWidths[$0] > 0 } ?? cell.columns.upperBound - 1
            : cell.columns.first { seenWidths[$0] > 0 } ?? cell.column
        return columnX[column]
    }

    /// Columns stand from left to right, or from right to left.
    mutating func placeColumns() {
        let spacing = measure.columns.spacing
        columnX = Array(repeating: 0, count: seenWidths.count)
        var x = metrics.border.left + metrics.padding.left + spacing
        for index in isRightToLeft ? Array(seenWidths.indices.reversed()) : Array(seenWidths.indices) {
            columnX[index] = x
            if measure.collapsedColumns.isEmpty || !measure.collapsedColumns[index] { x += seenWidths[index] + spacing }
        }
    }

    /// The grid lines between collapsed columns, in column order; one more than columns.
    var columnEdges: [Double] {
        guard let last = seenWidths.indices.last else { return [0] }
        return isRightToLeft
            ? zip(columnX, seenWidths).map { $0 + $1 } + [columnX[last]]
            : columnX + [columnX[last] + seenWidths[last]]
    }
}

extension TableMeasure {
    /// The widths of columns as they are seen: collapsed ones are gone.
    func seenWidths(_ widths: [Double]) -> [Double] {
        collapsedColumns.isEmpty ? widths : zip(widths, collapsedColumns).map { $1 ? 0 : $0 }
    }

    /// What goes with collapsed columns.
    func collapsedWidth(_ widths: [Double]) -> Double {
        zip(widths, collapsedColumns).reduce(0) { $1.1 ? $0 + $1.0 + columns.spacing : $0 }
    }
}
