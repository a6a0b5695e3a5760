/// How lines may be broken: what CSS Text 3 §5 says with `line-break` and `word-break`.
///
///     LineBreaks(LineBreakOptions(strictness: .loose, isChineseOrJapanese: true))
@frozen
public struct LineBreakOptions: Hashable, Sendable {
    /// `line-break`.
    public var strictness: LineBreakStrictness
    /// `word-break`.
    public var wordBreak: WordBreakMode
    /// Whether the content's language is Chinese or Japanese, for which `normal` and `loose` allow more breaks.
    public var isChineseOrJapanese: Bool

    /// Options; the defaults are those of CSS.
    @inlinable
    public init(
        strictness: LineBreakStrictness = .auto, wordBreak: WordBreakMode = .normal,
        isChineseOrJapanese: Bool = false
    ) {
        self.strictness = strictness
        self.wordBreak = wordBreak
        self.isChineseOrJapanese = isChineseOrJapanese
    }
}

/// The values of `line-break` (CSS Text 3 §5.3).
@frozen
public enum LineBreakStrictness: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The same as ``normal``, as in the browsers.
    case auto
    /// Breaks before iteration marks, between leaders, and around more punctuation of Chinese and Japanese.
    case loose
    /// Breaks before small kana.
    case normal
    /// UAX #14 as it stands.
    case strict
    /// Around every grapheme cluster, whatever the characters say.
    case anywhere
}

/// The values of `word-break` (CSS Text 3 §5.2).
@frozen
public enum WordBreakMode: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The rules of the language.
    case normal
    /// Letters and digits break like ideographs.
    case breakAll
    /// Ideographs and Hangul do not break, like letters.
    case keepAll
}
