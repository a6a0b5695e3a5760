import GalleyText

// CSS 2 §8.3.1, §9.4.1, §10.3.3, §10.6.3, §10.6.7.
extension FlowLayouter {
    /// What lengths of a block refer to.
    func resolver(of block: BlockID) -> LengthResolver { resolver(shaped.lengthContext(of: block)) }

    func resolver(ofParagraph index: Int) -> LengthResolver { resolver(shaped.lengthContext(ofParagraph: index)) }

    private func resolver(_ known: LengthContext) -> LengthResolver {
        var context = known
        context.rootFontSize = options.rootFontSize
        context.viewport = viewport
        return LengthResolver(context: context)
    }

    // MARK: Opening

    /// The root is the first formatting context, in the initial containing block.
    mutating func openRoot(width: Double) {
        let container = ContainingBlock(
            width: width, height: options.viewportHeight > 0 ? options.viewportHeight : nil, isRightToLeft: false)
        var metrics = metrics(of: .root, in: container)
        metrics.settleMargins(in: container)
        boxes[0].x = metrics.margin.left
        boxes[0].y = metrics.margin.top
        openContext(.root, metrics, containerHeight: container.height)
        setShapes(of: .root)
        setStretch(of: .root, in: container, metrics, parent: BoxStretch(share: 1, pageWidth: width))
    }

    /// Opens the next child of the innermost box.
    mutating func openChild(_ block: BlockID) {
        let top = frames.count - 1
        var container = ContainingBlock(
            width: frames[top].contentWidth, height: frames[top].contentHeight ?? frames[top].percentageHeight,
            isRightToLeft: frames[top].isRightToLeft)
        frames[top].awaited = .child(block)
        let stretch = pages == nil ? BoxStretch() : fitToPage(block, &container)
        if contexts[contexts.count - 1].columns >= 0, text.style(of: block).spansColumns {
            openSpanner(block)
            return
        }
        // The margin of a spanning block meets only that of another right after it.
        if contexts[contexts.count - 1].columns >= 0 { endSpanner() }
        var metrics = metrics(of: block, in: container)
        boxes[block.index].anchor = contexts[contexts.count - 1].root.rawValue

        let record = text.blocks[block.index]
        if standsInBorder(block) {
            return openLegend(block, container, stretch)
        }
        guard record.isTable || text.establishesContext(block) else {
            let isCleared = addTopMargin(metrics.margin.top, clear: text.style(of: block).clear)
            metrics.settleMargins(in: container)
            boxes[block.index].x = frames[top].contentX + metrics.margin.left
            openFlowBox(block, metrics, containerHeight: container.height, isCleared: isCleared)
            setStretch(of: block, in: container, metrics, parent: stretch)
            if frames[frames.count - 1].isResolved || boxes[block.index].y > 0 {
                noteWidthUse(downTo: boxes[block.index].y, stretch)
            }
            return
        }
        if pullsFloatsAside(block, metrics, container) { resolve() }
        _ = addTopMargin(metrics.margin.top, clear: text.style(of: block).clear)
        resolve()
        openBesideFloats(block, container, stretch, shapeTrial(of: block, container, stretch))
    }

    /// Opens a box with a context of its own where the flow stands, or below: beside floats, and beside shapes when it is as
    /// high as `trial` says. With one it keeps the width of the page that it begins on.
    mutating func openBesideFloats(
        _ block: BlockID, _ container: ContainingBlock, _ stretch: BoxStretch, _ trial: ShapeTrial?
    ) {
        var container = container
        // Columns do not stand beside shapes; their lines do.
        let shapes = columnShapes[block] == nil ? shapes : nil
        let beside = roomBesideFloats(block, &container, shapes, height: trial?.height ?? 0)
        var metrics = metrics(of: block, in: container)
        metrics.settleMargins(in: container)
        boxes[block.index].x = beside + metrics.margin.left
        boxes[block.index].y = contexts[contexts.count - 1].cursor
        noteWidthUse(downTo: boxes[block.index].y, stretch)
        open(block, metrics, in: container)
        if !text.blocks[block.index].isTable {
            if trial == nil { setStretch(of: block, in: container, metrics, parent: stretch) }
            setShapes(of: block)
        }
        if let trial { trials.append(trial) }
    }

