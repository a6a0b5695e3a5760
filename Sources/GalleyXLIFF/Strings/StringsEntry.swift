/// One line of a `.strings` table.
public struct StringsEntry: Sendable, Hashable {
    public var key: String
    public var value: String
    /// The comment before it; `nil` or empty for none.
    public var comment: String?
    /// Where it was read.
    public var position: SourcePosition?

    public init(key: String, value: String, comment: String? = nil, position: SourcePosition? = nil) {
        self.key = key
        self.value = value
        self.comment = comment
        self.position = position
    }
}
