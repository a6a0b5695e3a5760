import GalleyText

extension FlowStrip {
    /// The strip cut at blocks that span all columns: what stands between them, and each of them.
    func parts(between spanners: [ColumnSet.Spanner]) -> [(columns: FlowStrip, spanner: FlowStrip)] {
        guard !spanners.isEmpty else { return [(self, FlowStrip(text: text))] }
        var empty = FlowStrip(text: text)
        empty.clonedEdges = clonedEdges
        // Odd ones are spanning blocks.
        var parts = Array(repeating: empty, count: 2 * spanners.count + 2)
        let ranges = spanners.map { text.blocks[$0.block.index].paragraphs }
        /// The part that a paragraph stands in.
        func place(_ paragraph: Int) -> Int {
            let index = ranges.partitionIndex { $0.upperBound > paragraph }
            return index < ranges.count && ranges[index].contains(paragraph) ? 2 * index + 1 : 2 * index
        }
        for paragraph in paragraphs { parts[place(paragraph.index)].paragraphs.append(paragraph) }
        for row in rows { parts[place(row.paragraph)].rows.append(row) }
        for box in boxes {
            let range = text.blocks[box.block.index].paragraphs
            let first = place(range.lowerBound)
            let last = place(max(range.lowerBound, range.upperBound - 1))
            if first == last, first % 2 == 1, box.block >= spanners[first / 2].block {
                parts[first].boxes.append(box)
                continue
            }
            // A box around spanning blocks ends before and goes on after each.
            for index in first / 2...(last + 1) / 2 where index <= spanners.count {
                var piece = box
                if index > 0 { piece.top = max(box.top, spanners[index - 1].bottom) }
                if index < spanners.count { piece.bottom = min(box.bottom, spanners[index].top) }
                if piece.bottom >= piece.top { parts[2 * index].boxes.append(piece) }
            }
        }
        return (0...spanners.count).map { (columns: parts[2 * $0], spanner: parts[2 * $0 + 1]) }
    }
}

extension FlowStrip {
    /// The strip further down.
    func moved(by distance: Double) -> FlowStrip {
        guard distance != 0 else { return self }
        var strip = self
        strip.move(by: distance) { _ in true }
        return strip
    }

    /// What begins after a paragraph moves, and what holds it grows.
    mutating func move(after paragraph: Int, by distance: Double) {
        guard distance != 0 else { return }
        for index in boxes.indices {
            let range = text.blocks[boxes[index].block.index].paragraphs
            if range.lowerBound <= paragraph, range.contains(paragraph) { boxes[index].bottom += distance }
        }
        move(by: distance) { $0 > paragraph }
    }

    /// Where the content of a container stands whose rows are in the strip.
    func contentTop(of columns: ColumnSet, _ set: Int) -> Double? {
        guard let first = columns.rows.first, let shown = rows.first(where: { $0.place.set == set }) else { return nil }
        return shown.top - first.y + columns.contentY
    }

    /// The rows of a container were made anew: what follows it moves by what it grew.
    mutating func replaceRows(of set: Int, from old: ColumnSet, to new: ColumnSet, growth: Double) {
        guard let top = contentTop(of: old, set) else { return }
        let paragraphs = text.blocks[new.container.index].paragraphs
        rows.removeAll { $0.place.set == set }
        move(after: paragraphs.upperBound - 1, by: growth)
        for (number, row) in new.rows.enumerated() {
            let y = top - new.contentY + row.y
            rows.append(
                Row(
                    place: ColumnRowPlace(set: set, row: number), top: y, bottom: y + row.height + row.overflow,
                    paragraph: paragraphs.lowerBound))
        }
    }

    /// Boxes that end with a container are as high as before it was cut.
    mutating func shrinkLast(in columns: ColumnSet) {
        guard columns.ownGrowth != 0 else { return }
        let end = text.blocks[columns.container.index].paragraphs.upperBound
        for index in boxes.indices where text.blocks[boxes[index].block.index].paragraphs.upperBound == end {
            boxes[index].bottom -= columns.ownGrowth
        }
    }

    private mutating func move(by distance: Double, _ isMoved: (Int) -> Bool) {
        for index in boxes.indices where isMoved(text.blocks[boxes[index].block.index].paragraphs.lowerBound) {
            boxes[index].top += distance
            boxes[index].bottom += distance
        }
        for index in paragraphs.indices where isMoved(paragraphs[index].index) { paragraphs[index].top += distance }
        for index in rows.indices where isMoved(rows[index].paragraph) {
            rows[index].top += distance
            rows[index].bottom += distance
        }
        findTables()
    }

    /// The first row of columns that the end of a slice comes to.
    func rowToCut(_ slice: FlowBreaker.Slice, limit: Double, _ isKept: (Row) -> Bool) -> Row? {
        let tolerance = FlowBreaker.tolerance
        // What begins where a break is forced stands after it.
        let end = slice.forced == nil ? slice.bottom + tolerance : slice.bottom - tolerance
        return rows.first { row in
            row.top >= slice.top - tolerance && row.top < limit - tolerance && row.bottom > limit + tolerance
                && row.top <= end && !isKept(row)
        }
    }
}
