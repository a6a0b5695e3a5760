import GalleyParagraph
import GalleyText

/// What is known of a table before its width is: its grid, its borders, what its columns ask for.
struct TableMeasure: Sendable {
    var grid: TableGrid
    var columns: TableColumns
    /// `nil` where borders are separate.
    var borders: CollapsedBorders?
    /// The table's own border and padding; of collapsed borders the outer halves.
    var border: EdgeInsets
    var padding: EdgeInsets
    var captionMinimum: Double
    var verticalSpacing: Double
    /// By column, where any is collapsed (`visibility: collapse`, CSS 2 §17.5.5); else empty.
    var collapsedColumns: [Bool]
    /// Of the table's content box: what it makes use of where it stands, and what it asks of the boxes around it.
    var contentWidths: WidthRange
    var contribution: WidthRange
}

extension FlowLayouter {
    /// Whether a table's columns do not depend on what is in them (CSS 2 §17.5.2.1).
    func hasFixedLayout(_ table: BlockID) -> Bool {
        let style = text.style(of: table)
        guard style.table.isFixed else { return false }
        switch style.width {
        case .auto, .maxContent, .fitContent: return false
        case .length, .minContent, .stretch: return true
        }
    }

    /// Measures a table; its cells are measured already. O(cells + spanned columns).
    func measureTable(_ table: BlockID) -> TableMeasure {
        let style = text.style(of: table)
        let isFixed = hasFixedLayout(table)
        let grid = TableGrid(table, in: text, shaped.tree, merges: !isFixed)
        let edges = BoxMetrics(edgesOf: style, in: resolver(of: table), percentageBase: 0)
        let borders = collapsedBorders(of: table, grid)
        // Also without any cell (CSS 2 §17.6.2).
        let isSeparate = borders == nil && !(style.table.collapsesBorders && grid.cells.isEmpty)
        let counted = isFixed ? grid.cells.prefix { $0.row == 0 } : grid.cells[...]
        let cells = counted.map { request(of: $0, borders: borders, isFixedLayout: isFixed) }
        let columns = TableColumns(
            counts: grid.columnCounts, spacing: borders == nil ? max(0, style.table.horizontalSpacing) : 0,
            declared: grid.declared.compactMap { request(of: $0.style, index: $0.column, table: table) }, cells: cells,
            isFixedLayout: isFixed)
        var collapsed: [Bool] = []
        for column in grid.declared where column.style.isCollapsed {
            if collapsed.isEmpty { collapsed = Array(repeating: false, count: grid.columnCount) }
            collapsed[column.column] = true
        }
        let border = borders?.tableHalves ?? edges.border
        let padding = isSeparate ? edges.padding : .zero
        let captions = (grid.captionsAbove + grid.captionsBelow).map { widths.outer($0).minimum }
        let captionMinimum = captions.max() ?? 0
        let captionWidth = max(0, captionMinimum - border.left - border.right - padding.left - padding.right)
        func asked(_ countsPercentages: Bool) -> WidthRange {
            var asked = columns.contentWidths(countsPercentages: countsPercentages)
            asked.raise(to: captionWidth)
            return asked
        }
        return TableMeasure(
            grid: grid, columns: columns, borders: borders, border: border, padding: padding,
            captionMinimum: captionMinimum, verticalSpacing: isSeparate ? max(0, style.table.verticalSpacing) : 0,
            collapsedColumns: collapsed, contentWidths: asked(true),
            contribution: asked(widths.countsPercentages(of: table)))
    }

    private func request(of column: TableColumn, index: Int, table: BlockID) -> TableColumns.Request? {
        let resolver = resolver(of: table)
        func px(_ value: SizeValue) -> Double? {
            guard let length = value.length, !length.hasPercentage else { return nil }
            return max(0, resolver.resolve(length, 0))
        }
        let width = px(column.width)
        let minimum = px(column.minimumWidth) ?? 0
        let percent = column.width.plainPercentage ?? 0
        guard width != nil || minimum > 0 || percent > 0 else { return nil }
        return TableColumns.Request(
            columns: index..<(index + 1), widths: WidthRange(minimum: minimum, maximum: max(minimum, width ?? 0)),
            percent: percent, isFixed: width != nil)
    }

