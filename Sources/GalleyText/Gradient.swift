/// A gradient as an image (CSS Images 3 §3, conic ones CSS Images 4 §3.3): what the style sheet says, with colours known.
///
/// It has neither a size nor a ratio of its own. What its lengths and keywords mean is known once there is a box; see
/// `GradientGeometry` in GalleyRender.
///
///     var sunset = Gradient(.linear(.angle(180)), [.color(.white), .color(.black, at: .percent(80))])
///     sunset.repeats = true
public struct Gradient: Hashable, Codable, Sendable {
    public var shape: Shape
    /// From the start of the gradient line to its end, as written: positions may be missing or out of order.
    public var stops: [Stop]
    /// `repeating-...-gradient()`.
    public var repeats = false

    public enum Shape: Hashable, Codable, Sendable {
        case linear(Line)
        case radial(Ending, at: BoxPosition)
        /// Clockwise from an angle in degrees, 0 at the top. Positions of its stops are percentages of a turn.
        case conic(from: Double, at: BoxPosition)
    }

    /// Where the gradient line of a linear gradient runs (CSS Images 3 §3.1.1).
    public enum Line: Hashable, Codable, Sendable {
        /// Through the centre, in degrees clockwise from upwards; so long that the corners have the colours of its ends.
        case angle(Double)
        /// `to left top` and so on: at the angle at which the other two corners have the colour of the middle.
        case corner(isRight: Bool, isBottom: Bool)
        /// From point to point: the forms of WebKit's first gradients.
        case between(BoxPosition, BoxPosition)
    }

    /// The ending shape of a radial gradient (CSS Images 3 §3.2.1).
    public enum Ending: Hashable, Codable, Sendable {
        case circle(Extent)
        case ellipse(Extent)
        case circleRadius(Length)
        /// Percentages are of the box's width and height.
        case ellipseRadii(x: Length, y: Length)
    }

    public enum Extent: UInt8, Hashable, Codable, Sendable {
        case closestSide, closestCorner, farthestSide, farthestCorner
    }

    /// A colour stop, or a hint at where the middle between two colours is (CSS Images 3 §3.4.1).
    public enum Stop: Hashable, Codable, Sendable {
        /// `nil` follows from the stops around (§3.4.3).
        case color(Color, at: Length? = nil)
        case hint(Length)
    }

    public init(_ shape: Shape, _ stops: [Stop]) {
        self.shape = shape
        self.stops = stops
    }

    /// The same gradient with each length replaced.
    public func mapLengths(_ change: (Length) -> Length) -> Gradient {
        func position(_ position: BoxPosition) -> BoxPosition {
            BoxPosition(x: change(position.x), y: change(position.y))
        }
        var gradient = self
        switch shape {
        case .linear(.between(let start, let end)): gradient.shape = .linear(.between(position(start), position(end)))
        case .linear: break
        case .radial(let ending, let center):
            let size: Ending =
                switch ending {
                case .circle, .ellipse: ending
                case .circleRadius(let radius): .circleRadius(change(radius))
                case .ellipseRadii(let x, let y): .ellipseRadii(x: change(x), y: change(y))
                }
            gradient.shape = .radial(size, at: position(center))
        case .conic(let angle, let center): gradient.shape = .conic(from: angle, at: position(center))
        }
        gradient.stops = stops.map { stop in
            switch stop {
            case .color(let color, let place): .color(color, at: place.map(change))
            case .hint(let place): .hint(change(place))
            }
        }
        return gradient
    }
}
