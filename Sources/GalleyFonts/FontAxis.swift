/// One axis of a variable face (`fvar` table).
public struct FontAxis: Hashable, Sendable {
    public var tag: FontTag
    public var minimum: Float
    public var defaultValue: Float
    public var maximum: Float
    /// Not to be shown to users.
    public var isHidden: Bool

    public init(tag: FontTag, minimum: Float, defaultValue: Float, maximum: Float, isHidden: Bool) {
        self.tag = tag
        self.minimum = minimum
        self.defaultValue = defaultValue
        self.maximum = maximum
        self.isHidden = isHidden
    }

    /// `value`, no further than the ends of the axis.
    public func clamp(_ value: Float) -> Float {
        value.isNaN ? defaultValue : Swift.max(minimum, Swift.min(maximum, value))
    }
}

/// A place on one axis.
public struct AxisValue: Hashable, Sendable {
    public var tag: FontTag
    public var value: Float

    public init(_ tag: FontTag, _ value: Float) {
        self.tag = tag
        self.value = value
    }
}
