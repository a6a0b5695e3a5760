import GalleyMarkup

/// Selectors made ready for one tree: names are the tree's names, so that matching compares numbers.
struct CompiledSelectors: Sendable {
    /// A name that no element of the tree has.
    static let unknownName = UInt32.max

    var simples: ContiguousArray<SimpleSelector> = []
    var compounds: ContiguousArray<CompoundSelector> = []
    var selectors: ContiguousArray<ComplexSelector> = []
    var lists: ContiguousArray<Range<UInt32>> = []
    /// Values of attribute selectors, `:lang()` and `:dir()`.
    var texts: ContiguousArray<[UInt8]> = []
    private var textIndex: [String: UInt32] = [:]

    /// Adds a sheet's selectors; the offset of its lists here.
    mutating func append(_ arena: SelectorArena, tree: HTMLTree, quirks: QuirksNames?) -> UInt32 {
        let simpleBase = UInt32(simples.count)
        let compoundBase = UInt32(compounds.count)
        let selectorBase = UInt32(selectors.count)
        let listBase = UInt32(lists.count)
        // Each name is looked up once a sheet, not once a selector.
        var plain = [UInt32?](repeating: nil, count: arena.names.count)
        var folded = [UInt32?](repeating: nil, count: arena.names.count)
        func name(_ index: UInt32) -> UInt32 {
            if let known = plain[Int(index)] { return known }
            let found = tree.name(for: arena.names[Int(index)]).map { UInt32(bitPattern: $0.rawValue) }
            plain[Int(index)] = found ?? CompiledSelectors.unknownName
            return found ?? CompiledSelectors.unknownName
        }
        func quirkName(_ index: UInt32) -> UInt32 {
            guard let quirks else { return name(index) }
            if let known = folded[Int(index)] { return known }
            let found = quirks.canonical(arena.names[Int(index)]) ?? CompiledSelectors.unknownName
            folded[Int(index)] = found
            return found
        }
        lazy var prefixes = AttributePrefixes(tree)
        // What attributes with several names match is a list that stands after those of the sheet.
        var alternatives: [(simple: Int, names: [UInt32])] = []
        simples.reserveCapacity(simples.count + arena.simples.count)
        for var simple in arena.simples {
            switch simple.kind {
            case .type: simple.name = name(simple.name)
            case .className, .identifier: simple.name = quirkName(simple.name)
            case .attribute:
                let insensitive = insensitiveAttributes.contains(arena.names[Int(simple.name)])
                if simple.valueCase == .byAttribute { simple.valueCase = insensitive ? .insensitive : .sensitive }
                let written = arena.names[Int(simple.name)]
                if let namespaced = NamespacedName(written) {
                    let names = namespaced.names(prefixes).compactMap { name in
                        tree.name(for: name).map { UInt32(bitPattern: $0.rawValue) }
                    }
                    simple.name = names.first ?? CompiledSelectors.unknownName
                    if names.count > 1 { alternatives.append((simples.count, names)) }
                } else if written.contains(":"), !prefixes.isPlain(written) {
                    simple.name = CompiledSelectors.unknownName
                } else {
                    simple.name = name(simple.name)
                }
                if simple.op != .exists { simple.value = text(arena.names[Int(simple.value)]) }
            case .language, .direction: simple.name = text(arena.names[Int(simple.name)])
            case .anyOf, .not, .has: simple.value += listBase
            case .nthChild, .nthLastChild: if simple.value != SelectorArena.noList { simple.value += listBase }
            default: break
            }
            simples.append(simple)
        }
        for var compound in arena.compounds {
            compound.start += simpleBase
            compounds.append(compound)
        }
        for var selector in arena.selectors {
            selector.start += compoundBase
            selectors.append(selector)
        }
        for list in arena.lists {
            lists.append(list.lowerBound + selectorBase..<list.upperBound + selectorBase)
        }
        for (place, names) in alternatives { addAlternatives(names, of: place) }
        return listBase
    }

    /// Makes an attribute selector one of several names.
    private mutating func addAlternatives(_ names: [UInt32], of place: Int) {
        var simple = simples[place]
        let first = UInt32(selectors.count)
        for name in names {
            simple.name = name
            selectors.append(
                ComplexSelector(start: UInt32(compounds.count), count: 1, specificity: .zero, pseudoElement: nil))
            compounds.append(CompoundSelector(start: UInt32(simples.count), count: 1, combinator: .none))
            simples.append(simple)
        }
        simples[place] = SimpleSelector(kind: .anyOf, value: UInt32(lists.count))
        lists.append(first..<UInt32(selectors.count))
    }

