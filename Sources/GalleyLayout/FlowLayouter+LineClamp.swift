import GalleyText

// `line-clamp` (CSS Overflow 4 §5): a box shows so many of the lines of its formatting context, and an ellipsis at the end of the
// last one where something comes after it, in the same paragraph or in a later one. What is after that is not shown and takes
// no room. A limit for the whole document (`LayoutOptions.maximumLines`) counts the lines of all contexts, and goes before.
extension FlowLayouter {
    /// Whether the lines that are made now are those of a box that limits them.
    var isClamping: Bool { linesLeft != nil && options.maximumLines == nil }

    /// Limits the lines of the box that was opened last.
    mutating func beginLineClamp(of block: BlockID) {
        let clamp = shaped.traits[text.blocks[block.index].style.index].lineClamp
        guard clamp > 0 else { return }
        let top = frames.count - 1
        let lines = min(clamp, linesLeft ?? clamp)
        if !frames[top].isApart { frames[top].linesOutside = linesLeft }
        frames[top].clampedLines = lines
        linesLeft = lines
    }

    /// The lines of the context that was opened last are not among those of the box around it.
    mutating func leaveLineClamp() {
        guard isClamping else { return }
        frames[frames.count - 1].linesOutside = linesLeft
        frames[frames.count - 1].isApart = true
        linesLeft = nil
    }

    /// What is left for what comes after a box.
    mutating func endLineClamp(_ frame: Frame) {
        if frame.isApart {
            linesLeft = frame.linesOutside
        } else if let clamped = frame.clampedLines {
            let used = clamped - (linesLeft ?? clamped)
            linesLeft = frame.linesOutside.map { max(0, $0 - used) }
        }
    }

    /// Whether a box that limits its lines has more of them after the paragraph that is placed.
    var hasMoreLinesInClamp: Bool {
        for frame in frames.reversed() {
            for place in frame.places {
                let child = shaped.tree[place]
                if let index = child.paragraph {
                    if shaped.hasLines(ofParagraph: index) { return true }
                } else if let block = child.block,
                    text.blocks[block.index].paragraphs.contains(where: { shaped.hasLines(ofParagraph: $0) })
                {
                    return true
                }
            }
            if frame.clampedLines != nil || frame.isContextRoot { return false }
        }
        return false
    }

    /// Hides what comes after the last line that a box shows: where that ends.
    mutating func cutOff(_ child: LayoutTree.Child) {
        let root = contexts[contexts.count - 1].root.rawValue
        let place = Point(x: frames[frames.count - 1].contentX, y: contexts[contexts.count - 1].position)
        guard let block = child.block else {
            let index = child.paragraph ?? 0
            paragraphs[index].anchor = root
            paragraphs[index].origin = place
            paragraphs[index].layout = nil
            return
        }
        let range = text.blocks[block.index].paragraphs
        for index in range {
            paragraphs[index].anchor = root
            paragraphs[index].origin = place
        }
        var index = block.index
        while index < boxes.count, index == block.index || text.blocks[index].paragraphs.lowerBound < range.upperBound {
            boxes[index] = BoxGeometry()
            (boxes[index].anchor, boxes[index].x, boxes[index].y) = (root, place.x, place.y)
            index += 1
        }
        hide(block)
    }
}
