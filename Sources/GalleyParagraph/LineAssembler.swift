import GalleyShaping
import GalleyText
import GalleyUnicode

/// Makes a broken line's pieces: gathers them in logical order, with reshaped edges and what is inserted, and puts them
/// into visual order. Valid as long as the clusters that it is made with.
struct LineAssembler {
    /// The pieces of all lines so far, each line's in visual order.
    var pieces: ContiguousArray<LinePiece> = []
    /// Text that is not in the paragraph's own: reshaped edges, hyphens, ellipses.
    var edges = ShapedText()
    /// What was inserted, by item of `edges`.
    var inserted: [Int: String] = [:]

    private let shaped: ShapedParagraph
    private let text: ClusterReader
    private let segments: ContiguousArray<InlineSegment>
    private let pieceRuns: RunList<PieceRun>
    private let measures: InlineMeasures
    /// `nil` where the edges that are shaped again are known.
    private let context: LayoutContext?
    /// The next of those: an item of `edges`.
    private var nextEdge = 0
    /// The line's own direction.
    private var baseLevel: UInt8
    private let hasLevels: Bool
    /// The item that the last piece came from: lines go on from there.
    private var lastItem = 0

    /// The current line's pieces in logical order, and what is needed of it.
    private var line: ContiguousArray<LinePiece> = []
    private var run = 0
    private var contentEnd = 0
    private var lineStart = 0
    private var lineEnd = 0
    private var isTruncated = false
    /// Where punctuation begins that hangs after the line, -1 for none; where that before it ends.
    private var markStart = -1
    private var markEnd = 0
    /// Whether any hangs.
    private var hangs = false
    /// From here on levels are the paragraph's (UAX #9 L1).
    private var levelReset = 0
    private var levels: [UInt8] = []
    private var order: [Int] = []

    /// For lines of nothing but text, whose edges are safe to cut or among `edges`.
    init(textOf shaped: ShapedParagraph, _ text: ClusterReader, edges: ShapedText) {
        self.init(shaped, text, InlineMeasures(textOf: shaped), nil)
        self.edges = edges
    }

    /// - Parameter text: that of `shaped`.
    init(
        _ shaped: ShapedParagraph, _ text: ClusterReader, _ measures: InlineMeasures, _ context: LayoutContext?
    ) {
        self.shaped = shaped
        self.text = text
        segments = shaped.segments
        pieceRuns = shaped.pieceRuns
        self.measures = measures
        self.context = context
        baseLevel = shaped.analysis.baseLevel
        hasLevels = !shaped.analysis.levelRuns.isEmpty
        line.reserveCapacity(8)
    }

    // MARK: Logical order

    /// Begins a line, of the bidi paragraph around an inline offset.
    mutating func begin(at offset: Int) {
        baseLevel = shaped.analysis.baseLevel(at: offset)
        line.removeAll(keepingCapacity: true)
        hangs = false
    }

    /// The same for a plain line far from the last one.
    mutating func begin(_ record: LineRecord) {
        let offset = Int(record.start)
        begin(at: offset)
        lastItem = Int(record.pieceEnd)
        nextEdge = max(0, record.firstEdge)
        run = pieceRuns.partitionIndex { $0.end > offset }
    }

