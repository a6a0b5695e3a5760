/// The style of a run of characters, in three parts: what shapes, what breaks, what paints.
///
///     var style = TextStyle()
///     style.shaping.fontWeight = 700
///
/// Styles are interned in the text that uses them; equal styles are one run.
public struct TextStyle: Hashable, Codable, Sendable {
    public var shaping: ShapingStyle
    public var breaking: BreakingStyle
    public var paint: PaintStyle
    public var lineHeight: LineHeight

    public init(
        shaping: ShapingStyle = ShapingStyle(), breaking: BreakingStyle = BreakingStyle(),
        paint: PaintStyle = PaintStyle(), lineHeight: LineHeight = .normal
    ) {
        self.shaping = shaping
        self.breaking = breaking
        self.paint = paint
        self.lineHeight = lineHeight
    }

    /// What measures of its font depend on: nothing of paint, breaks or language.
    package var fontOnly: TextStyle {
        var shaping = shaping
        shaping.language = ""
        return TextStyle(shaping: shaping, lineHeight: lineHeight)
    }
}

/// `line-height` (CSS Inline 3 §5.2).
public enum LineHeight: Hashable, Codable, Sendable {
    /// The font's ascent, descent and line gap.
    case normal
    /// A multiple of the font size.
    case multiple(Double)
    /// A length in px.
    case length(Length)
}
