import GalleyShaping
import GalleyText

// A paragraph that goes on for many pages is made a few pages at a time: how wide a page is shows when the one before is full.
extension ParagraphLayout {
    /// Whether the lines of a paragraph without objects depend on nothing below them.
    package static func isMadeFromTop(_ shaped: ShapedParagraph, _ constraints: ParagraphConstraints) -> Bool {
        let box = shaped.style.textBox
        return shaped.firstLine == nil && shaped.objects.isEmpty && !shaped.inline.isEmpty
            && LineStyle(shaped.traits).aim == nil && shaped.style.lineBreakMode.truncation == nil
            && shaped.style.overflowToken == nil && constraints.maximumLines == 0 && constraints.truncation == nil
            && constraints.width.isFinite && !box.trimsStart && !box.trimsEnd
    }

    /// Makes lines of a paragraph for which `isMadeFromTop` is true, after those of an earlier layout of it. O(lines that are
    /// made, and those of the earlier layout that are not kept).
    ///
    /// - Parameters:
    ///   - earlier: a layout with constraints that are the same above `offset`. It is `nil` afterwards: what nobody else holds
    ///     of it is used on.
    ///   - offset: lines that begin here or below are not kept.
    ///   - stop: no line is made that begins here or below.
    /// - Returns: the lines, and whether they are all.
    package static func make(
        _ shaped: ShapedParagraph, _ constraints: ParagraphConstraints, after earlier: inout ParagraphLayout?,
        above offset: Double, downTo stop: Double, context: LayoutContext
    ) -> (layout: ParagraphLayout, isComplete: Bool) {
        var known = LinesSoFar(of: &earlier, above: offset, shaped)
        return shaped.withBreakPlaces {
            let lines = known
            known = LinesSoFar()
            var maker = LineMaker(shaped, $0, constraints, [], context, after: consume lines)
            maker.stop = stop
            maker.makeLines()
            let isComplete = maker.isComplete
            return (ParagraphLayout(storage: maker.finish()), isComplete)
        }
    }
}

extension LinesSoFar {
    /// The lines of a layout that begin above a height, taken from it.
    fileprivate init(of layout: inout ParagraphLayout?, above offset: Double, _ shaped: ShapedParagraph) {
        records = layout?.storage.lines ?? []
        edges = layout?.storage.edges ?? ShapedText()
        pieces = layout?.storage.pieces ?? []
        inserted = layout?.storage.inserted ?? [:]
        boxes = layout?.storage.boxes ?? []
        // Nobody else holds them now, or so it may be: they are not copied.
        layout = nil
        records.removeSubrange(records.partitionIndex { $0.y >= offset }...)
        knownCount = records.count
        guard let last = records.last else {
            self = LinesSoFar()
            return
        }
        height = last.y + last.height
        end = BreakPosition(
            segment: shaped.segments.partitionIndex { $0.end > last.end }, offset: Int(last.end))
        boxes.removeSubrange(min(boxes.count, Int(last.boxEnd))...)
        let pieceCount = pieces.isEmpty ? 0 : records.last { !$0.isPlain }.map { Int($0.pieceEnd) } ?? 0
        pieces.removeSubrange(min(pieces.count, pieceCount)...)
    }
}
