/// `outline` of a box (CSS UI 4 §2): a line around its border that takes no room.
public struct Outline: Hashable, Codable, Sendable {
    /// Its stroke, width and colour, the same on all sides.
    public var edge: BorderEdge
    /// `outline-offset`: how far it is outside of the border; a negative one is inside.
    public var offset: Double

    public init(_ edge: BorderEdge, offset: Double = 0) {
        self.edge = edge
        self.offset = offset
    }

    /// The outline's own outer edge around a border box: never less than the outline's width on both sides, however far in it is
    /// (§2.4).
    public func rect(around box: Rect) -> Rect {
        Rect(
            x: box.x - outset(box.width), y: box.y - outset(box.height), width: box.width + 2 * outset(box.width),
            height: box.height + 2 * outset(box.height))
    }

    /// How far its outer edge is from the border box's, in a direction in which that is so long.
    private func outset(_ length: Double) -> Double { max(offset, -length / 2) + edge.width }
}
