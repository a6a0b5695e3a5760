import GalleyParagraph
import GalleyText

/// What a document says about the breaks of a flow (CSS Fragmentation 3 §3), for pages or for columns.
struct BreakRules {
    /// What a flow is cut into.
    enum Target { case page, column }

    /// A place where a page or column must end.
    struct ForcedBreak {
        /// Where it ends.
        var y: Double
        /// Where the next one begins: the margin of the box after a forced break is kept (§5.2).
        var resumeY: Double
        var rule: BlockStyle.BreakRule
        /// Whether it is made also where nothing stands before it.
        var leavesEmpty = false

        /// The end of a page at a height.
        static func page(at y: Double) -> ForcedBreak { ForcedBreak(y: y, resumeY: y, rule: .page) }
    }

    let target: Target
    /// By y.
    private(set) var forcedBreaks: [ForcedBreak] = []
    /// Stretches that should stand together.
    private(set) var zones: [ClosedRange<Double>] = []

    /// - Parameters:
    ///   - names: of the pages that the strip's text asks for; found in it when left out.
    ///   - breaks: other places where a page or column must end.
    init(_ strip: FlowStrip, target: Target, names: PageNames? = nil, breaks: [ForcedBreak] = []) {
        self.target = target
        let lines = LineExtents(strip)
        addParagraphZones(strip, lines)
        for place in strip.boxes.indices { addRules(at: place, strip, lines) }
        addTables(strip)
        if target == .page { addNamedPages(strip, lines, names ?? PageNames(strip.text)) }
        forcedBreaks += breaks
        forcedBreaks.sort { $0.y < $1.y }
    }

    /// What two breaks at one place are together: all of what both say, and the later one where they do not agree (CSS
    /// Fragmentation 3 §3.1.1). Any page is less than one of a side.
    static func combined(_ first: BlockStyle.BreakRule?, _ second: BlockStyle.BreakRule) -> BlockStyle.BreakRule {
        guard let first, second == .page else { return second }
        return first
    }

    private func isForced(_ rule: BlockStyle.BreakRule) -> Bool {
        switch rule {
        case .page, .left, .right, .recto, .verso: target == .page
        case .column: target == .column
        case .auto, .avoid, .avoidPage, .avoidColumn: false
        }
    }

    private func isAvoided(_ rule: BlockStyle.BreakRule) -> Bool {
        switch rule {
        case .avoid: true
        case .avoidPage: target == .page
        case .avoidColumn: target == .column
        case .auto, .page, .left, .right, .recto, .verso, .column: false
        }
    }

    /// Orphans and widows: the first lines stand together, and so do the last.
    private mutating func addParagraphZones(_ strip: FlowStrip, _ lines: LineExtents) {
        for paragraph in strip.paragraphs {
            let count = paragraph.lines?.count ?? 0
            guard count > 1 else { continue }
            let style = strip.text.style(of: strip.text.paragraphs[paragraph.index].block)
            let orphans = min(count, max(1, style.orphans, paragraph.keptLines))
            let widows = min(count, max(1, style.widows))
            let index = paragraph.index
            if orphans > 1 { add(lines.top(index, line: 0), lines.bottom(index, line: orphans - 1)) }
            if widows > 1 { add(lines.top(index, line: count - widows), lines.bottom(index, line: count - 1)) }
        }
    }

    private mutating func addRules(at place: Int, _ strip: FlowStrip, _ lines: LineExtents) {
        let block = strip.text.blocks[strip.boxes[place].block.index]
        let style = strip.text.style(block.style)
        if case .caption = block.kind { keepWithTable(strip.boxes[place], strip, lines) }
        guard style.hasBreakRules || block.hasBreakRules else { return }
        let box = strip.wrapper(at: place)
        // A break before the first box in a float is one before the float, where none is made (§3.1).
        let flow = strip.text.flows[block.flow.index]
        let whole = flow.kind == .main ? nil : strip.text.blocks[flow.rootBlock.index].paragraphs
        if isForced(style.breakBefore) {
            if box.takesBreaks, block.paragraphs.lowerBound != whole?.lowerBound {
                forcedBreaks.append(
                    ForcedBreak(y: box.top, resumeY: box.top - strip.topMargin(at: place), rule: style.breakBefore))
            }
        } else if isAvoided(style.breakBefore), box.takesBreaks,
            let before = lines.lastWithLines(before: block.paragraphs.lowerBound),
            strip.text.paragraphs(around: box.block).contains(before),
            let first = lines.firstWithLines(from: block.paragraphs.lowerBound)
        {
            add(lines.top(before, line: lines.count(before) - 1), lines.bottom(first, line: 0))
        }
        if isForced(style.breakAfter) {
            if box.takesBreaks, block.paragraphs.upperBound != whole?.upperBound {
                forcedBreaks.append(ForcedBreak(y: box.bottom, resumeY: box.bottom, rule: style.breakAfter))
            }
        } else if isAvoided(style.breakAfter) {
            keepWithNext(block, box, strip, lines)
        } else if case .heading = block.role {
            keepWithNext(block, box, strip, lines)
        }
        var staysWhole = isAvoided(style.breakInside)
        if case .row = block.kind { staysWhole = true }
        if staysWhole { add(box.top, box.bottom) }
    }

