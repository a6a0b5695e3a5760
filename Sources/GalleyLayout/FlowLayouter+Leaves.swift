import GalleyParagraph
import GalleyText

// What most of a document is: boxes in the flow around them whose edges are px, each with one paragraph of nothing but text in
// it, and nothing beside them. What `+Boxes` and `+Paragraphs` do with such, without a look at anything that they have not.
extension FlowLayouter {
    /// Whether nothing stands or is to stand beside what comes next, and nothing limits its lines.
    var flowsPlainly: Bool {
        let top = contexts.count - 1
        return isPlain && linesLeft == nil && contexts[top].columns < 0 && contexts[top].floats.isEmpty
            && !contexts[top].hasWaiting
    }

    /// Whether the lines of a paragraph depend on nothing but their width, and nothing else stands on its first one.
    func isPlain(paragraph index: Int) -> Bool {
        shaped.paragraphs.isPlain(index) && (shaped.dropCaps.isEmpty || shaped.dropCaps[index] == nil)
            && (shaped.markerPlaces.images.isEmpty || shaped.markerPlaces.images[index] == nil)
    }

    /// Lays out the next children of the innermost box, as long as they are boxes with a paragraph each; whether there was any.
    mutating func placeLeaves() -> Bool {
        guard flowsPlainly else { return false }
        let top = frames.count - 1
        let container = ContainingBlock(
            width: frames[top].contentWidth, height: nil, isRightToLeft: frames[top].isRightToLeft)
        let places = frames[top].places
        var place = places.lowerBound
        while place < places.upperBound, let block = shaped.tree[place].block, shaped.isPlain[block.index],
            let paragraph = shaped.tree.onlyParagraph(of: block), isPlain(paragraph: paragraph)
        {
            placeLeaf(block, paragraph, in: container)
            place += 1
        }
        frames[top].places = place..<places.upperBound
        return place > places.lowerBound
    }

    private mutating func placeLeaf(_ block: BlockID, _ paragraph: Int, in container: ContainingBlock) {
        let current = contexts.count - 1
        let index = block.index
        var metrics = plainMetrics(ofStyle: text.blocks[index].style.index, in: container)
        contexts[current].strut.add(metrics.margin.top)
        metrics.settleMargins(in: container)
        // The paragraph makes lines: margins end here.
        resolve()
        let x = frames[frames.count - 1].contentX + metrics.margin.left
        setEdges(of: block, metrics)
        boxes[index].anchor = contexts[current].root.rawValue
        boxes[index].x = x
        boxes[index].y = contexts[current].cursor
        boxes[index].definiteHeight = nil
        contexts[current].cursor += metrics.topEdge
        placeLines(
            ofParagraph: paragraph, x: x + metrics.border.left + metrics.padding.left, width: metrics.width)
        endFlowBox(index, isAutomatic: true) { $0 }
    }

    /// Makes the lines of a plain paragraph where the flow stands.
    mutating func placeLines(ofParagraph index: Int, x: Double, width: Double) {
        let current = contexts.count - 1
        let spacing = shaped.spacing(ofParagraph: index)
        let y = contexts[current].cursor + spacing.before
        // Those of another try.
        if paragraphs[index].width >= 0 { paragraphs[index] = ParagraphGeometry() }
        paragraphs[index].anchor = contexts[current].root.rawValue
        paragraphs[index].origin = Point(x: x, y: y)
        paragraphs[index].width = width
        guard let layout = knownLines(ofParagraph: index, width: width) ?? madeLines(ofParagraph: index, width: width)
        else { return }
        paragraphs[index].layout = .kept(layout)
        contexts[current].noteBaselines(
            first: layout.firstBaseline.map { y + $0 }, last: layout.lastBaseline.map { y + $0 })
        contexts[current].cursor = y + layout.size.height + spacing.after
    }

    private mutating func madeLines(ofParagraph index: Int, width: Double) -> ParagraphLayout? {
        guard let paragraph = shaped.paragraphs[index] else { return nil }
        paragraphsBroken += 1
        return ParagraphLayout(paragraph, ParagraphConstraints(width: width, percentageBase: width), context: context)
    }

    /// The lines of the previous layout, where that had the same room for them.
    private func knownLines(ofParagraph index: Int, width: Double) -> ParagraphLayout? {
        guard !previous.isEmpty, previous[index].width == width, previous[index].isPlain else { return nil }
        return previous[index].layout?.layout
    }
}
