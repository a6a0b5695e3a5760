import GalleyText

// Negative margins pull what follows a box over its end: there the box is over all the same, and a break between the two
// does not cut it (CSS Fragmentation 3 §4.1: between siblings is one place, whatever their margins).
extension FlowStrip {
    /// A box as far as it reaches, and its margins above and below.
    struct Extent {
        var block: BlockID
        var top: Double
        var bottom: Double
        var margins: (top: Double, bottom: Double)
    }

    /// Lets boxes end where what follows them begins. O(boxes), times the depth of boxes that end together.
    mutating func settleOverhangs(_ margins: (BlockID) -> EdgeInsets) {
        let overhangs = FlowStrip.overhangs(
            boxes.map { box in
                let margins = margins(box.block)
                return Extent(
                    block: box.block, top: box.top, bottom: box.bottom, margins: (margins.top, margins.bottom))
            }, text)
        guard !overhangs.isEmpty else { return }
        for index in boxes.indices { boxes[index].bottom -= overhangs[boxes[index].block] ?? 0 }
    }

    /// By how much boxes reach over what follows them. They come in document order.
    static func overhangs(_ extents: [Extent], _ text: AttributedText) -> [BlockID: Double] {
        guard extents.contains(where: { $0.margins.top < 0 || $0.margins.bottom < 0 }) else { return [:] }
        var overhangs: [BlockID: Double] = [:]
        /// A box is over at a height above its end, and with it those in it that end there.
        func end(_ index: Int, at y: Double) {
            let box = extents[index]
            guard y < box.bottom, y > box.top else { return }
            overhangs[box.block] = max(overhangs[box.block] ?? 0, box.bottom - y)
            let paragraphs = text.blocks[box.block.index].paragraphs
            for inner in extents[(index + 1)...] {
                guard text.blocks[inner.block.index].paragraphs.lowerBound < paragraphs.upperBound else { break }
                guard inner.bottom > y, inner.top < y, inner.bottom <= box.bottom + FlowBreaker.tolerance else {
                    continue
                }
                overhangs[inner.block] = max(overhangs[inner.block] ?? 0, inner.bottom - y)
            }
        }
        /// By parent: the last of its children so far.
        var last: [BlockID: Int] = [:]
        for (index, box) in extents.enumerated() {
            let block = text.blocks[box.block.index]
            switch block.kind {
            case .cell, .row, .rowGroup, .caption, .legend: continue
            default: break
            }
            // What is moved by an offset is not where the flow has it.
            let style = text.style(of: box.block)
            guard style.position == .static || style.position == .relative && style.inset == Edges(.auto) else {
                continue
            }
            if box.margins.bottom < 0 { end(index, at: box.bottom + box.margins.bottom) }
            guard let parent = block.parent, text.blocks[parent.index].flow == block.flow else { continue }
            if box.margins.top < 0, let before = last[parent] { end(before, at: box.top) }
            last[parent] = index
        }
        return overhangs
    }
}

extension DocumentLayout {
    /// `FlowStrip.overhangs` of all boxes.
    func makeOverhangs() -> [BlockID: Double] {
        guard geometry.boxes.contains(where: { $0.margin.top < 0 || $0.margin.bottom < 0 }) else { return [:] }
        return FlowStrip.overhangs(
            text.blocks.indices.map { index in
                let frame = frame(of: BlockID(index))
                let margin = geometry.boxes[index].margin
                return FlowStrip.Extent(
                    block: BlockID(index), top: frame.minY, bottom: frame.maxY, margins: (margin.top, margin.bottom))
            }, text)
    }
}
