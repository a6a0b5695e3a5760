/// The style of a block: its box, and how it takes part in layout (CSS 2 §8 to §10, §13).
///
/// Margins, borders and padding are physical edges; percentages refer to the containing block's width.
public struct BlockStyle: Hashable, Codable, Sendable {
    public var margin: Edges<SizeValue>
    public var padding: Edges<Length>
    public var border: Edges<BorderEdge>
    public var borderRadius: Corners<Length>
    /// The vertical radii where they differ; percentages are of the height.
    public var verticalRadius: Corners<Length>?
    /// Drawn in place of the border.
    public var borderImage: BorderImage?
    /// `box-shadow`, front to back.
    public var shadows: [BoxShadow] = []
    public var outline: Outline?
    public var background: Color?
    /// The box that the colour is seen in: the `background-clip` of the last layer (CSS Backgrounds 3 §3.7).
    public var backgroundClip = BackgroundLayout.Box.border
    /// The images in front of the colour, front to back.
    public var backgroundLayers: [BackgroundLayer] = []
    public var width: SizeValue
    public var height: SizeValue
    public var minimumWidth: SizeValue
    public var minimumHeight: SizeValue
    /// `nil` is `none`.
    public var maximumWidth: SizeValue?
    public var maximumHeight: SizeValue?
    public var boxSizing: BoxSizing
    /// `aspect-ratio`; `nil` is `auto`.
    public var aspectRatio: AspectRatio?
    public var float: Float
    public var clear: Clear
    /// `footnote-display` and `footnote-policy`: of a footnote.
    public var footnoteDisplay = FootnoteDisplay.block
    public var footnotePolicy = FootnotePolicy.auto
    public var position: Position
    /// `top`, `right`, `bottom` and `left` of a positioned box; `auto` where the property says nothing.
    public var inset: Edges<SizeValue>
    /// Whether an absolutely positioned box would stand in a line if it were not positioned: that decides where its
    /// static position is.
    public var isInlineBeforePositioning = false
    /// `z-index`; `nil` is `auto`.
    public var zIndex: Int?
    public var clipsOverflow: Bool
    /// `line-clamp`: after how many lines the text inside is cut, with an ellipsis; 0 is `none`.
    public var lineClamp = 0
    /// Starts a block formatting context of its own: `flow-root`, floats, cells, overflow other than visible.
    public var isFlowRoot: Bool
    public var direction: BaseDirection
    /// Kept for layout.
    public var writingMode: WritingMode
    public var verticalAlignment: VerticalAlignment
    public var breakBefore: BreakRule
    public var breakAfter: BreakRule
    public var breakInside: BreakRule
    /// `box-decoration-break: clone`: each part of a box that is cut has its own border, padding and background.
    public var clonesDecoration = false
    public var orphans: Int
    public var widows: Int
    /// Of the box with all that stands in it, as one picture; texts' own opacity (`PaintStyle`) comes on top of it.
    public var opacity: Double
    public var transform: BoxTransform?
    /// `clip: rect()`: distances from the top and the left edge of the border box; `nil` is `auto`. It says something of boxes that
    /// are absolutely positioned (CSS Masking 1 §3).
    public var clip: Edges<Length?>?
    public var clipPath: ClipPath?
    public var isVisible: Bool
    /// Multi-column layout; 0 and `nil` are `auto`.
    public var columnCount: Int
    public var columnWidth: Length?
    public var columnGap: Length?
    /// The line between columns.
    public var columnRule = BorderEdge.none
    public var columnFill = ColumnFill.balance
    /// `column-span: all`.
    public var spansColumns = false
    /// `page`: the type of the pages that the block stands on; `nil` is `auto`, the parent's.
    public var pageName: String?
    /// `string-set`: what headers and footers can show of the block.
    public var namedStrings: [NamedString] = []
    /// `bookmark-level`, `bookmark-label`, `bookmark-state`.
    public var bookmark = Bookmark()
    /// Tables only.
    public var table: TableStyle

    public enum BoxSizing: UInt8, Hashable, Codable, Sendable { case contentBox, borderBox }
    public enum Float: UInt8, Hashable, Codable, Sendable {
        case none, left, right
        /// To the bottom of the page (CSS Generated Content for Paged Media 3 §2.2).
        case footnote
    }
    public enum Clear: UInt8, Hashable, Codable, Sendable { case none, left, right, both }
    /// `footnote-display` (CSS Generated Content for Paged Media 3 §2.7).
    public enum FootnoteDisplay: UInt8, Hashable, Codable, Sendable {
        case block
        /// Beside others on one line.
        case inline
        /// Beside others where several have room on one line.
        case compact
    }
    /// `footnote-policy` (CSS Generated Content for Paged Media 3 §2.9): what goes on to the next page where a footnote has no
    /// room on that of its call.
    public enum FootnotePolicy: UInt8, Hashable, Codable, Sendable {
        /// The footnote, or a part of it.
        case auto
        /// The line of its call, with the footnote.
        case line
        /// The block of its call.
        case block
    }
    /// `position` (CSS Positioned Layout 3 §2).
    public enum Position: UInt8, Hashable, Codable, Sendable {
        case `static`, relative, absolute, fixed, sticky

