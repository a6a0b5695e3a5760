import GalleyParagraph
import GalleyText

// Floats and inline blocks: flows of their own, laid out before the paragraph that anchors them.
extension FlowLayouter {
    /// Whether a flow is laid out when everything around it has its place.
    func isLaidOutApart(_ id: FlowID) -> Bool {
        !positioned.blocks.isEmpty && positioned.blocks[text.flows[id.index].rootBlock.index] != nil
    }

    func isOutOfFlow(_ object: InlineObject) -> Bool { text.isOutOfFlow(object) }

    /// Opens the next flow of a paragraph that is not laid out; `false` when all are.
    mutating func openNextFlow(ofParagraph index: Int) -> Bool {
        let top = frames.count - 1
        let objects = shaped.paragraphs.objects(index)
        while frames[top].nextObject < objects.count {
            let object = objects[frames[top].nextObject]
            frames[top].nextObject += 1
            guard case .flow(let id) = object.kind, !isLaidOutApart(id) else { continue }
            frames[top].awaited = .flow
            openFlow(
                text.flows[id.index].rootBlock,
                availableWidth: contentWidth(at: contexts[contexts.count - 1].position))
            return true
        }
        return false
    }

    /// Opens a float or inline block, as wide as its content asks for (CSS 2 §10.3.5, §10.3.9).
    private mutating func openFlow(_ block: BlockID, availableWidth: Double) {
        // Heights in percent are of the block around (CSS 2 §10.5).
        let around = frames.last.flatMap { $0.contentHeight ?? $0.percentageHeight }
        let container = ContainingBlock(width: availableWidth, height: around, isRightToLeft: false)
        var metrics = metrics(of: block, in: container)
        let style = text.style(of: block)
        if style.width == .auto, !metrics.isWidthOfRatio, !text.blocks[block.index].isTable {
            let available = max(
                0, availableWidth - metrics.margin.left - metrics.margin.right - metrics.horizontalEdges)
            metrics.width = clampedWidth(widths.content(block).fitting(available), block, metrics, container)
        }
        boxes[block.index].anchor = -1
        open(block, metrics, in: container)
    }

    /// Opens a box that makes a formatting context: a table's own, or that of blocks.
    mutating func open(_ block: BlockID, _ metrics: BoxMetrics, in container: ContainingBlock) {
        if text.blocks[block.index].isTable {
            openTable(block, metrics, container: container)
        } else {
            openContext(block, metrics, containerHeight: container.height)
        }
    }

    /// `min-width` and `max-width` applied to a content width, and what the preferred ratio makes of those of the height.
    func clampedWidth(
        _ width: Double, _ block: BlockID, _ metrics: BoxMetrics, _ container: ContainingBlock
    ) -> Double {
        let style = text.style(of: block)
        let resolver = resolver(of: block)
        let extra = style.boxSizing == .borderBox ? metrics.horizontalEdges : 0
        var width = width
        if case .limits(let least, let most)? = ratioWidth(style, block, metrics, containerHeight: container.height) {
            width = max(min(width, most), least)
        }
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
        let own = block.isTable ? box.firstBaseline : text.style(block.style).clipsOverflow ? nil : box.lastBaseline
        return InlineBoxMetrics(
            width: box.margin.left + box.width + box.margin.right, height: height, baseline: own.map { above + $0 },
            alignment: flow.verticalAlignment)
    }

    /// How many of a paragraph's objects that are out of the flow stand before everything else in it.
    func leadingFloatCount(ofParagraph index: Int) -> Int {
        // Each is one U+FFFC of three bytes.
        shaped.paragraphs.outOfFlowOffsets(index).enumerated().prefix { $1 == $0 * 3 }.count
    }

    /// Places a float that stands in the middle of a paragraph: at the top of the line that it is in, where there is room
    /// beside what stands before it, else below (§9.5, §9.5.1 rule 8).
    mutating func place(_ float: WaitingFloat, in line: Line, after used: Double) {
        let current = contexts.count - 1
        let root = text.flows[float.flow.index].rootBlock
        let box = boxes[root.index]
        let y = contexts[current].cursor + line.y
        let band = contexts[current].floats.band(
            at: y, height: 0, left: float.left, right: float.left + float.width)
        let room = shapes?.space(band, at: y, height: line.height).width ?? band.width
        let fits = box.margin.left + box.width + box.margin.right <= room - used + 1 / 64
        contexts[current].waitingFloats.append(float)
        placeWaitingFloats(at: fits || used <= 0 ? y : y + line.height)
    }