    private mutating func text(_ string: String) -> UInt32 {
        if let known = textIndex[string] { return known }
        let index = UInt32(texts.count)
        texts.append(Array(string.utf8))
        textIndex[string] = index
        return index
    }

    /// Attributes whose values HTML compares without regard to case (HTML §4.16.2).
    private let insensitiveAttributes: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
        "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame",
        "hreflang", "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize",
        "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target",
        "text", "type", "valign", "valuetype", "vlink",
    ]
}

/// In quirks mode classes and ids match without regard to ASCII case: one number for all spellings of a name.
struct QuirksNames: Sendable {
    private var representatives: [UInt32]
    private var byText: [String: UInt32] = [:]

    init(_ names: HTMLNameTable) {
        representatives = []
        representatives.reserveCapacity(names.count)
        for index in 0..<names.count {
            let text = QuirksNames.folded(names.string(for: HTMLName(rawValue: Int32(index))))
            if let first = byText[text] {
                representatives.append(first)
            } else {
                byText[text] = UInt32(index)
                representatives.append(UInt32(index))
            }
        }
    }

    func canonical(_ text: String) -> UInt32? { byText[QuirksNames.folded(text)] }

    @inline(__always) func canonical(_ name: HTMLName) -> UInt32 { representatives[Int(name.rawValue)] }

    private static func folded(_ text: String) -> String {
        text.utf8.contains { $0 &- 0x41 < 26 } ? String(decoding: text.utf8.map(asciiLowercased), as: UTF8.self) : text
    }
}

/// Asks whether elements of one tree match compiled selectors.
///
/// Complex selectors are matched from right to left without recursion. Failing after a descendant combinator tries the
/// next ancestor, after `~` the next sibling, and only the innermost such choice is ever reopened: as in a glob, an
/// earlier choice cannot help, so no selector takes exponential time.
struct SelectorMatcher {
    let tree: HTMLTree
    let selectors: CompiledSelectors
    let quirks: QuirksNames?
    /// Positions for `:nth-*`, by pattern kind; each array is as long as the tree and filled one parent at a time.
    private var positions: [PositionKey: [Int32]] = [:]
    /// Elements that `:has()` may still look at (`CSSLimits.maximumHasSteps` at first).
    private var hasBudget = CSSLimits.maximumHasSteps
    private var anchor: NodeID?

    private struct PositionKey: Hashable {
        var fromEnd: Bool
        var ofType: Bool
        var list: UInt32
    }

    init(tree: HTMLTree, selectors: CompiledSelectors, quirks: QuirksNames?) {
        self.tree = tree
        self.selectors = selectors
        self.quirks = quirks
    }

    mutating func matches(_ selector: ComplexSelector, _ node: NodeID) -> Bool {
        let start = Int(selector.start)
        let count = Int(selector.count)
        guard matches(compound: start, node) else { return false }
        guard count > 1 else { return true }
        var place = 1
        var descendantChoice: (place: Int, node: NodeID)?
        var siblingChoice: (place: Int, node: NodeID)?
        var combinator = selectors.compounds[start].combinator
        var candidate = step(combinator, from: node)
        if combinator == .child || combinator == .descendant { siblingChoice = nil }
        while true {
            if let current = candidate, matches(compound: start + place, current) {
                if combinator == .descendant { descendantChoice = (place, current) }
                if combinator == .subsequentSibling { siblingChoice = (place, current) }
                place += 1
                if place == count { return true }
                combinator = selectors.compounds[start + place - 1].combinator
                // Which sibling was chosen makes no difference to the ancestors.
                if combinator == .child || combinator == .descendant { siblingChoice = nil }
                candidate = step(combinator, from: current)
                continue
            }
            if let current = candidate, combinator == .descendant || combinator == .subsequentSibling {
                candidate = step(combinator, from: current)
                continue
            }
            if let choice = siblingChoice {
                siblingChoice = nil
                place = choice.place
                combinator = .subsequentSibling
                candidate = step(combinator, from: choice.node)
            } else if let choice = descendantChoice {
                descendantChoice = nil
                place = choice.place
                combinator = .descendant
                candidate = step(combinator, from: choice.node)
            } else {
                return false
            }
        }
    }

