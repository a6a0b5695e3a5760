import GalleyText

/// What a document says about its page breaks (CSS Fragmentation 3 §3).
struct PageRules {
    /// A place where a page must end.
    struct ForcedBreak {
        /// Where the page ends.
        var y: Double
        /// Where the next page begins: the margin of the box after a forced break is kept (§5.2).
        var resumeY: Double
        var rule: BlockStyle.BreakRule

        /// How many empty pages make the next one left or right; the first page is a right one.
        func blankPages(before page: Int) -> Int {
            switch rule {
            case .left: page % 2 == 0 ? 1 : 0
            case .right: page % 2 == 1 ? 1 : 0
            default: 0
            }
        }
    }

    /// By y.
    private(set) var forcedBreaks: [ForcedBreak] = []
    /// Stretches that should stand on one page.
    private(set) var zones: [ClosedRange<Double>] = []

    init(_ layout: DocumentLayout, pageHeight: Double) {
        let lines = ParagraphExtents(layout)
        addParagraphZones(layout, lines)
        for index in layout.text.blocks.indices { addRules(of: BlockID(index), layout, lines) }
        forcedBreaks.sort { $0.y < $1.y }
    }

    /// Orphans and widows: the first lines stand together, and so do the last.
    private mutating func addParagraphZones(_ layout: DocumentLayout, _ lines: ParagraphExtents) {
        for index in layout.geometry.paragraphs.indices {
            let count = lines.count(index)
            guard count > 1 else { continue }
            let style = layout.text.style(of: layout.text.paragraphs[index].block)
            let orphans = min(count, max(1, style.orphans))
            let widows = min(count, max(1, style.widows))
            if orphans > 1 { add(lines.top(index, line: 0), lines.bottom(index, line: orphans - 1)) }
            if widows > 1 { add(lines.top(index, line: count - widows), lines.bottom(index, line: count - 1)) }
        }
    }

    private mutating func addRules(of id: BlockID, _ layout: DocumentLayout, _ lines: ParagraphExtents) {
        let block = layout.text.blocks[id.index]
        let style = layout.text.style(block.style)
        let frame = layout.frame(of: id)
        switch style.breakBefore {
        case .page, .left, .right:
            if block.flow == .main {
                let margin = max(0, layout.geometry.boxes[id.index].margin.top)
                forcedBreaks.append(ForcedBreak(y: frame.minY, resumeY: frame.minY - margin, rule: style.breakBefore))
            }
        case .avoid, .avoidPage:
            if let before = lines.lastWithLines(before: block.paragraphs.lowerBound),
                let first = lines.firstWithLines(from: block.paragraphs.lowerBound)
            {
                add(lines.top(before, line: lines.count(before) - 1), lines.bottom(first, line: 0))
            }
        case .auto, .avoidColumn, .column: break
        }
        switch style.breakAfter {
        case .page, .left, .right:
            if block.flow == .main {
                forcedBreaks.append(ForcedBreak(y: frame.maxY, resumeY: frame.maxY, rule: style.breakAfter))
            }
        case .avoid, .avoidPage: keepWithNext(block, frame, layout, lines)
        case .auto, .avoidColumn, .column:
            if case .heading = block.role { keepWithNext(block, frame, layout, lines) }
        }
        var staysWhole = style.breakInside == .avoid || style.breakInside == .avoidPage
        if case .row = block.kind { staysWhole = true }
        if staysWhole { add(frame.minY, frame.maxY) }
    }

    /// From the top of a heading through the first lines after it.
    private mutating func keepWithNext(
        _ block: Block, _ frame: Rect, _ layout: DocumentLayout, _ lines: ParagraphExtents
    ) {
        guard let next = lines.firstWithLines(from: block.paragraphs.upperBound) else { return }
        let style = layout.text.style(of: layout.text.paragraphs[next].block)
        let last = min(lines.count(next), max(1, style.orphans)) - 1
        let bottom = lines.bottom(next, line: last)
        add(frame.minY, max(frame.maxY, bottom))
    }

    private mutating func add(_ top: Double, _ bottom: Double) {
        if bottom > top { zones.append(top...bottom) }
    }
}

/// Where the lines of paragraphs stand, in the document.
struct ParagraphExtents {
    private let layout: DocumentLayout
    /// For each paragraph the nearest one with lines at or after it, and before it.
    private let next: [Int?]
    private let previous: [Int?]

    init(_ layout: DocumentLayout) {
        self.layout = layout
        let paragraphs = layout.geometry.paragraphs
        var next = [Int?](repeating: nil, count: paragraphs.count + 1)
        for index in paragraphs.indices.reversed() {
            next[index] = (paragraphs[index].layout?.lineCount ?? 0) > 0 ? index : next[index + 1]
        }
        var previous = [Int?](repeating: nil, count: paragraphs.count + 1)
        for index in paragraphs.indices {
            previous[index + 1] = (paragraphs[index].layout?.lineCount ?? 0) > 0 ? index : previous[index]
        }
        self.next = next
        self.previous = previous
    }

    func count(_ paragraph: Int) -> Int { layout.geometry.paragraphs[paragraph].layout?.lineCount ?? 0 }

    func top(_ paragraph: Int, line: Int) -> Double {
        guard let layout = layout.geometry.paragraphs[paragraph].layout else { return 0 }
        return self.layout.geometry.origin(ofParagraph: paragraph).y + layout.lines[line].y
    }

    func bottom(_ paragraph: Int, line: Int) -> Double {
        guard let layout = layout.geometry.paragraphs[paragraph].layout else { return 0 }
        return self.layout.geometry.origin(ofParagraph: paragraph).y + layout.lines[line].y + layout.lines[line].height
    }

    func firstWithLines(from paragraph: Int) -> Int? { next[min(paragraph, next.count - 1)] }
    func lastWithLines(before paragraph: Int) -> Int? { previous[min(paragraph, previous.count - 1)] }
}
