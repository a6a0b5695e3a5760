import GalleyShaping
import GalleyText

/// What of a paragraph's widths is known only with its constraints: edges of boxes, objects, tabs, indent. In px.
struct InlineMeasures {
    /// One for each box of the inline text.
    private(set) var boxes: [BoxMeasures] = []
    /// By how much each box is moved when it is painted (`position: relative`), with those around it; empty where none is.
    private(set) var displacements: [Point] = []
    let objects: [InlineBoxMetrics]
    /// The indent of a line that has it.
    let indent: Double
    /// In order of their places.
    let tabStops: [TabStop]
    let percentageBase: Double
    private let isRightToLeft: Bool

    /// A box's edges.
    struct BoxMeasures {
        var margin: Edges<Double>
        var border: Edges<Double>
        var padding: Edges<Double>
        /// Whether start is right.
        var isRightToLeft: Bool
        var hasStartEdge: Bool
        var hasEndEdge: Bool

        /// The margin at an edge, and all of the edge.
        func start() -> (margin: Double, total: Double) { isRightToLeft ? right : left }
        func end() -> (margin: Double, total: Double) { isRightToLeft ? left : right }
        private var left: (margin: Double, total: Double) { (margin.left, margin.left + border.left + padding.left) }
        private var right: (margin: Double, total: Double) {
            (margin.right, margin.right + border.right + padding.right)
        }
    }

    init(
        _ shaped: ShapedParagraph, percentageBase: Double, percentageHeight: Double? = nil,
        objects: [InlineBoxMetrics]
    ) {
        self.percentageBase = percentageBase
        self.objects = objects
        isRightToLeft = shaped.isRightToLeft
        indent = InlineMeasures.indent(of: shaped, percentageBase: percentageBase)
        tabStops = shaped.style.tabStops.isEmpty ? [] : InlineMeasures.usableStops(shaped.style.tabStops)
        let inlineBoxes = shaped.inline.boxes
        guard !inlineBoxes.isEmpty else { return }
        boxes.reserveCapacity(inlineBoxes.count)
        for index in inlineBoxes.indices {
            let direction = inlineBoxes[index].style.direction
            let isRightToLeft = direction == .natural ? shaped.isRightToLeft : direction == .rightToLeft
            guard inlineBoxes[index].hasEdges || inlineBoxes[index].style.inset != nil || !displacements.isEmpty else {
                // Nearly all: `sup`, `sub`.
                let none = Edges(0.0)
                boxes.append(
                    BoxMeasures(
                        margin: none, border: none, padding: none, isRightToLeft: isRightToLeft,
                        hasStartEdge: inlineBoxes[index].hasStartEdge, hasEndEdge: inlineBoxes[index].hasEndEdge))
                continue
            }
            let box = inlineBoxes[index]
            let style = Int(shaped.boxStyles[index])
            let lengths = shaped.fontStyles[Int(shaped.textStyles[style].fontStyle)].lengthContext(
                percentageBase: percentageBase, lineHeight: shaped.textStyles[style].lineHeight,
                rootFontSize: shaped.rootFontSize, viewport: shaped.viewport)
            boxes.append(
                BoxMeasures(
                    margin: box.style.margin.map { $0.resolved(in: lengths) }, border: box.style.border.map(\.width),
                    padding: box.style.padding.map { max(0, $0.resolved(in: lengths)) }, isRightToLeft: isRightToLeft,
                    hasStartEdge: box.hasStartEdge, hasEndEdge: box.hasEndEdge))
            let outer = box.parent.map { displacements.isEmpty ? .zero : displacements[$0] } ?? Point.zero
            guard box.style.inset != nil || !displacements.isEmpty else { continue }
            if displacements.isEmpty { displacements = Array(repeating: .zero, count: index) }
            let own = box.style.inset.map { displacement($0, lengths, percentageHeight) } ?? .zero
            displacements.append(Point(x: outer.x + own.x, y: outer.y + own.y))
        }
    }

    /// What `position: relative` comes to (CSS 2 §9.4.3): left wins over right where the paragraph runs from left to right,
    /// top over bottom.
    private func displacement(_ inset: Edges<SizeValue>, _ lengths: LengthContext, _ height: Double?) -> Point {
        func resolve(_ value: SizeValue, isVertical: Bool) -> Double? {
            guard let length = value.length else { return nil }
            guard isVertical else { return length.resolved(in: lengths) }
            if length.hasPercentage, height == nil { return nil }
            var lengths = lengths
            lengths.percentageBase = height ?? 0
            return length.resolved(in: lengths)
        }
        let left = resolve(inset.left, isVertical: false)
        let right = resolve(inset.right, isVertical: false).map { -$0 }
        let bottom = resolve(inset.bottom, isVertical: true).map { -$0 }
        return Point(
            x: (isRightToLeft ? right ?? left : left ?? right) ?? 0,
            y: resolve(inset.top, isVertical: true) ?? bottom ?? 0)
    }

    /// Those of a paragraph of nothing but text.
    init(textOf shaped: ShapedParagraph) {
        percentageBase = 0
        objects = []
        isRightToLeft = shaped.isRightToLeft
        indent = 0
        tabStops = []
    }

    /// The indent of a paragraph's lines that have it (`text-indent`).
    static func indent(of shaped: ShapedParagraph, percentageBase: Double) -> Double {
        let indent = shaped.style.indent
        return indent.isZero ? 0 : indent.resolved(in: shaped.lengthContext(percentageBase: percentageBase))
    }

    /// The room that the edge of an opening or closing segment takes.
    func edge(_ segment: InlineSegment) -> Double {
        let box = boxes[Int(segment.index)]
        if segment.kind == .open { return box.hasStartEdge ? box.start().total : 0 }
        return box.hasEndEdge ? box.end().total : 0
    }

    func objectWidth(_ index: Int) -> Double { index < objects.count ? objects[index].width : 0 }

    func object(_ index: Int) -> InlineBoxMetrics { index < objects.count ? objects[index] : .zero }
}
