import GalleyShaping
import GalleyText

extension ParagraphLayout {
    /// The place nearest to a point.
    public func position(at point: Point) -> TextPosition {
        TextPosition(offset: shaped.inline.sourceRange.lowerBound)
    }

    /// Where a caret is drawn at a source offset: one rectangle of no width, or two where directions meet.
    public func caretRects(at position: TextPosition) -> [Rect] { [] }

    /// What a range of source offsets covers, line by line, adjacent parts joined.
    public func rects(for range: Range<Int>) -> [Rect] { [] }
}
