import GalleyText

/// A block as laid out: one element of a flat array in document order, parents before children.
public struct BlockFragment: Sendable, Hashable {
    /// The block in `AttributedText.blocks` that it shows: style, role and kind are there.
    public var block: BlockID
    /// How many fragments stand inside, at any depth: the next sibling is at `index + 1 + subtreeCount`.
    public var subtreeCount: Int
    /// The border box, in px from the top left of the document (or of the page).
    public var frame: Rect
    /// The widths of the borders that the box makes room for.
    public var border: EdgeInsets
    public var padding: EdgeInsets
    /// Whether the block draws its own border: not where borders collapse, see `LayoutContent.tableBorders`.
    public var drawsBorder: Bool
    /// Whether the block draws its own background: not the one that became the canvas's, nor that of an empty hidden
    /// cell.
    public var drawsBackground: Bool
    /// Whether the box really starts and ends here; false at a page boundary inside it (`box-decoration-break: slice`).
    public var hasTopEdge: Bool
    public var hasBottomEdge: Bool
    /// For a multi-column container: where the lines between its columns are drawn, in the style's `columnRule`.
    public var columnRules: [Rect] = []

    /// The box inside border and padding.
    public var contentRect: Rect { frame.inset(by: border).inset(by: padding) }

    init(
        block: BlockID, subtreeCount: Int = 0, frame: Rect, border: EdgeInsets, padding: EdgeInsets,
        drawsBorder: Bool = true, drawsBackground: Bool = true
    ) {
        self.block = block
        self.subtreeCount = subtreeCount
        self.frame = frame
        self.border = border
        self.padding = padding
        self.drawsBorder = drawsBorder
        self.drawsBackground = drawsBackground
        hasTopEdge = true
        hasBottomEdge = true
    }
}

/// One piece of a collapsed table border (CSS 2 §17.6.2), to be drawn as a filled stroke along its longer side.
public struct TableBorderFragment: Sendable, Hashable {
    /// In px from the top left of the document (or of the page).
    public var frame: Rect
    public var edge: BorderEdge
    public var isHorizontal: Bool
    /// The table it belongs to.
    public var table: BlockID
}
