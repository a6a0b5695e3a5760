import GalleyText

// Legends in the borders of their fieldsets (HTML §15.3.13).
extension FlowLayouter {
    /// Whether a block is the legend of the innermost box.
    func standsInBorder(_ block: BlockID) -> Bool {
        text.blocks[block.index].isLegend && text.legend(of: frames[frames.count - 1].block) == block
    }

    /// Opens the legend of the innermost box; where it stands is known once its height is.
    mutating func openLegend(_ legend: BlockID, _ container: ContainingBlock, _ stretch: BoxStretch) {
        var metrics = metrics(of: legend, in: container)
        metrics.settleMargins(in: container)
        boxes[legend.index].x = frames[frames.count - 1].contentX + metrics.margin.left
        boxes[legend.index].y = 0
        noteWidthUse(downTo: 0, stretch)
        openContext(legend, metrics, containerHeight: container.height)
        setStretch(of: legend, in: container, metrics, parent: stretch)
    }

    /// Centres a legend over its fieldset's border, and makes room for it there. Its own top margin counts for nothing, as
    /// in browsers.
    mutating func closeLegend(_ legend: BlockID) {
        let frame = frames.count - 1
        let fieldset = frames[frame].block.index
        let box = boxes[legend.index]
        let border = boxes[fieldset].border.top
        let y = max(0, (border - box.height) / 2)
        boxes[legend.index].y = y
        // "The border's width or the margin box, whichever is greater."
        let space = max(border, y + box.height + box.margin.bottom)
        boxes[fieldset].border.top = space
        let top = contexts.count - 1
        contexts[top].cursor = space + boxes[fieldset].padding.top
        contexts[top].noteBaselines(
            first: box.firstBaseline.map { y + $0 }, last: box.lastBaseline.map { y + $0 })
        // A height that is declared has the legend in it.
        let extra = space - border
        frames[frame].contentHeight = frames[frame].contentHeight.map { max(0, $0 - extra) }
        frames[frame].minimumHeight = max(0, frames[frame].minimumHeight - extra)
        frames[frame].maximumHeight = max(0, frames[frame].maximumHeight - extra)
        boxes[fieldset].definiteHeight = frames[frame].contentHeight
    }
}

extension AttributedText {
    /// The width of a block's top border without the room that a legend takes there.
    func paintedTopBorder(of block: BlockID, _ box: BoxGeometry) -> Double {
        legend(of: block) == nil ? box.border.top : max(0, style(of: block).border.top.width)
    }

    /// The legend in a block's border: its first child, if that is one and the block has a context of its own.
    func legend(of block: BlockID) -> BlockID? {
        let next = block.index + 1
        guard next < blocks.count, blocks[next].isLegend, blocks[next].parent == block,
            blocks[next].paragraphs.lowerBound == blocks[block.index].paragraphs.lowerBound,
            blocks[block.index].kind == .box, establishesContext(block), !style(of: block).isMultiColumn
        else { return nil }
        return BlockID(next)
    }
}
