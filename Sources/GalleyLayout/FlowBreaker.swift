import GalleyParagraph
import GalleyText

/// Decides where the pages or columns of a flow end.
///
/// The flow is one strip; a page or column shows a stretch of it, a *slice*. What must not be cut are *units*: lines, item
/// markers without text, rules, rows of columns. What should not be cut are *zones*: the first and last lines of a
/// paragraph, a heading with what follows it, a table's row. A slice ends at the lowest place in it that no unit and no zone
/// covers; if zones leave none, at the lowest that no unit covers; if cells side by side leave none of these either, each
/// cell is cut between lines of its own: a line that does not fit goes to the next slice, which then begins with the topmost
/// of such lines. All else, such as a box with a height of its own, is cut where the slice ends. (CSS Fragmentation 3 §4.)
struct FlowBreaker {
    /// Something that stands in one slice as a whole.
    struct Unit {
        enum Content {
            /// A line of the paragraph.
            case line(Int)
            /// A marker whose item has no line.
            case marker
            /// A box.
            case rule
            case row(ColumnRowPlace)
        }
        var top: Double
        var bottom: Double
        var paragraph: Int
        var content: Content
        /// The line around the inline block that it stands in: it is shown where that is.
        var line: ClosedRange<Double>?

        /// Where it comes among units of one height.
        var order: Int {
            switch content {
            case .line(let line): line
            case .marker: -1
            case .rule: -2
            case .row(let place): place.row
            }
        }
    }

    /// What one page or column shows.
    struct Slice {
        /// The stretch of the strip, px.
        var top: Double
        var bottom: Double
        var units: [Unit] = []
        /// The break that ends it, where one is forced.
        var forced: BlockStyle.BreakRule?
        /// The groups of a table, cut by this slice, that are shown again above and below what it shows.
        var header: FlowStrip.Table.Group?
        var footer: FlowStrip.Table.Group?
        var table: BlockID?
        /// The edges of the boxes that it goes on with, and of those that go on after it, where each part has its own.
        var edgesAbove: [ClonedEdges] = []
        var edgesBelow: [ClonedEdges] = []
        /// Where what it shows ends: the rest is the margin before what comes next.
        var used: Double

        /// What stands above the stretch of the strip: edges, and a header that is shown again.
        var heightAbove: Double { edgesAbove.reduce(header?.height ?? 0) { $0 + $1.top } }

        /// What it takes of a page or column, with what is repeated.
        var height: Double { edgesBelow.reduce(used - top + heightAbove + (footer?.height ?? 0)) { $0 + $1.bottom } }

        /// The same with all of what is higher than it.
        var wholeHeight: Double { units.reduce(height) { max($0, $1.bottom - top + heightAbove) } }
    }

    /// The lines among units: a range of each paragraph's, in the order of their first ones.
    static func lines(of units: [Unit]) -> [(paragraph: Int, lines: Range<Int>)] {
        var found: [(paragraph: Int, lines: Range<Int>)] = []
        var known: [Int: Int] = [:]
        for unit in units {
            guard case .line(let line) = unit.content else { continue }
            if let place = known[unit.paragraph] {
                let lines = found[place].lines
                found[place].lines = min(lines.lowerBound, line)..<max(lines.upperBound, line + 1)
            } else {
                known[unit.paragraph] = found.count
                found.append((unit.paragraph, line..<line + 1))
            }
        }
        return found
    }

    /// Sums of line heights are not exact: so much of a line may stand over a boundary.
    static let tolerance = 1.0 / 1_024

    /// By top.
    private let units: [Unit]
    /// Lines and zones by top.
    private let allRanges: [ClosedRange<Double>]
    private let forced: [BreakRules.ForcedBreak]
    private let bulk: StripBulk
    private let tables: [FlowStrip.Table]
    private var nextTable = 0
    /// The boxes whose edges are repeated, by top; those that the next slice may cut.
    private let clones: [Clone]
    private var nextClone = 0
    private var openClones: [Clone] = []

    private struct Clone {
        var edges: ClonedEdges
        var top: Double
        var bottom: Double
    }
    /// Where the strip begins and ends.
    let start: Double
    let end: Double