    /// Opens a box in the flow around it: its y is known when something stands in it.
    private mutating func openFlowBox(
        _ block: BlockID, _ metrics: BoxMetrics, containerHeight: Double?, isCleared: Bool
    ) {
        var frame = frame(of: block, metrics, containerHeight: containerHeight)
        frame.hasClearance = isCleared
        frame.contentX = boxes[block.index].x + metrics.border.left + metrics.padding.left
        frame.isResolved = false
        frames.append(frame)
        beginLineClamp(of: block)
        setEdges(of: block, metrics)
        boxes[block.index].definiteHeight = frame.contentHeight
        if metrics.topEdge > 0 {
            resolve()
            contexts[contexts.count - 1].cursor += metrics.topEdge
        }
    }

    /// Adds a box's top margin to those before it; a box that clears and would stand beside floats stands below them
    /// instead, and its margin meets none before it: it has clearance (CSS 2 §9.5.2). Returns whether it has.
    private mutating func addTopMargin(_ margin: Double, clear: BlockStyle.Clear) -> Bool {
        let top = contexts.count - 1
        var strut = contexts[top].strut
        strut.add(margin)
        // Floats that this margin would pull down with the box are cleared where they stand without it.
        let isPulling =
            clear != .none
            && contexts[top].waitingFloats.contains {
                clear.concerns(text.style(of: text.flows[$0.flow.index].rootBlock).float)
            }
        let hypothetical = contexts[top].clearedY ?? contexts[top].cursor + strut.sum
        guard isPulling || hypothetical < contexts[top].floats.clearance(clear) else {
            contexts[top].strut = strut
            return false
        }
        resolve()
        let floor = contexts[top].floats.clearance(clear)
        contexts[top].cursor = floor - margin
        contexts[top].strut = MarginStrut(margin)
        contexts[top].clearedY = floor
        return true
    }

    /// Whether floats wait for a place, and a box with a context of its own would not fit beside them where its margin
    /// would pull them: then they stand where they do without it.
    private mutating func pullsFloatsAside(
        _ block: BlockID, _ metrics: BoxMetrics, _ container: ContainingBlock
    ) -> Bool {
        let context = contexts[contexts.count - 1]
        guard !context.waitingFloats.isEmpty else { return false }
        var strut = context.strut
        strut.add(metrics.margin.top)
        let y = context.clearedY ?? context.cursor + strut.sum
        var floats = context.floats
        for float in context.waitingFloats { _ = place(float, at: y, in: &floats) }
        let left = frames[frames.count - 1].contentX
        let band = floats.band(at: y, height: 0, left: left, right: left + container.width)
        return band.nextY != nil && !fits(block, metrics, container, left, band)
    }

    /// A box with a context of its own stands beside floats, not under them: in the room that they leave, or below
    /// when that is too narrow (§9.5). Returns the left edge of the room, and narrows the container to it.
    /// Shapes count as floats do, all the way down its height.
    private mutating func roomBesideFloats(
        _ block: BlockID, _ container: inout ContainingBlock, _ shapes: ExclusionSpace?, height: Double
    ) -> Double {
        let top = contexts.count - 1
        let left = frames[frames.count - 1].contentX
        contexts[top].floats.pass(contexts[top].cursor)
        guard !contexts[top].floats.isEmpty || shapes != nil else { return left }
        let metrics = metrics(of: block, in: container)
        var tries = 0
        while true {
            var band = contexts[top].floats.band(
                at: contexts[top].cursor, height: 0, left: left, right: left + container.width)
            if let free = shapes?.free(band, at: contexts[top].cursor, height: height) {
                let part = free.parts.widest ?? band.left...band.left
                (band.left, band.right) = (part.lowerBound, part.upperBound)
                band.nextY = min(band.nextY ?? .infinity, free.next)
            }
            guard !fits(block, metrics, container, left, band), let next = band.nextY, next > contexts[top].cursor
            else {
                if band.nextY == nil { return left }
                let room = room(metrics, container, left, band)
                container.room = room.width
                return room.left
            }
            tries += 1
            contexts[top].cursor =
                tries > ExclusionSpace.maximumTries ? max(next, shapes?.bottom ?? next) : next
        }
    }

