import GalleyText

extension VectorCanvas {
    /// Draws a border whose colours are seen through an opacity.
    mutating func draw(_ border: BoxBorder, opacity: Double, on grid: PixelGrid) {
        let edges = border.edges.map {
            BorderEdge(stroke: $0.stroke, width: grid.snappedWidth($0.width), color: $0.color.faded(by: opacity))
        }
        let box = BorderShape(outer: grid.snapped(border.rect), edges: edges, radius: border.radius)
        guard !box.outer.isEmpty else { return }
        if let gap = border.gap {
            // All but the gap.
            save()
            addRectangle(box.outer.union(grid.snapped(gap)))
            addRectangle(grid.snapped(gap))
            clip(evenOdd: true)
        }
        // The lines of a double border are whole device pixels too, thirds of it rounded, with one between them at least.
        let pixel = grid.scale.map { 1 / $0 } ?? 0
        let drawings = box.drawings {
            let stripe = grid.snappedWidth(($0 + pixel) / 3)
            return 2 * stripe + pixel <= $0 ? stripe / $0 : nil
        }
        for drawing in drawings { draw(drawing, of: box) }
        if border.gap != nil { restore() }
    }

    private mutating func draw(_ drawing: BorderDrawing, of box: BorderShape) {
        if let side = drawing.clip {
            save()
            addPolygon(box.quadrilateral(side))
            clip(evenOdd: false)
        }
        for part in drawing.parts {
            switch part {
            case .ring(let start, let end, let color): fillRing(box, from: start, to: end, color)
            case .polygon(let corners, let color):
                setColor(color)
                addPolygon(corners)
                fill(evenOdd: false)
            case .line(let side): strokeEdge(box, side)
            }
        }
        if drawing.clip != nil { restore() }
    }

    private mutating func fillRing(_ box: BorderShape, from start: Double, to end: Double, _ color: Color) {
        setColor(color)
        let (outer, outerRadius) = box.inner(start)
        let (inner, innerRadius) = box.inner(end)
        addPath(outer, outerRadius)
        if !inner.isEmpty { addPath(inner, innerRadius) }
        fill(evenOdd: true)
    }

    private mutating func strokeEdge(_ box: BorderShape, _ side: BorderShape.Side) {
        let edge = box.edge(side)
        let (path, pattern) = box.line(side)
        setColor(edge.color)
        switch path {
        case .straight(let start, let end):
            move(to: start)
            addLine(to: end)
        case .around(let rect, let radius): addPath(rect, radius)
        }
        stroke(width: edge.width, pattern)
    }
}