    /// A cell's content, edges and declared width (CSS Tables 3 §4.3: outer min-content and max-content width).
    private func request(
        of cell: TableGrid.Cell, borders: CollapsedBorders?, isFixedLayout: Bool
    ) -> TableColumns.Request {
        guard let block = cell.child.block else {
            return TableColumns.Request(
                columns: cell.columns, widths: measure(cell.child), percent: 0, isFixed: false)
        }
        let style = text.style(of: block)
        let resolver = resolver(of: block)
        var edges = BoxMetrics(edgesOf: style, in: resolver, percentageBase: 0)
        if let borders { edges.border = borders.halves(rows: cell.row..<cell.rowEnd, columns: cell.columns) }
        let outside = edges.horizontalEdges
        /// Of the border box.
        func px(_ value: SizeValue?) -> Double? {
            guard let length = value?.length, !length.hasPercentage else { return nil }
            let width = max(0, resolver.resolve(length, 0))
            return style.boxSizing == .borderBox ? max(width, outside) : width + outside
        }
        let declared = px(style.width)
        var asked = widths.content(block).adding(outside)
        if let declared { asked.maximum = declared }
        if let minimum = px(style.minimumWidth) {
            asked.minimum = max(asked.minimum, minimum)
            asked.unscaled = max(asked.unscaled, minimum)
        }
        if let limit = px(style.maximumWidth) { asked.limit(to: limit) }
        asked.maximum = max(asked.maximum, asked.unscaled)
        var percent = style.width.plainPercentage ?? 0
        if let limit = style.maximumWidth?.plainPercentage { percent = min(percent, limit) }
        return TableColumns.Request(
            columns: cell.columns, widths: asked, percent: max(0, percent), isFixed: declared != nil,
            percentEdges: style.boxSizing == .borderBox ? 0 : outside)
    }

    private func collapsedBorders(of table: BlockID, _ grid: TableGrid) -> CollapsedBorders? {
        let style = text.style(of: table)
        guard style.table.collapsesBorders, !grid.rows.isEmpty, grid.columnCount > 0,
            grid.rows.count <= LayoutLimits.maximumCollapsedSlots / grid.columnCount
        else { return nil }
        var borders = CollapsedBorders(
            rows: grid.rows.count, columns: grid.columnCount, isRightToLeft: style.direction == .rightToLeft)
        for (index, cell) in grid.cells.enumerated() {
            borders.occupy(rows: cell.row..<cell.rowEnd, columns: cell.columns, by: index)
        }
        for cell in grid.cells {
            guard let block = cell.child.block else { continue }
            borders.add(text.style(of: block).border, rows: cell.row..<cell.rowEnd, columns: cell.columns)
        }
        let rows = 0..<grid.rows.count
        let columns = 0..<grid.columnCount
        for (index, row) in grid.rows.enumerated() {
            guard let block = row.block else { continue }
            borders.add(text.style(of: block).border, rows: index..<(index + 1), columns: columns)
        }
        for (group, range) in grid.groups {
            borders.add(text.style(of: group).border, rows: range, columns: columns)
        }
        for (column, style) in grid.declared {
            borders.add(style.border, rows: rows, columns: column..<(column + 1))
        }
        for (group, range) in grid.columnGroups { borders.add(group.border, rows: rows, columns: range) }
        borders.add(style.border, rows: rows, columns: columns)
        return borders
    }
}

extension SizeValue {
    /// A percentage and nothing else; `nil` for everything else.
    var plainPercentage: Double? {
        guard let length, length.percent > 0, length == .percent(length.percent) else { return nil }
        return length.percent
    }
}

extension IntrinsicWidths {
    /// Whether a table's percentages make it wider where a box around it asks how wide it would be: not in a cell whose
    /// own width is open (as browsers have it; CSS Tables 3 §3.8.1 leaves the case out).
    func countsPercentages(of table: BlockID) -> Bool {
        ignoringPercentages.isEmpty || !ignoringPercentages[table.index]
    }
}
