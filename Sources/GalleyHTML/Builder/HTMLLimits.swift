import GalleyMarkup
import GalleyText

/// How much of a document is converted: an option of the conversion, and the fixed limits of this module; those of style
/// sheets are `CSSLimits`.
///
/// The presets are ``standard``, which cuts what is too much and says so in a diagnostic, and ``strict``, which throws
/// ``HTMLError/limit(_:_:)`` with the place.
///
///     var options = HTMLOptions()
///     options.limits = .strict
///     options.limits.markup.documentBytes = 1 << 20
public struct HTMLLimits: Hashable, Sendable {
    /// What the parser reads: bytes, depth, attributes, nodes.
    public var markup = MarkupLimits.standard
    /// How many columns `col` and `colgroup` may declare in a table; at most 1,000, as the HTML standard says.
    public var tableColumns = HTMLLimits.tableColumns
    /// How many columns a cell may span; at most 1,000, as the HTML standard says.
    public var columnSpan = TextLimits.maximumColumnSpan
    /// How many rows a cell may span; at most 65,534, as the HTML standard says.
    public var rowSpan = TextLimits.maximumRowSpan

    /// Whether going beyond a limit throws, instead of cutting with a diagnostic.
    public var isStrict: Bool {
        get { markup.isStrict }
        set { markup.isStrict = newValue }
    }

    /// The limits of ``standard``.
    public init() {}

    /// A browser's: only hostile documents meet them.
    public static let standard = HTMLLimits()

    /// For documents from strangers: 16 MiB, a million nodes, and an error instead of a cut.
    public static let strict: HTMLLimits = {
        var limits = HTMLLimits()
        limits.markup = .strict
        return limits
    }()

    /// The limits within the standard's.
    var clamped: HTMLLimits {
        var limits = self
        limits.tableColumns = min(max(tableColumns, 1), Self.tableColumns)
        limits.columnSpan = min(max(columnSpan, 1), TextLimits.maximumColumnSpan)
        limits.rowSpan = min(max(rowSpan, 1), TextLimits.maximumRowSpan)
        return limits
    }

    // MARK: Fixed

    /// How many columns `col` and `colgroup` may declare in a table.
    public static let tableColumns = 1_000
    /// The longest URL that a link or an attachment keeps, in bytes (data URLs are longer than others).
    public static let urlBytes = 32 * 1_024 * 1_024
    /// The longest alternative text, in bytes.
    public static let alternativeTextBytes = 65_536
    /// The longest source of an inline drawing or formula that is kept, in bytes.
    public static let markupBytes = 4 * 1_024 * 1_024
    /// How many bytes of other drawings are written into those that refer to them, in all of a document.
    public static let sharedMarkupBytes = 16 * 1_024 * 1_024
    /// How many `meta property` elements are kept.
    public static let metadataProperties = 256
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
    /// How many elements that met a limit are told of.
    public static let limitDiagnostics = 100
    /// How many diagnostics of style sheets are kept.
    public static let styleDiagnostics = 100
    /// How many runs of a span are compared for what they have in common when HTML is written.
    public static let comparedRuns = 64
    /// The longest `-galley-marker-style` that is read, in bytes; so for first lines, first letters and counter styles.
    public static let markerStyleBytes = 4_096
    /// Named strings that inline elements give to one block.
    static let namedStrings = 32
    /// The longest text that one `content` property makes, in bytes; the rest is left out.
    public static let generatedBytes = 65_536
    /// How much text the `content` properties of a document make, in bytes, beside as much as its own text.
    public static let generatedBytesPerDocument = 16 * 1_024 * 1_024
    /// How many times all nodes may be looked at for the beginnings of reversed counters.
    static let reversedCounterSteps = 16
    /// All text of the tree stays in memory while the model of a document is written that has less of it.
    static let keptTextBytes = 8 * 1_024 * 1_024
    /// Of longer ones so much that is written already.
    static let writtenTextBytes = 1_024 * 1_024
    /// How deep `q` elements count for the choice of their marks.
    public static let quoteDepth = 256
}
