import GalleyShaping

/// A place where a line may end, as the total-fit breaker sees it: all that a line's width needs of its end, so that the
/// width of any line is one subtraction.
struct BreakNode: Sendable {
    /// Where the next line would start.
    var position: PackedPosition
    var kind: BreakOpportunity.Kind
    /// Where the content before it ends: an inline offset, and the segment of text that holds it; -1 for an object.
    var contentEnd: Int32
    var contentSegment: Int32
    /// The content's end on the paragraph's axis, what shaping the edge again adds included.
    var contentX: Double
    /// What stands after the content and takes room: edges of boxes, a hyphen.
    var extra: Double
    /// The sum of what all parts since the paragraph's start take, in px, complete parts rounded up, to the content's end
    /// and with `extra`.
    var end: Double
    /// As `end`, never more than a line to here needs: without hyphen and reshaped edge.
    var leastEnd: Double
    /// How much wider the reshaped edge is than prefix sums say; already in `contentX`, or in `extra` when the break
    /// stands between two segments.
    var delta: Double
    /// Where what is shaped again for the edge begins: an inline offset; the content's end when nothing is.
    var edgeStart: Int32
    /// The item that the content ends inside of; -1 at an item's end.
    var item: Int32
    /// Where punctuation begins that hangs, an inline offset, -1 for none; and what it takes of the width when the line
    /// does not fit otherwise (`allow-end`).
    var markStart: Int32 = -1
    var hang = 0.0
    /// Places that can grow, since the paragraph's start: up to the content's end without its last cluster, and up to the
    /// next line's start.
    var placesBefore: Int32 = 0
    var placesAfter: Int32 = 0
    /// `LineStart.x` and `LineStart.before` of the line that begins here, where it begins inside a segment and nothing is
    /// shaped again for that; NaN elsewhere.
    var startX = Double.nan
    var startBefore = 0.0

    /// Whether the line that ends here is aligned as a last one.
    @inline(__always)
    var isLast: Bool { kind == .mandatory || kind == .none }
}

/// A place where a line begins, reached by the best lines before it.
struct LineStart: Sendable {
    var position: PackedPosition
    /// The segment of text that it is inside of; -1 between two.
    var segment: Int32
    /// Where its text begins on the paragraph's axis, moved by what shaping an unsafe start again adds.
    var x: Double
    /// To be taken from a node's `end` for the width of the line between.
    var before: Double
    /// Where what is shaped again for its edge ends: an inline offset; its own offset when nothing is.
    var edgeEnd: Int32
    /// The room for its line.
    var available: Double
    var places: Int32
    var endsWithHyphen: Bool
    /// Whether it begins the paragraph or follows a forced break.
    var isAfterForcedBreak: Bool
    /// The best lines up to here.
    var cost: BreakCost
    /// The start of the line before; -1 for none.
    var previous: Int32
    /// The node where that line ends; -1 when it was broken between any two clusters.
    var node: Int32
}

/// A `BreakPosition` in half of its room: the breaker reads many.
struct PackedPosition: Sendable {
    var segment: Int32
    var offset: Int32
    var item: Int32
    var cluster: Int32

    @inline(__always)
    init(segment: Int32, offset: Int32, item: Int32, cluster: Int32) {
        self.segment = segment
        self.offset = offset
        self.item = item
        self.cluster = cluster
    }

    @inline(__always)
    init(_ position: BreakPosition) {
        segment = Int32(truncatingIfNeeded: position.segment)
        offset = Int32(truncatingIfNeeded: position.offset)
        item = position.item
        cluster = position.cluster
    }

    @inline(__always)
    var unpacked: BreakPosition {
        BreakPosition(segment: Int(segment), offset: Int(offset), item: item, cluster: cluster)
    }
}

/// The memory of a breaker, kept for the next paragraph: fetching it from the system and giving it back for each long one
/// costs more than breaking lines. It belongs to a context, `LayoutContext.breakingMemory`, or to the breaker that took it
/// from there.
final class BreakMemory {
    let nodes: FlatList<BreakNode>
    let starts: FlatList<LineStart>
    let leastAhead: FlatList<Int32>

    private init(
        _ nodes: FlatList<BreakNode>, _ starts: FlatList<LineStart>, _ leastAhead: FlatList<Int32>
    ) {
        self.nodes = nodes
        self.starts = starts
        self.leastAhead = leastAhead
    }

    /// What the context has kept, or new memory. The context has it no more: the breaker's lists are the only ones that use
    /// it.
    static func taken(from context: LayoutContext) -> BreakMemory {
        defer { context.breakingMemory = nil }
        return context.breakingMemory as? BreakMemory ?? BreakMemory(FlatList(), FlatList(), FlatList())
    }

    /// Leaves the memory of lists that are not looked at any more to the context, unless it is very much.
    static func give(
        _ nodes: FlatList<BreakNode>, _ starts: FlatList<LineStart>, _ leastAhead: FlatList<Int32>,
        to context: LayoutContext
    ) {
        let bytes = nodes.byteCount + starts.byteCount + leastAhead.byteCount
        guard bytes <= ParagraphLimits.breakingMemoryBytes else { return }
        context.breakingMemory = BreakMemory(nodes, starts, leastAhead)
    }
}