    private func step(_ combinator: Combinator, from node: NodeID) -> NodeID? {
        switch combinator {
        case .child, .descendant: tree.parentElement(of: node)
        case .nextSibling, .subsequentSibling: tree.previousElement(before: node)
        case .none: nil
        }
    }

    private mutating func matches(list: UInt32, _ node: NodeID) -> Bool {
        let range = selectors.lists[Int(list)]
        for index in range where matches(selectors.selectors[Int(index)], node) { return true }
        return false
    }

    private mutating func matches(compound: Int, _ node: NodeID) -> Bool {
        let part = selectors.compounds[compound]
        for index in Int(part.start)..<Int(part.start + part.count) where !matches(selectors.simples[index], node) {
            return false
        }
        return true
    }

    private mutating func matches(_ simple: SimpleSelector, _ node: NodeID) -> Bool {
        switch simple.kind {
        case .universal, .always: return true
        case .never, .active: return false
        case .type: return UInt32(bitPattern: tree.name(of: node).rawValue) == simple.name
        case .namespace: return UInt32(tree.namespace(of: node).rawValue) == simple.value
        case .className:
            if let quirks {
                for name in tree.classes(of: node) where quirks.canonical(name) == simple.name { return true }
            } else {
                for name in tree.classes(of: node) where UInt32(bitPattern: name.rawValue) == simple.name {
                    return true
                }
            }
            return false
        case .identifier:
            guard let id = tree.id(of: node) else { return false }
            return (quirks?.canonical(id) ?? UInt32(bitPattern: id.rawValue)) == simple.name
        case .attribute: return matchesAttribute(simple, node)
        case .anyOf: return matches(list: simple.value, node)
        case .not: return !matches(list: simple.value, node)
        case .has: return matchesHas(simple.value, node)
        case .anchor: return anchor == node
        case .root, .scope: return node == tree.root
        case .empty: return isEmpty(node)
        case .firstChild: return tree.previousElement(before: node) == nil
        case .lastChild: return tree.nextElement(after: node) == nil
        case .onlyChild: return tree.previousElement(before: node) == nil && tree.nextElement(after: node) == nil
        case .firstOfType: return position(of: node, fromEnd: false, ofType: true) == 1
        case .lastOfType: return position(of: node, fromEnd: true, ofType: true) == 1
        case .onlyOfType:
            return position(of: node, fromEnd: false, ofType: true) == 1
                && position(of: node, fromEnd: true, ofType: true) == 1
        case .nthChild, .nthLastChild, .nthOfType, .nthLastOfType:
            let ofType = simple.kind == .nthOfType || simple.kind == .nthLastOfType
            let fromEnd = simple.kind == .nthLastChild || simple.kind == .nthLastOfType
            let list = ofType ? SelectorArena.noList : simple.value
            if list != SelectorArena.noList, !matches(list: list, node) { return false }
            let position = position(of: node, fromEnd: fromEnd, ofType: ofType, list: list)
            return NthPattern.matches(a: simple.a, b: simple.b, position: position)
        case .link: return isLink(node)
        case .language: return matchesLanguage(selectors.texts[Int(simple.name)], node)
        case .direction: return matchesDirection(selectors.texts[Int(simple.name)], node)
        case .checked:
            return tree.isHTML(node, .input) && tree.hasAttribute(.checked, of: node)
                || tree.isHTML(node, .option) && tree.hasAttribute(.selected, of: node)
        case .enabled: return isFormControl(node) && !isDisabled(node)
        case .disabled: return isFormControl(node) && isDisabled(node)
        case .required: return isField(node) && tree.hasAttribute(.required, of: node)
        case .optional: return isField(node) && !tree.hasAttribute(.required, of: node)
        case .readWrite: return isEditable(node)
        case .readOnly: return !isEditable(node)
        case .open:
            return (tree.isHTML(node, .details) || tree.isHTML(node, .dialog))
                && attributeExists("open", node)
        }
    }

    func isLink(_ node: NodeID) -> Bool {
        let name = tree.name(of: node)
        return (name == .a || name == .area) && tree.hasAttribute(.href, of: node)
    }

    private func attributeExists(_ name: String, _ node: NodeID) -> Bool {
        tree.name(for: name).map { tree.hasAttribute($0, of: node) } ?? false
    }

    private func isField(_ node: NodeID) -> Bool {
        tree.isHTML(node, .input) || tree.isHTML(node, .select) || tree.isHTML(node, .textarea)
    }

