import GalleyParagraph
import GalleyShaping
import GalleyText

/// How large an initial letter is, and where its baseline is (CSS Inline 3 §7.3, §7.4): from the first line's cap height
/// down to the baseline of the line that it sinks to. Lines are taken to be as high as those of the block's own text.
struct InitialLetterMetrics: Sendable {
    /// What its font size is multiplied with.
    var scale = 1.0
    /// In px, at that size.
    var capHeight: Double
    /// From the top of the first line to the letter's baseline.
    var baseline: Double
    /// The lines that it is higher than it sinks.
    var raised: Double

    init(_ style: InitialLetter, root: TextStyle, letter: TextStyle, _ context: LayoutContext) {
        let line = InitialLetterMetrics.shape(root, context)
        let own = InitialLetterMetrics.shape(letter, context)
        let strut = line.strutStyle
        let height = strut.lineAscent + strut.lineDescent
        capHeight = max(0, style.size - 1) * height + line.capHeight
        let natural = own.capHeight
        if natural > 0 { scale = capHeight / natural }
        raised = max(0, style.size - Double(max(1, style.sink))) * height
        baseline = strut.lineAscent + Double(max(1, style.sink) - 1) * height
    }

    /// An empty paragraph of a style.
    private static func shape(_ style: TextStyle, _ context: LayoutContext) -> ShapedParagraph {
        var builder = AttributedTextBuilder()
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: builder.intern(style))
        return context.shape(paragraph: 0, of: builder.finish())
    }
}

extension ShapedParagraph {
    /// Of the block's own text.
    fileprivate var capHeight: Double { fontStyle(Int(strutStyle.fontStyle)).metrics.capHeight }
}

extension FlowLayouter {
    /// Puts an initial letter at the start of its paragraph's lines. One that is higher than it sinks moves the paragraph
    /// down by as many lines: its cap height then has as much room above it as that of a first line.
    mutating func place(
        _ cap: DropCap, _ initial: InitialLetterMetrics, _ metrics: BoxMetrics, ofParagraph index: Int, width: Double
    ) {
        let (top, current) = (frames.count - 1, contexts.count - 1)
        // The margin box, from the first line's top.
        let above = initial.baseline - initial.capHeight - metrics.topEdge - metrics.margin.top
        let below = initial.baseline + metrics.bottomEdge + metrics.margin.bottom
        let room = max(initial.raised, -above)
        if room > 0 {
            contexts[current].cursor += room
            paragraphs[index].origin.y = contexts[current].cursor
        }
        let y = contexts[current].cursor
        let place = contexts[current].floats.place(
            width: metrics.margin.left + metrics.borderBoxWidth + metrics.margin.right, height: max(0, below),
            isRight: frames[top].isRightToLeft, clear: .none, from: y, left: frames[top].contentX,
            right: frames[top].contentX + width)
        let frame = Rect(
            x: place.x + metrics.margin.left - frames[top].contentX, y: place.y - y + above + metrics.margin.top,
            width: metrics.borderBoxWidth, height: metrics.topEdge + initial.capHeight + metrics.bottomEdge)
        let line = cap.layout.lines.first?.baseline ?? 0
        dropCaps[index] = DropCapPlace(
            frame: frame,
            origin: Point(
                x: frame.x + metrics.border.left + metrics.padding.left, y: place.y - y + initial.baseline - line))
    }
}
