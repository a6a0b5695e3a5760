import GalleyShaping
import GalleyText

/// The lines at the start of a paragraph that is one segment of text in the style's first face, as far as all of their
/// edges are safe to cut: what `LineMaker` would make of it, without anything that only other paragraphs need. `LineMaker` goes on where
/// these end.
struct PlainLines {
    private(set) var lines: ContiguousArray<LineRecord> = []
    /// The sum of the lines' heights.
    private(set) var height = 0.0
    /// The width of the widest line.
    private(set) var width = 0.0
    private(set) var end = BreakPosition.start
    /// Whether they are all lines.
    private(set) var isComplete = false
    /// Whether spaces at the end may be content.
    private var keepsSpaces = false

    /// `nil` where something in style or constraints asks for more than filled lines.
    init?(_ shaped: ShapedParagraph, _ places: BreakPlaces, _ constraints: ParagraphConstraints) {
        guard shaped.isPlain, constraints.lineSpace == nil, constraints.maximumLines == 0, constraints.width.isFinite
        else { return nil }
        let paragraph = shaped.style
        guard paragraph.isPlainlyBroken, paragraph.indent.isZero, paragraph.alignment != .justify,
            paragraph.lastLineAlignment != .justify
        else { return nil }
        let style = LineStyle(paragraph, isRightToLeft: false)
        guard style.aim == nil else { return nil }
        let extent = shaped.extentOfUniformLine
        let segment = shaped.segments[0]
        if segment.contentEnd < segment.end {
            keepsSpaces = shaped.textStyles[Int(segment.textStyle)].breaking.hangsPreservedSpaces
        }
        let estimate = (segment.endX - segment.x) / max(constraints.width, 1) * 1.1
        lines.reserveCapacity(Int(max(0, min(estimate, Double(segment.end)))) + 2)
        make(segment, shaped.text, places, extent, style, constraints.width)
    }

    private mutating func make(
        _ segment: InlineSegment, _ text: borrowing ShapedText, _ places: BreakPlaces, _ extent: LineExtent,
        _ style: LineStyle, _ available: Double
    ) {
        let limit = available + LineBreaker.tolerance
        var start: UInt32 = segment.start
        var startX = segment.x
        var item = 0
        func add(_ text: borrowing ShapedText, _ contentEnd: UInt32, _ end: UInt32, _ contentX: Double, isLast: Bool) {
            while text.items[item].end <= start, item + 1 < text.items.count { item += 1 }
            var record = LineRecord(ascent: extent.ascent, height: extent.height)
            record.start = start
            record.end = end
            record.contentEnd = contentEnd
            record.setPlain(item: item)
            record.width =
                text.items[item].end >= end
                ? contentX - startX : text.width(from: start, to: contentEnd, firstItem: item)
            record.x = style.offset(width: record.width, in: available, indent: 0, isLast: isLast)
            record.y = height
            width = max(width, record.width)
            height += record.height
            lines.append(record)
        }
        while true {
            let content = segment.contentX - startX
            if content <= 0 || LineBreaker.roundedUp(content) <= limit {
                guard segment.contentEnd > start, !keepsSpaces else { return }
                add(text, segment.contentEnd, segment.end, segment.contentX, isLast: true)
                isComplete = true
                return
            }
            let fitting = LineBreaker.lastFitting(places, segment, after: Int(start), limit, startX)
            guard fitting.unsafeNext == nil, let found = fitting.last, found.kind == .allowed, found.flags.isEmpty,
                found.contentEnd > start, LineBreaker.roundedUp(found.contentX - startX) <= limit
            else { return }
            add(text, found.contentEnd, found.offset, found.contentX, isLast: false)
            start = found.offset
            startX = found.x
            end = BreakPosition(segment: 0, found)
        }
    }
}

extension ShapedText {
    /// The sum of the widths of items' parts between two inline offsets, as a line of pieces has it.
    fileprivate func width(from start: UInt32, to end: UInt32, firstItem: Int) -> Double {
        var sum = 0.0
        forEachPart(from: start, to: end, firstItem: firstItem) { index, range in
            let item = items[index]
            sum +=
                x(ofCluster: cluster(at: Int(range.upperBound), in: item), in: item)
                - x(ofCluster: cluster(at: Int(range.lowerBound), in: item), in: item)
        }
        return sum
    }
}
