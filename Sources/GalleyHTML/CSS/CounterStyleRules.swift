import GalleyText

/// The `@counter-style` rules of a document, made complete: `extends` and `fallback` replaced by what they name
/// (CSS Counter Styles 3 §2 and §3).
struct CounterStyleRules {
    /// The last valid rule of each name.
    private var rules: [String: Rule] = [:]
    private var order: [String] = []

    /// The descriptors that a rule gives.
    private struct Rule {
        var definition: CustomCounterStyle.Definition
        /// `system: extends name`.
        var extends: String?
        var fallback: String?
        var given: Set<String>
    }

    /// Names that a rule may not take (§2).
    private static let reserved: Set<String> = [
        "none", "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed",
    ]

    mutating func add(_ rule: StyleSheet.AtRule) {
        let source = CSSSource(rule.prelude)
        var reader = ValueReader(source, 0..<source.count)
        guard let name = reader.customIdentifier(), reader.atEnd,
            !CounterStyleRules.reserved.contains(name.lowercased()), let parsed = CounterStyleRules.parse(rule, name)
        else { return }
        if rules[name] == nil { order.append(name) }
        rules[name] = parsed
    }

    /// All styles, those that others fall back to first.
    func styles() -> [CustomCounterStyle] {
        var done: [String: CustomCounterStyle] = [:]
        var result: [CustomCounterStyle] = []
        for name in order {
            var open: Set<String> = []
            if let style = complete(name, &open, &done) {
                result.append(style)
            }
        }
        return result
    }

    /// Recursion is at most `CSSLimits.maximumNesting` deep; a style that needs itself extends or falls back to decimal.
    private func complete(
        _ name: String, _ open: inout Set<String>, _ done: inout [String: CustomCounterStyle]
    ) -> CustomCounterStyle? {
        if let known = done[name] { return known }
        guard var rule = rules[name], open.count < CSSLimits.maximumNesting, open.insert(name).inserted else {
            return nil
        }
        defer { open.remove(name) }
        if let base = rule.extends {
            let own = rule.definition
            if let custom = complete(base, &open, &done) {
                rule.definition = custom.definition
            } else {
                // An unknown style, or one of a cycle, is decimal (§3.1.7).
                let style = CounterStyle(cssName: base) ?? .decimal
                rule.definition = CustomCounterStyle.Definition(name: name, system: .predefined(style))
                rule.definition.suffix = style.suffix
                rule.definition.fallback = .predefined(.decimal)
            }
            rule.definition.name = name
            rule.definition.take(own, rule.given)
        }
        if let fallback = rule.fallback {
            if let custom = complete(fallback, &open, &done) {
                rule.definition.fallback = .custom(custom)
            } else {
                rule.definition.fallback = .predefined(CounterStyle(cssName: fallback) ?? .decimal)
            }
        }
        let style = CustomCounterStyle(rule.definition)
        done[name] = style
        return style
    }

    // MARK: - Parsing

    private static func parse(_ rule: StyleSheet.AtRule, _ name: String) -> Rule? {
        var system = CustomCounterStyle.System.symbolic
        var extends: String?
        if rule.descriptors.contains(where: { $0.name == "system" }) {
            guard let found = rule.descriptor("system", { $0.counterSystem() }) else { return nil }
            (system, extends) = found
        }
        var result = Rule(
            definition: CustomCounterStyle.Definition(name: name, system: system), extends: extends, given: [])
        func read<Value>(_ descriptor: String, _ parse: (inout ValueReader) -> Value?, _ set: (Value) -> Void) {
            guard let value = rule.descriptor(descriptor, parse) else { return }
            set(value)
            result.given.insert(descriptor)
        }
        read("symbols", { $0.counterSymbols() }) { result.definition.symbols = $0 }
        read("additive-symbols", { $0.additiveSymbols() }) { result.definition.additiveSymbols = $0 }
        read("negative", { $0.counterSymbols(atMost: 2) }) {
            result.definition.negativePrefix = $0[0]
            result.definition.negativeSuffix = $0.count > 1 ? $0[1] : ""
        }
        read("prefix", { $0.counterSymbol() }) { result.definition.prefix = $0 }
        read("suffix", { $0.counterSymbol() }) { result.definition.suffix = $0 }
        read("range", { $0.counterRanges() }) { result.definition.ranges = $0 }
        read("pad", { $0.counterPad() }) { (result.definition.padLength, result.definition.padSymbol) = $0 }
        read("fallback", { $0.customIdentifier() }) { result.fallback = $0 }
        // Each system needs its symbols (§3.1).
        if extends != nil {
            return result.given.contains("symbols") || result.given.contains("additive-symbols") ? nil : result
        }
        switch system {
        case .additive: return result.definition.additiveSymbols.isEmpty ? nil : result
        case .numeric, .alphabetic: return result.definition.symbols.count < 2 ? nil : result
        default: return result.definition.symbols.isEmpty ? nil : result
        }
    }
}

