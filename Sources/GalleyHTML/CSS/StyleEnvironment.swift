/// What a style sheet may ask about the place where the text will be shown (Media Queries 5).
///
///     var screen = StyleEnvironment()
///     screen.width = 600
///     screen.prefersDark = true
public struct StyleEnvironment: Sendable, Hashable {
    /// What kind of device it is.
    public enum Medium: String, Sendable {
        /// A screen.
        case screen
        /// Paper, or a PDF.
        case print
    }

    /// `prefers-contrast`.
    public enum Contrast: String, Sendable {
        case noPreference = "no-preference"
        case more, less, custom
    }

    /// The media type.
    public var medium: Medium
    /// Width of the viewport or page in px.
    public var width: Double
    /// Height of the viewport or page in px.
    public var height: Double
    /// Device pixels to a CSS px (`resolution`).
    public var resolution = 1.0
    /// Whether `prefers-color-scheme` is `dark`.
    public var prefersDark: Bool
    /// Whether `prefers-reduced-motion` is `reduce`: what is laid out once does not move.
    public var prefersReducedMotion = true
    /// `prefers-contrast`.
    public var contrast = Contrast.noPreference
    /// Whether `prefers-reduced-transparency` is `reduce`.
    public var prefersReducedTransparency = false
    /// Whether `prefers-reduced-data` is `reduce`.
    public var prefersReducedData = false
    /// Whether `forced-colors` is `active`.
    public var forcesColors = false
    /// Whether `inverted-colors` is `inverted`.
    public var invertsColors = false
    /// Bits of each colour component; 0 where there is no colour.
    public var colorBits = 8
    /// Bits of a device without colours; 0 where there are colours.
    public var monochromeBits = 0
    /// The size that `medium` and the root start from, in px.
    public var defaultFontSize: Double
    /// The size that `monospace` alone starts from, in px (13 in every browser).
    public var defaultMonospaceFontSize: Double
    /// The family of text that names none.
    public var defaultFontFamilies: [String]

    /// A screen of 800 x 600 px with text of 16 px.
    public init(
        medium: Medium = .screen, width: Double = 800, height: Double = 600, prefersDark: Bool = false,
        defaultFontSize: Double = 16, defaultMonospaceFontSize: Double = 13, defaultFontFamilies: [String] = ["serif"]
    ) {
        self.medium = medium
        self.width = width
        self.height = height
        self.prefersDark = prefersDark
        self.defaultFontSize = defaultFontSize
        self.defaultMonospaceFontSize = defaultMonospaceFontSize
        self.defaultFontFamilies = defaultFontFamilies
    }
}
