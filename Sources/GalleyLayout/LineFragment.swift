import GalleyText

/// One line of text, in the document's coordinates.
public struct LineFragment: Sendable, Hashable {
    /// The line's box in px from the document's (or page's) top left: as wide as what is seen, without trailing white
    /// space, and as high as the line.
    public var frame: Rect
    /// The source bytes of the line, a forced break (U+2028) at its end included, the paragraph's separator not.
    public var range: Range<Int>
    /// The baseline in px from the document's (or page's) top.
    public var baseline: Double
    /// The paragraph's index in document order, and the line's in the paragraph.
    public var paragraph: Int
    public var lineInParagraph: Int
    /// The paragraph's base direction.
    public var isRightToLeft: Bool
    /// Whether a hyphen that is not in the source is shown at the line's end.
    public var endsWithHyphen: Bool
    /// Whether the line is shown once more: in the header or footer of a table that a page or column cuts.
    public var isRepeated = false
    /// The source bytes that it does not show, where text was cut.
    public var hidden: Range<Int>?
}
