/// What fills a line up between what is before and after it: the dots of a table of contents (CSS Generated Content 3
/// §2.5.1, `leader()`).
///
/// In its generated text a tab (U+0009) stands for it: the leader is as wide as the line has room, and holds as many copies
/// of its pattern as fit, from the line's end, so that those of several lines stand below each other.
public struct Leader: Hashable, Codable, Sendable {
    /// The UTF-8 offset of its tab in the generated text.
    public var place: Int
    /// What is repeated.
    public var pattern: String

    /// A leader whose tab is at `place` of its generated text.
    public init(_ pattern: String, place: Int) {
        self.pattern = pattern
        self.place = place
    }
}
