import GalleyParagraph
import GalleyShaping
import GalleyText

/// What layout is told beside the text and the width. The defaults are a browser's.
public struct LayoutOptions: Sendable, Hashable {
    /// What `vh` and percentage heights of the root refer to, in px; 0 where there is no viewport height. On pages it is the
    /// height of the first one's content, whatever is set here.
    public var viewportHeight: Double = 0
    /// What `rem` is, in px.
    public var rootFontSize: Double = 16
    /// How attachments without a declared size are sized.
    public var attachments = AttachmentSizing()
    /// How many lines are laid out at most; the rest is left out and the last line truncated. `nil` is no limit.
    public var maximumLines: Int?
    /// How the last line is cut and what shows it.
    public var truncation = ParagraphConstraints.Truncation.ellipsis
    /// What words are hyphenated with where their style says `hyphens: auto`. Nothing is read unless asked for: the
    /// system's dictionaries are `.system()`.
    public var hyphenation = HyphenationDictionaries.none

    /// How many bytes the shaped text that is kept may take, about. Paragraphs beyond it are shaped again when they are laid
    /// out or shown: the same layout in less memory, and more time. The default has room for some MB of text.
    public var shapedTextBudget = LayoutLimits.shapedTextBudget

    /// Shapes that lines keep clear of.
    public var exclusions: [Exclusion] = []
    /// Heights that no line crosses, sorted, px: where a linked container ends.
    package var barriers: [Double] = []
    /// Of more paragraphs pages are cut some at a time.
    package var windowedParagraphs = LayoutLimits.windowedParagraphs
    /// The pages that the layout is to be cut into.
    package var pages: PageExtents?
    var isPaged: Bool { pages != nil }

    public init() {}
}

/// What layout has to know of the pages that it is cut into.
package struct PageExtents: Sendable, Hashable {
    /// What there is room for on the first page, px.
    var first: Size
    /// The height of the lowest page that there may be, px.
    var leastHeight: Double
    /// What the area of footnotes has around them.
    var footnoteInsets: EdgeInsets
}

/// How big an attachment is whose element does not say.
///
/// Declared sizes win, each axis by itself; a missing axis follows from the aspect ratio. Without any: the fixed
/// `displaySize` where it is set, else the natural size, scaled down (never up) to fit the line's width and
/// `maximumSize`. An attachment whose bytes have not arrived and whose size nothing says is a box of
/// `placeholderSize`; one that failed is its alternative text, in a box as wide as the text but the line at most: a picture
/// whatever sizes it declares.
public struct AttachmentSizing: Sendable, Hashable {
    /// The size of every attachment without a declared one, in px.
    public var displaySize: Size?
    /// No attachment without a declared size is larger, in px.
    public var maximumSize: Size?
    /// No attachment at all is larger, in px, also where its element declares more: pages set it to their own size.
    public var limit: Size?
    /// Whether attachments without a declared size shrink to the width of the line.
    public var fitsLine = true
    /// The box of an attachment that is awaited and of unknown size, in px.
    public var placeholderSize = Size(width: 16, height: 16)

    public init() {}
}

/// What is known of an attachment's bytes.
public enum AttachmentState: Sendable, Hashable {
    /// Not arrived, or nobody loads it.
    case awaited
    /// Arrived, with what is known of its size.
    case loaded(NaturalDimensions)
    /// Will not come: its alternative text stands in its place.
    case failed

    /// Arrived; the natural size in px, `nil` where the picture has none.
    public static func loaded(naturalSize: Size?) -> AttachmentState {
        .loaded(naturalSize.map { NaturalDimensions($0) } ?? .none)
    }
}
