import GalleyShaping
import GalleyText
import GalleyUnicode

extension ParagraphLayout {
    /// The place nearest to a point; where lines or directions meet, on the point's side.
    ///
    /// O(log lines + the line's pieces and clusters).
    public func position(at point: Point) -> TextPosition {
        let lines = storage.lines
        guard !lines.isEmpty else { return TextPosition(offset: shaped.inline.sourceRange.lowerBound) }
        let index = min(lines.partitionIndex { $0.y + $0.height > point.y }, lines.count - 1)
        let line = lines[index]
        var nearest: (place: InlinePlace, distance: Double)?
        for piece in storage.pieces(of: line) where piece.takesCaret {
            let distance = max(piece.x - point.x, point.x - (piece.x + piece.width), 0)
            if let nearest, nearest.distance <= distance { continue }
            nearest = (place(at: point.x, in: piece, line), distance)
        }
        guard let place = nearest?.place else {
            return position(of: InlinePlace(offset: Int(line.start), isUpstream: false), line)
        }
        return position(of: place, line)
    }

    /// Where carets stand at a place: one rectangle of no width and the line's height; where directions meet there are
    /// two, the one on the side of the affinity first.
    public func caretRects(at position: TextPosition) -> [Rect] {
        let lines = storage.lines
        guard !lines.isEmpty else { return [] }
        let offset = shaped.inline.mapping.inlineOffset(ofSource: position.offset)
        var index = max(0, lines.partitionIndex { Int($0.start) > offset } - 1)
        if position.affinity == .upstream, index > 0, Int(lines[index].start) == offset,
            !lines[index - 1].flags.contains(.forcedBreak)
        {
            index -= 1
        }
        let line = lines[index]
        var upstream: Double?
        var downstream: Double?
        for piece in storage.pieces(of: line) where piece.takesCaret {
            if Int(piece.start) <= offset, offset < Int(piece.end) { downstream = x(at: offset, in: piece, line) }
            if Int(piece.start) < offset, offset <= Int(piece.end) { upstream = x(at: offset, in: piece, line) }
        }
        var places: [Double] = []
        let ordered = position.affinity == .upstream ? [upstream, downstream] : [downstream, upstream]
        for case let x? in ordered where !places.contains(where: { abs($0 - x) < 1e-6 }) { places.append(x) }
        if places.isEmpty {
            places = [edgeOfContent(line, atEnd: offset >= Int(line.contentEnd) && offset > Int(line.start))]
        }
        return places.map { Rect(x: $0, y: line.y, width: 0, height: line.height) }
    }

    /// What a range of source offsets covers, line by line from the top, adjacent parts joined. Spaces that hang at a
    /// line's end cover nothing.
    public func rects(for range: Range<Int>) -> [Rect] {
        guard !range.isEmpty else { return [] }
        let mapping = shaped.inline.mapping
        let start = mapping.inlineOffset(ofSource: range.lowerBound)
        let end = mapping.inlineOffset(ofSource: range.upperBound)
        var rects: [Rect] = []
        let first = max(0, storage.lines.partitionIndex { Int($0.start) > start } - 1)
        for line in storage.lines[min(first, storage.lines.count)...] {
            if Int(line.start) >= end { break }
            let firstOfLine = rects.count
            for piece in storage.pieces(of: line) where piece.takesCaret {
                let lower = max(start, Int(piece.start))
                let upper = min(end, Int(piece.end))
                guard lower < upper else { continue }
                let one = x(at: lower, in: piece, line)
                let other = x(at: upper, in: piece, line)
                let rect = Rect(x: min(one, other), y: line.y, width: abs(other - one), height: line.height)
                if rects.count > firstOfLine, abs(rects[rects.count - 1].maxX - rect.x) < 1e-6 {
                    rects[rects.count - 1].width = rect.maxX - rects[rects.count - 1].x
                } else {
                    rects.append(rect)
                }
            }
        }
        return rects
    }

    /// The source offset of the character under a point, for links; `nil` outside of glyphs and objects.
    public func characterOffset(at point: Point) -> Int? {
        let lines = storage.lines
        let index = lines.partitionIndex { $0.y + $0.height > point.y }
        guard index < lines.count, point.y >= lines[index].y else { return nil }
        let line = lines[index]
        for piece in storage.pieces(of: line) where piece.takesCaret {
            guard point.x >= piece.x, point.x < piece.x + piece.width, piece.end > piece.start else { continue }
            let cluster = cluster(at: point.x, in: piece, line)
            return shaped.inline.mapping.sourceOffset(ofInline: cluster.start)
        }
        return nil
    }

    /// The object under a point: its index in `ShapedParagraph.objects`.
    public func object(at point: Point) -> Int? {
        for line in lines {
            for box in line.objects where box.rect.contains(point) { return box.object }
        }
        return nil
    }
}

/// A place in the inline text.
private struct InlinePlace {
    var offset: Int
    /// Whether it belongs to the character before it.
    var isUpstream: Bool
}

