/// The limits of this module.
public enum RenderLimits {
    /// The longest side of a PNG in pixels: Cairo's image surfaces hold 16-bit coordinates.
    public static let maximumImageSide = 32_767
    /// The most pixels of a PNG: 1 GB of memory.
    public static let maximumImagePixels = 1 << 28
    /// The longest side of a PDF page in px: 14,400 pt, the limit of PDF 1.7 (ISO 32000-1, annex C.2).
    public static let maximumPageSide = 19_200.0
    /// How deep structure elements and clips nest; what is deeper belongs to the element around it.
    public static let maximumTagDepth = 100
    /// How many tiles of a background image are drawn beside and below each other, where there is room between them.
    public static let maximumTilesAcross = 1_000
    /// How many tiles of a vector picture are drawn one by one; more are a pattern.
    static let maximumVectorTiles = 200.0
    /// The most pixels of a vector picture that are kept for the next time that it is shown.
    static let maximumKeptVectorPixels = 262_144.0
    /// What filters, masks and opacities of a vector picture may take by estimate, ns: it is drawn coarser where it is more.
    static let maximumVectorPixelWork = 1.5e9
    /// Into how many straight pieces the way between two colours is cut where it is a curve.
    static let gradientSteps = 16
    /// The most stops that such pieces and repetitions may make of a gradient.
    static let maximumGradientStops = 4_096
    /// Parts of border images that are drawn one by one; where they are more, one of them is drawn and repeated.
    static let maximumSingleTiles = 64.0
    /// How large, in px, a vector image may be of which a border shows a part.
    static let maximumBorderImageSide = 100_000.0
    /// How many lines before and after its own an inline box's background is put together from.
    static let maximumSlices = 200
    /// How many terms and descriptions before one are looked at to find where their item begins.
    static let maximumItemParts = 10_000
    /// How many lines of text a float is looked for a place beside, in text that keeps lines.
    static let maximumRowsBeside = 64
    /// The most waves of one wavy line.
    public static let maximumWaves = 10_000
    /// The most entries of a PDF's outline; later headings are left out of it.
    public static let maximumOutlineEntries = 20_000
    /// How deep groups are drawn as pictures of their own.
    static let maximumGroupDepth = 8
    /// How much larger than it is a transform may draw anything; what would be larger is not seen.
    static let maximumMagnification = 1_000.0
    /// Text of fewer points than so many is left out of PDF: nobody sees it, and numbers in PDF cannot be so small.
    static let minimumTextSize = 0.01
    /// The size in the target's units that FreeType knows glyphs of.
    static let maximumGlyphSize = 60_000.0
    /// The largest blur of a shadow in px.
    public static let maximumBlurRadius = 256.0
    /// The longest side of one blurred shadow in pixels; larger ones are left out.
    public static let maximumBlurSide = 16_384
    /// How far from its box a shadow can be, and how much larger, px.
    public static let maximumShadowDistance = 100_000.0
}
