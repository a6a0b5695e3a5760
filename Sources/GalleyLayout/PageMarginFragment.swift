import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// A margin box of a page as laid out: a header, a footer, or what stands at the side.
public struct PageMarginFragment: Sendable {
    public var position: PageMarginBox.Position
    /// The border box in px from the sheet's top left.
    public var frame: Rect
    public var style: BlockStyle
    /// Inside of border and padding.
    public var contentRect: Rect
    /// The URL of the picture that is all of the box's content, and stands in it as text would.
    public var image: String?
    /// The top left of `layout`'s coordinates.
    public var origin: Point
    public var layout: ParagraphLayout
    /// The text that `layout` was made of: its styles and its bytes are there, not in the document's text.
    public var text: AttributedText
}

extension PagedLayout {
    /// Puts a page together.
    ///
    /// - Parameter source: what makes lines that were given up again; where several pages are asked for, one for all.
    func page(_ index: Int, _ source: LineSource? = nil) -> Page {
        let sheet = sheets[index]
        var box: PageBoxFragment?
        if sheet.background != nil || sheet.border != Edges(.none) || !sheet.backgroundLayers.isEmpty {
            box = PageBoxFragment(
                frame: Rect(x: 0, y: 0, width: sheet.paper.width, height: sheet.paper.height).inset(by: sheet.margins),
                border: sheet.border, background: sheet.background, backgroundLayers: sheet.backgroundLayers)
        }
        return Page(
            index: index, number: sheet.number, label: sheet.label, paper: sheet.paper,
            contentRect: sheet.drawnRect,
            content: content(ofPage: index, source), contentTransform: sheet.contentTransform,
            documentRange: sheet.range, name: sheet.name, isBlank: sheet.isBlank, isLeft: sheet.isLeft, box: box,
            footnoteArea: sheet.footnoteHeight > 0 ? sheet.footnoteFragment : nil,
            marginBoxes: sheet.marginBoxes.isEmpty ? [] : MarginBoxLayouter(self, index).fragments())
    }

    /// What of the document stands on a page.
    func content(ofPage index: Int, _ source: LineSource? = nil) -> LayoutContent {
        let sheet = sheets[index]
        let size = Size(width: sheet.paper.width, height: sheet.paper.height)
        return emitter.content(index, size: size, isBlank: sheet.isBlank, source: source)
    }
}

extension PageSheet {
    /// Where the content is drawn.
    fileprivate var drawnRect: Rect {
        Rect(
            x: contentRect.x, y: contentRect.y, width: contentRect.width / scale, height: contentRect.height / scale)
    }

    /// From the content as it is laid out to where it is drawn.
    fileprivate var contentTransform: TransformMatrix {
        let factor = 1 / scale
        return TransformMatrix(
            a: factor, b: 0, c: 0, d: factor, e: contentRect.x * (1 - factor), f: contentRect.y * (1 - factor))
    }

    /// The number in the counter style of the first margin box that shows it.
    fileprivate var label: String {
        for box in marginBoxes {
            for case .counter("page", let style) in box.content { return style.representation(of: number) }
        }
        return String(number)
    }
}

/// Lays out the margin boxes of one page (CSS Paged Media 3 §5.3).
private struct MarginBoxLayouter {
    private let paged: PagedLayout
    private let index: Int
    private let sheet: PageSheet
    private let context: LayoutContext

    /// A box with its text shaped.
    private struct Item {
        var box: PageMarginBox
        var text: AttributedText
        var shaped: ShapedParagraph
        var edges: EdgeInsets
        var border: EdgeInsets
        var padding: EdgeInsets
        /// Of the margin box along its edge of the page: declared, or the content's.
        var declared: Double?
        var minimum: Double
        var maximum: Double
    }

    init(_ paged: PagedLayout, _ index: Int) {
        self.paged = paged
        self.index = index
        sheet = paged.sheets[index]
        context = DocumentLayout.context(
            fonts: paged.layout.fonts, width: paged.layout.width, options: paged.layout.options)
    }

