/// A face as a document declares it (`@font-face`, CSS Fonts 4 §4): under a family name and for the styles that the rule
/// says, whatever the file says of itself.
///
///     let declared = DeclaredFace(face, family: "Heading", weights: 600...900)
///     let fonts = try FontCollection.system().adding(declared: [declared])
public struct DeclaredFace: Sendable {
    public var face: FontFace
    /// The name that text asks for it by.
    public var family: String
    /// The weights, 1 to 1000, that the face is for; a variable face takes any of them.
    public var weights: ClosedRange<Double>
    /// The widths in percent.
    public var stretches: ClosedRange<Double>
    /// The slant that the face is for; nothing is slanted to it.
    public var slant: FaceSlant
    /// Whether the face has every angle (`oblique a b`), by an axis of its own.
    public var canSlant: Bool
    /// Places on axes that are set wherever the face is used; a query's own win.
    public var variations: [AxisValue]
    public var overrides: FaceOverrides

    /// A face for weight 400, normal width and upright text unless something else is said.
    public init(
        _ face: FontFace, family: String, weights: ClosedRange<Double> = 400...400,
        stretches: ClosedRange<Double> = 100...100, slant: FaceSlant = .normal, canSlant: Bool = false,
        variations: [AxisValue] = [], overrides: FaceOverrides = FaceOverrides()
    ) {
        self.face = face
        self.family = family
        self.weights = weights
        self.stretches = stretches
        self.slant = slant
        self.canSlant = canSlant
        self.variations = variations
        self.overrides = overrides
    }
}

/// What a declaration changes of a face (CSS Fonts 4 §4.5, §4.9; CSS Fonts 5 §2).
public struct FaceOverrides: Hashable, Sendable {
    /// The code points that the face is for (`unicode-range`); empty for all that it has.
    public let unicodeRanges: [ClosedRange<UInt32>]
    /// Glyphs and measures are scaled by it (`size-adjust`).
    public let sizeAdjust: Double
    /// Parts of the font size; `nil` is the face's own.
    public let ascent: Double?
    public let descent: Double?
    public let lineGap: Double?
    /// OpenType features that text in the face has before its style's own (`font-feature-settings` of the rule).
    public let features: [FaceFeature]

    /// Numbers are cut to 0 and ``FontLimits/maximumOverride``; what is no number says nothing.
    public init(
        unicodeRanges: [ClosedRange<UInt32>] = [], sizeAdjust: Double = 1, ascent: Double? = nil,
        descent: Double? = nil, lineGap: Double? = nil, features: [FaceFeature] = []
    ) {
        func bounded(_ value: Double?) -> Double? {
            guard let value, !value.isNaN else { return nil }
            return min(max(0, value), FontLimits.maximumOverride)
        }
        self.unicodeRanges = unicodeRanges
        self.sizeAdjust = bounded(sizeAdjust) ?? 1
        self.ascent = bounded(ascent)
        self.descent = bounded(descent)
        self.lineGap = bounded(lineGap)
        self.features = features
    }

    /// Whether the face may show a character at all.
    package func allows(_ scalar: Unicode.Scalar) -> Bool {
        unicodeRanges.isEmpty || unicodeRanges.contains { $0.contains(scalar.value) }
    }
}

/// An OpenType feature and its value: 0 off, 1 on, or which of several.
public struct FaceFeature: Hashable, Sendable {
    public var tag: FontTag
    public var value: UInt32

    /// The value of a feature.
    public init(tag: FontTag, value: UInt32) {
        self.tag = tag
        self.value = value
    }
}

extension FontMetrics {
    /// The measures after overrides: `size-adjust` scales the face's own as well as those that replace them (CSS Fonts 5
    /// §2.2).
    mutating func apply(_ overrides: FaceOverrides) {
        let em = Double(unitsPerEm)
        func units(_ part: Double) -> Int { Int(part * em) }
        if let part = overrides.ascent { ascent = units(part) }
        if let part = overrides.descent { descent = units(part) }
        if let part = overrides.lineGap { lineGap = units(part) }
        let adjust = overrides.sizeAdjust
        guard adjust != 1 else { return }
        for measure in [
            \FontMetrics.ascent, \.descent, \.emAscent, \.lineGap, \.xHeight, \.capHeight, \.underlinePosition,
            \.underlineThickness,
            \.strikeoutPosition, \.strikeoutThickness, \.averageAdvance, \.zeroAdvance, \.ideographAdvance,
            \.subscriptOffset, \.superscriptOffset,
        ] {
            self[keyPath: measure] = Int((Double(self[keyPath: measure]) * adjust).rounded())
        }
    }
}
