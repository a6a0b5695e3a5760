import GalleyShaping
import GalleyText

/// A place between two lines: a segment, and an inline offset inside it (its start when the whole segment comes after).
struct BreakPosition: Sendable, Equatable {
    var segment: Int
    var offset: Int
    /// The item and cluster that begin there, where it is an opportunity inside a segment.
    var item: Int32 = -1
    var cluster: Int32 = -1

    /// Where a paragraph begins.
    static let start = BreakPosition(segment: 0, offset: 0)
}

extension BreakPosition {
    init(segment: Int, _ opportunity: BreakOpportunity) {
        self.init(
            segment: segment, offset: Int(opportunity.offset), item: opportunity.item, cluster: opportunity.cluster)
    }
}

/// A line as the breaker finds it.
struct BrokenLine: Sendable {
    var start: BreakPosition
    var end: BreakPosition
    /// Where its content ends before hanging spaces and a forced break: an inline offset.
    var contentEnd: Int
    /// The width of its content in px, a shown hyphen included.
    var width: Double
    var kind: BreakOpportunity.Kind
    /// Where the content ends on the paragraph's axis, when that is at an opportunity inside a segment that is safe to cut;
    /// else NaN.
    var contentX = Double.nan
    /// Where the punctuation begins that hangs after it, an inline offset; -1 for none. It is content, and not in `width`.
    var markStart = -1
}

/// Fills one line after the other as far as it goes. Reads segments and the places where lines may end only; where an
/// edge is not safe to break, the context shapes it again to know its width.
///
/// Widths are exact until a part of the line is complete: then it is rounded up to 1/64 px, as a line in Blink is a sum
/// of items each rounded so; and a line may be 1/64 px wider than its space.
struct LineBreaker {
    let shaped: ShapedParagraph
    let segments: ContiguousArray<InlineSegment>
    let places: BreakPlaces
    let measures: InlineMeasures
    let context: LayoutContext
    /// Reshaped edges that are only measured.
    private var trial = ShapedText()
    /// Where the current line begins, for tabs.
    var lineOffset = 0.0
    /// How wide it may be.
    private var limit = 0.0
    /// Punctuation that may hang.
    let marks: HangingMarks?

    var text: ClusterReader { places.text }

    /// - Parameter places: those of `shaped`.
    init(_ shaped: ShapedParagraph, _ places: BreakPlaces, _ measures: InlineMeasures, _ context: LayoutContext) {
        self.shaped = shaped
        self.places = places
        segments = shaped.segments
        self.measures = measures
        self.context = context
        marks = HangingMarks(shaped, measures)
    }

    /// Whether nothing is left.
    func isEnd(_ position: BreakPosition) -> Bool { position.segment >= segments.count }

    // MARK: A line

    /// What a line holds so far.
    private struct Fill {
        /// In px, complete parts rounded up.
        var used = 0.0
        /// The part of `used` at its end that hangs.
        var hang = 0.0
        var contentEnd: Int
        /// The punctuation at the content's end that need not fit.
        var mark = 0.0
        /// Whether an edge of a box stands after the content: nothing hangs across it.
        var isEdged = false
        /// The last place where the line could end.
        var candidate: BrokenLine?
        /// Whether the content is too wide and could not be broken: the line ends at the next opportunity.
        var overflows = false

        /// Sets the content's end to that of what was added last.
        mutating func setContent(end: Int) {
            hang = 0
            contentEnd = end
            mark = 0
            isEdged = false
        }
    }

