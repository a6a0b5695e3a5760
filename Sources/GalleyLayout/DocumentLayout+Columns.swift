import GalleyParagraph
import GalleyText

// Where columns move what was laid out in a strip.
extension DocumentLayout {
    /// The container in whose columns a paragraph stands.
    func columnSet(ofParagraph index: Int) -> Int? {
        guard geometry.hasColumns else { return nil }
        let block = text.paragraphs[index].block.index
        let set = geometry.ownSets[block] >= 0 ? geometry.ownSets[block] : geometry.blockSets[block]
        return set >= 0 ? Int(set) : nil
    }

    /// How far a column, and the columns around it, move what they show.
    func columnOffset(set: Int, slice: Int) -> Point {
        var offset = Point.zero
        var next = (set: set, slice: slice)
        while true {
            let columns = geometry.columnSets[next.set]
            guard columns.slices.indices.contains(next.slice) else { return offset }
            let shown = columns.slices[next.slice]
            offset.x += shown.dx
            offset.y += shown.dy
            let outer = Int(geometry.blockSets[columns.container.index])
            guard outer >= 0 else { return offset }
            next = (outer, columns.rows[shown.row].outerSlice)
        }
    }

    func columnOffset(ofParagraph index: Int, line: Int) -> Point {
        guard let set = columnSet(ofParagraph: index),
            let piece = geometry.columnSets[set].pieces(ofParagraph: index).last(where: { $0.lines.lowerBound <= line })
        else { return .zero }
        return columnOffset(set: set, slice: piece.slice)
    }

    /// Where a container's strip has its origin: the border box's top left corner, moved by the alignment of a cell.
    func stripOrigin(of set: Int) -> Point {
        let container = geometry.columnSets[set].container
        let frame = frame(of: container)
        return Point(x: frame.x, y: frame.y + geometry.boxes[container.index].contentShift)
    }

    /// The strip that pages are cut from, in document coordinates; or that of a container, from its border box. O(blocks and
    /// paragraphs in it).
    func strip(of set: Int?) -> FlowStrip {
        guard let set else {
            return strip(blocks: Array(text.blocks.indices), paragraphs: text.paragraphs.indices, set: nil)
        }
        let container = geometry.columnSets[set].container.index
        let paragraphs = text.blocks[container].paragraphs
        var end = container + 1
        while end < text.blocks.count, text.blocks[end].paragraphs.lowerBound < paragraphs.upperBound { end += 1 }
        return strip(blocks: Array(container + 1..<end), paragraphs: paragraphs, set: set)
    }

    /// Some blocks and paragraphs of the document or of a container. O(these).
    func strip(blocks: [Int], paragraphs: Range<Int>, set: Int?, ofApart isApart: Bool = false) -> FlowStrip {
        var strip = FlowStrip(text: text)
        let container = set.map { geometry.columnSets[$0].container }
        let origin = set.map { stripOrigin(of: $0).y } ?? 0
        let flow = container.map { text.blocks[$0.index].flow } ?? .main
        let number = Int32(set ?? -1)
        for index in blocks where !geometry.hasColumns || geometry.blockSets[index] == number {
            if !isApart, geometry.isApart(block: index) { continue }
            let fragment = blockFragment(BlockID(index))
            strip.boxes.append(
                FlowStrip.Box(
                    block: fragment.block, top: fragment.frame.minY - origin, bottom: fragment.frame.maxY - origin,
                    topMargin: geometry.boxes[index].margin.top, isDecorated: isDecorated(fragment),
                    takesBreaks: text.takesBreaks(BlockID(index), in: flow)))
            strip.noteEdges(of: fragment.block, geometry.boxes[index])
            guard geometry.hasColumns, geometry.ownSets[index] >= 0 else { continue }
            let inner = Int(geometry.ownSets[index])
            let top = stripOrigin(of: inner).y - origin
            for (number, row) in geometry.columnSets[inner].rows.enumerated() {
                strip.rows.append(
                    FlowStrip.Row(
                        place: ColumnRowPlace(set: inner, row: number), top: top + row.y,
                        bottom: top + row.y + row.height + row.overflow,
                        paragraph: text.blocks[index].paragraphs.lowerBound))
            }
        }
        for index in paragraphs
        where columnSet(ofParagraph: index) == set && (isApart || !geometry.isApart(paragraph: index)) {
            let paragraph = geometry.paragraphs[index]
            strip.paragraphs.append(
                FlowStrip.Paragraph(
                    index: index, top: geometry.origin(ofParagraph: index).y - origin,
                    lines: paragraph.layout?.lines,
                    markerHeight: paragraph.isMarkerLine ? shaped.markerPlaces.lines[index] : nil,
                    keptLines: geometry.dropCaps[index]?.lineCount(beside: paragraph.layout) ?? 0))
        }
        // Innermost first: the growth of those around reached down to where they end, too.
        var around = set
        while let set = around {
            strip.shrinkLast(in: geometry.columnSets[set])
            let outer = Int(geometry.blockSets[geometry.columnSets[set].container.index])
            around = outer >= 0 ? outer : nil
        }
        strip.settleOverhangs { geometry.boxes[$0.index] }
        strip.findTables()
        return strip
    }

    /// Makes the rows of a container end where pages do. `false` when nothing of it fits on the first one.
    mutating func cutRows(of set: Int, at plan: PagePlan) -> Bool {
        let layout = self
        var around = ColumnSurroundings(geometry.columnSets) { layout.strip(of: $0) }
        guard let distance = around.cut(set, at: plan) else { return false }
        for (index, set) in around.changed { geometry.columnSets[index] = set }
        for shift in around.shifts { geometry.shift(after: shift.paragraph, by: shift.distance) }
        // The container's own growth holds what those inside it moved.
        let inner = around.shifts.reduce(0) { $0 + $1.distance }
        if let last = text.blocks[around[set].container.index].paragraphs.last {
            geometry.shift(after: last, by: distance - inner)
            geometry.columnSets[set].ownGrowth += distance - inner
        }
        return true
    }

    /// Whether a background or border of a fragment is seen.
    func isDecorated(_ fragment: BlockFragment) -> Bool {
        let style = text.style(of: fragment.block)
        return fragment.frame.height > 0
            && (style.isDecorated(
                drawsBackground: fragment.drawsBackground, drawsBorder: fragment.drawsBorder,
                drawsShadows: fragment.drawsShadows)
                || !fragment.underlays.isEmpty && style.isVisible)
    }
}
