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
        DashPattern(edge.stroke == .dotted ? .dotted : .dashed, width: width, length: length).set(in: context)
        cairo_stroke(context)
    }
}

extension DashPattern {
    func set(in context: OpaquePointer) {
        if isRound { cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND) }
        cairo_set_dash(context, [dash, gap], 2, offset)
    }
}