    /// Gathers the pieces of a line or of a part of it. `offset` is where the first part begins and `room` where the line
    /// ends, both from the line's start edge, for tabs; `openingEnd` is where punctuation ends that hangs before the line.
    mutating func gather(_ broken: BrokenLine, isCut: Bool = false, offset: Double, room: Double, openingEnd: Int = 0) {
        lineStart = broken.start.offset
        contentEnd = broken.contentEnd
        lineEnd = broken.end.offset
        isTruncated = isCut
        markStart = broken.markStart
        markEnd = openingEnd
        if markStart >= 0 || markEnd > 0 { hangs = true }
        levelReset = Int.max
        if hasLevels {
            levelReset = shaped.inline.utf8.withUnsafeBufferPointer {
                BidiParagraph.trailingSpaceStart(
                    $0, line: broken.start.offset..<max(broken.start.offset, broken.end.offset))
            }
        }
        var x = offset
        for piece in line { x += piece.width }
        var index = broken.start.segment
        while index < segments.count {
            let segment = segments[index]
            if index > broken.end.segment { break }
            if index == broken.end.segment, broken.end.offset <= Int(segment.start) || segment.kind != .text { break }
            let firstPiece = line.count
            switch segment.kind {
            case .text:
                let lower = max(Int(segment.start), index == broken.start.segment ? broken.start.offset : 0)
                let upper = index == broken.end.segment ? broken.end.offset : Int(segment.end)
                addText(lower..<upper, segment)
            case .open, .close:
                let width = measures.edge(segment)
                if width != 0 || segment.kind == .close { removeCollapsed() }
                addSingle(segment.kind == .open ? .open : .close, segment, width)
            case .object: addSingle(.object, segment, measures.objectWidth(Int(segment.index)))
            case .tab:
                let width = measures.tabWidth(index, at: x, room: room, shaped)
                addSingle(.tab, segment, width)
                if segment.index >= 0 {
                    fillTab(with: shaped.inline.leaders[Int(segment.index)].pattern, room - x - width)
                }
            case .lineBreak: addSingle(.control, segment, 0)
            }
            // The breaker places tabs after parts rounded up; the same here, so that both agree.
            var width = 0.0
            for piece in line[firstPiece...] { width += piece.width }
            x += segment.kind == .text || segment.kind == .object ? LineBreaker.roundedUp(width) : width
            index += 1
        }
    }

    /// Spaces that are removed leave no room between what is before them and an edge after them.
    private mutating func removeCollapsed() {
        var index = line.count - 1
        while index >= 0, line[index].flags.contains(.collapsed) {
            line[index].kind = .control
            line[index].width = 0
            index -= 1
        }
    }

    private mutating func addSingle(_ kind: LinePiece.Kind, _ segment: InlineSegment, _ width: Double) {
        let run = pieceRun(at: Int(segment.start))
        var piece = LinePiece(kind, segment, width)
        if kind == .open || kind == .close {
            piece.box = segment.index
            piece.index = UInt32(segment.index)
        } else {
            piece.box = run?.box ?? -1
            if kind == .object { piece.index = UInt32(segment.index) }
        }
        let isHanging = Int(segment.start) >= contentEnd && (kind == .tab || kind == .control)
        if isHanging { piece.flags.insert(.hanging) }
        if Int(segment.start) >= levelReset { piece.level = baseLevel }
        line.append(piece)
    }

    private mutating func pieceRun(at offset: Int) -> PieceRun? {
        while run > 0, pieceRuns[run - 1].end > offset { run -= 1 }
        while run < pieceRuns.count, pieceRuns[run].end <= offset { run += 1 }
        guard run < pieceRuns.count else {
            run = max(0, pieceRuns.count - 1)
            return nil
        }
        return pieceRuns[run]
    }

    /// Adds the text of a segment, item by item, cut where the content ends and where levels are reset.
    private mutating func addText(_ range: Range<Int>, _ segment: InlineSegment) {
        var index = max(Int(segment.firstItem), min(lastItem, Int(segment.itemEnd) - 1))
        while index > Int(segment.firstItem), Int(text.items[index].start) > range.lowerBound { index -= 1 }
        while index < Int(segment.itemEnd), Int(text.items[index].end) <= range.lowerBound { index += 1 }
        while index < Int(segment.itemEnd), Int(text.items[index].start) < range.upperBound {
            let item = text.items[index]
            let upper = min(range.upperBound, Int(item.end))
            var lower = max(range.lowerBound, Int(item.start))
            while lower < upper {
                var end = upper
                if contentEnd > lower { end = min(end, contentEnd) }
                if levelReset > lower { end = min(end, levelReset) }
                if markEnd > lower { end = min(end, markEnd) }
                if markStart > lower { end = min(end, markStart) }
                if lower >= contentEnd {
                    let collapsed = shaped.collapsedStart(in: lower..<end, segment.textStyle)
                    addClusters(.text, index, item, text, lower..<collapsed, flags: .hanging)
                    addClusters(.text, index, item, text, collapsed..<end, flags: [.hanging, .collapsed])
                } else {
                    let isMark = lower < markEnd || markStart >= 0 && lower >= markStart
                    addContent(index, item, lower..<end, isMark ? .mark : [])
                }
                lower = end
            }
            lastItem = index
            index += 1
        }
    }

