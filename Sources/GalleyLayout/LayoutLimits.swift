import GalleyText

/// The limits of this module: what input can make large is cut here, and nowhere else.
public enum LayoutLimits {
    /// The widest layout in px; wider ones are cut to it, and so is an infinite width that the content fills.
    public static let maximumWidth = TextLimits.maximumLength
    /// The most columns of one table; cells further right begin a new row.
    public static let maximumTableColumns = 100_000
    /// The most slots of a table whose borders collapse; larger ones keep their borders separate.
    public static let maximumCollapsedSlots = 4_000_000
    /// The least content height of a page in px: smaller pages are taken as this high.
    public static let minimumPageHeight = 16.0
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
}