    /// The line that begins at `start`, in `available` px. `offset` is where it begins, for tabs.
    mutating func nextLine(from start: BreakPosition, available: Double, offset lineOffset: Double) -> BrokenLine {
        let limit = available + LineBreaker.tolerance
        self.limit = limit
        self.lineOffset = lineOffset
        var fill = Fill(contentEnd: start.offset)
        var index = start.segment
        while index < segments.count {
            let segment = segments[index]
            switch segment.kind {
            case .text:
                if let line = fillText(index, &fill, start, limit) { return line }
            case .open, .close:
                let width = measures.edge(segment)
                fill.used += width
                if width != 0 {
                    fill.mark = 0
                    fill.isEdged = true
                    // After spaces that hang nothing is there to fit, as in Blink.
                    if fill.hang > 0 { fill.hang += width }
                }
                if let line = overflow(&fill, start, limit) { return line }
            case .object:
                let width = measures.objectWidth(Int(segment.index))
                // What takes no room, such as the place of a float, leaves spaces before it hanging.
                if width != 0 {
                    fill.used += LineBreaker.roundedUp(width)
                    fill.setContent(end: Int(segment.end))
                }
                if let line = overflow(&fill, start, limit) { return line }
            case .tab:
                let width = measures.tabWidth(
                    index, at: lineOffset + fill.used, room: lineOffset + available, shaped)
                fill.used += width
                if segment.hangs {
                    fill.hang += width
                } else {
                    fill.setContent(end: Int(segment.end))
                    if let line = overflow(&fill, start, limit) { return line }
                }
            case .lineBreak:
                return line(start, index + 1, Int(segment.end), fill, .mandatory)
            }
            if segment.breakAfter == .allowed || segment.breakAfter == .hyphen {
                let here = lineEnding(after: index, fill, start)
                if here.width <= limit || fill.overflows {
                    if fill.overflows { return here }
                    fill.candidate = here
                } else if let candidate = fill.candidate {
                    return candidate
                } else if segment.breakAfter == .allowed {
                    // Only the reshaped edge is too wide.
                    return here
                }
            }
            index += 1
        }
        return line(start, segments.count, shaped.inline.utf8.count, fill, .none)
    }

    private func line(
        _ start: BreakPosition, _ segment: Int, _ offset: Int, _ fill: Fill, _ kind: BreakOpportunity.Kind
    ) -> BrokenLine {
        var line = BrokenLine(
            start: start, end: BreakPosition(segment: segment, offset: offset), contentEnd: fill.contentEnd,
            width: fill.used - fill.hang, kind: kind)
        if marks != nil, !fill.isEdged { hangMark(&line) }
        return line
    }

    /// Lets the punctuation at a line's end stand outside.
    private func hangMark(_ line: inout BrokenLine) {
        guard let mark = marks?.mark(endingAt: line.contentEnd, lineStart: line.start.offset),
            !mark.isConditional || line.width > limit
        else { return }
        line.width -= mark.width
        line.markStart = mark.start
    }

    /// Too wide after something that is not text: the candidate, or a break inside a word before, or on with it.
    private mutating func overflow(_ fill: inout Fill, _ start: BreakPosition, _ limit: Double) -> BrokenLine? {
        guard fill.used - fill.hang - fill.mark > limit, !fill.overflows else { return nil }
        if let candidate = fill.candidate { return candidate }
        if let broken = lineBrokenAnywhere(from: start, limit, isForced: false) { return broken }
        fill.overflows = true
        return nil
    }

    /// The line that ends after a segment.
    private mutating func lineEnding(after index: Int, _ fill: Fill, _ start: BreakPosition) -> BrokenLine {
        let segment = segments[index]
        var broken = line(start, index + 1, Int(segment.end), fill, segment.breakAfter)
        if segment.breakFlags.contains(.unsafeEnd), let item = itemIndex(endingAt: fill.contentEnd) {
            broken.width += endDelta(at: fill.contentEnd, item, start)
        }
        if segment.breakAfter == .hyphen { broken.width += hyphenWidth(segment.textStyle) }
        return broken
    }

    // MARK: Text

    /// Adds a segment of text; the line, when it ends inside or before it.
    private mutating func fillText(
        _ index: Int, _ fill: inout Fill, _ start: BreakPosition, _ limit: Double
    ) -> BrokenLine? {
        let segment = segments[index]
        var startX = segment.x
        var windowEnd = 0
        if index == start.segment, start.offset > Int(segment.start) { (startX, windowEnd, _) = self.startX(start) }
        if fill.overflows {
            if let first = places.first(in: segment, after: start.offset) {
                return line(at: first, index, fill, start, startX, windowEnd)
            }
        } else {
            let last = lastFitting(segment, index, fill, start, startX, windowEnd, limit)
            if let last { fill.candidate = last }
            let content = segment.contentX - startX
            if content > 0, fill.used + LineBreaker.roundedUp(content) - markWidth(segment, start) > limit {
                if let candidate = fill.candidate { return candidate }
                if let broken = lineBrokenAnywhere(from: start, limit, isForced: false) { return broken }
                if let first = places.first(in: segment, after: start.offset) {
                    return line(at: first, index, fill, start, startX, windowEnd)
                }
                fill.overflows = true
            }
        }
        // By offsets: with negative spacing positions say nothing.
        if Int(segment.contentEnd) > max(Int(segment.start), index == start.segment ? start.offset : 0) {
            let content = fill.used + LineBreaker.roundedUp(segment.contentX - startX)
            fill.used += LineBreaker.roundedUp(segment.endX - startX)
            fill.setContent(end: Int(segment.contentEnd))
            fill.hang = fill.used - content
            if marks != nil { fill.mark = markWidth(segment, start) }
        } else {
            fill.used += segment.endX - startX
            fill.hang += segment.endX - startX
        }
        return nil
    }