    /// The heights of `allRanges`, sorted, and of how many of them `cutFree` is made: those no higher than a slice.
    private let rangeHeights: [Double]
    private var rangeCount = -1
    private var cutFree: [ClosedRange<Double>] = []
    private let lineFree: [ClosedRange<Double>]

    /// Where the next slice begins, and what stands there.
    private(set) var top: Double
    private var next = 0
    private var carried: [Unit] = []
    private var nextForced = 0
    private var hasContent = false

    /// - Parameters:
    ///   - rules: of the strip.
    ///   - start: where the first slice begins; negative margins can pull the first line above it.
    ///   - other: a breaker to go on after, whose strip is the same down to where its next slice begins; `start` is not
    ///     looked at then. The strip may lack what stands above.
    init(_ strip: FlowStrip, _ rules: BreakRules, start: Double, continuing other: FlowBreaker? = nil) {
        let start = other?.top ?? start
        let all = FlowBreaker.units(of: strip)
        if let other, other.hasContent {
            let taken = other.takenBelowTop()
            units = all.filter { $0.top >= start - FlowBreaker.tolerance && !taken.contains(UnitID($0)) }
        } else {
            units = all
        }
        bulk = StripBulk(strip)
        tables = strip.tables
        clones =
            strip.clonedEdges.isEmpty
            ? []
            : strip.boxes.compactMap { box in
                strip.clonedEdges[box.block].map { Clone(edges: $0, top: box.top, bottom: box.bottom) }
            }.sorted { ($0.top, $0.edges.block) < ($1.top, $1.edges.block) }
        forced = rules.forcedBreaks
        func sorted(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
            ranges.filter { $0.upperBound > $0.lowerBound }.sorted { $0.lowerBound < $1.lowerBound }
        }
        // Also what stands in a slice before cannot be cut here.
        let lineRanges = sorted(all.map { $0.top...max($0.top, $0.bottom) })
        allRanges = sorted(lineRanges + rules.zones)
        lineFree = FlowBreaker.merged(lineRanges)
        rangeHeights = allRanges.map { $0.upperBound - $0.lowerBound }.sorted()
        self.start = min(start, units.first?.top ?? start)
        top = self.start
        end = max(units.reduce(-Double.infinity) { max($0, $1.bottom) }, bulk.end, self.start)
        guard let other, other.hasContent else { return }
        hasContent = true
        // A break is made once.
        let last = other.nextForced > 0 ? other.forced[other.nextForced - 1].y : -.infinity
        while nextForced < forced.count, forced[nextForced].y <= max(last, start) + FlowBreaker.tolerance {
            nextForced += 1
        }
    }

    /// What a unit is, wherever it stands.
    private struct UnitID: Hashable {
        var paragraph: Int
        var order: Int
        var set: Int

        init(_ unit: Unit) {
            paragraph = unit.paragraph
            order = unit.order
            set = if case .row(let place) = unit.content { place.set } else { -1 }
        }
    }

    /// The units that stand below the top of the next slice and in one before it: cells are cut each for itself.
    private func takenBelowTop() -> Set<UnitID> {
        var taken: Set<UnitID> = []
        var index = next
        // Those of the last slice at most; they are sorted by top.
        while index > 0, units[index - 1].top >= top - FlowBreaker.tolerance {
            index -= 1
            taken.insert(UnitID(units[index]))
        }
        for unit in carried { taken.remove(UnitID(unit)) }
        return taken
    }

    /// The height of the highest thing that is left and not cut, with the edges and the groups of tables that are repeated
    /// around it. What takes the most of a slice is not repeated.
    var tallestUnit: Double {
        let repeated =
            (clones.map { (top: $0.top, bottom: $0.bottom, height: $0.edges.top + $0.edges.bottom) }
            + tables.map { ($0.top, $0.bottom, ($0.header?.height ?? 0) + ($0.footer?.height ?? 0)) })
            .sorted { $0.top < $1.top }
        var tallest = 0.0
        var open: [(bottom: Double, height: Double)] = []
        var next = 0
        for unit in carried + units[self.next...] {
            while next < repeated.count, repeated[next].top <= unit.top + FlowBreaker.tolerance {
                open.append((repeated[next].bottom, repeated[next].height))
                next += 1
            }
            open.removeAll { $0.bottom <= unit.top }
            let height = unit.bottom - unit.top
            let around = open.reduce(0) {
                $1.bottom >= unit.bottom - FlowBreaker.tolerance ? $0 + $1.height : $0
            }
            tallest = max(tallest, around <= height ? height + around : height)
        }
        return tallest
    }

