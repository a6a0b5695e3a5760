/// The limits of this module: what input can make large is cut here, and nowhere else.
public enum TextLimits {
    /// The largest length in CSS px, either way: 2^25, as Blink's LayoutUnit.
    public static let maximumLength = 33_554_432.0
    /// How deep `min()` and `max()` may nest in a length.
    public static let maximumLengthNesting = 64
    /// The longest text of one counter value, in symbols; a value that needs more falls back (CSS Counter Styles 3 §2).
    public static let maximumCounterSymbols = 120
    /// The longest text of one counter value, in bytes; a value that needs more falls back (CSS Counter Styles 3 §2.1).
    public static let maximumCounterBytes = 4_096
    /// How many additive symbols of a custom counter style are read: each value may look at all of them.
    public static let maximumAdditiveSymbols = 1_024
    /// How many custom counter styles one may fall back through.
    public static let maximumCounterFallbacks = 32
    /// The largest font size in CSS px.
    public static let maximumFontSize = 10_000.0
    /// How deep floats and inline blocks may nest before their content joins the flow around them.
    public static let maximumFlowDepth = 32
    /// How deep inline spans may nest before inner ones are left out.
    public static let maximumSpanDepth = 512
    /// How many bytes of text share one chunk of style runs.
    public static let runChunkSize = 65_536
    /// CSS 2 tables: a cell spans at most this many columns and rows (HTML standard, colspan and rowspan).
    public static let maximumColumnSpan = 1_000
    public static let maximumRowSpan = 65_534
    /// How many columns of a terminal a table in plain text may take; a wider one is written cell by cell.
    public static let plainTableWidth = 120
    /// The least and most cells of a line for terminals, and lines of a page.
    public static let terminalColumns = 20...1_000
    public static let terminalPageLines = 5...100_000
    /// With how many of the last list items that looked different a new one is compared, to have its looks in common with it.
    static let sharedItems = 4
    /// How deep tables in cells of tables are drawn in a terminal; deeper ones are written cell by cell.
    public static let maximumDrawnTableDepth = 4
    /// How many places (rows times columns) a table drawn in a terminal may have; a larger one is written cell by cell.
    public static let maximumDrawnTablePlaces = 4_000_000
    /// How many cells of a terminal a list's markers may take before they have lines of their own.
    public static let maximumMarkerCells = 16
    /// How much text an inline block may have, in bytes, that plain forms show in the line, and how many of them may be in
    /// each other there.
    public static let maximumInLineBytes = 400
    public static let maximumInLineFlows = 16
}
