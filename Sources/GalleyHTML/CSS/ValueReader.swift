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
            return resolved(value)
        }
        guard token.kind == .function, source.matches(token, "url") || source.matches(token, "src") else { return nil }
        var inner = arguments()
        return inner.string().map(resolved)
    }

    /// URLs are relative to the sheet that they stand in (CSS Values 4 §4.5).
    private func resolved(_ url: String) -> String {
        source.baseURL.map { ResourceURL(base: $0).resolve(url) } ?? url
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
        if token.kind == .percentage {
            let value = token.number
            advance()
            return value
        }
        guard token.kind == .function else { return nil }
        let mark = index
        if case .length(let length)? = math(), length == .percent(length.percent) { return length.percent }
        index = mark
        return nil
    }

    /// Degrees; 0 needs no unit where the property is old.
    mutating func angle(allowsZero: Bool = true) -> Double? {
        if token.kind == .number, token.number == 0, allowsZero {
            advance()
            return 0
        }
        if token.kind == .dimension, let value = ValueReader.degrees(token.number, source.lowercased(token)) {
            advance()
            return value
        }
        guard token.kind == .function else { return nil }
        let mark = index
        if case .angle(let degrees)? = math() { return degrees }
        index = mark
        return nil
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

    /// A length, a percentage where the property takes one, or a math function of them.
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
            guard case .length(let length) = result, options.contains(.percent) || !length.hasPercentage else {
                index = mark
                return nil
            }
            // A negative result is clamped, not an error (CSS Values 4 §10.12).
            // What stays symbolic is clamped by layout, where it is used.
            return .length(options.contains(.nonNegative) && length.isAbsolute ? .px(max(length.px, 0)) : length)
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
        case "cm": return .px(Length.clamped(value / 2.54 * 96))
        case "mm": return .px(Length.clamped(value / 25.4 * 96))
        case "q": return .px(Length.clamped(value / 101.6 * 96))
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
}
