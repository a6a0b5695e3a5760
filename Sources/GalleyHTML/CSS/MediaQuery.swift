/// A media query list or a `@supports` condition, ready to be asked.
package struct MediaQueryList: Sendable {
    /// A condition in postfix order: operands before operators, so that asking needs only a stack of truth values.
    private enum Step: Sendable {
        case constant(Bool?)
        case medium(String)
        case feature(name: String, comparison: Comparison, value: FeatureValue?)
        case not
        case and(Int)
        case or(Int)
    }

    private enum Comparison: Sendable { case equal, less, lessOrEqual, greater, greaterOrEqual }

    private enum FeatureValue: Sendable {
        case number(Double)
        case ratio(Double)
        case keyword(String)
    }

    private var steps: [Step] = []

    package static let never = MediaQueryList(steps: [.constant(false)])

    private init(steps: [Step]) { self.steps = steps }

    /// A comma-separated list of media queries; an empty one is true (Media Queries 4 §2.1).
    package init(_ source: CSSSource, _ range: Range<Int>) {
        let range = source.trimmed(range)
        guard !range.isEmpty else {
            steps = [.constant(true)]
            return
        }
        var queries = 0
        var start = range.lowerBound
        while start <= range.upperBound {
            var end = start
            while end < range.upperBound, source.tokens[end].kind != .comma { end = source.next(after: end) }
            end = min(end, range.upperBound)
            var reader = ConditionReader(source: source, supports: false)
            steps += reader.query(source.trimmed(start..<end)) ?? [.constant(false)]
            queries += 1
            start = end + 1
        }
        steps.append(.or(queries))
    }

    /// A `@supports` condition; a declaration without parentheses only inside `supports()` of an import.
    package init(supports source: CSSSource, _ range: Range<Int>, allowsDeclaration: Bool = false) {
        var reader = ConditionReader(source: source, supports: true)
        let range = source.trimmed(range)
        let declaration = allowsDeclaration ? reader.supportsDeclaration(range) : nil
        steps = reader.condition(range, depth: 0) ?? declaration ?? [.constant(false)]
    }

    package func matches(_ environment: StyleEnvironment) -> Bool {
        var stack: [Bool?] = []
        for step in steps {
            switch step {
            case .constant(let value): stack.append(value)
            case .medium(let name):
                stack.append(name == "all" || name == environment.medium.rawValue)
            case .feature(let name, let comparison, let value):
                stack.append(MediaQueryList.feature(name, comparison, value, environment))
            case .not:
                let value = stack.popLast() ?? nil
                stack.append(value.map { !$0 })
            case .and(let count):
                let values = stack.suffix(count)
                let result: Bool? = values.contains(false) ? false : values.contains(nil) ? nil : true
                stack.removeLast(min(count, stack.count))
                stack.append(result)
            case .or(let count):
                let values = stack.suffix(count)
                let result: Bool? = values.contains(true) ? true : values.contains(nil) ? nil : false
                stack.removeLast(min(count, stack.count))
                stack.append(result)
            }
        }
        // An unknown result is false at the top (Media Queries 4 §3.1).
        return (stack.last ?? nil) ?? false
    }

    /// nil is "unknown".
    private static func feature(
        _ name: String, _ comparison: Comparison, _ value: FeatureValue?, _ environment: StyleEnvironment
    ) -> Bool? {
        func compare(_ actual: Double) -> Bool? {
            let wanted: Double
            switch value {
            case .number(let number)?, .ratio(let number)?: wanted = number
            case .keyword?: return nil
            case nil: return actual != 0
            }
            return switch comparison {
            case .equal: actual == wanted
            case .less: actual < wanted
            case .lessOrEqual: actual <= wanted
            case .greater: actual > wanted
            case .greaterOrEqual: actual >= wanted
            }
        }
        func keyword(_ actual: String, none: String = "none") -> Bool? {
            guard let value else { return actual != none }
            guard case .keyword(let wanted) = value else { return nil }
            return wanted == actual
        }
        func preference(_ isReduced: Bool) -> Bool? {
            keyword(isReduced ? "reduce" : "no-preference", none: "no-preference")
        }
        let screen = environment.medium == .screen
        switch name {
        case "width", "device-width": return compare(environment.width)
        case "height", "device-height": return compare(environment.height)
        case "aspect-ratio", "device-aspect-ratio": return compare(environment.width / max(environment.height, 1))
        case "orientation": return keyword(environment.height >= environment.width ? "portrait" : "landscape")
        case "prefers-color-scheme": return keyword(environment.prefersDark ? "dark" : "light")
        case "prefers-reduced-motion": return preference(environment.prefersReducedMotion)
        case "prefers-reduced-data": return preference(environment.prefersReducedData)
        case "prefers-reduced-transparency": return preference(environment.prefersReducedTransparency)
        case "prefers-contrast": return keyword(environment.contrast.rawValue, none: "no-preference")
        case "forced-colors": return keyword(environment.forcesColors ? "active" : "none")
        case "inverted-colors": return keyword(environment.invertsColors ? "inverted" : "none")
        case "scripting", "hover", "any-hover", "pointer", "any-pointer": return keyword("none")
        case "update": return keyword("none")
        case "overflow-block": return keyword(screen ? "scroll" : "paged")
        case "overflow-inline": return keyword(screen ? "scroll" : "none")
        case "display-mode": return keyword("browser")
        case "color": return compare(Double(environment.colorBits))
        case "monochrome": return compare(Double(environment.monochromeBits))
        case "color-index", "grid", "-webkit-transform-3d": return compare(0)
        case "color-gamut": return keyword("srgb")
        case "resolution", "-webkit-device-pixel-ratio": return compare(environment.resolution)
        default: return nil
        }
    }

    /// Reads conditions; recursion stops at `CSSLimits.maximumNesting`.
    private struct ConditionReader {
        let source: CSSSource
        let supports: Bool

        /// `[not | only] type [and ...]` or a condition.
        mutating func query(_ range: Range<Int>) -> [Step]? {
            guard let first = range.first else { return nil }
            guard source.tokens[first].kind == .identifier else { return condition(range, depth: 0) }
            var words = source.lowercased(source.tokens[first])
            var index = first + 1
            var negated = false
            func skipSpace() { while index < range.upperBound, source.tokens[index].kind == .whitespace { index += 1 } }
            if words == "not" || words == "only" {
                skipSpace()
                guard index < range.upperBound, source.tokens[index].kind == .identifier else {
                    return words == "not" ? condition(range, depth: 0) : nil
                }
                negated = words == "not"
                words = source.lowercased(source.tokens[index])
                index += 1
            }
            guard !["and", "or", "not", "only", "layer"].contains(words) else { return nil }
            var steps: [Step] = [.medium(words)]
            skipSpace()
            if index < range.upperBound {
                guard source.tokens[index].kind == .identifier, source.matches(source.tokens[index], "and") else {
                    return nil
                }
                guard let rest = condition(source.trimmed(index + 1..<range.upperBound), depth: 0, allowsOr: false)
                else { return nil }
                steps += rest + [.and(2)]
            }
            if negated { steps.append(.not) }
            return steps
        }

        mutating func condition(_ range: Range<Int>, depth: Int, allowsOr: Bool = true) -> [Step]? {
            guard depth < CSSLimits.maximumNesting, let first = range.first else { return nil }
            if source.tokens[first].kind == .identifier {
                guard source.matches(source.tokens[first], "not"),
                    let operand = operand(source.trimmed(first + 1..<range.upperBound), depth: depth)
                else { return nil }
                return operand + [.not]
            }
            var steps: [Step] = []
            var count = 0
            var joiner: String?
            var index = first
            while true {
                let end = min(source.next(after: index), range.upperBound)
                guard let operand = operand(index..<end, depth: depth) else { return nil }
                steps += operand
                count += 1
                index = end
                while index < range.upperBound, source.tokens[index].kind == .whitespace { index += 1 }
                guard index < range.upperBound else { break }
                guard source.tokens[index].kind == .identifier else { return nil }
                let word = source.lowercased(source.tokens[index])
                guard word == "and" || word == "or" && allowsOr, joiner == nil || joiner == word else { return nil }
                joiner = word
                index += 1
                while index < range.upperBound, source.tokens[index].kind == .whitespace { index += 1 }
                guard index < range.upperBound else { return nil }
            }
            if count > 1 { steps.append(joiner == "or" ? .or(count) : .and(count)) }
            return steps
        }

        /// Something in parentheses, or a function.
        private mutating func operand(_ range: Range<Int>, depth: Int) -> [Step]? {
            guard let first = range.first else { return nil }
            let token = source.tokens[first]
            guard token.opens, source.next(after: first) >= range.upperBound else { return nil }
            let inside = source.trimmed(first + 1..<max(first + 1, min(Int(token.partner), range.upperBound)))
            if token.kind == .function {
                guard supports, source.matches(token, "selector") else { return [.constant(supports ? false : nil)] }
                var parser = SelectorParser(source, arena: SelectorArena())
                return [.constant(parser.parseList(inside) != nil)]
            }
            guard token.kind == .openParenthesis else { return nil }
            if let nested = condition(inside, depth: depth + 1) { return nested }
            if supports { return supportsDeclaration(inside) ?? [.constant(false)] }
            return feature(inside) ?? [.constant(nil)]
        }

        func supportsDeclaration(_ range: Range<Int>) -> [Step]? {
            guard let first = range.first, source.tokens[first].kind == .identifier else { return nil }
            var colon = first + 1
            while colon < range.upperBound, source.tokens[colon].kind == .whitespace { colon += 1 }
            guard colon < range.upperBound, source.tokens[colon].kind == .colon else { return nil }
            let name = source.lowercased(source.tokens[first])
            if name.hasPrefix("--") { return [.constant(true)] }
            let value = source.trimmed(colon + 1..<range.upperBound)
            return [.constant(PropertyParser.parse(name, source, value) { _, _ in } == .parsed)]
        }

        /// `name`, `name: value`, `name < value`, `value < name`, `value < name < value` (§2.4).
        private func feature(_ range: Range<Int>) -> [Step]? {
            var parts: [(value: FeatureValue?, name: String?)] = []
            var signs: [String] = []
            var index = range.lowerBound
            while index < range.upperBound {
                let token = source.tokens[index]
                switch token.kind {
                case .whitespace: index += 1
                case .colon:
                    signs.append(":")
                    index += 1
                case .delimiter where token.isDelimiter("<") || token.isDelimiter(">") || token.isDelimiter("="):
                    var sign = String(UnicodeScalar(token.delimiter))
                    index += 1
                    if sign != "=", index < range.upperBound, source.tokens[index].isDelimiter("=") {
                        sign += "="
                        index += 1
                    }
                    signs.append(sign)
                case .delimiter where token.isDelimiter("/"):
                    index += 1
                    while index < range.upperBound, source.tokens[index].kind == .whitespace { index += 1 }
                    guard index < range.upperBound, source.tokens[index].kind == .number,
                        case .number(let numerator)? = parts.last?.value
                    else { return nil }
                    let denominator = source.tokens[index].number
                    guard denominator != 0 else { return nil }
                    parts[parts.count - 1].value = .ratio(numerator / denominator)
                    index += 1
                case .identifier:
                    let word = source.lowercased(token)
                    parts.append((.keyword(word), word))
                    index += 1
                case .number:
                    parts.append((.number(token.number), nil))
                    index += 1
                case .dimension:
                    guard let value = dimension(token) else { return nil }
                    parts.append((.number(value), nil))
                    index += 1
                default: return nil
                }
            }
            guard parts.count == signs.count + 1 else { return nil }
            func comparison(_ sign: String, flipped: Bool) -> Comparison {
                switch sign {
                case "<": flipped ? .greater : .less
                case "<=": flipped ? .greaterOrEqual : .lessOrEqual
                case ">": flipped ? .less : .greater
                case ">=": flipped ? .lessOrEqual : .greaterOrEqual
                default: .equal
                }
            }
            switch parts.count {
            case 1:
                guard let name = parts[0].name else { return nil }
                return [.feature(name: name, comparison: .equal, value: nil)]
            case 2 where signs[0] == ":":
                guard var name = parts[0].name, let value = parts[1].value else { return nil }
                var comparison = Comparison.equal
                for (prefix, meaning) in [("min-", Comparison.greaterOrEqual), ("max-", .lessOrEqual)] {
                    for vendor in ["", "-webkit-"] where name.hasPrefix(vendor + prefix) {
                        name = vendor + name.dropFirst((vendor + prefix).count)
                        comparison = meaning
                    }
                }
                return [.feature(name: name, comparison: comparison, value: value)]
            case 2:
                if let name = parts[0].name {
                    return [
                        .feature(name: name, comparison: comparison(signs[0], flipped: false), value: parts[1].value)
                    ]
                }
                guard let name = parts[1].name else { return nil }
                return [.feature(name: name, comparison: comparison(signs[0], flipped: true), value: parts[0].value)]
            case 3:
                guard let name = parts[1].name, signs[0].first == signs[1].first, signs[0] != "=", signs[0] != ":"
                else { return nil }
                return [
                    .feature(name: name, comparison: comparison(signs[0], flipped: true), value: parts[0].value),
                    .feature(name: name, comparison: comparison(signs[1], flipped: false), value: parts[2].value),
                    .and(2),
                ]
            default: return nil
            }
        }

        /// Lengths in px (em is the initial font size, Media Queries 4 §1.3), resolutions in dppx.
        private func dimension(_ token: CSSToken) -> Double? {
            switch source.lowercased(token) {
            case "px": token.number
            case "em", "rem": token.number * 16
            case "ex", "ch": token.number * 8
            case "pt": token.number * 96 / 72
            case "pc": token.number * 16
            case "in": token.number * 96
            case "cm": token.number * 96 / 2.54
            case "mm": token.number * 96 / 25.4
            case "q": token.number * 96 / 101.6
            case "dppx", "x": token.number
            case "dpi": token.number / 96
            case "dpcm": token.number * 2.54 / 96
            default: nil
            }
        }
    }
}