    /// Adds content of an item; its ends are shaped again where the line cuts them and they are not safe to cut.
    private mutating func addContent(_ index: Int, _ item: TextItem, _ range: Range<Int>, _ flags: LinePiece.Flags) {
        let first = text.cluster(at: range.lowerBound, in: item)
        let last = text.cluster(at: range.upperBound, in: item)
        var startEnd = first
        if range.lowerBound == lineStart, let window = text.unsafeWindow(startingAt: lineStart, in: item) {
            startEnd = window.end
        }
        var endStart = last
        var endsInside = false
        // What ends at a space is not shaped again without it, as in Blink.
        if range.upperBound == contentEnd, contentEnd == lineEnd || isTruncated {
            endStart = max(first, text.windowStart(endingAt: contentEnd, in: item))
            endsInside = last < item.clusters.upperBound && text.isInside(contentEnd, last, of: item)
        }
        if startEnd > first, startEnd >= endStart {
            addEdge(item, range, flags)
            return
        }
        let middleStart = text.start(ofCluster: startEnd, in: item)
        let middleEnd = text.start(ofCluster: endStart, in: item)
        if startEnd > first { addEdge(item, range.lowerBound..<min(middleStart, range.upperBound), flags) }
        addClusters(.text, index, item, text, middleStart..<middleEnd, flags: flags)
        if endStart < last || endsInside { addEdge(item, middleEnd..<range.upperBound, flags) }
    }

    private mutating func addEdge(_ item: TextItem, _ range: Range<Int>, _ flags: LinePiece.Flags) {
        let index: Int
        if let context {
            index = context.reshape(range, of: item, in: shaped, into: &edges)
        } else {
            guard nextEdge < edges.items.count, edges.items[nextEdge].range == range else { return }
            index = nextEdge
            nextEdge += 1
        }
        // A copy, since pieces are added while it is read.
        let edges = edges
        edges.withReader { addClusters(.edge, index, $0.items[index], $0, range, flags: flags) }
    }

    /// Adds clusters of an item, cut where style or box changes.
    private mutating func addClusters(
        _ kind: LinePiece.Kind, _ index: Int, _ item: TextItem, _ source: ClusterReader, _ range: Range<Int>,
        flags: LinePiece.Flags
    ) {
        guard !range.isEmpty else { return }
        var cluster = source.cluster(at: range.lowerBound, in: item)
        let end = source.cluster(at: range.upperBound, in: item)
        while cluster < end {
            let start = source.start(ofCluster: cluster, in: item)
            let run = pieceRun(at: start)
            var next = end
            if let run, run.end < range.upperBound {
                next = source.cluster(at: run.end, in: item)
                // A cluster across the seam belongs to the first style.
                if source.start(ofCluster: next, in: item) < run.end { next += 1 }
                next = max(cluster + 1, min(next, end))
            }
            var piece = LinePiece(
                kind: kind, level: start >= levelReset || flags.contains(.hanging) ? baseLevel : item.level,
                flags: flags, index: UInt32(index), firstCluster: UInt32(cluster), clusterEnd: UInt32(next),
                start: UInt32(start), end: UInt32(source.start(ofCluster: next, in: item)),
                textStyle: run?.textStyle ?? 0,
                box: run?.box ?? -1, x: 0, width: 0, shift: 0)
            piece.width = source.x(ofCluster: next, in: item) - source.x(ofCluster: cluster, in: item)
            if item.kind == .control || flags.contains(.collapsed) && shaped.isVisible(start..<Int(piece.end)) {
                piece.kind = .control
            }
            if item.isFallback, kind == .text { piece.flags.insert(.fallback) }
            line.append(piece)
            cluster = next
        }
    }

