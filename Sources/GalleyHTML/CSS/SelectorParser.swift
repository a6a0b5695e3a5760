import GalleyMarkup

/// Selectors 4 §18: tokens to a selector list in an arena.
///
/// Recursion happens only for functional pseudo-classes and stops at `CSSLimits.maximumNesting`.
package struct SelectorParser {
    private let source: CSSSource
    package var arena: SelectorArena
    /// What `&` stands for (CSS Nesting 1 §3): a list of the arena, or nil outside nested rules.
    package var parentList: UInt32?
    /// What prefixes stand for.
    var namespaces = NamespaceRules()
    private var isInsideHas = false

    package init(_ source: CSSSource, arena: SelectorArena) {
        self.source = source
        self.arena = arena
    }

    private enum Failure: Error { case invalid }

    /// Parses a comma-separated list of complex selectors; nil when any of them is invalid (§3.9). The list's index in
    /// the arena.
    package mutating func parseList(_ range: Range<Int>, nested: Bool = false) -> UInt32? {
        try? list(range, depth: 0, mode: nested ? .nested : .rule)
    }

    private enum Mode {
        case rule, nested
        /// Inside `:is()`: an invalid selector is skipped, pseudo-elements are invalid.
        case forgiving
        /// Inside `:not()` and `of`.
        case strict
        /// Inside `:has()`: may begin with a combinator.
        case relative
    }

    private mutating func list(_ range: Range<Int>, depth: Int, mode: Mode) throws -> UInt32 {
        guard depth <= CSSLimits.maximumNesting else { throw Failure.invalid }
        var found: [ComplexSelector] = []
        var start = range.lowerBound
        while true {
            var end = start
            while end < range.upperBound, source.tokens[end].kind != .comma { end = source.next(after: end) }
            end = min(end, range.upperBound)
            do {
                found.append(try complex(source.trimmed(start..<end), depth: depth, mode: mode))
            } catch {
                if mode != .forgiving { throw error }
            }
            if end >= range.upperBound { break }
            start = end + 1
        }
        let first = UInt32(arena.selectors.count)
        arena.selectors.append(contentsOf: found)
        arena.lists.append(first..<UInt32(arena.selectors.count))
        return UInt32(arena.lists.count - 1)
    }

    private struct Part {
        var simples: [SimpleSelector] = []
        var combinator: Combinator = .none
    }

    private mutating func complex(_ range: Range<Int>, depth: Int, mode: Mode) throws -> ComplexSelector {
        guard !range.isEmpty else { throw Failure.invalid }
        var index = range.lowerBound
        var parts: [Part] = []
        var specificity = Specificity.zero
        var pseudoElement: PseudoElement?
        var sawParent = false
        var pending: Combinator = .none
        if mode == .relative || mode == .nested, let combinator = combinator(at: &index, before: range.upperBound) {
            pending = combinator
        } else if mode == .relative {
            pending = .descendant
        }
        let isRelative = pending != .none
        if isRelative, mode == .relative {
            parts.append(Part(simples: [SimpleSelector(kind: .anchor)]))
        }
        while true {
            if pseudoElement != nil { throw Failure.invalid }
            var part = Part(combinator: pending)
            try compound(
                &index, before: range.upperBound, into: &part.simples, specificity: &specificity,
                pseudoElement: &pseudoElement, sawParent: &sawParent, depth: depth, mode: mode)
            parts.append(part)
            guard parts.count <= CSSLimits.maximumCompounds else { throw Failure.invalid }
            guard index < range.upperBound else { break }
            guard let combinator = combinator(at: &index, before: range.upperBound) else { throw Failure.invalid }
            pending = combinator
        }
        if mode == .nested, !sawParent, let parentList {
            // A nested selector without `&` is relative to it.
            if parts[0].combinator == .none { parts[0].combinator = .descendant }
            parts.insert(Part(simples: [SimpleSelector(kind: .anyOf, value: parentList)]), at: 0)
            specificity = specificity + arena.maximumSpecificity(of: parentList)
        } else if mode == .nested, isRelative {
            throw Failure.invalid
        }
        if pseudoElement == nil, mode == .rule || mode == .nested,
            parts[parts.count - 1].simples.contains(where: { $0.kind == .active })
        {
            pseudoElement = .active
            parts[parts.count - 1].simples.removeAll { $0.kind == .active }
        }
        let start = UInt32(arena.compounds.count)
        for part in parts.reversed() {
            arena.compounds.append(
                CompoundSelector(
                    start: UInt32(arena.simples.count), count: UInt32(part.simples.count), combinator: part.combinator))
            arena.simples.append(contentsOf: part.simples)
        }
        return ComplexSelector(
            start: start, count: UInt32(parts.count), specificity: specificity, pseudoElement: pseudoElement)
    }

    /// White space is the descendant combinator unless another one follows.
    private func combinator(at index: inout Int, before end: Int) -> Combinator? {
        var position = index
        var space = false
        while position < end, source.tokens[position].kind == .whitespace {
            position += 1
            space = true
        }
        guard position < end else { return nil }
        let token = source.tokens[position]
        let symbol: Combinator? =
            token.isDelimiter(">")
            ? .child : token.isDelimiter("+") ? .nextSibling : token.isDelimiter("~") ? .subsequentSibling : nil
        guard let symbol else {
            if !space { return nil }
            index = position
            return .descendant
        }
        position += 1
        while position < end, source.tokens[position].kind == .whitespace { position += 1 }
        index = position
        return symbol
    }

    private mutating func compound(
        _ index: inout Int, before end: Int, into simples: inout [SimpleSelector], specificity: inout Specificity,
        pseudoElement: inout PseudoElement?, sawParent: inout Bool, depth: Int, mode: Mode
    ) throws {
        let start = index
        if let (type, namespace) = try typeSelector(&index, before: end) {
            simples.append(type)
            if let namespace { simples.append(namespace) }
            if type.kind == .type { specificity = specificity + Specificity(ids: 0, classes: 0, types: 1) }
        } else if mode == .rule || mode == .nested, let namespace = namespaces.standard {
            // Without a type it is any of the default namespace; not so in `:is()` and the like (§4.2).
            simples.append(SelectorParser.restriction(to: namespace))
        }
        while index < end {
            let token = source.tokens[index]
            switch token.kind {
            case .hash:
                guard token.flags.contains(.identifierHash) else { throw Failure.invalid }
                simples.append(SimpleSelector(kind: .identifier, name: arena.intern(source.string(token))))
                specificity = specificity + Specificity(ids: 1, classes: 0, types: 0)
                index += 1
            case .delimiter where token.isDelimiter("."):
                guard index + 1 < end, source.tokens[index + 1].kind == .identifier else { throw Failure.invalid }
                let name = arena.intern(source.string(source.tokens[index + 1]))
                simples.append(SimpleSelector(kind: .className, name: name))
                specificity = specificity + Specificity(ids: 0, classes: 1, types: 0)
                index += 2
            case .delimiter where token.isDelimiter("&"):
                sawParent = true
                if let parentList {
                    simples.append(SimpleSelector(kind: .anyOf, value: parentList))
                    specificity = specificity + arena.maximumSpecificity(of: parentList)
                } else {
                    simples.append(SimpleSelector(kind: .root))
                }
                index += 1
            case .openSquare:
                let close = min(Int(token.partner), end)
                guard close < end else {
                    // Closed by the end of the sheet: still valid.
                    guard Int(token.partner) >= source.count else { throw Failure.invalid }
                    simples.append(try attribute(index + 1..<end))
                    specificity = specificity + Specificity(ids: 0, classes: 1, types: 0)
                    index = end
                    break
                }
                simples.append(try attribute(index + 1..<close))
                specificity = specificity + Specificity(ids: 0, classes: 1, types: 0)
                index = close + 1
            case .colon:
                index += 1
                guard index < end else { throw Failure.invalid }
                if source.tokens[index].kind == .colon {
                    index += 1
                    guard mode == .rule || mode == .nested else { throw Failure.invalid }
                    let found = try self.pseudoElement(&index, before: end)
                    if let outer = pseudoElement {
                        // Markers of generated boxes are the one pseudo-element of a pseudo-element; none is drawn.
                        guard outer == .before || outer == .after, found == .marker else { throw Failure.invalid }
                        pseudoElement = .other
                    } else {
                        pseudoElement = found
                    }
                    specificity = specificity + Specificity(ids: 0, classes: 0, types: 1)
                } else if source.tokens[index].kind == .identifier,
                    let legacy = SelectorParser.legacyPseudoElements[source.lowercased(source.tokens[index])]
                {
                    index += 1
                    guard mode == .rule || mode == .nested, pseudoElement == nil else { throw Failure.invalid }
                    pseudoElement = legacy
                    specificity = specificity + Specificity(ids: 0, classes: 0, types: 1)
                } else {
                    let (simple, weight) = try pseudoClass(&index, before: end, depth: depth)
                    // After a pseudo-element only states of its own may follow; none of them is ever true here.
                    simples.append(pseudoElement == nil ? simple : SimpleSelector(kind: .never))
                    specificity = specificity + weight
                }
            default:
                guard index > start else { throw Failure.invalid }
                return
            }
        }
        guard index > start else { throw Failure.invalid }
    }

    /// `type`, `*`, with an optional namespace prefix, which must be declared (Selectors 4 §5.3); HTML names are compared in
    /// lower case. What stands for the name, and for the namespace where it counts.
    private mutating func typeSelector(
        _ index: inout Int, before end: Int
    ) throws -> (type: SimpleSelector, namespace: SimpleSelector?)? {
        func isName(_ index: Int) -> Bool {
            index < end && (source.tokens[index].kind == .identifier || source.tokens[index].isDelimiter("*"))
        }
        func isBar(_ index: Int) -> Bool {
            index < end && source.tokens[index].isDelimiter("|")
                && !(index + 1 < end && source.tokens[index + 1].isDelimiter("|"))
        }
        var namespace = namespaces.standard
        if isBar(index) {
            // `|name`: an element in no namespace.
            guard isName(index + 1) else { throw Failure.invalid }
            namespace = ""
            index += 1
        } else if isName(index), isBar(index + 1), isName(index + 2) {
            namespace = try self.namespace(of: source.tokens[index])
            index += 2
        }
        guard isName(index) else { return nil }
        let token = source.tokens[index]
        index += 1
        let type =
            token.isDelimiter("*")
            ? SimpleSelector(kind: .universal)
            : SimpleSelector(kind: .type, name: arena.intern(source.lowercased(token)))
        return (type, namespace.map(SelectorParser.restriction))
    }

    /// What a prefix stands for; nil for `*`, which is any.
    private func namespace(of prefix: CSSToken) throws -> String? {
        if prefix.isDelimiter("*") { return nil }
        guard let known = namespaces.prefixes[source.string(prefix)] else { throw Failure.invalid }
        return known
    }

    /// A selector of the elements in a namespace.
    private static func restriction(to namespace: String) -> SimpleSelector {
        guard let known = HTMLNamespace(named: namespace) else { return SimpleSelector(kind: .never) }
        return SimpleSelector(kind: .namespace, value: UInt32(known.rawValue))
    }

    private mutating func attribute(_ range: Range<Int>) throws -> SimpleSelector {
        let range = source.trimmed(range)
        var index = range.lowerBound
        func peek() -> CSSToken { index < range.upperBound ? source.tokens[index] : source[source.count] }
        func skipSpace() { while peek().kind == .whitespace { index += 1 } }
        // A prefix (§6.5); without one an attribute is in no namespace, as with an empty one. `|=` is an operator.
        var namespace: String?? = .none
        if peek().kind == .identifier || peek().isDelimiter("*"), index + 2 < range.upperBound,
            source.tokens[index + 1].isDelimiter("|"), source.tokens[index + 2].kind == .identifier
        {
            namespace = try self.namespace(of: peek())
            index += 2
        } else if peek().isDelimiter("|") {
            index += 1
        }
        guard peek().kind == .identifier else { throw Failure.invalid }
        var name = source.lowercased(peek())
        if let namespace, namespace != "" { name = NamespacedName(namespace: namespace, local: name).text }
        var simple = SimpleSelector(kind: .attribute, name: arena.intern(name))
        index += 1
        skipSpace()
        guard index < range.upperBound else { return simple }
        let token = peek()
        guard token.kind == .delimiter else { throw Failure.invalid }
        switch token.delimiter {
        case UInt8(ascii: "="): simple.op = .equals
        case UInt8(ascii: "~"): simple.op = .includes
        case UInt8(ascii: "|"): simple.op = .dash
        case UInt8(ascii: "^"): simple.op = .prefix
        case UInt8(ascii: "$"): simple.op = .suffix
        case UInt8(ascii: "*"): simple.op = .substring
        default: throw Failure.invalid
        }
        index += 1
        if simple.op != .equals {
            guard peek().isDelimiter("=") else { throw Failure.invalid }
            index += 1
        }
        skipSpace()
        guard peek().kind == .identifier || peek().kind == .string else { throw Failure.invalid }
        simple.value = arena.intern(source.string(peek()))
        index += 1
        skipSpace()
        if peek().kind == .identifier {
            switch source.lowercased(peek()) {
            case "i": simple.valueCase = .insensitive
            case "s": simple.valueCase = .sensitive
            default: throw Failure.invalid
            }
            index += 1
            skipSpace()
        }
        guard index >= range.upperBound else { throw Failure.invalid }
        return simple
    }

    private func pseudoElement(_ index: inout Int, before end: Int) throws -> PseudoElement {
        guard index < end else { throw Failure.invalid }
        let token = source.tokens[index]
        let name = source.lowercased(token)
        if token.kind == .function {
            guard ["slotted", "part", "highlight", "cue"].contains(name) || name.hasPrefix("-webkit-") else {
                throw Failure.invalid
            }
            index = source.next(after: index)
            return .other
        }
        guard token.kind == .identifier else { throw Failure.invalid }
        index += 1
        if let known = SelectorParser.pseudoElements[name] { return known }
        if name.hasPrefix("-webkit-") { return .other }
        throw Failure.invalid
    }

    private mutating func pseudoClass(
        _ index: inout Int, before end: Int, depth: Int
    ) throws -> (SimpleSelector, Specificity) {
        let one = Specificity(ids: 0, classes: 1, types: 0)
        let token = source.tokens[index]
        let name = source.lowercased(token)
        if token.kind == .identifier {
            index += 1
            guard let kind = SelectorParser.pseudoClasses[name] else { throw Failure.invalid }
            return (SimpleSelector(kind: kind), one)
        }
        guard token.kind == .function else { throw Failure.invalid }
        let close = min(Int(token.partner), end)
        var argument = source.trimmed(index + 1..<max(close, index + 1))
        index = min(close + 1, end)
        switch name {
        case "is", "matches", "-webkit-any", "where":
            let list = try list(argument, depth: depth + 1, mode: .forgiving)
            let weight = name == "where" ? .zero : arena.maximumSpecificity(of: list)
            return (SimpleSelector(kind: .anyOf, value: list), weight)
        case "not":
            let list = try list(argument, depth: depth + 1, mode: .strict)
            return (SimpleSelector(kind: .not, value: list), arena.maximumSpecificity(of: list))
        case "has":
            // It does not nest (Selectors 4 §4.5).
            guard !isInsideHas else { throw Failure.invalid }
            isInsideHas = true
            defer { isInsideHas = false }
            let list = try list(argument, depth: depth + 1, mode: .relative)
            return (SimpleSelector(kind: .has, value: list), arena.maximumSpecificity(of: list))
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            var position = argument.lowerBound
            guard let pattern = NthPattern(source, at: &position, before: argument.upperBound) else {
                throw Failure.invalid
            }
            let kind: SimpleSelector.Kind =
                switch name {
                case "nth-child": .nthChild
                case "nth-last-child": .nthLastChild
                case "nth-of-type": .nthOfType
                default: .nthLastOfType
                }
            var simple = SimpleSelector(kind: kind, value: SelectorArena.noList, a: pattern.a, b: pattern.b)
            argument = source.trimmed(position..<argument.upperBound)
            if argument.isEmpty { return (simple, one) }
            let first = source.tokens[argument.lowerBound]
            guard kind == .nthChild || kind == .nthLastChild, first.kind == .identifier, source.matches(first, "of")
            else { throw Failure.invalid }
            simple.value = try list(argument.lowerBound + 1..<argument.upperBound, depth: depth + 1, mode: .strict)
            return (simple, one + arena.maximumSpecificity(of: simple.value))
        case "lang":
            var ranges: [String] = []
            for part in argument where source.tokens[part].kind != .whitespace && source.tokens[part].kind != .comma {
                let token = source.tokens[part]
                guard token.kind == .identifier || token.kind == .string else { throw Failure.invalid }
                ranges.append(source.lowercased(token))
            }
            guard !ranges.isEmpty else { throw Failure.invalid }
            return (SimpleSelector(kind: .language, name: arena.intern(ranges.joined(separator: ","))), one)
        case "dir":
            guard argument.count == 1, source.tokens[argument.lowerBound].kind == .identifier else {
                throw Failure.invalid
            }
            let value = source.lowercased(source.tokens[argument.lowerBound])
            return (SimpleSelector(kind: .direction, name: arena.intern(value)), one)
        case "host", "host-context", "state", "active-view-transition-type":
            return (SimpleSelector(kind: .never), one)
        default: throw Failure.invalid
        }
    }

    private static let legacyPseudoElements: [String: PseudoElement] = [
        "before": .before, "after": .after, "first-line": .firstLine, "first-letter": .firstLetter,
    ]

    private static let pseudoElements: [String: PseudoElement] = [
        "before": .before, "after": .after, "first-line": .firstLine, "first-letter": .firstLetter,
        "marker": .marker, "footnote-call": .footnoteCall, "footnote-marker": .footnoteMarker, "selection": .other,
        "placeholder": .other, "backdrop": .other, "cue": .other,
        "file-selector-button": .other, "details-content": .other, "grammar-error": .other, "spelling-error": .other,
        "target-text": .other,
    ]

    private static let pseudoClasses: [String: SimpleSelector.Kind] = [
        "root": .root, "empty": .empty, "scope": .scope, "first-child": .firstChild, "last-child": .lastChild,
        "only-child": .onlyChild, "first-of-type": .firstOfType, "last-of-type": .lastOfType,
        "only-of-type": .onlyOfType, "link": .link, "any-link": .link, "-webkit-any-link": .link, "visited": .never,
        "hover": .never, "active": .active, "focus": .never, "focus-within": .never, "focus-visible": .never,
        "target": .never, "target-within": .never, "local-link": .never, "current": .never, "past": .never,
        "future": .never, "checked": .checked, "enabled": .enabled, "disabled": .disabled, "required": .required,
        "optional": .optional, "read-write": .readWrite, "read-only": .readOnly, "open": .open, "defined": .always,
        "default": .never, "indeterminate": .never, "valid": .never, "invalid": .never, "user-valid": .never,
        "user-invalid": .never, "in-range": .never, "out-of-range": .never, "placeholder-shown": .never,
        "autofill": .never, "-webkit-autofill": .never, "fullscreen": .never, "modal": .never,
        "popover-open": .never, "picture-in-picture": .never, "playing": .never, "paused": .never, "host": .never,
    ]
}