    private func isFormControl(_ node: NodeID) -> Bool {
        isField(node) || tree.isHTML(node, .button) || tree.isHTML(node, .option) || tree.isHTML(node, .optgroup)
            || tree.isHTML(node, .fieldset)
    }

    /// HTML §4.10.18.5: by its own attribute, its `optgroup`'s, or that of a `fieldset` around it, whose first legend is
    /// spared.
    private mutating func isDisabled(_ node: NodeID) -> Bool {
        if tree.hasAttribute(.disabled, of: node) { return true }
        if tree.isHTML(node, .option) || tree.isHTML(node, .optgroup) {
            return tree.parentElement(of: node).map {
                tree.isHTML($0, .optgroup) && tree.hasAttribute(.disabled, of: $0)
            } ?? false
        }
        var child = node
        while let parent = tree.parentElement(of: child) {
            if tree.isHTML(parent, .fieldset), tree.hasAttribute(.disabled, of: parent) {
                // All siblings are numbered at once: a fieldset of many legends costs no more than its children.
                let isFirstLegend =
                    tree.isHTML(child, .legend) && position(of: child, fromEnd: false, ofType: true) == 1
                if !isFirstLegend { return true }
            }
            child = parent
        }
        return false
    }

    /// HTML §4.16.3 `:read-write`.
    private mutating func isEditable(_ node: NodeID) -> Bool {
        if let value = tree.attribute(.contenteditable, of: node), value.lowercased() != "false" { return true }
        let isField =
            tree.isHTML(node, .textarea)
            || tree.isHTML(node, .input)
                && !SelectorMatcher.unwritableInputs.contains(tree.attribute(.type, of: node)?.lowercased() ?? "")
        return isField && !tree.hasAttribute(.readonly, of: node) && !isDisabled(node)
    }

    /// Types of `input` that `readonly` does not apply to.
    private static let unwritableInputs: Set<String> = [
        "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button",
    ]

    /// No element and no text, not even white space (Selectors 4 §14.2).
    private func isEmpty(_ node: NodeID) -> Bool {
        var child = tree.firstChild(of: node)
        while let current = child {
            if tree.isElement(current) || !tree.textBytes(of: current).isEmpty { return false }
            child = tree.nextSibling(of: current)
        }
        return true
    }

    // MARK: - Attributes

    private func matchesAttribute(_ simple: SimpleSelector, _ node: NodeID) -> Bool {
        guard simple.name != CompiledSelectors.unknownName,
            let range = tree.attributeRange(HTMLName(rawValue: Int32(bitPattern: simple.name)), of: node)
        else { return false }
        if simple.op == .exists { return true }
        let wanted = selectors.texts[Int(simple.value)]
        let fold = simple.valueCase == .insensitive
        func equal(_ start: Int, _ count: Int) -> Bool {
            guard count == wanted.count else { return false }
            for index in 0..<count {
                let left = tree.attributeBytes[start + index]
                let right = wanted[index]
                if left != right, !fold || asciiLowercased(left) != asciiLowercased(right) { return false }
            }
            return true
        }
        let lower = range.lowerBound
        let count = range.count
        switch simple.op {
        case .exists: return true
        case .equals: return equal(lower, count)
        case .prefix: return !wanted.isEmpty && count >= wanted.count && equal(lower, wanted.count)
        case .suffix:
            return !wanted.isEmpty && count >= wanted.count && equal(range.upperBound - wanted.count, wanted.count)
        case .dash:
            return equal(lower, count)
                || count > wanted.count && tree.attributeBytes[lower + wanted.count] == UInt8(ascii: "-")
                    && equal(lower, wanted.count)
        case .substring:
            guard !wanted.isEmpty, count >= wanted.count else { return false }
            for start in lower...(range.upperBound - wanted.count) where equal(start, wanted.count) { return true }
            return false
        case .includes:
            guard !wanted.isEmpty else { return false }
            var start = lower
            while start < range.upperBound {
                while start < range.upperBound, isWhitespace(tree.attributeBytes[start]) { start += 1 }
                var end = start
                while end < range.upperBound, !isWhitespace(tree.attributeBytes[end]) { end += 1 }
                if equal(start, end - start) { return true }
                start = end
            }
            return false
        }
    }

