/// What text asks of a collection: families in order of preference and a style.
///
///     let query = FontQuery(families: ["Noto Sans", "sans-serif"], style: .bold)
///     let primary = fonts.match(query)[0]
///
/// Family names are compared without regard to case. CSS's generic names (``FontQuery/genericNames``) stand for the
/// collection's own choice.
public struct FontQuery: Hashable, Sendable {
    public var families: [String]
    public var style: FaceStyle
    /// What may be synthesised where no face of the family has it (`font-synthesis`).
    public var allowedSynthesis: FaceSynthesis
    /// Places on axes set by hand (`font-variation-settings`); they win over `style`.
    public var axisValues: [AxisValue]
    /// The size in px that an optical-size axis is set to; `nil` leaves it at its default
    /// (`font-optical-sizing: none`). Only faces that have the axis get an instance of their own for it.
    public var opticalSize: Double?

    public init(
        families: [String], style: FaceStyle = .regular, allowedSynthesis: FaceSynthesis = [.bold, .oblique],
        axisValues: [AxisValue] = [], opticalSize: Double? = nil
    ) {
        self.families = families
        self.style = style
        self.allowedSynthesis = allowedSynthesis
        self.axisValues = axisValues
        self.opticalSize = opticalSize
    }

    /// The generic families of CSS Fonts 4 §2.1.1 that a collection resolves.
    public static let genericNames: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "ui-serif",
        "ui-sans-serif", "ui-monospace", "ui-rounded", "fangsong",
    ]
}

/// The answer to a ``FontQuery``.
public struct FontMatch: Hashable, Sendable {
    /// One instance for each family that was found, in the query's order. Never empty: where nothing was found, the
    /// collection's default family, or the last-resort face.
    public var instances: [FontInstanceID]
    /// The names in the query that no face of the collection has.
    public var missingFamilies: [String]
}

/// The face for a cluster that the text's own families do not have.
public struct FontFallback: Hashable, Sendable {
    public var instance: FontInstanceID
    /// Whether the instance has a glyph for every character; if not, it shows boxes.
    public var isCovered: Bool

    public init(instance: FontInstanceID, isCovered: Bool) {
        self.instance = instance
        self.isCovered = isCovered
    }
}

/// How a cluster wants to be shown where both a text and a picture exist (UTS #51 §4).
public enum EmojiPresentation: UInt8, Hashable, Sendable {
    /// As any other character.
    case text
    /// In colour, if any face has it so.
    case emoji
}
