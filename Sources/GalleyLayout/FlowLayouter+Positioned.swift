import GalleyParagraph
import GalleyText

// Absolutely positioned boxes (CSS 2 §9.6, §10.3.7, §10.6.4): flows of their own, laid out when everything else has its
// place, since their containing block may be anything around them and as high as its content.
extension FlowLayouter {
    /// Lays out the absolutely positioned boxes, outer ones before those inside them.
    ///
    /// - Parameter isWanted: of a flow's root block, whether it is; all where left out.
    mutating func layOutPositioned(where isWanted: (BlockID) -> Bool = { _ in true }) {
        guard !positioned.blocks.isEmpty else { return }
        // Where the objects of the last paragraph stand: many boxes may be anchored in one.
        var places: (paragraph: Int, places: [FlowID: StaticPlace]) = (-1, [:])
        for (index, flow) in text.flows.enumerated() where flow.kind == .positioned && isWanted(flow.rootBlock) {
            let root = flow.rootBlock
            if let anchor = flow.anchor {
                let paragraph = text.paragraphIndex(at: anchor)
                if places.paragraph != paragraph { places = (paragraph, staticPlaces(ofParagraph: paragraph)) }
            }
            let box = PositionedBox(self, flow, places.places[FlowID(index)])
            open(box)
            while !frames.isEmpty { step() }
            place(root, at: box.place(of: boxes[root.index]))
        }
    }

    /// The boxes that have their place on a page, wherever the flow is cut: on every one, or on the first; those in others are
    /// a part of them.
    func fixedBoxes() -> [FixedBox] {
        guard options.isPaged else { return [] }
        var boxes: [FixedBox] = []
        for root in text.flows.filter({ $0.kind == .positioned }).map(\.rootBlock).sorted() {
            if let last = boxes.last, last.blocks.contains(root.index) { continue }
            let region = region(of: root)
            let box = FixedBox(
                blocks: region.blocks, paragraphs: region.paragraphs, isOnEachPage: text.isFixed(root))
            if box.isOnEachPage || standsOnFirstPage(box) { boxes.append(box) }
        }
        return boxes
    }

    /// Whether a box is placed in the initial containing block, which is the first page's area (CSS 2 §10.1), and fits there
    /// with all that is in it: what does not goes on to other pages with the flow.
    private func standsOnFirstPage(_ box: FixedBox) -> Bool {
        let root = BlockID(box.blocks.lowerBound)
        let style = text.style(of: root)
        guard style.position == .absolute, style.inset.top != .auto || style.inset.bottom != .auto,
            let page = options.pages?.first, container(ofPositioned: root).isInitial
        else { return false }
        let bottom = page.height + FlowBreaker.tolerance
        let top = -FlowBreaker.tolerance
        return box.blocks.allSatisfy { index in
            boxes[index].y >= top && boxes[index].y + boxes[index].height <= bottom
                && text.style(of: BlockID(index)).position != .fixed
        }
            && box.paragraphs.allSatisfy { index in
                paragraphs[index].origin.y >= top
                    && paragraphs[index].origin.y + (paragraphs[index].layout?.size.height ?? 0) <= bottom
            }
    }

    private mutating func open(_ box: PositionedBox) {
        let container = ContainingBlock(
            width: box.container.width, height: box.container.height, isRightToLeft: box.isRightToLeft)
        boxes[box.block.index].anchor = -1
        open(box.block, box.metrics, in: container)
        guard let height = box.stretchedHeight, !text.blocks[box.block.index].isTable else { return }
        frames[frames.count - 1].contentHeight = height
        boxes[box.block.index].definiteHeight = height
    }

    /// The rectangle that a positioned box refers to, in the document: the padding box of the nearest positioned block
    /// around it, or the initial containing block (§10.1).
    func containingRect(ofPositioned block: BlockID) -> Rect { container(ofPositioned: block).rect }

    /// The same, and whether it is the initial containing block.
    private func container(ofPositioned block: BlockID) -> (rect: Rect, isInitial: Bool) {
        let initial = Rect(
            x: 0, y: 0, width: viewport.width,
            height: viewport.height > 0
                ? viewport.height : boxes[0].y + boxes[0].height + boxes[0].margin.bottom)
        let position = text.style(of: block).position
        let isFixed = text.isFixed(block)
        // On pages it is the page's content area (CSS 2 §10.1).
        if isFixed, let page = pageArea ?? options.pages?.first {
            return (Rect(x: 0, y: 0, width: page.width, height: page.height), true)
        }
        var inner = block
        var next = isFixed ? nil : text.blocks[block.index].parent
        while let id = next {
            let flow = text.blocks[inner.index].flow
            if position == .absolute, text.flows[flow.index].rootBlock == inner,
                let rect = containingInlineBox(of: flow)
            {
                return (rect, false)
            }
            inner = id
            if text.style(of: id).contains(position) {
                let box = boxes[id.index]
                return (box.frame.inset(by: box.border), false)
            }
            next = text.blocks[id.index].parent
        }
        return (initial, true)
    }

