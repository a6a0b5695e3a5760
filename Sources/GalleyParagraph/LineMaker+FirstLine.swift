import GalleyShaping
import GalleyText

// `::first-line`: what is shaped in the first line's style depends on where that line ends, and where it ends on the style.
// So the line is found in the paragraph as it is when all of it has the first line's style; then the paragraph is shaped
// with that style up to there, and its other lines are made.

extension LineMaker {
    /// A first line as it is found in text that has the first line's style throughout.
    struct FirstLine {
        var broken: BrokenLine
        var space: LineSpace
        /// Its top.
        var y: Double
    }

    /// The first line of a paragraph that is not empty; `nil` when it is the only line.
    mutating func findFirstLine() -> FirstLine? {
        let lead = indent(isFirst: true, isAfterForcedBreak: false) - openingWidth
        let (space, broken) = fill(from: .start, lead: lead)
        return breaker.isEnd(broken.end) ? nil : FirstLine(broken: broken, space: space, y: y)
    }

    /// The first lines of `first` that fit, with the costs of lines broken together; empty where that is not asked for.
    func firstLines(in first: FirstLine) -> [(line: BrokenLine, cost: BreakCost)] {
        guard let aim = style.aim, first.space.nextOffset == nil else { return [] }
        var breaking = totalFit(from: .start, first.space, aim)
        return breaking?.firstLines() ?? []
    }

    /// The inline offset of the end of the best first line of those whose costs are given by it.
    func bestFirstLine(_ costs: [Int: BreakCost], _ space: LineSpace) -> Int? {
        guard let aim = style.aim else { return nil }
        var breaking = totalFit(from: .start, space, aim)
        return breaking?.bestFirstLine(costs)
    }

    /// The first line: the one that is known, or one that is filled.
    mutating func firstLine(lead: Double) -> (LineSpace, BrokenLine) {
        guard let known = firstLine else { return fill(from: start, lead: lead) }
        y = known.y
        return (known.space, known.broken)
    }
}

extension LineMaker.FirstLine {
    /// The same line in the paragraph that has the first line's style up to `end` only, an inline offset. Its segments may
    /// be cut elsewhere than those of `all`: edges of boxes that stand at the end are on the same side of it.
    func placed(
        endingAt end: Int, in shaped: ShapedParagraph, from all: ShapedParagraph
    ) -> LineMaker.FirstLine {
        var line = self
        let found = broken.end
        func isEdge(_ segment: InlineSegment, at offset: Int) -> Bool {
            segment.start == segment.end && Int(segment.start) == offset
        }
        var edges = 0
        while found.segment > edges, isEdge(all.segments[found.segment - 1 - edges], at: found.offset) { edges += 1 }
        let segments = shaped.segments
        var index = segments.partitionIndex { Int($0.end) >= end }
        while index < segments.count, Int(segments[index].end) == end, Int(segments[index].start) < end { index += 1 }
        while edges > 0, index < segments.count, isEdge(segments[index], at: end) {
            index += 1
            edges -= 1
        }
        line.broken.end = BreakPosition(segment: index, offset: end)
        if end > found.offset { line.broken.contentEnd = end }
        line.broken.contentX = .nan
        return line
    }
}

extension ParagraphLayout {
    /// Makes the lines of a paragraph whose first line has a style of its own.
    static func make(
        _ paragraph: ShapedParagraph, _ firstLine: ShapedParagraph.FirstLine, _ constraints: ParagraphConstraints,
        _ boxes: [InlineBoxMetrics],
        _ context: LayoutContext
    ) -> Storage {
        let all = firstLine.shaped
        // Whether it is the only line, and if not how it ends.
        var choices: [(line: BrokenLine, cost: BreakCost)] = []
        let filled: LineMaker.FirstLine? = all.withBreakPlaces {
            var maker = LineMaker(all, $0, constraints, boxes, context)
            guard !maker.makesOneLine, let found = maker.findFirstLine() else { return nil }
            choices = maker.firstLines(in: found)
            return found
        }
        guard var found = filled else {
            return all.withBreakPlaces { make(all, $0, constraints, boxes, context) }
        }
        // Where all lines are broken together, the best first line is that which is best with the lines after it.
        if !choices.isEmpty {
            func place(_ line: BrokenLine) -> Int {
                let source = all.inline.mapping.sourceOffset(ofInline: line.end.offset)
                return paragraph.inline.mapping.inlineOffset(ofSource: source)
            }
            let costs = Dictionary(choices.map { (place($0.line), $0.cost) }) { _, last in last }
            let best = paragraph.withBreakPlaces {
                LineMaker(paragraph, $0, constraints, boxes, context).bestFirstLine(costs, found.space)
            }
            if let best, let chosen = choices.last(where: { place($0.line) == best }) { found.broken = chosen.line }
        }
        let (shaped, end) = context.shape(firstLine, firstLineEnd: found.broken.end.offset)
        return shaped.withBreakPlaces {
            var maker = LineMaker(
                shaped, $0, constraints, boxes, context, firstLine: found.placed(endingAt: end, in: shaped, from: all))
            maker.makeLines()
            return maker.finish()
        }
    }
}
