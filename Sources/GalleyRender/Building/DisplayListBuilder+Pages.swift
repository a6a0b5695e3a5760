import GalleyLayout
import GalleyText

/// What a page has beside the document's content (CSS Paged Media 3).
extension DisplayListBuilder {
    /// Adds the page's own background, which covers the sheet, and its border.
    mutating func addPage(_ page: Page) {
        guard let box = page.box else { return }
        list.append(.beginTag(.artifact))
        defer { list.append(.end) }
        if let color = box.background, !color.isTransparent {
            list.append(.fill(sheet, radius: Corners(0), color))
        }
        for layer in box.backgroundLayers.reversed() {
            let area = PlainBox(
                rect: box.frame, padding: EdgeInsets(paddingOf: box.frame, box.border, around: page.contentRect),
                edges: box.border,
                shadows: []
            ).origin(layer.layout.origin)
            list.append(
                .background(
                    background(
                        layer, in: area, clip: (sheet, Corners(0)), lengths: LengthContext(fontSize: 16))))
        }
        addBorder(box.border, around: box.frame, radius: Corners(0))
    }

    /// Adds what stands of the document on a page, with the area of its footnotes.
    mutating func addContent(of page: Page) {
        let (matrix, whole) = (page.contentTransform, sheet)
        if matrix != .identity {
            list.append(.beginTransform(matrix))
            transform = matrix
            sheet = Rect(
                x: -matrix.e / matrix.a, y: -matrix.f / matrix.d, width: whole.width / matrix.a,
                height: whole.height / matrix.d)
        }
        addFootnoteArea(of: page)
        addEverything()
        if matrix != .identity {
            list.append(.end)
            transform = .identity
            sheet = whole
        }
    }

    /// Adds the background and border of the area of footnotes.
    private mutating func addFootnoteArea(of page: Page) {
        guard let area = page.footnoteArea, area.style.isVisible else { return }
        let box = PlainBox(
            area.frame, contentRect: area.contentRect, area.style,
            radius: resolved(
                area.style.borderRadius, area.style.verticalRadius, in: area.frame,
                lengths: LengthContext(fontSize: 16)))
        list.append(.beginTag(.artifact))
        add(box)
        list.append(.end)
    }

    /// Adds headers and footers. They are no part of the document's structure.
    mutating func addMarginBoxes(of page: Page) {
        guard !page.marginBoxes.isEmpty else { return }
        list.append(.beginTag(.artifact))
        defer { list.append(.end) }
        for box in page.marginBoxes {
            let style = box.style
            if style.isVisible {
                let radius = resolved(
                    style.borderRadius, style.verticalRadius, in: box.frame,
                    lengths: LengthContext(fontSize: box.text.style(at: 0)?.shaping.fontSize ?? 16))
                add(PlainBox(box.frame, contentRect: box.contentRect, style, radius: radius))
                if let outline = style.outline {
                    add(outline, around: box.frame, radius: radius, opacity: style.opacity)
                }
                if let image = box.image { add(image, in: box) }
            }
            for line in box.layout.lines { addLine(line, of: box.layout, at: box.origin, text: box.text) }
        }
    }

    /// Adds the picture that is a margin box's content: in its own size, where text would stand.
    private mutating func add(_ url: String, in box: PageMarginFragment) {
        let style = box.text.style(box.text.paragraphs[0].style)
        let isRightToLeft = style.baseDirection == .rightToLeft
        let across: Double =
            switch style.alignment {
            case .start, .justify: isRightToLeft ? 1 : 0
            case .end: isRightToLeft ? 0 : 1
            case .left: 0
            case .right: 1
            case .center: 0.5
            }
        let down: Double =
            switch box.style.verticalAlignment {
            case .top, .textTop: 0
            case .bottom, .textBottom: 1
            default: 0.5
            }
        // Nothing clips it but the sheet.
        var background = BoxBackground(.url(url), area: box.contentRect, clip: sheet)
        (background.repetitionX, background.repetitionY) = (.once, .once)
        background.positionX = BoxBackground.Position(fraction: across)
        background.positionY = BoxBackground.Position(fraction: down)
        background.opacity = box.style.opacity
        list.append(.background(background))
    }

}

extension PlainBox {
    /// A box of a page that has a style of its own.
    fileprivate init(_ frame: Rect, contentRect: Rect, _ style: BlockStyle, radius: Corners<CornerRadius>) {
        self.init(
            rect: frame, radius: radius, background: style.background, layers: style.backgroundLayers,
            padding: EdgeInsets(paddingOf: frame, style.border, around: contentRect), edges: style.border,
            borderImage: style.borderImage, shadows: style.shadows, opacity: style.opacity)
    }
}

extension EdgeInsets {
    /// What is between the border of a box and its content.
    fileprivate init(paddingOf frame: Rect, _ border: Edges<BorderEdge>, around content: Rect) {
        let widths = border.visibleWidths
        self.init(
            top: content.minY - frame.minY - widths.top, right: frame.maxX - content.maxX - widths.right,
            bottom: frame.maxY - content.maxY - widths.bottom, left: content.minX - frame.minX - widths.left)
    }
}
