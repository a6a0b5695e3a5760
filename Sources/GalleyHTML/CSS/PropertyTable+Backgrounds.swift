import GalleyText

// CSS Backgrounds 3 §3: the first layer's image and its layout; the colour is with the box properties.

extension PropertyTable {
    mutating func addBackgroundProperties() {
        layer(
            "background-repeat", { $0.backgroundRepetition() },
            get: { [$0.repetitionX, $0.repetitionY] },
            set: { ($0.repetitionX, $0.repetitionY) = ($1[0], $1[1]) },
            convert: { value, _ in value.members.compactMap { $0.keyword.flatMap { PropertyTable.repetitions[$0] } } })
        layer(
            "background-position-x", { $0.backgroundOffset("left", "right") },
            get: { $0.positionX }, set: { $0.positionX = $1 }, convert: { $1.backgroundOffset($0) })
        layer(
            "background-position-y", { $0.backgroundOffset("top", "bottom") },
            get: { $0.positionY }, set: { $0.positionY = $1 }, convert: { $1.backgroundOffset($0) })
        layer(
            "background-size", { $0.backgroundExtent() }, get: { $0.extent }, set: { $0.extent = $1 },
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
        layer(
            "background-attachment", { $0.keyword(of: ["scroll", "fixed", "local"]).map { .keyword($0) } },
            get: { $0.attachment }, set: { $0.attachment = $1 },
            convert: { value, _ in
                ["scroll": .scroll, "fixed": .fixed, "local": .local][value.keyword ?? ""]
            })
        for (name, field) in [
            (
                "background-origin",
                \BackgroundLayout.origin as any WritableKeyPath<BackgroundLayout, BackgroundLayout.Box> & Sendable
            ),
            ("background-clip", \BackgroundLayout.clip),
        ] {
            let words: [String: BackgroundLayout.Box] = [
                "border-box": .border, "padding-box": .padding, "content-box": .content, "text": .text,
            ]
            layer(
                name,
                { reader in
                    guard let word = reader.peekKeyword(), let box = words[word],
                        box != .text || name == "background-clip"
                    else { return nil }
                    reader.advance()
                    return .keyword(word)
                },
                get: { $0[keyPath: field] }, set: { $0[keyPath: field] = $1 },
                convert: { value, _ in value.keyword.flatMap { words[$0] } })
            alias("-webkit-" + name, name)
        }
        alias("-webkit-background-size", "background-size")
    }

    static let repetitions: [String: BackgroundLayout.Repetition] = [
        "repeat": .repeat, "no-repeat": .once, "space": .space, "round": .round,
    ]

    /// A comma-separated list with a value for each layer, the first of which counts.
    private mutating func layer<Value: Sendable>(
        _ name: String, _ parse: @escaping @Sendable (inout ValueReader) -> CSSValue?,
        get: @escaping @Sendable (BackgroundLayout) -> Value,
        set: @escaping @Sendable (inout BackgroundLayout, Value) -> Void,
        convert: @escaping @Sendable (CSSValue, StyleComputation) -> Value?
    ) {
        @Sendable func change(_ fields: inout StyleFields, _ value: Value) {
            var layout = fields.box.backgroundLayout ?? BackgroundLayout()
            set(&layout, value)
            fields.box.backgroundLayout = layout == BackgroundLayout() ? nil : layout
        }
        add(
            name, inherited: false,
            parse: { reader in
                guard let first = parse(&reader) else { return nil }
                while reader.acceptComma() {
                    guard parse(&reader) != nil else { return nil }
                }
                return first
            },
            copy: { source, target in change(&target, get(source.box.backgroundLayout ?? BackgroundLayout())) },
            apply: { value, computation in
                if let value = convert(value, computation) { change(&computation.fields, value) }
            })
    }
}

extension ValueReader {
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
    /// `far` edges count from the other side: 100 % less the distance.
    func backgroundOffset(_ value: CSSValue) -> Length? {
        if case .list(let parts) = value, parts.count == 2 {
            return length(parts[1]).map { .percent(100) + -$0 }
        }
        return length(value)
    }
}
