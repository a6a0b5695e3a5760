import GalleyText

// CSS Multi-column 1: the content of a container is laid out once, in one strip as wide as a column, and cut when the
// container closes; what a column shows is decided by the breaker that cuts pages.
extension FlowLayouter {
    /// A multi-column container that is being laid out.
    struct ColumnWork {
        var set: ColumnSet
        /// The width that blocks have which span all columns, and the height that percentages refer to.
        var contentWidth: Double
        var contentHeight: Double?
        /// The bottom margin of the spanning block before, while nothing stands after it: only other spanning blocks
        /// meet it (§6).
        var pending: MarginStrut?
    }

    /// Makes a container's frame as wide as a column. Returns its place in `columnWork`, or -1 for a block without columns.
    mutating func openColumns(_ block: BlockID, _ metrics: BoxMetrics, _ frame: inout Frame) -> Int {
        let style = text.style(of: block)
        guard style.isMultiColumn, columnWork.count < LayoutLimits.maximumColumnNesting else { return -1 }
        // In cells, floats and inline boxes rows of columns cannot be cut: what follows them does not simply move. What is
        // shown on several pages has one column, and so has what is in footnotes.
        let isMovable = isInPlainFlow(block)
        if options.isPaged, !isMovable && isRepeated(block) || isInFootnote(block) { return -1 }
        let track = columnTrack(style, block, available: metrics.width)
        let set = ColumnSet(
            container: block, track: track, rule: style.columnRule, isRightToLeft: frame.isRightToLeft,
            contentX: frame.contentX, contentY: metrics.topEdge, isMovable: isMovable)
        columnWork.append(
            ColumnWork(set: set, contentWidth: metrics.width, contentHeight: frame.contentHeight, pending: nil))
        frame.contentWidth = track.width
        return columnWork.count - 1
    }

    /// Whether nothing but blocks of the flow, one below the other, is around a block that is being opened.
    private func isInPlainFlow(_ block: BlockID) -> Bool {
        var next = block
        for context in contexts.reversed() {
            guard boxes[next.index].anchor == context.root.rawValue else { return false }
            next = context.root
        }
        return next == .root
    }

    /// Whether a block is in a header or footer of a table or in a fixed box: pages may show these again.
    private func isRepeated(_ block: BlockID) -> Bool {
        var next: BlockID? = block
        while let id = next {
            if case .rowGroup(let kind) = text.blocks[id.index].kind, kind != .body { return true }
            if text.isFixed(id) { return true }
            next = text.blocks[id.index].parent
        }
        return false
    }

    /// The pages for which the rows of a container are made that cannot be cut afterwards: no row is higher than fits on a
    /// page, in a cell below a repeated header, so that each stands whole on one.
    private func pagePlan(_ set: ColumnSet) -> PagePlan? {
        guard let pages = options.pages, !set.isMovable else { return nil }
        var room = pages.leastHeight
        // Headers and footers that are shown again take a half of it at most, and so do edges.
        if !tables.isEmpty { room /= 2 }
        if isInClonedBox(set.container) { room /= 2 }
        return .wholeRows(height: room)
    }

    /// Whether a box around a block has edges of its own on each page.
    private func isInClonedBox(_ block: BlockID) -> Bool {
        var next: BlockID? = block
        while let id = next {
            if text.style(of: id).clonesDecoration { return true }
            next = text.blocks[id.index].parent
        }
        return false
    }

    /// The columns of a block; `normal` gaps are 1em.
    func columnTrack(_ style: BlockStyle, _ block: BlockID, available: Double) -> ColumnTrack {
        let resolver = resolver(of: block)
        let gap = style.columnGap.map { max(0, resolver.resolve($0, available)) } ?? resolver.context.fontSize
        return ColumnTrack(
            available: available, columnWidth: style.columnWidth.map { resolver.resolve($0, available) },
            count: style.columnCount, gap: gap)
    }

    // MARK: Blocks that span all columns

    /// Opens a block with `column-span: all`: columns end above it and begin again below.
    mutating func openSpanner(_ block: BlockID) {
        let top = contexts.count - 1
        let work = contexts[top].columns
        let container = ContainingBlock(
            width: columnWork[work].contentWidth, height: columnWork[work].contentHeight,
            isRightToLeft: columnWork[work].set.isRightToLeft)
        var metrics = metrics(of: block, in: container)
        metrics.settleMargins(in: container)
        if let pending = columnWork[work].pending {
            contexts[top].strut.add(pending)
            columnWork[work].pending = nil
        } else {
            resolve()
            contexts[top].cursor = max(contexts[top].cursor, contexts[top].floats.bottom)
        }
        let start = contexts[top].cursor
        contexts[top].strut.add(metrics.margin.top)
        resolve()
        columnWork[work].set.spanners.append(ColumnSet.Spanner(block: block, top: start, bottom: start))
        boxes[block.index].anchor = contexts[top].root.rawValue
        boxes[block.index].x = columnWork[work].set.contentX + metrics.margin.left
        boxes[block.index].y = contexts[top].cursor
        open(block, metrics, in: container)
    }