    /// Where a box and its margins may stand between floats: its border box is beside them, its margins may lie over
    /// them.
    private func room(
        _ metrics: BoxMetrics, _ container: ContainingBlock, _ left: Double, _ band: FloatSpace.Band
    ) -> (left: Double, width: Double) {
        var start = left
        var end = left + container.width
        if band.left > start { start = max(start + metrics.margin.left, band.left) - metrics.margin.left }
        if band.right < end { end = min(end - metrics.margin.right, band.right) + metrics.margin.right }
        return (start, max(0, end - start))
    }

    private func fits(
        _ block: BlockID, _ metrics: BoxMetrics, _ container: ContainingBlock, _ left: Double, _ band: FloatSpace.Band
    ) -> Bool {
        let room = room(metrics, container, left, band)
        var container = container
        container.room = room.width
        let needed = self.metrics(of: block, in: container)
        return band.width > 0
            && needed.borderBoxWidth + needed.margin.left + needed.margin.right <= room.width + 1 / 64
    }

    /// Opens a box with coordinates of its own: the root, floats, cells, inline blocks, `flow-root`.
    mutating func openContext(_ block: BlockID, _ metrics: BoxMetrics, containerHeight: Double?) {
        var frame = frame(of: block, metrics, containerHeight: containerHeight)
        frame.isContextRoot = true
        frame.contentX = metrics.border.left + metrics.padding.left
        let columns = openColumns(block, metrics, &frame)
        frames.append(frame)
        leaveLineClamp()
        beginLineClamp(of: block)
        setEdges(of: block, metrics)
        boxes[block.index].definiteHeight = frame.contentHeight
        contexts.append(FormattingContext(root: block, cursor: metrics.topEdge, unresolved: frames.count))
        contexts[contexts.count - 1].columns = columns
    }

    func frame(of block: BlockID, _ metrics: BoxMetrics, containerHeight: Double?) -> Frame {
        var frame = Frame(block: block, places: shaped.tree.places(of: block))
        frame.contentWidth = metrics.width
        let traits = shaped.traits[text.blocks[block.index].style.index]
        frame.isRightToLeft = traits.isRightToLeft
        if traits.isPlain { return frame }
        let style = text.style(of: block)
        let heights = declaredHeights(style, block, metrics, containerHeight: containerHeight)
        frame.contentHeight = heights.given
        frame.minimumHeight = heights.minimum
        frame.maximumHeight = heights.maximum
        if heights.given == nil, let ratio = PreferredRatio(style, text.blocks[block.index].kind, metrics) {
            // The automatic minimum is the content's height, unless something is clipped (CSS Box Sizing 4 §3.3).
            frame.contentHeight = ratio.height(ofWidth: metrics.width)
            frame.growsWithContent = style.minimumHeight == .auto && !style.clipsOverflow
        }
        return frame
    }

    mutating func setEdges(of block: BlockID, _ metrics: BoxMetrics) {
        boxes[block.index].width = metrics.borderBoxWidth
        // Boxes of one style have equal edges nearly always.
        let style = text.blocks[block.index].style.index
        knownEdges[style] = boxes[block.index].setEdges(metrics, sharing: knownEdges[style])
    }