    /// From the top of a heading through the first lines after it, if these stand below it: not in another cell, nor outside of
    /// the float or the positioned box that it is in.
    private mutating func keepWithNext(_ block: Block, _ box: FlowStrip.Box, _ strip: FlowStrip, _ lines: LineExtents) {
        guard box.takesBreaks, let next = lines.firstWithLines(from: block.paragraphs.upperBound),
            next < strip.text.paragraphs(around: box.block).upperBound
        else { return }
        let style = strip.text.style(of: strip.text.paragraphs[next].block)
        let last = min(lines.count(next), max(1, style.orphans)) - 1
        add(box.top, max(box.bottom, lines.bottom(next, line: last)))
    }

    /// A caption stands with the first lines of its table, or with the last ones.
    private mutating func keepWithTable(_ caption: FlowStrip.Box, _ strip: FlowStrip, _ lines: LineExtents) {
        let block = strip.text.blocks[caption.block.index]
        guard let table = block.parent else { return }
        // It may come first or last in the document, wherever it stands.
        let (own, all) = (block.paragraphs, strip.text.blocks[table.index].paragraphs)
        // It is inherited, and the caption's own value counts (CSS 2 §17.4.1).
        if strip.text.style(of: caption.block).table.captionAtBottom {
            let end = own.upperBound == all.upperBound ? own.lowerBound : all.upperBound
            guard let last = lines.lastWithLines(before: end), all.contains(last) else { return }
            add(lines.top(last, line: lines.count(last) - 1), caption.bottom)
        } else {
            let start = own.lowerBound == all.lowerBound ? own.upperBound : all.lowerBound
            guard let first = lines.firstWithLines(from: start), all.contains(first) else { return }
            add(caption.top, lines.bottom(first, line: 0))
        }
    }

    /// Pages of another name begin where the name changes (CSS Paged Media 3 §8.1).
    private mutating func addNamedPages(_ strip: FlowStrip, _ lines: LineExtents, _ names: PageNames) {
        guard names.isUsed, let last = strip.paragraphs.last else { return }
        var boxes: [BlockID: Int] = [:]
        for (index, box) in strip.boxes.enumerated() { boxes[box.block] = index }
        let from = names.starts.partitionIndex { $0.paragraph >= (strip.paragraphs.first?.index ?? 0) }
        for start in names.starts[from...] {
            if start.paragraph > last.index { break }
            if let place = start.block.flatMap({ boxes[$0] }) {
                let top = strip.wrapper(at: place).top
                forcedBreaks.append(
                    ForcedBreak(y: top, resumeY: top - strip.topMargin(at: place), rule: .page))
            } else if lines.count(start.paragraph) > 0 {
                let y = lines.top(start.paragraph, line: 0)
                forcedBreaks.append(ForcedBreak(y: y, resumeY: y, rule: .page))
            }
        }
    }

    /// A header stands with the first row after it, a footer with the last one before.
    private mutating func addTables(_ strip: FlowStrip) {
        guard !strip.tables.isEmpty else { return }
        var tables: [BlockID: Int] = [:]
        for (index, table) in strip.tables.enumerated() { tables[table.table] = index }
        var first = strip.tables.map(\.bottom)
        var last = strip.tables.map(\.top)
        for box in strip.boxes {
            let block = strip.text.blocks[box.block.index]
            guard case .row = block.kind, let parent = block.parent,
                let index = tables[parent] ?? strip.text.blocks[parent.index].parent.flatMap({ tables[$0] })
            else { continue }
            let table = strip.tables[index]
            guard box.top >= table.top - FlowBreaker.tolerance, box.bottom <= table.bottom + FlowBreaker.tolerance
            else { continue }
            first[index] = min(first[index], box.bottom)
            last[index] = max(last[index], box.top)
        }
        for (index, table) in strip.tables.enumerated() {
            if let header = table.header { add(header.top, first[index]) }
            if let footer = table.footer { add(last[index], footer.bottom) }
        }
    }

