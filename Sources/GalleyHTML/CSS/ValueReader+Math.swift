import GalleyText

// The math functions of CSS Values 4 §10. What needs a font or a container stays symbolic in `Length`.

extension ValueReader {
    /// What a calculation is (§10.9: its type).
    enum MathResult {
        case number(Double)
        /// In degrees.
        case angle(Double)
        case length(Length)
    }

    /// The math function here, or nil without a promise about the position.
    mutating func math(depth: Int = 0) -> MathResult? {
        guard token.kind == .function, depth < CSSLimits.maximumNesting else { return nil }
        let name = source.lowercased(token)
        guard ValueReader.mathFunctions.contains(name) else { return nil }
        var inner = arguments()
        switch name {
        case "calc", "-webkit-calc", "-moz-calc":
            guard let result = inner.sum(depth: depth), inner.atEnd else { return nil }
            return result
        case "min", "max":
            guard let values = inner.sums(depth: depth) else { return nil }
            return ValueReader.extreme(values, minimum: name == "min")
        case "clamp": return inner.clamp(depth: depth)
        case "round": return inner.round(depth: depth)
        default:
            guard let values = inner.sums(depth: depth) else { return nil }
            return ValueReader.function(name, values)
        }
    }

    private static let mathFunctions: Set<String> = [
        "calc", "-webkit-calc", "-moz-calc", "min", "max", "clamp", "abs", "sign", "mod", "rem", "sqrt", "pow",
        "hypot", "exp", "log", "round", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
    ]

    // MARK: - Comparisons

    /// `clamp(lower, value, upper)` is `max(lower, min(value, upper))`; `none` leaves a bound out (§10.2).
    private mutating func clamp(depth: Int) -> MathResult? {
        var parts: [MathResult?] = []
        repeat {
            if parts.count != 1, accept("none") {
                parts.append(nil)
            } else {
                guard let value = sum(depth: depth) else { return nil }
                parts.append(value)
            }
        } while acceptComma()
        guard atEnd, parts.count == 3, var result = parts[1] else { return nil }
        if let upper = parts[2] {
            guard let smaller = ValueReader.extreme([result, upper], minimum: true) else { return nil }
            result = smaller
        }
        guard let lower = parts[0] else { return result }
        return ValueReader.extreme([lower, result], minimum: false)
    }

    private static func extreme(_ values: [MathResult], minimum: Bool) -> MathResult? {
        var numbers: [Double] = []
        var angles: [Double] = []
        var lengths: [Length] = []
        for value in values {
            switch value {
            case .number(let number): numbers.append(number)
            case .angle(let angle): angles.append(angle)
            case .length(let length): lengths.append(length)
            }
        }
        if numbers.count == values.count { return (minimum ? numbers.min() : numbers.max()).map { .number($0) } }
        if angles.count == values.count { return (minimum ? angles.min() : angles.max()).map { .angle($0) } }
        guard lengths.count == values.count, lengths.count <= CSSLimits.maximumMathTerms else { return nil }
        return .length(minimum ? .minimum(of: lengths) : .maximum(of: lengths))
    }

    // MARK: - Functions of known values

    /// `round(strategy?, value, step?)` (§10.3).
    private mutating func round(depth: Int) -> MathResult? {
        let strategy = keyword(of: ["nearest", "up", "down", "to-zero"])
        if strategy != nil, !acceptComma() { return nil }
        guard let values = sums(depth: depth) else { return nil }
        return ValueReader.combined(values.count == 1 ? values + [.number(1)] : values, count: 2) { value, step in
            guard step != 0 else { return 0 }
            let quotient = value / step
            switch strategy {
            case "up": return quotient.rounded(.up) * step
            case "down": return quotient.rounded(.down) * step
            case "to-zero": return quotient.rounded(.towardZero) * step
            default: return (quotient + 0.5).rounded(.down) * step
            }
        }
    }

    /// Two values of one type that are known, put together; the result has their type.
    private static func combined(
        _ values: [MathResult], count: Int, _ operation: (Double, Double) -> Double
    ) -> MathResult? {
        guard values.count == count, count == 2 else { return nil }
        switch (values[0], values[1]) {
        case (.number(let left), .number(let right)): return .number(finite(operation(left, right)))
        case (.angle(let left), .angle(let right)): return .angle(finite(operation(left, right)))
        case (.length(let left), .length(let right)):
            guard left.isAbsolute, right.isAbsolute else { return nil }
            return .length(.px(Length.clamped(operation(left.px, right.px))))
        default: return nil
        }
    }

