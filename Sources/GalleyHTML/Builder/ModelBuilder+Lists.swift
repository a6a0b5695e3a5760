import GalleyMarkup
import GalleyText

// List items and their numbers (HTML standard, §4.4.8; CSS Lists 3 §4.6).
extension ModelBuilder {
    /// A list whose items are being counted.
    struct ListContext {
        /// The number that the next item gets.
        var next: Int
        var step: Int
    }

    func isList(_ node: NodeID) -> Bool { tree.ownsItems(node) || tree.isHTML(node, .dir) }

    /// Begins to count if the element owns items; returns whether it does.
    mutating func openList(_ node: NodeID, _ style: ComputedStyle) -> Bool {
        guard tree.ownsItems(node) || style.boxStorage.value.modelStorage?.value.list != nil else { return false }
        var list = ListContext(next: 1, step: 1)
        if tree.isHTML(node, .ol) {
            let start = tree.attribute(.start, of: node).flatMap(HTMLNumber.integer)
            if tree.hasAttribute(.reversed, of: node) {
                list.step = -1
                list.next = start ?? itemCount(of: node)
            } else {
                list.next = start ?? 1
            }
        }
        lists.append(list)
        return true
    }

    /// How many items that are shown belong to a list itself.
    private func itemCount(of list: NodeID) -> Int {
        var count = 0
        var node = tree.firstChild(of: list)
        while let current = node {
            let display = styles[current].box.display
            if display == .listItem, tree.isElement(current) { count += 1 }
            node =
                tree.ownsItems(current) || display == .none
                ? tree.nextSkippingChildren(after: current, within: list) : tree.next(after: current, within: list)
        }
        return count
    }

    mutating func listItem(_ node: NodeID, _ style: ComputedStyle) -> ListItem {
        let ordinal = countItem(node, style)
        let own = self.style(of: .marker, on: node)
        let text =
            own.map { writer.output.intern(textStyle(of: $0, background: nil)) } ?? markerStyle(styles.id(of: node))
        return ListItem(
            ordinal: ordinal, marker: marker(node, style, own, ordinal),
            markerPosition: style.inherited.listMarkerIsInside ? .inside : .outside,
            markerStyle: text)
    }

    /// The style of a marker that no `::marker` rule styles.
    private mutating func markerStyle(_ id: StyleID) -> TextStyleID {
        if let known = styleCache.markers[id.index] { return known }
        let interned = writer.output.intern(textStyle(of: styles[id], background: nil).asMarker)
        styleCache.markers[id.index] = interned
        return interned
    }

    /// The number of an item: its `value`, else what `counter-set` and `counter-increment` make of the `list-item` counter,
    /// else the next one. Items without a list count among those of their parent.
    private mutating func countItem(_ node: NodeID, _ style: ComputedStyle) -> Int {
        if lists.isEmpty {
            let parent = tree.parent(of: node)
            if parent != looseItems.parent { looseItems = (parent, ListContext(next: 1, step: 1)) }
        }
        var list = lists.last ?? looseItems.list
        let box = style.box
        var ordinal = list.next
        if let change = box.counterIncrement.last(where: { $0.name == "list-item" }) {
            ordinal = Self.limited(list.next - list.step, plus: change.value)
        }
        if tree.isHTML(node, .li), let value = tree.attribute(.value, of: node).flatMap(HTMLNumber.integer) {
            ordinal = value
        }
        if let change = box.counterSet.last(where: { $0.name == "list-item" }) {
            ordinal = Self.limited(change.value, plus: 0)
        }
        if let own = box.modelStorage?.value.ordinal { ordinal = own }
        list.next = Self.limited(ordinal, plus: list.step)
        if lists.isEmpty { looseItems.list = list } else { lists[lists.count - 1] = list }
        return ordinal
    }