    /// Edges and used width of a block in a containing block; margins are not settled.
    func metrics(of block: BlockID, in container: ContainingBlock) -> BoxMetrics {
        if text.blocks[block.index].isTable { return tableMetrics(block, in: container) }
        if let metrics = plainMetrics(of: block, in: container) { return metrics }
        let style = text.style(of: block)
        let resolver = resolver(of: block)
        var metrics = BoxMetrics(edgesOf: style, in: resolver, percentageBase: container.width)
        let available = max(
            0, container.available - metrics.margin.left - metrics.margin.right - metrics.horizontalEdges)
        func width(_ value: SizeValue) -> Double? {
            switch value {
            case .auto: return nil
            case .length(let length):
                let extra = style.boxSizing == .borderBox ? metrics.horizontalEdges : 0
                return max(0, resolver.resolve(length, container.width) - extra)
            case .minContent: return widths.content(block).minimum
            case .maxContent: return widths.content(block).maximum
            case .fitContent: return widths.content(block).fitting(available)
            case .stretch: return available
            }
        }
        metrics.width = width(style.width) ?? available
        switch ratioWidth(style, block, metrics, containerHeight: container.height) {
        case .width(let width): (metrics.width, metrics.isWidthOfRatio) = (width, true)
        case .limits(let least, let most): metrics.width = max(min(metrics.width, most), least)
        case nil: break
        }
        if let maximum = style.maximumWidth.flatMap(width) { metrics.width = min(metrics.width, maximum) }
        if let minimum = width(style.minimumWidth) { metrics.width = max(metrics.width, minimum) }
        return metrics
    }

    // MARK: Positions

    /// Something stands here: the margins collected so far are the distance to it, and the top edges of the boxes that
    /// were opened since the last thing are here too.
    mutating func resolve() {
        let top = contexts.count - 1
        if contexts[top].columns >= 0 { endSpanner() }
        contexts[top].cursor = contexts[top].position
        contexts[top].strut = MarginStrut()
        contexts[top].clearedY = nil
        contexts[top].endsWithClearance = false
        while contexts[top].unresolved < frames.count {
            let index = contexts[top].unresolved
            boxes[frames[index].block.index].y = contexts[top].cursor
            frames[index].isResolved = true
            contexts[top].unresolved += 1
        }
        if contexts[top].hasWaiting { placeWaitingFloats(at: contexts[top].cursor) }
    }

    // MARK: Closing

    /// Closes the innermost box: everything inside is laid out.
    mutating func closeBox() {
        let frame = frames[frames.count - 1]
        if frame.isContextRoot {
            closeContext(frame)
        } else {
            closeFlowBox(frame)
        }
        endLineClamp(frame)
    }

    private mutating func closeContext(_ frame: Frame) {
        if contexts[contexts.count - 1].columns >= 0 { endSpanner() }
        guard let context = contexts.popLast() else { return }
        frames.removeLast()
        let block = frame.block.index
        // A context's box holds its floats (CSS 2 §10.6.7).
        let bottom = max(context.position, context.floats.bottom)
        if frame.isAnonymous {
            anonymousCellClosed(height: bottom, context)
            return
        }
        let topEdge = boxes[block].border.top + boxes[block].padding.top
        let content = context.columns >= 0 ? closeColumns(frame, end: bottom) : max(0, bottom - topEdge)
        let height = min(max(frame.height(ofContent: content), 0), frame.maximumHeight)
        boxes[block].height =
            topEdge + max(height, frame.minimumHeight) + boxes[block].border.bottom + boxes[block].padding.bottom
        boxes[block].firstBaseline = context.firstBaseline
        boxes[block].lastBaseline = context.lastBaseline
    }