    /// A child of a container's context is closed: the margin below a spanning block waits for what follows.
    mutating func closeSpanner(_ block: BlockID) {
        let top = contexts.count - 1
        let work = contexts[top].columns
        guard let last = columnWork[work].set.spanners.last, last.block == block else { return }
        columnWork[work].set.spanners[columnWork[work].set.spanners.count - 1].bottom = contexts[top].cursor
        columnWork[work].pending = contexts[top].strut
        contexts[top].strut = MarginStrut()
    }

    /// Something else than a spanning block follows one: the margin between is the spanning block's own.
    mutating func endSpanner() {
        let top = contexts.count - 1
        let work = contexts[top].columns
        guard let pending = columnWork[work].pending else { return }
        contexts[top].cursor += pending.sum
        columnWork[work].set.spanners[columnWork[work].set.spanners.count - 1].bottom = contexts[top].cursor
        columnWork[work].pending = nil
    }

    // MARK: Closing

    /// Cuts the strip of a container that is laid out. Returns the height of its content box.
    ///
    /// - Parameter end: where the strip ends, from the container's border box.
    mutating func closeColumns(_ frame: Frame, end: Double) -> Double {
        guard var set = columnWork.popLast()?.set else { return 0 }
        let style = text.style(of: frame.block)
        let maximum = max(frame.maximumHeight, frame.minimumHeight)
        let room = ColumnSet.Room(
            height: frame.contentHeight.map { max(min($0, maximum), frame.minimumHeight) }, limit: maximum,
            isBalanced: style.columnFill == .balance)
        set.room = room
        let shapes = columnShapes[frame.block]
        let strip = strip(of: frame.block)
        let inner = strips(inside: strip)
        var around = ColumnSurroundings(columnSets) { inner[$0] ?? FlowStrip(text: strip.text) }
        let breaks = shapes?.breaks ?? []
        let used = shapes?.room(in: room) ?? room
        let height =
            set.fill(strip, end: end, used, plan: pagePlan(set), breaks: breaks, &around)
            ?? set.fill(strip, end: end, used, breaks: breaks, &around) ?? 0
        for (index, set) in around.changed { columnSets[index] = set }
        apply(around.shifts, inside: frame.block)
        setOfContainer[frame.block] = columnSets.count
        columnSets.append(set)
        return height
    }

    /// Moves what begins after columns that were cut, and makes higher what holds them. Positions are relative to their
    /// anchors, which may have moved too.
    private mutating func apply(_ shifts: [(paragraph: Int, distance: Double)], inside container: BlockID) {
        guard !shifts.isEmpty else { return }
        let range = text.blocks[container.index].paragraphs
        var sums = FenwickTree<Double>(count: range.count)
        for shift in shifts { sums.add(shift.distance, at: shift.paragraph - range.lowerBound) }
        func sum(_ paragraph: Int) -> Double { sums.sum(before: max(0, paragraph - range.lowerBound)) }
        func base(_ anchor: Int32) -> Double {
            anchor >= 0 ? sum(max(range.lowerBound, text.blocks[Int(anchor)].paragraphs.lowerBound)) : 0
        }
        var index = container.index + 1
        while index < text.blocks.count, isInside(BlockID(index), container) {
            let own = text.blocks[index].paragraphs
            if boxes[index].anchor >= 0 { boxes[index].y += sum(own.lowerBound) - base(boxes[index].anchor) }
            boxes[index].height += sum(own.upperBound) - sum(own.lowerBound)
            index += 1
        }
        for index in range where paragraphs[index].anchor >= 0 {
            paragraphs[index].origin.y += sum(index) - base(paragraphs[index].anchor)
        }
    }

    /// What stands in a container, from its border box's top left corner.
    private func strip(of container: BlockID) -> FlowStrip {
        strip(
            of: text.blocks[container.index].paragraphs, from: container.index + 1,
            flow: text.blocks[container.index].flow, origins: [:])
    }

    /// What stands in each container inside a strip, also in those inside others, by its place in `columnSets`.
    private func strips(inside strip: FlowStrip) -> [Int: FlowStrip] {
        var found: [Int: FlowStrip] = [:]
        var waiting = [strip]
        while let next = waiting.popLast() {
            for set in next.rows.map(\.place.set) where found[set] == nil {
                var inner = self.strip(of: columnSets[set].container)
                var block: BlockID? = columnSets[set].container
                while let id = block {
                    if let around = setOfContainer[id] { inner.shrinkLast(in: columnSets[around]) }
                    block = text.blocks[id.index].parent
                }
                inner.findTables()
                found[set] = inner
                waiting.append(inner)
            }
        }
        return found
    }

