/// A width or height as a style gives it (CSS Sizing 3 §3).
public enum SizeValue: Hashable, Codable, Sendable {
    case auto
    case length(Length)
    case minContent
    case maxContent
    case fitContent
    /// All the room there is (CSS Sizing 4 §4).
    case stretch

    /// The length, where it is one.
    public var length: Length? {
        if case .length(let length) = self { length } else { nil }
    }
}
