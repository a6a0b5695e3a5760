import GalleyText

/// The limits of this module: what input can make large is cut here, and nowhere else.
public enum LayoutLimits {
    /// The widest layout in px; wider ones are cut to it, and so is an infinite width that the content fills.
    public static let maximumWidth = TextLimits.maximumLength
    /// Tables nested deeper are laid out as plain blocks, so that no stack and no time is exhausted.
    public static let maximumTableDepth = 64
    /// The most columns of one table; cells further right stand in the last one.
    public static let maximumTableColumns = 10_000
    /// The least content height of a page in px: smaller pages are taken as this high.
    public static let minimumPageHeight = 16.0
    /// The most loads under way at once in one layout manager.
    public static let maximumConcurrentLoads = 8
}
