import GalleyText

/// The preferred ratio of a box that is not replaced, as far as it says how wide or high its content box is (CSS Box Sizing 4
/// §3).
struct PreferredRatio {
    private let ratio: Double
    /// What belongs to the box that has the ratio beside its content box.
    private let edges: Size

    /// - Returns: `nil` where there is none, and of tables and their parts, whose sizes are not their own.
    init?(_ style: BlockStyle, _ kind: Block.Kind, _ metrics: BoxMetrics) {
        guard let preferred = style.aspectRatio, preferred.ratio > 0, preferred.ratio.isFinite else { return nil }
        switch kind {
        case .box, .list, .item, .caption, .legend: break
        case .table, .rowGroup, .row, .cell: return nil
        }
        ratio = preferred.ratio
        let hasEdges = style.boxSizing == .borderBox && !preferred.isOfContentBox
        edges =
            hasEdges
            ? Size(width: metrics.horizontalEdges, height: metrics.topEdge + metrics.bottomEdge) : .zero
    }

    func width(ofHeight height: Double) -> Double {
        min(max(0, (height + edges.height) * ratio - edges.width), LayoutLimits.maximumWidth)
    }

    func height(ofWidth width: Double) -> Double {
        min(max(0, (width + edges.width) / ratio - edges.height), LayoutLimits.maximumWidth)
    }
}

/// `height`, `min-height` and `max-height` of a content box, in px.
struct DeclaredHeights {
    /// `nil` where it depends on the content.
    var given: Double?
    var minimum = 0.0
    var maximum = Double.infinity

    /// The given height within its limits.
    var used: Double? { given.map { max(min($0, maximum), minimum) } }
}

extension FlowLayouter {
    func declaredHeights(
        _ style: BlockStyle, _ block: BlockID, _ metrics: BoxMetrics, containerHeight: Double?
    ) -> DeclaredHeights {
        let extra = style.boxSizing == .borderBox ? metrics.topEdge + metrics.bottomEdge : 0
        func height(_ value: SizeValue) -> Double? {
            guard let length = value.length, !length.hasPercentage || containerHeight != nil else { return nil }
            return max(0, resolver(of: block).resolve(length, containerHeight ?? 0) - extra)
        }
        return DeclaredHeights(
            given: height(style.height), minimum: height(style.minimumHeight) ?? 0,
            maximum: style.maximumHeight.flatMap(height) ?? .infinity)
    }

    /// What the preferred ratio makes of a width that is `auto` or depends on the content: a width of its own where the
    /// height is definite, or the limits that `min-height` and `max-height` are for the width (§3.2).
    enum RatioWidth {
        case width(Double)
        case limits(least: Double, most: Double)
    }

    func ratioWidth(
        _ style: BlockStyle, _ block: BlockID, _ metrics: BoxMetrics, containerHeight: Double?
    ) -> RatioWidth? {
        guard style.aspectRatio != nil, style.width.length == nil, style.width != .stretch,
            let ratio = PreferredRatio(style, text.blocks[block.index].kind, metrics)
        else { return nil }
        let heights = declaredHeights(style, block, metrics, containerHeight: containerHeight)
        if let height = heights.used {
            return .width(width(ofHeight: height, ratio, style, block))
        }
        let most = heights.maximum < .infinity ? ratio.width(ofHeight: heights.maximum) : .infinity
        return .limits(least: heights.minimum > 0 ? ratio.width(ofHeight: heights.minimum) : 0, most: most)
    }

    /// The width that a definite height makes: no less than the content's least, where `min-width` is `auto` and nothing is
    /// clipped (§3.3).
    func width(
        ofHeight height: Double, _ ratio: PreferredRatio, _ style: BlockStyle, _ block: BlockID
    ) -> Double {
        let width = ratio.width(ofHeight: height)
        return style.minimumWidth == .auto && !style.clipsOverflow ? max(width, widths.content(block).minimum) : width
    }
}
