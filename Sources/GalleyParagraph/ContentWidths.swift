import GalleyShaping
import GalleyText

/// The least and the most width that a paragraph can make use of, in px (CSS Sizing 3 §2.1).
public struct ContentWidths: Sendable, Hashable {
    /// The width of the widest part that cannot be broken.
    public var minimum: Double
    /// The width of the widest line when lines end only where they must.
    public var maximum: Double

    public init(minimum: Double, maximum: Double) {
        self.minimum = minimum
        self.maximum = maximum
    }
}

extension ShapedParagraph {
    /// The minimum and maximum content widths, indent included. One pass over segments and the places where lines may
    /// end; parts with unsafe edges count as the prefix sums say.
    ///
    /// - Parameters:
    ///   - boxes: the margin boxes of `objects`, in order.
    ///   - percentageBase: what percentages refer to; browsers take 0 here.
    public func contentWidths(boxes: [InlineBoxMetrics] = [], percentageBase: Double = 0) -> ContentWidths {
        let (own, rest) = partWidths(boxes, percentageBase)
        // In its first line the text may have another style: there the first word stands at least, and all up to a forced
        // break at most.
        let first = firstLine.map { $0.shaped.partWidths(boxes, percentageBase).first } ?? own
        return ContentWidths(
            minimum: max(0, max(first.minimum, rest.minimum)), maximum: max(0, max(first.maximum, rest.maximum)))
    }

    /// The widths of the first part and line, and those of the others.
    private func partWidths(
        _ boxes: [InlineBoxMetrics], _ percentageBase: Double
    ) -> (first: ContentWidths, rest: ContentWidths) {
        let measures = InlineMeasures(self, percentageBase: percentageBase, objects: boxes)
        return withBreakPlaces {
            var pass = ContentWidthPass(self, $0, measures)
            let rest = pass.run()
            return (pass.first, rest)
        }
    }
}

/// How wide text is, and what of it hangs at its end, in px.
struct ContentExtent {
    var width: Double
    var hang = 0.0
    /// Punctuation at the content's end that hangs.
    var mark = 0.0
    var content: Double { width - hang - mark }

    /// Adds text between two places where lines may end.
    mutating func addPart(_ start: Double, _ content: Double, _ end: Double) {
        if content > start {
            width += LineBreaker.roundedUp(content - start)
            hang = end - content
            width += hang
        } else {
            width += end - start
            hang += end - start
        }
    }

    /// Adds a segment to a line that takes all of it.
    mutating func addLine(_ start: Double, _ content: Double, _ end: Double) {
        if content > start {
            let content = width + LineBreaker.roundedUp(content - start)
            width += LineBreaker.roundedUp(end - start)
            hang = width - content
        } else {
            width += end - start
            hang += end - start
        }
    }
}

private struct ContentWidthPass {
    private let shaped: ShapedParagraph
    private let places: BreakPlaces
    private let measures: InlineMeasures
    private let marks: HangingMarks?
    /// Without the first part and the first line.
    private var result = ContentWidths(minimum: 0, maximum: 0)
    private var firstPart: Double?
    private var firstLine: Double?
    /// The line without breaks, and the part since the last opportunity, with what hangs at their ends.
    private var line: Extent
    private var part: Extent

    private typealias Extent = ContentExtent

    init(_ shaped: ShapedParagraph, _ places: BreakPlaces, _ measures: InlineMeasures) {
        self.shaped = shaped
        self.places = places
        self.measures = measures
        marks = HangingMarks(shaped, measures)
        let indent = (shaped.style.hangingIndent ? 0 : measures.indent) - (marks?.opening?.width ?? 0)
        line = Extent(width: indent)
        part = Extent(width: indent)
    }

