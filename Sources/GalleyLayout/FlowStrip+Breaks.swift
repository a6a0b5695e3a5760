import GalleyText

// What breaks refer to.
extension FlowStrip {
    /// A box; a table with its captions, which its breaks stand outside of (CSS 2 §17.4: they are the wrapper box's).
    func wrapper(at place: Int) -> Box {
        var box = boxes[place]
        guard text.blocks[box.block.index].isTable else { return box }
        let end = text.blocks[box.block.index].paragraphs.upperBound
        var next = place + 1
        while next < boxes.count, text.blocks[boxes[next].block.index].paragraphs.lowerBound < end {
            let inner = boxes[next]
            if text.blocks[inner.block.index].parent == box.block,
                case .caption = text.blocks[inner.block.index].kind
            {
                box.top = min(box.top, inner.top - max(0, inner.topMargin))
                box.bottom = max(box.bottom, inner.bottom)
            }
            next += 1
        }
        return box
    }

    /// The margin above a box: its own, collapsed with those of the first boxes in it that begin where it does (CSS 2 §8.3.1).
    func topMargin(at place: Int) -> Double {
        let top = boxes[place].top
        var outer = place
        var (positive, negative) = (max(0, boxes[place].topMargin), min(0, boxes[place].topMargin))
        var next = place + 1
        while next < boxes.count,
            text.blocks[boxes[next].block.index].paragraphs.lowerBound
                < text.blocks[boxes[outer].block.index].paragraphs.upperBound
        {
            let box = boxes[next]
            if text.blocks[box.block.index].parent == boxes[outer].block,
                text.blocks[box.block.index].flow == text.blocks[boxes[outer].block.index].flow
            {
                guard abs(box.top - top) < FlowBreaker.tolerance, !text.blocks[boxes[outer].block.index].isTable else {
                    break
                }
                positive = max(positive, box.topMargin)
                negative = min(negative, box.topMargin)
                outer = next
            }
            next += 1
        }
        return max(0, positive + negative)
    }
}

extension FlowStrip {
    /// By paragraph in an inline block the line around the outermost one. O(boxes + what stands in inline blocks).
    var linesAroundInlineBlocks: [Int: ClosedRange<Double>] {
        var lines: [Int: ClosedRange<Double>] = [:]
        var places: [Int: Int] = [:]
        var end = 0
        for box in boxes {
            let block = text.blocks[box.block.index]
            guard block.paragraphs.lowerBound >= end else { continue }
            let flow = text.flows[block.flow.index]
            guard flow.kind.isInline, flow.rootBlock == box.block, let anchor = flow.anchor else { continue }
            end = block.paragraphs.upperBound
            if places.isEmpty { for (place, paragraph) in paragraphs.enumerated() { places[paragraph.index] = place } }
            guard let place = places[text.paragraphIndex(at: anchor)], let own = paragraphs[place].lines else {
                continue
            }
            let (top, middle) = (paragraphs[place].top, (box.top + box.bottom) / 2)
            let number = own.partitionIndex { top + $0.y + $0.height > middle }
            guard number < own.count else { continue }
            let line = own[number]
            for index in block.paragraphs { lines[index] = top + line.y...top + line.y + max(0, line.height) }
        }
        return lines
    }
}

extension AttributedText {
    /// Whether breaks may be made at a block where a flow is cut: it stands in the flow, or in floats and boxes with a position
    /// in it, which are cut where it is. What stands in a line, or on every page, is not cut.
    func takesBreaks(_ block: BlockID, in flow: FlowID) -> Bool {
        var own = blocks[block.index].flow
        while own != flow {
            let root = flows[own.index].rootBlock
            guard flows[own.index].kind.isCut, !style(of: root).position.isFixed,
                let parent = blocks[root.index].parent
            else { return false }
            own = blocks[parent.index].flow
        }
        return true
    }

    /// The paragraphs of the innermost cell or flow around a block: what may stand below it.
    func paragraphs(around block: BlockID) -> Range<Int> {
        var next: BlockID? = block
        while let id = next {
            if case .cell = blocks[id.index].kind { return blocks[id.index].paragraphs }
            if flows[blocks[id.index].flow.index].rootBlock == id { return blocks[id.index].paragraphs }
            next = blocks[id.index].parent
        }
        return paragraphs.startIndex..<paragraphs.count
    }
}

extension Flow.Kind {
    /// Whether it is a part of a line.
    var isInline: Bool { self != .main && !isOutOfFlow }

    /// Whether what stands in such a flow is cut where the flow around it is.
    fileprivate var isCut: Bool { isOutOfFlow && self != .footnote }
}

extension BlockStyle {
    /// Whether it says anything about breaks.
    var hasBreakRules: Bool { breakBefore != .auto || breakAfter != .auto || breakInside != .auto }
}

extension Block {
    /// Whether what the block is says something about breaks: headings stay with what follows, rows whole.
    var hasBreakRules: Bool {
        if case .row = kind { return true }
        if case .heading = role { return true }
        return false
    }
}
