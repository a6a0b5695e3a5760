/// One edge of a box's border.
public struct BorderEdge: Hashable, Codable, Sendable {
    public enum Stroke: UInt8, Hashable, Codable, Sendable {
        case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
    }
    public var stroke: Stroke
    /// In px; 0 where the stroke is `none` or `hidden`.
    public var width: Double
    public var color: Color

    public static let none = BorderEdge(stroke: .none, width: 0, color: .black)

    public init(stroke: Stroke, width: Double, color: Color) {
        self.stroke = stroke
        self.width = stroke == .none || stroke == .hidden ? 0 : width
        self.color = color
    }

    public var isVisible: Bool { width > 0 && !color.isTransparent }
}

/// Something for each of a box's four physical edges.
public struct Edges<Value> {
    public var top: Value
    public var right: Value
    public var bottom: Value
    public var left: Value

    @inlinable public init(top: Value, right: Value, bottom: Value, left: Value) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    @inlinable public init(_ all: Value) {
        self.init(top: all, right: all, bottom: all, left: all)
    }

    @inlinable public func map<Other>(_ transform: (Value) -> Other) -> Edges<Other> {
        Edges<Other>(top: transform(top), right: transform(right), bottom: transform(bottom), left: transform(left))
    }

    /// Whether any of the four is as asked for.
    package func contains(where isAskedFor: (Value) -> Bool) -> Bool {
        isAskedFor(top) || isAskedFor(right) || isAskedFor(bottom) || isAskedFor(left)
    }
}

extension Edges where Value == BorderEdge {
    /// Whether any edge is seen.
    public var isVisible: Bool { top.isVisible || right.isVisible || bottom.isVisible || left.isVisible }

    /// How wide each is where it is seen.
    package var visibleWidths: Edges<Double> { map { $0.isVisible ? $0.width : 0 } }
}

extension Edges: Sendable where Value: Sendable {}
extension Edges: Equatable where Value: Equatable {}
extension Edges: Hashable where Value: Hashable {}
extension Edges: Codable where Value: Codable {}

/// Something for each of a box's four corners.
public struct Corners<Value> {
    public var topLeft: Value
    public var topRight: Value
    public var bottomRight: Value
    public var bottomLeft: Value

    @inlinable public init(topLeft: Value, topRight: Value, bottomRight: Value, bottomLeft: Value) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    @inlinable public init(_ all: Value) {
        self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
    }

    /// Whether any of the four is as asked for.
    package func contains(where isAskedFor: (Value) -> Bool) -> Bool {
        isAskedFor(topLeft) || isAskedFor(topRight) || isAskedFor(bottomRight) || isAskedFor(bottomLeft)
    }
}

extension Corners: Sendable where Value: Sendable {}
extension Corners: Equatable where Value: Equatable {}
extension Corners: Hashable where Value: Hashable {}
extension Corners: Codable where Value: Codable {}
