import GalleyText

// What elements give to headers, footers and the outline (CSS Generated Content for Paged Media 3), and where text is cut
// (CSS Overflow 4 §5).

extension PropertyTable {
    mutating func addGeneratedProperties() {
        addStringSet()
        addBookmarks()
        addLineClamp("line-clamp", isLegacy: false)
        addLineClamp("-webkit-line-clamp", isLegacy: true)
        keyword(
            "-webkit-box-orient", inherited: false, \.box.isVerticalBox,
            ["horizontal": false, "inline-axis": false, "vertical": true, "block-axis": true])
        alias("-moz-box-orient", "-webkit-box-orient")
    }

    /// `line-clamp` and its older form, which are shorthands of the same (CSS Overflow 4 §5): the later one counts. An ellipsis of
    /// other characters (`block-ellipsis`) is not read.
    private mutating func addLineClamp(_ name: String, isLegacy: Bool) {
        add(
            name, inherited: false,
            parse: { reader in
                if let word = reader.keyword(of: ["none"]) { return .keyword(word) }
                guard let value = reader.integer(), value >= 1 else { return nil }
                return .number(Double(value))
            },
            copy: { source, target in
                target.box.lineClamp = source.box.lineClamp
                target.box.hasLegacyLineClamp = source.box.hasLegacyLineClamp
            },
            apply: { value, computation in
                computation.fields.box.lineClamp = if case .number(let lines) = value { Int(lines) } else { 0 }
                computation.fields.box.hasLegacyLineClamp = isLegacy && computation.fields.box.lineClamp > 0
            })
    }

    /// `string-set` (CSS Generated Content for Paged Media 3 §1.1.1): names with what they become.
    mutating func addStringSet() {
        add(
            "string-set", inherited: false, \.box.namedStrings,
            parse: { reader in
                if reader.accept("none") { return .list([]) }
                var list: [CSSValue] = []
                repeat {
                    guard let name = reader.customIdentifier(), let items = reader.stringSetItems() else { return nil }
                    list.append(.list([.keyword(name)] + items))
                } while reader.acceptComma()
                return .list(list)
            },
            convert: { value, computation in
                value.members.compactMap { member in
                    guard let name = member.members.first?.keyword else { return nil }
                    return StringAssignment(
                        name: name, items: computation.contentItems(Array(member.members.dropFirst())))
                }
            })
    }

    /// The entries of the outline (CSS Generated Content 3 “Bookmarks”). `auto` is what the user agent's style sheet would
    /// say: the level of a heading.
    mutating func addBookmarks() {
        add(
            "bookmark-level", inherited: false, \.box.bookmarkLevel,
            parse: { reader in
                if let word = reader.keyword(of: ["auto", "none"]) { return .keyword(word) }
                guard let level = reader.integer(), level >= 1 else { return nil }
                return .number(Double(level))
            },
            convert: { value, _ in
                if case .number(let level) = value { return .level(Int(level)) }
                return value.keyword == "none" ? Bookmark.Level.none : .automatic
            })
        add(
            "bookmark-label", inherited: false, \.box.bookmarkLabel,
            parse: { reader in reader.stringSetItems().map { .list($0) } },
            convert: { value, computation in computation.contentItems(value.members) })
        keyword("bookmark-state", inherited: false, \.box.bookmarkIsClosed, ["open": false, "closed": true])
    }
}
