import GalleyParagraph
import GalleyText

// Floats and inline blocks: flows of their own, laid out before the paragraph that anchors them.
extension FlowLayouter {
    func isOutOfFlow(_ object: InlineObject) -> Bool { text.isOutOfFlow(object) }

    /// Opens the next flow of a paragraph that is not laid out; `false` when all are.
    mutating func openNextFlow(ofParagraph index: Int) -> Bool {
        let top = frames.count - 1
        let objects = shaped.paragraphs[index].objects
        while frames[top].nextObject < objects.count {
            let object = objects[frames[top].nextObject]
            frames[top].nextObject += 1
            guard case .flow(let id) = object.kind else { continue }
            frames[top].awaited = .flow
            openFlow(text.flows[id.index].rootBlock, availableWidth: frames[top].contentWidth)
            return true
        }
        return false
    }

    /// Opens a float or inline block, as wide as its content asks for (CSS 2 §10.3.5, §10.3.9).
    private mutating func openFlow(_ block: BlockID, availableWidth: Double) {
        let container = ContainingBlock(width: availableWidth, height: nil, isRightToLeft: false)
        var metrics = metrics(of: block, in: container)
        let style = text.blocks[block.index].style
        if style.width == .auto, !text.blocks[block.index].isTable {
            let available = max(
                0, availableWidth - metrics.margin.left - metrics.margin.right - metrics.horizontalEdges)
            metrics.width = clampedWidth(widths.content(block).fitting(available), block, metrics, container)
        }
        boxes[block.index].anchor = -1
        if text.blocks[block.index].isTable {
            openTable(block, metrics, container: container)
        } else {
            openContext(block, metrics, containerHeight: nil)
        }
    }

    /// `min-width` and `max-width` applied to a content width.
    func clampedWidth(
        _ width: Double, _ block: BlockID, _ metrics: BoxMetrics, _ container: ContainingBlock
    ) -> Double {
        let style = text.blocks[block.index].style
        let resolver = resolver(of: block)
        let extra = style.boxSizing == .borderBox ? metrics.horizontalEdges : 0
        var width = width
        if let maximum = style.maximumWidth?.length {
            width = min(width, max(0, resolver.resolve(maximum, container.width) - extra))
        }
        if let minimum = style.minimumWidth.length {
            width = max(width, max(0, resolver.resolve(minimum, container.width) - extra))
        }
        return width
    }

    /// The box that an inline block is in its line: on the baseline of its last line, or on its bottom margin edge
    /// when it has none or clips (CSS 2 §10.8.1). A table's is its first row's.
    func metrics(ofFlow id: FlowID) -> InlineBoxMetrics {
        let flow = text.flows[id.index]
        let block = text.blocks[flow.rootBlock.index]
        let box = boxes[flow.rootBlock.index]
        let above = box.margin.top + captionsAbove(flow.rootBlock)
        let height = above + box.height + captionsBelow(flow.rootBlock) + box.margin.bottom
        let own = block.isTable ? box.firstBaseline : block.style.clipsOverflow ? nil : box.lastBaseline
        return InlineBoxMetrics(
            width: box.margin.left + box.width + box.margin.right, height: height, baseline: own.map { above + $0 },
            alignment: flow.verticalAlignment)
    }

    /// Puts a paragraph's floats above its lines, each at its side: rows of floats side by side while they fit.
    mutating func placeFloats(ofParagraph index: Int) {
        let top = frames.count - 1
        let objects = shaped.paragraphs[index].objects.filter(isOutOfFlow)
        guard !objects.isEmpty else { return }
        resolve()
        let current = contexts.count - 1
        var left = frames[top].contentX
        var right = frames[top].contentX + frames[top].contentWidth
        var rowHeight = 0.0
        for object in objects {
            guard case .flow(let id) = object.kind else { continue }
            let root = text.flows[id.index].rootBlock
            let box = boxes[root.index]
            let width = box.margin.left + box.width + box.margin.right
            let height =
                captionsAbove(root) + captionsBelow(root) + box.margin.top + box.height + box.margin.bottom
            if width > right - left, rowHeight > 0 {
                contexts[current].cursor += rowHeight
                left = frames[top].contentX
                right = left + frames[top].contentWidth
                rowHeight = 0
            }
            boxes[root.index].anchor = contexts[current].root.rawValue
            boxes[root.index].y = contexts[current].cursor + box.margin.top + captionsAbove(root)
            if text.blocks[root.index].style.float == .right {
                right -= width
                boxes[root.index].x = right + box.margin.left
            } else {
                boxes[root.index].x = left + box.margin.left
                left += width
            }
            rowHeight = max(rowHeight, height)
        }
        contexts[current].cursor += max(0, rowHeight)
    }
}
