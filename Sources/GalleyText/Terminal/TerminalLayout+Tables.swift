/// Tables drawn with lines.
extension TerminalLayout {
    /// By block: whether it is a table whose cells are worth lines. One that holds other tables and has no header cells, or
    /// has one cell in each row, only arranges its content.
    static func drawnTables(_ text: AttributedText) -> [Bool] {
        var holdsTable = [Bool](repeating: false, count: text.blocks.count)
        var hasHeader = holdsTable
        var hasColumns = holdsTable
        var cellCount = [Int](repeating: 0, count: text.blocks.count)
        var isDrawn = holdsTable
        for index in text.blocks.indices.reversed() {
            let block = text.blocks[index]
            var isTable = false
            switch block.kind {
            case .table:
                isTable = true
                isDrawn[index] = block.role == .table && hasColumns[index] && (hasHeader[index] || !holdsTable[index])
            case .cell(_, _, let isHeader):
                guard let row = block.parent?.index else { continue }
                cellCount[row] += 1
                hasHeader[row] = hasHeader[row] || isHeader
            case .row: hasColumns[index] = cellCount[index] > 1
            default: break
            }
            guard let parent = block.parent?.index else { continue }
            if isTable || holdsTable[index] { holdsTable[parent] = true }
            // Rows hand it to their group, groups to the table.
            switch block.kind {
            case .row, .rowGroup:
                hasColumns[parent] = hasColumns[parent] || hasColumns[index]
                hasHeader[parent] = hasHeader[parent] || hasHeader[index]
            default: break
            }
        }
        return isDrawn
    }

    private struct Cell {
        var block: BlockID
        var row: Int
        var column: Int
        var columnSpan: Int
        var rowSpan: Int
        var minimum = 0
        var maximum = 0
        var lines: [TerminalLine] = []
    }

    /// Cells in their places (CSS 2 §17.5): a cell stands in the first column that no cell above spans.
    private struct Grid {
        var cells: [Cell] = []
        var rowCount = 0
        var columnCount = 0
        /// How many rows are in the header group, or are the first ones and of header cells only.
        var headerCount = 0
        var captions: (before: [BlockID], after: [BlockID]) = ([], [])

        /// Columns run from right to left (`direction` of the table, CSS 2 §17.5).
        mutating func mirror() {
            for index in cells.indices {
                cells[index].column = columnCount - cells[index].column - cells[index].columnSpan
            }
        }

        /// By place: the cell, or -1.
        func owners() -> [[Int]] {
            var owners = Array(repeating: Array(repeating: -1, count: columnCount), count: rowCount)
            for (index, cell) in cells.enumerated() {
                for row in cell.row..<min(rowCount, cell.row + cell.rowSpan) {
                    for column in cell.column..<cell.column + cell.columnSpan where owners[row][column] < 0 {
                        owners[row][column] = index
                    }
                }
            }
            return owners
        }
    }

    /// A table in so many cells; `nil` where it does not fit.
    mutating func lines(ofTable id: BlockID, width: Int, depth: Int) -> [TerminalLine]? {
        // A column takes two lines and a letter at least.
        guard var grid = grid(of: id, maximumColumns: (width - 1) / 4), grid.columnCount > 0 else { return nil }
        for index in grid.cells.indices {
            let range = order.range(of: grid.cells[index].block)
            let extent = extent(of: range, in: grid.cells[index].block, width: width, depth: depth + 1)
            (grid.cells[index].minimum, grid.cells[index].maximum) = extent
        }
        guard let widths = TerminalLayout.columnWidths(grid.cells, grid.columnCount, room: width - 1) else {
            return nil
        }
        for index in grid.cells.indices {
            let cell = grid.cells[index]
            let room = widths[cell.column..<cell.column + cell.columnSpan].reduce(0, +) + 3 * (cell.columnSpan - 1)
            let range = order.range(of: cell.block)
            grid.cells[index].lines = lines(of: range, in: cell.block, width: room, depth: depth + 1)
            while grid.cells[index].lines.last?.bytes.isEmpty == true { grid.cells[index].lines.removeLast() }
        }
        let rows = draw(grid, widths)
        let room = rows.first?.width ?? width
        var result = lines(ofCaptions: grid.captions.before, width: room, depth)
        for index in result.indices { result[index].canEndPage = false }
        return result + rows + lines(ofCaptions: grid.captions.after, width: room, depth)
    }