    private mutating func add(_ top: Double, _ bottom: Double) {
        if bottom > top { zones.append(top...bottom) }
    }
}

/// The page types that blocks ask for (`page`, CSS Paged Media 3 §8.1): their own name, or that of the block around them.
struct PageNames {
    /// A paragraph whose name is another than that of the one before, and the outermost block that begins with it.
    struct Start {
        var paragraph: Int
        var block: BlockID?
    }

    /// By block; empty where no block has a name.
    private var names: [String?] = []
    private let text: AttributedText
    private(set) var starts: [Start] = []
    var isUsed: Bool { !names.isEmpty }

    /// O(blocks).
    init(_ text: AttributedText) {
        self.text = text
        guard text.blocks.contains(where: { text.style($0.style).pageName != nil }) else { return }
        names.reserveCapacity(text.blocks.count)
        var outermost: [Int: BlockID] = [:]
        for (index, block) in text.blocks.enumerated() {
            names.append(text.style(block.style).pageName ?? block.parent.flatMap { names[$0.index] })
            let first = block.paragraphs.lowerBound
            if block.flow == .main, outermost[first] == nil { outermost[first] = BlockID(index) }
        }
        var last: String??
        for (index, paragraph) in text.paragraphs.enumerated() where paragraph.flow == .main {
            let name = names[paragraph.block.index]
            if let last, last != name { starts.append(Start(paragraph: index, block: outermost[index])) }
            last = .some(name)
        }
    }

    /// The name of the page that a paragraph asks for.
    func name(ofParagraph index: Int) -> String? {
        guard isUsed, text.paragraphs.indices.contains(index) else { return nil }
        return names[text.paragraphs[index].block.index]
    }
}

/// Where the lines of a strip's paragraphs stand.
struct LineExtents {
    private let strip: FlowStrip
    /// By paragraph from `first`: its place in the strip's paragraphs, or the complement of its place in the rows.
    private var places: [Int?]
    private let first: Int
    /// For each paragraph the nearest one with lines at or after it, and before it.
    private let next: [Int?]
    private let previous: [Int?]

    init(_ strip: FlowStrip) {
        self.strip = strip
        let listed = strip.paragraphs.map(\.index) + strip.rows.map(\.paragraph)
        first = listed.min() ?? 0
        places = Array(repeating: nil, count: (listed.max() ?? -1) + 1 - first)
        for (place, paragraph) in strip.paragraphs.enumerated() where paragraph.lines?.isEmpty == false {
            places[paragraph.index - first] = place
        }
        // Of several rows of one container the first counts.
        for (place, row) in strip.rows.enumerated().reversed() { places[row.paragraph - first] = ~place }
        var next = [Int?](repeating: nil, count: places.count + 1)
        for index in places.indices.reversed() { next[index] = places[index] == nil ? next[index + 1] : index + first }
        var previous = [Int?](repeating: nil, count: places.count + 1)
        for index in places.indices {
            previous[index + 1] = places[index] == nil ? previous[index] : index + first
        }
        self.next = next
        self.previous = previous
    }

    private func place(_ paragraph: Int) -> Int? {
        places.indices.contains(paragraph - first) ? places[paragraph - first] : nil
    }

    func count(_ paragraph: Int) -> Int {
        guard let place = place(paragraph) else { return 0 }
        return place < 0 ? 1 : strip.paragraphs[place].lines?.count ?? 0
    }

    func top(_ paragraph: Int, line: Int) -> Double {
        guard let place = place(paragraph) else { return 0 }
        if place < 0 { return strip.rows[~place].top }
        return strip.paragraphs[place].top + (strip.paragraphs[place].lines?[line].y ?? 0)
    }

    func bottom(_ paragraph: Int, line: Int) -> Double {
        guard let place = place(paragraph) else { return 0 }
        if place < 0 {
            // Of columns some lines are enough.
            let row = strip.rows[~place]
            return min(row.bottom, row.top + LayoutLimits.keptColumnHeight)
        }
        guard let line = strip.paragraphs[place].lines?[line] else { return 0 }
        return strip.paragraphs[place].top + line.y + line.height
    }

    func firstWithLines(from paragraph: Int) -> Int? {
        next[min(max(paragraph - first, 0), next.count - 1)]
    }

    func lastWithLines(before paragraph: Int) -> Int? {
        previous[min(max(paragraph - first, 0), previous.count - 1)]
    }
}
