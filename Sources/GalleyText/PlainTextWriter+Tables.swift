// Tables in columns: each cell is written to lines of its own, columns are as wide as their widest line.
extension PlainTextWriter {
    /// For each block the table in columns that it is in or is, or -1: one that has two columns or more and no table
    /// inside.
    static func tablesInColumns(_ text: AttributedText) -> [Int] {
        var hasTableInside = [Bool](repeating: false, count: text.blocks.count)
        var cellCount = [Int](repeating: 0, count: text.blocks.count)
        var hasColumns = hasTableInside
        for index in text.blocks.indices.reversed() {
            let block = text.blocks[index]
            var isTable = false
            switch block.kind {
            case .table: isTable = true
            case .cell: if let row = block.parent { cellCount[row.index] += 1 }
            case .row: hasColumns[index] = cellCount[index] > 1
            default: break
            }
            guard let parent = block.parent?.index else { continue }
            if isTable || hasTableInside[index] { hasTableInside[parent] = true }
            // Rows hand it to their group, groups to the table.
            switch block.kind {
            case .row, .rowGroup: if hasColumns[index] { hasColumns[parent] = true }
            default: break
            }
        }
        var tables: [Int] = []
        tables.reserveCapacity(text.blocks.count)
        for (index, block) in text.blocks.enumerated() {
            var table = block.parent.map { tables[$0.index] } ?? -1
            if case .table = block.kind, hasColumns[index], !hasTableInside[index] { table = index }
            tables.append(table)
        }
        return tables
    }

    /// A cell as lines, and where it stands in the grid.
    private struct Cell {
        var row: Int
        var column: Int
        var columnSpan: Int
        var lines: [String]
        var widths: [Int]
        var alignment: CellAlignment
        var width: Int { widths.max() ?? 0 }
    }

