/// A place in a box (CSS Values 4 §8.3, `<position>`): percentages are of the box's width and height, or, for something that
/// stands in the box, of what the box is larger than that.
public struct BoxPosition: Hashable, Codable, Sendable {
    public var x: Length
    public var y: Length

    public static let center = BoxPosition(x: .percent(50), y: .percent(50))

    public init(x: Length, y: Length) {
        self.x = x
        self.y = y
    }
}
