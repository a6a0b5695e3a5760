import GalleyShaping
import GalleyText

/// Fills the lines of a paragraph of nothing but text: the lines that `LineMaker` makes, without anything that only others
/// need. Where it stops (at hyphens, or where styles meet at an edge that is not safe to cut) `LineMaker` makes the next
/// line.
///
/// It looks for places to break only where a line overflows, not in each segment of it as `LineBreaker` does. Allocates
/// nothing but room for the records and for edges that are shaped again, each of them once.
struct PlainLines {
    let shaped: ShapedParagraph
    let places: BreakPlaces
    private(set) var text: PlainText
    private var style: LineStyle
    private let available: Double
    private let indent: Double
    private let hasDirections: Bool
    private let keepsSpaces: Bool
    /// Whether `makeWordLines` may make lines: text in one direction whose lines do not grow, and begin alike but the first.
    private let makesWordLines: Bool
    /// What makes records of them, once there is one.
    private var wordLines: SimpleLines?

    /// `nil` where something in text, style or constraints asks for more than filled lines.
    init?(
        _ shaped: ShapedParagraph, _ traits: LineTraits, _ places: BreakPlaces, _ constraints: ParagraphConstraints,
        _ context: LayoutContext
    ) {
        guard traits.hasOnlyText, traits.isPlainlyBroken, constraints.lineSpace == nil, constraints.maximumLines == 0,
            constraints.width.isFinite, let text = PlainText(shaped, traits, places, context)
        else { return nil }
        style = LineStyle(traits)
        guard style.aim == nil else { return nil }
        self.shaped = shaped
        self.places = places
        self.text = text
        available = constraints.width
        indent =
            traits.hasIndent
            ? InlineMeasures.indent(of: shaped, percentageBase: constraints.usedPercentageBase) : 0
        hasDirections = traits.hasDirections
        keepsSpaces = traits.keepsSpaces
        makesWordLines =
            traits.isFilledByWords && !style.justifies(isLast: false) && !style.justifies(isLast: true)
            && !(traits.hasIndent && traits.indentsEachLine)
    }

    /// Appends lines from `start` on, as many as it can make, and their edges to `edges`, moves `y` below them, and tells
    /// where the last one ends; whether that is the text's end.
    mutating func make(
        from start: BreakPosition, wasForced: Bool, _ lines: inout ContiguousArray<LineRecord>, _ y: inout Double,
        _ end: inout BreakPosition, _ edges: inout ShapedText
    ) -> Bool {
        shaped.segments.withUnsafeBufferPointer { segments in
            var position = start
            var isForced = wasForced
            if lines.isEmpty, let last = segments.last {
                let estimate = ParagraphLayout.estimatedLineCount(last, places, available)
                lines.reserveCapacity(estimate)
            }
            while position.segment < segments.count {
                if makesWordLines, !lines.isEmpty, makeWordLines(&position, segments, &lines, &y) {
                    isForced = lines[lines.count &- 1].flags.contains(.forcedBreak)
                }
                let isIndented = style.isIndented(isFirst: lines.isEmpty, isAfterForcedBreak: isForced)
                let indent = isIndented ? indent : 0
                let limit = available - indent + LineBreaker.tolerance
                var cut = LineEdges()
                guard let startX = startX(position, segments, &cut, &edges),
                    let found = line(from: position, startX, limit, segments, &cut, &edges),
                    found.contentEnd >= cut.firstEnd,
                    var record = text.record(
                        from: position, to: found.end, contentEnd: found.contentEnd, contentX: found.contentX, cut)
                else {
                    // An edge that was shaped in vain stays, and nothing refers to it.
                    break
                }
                isForced = found.isForced
                if isForced { record.flags.insert(.forcedBreak) }
                if hasDirections { style.isRightToLeft = shaped.isRightToLeft(at: position.offset) }
                let isLast = isForced || found.end.segment >= segments.count
                style.align(&record, in: LineSpace(x: 0, width: available), indent: indent, isLast: isLast) {
                    cut.isEmpty ? text.expansionCount(of: $0, $1) : text.expansionCount(of: $0, $1, cut, edges)
                }
                record.y = y
                y += record.height
                lines.append(record)
                position = found.end
            }
            end = position
            return position.segment >= segments.count
        }
    }

    /// Appends lines from a place on, as long as nothing of them is shaped again and they are not the last one: the lines
    /// that the methods below make there, which is nearly all of them, without a look at anything that such lines have not.
    /// Whether there are any.
    @inline(never)
    private mutating func makeWordLines(
        _ position: inout BreakPosition, _ segments: UnsafeBufferPointer<InlineSegment>,
        _ lines: inout ContiguousArray<LineRecord>, _ y: inout Double
    ) -> Bool {
        let filler = wordLines ?? SimpleLines(shaped, style, available: available, text.context)
        wordLines = filler
        return filler.append(
            to: &lines, &y, from: &position, in: places, segments, textEnd: .max, endsText: false,
            indent: style.isIndented(isFirst: false, isAfterForcedBreak: false) ? indent : 0)
    }

    /// The width of the widest of all lines, with its indent.
    func width(of lines: ContiguousArray<LineRecord>) -> Double {
        var width = 0.0
        for index in lines.indices {
            let isForced = index > 0 && lines[index &- 1].flags.contains(.forcedBreak)
            let isIndented = style.isIndented(isFirst: index == 0, isAfterForcedBreak: isForced)
            width = max(width, lines[index].width + (isIndented ? indent : 0))
        }
        return width
    }

    // MARK: A line

