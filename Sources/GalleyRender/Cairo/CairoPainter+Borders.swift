import CGalleyCairo
import GalleyText

/// Borders (CSS Backgrounds 3 §4). Each edge is drawn inside the quadrilateral between the outer and the inner corners,
/// so that edges of different colours meet along the diagonals.
extension CairoPainter {
    mutating func drawBorder(_ border: BoxBorder) {
        let edges = border.edges.map {
            BorderEdge(stroke: $0.stroke, width: snappedWidth($0.width), color: $0.color)
        }
        let box = BorderShape(outer: snapped(border.rect), edges: edges, radius: border.radius)
        guard !box.outer.isEmpty else { return }
        let all = [edges.top, edges.right, edges.bottom, edges.left]
        if all.allSatisfy({ $0 == all[0] && $0.isVisible }) && (all[0].stroke == .solid || all[0].stroke == .double) {
            drawRings(box, all[0])
            return
        }
        if all.allSatisfy({ $0 == all[0] && $0.isVisible }) && (all[0].stroke == .dashed || all[0].stroke == .dotted) {
            // Equal edges need no diagonals; a rounded border is one line.
            let isOneLine = box.radius != Corners(0)
            for side in BorderShape.Side.allCases.prefix(isOneLine ? 1 : 4) { strokeEdge(box, side) }
            return
        }
        for side in BorderShape.Side.allCases where box.edge(side).isVisible {
            cairo_save(context)
            addQuadrilateral(box.quadrilateral(side))
            cairo_clip(context)
            drawEdge(box, side)
            cairo_restore(context)
        }
    }

    private func addQuadrilateral(_ points: [Point]) {
        for (index, point) in points.enumerated() {
            if index == 0 {
                cairo_move_to(context, point.x, point.y)
            } else {
                cairo_line_to(context, point.x, point.y)
            }
        }
        cairo_close_path(context)
    }

    /// One edge, the clip being its quadrilateral.
    private func drawEdge(_ box: BorderShape, _ side: BorderShape.Side) {
        let edge = box.edge(side)
        switch edge.stroke {
        case .none, .hidden: break
        case .solid: fillRing(box, from: 0, to: 1, edge.color)
        case .double: drawRings(box, edge)
        case .dotted, .dashed: strokeEdge(box, side)
        case .inset, .outset:
            fillRing(box, from: 0, to: 1, edge.color.lit((edge.stroke == .outset) == side.isTopLeft))
        case .groove, .ridge:
            let outerIsLight = (edge.stroke == .ridge) == side.isTopLeft
            fillRing(box, from: 0, to: 0.5, edge.color.lit(outerIsLight))
            fillRing(box, from: 0.5, to: 1, edge.color.lit(!outerIsLight))
        }
    }

    private func drawRings(_ box: BorderShape, _ edge: BorderEdge) {
        if edge.stroke == .double && snappedWidth(edge.width / 3) * 3 <= edge.width + 0.5 {
            let third = snappedWidth(edge.width / 3) / edge.width
            fillRing(box, from: 0, to: third, edge.color)
            fillRing(box, from: 1 - third, to: 1, edge.color)
        } else {
            fillRing(box, from: 0, to: 1, edge.color)
        }
    }

    /// Fills the part of the border between two fractions of its width, counted from outside.
    private func fillRing(_ box: BorderShape, from start: Double, to end: Double, _ color: Color) {
        setSource(color)
        cairo_new_path(context)
        let (outer, outerRadius) = box.inner(start)
        let (inner, innerRadius) = box.inner(end)
        addPath(outer, outerRadius)
        if !inner.isEmpty { addPath(inner, innerRadius) }
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(context)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// Dashes twice as long as wide and as far apart; dots as far apart as wide. Both fill the side evenly.
    private func strokeEdge(_ box: BorderShape, _ side: BorderShape.Side) {
        let edge = box.edge(side)
        let width = edge.width
        cairo_save(context)
        defer { cairo_restore(context) }
        setSource(edge.color)
        cairo_set_line_width(context, width)
        cairo_new_path(context)
        let length: Double
        if box.radius == Corners(0) {
            let (start, end) = box.middleLine(side)
            length = abs(end.x - start.x) + abs(end.y - start.y)
            cairo_move_to(context, start.x, start.y)
            cairo_line_to(context, end.x, end.y)
        } else {
            let (middle, radius) = box.inner(0.5)
            length = 2 * (middle.width + middle.height)
            addPath(middle, radius)
        }
        CairoDashes.set(
            stroke: edge.stroke == .dotted ? .dotted : .dashed, width: width, length: length, in: context)
        cairo_stroke(context)
    }
}

/// Dashes and dots of borders and of lines along text.
enum CairoDashes {
    /// Sets dashes of a line so that it starts and ends with a whole one.
    static func set(
        stroke: TextDecoration.Stroke, width: Double, length: Double, in context: OpaquePointer
    ) {
        if stroke == .dotted && width > 1 {
            let count = max(1, (max(0, length - width) / (2 * width)).rounded())
            let dashes = [0, max(width * 0.01, max(0, length - width) / count)]
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_set_dash(context, dashes, 2, -width / 2)
        } else {
            let dash = stroke == .dotted ? width : max(2 * width, min(3, length))
            // count dashes and count - 1 gaps of equal length
            let count = max(1, ((length / dash + 1) / 2).rounded(.down))
            let gap = count > 1 ? (length - count * dash) / (count - 1) : length
            let dashes = [dash, max(gap, width * 0.01)]
            cairo_set_dash(context, dashes, 2, 0)
        }
    }
}

/// A border's geometry.
struct BorderShape {
    enum Side: CaseIterable {
        case top, right, bottom, left
        var isTopLeft: Bool { self == .top || self == .left }
    }