    /// The height of the highest thing that is left and should not be cut.
    var tallestZone: Double {
        FlowBreaker.merged(allRanges).reduce(0) { max($0, $1.upperBound - max($1.lowerBound, top)) }
    }

    static func units(of strip: FlowStrip) -> [Unit] {
        var units: [Unit] = []
        var hasLines: Set<Int> = []
        for paragraph in strip.paragraphs {
            guard let lines = paragraph.lines else {
                if let height = paragraph.markerHeight {
                    units.append(
                        Unit(
                            top: paragraph.top, bottom: paragraph.top + height, paragraph: paragraph.index,
                            content: .marker))
                }
                continue
            }
            hasLines.insert(paragraph.index)
            for line in lines[paragraph.firstLine...] {
                let top = paragraph.top + line.y
                units.append(
                    Unit(
                        top: top, bottom: top + line.height, paragraph: paragraph.index, content: .line(line.index)))
            }
        }
        for box in strip.boxes {
            let paragraph = strip.text.blocks[box.block.index].paragraphs.lowerBound
            // A rule has no line, and still must not be cut or lost.
            guard box.isRule(strip.text, hasLines: hasLines.contains(paragraph)) else { continue }
            units.append(Unit(top: box.top, bottom: box.bottom, paragraph: paragraph, content: .rule))
        }
        for row in strip.rows {
            units.append(Unit(top: row.top, bottom: row.bottom, paragraph: row.paragraph, content: .row(row.place)))
        }
        let lines = strip.linesAroundInlineBlocks
        if !lines.isEmpty { for index in units.indices { units[index].line = lines[units[index].paragraph] } }
        return units.sorted { ($0.top, $0.paragraph, $0.order) < ($1.top, $1.paragraph, $1.order) }
    }

