import GalleyShaping
import GalleyText

/// The making of one paragraph's lines. It is never copied: it is large.
struct LineMaker: ~Copyable {
    let shaped: ShapedParagraph
    private let constraints: ParagraphConstraints
    let measures: InlineMeasures
    private let context: LayoutContext
    var breaker: LineBreaker
    /// Made when a line needs it; where `plainLines` has made lines it holds their edges.
    private var assembler: LineAssembler?
    var lineBoxes: LineBoxLayout
    /// That of the lines after a first line that has a style of its own.
    private var laterLineBoxes: LineBoxLayout?
    /// The first line, where it is known: its own styles end with it.
    let firstLine: FirstLine?
    /// Makes records of lines without anything special.
    private var plainText: PlainText?
    /// Makes such lines where the paragraph is filled with them.
    private var plainLines: PlainLines?
    /// Whether other paragraphs are filled with them where there is nothing but text; what makes records of them, once
    /// there is one.
    private let isFilled: Bool
    private var simpleLines: SimpleLines?
    var lines: ContiguousArray<LineRecord>
    private var boxRecords: ContiguousArray<BoxRecord> = []
    var y: Double
    /// Where the lines that it makes begin.
    let start: BreakPosition
    private(set) var isTruncated = false
    /// No line is made that would begin here or below.
    var stop = Double.infinity
    /// Whether all lines are made.
    private(set) var isComplete = true
    private let knownCount: Int
    /// Whether the line before ended with a forced break.
    var wasForced = false
    /// All lines, where they are broken together.
    var plan: ContiguousArray<BrokenLine>?
    var plannedWidth = 0.0
    var nextPlanned = 0
    private let maximumLines: Int
    /// What shows that text was cut after the last line that may be made, and in a line that is too wide.
    private let token: TruncationToken?
    private let overflowToken: TruncationToken?
    /// The inline bytes that are not shown, by line.
    private var hidden: [Int: Range<Int>] = [:]
    private(set) var style: LineStyle
    /// Whether lines have directions of their own.
    private let hasDirections: Bool
    /// Whether spaces before a forced break may be content.
    private let keepsSpaces: Bool

    init(
        _ shaped: ShapedParagraph, _ places: BreakPlaces, _ constraints: ParagraphConstraints,
        _ objects: [InlineBoxMetrics], _ context: LayoutContext, after linesSoFar: LinesSoFar = LinesSoFar(),
        _ plainLines: PlainLines? = nil, firstLine: FirstLine? = nil
    ) {
        let paragraph = shaped.style
        var truncation = constraints.truncation
        // TextKit's modes mean one line, unless more are allowed.
        var atLeast = 0
        if let place = paragraph.lineBreakMode.truncation {
            atLeast = 1
            truncation = truncation ?? .ellipsis
            truncation?.place = place
        }
        maximumLines = max(atLeast, constraints.maximumLines)
        var shaped = shaped
        token = truncation.map { TruncationToken($0, in: &shaped, context) }
        overflowToken = paragraph.overflowToken.map { TruncationToken($0) }
        self.shaped = shaped
        self.constraints = constraints
        lines = linesSoFar.records
        knownCount = linesSoFar.knownCount
        boxRecords = linesSoFar.boxes
        y = linesSoFar.height
        start = linesSoFar.end
        self.plainLines = plainLines
        self.context = context
        measures = InlineMeasures(
            shaped, percentageBase: constraints.usedPercentageBase, percentageHeight: constraints.percentageHeight,
            objects: objects)
        if plainLines != nil || !linesSoFar.edges.items.isEmpty || !linesSoFar.pieces.isEmpty {
            assembler = LineAssembler(shaped, places.text, measures, context)
            assembler!.edges = linesSoFar.edges
            assembler!.pieces = linesSoFar.pieces
            assembler!.inserted = linesSoFar.inserted
        }
        breaker = LineBreaker(shaped, places, measures, context)
        lineBoxes = LineBoxLayout(shaped, measures, context)
        self.firstLine = firstLine
        if shaped.firstLineStyles != nil {
            laterLineBoxes = lineBoxes
            lineBoxes = LineBoxLayout(shaped, measures, context, isFirst: true)
        }
        plainText = breaker.marks == nil ? PlainText(shaped, shaped.traits, places, context) : nil
        isFilled = SimpleLines.areMade(of: shaped, constraints, context)
        style = LineStyle(shaped.traits)
        hasDirections = shaped.traits.hasDirections
        keepsSpaces = shaped.traits.keepsSpaces
    }

