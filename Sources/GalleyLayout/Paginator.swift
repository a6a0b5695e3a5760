import GalleyText

/// Cuts a document into pages.
struct Paginator {
    /// The document; rows of columns that a page's end would cut are made anew, which moves what follows.
    var layout: DocumentLayout
    private let setup: PageSetup
    var styles: PageStyles
    let names: PageNames
    var slices: [FlowBreaker.Slice] = []
    /// What each of them shows; their units are not kept.
    private var contents: [FragmentEmitter.Content] = []
    var sheets: [PageSheet] = []
    var footnotes: PageFootnotes
    /// By page.
    private var footnoteParts: [[FootnotePart]] = []
    /// The page that a container's rows were last cut for, and how often they were: what stands beside them can end a page
    /// above where they do.
    var cuts: [Int: (page: Int, count: Int)] = [:]

    init(_ layout: DocumentLayout, _ setup: PageSetup, _ styles: PageStyles) {
        self.layout = layout
        self.setup = setup
        self.styles = styles
        names = PageNames(layout.text)
        footnotes = PageFootnotes(layout)
    }

    /// All pages.
    mutating func paged() -> PagedLayout {
        var window = PageWindow(layout)
        var breaker = FlowBreaker(window.strip, rules(window.strip), start: 0)
        while slices.count < LayoutLimits.maximumPages {
            var sheet = nextSheet(breaker)
            while window.move(to: breaker.top, height: sheet.contentRect.height, layout, isDone: breaker.isAtEnd) {
                breaker = FlowBreaker(window.strip, rules(window.strip), start: 0, continuing: breaker)
                sheet = nextSheet(breaker)
            }
            if breaker.isAtEnd { break }
            guard let (slice, parts) = nextPage(sheet, &breaker, &window) else { break }
            add(slice, parts, sheet)
            guard let rule = slice.forced, !breaker.isAtEnd || !window.isWhole else { continue }
            for _ in 0..<styles.blankPages(for: rule, before: slices.count) {
                add(emptySlice(at: breaker.top), [], styles.sheet(index: slices.count, name: sheet.name, isBlank: true))
            }
        }
        if slices.isEmpty {
            add(
                FlowBreaker.Slice(top: 0, bottom: layout.size.height, used: 0), [],
                styles.sheet(index: 0, name: names.name(ofParagraph: 0), isBlank: false))
        }
        // What is below the last line (padding, a margin) still belongs to the last page, as far as it fits.
        let last = slices.count - 1
        let limit =
            slices[last].top + sheets[last].contentRect.height - slices[last].heightAbove
            - sheets[last].footnoteHeight
        slices[last].bottom = max(slices[last].bottom, min(limit, layout.size.height))
        sheets[last].range = slices[last].top..<max(slices[last].top, slices[last].bottom)
        addFootnotePages()
        let emitter = FragmentEmitter(layout, surfaces(), contents: contents)
        return PagedLayout(
            layout: layout, setup: setup, sheets: sheets, emitter: emitter,
            strings: NamedStrings(layout.text) { emitter.surfaces(ofParagraph: $0) })
    }

    /// What the next page shows of the flow, rows of columns cut where it ends, and of footnotes.
    private mutating func nextPage(
        _ sheet: PageSheet, _ breaker: inout FlowBreaker, _ window: inout PageWindow
    ) -> (FlowBreaker.Slice, [FootnotePart])? {
        guard !footnotes.isEmpty else {
            return nextSlice(height: sheet.contentRect.height, &breaker, &window).map { ($0, []) }
        }
        return nextPageWithFootnotes(sheet, &breaker, &window)
    }

    mutating func nextSlice(
        height: Double, _ breaker: inout FlowBreaker, _ window: inout PageWindow
    ) -> FlowBreaker.Slice? {
        let before = breaker
        guard var slice = breaker.nextSlice(height: height) else { return nil }
        while let row = rowToCut(window.strip, slice, height: height),
            cut(row, of: window.strip, slice, height: height)
        {
            window.update(layout)
            breaker = FlowBreaker(window.strip, rules(window.strip), start: 0, continuing: before)
            guard let other = breaker.nextSlice(height: height) else { break }
            slice = other
        }
        return slice
    }

    func emptySlice(at y: Double) -> FlowBreaker.Slice { FlowBreaker.Slice(top: y, bottom: y, used: y) }