    /// Ranges that overlap made one; ranges that only touch stay two. They come sorted.
    private static func merged(_ ranges: some Sequence<ClosedRange<Double>>) -> [ClosedRange<Double>] {
        var merged: [ClosedRange<Double>] = []
        for range in ranges {
            if let last = merged.last, range.lowerBound < last.upperBound - tolerance {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    // MARK: Slices

    /// The next slice of at most that height; `nil` when the strip is used up. O(units in it) amortised, and O(units) for
    /// each height that differs from the one before.
    mutating func nextSlice(height: Double) -> Slice? {
        guard !clones.isEmpty else { return nextTableSlice(height: height) }
        let tolerance = FlowBreaker.tolerance
        func open(before limit: Double) {
            while nextClone < clones.count, clones[nextClone].top < limit - tolerance {
                openClones.append(clones[nextClone])
                nextClone += 1
            }
            openClones.removeAll { $0.bottom <= top + tolerance }
        }
        open(before: top)
        let above = openClones.map(\.edges)
        var room = above.reduce(height) { $0 - $1.top }
        open(before: top + room)
        for clone in openClones where clone.bottom > top + room + tolerance { room -= clone.edges.bottom }
        // Edges that take the most of a page are not repeated.
        guard room >= height / 2 else { return nextTableSlice(height: height) }
        guard var slice = nextTableSlice(height: room) else { return nil }
        slice.edgesAbove = above
        slice.edgesBelow = openClones.filter {
            $0.top < slice.bottom - tolerance && $0.bottom > slice.bottom + tolerance
        }.map(\.edges)
        return slice
    }

    private mutating func nextTableSlice(height: Double) -> Slice? {
        guard let table = tableCut(height: height) else { return nextPlainSlice(height: height) }
        // The header stands above the rest of the table; the footer below, where the table goes on after the slice.
        let header = top > table.top - FlowBreaker.tolerance ? table.header : nil
        var footer = table.footer
        let room = height - (header?.height ?? 0)
        if table.bottom + (footer?.height ?? 0) <= top + room + FlowBreaker.tolerance { footer = nil }
        guard var slice = nextPlainSlice(height: room - (footer?.height ?? 0)) else { return nil }
        // Where the rest of the table went on to the next slice whole, or came to its end, no footer is cut off.
        let isCut =
            slice.bottom > table.top + FlowBreaker.tolerance && slice.bottom < table.bottom - FlowBreaker.tolerance
        (slice.header, slice.footer, slice.table) = (header, isCut ? footer : nil, table.table)
        return slice
    }

    /// The table that the next slice begins in, or that it cuts, where groups of it are repeated: no higher than a half of
    /// the slice together.
    private mutating func tableCut(height: Double) -> FlowStrip.Table? {
        while nextTable < tables.count, tables[nextTable].bottom <= top + FlowBreaker.tolerance { nextTable += 1 }
        guard nextTable < tables.count else { return nil }
        let table = tables[nextTable]
        let begins = top > table.top - FlowBreaker.tolerance
        let isCut = table.bottom + (table.footer?.height ?? 0) > top + height
        guard begins || isCut && table.footer != nil && table.top < top + height else { return nil }
        let groups = (table.header?.height ?? 0) + (table.footer?.height ?? 0)
        return groups <= height / 2 ? table : nil
    }

    private mutating func nextPlainSlice(height: Double) -> Slice? {
        let count = rangeHeights.partitionIndex { $0 > height }
        if rangeCount != count {
            rangeCount = count
            cutFree = FlowBreaker.merged(allRanges.lazy.filter { $0.upperBound - $0.lowerBound <= height })
        }
        while next < units.count || !carried.isEmpty || top < bulk.end - FlowBreaker.tolerance {
            let limit = cut(limit: top + height, height: height)
            var slice = Slice(top: top, bottom: min(limit, max(top, end)), used: top)
            var resume: BreakRules.ForcedBreak?
            if nextForced < forced.count, forced[nextForced].y <= slice.bottom {
                slice.bottom = max(slice.top, forced[nextForced].y)
                resume = forced[nextForced]
            }
            // A break is made once; others at the same place are the same break.
            while nextForced < forced.count, forced[nextForced].y <= slice.bottom + FlowBreaker.tolerance {
                let rule = BreakRules.combined(resume?.rule, forced[nextForced].rule)
                resume?.rule = rule
                nextForced += 1
            }
            take(&slice, height: height)
            let isBlank =
                slice.units.isEmpty
                && (slice.bottom <= slice.top || !bulk.hasAny(from: slice.top, to: slice.bottom))
            let box = resume == nil ? boxStart(after: slice, height: height) : nil
            slice.bottom = min(slice.bottom, box ?? .infinity)
            moveOn(after: slice, resume, box)
            // A break before the first thing of all makes no empty page.
            if isBlank, !hasContent, let resume, !resume.leavesEmpty { continue }
            // Nothing but margins before the end.
            if isBlank, resume == nil, next >= units.count, carried.isEmpty, top >= bulk.end - FlowBreaker.tolerance {
                return nil
            }
            hasContent = true
            slice.forced = resume?.rule
            // A break where the next slice begins in any case makes no empty one; the margin before it stays.
            let begin = top
            while nextForced < forced.count, forced[nextForced].y <= begin + FlowBreaker.tolerance {
                slice.forced = BreakRules.combined(slice.forced, forced[nextForced].rule)
                top = min(top, max(slice.top, forced[nextForced].resumeY))
                nextForced += 1
            }
            // Nor does one before the next box, below the margins behind one after a box: between two boxes is one place
            // (CSS Fragmentation 3 §4.1).
            while slice.forced != nil, nextForced < forced.count, !forced[nextForced].leavesEmpty,
                hasNothing(downTo: forced[nextForced].y)
            {
                slice.forced = BreakRules.combined(slice.forced, forced[nextForced].rule)
                // Only the margin of the box after the break is kept (§5.2); edges of boxes around it are.
                if bulk.start(after: top, before: forced[nextForced].y - 2 * FlowBreaker.tolerance) == nil {
                    top = max(top, forced[nextForced].resumeY)
                }
                nextForced += 1
            }
            slice.used = used(slice)
            return slice
        }
        return nil
    }

    /// Whether from where the next slice begins down to a place there are only margins.
    private func hasNothing(downTo y: Double) -> Bool {
        let first = min(firstUnit?.top ?? .infinity, bulk.firstEdge(below: top))
        return first >= y - FlowBreaker.tolerance && y <= end
    }

    private func used(_ slice: Slice) -> Double {
        if bulk.hasBox(across: slice.bottom) { return slice.bottom }
        let lines = slice.units.reduce(slice.top) { max($0, $1.bottom) }
        return max(lines, min(slice.bottom, bulk.lastBottom(above: slice.bottom)))
    }

    /// Whether anything is left.
    var isAtEnd: Bool { next >= units.count && carried.isEmpty && top >= bulk.end - FlowBreaker.tolerance }

    /// The paragraph of what comes next: of a box that is over before the next line, its first one.
    var nextParagraph: Int? {
        if let paragraph = bulk.paragraph(from: top, to: firstUnit?.top ?? .infinity) { return paragraph }
        return [carried.first?.paragraph, next < units.count ? units[next].paragraph : nil].compactMap { $0 }.min()
    }

    /// Where a slice that begins at `top` ends: the best place above `limit`.
    private func cut(limit: Double, height: Double) -> Double {
        for ranges in [cutFree, lineFree] {
            let index = ranges.partitionIndex { $0.upperBound > limit + FlowBreaker.tolerance }
            guard index < ranges.count, ranges[index].lowerBound < limit else { return limit }
            // What is higher than a slice is cut in any case: then here, cell by cell.
            let isWhole = ranges[index].upperBound - ranges[index].lowerBound <= height
            if isWhole, ranges[index].lowerBound > top + FlowBreaker.tolerance { return ranges[index].lowerBound }
        }
        return limit
    }

    /// Moves the units that end above the slice's bottom into it; those that do not fit are carried over. A unit
    /// higher than a slice stands in the one that it begins.
    private mutating func take(_ slice: inout Slice, height: Double) {
        var candidates = carried
        carried = []
        while next < units.count, units[next].top < slice.bottom - FlowBreaker.tolerance {
            candidates.append(units[next])
            next += 1
        }
        for unit in candidates {
            var bottom = unit.bottom
            // One that is higher than a slice is cut between the lines in it.
            if let line = unit.line, line.upperBound - line.lowerBound <= height {
                bottom = max(bottom, line.upperBound)
            }
            let fits = bottom <= slice.bottom + FlowBreaker.tolerance
            let isTooHigh = unit.top <= slice.top + FlowBreaker.tolerance && unit.bottom - unit.top > height
            if fits || isTooHigh { slice.units.append(unit) } else { carried.append(unit) }
        }
        // Units without height at the very boundary.
        while next < units.count, units[next].bottom <= slice.bottom {
            slice.units.append(units[next])
            next += 1
        }
        if slice.units.isEmpty, slice.bottom >= slice.top + height, let first = carried.first,
            first.top <= slice.top + FlowBreaker.tolerance
        {
            // Nothing fits, though all the height was offered: the first unit stands here, whatever its own.
            slice.units.append(carried.removeFirst())
        }
    }

    /// The first unit that is left.
    private var firstUnit: Unit? {
        let following = next < units.count ? units[next] : nil
        guard let carried = carried.min(by: { $0.top < $1.top }) else { return following }
        guard let following, following.top < carried.top else { return carried }
        return following
    }

    /// Where the box begins with which the first unit that is left begins, when nothing of it stands in the slice: a break
    /// is between boxes then, and not in the padding (CSS Fragmentation 3 §4.1). `nil` where there is none, or where it is
    /// higher above the unit than a slice.
    private func boxStart(after slice: Slice, height: Double) -> Double? {
        guard !slice.units.isEmpty, let first = firstUnit else { return nil }
        let end = slice.units.reduce(slice.top) { max($0, $1.bottom) }
        guard let start = bulk.start(after: end, before: first.top), start > slice.top + FlowBreaker.tolerance,
            first.bottom - start <= height
        else { return nil }
        return start
    }

    /// The next slice begins at the first thing that is left. The margin before it is cut off (CSS Fragmentation 3 §5.2),
    /// except after a forced break.
    private mutating func moveOn(after slice: Slice, _ resume: BreakRules.ForcedBreak?, _ boxStart: Double?) {
        let first = firstUnit?.top ?? .infinity
        let box = bulk.firstTop(from: slice.bottom) ?? .infinity
        let isAcross = bulk.hasBox(across: slice.bottom)
        guard first.isFinite || box.isFinite || isAcross else {
            top = max(slice.bottom, end)
            return
        }
        if let resume {
            top = min(first, max(slice.top, resume.resumeY))
        } else if let boxStart {
            top = boxStart
        } else if first <= slice.bottom {
            top = first
        } else {
            top = isAcross ? slice.bottom : min(first, box)
        }
    }
}

/// The boxes of a strip that are seen or have a height beside their text: they reach over as many slices as they are high.
struct StripBulk {
    private let tops: [Double]
    /// The lowest bottom among the boxes up to each.
    private let bottoms: [Double]
    /// Where boxes end, and where those begin whose text begins further down.
    private let ends: [Double]
    private let starts: [Double]
    /// The first paragraphs of the boxes that end at `ends`.
    private let paragraphs: [Int]

    init(_ strip: FlowStrip) {
        let found = strip.boxes.filter { box in
            guard box.bottom > box.top else { return false }
            // An inline box is a part of its line, which is not cut.
            if strip.text.flows[strip.text.blocks[box.block.index].flow.index].kind.isInline { return false }
            if box.isDecorated { return true }
            let style = strip.text.style(of: box.block)
            return style.height != .auto || style.aspectRatio != nil
                || style.minimumHeight != .auto && style.minimumHeight != .length(.zero)
        }.sorted { $0.top < $1.top }
        tops = found.map(\.top)
        var lowest = -Double.infinity
        bottoms = found.map { box in
            lowest = max(lowest, box.bottom)
            return lowest
        }
        let ending = found.sorted { ($0.bottom, $0.block) < ($1.bottom, $1.block) }
        ends = ending.map(\.bottom)
        paragraphs = ending.map { strip.text.blocks[$0.block.index].paragraphs.lowerBound }
        starts = strip.boxes.filter { box in
            guard box.takesBreaks, box.bottom > box.top else { return false }
            if case .row = strip.text.blocks[box.block.index].kind { return true }
            let style = strip.text.style(of: box.block)
            return style.padding.top != .zero || style.border.top.width > 0
        }.map(\.top).sorted()
    }

    /// The first box that begins between two places, after all boxes that end there.
    func start(after end: Double, before first: Double) -> Double? {
        let ended = ends.partitionIndex { $0 > first + FlowBreaker.tolerance }
        let end = max(end, ended > 0 ? ends[ended - 1] : end) - FlowBreaker.tolerance
        let index = starts.partitionIndex { $0 >= end }
        return index < starts.count && starts[index] <= first ? starts[index] : nil
    }

    /// The first paragraph of the first box that ends between two places.
    func paragraph(from top: Double, to bottom: Double) -> Int? {
        let index = ends.partitionIndex { $0 > top + FlowBreaker.tolerance }
        return index < ends.count && ends[index] <= bottom + FlowBreaker.tolerance ? paragraphs[index] : nil
    }

    /// The lowest bottom of all.
    var end: Double { bottoms.last ?? -.infinity }

    /// Whether a box begins above `y` and ends below it.
    func hasBox(across y: Double) -> Bool {
        let index = tops.partitionIndex { $0 >= y }
        return index > 0 && bottoms[index - 1] > y + FlowBreaker.tolerance
    }

    /// Whether a box stands between two places.
    func hasAny(from top: Double, to bottom: Double) -> Bool {
        let index = tops.partitionIndex { $0 >= bottom }
        return index > 0 && bottoms[index - 1] > top + FlowBreaker.tolerance
    }

    /// The lowest bottom of the boxes that begin above `y`.
    func lastBottom(above y: Double) -> Double {
        let index = tops.partitionIndex { $0 >= y }
        return index > 0 ? bottoms[index - 1] : -.infinity
    }

    /// The first place below `y` where a box ends, or at `y` or below where one begins.
    func firstEdge(below y: Double) -> Double {
        let index = ends.partitionIndex { $0 > y + FlowBreaker.tolerance }
        return min(index < ends.count ? ends[index] : .infinity, firstTop(from: y - FlowBreaker.tolerance) ?? .infinity)
    }

    /// The first box that begins at `y` or below.
    func firstTop(from y: Double) -> Double? {
        let index = tops.partitionIndex { $0 >= y }
        return index < tops.count ? tops[index] : nil
    }
}