    let outer: Rect
    let edges: Edges<BorderEdge>
    let radius: Corners<CornerRadius>

    init(outer: Rect, edges: Edges<BorderEdge>, radius: Corners<CornerRadius>) {
        self.outer = outer
        self.edges = edges
        self.radius = radius.fitting(outer)
    }

    func edge(_ side: Side) -> BorderEdge {
        switch side {
        case .top: edges.top
        case .right: edges.right
        case .bottom: edges.bottom
        case .left: edges.left
        }
    }

    /// The rectangle a fraction of the border's width inside the outer one, and its corners' radii.
    func inner(_ fraction: Double) -> (Rect, Corners<CornerRadius>) {
        let insets = EdgeInsets(
            top: edges.top.width * fraction, right: edges.right.width * fraction,
            bottom: edges.bottom.width * fraction, left: edges.left.width * fraction)
        return (outer.inset(by: insets), radius.inset(by: insets))
    }

    /// The quadrilateral that an edge may draw in: along the outer side and to the inner corners; further in where a
    /// corner's curve reaches further.
    func quadrilateral(_ side: Side) -> [Point] {
        var inner = inner(1).0
        let reach = [radius.topLeft, radius.topRight, radius.bottomRight, radius.bottomLeft].map { max($0.x, $0.y) }
            .reduce(0, max)
        if reach > 0 {
            inner = Rect(
                x: inner.x + min(reach, inner.width / 2), y: inner.y + min(reach, inner.height / 2),
                width: max(0, inner.width - 2 * reach), height: max(0, inner.height - 2 * reach))
        }
        let (o, i) = (outer, inner)
        switch side {
        case .top:
            return [
                Point(x: o.minX, y: o.minY), Point(x: o.maxX, y: o.minY), Point(x: i.maxX, y: i.minY),
                Point(x: i.minX, y: i.minY),
            ]
        case .right:
            return [
                Point(x: o.maxX, y: o.minY), Point(x: o.maxX, y: o.maxY), Point(x: i.maxX, y: i.maxY),
                Point(x: i.maxX, y: i.minY),
            ]
        case .bottom:
            return [
                Point(x: o.maxX, y: o.maxY), Point(x: o.minX, y: o.maxY), Point(x: i.minX, y: i.maxY),
                Point(x: i.maxX, y: i.maxY),
            ]
        case .left:
            return [
                Point(x: o.minX, y: o.maxY), Point(x: o.minX, y: o.minY), Point(x: i.minX, y: i.minY),
                Point(x: i.minX, y: i.maxY),
            ]
        }
    }

    /// The middle of an edge's width, from corner to corner.
    func middleLine(_ side: Side) -> (Point, Point) {
        switch side {
        case .top:
            let y = outer.minY + edges.top.width / 2
            return (Point(x: outer.minX, y: y), Point(x: outer.maxX, y: y))
        case .right:
            let x = outer.maxX - edges.right.width / 2
            return (Point(x: x, y: outer.minY), Point(x: x, y: outer.maxY))
        case .bottom:
            let y = outer.maxY - edges.bottom.width / 2
            return (Point(x: outer.minX, y: y), Point(x: outer.maxX, y: y))
        case .left:
            let x = outer.minX + edges.left.width / 2
            return (Point(x: x, y: outer.minY), Point(x: x, y: outer.maxY))
        }
    }
}

extension Color {
    /// The colour of the lit or of the shaded half of a carved border, with Blink's amounts: itself and a darker one; of
    /// a colour that is black already, a lighter one and itself.
    func lit(_ isLit: Bool) -> Color {
        let brightness = max(red, green, blue)
        let isDark = brightness < 0.125
        if isLit == !isDark { return self }
        var other = self
        if brightness <= 0 {
            (other.red, other.green, other.blue) = (0.33, 0.33, 0.33)
        } else {
            let factor = (isDark ? min(1, brightness + 0.33) : max(0, brightness - 0.33)) / brightness
            other.red *= factor
            other.green *= factor
            other.blue *= factor
        }
        return other
    }
}
