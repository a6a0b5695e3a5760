import GalleyShaping
import GalleyText

/// Gathers the places where lines may end, with all that the widths of lines to and from them need. One walk over the
/// segments, which adds up as `LineBreaker` does: complete parts rounded up.
struct BreakNodeTable {
    private(set) var breaker: LineBreaker
    private(set) var nodes: FlatList<BreakNode>
    private(set) var takenBefore: ContiguousArray<Double> = []
    /// How much less than a node's `leastEnd` says a line to it could need, in px.
    private(set) var slack = LineBreaker.tolerance * 4
    private let start: BreakPosition

    /// What the parts before take.
    private var used = 0.0
    private var hang = 0.0
    private var contentEnd: Int
    private var contentSegment = -1
    private var contentX = 0.0
    /// What stands after the content and does not hang.
    private var edges = 0.0
    private var isEdged = false

    /// - Parameter memory: what the nodes are put in.
    init(_ breaker: LineBreaker, from start: BreakPosition, _ memory: FlatList<BreakNode>) {
        nodes = memory
        nodes.removeAll()
        self.breaker = breaker
        self.start = start
        contentEnd = start.offset
        slack += breaker.marks?.most ?? 0
    }

    /// Fills the table. False where widths depend on more than two ends: tabs, text that runs backwards.
    mutating func build(countsPlaces: Bool) -> Bool {
        nodes.reserve(breaker.shaped.inline.utf8.count / 6 + 2)
        takenBefore.reserveCapacity(breaker.segments.count + 1)
        for index in breaker.segments.indices {
            takenBefore.append(used)
            guard add(index) else { return false }
        }
        takenBefore.append(used)
        if nodes.count == 0 || nodes[nodes.count - 1].kind != .mandatory
            || breaker.segments.last?.kind != .lineBreak
        {
            addEnd()
        }
        guard runsForward else { return false }
        if countsPlaces { countPlaces() }
        return true
    }

    private var runsForward: Bool {
        var last = -Double.infinity
        for index in nodes.indices {
            if nodes[index].leastEnd < last { return false }
            last = nodes[index].leastEnd
        }
        return true
    }

    // MARK: Parts

    private mutating func add(_ index: Int) -> Bool {
        let segment = breaker.segments[index]
        switch segment.kind {
        case .tab: return index < start.segment
        case .text:
            // A position inside is where the paragraph's rest begins: nothing before it counts.
            if index >= start.segment { addOpportunities(index, segment) }
            addText(index, segment)
        case .open, .close:
            let width = breaker.measures.edge(segment)
            used += width
            if hang > 0 { hang += width } else { edges += width }
            if width != 0 { isEdged = true }
        case .object:
            let width = breaker.measures.objectWidth(Int(segment.index))
            if width != 0 {
                used += LineBreaker.roundedUp(width)
                setContent(end: Int(segment.end), segment: -1, x: 0)
            }
        case .lineBreak:
            if index >= start.segment {
                addNode(BreakPosition(segment: index + 1, offset: Int(segment.end)), .mandatory)
            }
            setContent(end: Int(segment.end), segment: -1, x: 0)
        }
        if index >= start.segment, segment.breakAfter == .allowed || segment.breakAfter == .hyphen {
            addBreak(after: index, segment)
        }
        return true
    }

    private mutating func setContent(end: Int, segment: Int, x: Double) {
        hang = 0
        edges = 0
        isEdged = false
        contentEnd = end
        contentSegment = segment
        contentX = x
    }

    private mutating func addText(_ index: Int, _ segment: InlineSegment) {
        if segment.contentEnd > segment.start {
            let before = used
            used += LineBreaker.roundedUp(segment.endX - segment.x)
            setContent(end: Int(segment.contentEnd), segment: index, x: segment.contentX)
            hang = used - (before + LineBreaker.roundedUp(segment.contentX - segment.x))
        } else {
            used += segment.endX - segment.x
            hang += segment.endX - segment.x
        }
    }

    // MARK: Nodes

    /// Adds a node at the end of all parts so far.
    private mutating func addNode(_ position: BreakPosition, _ kind: BreakOpportunity.Kind) {
        nodes.append(
            BreakNode(
                position: PackedPosition(position), kind: kind, contentEnd: Int32(contentEnd),
                contentSegment: Int32(contentSegment),
                contentX: contentX, extra: edges, end: used - hang, leastEnd: used - hang, delta: 0,
                edgeStart: Int32(contentEnd), item: -1))
        if !isEdged { hangMark() }
    }