    /// A box in the flow: its bottom margin meets those of its last children where nothing separates them.
    private mutating func closeFlowBox(_ frame: Frame) {
        let top = contexts.count - 1
        let block = frame.block.index
        let bottomEdge = boxes[block].border.bottom + boxes[block].padding.bottom
        let marginBottom = boxes[block].margin.bottom
        let isFixed =
            (frame.contentHeight.map { min(max($0, frame.minimumHeight), frame.maximumHeight) } ?? frame.minimumHeight)
            > 0
        if !frame.isResolved, bottomEdge > 0 || isFixed { resolve() }
        let isResolved = frames[frames.count - 1].isResolved
        frames.removeLast()
        guard isResolved else {
            // Nothing inside: all its margins are one (§8.3.1). It stands where its top margin puts it.
            boxes[block].y = contexts[top].position
            boxes[block].height = 0
            if frame.hasClearance {
                contexts[top].clearedY = nil
                contexts[top].endsWithClearance = true
            }
            contexts[top].strut.add(marginBottom)
            contexts[top].unresolved = min(contexts[top].unresolved, frames.count)
            if frames[frames.count - 1].isResolved { placeWaitingFloats(at: boxes[block].y) }
            return
        }
        endFlowBox(block, isAutomatic: frame.contentHeight == nil) { content in
            max(min(frame.height(ofContent: content), frame.maximumHeight), frame.minimumHeight)
        }
    }

    /// Ends a box in the flow that something stands in. `used` says how high its content box is for its content's height, and
    /// `isAutomatic` whether that is what it depends on.
    @inline(__always)
    mutating func endFlowBox(_ block: Int, isAutomatic: Bool, used: (Double) -> Double) {
        let top = contexts.count - 1
        let topEdge = boxes[block].border.top + boxes[block].padding.top
        let bottomEdge = boxes[block].border.bottom + boxes[block].padding.bottom
        let contentTop = boxes[block].y + topEdge
        var content = contexts[top].cursor - contentTop
        // A bottom edge keeps the children's margins inside, and so does clearance.
        let keepsMargins = bottomEdge > 0 || contexts[top].endsWithClearance
        if keepsMargins { content += contexts[top].strut.sum }
        let automatic = max(0, content)
        let used = used(automatic)
        boxes[block].height = topEdge + used + bottomEdge
        let collapses = !keepsMargins && isAutomatic && used == automatic
        if collapses {
            // The cursor stays before the children's margins, also where negative ones pulled content above the top.
            contexts[top].cursor = max(contexts[top].cursor, contentTop)
            contexts[top].strut.add(boxes[block].margin.bottom)
        } else {
            contexts[top].cursor = boxes[block].y + boxes[block].height
            contexts[top].strut = MarginStrut(boxes[block].margin.bottom)
        }
        contexts[top].endsWithClearance = false
        contexts[top].unresolved = min(contexts[top].unresolved, frames.count)
    }

    /// The frame that was opened for a child is closed: a box with a context of its own moves the flow on now.
    mutating func closeChild(_ block: BlockID) {
        let record = text.blocks[block.index]
        guard text.establishesContext(block) || record.isTable else { return }
        if standsInBorder(block) { return closeLegend(block) }
        if laysOutAgainBesideShapes(block) { return }
        let top = contexts.count - 1
        defer { if contexts[top].columns >= 0 { closeSpanner(block) } }
        boxes[block.index].y += captionsAbove(block)
        let box = boxes[block.index]
        contexts[top].cursor = box.y + box.height + captionsBelow(block)
        contexts[top].strut = MarginStrut(box.margin.bottom)
        contexts[top].noteBaselines(
            first: box.firstBaseline.map { box.y + $0 }, last: box.lastBaseline.map { box.y + $0 })
    }
}

extension FlowLayouter.Frame {
    /// How high its content box is, but for the limits.
    fileprivate func height(ofContent content: Double) -> Double {
        guard let contentHeight else { return content }
        return growsWithContent ? max(contentHeight, content) : contentHeight
    }
}

extension Block {
    var isTable: Bool {
        if case .table = kind { true } else { false }
    }
}

extension AttributedText {
    /// Whether margins of a block's children never meet its own (CSS 2 §9.4.1); tables do so by themselves.
    func establishesContext(_ block: BlockID) -> Bool {
        style(of: block).establishesContext || blocks[block.index].isLegend || blocks[block.index].parent == nil
    }
}
