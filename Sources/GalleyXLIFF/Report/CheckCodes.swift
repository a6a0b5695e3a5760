// The codes of checks. Codes are stable: baselines, CI rules and people's scripts name them.
extension Finding.Code {
    // XML itself: the codes of `XMLError`
    public static let xmlSyntax = Self(rawValue: "xml-syntax")
    public static let xmlIllegalCharacter = Self(rawValue: "xml-illegal-character")
    public static let xmlEncoding = Self(rawValue: "xml-encoding")
    public static let xmlUnknownEncoding = Self(rawValue: "xml-unknown-encoding")
    public static let xmlEntity = Self(rawValue: "xml-entity")
    public static let xmlLimit = Self(rawValue: "xml-limit")
    public static let xmlEmpty = Self(rawValue: "xml-empty")
    public static let xmlSource = Self(rawValue: "xml-source")
    // Placeholders
    public static let malformedSpecifier = Self(rawValue: "malformed-specifier")
    public static let unescapedPercent = Self(rawValue: "unescaped-percent")
    public static let writingSpecifier = Self(rawValue: "writing-specifier")
    public static let missingPlaceholder = Self(rawValue: "missing-placeholder")
    public static let extraPlaceholder = Self(rawValue: "extra-placeholder")
    // Lengths
    public static let tooLong = Self(rawValue: "too-long")
    public static let tooShort = Self(rawValue: "too-short")
    public static let notMeasured = Self(rawValue: "not-measured")
    // Plural forms
    public static let missingCategory = Self(rawValue: "missing-plural-category")
    public static let extraCategory = Self(rawValue: "extra-plural-category")
    // The translation as a whole
    public static let untranslated = Self(rawValue: "untranslated")
    public static let sameAsSource = Self(rawValue: "same-as-source")
    public static let notFinal = Self(rawValue: "not-final")
    // Its characters
    public static let edgeSpace = Self(rawValue: "edge-space")
    public static let lineCount = Self(rawValue: "line-count")
    public static let controlCharacter = Self(rawValue: "control-character")
    public static let unbalancedBidi = Self(rawValue: "unbalanced-bidi")
    public static let markupMismatch = Self(rawValue: "markup-mismatch")
    public static let doubleEscape = Self(rawValue: "double-escape")
    public static let literalEscape = Self(rawValue: "literal-escape")
    public static let finalPunctuation = Self(rawValue: "final-punctuation")
    // Several units
    public static let normalizationTwin = Self(rawValue: "normalization-twin")
    // The baseline
    public static let staleBaseline = Self(rawValue: "stale-baseline")
}
