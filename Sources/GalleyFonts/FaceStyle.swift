/// How a face looks within its family: weight, width and slant (CSS Fonts 4 §2.2 to 2.4).
public struct FaceStyle: Hashable, Sendable {
    /// 1 to 1000; 400 is regular, 700 bold.
    public var weight: Double
    /// In percent of the normal width.
    public var stretch: Double
    public var slant: FaceSlant

    public init(weight: Double = 400, stretch: Double = 100, slant: FaceSlant = .normal) {
        self.weight = weight
        self.stretch = stretch
        self.slant = slant
    }

    /// Weight 400, width 100 %, upright.
    public static let regular = FaceStyle()
    /// Weight 700.
    public static let bold = FaceStyle(weight: 700)
}

/// The `font-style` of a face or of a request for one.
public enum FaceSlant: Hashable, Sendable {
    case normal
    case italic
    /// Slanted clockwise by an angle; CSS's default angle is 14 degrees.
    case oblique(degrees: Double)

    /// `oblique` without an angle.
    public static let oblique = FaceSlant.oblique(degrees: defaultObliqueDegrees)

    /// CSS Fonts 4 §2.4.
    public static let defaultObliqueDegrees = 14.0
}

/// What must be drawn differently because no face of the family has it. Advances are those of the real face.
public struct FaceSynthesis: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The outlines are to be emboldened.
    public static let bold = FaceSynthesis(rawValue: 1)
    /// The outlines are to be slanted, by ``FaceSlant/defaultObliqueDegrees``.
    public static let oblique = FaceSynthesis(rawValue: 2)
}
