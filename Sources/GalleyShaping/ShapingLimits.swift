/// The limits of this module.
public enum ShapingLimits {
    /// The longest text handed to HarfBuzz at once, in bytes (Blink's runs end there too). Prefix sums of 32,768
    /// clusters fit 32 bits with advances up to 65,535 units.
    public static let maximumItemBytes = 32_768
    /// How far back a place to cut an overlong item is looked for.
    public static let maximumCutSearch = 4_096
    /// How far around a line's edge text is shaped again before the edge is taken as it is.
    public static let maximumEdgeBytes = 1_024
    /// How much memory a context keeps for putting the next paragraph together, in bytes.
    public static let scratchBytes = 1 << 20
    /// The shortest text, in bytes, of which a table of its words is kept, and how many bytes a word must have on average.
    public static let minimumWordTableText = 64
    public static let minimumWordBytes = 4
    /// How many font styles one paragraph can have; further ones look like the first.
    public static let maximumFontStyles = 65_535
    /// How many font styles a context remembers before it forgets all.
    public static let maximumCachedStyles = 4_096
    /// The styles of how many kinds of paragraphs of a text a context remembers before it forgets all.
    public static let maximumStyleMemo = 16
    /// Of how many plans a context remembers the lookups of single features before it forgets all.
    public static let maximumFeatureLookups = 65_536
    /// For how many styles and scripts a context remembers which face shows a character before it forgets all.
    public static let maximumFallbackTables = 256
    /// How many bytes of shaped words a plan keeps before it forgets all.
    public static let wordCacheBytes = 4 << 20
    /// The longest word, with the space before it, that is kept, in bytes.
    public static let maximumCachedWord = 64
    /// The longest word that is hyphenated, in bytes; at most 255.
    public static let maximumHyphenatedWord = 128
    /// The largest file that is read as a hyphenation dictionary.
    public static let maximumDictionaryBytes = 16 << 20
    /// The longest pattern of a dictionary, in bytes (libhyphen's lines end there too).
    public static let maximumPatternBytes = 100
    /// The most states of the patterns of one level: beginnings of patterns.
    public static let maximumPatternStates = 1 << 22
    /// How many signs a dictionary may name next to which no word is broken.
    public static let maximumUnbrokenSigns = 64
    /// How often the words of a compound are looked at for compounds again.
    public static let maximumCompoundDepth = 8
    /// How many bytes of hyphenated words a context keeps for one language before it forgets them.
    public static let hyphenatorBytes = 1 << 20
    /// How many languages' words a context keeps.
    public static let maximumHyphenators = 64
    /// How many steps the contextual rules of a plan's lookups are read for; with more nothing is known of the plan.
    public static let maximumRuleSteps = 1 << 20
    /// For how many plans a context remembers which glyphs their lookups touch.
    public static let maximumKnownPlans = 256

    /// The most bytes of an emphasis mark: one character, and no more marks on it than anybody needs.
    public static let maximumMarkBytes = 64
}
