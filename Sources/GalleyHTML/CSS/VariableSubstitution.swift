/// `var()` and `env()` (CSS Variables 1 §3): text in, text out, bounded.
struct VariableSubstitution {
    /// Custom properties that are known to be valid, resolved.
    private(set) var values: [String: String]
    /// Declared on this element, not yet resolved.
    private var pending: [String: String] = [:]
    /// Being resolved: meeting one of them again is a cycle, and all of it is invalid (§2.3).
    private var open: Set<String> = []
    private var cyclic: Set<String> = []

    init(inherited: [String: String]) { values = inherited }

    /// Computes the element's custom properties from its declarations.
    mutating func resolve(_ declared: [String: String]) {
        pending = declared
        for name in declared.keys { values[name] = nil }
        for name in declared.keys.sorted() { _ = value(name, depth: 0) }
    }

    mutating func remove(_ name: String) { values[name] = nil }

    mutating func set(_ name: String, _ value: String?) { values[name] = value }

    private mutating func value(_ name: String, depth: Int) -> String? {
        if let known = values[name] { return known }
        guard let text = pending[name] else { return nil }
        if open.contains(name) || depth > CSSLimits.maximumNesting {
            cyclic.insert(name)
            return nil
        }
        open.insert(name)
        let result = substitute(text, depth: depth + 1)
        open.remove(name)
        pending[name] = nil
        guard let result, !cyclic.contains(name) else { return nil }
        values[name] = result
        return result
    }

    /// The text with its references replaced; nil when one has neither value nor fallback, or when it grows too large.
    mutating func substitute(_ text: String, depth: Int = 0) -> String? {
        guard depth <= CSSLimits.maximumNesting, text.utf8.count <= CSSLimits.maximumSubstitutedBytes else {
            return nil
        }
        if !text.utf8.contains(UInt8(ascii: "(")) { return text }
        let source = CSSSource(text)
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < source.count {
            let token = source.tokens[index]
            guard token.kind == .function, source.matches(token, "var") || source.matches(token, "env") else {
                index += 1
                continue
            }
            let isVariable = source.matches(token, "var")
            let close = Int(token.partner)
            let inside = source.trimmed(index + 1..<max(close, index + 1))
            guard let first = inside.first, source.tokens[first].kind == .identifier else { return nil }
            let name = source.string(source.tokens[first])
            guard !isVariable || name.hasPrefix("--") else { return nil }
            var comma = first + 1
            while comma < inside.upperBound, source.tokens[comma].kind != .comma { comma = source.next(after: comma) }
            var replacement = isVariable ? value(name, depth: depth) : nil
            if replacement == nil, comma < inside.upperBound {
                let fallback = source.textBetween(source.trimmed(comma + 1..<inside.upperBound))
                replacement = substitute(fallback, depth: depth + 1)
            }
            guard let replacement else { return nil }
            result.append(contentsOf: source.bytes[copied..<Int(token.start)])
            // Comments keep the tokens on both sides apart.
            result.append(contentsOf: "/**/".utf8)
            result.append(contentsOf: replacement.utf8)
            result.append(contentsOf: "/**/".utf8)
            guard result.count <= CSSLimits.maximumSubstitutedBytes else { return nil }
            copied = close < source.count ? Int(source.tokens[close].end) : source.bytes.count
            index = min(close + 1, source.count)
        }
        result.append(contentsOf: source.bytes[copied...])
        return result.count <= CSSLimits.maximumSubstitutedBytes ? String(decoding: result, as: UTF8.self) : nil
    }
}
