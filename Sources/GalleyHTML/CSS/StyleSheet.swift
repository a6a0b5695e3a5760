/// A parsed style sheet: rules in flat lists, whatever was wrong as diagnostics.
///
///     let sheet = StyleSheet(parsing: "p > b { color: red }")
///     sheet.ruleCount          // 1
///
/// Parsing costs O(bytes) and never fails: what is invalid is left out (CSS Syntax 3 §2.2). Immutable; shared freely.
public struct StyleSheet: Sendable {
    /// A style rule.
    package struct Rule: Sendable, Hashable {
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
        /// Where the rule stands, as in ``CSSDiagnostic``.
        public var line: Int
        /// Where the rule stands, as in ``CSSDiagnostic``.
        public var column: Int
    }

    /// An at-rule that layout may want: `@font-face`, `@page`, `@counter-style`.
    public struct AtRule: Sendable {
        /// The name without `@`, in lower case.
        public var name: String
        /// What stands before the block: the page selector, the counter style's name.
        public var prelude: String
        /// Descriptors in order, names in lower case, values as written.
        public var descriptors: [(name: String, value: String)]
        /// The condition in the sheet, or -1.
        package var condition: Int32 = -1
        /// The page's properties, and those of its margin boxes by name; `@page` only.
        package var block = DeclarationBlock()
        package var marginBoxes: [(name: String, block: DeclarationBlock)] = []
        /// What the URLs of descriptors are relative to.
        package var baseURL: String?
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
    ///   - bytes: the sheet.
    ///   - isQuirks: whether the document is in quirks mode.
    ///   - layer: the cascade layer that an `@import` puts the whole sheet into.
    ///   - place: where the bytes stand, for diagnostics and relative URLs.
    public init(parsing bytes: [UInt8], isQuirks: Bool = false, layer: String? = nil, place: Place = Place()) {
        var source = CSSSource(bytes)
        source.isQuirks = isQuirks
        source.baseURL = place.url
        var parser = CSSParser(source, place: place)
        self = parser.parseSheet(layer: layer)
    }

    /// Where a sheet stands: its own URL, or a line and column of the document.
    public struct Place: Sendable, Hashable {
        /// Nil inside the document.
        public var url: String?
        /// What diagnostics call a sheet that has no URL and does not stand in the document.
        public var name: String?
        /// Where its first byte is, from 1.
        public var line: Int
        /// Where its first byte is, from 1.
        public var column: Int

        /// A sheet of its own, or one that begins somewhere in the document.
        public init(url: String? = nil, name: String? = nil, line: Int = 1, column: Int = 1) {
            self.url = url
            self.name = name
            self.line = line
            self.column = column
        }
    }

    /// Parses a string.
    public init(parsing text: String) { self.init(parsing: Array(text.utf8)) }
}
