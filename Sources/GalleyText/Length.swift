/// A length of CSS: px, a percentage, terms that need a font or a viewport, and `min()` or `max()` of lengths, added up.
///
/// What can be computed without a font or a container is px at once; the rest stays symbolic until layout resolves it
/// (CSS Values 4 §5, §10).
///
///     let indent = Length.em(2) + .px(4)
///     indent.resolved(in: LengthContext(fontSize: 16))     // 36
///     let width = Length.minimum(of: [.percent(50), .px(300)])
///
/// Three words; what is symbolic beyond a percentage stands out of line, so that the common length copies as one pointer
/// that is nil.
public struct Length: Hashable, Codable, Sendable {
    /// The part known in CSS px.
    public var px: Double
    /// The percentage, of whatever the property refers to: 50 % is 50.
    public var percent: Double
    /// `nil` when there is neither a term nor a comparison.
    private var symbols: Symbols?

    /// What needs more than a number: shared and immutable.
    private final class Symbols: Hashable, Sendable {
        let terms: [Term]
        let comparisons: [Comparison]
        /// How deep comparisons nest.
        let depth: Int

        init(_ terms: [Term], _ comparisons: [Comparison]) {
            self.terms = terms
            self.comparisons = comparisons
            depth = (comparisons.map(\.depth).max() ?? -1) + 1
        }

        static func == (left: Symbols, right: Symbols) -> Bool {
            left === right || left.terms == right.terms && left.comparisons == right.comparisons
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(terms)
            hasher.combine(comparisons)
        }
    }

    /// One symbolic term: `coefficient` times the unit.
    public struct Term: Hashable, Codable, Sendable {
        public var unit: Unit
        public var coefficient: Double

        public init(unit: Unit, coefficient: Double) {
            self.unit = unit
            self.coefficient = coefficient
        }
    }

    /// `coefficient` times the least or the greatest of some lengths (CSS Values 4 §10.2); `clamp()` is a maximum of a
    /// minimum.
    public struct Comparison: Hashable, Codable, Sendable {
        public enum Kind: UInt8, Hashable, Codable, Sendable { case minimum, maximum }
        public var kind: Kind
        /// At least two.
        public var arguments: [Length]
        public var coefficient: Double

        public init(_ kind: Kind, _ arguments: [Length], coefficient: Double = 1) {
            self.kind = kind
            self.arguments = arguments
            self.coefficient = coefficient
        }

        fileprivate var depth: Int { arguments.map { $0.symbols?.depth ?? 0 }.max() ?? 0 }

        fileprivate func resolved(in context: LengthContext) -> Double {
            var best = arguments.first?.resolved(in: context) ?? 0
            for argument in arguments.dropFirst() {
                let value = argument.resolved(in: context)
                best = kind == .minimum ? min(best, value) : max(best, value)
            }
            return best * coefficient
        }
    }

    /// The units that stay symbolic.
    public enum Unit: UInt8, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case em, ex, ch, ic, lh, rem, rlh, vw, vh, vmin, vmax

