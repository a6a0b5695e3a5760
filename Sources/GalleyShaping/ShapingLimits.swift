/// The limits of this module.
public enum ShapingLimits {
    /// The longest text handed to HarfBuzz at once, in bytes (Blink's runs end there too). Prefix sums of 32,768
    /// clusters fit 32 bits with advances up to 65,535 units.
    public static let maximumItemBytes = 32_768
    /// How far back a place to cut an overlong item is looked for.
    public static let maximumCutSearch = 4_096
    /// How far around a line's edge text is shaped again before the edge is taken as it is.
    public static let maximumEdgeBytes = 1_024
    /// How many font styles one paragraph can have; further ones look like the first.
    public static let maximumFontStyles = 65_535
    /// How many font styles a context remembers before it forgets all.
    public static let maximumCachedStyles = 4_096
    /// How many fallback answers a context remembers before it forgets all.
    public static let maximumFallbackMemo = 65_536
    /// How many bytes of shaped words a plan keeps before it forgets all.
    public static let wordCacheBytes = 4 << 20
    /// The longest word, with the space before it, that is kept, in bytes.
    public static let maximumCachedWord = 64
}
