import GalleyText

// CSS Lists 3, CSS 2 §17.

extension PropertyTable {
    mutating func addListAndTableProperties() {
        add(
            "list-style-type", inherited: true, \.inherited.listStyleType,
            parse: { $0.listStyleType() },
            convert: { value, computation in computation.listStyleType(value) })
        keyword(
            "list-style-position", inherited: true, \.inherited.listMarkerIsInside,
            ["outside": false, "inside": true])
        add(
            "list-style-image", inherited: true, \.inherited.listStyleImage,
            parse: { $0.image() },
            convert: { value, _ in
                if case .url(let url) = value { return .some(.some(url)) }
                return .some(.none)
            })
        keyword(
            "border-collapse", inherited: true, \.inherited.collapsesBorders, ["separate": false, "collapse": true])
        add(
            "border-spacing", inherited: true,
            parse: { reader in
                guard let first = reader.length(.nonNegative) else { return nil }
                guard !reader.atEnd else { return .list([first, first]) }
                guard let second = reader.length(.nonNegative) else { return nil }
                return .list([first, second])
            },
            copy: { source, target in
                target.inherited.horizontalSpacing = source.inherited.horizontalSpacing
                target.inherited.verticalSpacing = source.inherited.verticalSpacing
            },
            apply: { value, computation in
                let parts = value.members
                guard parts.count == 2, let horizontal = computation.pixels(parts[0]),
                    let vertical = computation.pixels(parts[1])
                else { return }
                computation.fields.inherited.horizontalSpacing = max(horizontal, 0)
                computation.fields.inherited.verticalSpacing = max(vertical, 0)
            })
        keyword("empty-cells", inherited: true, \.inherited.hidesEmptyCells, ["show": false, "hide": true])
        keyword("table-layout", inherited: false, \.box.isFixedTable, ["auto": false, "fixed": true])
        keyword(
            "caption-side", inherited: true, \.inherited.captionAtBottom,
            ["top": false, "bottom": true, "block-start": false, "block-end": true])
    }
}

extension ValueReader {
    /// `none`, a string, `symbols()`, or the name of a counter style.
    mutating func listStyleType() -> CSSValue? {
        if let text = string() { return .string(text) }
        if isFunction("symbols") {
            var inner = arguments()
            let system = inner.keyword(of: ["cyclic", "numeric", "alphabetic", "symbolic", "fixed"]) ?? "symbolic"
            guard let symbols = inner.counterSymbols() else { return nil }
            // These two need two symbols (CSS Counter Styles 3 §5).
            if system == "numeric" || system == "alphabetic", symbols.count < 2 { return nil }
            return .function("symbols", [.keyword(system)] + symbols.map { .string($0) })
        }
        if let word = peekKeyword(), word == "none" || CounterStyle(cssName: word) != nil {
            advance()
            return .keyword(word)
        }
        return customIdentifier().map { .function("named", [.string($0)]) }
    }
}

extension StyleComputation {
    func listStyleType(_ value: CSSValue) -> ListStyleType {
        switch value {
        case .string(let text): return .string(text)
        case .function("symbols", let arguments):
            let system: CustomCounterStyle.System =
                switch arguments.first?.keyword {
                case "cyclic": .cyclic
                case "numeric": .numeric
                case "alphabetic": .alphabetic
                case "fixed": .fixed(first: 1)
                default: .symbolic
                }
            let symbols = arguments.compactMap { argument in
                if case .string(let symbol) = argument { symbol } else { nil }
            }
            var definition = CustomCounterStyle.Definition(name: "", system: system, symbols: symbols)
            definition.suffix = " "
            return .symbols(CustomCounterStyle(definition))
        case .function(_, let arguments):
            if case .string(let name)? = arguments.first { return .named(name) }
            return .counter(.decimal)
        case .keyword(let word):
            if word == "none" { return .none }
            return CounterStyle(cssName: word).map { .counter($0) } ?? .named(word)
        default: return .counter(.decimal)
        }
    }
}