    /// Lets the punctuation at the last node's end hang; only for what hangs in any case the width is known now.
    private mutating func hangMark() {
        let last = nodes.count - 1
        guard let mark = breaker.marks?.mark(endingAt: Int(nodes[last].contentEnd), lineStart: start.offset) else {
            return
        }
        nodes[last].markStart = Int32(mark.start)
        nodes[last].leastEnd -= mark.width
        if mark.isConditional {
            nodes[last].hang = mark.width
        } else {
            nodes[last].extra -= mark.width
            nodes[last].end -= mark.width
        }
    }

    private mutating func addEnd() {
        addNode(
            BreakPosition(segment: breaker.segments.count, offset: breaker.shaped.inline.utf8.count), .none)
    }

    private mutating func addBreak(after index: Int, _ segment: InlineSegment) {
        addNode(BreakPosition(segment: index + 1, offset: Int(segment.end)), segment.breakAfter)
        let last = nodes.count - 1
        if segment.breakFlags.contains(.unsafeEnd), let item = breaker.itemIndex(endingAt: contentEnd) {
            let delta = measureEdge(last, item)
            nodes[last].extra += delta
            nodes[last].end += delta
        }
        if segment.breakAfter == .hyphen {
            let width = breaker.hyphenWidth(segment.textStyle)
            nodes[last].extra += width
            nodes[last].end += width
        }
    }

    private mutating func addOpportunities(_ index: Int, _ segment: InlineSegment) {
        let places = breaker.places
        let hasMarks = breaker.marks != nil
        // What the parts before and this one take: as `addText` will add them up.
        let hasContent = segment.contentEnd > segment.start
        let taken =
            used
            + (hasContent ? LineBreaker.roundedUp(segment.endX - segment.x) : segment.endX - segment.x)
        places.forEach(in: segment, after: index == start.segment ? start.offset : 0) { place in
            guard place.contentEnd > segment.start else {
                // Nothing but spaces since the segment's start: the content ended before it.
                return addNode(BreakPosition(segment: index, place), place.kind)
            }
            let end = used + LineBreaker.roundedUp(place.contentX - segment.x)
            var node = BreakNode(
                position: PackedPosition(
                    segment: Int32(truncatingIfNeeded: index), offset: Int32(truncatingIfNeeded: place.offset),
                    item: place.item, cluster: place.cluster),
                kind: place.kind, contentEnd: Int32(truncatingIfNeeded: place.contentEnd),
                contentSegment: Int32(truncatingIfNeeded: index), contentX: place.contentX, extra: 0, end: end,
                leastEnd: end, delta: 0, edgeStart: Int32(truncatingIfNeeded: place.contentEnd), item: -1)
            if place.cluster >= 0, !place.flags.contains(.unsafeStart) {
                node.startX = place.x
                // Spaces that hang are no complete part.
                let rest = segment.endX - place.x
                node.startBefore =
                    taken - (segment.contentEnd > place.offset ? LineBreaker.roundedUp(rest) : rest)
            }
            nodes.append(node)
            // What is rare.
            if place.flags.contains(.unsafeEnd) || place.kind == .hyphen { addEdge(place, segment) }
            if hasMarks { hangMark() }
        }
    }

    /// Adds the edge that is shaped again before an opportunity, and its hyphen, to its node, the last one.
    @inline(never)
    private mutating func addEdge(_ place: borrowing BreakOpportunity, _ segment: InlineSegment) {
        let last = nodes.count - 1
        if place.flags.contains(.unsafeEnd), let item = breaker.itemIndex(endingAt: Int(place.contentEnd)) {
            nodes[last].contentX += measureEdge(last, item)
        }
        if place.kind == .hyphen { nodes[last].extra = breaker.hyphenWidth(segment.textStyle) }
        nodes[last].end = used + LineBreaker.roundedUp(nodes[last].contentX - segment.x) + nodes[last].extra
    }

