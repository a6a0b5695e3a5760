import GalleyShaping
import GalleyText

/// Breaks all lines of a paragraph together so that their costs' sum is smallest (Knuth and Plass), for
/// `text-wrap-style: pretty` and `balance`.
///
/// Exact: each line's width is the one that greedy breaking would find, edges shaped again included. What shaping an edge
/// again adds is kept with the break; only where both edges of a line are in one piece that must be shaped whole is it
/// asked for that line alone. Every break is compared with the starts from which it fits, so the time grows with the
/// text and with the number of breaks in a line; there is no limit on lines.
///
/// Not for paragraphs with tabs, whose widths depend on where a line begins, nor where text may run backwards (negative
/// spacing or margins): `init` is `nil` for those, and they are broken greedily.
struct TotalFitBreaker {
    /// The room of a line: of the first, of those after a forced break, of all others.
    struct Room {
        var first: Double
        var afterForcedBreak: Double
        var other: Double
        fileprivate var most: Double { max(first, afterForcedBreak, other) }
    }

    var breaker: LineBreaker
    let cost: LineCost
    private let room: Room
    private let nodes: FlatList<BreakNode>
    /// What the segments before each one take, in px.
    private let takenBefore: ContiguousArray<Double>
    private var starts: FlatList<LineStart>
    /// The lines to the starts without a node.
    private var emergencies: [Int: BrokenLine] = [:]
    /// The starts that cost less than all after them, in order, from `leastFirst` on those still in reach: the first one
    /// costs the least of all.
    private var leastAhead: FlatList<Int32>
    private var leastFirst = 0
    /// A line that begins later than another to the same break is wider by no more: what edges that are shaped again add.
    private var edgeGain = LineBreaker.tolerance * 2
    /// The furthest that what is shaped again for a start goes: an inline offset.
    private var furthestEdge: Int32 = 0
    /// How many lines may still be shaped whole.
    private var wholesLeft: Int
    /// How much less than its `leastEnd` says a line could need.
    private let slack: Double

    /// - Parameters:
    ///   - isAfterHyphen: whether the line before `start` ends with a hyphen.
    ///   - isParagraphStart: whether no line is before it, or one that ends with a forced break.
    init?(
        _ breaker: LineBreaker, from start: BreakPosition, _ room: Room, _ cost: LineCost, isAfterHyphen: Bool = false,
        isParagraphStart: Bool = true
    ) {
        guard room.most.isFinite else { return nil }
        let memory = BreakMemory.taken(from: breaker.context)
        var table = BreakNodeTable(breaker, from: start, memory.nodes)
        guard table.build(countsPlaces: cost.justifies || cost.justifiesLast) else { return nil }
        self.breaker = table.breaker
        nodes = table.nodes
        starts = memory.starts
        starts.removeAll()
        leastAhead = memory.leastAhead
        leastAhead.removeAll()
        edgeGain += breaker.marks?.most ?? 0
        takenBefore = table.takenBefore
        slack = table.slack
        let limit = ParagraphLimits.linesShapedWhole
        wholesLeft = limit.once + limit.aPlace * table.nodes.count
        self.cost = cost
        self.room = room
        starts.reserve(nodes.count + 1)
        var first = lineStart(at: start, node: -1, room.first)
        first.endsWithHyphen = isAfterHyphen
        first.isAfterForcedBreak = isParagraphStart
        append(first)
    }

    /// The lines of the least cost; `nil` where finding them takes too much. Asked for once: the memory goes back to the
    /// context.
    mutating func lines() -> ContiguousArray<BrokenLine>? {
        let lines = run([:]).map { traced(to: $0) }
        BreakMemory.give(nodes, starts, leastAhead, to: breaker.context)
        return lines
    }

    /// The first lines that fit, and what each costs, up to a forced break.
    mutating func firstLines() -> [(line: BrokenLine, cost: BreakCost)] {
        var found: [(line: BrokenLine, cost: BreakCost)] = []
        let start = starts[0]
        for index in nodes.indices {
            let node = nodes[index]
            let width = node.fitted(width(from: start, to: node), start.available)
            if width <= start.available + LineBreaker.tolerance {
                found.append((brokenLine(start, node), cost.of(TotalFitBreaker.line(start, node, width))))
            } else if node.leastEnd - start.before - slack > start.available {
                break
            }
            if node.isLast { break }
        }
        return found
    }