    /// The nearest positioned block around a positioned one; `nil` for the initial containing block.
    func containingBlock(ofPositioned block: BlockID) -> BlockID? {
        let position = text.style(of: block).position
        var next = text.blocks[block.index].parent
        while let id = next, !text.style(of: id).contains(position) { next = text.blocks[id.index].parent }
        return next
    }

    /// The rectangle that the innermost inline box around a flow's character makes for positioned boxes, in the document, where
    /// the box is `relative` or one around it: from the padding edge at its start to that at its end (§10.1).
    private func containingInlineBox(of flow: FlowID) -> Rect? {
        guard let anchor = text.flows[flow.index].anchor else { return nil }
        let index = text.paragraphIndex(at: anchor)
        guard let layout = paragraphs[index].layout?.layout else { return nil }
        let inline = layout.shaped.inline
        guard inline.boxes.contains(where: { $0.style.inset != nil }),
            let box = inline.innermostBox(around: .flow(flow), where: { $0.inset != nil })
        else { return nil }
        var (first, last): (Rect?, Rect?)
        for line in layout.lines {
            for fragment in line.boxFragments where fragment.box == box {
                if first == nil { first = fragment.rect }
                last = fragment.rect
            }
        }
        guard let first, let last else { return nil }
        let border = inline.boxes[box].style.border
        let isRightToLeft = layout.shaped.isRightToLeft
        let left = isRightToLeft ? last.minX : first.minX
        let right = isRightToLeft ? first.maxX : last.maxX
        let x = left + border.left.width
        let y = first.minY + border.top.width
        // In document coordinates already: what is around the box has its place.
        let origin = paragraphs[index].origin
        return Rect(
            x: origin.x + x, y: origin.y + y, width: max(0, right - border.right.width - x),
            height: max(0, last.maxY - border.bottom.width - y))
    }

    /// Where a flow's character stands in the document: the corner that its box would begin at, were it not positioned
    /// (§10.6.4). A block's is at the start edge of the block around it, below the line it interrupts.
    func staticPosition(of flow: Flow, at place: StaticPlace?, isInline: Bool) -> Point {
        guard let anchor = flow.anchor else { return .zero }
        let index = text.paragraphIndex(at: anchor)
        let paragraph = paragraphs[index]
        let block = boxes[text.paragraphs[index].block.index]
        let content = block.frame.inset(by: block.border).inset(by: block.padding)
        let isRightToLeft = text.style(of: text.paragraphs[index].block).direction == .rightToLeft
        var point = Point(x: isRightToLeft ? content.maxX : paragraph.origin.x, y: paragraph.origin.y)
        guard let layout = paragraph.layout, let place else { return point }
        let line = layout.lines[place.line]
        point.y = paragraph.origin.y + line.y + place.displacement.y
        if isInline {
            point.x = paragraph.origin.x + place.x
        } else {
            point.x += place.displacement.x
            if place.hasContentBefore { point.y += line.height }
        }
        return point
    }

    /// Where the character of a flow stands in its paragraph.
    struct StaticPlace {
        var line: Int
        /// Of its start edge, from the paragraph's origin.
        var x: Double
        var hasContentBefore: Bool
        /// How far inline boxes around it were moved.
        var displacement: Point
    }

    private func staticPlaces(ofParagraph index: Int) -> [FlowID: StaticPlace] {
        guard let layout = paragraphs[index].layout?.layout else { return [:] }
        let objects = shaped.paragraphs.objects(index)
        var places: [FlowID: StaticPlace] = [:]
        for line in layout.lines {
            for box in line.objects {
                guard case .flow(let id) = objects[box.object].kind else { continue }
                places[id] = StaticPlace(
                    line: line.index, x: line.isRightToLeft ? box.rect.maxX : box.rect.minX,
                    hasContentBefore: line.used(before: box) > 1 / 64, displacement: box.displacement)
            }
        }
        return places
    }
}

/// An absolutely positioned box: what its offsets, sizes and margins come to in its containing block.
struct PositionedBox {
    let block: BlockID
    /// The containing block in the document.
    let container: Rect
    /// Of the block around the static position.
    let isRightToLeft: Bool
    private(set) var metrics: BoxMetrics
    /// The content box's height where `top` and `bottom` make it, `height` being `auto`.
    private(set) var stretchedHeight: Double?
    private let staticPosition: Point
    private let inset: (top: Double?, right: Double?, bottom: Double?, left: Double?)
    private let hasAutoMarginTop: Bool
    private let hasAutoMarginBottom: Bool
    /// Whether its place is one on every page.
    private let isOnEachPage: Bool

