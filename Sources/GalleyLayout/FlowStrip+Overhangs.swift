import GalleyText

// A box whose border or padding what follows is laid over, by a negative margin, is over where that begins: between the two
// is one place to break (CSS Fragmentation 3 §4.1), and nothing of the box stands behind it.
extension FlowStrip {
    /// A box as far as it reaches.
    struct Extent {
        var block: BlockID
        var top: Double
        var bottom: Double
        /// Its border and padding below.
        var bottomEdge: Double
        /// Its margin below.
        var margin: Double
    }

    /// Lets boxes end where what follows them begins. O(boxes).
    mutating func settleOverhangs(_ geometry: (BlockID) -> BoxGeometry) {
        guard boxes.contains(where: { geometry($0.block).pullsOthers }) else { return }
        let overhangs = FlowStrip.overhangs(
            boxes.map { Extent($0.block, top: $0.top, bottom: $0.bottom, geometry($0.block)) }, text)
        guard !overhangs.isEmpty else { return }
        for index in boxes.indices { boxes[index].bottom -= overhangs[boxes[index].block] ?? 0 }
    }

    /// How much of boxes stands over what follows them: of their edges below, and of no more than
    /// `LayoutLimits.maximumOverhang`. They come in document order. Linear.
    static func overhangs(_ extents: [Extent], _ text: AttributedText) -> [BlockID: Double] {
        let places = Dictionary(uniqueKeysWithValues: extents.indices.map { (extents[$0].block, $0) })
        /// Where what follows a box begins, and how much of it are edges, its own and those of the last box in it.
        var following = [Double?](repeating: nil, count: extents.count)
        var edges = extents.map(\.bottomEdge)
        /// By parent: its children so far, from the last one on.
        var tops: [BlockID: Double] = [:]
        for (index, box) in extents.enumerated().reversed() where isInFlow(box.block, text) {
            guard let parent = text.blocks[box.block.index].parent else { continue }
            following[index] = tops[parent]
            if tops.updateValue(box.top, forKey: parent) == nil, let place = places[parent],
                box.bottom >= extents[place].bottom - extents[place].bottomEdge - FlowBreaker.tolerance
            {
                edges[place] += edges[index]
            }
        }
        var overhangs: [BlockID: Double] = [:]
        for (index, box) in extents.enumerated() {
            var end = following[index]
            if !isInFlow(box.block, text) {
                // What is beside or below a float knows its margin box.
                let isFloat = text.flows[text.blocks[box.block.index].flow.index].rootBlock == box.block
                end = isFloat && box.margin < 0 ? box.bottom + box.margin : nil
            } else if end == nil, let parent = text.blocks[box.block.index].parent, let place = places[parent],
                box.bottom <= extents[place].bottom + LayoutLimits.maximumOverhang
            {
                end = following[place]
                following[index] = end
            }
            guard let end, end < box.bottom - FlowBreaker.tolerance,
                box.bottom - end <= min(edges[index], LayoutLimits.maximumOverhang) + FlowBreaker.tolerance
            else { continue }
            overhangs[box.block] = box.bottom - end
        }
        return overhangs
    }

    /// Whether a box stands below the one before it in the same flow, and is not moved from there.
    private static func isInFlow(_ id: BlockID, _ text: AttributedText) -> Bool {
        let block = text.blocks[id.index]
        switch block.kind {
        case .cell, .row, .rowGroup, .caption, .legend: return false
        default: break
        }
        guard let parent = block.parent, text.blocks[parent.index].flow == block.flow else { return false }
        let style = text.style(of: id)
        return style.position == .static || style.position == .relative && style.inset == Edges(.auto)
    }
}

extension FlowStrip.Extent {
    init(_ block: BlockID, top: Double, bottom: Double, _ box: BoxGeometry) {
        self.init(
            block: block, top: top, bottom: bottom, bottomEdge: max(0, box.border.bottom + box.padding.bottom),
            margin: box.margin.bottom)
    }
}

extension BoxGeometry {
    /// Whether a margin of it may lay it over another box, or another over it.
    fileprivate var pullsOthers: Bool { margin.top < 0 || margin.bottom < 0 }
}

extension DocumentLayout {
    /// `FlowStrip.overhangs` of all boxes.
    func makeOverhangs() -> [BlockID: Double] {
        guard geometry.boxes.contains(where: \.pullsOthers) else { return [:] }
        return FlowStrip.overhangs(
            text.blocks.indices.map { index in
                let frame = frame(of: BlockID(index))
                return FlowStrip.Extent(
                    BlockID(index), top: frame.minY, bottom: frame.maxY, geometry.boxes[index])
            }, text)
    }
}
