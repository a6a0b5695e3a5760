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
        if let (piece, line) = displacedPiece(at: point) {
            return position(of: place(at: point.x, in: piece, line), line)
        }
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
        let offset = shaped.inline.mapping.inlineOffset(ofSource: position.offset)
        guard let index = lineIndex(at: position) else { return [] }
        let line = lines[index]
        var upstream: Point?
        var downstream: Point?
        for piece in storage.pieces(of: line) where piece.takesCaret {
            func place() -> Point {
                Point(x: x(at: offset, in: piece, line), y: line.y + storage.displacement(of: piece).y)
            }
            if Int(piece.start) <= offset, offset < Int(piece.end) { downstream = place() }
            if Int(piece.start) < offset, offset <= Int(piece.end) { upstream = place() }
        }
        var places: [Point] = []
        let ordered = position.affinity == .upstream ? [upstream, downstream] : [downstream, upstream]
        for case let place? in ordered
        where !places.contains(where: { abs($0.x - place.x) < 1e-6 && $0.y == place.y }) {
            places.append(place)
        }
        if places.isEmpty {
            let isAtEnd = offset >= Int(line.contentEnd) && offset > Int(line.start)
            places = [Point(x: edgeOfContent(line, atEnd: isAtEnd), y: line.y)]
        }
        return places.map { Rect(x: $0.x, y: $0.y, width: 0, height: line.height) }
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
                let rect = Rect(
                    x: min(one, other), y: line.y + storage.displacement(of: piece).y, width: abs(other - one),
                    height: line.height)
                if rects.count > firstOfLine, abs(rects[rects.count - 1].maxX - rect.x) < 1e-6,
                    rects[rects.count - 1].y == rect.y
                {
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
        if let (piece, line) = displacedPiece(at: point) {
            return shaped.inline.mapping.sourceOffset(ofInline: cluster(at: point.x, in: piece, line).start)
        }
        let index = lines.partitionIndex { $0.y + $0.height > point.y }
        guard index < lines.count, point.y >= lines[index].y else { return nil }
        let line = lines[index]
        for piece in storage.pieces(of: line) where piece.takesCaret {
            guard point.x >= piece.x, point.x < piece.x + piece.width, piece.end > piece.start,
                storage.displacement(of: piece).y == 0
            else { continue }
            let cluster = cluster(at: point.x, in: piece, line)
            return shaped.inline.mapping.sourceOffset(ofInline: cluster.start)
        }
        return nil
    }

    /// What `position: relative` has moved to a point, and its line; the last one, which is painted above the others. O(pieces)
    /// in paragraphs that have such boxes.
    private func displacedPiece(at point: Point) -> (LinePiece, LineRecord)? {
        guard !storage.displacements.isEmpty else { return nil }
        var found: (LinePiece, LineRecord)?
        for line in storage.lines {
            for piece in storage.pieces(of: line) where piece.takesCaret && piece.end > piece.start {
                let moved = storage.displacement(of: piece)
                guard moved != .zero, point.x >= piece.x, point.x < piece.x + piece.width, point.y >= line.y + moved.y,
                    point.y < line.y + moved.y + line.height
                else { continue }
                found = (piece, line)
            }
        }
        return found
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
struct InlinePlace {
    var offset: Int
    /// Whether it belongs to the character before it.
    var isUpstream: Bool
}

extension LinePiece {
    /// Whether carets and selections see it.
    var takesCaret: Bool {
        switch kind {
        case .text, .edge, .tab, .object: !flags.contains(.hanging)
        case .inserted, .open, .close, .control: false
        }
    }
}

extension ParagraphLayout {
    func position(of place: InlinePlace, _ line: LineRecord) -> TextPosition {
        let mapping = shaped.inline.mapping
        let probe = place.isUpstream ? max(0, place.offset - 1) : place.offset
        let isGenerated = mapping.isGenerated(probe)
        return TextPosition(
            offset: mapping.sourceOffset(ofInline: place.offset), affinity: place.isUpstream ? .upstream : .downstream,
            isGenerated: isGenerated)
    }

    /// The left or right edge of a line's content where the text starts or ends.
    private func edgeOfContent(_ line: LineRecord, atEnd: Bool) -> Double {
        atEnd != shaped.isRightToLeft(at: Int(line.start)) ? line.x + line.width : line.x
    }

    /// The place nearest to `x` in a piece.
    private func place(at x: Double, in piece: LinePiece, _ line: LineRecord) -> InlinePlace {
        let cluster = cluster(at: x, in: piece, line)
        let boundaries = graphemes(cluster.start..<cluster.end)
        let isRightToLeft = piece.level & 1 != 0
        let along = isRightToLeft ? cluster.x + cluster.width - x : x - cluster.x
        let stops = caretStops(cluster.index, in: piece, cluster.width, boundaries.count - 1)
        var step = 0
        for next in stops.indices.dropFirst() where abs(stops[next] - along) <= abs(stops[step] - along) { step = next }
        let offset = boundaries[step]
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
    ) -> (index: Int, start: Int, end: Int, x: Double, width: Double) {
        guard piece.kind == .text || piece.kind == .edge else {
            return (-1, Int(piece.start), Int(piece.end), piece.x, piece.width)
        }
        return storage.text(of: piece).withReader { cluster(at: x, in: piece, $0, line) }
    }

    private func cluster(
        at x: Double, in piece: LinePiece, _ text: ClusterReader, _ line: LineRecord
    ) -> (index: Int, start: Int, end: Int, x: Double, width: Double) {
        let item = text.items[Int(piece.index)]
        var left = piece.x
        let count = Int(piece.clusterEnd - piece.firstCluster)
        for step in 0..<count {
            let cluster = item.isRightToLeft ? Int(piece.clusterEnd) - 1 - step : Int(piece.firstCluster) + step
            let width = width(ofCluster: cluster, in: piece, item, text, line)
            if x < left + width || step == count - 1 {
                let start = text.start(ofCluster: cluster, in: item)
                return (cluster, start, text.start(ofCluster: cluster + 1, in: item), left, width)
            }
            left += width
        }
        return (-1, Int(piece.start), Int(piece.end), piece.x, piece.width)
    }

    /// Where carets stand in a cluster of `count` characters, in px from its start in the text's direction, both ends
    /// included: where its face puts them (GDEF), else it is divided evenly.
    private func caretStops(_ cluster: Int, in piece: LinePiece, _ width: Double, _ count: Int) -> [Double] {
        guard count > 1 else { return count == 1 ? [0, width] : [0] }
        let evenly = (0...count).map { width * Double($0) / Double(count) }
        guard cluster >= 0 else { return evenly }
        let text = storage.text(of: piece)
        let item = text.items[Int(piece.index)]
        let instance = storage.fonts.instance(item.instance)
        let units = text.advance(ofCluster: cluster, in: item)
        var pen: Int32 = 0
        for glyph in text.glyphRange(ofCluster: cluster, in: item) {
            let carets = instance.ligatureCarets(of: text.glyph(glyph, in: item)).map { $0 + pen }
            let isOrdered = zip(carets, carets.dropFirst()).allSatisfy { $0 < $1 }
            if carets.count == count - 1, isOrdered, carets[0] > 0, carets[carets.count - 1] < units {
                let inner = carets.map { Double(item.isRightToLeft ? units - $0 : $0) * item.scale }
                return [0] + (item.isRightToLeft ? inner.reversed() : inner) + [width]
            }
            pen += text.glyphAdvance(glyph, in: item) ?? units
        }
        return evenly
    }

    private func width(
        ofCluster cluster: Int, in piece: LinePiece, _ item: TextItem, _ text: ClusterReader, _ line: LineRecord
    ) -> Double {
        let width = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item)
        let expands = line.expansion != 0 && piece.expands(after: cluster, in: item, text, line.places)
        return expands ? width + line.expansion : width
    }

    /// Where the edge between two characters is, in a piece that has one of them.
    private func x(at offset: Int, in piece: LinePiece, _ line: LineRecord) -> Double {
        let isRightToLeft = piece.level & 1 != 0
        if offset <= Int(piece.start) { return isRightToLeft ? piece.x + piece.width : piece.x }
        if offset >= Int(piece.end) { return isRightToLeft ? piece.x : piece.x + piece.width }
        guard piece.kind == .text || piece.kind == .edge else { return piece.x }
        let along = storage.text(of: piece).withReader { distance(to: offset, in: piece, $0, line) }
        return isRightToLeft ? piece.x + piece.width - along : piece.x + along
    }

    /// How far an offset is from a piece's start, in the text's direction.
    private func distance(to offset: Int, in piece: LinePiece, _ text: ClusterReader, _ line: LineRecord) -> Double {
        let item = text.items[Int(piece.index)]
        let cluster = text.cluster(at: offset, in: item)
        var along = text.x(ofCluster: cluster, in: item) - text.x(ofCluster: Int(piece.firstCluster), in: item)
        if line.expansion != 0 {
            for before in Int(piece.firstCluster)..<cluster
            where piece.expands(after: before, in: item, text, line.places) {
                along += line.expansion
            }
        }
        let start = text.start(ofCluster: cluster, in: item)
        if offset > start {
            let boundaries = graphemes(start..<text.start(ofCluster: cluster + 1, in: item))
            let step = boundaries.partitionIndex { $0 >= offset }
            let width = width(ofCluster: cluster, in: piece, item, text, line)
            along += caretStops(cluster, in: piece, width, boundaries.count - 1)[min(step, boundaries.count - 1)]
        }
        return along
    }
}
