import GalleyParagraph
import GalleyText

// Shapes that lines keep clear of, given from outside.
extension FlowLayouter {
    /// The shapes that what stands in the innermost context keeps clear of, in its coordinates. Only the document's own
    /// context meets them, and that of columns in it: what else has a context of its own stands beside them as a whole (CSS 2
    /// §9.5).
    var shapes: ExclusionSpace? { contexts.last?.shapes }

    /// Says which shapes the context that is opened for a block meets.
    mutating func setShapes(of block: BlockID) {
        let top = contexts.count - 1
        guard !options.exclusions.isEmpty, contexts[top].root == block else { return }
        if contexts[top].columns >= 0 {
            contexts[top].shapes = columnShapes[block].flatMap { shapes(besideColumns: $0, of: block) }
        } else if block == .root {
            contexts[top].shapes = ExclusionSpace(
                ExclusionOrigin(exclusions: options.exclusions, barriers: [], origin: origin(ofContext: block)))
        }
    }

    /// Where a block's border box stands, which is the root or one in the root's context.
    func origin(ofContext block: BlockID) -> Point {
        let root = Point(x: boxes[0].x, y: boxes[0].y)
        if block == .root { return root }
        return Point(x: root.x + boxes[block.index].x, y: root.y + boxes[block.index].y)
    }

    /// The shapes and barriers beside a paragraph at a place of the innermost context, if any can be. Barriers count where
    /// the paragraph's place in the document is known, that is not in tables, floats and columns.
    func exclusions(besideParagraphAt place: Point) -> ExclusionOrigin? {
        guard !options.exclusions.isEmpty || !options.barriers.isEmpty, contexts[0].root == .root else { return nil }
        if let shapes, !shapes.columns.isEmpty {
            guard place.y < shapes.bottom else { return nil }
            return ExclusionOrigin(
                exclusions: options.exclusions, barriers: [], origin: place, columns: shapes.columns)
        }
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
        let space = ExclusionSpace(exclusions)
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
    mutating func shapeTrial(of block: BlockID, _ container: ContainingBlock, _ stretch: BoxStretch) -> ShapeTrial? {
        let context = contexts[contexts.count - 1]
        guard let shapes, context.cursor < shapes.bottom else { return nil }
        if shapes.columns.isEmpty, flowsAroundShapes(block) { columnShapes[block] = ColumnShapes() }
        return ShapeTrial(
            block: block, container: container, stretch: stretch, context: context, columnSets: columnSets.count,
            tableBorders: tableBorders.count, linesLeft: linesLeft)
    }

    /// A child of the innermost box is laid out. Where its border box overlaps a shape it is laid out again, in the room that
    /// there is down its height; columns where their lines were not made beside the shapes that they show. Returns whether
    /// it is.
    mutating func laysOutAgainBesideShapes(_ block: BlockID) -> Bool {
        guard var again = trials.last, again.block == block else { return false }
        trials.removeLast()
        if let settling = settleColumns(of: block, first: again.columnSets) {
            if settling == .settled { return false }
            takeBack(again)
            openAgain(again)
            return true
        }
        let box = boxes[block.index]
        let height = captionsAbove(block) + box.height + captionsBelow(block)
        let band = FloatSpace.Band(left: box.x, right: box.x + box.width, nextY: nil)
        guard let shapes, let free = shapes.free(band, at: box.y, height: height),
            box.width - (free.parts.widest?.width ?? 0) > 1 / 64
        else { return false }
        let top = contexts.count - 1
        takeBack(again)
        again.tries += 1
        again.height = max(again.height, height)
        if again.tries == ShapeTrial.maximumTries {
            again.height = 0
            contexts[top].cursor = max(contexts[top].cursor, shapes.bottom)
            again.container.width = contentWidth(at: contexts[top].cursor)
        }
        openAgain(again)
        return true
    }

    /// The layout as it stood before a box.
    private mutating func takeBack(_ trial: ShapeTrial) {
        contexts[contexts.count - 1] = trial.context
        removeColumns(from: trial.columnSets)
        tableBorders.removeSubrange(trial.tableBorders...)
        linesLeft = trial.linesLeft
    }

    private mutating func openAgain(_ trial: ShapeTrial) {
        frames[frames.count - 1].awaited = .child(trial.block)
        openBesideFloats(trial.block, trial.container, trial.stretch, trial)
    }

    /// The containers from a place in `columnSets` on are laid out again.
    mutating func removeColumns(from first: Int) {
        for set in columnSets[first...] { setOfContainer[set.container] = nil }
        columnSets.removeSubrange(first...)
    }
}

/// What lines were made for: shapes, and where the paragraph stood among them.
struct ExclusionOrigin: Sendable, Hashable {
    var exclusions: [Exclusion]
    var barriers: [Double]
    /// In the document, or in the strip of a multi-column container.
    var origin: Point
    /// The columns of that container that show shapes, and those before them.
    var columns: [ColumnStretch] = []
}

/// A stretch of the strip of a multi-column container that one column shows.
struct ColumnStretch: Sendable, Hashable {
    /// In the strip.
    var top: Double
    var bottom: Double
    /// From the strip to the document.
    var offset: Point
}
