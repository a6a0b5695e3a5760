import GalleyText

/// What borders and lines are drawn on: paths in px, y growing downwards, which are filled, stroked and clipped to.
protocol VectorCanvas {
    mutating func save()
    mutating func restore()
    /// Of what is filled and stroked next.
    mutating func setColor(_ color: Color)
    mutating func move(to point: Point)
    mutating func addLine(to point: Point)
    mutating func addCurve(to point: Point, _ control1: Point, _ control2: Point)
    mutating func addRectangle(_ rect: Rect)
    /// A quarter of an ellipse, clockwise, from an angle in quarters of a turn; joined to what is before it by a line.
    mutating func addQuarter(around center: Point, _ radius: CornerRadius, from quarter: Double)
    mutating func closePath()
    mutating func fill(evenOdd: Bool)
    mutating func stroke(width: Double, _ dashes: DashPattern?)
    mutating func clip(evenOdd: Bool)
}

extension VectorCanvas {
    /// Adds a rectangle, rounded where radii say so, to the path.
    mutating func addPath(_ rect: Rect, _ radius: Corners<CornerRadius>) {
        let radius = radius == Corners(0) ? radius : radius.fitting(rect)
        guard radius != Corners(0) else { return addRectangle(rect) }
        // Dashes begin there.
        move(to: Point(x: rect.maxX - radius.topRight.x, y: rect.minY))
        addCorner(rect.maxX - radius.topRight.x, rect.minY + radius.topRight.y, radius.topRight, from: -1)
        addCorner(rect.maxX - radius.bottomRight.x, rect.maxY - radius.bottomRight.y, radius.bottomRight, from: 0)
        addCorner(rect.minX + radius.bottomLeft.x, rect.maxY - radius.bottomLeft.y, radius.bottomLeft, from: 1)
        addCorner(rect.minX + radius.topLeft.x, rect.minY + radius.topLeft.y, radius.topLeft, from: 2)
        closePath()
    }

    private mutating func addCorner(_ x: Double, _ y: Double, _ radius: CornerRadius, from quarter: Double) {
        if radius.x > 0, radius.y > 0 {
            addQuarter(around: Point(x: x, y: y), radius, from: quarter)
        } else {
            addLine(to: Point(x: x, y: y))
        }
    }

    mutating func addPolygon(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
        closePath()
    }
}

/// The device pixels that boxes and lines are put on, as browsers do; none in vector formats.
struct PixelGrid {
    /// Pixels for a px.
    let scale: Double?

    static let none = PixelGrid(scale: nil)

    /// The rectangle with its edges on whole pixels; one pixel at least, if it is not empty.
    func snapped(_ rect: Rect) -> Rect {
        guard let scale else { return rect }
        let (left, top) = (snapped(rect.minX), snapped(rect.minY))
        let width = max(snapped(rect.maxX) - left, rect.width > 0 ? 1 / scale : 0)
        let height = max(snapped(rect.maxY) - top, rect.height > 0 ? 1 / scale : 0)
        return Rect(x: left, y: top, width: width, height: height)
    }

    func snapped(_ edge: Double) -> Double {
        guard let scale else { return edge }
        return (edge * scale).rounded() / scale
    }

    /// A width of a line in whole pixels: rounded down, one at least (CSS Values 4 §5.2.1, "snap as a line width").
    func snappedWidth(_ width: Double) -> Double {
        guard let scale, width > 0 else { return width }
        return max(1, (width * scale + 1.0 / 64).rounded(.down)) / scale
    }
}