    /// Puts a paragraph's floats, or the first of them, at their sides, no higher than the paragraph's first line (CSS 2
    /// §9.5.1).
    ///
    /// What follows flows around them: lines ask `lineSpace`. In a box whose y is not known they wait until it is:
    /// margins of what follows may move the box.
    mutating func placeFloats(ofParagraph index: Int, first count: Int = .max) {
        let top = frames.count - 1
        let current = contexts.count - 1
        for object in shaped.paragraphs.objects(index).filter({ isOutOfFlow($0) }).prefix(count) {
            guard case .flow(let id) = object.kind else { continue }
            if isLaidOutApart(id) {
                contexts[current].waitingParagraphs.append(index)
                continue
            }
            contexts[current].waitingFloats.append(
                WaitingFloat(
                    flow: id, left: frames[top].contentX, width: contentWidth(at: contexts[current].position)))
        }
        guard frames[top].isResolved else { return }
        if contexts[current].columns >= 0, !contexts[current].waitingFloats.isEmpty { endSpanner() }
        placeWaitingFloats(at: contexts[current].position)
    }

    /// Places the floats that waited for their box, and the paragraphs of nothing but static positions.
    mutating func placeWaitingFloats(at y: Double) {
        let current = contexts.count - 1
        for index in contexts[current].waitingParagraphs { paragraphs[index].origin.y = y }
        contexts[current].waitingParagraphs.removeAll(keepingCapacity: true)
        guard !contexts[current].waitingFloats.isEmpty else { return }
        // Out of their context while the layouter is asked.
        var floats = FloatSpace()
        swap(&floats, &contexts[current].floats)
        for float in contexts[current].waitingFloats {
            let root = text.flows[float.flow.index].rootBlock
            let place = place(float, at: y, in: &floats)
            boxes[root.index].anchor = contexts[current].root.rawValue
            boxes[root.index].x = place.x + boxes[root.index].margin.left
            boxes[root.index].y = place.y + boxes[root.index].margin.top + captionsAbove(root)
        }
        swap(&floats, &contexts[current].floats)
        contexts[current].waitingFloats.removeAll(keepingCapacity: true)
    }

    /// Finds the place of a float's margin box. A footnote takes the whole width.
    func place(_ float: WaitingFloat, at y: Double, in floats: inout FloatSpace) -> Point {
        let root = text.flows[float.flow.index].rootBlock
        let style = text.style(of: root)
        let box = boxes[root.index]
        let outer = box.margin.left + box.width + box.margin.right
        let height = captionsAbove(root) + captionsBelow(root) + box.margin.top + box.height + box.margin.bottom
        return floats.place(
            width: text.flows[float.flow.index].kind == .footnote ? max(outer, float.width) : outer,
            height: height, isRight: style.float == .right, clear: style.clear, from: y,
            left: float.left, right: float.left + float.width, beside: shapes)
    }

    /// The floats beside a paragraph that begins where the flow stands, relative to its top left.
    mutating func floatsBesideParagraph(width: Double) -> [FloatSpace.Placed] {
        let top = frames.count - 1
        let current = contexts.count - 1
        contexts[current].floats.pass(contexts[current].cursor)
        guard !contexts[current].floats.isEmpty else { return [] }
        let x = frames[top].contentX
        let y = contexts[current].cursor
        return contexts[current].floats.active.map {
            FloatSpace.Placed(rect: $0.rect.offsetBy(dx: -x, dy: -y), isRight: $0.isRight)
        }.filter { $0.isRight ? $0.rect.minX < width : $0.rect.maxX > 0 }
    }

    /// Answers a paragraph of this width where its lines may stand beside floats.
    static func lineSpace(beside floats: [FloatSpace.Placed], width: Double) -> LineSpaceProvider? {
        guard !floats.isEmpty else { return nil }
        return { offset, height in
            let band = FloatSpace.band(floats, at: offset, height: height, left: 0, right: width)
            return LineSpace(x: min(band.left, width), width: band.width, nextOffset: band.nextY)
        }
    }
}
