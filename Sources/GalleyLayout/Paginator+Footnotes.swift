import GalleyText

// Footnotes on pages (CSS Generated Content for Paged Media 3 §2): each stands on the page of its call, which has less room
// for the flow then.
extension Paginator {
    /// How much of a page those called on pages before may take while there is more of the flow.
    private static let shareOfWaiting = 0.8
    /// How much of a page flow and footnotes fill at least, where no footnote is to go on to the next page.
    private static let fillOfWhole = 0.75

    /// The work at a place between two pages.
    private struct State {
        var layout: DocumentLayout
        var cuts: [Int: (page: Int, count: Int)]
        var breaker: FlowBreaker
        var window: PageWindow
    }

    /// A page of some height that was tried.
    private struct Trial {
        var slice: FlowBreaker.Slice
        var called: [Int]
        var state: State
    }

    /// The page with the most of the flow that leaves room for all footnotes it calls. Where that
    /// leaves much of it empty, the last of them goes on to the next page, unless its policy is another (§2.9).
    mutating func nextPageWithFootnotes(
        _ sheet: PageSheet, _ breaker: inout FlowBreaker, _ window: inout PageWindow
    ) -> (FlowBreaker.Slice, [FootnotePart])? {
        let page = sheet.contentRect.height
        let edges = sheet.footnoteArea.height
        let width = sheet.footnoteWidth
        var parts = footnotes.take(
            called: [], height: Paginator.shareOfWaiting * page - edges, width: width, mustShow: false, layout, names)
        let waited = parts.height
        let before = State(layout: layout, cuts: cuts, breaker: breaker, window: window)
        guard let full = trial(of: page - (parts.isEmpty ? 0 : waited + edges), from: before) else {
            return parts.isEmpty ? nil : (emptySlice(at: breaker.top), parts)
        }
        var trial = full
        let all = footnotes
        func leaves(_ trial: Trial, _ height: Double) -> Bool {
            trial.slice.height + waited + edges + height <= page + FlowBreaker.tolerance
        }
        func leavesAll(_ trial: Trial) -> Bool { leaves(trial, all.height(of: trial.called, width: width)) }
        func leavesLeast(_ trial: Trial, heedsPolicy: Bool) -> Bool {
            let least =
                trial.called.last.map { all.leastHeight(of: $0, trial.state.layout, heedsPolicy: heedsPolicy) } ?? 0
            return leaves(trial, all.height(of: trial.called.dropLast(), width: width) + least)
        }
        if all.waiting.isEmpty, !trial.called.isEmpty, !leavesAll(trial) {
            let heights = Paginator.heights(of: full.slice)
            let whole = highest(heights, from: before) { leavesAll($0) }
            var cut: Trial?
            let isFull = whole.map {
                $0.slice.height + all.height(of: $0.called, width: width) >= Paginator.fillOfWhole * page
            }
            if isFull != true {
                cut =
                    highest(heights, from: before) { leavesLeast($0, heedsPolicy: true) }
                    // One that no page has room for is cut all the same.
                    ?? (whole == nil ? highest(heights, from: before) { leavesLeast($0, heedsPolicy: false) } : nil)
            }
            trial = cut ?? whole ?? trial
            // The first footnote that has no room may take the beginning of its block with it.
            let shown = Set(trial.called)
            if let next = full.called.first(where: { !shown.contains($0) }), all.policy(of: next) == .block,
                let top = full.slice.units.first(where: { $0.paragraph == all.paragraph(of: next) })?.top,
                top > full.slice.top, top < trial.slice.bottom - FlowBreaker.tolerance
            {
                let limit = top - full.slice.top + full.slice.heightAbove + FlowBreaker.tolerance
                trial = highest(heights.filter { $0 <= limit }, from: before) { leavesAll($0) } ?? trial
            }
        } else if !all.waiting.isEmpty, trial.called.contains(where: { all.policy(of: $0) != .auto }) {
            // Behind others that wait they wait, too: these not, so that their lines come later.
            let free = highest(Paginator.heights(of: full.slice), from: before) { trial in
                trial.called.allSatisfy { all.policy(of: $0) == .auto }
            }
            trial = free ?? trial
        }
        (layout, cuts, breaker, window) = (
            trial.state.layout, trial.state.cuts, trial.state.breaker, trial.state.window
        )
        parts += footnotes.take(
            called: trial.called, height: page - trial.slice.height - waited - edges, width: width, mustShow: false,
            layout, names)
        return (trial.slice, parts)
    }

    /// The heights of pages to try that show less than a slice: down to the end of each line; of columns, whose lines stand
    /// beside each other, some.
    private static func heights(of slice: FlowBreaker.Slice) -> [Double] {
        var ends: Set<Double> = []
        for unit in slice.units {
            ends.insert(unit.bottom)
            guard case .row = unit.content, unit.bottom > unit.top else { continue }
            ends.formUnion(stride(from: unit.top, to: unit.bottom, by: (unit.bottom - unit.top) / 128).dropFirst())
        }
        return ends.map { $0 - slice.top + slice.heightAbove }.sorted()
    }

    private mutating func trial(of height: Double, from state: State) -> Trial? {
        (layout, cuts) = (state.layout, state.cuts)
        var (breaker, window) = (state.breaker, state.window)
        guard let slice = nextSlice(height: height, &breaker, &window) else { return nil }
        return Trial(
            slice: slice, called: footnotes.called(in: slice.units, layout),
            state: State(layout: layout, cuts: cuts, breaker: breaker, window: window))
    }

    /// The highest page that fits: a higher one has as many footnotes at least. O(log heights) pages are tried.
    private mutating func highest(_ heights: [Double], from state: State, _ fits: (Trial) -> Bool) -> Trial? {
        var best: Trial?
        var range = heights.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            let found = trial(of: heights[middle], from: state)
            // A page that shows nothing calls nothing, and there would be no end of such.
            if let found, found.slice.units.isEmpty {
                range = middle + 1..<range.upperBound
            } else if let found, fits(found) {
                best = found
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return best
    }

    /// Shows what is left of the footnotes on pages of their own, and those that no page called.
    mutating func addFootnotePages() {
        while slices.count < LayoutLimits.maximumPages {
            let sheet = styles.sheet(index: slices.count, name: sheets.last?.name, isBlank: false)
            let parts = footnotes.take(
                called: footnotes.uncalled, height: sheet.contentRect.height - sheet.footnoteArea.height,
                width: sheet.footnoteWidth, mustShow: true, layout, names)
            if parts.isEmpty { return }
            add(emptySlice(at: slices.last?.bottom ?? 0), parts, sheet)
        }
    }
}