extension CustomCounterStyle.Definition {
    /// Takes over the descriptors that a rule gives.
    fileprivate mutating func take(_ other: Self, _ given: Set<String>) {
        if given.contains("negative") {
            negativePrefix = other.negativePrefix
            negativeSuffix = other.negativeSuffix
        }
        if given.contains("prefix") { prefix = other.prefix }
        if given.contains("suffix") { suffix = other.suffix }
        if given.contains("range") { ranges = other.ranges }
        if given.contains("pad") {
            padLength = other.padLength
            padSymbol = other.padSymbol
        }
    }
}

extension ValueReader {
    fileprivate mutating func counterSystem() -> (CustomCounterStyle.System, String?)? {
        switch keyword(of: ["cyclic", "numeric", "alphabetic", "symbolic", "additive", "fixed", "extends"]) {
        case "cyclic": return (.cyclic, nil)
        case "numeric": return (.numeric, nil)
        case "alphabetic": return (.alphabetic, nil)
        case "symbolic": return (.symbolic, nil)
        case "additive": return (.additive, nil)
        case "fixed": return (.fixed(first: integer() ?? 1), nil)
        case "extends":
            guard let name = customIdentifier() else { return nil }
            return (.predefined(.decimal), name)
        default: return nil
        }
    }

    /// A string or a name; images are not symbols here, as in browsers.
    fileprivate mutating func counterSymbol() -> String? { string() ?? customIdentifier() }

    mutating func counterSymbols(atMost limit: Int = .max) -> [String]? {
        var symbols: [String] = []
        while !atEnd {
            guard let symbol = counterSymbol(), symbols.count < limit else { return nil }
            symbols.append(symbol)
        }
        return symbols.isEmpty ? nil : symbols
    }

    /// `integer symbol` or `symbol integer`, by falling weight.
    fileprivate mutating func additiveSymbols() -> [CustomCounterStyle.Weight]? {
        var weights: [CustomCounterStyle.Weight] = []
        repeat {
            guard let (weight, symbol) = weightedSymbol(), weight < weights.last?.weight ?? .max else { return nil }
            weights.append(.init(weight: weight, symbol: symbol))
        } while acceptComma()
        return weights
    }

    fileprivate mutating func counterPad() -> (Int, String)? { weightedSymbol() }

    private mutating func weightedSymbol() -> (Int, String)? {
        if let symbol = counterSymbol() {
            guard let weight = integer(), weight >= 0 else { return nil }
            return (weight, symbol)
        }
        guard let weight = integer(), weight >= 0, let symbol = counterSymbol() else { return nil }
        return (weight, symbol)
    }

    fileprivate mutating func counterRanges() -> [ClosedRange<Int>]? {
        if accept("auto") { return [] }
        var ranges: [ClosedRange<Int>] = []
        repeat {
            guard let lower = accept("infinite") ? Int.min : integer(),
                let upper = accept("infinite") ? Int.max : integer(), lower <= upper
            else { return nil }
            ranges.append(lower...upper)
        } while acceptComma()
        return ranges
    }
}
