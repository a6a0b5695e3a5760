import FuzzSupport
import GalleyFonts
import GalleyLayout
import GalleyText

private let fonts = FontCollection(faces: [])

/// Random documents at random widths and on pages of random sizes.
///
/// Laid out again is laid out afresh; lines stand in their boxes and boxes in those around them; pages show each line once,
/// and none is cut by a page's end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPages(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 8 else { return 0 }
    var source = ByteSource(UnsafeBufferPointer(start: bytes, count: 8))
    let widths = [60 + Double(source.byte()) * 2, 60 + Double(source.byte()) * 2]
    let paper = PaperSize(width: 100 + Double(source.byte()) * 2, height: 60 + Double(source.byte()) * 2)
    let text = RandomPages(ByteSource(UnsafeBufferPointer(start: bytes + 8, count: min(count - 8, 600)))).make()
    let first = DocumentLayout(text, fonts: fonts, width: widths[0])
    check(first)
    let fresh = DocumentLayout(text, fonts: fonts, width: widths[1])
    let again = first.relayout(width: widths[1])
    require(again.work.itemsShaped == 0, "laid out again, nothing is shaped")
    require(again.lines.map(\.frame) == fresh.lines.map(\.frame), "lines again are lines afresh")
    require(again.fragments == fresh.fragments, "boxes again are boxes afresh")
    let margin = Double(source.byte() % 30)
    let setup = PageSetup(paper: paper, margins: EdgeInsets(top: margin, right: margin, bottom: margin, left: margin))
    let paged = first.paginated(setup)
    check(paged)
    let other = fresh.paginated(setup)
    require(paged.pageCount == other.pageCount, "pages of a layout at any width")
    for (page, same) in zip(paged.pages, other.pages) {
        require(page.lines.map(\.frame) == same.lines.map(\.frame), "lines on pages of a layout at any width")
    }
    return 0
}

/// How much sums of lengths may differ.
private let tolerance = 0.01 + 1.0 / 64

// MARK: A canvas

private func check(_ layout: DocumentLayout) {
    let content = layout.content
    let boxes = Boxes(content)
    for (paragraph, holders) in zip(content.paragraphs, boxes.holders(of: content)) {
        for line in paragraph.lines.map({ paragraph.line($0) }) {
            requireFinite(line.frame)
            require(
                holders.isEmpty
                    || holders.contains {
                        (isBesideColumns(line, $0, layout.text)
                            || isInside(line.frame.minX, line.frame.maxX, $0.contentRect, line, layout.text))
                            && line.frame.minY >= $0.frame.minY - tolerance
                            && line.frame.maxY <= $0.frame.maxY + tolerance
                    }, "a line of paragraph \(line.paragraph) is in its box: \(line.frame), \(holders)")
        }
    }
    boxes.check(content)
}

private func requireFinite(_ rect: Rect) {
    require(
        rect.x.isFinite && rect.y.isFinite && rect.width >= 0 && rect.width.isFinite && rect.height >= 0
            && rect.height.isFinite, "finite: \(rect)")
}

/// Whether a line of more than one word is between the sides of a box.
private func isInside(_ start: Double, _ end: Double, _ box: Rect, _ line: LineFragment, _ text: AttributedText) -> Bool
{
    let bytes = text.utf8[line.range]
    // One word, or one object, that is wider than the box stands over its end.
    let ends = bytes.last == 0x20 || bytes.last == 0x0A ? bytes.dropLast() : bytes
    guard ends.contains(0x20), !ends.contains(0xEF) else { return true }
    return start >= box.minX - tolerance && end <= box.maxX + tolerance
}

/// Whether a line of a multi-column container itself stands in a column that overflows at its side: forced breaks make
/// more columns than there is room for (CSS Multi-column 1 §8.2).
private func isBesideColumns(_ line: LineFragment, _ box: BlockFragment, _ text: AttributedText) -> Bool {
    text.style(of: box.block).isMultiColumn && line.frame.width <= box.contentRect.width + tolerance
}

/// The tree of the boxes on a surface.
private struct Boxes {
    private var parents: [Int] = []

    init(_ content: LayoutContent) {
        var open: [(index: Int, end: Int)] = []
        for (index, block) in content.blocks.enumerated() {
            while let last = open.last, last.end <= index { open.removeLast() }
            parents.append(open.last?.index ?? -1)
            open.append((index, index + 1 + block.subtreeCount))
        }
    }

    /// For each paragraph the fragments of its block: several in columns, one of which it stands in. Columns too narrow for
    /// a float overlap.
    func holders(of content: LayoutContent) -> [[BlockFragment]] {
        var fragments: [BlockID: [BlockFragment]] = [:]
        for block in content.blocks { fragments[block.block, default: []].append(block) }
        return content.paragraphs.map { fragments[content.text.paragraphs[$0.paragraph].block] ?? [] }
    }

    /// Boxes in the flow are in the boxes around them.
    func check(_ content: LayoutContent) {
        for (index, block) in content.blocks.enumerated() {
            requireFinite(block.frame)
            guard parents[index] >= 0 else { continue }
            let parent = content.blocks[parents[index]]
            let record = content.text.blocks[block.block.index]
            // A cell can span rows.
            if case .cell = record.kind { continue }
            // All margins of an empty box are one, and where it stands is nowhere.
            if block.frame.height == 0 { continue }
            guard record.parent == parent.block, record.flow == content.text.blocks[parent.block.index].flow,
                !content.text.style(of: parent.block).isMultiColumn
            else { continue }
            require(
                block.frame.minY >= parent.frame.minY - tolerance && block.frame.maxY <= parent.frame.maxY + tolerance,
                "box \(block.block.index) is in \(parent.block.index): \(block.frame), \(parent.frame)")
        }
    }
}

// MARK: Pages

private func check(_ paged: PagedLayout) {
    var shown: Set<[Int]> = []
    for page in paged.pages {
        for line in page.lines {
            requireFinite(line.frame)
            let flow = paged.layout.text.paragraphs[line.paragraph].flow
            if !line.isRepeated {
                require(
                    shown.insert([line.paragraph, line.lineInParagraph]).inserted,
                    "line \(line.lineInParagraph) of paragraph \(line.paragraph) stands on one page")
            }
            guard flow == .main, !page.contentRect.isEmpty else { continue }
            // What is higher than a page is cut in any case.
            require(
                line.frame.height > page.contentRect.height / 2
                    || line.frame.minY >= page.contentRect.minY - tolerance
                        && line.frame.maxY <= page.contentRect.maxY + tolerance,
                "line \(line.lineInParagraph) of paragraph \(line.paragraph) is on its page: \(line.frame), \(page.contentRect)"
            )
        }
        for block in page.content.blocks { requireFinite(block.frame) }
    }
    for line in paged.layout.lines {
        require(
            shown.contains([line.paragraph, line.lineInParagraph]),
            "line \(line.lineInParagraph) of paragraph \(line.paragraph) is on a page")
    }
}