    // MARK: What is not in the text

    /// Puts a hyphen after the last piece of content; whether there is one to show.
    mutating func insertHyphen() -> Bool {
        let place = contentCount
        let neighbour = place > 0 ? line[place - 1] : line.first
        let textStyle = neighbour.map { Int($0.textStyle) } ?? Int(shaped.strutIndex)
        guard let string = context?.hyphen(for: textStyle, in: shaped), !string.isEmpty else { return false }
        insert(string, textStyle, neighbour?.level ?? baseLevel, neighbour?.box ?? -1, source: contentEnd, at: place)
        return true
    }

    /// Puts a token after what is gathered so far, where text was cut out before `next`; nothing comes after it when that
    /// is `nil`. `source` is where the cut begins. It stands between the two sides as a neutral character would (UAX #9 N1, N2).
    mutating func insert(_ token: TruncationToken, before next: Int?, source: Int) {
        let place = contentCount
        let before = place > 0 ? line[place - 1] : nil
        let after = next.flatMap { pieceRun(at: $0) }
        let textStyle = before.map { Int($0.textStyle) } ?? after.map { Int($0.textStyle) } ?? shaped.strutIndex
        var level = baseLevel
        if let before, let next, before.level == shaped.analysis.level(at: next) { level = before.level }
        var at = place
        for run in token.runs {
            at = insert(run.text, run.textStyle ?? textStyle, level, before?.box ?? -1, source: source, at: at)
        }
    }

    /// Puts as many copies of a leader's pattern into the tab before as it has room for, each a whole number of them away
    /// from the line's end (CSS Generated Content 3 §2.5.1). `rest` is how far from there the tab ends.
    private mutating func fillTab(with pattern: String, _ rest: Double) {
        let tab = line.count - 1
        let (room, style) = (line[tab].width, Int(line[tab].textStyle))
        guard let context, room > 0 else { return }
        func width(_ copies: Int) -> Double {
            var shapes = ShapedText()
            let items = context.shapeInserted(
                String(repeating: pattern, count: copies), textStyle: style, level: line[tab].level, in: shaped,
                into: &shapes)
            return items.reduce(0) { $0 + shapes.width(ofItem: $1) }
        }
        // As far as copies are apart, kerned as they stand.
        let step = width(2) - width(1)
        guard step >= ParagraphLimits.leastLeaderStep, rest.isFinite else { return }
        let gap = max(0, (rest / step - LineBreaker.tolerance).rounded(.up) * step - rest)
        let count = Int(min((room - gap) / step + LineBreaker.tolerance, Double(ParagraphLimits.leaderCopies)))
        guard count >= 1 else { return }
        insert(
            String(repeating: pattern, count: count), style, line[tab].level, line[tab].box,
            source: Int(line[tab].start), at: line.count)
        let filled = line[(tab + 1)...].reduce(0) { $0 + $1.width }
        var after = line[tab]
        after.start = after.end
        after.width = gap
        line[tab].width = max(0, room - gap - filled)
        line.append(after)
    }

    /// How many pieces come before what hangs at the end.
    private var contentCount: Int {
        (line.lastIndex { !$0.flags.contains(.hanging) && $0.kind != .control } ?? -1) + 1
    }

    @discardableResult
    private mutating func insert(
        _ string: String, _ textStyle: Int, _ level: UInt8, _ box: Int32, source: Int, at place: Int
    ) -> Int {
        guard let context else { return place }
        let items = context.shapeInserted(string, textStyle: textStyle, level: level, in: shaped, into: &edges)
        let utf8 = Array(string.utf8)
        var place = place
        for index in items {
            let item = edges.items[index]
            inserted[index] = String(decoding: utf8[item.range], as: UTF8.self)
            line.insert(
                LinePiece(
                    kind: .inserted, level: item.level, flags: [], index: UInt32(index),
                    firstCluster: item.clusterStart, clusterEnd: item.clusterStart + item.clusterCount,
                    start: UInt32(source), end: UInt32(source), textStyle: UInt32(textStyle), box: box, x: 0,
                    width: edges.width(ofItem: index), shift: 0), at: place)
            place += 1
        }
        return place
    }

