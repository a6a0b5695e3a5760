import GalleyShaping
import GalleyText

/// Breaks all lines of a paragraph together, as `TotalFitBreaker` does, where that is simple: text of one style and
/// direction, in lines of one width. The same lines, by the same costs; what a word needs is read from
/// memory in order, and nothing is called for it.
///
/// The end of a word is compared with the starts that it fits a line from, the fullest line first, until no shorter one can
/// cost less: what lines cost grows as they get shorter, and what the lines before cost is not less than the least of all
/// starts in reach, which a queue keeps at its front. Edges that are shaped again are measured once each; where both edges
/// of a line that is compared are in one piece, `TotalFitBreaker` finds the lines. Linear in the words, and in those of a
/// line.
struct SimpleFit {
    private let cost: LineCost
    private let available: Double
    private let limit: Double
    /// A line that begins later than another to the same word is wider by no more, and by how much more than the room for it
    /// a line must be too wide for all lines from its start on to be so: what edges that are shaped again add.
    private var edgeGain = 0.0
    private var margin = 4 * LineBreaker.tolerance
    private var hasEdges = false
    /// What a hyphen adds to a line's width.
    private let hyphenWidth: Double

    /// What is found.
    enum Found {
        case records(ContiguousArray<LineRecord>)
        /// Some edges are shaped again, or some lines end with hyphens.
        case plan(ContiguousArray<BrokenLine>)
    }

    /// A place where a line begins, by the best lines before it.
    private struct Start {
        var x: Double
        var demerits: Double
        var lines: Int32
        /// The start of the line before.
        var previous: Int32
        /// Places that can grow, since the paragraph's start.
        var places: Int32
        /// As `places`, up to the content's end of the line before without its last cluster.
        var placesBefore: Int32
        /// Where what is shaped again for the line ends, and where that begins which is shaped again for the line before:
        /// inline offsets.
        var edgeEnd: Int32
        var edgeStart: Int32
        /// Whether the line before ends with a hyphen.
        var isAfterHyphen: Bool
    }

    private init(_ cost: LineCost, available: Double, hyphenWidth: Double) {
        self.cost = cost
        self.available = available
        self.hyphenWidth = hyphenWidth
        limit = available + LineBreaker.tolerance
    }

    /// The lines of a paragraph; `nil` where they are not so simple.
    static func find(
        _ shaped: ShapedParagraph, _ constraints: ParagraphConstraints, _ context: LayoutContext
    ) -> Found? {
        let traits = shaped.traits
        let style = LineStyle(traits)
        guard let aim = style.aim, !traits.hasIndent, constraints.lineSpace == nil, constraints.maximumLines == 0,
            constraints.width.isFinite, context.switches.plainLines
        else { return nil }
        let cost = LineCost(aim, style, of: shaped, room: constraints.width)
        var found: Found?
        shaped.readWords { words, places, segment in
            let hyphen = shaped.textStyles[Int(segment.textStyle)].hyphenWidth
            var fit = SimpleFit(cost, available: constraints.width, hyphenWidth: LineBreaker.roundedUp(hyphen))
            found = fit.find(words, places, segment, style, shaped, context)
        }
        return found
    }

    private mutating func find(
        _ words: UnsafeMutableBufferPointer<WordPlace>, _ places: BreakPlaces, _ segment: InlineSegment,
        _ style: LineStyle, _ shaped: ShapedParagraph, _ context: LayoutContext
    ) -> Found? {
        guard Int(segment.contentEnd) > Int(words.last?.offset ?? segment.start) else { return nil }
        // The start of the text, and one after each word; and the end as if a line began there.
        let starts = UnsafeMutableBufferPointer<Start>.allocate(capacity: words.count + 2)
        let queue = UnsafeMutablePointer<Int32>.allocate(capacity: words.count + 2)
        defer {
            starts.deallocate()
            queue.deallocate()
        }
        let read = UnsafeBufferPointer(words)
        count(read, places, segment, style, starts)
        measureEdges(words, places, starts, shaped, context)
        guard chooseStarts(read, segment, starts, queue) else { return nil }
        let (count, isPlain) = turn(read, starts)
        guard isPlain else { return .plan(plan(read, segment, count, starts)) }
        return records(read, places, segment, style, shaped.traits, count, starts).map { .records($0) }
    }

    // MARK: Choosing

