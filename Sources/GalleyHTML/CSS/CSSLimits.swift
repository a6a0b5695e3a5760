import GalleyText

/// The limits of the CSS room: what a style sheet may ask for before it is clamped, cut or dropped with a diagnostic.
///
/// Each exists so that no input can trap, hang or exhaust memory; each is far above what real documents use.
public enum CSSLimits {
    /// Lengths beyond this many px (either sign) are clamped to it; browsers clamp near 2²⁵ as well.
    public static let maximumLength = TextLimits.maximumLength
    /// Font sizes are clamped to 0 ... this many px (Chromium's limit).
    public static let maximumFontSize = TextLimits.maximumFontSize
    /// The largest style sheet read; what follows is dropped with a diagnostic. Positions are 32-bit.
    public static let maximumSheetBytes = 256 << 20
    /// How deep math functions, `:is()` and friends, `@media` in `@media` and nested rules may nest; what is deeper is
    /// an invalid value or rule.
    public static let maximumNesting = 32
    /// Terms of one `calc()` that cannot be added up before `em` is known; a longer sum is an invalid value.
    public static let maximumMathTerms = 256
    /// Decoration lines that spread to one text; `<u>` nested deeper draws no further line.
    public static let maximumDecorations = 16
    /// Compound selectors in one complex selector; a longer one makes its rule invalid.
    public static let maximumCompounds = 1024
    /// Bytes one value may grow to when its `var()` references are substituted; a larger one is invalid at
    /// computed-value time (CSS Variables 1 §3.3 asks for such a limit).
    public static let maximumSubstitutedBytes = 65_536
    /// Nodes that all `:has()` of one document may look at together; then it matches nothing more.
    public static let maximumHasSteps = 20_000_000
    /// Nodes that `dir=auto` looks through for a strong character.
    package static let maximumDirectionNodes = 1024
    /// Bytes of one text node that it looks through.
    package static let maximumDirectionBytes = 4096
    /// Tables of sibling positions kept at once, one for each kind of `:nth-*` selector.
    package static let maximumPositionTables = 64
    /// Names in the full name of a cascade layer, those around it included; the rule of a longer one is dropped. Every
    /// prefix of a full name is a layer of its own (CSS Cascade 5 §6.4.2).
    public static let maximumLayerNames = 64
    /// Bytes of the full name of a cascade layer; the rule of a longer one is dropped.
    public static let maximumLayerBytes = 1024
    /// Bytes of the text of `hyphenate-character` and `text-overflow`; the rest of a longer one is dropped.
    public static let maximumInsertedText = 256
    /// Stops of one gradient, hints included; a gradient of more is an invalid value.
    public static let maximumGradientStops = 1024
    /// Functions of a `transform`.
    public static let maximumTransforms = 64
    /// Corners of a `polygon()`.
    public static let maximumPolygonPoints = 4096
    /// Layers of one background; those behind are dropped.
    public static let maximumBackgroundLayers = 64
    /// Lines that an initial letter may be high or deep.
    public static let maximumInitialLetter = 100.0
    /// How many sheets one document may load.
    public static let maximumImports = 256
    /// How many sheets an `@import` chain may nest.
    public static let maximumImportDepth = 8
    /// Diagnostics kept for one sheet; the rest is counted only.
    public static let maximumDiagnostics = 100
}
