import GalleyText

/// Dashes and dots of borders and of lines along text: alternately drawn and not drawn, in px.
struct DashPattern {
    var dash: Double
    var gap: Double
    /// Where in the pattern the line starts.
    var offset = 0.0
    /// Whether dashes end in half circles.
    var isRound = false

    /// The pattern of a line so that it starts and ends with a whole dash.
    init(_ stroke: TextDecoration.Stroke, width: Double, length: Double) {
        if stroke == .dotted && width > 1 {
            let count = max(1, (max(0, length - width) / (2 * width)).rounded())
            dash = 0
            gap = max(width * 0.01, max(0, length - width) / count)
            offset = -width / 2
            isRound = true
        } else {
            let isThin = width < 3
            dash = stroke == .dotted ? width : (isThin ? 3 : 2) * width
            let wanted = stroke == .dotted ? width : (isThin ? 2 : 1) * width
            gap = max(width * 0.01, DashPattern.gap(of: dash, near: wanted, length: length))
        }
    }

    /// The gap nearest to one that is wanted with which a line ends with a whole dash, as browsers have it.
    private static func gap(of dash: Double, near wanted: Double, length: Double) -> Double {
        let least = ((length + wanted) / (dash + wanted)).rounded(.down)
        let gaps = [least, least + 1].filter { $0 > 1 }.map { (length - $0 * dash) / ($0 - 1) }.filter { $0 > 0 }
        return gaps.min { abs($0 - wanted) < abs($1 - wanted) } ?? length
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
    func quadrilateral(_ side: Side) -> [Point] { quadrilateral(side, from: 0, to: 1) }

    /// The same of the part of the border between two fractions of its width.
    func quadrilateral(_ side: Side, from start: Double, to end: Double) -> [Point] {
        let o = inner(start).0
        // Dashes and dots run along all four sides: they end in the middle of the corner, also beside a side that is none.
        let isLine = edge(side).stroke == .dotted || edge(side).stroke == .dashed
        func joint(_ isRight: Bool, _ isBottom: Bool) -> Point {
            self.joint(isRight: isRight, isBottom: isBottom, end, isLine: isLine)
        }
        let (topLeft, topRight) = (joint(false, false), joint(true, false))
        let (bottomLeft, bottomRight) = (joint(false, true), joint(true, true))
        switch side {
        case .top: return [Point(x: o.minX, y: o.minY), Point(x: o.maxX, y: o.minY), topRight, topLeft]
        case .right: return [Point(x: o.maxX, y: o.minY), Point(x: o.maxX, y: o.maxY), bottomRight, topRight]
        case .bottom: return [Point(x: o.maxX, y: o.maxY), Point(x: o.minX, y: o.maxY), bottomLeft, bottomRight]
        case .left: return [Point(x: o.minX, y: o.maxY), Point(x: o.minX, y: o.minY), topLeft, bottomLeft]
        }
    }

    /// Where the joint of two edges ends: it begins in the outer corner and leads through the inner one, "proportional to the
    /// border widths" (CSS Backgrounds 3 §4.4), as far as corners' curves reach.
    private func joint(isRight: Bool, isBottom: Bool, _ fraction: Double, isLine: Bool) -> Point {
        let (own, other) = isRight ? (edges.right, edges.left) : (edges.left, edges.right)
        let (ownRow, otherRow) = isBottom ? (edges.bottom, edges.top) : (edges.top, edges.bottom)
        var (x, y) = (own.width * fraction, ownRow.width * fraction)
        let reach = [radius.topLeft, radius.topRight, radius.bottomRight, radius.bottomLeft].map { max($0.x, $0.y) }
            .reduce(0, max)
        let most = max(x, y)
        if reach > most {
            let isEven = most == 0 || isLine && min(x, y) == 0
            (x, y) = isEven ? (reach, reach) : (x / most * reach, y / most * reach)
            // Not further than the middle, if there is something on the other side.
            let (wide, high) = (
                other.width > 0 ? outer.width / 2 : outer.width, otherRow.width > 0 ? outer.height / 2 : outer.height
            )
            let part = min(1, x > 0 ? wide / x : 1, y > 0 ? high / y : 1)
            (x, y) = (x * part, y * part)
        }
        return Point(x: isRight ? outer.maxX - x : outer.minX + x, y: isBottom ? outer.maxY - y : outer.minY + y)
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
