/// What a collection knows of a face without opening its file.
public struct FontDescriptor: Hashable, Sendable {
    /// The names of the family, the typographic one first.
    public var families: [String]
    public var fullName: String
    /// `<memory>` for a face that came from no file.
    public var path: String
    /// The number of the face within its file.
    public var index: Int
    public var style: FaceStyle
    /// The weights that the face can take; one value for a static face.
    public var weights: ClosedRange<Double>
    /// The widths, in percent, that the face can take.
    public var stretches: ClosedRange<Double>
    /// The face has a slant or italic axis, so it is upright and slanted.
    public var canSlant: Bool
    public var isVariable: Bool
    public var hasColor: Bool
    public var isFixedPitch: Bool
    public var isSerif: Bool
    /// The name that `local()` also takes.
    public var postScriptName: String

    public init(
        families: [String], fullName: String, path: String, index: Int, style: FaceStyle, weights: ClosedRange<Double>,
        stretches: ClosedRange<Double>, canSlant: Bool, isVariable: Bool, hasColor: Bool, isFixedPitch: Bool,
        isSerif: Bool, postScriptName: String = ""
    ) {
        self.families = families
        self.fullName = fullName
        self.path = path
        self.index = index
        self.style = style
        self.weights = weights
        self.stretches = stretches
        self.canSlant = canSlant
        self.isVariable = isVariable
        self.hasColor = hasColor
        self.isFixedPitch = isFixedPitch
        self.isSerif = isSerif
        self.postScriptName = postScriptName
    }

    /// The family's name.
    public var family: String { families.first ?? "" }
}

extension FontDescriptor {
    /// The description of an opened face.
    public init(_ face: FontFace) {
        func range(_ tag: FontTag, _ value: Double) -> ClosedRange<Double> {
            guard let axis = face.axes.first(where: { $0.tag == tag }), axis.minimum <= axis.maximum else {
                return value...value
            }
            return Double(axis.minimum)...Double(axis.maximum)
        }
        families = face.names.allFamilies
        fullName = face.names.full
        path = face.path
        index = face.index
        style = face.style
        weights = range(.weight, face.style.weight)
        stretches = range(.width, face.style.stretch)
        canSlant = face.axes.contains { $0.tag == .slant || $0.tag == .italic }
        isVariable = face.isVariable
        hasColor = face.hasColor
        isFixedPitch = face.isFixedPitch
        isSerif = face.isSerif
        postScriptName = face.names.postScript
    }

    /// A face as a document declares it.
    init(_ declared: DeclaredFace) {
        self.init(declared.face)
        families = [declared.family]
        weights = declared.weights
        stretches = declared.stretches
        style = FaceStyle(
            weight: min(max(style.weight, weights.lowerBound), weights.upperBound),
            stretch: min(max(style.stretch, stretches.lowerBound), stretches.upperBound), slant: declared.slant)
        canSlant = declared.canSlant
    }
}
