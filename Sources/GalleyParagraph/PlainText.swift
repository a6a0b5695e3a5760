import GalleyFonts
import GalleyShaping
import GalleyText
import GalleyUnicode

/// Makes records of the lines of a paragraph of nothing but text: what is kept of them is where they begin and end, their
/// width and their height. Their pieces are made by `LineAssembler` when somebody asks for them, and the records are those
/// that it and `LineBoxLayout` would make. Allocates nothing.
///
/// Valid as long as the places that it is made with.
struct PlainText {
    private let shaped: ShapedParagraph
    let context: LayoutContext
    let traits: LineTraits
    private let places: BreakPlaces
    private var text: ClusterReader { places.text }
    /// The item and the run in which the last line ended: the next one goes on there.
    private var item = 0
    private var run = 0
    /// What was asked last of a face that is not its style's first.
    private var fallback: Fallback?

    private struct Fallback {
        var instance: FontInstanceID
        var fontStyle: UInt16
        var textStyle: UInt32
        /// `nil` where the style's own line height holds.
        var extent: LineExtent?
    }

    /// `nil` for a paragraph with anything but text in it, for one whose lines are as high as what is in them where that
    /// differs, and where it is switched off.
    init?(_ shaped: ShapedParagraph, _ traits: LineTraits, _ places: BreakPlaces, _ context: LayoutContext) {
        guard traits.hasOnlyText, traits.countsStrut || traits.hasOneExtent, context.switches.plainLines else {
            return nil
        }
        self.shaped = shaped
        self.context = context
        self.traits = traits
        self.places = places
    }

    /// The record of a line from one place to another, without its place and its flags; `nil` where it has no content, or
    /// an edge that is not safe to cut and not one of `cut`, which are for paragraphs of one run only. `contentX` is where
    /// the content, or what is before its last edge, ends on the paragraph's axis; NaN where that is not known. Asked for
    /// one line after the other. Linear in the items and runs of the line.
    mutating func record(
        from start: BreakPosition, to end: BreakPosition, contentEnd: Int, contentX: Double,
        _ cut: LineEdges = LineEdges()
    ) -> LineRecord? {
        guard contentEnd > start.offset, findItem(at: start.offset) else { return nil }
        let first = item
        var current = text.items[first]
        var cluster = Int(current.clusterStart)
        if start.offset > Int(current.start) {
            cluster = start.cluster >= 0 ? Int(start.cluster) : text.cluster(at: start.offset, in: current)
            guard text.start(ofCluster: cluster, in: current) == start.offset,
                text.flags[cluster].contains(.safeToBreakBefore) || cut.first >= 0
            else { return nil }
            if cut.first >= 0 { cluster = cut.firstEndCluster }
        }
        // The spaces that end a line have the paragraph's level, and their pieces ends of their own (UAX #9 L1).
        if places.endsWithSpace(start.offset..<contentEnd) { return nil }

        var line = Measure(extent: traits.hasOneExtent ? traits.extent : shaped.strutStyle.extent)
        line.width = cut.firstWidth
        while Int(current.end) < contentEnd {
            guard item &+ 1 < text.items.count else { return nil }
            if item == first, cut.first >= 0, isNothingLeft(of: current, from: cluster, to: contentEnd) { return nil }
            let next = text.items[item &+ 1]
            if traits.isOneRun, current.kind == .text {
                // Where one ends the next one begins.
                let startX = item == first ? text.x(ofCluster: cluster, in: current) : current.x
                line.width += next.x - startX
                if current.isFallback { addFallback(shaped.pieceRuns[0], current, &line) }
            } else {
                let end = Int(current.clusterStart) &+ Int(current.clusterCount)
                add(current, cluster, end, text.x(ofCluster: end, in: current), Int(current.end), &line)
            }
            item &+= 1
            current = next
            cluster = Int(current.clusterStart)
        }
        if contentEnd == end.offset, contentEnd < Int(current.end) {
            let last = end.cluster >= 0 ? Int(end.cluster) : text.cluster(at: contentEnd, in: current)
            guard text.start(ofCluster: last, in: current) == contentEnd,
                text.flags[last].contains(.safeToBreakBefore) || cut.last >= 0
            else { return nil }
        }
        if !cut.isEmpty, isNothingLeft(of: current, from: cluster, to: cut.last >= 0 ? cut.lastStart : contentEnd) {
            return nil
        }
        if traits.isOneRun, !contentX.isNaN {
            add(current, cluster, cluster, contentX, contentEnd, &line)
        } else {
            let last = text.cluster(at: contentEnd, in: current)
            add(current, cluster, last, text.x(ofCluster: last, in: current), contentEnd, &line)
        }

        line.width += cut.lastWidth
        if contentEnd < end.offset, hangsOtherwise(current, end.offset) { addHanging(contentEnd..<end.offset, &line) }
        if line.isUsual, traits.hasOneExtent {
            line.extent = traits.boundedExtent
        } else if traits.boundsHeights {
            line.extent.bound(by: shaped.style)
        }
        var record = LineRecord(ascent: line.extent.ascent, height: line.extent.height)
        record.start = UInt32(truncatingIfNeeded: start.offset)
        record.end = UInt32(truncatingIfNeeded: end.offset)
        record.contentEnd = UInt32(truncatingIfNeeded: contentEnd)
        record.setPlain(item: first, firstEdge: cut.index)
        record.width = line.width
        return record
    }

