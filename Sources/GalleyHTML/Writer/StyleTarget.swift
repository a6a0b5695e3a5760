import GalleyText

/// What the model says of an element that is to be written: nil parts are left as the cascade makes them.
struct StyleTarget {
    var display: BoxStyle.Display
    var text: TextStyle?
    var paragraph: ParagraphStyle?
    var block: BlockStyle?
    var inlineBox: InlineBoxStyle?
    var attachment: Attachment?
    var column: TableColumn?
    var columnGroup: TableColumn.Group?
    var item: ListItem?
    var float: BlockStyle.Float?
    var initialLetter: InitialLetter?
    var canvas: Color??
    /// `content`, where it has numbers of pages.
    var content: GeneratedContent?
    var model = ModelStyle()
    /// Properties to write even where the cascade would give them, because attributes of the element speak of them.
    var isForced = false
    /// Properties to write whatever the cascade gives, by name.
    var written: Set<String> = []

    init(display: BoxStyle.Display) { self.display = display }

    /// Turns the cascade's own answer into what the model says.
    func apply(to fields: inout StyleFields, parent: StyleFields) {
        fields.box.display = display
        fields.box.model = model
        // Boxes inside are placed by their own margins, which the model has.
        fields.inherited.blockAlignment = nil
        if let text { fields.set(text) }
        if let block { fields.set(block) }
        if let inlineBox { fields.set(inlineBox) }
        if let attachment { fields.set(attachment) }
        if let column {
            fields.set(column)
        }
        if let columnGroup { fields.set(columnGroup) }
        if let item { fields.set(item) }
        if let float { fields.box.float = float }
        if let initialLetter { fields.box.initialLetter = initialLetter }
        if let content { fields.box.content = content }
        if let canvas { fields.box.background = .color(canvas ?? .transparent) }
        if let background = text?.paint.background { fields.box.background = .color(background) }
        if let paragraph { fields.set(paragraph) }
        guard let text else { return }
        fields.setOpacity(text.paint.opacity, parent: parent, isBlock: block != nil)
        fields.setDecorations(text.paint.decorations, parent: parent)
    }
}

// The way back from the model's styles to computed values: `ComputedStyle+Model.swift` the other way round.
extension StyleFields {
    mutating func set(_ style: TextStyle) {
        inherited.shaping = style.shaping
        setFeatures(style.shaping)
        inherited.breaking = style.breaking
        inherited.breaksLongWords = false
        if let other = box.model.whiteSpace, other == style.breaking.whiteSpace {
            inherited.breaking.whiteSpace = .preserve
        }
        inherited.lineHeight = style.lineHeight
        inherited.color = style.paint.color
        inherited.show(style.paint.isVisible)
        inherited.skipInk = style.paint.skipInk
        inherited.shadows = style.paint.shadows
        inherited.emphasisMark = style.paint.emphasis?.mark
        if let emphasis = style.paint.emphasis {
            inherited.emphasisColor = .color(emphasis.color)
            inherited.emphasisIsUnder = emphasis.isUnder
            inherited.emphasisIsLeft = emphasis.isLeft
        }
    }

    /// The explicit features, and as many words of `font-variant-ligatures` before them as it takes to switch
    /// ligatures off.
    private mutating func setFeatures(_ style: ShapingStyle) {
        inherited.numericFeatures = []
        inherited.eastAsianFeatures = []
        inherited.ligatureFeatures = []
        var rest = style.features[...]
        if !style.ligatures {
            if rest.starts(with: FeatureWords.noLigatures) {
                inherited.ligatureFeatures = FeatureWords.noLigatures
                rest = rest.dropFirst(FeatureWords.noLigatures.count)
            } else {
                while let word = FeatureWords.ligatures.first(where: { rest.starts(with: $0.features) }) {
                    inherited.ligatureFeatures += word.features
                    rest = rest.dropFirst(word.features.count)
                }
            }
        }
        inherited.featureSettings = Array(rest)
    }

    private mutating func set(_ transform: BoxTransform?) {
        (box.translation, box.rotation, box.scale) = (nil, nil, nil)
        box.transforms = transform?.functions ?? []
        box.transformOrigin = transform?.origin ?? .center
    }

    private mutating func set(_ borderImage: BorderImage?) {
        box.borderImageSource = borderImage.map { StyleImage($0.image) }
        box.borderImage = borderImage?.layout ?? BorderImageLayout()
    }

