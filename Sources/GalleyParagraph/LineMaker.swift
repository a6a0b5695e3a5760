import GalleyShaping
import GalleyText

/// The making of one paragraph's lines.
struct LineMaker {
    let shaped: ShapedParagraph
    private let constraints: ParagraphConstraints
    let measures: InlineMeasures
    private let context: LayoutContext
    var breaker: LineBreaker
    /// Made when a line needs it.
    private var assembler: LineAssembler?
    var lineBoxes: LineBoxLayout
    /// What lines without anything special have in common.
    let plain: PlainText?
    /// The item of the last plain line: lines go on from there.
    var plainItem = 0
    var lines: ContiguousArray<LineRecord>
    private var boxRecords: ContiguousArray<BoxRecord> = []
    private var y: Double
    /// Where the lines that it makes begin.
    private let start: BreakPosition
    private(set) var isTruncated = false
    /// Whether the line before ended with a forced break.
    var wasForced = false
    /// All lines, where they are broken together.
    var plan: ContiguousArray<BrokenLine>?
    var plannedWidth = 0.0
    var nextPlanned = 0
    private let maximumLines: Int
    private let truncation: ParagraphConstraints.Truncation?
    let style: LineStyle

    init(
        _ shaped: ShapedParagraph, _ places: BreakPlaces, _ constraints: ParagraphConstraints,
        _ objects: [InlineBoxMetrics], _ context: LayoutContext, after plainLines: PlainLines? = nil
    ) {
        self.shaped = shaped
        self.constraints = constraints
        lines = plainLines?.lines ?? []
        y = plainLines?.height ?? 0
        start = plainLines?.end ?? .start
        self.context = context
        let base = constraints.percentageBase ?? (constraints.width.isFinite ? constraints.width : 0)
        measures = InlineMeasures(shaped, percentageBase: base, objects: objects)
        breaker = LineBreaker(shaped, places, measures, context)
        lineBoxes = LineBoxLayout(shaped, measures, context)
        plain = PlainText(shaped)
        let paragraph = shaped.style
        style = LineStyle(paragraph, isRightToLeft: shaped.isRightToLeft)
        switch paragraph.lineBreakMode {
        case .wrap, .clip:
            maximumLines = constraints.maximumLines
            truncation = constraints.truncation
        // TextKit's modes mean one line, unless more are allowed. What is cut is cut at the end.
        case .truncateHead, .truncateMiddle, .truncateTail:
            maximumLines = max(1, constraints.maximumLines)
            truncation = constraints.truncation ?? .ellipsis
        }
    }

    mutating func makeLines() {
        context.counters.paragraphsBroken += 1
        if shaped.inline.isEmpty {
            if shaped.style.emptyParagraph == .lineBox { addEmptyLine() }
            return
        }
        reserve()
        var position = start
        while !breaker.isEnd(position) {
            let indent = indent(isFirst: lines.isEmpty, isAfterForcedBreak: wasForced)
            var (space, broken) = fill(from: position, indent: indent)
            var insertion = broken.kind == .hyphen ? LineAssembler.Insertion.hyphen : .none
            let isLast = lines.count + 1 == maximumLines
            if isLast, isCut(broken, in: space.width - indent) {
                isTruncated = true
                if let truncation {
                    broken = cut(broken, in: space.width - indent, truncation)
                    insertion = .token(truncation.token)
                }
            }
            add(broken, insertion, in: space, indent: indent)
            if isLast { break }
            position = broken.end
            wasForced = broken.kind == .mandatory
        }
    }

    /// Room for as many lines as the text's width makes.
    private mutating func reserve() {
        guard constraints.width.isFinite, constraints.width >= 1, let last = breaker.segments.last else { return }
        let estimate = Int(min(last.endX / constraints.width * 1.1, Double(shaped.inline.utf8.count))) + 2
        lines.reserveCapacity(estimate)
    }

    /// The line that begins at `start` where there is room for it: below what stands beside it, when not even its first
    /// word fits there and there is more room below. Moves `y` down.
    private mutating func fill(from start: BreakPosition, indent: Double) -> (LineSpace, BrokenLine) {
        var tries = 0
        while true {
            let space =
                constraints.lineSpace?(y, lineBoxes.emptyLine.height)
                ?? LineSpace(x: 0, width: constraints.width)
            let available = style.clips ? Double.infinity : space.width - indent
            if let broken = plannedLine(from: start, space) { return (space, broken) }
            let broken = breaker.nextLine(from: start, available: available, offset: indent)
            guard broken.width > available + LineBreaker.tolerance, let next = space.nextOffset, next > y,
                tries < LineMaker.maximumTries
            else { return (space, broken) }
            y = next
            tries += 1
        }
    }

    /// How many places are tried for one line, one below the other.
    private static let maximumTries = 1_000

    func indent(isFirst: Bool, isAfterForcedBreak: Bool) -> Double {
        style.isIndented(isFirst: isFirst, isAfterForcedBreak: isAfterForcedBreak) ? measures.indent : 0
    }

    // MARK: Truncation