    private mutating func lines(ofCaptions captions: [BlockID], width: Int, _ depth: Int) -> [TerminalLine] {
        var lines: [TerminalLine] = []
        for id in captions {
            lines += self.lines(of: order.range(of: id), in: id, width: width, depth: depth + 1)
        }
        return lines
    }

    private func grid(of id: BlockID, maximumColumns: Int) -> Grid? {
        var grid = Grid()
        var row: BlockID?
        var group: BlockID?
        // The first cell of the group.
        var groupStart = 0
        var column = 0
        var slots = TableSlots()
        // Whether the row has header cells only, or is in the header group.
        var isHeaderRow = true
        var isInHeader = false
        var places = 0
        var next = order.range(of: id).lowerBound
        func endRow() {
            if isHeaderRow, grid.headerCount == grid.rowCount - 1 { grid.headerCount = grid.rowCount }
        }
        // No cell reaches out of its group (HTML §4.9.12.1, "ending a row group").
        func endGroup() {
            for index in groupStart..<grid.cells.count {
                grid.cells[index].rowSpan = min(grid.cells[index].rowSpan, grid.rowCount - grid.cells[index].row)
            }
            groupStart = grid.cells.count
            slots.endGroup()
        }
        while next < order.range(of: id).upperBound {
            let paragraph = text.paragraphs[order.paragraphs[next]]
            guard let place = part(of: paragraph.block, in: id) else {
                // What stands in no cell has no place among lines: the table is shown as it comes.
                guard paragraph.contentRange.isEmpty, text.generated(in: paragraph).isEmpty else { return nil }
                next += 1
                continue
            }
            let block = text.blocks[place.index]
            next = max(next + 1, order.range(of: place).upperBound)
            guard case .cell(_, _, let isHeader) = block.kind, let spans = block.kind.cellSpans,
                let parent = block.parent
            else {
                if text.style(of: place).table.captionAtBottom {
                    grid.captions.after.append(place)
                } else {
                    grid.captions.before.append(place)
                }
                continue
            }
            if parent != row {
                if row != nil { endRow() }
                if text.blocks[parent.index].parent != group { endGroup() }
                row = parent
                grid.rowCount += 1
                column = 0
                isHeaderRow = true
                group = text.blocks[parent.index].parent
                isInHeader = group.map { text.blocks[$0.index].kind == .rowGroup(.header) } ?? false
            }
            if !isHeader, !isInHeader { isHeaderRow = false }
            let number = grid.rowCount - 1
            column = slots.firstFree(from: column, inRow: number)
            // A row has a paragraph at least.
            let rows = min(
                spans.rows, max(1, text.blocks[id.index].paragraphs.upperBound - block.paragraphs.lowerBound))
            guard column < maximumColumns else { return nil }
            // Where cells would overlap, the later one ends.
            var end = column + 1
            let limit = min(column + spans.columns, TextLimits.maximumColumnSpan)
            while end < limit, !slots.isTaken(end, inRow: number) { end += 1 }
            // What spans claim is bounded, so that drawing it is.
            places += (end - column) * rows
            guard places <= TextLimits.maximumDrawnTablePlaces else { return nil }
            slots.take(column..<end, before: number + rows)
            grid.cells.append(
                Cell(block: place, row: number, column: column, columnSpan: end - column, rowSpan: rows))
            column = end
        }
        if row != nil { endRow() }
        endGroup()
        // All rows of header cells are no header.
        if grid.headerCount == grid.rowCount { grid.headerCount = 0 }
        var result = TerminalLayout.withoutEmptyColumns(grid, maximumColumns)
        if text.style(of: id).direction == .rightToLeft { result?.mirror() }
        return result
    }