    private static func function(_ name: String, _ values: [MathResult]) -> MathResult? {
        switch (name, values.count) {
        case ("abs", 1):
            switch values[0] {
            case .number(let number): return .number(abs(number))
            case .angle(let angle): return .angle(abs(angle))
            case .length(let length): return .length(.maximum(of: [length, -length]))
            }
        case ("sign", 1):
            switch values[0] {
            case .number(let number), .angle(let number): return .number(number == 0 ? 0 : number < 0 ? -1 : 1)
            case .length(let length):
                guard length.isAbsolute else { return nil }
                return .number(length.px == 0 ? 0 : length.px < 0 ? -1 : 1)
            }
        case ("mod", 2): return combined(values, count: 2) { $0 - $1 * ($0 / $1).rounded(.down) }
        case ("rem", 2): return combined(values, count: 2) { $0.truncatingRemainder(dividingBy: $1) }
        case ("hypot", 2): return combined(values, count: 2) { ($0 * $0 + $1 * $1).squareRoot() }
        case ("sin", 1): return radians(values[0]).map { .number(finite(MathFunctions.sine($0))) }
        case ("cos", 1): return radians(values[0]).map { .number(finite(MathFunctions.cosine($0))) }
        case ("tan", 1): return radians(values[0]).map { .number(finite(MathFunctions.tangent($0))) }
        case ("atan2", 2):
            guard case .number(let ratio)? = combined(values.map(plain), count: 2, MathFunctions.arcTangent) else {
                return nil
            }
            return .angle(ratio * 180 / .pi)
        default: break
        }
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { return nil }
            numbers.append(number)
        }
        switch (name, numbers.count) {
        case ("sqrt", 1): return .number(finite(numbers[0].squareRoot()))
        case ("hypot", 1...): return .number(finite(numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()))
        case ("pow", 2): return .number(finite(MathFunctions.power(numbers[0], numbers[1])))
        case ("exp", 1): return .number(finite(MathFunctions.exponential(numbers[0])))
        case ("log", 1): return .number(finite(MathFunctions.logarithm(numbers[0])))
        case ("log", 2):
            return .number(finite(MathFunctions.logarithm(numbers[0]) / MathFunctions.logarithm(numbers[1])))
        case ("asin", 1): return .angle(finite(MathFunctions.arcSine(numbers[0]) * 180 / .pi))
        case ("acos", 1): return .angle(finite(MathFunctions.arcCosine(numbers[0]) * 180 / .pi))
        case ("atan", 1): return .angle(finite(MathFunctions.arcTangent(numbers[0], 1) * 180 / .pi))
        default: return nil
        }
    }

    /// An angle, or a number of radians.
    private static func radians(_ value: MathResult) -> Double? {
        switch value {
        case .number(let number): number
        case .angle(let degrees): degrees * .pi / 180
        case .length: nil
        }
    }

    /// A px length or an angle as a number.
    private static func plain(_ value: MathResult) -> MathResult {
        switch value {
        case .length(let length) where length.isAbsolute: .number(length.px)
        case .angle(let angle): .number(angle)
        default: value
        }
    }

    /// NaN is 0 and infinity the largest number at the top of a calculation (§10.9.1).
    static func finite(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -Double.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }

    // MARK: - Sums and products

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
            case (.angle(let left), .angle(let right)):
                result = .angle(ValueReader.finite(negative ? left - right : left + right))
            case (.length(let left), .length(let right)):
                guard left.comparisons.count + right.comparisons.count <= CSSLimits.maximumMathTerms else { return nil }
                result = .length((left + (negative ? -right : right)).clamped)
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
            case (.angle(let angle), .number(let factor)):
                result = .angle(ValueReader.finite(divides ? angle / factor : angle * factor))
            case (.number(let factor), .angle(let angle)) where !divides:
                result = .angle(ValueReader.finite(angle * factor))
            case (.length(let length), .number(let factor)):
                result = .length((length * ValueReader.finite(divides ? 1 / factor : factor)).clamped)
            case (.number(let factor), .length(let length)) where !divides:
                result = .length((length * factor).clamped)
            case (.angle(let left), .angle(let right)) where divides:
                result = .number(ValueReader.finite(left / right))
            // A ratio of two known lengths is a number.
            case (.length(let left), .length(let right)) where divides && left.isAbsolute && right.isAbsolute:
                result = .number(ValueReader.finite(left.px / right.px))
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
            return .length(.percent(Length.clamped(value)))
        case .dimension:
            let unit = source.lowercased(token)
            let number = token.number
            if let length = ValueReader.length(number, unit) {
                advance()
                return .length(length)
            }
            guard let degrees = ValueReader.degrees(number, unit) else { return nil }
            advance()
            return .angle(degrees)
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
