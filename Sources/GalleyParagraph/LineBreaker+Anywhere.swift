import GalleyShaping
import GalleyText

extension LineBreaker {
    /// The line broken between two grapheme clusters where no opportunity is in it (`overflow-wrap`), or, when forced,
    /// whatever the styles say: for truncation. `nil` where no style allows it.
    ///
    /// It takes as much as fits, and one cluster at least.
    mutating func lineBrokenAnywhere(from start: BreakPosition, _ limit: Double, isForced: Bool) -> BrokenLine? {
        var used = 0.0
        var found: BrokenLine?
        for index in start.segment..<segments.count {
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
            case .lineBreak: return found
            case .text:
                let lower = index == start.segment ? max(start.offset, Int(segment.start)) : Int(segment.start)
                var startX = segment.x
                if lower > Int(segment.start) { startX = self.startX(start).x }
                let mayBreak = isForced || segment.overflowWrap != .normal && segment.wraps
                if mayBreak,
                    let place = lastCluster(
                        in: segment, from: lower, startX, room: limit - used, found == nil && !isForced)
                {
                    found = BrokenLine(
                        start: start, end: BreakPosition(segment: index, offset: place.offset),
                        contentEnd: place.offset, width: used + LineBreaker.roundedUp(place.x - startX), kind: .allowed)
                    if place.offset >= Int(segment.end) {
                        found?.end = BreakPosition(segment: index + 1, offset: Int(segment.end))
                    }
                }
                used += LineBreaker.roundedUp(segment.endX - startX)
            }
            if used > limit { return found }
        }
        return found
    }

    /// The last start of a grapheme cluster after `lower` with no more than `room` px before it; the first one when
    /// `takesOne` and none fits.
    private func lastCluster(
        in segment: InlineSegment, from lower: Int, _ startX: Double, room: Double, _ takesOne: Bool
    ) -> (offset: Int, x: Double)? {
        let analysis = shaped.analysis
        var first: (offset: Int, x: Double)?
        var last: (offset: Int, x: Double)?
        let items = text.items[..<Int(segment.itemEnd)]
        let begin = items.partitionIndex(from: Int(segment.firstItem)) { Int($0.end) > lower }
        for index in begin..<Int(segment.itemEnd) {
            let item = text.items[index]
            guard Int(item.start) < Int(segment.end) else { break }
            let begin = max(text.cluster(at: max(lower, Int(item.start)), in: item), item.clusters.lowerBound)
            for cluster in begin + 1...item.clusters.upperBound {
                let offset = Int(text.clusterStarts[cluster])
                guard offset > lower, offset <= Int(segment.end), analysis.isGraphemeStart(offset) else { continue }
                let x = text.x(ofCluster: cluster, in: item)
                if first == nil { first = (offset, x) }
                if LineBreaker.roundedUp(x - startX) > room { return last ?? (takesOne ? first : nil) }
                last = (offset, x)
            }
        }
        return last ?? (takesOne ? first : nil)
    }
}
