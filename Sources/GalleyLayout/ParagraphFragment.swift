import GalleyParagraph
import GalleyText

/// A paragraph as laid out: its lines, and where they stand.
public struct ParagraphFragment: Sendable {
    /// The paragraph's index in document order; several fragments of one paragraph stand on several pages.
    public var paragraph: Int
    /// The top left of `layout`'s coordinates, in px of the document (or of the page).
    public var origin: Point
    public var layout: ParagraphLayout
    /// The lines of `layout` that belong here: all of them, but at page boundaries.
    public var lines: Range<Int>
    /// What is added to source offsets that `layout` answers, where an edit moved the paragraph since it was shaped.
    public var sourceShift: Int
    /// Whether it stands on this page or in this column once more: the header or footer of a table that is cut.
    public var isRepeated = false
    /// Its first letter, where that is a float.
    var letter: Letter?

    /// The box of its lines, as wide as the widest of them.
    public var frame: Rect {
        guard let first = lines.first, let last = lines.last else {
            return Rect(x: origin.x, y: origin.y, width: 0, height: 0)
        }
        let top = layout.lines[first].y
        let bottom = layout.lines[last].y + layout.lines[last].height
        var box = layout.lines[first].frame
        for line in lines { box = box.union(layout.lines[line].frame) }
        return Rect(x: origin.x + box.x, y: origin.y + top, width: box.width, height: bottom - top)
    }

    /// One of its lines, by its place in `layout.lines`: in the coordinates of the document (or of the page), its offsets
    /// those of the document's text.
    public func line(_ index: Int) -> LineFragment {
        let line = layout.lines[index]
        let range = line.sourceRange
        return LineFragment(
            frame: line.frame.offsetBy(dx: origin.x, dy: origin.y),
            range: (range.lowerBound + sourceShift)..<(range.upperBound + sourceShift),
            baseline: origin.y + line.baseline, paragraph: paragraph, lineInParagraph: index,
            isRightToLeft: line.isRightToLeft, endsWithHyphen: line.endsWithHyphen, isRepeated: isRepeated,
            hidden: line.truncatedRange.map { $0.lowerBound + sourceShift..<$0.upperBound + sourceShift })
    }
}

/// A list marker that stands outside its item: a small paragraph of its own, and no part of the text.
public struct MarkerFragment: Sendable {
    /// The item.
    public var item: BlockID
    /// The paragraph that it stands before.
    public var paragraph: Int
    /// The top left of `layout`'s coordinates, in px of the document (or of the page).
    public var origin: Point
    public var layout: ParagraphLayout
    /// The text that `layout` was made of: its styles and its bytes are there, not in the document's text.
    public var text: AttributedText
    /// The image that is shown in place of the text.
    public var image: Image?

    /// An image that is a marker.
    public struct Image: Sendable, Hashable {
        /// Its place in `AttributedText.attachments`.
        public var attachment: AttachmentID
        /// Where it is drawn, from the marker's origin.
        public var rect: Rect
    }

    public var frame: Rect {
        image?.rect.offsetBy(dx: origin.x, dy: origin.y)
            ?? Rect(x: origin.x, y: origin.y, width: layout.size.width, height: layout.size.height)
    }
}

/// An attachment's box.
public struct AttachmentFragment: Sendable {
    /// Its place in `AttributedText.attachments`.
    public var attachment: AttachmentID
    /// The border box in px of the document (or of the page).
    public var frame: Rect
    /// Inside border and padding: where the image is drawn.
    public var contentRect: Rect
    public var state: AttachmentState
    /// The paragraph and line that it stands in.
    public var paragraph: Int
    public var line: Int
    /// Whether it is shown once more: in the header or footer of a table that is cut.
    public var isRepeated = false
    /// For one that failed: its alternative text, laid out, and the text that it was made of.
    public var alternative: Alternative?

    /// What is shown for an attachment that failed.
    public struct Alternative: Sendable {
        /// The top left of `layout`'s coordinates, in px of the document (or of the page).
        public var origin: Point
        public var layout: ParagraphLayout
        public var text: AttributedText
    }
}