    func fragments() -> [PageMarginFragment] {
        var boxes: [PageMarginBox.Position: PageMarginBox] = [:]
        for box in sheet.marginBoxes { boxes[box.position] = box }
        let width = sheet.paper.width
        let height = sheet.paper.height
        let margins = sheet.margins
        let right = width - margins.right
        let bottom = height - margins.bottom
        var found: [PageMarginFragment] = []
        func corner(_ position: PageMarginBox.Position, _ area: Rect) {
            if let box = boxes[position], let item = item(box, area, isHorizontal: true) {
                found.append(place(item, area))
            }
        }
        corner(.topLeftCorner, Rect(x: 0, y: 0, width: margins.left, height: margins.top))
        corner(.topRightCorner, Rect(x: right, y: 0, width: margins.right, height: margins.top))
        corner(.bottomRightCorner, Rect(x: right, y: bottom, width: margins.right, height: margins.bottom))
        corner(.bottomLeftCorner, Rect(x: 0, y: bottom, width: margins.left, height: margins.bottom))
        func edge(_ positions: [PageMarginBox.Position], _ area: Rect, isHorizontal: Bool) {
            let items = positions.map { position in
                boxes[position].flatMap { item($0, area, isHorizontal: isHorizontal) }
            }
            let length = isHorizontal ? area.width : area.height
            for (item, place) in zip(items, MarginBoxLayouter.divide(length, items)) {
                guard let item, let place else { continue }
                let rect =
                    isHorizontal
                    ? Rect(x: area.x + place.start, y: area.y, width: place.length, height: area.height)
                    : Rect(x: area.x, y: area.y + place.start, width: area.width, height: place.length)
                found.append(self.place(item, rect))
            }
        }
        let inner = max(0, right - margins.left)
        let tall = max(0, bottom - margins.top)
        edge(
            [.topLeft, .topCenter, .topRight], Rect(x: margins.left, y: 0, width: inner, height: margins.top),
            isHorizontal: true)
        edge(
            [.rightTop, .rightMiddle, .rightBottom],
            Rect(x: right, y: margins.top, width: margins.right, height: tall), isHorizontal: false)
        edge(
            [.bottomLeft, .bottomCenter, .bottomRight],
            Rect(x: margins.left, y: bottom, width: inner, height: margins.bottom), isHorizontal: true)
        edge(
            [.leftTop, .leftMiddle, .leftBottom], Rect(x: 0, y: margins.top, width: margins.left, height: tall),
            isHorizontal: false)
        return found
    }

    // MARK: Text

    private func string(_ content: [PageMarginBox.Content], keepsBreaks: Bool) -> String {
        let text = content.map { part -> String in
            switch part {
            case .text(let text): return text
            case .counter(let name, let style): return style.representation(of: counter(name))
            case .counters(let name, _, let style): return style.representation(of: counter(name))
            case .namedString(let name, let occurrence):
                return paged.strings.value(of: name, occurrence, page: index)
            case .image: return ""
            }
        }.joined()
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" ? keepsBreaks ? "\u{2028}" : " " : $0 }))
    }

    private func counter(_ name: String) -> Int {
        switch name {
        case "page": sheet.number
        case "pages": (paged.sheets.last?.number ?? sheet.number)
        default: 0
        }
    }

    private func item(_ box: PageMarginBox, _ area: Rect, isHorizontal: Bool) -> Item? {
        let keepsBreaks = box.text.breaking.whiteSpace != .collapse
        let string = string(box.content, keepsBreaks: keepsBreaks)
        let text = AttributedText(string, style: box.text, paragraphStyle: box.paragraph)
        let shaped = context.shape(paragraph: 0, of: text)
        let resolver = LengthResolver(context: shaped.lengthContext(percentageBase: area.width))
        let metrics = BoxMetrics(edgesOf: box.box, in: resolver, percentageBase: area.width)
        let edges = EdgeInsets(
            top: metrics.margin.top + metrics.topEdge,
            right: metrics.margin.right + metrics.border.right + metrics.padding.right,
            bottom: metrics.margin.bottom + metrics.bottomEdge,
            left: metrics.margin.left + metrics.border.left + metrics.padding.left)
        let along = isHorizontal ? edges.left + edges.right : edges.top + edges.bottom
        let value = isHorizontal ? box.box.width : box.box.height
        let base = isHorizontal ? area.width : area.height
        let declared = value.length.map { max(0, resolver.resolve($0, base)) + along }
        var range = WidthRange(shaped.contentWidths())
        if !isHorizontal {
            let width = max(0, area.width - edges.left - edges.right)
            let height = ParagraphLayout(shaped, ParagraphConstraints(width: width), context: context).size.height
            range = WidthRange(height)
        }
        // How large a picture is pages do not know: it gets a share of its edge.
        if box.onlyImage != nil { range.maximum = max(range.maximum, (base - along) / 3) }
        return Item(
            box: box, text: text, shaped: shaped, edges: edges, border: metrics.border, padding: metrics.padding,
            declared: declared, minimum: declared ?? range.minimum + along, maximum: declared ?? range.maximum + along)
    }

