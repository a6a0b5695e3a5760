import GalleyText

// CSS Backgrounds 3 §3: how layers are laid out; their images and the colour are with the box properties.

extension PropertyTable {
    mutating func addBackgroundProperties() {
        layers(
            "background-repeat", \.repetitions, { $0.backgroundRepetition() },
            convert: { value, _ in value.members.compactMap { $0.keyword.flatMap { PropertyTable.repetitions[$0] } } })
        layers(
            "background-position-x", \.positionsX, { $0.backgroundOffset("left", "right") },
            convert: { $1.backgroundOffset($0) })
        layers(
            "background-position-y", \.positionsY, { $0.backgroundOffset("top", "bottom") },
            convert: { $1.backgroundOffset($0) })
        layers(
            "background-size", \.extents, { $0.backgroundExtent() },
            convert: { value, computation in
                switch value.keyword {
                case "cover": return .cover
                case "contain": return .contain
                default:
                    let sizes = value.members.compactMap { computation.size($0) }
                    guard let width = sizes.first else { return nil }
                    return .size(width: width, height: sizes.count > 1 ? sizes[1] : .auto)
                }
            })
        layers(
            "background-attachment", \.attachments,
            { $0.keyword(of: ["scroll", "fixed", "local"]).map { .keyword($0) } },
            convert: { value, _ in
                ["scroll": .scroll, "fixed": .fixed, "local": .local][value.keyword ?? ""]
            })
        for (name, list) in [
            (
                "background-origin",
                \BackgroundLists.origins as any WritableKeyPath<BackgroundLists, [BackgroundLayout.Box]> & Sendable
            ),
            ("background-clip", \.clips),
        ] {
            let words: [String: BackgroundLayout.Box] = [
                "border-box": .border, "padding-box": .padding, "content-box": .content, "text": .text,
            ]
            layers(
                name, list,
                { reader in
                    guard let word = reader.peekKeyword(), let box = words[word],
                        box != .text || name == "background-clip"
                    else { return nil }
                    reader.advance()
                    return .keyword(word)
                },
                convert: { value, _ in value.keyword.flatMap { words[$0] } })
            alias("-webkit-" + name, name)
        }
        alias("-webkit-background-size", "background-size")
    }

    static let repetitions: [String: BackgroundLayout.Repetition] = [
        "repeat": .repeat, "no-repeat": .once, "space": .space, "round": .round,
    ]

    /// A comma-separated list with a value for each layer.
    private mutating func layers<Value: Hashable & Sendable>(
        _ name: String, _ list: any WritableKeyPath<BackgroundLists, [Value]> & Sendable,
        _ parse: @escaping @Sendable (inout ValueReader) -> CSSValue?,
        convert: @escaping @Sendable (CSSValue, StyleComputation) -> Value?
    ) {
        @Sendable func change(_ fields: inout StyleFields, _ values: [Value]) {
            var lists = fields.box.backgroundLists ?? BackgroundLists()
            lists[keyPath: list] = values
            fields.box.backgroundLists = lists == BackgroundLists() ? nil : lists
        }
        add(
            name, inherited: false, parse: { $0.layers(parse) },
            copy: { source, target in change(&target, (source.box.backgroundLists ?? BackgroundLists())[keyPath: list])
            },
            apply: { value, computation in
                let values = value.members.compactMap { convert($0, computation) }
                if !values.isEmpty { change(&computation.fields, values) }
            })
    }
}

extension ValueReader {
    /// A comma-separated list with a value for each layer, as a list in any case: a value may be a list itself.
    mutating func layers(_ value: (inout ValueReader) -> CSSValue?) -> CSSValue? {
        var layers: [CSSValue] = []
        repeat {
            guard let layer = value(&self) else { return nil }
            if layers.count < CSSLimits.maximumBackgroundLayers { layers.append(layer) }
        } while acceptComma()
        return .list(layers)
    }