    /// Columns that no cell begins in are nothing but part of the one before.
    private static func withoutEmptyColumns(_ grid: Grid, _ maximumColumns: Int) -> Grid? {
        var begins = [Bool](repeating: false, count: TextLimits.maximumColumnSpan + 1)
        var last = 0
        for cell in grid.cells {
            begins[cell.column] = true
            last = max(last, cell.column + cell.columnSpan)
        }
        var number: [Int] = []
        var count = 0
        for column in 0...last {
            number.append(count)
            if begins[column], column < last { count += 1 }
        }
        guard count <= maximumColumns, count * grid.rowCount <= TextLimits.maximumDrawnTablePlaces else { return nil }
        var result = grid
        for index in result.cells.indices {
            let cell = result.cells[index]
            result.cells[index].column = number[cell.column]
            result.cells[index].columnSpan = max(1, number[cell.column + cell.columnSpan] - number[cell.column])
        }
        result.columnCount = count
        return result
    }

    /// The cell or caption of a table that a block is or is in.
    private func part(of block: BlockID, in table: BlockID) -> BlockID? {
        var found: BlockID?
        var next: BlockID? = block
        while let id = next, id != table {
            switch text.blocks[id.index].kind {
            case .cell, .caption: found = id
            default: break
            }
            next = text.blocks[id.index].parent
        }
        return found
    }

    /// The narrowest and the widest that some paragraphs want to be.
    private mutating func extent(
        of range: Range<Int>, in container: BlockID, width: Int, depth: Int
    ) -> (minimum: Int, maximum: Int) {
        // What is indented or holds another table is laid out in all the room there is.
        var (minimum, maximum) = (0, 0)
        var isPlain = true
        for place in range {
            let index = order.paragraphs[place]
            let block = text.paragraphs[index].block
            if block != container, !isPlainBox(block, in: container) { isPlain = false }
            let extent = shownText(of: index).extent
            (minimum, maximum) = (max(minimum, extent.minimum), max(maximum, extent.maximum))
        }
        guard !isPlain else { return (minimum, maximum) }
        let wasMeasuring = isMeasuring
        isMeasuring = true
        let widest = lines(of: range, in: container, width: width, depth: depth).map(\.width).max() ?? 0
        isMeasuring = wasMeasuring
        return (min(minimum + 4, widest), max(maximum, widest))
    }

    /// Whether nothing between a block and the cell that it is in indents its lines.
    private func isPlainBox(_ block: BlockID, in container: BlockID) -> Bool {
        var next: BlockID? = block
        while let id = next, id != container {
            if isDrawn[id.index] || text.blocks[id.index].kind != .box { return false }
            switch text.blocks[id.index].role {
            case .blockquote, .definitionDescription, .rule: return false
            default: next = text.blocks[id.index].parent
            }
        }
        return true
    }

    /// The widths of columns that fit with their lines (CSS 2 §17.5.2.2): as wide as each wants, else each at least its
    /// longest word and the rest shared, else the widest columns are cut down until all fit.
    private static func columnWidths(_ cells: [Cell], _ count: Int, room: Int) -> [Int]? {
        var minimums = [Int](repeating: 1, count: count)
        var maximums = minimums
        for cell in cells where cell.columnSpan == 1 {
            minimums[cell.column] = max(minimums[cell.column], cell.minimum)
            maximums[cell.column] = max(maximums[cell.column], cell.maximum)
        }
        for cell in cells where cell.columnSpan > 1 {
            let columns = cell.column..<cell.column + cell.columnSpan
            let lines = 3 * (cell.columnSpan - 1)
            widen(&minimums, columns, to: cell.minimum - lines)
            widen(&maximums, columns, to: cell.maximum - lines)
        }
        for column in 0..<count { maximums[column] = max(maximums[column], minimums[column]) }
        let available = room - 3 * count
        guard available >= count else { return nil }
        if maximums.reduce(0, +) <= available { return maximums }
        let least = minimums.reduce(0, +)
        guard least < available else { return shrunk(minimums, to: available) }
        // What is free is shared as columns want it; what division leaves goes to the first ones.
        let wanted = maximums.reduce(0, +) - least
        let free = available - least
        var widths = (0..<count).map { minimums[$0] + (maximums[$0] - minimums[$0]) * free / max(1, wanted) }
        var left = available - widths.reduce(0, +)
        for column in 0..<count where left > 0 && widths[column] < maximums[column] {
            widths[column] += 1
            left -= 1
        }
        return widths
    }