    /// Shapes a node's edge again, alone: what it adds.
    private mutating func measureEdge(_ node: Int, _ item: Int) -> Double {
        let end = Int(nodes[node].contentEnd)
        let delta = breaker.endDelta(at: end, item, .start)
        slack = max(slack, LineBreaker.tolerance * 4 - delta)
        nodes[node].delta = delta
        nodes[node].item = Int32(item)
        nodes[node].edgeStart = Int32(breaker.edgeStart(endingAt: end, item))
        return delta
    }

    // MARK: Justification

    /// Counts the places that can grow, as lines do when they are justified.
    private mutating func countPlaces() {
        let places = JustificationTable.places(breaker.shaped.style.justification, round: 0) ?? []
        var counter = PlaceCounter(breaker.places.text, places)
        // Only from where the lines begin.
        _ = counter.advance(to: start.offset)
        counter.count = 0
        for index in nodes.indices {
            let (markStart, end) = (nodes[index].markStart, nodes[index].position.offset)
            let contentEnd = markStart >= 0 ? markStart : nodes[index].contentEnd
            let lastExpands = counter.advance(to: Int(contentEnd))
            nodes[index].placesBefore = counter.count &- (lastExpands ? 1 : 0)
            if contentEnd != end { _ = counter.advance(to: Int(end)) }
            nodes[index].placesAfter = counter.count
        }
    }
}

/// Counts the clusters that justification may put room after, up to one offset after the other.
private struct PlaceCounter {
    private let text: ClusterReader
    private let places: ExpansionPlaces
    var count: Int32 = 0
    /// The next item, and the clusters of the current one that are left.
    private var item = 0
    private var cluster = 0
    private var clusterEnd = 0
    private var isCursive = false
    /// The item of these.
    private var current: TextItem?

    init(_ text: ClusterReader, _ places: ExpansionPlaces) {
        self.text = text
        self.places = places
    }

    /// Counts the clusters that end at an offset or before; whether the last one of them can grow.
    @inline(__always)
    mutating func advance(to offset: Int) -> Bool {
        var lastExpands = false
        while true {
            if cluster < clusterEnd, let current {
                let start = text.start(ofCluster: cluster, in: current)
                guard start < offset else { return lastExpands }
                let next = cluster &+ (offset &- start)
                if next <= clusterEnd, text.start(ofCluster: next, in: current) == offset {
                    // A cluster each byte.
                    return count(to: next)
                }
            }
            while cluster < clusterEnd, let current {
                guard text.start(ofCluster: cluster &+ 1, in: current) <= offset else { return lastExpands }
                lastExpands = expands(after: cluster)
                count &+= lastExpands ? 1 : 0
                cluster &+= 1
            }
            guard item < text.items.count else { return lastExpands }
            let next = text.items[item]
            guard Int(next.start) < offset else { return lastExpands }
            if next.kind == .text {
                current = next
                cluster = Int(next.clusterStart)
                clusterEnd = cluster &+ Int(next.clusterCount)
                isCursive = next.script.isCursive
            }
            item &+= 1
        }
    }

    @inline(__always)
    private func expands(after cluster: Int) -> Bool {
        places.include(text.flags[cluster], before: text.flags[cluster &+ 1], isCursive: isCursive)
    }

    /// Counts the clusters before another one, at least one; whether the last one of them can grow.
    @inline(__always)
    private mutating func count(to end: Int) -> Bool {
        let words: UInt64 = 0x0101_0101_0101_0101
        let flags = UnsafeRawBufferPointer(text.flags)
        // Letters that cannot grow, eight at a time: those after them do not count for what is not ideographic.
        if !places.contains(.letters) {
            let growing = UInt64(ClusterFlags.space.rawValue | ClusterFlags.ideographic.rawValue) &* words
            while cluster &+ 2 < end, cluster &+ 8 <= flags.count {
                let chunk = flags.loadUnaligned(fromByteOffset: cluster, as: UInt64.self) & growing
                // As many as come before the first one that may grow, but for the last one of them: the next one says
                // whether that can.
                let plain = UInt64(littleEndian: chunk).trailingZeroBitCount / 8 &- 1
                guard plain > 0 else { break }
                cluster &+= min(plain, end &- 1 &- cluster)
                if plain < 7 { break }
            }
        }
        var lastExpands = false
        while cluster < end {
            lastExpands = expands(after: cluster)
            count &+= lastExpands ? 1 : 0
            cluster &+= 1
        }
        return lastExpands
    }
}
