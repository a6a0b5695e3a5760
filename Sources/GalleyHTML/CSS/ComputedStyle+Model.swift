import GalleyText

// From computed values to the model's styles. Colours become definite here: `currentcolor` is the element's `color`.

extension ComputedStyle {
    /// Whether the box begins a formatting context whatever its `overflow` is (CSS 2 §9.4.1).
    var isFlowRootByItself: Bool {
        box.float != .none || box.position.isOutOfFlow
            || [.flowRoot, .inlineBlock, .tableCell, .tableCaption, .flex, .grid].contains(box.display)
            || usedLineClamp > 0
    }

    /// After how many lines the box's text is cut; 0 where it says nothing: the old property counts in the old boxes alone, the
    /// new one in what holds blocks or lines (CSS Overflow 4 §5).
    private var usedLineClamp: Int {
        if box.hasLegacyLineClamp { return box.isLegacyClamp ? box.lineClamp : 0 }
        return [.flex, .inlineFlex, .grid, .inlineGrid].contains(box.display) ? 0 : box.lineClamp
    }

    /// The style of the element's text, without the background of its box.
    public var textStyle: TextStyle {
        let inherited = inheritedStorage.value
        var paint = PaintStyle(color: inherited.color)
        paint.decorations = inherited.decorations
        paint.skipInk = inherited.skipInk
        paint.shadows = inherited.shadows
        if let mark = inherited.emphasisMark {
            paint.emphasis = TextEmphasis(
                mark: mark, color: inherited.emphasisColor.resolved(inherited.color),
                isUnder: inherited.emphasisIsUnder, isLeft: inherited.emphasisIsLeft)
        }
        paint.opacity = inherited.opacity
        paint.isVisible = inherited.isVisible
        var breaking = inherited.breaking
        if inherited.breaksLongWords { breaking.overflowWrap = .anywhere }
        if let space = boxStorage.value.modelStorage?.value.whiteSpace { breaking.whiteSpace = space }
        return TextStyle(
            shaping: inherited.shaping, breaking: breaking, paint: paint, lineHeight: inherited.lineHeight)
    }

    /// The style of a paragraph whose containing block this is.
    public var paragraphStyle: ParagraphStyle {
        var style = inheritedStorage.value.paragraph
        style.baseDirection = baseDirection
        // In list items it counts all the same, as browsers have it.
        if boxStorage.value.display == .listItem { style.ignoresStrut = false }
        switch boxStorage.value.isolation {
        // On a block it applies to the inline content of the block itself (CSS Writing Modes 4 §2.2).
        case .override, .isolateOverride: style.overridesDirection = true
        case .normal, .embed, .isolate, .plaintext: style.overridesDirection = false
        }
        if boxStorage.value.overflow != .visible {
            let overflow = boxStorage.value.textOverflow
            style.overflowToken = inheritedStorage.value.isRightToLeft ? overflow.left : overflow.right
        }
        if let token = boxStorage.value.modelStorage?.value.overflowToken { style.overflowToken = token }
        if let mode = boxStorage.value.modelStorage?.value.lineBreakMode { style.lineBreakMode = mode }
        return style
    }

    /// `direction`, or the first strong character where `unicode-bidi` is `plaintext`.
    public var baseDirection: BaseDirection {
        if boxStorage.value.isolation == .plaintext { return .natural }
        return inheritedStorage.value.isRightToLeft ? .rightToLeft : .leftToRight
    }

    /// The four borders, widths 0 where no line is drawn.
    public var border: Edges<BorderEdge> {
        let box = boxStorage.value
        let color = inheritedStorage.value.color
        func edge(_ stroke: BorderEdge.Stroke, _ width: Double, _ paint: StyleColor) -> BorderEdge {
            if stroke == .none { return .none }
            return BorderEdge(
                stroke: stroke, width: width, color: paint.ofBorder(stroke, color, isInTable: box.display.isTableBox))
        }
        return Edges(
            top: edge(box.borderStroke.top, box.borderWidth.top, box.borderColor.top),
            right: edge(box.borderStroke.right, box.borderWidth.right, box.borderColor.right),
            bottom: edge(box.borderStroke.bottom, box.borderWidth.bottom, box.borderColor.bottom),
            left: edge(box.borderStroke.left, box.borderWidth.left, box.borderColor.left))
    }

