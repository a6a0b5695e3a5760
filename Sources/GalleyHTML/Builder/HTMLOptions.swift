import GalleyMarkup
import GalleyText

/// How HTML becomes attributed text. The default is a browser's: 16 px serif, the whole document, nothing loaded.
///
///     var options = HTMLOptions()
///     options.defaultFontFamilies = ["Literata", "serif"]
///     options.styleSheets = ["p { margin: 0 }"]
///     let text = try AttributedText(html: data, options: options)
public struct HTMLOptions: Sendable {
    // MARK: Input

    /// The encoding that is known from elsewhere, such as an HTTP header; only a byte order mark overrules it.
    public var encoding: TextEncoding?
    /// The medium, the size of the viewport and the reader's defaults: what media queries, `srcset` and `medium` refer to.
    public var environment = StyleEnvironment()
    /// How much is converted, and whether more than that is cut or an error.
    public var limits = HTMLLimits.standard
    /// Asked now and then while the conversion runs; true ends it with ``HTMLError/cancelled``. The cancellation of the
    /// task that converts ends it too.
    public var isCancelled: (@Sendable () -> Bool)?
    /// The element whose content the bytes are; nil for a whole document or what may stand in a body. With `tr`, for
    /// instance, `<td>` is a cell.
    public var fragmentContext: HTMLFragmentContext?

    // MARK: Default look

    /// The families of text that names none; the document's style sheets win. Generic names are allowed.
    public var defaultFontFamilies: [String] {
        get { environment.defaultFontFamilies }
        set { environment.defaultFontFamilies = newValue }
    }
    /// The size of text that says none, in px; `medium`, `em` and `rem` refer to it.
    public var defaultFontSize: Double {
        get { environment.defaultFontSize }
        set { environment.defaultFontSize = newValue }
    }
    /// The colour of text that says none; nil is black.
    public var defaultTextColor: Color?
    /// How paragraphs are aligned that say nothing; nil is `start`.
    public var defaultAlignment: TextAlignment?
    /// The line height of text that says none; nil is the font's own.
    public var defaultLineHeight: LineHeight?
    /// How links look; nil leaves them to the style sheets.
    public var linkStyle: LinkStyle?
    /// Text is multiplied by it: font sizes, letter and word spacing, line heights. Boxes are not.
    public var textSizeMultiplier = 1.0

    // MARK: Style sheets

    /// Style sheets of the reader, between the user agent's and the document's (CSS Cascade 5 §6.2).
    public var styleSheets: [String] = []
    /// Answers the bytes of a style sheet that the document links to, by its resolved URL. One that it throws for, or has
    /// none of, is left out, with the warning `missing-style-sheet`, which says what was thrown (an `AttachmentLoadError`,
    /// say). Nothing is loaded unless this is set; it is called while the conversion runs.
    public var styleSheetLoader: (@Sendable (_ url: String) throws -> [UInt8]?)?
    /// Whether the document's own style sheets count, `style` elements and linked ones.
    public var usesDocumentStyleSheets = true
    /// Whether `style` attributes count.
    public var usesStyleAttributes = true

    // MARK: Elements

    /// Attachments are scaled down to it, in px, keeping their ratio, and percentages in their declared sizes refer to it;
    /// nil leaves them as they are.
    public var maximumImageSize: Size?
    /// The types of images that a `picture` may choose (`source type`): those that can be shown.
    public var imageTypes: Set<String> = ["image/png", "image/jpeg", "image/jpg", "image/webp", "image/gif"]
    /// Names of elements that become attachments of kind `custom`, lower-cased.
    public var attachmentElements: Set<String> = []
    /// What becomes of `math`.
    public var formulas = Formulas.attachments
    /// Whether closed `details` show what is in them, as on paper one may want.
    public var opensDetails = false
    /// Which attributes stay in the model beside those that have a meaning there.
    public var keptAttributes: KeptAttributes = [.semantic, .data]
    /// Called before each block is built; it may change the block, replace it or drop it. See ``PendingBlock``.
    ///
    /// It runs on the conversion's thread, in document order. A hook that is called for every block costs its own time and
    /// a copy of the block's styles.
    public var willBuildBlock: (@Sendable (inout PendingBlock) -> Void)?

    /// What a `math` element becomes.
    public enum Formulas: Sendable, Hashable {
        /// An attachment of kind `math` with its source and its words as the alternative text.
        case attachments
        /// The text in it, as browsers without MathML show it.
        case text
    }

    /// The look of links, over the user agent's style sheet and under the document's.
    public struct LinkStyle: Sendable, Hashable {
        /// The colour of the text.
        public var color: Color
        /// Whether links are underlined.
        public var isUnderlined: Bool
        /// The colour of the text while the link is pressed, unless the document's `:active` says another.
        public var highlightColor: Color?

        /// A look of links.
        public init(color: Color, isUnderlined: Bool = true, highlightColor: Color? = nil) {
            self.color = color
            self.isUnderlined = isUnderlined
            self.highlightColor = highlightColor
        }
    }

    /// A browser's defaults.
    public init() {}
}

/// Which attributes of elements stay in the model, on the block or inline span that the element becomes, beside those
/// that have a place of their own there (`href`, `id`, `lang`, `style`, `class` and what styles come from).
/// Event handlers (`on...`) are never kept.
public struct KeptAttributes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What the standard gives a meaning for readers: `title`, `cite`, `datetime`, the `value` of `data`, `aria-label` and
    /// `aria-hidden`.
    public static let semantic = KeptAttributes(rawValue: 1)
    /// Custom data: `data-...`.
    public static let data = KeptAttributes(rawValue: 2)
    /// Every attribute that HTML does not know.
    public static let unknown = KeptAttributes(rawValue: 4)
    /// `class`, for programs that style or query by it.
    public static let classes = KeptAttributes(rawValue: 8)
}
