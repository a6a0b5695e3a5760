import GalleyText

/// The part of a document's strip that pages are being cut from.
///
/// Rows of columns that a page's end cuts are made anew, and all that follows moves. So that each of these costs no more than
/// some pages, the strip is put together a few pages at a time where there are columns, and whole where there are none.
struct PageWindow {
    /// How many pages are put together at once.
    private static let pageCount = 8.0

    private(set) var strip: FlowStrip
    /// The blocks and paragraphs in it, and where the next part begins.
    private var blocks: [Int]
    private var paragraphs: Range<Int>
    private var nextBlock: Int
    /// Whether everything that is left is in it.
    private(set) var isWhole: Bool
    /// By block, where there are columns: whether it is in a table, a float or columns, all of which stay together.
    private var isInside: ContiguousArray<Bool> = []

    init(_ layout: DocumentLayout) {
        isWhole = !layout.geometry.hasColumns
        guard isWhole else {
            strip = FlowStrip(text: layout.text)
            (blocks, paragraphs, nextBlock) = ([], 0..<0, 0)
            isInside = ContiguousArray(repeating: false, count: layout.text.blocks.count)
            for (index, block) in layout.text.blocks.enumerated() {
                let isOwn = block.flow != .main || block.isTable || layout.geometry.blockSets[index] >= 0
                isInside[index] = isOwn || block.parent.map { isInside[$0.index] } ?? false
            }
            return
        }
        (blocks, paragraphs, nextBlock) = (
            Array(layout.text.blocks.indices), layout.text.paragraphs.indices, layout.text.blocks.count
        )
        strip = layout.strip(of: nil)
    }

    /// Drops what stands above the top of a page and adds what two pages of that height may show, and some more. `false` where
    /// it was all there. O(what is added and what stays).
    ///
    /// - Parameter isDone: whether nothing that is in it is left.
    mutating func move(to top: Double, height: Double, _ layout: DocumentLayout, isDone: Bool) -> Bool {
        guard !isWhole, isDone || end(layout) < top + 2 * height else { return false }
        // What reaches below the top stays.
        var kept: [Int] = []
        var first = paragraphs.upperBound
        for box in strip.boxes where box.bottom > top - FlowBreaker.tolerance { kept.append(box.block.index) }
        for paragraph in strip.paragraphs {
            let bottom = paragraph.top + (paragraph.lines?.last.map { $0.y + $0.height } ?? paragraph.markerHeight ?? 0)
            if bottom > top - FlowBreaker.tolerance {
                first = paragraph.index
                break
            }
        }
        blocks = kept
        let text = layout.text
        let limit = top + PageWindow.pageCount * height
        var next = max(first, paragraphs.upperBound)
        while next < text.paragraphs.count {
            let block = text.paragraphs[next].block.index
            let isBelow = layout.geometry.origin(ofParagraph: next).y > limit && next > paragraphs.upperBound
            if isBelow, !isInside[block], layout.geometry.ownSets[block] < 0 { break }
            next += 1
        }
        paragraphs = first..<next
        while nextBlock < text.blocks.count, text.blocks[nextBlock].paragraphs.lowerBound < next {
            blocks.append(nextBlock)
            nextBlock += 1
        }
        isWhole = next == text.paragraphs.count
        update(layout)
        return true
    }

    /// Where what is not in it begins.
    private func end(_ layout: DocumentLayout) -> Double {
        paragraphs.isEmpty || isWhole
            ? -.infinity : layout.geometry.origin(ofParagraph: paragraphs.upperBound).y
    }

    /// Puts the same blocks together again after some have moved.
    mutating func update(_ layout: DocumentLayout) {
        strip = layout.strip(blocks: blocks, paragraphs: paragraphs, set: nil)
    }
}