    /// Where the first line ends that makes the least cost with the best lines after it, when first lines are as given: what
    /// each costs by the inline offset that it ends at. `nil` when none of them ends where a line can.
    mutating func bestFirstLine(_ costs: [Int: BreakCost]) -> Int? {
        starts.removeAll()
        leastAhead.removeAll()
        leastFirst = 0
        guard var index = run(costs), starts.indices.contains(index) else { return nil }
        while starts[index].previous >= 0 { index = Int(starts[index].previous) }
        return Int(starts[index].position.offset)
    }

    /// Finds the best lines; the last start of them. With `first` the lines from the paragraph's start are those given.
    private mutating func run(_ first: [Int: BreakCost]) -> Int? {
        // Starts before this one are too far away from all breaks to come.
        var active = 0
        var last = 0
        for index in nodes.indices {
            guard wholesLeft >= 0 else { return nil }
            let node = UnsafePointer(nodes.base + index)
            let given = first.isEmpty || node.pointee.kind == .none ? nil : first[Int(node.pointee.position.offset)]
            if starts.count == 0 {
                if let given { append(start(after: node, index, given, previous: -1)) }
                continue
            }
            moveOn(&active, to: node)
            var best = bestStart(from: active, to: node)
            if let given, best.start < 0 || given <= best.cost {
                (best.start, best.cost) = (-1, given)
            } else if best.start < 0 {
                (best.start, best.cost) = forcedStart(to: node.pointee)
            }
            if node.pointee.kind == .none {
                last = best.start
                break
            }
            append(start(after: node, index, best.cost, previous: best.start))
            last = starts.count - 1
            if node.pointee.kind == .mandatory { active = last }
        }
        return last
    }

    /// Leaves the starts behind that are too far away from a node, and so from all after it.
    @inline(__always)
    private mutating func moveOn(_ active: inout Int, to node: UnsafePointer<BreakNode>) {
        let reach = node.pointee.leastEnd - slack
        while active &+ 1 < starts.count, reach - starts.base[active].before > room.most,
            node.pointee.edgeStart >= starts.base[active].edgeEnd
        {
            active &+= 1
        }
        while Int(leastAhead[leastFirst]) < active { leastFirst &+= 1 }
    }

    /// The start of the line after a node that lines of a cost end at.
    @inline(__always)
    private mutating func start(
        after node: UnsafePointer<BreakNode>, _ index: Int, _ cost: BreakCost, previous: Int
    ) -> LineStart {
        let isForced = node.pointee.kind == .mandatory
        let available = isForced ? room.afterForcedBreak : room.other
        guard node.pointee.startX.isNaN else {
            return LineStart(
                position: node.pointee.position, segment: node.pointee.position.segment, x: node.pointee.startX,
                before: node.pointee.startBefore, edgeEnd: node.pointee.position.offset, available: available,
                places: node.pointee.placesAfter, endsWithHyphen: node.pointee.kind == .hyphen,
                isAfterForcedBreak: false, cost: cost, previous: Int32(truncatingIfNeeded: previous),
                node: Int32(truncatingIfNeeded: index))
        }
        var next = lineStart(at: node.pointee.position.unpacked, node: index, available)
        next.cost = cost
        next.previous = Int32(previous)
        return next
    }

    @inline(__always)
    private mutating func append(_ start: LineStart) {
        var end = leastAhead.count
        while end > leastFirst, start.cost <= starts.base[Int(leastAhead[end &- 1])].cost { end &-= 1 }
        leastAhead.remove(from: end)
        leastAhead.append(Int32(truncatingIfNeeded: starts.count))
        starts.append(start)
    }

    // MARK: Choosing