    mutating func makeLines() {
        context.counters.paragraphsBroken += 1
        if shaped.inline.isEmpty {
            if shaped.style.emptyParagraph == .lineBox { addEmptyLine() }
            return
        }
        if lines.isEmpty, let last = breaker.segments.last {
            lines.reserveCapacity(ParagraphLayout.estimatedLineCount(last, breaker.places, constraints.width))
        }
        var position = start
        wasForced = lines.last?.flags.contains(.forcedBreak) ?? false
        while !breaker.isEnd(position) {
            guard y < stop else {
                isComplete = false
                break
            }
            let indent = indent(isFirst: lines.isEmpty, isAfterForcedBreak: wasForced)
            let lead = indent - openingWidth
            var (space, broken) = lines.isEmpty ? firstLine(lead: lead) : fill(from: position, lead: lead)
            let available = space.width - lead
            if keepsSpaces, broken.kind == .mandatory || breaker.isEnd(broken.end) {
                broken = breaker.keepingSpaces(broken, available)
            }
            let isLast = lines.count + 1 == maximumLines
            let isTooWide = broken.width > available + LineBreaker.tolerance
            if isLast, !breaker.isEnd(broken.end) || token != nil && (isTooWide || constraints.isContinued) {
                isTruncated = true
                let cut = token.map { breaker.cut(broken, available, $0, shaped.strutIndex) }
                add(broken, in: space, indent: indent, cut ?? LineCut(after: broken), token)
            } else if isTooWide, let overflowToken {
                isTruncated = true
                var cut = breaker.cut(broken, available, overflowToken, shaped.strutIndex)
                // The next line goes on after all of this one.
                cut.end = nil
                cut.hidden = cut.hidden.lowerBound..<max(cut.hidden.lowerBound, broken.contentEnd)
                add(broken, in: space, indent: indent, cut, overflowToken)
            } else {
                add(broken, in: space, indent: indent)
            }
            if isLast { break }
            if let later = laterLineBoxes {
                lineBoxes = later
                laterLineBoxes = nil
            }
            position = broken.end
            wasForced = broken.kind == .mandatory
            if plainLines != nil {
                _ = plainLines!.make(
                    from: position, wasForced: wasForced, &lines, &y, &position, &assembler!.edges)
                wasForced = lines.last?.flags.contains(.forcedBreak) ?? false
            } else if isFilled, stop.isInfinite {
                fillLines(from: &position)
            }
        }
    }

    /// Makes the lines from a place on that are nothing but text (`SimpleLines`).
    private mutating func fillLines(from position: inout BreakPosition) {
        let count = lines.count
        let textEnd = shaped.textEnd(from: position.offset)
        guard textEnd > position.offset else { return }
        let filler = simpleLines ?? SimpleLines(shaped, style, available: constraints.width, context)
        simpleLines = filler
        let areMade = filler.append(to: &lines, &y, from: &position, in: shaped, textEnd: textEnd)
        guard areMade else { return }
        for index in count..<lines.count {
            lines[index].firstBox = UInt32(boxRecords.count)
            lines[index].boxEnd = UInt32(boxRecords.count)
        }
        wasForced = lines[lines.count - 1].flags.contains(.forcedBreak)
    }

    /// Whether there can be no second line.
    var makesOneLine: Bool { shaped.inline.isEmpty || maximumLines == 1 }

    /// What of the first line hangs before it.
    var openingWidth: Double { lines.isEmpty ? breaker.marks?.opening?.width ?? 0 : 0 }

