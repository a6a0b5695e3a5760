/// A counter style of the document's own: an `@counter-style` rule (CSS Counter Styles 3 §2, §3).
///
///     let footnotes = CustomCounterStyle(.init(name: "footnotes", system: .symbolic, symbols: ["*", "†"]))
///     footnotes.marker(for: 3)       // "**. "
///
/// A reference to an immutable definition: copying costs nothing, equality compares the definition.
public struct CustomCounterStyle: Hashable, Codable, Sendable {
    /// The algorithms of §3.1. `extends` is not here: the definition that it makes is complete.
    public enum System: Hashable, Codable, Sendable {
        case cyclic, numeric, alphabetic, symbolic, additive
        case fixed(first: Int)
        /// As a predefined style, with the descriptors that the rule changes.
        case predefined(CounterStyle)
    }

    /// What says a value that the style cannot (§3.7).
    public enum Fallback: Hashable, Codable, Sendable {
        case predefined(CounterStyle)
        case custom(CustomCounterStyle)
    }

    /// One weight of an additive style.
    public struct Weight: Hashable, Codable, Sendable {
        public var weight: Int
        public var symbol: String

        public init(weight: Int, symbol: String) {
            self.weight = weight
            self.symbol = symbol
        }
    }

    /// The descriptors of the rule (§3).
    public struct Definition: Hashable, Codable, Sendable {
        public var name: String
        public var system: System
        public var symbols: [String]
        /// By falling weight.
        public var additiveSymbols: [Weight]
        /// What stands before a negative number, and after it.
        public var negativePrefix = "-"
        public var negativeSuffix = ""
        public var prefix = ""
        public var suffix = ". "
        /// Empty is `auto`.
        public var ranges: [ClosedRange<Int>] = []
        /// The least number of symbols, and what fills them up.
        public var padLength = 0
        public var padSymbol = ""
        public var fallback = Fallback.predefined(.decimal)

        public init(name: String, system: System, symbols: [String] = [], additiveSymbols: [Weight] = []) {
            self.name = name
            self.system = system
            self.symbols = symbols
            self.additiveSymbols = additiveSymbols
        }
    }

    private final class Storage: Sendable {
        let definition: Definition
        /// How many custom styles stand in the fallback chain.
        let depth: Int
        init(_ definition: Definition, depth: Int) {
            self.definition = definition
            self.depth = depth
        }
    }

    private let storage: Storage

    /// A style of a definition. A prefix or suffix of more than ``TextLimits/maximumCounterBytes`` is left out, and so are
    /// additive symbols after the first ``TextLimits/maximumAdditiveSymbols``. A chain of more than ``TextLimits/maximumCounterFallbacks`` fallbacks ends in decimal.
    public init(_ definition: Definition) {
        var definition = definition
        // What every marker shows, or asks for, is small.
        if !CounterAlgorithm.fits(definition.prefix) { definition.prefix = "" }
        if !CounterAlgorithm.fits(definition.suffix) { definition.suffix = "" }
        if definition.additiveSymbols.count > TextLimits.maximumAdditiveSymbols {
            definition.additiveSymbols.removeLast(
                definition.additiveSymbols.count - TextLimits.maximumAdditiveSymbols)
        }
        var depth = 0
        if case .custom(let other) = definition.fallback {
            depth = other.storage.depth + 1
            if depth > TextLimits.maximumCounterFallbacks {
                definition.fallback = .predefined(.decimal)
                depth = 0
            }
        }
        storage = Storage(definition, depth: depth)
    }

    public var definition: Definition { storage.definition }
    public var name: String { definition.name }

    public static func == (left: CustomCounterStyle, right: CustomCounterStyle) -> Bool {
        left.storage === right.storage || left.definition == right.definition
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(definition.name)
        hasher.combine(definition.symbols)
    }

    /// The value with prefix and suffix, as a list marker shows it.
    public func marker(for value: Int) -> String { definition.prefix + representation(of: value) + definition.suffix }

    /// The value alone (§2.1, "generate a counter representation").
    public func representation(of value: Int) -> String {
        var style = self
        while true {
            if let text = style.text(of: value) { return text }
            switch style.definition.fallback {
            case .predefined(let fallback): return fallback.representation(of: value)
            case .custom(let next): style = next
            }
        }
    }

    private func text(of value: Int) -> String? {
        let definition = definition
        guard isInRange(value) else { return nil }
        let usesNegative = value < 0 && takesSign
        // The sign stands outside of the padding (§2.1, step 4); the smallest integer has no positive twin.
        let magnitude = usesNegative ? (value == .min ? .max : -value) : value
        var text: String?
        switch definition.system {
        case .cyclic: text = CounterAlgorithm.cyclic(value, definition.symbols)
        case .numeric: text = CounterAlgorithm.numeric(magnitude, definition.symbols)
        case .alphabetic: text = CounterAlgorithm.alphabetic(magnitude, definition.symbols)
        case .symbolic: text = CounterAlgorithm.symbolic(magnitude, definition.symbols)
        case .additive:
            text = CounterAlgorithm.additive(
                magnitude, definition.additiveSymbols.lazy.map { ($0.weight, $0.symbol) })
        case .fixed(let first): text = CounterAlgorithm.fixed(value, from: first, definition.symbols)
        case .predefined(let style): text = style.representation(of: usesNegative ? magnitude : value)
        }
        guard var text else { return nil }
        guard
            !usesNegative
                || CounterAlgorithm.fits(definition.negativePrefix)
                    && CounterAlgorithm.fits(definition.negativeSuffix)
        else { return nil }
        let sign = usesNegative ? definition.negativePrefix.count + definition.negativeSuffix.count : 0
        let missing = min(definition.padLength, TextLimits.maximumCounterSymbols) - text.count - sign
        guard missing <= 0 || CounterAlgorithm.fits(definition.padSymbol, missing) else { return nil }
        if missing > 0 { text = String(repeating: definition.padSymbol, count: missing) + text }
        return usesNegative ? definition.negativePrefix + text + definition.negativeSuffix : text
    }

    /// §3.2: whether the system writes negative values with a sign.
    private var takesSign: Bool {
        switch definition.system {
        case .numeric, .alphabetic, .symbolic, .additive: true
        case .cyclic, .fixed: false
        case .predefined(let style): !style.isSymbol
        }
    }

    /// §3.5: `auto` is the range of the system.
    private func isInRange(_ value: Int) -> Bool {
        if !definition.ranges.isEmpty { return definition.ranges.contains { $0.contains(value) } }
        return switch definition.system {
        case .alphabetic, .symbolic: value >= 1
        case .additive: value >= 0
        default: true
        }
    }
}

extension CustomCounterStyle {
    /// As its definition.
    public func encode(to encoder: any Encoder) throws { try definition.encode(to: encoder) }

    public init(from decoder: any Decoder) throws { self.init(try Definition(from: decoder)) }
}