    /// Extended filtering of RFC 4647 §3.3.2; `ranges` are lower-case and separated by commas.
    private func matchesLanguage(_ ranges: [UInt8], _ node: NodeID) -> Bool {
        guard let language = tree.language(of: node)?.lowercased(), !language.isEmpty else { return false }
        let tags = language.split(separator: "-")
        for range in String(decoding: ranges, as: UTF8.self).split(separator: ",") {
            let wanted = range.split(separator: "-")
            guard let first = wanted.first, first == "*" || first == tags[0] else { continue }
            var place = 1
            var matched = true
            for part in wanted.dropFirst() where part != "*" {
                while place < tags.count, tags[place] != part {
                    // A singleton starts an extension, which a range does not skip.
                    if tags[place].utf8.count == 1 { place = tags.count } else { place += 1 }
                }
                if place >= tags.count {
                    matched = false
                    break
                }
                place += 1
            }
            if matched { return true }
        }
        return false
    }

    private func matchesDirection(_ wanted: [UInt8], _ node: NodeID) -> Bool {
        var current: NodeID? = node
        var isRightToLeft = false
        while let element = current {
            if let value = tree.attribute(.dir, of: element)?.lowercased(), value == "rtl" || value == "ltr" {
                isRightToLeft = value == "rtl"
                break
            }
            current = tree.parentElement(of: element)
        }
        return String(decoding: wanted, as: UTF8.self) == (isRightToLeft ? "rtl" : "ltr")
    }

    // MARK: - Positions among siblings

    /// The 1-based position of an element among its siblings; all siblings' positions are found at once.
    private mutating func position(
        of node: NodeID, fromEnd: Bool, ofType: Bool, list: UInt32 = SelectorArena.noList
    ) -> Int {
        let key = PositionKey(fromEnd: fromEnd, ofType: ofType, list: list)
        if let known = positions[key]?[node.index], known > 0 { return Int(known) }
        // Taken out while `matches` may ask for other positions.
        var table = positions.removeValue(forKey: key) ?? Array(repeating: 0, count: tree.nodeCount)
        var counts: [Int32: Int32] = [:]
        var current: NodeID?
        if let parent = tree.parent(of: node) {
            current = fromEnd ? tree.lastElementChild(of: parent) : tree.firstElementChild(of: parent)
        } else {
            current = node
        }
        while let element = current {
            if list == SelectorArena.noList || matches(list: list, element) {
                let group = ofType ? tree.name(of: element).rawValue : 0
                counts[group, default: 0] += 1
                table[element.index] = counts[group] ?? 1
            }
            current = fromEnd ? tree.previousElement(before: element) : tree.nextElement(after: element)
        }
        let found = Int(table[node.index])
        if positions.count >= CSSLimits.maximumPositionTables { positions.removeAll() }
        positions[key] = table
        return found
    }

    // MARK: - :has()

    private mutating func matchesHas(_ list: UInt32, _ node: NodeID) -> Bool {
        let outer = anchor
        anchor = node
        defer { anchor = outer }
        for index in selectors.lists[Int(list)] {
            let selector = selectors.selectors[Int(index)]
            // The combinator next to the anchor says where to look.
            let last = Int(selector.start + selector.count) - 2
            let leftmost = selectors.compounds[last].combinator
            // `+ a + b` and the like lead further than to the next sibling.
            let isNext =
                leftmost == .nextSibling
                && !selectors.compounds[Int(selector.start)..<last].contains {
                    $0.combinator == .nextSibling || $0.combinator == .subsequentSibling
                }
            if leftmost == .child || leftmost == .descendant {
                if existsMatch(selector, below: node) { return true }
            } else {
                var sibling = tree.nextElement(after: node)
                while let current = sibling {
                    guard spendHasStep() else { return false }
                    if matches(selector, current) || existsMatch(selector, below: current) { return true }
                    if isNext { break }
                    sibling = tree.nextElement(after: current)
                }
            }
        }
        return false
    }

    private mutating func existsMatch(_ selector: ComplexSelector, below scope: NodeID) -> Bool {
        var current = tree.next(after: scope, within: scope)
        while let node = current {
            guard spendHasStep() else { return false }
            if tree.isElement(node), matches(selector, node) { return true }
            current = tree.next(after: node, within: scope)
        }
        return false
    }

    private mutating func spendHasStep() -> Bool {
        hasBudget -= 1
        return hasBudget > 0
    }

    /// Whether `:has()` gave up.
    var hasBudgetIsSpent: Bool { hasBudget <= 0 }
}
