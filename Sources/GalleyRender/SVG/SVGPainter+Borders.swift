import GalleyText

extension SVGPainter {
    mutating func draw(_ border: BoxBorder) {
        let box = BorderShape(outer: border.rect, edges: border.edges, radius: border.radius)
        guard !box.outer.isEmpty else { return }
        let drawings = box.drawings { _ in 1.0 / 3 }
        if let gap = border.gap {
            beginClip(isEvenOdd: true) {
                $0.path(box.outer.union(gap), Corners(0))
                $0.path(gap, Corners(0))
            }
        }
        defer { if border.gap != nil { body.raw("</g>\n") } }
        for drawing in drawings {
            guard let side = drawing.clip else {
                draw(drawing.parts, of: box)
                continue
            }
            beginClip { $0.polygon(box.quadrilateral(side)) }
            draw(drawing.parts, of: box)
            body.raw("</g>\n")
        }
    }

    private mutating func draw(_ parts: [BorderDrawing.Part], of box: BorderShape) {
        for part in parts {
            switch part {
            case .ring(let start, let end, let color): fillRing(box, from: start, to: end, color)
            case .polygon(let corners, let color): fillPolygon(corners, color)
            case .line(let side): strokeEdge(box, side)
            }
        }
    }

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

    private mutating func fillPolygon(_ corners: [Point], _ color: Color) {
        guard !color.isTransparent, let first = corners.first else { return }
        let around = corners.reduce(Rect(x: first.x, y: first.y, width: 0, height: 0)) {
            $0.union(Rect(x: $1.x, y: $1.y, width: 0, height: 0))
        }
        // An edge beside which there is none, a rule say.
        let isRectangle = corners.allSatisfy {
            ($0.x == around.minX || $0.x == around.maxX) && ($0.y == around.minY || $0.y == around.maxY)
        }
        if isRectangle { return fill(around, Corners(0), color) }
        body.raw("<path d=\"")
        body.polygon(corners)
        body.raw("\"")
        if min(around.width, around.height) >= 1 { body.raw(" shape-rendering=\"crispEdges\"") }
        paint(color)
        body.raw("/>\n")
    }

    private mutating func strokeEdge(_ box: BorderShape, _ side: BorderShape.Side) {
        let edge = box.edge(side)
        guard !edge.color.isTransparent else { return }
        let (path, pattern) = box.line(side)
        body.raw("<path d=\"")
        switch path {
        case .straight(let start, let end):
            body.point("M", start.x, start.y)
            body.point("L", end.x, end.y)
        case .around(let rect, let radius): body.path(rect, radius)
        }
        body.raw("\"")
        stroke(edge.color, width: edge.width)
        dash(pattern)
        body.raw("/>\n")
    }

    mutating func stroke(_ color: Color, width: Double) {
        body.raw(" fill=\"none\"")
        body.paint(color, of: .stroke)
        body.attribute("stroke-width", width)
    }

    mutating func dash(_ pattern: DashPattern) {
        body.point(" stroke-dasharray=\"", pattern.dash, pattern.gap)
        body.raw("\"")
        if pattern.offset != 0 { body.attribute("stroke-dashoffset", pattern.offset) }
        if pattern.isRound { body.raw(" stroke-linecap=\"round\"") }
    }
}