    /// Writes where lines begin, and the places that can grow before.
    private func count(
        _ words: UnsafeBufferPointer<WordPlace>, _ places: BreakPlaces, _ segment: InlineSegment, _ style: LineStyle,
        _ starts: UnsafeMutableBufferPointer<Start>
    ) {
        let text = places.text
        let grows = cost.justifies || cost.justifiesLast
        let growing = JustificationTable.places(style.justification, round: 0) ?? []
        var counted: Int32 = 0
        var item = Int(segment.firstItem)
        var cluster = Int(text.items[item].clusterStart)
        var lastExpands = false
        /// Counts up to a cluster of an item.
        func advance(_ endItem: Int, _ end: Int) {
            lastExpands = false
            while true {
                let last =
                    item < endItem ? Int(text.items[item].clusterStart &+ text.items[item].clusterCount) : end
                if cluster < last {
                    let part = text.expansionCount(
                        from: cluster, to: last, in: text.items[item], growing)
                    counted &+= Int32(truncatingIfNeeded: part.count)
                    lastExpands = part.lastExpands
                }
                guard item < endItem else { break }
                item &+= 1
                cluster = Int(text.items[item].clusterStart)
            }
            cluster = end
        }
        var start = Start(
            x: segment.x, demerits: 0, lines: 0, previous: -1, places: 0, placesBefore: 0,
            edgeEnd: 0, edgeStart: 0, isAfterHyphen: false)
        starts.initializeElement(at: 0, to: start)
        for index in words.indices {
            start.x = words[index].x
            start.edgeEnd = Int32(truncatingIfNeeded: words[index].offset)
            start.edgeStart = Int32(truncatingIfNeeded: words[index].contentEnd)
            start.isAfterHyphen = words[index].isHyphen
            if grows {
                let (content, end) = (Int(words[index].contentCluster), Int(words[index].cluster))
                if Int(words[index].item) == item, Int(words[index].contentItem) == item, content &+ 1 == end,
                    content > cluster
                {
                    // A word and a space.
                    advance(item, end)
                    start.places = counted
                    let isCursive = text.items[item].script.isCursive
                    start.placesBefore =
                        counted &- (lastExpands ? 1 : 0)
                        &- (growing.include(text.flags[content &- 1], before: text.flags[content], isCursive: isCursive)
                            ? 1 : 0)
                } else {
                    advance(Int(words[index].contentItem), content)
                    start.placesBefore = counted &- (lastExpands ? 1 : 0)
                    if words[index].contentEnd < words[index].offset { advance(Int(words[index].item), end) }
                    start.places = counted
                }
            }
            starts.initializeElement(at: index + 1, to: start)
        }
        if grows {
            let last = Int(segment.itemEnd) - 1
            var end = last
            while end > item, Int(text.items[end].start) >= Int(segment.contentEnd) { end -= 1 }
            advance(end, text.cluster(at: Int(segment.contentEnd), in: text.items[end]))
            start.placesBefore = counted &- (lastExpands ? 1 : 0)
        }
        start.x = segment.contentX
        start.edgeStart = Int32(truncatingIfNeeded: segment.contentEnd)
        starts.initializeElement(at: words.count + 1, to: start)
    }

    /// Shapes the edges again that are not safe to cut, each alone, and moves the ends and starts of lines by what that adds.
    private mutating func measureEdges(
        _ words: UnsafeMutableBufferPointer<WordPlace>, _ places: BreakPlaces,
        _ starts: UnsafeMutableBufferPointer<Start>, _ shaped: ShapedParagraph, _ context: LayoutContext
    ) {
        guard !shaped.traits.isSafeThroughout else { return }
        var breaker: LineBreaker?
        var (most, mostGain) = (0.0, 0.0)
        for index in words.indices where !words[index].isSafe {
            if breaker == nil {
                breaker = LineBreaker(
                    shaped, places, InlineMeasures(shaped, percentageBase: available, objects: []), context)
                hasEdges = true
            }
            let word = words[index]
            let end = Int(word.contentEnd)
            if word.contentEnd == word.offset, let item = breaker!.itemIndex(endingAt: end) {
                let delta = breaker!.endDelta(at: end, item, .start)
                words[index].contentX += delta
                starts[index + 1].edgeStart = Int32(breaker!.edgeStart(endingAt: end, item))
                most = max(most, abs(delta))
            }
            let edge = breaker!.startX(SimpleFit.position(word))
            starts[index + 1].x = edge.x
            starts[index + 1].edgeEnd = max(starts[index + 1].edgeEnd, Int32(edge.windowEnd))
            mostGain = max(mostGain, abs(edge.delta))
        }
        guard hasEdges else { return }
        edgeGain = 2 * mostGain + 4 * LineBreaker.tolerance
        margin += 2 * (most + mostGain)
    }

