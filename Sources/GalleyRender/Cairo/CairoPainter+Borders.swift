import CGalleyCairo
import GalleyText

extension CairoPainter {
    mutating func drawBorder(_ border: BoxBorder) {
        let edges = border.edges.map {
            BorderEdge(stroke: $0.stroke, width: snappedWidth($0.width), color: $0.color)
        }
        let box = BorderShape(outer: snapped(border.rect), edges: edges, radius: border.radius)
        guard !box.outer.isEmpty else { return }
        if let gap = border.gap {
            // All but the gap.
            cairo_save(context)
            cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
            addPath(box.outer.union(snapped(gap)), Corners(0))
            addPath(snapped(gap), Corners(0))
            cairo_clip(context)
            cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        }
        defer { if border.gap != nil { cairo_restore(context) } }
        // The lines of a double border are whole device pixels too, thirds of it rounded, with one between them at least.
        let pixel = pixelScale.map { 1 / $0 } ?? 0
        let drawings = box.drawings {
            let stripe = snappedWidth(($0 + pixel) / 3)
            return 2 * stripe + pixel <= $0 ? stripe / $0 : nil
        }
        for drawing in drawings {
            if let side = drawing.clip {
                cairo_save(context)
                addPolygon(box.quadrilateral(side))
                cairo_clip(context)
            }
            for part in drawing.parts {
                switch part {
                case .ring(let start, let end, let color): fillRing(box, from: start, to: end, color)
                case .polygon(let corners, let color):
                    setSource(color)
                    addPolygon(corners)
                    cairo_fill(context)
                case .line(let side): strokeEdge(box, side)
                }
            }
            if drawing.clip != nil { cairo_restore(context) }
        }
    }

    private func addPolygon(_ points: [Point]) {
        for (index, point) in points.enumerated() {
            if index == 0 {
                cairo_move_to(context, point.x, point.y)
            } else {
                cairo_line_to(context, point.x, point.y)
            }
        }
        cairo_close_path(context)
    }

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

    private func strokeEdge(_ box: BorderShape, _ side: BorderShape.Side) {
        let edge = box.edge(side)
        let (path, pattern) = box.line(side)
        cairo_save(context)
        defer { cairo_restore(context) }
        setSource(edge.color)
        cairo_set_line_width(context, edge.width)
        cairo_new_path(context)
        switch path {
        case .straight(let start, let end):
            cairo_move_to(context, start.x, start.y)
            cairo_line_to(context, end.x, end.y)
        case .around(let rect, let radius): addPath(rect, radius)
        }
        pattern.set(in: context)
        cairo_stroke(context)
    }
}

extension DashPattern {
    func set(in context: OpaquePointer) {
        if isRound { cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND) }
        cairo_set_dash(context, [dash, gap], 2, offset)
    }
}
