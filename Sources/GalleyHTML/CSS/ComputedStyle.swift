import GalleyText

/// What the cascade says about one element or pseudo-element: computed values (CSS Cascade 5 §4.4), in the types of the
/// model wherever it has one.
///
///     let style = styles[node]
///     if style.box.display == .none { return }
///     let text = style.textStyle
///
/// Two immutable, shared halves: what children inherit and what they do not. Copying costs two retains; styles from one
/// ``DocumentStyles`` are interned, so equal styles have equal ids there.
public struct ComputedStyle: Sendable {
    /// A value that many styles share.
    final class Shared<Value: Sendable>: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    let inheritedStorage: Shared<InheritedStyle>
    let boxStorage: Shared<BoxStyle>

    /// The half that children inherit.
    public var inherited: InheritedStyle { inheritedStorage.value }
    /// The half that they do not.
    public var box: BoxStyle { boxStorage.value }

    init(_ inherited: Shared<InheritedStyle>, _ box: Shared<BoxStyle>) {
        inheritedStorage = inherited
        boxStorage = box
    }

    /// A style outside any document.
    package init(inherited: InheritedStyle, box: BoxStyle) {
        self.init(Shared(inherited), Shared(box))
    }

    init(_ fields: StyleFields) {
        self.init(Shared(fields.inherited), Shared(fields.box))
    }
}

/// Both halves, open for writing: what the cascade works on, and the root of the property table's key paths.
package struct StyleFields: Sendable {
    package var inherited = InheritedStyle()
    package var box = BoxStyle()

    package init(inherited: InheritedStyle = InheritedStyle(), box: BoxStyle = BoxStyle()) {
        self.inherited = inherited
        self.box = box
    }

    init(_ style: ComputedStyle) {
        self.init(inherited: style.inheritedStorage.value, box: style.boxStorage.value)
    }
}

/// The properties that children inherit, and what spreads to them in other ways (decorations, opacity).
public struct InheritedStyle: Sendable, Hashable {
    /// Fonts, spacing, language and `text-transform`.
    public var shaping = ShapingStyle()
    /// `white-space` and the rules of breaking.
    public var breaking = BreakingStyle()
    /// Alignment, indent and the rest of a paragraph. `baseDirection` follows `direction` and `unicode-bidi`.
    public var paragraph = ParagraphStyle()
    /// `fill`, as far as style sheets say a colour: what inline drawings take from the page (SVG 2 §13.4.1).
    public var fill: StyleColor?
    /// `word-break: break-word`, which acts as `overflow-wrap: anywhere` (CSS Text 3 §5.2).
    public var breaksLongWords = false
    /// `line-height`.
    public var lineHeight = LineHeight.normal
    /// `color`.
    public var color = Color.black
    /// `visibility: visible`.
    public var isVisible = true
    /// `visibility: collapse`, which hides too.
    public var isCollapsed = false
    /// `text-decoration-skip-ink`.
    public var skipInk = PaintStyle.SkipInk.auto
    /// `text-shadow`, front to back.
    public var shadows: [TextShadow] = []
    /// `text-underline-offset`; nil is `auto`.
    public var underlineOffset: Length?
    /// Lines that decorating boxes, this one included, draw along the text, outermost first (CSS Text Decoration 3 §2).
    public var decorations: [TextDecoration] = []
    /// `opacity` of the inline elements around the text, this one with them, multiplied; boxes have their own.
    public var opacity = 1.0
    /// `direction`.
    public var isRightToLeft = false
    /// `list-style-type`.
    public var listStyleType = ListStyleType.counter(.disc)
    /// `list-style-position: inside`.
    public var listMarkerIsInside = false
    /// `list-style-image`, as written.
    public var listStyleImage: String?
    /// `quotes`.
    public var quotes = Quotes.auto
    /// `border-collapse: collapse`.
    public var collapsesBorders = false
    /// `border-spacing` in px.
    public var horizontalSpacing = 0.0
    /// `border-spacing` in px.
    public var verticalSpacing = 0.0
    /// `empty-cells: hide`.
    public var hidesEmptyCells = false
    /// `caption-side: bottom`.
    public var captionAtBottom = false
    /// `orphans`.
    public var orphans = 2
    /// `widows`.
    public var widows = 2
    /// `writing-mode`, kept for layout.
    public var writingMode = WritingMode.horizontal
    /// `-webkit-center` and its like, which `<center>` and `align` set: blocks inside are aligned too, not only lines
    /// (HTML §15.3.3, "align descendants").
    public var blockAlignment: BlockAlignment?
    /// `ruby-position: under`.
    public var rubyIsUnder = false
    /// `text-emphasis-style` as its mark; nil is `none`.
    public var emphasisMark: String?
    /// `text-emphasis-color`.
    public var emphasisColor = StyleColor.current
    /// `text-emphasis-position: under`.
    public var emphasisIsUnder = false
    /// `text-emphasis-position: left`.
    public var emphasisIsLeft = false

