import GalleyText

/// How a border is drawn, step by step (CSS Backgrounds 3 §4): what every painter of borders follows.
struct BorderDrawing {
    enum Part {
        /// The part of the border between two fractions of its width, counted from outside.
        case ring(from: Double, to: Double, Color)
        /// The same of one edge between sharp corners: it ends along the diagonals by itself.
        case polygon([Point], Color)
        /// Dashes or dots along one side; around the whole border where it is rounded.
        case line(BorderShape.Side)
    }

    /// The edge whose quadrilateral the parts are cut off at, so that edges of different colours meet along the
    /// diagonals; none where all edges are equal, which need no diagonals.
    var clip: BorderShape.Side?
    var parts: [Part]
}

extension BorderShape {
    /// The steps, in painting order.
    ///
    /// `stripe` says which fraction of a width each line of a double border takes; nil where there is no room for two.
    func drawings(stripe: (Double) -> Double?) -> [BorderDrawing] {
        let equal = edges.top
        if equal.isVisible, Side.allCases.allSatisfy({ edge($0) == equal }) {
            switch equal.stroke {
            case .solid, .double: return [BorderDrawing(parts: parts(of: .top, stripe: stripe))]
            case .dashed, .dotted:
                // A rounded border is one line.
                let isOneLine = radius != Corners(0)
                return [BorderDrawing(parts: (isOneLine ? [.top] : Side.allCases).map { .line($0) })]
            default: break
            }
        }
        let sides = Side.allCases.filter { edge($0).isVisible && !edge($0).color.isTransparent }
        return sides.map { side in
            let parts = parts(of: side, stripe: stripe)
            let own = radius == Corners(0) ? parts.compactMap { polygon($0, of: side) } : []
            // Dashes and round corners are cut off.
            return own.count == parts.count ? BorderDrawing(parts: own) : BorderDrawing(clip: side, parts: parts)
        }
    }

    private func polygon(_ part: BorderDrawing.Part, of side: Side) -> BorderDrawing.Part? {
        guard case .ring(let start, let end, let color) = part else { return nil }
        return .polygon(quadrilateral(side, from: start, to: end), color)
    }

    private func parts(of side: Side, stripe: (Double) -> Double?) -> [BorderDrawing.Part] {
        let (color, stroke) = (edge(side).color, edge(side).stroke)
        switch stroke {
        case .none, .hidden: return []
        case .solid: return [.ring(from: 0, to: 1, color)]
        case .double:
            guard let stripe = stripe(edge(side).width) else { return [.ring(from: 0, to: 1, color)] }
            return [.ring(from: 0, to: stripe, color), .ring(from: 1 - stripe, to: 1, color)]
        case .dotted, .dashed: return [.line(side)]
        case .inset, .outset: return [.ring(from: 0, to: 1, color.lit((stroke == .outset) == side.isTopLeft))]
        case .groove, .ridge:
            let outerIsLight = (stroke == .ridge) == side.isTopLeft
            return [
                .ring(from: 0, to: 0.5, color.lit(outerIsLight)), .ring(from: 0.5, to: 1, color.lit(!outerIsLight)),
            ]
        }
    }

    /// Where the dashes or dots of an edge run, in the middle of its width.
    enum LinePath {
        case straight(Point, Point)
        case around(Rect, Corners<CornerRadius>)
    }

    func line(_ side: Side) -> (path: LinePath, pattern: DashPattern) {
        let path: LinePath
        let length: Double
        if radius == Corners(0) {
            let (start, end) = middleLine(side)
            path = .straight(start, end)
            length = abs(end.x - start.x) + abs(end.y - start.y)
        } else {
            let (middle, radius) = inner(0.5)
            path = .around(middle, radius)
            length = 2 * (middle.width + middle.height)
        }
        let stroke: TextDecoration.Stroke = edge(side).stroke == .dotted ? .dotted : .dashed
        return (path, DashPattern(stroke, width: edge(side).width, length: length))
    }
}
