import GalleyShaping
import GalleyText

extension LineBreaker {
    /// The line broken between two grapheme clusters where no opportunity is in it (`overflow-wrap`), or, when forced,
    /// whatever the styles say: for truncation. `nil` where no style allows it.
    ///
    /// It takes as much as fits, and one cluster at least. Spaces that hang go with it, and a forced break that follows.
    mutating func lineBrokenAnywhere(from start: BreakPosition, _ limit: Double, isForced: Bool) -> BrokenLine? {
        var used = 0.0
        var found: BrokenLine?
        search: for index in start.segment..<segments.count {
            let segment = segments[index]
            switch segment.kind {
            case .open, .close: used += measures.edge(segment)
            case .object:
                used += LineBreaker.roundedUp(measures.objectWidth(Int(segment.index)))
                if isForced, used <= limit {
                    found = BrokenLine(
                        start: start, end: BreakPosition(segment: index + 1, offset: Int(segment.end)),
                        contentEnd: Int(segment.end), width: used, kind: .allowed)
                }
            case .tab:
                let room = lineOffset + limit - LineBreaker.tolerance
                used += measures.tabWidth(index, at: lineOffset + used, room: room, shaped)
            case .lineBreak: break search
            case .text:
                let lower = index == start.segment ? max(start.offset, Int(segment.start)) : Int(segment.start)
                var startX = segment.x
                if lower > Int(segment.start) { startX = self.startX(start).x }
                let mayBreak = isForced || segment.overflowWrap != .normal && segment.wraps
                if mayBreak,
                    let place = lastPlace(
                        in: index, of: start, startX, room: limit - used, takesOne: found == nil && !isForced,
                        isForced: isForced)
                {
                    found = BrokenLine(
                        start: start, end: BreakPosition(segment: index, offset: place.offset),
                        contentEnd: place.offset, width: used + place.width, kind: .allowed)
                    if place.offset >= Int(segment.end) {
                        found?.end = BreakPosition(segment: index + 1, offset: Int(segment.end))
                    }
                }
                used += LineBreaker.roundedUp(segment.endX - startX)
            }
            if used > limit { break }
        }
        if !isForced, found != nil { takeRest(of: &found!) }
        return found
    }

    /// The last start of a grapheme cluster of a segment on the line that begins at `start` with no more than `room` px
    /// before it; the first one when `takesOne` and none fits. Ligatures are cut, but for truncation. Boxes that end after
    /// the segment end on the line, so the end of its content is a place where their edges fit, too.
    private mutating func lastPlace(
        in index: Int, of start: BreakPosition, _ startX: Double, room: Double, takesOne: Bool, isForced: Bool
    ) -> (offset: Int, width: Double)? {
        let segment = segments[index]
        let lower = index == start.segment ? max(start.offset, Int(segment.start)) : Int(segment.start)
        let analysis = shaped.analysis
        var edges = 0.0
        var next = index + 1
        while !isForced, next < segments.count, segments[next].kind == .close {
            edges += measures.edge(segments[next])
            next += 1
        }
        // Spaces at the end hang; edges after those need not fit.
        let contentEnd = isForced ? Int(segment.end) : Int(segment.contentEnd)
        if contentEnd < Int(segment.end) { edges = 0 }
        var first: (offset: Int, width: Double)?
        var last: (offset: Int, width: Double)?
        let text = text
        let items = text.items[..<Int(segment.itemEnd)]
        let begin = items.partitionIndex(from: Int(segment.firstItem)) { Int($0.end) > lower }
        search: for number in begin..<Int(segment.itemEnd) {
            let item = text.items[number]
            guard Int(item.start) < contentEnd else { break }
            for cluster in text.cluster(at: max(lower, Int(item.start)), in: item)..<item.clusters.upperBound {
                let end = text.start(ofCluster: cluster + 1, in: item)
                // Inside it, too, where several graphemes are one ligature.
                var offset = isForced ? end : text.start(ofCluster: cluster, in: item) + 1
                while offset <= end {
                    defer { offset += 1 }
                    guard offset > lower, offset <= contentEnd, analysis.isGraphemeStart(offset) else { continue }
                    var width = LineBreaker.roundedUp(text.x(at: offset, in: item) - startX)
                    if offset < end { width += endDelta(at: offset, number, start) }
                    if offset == contentEnd { width += edges }
                    if first == nil { first = (offset, width) }
                    if width > room { break search }
                    last = (offset, width)
                }
            }
        }
        return last ?? (takesOne ? first : nil)
    }

    /// Lets a line that ends between two clusters take what would otherwise begin the next one and is nothing there: spaces
    /// that hang, edges of boxes that end, a forced break.
    private func takeRest(of line: inout BrokenLine) {
        var end = line.end
        while end.segment < segments.count {
            let segment = segments[end.segment]
            switch segment.kind {
            case .close: end = BreakPosition(segment: end.segment + 1, offset: Int(segment.end))
            case .tab where segment.hangs:
                end = BreakPosition(segment: end.segment + 1, offset: Int(segment.end))
            case .text where segment.hangs:
                let start = max(end.offset, Int(segment.start))
                var offset = places.spaceEnd(after: start, Int(segment.end))
                // A space with marks on it is none.
                while offset > start, !shaped.analysis.isGraphemeStart(offset) { offset -= 1 }
                if offset < Int(segment.end) {
                    if offset > Int(segment.start) { line.end = BreakPosition(segment: end.segment, offset: offset) }
                    return
                }
                end = BreakPosition(segment: end.segment + 1, offset: offset)
            case .lineBreak:
                line.end = BreakPosition(segment: end.segment + 1, offset: Int(segment.end))
                line.kind = .mandatory
                return
            case .open, .object, .tab, .text: return
            }
            line.end = end
        }
    }
}
