import GalleyText

/// Reads the tokens of one value from left to right; white space between them is skipped.
package struct ValueReader {
    package let source: CSSSource
    package var index: Int
    package let end: Int
    /// Whether this property takes lengths without units and colours without `#`.
    var allowsQuirks = false

    package init(_ source: CSSSource, _ range: Range<Int>) {
        self.source = source
        index = range.lowerBound
        end = range.upperBound
        skipSpace()
    }

    package mutating func skipSpace() {
        while index < end, source.tokens[index].kind == .whitespace { index += 1 }
    }

    var atEnd: Bool { index >= end }

    var token: CSSToken { index < end ? source.tokens[index] : source[source.count] }

    mutating func advance() {
        index += 1
        skipSpace()
    }

    /// The identifier here, in lower case, without moving.
    func peekKeyword() -> String? {
        token.kind == .identifier ? source.lowercased(token) : nil
    }

    mutating func keyword() -> String? {
        guard let word = peekKeyword() else { return nil }
        advance()
        return word
    }

    /// The keyword here if it is one of `words`.
    mutating func keyword(of words: Set<String>) -> String? {
        guard let word = peekKeyword(), words.contains(word) else { return nil }
        advance()
        return word
    }

    mutating func accept(_ word: StaticString) -> Bool {
        guard token.kind == .identifier, source.matches(token, word) else { return false }
        advance()
        return true
    }

    mutating func accept(delimiter: Unicode.Scalar) -> Bool {
        guard token.isDelimiter(delimiter) else { return false }
        advance()
        return true
    }

    mutating func acceptComma() -> Bool {
        guard token.kind == .comma else { return false }
        advance()
        return true
    }

    /// A name of the author's, case kept; CSS-wide keywords and `default` are none (CSS Values 4 §4.2).
    mutating func customIdentifier() -> String? {
        guard let word = peekKeyword(), WideKeyword(rawValue: word) == nil, word != "default" else { return nil }
        let name = source.string(token)
        advance()
        return name
    }

    mutating func string() -> String? {
        guard token.kind == .string else { return nil }
        let value = source.string(token)
        advance()
        return value
    }

    mutating func url() -> String? {
        if token.kind == .url {
            let value = source.string(token)
            advance()
            return value
        }
        guard token.kind == .function, source.matches(token, "url") || source.matches(token, "src") else { return nil }
        var inner = arguments()
        return inner.string()
    }

    /// The arguments of the function here, or the inside of the block; moves past it.
    mutating func arguments() -> ValueReader {
        let close = min(Int(token.partner), end)
        let inner = ValueReader(source, index + 1..<max(close, index + 1))
        index = min(source.next(after: index), end)
        skipSpace()
        return inner
    }

    func isFunction(_ name: StaticString) -> Bool {
        token.kind == .function && source.matches(token, name)
    }

    // MARK: - Numbers

    /// A number, or a `calc()` that is one.
    mutating func number(from minimum: Double = -.greatestFiniteMagnitude) -> Double? {
        if token.kind == .number {
            let value = token.number
            guard value >= minimum else { return nil }
            advance()
            return value
        }
        guard token.kind == .function else { return nil }
        let mark = index
        if case .number(let value)? = math() { return max(value, minimum) }
        index = mark
        return nil
    }

    mutating func integer(from minimum: Double = -.greatestFiniteMagnitude) -> Int? {
        if token.kind == .number, !token.flags.contains(.integer) { return nil }
        guard let value = number(from: minimum) else { return nil }
        return Int(min(max(value.rounded(), -2_147_483_648), 2_147_483_647))
    }

    /// A percentage as a number: 50 % is 50.
    mutating func percentage() -> Double? {
        guard token.kind == .percentage else { return nil }
        let value = token.number
        advance()
        return value
    }

    /// Degrees; 0 needs no unit where the property is old.
    mutating func angle(allowsZero: Bool = true) -> Double? {
        if token.kind == .number, token.number == 0, allowsZero {
            advance()
            return 0
        }
        guard token.kind == .dimension, let value = ValueReader.degrees(token.number, source.lowercased(token)) else {
            return nil
        }
        advance()
        return value
    }

    static func degrees(_ number: Double, _ unit: String) -> Double? {
        switch unit {
        case "deg": number
        case "grad": number * 0.9
        case "rad": number * 180 / .pi
        case "turn": number * 360
        default: nil
        }
    }

    // MARK: - Lengths

    struct LengthOptions: OptionSet {
        let rawValue: UInt8
        static let percent = LengthOptions(rawValue: 1)
        static let nonNegative = LengthOptions(rawValue: 2)
    }

    /// A length as `.length` or `.math`.
    mutating func length(_ options: LengthOptions = []) -> CSSValue? {
        switch token.kind {
        case .number:
            guard token.number == 0 || allowsQuirks, !(options.contains(.nonNegative) && token.number < 0) else {
                return nil
            }
            let value = token.number
            advance()
            return .length(.px(Length.clamped(value)))
        case .percentage:
            guard options.contains(.percent), !(options.contains(.nonNegative) && token.number < 0) else { return nil }
            let value = token.number
            advance()
            return .length(.percent(Length.clamped(value)))
        case .dimension:
            guard let value = ValueReader.length(token.number, source.lowercased(token)),
                !(options.contains(.nonNegative) && token.number < 0)
            else { return nil }
            advance()
            return .length(value)
        case .function:
            let mark = index
            guard let result = math() else {
                index = mark
                return nil
            }
            switch result {
            case .number:
                index = mark
                return nil
            case .length(let node):
                if !options.contains(.percent), node.hasPercentage {
                    index = mark
                    return nil
                }
                if case .length(let length) = node {
                    // A negative result is clamped, not an error (CSS Values 4 §10.12).
                    if options.contains(.nonNegative), length.isAbsolute, length.px < 0 { return .length(.zero) }
                    return .length(length)
                }
                return .math(options.contains(.nonNegative) ? .maximum([.length(.zero), node]) : node)
            }
        default: return nil
        }
    }

    /// CSS Values 4 §6: absolute units as px, the others as terms.
    static func length(_ number: Double, _ unit: String) -> Length? {
        let value = min(max(number, -1e12), 1e12)
        switch unit {
        case "px": return .px(Length.clamped(value))
        case "em": return Length(value, .em)
        case "rem": return Length(value, .rem)
        case "pt": return .px(Length.clamped(value * 96 / 72))
        case "pc": return .px(Length.clamped(value * 16))
        case "in": return .px(Length.clamped(value * 96))
        case "cm": return .px(Length.clamped(value * 96 / 2.54))
        case "mm": return .px(Length.clamped(value * 96 / 25.4))
        case "q": return .px(Length.clamped(value * 96 / 101.6))
        case "ex", "rex": return Length(value, .ex)
        case "cap", "rcap": return Length(value * 0.7, .em)
        case "ch", "rch": return Length(value, .ch)
        case "ic", "ric": return Length(value, .ic)
        case "lh": return Length(value, .lh)
        case "rlh": return Length(value, .rlh)
        case "vw", "svw", "lvw", "dvw", "vi", "svi", "lvi", "dvi", "cqw", "cqi": return Length(value, .vw)
        case "vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb", "cqh", "cqb": return Length(value, .vh)
        case "vmin", "svmin", "lvmin", "dvmin", "cqmin": return Length(value, .vmin)
        case "vmax", "svmax", "lvmax", "dvmax", "cqmax": return Length(value, .vmax)
        default: return nil
        }
    }

    // MARK: - Math functions

    enum MathResult {
        case number(Double)
        case length(MathNode)
    }

    /// The math function here (CSS Values 4 §10), or nil without a promise about the position.
    mutating func math(depth: Int = 0) -> MathResult? {
        guard token.kind == .function, depth < CSSLimits.maximumNesting else { return nil }
        let name = source.lowercased(token)
        guard ValueReader.mathFunctions.contains(name) else { return nil }
        var inner = arguments()
        switch name {
        case "calc", "-webkit-calc", "-moz-calc":
            guard let result = inner.sum(depth: depth), inner.atEnd else { return nil }
            return result
        case "min", "max", "clamp":
            guard let values = inner.sums(depth: depth) else { return nil }
            if name == "clamp" {
                guard values.count == 3 else { return nil }
                guard let upper = ValueReader.extreme([values[1], values[2]], minimum: true) else { return nil }
                return ValueReader.extreme([values[0], upper], minimum: false)
            }
            return ValueReader.extreme(values, minimum: name == "min")
        default:
            guard let values = inner.sums(depth: depth) else { return nil }
            if name == "abs", values.count == 1, case .length(let node) = values[0] {
                return .length(.maximum([node, .scaled(node, -1)]))
            }
            var numbers: [Double] = []
            for value in values {
                guard case .number(let number) = value else { return nil }
                numbers.append(number)
            }
            return ValueReader.numeric(name, numbers).map { .number($0) }
        }
    }

    private static let mathFunctions: Set<String> = [
        "calc", "-webkit-calc", "-moz-calc", "min", "max", "clamp", "abs", "sign", "mod", "rem", "sqrt", "pow",
        "hypot", "exp", "log", "round", "sin", "cos", "tan",
    ]

    private static func numeric(_ name: String, _ values: [Double]) -> Double? {
        switch (name, values.count) {
        case ("abs", 1): finite(abs(values[0]))
        case ("sign", 1): values[0] == 0 ? 0 : values[0] < 0 ? -1 : 1
        case ("sqrt", 1): finite(values[0].squareRoot())
        case ("mod", 2):
            finite(values[0] - values[1] * (values[0] / values[1]).rounded(.down))
        case ("rem", 2): finite(values[0].truncatingRemainder(dividingBy: values[1]))
        case ("round", 1): finite(values[0].rounded())
        case ("round", 2): finite((values[0] / values[1]).rounded() * values[1])
        case ("hypot", 1...): finite(values.reduce(0) { $0 + $1 * $1 }.squareRoot())
        case ("pow", 2): finite(MathFunctions.power(values[0], values[1]))
        case ("exp", 1): finite(MathFunctions.exponential(values[0]))
        case ("log", 1): finite(MathFunctions.logarithm(values[0]))
        case ("log", 2): finite(MathFunctions.logarithm(values[0]) / MathFunctions.logarithm(values[1]))
        case ("sin", 1): finite(MathFunctions.sine(values[0]))
        case ("cos", 1): finite(MathFunctions.cosine(values[0]))
        case ("tan", 1): finite(MathFunctions.tangent(values[0]))
        default: nil
        }
    }

    /// NaN is 0 and infinity the largest number at the top of a calculation (§10.9.1).
    static func finite(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -Double.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }

    private static func extreme(_ values: [MathResult], minimum: Bool) -> MathResult? {
        var numbers: [Double] = []
        var nodes: [MathNode] = []
        for value in values {
            switch value {
            case .number(let number): numbers.append(number)
            case .length(let node): nodes.append(node)
            }
        }
        if nodes.isEmpty { return (minimum ? numbers.min() : numbers.max()).map { .number($0) } }
        guard numbers.isEmpty else { return nil }
        var sizes: [Double] = []
        for case .length(let length) in nodes where length.isAbsolute { sizes.append(length.px) }
        if sizes.count == nodes.count, let size = minimum ? sizes.min() : sizes.max() {
            return .length(.length(.px(size)))
        }
        return .length(minimum ? .minimum(nodes) : .maximum(nodes))
    }

    private mutating func sums(depth: Int) -> [MathResult]? {
        var values: [MathResult] = []
        repeat {
            guard let value = sum(depth: depth) else { return nil }
            values.append(value)
        } while acceptComma()
        return atEnd ? values : nil
    }

    /// `product [ [+|-] product ]*`; the signs need white space on both sides.
    private mutating func sum(depth: Int) -> MathResult? {
        guard var result = product(depth: depth) else { return nil }
        while !atEnd, token.isDelimiter("+") || token.isDelimiter("-") {
            let negative = token.isDelimiter("-")
            guard index > 0, source.tokens[index - 1].kind == .whitespace, index + 1 < end,
                source.tokens[index + 1].kind == .whitespace
            else { return nil }
            advance()
            guard let next = product(depth: depth) else { return nil }
            switch (result, next) {
            case (.number(let left), .number(let right)):
                result = .number(ValueReader.finite(negative ? left - right : left + right))
            case (.length(let left), .length(let right)):
                guard let sum = left.adding(negative ? right.scaled(by: -1) : right) else { return nil }
                result = .length(sum)
            default: return nil
            }
        }
        return result
    }

    private mutating func product(depth: Int) -> MathResult? {
        guard var result = operand(depth: depth) else { return nil }
        while !atEnd, token.isDelimiter("*") || token.isDelimiter("/") {
            let divides = token.isDelimiter("/")
            advance()
            guard let next = operand(depth: depth) else { return nil }
            switch (result, next) {
            case (.number(let left), .number(let right)):
                result = .number(ValueReader.finite(divides ? left / right : left * right))
            case (.length(let node), .number(let factor)):
                result = .length(node.scaled(by: ValueReader.finite(divides ? 1 / factor : factor)))
            case (.number(let factor), .length(let node)):
                guard !divides else { return nil }
                result = .length(node.scaled(by: factor))
            default: return nil
            }
        }
        return result
    }

    private mutating func operand(depth: Int) -> MathResult? {
        switch token.kind {
        case .number:
            let value = token.number
            advance()
            return .number(value)
        case .percentage:
            let value = token.number
            advance()
            return .length(.length(.percent(Length.clamped(value))))
        case .dimension:
            guard let value = ValueReader.length(token.number, source.lowercased(token)) else { return nil }
            advance()
            return .length(.length(value))
        case .identifier:
            switch keyword() {
            case "pi": return .number(.pi)
            case "e": return .number(2.718281828459045)
            case "infinity": return .number(.greatestFiniteMagnitude)
            case "-infinity": return .number(-.greatestFiniteMagnitude)
            case "nan": return .number(0)
            default: return nil
            }
        case .openParenthesis:
            guard depth + 1 < CSSLimits.maximumNesting else { return nil }
            var inner = arguments()
            guard let result = inner.sum(depth: depth + 1), inner.atEnd else { return nil }
            return result
        case .function:
            return math(depth: depth + 1)
        default: return nil
        }
    }
}

