import GalleyParagraph
import GalleyText

/// A footnote: it stands at the bottom of the page that its call is on (CSS Generated Content for Paged Media 3 §2).
struct Footnote: Sendable {
    var blocks: Range<Int>
    var paragraphs: Range<Int>
    /// The UTF-8 offset of its character, right after the call, and the paragraph of that.
    var anchor: Int
    var paragraph: Int
    /// Of its margin box, in the document's coordinates, without `DocumentGeometry.shifts`: footnotes stand below each other,
    /// and below all else.
    var top: Double
    var bottom: Double

    var height: Double { bottom - top }
}

/// What a page shows of a footnote.
struct FootnotePart: Sendable {
    /// Its place in `DocumentGeometry.footnotes`.
    var note: Int
    /// The stretch of its margin box.
    var top: Double
    var bottom: Double
    /// Its lines by paragraph; `nil` for all of them.
    var lines: [Int: Range<Int>]?

    var height: Double { bottom - top }
}

/// What is around the footnotes of a page.
struct FootnoteArea: Sendable {
    var margin: EdgeInsets
    var padding: EdgeInsets
    var style: BlockStyle

    /// What it leaves to footnotes at least.
    static let leastRoom = 8.0

    /// - Parameters:
    ///   - page: the size of the page's area: what leaves no room for footnotes there counts for nothing.
    ///   - resolve: makes px of a length: some, and not less than none.
    init(_ style: BlockStyle, page: Size, _ resolve: (Length) -> Double) {
        self.style = style
        margin = EdgeInsets(style.margin.map { $0.length.map(resolve) ?? 0 })
        padding = EdgeInsets(style.padding.map(resolve))
        if height > page.height / 2 || insets.left + insets.right > page.width / 2 {
            (margin, padding) = (.zero, .zero)
            self.style.border = Edges(.none)
        }
    }

    var border: EdgeInsets { EdgeInsets(style.border.visibleWidths) }
    /// From the edge of the page's area to the footnotes.
    var insets: EdgeInsets { margin + border + padding }
    /// What it takes of a page beside the footnotes.
    var height: Double { insets.top + insets.bottom }
}

extension PageSheet {
    /// The box around its footnotes.
    var footnoteFragment: PageFootnoteFragment {
        let whole = Rect(
            x: contentRect.x, y: contentRect.maxY - footnoteHeight, width: contentRect.width, height: footnoteHeight)
        let frame = whole.inset(by: footnoteArea.margin)
        return PageFootnoteFragment(
            frame: frame, contentRect: whole.inset(by: footnoteArea.insets), style: footnoteArea.style)
    }
}

extension EdgeInsets {
    fileprivate static func + (first: EdgeInsets, second: EdgeInsets) -> EdgeInsets {
        EdgeInsets(
            top: first.top + second.top, right: first.right + second.right, bottom: first.bottom + second.bottom,
            left: first.left + second.left)
    }
}

extension FlowLayouter {
    /// Lays out the footnotes: across the page's area, or on a canvas across what is around all of the text, at the end of it.
    mutating func layOutFootnotes() {
        guard !positioned.footnotes.isEmpty else { return }
        let area = footnoteArea()
        var y = boxes[0].y + boxes[0].height + boxes[0].margin.bottom
        if !options.isPaged { y += PageRule.initialFootnoteMargin }
        for flow in positioned.footnotes {
            let root = text.flows[flow.index].rootBlock
            let container = ContainingBlock(
                width: area.width, height: nil, isRightToLeft: text.style(of: .root).direction == .rightToLeft)
            let metrics = metrics(of: root, in: container)
            boxes[root.index].anchor = -1
            open(root, metrics, in: container)
            while !frames.isEmpty { step() }
            let corner = Point(
                x: area.x + metrics.margin.left, y: y + metrics.margin.top + captionsAbove(root))
            y = corner.y + boxes[root.index].height + captionsBelow(root) + metrics.margin.bottom
            place(root, at: corner)
        }
    }

    /// Where footnotes stand from left to right: on pages their area, on a canvas the content of the block around all.
    private func footnoteArea() -> (x: Double, width: Double) {
        if let insets = options.pages?.footnoteInsets {
            return (insets.left, max(0, viewport.width - insets.left - insets.right))
        }
        let around = text.blocks.indices.dropFirst().first.flatMap { first in
            text.blocks[first].parent == .root && text.blocks[first].flow == .main
                && text.blocks[first].paragraphs == text.blocks[0].paragraphs && !text.blocks[first].isTable
                ? first : nil
        }
        let box = boxes[around ?? 0]
        let content = box.frame.inset(by: box.border).inset(by: box.padding)
        return (content.x, content.width)
    }

    /// The footnotes where they were laid out.
    func placedFootnotes() -> [Footnote] {
        positioned.footnotes.compactMap { id in
            let flow = text.flows[id.index]
            let (root, box) = (flow.rootBlock, boxes[flow.rootBlock.index])
            guard let anchor = flow.anchor else { return nil }
            let region = region(of: root)
            return Footnote(
                blocks: region.blocks, paragraphs: region.paragraphs, anchor: anchor,
                paragraph: text.paragraphIndex(at: anchor), top: box.y - box.margin.top - captionsAbove(root),
                bottom: box.frame.maxY + captionsBelow(root) + box.margin.bottom)
        }
    }
}