    private mutating func set(_ outline: Outline?) {
        box.outlineStroke = outline?.edge.stroke ?? .none
        guard let outline else { return }
        box.outlineWidth = outline.edge.width
        box.outlineOffset = outline.offset
        if box.outlineColor.resolved(inherited.color) != outline.edge.color {
            box.outlineColor = .color(outline.edge.color)
        }
    }

    /// The element's own factor, where a product of factors gives the text's opacity exactly. A block's is not its text's.
    mutating func setOpacity(_ opacity: Double, parent: StyleFields, isBlock: Bool) {
        let outer = parent.inherited.opacity
        if outer == opacity { return }
        let factor = outer > 0 ? opacity / outer : 0
        if !isBlock, factor <= 1, outer * factor == opacity {
            box.opacity = factor
        } else {
            box.model.textOpacity = opacity
        }
    }

    /// The lines that the element adds to its ancestors', where one declaration says them; else all of them.
    mutating func setDecorations(_ decorations: [TextDecoration], parent: StyleFields) {
        let outer = startsAfresh ? [] : parent.inherited.decorations
        box.decorationLines = []
        box.decorationStroke = .solid
        box.decorationColor = .current
        box.decorationThickness = nil
        box.decorationTakesFontThickness = false
        if decorations == outer { return }
        let own = decorations.dropFirst(outer.count)
        if decorations.starts(with: outer), let first = own.first, isOneDeclaration(own) {
            for decoration in own {
                switch decoration.line {
                case .underline:
                    box.decorationLines.formUnion(.underline)
                    inherited.underlineOffset = decoration.offset
                case .overline: box.decorationLines.formUnion(.overline)
                case .lineThrough: box.decorationLines.formUnion(.lineThrough)
                }
            }
            box.decorationStroke = first.stroke
            box.decorationThickness = first.thickness
            box.decorationTakesFontThickness = first.takesFontThickness
            box.decorationColor = first.color == inherited.color ? .current : .color(first.color)
            return
        }
        // Browsers draw the newest line at least.
        if let last = decorations.last {
            box.decorationStroke = last.stroke
            box.decorationColor = .color(last.color)
            switch last.line {
            case .underline: box.decorationLines = .underline
            case .overline: box.decorationLines = .overline
            case .lineThrough: box.decorationLines = .lineThrough
            }
        }
        box.model.decorations = decorations
    }

    /// Whether lines of ancestors stop at this box (CSS Text Decoration 3 §2.1).
    private var startsAfresh: Bool {
        box.float != .none || box.position == .absolute || box.position == .fixed
            || [.inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .rubyText].contains(box.display)
    }

    private func isOneDeclaration(_ lines: ArraySlice<TextDecoration>) -> Bool {
        guard let first = lines.first else { return true }
        var last = -1
        for line in lines {
            guard line.stroke == first.stroke, line.color == first.color, line.thickness == first.thickness,
                line.takesFontThickness == first.takesFontThickness,
                line.fontSize == inherited.shaping.fontSize, line.line == .underline || line.offset == nil,
                Int(line.line.rawValue) > last
            else { return false }
            last = Int(line.line.rawValue)
        }
        return true
    }

    mutating func set(_ style: ParagraphStyle) {
        let outer = inherited.paragraph
        inherited.paragraph = style
        // These come from other properties.
        inherited.paragraph.baseDirection = outer.baseDirection
        inherited.paragraph.overridesDirection = outer.overridesDirection
        inherited.paragraph.lineBreakMode = outer.lineBreakMode
        inherited.paragraph.overflowToken = outer.overflowToken
        setDirection(style.baseDirection)
        if style.overridesDirection, style.baseDirection != .natural { box.isolation = .override }
        if style.lineBreakMode != .wrap { box.model.lineBreakMode = style.lineBreakMode }
        if box.overflow == .visible {
            box.model.overflowToken = style.overflowToken
        } else {
            box.textOverflow = BoxStyle.TextOverflow(left: style.overflowToken, right: style.overflowToken)
        }
    }

    private mutating func setDirection(_ direction: BaseDirection) {
        if direction == .natural {
            box.isolation = .plaintext
        } else {
            inherited.isRightToLeft = direction == .rightToLeft
            if box.isolation == .plaintext { box.isolation = .normal }
        }
    }

