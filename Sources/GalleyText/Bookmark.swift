/// The entry of a block in the document's outline (CSS Generated Content 3 “Bookmarks”).
///
///     style.bookmark.level = .level(2)
///     style.bookmark.label = [.text("Appendix: "), .content]
public struct Bookmark: Hashable, Codable, Sendable {
    public var level = Level.automatic
    /// `bookmark-label`: the block's text, unless it is something else.
    public var label: [NamedString.Part] = [.content]
    /// `bookmark-state: closed`: whether what is below the entry is hidden at first.
    public var isClosed = false

    /// `bookmark-level`.
    public enum Level: Hashable, Codable, Sendable {
        /// That of a heading (`Block.Role`); no entry for other blocks. It is what the user agent's style sheet would say
        /// (§2.1).
        case automatic
        case none
        /// Counted from 1.
        case level(Int)
    }

    public init() {}

    /// The level of the entry of a block with a role; `nil` for a block that has none.
    public func level(of role: Block.Role) -> Int? {
        switch (level, role) {
        case (.level(let level), _): level
        case (.automatic, .heading(let level)): level
        default: nil
        }
    }
}
