import GalleyShaping
import GalleyText

/// Makes records of lines that are found many at once: text of one direction whose lines do not grow. They are those that
/// `PlainLines` and `LineMaker` make.
struct SimpleLines {
    private let style: LineStyle
    /// Of each line, and of those with text in a face that is not their style's first.
    private let extent: LineExtent
    private let fallbackExtent: LineExtent
    /// Of lines in styles of several extents.
    private let mixed: MixedExtents?
    private let available: Double

    init(_ shaped: ShapedParagraph, _ style: LineStyle, available: Double, _ context: LayoutContext) {
        self.style = style
        let traits = shaped.traits
        extent = traits.boundedExtent
        if case .one(let item) = traits.fallbacks {
            var union = traits.extent
            union.formUnion(LineExtent(ofFallback: shaped.item(Int(item)), in: shaped, context))
            if traits.boundsHeights { union.bound(by: shaped.style) }
            fallbackExtent = union
        } else {
            fallbackExtent = extent
        }
        mixed = traits.hasOneExtent && !traits.hasPlainBoxes ? nil : MixedExtents(shaped)
        self.available = available
    }

    /// Appends records of the lines that `fill` finds from a place on, and moves `y` below them. `fill` gets where it is,
    /// which it moves on, the limit of lines' widths, and memory for lines; it tells how many it found, fewer than there is
    /// memory for when it finds no more.
    @inline(__always)
    func append(
        to records: inout ContiguousArray<LineRecord>, _ y: inout Double, from place: inout TextPlace, indent: Double,
        fill: (inout TextPlace, Double, UnsafeMutableBufferPointer<TextLine>) -> Int
    ) {
        withUnsafeTemporaryAllocation(of: TextLine.self, capacity: SimpleLines.atOnce) { lines in
            let limit = available - indent + LineBreaker.tolerance
            let height = extent.height
            let fallbackHeight = fallbackExtent.height
            var mixed = mixed
            mixed?.move(to: place.offset)
            var count = lines.count
            while count == lines.count, !place.isEnd {
                var start = UInt32(truncatingIfNeeded: place.offset)
                count = fill(&place, limit, lines)
                guard count > 0 else { break }
                // Nearly all paragraphs are found at once: their records have the room that they need.
                if records.isEmpty, count < lines.count { records.reserveCapacity(count) }
                for index in 0..<count {
                    let line = lines[index]
                    var record =
                        line.hasFallback
                        ? LineRecord(ascent: fallbackExtent.ascent, height: fallbackHeight)
                        : LineRecord(ascent: extent.ascent, height: height)
                    if let extent = mixed?.extent(from: start, to: line.end) {
                        record = LineRecord(ascent: extent.ascent, height: extent.height)
                    }
                    record.start = start
                    record.end = line.end
                    record.contentEnd = line.contentEnd
                    record.setPlain(item: Int(line.item), firstEdge: -1)
                    record.width = line.width
                    if line.isForced { record.flags.insert(.forcedBreak) }
                    record.x = style.offset(
                        width: line.width, in: available, indent: indent,
                        isLast: line.isForced || place.isEnd && index &+ 1 == count)
                    record.y = y
                    y += record.height
                    records.append(record)
                    start = line.end
                }
            }
        }
    }

    /// Appends the lines of nothing but text from a place on, which it moves behind them: whether there are any.
    @inline(__always)
    func append(
        to records: inout ContiguousArray<LineRecord>, _ y: inout Double, from position: inout BreakPosition,
        in places: BreakPlaces, _ segments: UnsafeBufferPointer<InlineSegment>, textEnd: Int, endsText: Bool,
        indent: Double
    ) -> Bool {
        guard let place = places.textPlace(position, segments) else { return false }
        return append(to: &records, &y, from: place, &position, indent: indent) { place, limit, buffer in
            places.fillLines(
                in: segments, from: &place, limit: limit, textEnd: textEnd, endsText: endsText, into: buffer)
        }
    }

    /// The same of a paragraph without indents, up to an inline offset.
    func append(
        to records: inout ContiguousArray<LineRecord>, _ y: inout Double, from position: inout BreakPosition,
        in shaped: ShapedParagraph, textEnd: Int
    ) -> Bool {
        let place = TextPlace(
            segment: position.segment, offset: position.offset, item: Int(position.item), cluster: Int(position.cluster)
        )
        return append(to: &records, &y, from: place, &position, indent: 0) { place, limit, buffer in
            shaped.fillLines(from: &place, limit: limit, textEnd: textEnd, into: buffer)
        }
    }