    /// The start whose line to `node` makes the least sum; -1 when none fits.
    @inline(__always)
    private mutating func bestStart(from active: Int, to node: UnsafePointer<BreakNode>) -> Best {
        // Shorter lines cost more, but for a last line: when one costs more than the best sum so far, so do all after it.
        let stops = (!node.pointee.isLast || cost.aim == .balance) && node.pointee.edgeStart >= furthestEdge
        var best = Best(next: active)
        if stops, node.pointee.kind == .allowed, node.pointee.hang == 0 {
            lookAhead(to: node, &best)
        } else {
            look(to: node, stops: stops, &best)
        }
        if best.next < starts.count { lookAtPieces(to: node, &best) }
        return best
    }

    /// The best start so far, and the first that was not looked at.
    private struct Best {
        var start = -1
        var cost = BreakCost(misfit: .infinity)
        var next: Int

        /// Compares a line with the best so far; whether it is better.
        @inline(__always)
        mutating func take(
            _ index: Int, _ start: UnsafePointer<LineStart>, _ node: UnsafePointer<BreakNode>,
            _ width: Double,
            _ cost: LineCost
        ) -> Bool {
            let width = node.pointee.fitted(width, start.pointee.available)
            guard width <= start.pointee.available + LineBreaker.tolerance else { return false }
            return take(index, start.pointee.cost + cost.of(TotalFitBreaker.line(start, node, width)))
        }

        @inline(__always)
        mutating func take(_ index: Int, _ sum: BreakCost) -> Bool {
            // The later start of two equal ones: fuller lines first.
            guard sum <= cost else { return false }
            start = index
            cost = sum
            return true
        }
    }

    /// Looks at the starts whose edges are not in one piece with the node's, until no start after can be better: for a node
    /// that ends lines with nothing but their text, as nearly all do. What such a line costs is what its slack does.
    @inline(__always)
    private func lookAhead(to node: UnsafePointer<BreakNode>, _ best: inout Best) {
        let (first, count) = (UnsafePointer(starts.base), starts.count)
        let edgeStart = node.pointee.edgeStart
        let grows = cost.growsBeforeLast
        let lineCount = cost.lineCount
        var ahead = leastFirst
        while best.next < count {
            let start = first + best.next
            guard edgeStart >= start.pointee.edgeEnd else { return }
            let width = TotalFitBreaker.width(from: start, to: node)
            let available = start.pointee.available
            let places = node.pointee.placesBefore &- start.pointee.places
            var demerits = 0.0
            best.next &+= 1
            if width <= available + LineBreaker.tolerance {
                demerits = cost.demerits(
                    slack: max(0, available - width), of: available, places, grows: grows)
                var sum = start.pointee.cost
                sum.lines &+= lineCount
                sum.demerits += demerits
                // A start that is the best so far says nothing of those after it yet.
                if best.take(best.next &- 1, sum) { continue }
            }
            guard best.start >= 0 else { continue }
            while ahead < leastAhead.count, Int(leastAhead.base[ahead]) < best.next { ahead &+= 1 }
            guard ahead < leastAhead.count else { continue }
            var least = first[Int(leastAhead.base[ahead])].cost
            least.lines &+= lineCount
            let other = least.demerits
            // The lines after this one cost no more for being narrower by less than `edgeGain`: where not even what this one
            // costs is enough it is too early to stop, and there is nothing to compute.
            least.demerits = other + demerits
            guard best.cost < least else { continue }
            let slack = max(0, available - (width + edgeGain))
            least.demerits = other + cost.demerits(slack: slack, of: available, places, grows: grows)
            if best.cost < least { best.next = count }
        }
    }

    /// The same for any node; it stops where no start after can be better only if told so.
    @inline(never)
    private func look(to node: UnsafePointer<BreakNode>, stops: Bool, _ best: inout Best) {
        let first = UnsafePointer(starts.base)
        var ahead = leastFirst
        while best.next < starts.count {
            let start = first + best.next
            guard node.pointee.edgeStart >= start.pointee.edgeEnd else { return }
            let width = TotalFitBreaker.width(from: start, to: node)
            let isBetter = best.take(best.next, start, node, width, cost)
            best.next &+= 1
            guard stops, !isBetter, best.start >= 0 else { continue }
            while ahead < leastAhead.count, Int(leastAhead.base[ahead]) < best.next { ahead &+= 1 }
            guard ahead < leastAhead.count else { continue }
            let line = TotalFitBreaker.line(start, node, width + edgeGain)
            let least = first[Int(leastAhead.base[ahead])].cost + cost.least(of: line)
            if best.cost < least { best.next = starts.count }
        }
    }

