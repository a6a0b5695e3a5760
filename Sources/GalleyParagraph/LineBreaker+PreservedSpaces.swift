import GalleyShaping
import GalleyText

extension LineBreaker {
    /// A line that ends with a forced break or the paragraph: of the preserved spaces at its end those that fit are content.
    /// They hang conditionally there (CSS Text 3 §4.1.3). O(those spaces).
    func keepingSpaces(_ line: BrokenLine, _ available: Double) -> BrokenLine {
        let limit = available + LineBreaker.tolerance
        var line = line
        var used = line.width
        /// Adds what ends at `offset`; false when it does not fit.
        func add(_ width: Double, to offset: Int) -> Bool {
            guard used + width <= limit else { return false }
            used += width
            line.width = used
            line.contentEnd = offset
            line.contentX = .nan
            return true
        }
        let first = segments.partitionIndex { Int($0.end) > line.contentEnd }
        for index in first..<max(first, min(line.end.segment, segments.count)) {
            let segment = segments[index]
            switch segment.kind {
            case .open, .close: used += measures.edge(segment)
            case .tab where hangsConditionally(segment):
                let room = lineOffset + available
                let width = measures.tabWidth(index, at: lineOffset + used, room: room, shaped)
                guard add(width, to: Int(segment.end)) else { return line }
            case .text where hangsConditionally(segment):
                guard addSpaces(of: segment, from: max(line.contentEnd, Int(segment.start)), add) else { return line }
            case .tab, .text, .object, .lineBreak: return line
            }
        }
        return line
    }

    private func hangsConditionally(_ segment: InlineSegment) -> Bool {
        shaped.textStyles[Int(segment.textStyle)].breaking.hangsPreservedSpaces
    }

    /// Adds the clusters of a segment from `lower` on, all of which hang, as long as they fit.
    private func addSpaces(of segment: InlineSegment, from lower: Int, _ add: (Double, Int) -> Bool) -> Bool {
        let items = text.items[..<Int(segment.itemEnd)]
        let begin = items.partitionIndex(from: Int(segment.firstItem)) { Int($0.end) > lower }
        for number in begin..<Int(segment.itemEnd) {
            let item = text.items[number]
            var cluster = text.cluster(at: max(lower, Int(item.start)), in: item)
            while cluster < item.clusters.upperBound, text.start(ofCluster: cluster, in: item) < Int(segment.end) {
                let width = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item)
                guard add(width, text.start(ofCluster: cluster + 1, in: item)) else { return false }
                cluster += 1
            }
        }
        return true
    }
}
