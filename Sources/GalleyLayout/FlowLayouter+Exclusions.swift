import GalleyParagraph
import GalleyText

// Shapes that lines keep clear of, given from outside.
extension FlowLayouter {
    /// The shapes that what stands in the innermost context keeps clear of, in its coordinates. Only the document's own
    /// context meets them: what has a context of its own stands beside them as a whole (CSS 2 §9.5).
    var shapes: ExclusionSpace? { isInOwnContext ? rootShapes : nil }

    private var isInOwnContext: Bool { contexts.count == 1 && contexts[0].root == .root }

    /// The shapes and barriers beside a paragraph at a place of the innermost context, if any can be. Barriers count where
    /// the paragraph's place in the document is known, that is not in tables, floats and columns.
    func exclusions(besideParagraphAt place: Point) -> ExclusionOrigin? {
        guard !options.exclusions.isEmpty || !options.barriers.isEmpty, contexts[0].root == .root else { return nil }
        var origin = place
        for index in contexts.indices.reversed() {
            let root = contexts[index].root
            guard contexts[index].columns < 0,
                index == 0 || boxes[root.index].anchor == contexts[index - 1].root.rawValue
            else { return nil }
            origin.x += boxes[root.index].x
            origin.y += boxes[root.index].y
        }
        let shapes = place.y < (shapes?.bottom ?? -.infinity) ? options.exclusions : []
        guard !shapes.isEmpty || origin.y < options.barriers.last ?? -.infinity else { return nil }
        return ExclusionOrigin(exclusions: shapes, barriers: options.barriers, origin: origin)
    }

    /// Answers a paragraph where its lines may stand beside floats and exclusions.
    static func lineSpace(
        beside floats: [FloatSpace.Placed], _ exclusions: ExclusionOrigin?, _ pages: [PageWidth], width: Double
    ) -> LineSpaceProvider? {
        guard let exclusions else {
            return pages.isEmpty
                ? lineSpace(beside: floats, width: width) : lineSpace(beside: floats, on: pages, width: width)
        }
        let space = ExclusionSpace(exclusions.exclusions, barriers: exclusions.barriers, origin: exclusions.origin)
        return { offset, height in
            space.space(
                band(beside: floats, on: pages, width: width, at: offset, height: height), at: offset, height: height)
        }
    }

    // MARK: Boxes beside shapes

    /// A box with a context of its own that is laid out where shapes may be beside it: whether it keeps clear of them is known
    /// when its height is.
    struct ShapeTrial {
        var block: BlockID
        var container: ContainingBlock
        var stretch: BoxStretch
        /// How high it is taken to be.
        var height = 0.0
        var tries = 0
        // How the layout stood before it.
        var context: FormattingContext
        var columnSets: Int
        var tableBorders: Int
        var linesLeft: Int?

        /// How often a box is laid out beside shapes before it stands below all of them.
        static let maximumTries = 6
    }

    /// What is to be known to lay a box out again that is being opened; `nil` where no shape reaches below the flow.
    func shapeTrial(of block: BlockID, _ container: ContainingBlock, _ stretch: BoxStretch) -> ShapeTrial? {
        let context = contexts[contexts.count - 1]
        guard let shapes, context.cursor < shapes.bottom else { return nil }
        return ShapeTrial(
            block: block, container: container, stretch: stretch, context: context, columnSets: columnSets.count,
            tableBorders: tableBorders.count, linesLeft: linesLeft)
    }

    /// A child of the innermost box is laid out. Where its border box overlaps a shape it is laid out again, in the room that
    /// there is down its height. Returns whether it is.
    mutating func laysOutAgainBesideShapes(_ block: BlockID) -> Bool {
        guard var again = trial, again.block == block else { return false }
        trial = nil
        let box = boxes[block.index]
        let height = captionsAbove(block) + box.height + captionsBelow(block)
        let band = FloatSpace.Band(left: box.x, right: box.x + box.width, nextY: nil)
        guard let shapes, let free = shapes.free(band, at: box.y, height: height),
            box.width - (free.parts.widest?.width ?? 0) > 1 / 64
        else { return false }
        let top = contexts.count - 1
        contexts[top] = again.context
        for set in columnSets[again.columnSets...] { setOfContainer[set.container] = nil }
        columnSets.removeSubrange(again.columnSets...)
        tableBorders.removeSubrange(again.tableBorders...)
        linesLeft = again.linesLeft
        again.tries += 1
        again.height = max(again.height, height)
        if again.tries == ShapeTrial.maximumTries {
            again.height = 0
            contexts[top].cursor = max(contexts[top].cursor, shapes.bottom)
            again.container.width = contentWidth(at: contexts[top].cursor)
        }
        frames[frames.count - 1].awaited = .child(block)
        openBesideFloats(block, again.container, again.stretch, height: again.height, keepsWidth: true)
        trial = again
        return true
    }
}

/// What lines were made for: shapes, and where the paragraph stood among them.
struct ExclusionOrigin: Sendable, Hashable {
    var exclusions: [Exclusion]
    var barriers: [Double]
    var origin: Point
}