    /// Makes columns together as wide as a cell over them needs.
    private static func widen(_ widths: inout [Int], _ columns: Range<Int>, to width: Int) {
        let missing = width - widths[columns].reduce(0, +)
        guard missing > 0 else { return }
        for (place, column) in columns.enumerated() {
            widths[column] += missing / columns.count + (place < missing % columns.count ? 1 : 0)
        }
    }

    /// The widths with the widest cut down to one limit, so that they have a sum.
    private static func shrunk(_ widths: [Int], to sum: Int) -> [Int] {
        var limit = widths.max() ?? 0
        var low = 1
        while low < limit {
            let middle = (low + limit + 1) / 2
            if widths.map({ min($0, middle) }).reduce(0, +) <= sum { low = middle } else { limit = middle - 1 }
        }
        return widths.map { min($0, low) }
    }

    // MARK: Drawing

    private func draw(_ grid: Grid, _ widths: [Int]) -> [TerminalLine] {
        let owners = grid.owners()
        let heights = TerminalLayout.heights(of: grid)
        // Rows of one line each need no lines between them.
        let isRuled = heights.contains { $0 > 1 } || grid.cells.contains { $0.rowSpan > 1 }
        let total = widths.reduce(0, +) + 3 * widths.count + 1
        func finished(_ bytes: [UInt8], canEndPage: Bool) -> TerminalLine {
            TerminalLine(bytes: bytes, width: total, canEndPage: canEndPage)
        }
        var lines = [finished(edge(above: 0, owners, grid, widths, []), canEndPage: false)]
        // The line of each cell that comes next.
        var next = [Int](repeating: 0, count: grid.cells.count)
        var header: TerminalLine.Header?
        for row in 0..<grid.rowCount {
            for place in 0..<heights[row] {
                let bytes = line(of: row, owners, grid, widths, &next)
                lines.append(finished(bytes, canEndPage: place == heights[row] - 1 && row + 1 < grid.rowCount))
                lines[lines.count - 1].header = header
            }
            let isHeaderEnd = row + 1 == grid.headerCount
            guard row + 1 < grid.rowCount, isRuled || isHeaderEnd else { continue }
            lines[lines.count - 1].canEndPage = false
            lines.append(finished(edge(above: row + 1, owners, grid, widths, next, advancing: &next), canEndPage: true))
            lines[lines.count - 1].header = header
            if isHeaderEnd {
                lines[lines.count - 1].canEndPage = false
                header = TerminalLine.Header(lines)
                for index in lines.indices {
                    lines[index].header = header
                    lines[index].canEndPage = false
                }
            }
        }
        lines.append(finished(edge(above: grid.rowCount, owners, grid, widths, next), canEndPage: true))
        lines[lines.count - 1].header = header
        if lines.count >= 2 { lines[lines.count - 2].canEndPage = false }
        return lines
    }

    /// How many lines each row has: those of its cells; the last of the rows that a cell spans has what is missing.
    private static func heights(of grid: Grid) -> [Int] {
        var heights = [Int](repeating: 1, count: grid.rowCount)
        for cell in grid.cells where cell.rowSpan == 1 { heights[cell.row] = max(heights[cell.row], cell.lines.count) }
        for cell in grid.cells.sorted(by: { $0.row + $0.rowSpan < $1.row + $1.rowSpan }) where cell.rowSpan > 1 {
            let rows = cell.row..<cell.row + cell.rowSpan
            let room = heights[rows].reduce(0, +) + cell.rowSpan - 1
            heights[rows.upperBound - 1] += max(0, cell.lines.count - room)
        }
        return heights
    }

    /// One line of a row.
    private func line(
        of row: Int, _ owners: [[Int]], _ grid: Grid, _ widths: [Int], _ next: inout [Int]
    ) -> [UInt8] {
        var bytes: [UInt8] = Array("\u{2502}".utf8)
        var column = 0
        while column < grid.columnCount {
            let owner = owners[row][column]
            var end = column + 1
            while end < grid.columnCount, owner >= 0, owners[row][end] == owner { end += 1 }
            let room = widths[column..<end].reduce(0, +) + 3 * (end - column - 1)
            bytes.append(0x20)
            addLine(of: owner, room, grid, &next, to: &bytes)
            bytes.append(0x20)
            bytes += Array("\u{2502}".utf8)
            column = end
        }
        return bytes
    }

