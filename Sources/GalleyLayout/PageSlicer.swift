import GalleyParagraph
import GalleyText

/// Makes pages of the strips that `PageBreaker` found: moves what stands in them to the sheet, and cuts boxes.
struct PageSlicer {
    let layout: DocumentLayout
    let paper: PaperSize
    let contentRect: Rect

    func pages(_ slices: [PageBreaker.Slice]) -> [Page] {
        let decorated = layout.text.blocks.indices.map { BlockID($0) }.filter(layout.isDecorated)
            .map { ($0, layout.frame(of: $0)) }.sorted { $0.1.minY < $1.1.minY }
        var nextBox = 0
        var openBoxes: [(block: BlockID, frame: Rect)] = []
        let markers = Dictionary(grouping: layout.markers, by: \.paragraph)
        let strokes = layout.tableBorders
        var pages: [Page] = []
        for (index, slice) in slices.enumerated() {
            openBoxes.removeAll { $0.frame.maxY <= slice.top }
            while nextBox < decorated.count, decorated[nextBox].1.minY < max(slice.bottom, slice.top) {
                if decorated[nextBox].1.maxY > slice.top { openBoxes.append(decorated[nextBox]) }
                nextBox += 1
            }
            var page = Page(
                index: index, paper: paper, contentRect: contentRect, content: emptyContent,
                documentRange: slice.top..<max(slice.top, slice.bottom))
            let blank = slice.bottom <= slice.top
            let paragraphs = blank ? [] : fragments(slice)
            page.content.paragraphs = paragraphs.map { moved($0, slice) }
            page.content.blocks = blank ? [] : blocks(slice, paragraphs, slice.units, openBoxes.map(\.block))
            for unit in slice.units where unit.line == 0 || unit.line == -1 {
                for var marker in markers[unit.paragraph] ?? [] {
                    marker.origin = moved(marker.origin, slice)
                    page.content.markers.append(marker)
                }
            }
            page.content.attachments = paragraphs.flatMap { attachments($0, slice) }
            page.content.tableBorders = blank ? [] : strokes.compactMap { cut($0, slice) }
            pages.append(page)
        }
        return pages
    }

    private var emptyContent: LayoutContent {
        LayoutContent(
            text: layout.text, size: Size(width: paper.width, height: paper.height),
            canvasBackground: layout.text.metadata.canvasBackground, blocks: [], paragraphs: [], markers: [],
            attachments: [], tableBorders: [])
    }

    private func moved(_ point: Point, _ slice: PageBreaker.Slice) -> Point {
        Point(x: point.x + contentRect.x, y: point.y - slice.top + contentRect.y)
    }

    private func moved(_ fragment: ParagraphFragment, _ slice: PageBreaker.Slice) -> ParagraphFragment {
        var fragment = fragment
        fragment.origin = moved(fragment.origin, slice)
        return fragment
    }

    /// The paragraphs of a page, with the lines that stand on it; still in the document's coordinates.
    private func fragments(_ slice: PageBreaker.Slice) -> [ParagraphFragment] {
        var ranges: [Int: ClosedRange<Int>] = [:]
        for unit in slice.units where unit.line >= 0 {
            let known = ranges[unit.paragraph] ?? unit.line...unit.line
            ranges[unit.paragraph] = min(known.lowerBound, unit.line)...max(known.upperBound, unit.line)
        }
        return ranges.keys.sorted().compactMap { index in
            guard var fragment = layout.paragraphFragment(at: index), let range = ranges[index] else { return nil }
            fragment.lines = Range(range)
            return fragment
        }
    }

    /// The boxes around what stands on the page, and the decorated ones that reach into it.
    private func blocks(
        _ slice: PageBreaker.Slice, _ paragraphs: [ParagraphFragment], _ units: [PageBreaker.Unit],
        _ decorated: [BlockID]
    ) -> [BlockFragment] {
        var shown: Set<BlockID> = []
        func show(_ block: BlockID) {
            var next: BlockID? = block
            while let id = next, shown.insert(id).inserted { next = layout.text.blocks[id.index].parent }
        }
        for paragraph in paragraphs { show(layout.text.paragraphs[paragraph.paragraph].block) }
        for unit in units { show(layout.text.paragraphs[unit.paragraph].block) }
        decorated.forEach(show)
        var fragments = shown.sorted().map { cut(layout.blockFragment($0), slice) }
        // Counts from back to front: each fragment adds itself to its parent.
        var places: [BlockID: Int] = [:]
        for (index, fragment) in fragments.enumerated() { places[fragment.block] = index }
        for index in fragments.indices.reversed() {
            if let parent = layout.text.blocks[fragments[index].block.index].parent, let place = places[parent] {
                fragments[place].subtreeCount += fragments[index].subtreeCount + 1
            }
        }
        return fragments
    }

    private func cut(_ fragment: BlockFragment, _ slice: PageBreaker.Slice) -> BlockFragment {
        var fragment = fragment
        let frame = fragment.frame
        let top = min(max(frame.minY, slice.top), slice.bottom)
        let bottom = max(top, min(frame.maxY, slice.bottom))
        fragment.hasTopEdge = frame.minY >= slice.top - PageBreaker.tolerance
        fragment.hasBottomEdge = frame.maxY <= slice.bottom + PageBreaker.tolerance
        if !fragment.hasTopEdge {
            fragment.border.top = 0
            fragment.padding.top = 0
        }
        if !fragment.hasBottomEdge {
            fragment.border.bottom = 0
            fragment.padding.bottom = 0
        }
        for index in fragment.underlays.indices {
            let area = fragment.underlays[index].area
            let origin = moved(area.origin, slice)
            fragment.underlays[index].area = Rect(x: origin.x, y: origin.y, width: area.width, height: area.height)
        }
        let origin = moved(Point(x: frame.x, y: top), slice)
        fragment.frame = Rect(x: origin.x, y: origin.y, width: frame.width, height: bottom - top)
        return fragment
    }

    private func attachments(_ fragment: ParagraphFragment, _ slice: PageBreaker.Slice) -> [AttachmentFragment] {
        layout.attachments(ofParagraph: fragment.paragraph).filter { fragment.lines.contains($0.line) }.map { found in
            var attachment = found
            let dx = contentRect.x
            let dy = contentRect.y - slice.top
            attachment.frame = attachment.frame.offsetBy(dx: dx, dy: dy)
            attachment.contentRect = attachment.contentRect.offsetBy(dx: dx, dy: dy)
            attachment.alternative?.origin.x += dx
            attachment.alternative?.origin.y += dy
            return attachment
        }
    }

    private func cut(_ stroke: TableBorderFragment, _ slice: PageBreaker.Slice) -> TableBorderFragment? {
        var stroke = stroke
        guard stroke.frame.maxY >= slice.top, stroke.frame.minY <= slice.bottom else { return nil }
        if !stroke.isHorizontal {
            let top = max(stroke.frame.minY, slice.top)
            let bottom = min(stroke.frame.maxY, slice.bottom)
            guard bottom > top else { return nil }
            stroke.frame.y = top
            stroke.frame.height = bottom - top
        }
        stroke.frame = stroke.frame.offsetBy(dx: contentRect.x, dy: contentRect.y - slice.top)
        return stroke
    }
}
