import GalleyText

/// The slots of a table: which cell stands in which rows and columns (HTML standard, "forming a table"; CSS 2 §17.5).
///
/// Header groups come first and footer groups last, whatever the source order. What should not be there (text between
/// rows, blocks that are no cells) is laid out as if it stood in cells of its own. Columns in which no cell begins
/// are one with the column before them, so that great spans cost nothing (CSS Tables 3 §3.3, "track merging"). O(cells +
/// columns).
struct TableGrid: Sendable {
    struct Row: Sendable {
        /// `nil` for a row that the document does not have.
        var block: BlockID?
        var group: BlockID?
    }

    struct Cell: Sendable {
        /// The cell's block; or a paragraph that stands where only cells may.
        var child: LayoutTree.Child
        /// Its place in the tree.
        var place: Int
        var row: Int
        var column: Int
        var rowSpan: Int
        var columnSpan: Int

        var rowEnd: Int { row + rowSpan }
        var columns: Range<Int> { column..<(column + columnSpan) }
    }

    private(set) var rows: [Row] = []
    private(set) var cells: [Cell] = []
    /// By column: how many columns of the document it is.
    private(set) var columnCounts: [Int] = []
    private(set) var captionsAbove: [BlockID] = []
    private(set) var captionsBelow: [BlockID] = []
    /// What `col` elements say of columns, in the order of these; not all have one.
    private(set) var declared: [(column: Int, style: TableColumn)] = []

    var columnCount: Int { columnCounts.count }