    struct Found {
        var end: BreakPosition
        var contentEnd: Int
        /// Where the content ends on the paragraph's axis.
        var contentX: Double
        var isForced = false
    }

    /// What a line holds so far: as in `LineBreaker`.
    struct Fill {
        var used = 0.0
        var hang = 0.0
        var contentEnd: Int
        var contentX: Double
    }

    /// Where a line begins on the axis; `nil` where that is not simple.
    @inline(__always)
    private mutating func startX(
        _ start: BreakPosition, _ segments: UnsafeBufferPointer<InlineSegment>, _ cut: inout LineEdges,
        _ edges: inout ShapedText
    ) -> Double? {
        let segment = segments.baseAddress.unsafelyUnwrapped + start.segment
        guard start.offset > Int(segment.pointee.start) else { return segment.pointee.x }
        guard start.cluster >= 0 else { return nil }
        guard places.text.flags[Int(start.cluster)].contains(.safeToBreakBefore) else {
            return shapeStart(start, segment, &cut, &edges)
        }
        return places.text.x(ofCluster: Int(start.cluster), in: places.text.items[Int(start.item)])
    }

    /// The line that `LineBreaker.nextLine` finds, for the usual cases; `nil` for others. Changes nothing, as the other parts
    /// of it: a method that may does not get a copy of all that is here.
    @inline(__always)
    private mutating func line(
        from start: BreakPosition, _ x: Double, _ limit: Double, _ segments: UnsafeBufferPointer<InlineSegment>,
        _ cut: inout LineEdges, _ edges: inout ShapedText
    ) -> Found? {
        var index = start.segment
        var startX = x
        var fill = Fill(contentEnd: start.offset, contentX: startX)
        // Before the last segment that was added.
        var before = fill
        var beforeX = startX
        while index < segments.count {
            guard segments[index].kind == .text else {
                // A forced break. Spaces before it are told by offsets, since they may have no width.
                guard fill.contentEnd == Int(segments[index].start) || !keepsSpaces else { return nil }
                return Found(
                    end: BreakPosition(segment: index &+ 1, offset: Int(segments[index].end)),
                    contentEnd: fill.contentEnd, contentX: fill.contentX, isForced: true)
            }
            let content = segments[index].contentX - startX
            let isFilled = content > 0
            let roundedContent = fill.used + LineBreaker.roundedUp(content)
            if isFilled, roundedContent > limit {
                let ending = ending(in: index, from: start, startX, fill, limit, segments, &cut, &edges)
                guard case .none = ending, index > start.segment else { return ending.found }
                // After the segment before, or in it.
                if segments[index &- 1].breakAfter == .allowed {
                    return Found(
                        end: BreakPosition(segment: index, offset: Int(segments[index &- 1].end)),
                        contentEnd: fill.contentEnd, contentX: fill.contentX)
                }
                return self.ending(
                    in: index &- 1, from: start, beforeX, before, limit, segments, &cut, &edges
                ).found
            }
            before = fill
            beforeX = startX
            // By offsets: with negative spacing positions say nothing.
            if Int(segments[index].contentEnd) > max(Int(segments[index].start), start.offset) {
                fill.used += LineBreaker.roundedUp(segments[index].endX - startX)
                fill.hang = fill.used - roundedContent
                fill.contentEnd = Int(segments[index].contentEnd)
                fill.contentX = segments[index].contentX
            } else {
                fill.used += segments[index].endX - startX
                fill.hang += segments[index].endX - startX
            }
            if segments[index].breakAfter != .none {
                // Where only a hyphen or an edge that is shaped again is too wide, the line ends before.
                guard segments[index].breakAfter == .allowed, !segments[index].breakFlags.contains(.unsafeEnd),
                    fill.used - fill.hang <= limit
                else { return nil }
            }
            index &+= 1
            if index < segments.count { startX = segments[index].x }
        }
        guard fill.contentEnd == places.utf8.count || !keepsSpaces else { return nil }
        return Found(
            end: BreakPosition(segment: segments.count, offset: places.utf8.count), contentEnd: fill.contentEnd,
            contentX: fill.contentX)
    }

    /// Where a line ends in a segment.
    enum Ending {
        case at(Found)
        case none
        /// Not known without shaping, or with a hyphen.
        case special

        var found: Found? { if case .at(let found) = self { found } else { nil } }
    }

    /// The last opportunity of a segment up to which the line fits, `fill` being what it holds before that.
    @inline(__always)
    private mutating func ending(
        in index: Int, from start: BreakPosition, _ startX: Double, _ fill: Fill, _ limit: Double,
        _ segments: UnsafeBufferPointer<InlineSegment>, _ cut: inout LineEdges, _ edges: inout ShapedText
    ) -> Ending {
        let segment = segments.baseAddress.unsafelyUnwrapped + index
        let fitting = LineBreaker.lastFitting(places, segment.pointee, after: start, limit - fill.used, startX)
        if fitting.unsafeNext == nil {
            guard let last = fitting.last else { return .none }
            if last.kind == .allowed, !last.flags.contains(.unsafeEnd),
                Int(last.contentEnd) > max(start.offset, Int(segment.pointee.start)),
                fill.used + LineBreaker.roundedUp(last.contentX - startX) <= limit
            {
                let end = BreakPosition(segment: index, last)
                return .at(Found(end: end, contentEnd: Int(last.contentEnd), contentX: last.contentX))
            }
        }
        return shapedEnding(fitting, in: index, from: start, startX, fill, limit, segment, &cut, &edges)
    }
}