    /// The vertical radii; nil when all are the horizontal ones.
    var verticalRadius: Corners<Length>? {
        let box = boxStorage.value
        if box.verticalRadius == Corners(nil) { return nil }
        return Corners(
            topLeft: box.verticalRadius.topLeft ?? box.borderRadius.topLeft,
            topRight: box.verticalRadius.topRight ?? box.borderRadius.topRight,
            bottomRight: box.verticalRadius.bottomRight ?? box.borderRadius.bottomRight,
            bottomLeft: box.verticalRadius.bottomLeft ?? box.borderRadius.bottomLeft)
    }

    /// The image in place of the border.
    var borderImage: BorderImage? { boxStorage.value.borderImage(current: inheritedStorage.value.color) }

    /// `translate`, `rotate`, `scale` and `transform`, in this order (CSS Transforms 2 §4), with their origin. Of inline boxes
    /// they say nothing: these are not transformed (CSS Transforms 1 §2).
    var transform: BoxTransform? {
        let box = boxStorage.value
        let functions = [box.translation, box.rotation, box.scale].compactMap { $0 } + box.transforms
        return functions.isEmpty ? nil : BoxTransform(functions, origin: box.transformOrigin)
    }

    /// The outline; nil without a line.
    var outline: Outline? {
        let box = boxStorage.value
        guard box.outlineStroke != .none, box.outlineWidth > 0 else { return nil }
        return Outline(
            BorderEdge(
                stroke: box.outlineStroke, width: box.outlineWidth,
                color: box.outlineColor.resolved(inheritedStorage.value.color)),
            offset: box.outlineOffset)
    }

    /// The opacity of the element's box, which its text does not have: for what stands in the text in place of the box.
    var boxOpacity: Double {
        box.display.isInline || box.modelStorage?.value.textOpacity != nil ? 1 : box.opacity
    }

    /// The background colour; nil when nothing of it is seen.
    public var backgroundColor: Color? {
        let color = boxStorage.value.background.resolved(inheritedStorage.value.color)
        return color.isTransparent ? nil : color
    }

    /// The images of the background, front to back.
    public var backgroundLayers: [BackgroundLayer] {
        boxStorage.value.backgroundLayers(current: inheritedStorage.value.color)
    }

