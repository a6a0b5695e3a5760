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
    var policy = BlockStyle.FootnotePolicy.auto
    /// What it takes of a line that it stands on beside others, and the room behind it; `nil` where it does not.
    var lineWidth: (note: Double, gap: Double)?

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
    /// How far it is moved along the line of the one before it, beside which it stands.
    var x: Double?

    var height: Double { bottom - top }
}

/// Footnotes below each other, those that are to stand beside each other on one line where they have room
/// (`footnote-display`, CSS Generated Content for Paged Media 3 §2.7).
struct FootnoteRows {
    /// Of the footnotes' area.
    let width: Double
    private(set) var height = 0.0
    /// How far the last line is filled, and how high it is.
    private var line: (end: Double, height: Double)?

    init(width: Double) { self.width = width }

    /// Where on the last line a footnote stands; `nil` where it begins a line.
    func place(of note: Footnote) -> Double? {
        guard let line, let own = note.lineWidth, line.end + own.note <= width + FlowBreaker.tolerance,
            // Lines of one height have one baseline.
            abs(line.height - note.height) < FlowBreaker.tolerance
        else { return nil }
        return line.end
    }

    /// What a footnote adds.
    func room(for note: Footnote) -> Double { place(of: note) == nil ? note.height : 0 }

    mutating func add(_ note: Footnote) {
        let start = place(of: note)
        if start == nil { height += note.height }
        line = note.lineWidth.map { ((start ?? 0) + $0.note + $0.gap, note.height) }
    }

    /// Ends the line: a part of a footnote stands below.
    mutating func add(part height: Double) {
        self.height += height
        line = nil
    }
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

extension [FootnotePart] {
    /// Of all lines that they stand on.
    var height: Double { reduce(0) { $0 + ($1.x == nil ? $1.height : 0) } }
}

extension PageSheet {
    /// Where footnotes stand, from left to right.
    var footnoteWidth: Double {
        max(0, contentRect.width - footnoteArea.insets.left - footnoteArea.insets.right)
    }

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
            let style = text.style(of: root)
            var note = Footnote(
                blocks: region.blocks, paragraphs: region.paragraphs, anchor: anchor,
                paragraph: text.paragraphIndex(at: anchor), top: box.y - box.margin.top - captionsAbove(root),
                bottom: box.frame.maxY + captionsBelow(root) + box.margin.bottom)
            note.policy = style.footnotePolicy
            if style.footnoteDisplay != .block { note.lineWidth = lineWidth(of: note, box, style) }
            return note
        }
    }

    /// What a footnote takes of a line: one line of text in a box that is not seen, at its beginning.
    private func lineWidth(
        of note: Footnote, _ box: BoxGeometry, _ style: BlockStyle
    ) -> (note: Double, gap: Double)? {
        guard note.blocks.count == 1, note.paragraphs.count == 1, style.width == .auto,
            let layout = paragraphs[note.paragraphs.lowerBound].layout, layout.lineCount == 1,
            !style.isDecorated(drawsBackground: true, drawsBorder: true, drawsShadows: true)
        else { return nil }
        let paragraph = text.paragraphs[note.paragraphs.lowerBound]
        switch (text.style(paragraph.style).alignment, style.direction == .rightToLeft) {
        case (.start, _), (.justify, _), (.left, false), (.right, true): break
        default: return nil
        }
        let edges =
            box.margin.left + box.margin.right + box.border.left + box.border.right + box.padding.left
            + box.padding.right
        return (
            edges + layout.size.width, text.style(text.paragraphs[note.paragraphs.lowerBound].strut).shaping.fontSize
        )
    }
}
