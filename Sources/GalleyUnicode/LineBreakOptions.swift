/// How lines may be broken: what CSS Text 3 §5 says with `line-break` and `word-break`.
///
///     LineBreaks(LineBreakOptions(strictness: .loose, language: .japanese))
@frozen
public struct LineBreakOptions: Hashable, Sendable {
    /// `line-break`.
    public var strictness: LineBreakStrictness
    /// `word-break`.
    public var wordBreak: WordBreakMode
    /// The content's language, as far as it matters.
    public var language: LineBreakLanguage

    /// Options; the defaults are those of CSS.
    @inlinable
    public init(
        strictness: LineBreakStrictness = .auto, wordBreak: WordBreakMode = .normal,
        language: LineBreakLanguage = .other
    ) {
        self.strictness = strictness
        self.wordBreak = wordBreak
        self.language = language
    }
}

/// The values of `line-break` (CSS Text 3 §5.3).
@frozen
public enum LineBreakStrictness: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The same as ``normal``, but that Japanese has no more breaks than other languages, as in Chromium.
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

/// The languages in which `normal` and `loose` allow more breaks (CSS Text 3 §5.3).
@frozen
public enum LineBreakLanguage: UInt8, Hashable, Sendable {
    case other, chinese, japanese

    /// The language of a BCP 47 tag.
    public init(tag: some StringProtocol) {
        switch tag.prefix(while: { $0 != "-" }).lowercased() {
        case "zh": self = .chinese
        case "ja": self = .japanese
        default: self = .other
        }
    }
}

/// The values of `word-break` (CSS Text 3 §5.2, CSS Text 4 §5.1).
@frozen
public enum WordBreakMode: UInt8, Hashable, Codable, Sendable, CaseIterable {
    /// The rules of the language.
    case normal
    /// Letters and digits break like ideographs.
    case breakAll
    /// Ideographs and Hangul do not break, like letters.
    case keepAll
    /// As normal, and words are not looked for in text without spaces (class SA: Thai, Lao, Khmer, Burmese).
    case manual
}