    private func isCut(_ broken: BrokenLine, in available: Double) -> Bool {
        !breaker.isEnd(broken.end) || truncation != nil && broken.width > available + LineBreaker.tolerance
    }

    /// The last line with room for the token: as many grapheme clusters as fit, without spaces before the token.
    private mutating func cut(
        _ broken: BrokenLine, in available: Double, _ truncation: ParagraphConstraints.Truncation
    ) -> BrokenLine {
        let style = shaped.strutIndex
        let token = breaker.width(of: truncation.token, textStyle: style)
        let limit = available + LineBreaker.tolerance - token
        let empty = BrokenLine(
            start: broken.start, end: broken.start, contentEnd: broken.start.offset, width: 0, kind: .none)
        var line = breaker.lineBrokenAnywhere(from: broken.start, limit, isForced: true) ?? empty
        line.kind = .none
        let utf8 = shaped.inline.utf8
        while line.contentEnd > broken.start.offset, utf8[line.contentEnd - 1] == 0x20 { line.contentEnd -= 1 }
        return line
    }

    // MARK: Lines

    private mutating func addEmptyLine() {
        let extent = lineBoxes.emptyLine
        let space = constraints.lineSpace?(0, extent.height) ?? LineSpace(x: 0, width: constraints.width)
        let indent = indent(isFirst: true, isAfterForcedBreak: false)
        var record = LineRecord(ascent: extent.ascent, height: extent.height)
        record.x = space.x + style.offset(width: 0, in: space.width, indent: indent, isLast: true)
        append(record)
    }

    private mutating func add(
        _ broken: BrokenLine, _ insertion: LineAssembler.Insertion, in space: LineSpace, indent: Double
    ) {
        if case .none = insertion, let record = plainLine(broken, in: space, indent: indent) {
            return append(record)
        }
        if assembler == nil { assembler = LineAssembler(shaped, measures, context) }
        assembler!.gather(broken, insertion, offset: indent)
        var record = LineRecord(ascent: 0, height: 0)
        record.start = UInt32(broken.start.offset)
        record.end = UInt32(broken.end.offset)
        record.contentEnd = UInt32(broken.contentEnd)
        record.width = assembler!.contentWidth
        if broken.kind == .hyphen { record.flags.insert(.hyphen) }
        if broken.kind == .mandatory { record.flags.insert(.forcedBreak) }
        if isTruncated { record.flags.insert(.truncated) }

        // Alignment.
        let isLast = breaker.isEnd(broken.end) || broken.kind == .mandatory || isTruncated
        style.align(&record, in: space, indent: indent, isLast: isLast) { assembler!.expansionCount() }

        // Visual order and the line box.
        let range = assembler!.place(at: record.x, expansion: record.expansion)
        record.firstPiece = UInt32(range.lowerBound)
        record.pieceEnd = UInt32(range.upperBound)
        let extent = lineBoxes.layOut(&assembler!.pieces, range)
        record.ascent = extent.ascent
        record.height = extent.height
        record.firstBox = UInt32(boxRecords.count)
        if !measures.boxes.isEmpty {
            lineBoxes.addBoxes(assembler!.pieces, range, baseline: y + extent.ascent, to: &boxRecords)
        }
        append(record)
    }

    mutating func append(_ record: LineRecord) {
        var record = record
        record.y = y
        record.boxEnd = UInt32(boxRecords.count)
        lines.append(record)
        y += record.height
    }

    // MARK: The result

    consuming func finish() -> ParagraphLayout.Storage {
        context.counters.linesMade += lines.count
        var width = 0.0
        for index in lines.indices { width = max(width, lines[index].width + usedIndent(index)) }
        if !constraints.width.isFinite { alignToWidest(width) }
        return ParagraphLayout.Storage(
            shaped: shaped, edges: assembler?.edges ?? ShapedText(), lines: lines, pieces: assembler?.pieces ?? [],
            boxes: boxRecords, objectBoxes: measures.objects, inserted: assembler?.inserted ?? [:],
            size: Size(width: width, height: y),
            isTruncated: isTruncated)
    }

    private func usedIndent(_ index: Int) -> Double {
        indent(
            isFirst: index == 0, isAfterForcedBreak: index > 0 && lines[index - 1].flags.contains(.forcedBreak))
    }

    /// Without a given width, the widest line's is the one that others are aligned in.
    private mutating func alignToWidest(_ width: Double) {
        for index in lines.indices {
            let isLast = index == lines.count - 1 || lines[index].flags.contains(.forcedBreak)
            let indent = usedIndent(index)
            let x = style.offset(width: lines[index].width, in: width, indent: indent, isLast: isLast)
            let distance = x - lines[index].x
            guard distance != 0 else { continue }
            lines[index].x += distance
            if !lines[index].isPlain {
                for piece in Int(lines[index].firstPiece)..<Int(lines[index].pieceEnd) {
                    assembler!.pieces[piece].x += distance
                }
            }
            for box in Int(lines[index].firstBox)..<Int(lines[index].boxEnd) { boxRecords[box].x += distance }
        }
    }
}
