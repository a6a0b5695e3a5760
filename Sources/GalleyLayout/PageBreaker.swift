import GalleyParagraph
import GalleyText

/// Decides where a document's pages end.
///
/// The layout is continuous; a page shows a strip of it. What must not be cut are *units*: lines, item markers without
/// text, rules. What should not be cut are *zones*: the first and last lines of a paragraph, a heading with what follows
/// it, a row. A page ends at the lowest place on it that no unit and no zone covers; if zones leave none, at the
/// lowest that no unit covers; if cells side by side leave none of these either, each cell is cut between lines of
/// its own: a line that does not fit goes to the next page, which then begins with the topmost of such lines.
struct PageBreaker {
    /// Something that stands on one page as a whole.
    struct Unit {
        var top: Double
        var bottom: Double
        var paragraph: Int
        /// The line in the paragraph; -1 for one without lines; -2 for a box.
        var line: Int
    }

    /// What one page shows.
    struct Slice {
        /// The strip of the document, px.
        var top: Double
        var bottom: Double
        var units: [Unit] = []
    }

    private let layout: DocumentLayout
    private let pageHeight: Double
    /// By top.
    private var units: [Unit] = []
    private var cutFree: [ClosedRange<Double>] = []
    private var lineFree: [ClosedRange<Double>] = []
    private var forced: [PageRules.ForcedBreak] = []
    private var decorations: DecoratedBoxes

    init(_ layout: DocumentLayout, pageHeight: Double) {
        self.layout = layout
        self.pageHeight = pageHeight
        decorations = DecoratedBoxes(layout)
        units = PageBreaker.units(of: layout)
        let rules = PageRules(layout, pageHeight: pageHeight)
        let lines = units.map { $0.top...max($0.top, $0.bottom) }
        lineFree = PageBreaker.merged(lines)
        cutFree = PageBreaker.merged(lines + rules.zones.filter { $0.upperBound - $0.lowerBound <= pageHeight })
        forced = rules.forcedBreaks
    }

    private static func units(of layout: DocumentLayout) -> [Unit] {
        var units: [Unit] = []
        for index in layout.geometry.paragraphs.indices {
            let paragraph = layout.geometry.paragraphs[index]
            let y = layout.geometry.origin(ofParagraph: index).y
            guard let lines = paragraph.layout?.lines else {
                if paragraph.isMarkerLine, let height = layout.shaped.markerLines[index] {
                    units.append(Unit(top: y, bottom: y + height, paragraph: index, line: -1))
                }
                continue
            }
            for line in lines {
                units.append(
                    Unit(top: y + line.y, bottom: y + line.y + line.height, paragraph: index, line: line.index))
            }
        }
        for index in layout.text.blocks.indices {
            // A rule has no line, and still must not be cut or lost.
            guard layout.isRule(BlockID(index)) else { continue }
            let frame = layout.frame(of: BlockID(index))
            units.append(
                Unit(
                    top: frame.minY, bottom: frame.maxY, paragraph: layout.text.blocks[index].paragraphs.lowerBound,
                    line: -2))
        }
        return units.sorted { ($0.top, $0.paragraph, $0.line) < ($1.top, $1.paragraph, $1.line) }
    }