    /// Looks at the rest of the starts, from the first on whose line is both of whose edges in one piece: short lines.
    @inline(never)
    private mutating func lookAtPieces(to node: UnsafePointer<BreakNode>, _ best: inout Best) {
        while best.next < starts.count {
            let start = starts[best.next]
            let width = width(from: start, to: node.pointee)
            withUnsafePointer(to: start) { _ = best.take(best.next, $0, node, width, cost) }
            best.next += 1
        }
    }

    /// The start for a node that no line fits before: the last one, or one between any two clusters after it.
    private mutating func forcedStart(to node: BreakNode) -> (start: Int, cost: BreakCost) {
        var index = starts.count - 1
        while true {
            let start = starts[index]
            let width = node.fitted(width(from: start, to: node), start.available)
            let line = TotalFitBreaker.line(start, node, width)
            if width <= start.available + LineBreaker.tolerance { return (index, start.cost + cost.of(line)) }
            guard
                let broken = breaker.lineBrokenAnywhere(
                    from: start.position.unpacked, start.available + LineBreaker.tolerance, isForced: false),
                broken.end.offset > Int(start.position.offset), broken.end.offset < Int(node.contentEnd)
            else { return (index, start.cost + cost.ofOverfull(line)) }
            var next = lineStart(at: broken.end, node: -1, room.other)
            next.cost = start.cost + cost.ofEmergency
            next.previous = Int32(index)
            index = starts.count
            emergencies[index] = broken
            append(next)
        }
    }

    private static func line(_ start: LineStart, _ node: BreakNode, _ width: Double) -> LineCost.Line {
        withUnsafePointer(to: start) { start in withUnsafePointer(to: node) { line(start, $0, width) } }
    }

    @inline(__always)
    private static func line(
        _ start: UnsafePointer<LineStart>, _ node: UnsafePointer<BreakNode>, _ width: Double
    ) -> LineCost.Line {
        LineCost.Line(
            width: width, available: start.pointee.available,
            places: node.pointee.placesBefore &- start.pointee.places, isLast: node.pointee.isLast,
            isOnly: start.pointee.isAfterForcedBreak, endsWithHyphen: node.pointee.kind == .hyphen,
            previousEndsWithHyphen: start.pointee.endsWithHyphen)
    }

    // MARK: Widths

    /// The width of the line between, as `LineBreaker` finds it.
    @inline(__always)
    private mutating func width(from start: LineStart, to node: BreakNode) -> Double {
        if node.edgeStart < start.edgeEnd { return widthOfOnePiece(from: start, to: node) }
        return TotalFitBreaker.width(from: start, to: node)
    }

    /// The width of a line whose edges are shaped again apart from each other.
    private static func width(from start: LineStart, to node: BreakNode) -> Double {
        withUnsafePointer(to: start) { start in withUnsafePointer(to: node) { width(from: start, to: $0) } }
    }

    @inline(__always)
    private static func width(from start: UnsafePointer<LineStart>, to node: UnsafePointer<BreakNode>) -> Double {
        if node.pointee.contentSegment == start.pointee.segment {
            return LineBreaker.roundedUp(node.pointee.contentX - start.pointee.x) + node.pointee.extra
        }
        return node.pointee.end - start.pointee.before
    }

