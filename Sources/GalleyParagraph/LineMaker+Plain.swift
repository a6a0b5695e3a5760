import GalleyShaping
import GalleyText

/// What the lines of a paragraph have in common that is left-to-right text of one style without boxes.
struct PlainText {
    let extent: LineExtent
    let items: ContiguousArray<TextItem>

    /// `nil` for any other paragraph.
    init?(_ shaped: ShapedParagraph) {
        guard shaped.isUniform else { return nil }
        items = shaped.text.items
        extent = shaped.extentOfUniformLine
    }
}

extension LineMaker {
    /// The record of a line in one item, whose edges are safe to cut; `nil` for others. Nothing but the segment and the
    /// break's own record is read: its pieces are made when somebody asks for them.
    mutating func plainLine(_ broken: BrokenLine, in space: LineSpace, indent: Double) -> LineRecord? {
        guard let plain, broken.contentEnd > broken.start.offset, broken.kind != .hyphen, !isTruncated else {
            return nil
        }
        let segment = breaker.segments[broken.start.segment]
        guard segment.kind == .text else { return nil }
        let endsInside = broken.end.segment == broken.start.segment
        guard endsInside || broken.end.segment == broken.start.segment + 1, broken.end.offset <= Int(segment.end)
        else { return nil }

        // The item.
        let items = plain.items
        while plainItem < items.count, Int(items[plainItem].end) <= broken.start.offset { plainItem += 1 }
        guard plainItem < items.count else { return nil }
        let item = plainItem
        guard items[item].kind == .text, Int(items[item].start) <= broken.start.offset,
            Int(items[item].end) >= broken.end.offset, !items[item].isFallback
        else { return nil }

        // Its two ends on the axis, both safe to cut.
        var x = segment.x
        if broken.start.offset > Int(segment.start) {
            let cluster = Int(broken.start.cluster)
            guard cluster >= 0, shaped.text.clusterFlags[cluster].contains(.safeToBreakBefore) else { return nil }
            x = shaped.text.x(ofCluster: cluster, in: items[item])
        } else if broken.start.offset != Int(items[item].start) {
            return nil
        }
        var end = segment.contentX
        if endsInside {
            guard !broken.contentX.isNaN else { return nil }
            end = broken.contentX
        } else if broken.contentEnd != Int(segment.contentEnd)
            || broken.contentEnd == Int(segment.end) && broken.end.offset != Int(items[item].end)
        {
            return nil
        }

        var record = LineRecord(ascent: plain.extent.ascent, height: plain.extent.height)
        record.start = UInt32(broken.start.offset)
        record.end = UInt32(broken.end.offset)
        record.contentEnd = UInt32(broken.contentEnd)
        record.setPlain(item: item)
        record.width = end - x
        style.align(&record, in: space, indent: indent, isLast: breaker.isEnd(broken.end)) {
            shaped.text.expansionCount(from: broken.start.offset, to: broken.contentEnd, in: items[item], $0)
        }
        return record
    }
}

extension ShapedText {
    /// How many clusters between two inline offsets of an item justification may put room after, without the last one.
    fileprivate func expansionCount(
        from start: Int, to end: Int, in item: TextItem, _ places: ExpansionPlaces
    ) -> Int {
        let first = cluster(at: start, in: item)
        // A ligature with the space after it is one cluster with the end.
        let last = max(first, cluster(at: end, in: item) - 1)
        var count = 0
        for cluster in first..<last where expands(after: cluster, in: item, places) { count += 1 }
        return count
    }
}