extension MathNode {
    var hasPercentage: Bool {
        switch self {
        case .length(let length): length.percent != 0
        case .sum(let nodes), .minimum(let nodes), .maximum(let nodes): nodes.contains { $0.hasPercentage }
        case .scaled(let node, _): node.hasPercentage
        }
    }

    /// The sum, or nil when it has too many terms that cannot be added yet.
    func adding(_ other: MathNode) -> MathNode? {
        if case .length(let left) = self, case .length(let right) = other { return .length((left + right).bounded) }
        guard case .sum(let terms) = self else { return .sum([self, other]) }
        return terms.count < CSSLimits.maximumMathTerms ? .sum(terms + [other]) : nil
    }

    func scaled(by factor: Double) -> MathNode {
        switch self {
        case .length(let length): .length((length * factor).bounded)
        case .scaled(let node, let inner): .scaled(node, ValueReader.finite(inner * factor))
        default: .scaled(self, factor)
        }
    }
}

extension Length {
    /// Every part within the limits of layout and never NaN.
    var bounded: Length {
        if isAbsolute { return .px(Length.clamped(px)) }
        return Length(
            px: Length.clamped(px), percent: Length.clamped(percent),
            terms: terms.map { Term(unit: $0.unit, coefficient: Length.clamped($0.coefficient)) })
    }
}