    /// The next line of a cell, or nothing, in so much room.
    private func addLine(of owner: Int, _ room: Int, _ grid: Grid, _ next: inout [Int], to bytes: inout [UInt8]) {
        guard owner >= 0, next[owner] < grid.cells[owner].lines.count else {
            bytes += Array(repeating: 0x20, count: room)
            return
        }
        let cell = grid.cells[owner]
        let line = cell.lines[next[owner]]
        next[owner] += 1
        // Paragraphs have put themselves where they stand already, but for those that read from right to left.
        let before = line.isAtRight ? max(0, room - line.width) : 0
        bytes += Array(repeating: 0x20, count: before) + line.bytes
        bytes += Array(repeating: 0x20, count: max(0, room - before - line.width))
    }

    private func edge(
        above row: Int, _ owners: [[Int]], _ grid: Grid, _ widths: [Int], _ next: [Int]
    ) -> [UInt8] {
        var next = next
        return edge(above: row, owners, grid, widths, next, advancing: &next)
    }

    /// The line above a row, where cells that go on through it show a line of theirs.
    private func edge(
        above row: Int, _ owners: [[Int]], _ grid: Grid, _ widths: [Int], _ known: [Int], advancing next: inout [Int]
    ) -> [UInt8] {
        func owner(_ row: Int, _ column: Int) -> Int {
            // Outside, and a number of its own for each empty place.
            guard row >= 0, row < grid.rowCount, column >= 0, column < grid.columnCount else { return -1 }
            return owners[row][column] >= 0 ? owners[row][column] : -2 - row * grid.columnCount - column
        }
        /// Whether there is a line above the row in a column.
        func isLine(_ column: Int) -> Bool {
            column >= 0 && column < grid.columnCount && owner(row - 1, column) != owner(row, column)
        }
        let isDouble = row == grid.headerCount && row > 0
        var bytes: [UInt8] = []
        for column in 0...grid.columnCount {
            let up = row > 0 && owner(row - 1, column - 1) != owner(row - 1, column)
            let down = row < grid.rowCount && owner(row, column - 1) != owner(row, column)
            let (left, right) = (isLine(column - 1), isLine(column))
            // Between the columns of a cell that goes on there is nothing.
            let isInside = !up && !down && !left && !right
            if !isInside { bytes += TerminalLayout.junction(up, down, left, right, isDouble) }
            guard column < grid.columnCount else { break }
            if right {
                bytes += Array(String(repeating: isDouble ? "\u{2550}" : "\u{2500}", count: widths[column] + 2).utf8)
            } else {
                // The cell's line is as wide as all its columns; its first one writes it.
                let index = owner(row, column)
                let isFirst = column == 0 || owner(row, column - 1) != index
                guard isFirst else { continue }
                var end = column + 1
                while end < grid.columnCount, owner(row, end) == index { end += 1 }
                let room = widths[column..<end].reduce(0, +) + 3 * (end - column - 1)
                bytes.append(0x20)
                addLine(of: index, room, grid, &next, to: &bytes)
                bytes.append(0x20)
            }
        }
        return bytes
    }

    private static func junction(_ up: Bool, _ down: Bool, _ left: Bool, _ right: Bool, _ isDouble: Bool) -> [UInt8] {
        let single = [
            " ", "\u{2574}", "\u{2576}", "\u{2500}", "\u{2577}", "\u{2510}", "\u{250C}", "\u{252C}", "\u{2575}",
            "\u{2518}",
            "\u{2514}", "\u{2534}", "\u{2502}", "\u{2524}", "\u{251C}", "\u{253C}",
        ]
        let double = [
            " ", "\u{2550}", "\u{2550}", "\u{2550}", "\u{2577}", "\u{2555}", "\u{2552}", "\u{2564}", "\u{2575}",
            "\u{255B}",
            "\u{2558}", "\u{2567}", "\u{2502}", "\u{2561}", "\u{255E}", "\u{256A}",
        ]
        let index = (up ? 8 : 0) + (down ? 4 : 0) + (right ? 2 : 0) + (left ? 1 : 0)
        return Array((isDouble ? double : single)[index].utf8)
    }
}