    /// The width of the punctuation at a segment's end that need not fit.
    private func markWidth(_ segment: InlineSegment, _ start: BreakPosition) -> Double {
        guard let marks else { return 0 }
        return marks.mark(endingAt: Int(segment.contentEnd), lineStart: max(start.offset, Int(segment.start)))?.width
            ?? 0
    }

    /// The line that ends at the last opportunity of a segment where it fits; `nil` for none.
    private mutating func lastFitting(
        _ segment: InlineSegment, _ index: Int, _ fill: Fill, _ start: BreakPosition, _ startX: Double,
        _ windowEnd: Int, _ limit: Double
    ) -> BrokenLine? {
        guard segment.wraps else { return nil }
        let room = limit - fill.used
        // What ends with punctuation that hangs may be wider.
        let most = marks.map { room + $0.most + LineBreaker.maximumEdgeGain } ?? room
        let fitting = LineBreaker.lastFitting(places, segment, after: start, most, startX)
        // What is beyond by prefix sums may fit when its edge is shaped again, and the other way round.
        var next = marks == nil ? fitting.unsafeNext : nil
        while let place = next {
            let candidate = line(at: place, index, fill, start, startX, windowEnd)
            if candidate.width <= limit { return candidate }
            next = places.nextUnsafe(
                in: segment, after: Int(place.offset), to: startX + room + LineBreaker.maximumEdgeGain)
        }
        var last = fitting.last
        while let place = last {
            let candidate = line(at: place, index, fill, start, startX, windowEnd)
            if candidate.width <= limit { return candidate }
            last = places.last(in: segment, before: Int(place.offset), after: start.offset)
        }
        return nil
    }

    /// The last opportunity of a segment after an offset up to which text from `startX` on fits by prefix sums, and an
    /// unsafe one after it that may fit all the same.
    @inline(__always)
    static func lastFitting(
        _ places: borrowing BreakPlaces, _ segment: borrowing InlineSegment, after start: BreakPosition, _ room: Double,
        _ startX: Double
    ) -> BreakPlaces.Fitting {
        let most = startX + roundedDown(room)
        return places.lastFitting(
            in: segment, after: start.offset, near: Int(start.cluster), to: most,
            slack: startX + room + maximumEdgeGain)
    }

    /// The line that ends at an opportunity inside a segment.
    private mutating func line(
        at place: BreakOpportunity, _ index: Int, _ fill: Fill, _ start: BreakPosition, _ startX: Double,
        _ windowEnd: Int
    ) -> BrokenLine {
        var broken = BrokenLine(
            start: start, end: BreakPosition(segment: index, place), contentEnd: fill.contentEnd,
            width: fill.used - fill.hang, kind: place.kind)
        // Nothing but spaces since the segment's start: the content ended before it.
        guard Int(place.contentEnd) > max(start.offset, Int(segments[index].start)) else {
            if marks != nil, !fill.isEdged { hangMark(&broken) }
            return broken
        }
        broken.contentEnd = Int(place.contentEnd)
        var width = place.contentX - startX
        if place.flags.contains(.unsafeEnd) || Int(place.contentEnd) < windowEnd,
            let item = itemIndex(endingAt: Int(place.contentEnd))
        {
            width += endDelta(at: Int(place.contentEnd), item, start)
        }
        if !place.flags.contains(.unsafeEnd) { broken.contentX = place.contentX }
        broken.width = fill.used + LineBreaker.roundedUp(width)
        if place.kind == .hyphen { broken.width += hyphenWidth(segments[index].textStyle) }
        if marks != nil { hangMark(&broken) }
        return broken
    }

    // MARK: Widths

