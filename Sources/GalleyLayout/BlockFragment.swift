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
    /// Whether its shadows are drawn: not those of an empty hidden cell.
    public var drawsShadows: Bool
    /// Whether what stands over its padding edge is not seen: by `overflow`, or in a cell that reaches into collapsed
    /// columns.
    public var clipsContent: Bool
    /// What a cell shows behind its own background of those around it: column group, column, row group, row (CSS 2 §17.5.1).
    /// These show nothing themselves.
    public var underlays: [BoxUnderlay] = []
    /// Whether the box really starts and ends here; false at a page boundary inside it (`box-decoration-break: slice`).
    public var hasTopEdge: Bool
    public var hasBottomEdge: Bool
    /// For a multi-column container: where the lines between its columns are drawn, in the style's `columnRule`.
    public var columnRules: [Rect] = []

    /// What of a fieldset's legend its border knows; `nil` where the block has none here.
    public var legend: FieldsetLegend?

    /// Where the box is cut and `box-decoration-break` does not clone it: the box as if it were not, which background images
    /// are laid out in (CSS Fragmentation 3 §5.4).
    public var whole: Whole?

    /// A box and its edges, as they are painted.
    public struct Whole: Sendable, Hashable {
        public var frame: Rect
        public var border: EdgeInsets
        public var padding: EdgeInsets
    }

    /// The box that shadows, background and border are painted in: a border box but for what of a legend is over its border.
    public var paintedFrame: Rect {
        guard let legend else { return frame }
        return Rect(
            x: frame.x, y: frame.y + legend.overhang, width: frame.width, height: max(0, frame.height - legend.overhang)
        )
    }

    /// The widths of the borders that are painted.
    public var paintedBorder: EdgeInsets {
        var edges = border
        if let legend { edges.top = legend.borderWidth }
        return edges
    }

    /// The box inside border and padding.
    public var contentRect: Rect { frame.inset(by: border).inset(by: padding) }

    init(
        block: BlockID, subtreeCount: Int = 0, frame: Rect, border: EdgeInsets, padding: EdgeInsets,
        drawsBorder: Bool = true, drawsBackground: Bool = true, drawsShadows: Bool = true, clipsContent: Bool = false
    ) {
        self.block = block
        self.subtreeCount = subtreeCount
        self.frame = frame
        self.border = border
        self.padding = padding
        self.drawsBorder = drawsBorder
        self.drawsBackground = drawsBackground
        self.drawsShadows = drawsShadows
        self.clipsContent = clipsContent
        hasTopEdge = true
        hasBottomEdge = true
    }
}

/// A legend in the border of its fieldset (HTML §15.3.13): where it stands, that border is not drawn.
public struct FieldsetLegend: Sendable, Hashable {
    /// Its border box, from the top left of the fieldset's.
    public var frame: Rect
    /// The width of the fieldset's top border, over whose middle it is centred.
    public var borderWidth: Double

    /// How far it reaches over the border.
    public var overhang: Double { max(0, (frame.height - borderWidth) / 2) }

    /// Where the border is not drawn: as wide as the legend, and all of the border's width.
    public var gap: Rect {
        let top = min(frame.minY, overhang)
        let bottom = max(frame.maxY, overhang + borderWidth)
        return Rect(x: frame.x, y: top, width: frame.width, height: bottom - top)
    }
}

/// The background of a part of a table, as it is seen in one of its cells.
public struct BoxUnderlay: Sendable, Hashable {
    public var background: Color?
    /// The images in front of the colour, front to back.
    public var backgroundLayers: [BackgroundLayer]
    /// The shadows in it, above its background; front to back.
    public var shadows: [BoxShadow]
    /// The box that an image is laid out in, in the coordinates of the fragment's frame.
    public var area: Rect

    /// `nil` where nothing of it is seen.
    init?(_ background: Color?, _ layers: [BackgroundLayer], shadows: [BoxShadow] = [], area: Rect) {
        let inner = shadows.filter(\.isInset)
        guard background != nil || !layers.isEmpty || !inner.isEmpty else { return nil }
        self.background = background
        backgroundLayers = layers
        self.shadows = inner
        self.area = area
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
