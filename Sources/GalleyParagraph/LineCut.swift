import GalleyShaping
import GalleyText

/// What of a line is shown when some of it is cut out: inline offsets.
struct LineCut {
    /// The part before the token, and that after it.
    var before: BrokenLine?
    var after: BrokenLine?
    var hidden: Range<Int>
    /// Where the line's record ends; `nil` where the line would end without the cut.
    var end: Int?
}

extension LineCut {
    /// A line that is the last one, with nothing that says so.
    init(after line: BrokenLine) {
        self.init(before: line, hidden: line.contentEnd..<Int.max)
    }
}

/// What stands where text was cut, in styles of the paragraph.
struct TruncationToken {
    struct Run {
        var text: String
        /// Of `ShapedParagraph.textStyles`; `nil` for the style of the text at the cut.
        var textStyle: Int?
    }
    var runs: [Run]
    var place: ParagraphConstraints.Truncation.Place

    /// A token at a line's end.
    init(_ text: String) {
        runs = [Run(text: text)]
        place = .tail
    }

    /// Adds the token's own styles to those of `shaped`.
    init(
        _ truncation: ParagraphConstraints.Truncation, in shaped: inout ShapedParagraph, _ context: LayoutContext
    ) {
        place = truncation.place
        runs = truncation.token.map { Run(text: $0.text) }
        let styles = truncation.token.compactMap(\.style)
        guard !styles.isEmpty else { return }
        let added = shaped.adding(styles, context)
        shaped = added.paragraph
        var next = 0
        for (index, run) in truncation.token.enumerated() where run.style != nil {
            runs[index].textStyle = added.numbers[next]
            next += 1
        }
    }
}

extension LineBreakMode {
    /// Where TextKit's modes cut text.
    var truncation: ParagraphConstraints.Truncation.Place? {
        switch self {
        case .wrap, .clip: nil
        case .truncateHead: .head
        case .truncateMiddle: .middle
        case .truncateTail: .tail
        }
    }
}

extension LineBreaker {
    /// The parts of a line that are shown beside a token in `available` px, each as many grapheme clusters as fit, without
    /// spaces next to the token. At the head and in the middle, what is shown after the token is the end of all text that
    /// is left, back to the last forced break at most.
    mutating func cut(
        _ broken: BrokenLine, _ available: Double, _ token: TruncationToken, _ strut: Int
    ) -> LineCut {
        let textEnd = shaped.inline.utf8.count
        var tokenWidth = 0.0
        for run in token.runs { tokenWidth += width(of: run.text, textStyle: run.textStyle ?? strut) }
        let room = available - tokenWidth
        switch token.place {
        case .tail:
            let before = prefix(from: broken.start, room)
            let from = before?.contentEnd ?? broken.start.offset
            return LineCut(before: before, hidden: from..<max(from, textEnd), end: before?.end.offset ?? from)
        case .head:
            let after = suffix(after: broken.start.offset, room)
            return LineCut(
                after: after, hidden: broken.start.offset..<(after?.start.offset ?? textEnd), end: textEnd)
        case .middle:
            var before = prefix(from: broken.start, room / 2)
            let after = suffix(after: before?.end.offset ?? broken.start.offset, room - (before?.width ?? 0))
            if let after { before = prefix(from: broken.start, room - after.width) ?? before }
            let from = before?.contentEnd ?? broken.start.offset
            return LineCut(
                before: before, after: after, hidden: from..<max(from, after?.start.offset ?? textEnd), end: textEnd)
        }
    }

    /// As much of the text from `start` on as fits into `room` px, its end shaped again where that is not safe to cut.
    private mutating func prefix(from start: BreakPosition, _ room: Double) -> BrokenLine? {
        var limit = room + LineBreaker.tolerance
        for _ in 0..<LineBreaker.maximumPrefixTries {
            guard var line = prefixBySums(from: start, limit) else { return nil }
            if let item = itemIndex(endingAt: line.contentEnd) {
                line.width += endDelta(at: line.contentEnd, item, start)
            }
            let excess = line.width - (room + LineBreaker.tolerance)
            if excess <= 0 { return line }
            limit -= excess
        }
        return nil
    }

    private static let maximumPrefixTries = 8

