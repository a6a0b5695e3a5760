/// Adjoining margins: the greatest positive one and the least negative one add up (CSS 2 §8.3.1).
struct MarginStrut: Sendable, Hashable {
    private var positive = 0.0
    private var negative = 0.0

    init() {}

    init(_ margin: Double) { add(margin) }

    mutating func add(_ margin: Double) {
        if margin > 0 { positive = max(positive, margin) } else { negative = min(negative, margin) }
    }

    mutating func add(_ other: MarginStrut) {
        add(other.positive)
        add(other.negative)
    }

    /// What the collapsed margin is in px.
    var sum: Double { positive + negative }
}
