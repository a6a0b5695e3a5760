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

extension StringsEntry: Codable {
    private enum CodingKeys: String, CodingKey { case key, value, comment }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            key: try container.decode(String.self, forKey: .key),
            value: try container.decode(String.self, forKey: .value),
            comment: try container.decodeIfPresent(String.self, forKey: .comment))
    }

    /// Without the place.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(value, forKey: .value)
        try container.encodeIfPresent(comment, forKey: .comment)
    }
}
