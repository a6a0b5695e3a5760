/// How strictly lines are broken around small kana, iteration marks and similar characters (`line-break`, CSS Text 3
/// §5.3). It remaps classes before UAX #14 runs.
public enum LineBreakStrictness: UInt8, Sendable, Hashable, CaseIterable {
    /// The default: as `normal` for horizontal text.
    case auto
    case loose
    case normal
    case strict
    /// A break between any two grapheme clusters.
    case anywhere
}

/// Whether lines may be broken between letters (`word-break`, CSS Text 3 §5.2).
public enum WordBreakMode: UInt8, Sendable, Hashable, CaseIterable {
    case normal
    /// Letters and numbers break like ideographs.
    case breakAll
    /// No break between letters, ideographs included.
    case keepAll
}