    /// The width of a line both of whose edges are in one piece that is shaped whole.
    private mutating func widthOfOnePiece(from start: LineStart, to node: BreakNode) -> Double {
        // Nothing but spaces.
        guard node.contentEnd > start.position.offset else { return 0 }
        wholesLeft -= 1
        var node = node
        let isInside = node.position.item >= 0
        var item: Int? = Int(node.item)
        if node.item < 0 { item = isInside ? breaker.itemIndex(endingAt: Int(node.contentEnd)) : nil }
        let delta = item.map { breaker.endDelta(at: Int(node.contentEnd), $0, start.position.unpacked) } ?? 0
        if isInside {
            node.end -= LineBreaker.roundedUp(node.contentX - breaker.segments[Int(node.contentSegment)].x)
            node.contentX += delta - node.delta
            node.end += LineBreaker.roundedUp(node.contentX - breaker.segments[Int(node.contentSegment)].x)
        } else {
            node.extra += delta - node.delta
            node.end += delta - node.delta
        }
        return TotalFitBreaker.width(from: start, to: node)
    }

    /// The start of a line at a position; its cost and way are not known yet.
    private mutating func lineStart(at position: BreakPosition, node: Int, _ available: Double) -> LineStart {
        var start = LineStart(
            position: PackedPosition(position), segment: -1, x: 0,
            before: takenBefore[min(position.segment, takenBefore.count - 1)],
            edgeEnd: Int32(position.offset), available: available, places: 0, endsWithHyphen: false,
            isAfterForcedBreak: true, cost: BreakCost(), previous: -1, node: Int32(node))
        if node >= 0 {
            start.places = nodes[node].placesAfter
            start.endsWithHyphen = nodes[node].kind == .hyphen
            start.isAfterForcedBreak = nodes[node].kind == .mandatory
        } else if starts.count > 0 {
            start.places = starts[starts.count - 1].places
            start.isAfterForcedBreak = false
        }
        guard position.segment < breaker.segments.count else { return start }
        let segment = breaker.segments[position.segment]
        guard segment.kind == .text, position.offset > Int(segment.start) else { return start }
        start.segment = Int32(position.segment)
        let edge = breaker.startX(position)
        start.x = edge.x
        if edge.windowEnd > 0 {
            start.edgeEnd = max(start.edgeEnd, Int32(edge.windowEnd))
            furthestEdge = max(furthestEdge, start.edgeEnd)
            edgeGain = max(edgeGain, 2 * abs(edge.delta) + LineBreaker.tolerance * 2 + (breaker.marks?.most ?? 0))
        }
        // Spaces that hang are no complete part.
        let rest = segment.endX - start.x
        let isContent = Int(segment.contentEnd) > position.offset
        start.before = takenBefore[position.segment + 1] - (isContent ? LineBreaker.roundedUp(rest) : rest)
        return start
    }

    // MARK: The result

    private mutating func traced(to last: Int) -> ContiguousArray<BrokenLine> {
        var lines: ContiguousArray<BrokenLine> = []
        var index = last
        // The line to the end begins at the last start, when the text does not end with a forced break.
        if nodes.count > 0, nodes[nodes.count - 1].kind == .none {
            let end = nodes[nodes.count - 1]
            lines.append(brokenLine(starts[index], end))
        }
        while starts[index].previous >= 0 {
            let start = starts[index]
            lines.append(
                start.node >= 0
                    ? brokenLine(starts[Int(start.previous)], nodes[Int(start.node)])
                    : emergencies[index]!)
            index = Int(start.previous)
        }
        lines.reverse()
        return lines
    }

    private mutating func brokenLine(_ start: LineStart, _ node: BreakNode) -> BrokenLine {
        let width = width(from: start, to: node)
        let fitted = node.fitted(width, start.available)
        var broken = BrokenLine(
            start: start.position.unpacked, end: node.position.unpacked,
            contentEnd: Int(max(node.contentEnd, start.position.offset)), width: fitted, kind: node.kind)
        if node.hang == 0 || fitted < width { broken.markStart = Int(node.markStart) }
        let cluster = Int(node.position.cluster)
        if cluster >= 0,
            node.contentEnd < node.position.offset
                || breaker.text.flags[cluster].contains(.safeToBreakBefore)
        {
            broken.contentX = node.contentX
        }
        return broken
    }
}

extension BreakNode {
    /// The width of a line to it, without the punctuation that hangs where the line would not fit otherwise.
    @inline(__always)
    fileprivate func fitted(_ width: Double, _ available: Double) -> Double {
        hang != 0 && width > available + LineBreaker.tolerance ? width - hang : width
    }
}