    /// The row groups and their rows, in the order in which they stand.
    var groups: [(group: BlockID, rows: Range<Int>)] {
        var groups: [(group: BlockID, rows: Range<Int>)] = []
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[end].group == rows[start].group { end += 1 }
            if let group = rows[start].group { groups.append((group, start..<end)) }
            start = end
        }
        return groups
    }

    /// The column groups that say something, and their columns.
    var columnGroups: [(group: TableColumn.Group, columns: Range<Int>)] {
        var groups: [(group: TableColumn.Group, columns: Range<Int>)] = []
        for (column, style) in declared {
            guard let group = style.group else { continue }
            if let last = groups.last, last.group == group {
                groups[groups.count - 1].columns = last.columns.lowerBound..<(column + 1)
            } else {
                groups.append((group, column..<(column + 1)))
            }
        }
        return groups
    }

    /// - Parameter merges: false for fixed layout, where what `col` elements declare always counts.
    init(_ table: BlockID, in text: AttributedText, _ tree: LayoutTree, merges: Bool) {
        var builder = Builder(text: text, tree: tree)
        builder.addChildren(of: table)
        rows = builder.rows
        cells = builder.cells
        captionsAbove = builder.captionsAbove
        captionsBelow = builder.captionsBelow
        var columns: [TableColumn] = []
        if case .table(let declared) = text.blocks[table.index].kind {
            columns = Array(declared.prefix(LayoutLimits.maximumTableColumns))
        }
        mergeColumns(columns, merges: merges)
    }

    /// Numbers the columns anew: only those that a cell begins in or that have a width in px count.
    private mutating func mergeColumns(_ columns: [TableColumn], merges: Bool) {
        var count = columns.count
        for cell in cells { count = max(count, cell.columns.upperBound) }
        var begins = [Bool](repeating: false, count: count)
        for index in columns.indices { begins[index] = !merges || columns[index].hasDefiniteWidth }
        for cell in cells { begins[cell.column] = true }
        if count > 0 { begins[0] = true }
        var number = [Int](repeating: 0, count: count)
        var next = -1
        for index in 0..<count {
            if begins[index] { next += 1 }
            number[index] = next
        }
        columnCounts = Array(repeating: 0, count: next + 1)
        for index in 0..<count { columnCounts[number[index]] += 1 }
        for index in columns.indices where begins[index] { declared.append((number[index], columns[index])) }
        for index in cells.indices {
            let last = number[cells[index].column + cells[index].columnSpan - 1]
            cells[index].column = number[cells[index].column]
            cells[index].columnSpan = last - cells[index].column + 1
        }
    }

    private struct Builder {
        let text: AttributedText
        let tree: LayoutTree
        var rows: [Row] = []
        var cells: [Cell] = []
        var captionsAbove: [BlockID] = []
        var captionsBelow: [BlockID] = []
        /// Of the current group.
        private var slots = TableSlots()
        private var group: BlockID?
        private var groupStart = 0

        init(text: AttributedText, tree: LayoutTree) {
            self.text = text
            self.tree = tree
        }

        mutating func addChildren(of table: BlockID) {
            var headers: [Int] = []
            var bodies: [Int] = []
            var footers: [Int] = []
            for place in tree.places(of: table) {
                guard let block = tree[place].block else {
                    bodies.append(place)
                    continue
                }
                switch text.blocks[block.index].kind {
                case .caption:
                    if text.style(of: block).table.captionAtBottom {
                        captionsBelow.append(block)
                    } else {
                        captionsAbove.append(block)
                    }
                // Only the first header and the first footer move (CSS 2 §17.2.1).
                case .rowGroup(.header) where headers.isEmpty: headers.append(place)
                case .rowGroup(.footer) where footers.isEmpty: footers.append(place)
                default: bodies.append(place)
                }
            }
            for place in headers + bodies + footers { addGroupOrRow(place) }
            closeGroup()
        }

        private mutating func addGroupOrRow(_ place: Int) {
            guard let block = tree[place].block, case .rowGroup = text.blocks[block.index].kind else {
                if group != nil { closeGroup() }
                addRow(place)
                return
            }
            closeGroup()
            group = block
            for inner in tree.places(of: block) { addRow(inner) }
            closeGroup()
        }

        /// Cells never reach into the next group.
        private mutating func closeGroup() {
            var index = cells.count - 1
            while index >= 0, cells[index].row >= groupStart {
                cells[index].rowSpan = min(cells[index].rowSpan, rows.count - cells[index].row)
                index -= 1
            }
            slots.endGroup()
            group = nil
            groupStart = rows.count
        }

        private mutating func addRow(_ place: Int) {
            if let block = tree[place].block, case .row = text.blocks[block.index].kind {
                rows.append(Row(block: block, group: group))
                var column = 0
                for inner in tree.places(of: block) { addCell(inner, &column) }
            } else if holdsSomething(place) {
                rows.append(Row(block: nil, group: group))
                var column = 0
                addCell(place, &column)
            }
        }

        /// Empty paragraphs stand in tables so that each block has one; they are no cells.
        private func holdsSomething(_ place: Int) -> Bool {
            guard let paragraph = tree[place].paragraph else { return true }
            return !text.paragraphs[paragraph].contentRange.isEmpty
        }

        private mutating func addCell(_ place: Int, _ column: inout Int) {
            guard holdsSomething(place) else { return }
            var (columnSpan, rowSpan) = tree[place].block.flatMap { text.blocks[$0.index].kind.cellSpans } ?? (1, 1)
            var row = rows.count - 1
            column = slots.firstFree(from: column, inRow: row)
            if column + columnSpan > LayoutLimits.maximumTableColumns {
                rows.append(Row(block: nil, group: group))
                row += 1
                column = slots.firstFree(from: 0, inRow: row)
                columnSpan = min(columnSpan, max(1, LayoutLimits.maximumTableColumns - column))
            }
            if rowSpan > 1 { slots.take(column..<(column + columnSpan), before: row + rowSpan) }
            cells.append(
                Cell(
                    child: tree[place], place: place, row: row, column: column, rowSpan: rowSpan,
                    columnSpan: columnSpan))
            column += columnSpan
        }
    }
}

extension TableColumn {
    /// Whether it is as wide as so many px at least, whatever stands in it.
    fileprivate var hasDefiniteWidth: Bool {
        func isDefinite(_ value: SizeValue) -> Bool {
            guard let length = value.length, !length.hasPercentage else { return false }
            return !length.isZero
        }
        return isDefinite(width) || isDefinite(minimumWidth)
    }
}
