import GalleyText

/// Borders (CSS Backgrounds 3 §4), in the same shapes as `CairoPainter`'s.
extension SVGPainter {
    mutating func draw(_ border: BoxBorder) {
        let box = BorderShape(outer: border.rect, edges: border.edges, radius: border.radius)
        guard !box.outer.isEmpty else { return }
        let all = [border.edges.top, border.edges.right, border.edges.bottom, border.edges.left]
        if all.allSatisfy({ $0 == all[0] && $0.isVisible }) {
            switch all[0].stroke {
            case .solid, .double:
                drawRings(box, all[0])
                return
            case .dashed, .dotted:
                // Equal edges need no diagonals; a rounded border is one line.
                let isOneLine = box.radius != Corners(0)
                for side in BorderShape.Side.allCases.prefix(isOneLine ? 1 : 4) { strokeEdge(box, side) }
                return
            default: break
            }
        }
        let visible = BorderShape.Side.allCases.filter { box.edge($0).isVisible }
        for side in visible {
            let edge = box.edge(side)
            if edge.stroke == .solid, visible.count == 1, box.radius == Corners(0) {
                fill(box.band(side), Corners(0), edge.color)
                continue
            }
            beginClip { $0.polygon(box.quadrilateral(side)) }
            drawEdge(box, side)
            body.raw("</g>\n")
        }
    }

    /// One edge, the clip being its quadrilateral.
    private mutating func drawEdge(_ box: BorderShape, _ side: BorderShape.Side) {
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

    private mutating func drawRings(_ box: BorderShape, _ edge: BorderEdge) {
        guard edge.stroke == .double else {
            fillRing(box, from: 0, to: 1, edge.color)
            return
        }
        fillRing(box, from: 0, to: 1.0 / 3, edge.color)
        fillRing(box, from: 2.0 / 3, to: 1, edge.color)
    }

    /// Fills the part of the border between two fractions of its width, counted from outside.
    private mutating func fillRing(_ box: BorderShape, from start: Double, to end: Double, _ color: Color) {
        guard !color.isTransparent else { return }
        let (outer, outerRadius) = box.inner(start)
        let (inner, innerRadius) = box.inner(end)
        body.raw("<path fill-rule=\"evenodd\" d=\"")
        body.path(outer, outerRadius)
        if !inner.isEmpty { body.path(inner, innerRadius) }
        body.raw("\"")
        if box.radius == Corners(0) { body.raw(" shape-rendering=\"crispEdges\"") }
        paint(color)
        body.raw("/>\n")
    }

    private mutating func strokeEdge(_ box: BorderShape, _ side: BorderShape.Side) {
        let edge = box.edge(side)
        guard !edge.color.isTransparent else { return }
        body.raw("<path d=\"")
        let length: Double
        if box.radius == Corners(0) {
            let (start, end) = box.middleLine(side)
            length = abs(end.x - start.x) + abs(end.y - start.y)
            body.raw("M")
            body.number(start.x)
            body.raw(" ")
            body.number(start.y)
            body.raw("L")
            body.number(end.x)
            body.raw(" ")
            body.number(end.y)
        } else {
            let (middle, radius) = box.inner(0.5)
            length = 2 * (middle.width + middle.height)
            body.path(middle, radius)
        }
        body.raw("\"")
        stroke(edge.color, width: edge.width)
        dash(DashPattern(edge.stroke == .dotted ? .dotted : .dashed, width: edge.width, length: length))
        body.raw("/>\n")
    }

    mutating func stroke(_ color: Color, width: Double) {
        body.raw(" fill=\"none\"")
        paint(color, of: "stroke")
        body.attribute("stroke-width", width)
    }

    mutating func dash(_ pattern: DashPattern) {
        body.raw(" stroke-dasharray=\"")
        body.number(pattern.dash)
        body.raw(" ")
        body.number(pattern.gap)
        body.raw("\"")
        if pattern.offset != 0 { body.attribute("stroke-dashoffset", pattern.offset) }
        if pattern.isRound { body.raw(" stroke-linecap=\"round\"") }
    }
}
