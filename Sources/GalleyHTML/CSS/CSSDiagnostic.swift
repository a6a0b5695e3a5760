/// One thing in a style sheet that was dropped or repaired.
///
/// Diagnostics never stop a conversion: CSS recovers from every error by dropping the smallest invalid part
/// (CSS Syntax 3 §9).
public struct CSSDiagnostic: Sendable, Hashable {
    /// What went wrong.
    public enum Code: String, Sendable {
        /// A comment, string, block or function was still open at the end of the sheet (closed there).
        case unclosed
        /// A string that ends at a line end, or a `url(` with characters it may not hold.
        case badToken = "bad-token"
        /// A rule whose selector is invalid or unknown (the rule is dropped).
        case invalidSelector = "invalid-selector"
        /// A declaration without a colon, or with something that cannot begin one (dropped).
        case malformedDeclaration = "malformed-declaration"
        /// A property that is not known here (dropped).
        case unknownProperty = "unknown-property"
        /// A value that the property does not take (dropped).
        case invalidValue = "invalid-value"
        /// A rule without a block, or an at-rule out of place (dropped).
        case malformedRule = "malformed-rule"
        /// An at-rule that is not known here (dropped).
        case unknownAtRule = "unknown-at-rule"
        /// A linked or imported sheet that nobody asked for: there is no loader, or it imports itself.
        case importNotLoaded = "import-not-loaded"
        /// A linked or imported sheet that could not be had; the text says why.
        case missingStyleSheet = "missing-style-sheet"
        /// Something beyond a constant of ``CSSLimits`` (cut or dropped).
        case limit
    }

    /// What went wrong.
    public var code: Code
    /// The offending text, shortened to 40 characters.
    public var text: String
    /// UTF-8 offset in the sheet.
    public var offset: Int
    /// Line, from 1; of the document where the sheet stands in it. Lines end as in CSS Syntax: LF, CR, CRLF, FF. 0 when it
    /// is not known.
    public var line: Int
    /// Column in UTF-8 bytes, from 1; 0 when it is not known.
    public var column: Int
    /// The URL of the sheet; nil in the document.
    public var sheet: String? = nil
}

extension CSSDiagnostic.Code {
    /// What it means, for people.
    package var explanation: String {
        switch self {
        case .unclosed: "closed at the end"
        case .badToken: "broken string or URL"
        case .invalidSelector: "invalid selector, rule left out"
        case .malformedDeclaration: "no declaration, left out"
        case .unknownProperty: "unknown property"
        case .invalidValue: "invalid value, declaration left out"
        case .malformedRule: "malformed rule, left out"
        case .unknownAtRule: "unknown at-rule"
        case .importNotLoaded: "style sheet not loaded"
        case .missingStyleSheet: "missing style sheet"
        case .limit: "beyond a limit"
        }
    }
}