    /// As much as fits by prefix sums.
    private mutating func prefixBySums(from start: BreakPosition, _ limit: Double) -> BrokenLine? {
        guard var line = lineBrokenAnywhere(from: start, limit, isForced: true) else { return nil }
        line.kind = .none
        let utf8 = shaped.inline.utf8
        while line.contentEnd > start.offset, utf8[line.contentEnd - 1] == 0x20 { line.contentEnd -= 1 }
        guard line.contentEnd > start.offset else { return nil }
        if line.contentEnd < line.end.offset {
            line.end = position(atOrAfter: line.contentEnd)
            line.width = nextWidth(from: start, to: line)
        }
        return line
    }

    /// The width of a line that was made shorter by spaces at its end.
    private mutating func nextWidth(from start: BreakPosition, to line: BrokenLine) -> Double {
        guard let item = itemIndex(endingAt: line.contentEnd) else { return line.width }
        let current = text.items[item]
        let cluster = text.cluster(at: line.contentEnd, in: current)
        // Only where the spaces are in the item that the content ends in; else the width is that with the spaces.
        guard Int(current.end) >= line.contentEnd, text.start(ofCluster: cluster, in: current) == line.contentEnd else {
            return line.width
        }
        var end = cluster
        let utf8 = shaped.inline.utf8
        while end < current.clusters.upperBound, utf8[text.start(ofCluster: end, in: current)] == 0x20 { end += 1 }
        return line.width - (text.x(ofCluster: end, in: current) - text.x(ofCluster: cluster, in: current))
    }

    /// The longest end of the text, back to `lower` and to the last forced break at most, that fits into `room` px. A
    /// binary search, O(segments) a step.
    private mutating func suffix(after lower: Int, _ room: Double) -> BrokenLine? {
        let limit = room + LineBreaker.tolerance
        var last = segments.count
        if segments.last?.kind == .lineBreak { last -= 1 }
        let forced = segments[..<last].lastIndex { $0.kind == .lineBreak }
        let textEnd = shaped.inline.utf8.count
        var low = max(lower, forced.map { Int(segments[$0].end) } ?? 0)
        var high = textEnd
        while low < high {
            let middle = low + (high - low) / 2
            if widthToEnd(from: position(atOrAfter: middle)) <= limit { high = middle } else { low = middle + 1 }
        }
        let utf8 = shaped.inline.utf8
        var place = position(atOrAfter: low)
        while place.offset < textEnd, utf8[place.offset] == 0x20 { place = position(atOrAfter: place.offset + 1) }
        // Text with negative spacing may be wider the shorter it is.
        var tries = 0
        while place.offset < textEnd, widthToEnd(from: place) > limit, tries < LineBreaker.maximumSuffixTries {
            place = position(atOrAfter: place.offset + 1)
            tries += 1
        }
        guard place.offset < textEnd, tries < LineBreaker.maximumSuffixTries else { return nil }
        return nextLine(from: place, available: .infinity, offset: 0)
    }

    private static let maximumSuffixTries = 64

    private mutating func widthToEnd(from place: BreakPosition) -> Double {
        isEnd(place) ? 0 : nextLine(from: place, available: .infinity, offset: 0).width
    }

    /// The first place at or after an inline offset that neither grapheme cluster nor glyph cluster stands across.
    func position(atOrAfter offset: Int) -> BreakPosition {
        var offset = offset
        var index = segments.partitionIndex { Int($0.end) > offset }
        while index < segments.count {
            let segment = segments[index]
            if offset <= Int(segment.start) { return BreakPosition(segment: index, offset: Int(segment.start)) }
            if segment.kind == .text {
                while offset < Int(segment.end) {
                    let item = text.items[text.items.partitionIndex { Int($0.end) > offset }]
                    let cluster = text.cluster(at: offset, in: item)
                    if text.start(ofCluster: cluster, in: item) == offset, shaped.analysis.isGraphemeStart(offset) {
                        return BreakPosition(segment: index, offset: offset)
                    }
                    offset = text.start(ofCluster: cluster + 1, in: item)
                }
            }
            offset = Int(segment.end)
            index += 1
        }
        return BreakPosition(segment: segments.count, offset: shaped.inline.utf8.count)
    }
}