    /// Which absolute keyword the font size still comes from (1 is `xx-small`, 4 `medium`); 0 when a length, percentage
    /// or relative keyword set it. It decides the size when the family becomes `monospace` or ceases to be.
    var fontSizeKeyword: UInt8 = 4
    /// Whether a length set the font size, here or above, so that a change to `monospace` does not scale it.
    var fontSizeIsAbsolute = false
    /// `font-variant-ligatures` as features; `shaping.features` joins the four lists.
    var ligatureFeatures: [FontFeature] = []
    /// `font-variant-numeric` as features.
    var numericFeatures: [FontFeature] = []
    /// `font-variant-east-asian` as features.
    var eastAsianFeatures: [FontFeature] = []
    /// `font-feature-settings`.
    var featureSettings: [FontFeature] = []
    /// Inherited custom properties, by name.
    var customProperties = CustomProperties.none

    /// `writing-mode`.
    public typealias WritingMode = GalleyText.WritingMode
    /// How blocks inside are placed.
    public enum BlockAlignment: UInt8, Sendable, Hashable { case left, center, right }

    /// The initial values.
    public init() {}
}

extension InheritedStyle {
    /// `visibility` (CSS 2 §11.2).
    enum Visibility: Sendable { case visible, hidden, collapse }

    var visibility: Visibility {
        get { isVisible ? .visible : isCollapsed ? .collapse : .hidden }
        set {
            isVisible = newValue == .visible
            isCollapsed = newValue == .collapse
        }
    }

    /// Sets whether it is seen; what is hidden stays collapsed where it was.
    mutating func show(_ isShown: Bool) {
        isVisible = isShown
        if isShown { isCollapsed = false }
    }
}

/// `list-style-type` (CSS Lists 3 §3.3).
public enum ListStyleType: Sendable, Hashable {
    /// No marker.
    case none
    /// A predefined counter style.
    case counter(CounterStyle)
    /// The string itself.
    case string(String)
    /// A name that an `@counter-style` rule may define; decimal without one.
    case named(String)
    /// `symbols()`.
    case symbols(CustomCounterStyle)
}

/// `quotes` (CSS Generated Content 3 §3).
public enum Quotes: Sendable, Hashable {
    /// By the language of the text.
    case auto
    /// `open-quote` and `close-quote` produce nothing.
    case none
    /// Opening and closing pairs, by depth.
    case pairs([Pair])

    /// One opening and one closing mark.
    public struct Pair: Sendable, Hashable {
        /// The opening mark.
        public var open: String
        /// The closing mark.
        public var close: String
    }
}

