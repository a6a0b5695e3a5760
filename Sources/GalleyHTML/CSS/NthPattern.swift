/// `An+B` (CSS Syntax 3 §6): the argument of `:nth-child()` and its relatives.
package struct NthPattern: Sendable, Hashable {
    package var a: Int32
    package var b: Int32

    package init(a: Int32, b: Int32) {
        self.a = a
        self.b = b
    }

    /// Whether the 1-based `position` is a·n + b for some n >= 0.
    package static func matches(a: Int32, b: Int32, position: Int) -> Bool {
        let offset = position - Int(b)
        if a == 0 { return offset == 0 }
        return offset % Int(a) == 0 && offset / Int(a) >= 0
    }

    /// Reads a pattern at `index` and moves past it; nil (and `index` anywhere) when there is none.
    package init?(_ source: CSSSource, at index: inout Int, before end: Int) {
        while index < end, source[index].kind == .whitespace { index += 1 }
        guard index < end else { return nil }
        var plus = false
        if source[index].isDelimiter("+") {
            // `+n` and `+odd`-like: the sign must touch the identifier.
            plus = true
            index += 1
            guard index < end, source[index].kind == .identifier else { return nil }
        }
        let token = source[index]
        index += 1
        switch token.kind {
        case .number where token.flags.contains(.integer) && !plus:
            self.init(a: 0, b: NthPattern.clamp(token.number))
        case .dimension where token.flags.contains(.integer) && !plus:
            let unit = source.lowercased(token)
            self.init(a: NthPattern.clamp(token.number), rest: unit, source, &index, end)
        case .identifier:
            let name = source.lowercased(token)
            switch name {
            case "odd" where !plus: self.init(a: 2, b: 1)
            case "even" where !plus: self.init(a: 2, b: 0)
            default:
                if name.first == "-", !plus {
                    self.init(a: -1, rest: String(name.dropFirst()), source, &index, end)
                } else {
                    self.init(a: 1, rest: name, source, &index, end)
                }
            }
        default: return nil
        }
    }

    /// After A: `n`, `n-`, `n-3`, then signed or signless integers.
    private init?(a: Int32, rest: String, _ source: CSSSource, _ index: inout Int, _ end: Int) {
        func skipSpace() { while index < end, source[index].kind == .whitespace { index += 1 } }
        func integer(signed: Bool) -> Int32? {
            guard index < end else { return nil }
            let token = source[index]
            guard token.kind == .number, token.flags.contains(.integer), token.flags.contains(.signed) == signed
            else { return nil }
            index += 1
            return NthPattern.clamp(token.number)
        }
        if rest == "n" {
            let mark = index
            skipSpace()
            if let b = integer(signed: true) {
                self.init(a: a, b: b)
                return
            }
            if index < end, source[index].isDelimiter("+") || source[index].isDelimiter("-") {
                let negative = source[index].isDelimiter("-")
                index += 1
                skipSpace()
                guard let b = integer(signed: false) else { return nil }
                self.init(a: a, b: negative ? -b : b)
                return
            }
            index = mark
            self.init(a: a, b: 0)
        } else if rest == "n-" {
            skipSpace()
            guard let b = integer(signed: false) else { return nil }
            self.init(a: a, b: -b)
        } else if rest.hasPrefix("n-"), rest.dropFirst(2).utf8.allSatisfy(isDigit) {
            self.init(a: a, b: -NthPattern.clamp(Double(rest.dropFirst(2)) ?? 0))
        } else {
            return nil
        }
    }

    private static func clamp(_ value: Double) -> Int32 {
        // Well inside Int32, so that later sums cannot overflow.
        Int32(min(max(value, -1_000_000_000), 1_000_000_000))
    }
}
