import GalleyText

/// The part of a document's strip that pages are being cut from.
///
/// Rows of columns that a page's end cuts are made anew, and all that follows moves. So that each of these costs no more than
/// some pages, the strip is put together a few pages at a time where there are columns; and so that what is known of lines
/// while they are cut is not known of a long document's all at once, also where there are many paragraphs. Else it is put
/// together whole.
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
    /// By paragraph, in a long document without columns: above what no part of it begins that is not before.
    private var tops: ContiguousArray<Double> = []
    /// Of the lines in such a document's window: the height of the highest, and where the lowest begins.
    private var tallest = 0.0
    private var lastLine = -Double.infinity

    init(_ layout: DocumentLayout) {
        let isLong = layout.text.paragraphs.count > layout.options.windowedParagraphs
        isWhole = !layout.geometry.hasColumns && !isLong
        guard isWhole else {
            strip = FlowStrip(text: layout.text)
            (blocks, paragraphs, nextBlock) = ([], 0..<0, 0)
            guard layout.geometry.hasColumns else {
                findTops(layout)
                return
            }
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
        // A page that ends with a line higher than itself, or before a great gap, looks for what comes next further down.
        let reach = top + 2 * height + tallest
        guard !isWhole, isDone || end(layout) < reach || !tops.isEmpty && lastLine < reach else { return false }
        // What reaches below the top stays; and a page above it, with which that may be cut off or not.
        let top = tops.isEmpty ? top : top - height
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
        let limit = reach + (PageWindow.pageCount - 2) * height
        var hasLine = tops.isEmpty
        var next = max(first, paragraphs.upperBound)
        while next < text.paragraphs.count {
            let block = text.paragraphs[next].block.index
            let isBelow = firstTop(fromParagraph: next, layout) > limit && next > paragraphs.upperBound && hasLine
            if isBelow, isInside.isEmpty || !isInside[block] && layout.geometry.ownSets[block] < 0 { break }
            if !hasLine, layout.geometry.paragraphs[next].layout != nil {
                hasLine = layout.geometry.origin(ofParagraph: next).y >= limit
            }
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
            ? -.infinity : firstTop(fromParagraph: paragraphs.upperBound, layout)
    }

    private func firstTop(fromParagraph index: Int, _ layout: DocumentLayout) -> Double {
        tops.isEmpty ? layout.geometry.origin(ofParagraph: index).y : tops[index]
    }

    /// What comes later may stand higher: what is positioned, floats, cells. A table whose header or footer is shown again
    /// stays together.
    private mutating func findTops(_ layout: DocumentLayout) {
        let text = layout.text
        tops = ContiguousArray(text.paragraphs.indices.map { layout.geometry.origin(ofParagraph: $0).y })
        for index in text.blocks.indices {
            let first = text.blocks[index].paragraphs.lowerBound
            guard first < tops.count else { continue }
            tops[first] = min(tops[first], layout.frame(of: BlockID(index)).minY)
        }
        for index in tops.indices.dropLast().reversed() { tops[index] = min(tops[index], tops[index + 1]) }
        for group in text.blocks {
            guard case .rowGroup(let kind) = group.kind, kind != .body, let table = group.parent else { continue }
            let paragraphs = text.blocks[table.index].paragraphs
            guard let first = paragraphs.first else { continue }
            for index in paragraphs.dropFirst() { tops[index] = min(tops[index], tops[first]) }
        }
    }

    /// Puts the same blocks together again after some have moved.
    mutating func update(_ layout: DocumentLayout) {
        strip = layout.strip(blocks: blocks, paragraphs: paragraphs, set: nil)
        guard !tops.isEmpty else { return }
        (tallest, lastLine) = (0, -.infinity)
        for paragraph in strip.paragraphs {
            guard let lines = paragraph.lines, let last = lines.last else { continue }
            for line in lines { tallest = max(tallest, line.height) }
            lastLine = max(lastLine, paragraph.top + last.y)
        }
    }
}
