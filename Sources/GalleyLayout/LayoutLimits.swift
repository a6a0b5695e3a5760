import GalleyText

/// The limits of this module: what input can make large is cut here, and nowhere else.
public enum LayoutLimits {
    /// How many bytes of shaped text a layout keeps unless it is told otherwise (`LayoutOptions.shapedTextBudget`): 64 MiB.
    public static let shapedTextBudget = 67_108_864
    /// Up to how many times what the budget has room for a text may be for all of it to be used.
    static let fullyBudgetedTexts = 4.0
    /// How many paragraphs are cut into pages at once; where there are more, some pages at a time.
    public static let windowedParagraphs = 2_048
    /// The widest layout in px; wider ones are cut to it, and so is an infinite width that the content fills.
    public static let maximumWidth = TextLimits.maximumLength
    /// The most columns of one table; cells further right begin a new row.
    public static let maximumTableColumns = 100_000
    /// The most slots of a table whose borders collapse; larger ones keep their borders separate.
    public static let maximumCollapsedSlots = 4_000_000
    /// How many rows all cells of a table that span rows look at when they share their height out; what is left then
    /// goes to the last row of each.
    public static let maximumRowSpanSteps = 4_000_000
    /// The least content height of a page in px: smaller pages are taken as this high.
    public static let minimumPageHeight = 16.0
    /// Up to this height in px a box without text is not cut by a page or column edge.
    public static let maximumRuleHeight = 16.0
    /// How much of a row of columns, in px, stays with the heading before it.
    public static let keptColumnHeight = 40.0
    /// How deep multi-column containers nest; those inside have one column.
    public static let maximumColumnNesting = 8
    /// How often the rows of one container are made anew because pages end elsewhere.
    public static let maximumColumnCuts = 256
    /// How much of the edges of a box may stand over what follows it on a further page, px.
    static let maximumOverhang = 16.0
    /// How often the height of a row of columns is tried.
    public static let maximumBalancingSteps = 24
    /// How often what is in columns is laid out until each begins where its lines keep clear of the shapes beside it.
    public static let maximumColumnTries = 100
    /// The most blocks that fixed boxes have on all pages together; where there are more, they are on the first page alone.
    public static let maximumRepeatedBlocks = 1_000_000
    /// For pages of how many sizes, beside the first page's, fixed boxes are laid out; on others they are as on the first.
    public static let maximumFixedSizes = 64
    /// How often pages are cut again because the numbers of pages in the text changed.
    public static let maximumNumberings = 8
    /// How many first pages are looked at for what rules with `:nth()` may come to together.
    static let typicalPagePositions = 120
    /// How many kinds of pages are looked at for the lowest one.
    static let typicalPages = 2_048
    /// What of a block's text a header, or an entry of the outline, shows at most, in bytes.
    static let namedStringBytes = 4_096
    /// The most pages of one document.
    public static let maximumPages = 1_000_000
    /// The most corners of a shape that lines keep clear of.
    public static let maximumExclusionCorners = 10_000
    /// The most steps that a storage can take back.
    public static let maximumUndoSteps = 200
    /// The most loads under way at once in one layout manager.
    public static let maximumConcurrentLoads = 8
    /// How many `@font-face` rules of one document are looked at, the last ones, and how many sources of each.
    public static let maximumFontRules = 1_024
    public static let maximumFontSources = 32
    /// The most bytes of all fonts together that a document declares, unpacked: 256 MiB.
    public static let maximumFontBytes = 268_435_456
    /// How many floats between the text of one paragraph are placed with the lines made anew for each.
    public static let floatsInLines = 32
    /// How many times smaller pages are drawn at most, whatever their setup says.
    static let maximumShrinkFactor = 100.0
}
