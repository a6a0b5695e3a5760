/// Answers how much room a text takes, for length limits in pixels or points (XLIFF 1.2 `maxwidth` with `size-unit`).
///
/// This module has no fonts: a tool that has them passes an implementation in.
public protocol TextMeasuring {
    /// The width in CSS px of the widest line of `text`, broken at line feeds only, or `nil` when the font is not there.
    ///
    /// - Parameters:
    ///   - text: what is measured.
    ///   - font: a family, as XLIFF's `font` attribute names it; `nil` for the tool's own choice.
    ///   - size: the font size in px.
    ///   - language: the BCP 47 tag of the text's language.
    func width(of text: String, font: String?, size: Double, language: String) -> Double?
}