        public static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }

        /// Whether it is a measure of the element's own font (CSS Values 4 §6.1.1).
        package var isOfFont: Bool {
            switch self {
            case .em, .ex, .ch, .ic, .lh: true
            case .rem, .rlh, .vw, .vh, .vmin, .vmax: false
            }
        }
    }

    public static let zero = Length(px: 0)

    @inline(__always) public init(px: Double) {
        self.px = px
        percent = 0
        symbols = nil
    }

    public init(px: Double, percent: Double = 0, terms: [Term] = [], comparisons: [Comparison] = []) {
        self.px = px
        self.percent = percent
        symbols = nil
        add(terms, comparisons)
    }

    public static func px(_ value: Double) -> Length { Length(px: value) }
    public static func percent(_ value: Double) -> Length { Length(px: 0, percent: value) }
    public static func em(_ value: Double) -> Length { Length(value, .em) }

    /// `value` of a unit that stays symbolic.
    public init(_ value: Double, _ unit: Unit) {
        self.init(px: 0, terms: [Term(unit: unit, coefficient: value)])
    }

    /// The least of some lengths, compared when they are resolved; at once where all are px.
    ///
    /// Nested deeper than ``TextLimits/maximumLengthNesting`` it is the first argument.
    public static func minimum(of arguments: [Length]) -> Length { compared(.minimum, arguments) }

    /// The greatest of some lengths; as ``minimum(of:)``.
    public static func maximum(of arguments: [Length]) -> Length { compared(.maximum, arguments) }

    private static func compared(_ kind: Comparison.Kind, _ arguments: [Length]) -> Length {
        var kept: [Length] = []
        /// Where the one argument that is px alone stands.
        var absolute: Int?
        for argument in arguments.flatMap({ $0.arguments(of: kind) ?? [$0] }) {
            if argument.isAbsolute {
                if let place = absolute {
                    let (old, new) = (kept[place].px, argument.px)
                    kept[place].px = kind == .minimum ? min(old, new) : max(old, new)
                    continue
                }
                absolute = kept.count
            }
            if !kept.contains(argument) { kept.append(argument) }
        }
        guard kept.count > 1 else { return kept.first ?? .zero }
        let comparison = Comparison(kind, kept)
        guard comparison.depth < TextLimits.maximumLengthNesting else { return kept[0] }
        return Length(px: 0, comparisons: [comparison])
    }

    /// The arguments, where this is nothing but one comparison of a kind.
    private func arguments(of kind: Comparison.Kind) -> [Length]? {
        guard let symbols, px == 0, percent == 0, symbols.terms.isEmpty, symbols.comparisons.count == 1 else {
            return nil
        }
        let only = symbols.comparisons[0]
        return only.kind == kind && only.coefficient == 1 ? only.arguments : nil
    }

    /// Terms that need a font or a container, at most one a unit, sorted by unit.
    public var terms: [Term] { symbols?.terms ?? [] }
    /// Comparisons that cannot be decided yet.
    public var comparisons: [Comparison] { symbols?.comparisons ?? [] }

    /// Whether only px is left.
    public var isAbsolute: Bool { percent == 0 && symbols == nil }
    /// Whether it is zero whatever the font and the container are.
    public var isZero: Bool { px == 0 && isAbsolute }
    /// Whether a percentage takes part in it.
    public var hasPercentage: Bool {
        percent != 0
            || symbols?.comparisons.contains { $0.arguments.contains { $0.hasPercentage } } ?? false
    }

    /// Whether a unit takes part in it that is one of those asked for. O(terms).
    package func uses(_ isAskedFor: (Unit) -> Bool) -> Bool {
        guard let symbols else { return false }
        return symbols.terms.contains { isAskedFor($0.unit) }
            || symbols.comparisons.contains { $0.arguments.contains { $0.uses(isAskedFor) } }
    }

    public static func + (left: Length, right: Length) -> Length {
        var sum = left
        sum.px += right.px
        sum.percent += right.percent
        if let symbols = right.symbols { sum.add(symbols.terms, symbols.comparisons) }
        return sum
    }

    public static func * (length: Length, factor: Double) -> Length {
        guard let symbols = length.symbols else {
            return Length(px: length.px * factor, percent: length.percent * factor)
        }
        return Length(
            px: length.px * factor, percent: length.percent * factor,
            terms: symbols.terms.map { Term(unit: $0.unit, coefficient: $0.coefficient * factor) },
            comparisons: symbols.comparisons.map {
                Comparison($0.kind, $0.arguments, coefficient: $0.coefficient * factor)
            })
    }

    public static prefix func - (length: Length) -> Length { length * -1 }

    private mutating func add(_ newTerms: [Term], _ newComparisons: [Comparison]) {
        if newTerms.isEmpty, newComparisons.isEmpty { return }
        var terms = terms
        var comparisons = comparisons
        for term in newTerms {
            let place = terms.firstIndex { $0.unit >= term.unit } ?? terms.count
            if place < terms.count, terms[place].unit == term.unit {
                terms[place].coefficient += term.coefficient
                if terms[place].coefficient == 0 { terms.remove(at: place) }
            } else if term.coefficient != 0 {
                terms.insert(term, at: place)
            }
        }
        for comparison in newComparisons where comparison.coefficient != 0 {
            if let place = comparisons.firstIndex(where: {
                $0.kind == comparison.kind && $0.arguments == comparison.arguments
            }) {
                comparisons[place].coefficient += comparison.coefficient
                if comparisons[place].coefficient == 0 { comparisons.remove(at: place) }
            } else {
                comparisons.append(comparison)
            }
        }
        symbols = terms.isEmpty && comparisons.isEmpty ? nil : Symbols(terms, comparisons)
    }

    /// The length in px; never NaN or infinite (clamped to ±33,554,432, as browsers do for layout).
    public func resolved(in context: LengthContext) -> Double {
        if isAbsolute { return Length.clamped(px) }
        var sum = px + percent / 100 * context.percentageBase
        if let symbols {
            for term in symbols.terms { sum += term.coefficient * context.size(of: term.unit) }
            for comparison in symbols.comparisons { sum += comparison.resolved(in: context) }
        }
        return Length.clamped(sum)
    }

    /// The length with what is known put in: `percentage` is what 100 % is, `unit` the size of a unit; nil leaves either
    /// symbolic. Comparisons whose arguments become px are decided.
    public func resolving(percentage: Double? = nil, _ unit: (Unit) -> Double? = { _ in nil }) -> Length {
        if symbols == nil, percentage == nil || percent == 0 { return self }
        var result = Length(px: px)
        if let percentage { result.px += percent / 100 * percentage } else { result.percent = percent }
        var kept: [Term] = []
        for term in terms {
            if let size = unit(term.unit) { result.px += term.coefficient * size } else { kept.append(term) }
        }
        result.add(kept, [])
        for comparison in comparisons {
            let arguments = comparison.arguments.map { $0.resolving(percentage: percentage, unit) }
            result = result + Length.compared(comparison.kind, arguments) * comparison.coefficient
        }
        return result
    }

    /// The length with every number in layout's range and none of them NaN.
    public var clamped: Length {
        guard let symbols else { return Length(px: Length.clamped(px), percent: Length.clamped(percent)) }
        return Length(
            px: Length.clamped(px), percent: Length.clamped(percent),
            terms: symbols.terms.map { Term(unit: $0.unit, coefficient: Length.clamped($0.coefficient)) },
            comparisons: symbols.comparisons.map {
                Comparison($0.kind, $0.arguments.map(\.clamped), coefficient: Length.clamped($0.coefficient))
            })
    }

    /// Layout's range of lengths (Blink's LayoutUnit has the same); NaN becomes 0.
    public static func clamped(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -TextLimits.maximumLength), TextLimits.maximumLength)
    }
}

extension Length {
    private enum CodingKeys: String, CodingKey { case px, percent, terms, comparisons }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(px, forKey: .px)
        try container.encode(percent, forKey: .percent)
        try container.encode(terms, forKey: .terms)
        if !comparisons.isEmpty { try container.encode(comparisons, forKey: .comparisons) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            px: try container.decode(Double.self, forKey: .px),
            percent: try container.decode(Double.self, forKey: .percent),
            terms: try container.decodeIfPresent([Term].self, forKey: .terms) ?? [],
            comparisons: try container.decodeIfPresent([Comparison].self, forKey: .comparisons) ?? [])
    }
}