    /// A stretch of the document: its paragraphs, the blocks that begin with them from one on. O(blocks and paragraphs in
    /// it), without those in columns inside.
    ///
    /// - Parameter origins: where blocks before stand that what is here is anchored to; others are at 0.
    func strip(
        of range: Range<Int>, from first: Int, flow: FlowID, origins: [Int: Double]
    ) -> FlowStrip {
        var strip = FlowStrip(text: text)
        let inlinePlaces = inlineFlowPlaces(
            Region(blocks: 0..<0, paragraphs: range))
        var tops: [Double] = []
        func base(_ anchor: Int32) -> Double {
            let index = Int(anchor)
            guard index >= first, index - first < tops.count else { return origins[index] ?? 0 }
            return tops[index - first] + boxes[index].contentShift
        }
        func top(ofParagraph index: Int) -> Double { paragraphs[index].origin.y + base(paragraphs[index].anchor) }
        // Footnotes called in it stand elsewhere, and may be laid out already.
        let isFootnote = positioned.isInFootnote(paragraph: range.lowerBound)
        func isElsewhere(_ paragraph: Int) -> Bool {
            !isFootnote && positioned.isInFootnote(paragraph: paragraph)
        }
        var inner: [Range<Int>] = []
        var index = first
        func isHere(_ block: Int) -> Bool {
            block < text.blocks.count && text.blocks[block].paragraphs.lowerBound < range.upperBound
        }
        while isHere(index) {
            let block = text.blocks[index]
            if isElsewhere(block.paragraphs.lowerBound) {
                tops.append(0)
                index += 1
                continue
            }
            let box = boxes[index]
            var y = box.y + base(box.anchor)
            if box.anchor < 0, let place = inlinePlaces[BlockID(index)] {
                y = top(ofParagraph: place.paragraph) + place.rect.y + box.margin.top + captionsAbove(BlockID(index))
            }
            tops.append(y)
            strip.boxes.append(
                FlowStrip.Box(
                    block: BlockID(index), top: y, bottom: y + box.height, topMargin: box.margin.top,
                    isDecorated: box.height > 0
                        && text.style(block.style).isDecorated(
                            drawsBackground: box.drawsBackground, drawsBorder: box.drawsBorder,
                            drawsShadows: box.drawsBackground),
                    takesBreaks: text.takesBreaks(BlockID(index), in: flow)))
            strip.noteEdges(of: BlockID(index), box)
            index += 1
            guard let set = setOfContainer[BlockID(index - 1)] else { continue }
            for (number, row) in columnSets[set].rows.enumerated() {
                let top = y + box.contentShift + row.y
                strip.rows.append(
                    FlowStrip.Row(
                        place: ColumnRowPlace(set: set, row: number), top: top, bottom: top + row.height + row.overflow,
                        paragraph: block.paragraphs.lowerBound))
            }
            inner.append(block.paragraphs)
            // What stands in its columns is no part of this strip.
            let container = index - 1
            while isHere(index), isInside(BlockID(index), BlockID(container)) {
                tops.append(0)
                index += 1
            }
        }
        var next = 0
        for index in range {
            while next < inner.count, inner[next].upperBound <= index { next += 1 }
            if next < inner.count && inner[next].contains(index) || isElsewhere(index) { continue }
            strip.paragraphs.append(
                FlowStrip.Paragraph(
                    index: index, top: top(ofParagraph: index), lines: paragraphs[index].layout?.lines,
                    markerHeight: paragraphs[index].isMarkerLine ? shaped.markerPlaces.lines[index] : nil,
                    keptLines: linesBesideDropCap(ofParagraph: index)))
        }
        strip.settleOverhangs { boxes[$0.index] }
        strip.findTables()
        return strip
    }

    /// Whether a block that comes after another stands in it: blocks are listed in document order.
    private func isInside(_ block: BlockID, _ container: BlockID) -> Bool {
        let outer = text.blocks[container.index].paragraphs
        let inner = text.blocks[block.index].paragraphs
        return inner.lowerBound >= outer.lowerBound && inner.upperBound <= outer.upperBound && !inner.isEmpty
    }

    private func isInFootnote(_ block: BlockID) -> Bool {
        positioned.isInFootnote(paragraph: text.blocks[block.index].paragraphs.lowerBound)
    }

    /// For each block the container in whose columns it stands.
    func blockSets() -> ContiguousArray<Int32> {
        var sets = ContiguousArray<Int32>(repeating: -1, count: text.blocks.count)
        for index in text.blocks.indices {
            guard let parent = text.blocks[index].parent else { continue }
            let flow = text.blocks[index].flow
            // A footnote stands across all columns; there may be others in it.
            if text.flows[flow.index].kind == .footnote, text.flows[flow.index].rootBlock == BlockID(index),
                isLaidOutApart(flow)
            {
                continue
            }
            if hasPlaceOutsideFlow(BlockID(index)) {
                sets[index] = containingBlock(ofPositioned: BlockID(index)).map { sets[$0.index] } ?? -1
            } else {
                sets[index] = setOfContainer[parent].map { Int32(truncatingIfNeeded: $0) } ?? sets[parent.index]
            }
        }
        return sets
    }

    /// Whether a block is one whose place on the page says an offset, not the flow: columns around it move it where they
    /// move its containing block (CSS Multi-column 1 §2).
    private func hasPlaceOutsideFlow(_ block: BlockID) -> Bool {
        guard positioned.blocks[block.index] != nil else { return false }
        let style = text.style(of: block)
        return style.inset.top != .auto || style.inset.bottom != .auto
    }
}