    /// The width of what was gathered, in px, without what hangs.
    var contentWidth: Double {
        var width = 0.0
        for piece in line where piece.flags.isDisjoint(with: [.hanging, .mark]) { width += piece.width }
        return width
    }

    // MARK: Justification

    /// How many places of the line can grow.
    func expansionCount(_ places: ExpansionPlaces) -> Int {
        let last = lastContent
        var count = 0
        for index in line.indices { count += expansionCount(line[index], isLast: index == last, places) }
        return count
    }

    private var lastContent: Int? {
        line.lastIndex { $0.flags.isDisjoint(with: [.hanging, .mark]) && ($0.kind == .text || $0.kind == .edge) }
    }

    private func expansionCount(_ piece: LinePiece, isLast: Bool, _ places: ExpansionPlaces) -> Int {
        guard piece.kind == .text || piece.kind == .edge, piece.flags.isDisjoint(with: [.hanging, .mark]) else {
            return 0
        }
        let first = Int(piece.firstCluster)
        let end = Int(piece.clusterEnd) - (isLast ? 1 : 0)
        func count(_ source: ClusterReader) -> Int {
            source.expansionCount(from: first, to: end, in: source.items[Int(piece.index)], places).count
        }
        return piece.kind == .text ? count(text) : edges.withReader(count)
    }

    // MARK: Visual order

    /// Appends the line's pieces to `pieces` in visual order, its content beginning at `x` px, with `expansion` px in each
    /// place that can grow. O(pieces x levels).
    mutating func place(at x: Double, expansion: Double, _ places: ExpansionPlaces) -> Range<Int> {
        if expansion != 0 { expand(expansion, places) }
        let first = pieces.count
        var isMixed = baseLevel & 1 != 0
        var (hasEdges, isTurned) = (false, false)
        for piece in line {
            if piece.level != baseLevel { isMixed = true }
            if piece.kind == .open || piece.kind == .close {
                hasEdges = true
                if measures.boxes[Int(piece.box)].isRightToLeft { isTurned = true }
            }
        }
        if isMixed {
            levels.removeAll(keepingCapacity: true)
            for piece in line { levels.append(piece.level) }
            if order.count < line.count { order = [Int](repeating: 0, count: line.count) }
            levels.withUnsafeBufferPointer { levels in
                order.withUnsafeMutableBufferPointer { BidiOrder.visual(levels, into: $0) }
            }
        }
        var visual = isMixed ? order[..<line.count] : []
        if hasEdges, isMixed || isTurned {
            visual = BoxEdgeOrder(line, visual, measures, shaped.inline.boxes).order[...]
        }
        var left = x
        // Hanging spaces of a right-to-left line stand to the left of its content.
        if baseLevel & 1 != 0 {
            for piece in line where piece.flags.contains(.hanging) { left -= piece.width }
        }
        // So does the punctuation that hangs on the left.
        if hangs {
            for piece in line where piece.flags.contains(.mark) {
                if (Int(piece.start) < markEnd) == (baseLevel & 1 == 0) { left -= piece.width }
            }
        }
        for place in 0..<line.count {
            var piece = line[visual.isEmpty ? place : visual[place]]
            piece.x = left
            left += piece.width
            pieces.append(piece)
        }
        return first..<pieces.count
    }

    private mutating func expand(_ expansion: Double, _ places: ExpansionPlaces) {
        let last = lastContent
        for index in line.indices {
            let count = expansionCount(line[index], isLast: index == last, places)
            line[index].width += Double(count) * expansion
            if index == last { line[index].flags.insert(.lastContent) }
        }
    }
}

extension LinePiece {
    fileprivate init(_ kind: Kind, _ segment: InlineSegment, _ width: Double) {
        self.init(
            kind: kind, level: segment.level, flags: [], index: 0, firstCluster: 0, clusterEnd: 0,
            start: segment.start, end: segment.end, textStyle: segment.textStyle, box: -1, x: 0, width: width, shift: 0)
    }
}
