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
    public var tabSize: TabSize

    public init() {
        whiteSpace = .collapse
        wraps = true
        wordBreak = .normal
        lineBreak = .auto
        overflowWrap = .normal
        hyphens = .manual
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

/// `tab-size` (CSS Text 3 §4.2).
public enum TabSize: Hashable, Codable, Sendable {
    /// A multiple of the advance of a space.
    case spaces(Double)
    case length(Length)
}