    /// Whether edges are all that is in a line of the current item, and that in a face whose extent counts.
    private func isNothingLeft(of current: TextItem, from cluster: Int, to end: Int) -> Bool {
        current.isFallback && text.start(ofCluster: cluster, in: current) >= min(end, Int(current.end))
    }

    /// Goes to the item at an inline offset.
    private mutating func findItem(at offset: Int) -> Bool {
        item = text.items.index(at: offset, near: item)
        return item < text.items.count
    }

    // MARK: Parts

    /// What is known of a line so far.
    private struct Measure {
        var width = 0.0
        var extent: LineExtent
        /// Whether all of it is in its styles' first faces.
        var isUsual = true
    }

    /// Adds clusters of an item, up to the inline offset `end` and to `endX` on the axis: as pieces, each of one
    /// style, are added up.
    @inline(__always)
    private mutating func add(
        _ current: TextItem, _ cluster: Int, _ clusterEnd: Int, _ endX: Double, _ end: Int, _ line: inout Measure
    ) {
        guard traits.isOneRun else { return addRuns(current, cluster, clusterEnd, end, &line) }
        line.width += endX - text.x(ofCluster: cluster, in: current)
        if current.isFallback { addFallback(shaped.pieceRuns[0], current, &line) }
    }

    private mutating func addRuns(
        _ current: TextItem, _ first: Int, _ clusterEnd: Int, _ end: Int, _ line: inout Measure
    ) {
        shaped.pieceRuns.withUnsafeBufferPointer { runs in
            var cluster = first
            while cluster < clusterEnd {
                let start = text.start(ofCluster: cluster, in: current)
                if run > 0, runs[run &- 1].end > start { run = runs.partitionIndex { $0.end > start } }
                while run &+ 1 < runs.count, runs[run].end <= start { run &+= 1 }
                var next = clusterEnd
                if runs[run].end < end {
                    next = text.cluster(at: runs[run].end, in: current)
                    // A cluster across the seam belongs to the first style.
                    if text.start(ofCluster: next, in: current) < runs[run].end { next &+= 1 }
                    next = max(cluster &+ 1, min(next, clusterEnd))
                }
                line.width += text.x(ofCluster: next, in: current) - text.x(ofCluster: cluster, in: current)
                if !traits.hasOneExtent { line.extent.formUnion(shaped.textStyles[Int(runs[run].textStyle)].extent) }
                if current.isFallback { addFallback(runs[run], current, &line) }
                cluster = next
            }
        }
    }

    /// Whether what is from the current item on before `end` may be higher than what is known of the line.
    @inline(__always)
    private func hangsOtherwise(_ current: TextItem, _ end: Int) -> Bool {
        !traits.hasOneExtent || Int(current.end) < end || current.isFallback
    }

    /// Spaces that hang and the forced break count with their styles and faces, as in Blink: their boxes are in the line.
    private mutating func addHanging(_ range: Range<Int>, _ line: inout Measure) {
        var index = item
        while index < text.items.count {
            let current = text.items[index]
            guard Int(current.start) < range.upperBound else { break }
            index &+= 1
            guard Int(current.end) > range.lowerBound, current.isFallback || !traits.hasOneExtent else { continue }
            var start = max(range.lowerBound, Int(current.start))
            let end = min(range.upperBound, Int(current.end))
            var run = traits.isOneRun ? 0 : shaped.pieceRuns.partitionIndex { $0.end > start }
            while start < end, run < shaped.pieceRuns.count {
                let pieceRun = shaped.pieceRuns[run]
                line.extent.formUnion(shaped.textStyles[Int(pieceRun.textStyle)].extent)
                if current.isFallback, current.kind == .text { addFallback(pieceRun, current, &line) }
                start = traits.isOneRun ? end : pieceRun.end
                run &+= 1
            }
        }
    }

    /// `line-height: normal` counts every face that is used.
    private mutating func addFallback(_ run: PieceRun, _ current: TextItem, _ line: inout Measure) {
        if fallback?.instance != current.instance || fallback?.fontStyle != current.fontStyle
            || fallback?.textStyle != run.textStyle
        {
            let isNormal = shaped.textStyles[Int(run.textStyle)].lineHeight == nil
            fallback = Fallback(
                instance: current.instance, fontStyle: current.fontStyle, textStyle: run.textStyle,
                extent: isNormal ? LineExtent(ofFallback: current, in: shaped, context) : nil)
        }
        guard let extent = fallback?.extent else { return }
        line.isUsual = false
        line.extent.formUnion(extent)
    }

    // MARK: Justification

    /// How many clusters of a line justification may put room after: all but its last one.
    func expansionCount(of line: LineRecord, _ places: ExpansionPlaces) -> Int {
        let found = expansionPlaces(of: line, places)
        return found.lastExpands ? found.count - 1 : found.count
    }

    /// How many clusters of a line it may put room after, and whether the last one is one of them.
    func expansionPlaces(of line: LineRecord, _ places: ExpansionPlaces) -> (count: Int, lastExpands: Bool) {
        var count = 0
        var lastExpands = false
        var index = Int(line.pieceEnd)
        while index < text.items.count {
            let item = text.items[index]
            guard item.start < line.contentEnd else { break }
            index &+= 1
            guard item.kind == .text else { continue }
            let first = text.cluster(at: Int(max(line.start, item.start)), in: item)
            let end = text.cluster(at: Int(line.contentEnd), in: item)
            guard first < end else { continue }
            let part = text.expansionCount(from: first, to: end, in: item, places)
            count &+= part.count
            lastExpands = part.lastExpands
        }
        return (count, lastExpands)
    }
}
