import GalleyShaping
import GalleyText
import GalleyUnicode

/// Measures many strings in one style: labels, cells, what tests ask about.
///
///     let ruler = StringRuler(style: style, context: context)
///     ruler.contentWidths(of: "Buy now").maximum
///
/// The widths are those of `ShapedParagraph.contentWidths()` of a text of that string alone; of several paragraphs the
/// widest counts. Strings of Latin letters and common signs are put together of the context's cached words without a
/// paragraph being made, and strings that were measured are remembered, up to
/// ``ParagraphLimits/maximumMeasuredStrings``; both give the same widths as shaping
/// (`LayoutContext.Switches.stringMemo`).
///
/// A ruler belongs to its context's task.
public final class StringRuler {
    private let context: LayoutContext
    private let style: TextStyle
    private let paragraphStyle: ParagraphStyle
    private let plain: PlainStringMeasure?
    /// By the bytes: a face may show equivalent strings differently.
    private var known: [ExactString: ContentWidths] = [:]

    /// A ruler for strings of a text and a paragraph style.
    public init(
        style: TextStyle, paragraphStyle: ParagraphStyle = ParagraphStyle(), context: LayoutContext
    ) {
        self.context = context
        self.style = style
        self.paragraphStyle = paragraphStyle
        let isPlain =
            paragraphStyle.indent.isZero && paragraphStyle.hangingPunctuation.isEmpty
            && paragraphStyle.firstLine == nil && paragraphStyle.firstLetter == nil
            && paragraphStyle.baseDirection != .rightToLeft && context.switches.stringMemo
        plain = isPlain ? PlainStringMeasure(style, context) : nil
    }

    /// The minimum and maximum content widths of a string, in px. O(1) for one that is remembered.
    public func contentWidths(of string: String) -> ContentWidths {
        guard context.switches.stringMemo, string.utf8.count <= ParagraphLimits.maximumMeasuredBytes else {
            return measure(string)
        }
        let key = ExactString(string)
        if let known = known[key] { return known }
        let widths = measure(string)
        if known.count >= ParagraphLimits.maximumMeasuredStrings { known.removeAll(keepingCapacity: true) }
        known[key] = widths
        return widths
    }

    private func measure(_ string: String) -> ContentWidths {
        if let plain, let widths = measurePlain(string, plain) { return widths }
        let text = AttributedText(string, style: style, paragraphStyle: paragraphStyle)
        var widest = ContentWidths(minimum: 0, maximum: 0)
        for index in text.paragraphs.indices {
            let widths = context.shape(paragraph: index, of: text).contentWidths()
            widest.minimum = max(widest.minimum, widths.minimum)
            widest.maximum = max(widest.maximum, widths.maximum)
        }
        return widest
    }

    private func measurePlain(_ string: String, _ plain: PlainStringMeasure) -> ContentWidths? {
        var string = string
        return string.withUTF8 { utf8 in
            var widths = ContentWidths(minimum: 0, maximum: 0)
            let isDone = plain.forEachPart(of: utf8, context) { part, isWhole in
                var extent = ContentExtent(width: 0)
                if isWhole {
                    extent.addLine(part.start, part.content, part.end)
                    widths.maximum = max(widths.maximum, extent.content)
                } else {
                    extent.addPart(part.start, part.content, part.end)
                    widths.minimum = max(widths.minimum, extent.content)
                }
            }
            return isDone ? widths : nil
        }
    }
}
