/// East_Asian_Width (UAX #11).
///
/// The raw values are the numbers of the generated tables (Scripts/generate-unicode.py holds the same list).
@frozen
public enum EastAsianWidth: UInt8, Hashable, Sendable, CaseIterable {
    /// `N`
    case neutral
    /// `A`
    case ambiguous
    /// `H`
    case halfwidth
    /// `F`
    case fullwidth
    /// `Na`
    case narrow
    /// `W`
    case wide
}