/// The properties that children do not inherit.
public struct BoxStyle: Sendable, Hashable {
    /// `display`, after the adjustments of CSS 2 §9.7 (floats and the root are blocks).
    public var display = Display.inline
    /// `position`.
    public var position = Position.static
    /// `float`.
    public var float = BlockStyle.Float.none
    /// `footnote-display`.
    public var footnoteDisplay = BlockStyle.FootnoteDisplay.block
    /// `footnote-policy`.
    public var footnotePolicy = BlockStyle.FootnotePolicy.auto
    /// `clear`.
    public var clear = BlockStyle.Clear.none
    /// `margin-*`.
    public var margin = Edges<SizeValue>(.length(.zero))
    /// `padding-*`.
    public var padding = Edges<Length>(.zero)
    /// `border-*-width` in px, before `border-*-style` takes it away.
    public var borderWidth = Edges<Double>(3)
    /// `border-*-style`.
    public var borderStroke = Edges<BorderEdge.Stroke>(.none)
    /// `border-*-color`.
    public var borderColor = Edges<StyleColor>(.current)
    /// `border-*-radius`, horizontal.
    public var borderRadius = Corners<Length>(.zero)
    /// `border-*-radius`, vertical; nil where it equals the horizontal one.
    public var verticalRadius = Corners<Length?>(nil)
    /// `border-image-source`; nil is `none`.
    public var borderImageSource: StyleImage?
    /// How it is laid out; nil where all of it is initial.
    var borderImageStorage: SharedBorderImage?
    /// `background-color`.
    public var background = StyleColor.color(.transparent)
    /// `background-image`, front to back; a layer may be without one. Empty is `none`.
    public var backgroundImages: [StyleImage?] = []
    /// How layers are laid out; nil where all of it is initial.
    public var backgroundLists: BackgroundLists?
    /// `width`.
    public var width = SizeValue.auto
    /// `height`.
    public var height = SizeValue.auto
    /// `min-width`.
    public var minimumWidth = SizeValue.auto
    /// `min-height`.
    public var minimumHeight = SizeValue.auto
    /// `max-width`; nil is `none`.
    public var maximumWidth: SizeValue?
    /// `max-height`; nil is `none`.
    public var maximumHeight: SizeValue?
    /// `box-sizing`.
    public var boxSizing = BlockStyle.BoxSizing.contentBox
    /// `overflow-x`.
    public var overflowX = Overflow.visible
    /// `overflow-y`.
    public var overflowY = Overflow.visible
    /// `line-clamp`, or `-webkit-line-clamp`: the later one counts; 0 is `none`.
    public var lineClamp = 0
    /// Whether it is `-webkit-line-clamp`, which counts in `display: -webkit-box` with `-webkit-box-orient: vertical` alone.
    public var hasLegacyLineClamp = false
    /// Whether the box is such a one.
    public var isLegacyClamp = false
    /// `-webkit-box-orient`.
    public var isVerticalBox = false
    /// `text-overflow`.
    public var textOverflow = TextOverflow()
    /// Whether an absolutely positioned box would stand in a line, if it were not positioned: its `display` says it no
    /// more (CSS 2 §9.7).
    public var isInlineBeforePositioning = false
    /// `z-index`; nil is `auto`.
    public var zIndex: Int?
    /// `top`, `right`, `bottom`, `left`.
    public var offset = Edges<SizeValue>(.auto)
    /// `vertical-align`.
    public var verticalAlignment = VerticalAlignment.baseline
    /// `unicode-bidi`.
    public var isolation = InlineBoxStyle.BidiIsolation.normal
    /// `text-decoration-line`.
    public var decorationLines: DecorationLines = []
    /// `text-decoration-style`.
    public var decorationStroke = TextDecoration.Stroke.solid
    /// `text-decoration-color`.
    public var decorationColor = StyleColor.current
    /// `text-decoration-thickness`; nil is `auto` or `from-font`.
    public var decorationThickness: Length?
    /// `text-decoration-thickness: from-font`.
    public var decorationTakesFontThickness = false
    /// `box-shadow`.
    public var shadows: [BoxShadow] = []
    /// `outline-style`, `-width` (in px, before the style takes it away), `-color` and `-offset` in px.
    public var outlineStroke = BorderEdge.Stroke.none
    public var outlineWidth = 3.0
    public var outlineColor = StyleColor.current
    public var outlineOffset = 0.0
    /// `content`.
    public var content = GeneratedContent.normal
    /// What is said in place of `content`; nil says the content.
    public var contentAlternative: [GeneratedContent.Item]?
    /// `counter-reset`, `counter-set` and `counter-increment`, in this order of effect.
    public var counterReset: [CounterChange] = []
    /// `counter-set`.
    public var counterSet: [CounterChange] = []
    /// `counter-increment`.
    public var counterIncrement: [CounterChange] = []
    /// `break-before`.
    public var breakBefore = BlockStyle.BreakRule.auto
    /// `break-after`.
    public var breakAfter = BlockStyle.BreakRule.auto
    /// `box-decoration-break`.
    public var clonesDecoration = false
    /// `break-inside`.
    public var breakInside = BlockStyle.BreakRule.auto
    /// `opacity` of the element alone.
    public var opacity = 1.0
    /// `clip`; nil is `auto`, also of an edge.
    public var clip: Edges<Length?>?
    /// `clip-path`; nil is `none`.
    public var clipPath: ClipPath?
    /// `transform`, from the outermost function on; none is `none`.
    public var transforms: [BoxTransform.Function] = []
    /// `transform-origin`.
    public var transformOrigin = BoxPosition.center
    /// `translate`, `rotate` and `scale`, as functions that come before those of `transform`; nil is `none`.
    public var translation: BoxTransform.Function?
    public var rotation: BoxTransform.Function?
    public var scale: BoxTransform.Function?
    /// `column-count`; 0 is `auto`.
    public var columnCount = 0
    /// `column-width`; nil is `auto`.
    public var columnWidth: Length?
    /// `column-gap`; nil is `normal`.
    public var columnGap: Length?
    /// `column-rule-style`, `-width` and `-color`.
    public var columnRuleStroke = BorderEdge.Stroke.none
    public var columnRuleWidth = 3.0
    public var columnRuleColor = StyleColor.current
    /// `column-fill`.
    public var columnFill = BlockStyle.ColumnFill.balance
    /// `column-span: all`.
    public var spansColumns = false
    /// `page`; nil is `auto`.
    public var pageName: String?
    /// `string-set`.
    public var namedStrings: [StringAssignment] = []
    /// `bookmark-level`, `bookmark-label`, `bookmark-state: closed`.
    public var bookmarkLevel = Bookmark.Level.automatic
    public var bookmarkLabel: [GeneratedContent.Item] = [.elementText]
    public var bookmarkIsClosed = false
    /// `table-layout: fixed`.
    public var isFixedTable = false
    /// `aspect-ratio`: width divided by height; nil is `auto`.
    public var aspectRatio: Double?
    /// `aspect-ratio: auto 3 / 2`: a picture's own ratio counts before that.
    public var prefersNaturalRatio = false
    /// `initial-letter`; nil is `normal`.
    public var initialLetter: InitialLetter?
    /// `object-fit`, kept for attachments.
    public var objectFit = Attachment.Fit.fill
    /// `object-position`, kept for attachments.
    public var objectPosition = BoxPosition.center
    /// What ``InheritedStyle/blockAlignment`` of the parent makes of this box.
    public var alignedByParent: InheritedStyle.BlockAlignment?
    /// Whether the user agent's style sheet alone says `margin-top`, `margin-bottom`: quirks mode ignores such a margin
    /// in some places (HTML §15.3.10).
    var hasDefaultMarginTop = false
    var hasDefaultMarginBottom = false
    /// `-galley-...`: what CSS has no property for.
    var modelStorage: SharedModelStyle?

