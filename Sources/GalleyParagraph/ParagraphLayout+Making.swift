import GalleyShaping
import GalleyText

extension ParagraphLayout {
    /// Makes the lines of a shaped paragraph.
    ///
    /// - Parameters:
    ///   - boxes: the margin boxes of `shaped.objects`, in order; missing ones take no room.
    ///   - context: counts, and shapes edges that are not safe to break; its fonts are those that shaped the paragraph.
    public init(
        _ shaped: ShapedParagraph, _ constraints: ParagraphConstraints, boxes: [InlineBoxMetrics] = [],
        context: LayoutContext
    ) {
        self.init(
            storage: Storage(
                shaped: shaped, edges: ShapedText(), lines: [], pieces: [], boxes: [], objectBoxes: boxes, size: .zero,
                isTruncated: false))
    }
}

extension ShapedParagraph {
    /// The width of the widest part that cannot be broken, and the width without any break but forced ones, in px
    /// (CSS Sizing 3 §2.1).
    public func contentWidths(boxes: [InlineBoxMetrics] = [], percentageBase: Double = 0) -> ContentWidths {
        ContentWidths(minimum: 0, maximum: 0)
    }
}

/// The least and the most width that a paragraph can make use of, in px.
public struct ContentWidths: Sendable, Hashable {
    public var minimum: Double
    public var maximum: Double
}
