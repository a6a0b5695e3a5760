import GalleyText

/// A block's edges and width, resolved against its containing block; px.
struct BoxMetrics: Sendable {
    var margin = EdgeInsets.zero
    var border = EdgeInsets.zero
    var padding = EdgeInsets.zero
    /// The content box's width.
    var width = 0.0
    /// Whether the width comes from a definite height and the preferred ratio.
    var isWidthOfRatio = false
    var hasAutoMarginLeft = false
    var hasAutoMarginRight = false

    /// Border and padding, left and right.
    var horizontalEdges: Double { border.left + border.right + padding.left + padding.right }
    var topEdge: Double { border.top + padding.top }
    var bottomEdge: Double { border.bottom + padding.bottom }
    var borderBoxWidth: Double { width + horizontalEdges }
}

/// The space that a block is laid out in.
struct ContainingBlock: Sendable {
    /// In px; what percentages of widths, margins and padding refer to.
    var width: Double
    /// What floats leave of it; `nil` where there are none beside.
    var room: Double?
    /// What percentage heights refer to; `nil` when it depends on the content.
    var height: Double?
    var isRightToLeft: Bool

    /// The width that a box and its margins may fill.
    var available: Double { room ?? width }
}

extension BoxMetrics {
    /// Edges without a width. Percentages refer to the containing block's width, also those of top and bottom.
    init(edgesOf style: BlockStyle, in context: LengthResolver, percentageBase: Double) {
        func margin(_ value: SizeValue) -> Double {
            value.length.map { context.resolve($0, percentageBase) } ?? 0
        }
        func padding(_ length: Length) -> Double { max(0, context.resolve(length, percentageBase)) }
        self.margin = EdgeInsets(
            top: margin(style.margin.top), right: margin(style.margin.right), bottom: margin(style.margin.bottom),
            left: margin(style.margin.left))
        self.padding = EdgeInsets(
            top: padding(style.padding.top), right: padding(style.padding.right),
            bottom: padding(style.padding.bottom), left: padding(style.padding.left))
        border = EdgeInsets(
            top: max(0, style.border.top.width), right: max(0, style.border.right.width),
            bottom: max(0, style.border.bottom.width), left: max(0, style.border.left.width))
        hasAutoMarginLeft = style.margin.left == .auto
        hasAutoMarginRight = style.margin.right == .auto
    }

    /// Divides the space beside a box of known width among its margins (CSS 2 §10.3.3).
    mutating func settleMargins(in container: ContainingBlock) {
        let free = container.available - borderBoxWidth - margin.left - margin.right
        switch (hasAutoMarginLeft, hasAutoMarginRight) {
        case (true, true):
            // "If both are auto, they are equal"; a box that is too wide keeps its start edge.
            margin.left = free >= 0 ? free / 2 : container.isRightToLeft ? free : 0
            margin.right = free - margin.left
        case (true, false): margin.left += container.isRightToLeft ? free : max(0, free)
        case (false, true): margin.right += free
        case (false, false):
            // Over-constrained: the end margin gives way.
            if container.isRightToLeft { margin.left += free } else { margin.right += free }
        }
    }
}

/// Resolves lengths for one block: its font is that of its first paragraph.
struct LengthResolver: Sendable {
    var context: LengthContext

    func resolve(_ length: Length, _ percentageBase: Double) -> Double {
        if length.isAbsolute { return Length.clamped(length.px) }
        var context = context
        context.percentageBase = percentageBase
        return length.resolved(in: context)
    }
}