    /// `display` (CSS Display 3), flex and grid containers kept apart from blocks.
    public enum Display: UInt8, Sendable, Hashable {
        case none, contents, inline, block, inlineBlock, listItem, flowRoot
        case flex, inlineFlex, grid, inlineGrid
        case table, inlineTable, tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell
        case tableColumnGroup, tableColumn, tableCaption
        case ruby, rubyBase, rubyText, rubyBaseContainer, rubyTextContainer
        /// `inline list-item`.
        case inlineListItem
        /// `-webkit-box`, `-webkit-inline-box`; computed values are other ones.
        case legacyBox, inlineLegacyBox

        /// A table or a box inside of one.
        var isTableBox: Bool {
            switch self {
            case .table, .inlineTable, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell,
                .tableColumnGroup, .tableColumn, .tableCaption:
                true
            default: false
            }
        }
    }

    /// `position`.
    public typealias Position = BlockStyle.Position
    /// `overflow`.
    public enum Overflow: UInt8, Sendable, Hashable { case visible, hidden, clip, scroll, auto }
    /// `text-overflow`: what lines that are cut end with; `nil` cuts nothing.
    public struct TextOverflow: Sendable, Hashable {
        public var left: String?
        public var right: String?

        public init(left: String? = nil, right: String? = nil) {
            self.left = left
            self.right = right
        }

        /// What `ellipsis` shows.
        public static let ellipsis = "\u{2026}"
    }
    /// What clips: `overflow-x` unless it is `visible`, else `overflow-y`.
    public var overflow: Overflow { overflowX != .visible ? overflowX : overflowY }

    /// `text-decoration-line`.
    public struct DecorationLines: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `underline`
        public static let underline = DecorationLines(rawValue: 1)
        /// `overline`
        public static let overline = DecorationLines(rawValue: 2)
        /// `line-through`
        public static let lineThrough = DecorationLines(rawValue: 4)
    }

    /// The initial values.
    public init() {}
}

/// One counter and a number (CSS Lists 3 §4).
public struct CounterChange: Sendable, Hashable {
    /// The counter.
    public var name: String
    /// What it is set to or changed by.
    public var value: Int
    /// `reversed(name)` without a number: counts down from the number of items.
    public var isReversed = false
}

/// A named string that an element sets: one pair of `string-set` (CSS Generated Content for Paged Media 3 §1.1.1).
public struct StringAssignment: Sendable, Hashable {
    /// The string.
    public var name: String
    /// What it becomes.
    public var items: [GeneratedContent.Item]
}

/// `content` (CSS Generated Content 3 §2).
public enum GeneratedContent: Sendable, Hashable {
    /// An element's own content; for `::before` and `::after` nothing.
    case normal
    /// Nothing.
    case none
    /// The items one after another.
    case items([Item])

    /// A part of generated content; `attr()` is a string already.
    public enum Item: Sendable, Hashable {
        case string(String)
        case url(String)
        case counter(String, ListStyleType)
        case counters(String, separator: String, ListStyleType)
        /// `target-counter(url, page)`: the number of the page that a link leads to, or of all pages (`pages`).
        case targetCounter(url: String, String, ListStyleType)
        /// `target-text(url)`: the text of the element that a link leads to, or its first letter.
        case targetText(url: String, firstLetter: Bool)
        /// `leader(pattern)`: fills the line up.
        case leader(String)
        case openQuote, closeQuote, noOpenQuote, noCloseQuote
        /// `string(name)`, which only the margin boxes of pages know.
        case namedString(String, NamedString.Occurrence = .first)
        /// `content()`, the element's text, which only `string-set` and `bookmark-label` know.
        case elementText
    }
}
