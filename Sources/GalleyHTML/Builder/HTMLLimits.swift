/// The limits of this module's conversion; those of the parser are `MarkupLimits`, of style sheets `CSSLimits`.
public enum HTMLLimits {
    /// How many columns `col` and `colgroup` may declare in a table.
    public static let tableColumns = 1_000
    /// The longest URL that a link or an attachment keeps, in bytes (data URLs are longer than others).
    public static let urlBytes = 32 * 1_024 * 1_024
    /// The longest alternative text, in bytes.
    public static let alternativeTextBytes = 65_536
    /// The longest source of an inline drawing or formula that is kept, in bytes.
    public static let markupBytes = 4 * 1_024 * 1_024
    /// How many attributes an attachment keeps beside those that have a field of their own.
    public static let attachmentAttributes = 64
    /// How many images a `srcset` attribute may offer.
    public static let imageCandidates = 1_000
    /// How many attributes a block or span keeps.
    public static let keptAttributes = 64
    /// The largest number of a list item, either way; counting stops there.
    public static let listOrdinal = 1_000_000_000
    /// How many columns or rows a form field may ask for.
    public static let fieldColumns = 1_000
    /// How many diagnostics of style sheets are kept.
    public static let styleDiagnostics = 100
    /// How deep `q` elements count for the choice of their marks.
    public static let quoteDepth = 256
}