    private mutating func set(_ border: Edges<BorderEdge>) {
        func width(_ edge: BorderEdge, _ base: Double) -> Double { edge.stroke == .none ? base : edge.width }
        box.borderStroke = border.map(\.stroke)
        box.borderWidth = Edges(
            top: width(border.top, box.borderWidth.top), right: width(border.right, box.borderWidth.right),
            bottom: width(border.bottom, box.borderWidth.bottom), left: width(border.left, box.borderWidth.left))
        let current = inherited.color
        func color(_ edge: BorderEdge, _ base: StyleColor) -> StyleColor {
            if edge.stroke == .none { return base }
            let isSaid = base.ofBorder(edge.stroke, current, isInTable: box.display.isTableBox) == edge.color
            return isSaid ? base : .color(edge.color)
        }
        box.borderColor = Edges(
            top: color(border.top, box.borderColor.top), right: color(border.right, box.borderColor.right),
            bottom: color(border.bottom, box.borderColor.bottom), left: color(border.left, box.borderColor.left))
    }

    mutating func set(_ style: BlockStyle) {
        box.alignedByParent = nil
        box.margin = style.margin
        box.padding = style.padding
        set(style.border)
        box.borderRadius = style.borderRadius
        setVerticalRadius(style.verticalRadius)
        set(style.borderImage)
        box.shadows = style.shadows
        set(style.outline)
        box.background = .color(style.background ?? .transparent)
        setBackground(style.backgroundLayers, clip: style.backgroundClip)
        inherited.writingMode = style.writingMode
        box.width = style.width
        box.height = style.height
        box.minimumWidth = style.minimumWidth
        box.minimumHeight = style.minimumHeight
        box.maximumWidth = style.maximumWidth
        box.maximumHeight = style.maximumHeight
        box.boxSizing = style.boxSizing
        box.aspectRatio = style.aspectRatio?.ratio
        box.prefersNaturalRatio = style.aspectRatio?.isOfContentBox ?? false
        box.float = style.float
        box.clear = style.clear
        box.footnoteDisplay = style.footnoteDisplay
        box.footnotePolicy = style.footnotePolicy
        box.position = style.position
        box.offset = style.inset
        box.zIndex = style.zIndex
        box.isInlineBeforePositioning = style.isInlineBeforePositioning
        let overflow: BoxStyle.Overflow =
            style.clipsOverflow ? (style.isFlowRoot ? .hidden : .clip) : .visible
        box.overflowX = overflow
        box.overflowY = overflow
        box.lineClamp = style.lineClamp
        box.hasLegacyLineClamp = false
        setDirection(style.direction)
        box.verticalAlignment = style.verticalAlignment
        box.breakBefore = style.breakBefore
        box.breakAfter = style.breakAfter
        box.breakInside = style.breakInside
        box.clonesDecoration = style.clonesDecoration
        inherited.orphans = style.orphans
        inherited.widows = style.widows
        box.opacity = style.opacity
        set(style.transform)
        box.clip = style.clip
        box.clipPath = style.clipPath
        inherited.isVisible = style.isVisible
        inherited.isCollapsed = style.table.isCollapsed && !style.isVisible
        box.columnCount = style.columnCount
        box.columnWidth = style.columnWidth
        box.columnGap = style.columnGap
        box.columnRuleStroke = style.columnRule.stroke
        if style.columnRule.stroke != .none {
            box.columnRuleWidth = style.columnRule.width
            box.columnRuleColor = .color(style.columnRule.color)
        }
        box.columnFill = style.columnFill
        box.spansColumns = style.spansColumns
        box.pageName = style.pageName
        box.namedStrings = style.namedStrings.map { string in
            StringAssignment(name: string.name, items: string.parts.map { GeneratedContent.Item($0) })
        }
        box.bookmarkLevel = style.bookmark.level
        box.bookmarkLabel = style.bookmark.label.map { GeneratedContent.Item($0) }
        box.bookmarkIsClosed = style.bookmark.isClosed
        inherited.collapsesBorders = style.table.collapsesBorders
        inherited.horizontalSpacing = style.table.horizontalSpacing
        inherited.verticalSpacing = style.table.verticalSpacing
        box.isFixedTable = style.table.isFixed
        inherited.captionAtBottom = style.table.captionAtBottom
        inherited.hidesEmptyCells = style.table.hidesEmptyCells
    }

    private mutating func setVerticalRadius(_ radius: Corners<Length>?) {
        func different(_ vertical: Length?, _ horizontal: Length) -> Length? {
            vertical == horizontal ? nil : vertical
        }
        box.verticalRadius = Corners(
            topLeft: different(radius?.topLeft, box.borderRadius.topLeft),
            topRight: different(radius?.topRight, box.borderRadius.topRight),
            bottomRight: different(radius?.bottomRight, box.borderRadius.bottomRight),
            bottomLeft: different(radius?.bottomLeft, box.borderRadius.bottomLeft))
    }