    mutating func run() -> ContentWidths {
        for (index, segment) in shaped.segments.enumerated() {
            switch segment.kind {
            case .text: addText(segment)
            case .open, .close: add(measures.edge(segment), hangs: false, isContent: false)
            case .object:
                let width = measures.objectWidth(Int(segment.index))
                if width != 0 { add(LineBreaker.roundedUp(width), hangs: false) }
            case .tab:
                let width = measures.tabWidth(index, at: line.width, room: .infinity, shaped)
                add(width, hangs: segment.hangs)
                if keepsSpaces(segment) { line.hang = 0 }
            case .lineBreak: break
            }
            switch segment.breakAfter {
            case .none: break
            case .allowed: endPart()
            case .hyphen: endPart(hyphen: hyphenWidth(segment))
            case .mandatory: endLine()
            }
        }
        endLine()
        return result
    }

    /// The widths of the first part and the first line, which may have a style of their own.
    var first: ContentWidths { ContentWidths(minimum: firstPart ?? 0, maximum: firstLine ?? 0) }

    private mutating func add(part width: Double) {
        if firstPart == nil { firstPart = width } else { result.minimum = max(result.minimum, width) }
    }

    private mutating func add(_ width: Double, hangs: Bool, isContent: Bool = true) {
        line.width += width
        part.width += width
        if hangs {
            line.hang += width
            part.hang += width
        } else if isContent {
            (line.hang, line.mark) = (0, 0)
            (part.hang, part.mark) = (0, 0)
        }
    }

    private mutating func addText(_ segment: InlineSegment) {
        if segment.overflowWrap == .anywhere, segment.wraps {
            breakAnywhere(segment)
        } else {
            var x = segment.x
            let places = places
            places.forEach(in: segment) { opportunity in
                part.addPart(x, opportunity.contentX, opportunity.x)
                setMarks(Int(opportunity.contentEnd), segment)
                endPart(hyphen: opportunity.kind == .hyphen ? hyphenWidth(segment) : 0)
                x = opportunity.x
            }
            part.addPart(x, segment.contentX, segment.endX)
        }
        setMarks(Int(segment.contentEnd), segment)
        line.addLine(segment.x, segment.contentX, segment.endX)
        if keepsSpaces(segment) { line.hang = 0 }
    }

    /// Spaces that hang only where they do not fit count for the maximum width and not for the minimum (CSS Text 3 §4.1.3).
    private func keepsSpaces(_ segment: InlineSegment) -> Bool {
        segment.hangs && shaped.textStyles[Int(segment.textStyle)].breaking.hangsPreservedSpaces
    }

    /// What hangs only where it would not fit counts for the maximum width and not for the minimum (CSS Text 3 §8.2).
    private mutating func setMarks(_ contentEnd: Int, _ segment: InlineSegment) {
        guard let marks, contentEnd > Int(segment.start) else { return }
        let mark = marks.mark(endingAt: contentEnd, lineStart: Int(segment.start))
        part.mark = mark?.width ?? 0
        line.mark = mark?.isConditional == false ? part.mark : 0
    }

    /// `overflow-wrap: anywhere`: parts are single clusters, of which the widest counts.
    private mutating func breakAnywhere(_ segment: InlineSegment) {
        let text = places.text
        for index in Int(segment.firstItem)..<Int(segment.itemEnd) {
            let item = text.items[index]
            for cluster in item.clusters {
                let width = text.x(ofCluster: cluster + 1, in: item) - text.x(ofCluster: cluster, in: item)
                add(part: LineBreaker.roundedUp(width))
            }
        }
    }

    private func hyphenWidth(_ segment: InlineSegment) -> Double {
        LineBreaker.roundedUp(shaped.textStyles[Int(segment.textStyle)].hyphenWidth)
    }

    private mutating func endPart(hyphen: Double = 0) {
        add(part: part.content + hyphen)
        part = Extent(width: 0)
    }

    private mutating func endLine() {
        endPart()
        if firstLine == nil { firstLine = line.content } else { result.maximum = max(result.maximum, line.content) }
        line = Extent(width: 0)
    }
}