    private func place(_ item: Item, _ area: Rect) -> PageMarginFragment {
        let content = area.inset(by: item.edges)
        let layout = ParagraphLayout(
            item.shaped, ParagraphConstraints(width: content.width, percentageBase: content.width), context: context)
        let slack = content.height - layout.size.height
        let down =
            switch item.box.box.verticalAlignment {
            case .top, .textTop: 0.0
            case .bottom, .textBottom: slack
            default: slack / 2
            }
        let margin = EdgeInsets(
            top: item.edges.top - item.border.top - item.padding.top,
            right: item.edges.right - item.border.right - item.padding.right,
            bottom: item.edges.bottom - item.border.bottom - item.padding.bottom,
            left: item.edges.left - item.border.left - item.padding.left)
        return PageMarginFragment(
            position: item.box.position, frame: area.inset(by: margin), style: item.box.box, contentRect: content,
            image: item.box.onlyImage,
            origin: Point(x: content.x, y: content.y + down), layout: layout, text: item.text)
    }

    // MARK: Sizes along an edge

    /// Divides an edge among its three boxes (CSS Paged Media 3 §5.3.2): the middle one is centred, and what is left goes
    /// to the others; without it the other two share the edge.
    private static func divide(_ length: Double, _ items: [Item?]) -> [(start: Double, length: Double)?] {
        let first = items[0]
        let last = items[2]
        if let middle = items[1] {
            let side = 2 * max(first?.maximum ?? 0, last?.maximum ?? 0)
            let least = 2 * max(first?.minimum ?? 0, last?.minimum ?? 0)
            let width =
                middle.declared
                ?? share(length, (middle.minimum, middle.maximum), side > 0 ? (least, side) : nil).first
            let rest = max(0, (length - width) / 2)
            let left = first.map { $0.declared ?? rest }
            let right = last.map { $0.declared ?? rest }
            return [left.map { (0, $0) }, (rest, width), right.map { (length - $0, $0) }]
        }
        guard let first else {
            return [nil, nil, last.map { (length - ($0.declared ?? length), $0.declared ?? length) }]
        }
        guard let last else { return [(0, first.declared ?? length), nil, nil] }
        var widths = share(length, (first.minimum, first.maximum), (last.minimum, last.maximum))
        if let declared = first.declared { widths = (declared, last.declared ?? max(0, length - declared)) }
        if let declared = last.declared { widths = (first.declared ?? max(0, length - declared), declared) }
        return [(0, widths.first), nil, (length - widths.second, widths.second)]
    }

    /// Two boxes side by side, given their least and most width: what is left or missing goes by the most, between the
    /// least and the most by what they differ (§5.3.2.2).
    private static func share(
        _ length: Double, _ first: (least: Double, most: Double), _ second: (least: Double, most: Double)?
    ) -> (first: Double, second: Double) {
        guard let second else { return (length, 0) }
        func divided(_ base: (Double, Double), _ weights: (Double, Double)) -> (first: Double, second: Double) {
            let free = length - base.0 - base.1
            let sum = weights.0 + weights.1
            let part = sum > 0 ? free * weights.0 / sum : free / 2
            return (max(0, base.0 + part), max(0, base.1 + free - part))
        }
        if first.most + second.most <= length { return divided((first.most, second.most), (first.most, second.most)) }
        if first.least + second.least <= length {
            return divided(
                (first.least, second.least), (first.most - first.least, second.most - second.least))
        }
        return divided((first.least, second.least), (first.least, second.least))
    }
}

extension PageMarginBox {
    /// The picture that is all of its content.
    fileprivate var onlyImage: String? {
        guard content.count == 1, case .image(let url) = content[0] else { return nil }
        return url
    }
}