        /// Whether the box takes no room where it stands in the text.
        public var isOutOfFlow: Bool { self == .absolute || self == .fixed }
        /// Whether the box stays where it is while the document is scrolled: a stacking context whatever its `z-index`.
        public var isFixed: Bool { self == .fixed || self == .sticky }
    }
    /// `break-before`, `-after` and `-inside` (CSS Fragmentation 3 §3).
    public enum BreakRule: UInt8, Hashable, Codable, Sendable {
        case auto, avoid, avoidPage, avoidColumn, page, left, right, column
        /// Pages that are right ones where pages go from left to right, left ones otherwise; and the others.
        case recto, verso
    }

    /// `column-fill` (CSS Multi-column 1 §7.1).
    public enum ColumnFill: UInt8, Hashable, Codable, Sendable { case balance, auto }

    /// Whether boxes of that position inside refer to this one, if no other between them is what they refer to (CSS 2 §10.1,
    /// CSS Transforms 1 §2).
    public func contains(_ position: Position) -> Bool {
        switch position {
        case .static, .relative, .sticky: false
        case .absolute: self.position != .static || transform != nil
        case .fixed: transform != nil
        }
    }

    /// Whether the box is painted with its content as one picture, in another place or in part (CSS Color 4 §3.2, CSS Transforms 1
    /// §2, CSS Masking 1 §5.1).
    public var hasEffects: Bool { isContextOfEffects || usedClip != nil }

    /// Whether they make the box a stacking context: the old `clip` does not.
    private var isContextOfEffects: Bool { opacity < 1 || transform != nil || clipPath != nil }

    /// `clip`, where it says something.
    package var usedClip: Edges<Length?>? { position.isOutOfFlow ? clip : nil }

    /// Whether positioned boxes inside are ordered among themselves alone (CSS 2 §9.9.1).
    public var isStackingContext: Bool {
        position != .static && (zIndex != nil || position.isFixed) || isContextOfEffects
    }

    /// Whether the block lays its content out in columns.
    public var isMultiColumn: Bool { columnCount > 0 || columnWidth != nil }

    public init() {
        margin = Edges(.length(.zero))
        padding = Edges(.zero)
        border = Edges(.none)
        borderRadius = Corners(.zero)
        verticalRadius = nil
        background = nil
        width = .auto
        height = .auto
        minimumWidth = .auto
        minimumHeight = .auto
        maximumWidth = nil
        maximumHeight = nil
        boxSizing = .contentBox
        float = .none
        clear = .none
        position = .static
        inset = Edges(.auto)
        zIndex = nil
        clipsOverflow = false
        isFlowRoot = false
        direction = .leftToRight
        writingMode = .horizontal
        verticalAlignment = .baseline
        breakBefore = .auto
        breakAfter = .auto
        breakInside = .auto
        orphans = 2
        widows = 2
        opacity = 1
        transform = nil
        isVisible = true
        columnCount = 0
        columnWidth = nil
        columnGap = nil
        table = TableStyle()
    }
}

/// The preferred ratio of a box's width to its height (CSS Box Sizing 4 §3.1).
public struct AspectRatio: Hashable, Codable, Sendable {
    /// Width divided by height.
    public var ratio: Double
    /// Whether it is that of the content box whatever `box-sizing` says (`auto` beside the ratio).
    public var isOfContentBox: Bool

    public init(_ ratio: Double, isOfContentBox: Bool = false) {
        self.ratio = ratio
        self.isOfContentBox = isOfContentBox
    }
}

/// A string that a block gives to headers and footers: one pair of `string-set` (CSS Generated Content for Paged Media 3
/// §1.1.1).
public struct NamedString: Hashable, Codable, Sendable {
    public var name: String
    public var parts: [Part]

    /// Which of the values that a page gives to a name is meant, or the one before (§1.1.2).
    public enum Occurrence: String, Hashable, Codable, Sendable, CaseIterable {
        /// The page's first value.
        case first
        /// The same where what gives it begins the page; else the value before.
        case start
        /// The page's last value.
        case last
        /// The value before; nothing on a page that gives one.
        case firstExcept = "first-except"
    }

    public enum Part: Hashable, Codable, Sendable {
        case text(String)
        /// `content()`: the block's text.
        case content
    }

    public init(name: String, parts: [Part]) {
        self.name = name
        self.parts = parts
    }
}

/// `writing-mode` (CSS Writing Modes 4 §3.2).
public enum WritingMode: UInt8, Hashable, Codable, Sendable {
    case horizontal, verticalRightToLeft, verticalLeftToRight, sidewaysRightToLeft, sidewaysLeftToRight
}

/// What only tables and their parts need (CSS 2 §17).
public struct TableStyle: Hashable, Codable, Sendable {
    public var collapsesBorders: Bool
    /// `border-spacing` in px.
    public var horizontalSpacing: Double
    public var verticalSpacing: Double
    public var isFixed: Bool
    public var captionAtBottom: Bool
    public var hidesEmptyCells: Bool
    /// `visibility: collapse` of rows and row groups: they take no room, and what stands in them is not seen.
    public var isCollapsed: Bool

    public init() {
        collapsesBorders = false
        horizontalSpacing = 0
        verticalSpacing = 0
        isFixed = false
        captionAtBottom = false
        hidesEmptyCells = false
        isCollapsed = false
    }
}

/// `vertical-align` (CSS 2 §10.8.1): of an inline box or attachment in its line, or of a cell's content.
public enum VerticalAlignment: Hashable, Codable, Sendable {
    case baseline, sub, `super`, textTop, textBottom, middle, top, bottom
    /// Raised above the parent's baseline; percentages refer to the line height.
    case raised(Length)
}
