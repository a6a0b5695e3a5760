/// A length of CSS: px, a percentage, and terms that need a font or a viewport, added up.
///
/// What can be computed without a font or a container is px at once; the rest stays symbolic until layout resolves it
/// (CSS Values 4 §5, §10).
///
///     let indent = Length.em(2) + .px(4)
///     indent.resolved(in: LengthContext(fontSize: 16))     // 36
public struct Length: Hashable, Codable, Sendable {
    /// The part known in CSS px.
    public var px: Double
    /// The percentage, of whatever the property refers to: 50 % is 50.
    public var percent: Double
    /// Terms that need a font or a container, at most one a unit, sorted by unit.
    public private(set) var terms: [Term]

    /// One symbolic term: `coefficient` times the unit.
    public struct Term: Hashable, Codable, Sendable {
        public var unit: Unit
        public var coefficient: Double

        public init(unit: Unit, coefficient: Double) {
            self.unit = unit
            self.coefficient = coefficient
        }
    }

    /// The units that stay symbolic.
    public enum Unit: UInt8, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case em, ex, ch, ic, lh, rem, rlh, vw, vh, vmin, vmax

        public static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }
    }

    public static let zero = Length(px: 0)

    public init(px: Double, percent: Double = 0, terms: [Term] = []) {
        self.px = px
        self.percent = percent
        self.terms = []
        for term in terms { add(term) }
    }

    public static func px(_ value: Double) -> Length { Length(px: value) }
    public static func percent(_ value: Double) -> Length { Length(px: 0, percent: value) }
    public static func em(_ value: Double) -> Length { Length(value, .em) }

    /// `value` of a unit that stays symbolic.
    public init(_ value: Double, _ unit: Unit) {
        self.init(px: 0, terms: [Term(unit: unit, coefficient: value)])
    }

    /// Whether only px is left.
    public var isAbsolute: Bool { percent == 0 && terms.isEmpty }
    /// Whether it is zero whatever the font and the container are.
    public var isZero: Bool { px == 0 && isAbsolute }

    public static func + (left: Length, right: Length) -> Length {
        var sum = left
        sum.px += right.px
        sum.percent += right.percent
        for term in right.terms { sum.add(term) }
        return sum
    }

    public static func * (length: Length, factor: Double) -> Length {
        Length(
            px: length.px * factor, percent: length.percent * factor,
            terms: length.terms.map { Term(unit: $0.unit, coefficient: $0.coefficient * factor) })
    }

    public static prefix func - (length: Length) -> Length { length * -1 }

    private mutating func add(_ term: Term) {
        if let index = terms.firstIndex(where: { $0.unit >= term.unit }) {
            if terms[index].unit == term.unit {
                terms[index].coefficient += term.coefficient
                if terms[index].coefficient == 0 { terms.remove(at: index) }
            } else if term.coefficient != 0 {
                terms.insert(term, at: index)
            }
        } else if term.coefficient != 0 {
            terms.append(term)
        }
    }

    /// The length in px; never NaN or infinite (clamped to ±33,554,432, as browsers do for layout).
    public func resolved(in context: LengthContext) -> Double {
        if isAbsolute { return Length.clamped(px) }
        var sum = px + percent / 100 * context.percentageBase
        for term in terms { sum += term.coefficient * context.size(of: term.unit) }
        return Length.clamped(sum)
    }

    /// Layout's range of lengths (Blink's LayoutUnit has the same); NaN becomes 0.
    public static func clamped(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -TextLimits.maximumLength), TextLimits.maximumLength)
    }
}

/// What symbolic lengths are resolved against; all in CSS px.
public struct LengthContext: Sendable, Hashable {
    /// What 100 % is.
    public var percentageBase: Double
    public var fontSize: Double
    public var rootFontSize: Double
    /// x-height, advance of `0`, advance of U+6C34, line height; fallbacks of CSS Values 4 §6.1.1 unless given.
    public var exSize: Double
    public var chSize: Double
    public var icSize: Double
    public var lineHeight: Double
    public var rootLineHeight: Double
    public var viewport: Size

    public init(
        percentageBase: Double = 0, fontSize: Double, rootFontSize: Double = 16, exSize: Double? = nil,
        chSize: Double? = nil, icSize: Double? = nil, lineHeight: Double? = nil, rootLineHeight: Double? = nil,
        viewport: Size = .zero
    ) {
        self.percentageBase = percentageBase
        self.fontSize = fontSize
        self.rootFontSize = rootFontSize
        self.exSize = exSize ?? fontSize / 2
        self.chSize = chSize ?? fontSize / 2
        self.icSize = icSize ?? fontSize
        self.lineHeight = lineHeight ?? fontSize * 1.2
        self.rootLineHeight = rootLineHeight ?? rootFontSize * 1.2
        self.viewport = viewport
    }

    func size(of unit: Length.Unit) -> Double {
        switch unit {
        case .em: fontSize
        case .rem: rootFontSize
        case .ex: exSize
        case .ch: chSize
        case .ic: icSize
        case .lh: lineHeight
        case .rlh: rootLineHeight
        case .vw: viewport.width / 100
        case .vh: viewport.height / 100
        case .vmin: min(viewport.width, viewport.height) / 100
        case .vmax: max(viewport.width, viewport.height) / 100
        }
    }
}

/// A width or height as a style gives it (CSS Sizing 3 §3).
public enum SizeValue: Hashable, Codable, Sendable {
    case auto
    case length(Length)
    case minContent
    case maxContent
    case fitContent

    /// The length, where it is one.
    public var length: Length? {
        if case .length(let length) = self { length } else { nil }
    }
}