    /// The style of the element as a block.
    public var blockStyle: BlockStyle {
        let box = boxStorage.value
        let inherited = inheritedStorage.value
        var style = BlockStyle()
        style.margin = usedMargin
        style.padding = box.padding
        style.border = border
        style.borderRadius = box.borderRadius
        style.verticalRadius = verticalRadius
        style.borderImage = borderImage
        style.shadows = box.shadows
        style.outline = outline
        style.background = backgroundColor
        style.backgroundLayers = backgroundLayers
        style.backgroundClip = box.backgroundClip
        style.width = box.width
        style.height = box.height
        style.minimumWidth = box.minimumWidth
        style.minimumHeight = box.minimumHeight
        style.maximumWidth = box.maximumWidth
        style.maximumHeight = box.maximumHeight
        style.boxSizing = box.boxSizing
        style.aspectRatio = box.aspectRatio.map { AspectRatio($0, isOfContentBox: box.prefersNaturalRatio) }
        style.float = box.float
        style.clear = box.clear
        style.footnoteDisplay = box.footnoteDisplay
        style.footnotePolicy = box.footnotePolicy
        style.position = box.position
        if box.position != .static {
            style.inset = box.offset
            style.zIndex = box.zIndex
            style.isInlineBeforePositioning = box.isInlineBeforePositioning
        }
        style.clipsOverflow = box.overflow != .visible
        style.isFlowRoot = isFlowRootByItself || box.overflow != .visible && box.overflow != .clip
        style.lineClamp = usedLineClamp
        if let isFlowRoot = box.modelStorage?.value.isFlowRoot { style.isFlowRoot = isFlowRoot }
        style.direction = baseDirection
        style.writingMode = inherited.writingMode
        style.verticalAlignment = box.verticalAlignment
        style.breakBefore = box.breakBefore
        style.breakAfter = box.breakAfter
        style.breakInside = box.breakInside
        style.clonesDecoration = box.clonesDecoration
        style.orphans = inherited.orphans
        style.widows = inherited.widows
        style.opacity = box.opacity
        style.transform = transform
        style.clip = box.clip
        style.clipPath = box.clipPath
        style.isVisible = inherited.isVisible
        style.columnCount = box.columnCount
        style.columnWidth = box.columnWidth
        style.columnGap = box.columnGap
        if box.columnRuleStroke != .none {
            style.columnRule = BorderEdge(
                stroke: box.columnRuleStroke, width: box.columnRuleWidth,
                color: box.columnRuleColor.resolved(inherited.color))
        }
        style.columnFill = box.columnFill
        style.spansColumns = box.spansColumns
        style.pageName = box.pageName
        style.bookmark.level = box.bookmarkLevel
        style.bookmark.isClosed = box.bookmarkIsClosed
        setInheritedTable(of: &style)
        style.table.isFixed = box.isFixedTable
        style.table.isCollapsed = inherited.isCollapsed
        return style
    }

    /// Sets what a table inherits; anonymous ones have nothing else.
    func setInheritedTable(of style: inout BlockStyle) {
        let inherited = inheritedStorage.value
        style.table.collapsesBorders = inherited.collapsesBorders
        style.table.horizontalSpacing = inherited.horizontalSpacing
        style.table.verticalSpacing = inherited.verticalSpacing
        style.table.captionAtBottom = inherited.captionAtBottom
        style.table.hidesEmptyCells = inherited.hidesEmptyCells
    }

    /// Margins, with auto ones where the parent aligns its blocks (HTML §15.3.3): only boxes narrower than their
    /// container feel it, that is tables and boxes with a width.
    private var usedMargin: Edges<SizeValue> {
        let box = boxStorage.value
        guard let alignment = box.alignedByParent, box.float == .none, box.display == .table || box.width != .auto,
            box.margin.left != .auto, box.margin.right != .auto
        else { return box.margin }
        var margin = box.margin
        if alignment != .left { margin.left = .auto }
        if alignment != .right { margin.right = .auto }
        return margin
    }

    /// The style of the element as an inline box; vertical margins and `auto` count as 0 (CSS 2 §10.3.1, §10.6.1).
    public var inlineBoxStyle: InlineBoxStyle {
        let box = boxStorage.value
        var style = InlineBoxStyle()
        style.margin = box.margin.map { $0.length ?? .zero }
        style.padding = box.padding
        style.border = border
        style.borderRadius = box.borderRadius
        style.verticalRadius = verticalRadius
        style.borderImage = borderImage
        style.shadows = box.shadows
        style.outline = outline
        style.background = backgroundColor
        style.backgroundLayers = backgroundLayers
        style.verticalAlignment = box.verticalAlignment
        style.isolation = box.isolation
        style.direction = inheritedStorage.value.isRightToLeft ? .rightToLeft : .leftToRight
        if box.position == .relative { style.inset = box.offset }
        return style
    }
}

extension StyleColor {
    /// The colour of a border. Carved ones that say none, those of rules say, are light grey, except in tables, as browsers
    /// have it: the text's colour carves nothing where it is black.
    func ofBorder(_ stroke: BorderEdge.Stroke, _ current: Color, isInTable: Bool) -> Color {
        switch stroke {
        case .inset, .outset, .groove, .ridge: self == .current && !isInTable ? Color(rgb: 0xEEEEEE) : resolved(current)
        default: resolved(current)
        }
    }
}