extension LinePiece {
    /// Whether carets and selections see it.
    fileprivate var takesCaret: Bool {
        switch kind {
        case .text, .edge, .tab, .object: !flags.contains(.hanging)
        case .inserted, .open, .close, .control: false
        }
    }
}

extension ParagraphLayout {
    private func position(of place: InlinePlace, _ line: LineRecord) -> TextPosition {
        let mapping = shaped.inline.mapping
        let probe = place.isUpstream ? max(0, place.offset - 1) : place.offset
        let isGenerated = mapping.isGenerated(probe)
        return TextPosition(
            offset: mapping.sourceOffset(ofInline: place.offset), affinity: place.isUpstream ? .upstream : .downstream,
            isGenerated: isGenerated)
    }

    /// The left or right edge of a line's content where the text starts or ends.
    private func edgeOfContent(_ line: LineRecord, atEnd: Bool) -> Double {
        atEnd != shaped.isRightToLeft ? line.x + line.width : line.x
    }

    /// The place nearest to `x` in a piece.
    private func place(at x: Double, in piece: LinePiece, _ line: LineRecord) -> InlinePlace {
        let cluster = cluster(at: x, in: piece, line)
        // A cluster of several graphemes is divided evenly among them: ligature carets.
        let boundaries = graphemes(cluster.start..<cluster.end)
        let isRightToLeft = piece.level & 1 != 0
        let fraction = cluster.width > 0 ? (x - cluster.x) / cluster.width : 0
        let along = isRightToLeft ? 1 - fraction : fraction
        let step = Int((along * Double(boundaries.count - 1)).rounded())
        let offset = boundaries[max(0, min(boundaries.count - 1, step))]
        // The far side of the line's last character belongs to this line, not to the next one's start.
        return InlinePlace(offset: offset, isUpstream: offset == cluster.end)
    }

    /// The grapheme boundaries of a cluster, its ends included.
    private func graphemes(_ range: Range<Int>) -> [Int] {
        var boundaries = [range.lowerBound]
        for offset in range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound)
        where shaped.analysis.isGraphemeStart(offset) { boundaries.append(offset) }
        if range.upperBound > range.lowerBound { boundaries.append(range.upperBound) }
        return boundaries
    }

    /// The cluster of a piece that is at `x`, or the nearest: its inline offsets and where it is.
    private func cluster(
        at x: Double, in piece: LinePiece, _ line: LineRecord
    ) -> (start: Int, end: Int, x: Double, width: Double) {
        guard piece.kind == .text || piece.kind == .edge else {
            return (Int(piece.start), Int(piece.end), piece.x, piece.width)
        }
        let text = piece.kind == .text ? shaped.text : storage.edges
        let item = text.items[Int(piece.index)]
        var left = piece.x
        let count = Int(piece.clusterEnd - piece.firstCluster)
        for step in 0..<count {
            let cluster = item.isRightToLeft ? Int(piece.clusterEnd) - 1 - step : Int(piece.firstCluster) + step
            let width = width(ofCluster: cluster, in: piece, item, text, line)
            if x < left + width || step == count - 1 {
                return (Int(text.clusterStarts[cluster]), Int(text.clusterStarts[cluster + 1]), left, width)
            }
            left += width
        }
        return (Int(piece.start), Int(piece.end), piece.x, piece.width)
    }

    private func width(
        ofCluster cluster: Int, in piece: LinePiece, _ item: TextItem, _ text: ShapedText, _ line: LineRecord
    ) -> Double {
        let width = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item)
        return line.expansion != 0 && piece.expands(after: cluster, text, line.places) ? width + line.expansion : width
    }

    /// Where the edge between two characters is, in a piece that has one of them.
    private func x(at offset: Int, in piece: LinePiece, _ line: LineRecord) -> Double {
        let isRightToLeft = piece.level & 1 != 0
        if offset <= Int(piece.start) { return isRightToLeft ? piece.x + piece.width : piece.x }
        if offset >= Int(piece.end) { return isRightToLeft ? piece.x : piece.x + piece.width }
        guard piece.kind == .text || piece.kind == .edge else { return piece.x }
        let text = piece.kind == .text ? shaped.text : storage.edges
        let item = text.items[Int(piece.index)]
        let cluster = text.cluster(at: offset, in: item)
        var along = text.x(ofCluster: cluster, in: item) - text.x(ofCluster: Int(piece.firstCluster), in: item)
        if line.expansion != 0 {
            for before in Int(piece.firstCluster)..<cluster where piece.expands(after: before, text, line.places) {
                along += line.expansion
            }
        }
        let start = Int(text.clusterStarts[cluster])
        if offset > start {
            let boundaries = graphemes(start..<Int(text.clusterStarts[cluster + 1]))
            let step = boundaries.partitionIndex { $0 >= offset }
            along +=
                width(ofCluster: cluster, in: piece, item, text, line) * Double(step) / Double(boundaries.count - 1)
        }
        return isRightToLeft ? piece.x + piece.width - along : piece.x + along
    }
}