    private mutating func nextSheet(_ breaker: FlowBreaker) -> PageSheet {
        let name = breaker.nextParagraph.flatMap { names.name(ofParagraph: $0) }
        return styles.sheet(index: slices.count, name: name, isBlank: false)
    }

    private func rules(_ strip: FlowStrip) -> BreakRules {
        let all = layout.geometry.pageBreaks
        let first = strip.paragraphs.first?.index ?? 0
        let last = strip.paragraphs.last?.index ?? 0
        let breaks = all[all.partitionIndex { $0.paragraph >= first }..<all.partitionIndex { $0.paragraph > last }]
        // Where columns were not cut yet when these were found they are, and stand elsewhere.
        let places = breaks.lazy.map { $0.y + layout.geometry.shift(ofParagraph: $0.paragraph) }.filter { y in
            !strip.rows.contains { $0.crosses(y) }
        }
        return BreakRules(strip, target: .page, names: names, breaks: places.map { .page(at: $0) })
    }

    mutating func add(_ slice: FlowBreaker.Slice, _ parts: [FootnotePart], _ sheet: PageSheet) {
        var sheet = sheet
        var slice = slice
        sheet.range = slice.top..<max(slice.top, slice.bottom)
        contents.append(FragmentEmitter.Content(slice.units))
        slice.units = []
        slices.append(slice)
        sheet.footnoteHeight = parts.isEmpty ? 0 : sheet.footnoteArea.height + parts.height
        sheets.append(sheet)
        footnoteParts.append(parts)
    }

    private func surfaces() -> [FragmentEmitter.Surface] {
        slices.indices.map { index in
            let (slice, sheet) = (slices[index], sheets[index])
            return FragmentEmitter.Surface(
                top: slice.top, bottom: slice.bottom, dx: sheet.contentRect.x,
                dy: sheet.contentRect.y - slice.top + slice.heightAbove, header: slice.header,
                footer: slice.footer, table: slice.table, contentRect: sheet.contentRect,
                edgesAbove: slice.edgesAbove, edgesBelow: slice.edgesBelow,
                footnotes: footnoteParts[index], footnoteHeight: sheet.footnoteHeight,
                footnoteInset: sheet.footnoteArea.insets.top)
        }
    }

    // MARK: Columns

    /// The first row of columns that the end of a page comes to, and that may be cut.
    private func rowToCut(_ strip: FlowStrip, _ slice: FlowBreaker.Slice, height: Double) -> FlowStrip.Row? {
        strip.rowToCut(slice, limit: slice.top + height - slice.heightAbove) { row in
            if !layout.geometry.columnSets[row.place.set].isMovable { return true }
            if let cut = cuts[row.place.set], cut.page == slices.count || cut.count >= LayoutLimits.maximumColumnCuts {
                return true
            }
            let container = layout.geometry.columnSets[row.place.set].container
            switch layout.text.style(of: container).breakInside {
            case .avoid, .avoidPage:
                return row.bottom - row.top <= strip.clonedEdges(around: container).room(in: height)
            default: return false
            }
        }
    }

    /// Fills the rows of a container up to the page's end; `false` when nothing of it fits there.
    private mutating func cut(
        _ row: FlowStrip.Row, of strip: FlowStrip, _ slice: FlowBreaker.Slice, height: Double
    ) -> Bool {
        let set = row.place.set
        let first = layout.stripOrigin(of: set).y + layout.geometry.columnSets[set].contentY
        let edges = strip.clonedEdges(around: layout.geometry.columnSets[set].container)
        let name = names.name(ofParagraph: row.paragraph)
        let heights = [1, 2].map { number in
            edges.room(in: styles.sheet(index: slices.count + number, name: name, isBlank: false).contentRect.height)
        }
        let room = slice.top - first + edges.room(in: height, below: slice.heightAbove)
        guard room > 0,
            let plan = layout.geometry.columnSets[set].plan.ended(
                at: room, from: row.top - first, beginsPage: row.top <= slice.top + FlowBreaker.tolerance,
                then: PagePlan.Heights(heights)),
            layout.cutRows(of: set, at: plan)
        else { return false }
        cuts[set] = (slices.count, (cuts[set]?.count ?? 0) + 1)
        return true
    }
}
