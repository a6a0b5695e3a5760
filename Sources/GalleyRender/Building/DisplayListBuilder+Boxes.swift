import GalleyLayout
import GalleyText

/// Backgrounds and borders of blocks and tables.
extension DisplayListBuilder {
    /// Adds the boxes of all blocks, parents before children, and collapsed borders of tables above them.
    mutating func addBoxes() {
        // The opacity of each fragment is its own and its ancestors'; fragments stand after their parents.
        var opacity = [Double](repeating: 1, count: content.blocks.count)
        var parents: [(end: Int, opacity: Double)] = []
        for (index, fragment) in content.blocks.enumerated() {
            while let last = parents.last, last.end <= index { parents.removeLast() }
            let style = content.text.style(of: fragment.block)
            opacity[index] = (parents.last?.opacity ?? 1) * style.opacity
            if fragment.subtreeCount > 0, style.opacity < 1 || opacity[index] < 1 {
                parents.append((index + 1 + fragment.subtreeCount, opacity[index]))
            }
            if style.isVisible { addBox(fragment, style, opacity: opacity[index]) }
        }
        for border in content.tableBorders { addTableBorder(border) }
    }

    private mutating func addBox(_ fragment: BlockFragment, _ style: BlockStyle, opacity: Double) {
        let radius = resolved(style.borderRadius, in: fragment.frame)
        addUnderlays(fragment, opacity: opacity)
        if fragment.drawsBackground, let color = style.background?.faded(by: opacity), !color.isTransparent {
            list.append(.fill(fragment.frame, radius: radius, color))
        }
        defer { addColumnRules(fragment, style, opacity: opacity) }
        guard fragment.drawsBorder else { return }
        var edges = style.border
        if !fragment.hasTopEdge { edges.top = .none }
        if !fragment.hasBottomEdge { edges.bottom = .none }
        addBorder(edges, around: fragment.frame, radius: radius, opacity: opacity)
    }

    /// Adds the lines between columns: above the container's background, below what stands in it (CSS Multi-column 1 §5).
    private mutating func addColumnRules(_ fragment: BlockFragment, _ style: BlockStyle, opacity: Double) {
        for rect in fragment.columnRules {
            var edges = Edges(BorderEdge.none)
            edges.left = style.columnRule
            addBorder(edges, around: rect, radius: Corners(0), opacity: opacity)
        }
    }

    /// Adds a border, if anything of it is seen.
    mutating func addBorder(_ edges: Edges<BorderEdge>, around rect: Rect, radius: Corners<Double>, opacity: Double) {
        guard edges.top.isVisible || edges.right.isVisible || edges.bottom.isVisible || edges.left.isVisible else {
            return
        }
        let faded = edges.map { BorderEdge(stroke: $0.stroke, width: $0.width, color: $0.color.faded(by: opacity)) }
        list.append(.border(BoxBorder(rect: rect, edges: faded, radius: radius)))
    }

    /// A collapsed border is the one visible edge of a box that it fills.
    private mutating func addTableBorder(_ border: TableBorderFragment) {
        guard border.edge.isVisible else { return }
        var edges = Edges(BorderEdge.none)
        if border.isHorizontal {
            edges.top = BorderEdge(stroke: border.edge.stroke, width: border.frame.height, color: border.edge.color)
        } else {
            edges.left = BorderEdge(stroke: border.edge.stroke, width: border.frame.width, color: border.edge.color)
        }
        list.append(.border(BoxBorder(rect: border.frame, edges: edges)))
    }

    /// Radii in px. (Percentages are of the box's width, on both axes; font-relative radii of the initial font size.)
    func resolved(_ radius: Corners<Length>, in rect: Rect) -> Corners<Double> {
        guard radius != Corners(.zero) else { return Corners(0) }
        let context = LengthContext(percentageBase: rect.width, fontSize: 16)
        return Corners(
            topLeft: radius.topLeft.resolved(in: context), topRight: radius.topRight.resolved(in: context),
            bottomRight: radius.bottomRight.resolved(in: context),
            bottomLeft: radius.bottomLeft.resolved(in: context))
    }
}

extension Color {
    /// The colour with its alpha multiplied.
    func faded(by opacity: Double) -> Color {
        guard opacity < 1 else { return self }
        var color = self
        color.alpha *= Float(max(0, opacity))
        return color
    }
}
