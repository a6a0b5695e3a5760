/// A parsed style sheet: rules in flat lists, whatever was wrong as diagnostics.
///
///     let sheet = StyleSheet(parsing: "p > b { color: red }")
///     sheet.ruleCount          // 1
///
/// Parsing costs O(bytes) and never fails: what is invalid is left out (CSS Syntax 3 §2.2). Immutable; shared freely.
public struct StyleSheet: Sendable {
    /// A style rule.
    package struct Rule: Sendable {
        /// The selector list in ``StyleSheet/selectors``.
        package var selectors: UInt32
        /// The declarations in ``StyleSheet/blocks``.
        package var block: UInt32
        /// The condition around the rule in ``StyleSheet/conditions``, or -1.
        package var condition: Int32
        /// The layer in ``StyleSheet/layers``, or -1.
        package var layer: Int32
    }

    /// What must hold for the rules inside it: `@media` and `@supports`, and the condition around them.
    package struct Condition: Sendable {
        package var parent: Int32
        package var query: MediaQueryList
    }

    /// `@import`, kept until a loader resolves it.
    public struct Import: Sendable {
        /// The URL as written.
        public var url: String
        /// The condition in the sheet, or -1.
        package var condition: Int32
        /// The layer in the sheet, or -1.
        package var layer: Int32
        /// UTF-8 offset of the rule.
        public var offset: Int
    }

    /// An at-rule that layout may want: `@font-face`, `@page`, `@counter-style`.
    public struct AtRule: Sendable {
        /// The name without `@`, in lower case.
        public var name: String
        /// What stands before the block: the page selector, the counter style's name.
        public var prelude: String
        /// Descriptors in order, names in lower case, values as written.
        public var descriptors: [(name: String, value: String)]
    }

    package internal(set) var selectors = SelectorArena()
    package internal(set) var rules: [Rule] = []
    package internal(set) var blocks: [DeclarationBlock] = []
    package internal(set) var conditions: [Condition] = []
    /// Cascade layers by their full name, in order of first appearance (CSS Cascade 5 §6.4.2).
    package internal(set) var layers: [String] = []
    /// The sheet's `@import` rules.
    public internal(set) var imports: [Import] = []
    /// `@font-face`, `@page` and `@counter-style` rules.
    public internal(set) var atRules: [AtRule] = []
    /// What was left out or repaired, at most ``CSSLimits/maximumDiagnostics``.
    public internal(set) var diagnostics: [CSSDiagnostic] = []

    /// How many style rules the sheet has.
    public var ruleCount: Int { rules.count }

    /// A sheet without rules.
    public init() {}

    /// Parses UTF-8 (what is not valid is repaired).
    ///
    /// - Parameters:
    ///   - isQuirks: whether the document is in quirks mode.
    ///   - layer: the cascade layer that an `@import` puts the whole sheet into.
    public init(parsing bytes: [UInt8], isQuirks: Bool = false, layer: String? = nil) {
        var source = CSSSource(bytes)
        source.isQuirks = isQuirks
        var parser = CSSParser(source)
        self = parser.parseSheet(layer: layer)
    }

    /// Parses a string.
    public init(parsing text: String) { self.init(parsing: Array(text.utf8)) }
}