    /// Writes a table and returns the place after it. O(its text + its cells).
    func write(
        table id: BlockID, of text: AttributedText, _ state: inout State, into bytes: inout [UInt8]
    ) -> Int {
        let places = state.order.range(of: id)
        let outerIndent = state.indents[id.index]
        let start = state
        separate(places.lowerBound, &state, into: &bytes)
        var grid = cells(of: id, text, &state, outerIndent)
        if text.style(of: id).direction == .rightToLeft { grid.mirror() }
        let widths = PlainTextWriter.columnWidths(grid.cells)
        let total = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
        guard !grid.isTooWide, total <= TextLimits.plainTableWidth else {
            // Too wide: cell by cell, as they come.
            state = start
            for place in places { writeScreen(place, of: text, &state, into: &bytes) }
            return places.upperBound
        }
        let indent = String(repeating: " ", count: outerIndent)
        func append(_ lines: [String]) {
            for line in lines { bytes.append(contentsOf: (indent + line + "\n").utf8) }
        }
        append(grid.captions.before)
        var next = 0
        for row in 0..<grid.rowCount {
            let first = next
            while next < grid.cells.count, grid.cells[next].row == row { next += 1 }
            append(PlainTextWriter.lines(of: grid.cells[first..<next], widths))
            if row + 1 == grid.headerCount, grid.rowCount > grid.headerCount {
                append([widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")])
            }
        }
        append(grid.captions.after)
        state.previous = places.upperBound - 1
        return places.upperBound
    }

    private struct Grid {
        var cells: [Cell] = []
        var rowCount = 0
        /// How many rows are in the header group.
        var headerCount = 0
        /// More columns than a table may have: not worth counting.
        var isTooWide = false
        var captions: (before: [String], after: [String]) = ([], [])

        /// Columns run from right to left (CSS 2 §17.5, "direction" of the table); the cells of a row stay in the order of
        /// their columns.
        mutating func mirror() {
            let count = cells.map { $0.column + $0.columnSpan }.max() ?? 0
            for index in cells.indices { cells[index].column = count - cells[index].column - cells[index].columnSpan }
            cells.sort { ($0.row, $0.column) < ($1.row, $1.column) }
        }
    }

    /// All cells by rows, placed as in CSS 2 §17.5: a cell stands in the first column that no cell above spans.
    private func cells(of id: BlockID, _ text: AttributedText, _ state: inout State, _ indent: Int) -> Grid {
        var grid = Grid()
        var rowBlock: BlockID?
        var column = 0
        var slots = TableSlots()
        var group: BlockID?
        let order = state.order
        var index = order.range(of: id).lowerBound
        while index < order.range(of: id).upperBound {
            let part = cellOrCaption(of: text.paragraphs[order.paragraphs[index]].block, in: id, text)
            let range = part.map { order.range(of: $0) } ?? index..<(index + 1)
            let lines = self.lines(of: range, text, &state, indent)
            index = max(index + 1, range.upperBound)
            guard let part, let spans = text.blocks[part.index].kind.cellSpans,
                let row = text.blocks[part.index].parent
            else {
                let isAfter =
                    part.map { text.style(of: $0).table.captionAtBottom } ?? false
                if isAfter { grid.captions.after += lines } else { grid.captions.before += lines }
                continue
            }
            if row != rowBlock {
                if text.blocks[row.index].parent != group { slots.endGroup() }
                group = text.blocks[row.index].parent
                rowBlock = row
                grid.rowCount += 1
                column = 0
                if let group, text.blocks[group.index].kind == .rowGroup(.header) { grid.headerCount = grid.rowCount }
            }
            column = slots.firstFree(from: column, inRow: grid.rowCount - 1)
            guard column + spans.columns <= TextLimits.maximumColumnSpan else {
                grid.isTooWide = true
                return grid
            }
            slots.take(column..<(column + spans.columns), before: grid.rowCount - 1 + spans.rows)
            grid.cells.append(
                Cell(
                    row: grid.rowCount - 1, column: column, columnSpan: spans.columns, lines: lines,
                    widths: lines.map { PlainTextWriter.width(of: $0) },
                    alignment: CellAlignment(of: order.paragraphs[range.lowerBound], text)))
            column += spans.columns
        }
        return grid
    }

    private func cellOrCaption(of block: BlockID, in table: BlockID, _ text: AttributedText) -> BlockID? {
        var next: BlockID? = block
        while let id = next, id != table {
            switch text.blocks[id.index].kind {
            case .cell, .caption: return id
            default: next = text.blocks[id.index].parent
            }
        }
        return nil
    }

    private func lines(
        of places: Range<Int>, _ text: AttributedText, _ state: inout State, _ indent: Int
    ) -> [String] {
        var bytes: [UInt8] = []
        let previous = state.previous
        state.previous = nil
        state.isInCell = true
        for place in places { writeScreen(place, of: text, &state, into: &bytes, outerIndent: indent) }
        state.isInCell = false
        state.previous = previous
        while bytes.last == 0x0A { bytes.removeLast() }
        return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The widest line of each column; a cell over several columns widens the last one of them.
    private static func columnWidths(_ cells: [Cell]) -> [Int] {
        var widths: [Int] = []
        for cell in cells {
            while widths.count < cell.column + cell.columnSpan { widths.append(0) }
            if cell.columnSpan == 1 { widths[cell.column] = max(widths[cell.column], cell.width) }
        }
        for cell in cells where cell.columnSpan > 1 {
            let last = cell.column + cell.columnSpan - 1
            let room = widths[cell.column...last].reduce(0, +) + 2 * (cell.columnSpan - 1)
            widths[last] += max(0, cell.width - room)
        }
        return widths
    }

    /// The cells of a row side by side.
    private static func lines(of row: ArraySlice<Cell>, _ widths: [Int]) -> [String] {
        let height = row.map(\.lines.count).max() ?? 0
        return (0..<height).map { index in
            var line = ""
            var end = 0
            for cell in row {
                let start = widths[..<cell.column].reduce(0, +) + 2 * cell.column
                let room =
                    widths[cell.column..<(cell.column + cell.columnSpan)].reduce(0, +) + 2 * (cell.columnSpan - 1)
                let hasLine = index < cell.lines.count
                let width = hasLine ? cell.widths[index] : 0
                let free = max(0, room - width)
                let before =
                    switch cell.alignment {
                    case .left: 0
                    case .center: free / 2
                    case .right: free
                    }
                guard hasLine, width > 0 else { continue }
                line += String(repeating: " ", count: max(0, start + before - end)) + cell.lines[index]
                end = max(end, start + before) + width
            }
            return line
        }
    }

    /// How many cells of a terminal a line takes.
    static func width(of line: String) -> Int { CellWidth.width(of: Array(line.utf8)) }
}