    /// Ranges that overlap made one; ranges that only touch stay two.
    private static func merged(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var merged: [ClosedRange<Double>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > range.lowerBound {
            if let last = merged.last, range.lowerBound < last.upperBound - tolerance {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Sums of line heights are not exact: so much of a line may stand over a boundary.
    static let tolerance = 1.0 / 1_024

    /// The strips of all pages, at least one.
    mutating func slices() -> [Slice] {
        var slices: [Slice] = []
        var next = 0
        var carried: [Unit] = []
        var nextForced = 0
        // Negative margins can pull the first line above the document's top.
        var top = min(0, units.first?.top ?? 0)
        while true {
            let limit = top + pageHeight
            let rest = next < units.count || !carried.isEmpty
            guard rest else { break }
            var slice = Slice(top: top, bottom: cut(from: top, limit: limit))
            var resume: PageRules.ForcedBreak?
            if nextForced < forced.count, forced[nextForced].y <= slice.bottom {
                slice.bottom = forced[nextForced].y
                resume = forced[nextForced]
            }
            // A break is made once; others at the same place are the same break.
            while nextForced < forced.count, forced[nextForced].y <= slice.bottom + PageBreaker.tolerance {
                nextForced += 1
            }
            take(&slice, &next, &carried)
            let isEmptyStart = slices.isEmpty && slice.units.isEmpty
            // A break before the first thing of all makes no empty page.
            if !isEmptyStart { slices.append(slice) }
            top = nextTop(after: slice, next: next, carried: carried, forced: resume)
            if let resume, !isEmptyStart, next < units.count || !carried.isEmpty {
                for _ in 0..<resume.blankPages(before: slices.count) { slices.append(Slice(top: top, bottom: top)) }
            }
        }
        if slices.isEmpty { slices.append(Slice(top: 0, bottom: layout.size.height)) }
        // What is drawn below the last line (padding, borders) still belongs to the last page, as far as it fits.
        let last = slices.count - 1
        slices[last].bottom = max(slices[last].bottom, min(slices[last].top + pageHeight, layout.size.height))
        return slices
    }

    /// Where a page that begins at `top` ends: the best place above `limit`.
    private func cut(from top: Double, limit: Double) -> Double {
        for ranges in [cutFree, lineFree] {
            let index = ranges.partitionIndex { $0.upperBound > limit + PageBreaker.tolerance }
            guard index < ranges.count, ranges[index].lowerBound < limit else { return limit }
            // What is higher than a page is cut in any case: then here, column by column.
            let isWhole = ranges[index].upperBound - ranges[index].lowerBound <= pageHeight
            if isWhole, ranges[index].lowerBound > top + PageBreaker.tolerance { return ranges[index].lowerBound }
        }
        return limit
    }

    /// Moves the units that end above the slice's bottom into it; those that do not fit are carried over. A unit
    /// higher than a page stands on the page that it begins.
    private func take(_ slice: inout Slice, _ next: inout Int, _ carried: inout [Unit]) {
        var candidates = carried
        carried = []
        while next < units.count, units[next].top < slice.bottom - PageBreaker.tolerance {
            candidates.append(units[next])
            next += 1
        }
        for unit in candidates {
            let fits = unit.bottom <= slice.bottom + PageBreaker.tolerance
            let isTooHigh = unit.top <= slice.top + PageBreaker.tolerance && unit.bottom - unit.top > pageHeight
            if fits || isTooHigh { slice.units.append(unit) } else { carried.append(unit) }
        }
        // Units without height at the very boundary.
        while next < units.count, units[next].bottom <= slice.bottom {
            slice.units.append(units[next])
            next += 1
        }
        if slice.units.isEmpty, slice.bottom >= slice.top + pageHeight, let first = carried.first,
            first.top <= slice.top + PageBreaker.tolerance
        {
            // Nothing fits, though a whole page was offered: the first unit stands here, whatever its height.
            slice.units.append(carried.removeFirst())
        }
    }

    /// Where the next page begins: at the first thing that is left. The margin before it is cut off (CSS Fragmentation
    /// 3 §5.2), except after a forced break.
    private func nextTop(
        after slice: Slice, next: Int, carried: [Unit], forced: PageRules.ForcedBreak?
    ) -> Double {
        let first = min(next < units.count ? units[next].top : .infinity, carried.map(\.top).min() ?? .infinity)
        guard first.isFinite else { return slice.bottom }
        if let forced { return min(first, max(slice.top, forced.resumeY)) }
        if first <= slice.bottom { return first }
        if decorations.hasBox(across: slice.bottom) { return slice.bottom }
        return min(first, decorations.firstTop(from: slice.bottom) ?? first)
    }
}

/// The boxes of which something is seen beside their text.
struct DecoratedBoxes {
    /// By top.
    let blocks: [BlockID]
    private let tops: [Double]
    /// The lowest bottom among the boxes up to each.
    private let bottoms: [Double]

    init(_ layout: DocumentLayout) {
        let found = layout.text.blocks.indices.map { BlockID($0) }.filter(layout.isDecorated)
            .map { ($0, layout.frame(of: $0)) }.sorted { $0.1.minY < $1.1.minY }
        blocks = found.map(\.0)
        tops = found.map(\.1.minY)
        var lowest = -Double.infinity
        bottoms = found.map { _, frame in
            lowest = max(lowest, frame.maxY)
            return lowest
        }
    }

    /// Whether a box begins above `y` and ends below it.
    func hasBox(across y: Double) -> Bool {
        let index = tops.partitionIndex { $0 >= y }
        return index > 0 && bottoms[index - 1] > y
    }

    /// The first box that begins at `y` or below.
    func firstTop(from y: Double) -> Double? {
        let index = tops.partitionIndex { $0 >= y }
        return index < tops.count ? tops[index] : nil
    }
}

extension DocumentLayout {
    /// Whether a background or border of the block is seen.
    func isDecorated(_ block: BlockID) -> Bool {
        let fragment = blockFragment(block)
        guard text.style(of: block).isVisible, fragment.frame.height > 0 else { return false }
        let border = text.style(of: block).border
        return fragment.drawsBackground || !fragment.underlays.isEmpty
            || fragment.drawsBorder
                && (border.top.isVisible || border.right.isVisible || border.bottom.isVisible || border.left.isVisible)
    }

    /// Whether the block is a decorated box without any line: `hr` and the like, no higher than a few lines.
    func isRule(_ block: BlockID) -> Bool {
        let paragraphs = text.blocks[block.index].paragraphs
        return paragraphs.count == 1 && text.paragraphs[paragraphs.lowerBound].block == block
            && geometry.paragraphs[paragraphs.lowerBound].layout == nil && isDecorated(block)
    }
}