    private static func limited(_ value: Int, plus step: Int) -> Int {
        let limit = HTMLLimits.listOrdinal
        let sum = value.addingReportingOverflow(step)
        return sum.overflow ? (step > 0 ? limit : -limit) : min(max(sum.partialValue, -limit), limit)
    }

    private mutating func marker(
        _ node: NodeID, _ style: ComputedStyle, _ markerStyle: ComputedStyle?, _ ordinal: Int
    ) -> ListItem.Marker {
        if let markerStyle {
            switch markerStyle.box.content {
            case .normal: break
            case .none: return .none
            case .items(let items): return .text(generatedText(of: items, markerStyle, node).text)
            }
        }
        let type = style.inherited.listStyleType
        let textual = textualMarker(node, style, type, ordinal)
        return style.inherited.listStyleImage.flatMap { resolved($0) }.map { .image(url: $0, fallback: textual) }
            ?? textual
    }

    /// What `list-style-type` makes.
    private mutating func textualMarker(
        _ node: NodeID, _ style: ComputedStyle, _ type: ListStyleType, _ ordinal: Int
    ) -> ListItem.Marker {
        let marker =
            (ownCounterStyle(style) ?? customCounterStyle(type)).map { .custom($0) } ?? ModelBuilder.marker(of: type)
        // The document's own strings count as what `content` makes: each item shows them.
        let size: Int
        switch marker {
        case .custom(let style): size = style.marker(for: ordinal).utf8.count
        case .text(let text): size = text.utf8.count
        case .none, .counter, .image: return marker
        }
        guard size <= generatedBytesLeft else {
            monitor.exceed(.generatedText, at: node, "too much text in markers; a plain one was taken")
            return .counter(.decimal)
        }
        generatedBytes += size
        return marker
    }

    /// `-galley-counter-style`: the last of its rules, with those that it needs.
    private mutating func ownCounterStyle(_ style: ComputedStyle) -> CustomCounterStyle? {
        guard let text = style.box.modelStorage?.value.counterStyle, text.utf8.count <= HTMLLimits.markerStyleBytes
        else { return nil }
        if let known = styleCache.ownCounterStyles[text] { return known }
        var rules = CounterStyleRules()
        for rule in StyleSheet(parsing: text).atRules where rule.name == "counter-style" { rules.add(rule) }
        let found = rules.styles().last
        styleCache.ownCounterStyles[text] = found
        return found
    }

    /// The marker that a type of list makes.
    static func marker(of type: ListStyleType) -> ListItem.Marker {
        switch type {
        case .none: return .none
        case .string(let text): return .text(text)
        case .counter, .named, .symbols:
            if case .symbols(let style) = type { return .custom(style) }
            return .counter(counterStyle(type) ?? .decimal)
        }
    }

    /// The document's own counter style of a name; it may replace a predefined one (CSS Counter Styles 3 §2).
    func customCounterStyle(_ type: ListStyleType) -> CustomCounterStyle? {
        switch type {
        case .symbols(let style): return style
        case .named(let name): return customCounterStyles[name]
        case .counter(let style): return customCounterStyles.isEmpty ? nil : customCounterStyles[style.rawValue]
        case .none, .string: return nil
        }
    }

    static func counterStyle(_ type: ListStyleType) -> CounterStyle? {
        switch type {
        case .counter(let style): style
        case .named, .symbols: .decimal
        case .none, .string: nil
        }
    }
}

extension TextStyle {
    /// The style of the marker of an item in this style: what the user agent's style sheet says of `::marker`.
    var asMarker: TextStyle {
        var style = self
        style.shaping.textTransform = .none
        style.paint.decorations = []
        return style
    }
}

extension HTMLTree {
    /// Whether an element is the list owner of the items inside (HTML §4.4.8); `dir` is not.
    @inline(__always) fileprivate func ownsItems(_ node: NodeID) -> Bool {
        switch name(of: node) {
        case .ol, .ul, .menu: namespace(of: node) == .html
        default: false
        }
    }
}