    /// Appends the lines from a place on, and moves the position behind them where there are any; whether there are.
    @inline(__always)
    private func append(
        to records: inout ContiguousArray<LineRecord>, _ y: inout Double, from start: TextPlace,
        _ position: inout BreakPosition, indent: Double,
        fill: (inout TextPlace, Double, UnsafeMutableBufferPointer<TextLine>) -> Int
    ) -> Bool {
        var place = start
        let count = records.count
        append(to: &records, &y, from: &place, indent: indent, fill: fill)
        guard records.count > count else { return false }
        position = BreakPosition(place)
        return true
    }

    /// How many lines are found before records are made of them.
    private static let atOnce = 32
}

extension ParagraphLayout {
    /// The lines of a paragraph that is simply filled (`LineTraits.isSimplyFilled`); `nil` for others, and when some line is
    /// not as simple: then `lines` has those before it.
    static func simple(
        _ shaped: ShapedParagraph, _ constraints: ParagraphConstraints, _ context: LayoutContext,
        _ lines: inout (records: ContiguousArray<LineRecord>, height: Double, end: BreakPosition)
    ) -> Storage? {
        guard SimpleLines.areMade(of: shaped, constraints, context) else { return nil }
        let textEnd = shaped.textEnd(from: 0)
        guard textEnd > 0 else { return nil }
        let filler = SimpleLines(shaped, LineStyle(shaped.traits), available: constraints.width, context)
        var place = TextPlace(segment: 0, offset: 0, item: 0, cluster: 0)
        filler.append(to: &lines.records, &lines.height, from: &place, indent: 0) { place, limit, buffer in
            shaped.fillLines(from: &place, limit: limit, textEnd: textEnd, into: buffer)
        }
        guard place.isEnd else {
            if !lines.records.isEmpty { lines.end = BreakPosition(place) }
            return nil
        }
        context.counters.paragraphsBroken += 1
        return Storage(of: lines.records, shaped, context)
    }
}

extension SimpleLines {
    /// Whether lines of a paragraph are filled at all.
    static func areMade(
        of shaped: ShapedParagraph, _ constraints: ParagraphConstraints, _ context: LayoutContext
    ) -> Bool {
        shaped.isSimplyFilled && constraints.lineSpace == nil && constraints.maximumLines == 0
            && constraints.width.isFinite && context.switches.plainLines
    }
}

extension BreakPlaces {
    /// The cluster where a line begins; `nil` where it is not text or begins inside one.
    func textPlace(_ position: BreakPosition, _ segments: UnsafeBufferPointer<InlineSegment>) -> TextPlace? {
        guard position.segment < segments.count, segments[position.segment].kind == .text else { return nil }
        let offset = position.offset
        guard position.cluster < 0 else {
            return TextPlace(
                segment: position.segment, offset: offset, item: Int(position.item), cluster: Int(position.cluster))
        }
        let item = text.items.index(at: offset, near: Int(segments[position.segment].firstItem))
        let cluster = text.cluster(at: offset, in: text.items[item])
        guard text.start(ofCluster: cluster, in: text.items[item]) == offset else { return nil }
        return TextPlace(segment: position.segment, offset: offset, item: item, cluster: cluster)
    }
}

extension BreakPosition {
    init(_ place: TextPlace) {
        self.init(
            segment: place.segment, offset: place.offset, item: Int32(truncatingIfNeeded: place.item),
            cluster: Int32(truncatingIfNeeded: place.cluster))
    }
}

extension ParagraphLayout.Storage {
    /// Lines without indents and with nothing between them.
    convenience init(
        of lines: ContiguousArray<LineRecord>, _ shaped: ShapedParagraph, _ context: LayoutContext
    ) {
        context.counters.linesMade += lines.count
        var width = 0.0
        for index in lines.indices { width = max(width, lines[index].width) }
        let height = lines.last.map { $0.y + $0.height } ?? 0
        self.init(shaped: shaped, fonts: context.fonts, lines: lines, size: Size(width: width, height: height))
    }
}
