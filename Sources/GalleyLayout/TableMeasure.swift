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

    /// Of the table's content box.
    var contentWidths: WidthRange {
        var widths = columns.contentWidths
        let caption = max(0, captionMinimum - border.left - border.right - padding.left - padding.right)
        widths.formUnion(WidthRange(minimum: caption, maximum: caption))
        return widths
    }
}

extension FlowLayouter {
    /// Measures a table; its cells are measured already. O(cells + spanned columns).
    func measureTable(_ table: BlockID) -> TableMeasure {
        let style = text.style(of: table)
        let grid = TableGrid(table, in: text, shaped.tree)
        let edges = BoxMetrics(edgesOf: style, in: resolver(of: table), percentageBase: 0)
        let borders = collapsedBorders(of: table, grid)
        let cells = grid.cells.map { request(of: $0, borders: borders) }
        let declared = grid.columns.enumerated().compactMap { index, column in
            request(of: column, index: index, table: table)
        }
        let columns = TableColumns(
            count: grid.columnCount, spacing: borders == nil ? max(0, style.table.horizontalSpacing) : 0,
            declared: declared, cells: cells)
        var border = edges.border
        if let borders, borders.rows > 0, borders.columns > 0 {
            border = borders.halves(rows: 0..<borders.rows, columns: 0..<borders.columns)
        }
        let captions = (grid.captionsAbove + grid.captionsBelow).map { widths.outer($0).minimum }
        return TableMeasure(
            grid: grid, columns: columns, borders: borders, border: border,
            padding: borders == nil ? edges.padding : .zero, captionMinimum: captions.max() ?? 0,
            verticalSpacing: borders == nil ? max(0, style.table.verticalSpacing) : 0)
    }

    private func request(of column: TableColumn, index: Int, table: BlockID) -> TableColumns.Request? {
        guard let length = column.width.length else { return nil }
        if length.hasPercentage {
            return TableColumns.Request(
                columns: index..<(index + 1), minimum: 0, maximum: 0, percent: max(0, length.percent), isFixed: false)
        }
        let width = max(0, resolver(of: table).resolve(length, 0))
        return TableColumns.Request(
            columns: index..<(index + 1), minimum: 0, maximum: width, percent: 0, isFixed: true)
    }

    /// A cell's content, edges and declared width (CSS Tables 3 §4.4: outer min-content and max-content width).
    private func request(of cell: TableGrid.Cell, borders: CollapsedBorders?) -> TableColumns.Request {
        guard let block = cell.child.block else {
            let content = measure(cell.child)
            return TableColumns.Request(
                columns: cell.columns, minimum: content.minimum, maximum: content.maximum, percent: 0, isFixed: false)
        }
        let style = text.style(of: block)
        let resolver = resolver(of: block)
        var edges = BoxMetrics(edgesOf: style, in: resolver, percentageBase: 0)
        if let borders { edges.border = borders.halves(rows: cell.row..<cell.rowEnd, columns: cell.columns) }
        let content = widths.content(block)
        let extra = style.boxSizing == .borderBox ? edges.horizontalEdges : 0
        func px(_ value: SizeValue?) -> Double? {
            guard let length = value?.length, !length.hasPercentage else { return nil }
            return max(0, resolver.resolve(length, 0) - extra)
        }
        var minimum = content.minimum
        var maximum = content.maximum
        let declared = px(style.width)
        if let declared { maximum = max(minimum, declared) }
        if let limit = px(style.maximumWidth) {
            maximum = max(minimum, min(maximum, limit))
        }
        if let floor = px(style.minimumWidth) {
            minimum = max(minimum, floor)
            maximum = max(maximum, floor)
        }
        return TableColumns.Request(
            columns: cell.columns, minimum: minimum + edges.horizontalEdges, maximum: maximum + edges.horizontalEdges,
            percent: max(0, style.width.length?.percent ?? 0), isFixed: declared != nil)
    }

    private func collapsedBorders(of table: BlockID, _ grid: TableGrid) -> CollapsedBorders? {
        guard text.style(of: table).table.collapsesBorders, !grid.rows.isEmpty, grid.columnCount > 0,
            grid.rows.count <= LayoutLimits.maximumCollapsedSlots / grid.columnCount
        else { return nil }
        var borders = CollapsedBorders(rows: grid.rows.count, columns: grid.columnCount)
        for cell in grid.cells {
            guard let block = cell.child.block else { continue }
            borders.add(text.style(of: block).border, rows: cell.row..<cell.rowEnd, columns: cell.columns)
        }
        let columns = 0..<grid.columnCount
        for (index, row) in grid.rows.enumerated() {
            guard let block = row.block else { continue }
            borders.add(text.style(of: block).border, rows: index..<(index + 1), columns: columns)
        }
        var start = 0
        while start < grid.rows.count {
            var end = start + 1
            while end < grid.rows.count, grid.rows[end].group == grid.rows[start].group { end += 1 }
            if let group = grid.rows[start].group {
                borders.add(text.style(of: group).border, rows: start..<end, columns: columns)
            }
            start = end
        }
        borders.add(text.style(of: table).border, rows: 0..<grid.rows.count, columns: columns)
        return borders
    }
}
