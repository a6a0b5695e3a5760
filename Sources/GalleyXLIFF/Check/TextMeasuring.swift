/// Answers how much room a text takes, for length limits in pixels, points or glyphs (XLIFF 1.2 `maxwidth` with
/// `size-unit`).
///
/// This module has no fonts: a tool that has them passes an implementation in.
public protocol TextMeasuring: Sendable {
    /// The room that `text` takes when its lines end at line feeds only; `nil` when the font is not there.
    ///
    /// - Parameter language: the BCP 47 tag of the text's language; empty when not known.
    func extent(of text: String, font: MeasuredFont, language: String) -> TextExtent?
}

/// The font that a text is measured in.
public struct MeasuredFont: Sendable, Hashable {
    /// `nil` for the tool's own choice.
    public var family: String?
    /// In the unit of the limit: lengths come out in the unit that the size goes in.
    public var size: Double
    /// 1 to 1000, as in CSS; 400 is regular.
    public var weight: Double = 400
    public var isItalic = false

    public init(family: String?, size: Double) {
        self.family = family
        self.size = size
    }
}

/// The room that a text takes.
public struct TextExtent: Sendable, Hashable {
    /// Of the widest line.
    public var width: Double
    /// Of all lines.
    public var height: Double
    public var glyphCount: Int

    public init(width: Double, height: Double, glyphCount: Int) {
        self.width = width
        self.height = height
        self.glyphCount = glyphCount
    }
}
