import GalleyShaping

/// The edges of a plain line that are not safe to cut: items of the layout's own text, shaped as they stand in the line.
struct LineEdges {
    /// That at its start; -1 for none.
    var first = -1
    /// Where it ends: an inline offset and a cluster of the paragraph's text.
    var firstEnd = 0
    var firstEndCluster = 0
    var firstWidth = 0.0
    /// That at its end; -1 for none.
    var last = -1
    /// Where it begins.
    var lastStart = 0
    var lastStartCluster = 0
    var lastWidth = 0.0

    @inline(__always)
    var isEmpty: Bool { first & last < 0 && first == last }
    /// The first of them.
    @inline(__always)
    var index: Int { first >= 0 ? first : last }
}

extension PlainLines {
    /// Shapes the start of a line again that is not safe to cut, as `LineBreaker.startX` does; where the line begins on the
    /// axis then. `nil` where that is not simple.
    @inline(never)
    mutating func shapeStart(
        _ start: BreakPosition, _ segment: UnsafePointer<InlineSegment>, _ cut: inout LineEdges,
        _ edges: inout ShapedText
    ) -> Double? {
        guard text.traits.isOneRun else { return nil }
        let item = places.text.items[Int(start.item)]
        let x = places.text.x(ofCluster: Int(start.cluster), in: item)
        guard let window = places.text.unsafeWindow(startingAt: start.offset, in: item) else { return x }
        guard window.range.upperBound <= Int(segment.pointee.end) else { return nil }
        cut.first = text.context.reshape(window.range, of: item, in: shaped, into: &edges)
        cut.firstEnd = window.range.upperBound
        cut.firstEndCluster = window.end
        cut.firstWidth = edges.width(ofItem: cut.first)
        return x - (cut.firstWidth - (places.text.x(ofCluster: window.end, in: item) - x))
    }

    /// The last opportunity of a segment up to which the line fits, as `LineBreaker.lastFitting` finds it, with its edge
    /// shaped again.
    @inline(never)
    mutating func shapedEnding(
        _ fitting: BreakPlaces.Fitting, in index: Int, from start: BreakPosition, _ startX: Double, _ fill: Fill,
        _ limit: Double, _ segment: UnsafePointer<InlineSegment>, _ cut: inout LineEdges, _ edges: inout ShapedText
    ) -> Ending {
        guard text.traits.isOneRun else { return .special }
        // What is beyond by prefix sums may fit when its edge is shaped again, and the other way round.
        var next = fitting.unsafeNext
        while let place = next {
            let ending = ending(at: place, in: index, from: start, startX, fill, limit, segment, &cut, &edges)
            guard case .none = ending else { return ending }
            next = places.nextUnsafe(
                in: segment.pointee, after: Int(place.offset),
                to: startX + (limit - fill.used) + LineBreaker.maximumEdgeGain)
        }
        var last = fitting.last
        while let place = last {
            let ending = ending(at: place, in: index, from: start, startX, fill, limit, segment, &cut, &edges)
            guard case .none = ending else { return ending }
            last = places.last(in: segment.pointee, before: Int(place.offset), after: start.offset)
        }
        return .none
    }

    /// The line that ends at an opportunity, when it fits.
    private mutating func ending(
        at place: BreakOpportunity, in index: Int, from start: BreakPosition, _ startX: Double, _ fill: Fill,
        _ limit: Double, _ segment: UnsafePointer<InlineSegment>, _ cut: inout LineEdges, _ edges: inout ShapedText
    ) -> Ending {
        guard place.kind == .allowed else { return .special }
        let end = BreakPosition(segment: index, place)
        let lower = max(start.offset, Int(segment.pointee.start))
        let offset = Int(place.contentEnd)
        guard offset > lower else {
            guard fill.used - fill.hang <= limit else { return .none }
            return .at(Found(end: end, contentEnd: fill.contentEnd, contentX: fill.contentX))
        }
        guard offset >= cut.firstEnd else { return .special }
        guard place.flags.contains(.unsafeEnd) else {
            guard fill.used + LineBreaker.roundedUp(place.contentX - startX) <= limit else { return .none }
            return .at(Found(end: end, contentEnd: offset, contentX: place.contentX))
        }
        guard place.cluster >= 0 else { return .special }
        let item = places.text.items[Int(place.item)]
        guard Int(item.start) < offset, item.kind == .text else { return .special }
        let first = places.text.windowStart(endingAt: offset, in: item)
        let firstOffset = places.text.start(ofCluster: first, in: item)
        // Both edges in one piece, or a piece that begins in what is before.
        guard firstOffset >= max(lower, Int(item.start)), firstOffset < offset,
            cut.first < 0 || firstOffset > cut.firstEnd
        else { return .special }
        let mark = edges.mark
        let edge = text.context.reshape(firstOffset..<offset, of: item, in: shaped, into: &edges)
        let edgeWidth = edges.width(ofItem: edge)
        let firstX = places.text.x(ofCluster: first, in: item)
        let before = places.text.x(ofCluster: Int(place.cluster), in: item) - firstX
        let width = place.contentX - startX + (edgeWidth - before)
        guard fill.used + LineBreaker.roundedUp(width) <= limit else {
            edges.remove(after: mark)
            return .none
        }
        cut.last = edge
        cut.lastStart = firstOffset
        cut.lastStartCluster = first
        cut.lastWidth = edgeWidth
        return .at(Found(end: end, contentEnd: offset, contentX: firstX))
    }
}

extension PlainText {
    /// How many clusters of a line whose edges were shaped again justification may put room after: all but its last one.
    func expansionCount(
        of line: LineRecord, _ places: ExpansionPlaces, _ cut: LineEdges, _ edges: ShapedText
    ) -> Int {
        var count = 0
        var lastExpands = false
        func add(_ edge: Int, _ edges: ShapedText) {
            let item = edges.items[edge]
            for cluster in item.clusters {
                lastExpands = edges.withReader { $0.expands(after: cluster, in: item, places) }
                if lastExpands { count += 1 }
            }
        }
        var middle = line
        if cut.first >= 0 {
            add(cut.first, edges)
            middle.start = UInt32(cut.firstEnd)
        }
        if cut.last >= 0 { middle.contentEnd = UInt32(cut.lastStart) }
        if middle.start < middle.contentEnd {
            let part = expansionPlaces(of: middle, places)
            count += part.count
            lastExpands = part.lastExpands
        }
        if cut.last >= 0 { add(cut.last, edges) }
        return lastExpands ? count - 1 : count
    }
}