    private static func position(_ word: WordPlace) -> BreakPosition {
        BreakPosition(
            segment: 0, offset: Int(word.offset), item: word.item, cluster: word.isInside ? -1 : word.cluster)
    }

    /// Finds for each start the best one before it; false where a word fits in no line.
    private func chooseStarts(
        _ words: UnsafeBufferPointer<WordPlace>, _ segment: InlineSegment,
        _ starts: UnsafeMutableBufferPointer<Start>, _ queue: UnsafeMutablePointer<Int32>
    ) -> Bool {
        let starts = starts.baseAddress.unsafelyUnwrapped
        let (cost, available, limit) = (cost, available, limit)
        let (hasEdges, edgeGain, reach) = (hasEdges, edgeGain, available + margin)
        let grows = cost.growsBeforeLast
        let lineCount = cost.lineCount
        var active = 0
        queue[0] = 0
        var queueFirst = 0
        var queueEnd = 1
        for word in 0..<words.count {
            let end = words[word].contentX
            let placesBefore = starts[word &+ 1].placesBefore
            let edgeStart = starts[word &+ 1].edgeStart
            let isHyphen = words[word].isHyphen
            let extra = isHyphen ? hyphenWidth : 0
            while active < word, end - starts[active].x > reach { active &+= 1 }
            while Int(queue[queueFirst]) < active { queueFirst &+= 1 }
            let least = starts + Int(queue[queueFirst])
            let (leastLines, leastDemerits) = (least.pointee.lines, least.pointee.demerits)
            var best = -1
            var bestLines = Int32.max
            var bestDemerits = Double.infinity
            var index = active
            while index <= word {
                guard !hasEdges || starts[index].edgeEnd <= edgeStart else { return false }
                let width = LineBreaker.roundedUp(end - starts[index].x) + extra
                let places = placesBefore &- starts[index].places
                var demerits = cost.demerits(slack: max(0, available - width), of: available, places, grows: grows)
                var line = demerits
                if isHyphen { line += cost.ofHyphen(grows: grows, isSecond: starts[index].isAfterHyphen) }
                let sum = starts[index].demerits + line
                // The later start of two equal ones: fuller lines first.
                if width <= limit,
                    starts[index].lines < bestLines || starts[index].lines == bestLines && sum <= bestDemerits
                {
                    best = index
                    bestLines = starts[index].lines
                    bestDemerits = sum
                } else if best >= 0 {
                    if hasEdges {
                        demerits = cost.demerits(
                            slack: max(0, available - (width + edgeGain)), of: available, places, grows: grows)
                    }
                    if bestLines < leastLines
                        || bestLines == leastLines && bestDemerits < leastDemerits + demerits
                    {
                        break
                    }
                }
                index &+= 1
            }
            guard best >= 0 else { return false }
            starts[word &+ 1].previous = Int32(truncatingIfNeeded: best)
            starts[word &+ 1].lines = bestLines &+ lineCount
            starts[word &+ 1].demerits = bestDemerits
            while queueEnd > queueFirst, isLess(starts[word &+ 1], starts[Int(queue[queueEnd &- 1])]) { queueEnd &-= 1 }
            queue[queueEnd] = Int32(truncatingIfNeeded: word &+ 1)
            queueEnd &+= 1
        }
        return chooseLast(words.count, active, segment, starts)
    }

    @inline(__always)
    private func isLess(_ one: Start, _ other: Start) -> Bool {
        one.lines < other.lines || one.lines == other.lines && one.demerits <= other.demerits
    }

