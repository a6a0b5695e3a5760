import GalleyUnicode

/// The part of a text style that decides where lines may break; it never changes a glyph.
public struct BreakingStyle: Hashable, Codable, Sendable {
    public var whiteSpace: WhiteSpaceCollapse
    /// `text-wrap-mode`: whether lines break at all except where they must.
    public var wraps: Bool
    public var wordBreak: WordBreakMode
    public var lineBreak: LineBreakStrictness
    public var overflowWrap: OverflowWrap
    public var hyphens: Hyphens
    public var hyphenateLimits: HyphenateLimits
    /// `hyphenate-character` (CSS Text 4 §6.2): what is shown where a word is broken at a soft or automatic hyphen; `nil`
    /// is `auto`, the hyphen that the face has; empty shows nothing.
    public var hyphenateCharacter: String?
    public var tabSize: TabSize

    public init() {
        whiteSpace = .collapse
        wraps = true
        wordBreak = .normal
        lineBreak = .auto
        overflowWrap = .normal
        hyphens = .manual
        hyphenateLimits = HyphenateLimits()
        hyphenateCharacter = nil
        tabSize = .spaces(8)
    }
}

/// `white-space-collapse` (CSS Text 4 §3.1). The text of the model is collapsed already; what is left for layout is
/// whether spaces at a line's end hang (`preserve`) or take room (`breakSpaces`).
public enum WhiteSpaceCollapse: UInt8, Hashable, Codable, Sendable {
    case collapse, preserve, preserveBreaks, preserveSpaces, breakSpaces
}

/// `overflow-wrap` (CSS Text 3 §5.5).
public enum OverflowWrap: UInt8, Hashable, Codable, Sendable {
    case normal
    /// A word too long may be broken anywhere; its breaks do not count for min-content.
    case breakWord
    /// As `breakWord`, but they count.
    case anywhere
}

/// `hyphens` (CSS Text 3 §5.4).
public enum Hyphens: UInt8, Hashable, Codable, Sendable {
    case none, manual, auto
}

/// `hyphenate-limit-chars` (CSS Text 4 §6.3): how many characters a word must have to be hyphenated automatically, and at
/// least how many before and after the break. `nil` is `auto`. A dictionary's own limits hold beside these.
public struct HyphenateLimits: Hashable, Codable, Sendable {
    public var word: UInt8?
    public var before: UInt8?
    public var after: UInt8?

    public init(word: UInt8? = nil, before: UInt8? = nil, after: UInt8? = nil) {
        self.word = word
        self.before = before
        self.after = after
    }

    /// The used values of `auto`: what CSS Text 4 suggests.
    public static let automaticWord = 5
    public static let automaticBefore = 2
    public static let automaticAfter = 2

    public var usedWord: Int { word.map(Int.init) ?? HyphenateLimits.automaticWord }
    public var usedBefore: Int { before.map(Int.init) ?? HyphenateLimits.automaticBefore }
    public var usedAfter: Int { after.map(Int.init) ?? HyphenateLimits.automaticAfter }
}

/// `tab-size` (CSS Text 3 §4.2).
public enum TabSize: Hashable, Codable, Sendable {
    /// A multiple of the advance of a space.
    case spaces(Double)
    case length(Length)
}