    /// A line may be wider than its space by this much, as in Blink.
    static let tolerance = 1.0 / 64
    /// No reshaped edge is expected to be narrower than before by more px.
    static let maximumEdgeGain = 32.0

    /// ``LineRounding/up(_:)``.
    @inline(__always)
    static func roundedUp(_ width: Double) -> Double { LineRounding.up(width) }

    /// ``LineRounding/down(_:)``.
    @inline(__always)
    static func roundedDown(_ room: Double) -> Double { LineRounding.down(room) }

    func hyphenWidth(_ textStyle: UInt32) -> Double {
        LineBreaker.roundedUp(shaped.textStyles[Int(textStyle)].hyphenWidth)
    }

    /// The width of text that is not in the paragraph, in one of its styles.
    mutating func width(of string: String, textStyle: Int) -> Double {
        trial.removeAll()
        let items = context.shapeInserted(
            string, textStyle: textStyle, level: shaped.analysis.baseLevel, in: shaped, into: &trial)
        return LineBreaker.roundedUp(items.reduce(0) { $0 + trial.width(ofItem: $1) })
    }

    /// The item that holds the byte before an offset, when the offset is inside it.
    func itemIndex(endingAt offset: Int) -> Int? {
        let items = places.text.items
        let index = items.index(at: offset, near: items.count)
        guard index < items.count else { return nil }
        let item = items[index]
        return Int(item.start) < offset && item.kind == .text ? index : nil
    }

    /// Where a line's first text begins on the axis, moved by what shaping its unsafe start again adds; where what is
    /// shaped again ends; and what it adds.
    mutating func startX(_ start: BreakPosition) -> (x: Double, windowEnd: Int, delta: Double) {
        if start.cluster >= 0, places.text.flags[Int(start.cluster)].contains(.safeToBreakBefore) {
            return (places.text.x(ofCluster: Int(start.cluster), in: places.text.items[Int(start.item)]), 0, 0)
        }
        let text = text
        let index = text.items.partitionIndex { Int($0.end) > start.offset }
        guard index < text.items.count else { return (segments[start.segment].endX, 0, 0) }
        let item = text.items[index]
        let x = text.x(at: start.offset, in: item)
        guard let window = text.unsafeWindow(startingAt: start.offset, in: item) else { return (x, 0, 0) }
        trial.removeAll()
        let edge = context.reshape(window.range, of: item, in: shaped, into: &trial)
        let delta = trial.width(ofItem: edge) - (text.x(ofCluster: window.end, in: item) - x)
        return (x - delta, window.range.upperBound, delta)
    }

    /// Where what is shaped again begins when a line ends inside an item at `offset`: an inline offset.
    func edgeStart(endingAt offset: Int, _ item: Int) -> Int {
        let text = text
        let item = text.items[item]
        return text.start(ofCluster: text.windowStart(endingAt: offset, in: item), in: item)
    }

    /// How much wider the line is than prefix sums say when it ends inside an item at `offset`.
    mutating func endDelta(at offset: Int, _ index: Int, _ start: BreakPosition) -> Double {
        let text = text
        let item = text.items[index]
        let lower = max(start.offset, Int(item.start))
        var first = edgeStart(endingAt: offset, index)
        var startDelta = 0.0
        let window = lower > Int(item.start) ? text.unsafeWindow(startingAt: lower, in: item) : nil
        if first < lower || window.map({ $0.range.upperBound > first }) ?? false {
            // Both edges are in one piece: all of it is shaped again, and the start's own delta must not count twice.
            if let window {
                trial.removeAll()
                let edge = context.reshape(window.range, of: item, in: shaped, into: &trial)
                startDelta =
                    trial.width(ofItem: edge)
                    - (text.x(ofCluster: window.end, in: item) - text.x(at: lower, in: item))
            }
            first = lower
        }
        guard first < offset else { return -startDelta }
        trial.removeAll()
        let edge = context.reshape(first..<offset, of: item, in: shaped, into: &trial)
        let before = text.x(at: offset, in: item) - text.x(at: first, in: item)
        return trial.width(ofItem: edge) - before - startDelta
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index at or after `low` whose element satisfies `predicate`, which must be false for a prefix and true
    /// after it.
    @inline(__always)
    func partitionIndex(from low: Int, where predicate: (Element) -> Bool) -> Int {
        var low = low
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
