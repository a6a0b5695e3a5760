import GalleyText

/// What there is to draw on a surface: a whole document or one page, as flat arrays in the surface's coordinates.
public struct LayoutContent: Sendable {
    /// The text that ids and indices refer to.
    public var text: AttributedText
    /// The surface in px.
    public var size: Size
    /// The background of the whole surface.
    public var canvasBackground: Color?
    /// Boxes in document order, parents before children.
    public var blocks: [BlockFragment]
    /// Paragraphs in document order.
    public var paragraphs: [ParagraphFragment]
    public var markers: [MarkerFragment]
    public var attachments: [AttachmentFragment]
    public var tableBorders: [TableBorderFragment]

    /// The lines in document order.
    public var lines: [LineFragment] {
        paragraphs.flatMap { fragment in fragment.lines.map { fragment.line($0) } }
    }
}
