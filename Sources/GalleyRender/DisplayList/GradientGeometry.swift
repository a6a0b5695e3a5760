import Foundation
import GalleyText

/// A gradient in a box of some size, as a graphics library draws it (CSS Images 3 §3, CSS Images 4 §3.3): what the style
/// sheet leaves open is filled in, and colours between stops come out right although they are interpolated with straight
/// alpha.
///
/// Stops are cut to what is seen of the gradient line, so that no coordinate is much larger than the box.
package struct GradientGeometry: Equatable {
    package enum Shape: Equatable {
        /// From the first to the last stop.
        case linear(from: Point, to: Point)
        /// From the centre to an ellipse; `radiusX` is where the last stop is.
        case radial(center: Point, radiusX: Double, radiusY: Double)
        /// Around the centre, clockwise from an angle in radians, 0 at the top.
        case conic(center: Point, from: Double)
        /// One colour only.
        case solid
    }

    package struct Stop: Equatable {
        /// 0 to 1, in order.
        package var offset: Double
        package var color: Color
    }

    package var shape: Shape
    package var stops: [Stop]
    /// Whether the stops begin again behind the last one: of linear and radial gradients.
    package var repeats = false

    /// `nil` where there is nothing to draw.
    package init?(_ gradient: Gradient, size: Size) {
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
        let line = GradientLine(gradient.shape, size: size)
        let ramp = GradientRamp(gradient.stops, length: line.length)
        guard let first = ramp.stops.first, let last = ramp.stops.last else { return nil }
        let period = last.position - first.position
        shape = .solid
        stops = []
        if gradient.repeats, period < line.shortestPeriod {
            // §3.4.1: what is too fine to be seen is the average colour; without an extent, of stops with equal distances.
            let spread = period > 0 ? ramp : ramp.evenlySpaced
            stops = [Stop(offset: 0, color: spread.average.color)]
            return
        }
        guard line.length > 0, line.seen.upperBound > line.seen.lowerBound else {
            stops = [Stop(offset: 0, color: last.color.color)]
            return
        }
        guard line.reach <= GradientLine.farthest else {
            // No number of a graphics library holds it, and the box shows next to nothing of it.
            let color = gradient.repeats ? ramp.average : ramp.color(at: line.middle)
            stops = [Stop(offset: 0, color: color.color)]
            return
        }
        var seen = line.seen
        var part: GradientRamp
        if !gradient.repeats {
            part = ramp.cut(to: seen)
        } else if case .conic = gradient.shape {
            part = ramp.repeated(in: seen)
        } else {
            repeats = true
            seen = seen.lowerBound...seen.lowerBound + period
            part = ramp.turned(to: seen)
        }
        stops = part.straightStops(in: seen)
        shape = line.shape(seen)
    }
}

extension GradientGeometry {
    /// Whether all colours in a row, in a column of a box are the same.
    private var isEven: (alongX: Bool, alongY: Bool) {
        switch shape {
        case .solid: (true, true)
        case .linear(let from, let to): (from.x == to.x, from.y == to.y)
        case .radial, .conic: (false, false)
        }
    }

    /// The tiles of a background that is a gradient, and the gradient in one of them; `nil` where nothing is to be drawn.
    ///
    /// Where tiles that touch each other have the same colours they are one: that costs less, and no viewer shows lines
    /// between them.
    package static func tiles(
        of gradient: Gradient, _ background: BoxBackground
    ) -> (tiles: BoxBackground.Tiles, geometry: GradientGeometry)? {
        guard var tiles = background.tiles(of: .none),
            let geometry = GradientGeometry(gradient, size: tiles.first.size)
        else { return nil }
        let clip = background.clip
        if geometry.isEven.alongX, tiles.stepX == tiles.first.width {
            (tiles.first.x, tiles.first.width, tiles.stepX) = (clip.x, clip.width, nil)
        }
        if geometry.isEven.alongY, tiles.stepY == tiles.first.height {
            (tiles.first.y, tiles.first.height, tiles.stepY) = (clip.y, clip.height, nil)
        }
        return (tiles, geometry)
    }
}

/// Where a gradient's line runs in a box.
private struct GradientLine {
    /// What 100 % is: px, or one turn.
    let length: Double
    /// The positions that are seen in the box.
    let seen: ClosedRange<Double>
    /// The position that the middle of the box has.
    private(set) var middle = 0.0
    /// How far from its centre the box reaches, in px of its horizontal radius; 0 for a line.
    private(set) var reach = 0.0
    /// A gradient whose centre is further away is one colour.
    static let farthest = 100_000.0
    private let kind: Kind

    private enum Kind {
        /// From a point in a direction.
        case linear(start: Point, dx: Double, dy: Double)
        /// `ratio` is that of the vertical to the horizontal radius.
        case radial(center: Point, ratio: Double)
        case conic(center: Point, from: Double)
    }