    /// The start of the last line: what it costs follows other rules.
    private func chooseLast(
        _ last: Int, _ active: Int, _ segment: InlineSegment, _ starts: UnsafeMutablePointer<Start>
    ) -> Bool {
        var best = BreakCost(misfit: .infinity)
        for index in active...last {
            guard !hasEdges || starts[index].edgeEnd <= starts[last + 1].edgeStart else { return false }
            let width = LineBreaker.roundedUp(segment.contentX - starts[index].x)
            guard width <= limit else { continue }
            let line = LineCost.Line(
                width: width, available: available, places: starts[last + 1].placesBefore &- starts[index].places,
                isLast: true, isOnly: index == 0, endsWithHyphen: false,
                previousEndsWithHyphen: starts[index].isAfterHyphen)
            let sum = BreakCost(lines: starts[index].lines, demerits: starts[index].demerits) + cost.of(line)
            if sum <= best {
                best = sum
                starts[last + 1].previous = Int32(truncatingIfNeeded: index)
            }
        }
        return best.misfit.isFinite
    }

    // MARK: Lines

    /// Turns the way from the end to the start round: `previous` becomes the start of the next line. The number of lines, and
    /// whether none has an edge that is shaped again or ends with a hyphen.
    private func turn(
        _ words: UnsafeBufferPointer<WordPlace>, _ starts: UnsafeMutableBufferPointer<Start>
    ) -> (count: Int, isPlain: Bool) {
        var count = 0
        var isPlain = true
        var next = Int32(words.count + 1)
        var index = starts[words.count + 1].previous
        while index >= 0 {
            count += 1
            if index > 0, !words[Int(index) - 1].isSafe || words[Int(index) - 1].isHyphen { isPlain = false }
            let before = starts[Int(index)].previous
            starts[Int(index)].previous = next
            next = index
            index = before
        }
        return (count, isPlain)
    }

    private func plan(
        _ words: UnsafeBufferPointer<WordPlace>, _ segment: InlineSegment, _ count: Int,
        _ starts: UnsafeMutableBufferPointer<Start>
    ) -> ContiguousArray<BrokenLine> {
        var lines: ContiguousArray<BrokenLine> = []
        lines.reserveCapacity(count)
        var start = 0
        while start <= words.count {
            let end = Int(starts[start].previous)
            let position = start == 0 ? BreakPosition.start : SimpleFit.position(words[start - 1])
            if end <= words.count {
                let word = words[end - 1]
                var line = BrokenLine(
                    start: position, end: SimpleFit.position(word), contentEnd: Int(word.contentEnd),
                    width: LineBreaker.roundedUp(word.contentX - starts[start].x), kind: .allowed)
                if word.isHyphen {
                    line.kind = .hyphen
                    line.width += hyphenWidth
                }
                if word.isSafe || word.contentEnd < word.offset { line.contentX = word.contentX }
                lines.append(line)
            } else {
                lines.append(
                    BrokenLine(
                        start: position, end: BreakPosition(segment: 1, offset: Int(segment.end)),
                        contentEnd: Int(segment.contentEnd),
                        width: LineBreaker.roundedUp(segment.contentX - starts[start].x), kind: .none))
            }
            start = end
        }
        return lines
    }

    private func records(
        _ words: UnsafeBufferPointer<WordPlace>, _ places: BreakPlaces, _ segment: InlineSegment, _ style: LineStyle,
        _ traits: LineTraits, _ count: Int, _ starts: UnsafeMutableBufferPointer<Start>
    ) -> ContiguousArray<LineRecord>? {
        var records: ContiguousArray<LineRecord> = []
        records.reserveCapacity(count)
        let extent = traits.boundedExtent
        let height = extent.height
        var y = 0.0
        var start = 0
        while start <= words.count {
            let end = Int(starts[start].previous)
            let isLast = end > words.count
            var record = LineRecord(ascent: extent.ascent, height: height)
            record.start = start == 0 ? segment.start : words[start - 1].offset
            record.end = isLast ? segment.end : words[end - 1].offset
            record.contentEnd = isLast ? segment.contentEnd : words[end - 1].contentEnd
            let item = start == 0 ? Int(segment.firstItem) : Int(words[start - 1].item)
            record.setPlain(item: item, firstEdge: -1)
            var hasFallback = false
            guard
                let width = places.width(
                    from: item, starts[start].x, to: isLast ? segment.contentX : words[end - 1].contentX,
                    Int(record.contentEnd), Int(record.end), &hasFallback), !hasFallback
            else { return nil }
            record.width = width
            let growing = Int(starts[end].placesBefore &- starts[start].places)
            style.align(
                &record, in: LineSpace(x: 0, width: available), indent: 0, isLast: isLast, count: { _, _ in growing })
            record.y = y
            y += height
            records.append(record)
            start = end
        }
        return records
    }
}