    /// One or two words, as two.
    mutating func backgroundRepetition() -> CSSValue? {
        if accept("repeat-x") { return .list([.keyword("repeat"), .keyword("no-repeat")]) }
        if accept("repeat-y") { return .list([.keyword("no-repeat"), .keyword("repeat")]) }
        func word(_ reader: inout ValueReader) -> CSSValue? {
            guard let word = reader.peekKeyword(), PropertyTable.repetitions[word] != nil else { return nil }
            reader.advance()
            return .keyword(word)
        }
        guard let first = word(&self) else { return nil }
        return .list([first, word(&self) ?? first])
    }

    /// A distance from the near edge, or from one that is named; as the keyword of the far edge before a length.
    mutating func backgroundOffset(_ near: String, _ far: String) -> CSSValue? {
        if accept("center") { return .length(.percent(50)) }
        if let edge = keyword(of: [near, far]) {
            let distance = length(.percent)
            if edge == near { return distance ?? .length(.zero) }
            return distance.map { .list([.keyword("far"), $0]) } ?? .length(.percent(100))
        }
        return length(.percent)
    }

    mutating func backgroundExtent() -> CSSValue? {
        if let word = keyword(of: ["cover", "contain"]) { return .keyword(word) }
        func size(_ reader: inout ValueReader) -> CSSValue? {
            reader.accept("auto") ? .keyword("auto") : reader.length([.percent, .nonNegative])
        }
        guard let width = size(&self) else { return nil }
        return .list([width, size(&self) ?? .keyword("auto")])
    }

    /// `background-position`: one to four parts (§3.6), as the two longhands' values.
    mutating func backgroundPosition() -> (x: CSSValue, y: CSSValue)? {
        let centre = CSSValue.length(.percent(50))
        let mark = index
        // Two edges with distances, in either order.
        for isSwapped in [false, true] {
            index = mark
            let names = isSwapped ? ("top", "bottom") : ("left", "right")
            let others = isSwapped ? ("left", "right") : ("top", "bottom")
            guard let first = peekKeyword(), first == names.0 || first == names.1,
                let one = backgroundOffset(names.0, names.1), let other = peekKeyword(),
                other == others.0 || other == others.1 || other == "center",
                let two = backgroundOffset(others.0, others.1)
            else { continue }
            return isSwapped ? (two, one) : (one, two)
        }
        index = mark
        // One or two values: keywords in any order, lengths x before y.
        let first = peekKeyword()
        if first == "top" || first == "bottom" {
            advance()
            let y = CSSValue.length(.percent(first == "top" ? 0 : 100))
            if let second = keyword(of: ["left", "right", "center"]) {
                return (.length(.percent(second == "left" ? 0 : second == "right" ? 100 : 50)), y)
            }
            return (centre, y)
        }
        let x: CSSValue
        if let word = keyword(of: ["left", "right", "center"]) {
            x = .length(.percent(word == "left" ? 0 : word == "right" ? 100 : 50))
        } else {
            guard let value = length(.percent) else { return nil }
            x = value
        }
        if let word = peekKeyword(), word == "left" || word == "right", first == "center" {
            advance()
            return (.length(.percent(word == "left" ? 0 : 100)), centre)
        }
        let beforeSecond = index
        if let y = backgroundOffset("top", "bottom") { return (x, y) }
        index = beforeSecond
        return (x, centre)
    }
}

extension StyleComputation {
    /// An image; nil for `none`.
    func image(_ value: CSSValue) -> StyleImage? {
        switch value {
        case .url(let url): .url(url)
        case .gradient(let gradient):
            .gradient(
                StyleGradient(
                    gradient.gradient.mapLengths { length(.length($0)) ?? $0 }, currentStops: gradient.currentStops))
        default: nil
        }
    }

    /// `far` edges count from the other side: 100 % less the distance.
    func backgroundOffset(_ value: CSSValue) -> Length? {
        if case .list(let parts) = value, parts.count == 2 {
            return length(parts[1]).map { .percent(100) + -$0 }
        }
        return length(value)
    }
}