    /// The line that begins at `start` where there is room for it: below what stands beside it, when not even its first
    /// word fits there and there is more room below. `lead` is what the line leaves free at its start. Moves `y` down.
    mutating func fill(from start: BreakPosition, lead: Double) -> (LineSpace, BrokenLine) {
        var tries = 0
        while true {
            let space =
                constraints.lineSpace?(y, lineBoxes.emptyLine.height)
                ?? LineSpace(x: 0, width: constraints.width)
            let available = style.clips ? Double.infinity : space.width - lead
            if let broken = plannedLine(from: start, space) { return (space, broken) }
            let broken = breaker.nextLine(from: start, available: available, offset: lead)
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

    // MARK: Lines

    private mutating func addEmptyLine() {
        let extent = lineBoxes.emptyLine
        let space = constraints.lineSpace?(0, extent.height) ?? LineSpace(x: 0, width: constraints.width)
        let indent = indent(isFirst: true, isAfterForcedBreak: false)
        var record = LineRecord(ascent: extent.ascent, height: extent.height)
        record.x = space.x + style.offset(width: 0, in: space.width, indent: indent, isLast: true)
        append(record)
    }

    /// The record of a line without anything special; `nil` for others.
    private mutating func plainLine(_ broken: BrokenLine, in space: LineSpace, indent: Double) -> LineRecord? {
        guard plainText != nil, broken.kind != .hyphen, broken.markStart < 0, !isTruncated else { return nil }
        guard
            var record = plainText!.record(
                from: broken.start, to: broken.end, contentEnd: broken.contentEnd, contentX: broken.contentX)
        else { return nil }
        let isForced = broken.kind == .mandatory
        if isForced { record.flags.insert(.forcedBreak) }
        if hasDirections { style.isRightToLeft = shaped.isRightToLeft(at: broken.start.offset) }
        style.align(&record, in: space, indent: indent, isLast: isForced || breaker.isEnd(broken.end)) {
            plainText!.expansionCount(of: $0, $1)
        }
        return record
    }

    private mutating func add(
        _ broken: BrokenLine, in space: LineSpace, indent: Double, _ cut: LineCut? = nil,
        _ token: TruncationToken? = nil
    ) {
        if cut == nil, let record = plainLine(broken, in: space, indent: indent) { return append(record) }
        if assembler == nil { assembler = LineAssembler(shaped, breaker.text, measures, context) }
        if hasDirections { style.isRightToLeft = shaped.isRightToLeft(at: broken.start.offset) }
        var record = LineRecord(ascent: 0, height: 0)
        record.start = UInt32(broken.start.offset)
        record.end = UInt32(broken.end.offset)
        record.contentEnd = UInt32(broken.contentEnd)
        if broken.kind == .mandatory { record.flags.insert(.forcedBreak) }
        gather(broken, &record, lead: indent - openingWidth, room: space.width, cut, token)
        record.width = assembler!.contentWidth

        // Alignment.
        let isLast = breaker.isEnd(broken.end) || broken.kind == .mandatory || cut != nil
        style.align(&record, in: space, indent: indent, isLast: isLast) { assembler!.expansionCount($1) }

        // Visual order and the line box.
        let range = assembler!.place(at: record.x, expansion: record.expansion, record.places)
        record.firstPiece = UInt32(range.lowerBound)
        record.pieceEnd = UInt32(range.upperBound)
        let extent = lineBoxes.layOut(&assembler!.pieces, range, of: record, after: lines.last)
        record.ascent = extent.ascent
        record.height = extent.height
        record.firstBox = UInt32(boxRecords.count)
        if !measures.boxes.isEmpty {
            lineBoxes.addBoxes(assembler!.pieces, range, baseline: y + extent.ascent, to: &boxRecords)
        }
        append(record)
    }

    /// Gathers what a line shows: all of it with a hyphen where it ends with one, or the parts that are not cut out and the
    /// token between them.
    private mutating func gather(
        _ broken: BrokenLine, _ record: inout LineRecord, lead: Double, room: Double, _ cut: LineCut?,
        _ token: TruncationToken?
    ) {
        assembler!.begin(at: broken.start.offset)
        guard let cut else {
            let openingEnd = lines.isEmpty ? breaker.marks?.opening?.end ?? 0 : 0
            assembler!.gather(broken, offset: lead, room: room, openingEnd: openingEnd)
            if broken.kind == .hyphen, assembler!.insertHyphen() { record.flags.insert(.hyphen) }
            return
        }
        record.flags.insert(.truncated)
        hidden[lines.count] = cut.hidden
        if let before = cut.before { assembler!.gather(before, isCut: token != nil, offset: lead, room: room) }
        if let token {
            assembler!.insert(token, before: cut.after?.start.offset, source: cut.hidden.lowerBound)
        } else if broken.kind == .hyphen, assembler!.insertHyphen() {
            record.flags.insert(.hyphen)
        }
        if let after = cut.after { assembler!.gather(after, offset: lead, room: room) }
        record.end = UInt32(max(cut.end ?? broken.end.offset, broken.start.offset))
        record.contentEnd = min(
            record.end, UInt32(cut.after?.contentEnd ?? cut.before?.contentEnd ?? broken.start.offset))
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
        context.counters.linesMade += lines.count - knownCount
        var width = 0.0
        // Of some of the lines nobody asks it.
        for index in lines.indices where isComplete { width = max(width, lines[index].width + usedIndent(index)) }
        if !constraints.width.isFinite { alignToWidest(width) }
        trimTextBox()
        if !measures.displacements.isEmpty { displaceBoxes() }
        return ParagraphLayout.Storage(
            shaped: shaped, fonts: context.fonts, edges: assembler?.edges ?? ShapedText(), lines: lines,
            pieces: assembler?.pieces ?? [],
            boxes: boxRecords, objectBoxes: measures.objects, inserted: assembler?.inserted ?? [:], hidden: hidden,
            annotations: lineBoxes.annotations, displacements: measures.displacements,
            size: Size(width: width, height: y), isTruncated: isTruncated)
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
            if hasDirections { style.isRightToLeft = shaped.isRightToLeft(at: Int(lines[index].start)) }
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

    /// Takes off what stands above the first line's and below the last line's edge (`text-box-trim`, CSS Inline 3 §6.1).
    private mutating func trimTextBox() {
        let box = shaped.style.textBox
        guard box.trimsStart || box.trimsEnd, !lines.isEmpty else { return }
        let metrics = shaped.fontStyles[Int(shaped.strutStyle.fontStyle)].metrics
        var oldEnd = lines[0].y + lines[0].height
        if box.trimsStart {
            let top =
                switch box.over {
                case .text: metrics.ascent
                case .capHeight: metrics.capHeight
                case .xHeight: metrics.xHeight
                }
            let distance = min(lines[0].ascent - top, lines[0].height)
            lines[0].ascent -= distance
            lines[0].height -= distance
            moveBoxes(0, by: -distance)
        }
        y = lines[0].y + lines[0].height
        // Lines that stand below what is beside them keep their distance.
        for index in lines.indices.dropFirst() {
            let old = lines[index].y
            lines[index].y = old == oldEnd ? y : y + (old - oldEnd)
            moveBoxes(index, by: lines[index].y - old)
            oldEnd = old + lines[index].height
            y = lines[index].y + lines[index].height
        }
        if box.trimsEnd {
            let last = lines.count - 1
            let bottom = box.under == .text ? metrics.descent : 0
            lines[last].height -= min(lines[last].height - lines[last].ascent - bottom, lines[last].height)
            y = lines[last].y + lines[last].height
        }
    }

    /// `position: relative` moves an inline box with all in it; lines stay as they are (CSS 2 §9.4.3).
    private mutating func displaceBoxes() {
        let displacements = measures.displacements
        if assembler != nil {
            for index in assembler!.pieces.indices where assembler!.pieces[index].box >= 0 {
                let distance = displacements[Int(assembler!.pieces[index].box)]
                assembler!.pieces[index].x += distance.x
                assembler!.pieces[index].shift -= distance.y
            }
        }
        for index in boxRecords.indices {
            boxRecords[index].x += displacements[Int(boxRecords[index].box)].x
            boxRecords[index].y += displacements[Int(boxRecords[index].box)].y
        }
    }

    private mutating func moveBoxes(_ line: Int, by distance: Double) {
        for box in Int(lines[line].firstBox)..<Int(lines[line].boxEnd) { boxRecords[box].y += distance }
    }
}
