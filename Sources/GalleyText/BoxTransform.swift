import Foundation

/// `transform` and `transform-origin` of a box (CSS Transforms 1): how it is moved, turned, scaled and skewed where it is
/// painted, with all that stands in it.
///
///     style.transform = BoxTransform([.rotate(degrees: -45)])
///
/// Layout leaves its room where it was; but positioned boxes inside refer to the box, as if it were positioned (§2).
public struct BoxTransform: Hashable, Codable, Sendable {
    /// From the outermost to the innermost: the last one is the first that changes a point.
    public var functions: [Function]
    /// The point that stays where it is, if nothing is moved; percentages are of the border box.
    public var origin: BoxPosition

    /// The functions in the plane (§12).
    public enum Function: Hashable, Codable, Sendable {
        /// Percentages are of the border box's width and height.
        case translate(x: Length, y: Length)
        case scale(x: Double, y: Double)
        /// Clockwise.
        case rotate(degrees: Double)
        /// By angles, in degrees.
        case skew(x: Double, y: Double)
        case matrix(TransformMatrix)
    }

    /// Functions around a box's middle, unless another origin is given.
    public init(_ functions: [Function], origin: BoxPosition = .center) {
        self.functions = functions
        self.origin = origin
    }

    /// The matrix for a box, in the coordinates that its border box is given in (§3).
    public func matrix(of box: Rect, lengths: LengthContext) -> TransformMatrix {
        func x(_ length: Length) -> Double {
            length.resolved(in: lengths.of(box.width))
        }
        func y(_ length: Length) -> Double {
            length.resolved(in: lengths.of(box.height))
        }
        let center = Point(x: box.x + x(origin.x), y: box.y + y(origin.y))
        var matrix = TransformMatrix(translationX: center.x, y: center.y)
        for function in functions {
            switch function {
            case .translate(let dx, let dy):
                matrix = matrix * TransformMatrix(translationX: x(dx), y: y(dy))
            case .scale(let x, let y): matrix = matrix * TransformMatrix(a: x, b: 0, c: 0, d: y, e: 0, f: 0)
            case .rotate(let degrees): matrix = matrix * TransformMatrix(rotation: degrees)
            case .skew(let x, let y):
                matrix = matrix * TransformMatrix(a: 1, b: tan(y * .pi / 180), c: tan(x * .pi / 180), d: 1, e: 0, f: 0)
            case .matrix(let other): matrix = matrix * other
            }
        }
        return matrix * TransformMatrix(translationX: -center.x, y: -center.y)
    }
}

/// An affine map of the plane: x' = ax + cy + e, y' = bx + dy + f, with the letters of CSS's `matrix()`.
public struct TransformMatrix: Hashable, Codable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var e: Double
    public var f: Double

    public static let identity = TransformMatrix(a: 1, b: 0, c: 0, d: 1, e: 0, f: 0)

    public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// A move.
    public init(translationX x: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, e: x, f: y) }

    /// A turn around the origin, clockwise. Quarters of a turn are exact.
    public init(rotation degrees: Double) {
        let quarters = (degrees / 90).truncatingRemainder(dividingBy: 4)
        let (sine, cosine): (Double, Double) =
            switch quarters {
            case 0: (0, 1)
            case 1, -3: (1, 0)
            case 2, -2: (0, -1)
            case 3, -1: (-1, 0)
            default: (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            }
        self.init(a: cosine, b: sine, c: -sine, d: cosine, e: 0, f: 0)
    }

    /// The map that does what the right one does first, and then what the left one does.
    public static func * (left: TransformMatrix, right: TransformMatrix) -> TransformMatrix {
        TransformMatrix(
            a: left.a * right.a + left.c * right.b, b: left.b * right.a + left.d * right.b,
            c: left.a * right.c + left.c * right.d, d: left.b * right.c + left.d * right.d,
            e: left.a * right.e + left.c * right.f + left.e, f: left.b * right.e + left.d * right.f + left.f)
    }

    /// In the order of `matrix()`.
    public var numbers: [Double] { [a, b, c, d, e, f] }

    /// Whether what is seen of things is the same, only elsewhere.
    public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// How much larger things become, about.
    public var magnification: Double { max(abs(a), abs(b), abs(c), abs(d)) }

    /// Whether nothing is left of things, or their places are not numbers that can be drawn.
    public var isDegenerate: Bool {
        let determinant = a * d - b * c
        guard numbers.allSatisfy({ abs($0) < 1e9 }) else { return true }
        return abs(determinant) < 1e-12
    }

    /// Where a point comes to.
    public func applied(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
    }

    /// The smallest upright rectangle around what a rectangle becomes.
    public func boundingBox(of rect: Rect) -> Rect {
        let corners = [
            Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
            Point(x: rect.minX, y: rect.maxY), Point(x: rect.maxX, y: rect.maxY),
        ].map { applied(to: $0) }
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
