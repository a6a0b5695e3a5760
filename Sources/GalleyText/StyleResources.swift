/// What the style sheets of a document define rather than say of an element: fonts, pages, counter styles. Kept for
/// layout; in document order, later rules win.
public struct StyleResources: Hashable, Codable, Sendable {
    public var fontFaces: [FontFaceRule] = []
    public var pages: [PageRule] = []
    /// One a name: the last rule of each.
    public var counterStyles: [CustomCounterStyle] = []

    public init() {}

    public var isEmpty: Bool { fontFaces.isEmpty && pages.isEmpty && counterStyles.isEmpty }
}

/// One `@font-face` rule (CSS Fonts 4 §4). It names bytes and loads nothing.
public struct FontFaceRule: Hashable, Codable, Sendable {
    public enum Source: Hashable, Codable, Sendable {
        /// A face that is installed, by its full or PostScript name.
        case local(String)
        /// The resolved URL, with the `format()` that is declared.
        case url(String, format: String?)
    }

    public var family: String
    /// In order of preference.
    public var sources: [Source]
    /// 1 to 1000.
    public var weights: ClosedRange<Double> = 400...400
    /// `font-stretch` in percent.
    public var stretches: ClosedRange<Double> = 100...100
    public var slant = FontSlant.normal
    /// The other end of `oblique a b`, in degrees.
    public var maximumObliqueAngle: Double?
    /// The code points that the face is for; empty for all.
    public var unicodeRanges: [ClosedRange<UInt32>] = []
    public var features: [FontFeature] = []
    public var variations: [FontVariation] = []
    /// `ascent-override` and the like, as parts of the font size; `nil` is the font's own.
    public var ascent: Double?
    public var descent: Double?
    public var lineGap: Double?
    /// `size-adjust`: glyphs are scaled by it.
    public var sizeAdjust = 1.0
    public var display = Display.auto

    /// `font-display`.
    public enum Display: UInt8, Hashable, Codable, Sendable { case auto, block, swap, fallback, optional }

    public init(family: String, sources: [Source]) {
        self.family = family
        self.sources = sources
    }
}