    init(_ layouter: borrowing FlowLayouter, _ flow: Flow, _ place: FlowLayouter.StaticPlace?) {
        let text = layouter.text
        block = flow.rootBlock
        let style = text.style(of: block)
        let container = layouter.containingRect(ofPositioned: block)
        self.container = container
        let around = text.blocks[block.index].parent ?? .root
        isRightToLeft = text.style(of: around).direction == .rightToLeft
        staticPosition = layouter.staticPosition(
            of: flow, at: place, isInline: style.isInlineBeforePositioning)
        let resolver = layouter.resolver(of: block)
        func resolve(_ value: SizeValue, _ base: Double) -> Double? { value.length.map { resolver.resolve($0, base) } }
        inset = (
            resolve(style.inset.top, container.height), resolve(style.inset.right, container.width),
            resolve(style.inset.bottom, container.height), resolve(style.inset.left, container.width)
        )
        isOnEachPage = layouter.options.isPaged && text.isFixed(block)
        hasAutoMarginTop = style.margin.top == .auto
        hasAutoMarginBottom = style.margin.bottom == .auto

        // §10.3.7. What is left of the containing block; from the static position where neither side is given.
        var room = container.width - (inset.left ?? 0) - (inset.right ?? 0)
        if inset.left == nil, inset.right == nil {
            room -= isRightToLeft ? container.maxX - staticPosition.x : staticPosition.x - container.minX
        }
        var block = ContainingBlock(width: container.width, height: container.height, isRightToLeft: isRightToLeft)
        block.room = max(0, room)
        metrics = layouter.metrics(of: self.block, in: block)
        let isAuto = style.width == .auto && !text.blocks[self.block.index].isTable && !metrics.isWidthOfRatio
        if isAuto, inset.left == nil || inset.right == nil {
            let available = max(
                0, block.available - metrics.margin.left - metrics.margin.right - metrics.horizontalEdges)
            metrics.width = layouter.clampedWidth(
                layouter.widths.content(self.block).fitting(available), self.block, metrics, block)
        }
        // §10.6.4.
        if style.height == .auto, let top = inset.top, let bottom = inset.bottom {
            stretchedHeight = max(
                0,
                container.height - top - bottom - metrics.margin.top - metrics.margin.bottom - metrics.topEdge
                    - metrics.bottomEdge)
            if let ratio = PreferredRatio(style, text.blocks[self.block.index].kind, metrics) {
                // One size makes the other; where both are open on both sides it is the width that is stretched (CSS Box
                // Sizing 4 §3, CSS Positioned Layout 4 §4).
                if isAuto, inset.left == nil || inset.right == nil, let height = stretchedHeight {
                    metrics.width = layouter.clampedWidth(
                        layouter.width(ofHeight: height, ratio, style, self.block), self.block, metrics, block)
                } else {
                    stretchedHeight = nil
                }
            }
        }
    }

    /// The border box's corner, once the box has its size.
    func place(of box: BoxGeometry) -> Point {
        Point(x: x(width: box.width), y: y(height: box.height))
    }

    private func x(width: Double) -> Double {
        var (left, right) = (metrics.margin.left, metrics.margin.right)
        switch (inset.left, inset.right) {
        case (nil, nil):
            return isRightToLeft ? staticPosition.x - right - width : staticPosition.x + left
        case (let start?, nil): return container.minX + start + left
        case (nil, let end?): return container.maxX - end - right - width
        case (let start?, let end?):
            let free = container.width - start - end - width - left - right
            switch (metrics.hasAutoMarginLeft, metrics.hasAutoMarginRight) {
            case (true, true):
                // Equal, unless that would make them negative: then the start margin is 0.
                if free >= 0 {
                    left = free / 2
                } else if isRightToLeft {
                    left = free
                }
            case (true, false): left = free
            case (false, true): right = free
            case (false, false): if isRightToLeft { left += free }
            }
            return container.minX + start + left
        }
    }

    private func y(height: Double) -> Double {
        let (top, bottom) = (metrics.margin.top, metrics.margin.bottom)
        switch (inset.top, inset.bottom) {
        case (nil, nil):
            let y = staticPosition.y + top
            return isOnEachPage ? max(0, min(y, container.height - bottom - height)) : y
        case (let start?, nil): return container.minY + start + top
        case (nil, let end?): return container.maxY - end - bottom - height
        case (let start?, let end?):
            let free = container.height - start - end - height - top - bottom
            switch (hasAutoMarginTop, hasAutoMarginBottom) {
            case (true, true): return container.minY + start + free / 2
            case (true, false): return container.minY + start + free
            default: return container.minY + start + top
            }
        }
    }
}

extension AttributedText {
    /// Whether a block refers to the page, or to the window.
    func isFixed(_ block: BlockID) -> Bool {
        guard style(of: block).position == .fixed else { return false }
        var next = blocks[block.index].parent
        while let id = next {
            if style(of: id).transform != nil { return false }
            next = blocks[id.index].parent
        }
        return true
    }
}
