import GalleyText

/// The radii of a rounded corner in px: horizontal and vertical (CSS Backgrounds 3 §4.1).
///
///     let radius = Corners<CornerRadius>(4)
public struct CornerRadius: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Horizontal.
    public var x: Double
    /// Vertical.
    public var y: Double

    /// A corner that is part of an ellipse.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// A corner that is part of a circle.
    public init(_ radius: Double) { self.init(x: radius, y: radius) }

    public init(floatLiteral value: Double) { self.init(value) }
    public init(integerLiteral value: Int) { self.init(Double(value)) }
}

extension Corners where Value == CornerRadius {
    func scaled(by factor: Double) -> Corners {
        factor == 1 ? self : map { CornerRadius(x: $0.x * factor, y: $0.y * factor) }
    }

    func map(_ change: (CornerRadius) -> CornerRadius) -> Corners {
        Corners(
            topLeft: change(topLeft), topRight: change(topRight), bottomRight: change(bottomRight),
            bottomLeft: change(bottomLeft))
    }

    /// The corners of a rectangle that lies so far inside the one that these are of (§4.2).
    package func inset(by insets: EdgeInsets) -> Corners {
        func less(_ radius: CornerRadius, _ x: Double, _ y: Double) -> CornerRadius {
            // A corner without radius stays sharp, also further outside.
            let isRound = radius.x > x && radius.y > y
            return isRound ? CornerRadius(x: radius.x - x, y: radius.y - y) : CornerRadius(0)
        }
        guard self != Corners(0) else { return self }
        return Corners(
            topLeft: less(topLeft, insets.left, insets.top), topRight: less(topRight, insets.right, insets.top),
            bottomRight: less(bottomRight, insets.right, insets.bottom),
            bottomLeft: less(bottomLeft, insets.left, insets.bottom))
    }

    /// Radii that do not fit are scaled down together (§4.5).
    package func fitting(_ rect: Rect) -> Corners {
        let radius = map { CornerRadius(x: Swift.max(0, $0.x), y: Swift.max(0, $0.y)) }
        var factor = 1.0
        for (length, sum) in [
            (rect.width, radius.topLeft.x + radius.topRight.x),
            (rect.width, radius.bottomLeft.x + radius.bottomRight.x),
            (rect.height, radius.topLeft.y + radius.bottomLeft.y),
            (rect.height, radius.topRight.y + radius.bottomRight.y),
        ] where sum > length && sum > 0 { factor = Swift.min(factor, Swift.max(0, length) / sum) }
        return radius.scaled(by: factor)
    }
}
