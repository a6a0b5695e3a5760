import GalleyText

/// What layout asks of every block's style, found once for each style of a document: most blocks share a few, and a style
/// is large.
struct BlockTraits: Sendable {
    /// Margins, borders and padding, with `isPlain` only.
    let edges: BoxMetrics
    /// Whether the box is as wide as what is around it leaves, as high as its content, in the flow, and its edges depend on
    /// no font and no container.
    let isPlain: Bool
    let isRightToLeft: Bool
    /// `line-clamp`; 0 for none.
    let lineClamp: Int
    /// Whether the box begins a formatting context for its style, whatever block it is of (CSS 2 §9.4.1).
    let isContextRoot: Bool
    /// Whether `position: relative` may move it.
    let isRelative: Bool
    /// Whether it stands below floats that it clears.
    let clears: Bool

    init(_ style: BlockStyle) {
        func isAbsolute(_ value: SizeValue) -> Bool { value == .auto || value.length?.isAbsolute == true }
        func isAbsolute(_ edges: Edges<SizeValue>) -> Bool {
            isAbsolute(edges.top) && isAbsolute(edges.right) && isAbsolute(edges.bottom) && isAbsolute(edges.left)
        }
        let padding = [style.padding.top, style.padding.right, style.padding.bottom, style.padding.left]
        isPlain =
            style.width == .auto && style.height == .auto && style.minimumWidth == .auto
            && style.minimumHeight == .auto && style.aspectRatio == nil && style.maximumWidth == nil
            && style.maximumHeight == nil
            && style.lineClamp == 0 && !style.isFlowRoot && !style.clipsOverflow && style.columnCount == 0
            && style.columnWidth == nil
            && isAbsolute(style.margin) && padding.allSatisfy(\.isAbsolute)
        isRightToLeft = style.direction == .rightToLeft
        lineClamp = style.lineClamp
        isContextRoot = style.establishesContext
        isRelative = style.position == .relative && style.inset != Edges(.auto)
        clears = style.clear != .none
        edges =
            isPlain
            ? BoxMetrics(edgesOf: style, in: LengthResolver(context: LengthContext(fontSize: 16)), percentageBase: 0)
            : BoxMetrics()
    }

    /// Those of all styles of blocks, by id.
    static func all(of text: AttributedText) -> ContiguousArray<BlockTraits> {
        let count = (text.blocks.lazy.map(\.style.index).max() ?? -1) + 1
        return ContiguousArray((0..<count).map { BlockTraits(text.style(BlockStyleID(rawValue: UInt32($0)))) })
    }
}

extension BlockStyle {
    /// Whether margins of a block's children never meet its own (CSS 2 §9.4.1), for its style alone.
    var establishesContext: Bool { isFlowRoot || clipsOverflow || isMultiColumn || spansColumns }
}

extension FlowLayouter {
    /// The edges and width of a box that is plain.
    func plainMetrics(of block: BlockID, in container: ContainingBlock) -> BoxMetrics? {
        let style = text.blocks[block.index].style.index
        guard shaped.traits[style].isPlain, container.available == container.width else { return nil }
        return plainMetrics(ofStyle: style, in: container)
    }

    func plainMetrics(ofStyle style: Int, in container: ContainingBlock) -> BoxMetrics {
        var metrics = shaped.traits[style].edges
        metrics.width = max(
            0, container.width - metrics.margin.left - metrics.margin.right - metrics.horizontalEdges)
        return metrics
    }
}