    /// The colour's clip is that of the last layer: one without an image, where no other says it.
    mutating func setBackground(_ layers: [BackgroundLayer], clip: BackgroundLayout.Box = .border) {
        var images: [StyleImage?] = layers.map { StyleImage($0.image) }
        var layouts = layers.map(\.layout)
        if clip != (layouts.last?.clip ?? .border) {
            var layout = BackgroundLayout()
            layout.clip = clip
            images.append(nil)
            layouts.append(layout)
        }
        box.backgroundImages = images
        box.backgroundLists = BackgroundLists(layouts)
    }

    mutating func set(_ column: TableColumn) {
        box.width = column.width
        box.minimumWidth = column.minimumWidth
        box.background = .color(column.background ?? .transparent)
        setBackground(column.backgroundLayers)
        set(column.border)
        inherited.show(!column.isCollapsed)
        inherited.isCollapsed = column.isCollapsed
    }

    mutating func set(_ group: TableColumn.Group) {
        box.background = .color(group.background ?? .transparent)
        setBackground(group.backgroundLayers)
        set(group.border)
    }

    mutating func set(_ style: InlineBoxStyle) {
        box.margin = style.margin.map { .length($0) }
        box.padding = style.padding
        set(style.border)
        box.borderRadius = style.borderRadius
        setVerticalRadius(style.verticalRadius)
        set(style.borderImage)
        box.shadows = style.shadows
        set(style.outline)
        box.background = .color(style.background ?? .transparent)
        setBackground(style.backgroundLayers)
        box.verticalAlignment = style.verticalAlignment
        box.isolation = style.isolation
        inherited.isRightToLeft = style.direction == .rightToLeft
        box.position = style.inset == nil ? .static : .relative
        box.offset = style.inset ?? Edges(.auto)
    }

    mutating func set(_ attachment: Attachment) {
        box.float = .none
        box.width = attachment.width
        box.height = attachment.height
        box.minimumWidth = attachment.minimumWidth
        box.minimumHeight = attachment.minimumHeight
        box.maximumWidth = attachment.maximumWidth
        box.maximumHeight = attachment.maximumHeight
        box.verticalAlignment = attachment.verticalAlignment
        box.margin = attachment.margin.map { .length($0) }
        box.padding = attachment.padding
        set(attachment.border)
        box.borderRadius = attachment.borderRadius
        setVerticalRadius(attachment.verticalRadius)
        set(attachment.borderImage)
        box.shadows = attachment.shadows
        set(attachment.outline)
        box.objectFit = attachment.fit
        box.objectPosition = attachment.position
        set(attachment.transform)
        box.clipPath = attachment.clipPath
        box.background = .color(attachment.background ?? .transparent)
        box.aspectRatio = attachment.aspectRatio
        box.prefersNaturalRatio = attachment.aspectRatio != nil && attachment.prefersNaturalRatio
    }

    /// Markers that look the same keep the property that gives them.
    mutating func set(_ item: ListItem) {
        inherited.listMarkerIsInside = item.markerPosition == .inside
        var type: ListStyleType
        var image: String?
        if case .image(let url, _) = item.marker { image = url }
        switch item.marker.textual {
        case .none, .image: type = .none
        case .counter(let style): type = .counter(style)
        case .custom(let style): type = style.name.isEmpty ? .symbols(style) : .named(style.name)
        case .text(let text): type = .string(text)
        }
        inherited.listStyleImage = image
        // A style of the document's own has no marker of its own without its rule: it looks like decimal there.
        let isOwn = { (type: ListStyleType) -> Bool in
            switch type {
            case .named, .symbols: true
            default: false
            }
        }
        if isOwn(type) || isOwn(inherited.listStyleType)
            || ModelBuilder.marker(of: inherited.listStyleType) != ModelBuilder.marker(of: type)
        {
            inherited.listStyleType = type
        }
    }
}

extension StyleImage {
    fileprivate init(_ image: BackgroundImage) {
        switch image {
        case .url(let url): self = .url(url)
        case .gradient(let gradient): self = .gradient(StyleGradient(gradient))
        }
    }
}

extension GeneratedContent.Item {
    fileprivate init(_ part: NamedString.Part) {
        switch part {
        case .text(let text): self = .string(text)
        case .content: self = .elementText
        }
    }
}
