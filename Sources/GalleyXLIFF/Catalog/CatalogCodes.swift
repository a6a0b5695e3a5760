extension Finding.Code {
    /// A file that should be JSON is not.
    public static let jsonSyntax = Self(rawValue: "json-syntax")
    /// A member of a JSON object is there twice.
    public static let duplicateMember = Self(rawValue: "duplicate-member")
    /// JSON that is not a string catalog.
    public static let notCatalog = Self(rawValue: "not-catalog")
    /// The id of a unit looks like a variation, of a kind that is not known.
    public static let unknownVariation = Self(rawValue: "unknown-variation")
    /// The id of a unit may be a literal key or a variation.
    public static let ambiguousID = Self(rawValue: "ambiguous-id")
    /// A text and variations of it, or variations by two things, in one place.
    public static let overlappingShapes = Self(rawValue: "overlapping-shapes")
    /// A key that the catalog does not have.
    public static let unknownKey = Self(rawValue: "unknown-key")
    /// The type of a plural rule's argument could not be found out.
    public static let inferredValueType = Self(rawValue: "inferred-value-type")
    /// A plural rule without the category that every language needs.
    public static let missingOther = Self(rawValue: "missing-other")
    /// A format refers to a variable that is not there, or a variable to no format.
    public static let undefinedSubstitution = Self(rawValue: "undefined-substitution")
}
