// What inline drawings take from the page (SVG 2 §6.1).

extension PropertyTable {
    /// `fill`, of which colours count: patterns and gradients are those of a drawing itself.
    mutating func addFill() {
        add(
            "fill", inherited: true, \.inherited.fill,
            parse: { reader in
                if let word = reader.keyword(of: ["none", "context-fill", "context-stroke"]) { return .keyword(word) }
                if let color = reader.color() { return .color(color) }
                guard reader.url() != nil else { return nil }
                if !reader.atEnd, !reader.accept("none"), reader.color() == nil { return nil }
                return .keyword("url")
            },
            convert: { value, _ in
                if case .color(let color) = value { return .some(color) }
                return .some(value.keyword == "none" ? .color(.transparent) : nil)
            })
    }
}