    init(_ shape: Gradient.Shape, size: Size) {
        func point(_ position: BoxPosition) -> Point {
            func px(_ length: Length, _ base: Double) -> Double {
                let value = length.px + length.percent / 100 * base
                return value.isFinite ? min(max(value, -TextLimits.maximumLength), TextLimits.maximumLength) : 0
            }
            return Point(x: px(position.x, size.width), y: px(position.y, size.height))
        }
        switch shape {
        case .linear(let line):
            var (start, end) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
            switch line {
            case .angle(let degrees): (start, end) = GradientLine.ends(degrees: degrees, size)
            case .corner(let isRight, let isBottom):
                // The line is at right angles to the diagonal between the two other corners (§3.1.1).
                let (dx, dy) = (isRight ? size.height : -size.height, isBottom ? size.width : -size.width)
                (start, end) = GradientLine.ends(dx: dx, dy: dy, size)
            case .between(let from, let to): (start, end) = (point(from), point(to))
            }
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            length = (dx * dx + dy * dy).squareRoot()
            guard length > 0 else {
                kind = .linear(start: start, dx: 0, dy: 0)
                seen = 0...0
                return
            }
            let (unitX, unitY) = (dx / length, dy / length)
            let corners = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)].map { x, y in
                (x - start.x) * unitX + (y - start.y) * unitY
            }
            seen = (corners.min() ?? 0)...(corners.max() ?? 0)
            kind = .linear(start: start, dx: unitX, dy: unitY)
        case .radial(let ending, let position):
            let center = point(position)
            var (x, y) = GradientLine.radii(ending, center: center, size)
            // §3.2.3: an ellipse without a height shows the last colour, one without a width is as narrow as can be.
            if y < GradientLine.tiny, x >= GradientLine.tiny {
                length = 0
                seen = 0...0
                kind = .radial(center: center, ratio: 1)
                return
            }
            let isCircle = x == y
            if x < GradientLine.tiny {
                (x, y) = (GradientLine.tiny, isCircle ? GradientLine.tiny : 10_000 * GradientLine.tiny)
            }
            length = x
            let ratio = y / x
            let reach = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)].map { cornerX, cornerY in
                let (dx, dy) = (cornerX - center.x, (cornerY - center.y) / ratio)
                return (dx * dx + dy * dy).squareRoot()
            }
            self.reach = reach.max() ?? 0
            seen = 0...self.reach
            let (toX, toY) = (size.width / 2 - center.x, (size.height / 2 - center.y) / ratio)
            middle = (toX * toX + toY * toY).squareRoot()
            kind = .radial(center: center, ratio: ratio)
        case .conic(let degrees, let position):
            length = 1
            seen = 0...1
            let turn = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 0
            let center = point(position)
            let (toX, toY) = (size.width / 2 - center.x, size.height / 2 - center.y)
            reach = max(abs(toX), abs(toY))
            let angle = (atan2(toX, -toY) * 180 / .pi - turn) / 360
            middle = angle - angle.rounded(.down)
            kind = .conic(center: center, from: turn * .pi / 180)
        }
    }

    /// A radius of almost nothing, px.
    private static let tiny = 0.01

    /// The shortest period that is drawn stop by stop.
    var shortestPeriod: Double { if case .conic = kind { 1.0 / 720 } else { 1.0 / 4 } }

    /// The shape whose ends are two positions.
    func shape(_ range: ClosedRange<Double>) -> GradientGeometry.Shape {
        switch kind {
        case .linear(let start, let dx, let dy):
            func point(_ position: Double) -> Point { Point(x: start.x + dx * position, y: start.y + dy * position) }
            return .linear(from: point(range.lowerBound), to: point(range.upperBound))
        case .radial(let center, let ratio):
            return .radial(center: center, radiusX: range.upperBound, radiusY: range.upperBound * ratio)
        case .conic(let center, let from): return .conic(center: center, from: from)
        }
    }

    private static func ends(degrees: Double, _ size: Size) -> (Point, Point) {
        let turn = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 180
        // Exact for the four sides.
        switch turn < 0 ? turn + 360 : turn {
        case 0: return ends(dx: 0, dy: -1, size)
        case 90: return ends(dx: 1, dy: 0, size)
        case 180: return ends(dx: 0, dy: 1, size)
        case 270: return ends(dx: -1, dy: 0, size)
        default: return ends(dx: sin(turn * .pi / 180), dy: -cos(turn * .pi / 180), size)
        }
    }

    /// A line through the centre that ends where lines at right angles to it go through corners (§3.1).
    private static func ends(dx: Double, dy: Double, _ size: Size) -> (Point, Point) {
        let norm = (dx * dx + dy * dy).squareRoot()
        let (unitX, unitY) = (dx / norm, dy / norm)
        let half = (abs(size.width * unitX) + abs(size.height * unitY)) / 2
        let (x, y) = (size.width / 2, size.height / 2)
        return (Point(x: x - unitX * half, y: y - unitY * half), Point(x: x + unitX * half, y: y + unitY * half))
    }

    /// §3.2.1
    private static func radii(_ ending: Gradient.Ending, center: Point, _ size: Size) -> (x: Double, y: Double) {
        let sidesX = [abs(center.x), abs(size.width - center.x)]
        let sidesY = [abs(center.y), abs(size.height - center.y)]
        let near = (x: sidesX.min() ?? 0, y: sidesY.min() ?? 0)
        let far = (x: sidesX.max() ?? 0, y: sidesY.max() ?? 0)
        func px(_ length: Length, _ base: Double) -> Double {
            let value = length.px + length.percent / 100 * base
            return value.isFinite ? min(max(value, 0), TextLimits.maximumLength) : 0
        }
        switch ending {
        case .circleRadius(let radius):
            let radius = px(radius, 0)
            return (radius, radius)
        case .ellipseRadii(let x, let y): return (px(x, size.width), px(y, size.height))
        case .circle(let extent):
            let radius =
                switch extent {
                case .closestSide: min(near.x, near.y)
                case .farthestSide: max(far.x, far.y)
                case .closestCorner: (near.x * near.x + near.y * near.y).squareRoot()
                case .farthestCorner: (far.x * far.x + far.y * far.y).squareRoot()
                }
            return (radius, radius)
        case .ellipse(let extent):
            // To a corner it has the ratio that it would have to the sides: √2 times as large.
            switch extent {
            case .closestSide: return near
            case .farthestSide: return far
            case .closestCorner: return (near.x * 2.0.squareRoot(), near.y * 2.0.squareRoot())
            case .farthestCorner: return (far.x * 2.0.squareRoot(), far.y * 2.0.squareRoot())
            }
        }
    }
}
