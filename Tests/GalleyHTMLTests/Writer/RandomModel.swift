import GalleyTestSupport
import GalleyText
import GalleyUnicode

/// Models that no HTML made: whatever the builder takes, within what CSS can say (px instead of `em`, whole borders).
struct RandomModel {
    private var random: SeededGenerator
    /// For what came later, so that models stay as they were but for that.
    private var later: SeededGenerator
    private var builder: AttributedTextBuilder
    private var openSpans = 0
    private var anchors = 0
    private var flows = 0
    private var backgrounds = 0
    var hasFlows = true

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        later = SeededGenerator(seed: ~seed)
        builder = AttributedTextBuilder()
    }

    mutating func text() -> AttributedText {
        if chance(2) { builder.metadata.title = "A <title> & \"more\"" }
        if chance(3) { builder.metadata.canvasBackground = color() }
        let inBody = chance(2)
        if inBody { builder.openBlock(style: blockStyle()) }
        blocks(depth: 0, count: 1 + below(4))
        if inBody { builder.closeBlock() }
        var text = builder.finish()
        text.styleResources.counterStyles = [RandomModel.stars]
        for (index, block) in text.blocks.enumerated() where text.style(block.style).dependsOnFont {
            let own = text.style(text.paragraphs[block.paragraphs.lowerBound].strut)
            text.setTextStyle(laterChance(2) ? own : textStyle(), ofBlock: BlockID(index))
        }
        return text
    }

    /// A counter style of the document's own.
    private static let stars = CustomCounterStyle(.init(name: "stars", system: .symbolic, symbols: ["*", "'"]))

    // MARK: Choices

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
    private mutating func laterChance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &later) == 0 }
    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
    private mutating func px() -> Double { Double(below(200) - 60) / 4 }

    mutating func color() -> Color {
        chance(3)
            ? Color(red: Float(below(100)) / 99, green: 0.1, blue: 0.777, alpha: chance(2) ? 1 : 0.3)
            : Color(rgb: UInt32(below(0xFFFFFF)))
    }

    private mutating func length(nonNegative: Bool = false) -> Length {
        var length = Length.px(nonNegative ? abs(px()) : px())
        if chance(4) { length = .percent(Double(below(100)) / 3) }
        if chance(4) { length = length + Length(Double(1 + below(30)) / 8, pick([.ex, .ch, .ic, .lh, .vw, .vmax])) }
        return length
    }

    private mutating func size() -> SizeValue {
        chance(3) ? pick([.auto, .minContent, .maxContent, .fitContent, .stretch]) : .length(length(nonNegative: true))
    }

    private mutating func borders() -> Edges<BorderEdge> {
        if !chance(4) { return Edges(.none) }
        var edges = Edges(BorderEdge.none)
        edges.top = BorderEdge(stroke: pick([.solid, .dotted, .double]), width: Double(1 + below(4)), color: color())
        if chance(2) { edges.left = edges.top }
        if chance(2) { edges.right = BorderEdge(stroke: .groove, width: 2, color: color()) }
        return edges
    }

    // MARK: Styles

    mutating func textStyle() -> TextStyle {
        var style = TextStyle()
        if chance(2) {
            style.shaping.fontFamilies = pick([["monospace"], ["Arial", "serif"], ["it's \"x\""], ["serif"]])
        }
        if chance(2) { style.shaping.fontSize = Double(4 + below(300)) / 7 }
        if chance(3) { style.shaping.fontWeight = pick([700, 100, 433.5]) }
        if chance(4) { style.shaping.fontSlant = pick([.italic, .oblique(degrees: 9.5)]) }
        if chance(6) {
            style.shaping.features = [FontFeature(tag: "smcp", value: 1), FontFeature(tag: "liga", value: 0)]
        }
        if chance(6) { style.shaping.letterSpacing = Length(px: px()) }
        if chance(6) { style.shaping.language = pick(["de", "ja-JP", "x-y"]) }
        if chance(8) { style.shaping.textTransform = TextTransform(letterCase: .uppercase, fullWidth: chance(2)) }
        if chance(5) {
            style.breaking.whiteSpace = pick([.preserve, .preserveBreaks, .preserveSpaces, .breakSpaces])
        }
        if chance(8) { style.breaking.wraps = false }
        if chance(8) { style.breaking.overflowWrap = .anywhere }
        if chance(8) { style.breaking.tabSize = .length(.px(20)) }
        if chance(3) { style.paint.color = color() }
        if chance(6) { style.paint.background = color() }
        if chance(4) {
            for _ in 0..<(1 + below(3)) {
                style.paint.decorations.append(
                    TextDecoration(
                        line: pick([.underline, .overline, .lineThrough]), stroke: pick([.solid, .wavy]),
                        color: chance(2) ? style.paint.color : color(), thickness: chance(2) ? nil : .px(2),
                        fontSize: chance(2) ? style.shaping.fontSize : 20))
            }
        }
        if chance(8) { style.paint.shadows = [TextShadow(offsetX: px(), offsetY: 1, blurRadius: 2, color: color())] }
        if chance(6) { style.paint.opacity = Double(below(101)) / 100 }
        if chance(8) { style.paint.skipInk = pick([.none, .all]) }
        if chance(8), !style.paint.decorations.isEmpty {
            style.paint.decorations[0].thickness = nil
            style.paint.decorations[0].takesFontThickness = true
        }
        if chance(3) { style.lineHeight = pick([.multiple(1.25), .length(.px(20)), .length(.zero), .multiple(0)]) }
        return style
    }

    mutating func paragraphStyle() -> ParagraphStyle {
        var style = ParagraphStyle()
        if chance(3) { style.alignment = pick([.end, .left, .right, .center, .justify]) }
        if chance(5) { style.lastLineAlignment = .center }
        if chance(4) { style.baseDirection = pick([.rightToLeft, .natural]) }
        if laterChance(6), style.baseDirection != .natural { style.overridesDirection = true }
        if chance(4) { style.indent = length() }
        if chance(6) { style.hangingIndent = true }
        if chance(6) { style.indentsEachLine = true }
        if chance(6) { style.tabStops = [TabStop(location: 20), TabStop(location: 77.25, alignment: .decimal)] }
        if chance(6) { style.wrapStyle = .balance }
        if chance(6) { style.hangingPunctuation = [.first, .allowEnd] }
        if chance(6) { style.justification = pick([.none, .interWord, .interCharacter]) }
        if chance(6) { style.overflowToken = pick(["\u{2026}", "\"'>"]) }
        if chance(6) { style.lineHeightMultiple = 1.25 }
        if chance(6) {
            style.textBox = TextBox(trimsStart: chance(2), trimsEnd: true, over: .xHeight, under: .alphabetic)
        }
        if chance(6) { style.minimumLineHeight = 12.5 }
        if chance(6) { style.maximumLineHeight = 40 }
        if chance(6) { style.spacingBefore = 3 }
        if chance(6) { style.spacingAfter = 4.5 }
        if chance(8) { style.firstLine = textStyle() }
        if chance(8) {
            var letter = FirstLetterStyle(text: textStyle(), box: boxStyle(), float: pick([.none, .left]))
            // Its box paints the background.
            letter.text.paint.background = nil
            letter.box.textStyle = nil
            style.firstLetter = letter
        }
        if chance(2) { style.emptyParagraph = .nothing }
        if chance(5) { style.lineBreakMode = pick([.clip, .truncateHead, .truncateMiddle, .truncateTail]) }
        return style
    }

    private mutating func outline() -> Outline {
        Outline(
            BorderEdge(stroke: .dashed, width: 3, color: laterChance(2) ? .black : Color(rgb: 0x12AB34)),
            offset: laterChance(2) ? 0 : -2.5)
    }

    private mutating func shadows() -> [BoxShadow] {
        (0..<(chance(6) ? 2 : 0)).map { _ in
            BoxShadow(offsetX: px(), offsetY: -1, blurRadius: 2, spread: px(), color: color(), isInset: chance(2))
        }
    }

    private mutating func borderImage() -> BorderImage {
        var image = BorderImage(.url("https://example.org/frame.png"))
        image.layout.slices = Edges(top: .number(3), right: .percent(7.5), bottom: .number(0), left: .number(1.5))
        image.layout.isFilled = laterChance(2)
        if laterChance(2) {
            image.layout.widths = Edges(
                top: .auto, right: .times(0.5), bottom: .length(.zero), left: .length(.px(2) + .percent(5)))
        }
        if laterChance(2) { image.layout.outsets.left = .length(.px(3)) }
        if laterChance(2) { image.layout.repetitionY = .space }
        return image
    }

    /// One after the other, so that nothing else depends on them.
    private mutating func backgroundLayers() -> [BackgroundLayer] {
        let center = BoxPosition(x: .px(3), y: .percent(20))
        let corner = BoxPosition(x: .percent(100), y: .percent(0))
        let opposite = BoxPosition(x: .percent(0), y: .percent(100))
        let shapes: [Gradient.Shape] = [
            .linear(.angle(33.5)), .linear(.corner(isRight: true, isBottom: false)),
            .radial(.circle(.closestSide), at: center), .radial(.ellipse(.farthestCorner), at: .center),
            .radial(.circleRadius(.px(7)), at: center), .radial(.ellipseRadii(x: .px(7), y: .percent(8)), at: center),
            .conic(from: -12, at: center), .linear(.between(corner, opposite)),
            .linear(.between(corner, BoxPosition(x: .px(3), y: .percent(7)))),
        ]
        backgrounds += 1
        let shape = shapes[backgrounds % shapes.count]
        var gradient = Gradient(
            shape, [.color(Color(rgb: 0x123456), at: .percent(10)), .color(.transparent, at: .percent(70))])
        // What `-webkit-gradient` can say has neither.
        var isNew = true
        if case .linear(.between) = shape { isNew = false }
        if isNew, backgrounds % 2 == 0 { gradient.stops.insert(.hint(.percent(30)), at: 1) }
        gradient.repeats = isNew && backgrounds % 3 == 0
        var layers = [BackgroundLayer(.url("a'b.png")), BackgroundLayer(.gradient(gradient))]
        layers[1].layout.repetitionX = .round
        layers[1].layout.extent = backgrounds % 2 == 0 ? .cover : .size(width: .length(.px(7)), height: .auto)
        layers[0].layout.positionY = .percent(20)
        if backgrounds % 4 == 0 { layers[1].layout.clip = .content }
        if backgrounds % 3 == 0 { layers.swapAt(0, 1) }
        return backgrounds % 5 == 0 ? [layers[0]] : layers
    }

    mutating func blockStyle() -> BlockStyle {
        var style = BlockStyle()
        style.shadows = shadows()
        if chance(2) { style.margin.top = .length(length()) }
        if chance(3) { style.margin.left = chance(2) ? .auto : .length(length()) }
        if chance(3) { style.padding = Edges(length(nonNegative: true)) }
        style.border = borders()
        if chance(5) { style.borderRadius = Corners(.px(3)) }
        if chance(5) { style.background = color() }
        if chance(6) {
            style.backgroundLayers = backgroundLayers()
            style.backgroundClip = backgrounds % 2 == 0 ? .padding : style.backgroundLayers.last?.layout.clip ?? .border
        }
        if chance(4) { style.width = size() }
        if chance(6) { style.minimumHeight = size() }
        if chance(6) { style.maximumWidth = .length(length(nonNegative: true)) }
        if chance(6) { style.boxSizing = .borderBox }
        if chance(6) { style.clear = .both }
        if chance(6) {
            style.position = .relative
            style.inset.top = .length(length())
            if chance(2) { style.zIndex = 3 }
        }
        if chance(6) { style.clipsOverflow = true }
        if chance(4) { style.isFlowRoot = true }
        if chance(6) { style.direction = pick([.rightToLeft, .natural]) }
        if chance(6) { style.breakBefore = .page }
        if chance(6) { style.orphans = 5 }
        if chance(6) {
            style.opacity = 0.37
            if style.clipsOverflow {
                style.transform = BoxTransform(
                    [.rotate(degrees: 3), .translate(x: .px(2), y: .percent(5))],
                    origin: BoxPosition(x: .px(4), y: .percent(100)))
            }
        }
        if laterChance(6) { style.lineClamp = 3 }
        if laterChance(6) {
            style.clip = Edges(top: .px(1), right: nil, bottom: .px(7), left: .zero)
            style.clipPath = ClipPath(
                .inset(Edges(.percent(3)), radius: Corners(.px(2)), verticalRadius: Corners(.px(3))), of: .padding)
        }
        if laterChance(6) { style.outline = outline() }
        if laterChance(6) { style.borderImage = borderImage() }
        if laterChance(6) {
            style.bookmark.level = laterChance(2) ? .none : .level(4)
            style.bookmark.label = laterChance(2) ? [.text("a 'b' "), .content] : laterChance(2) ? [] : [.content]
            style.bookmark.isClosed = laterChance(2)
        }
        if laterChance(6) { style.aspectRatio = AspectRatio(1.5, isOfContentBox: laterChance(2)) }
        if chance(6) { style.columnCount = 2 }
        if chance(6) { style.table.collapsesBorders = true }
        if chance(6) { style.table.horizontalSpacing = 2.5 }
        return style
    }

    private mutating func boxStyle() -> InlineBoxStyle {
        var style = InlineBoxStyle()
        if chance(3) { style.margin.left = length() }
        if chance(3) { style.padding = Edges(length(nonNegative: true)) }
        style.border = borders()
        style.shadows = shadows()
        if laterChance(8) { style.outline = outline() }
        if laterChance(8) { style.borderImage = borderImage() }
        if chance(5) { style.background = color() }
        if chance(4) { style.verticalAlignment = pick([.sub, .top, .raised(.px(3))]) }
        if chance(5) { style.isolation = pick([.embed, .isolate, .override]) }
        if chance(5) { style.direction = .rightToLeft }
        if laterChance(5) {
            style.inset = Edges(
                top: .length(.px(3)), right: laterChance(2) ? .auto : .length(.px(5)), bottom: .auto,
                left: laterChance(2) ? .auto : .length(.percent(10)))
        }
        if chance(2) {
            style.textStyle = textStyle()
            style.textStyle?.paint.background = nil
        }
        return style
    }

    // MARK: Content

    private mutating func blocks(depth: Int, count: Int) {
        for _ in 0..<count {
            switch below(depth > 3 ? 3 : 8) {
            case 0, 1, 2: paragraph(depth)
            case 3: list(depth)
            case 4: table(depth)
            default:
                let roles: [Block.Role] = [
                    .none, .paragraph, .heading(level: 2), .blockquote, .preformatted, .rule, .article, .figure,
                    .definitionList, .definitionTerm, .definitionDescription, .details, .summary, .form, .listItem,
                    .table, .address,
                ]
                builder.openBlock(role: pick(roles), style: blockStyle())
                blocks(depth: depth + 1, count: 1 + below(3))
                builder.closeBlock()
            }
        }
    }

    private mutating func list(_ depth: Int) {
        builder.openBlock(.list(isOrdered: chance(2)), role: chance(4) ? .none : .list, style: blockStyle())
        var ordinal = below(5)
        for _ in 0..<(1 + below(3)) {
            var marker: ListItem.Marker = pick([
                .none, .counter(.disc), .counter(.upperRoman), .text("→ '"),
                .image(url: "m.png", fallback: .counter(.square)), .custom(RandomModel.stars),
            ])
            if laterChance(6), marker == marker.textual { marker = .image(url: "n.png", fallback: marker) }
            var markerStyle = textStyle()
            markerStyle.paint.background = nil
            let item = ListItem(
                ordinal: ordinal, marker: marker, markerPosition: chance(2) ? .inside : .outside,
                markerStyle: builder.intern(markerStyle))
            ordinal += pick([1, 1, 1, -1, 7])
            builder.openBlock(.item(item), role: chance(5) ? .none : .listItem, style: blockStyle())
            blocks(depth: depth + 1, count: 1 + below(2))
            builder.closeBlock()
        }
        builder.closeBlock()
    }

    private mutating func columns() -> [TableColumn] {
        // A group that shows something counts only then.
        let group = chance(3) ? TableColumn.Group(number: 0, background: color(), border: borders()) : nil
        return (0..<below(3)).map { _ in
            var column = TableColumn(width: size(), background: chance(2) ? color() : nil)
            if chance(3) { column.minimumWidth = size() }
            if chance(4) { column.isCollapsed = true }
            column.border = borders()
            column.group = group
            return column
        }
    }

    private mutating func table(_ depth: Int) {
        let columns = self.columns()
        builder.openBlock(.table(columns: columns), role: .table, style: blockStyle())
        if chance(3) {
            builder.openBlock(.caption, role: .tableCaption, style: blockStyle())
            paragraph(depth)
            builder.closeBlock()
        }
        builder.openBlock(.rowGroup(pick([.header, .body, .footer])), style: blockStyle())
        for _ in 0..<(1 + below(2)) {
            builder.openBlock(.row, role: chance(4) ? .none : .tableRow, style: blockStyle())
            for _ in 0..<(1 + below(3)) {
                let isHeader = chance(3)
                builder.openBlock(
                    .cell(columnSpan: 1 + below(3), rowSpan: 1 + below(2), isHeader: isHeader),
                    role: isHeader ? .tableHeaderCell : .tableCell, style: blockStyle())
                blocks(depth: depth + 1, count: 1 + below(2))
                builder.closeBlock()
            }
            builder.closeBlock()
        }
        builder.closeBlock()
        builder.closeBlock()
    }

    private mutating func paragraph(_ depth: Int) {
        let strut = textStyle()
        let strutID = builder.intern(strut)
        let other = builder.intern(textStyle())
        let wordy = [
            "word", " ", "  ", "\t", "\u{2028}", "a b c", "<b>&amp;\"'", "\u{A0}", "日本", "עברית", "👩‍👩‍👧", "\u{AD}",
            "x\u{2028} y", "\u{FFFC}",
        ]
        let spansBefore = openSpans
        for _ in 0..<below(9) {
            let style = chance(3) ? other : strutID
            switch below(14) {
            case 0:
                let hasLink = chance(2)
                let link =
                    hasLink
                    ? Link(url: "u\(below(3))", target: chance(3) ? "t" : nil, title: chance(3) ? "'<" : nil) : nil
                builder.openSpan(
                    box: chance(2) ? InlineBoxStyle() : boxStyle(), link: link, ruby: chance(6) ? .base : .none)
                openSpans += 1
            case 1 where openSpans > spansBefore || openSpans > 0 && chance(3):
                builder.closeSpan()
                openSpans -= 1
            case 2:
                anchors += 1
                builder.addAnchor("a\(anchors)")
            case 3:
                builder.appendGenerated(
                    pick(["«", "\u{200B}", " x ", "a\u{2028}b"]), style: builder.intern(textStyle()),
                    alternativeText: pick([nil, nil, "", "said \"so\""]))
            case 4: attachment(style)
            case 5 where hasFlows && depth < 4: flow(style, depth)
            default: builder.append(pick(wordy), style: style)
            }
        }
        while openSpans > spansBefore, !chance(6) {
            builder.closeSpan()
            openSpans -= 1
        }
        builder.endParagraph(
            style: builder.intern(paragraphStyle()), strut: strutID, separator: chance(8) ? other : nil)
    }

    private mutating func attachment(_ style: TextStyleID) {
        var image = Attachment(kind: .image, source: chance(4) ? nil : "i.png")
        image.alternativeText = pick([nil, "", "alt \"x\""])
        image.width = size()
        image.aspectRatio = chance(2) ? nil : 1.234
        image.margin.left = length()
        image.border = borders()
        image.fit = pick([.fill, .cover, .scaleDown])
        if image.fit == .cover {
            image.position = BoxPosition(x: .px(3), y: .percent(20))
            image.borderRadius = Corners(.percent(50))
        }
        image.shadows = shadows()
        if laterChance(4) { image.outline = outline() }
        image.verticalAlignment = pick([.baseline, .middle, .raised(.percent(5))])
        if chance(3) {
            image.attributes = ["data-x": "1", "align": "left", "title": "t"]
            // Without an alternative text the title is one.
            image.alternativeText = image.alternativeText ?? "t"
        }
        // An attachment has no background of the text around it.
        var own = builder.style(style)
        own.paint.background = nil
        builder.append(image, style: builder.intern(own))
    }

    private mutating func flow(_ style: TextStyleID, _ depth: Int) {
        var root = blockStyle()
        root.isFlowRoot = true
        let isFloat = chance(2)
        if isFloat { root.float = chance(2) ? .left : .right }
        let openOutside = openSpans
        openSpans = 0
        let isFootnote = openOutside % 3 == 2
        if isFootnote, root.float == .left { root.float = .footnote }
        if builder.openFlow(isFootnote ? .footnote : isFloat ? .float : .inlineBlock, root: root, style: style) {
            blocks(depth: depth + 2, count: 1 + below(2))
            while openSpans > 0 {
                builder.closeSpan()
                openSpans -= 1
            }
            builder.closeFlow()
        }
        openSpans = openOutside
    }
}
