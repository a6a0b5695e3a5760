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

    func isList(_ node: NodeID) -> Bool {
        tree.isHTML(node, .ol) || tree.isHTML(node, .ul) || tree.isHTML(node, .menu) || tree.isHTML(node, .dir)
    }

    /// Begins to count if the element is a list; returns whether it is.
    mutating func openList(_ node: NodeID) -> Bool {
        guard isList(node) else { return false }
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

    /// How many items belong to a list itself.
    private func itemCount(of list: NodeID) -> Int {
        var count = 0
        var node = tree.firstChild(of: list)
        while let current = node {
            if tree.isHTML(current, .li) { count += 1 }
            node =
                isList(current)
                ? tree.nextSkippingChildren(after: current, within: list) : tree.next(after: current, within: list)
        }
        return count
    }

    mutating func listItem(_ node: NodeID, _ style: ComputedStyle) -> ListItem {
        var ordinal = 1
        if !lists.isEmpty {
            let index = lists.count - 1
            if tree.isHTML(node, .li), let value = tree.attribute(.value, of: node).flatMap(HTMLNumber.integer) {
                lists[index].next = value
            }
            ordinal = lists[index].next
            let limit = HTMLLimits.listOrdinal
            lists[index].next = min(max(ordinal + lists[index].step, -limit), limit)
        }
        let markerStyle = styles.style(of: .marker, on: node)
        var text = textStyle(of: markerStyle ?? style, background: nil)
        if markerStyle == nil {
            // What the user agent's style sheet says of ::marker.
            text.shaping.textTransform = .none
            text.paint.decorations = []
        }
        return ListItem(
            ordinal: ordinal, marker: marker(style, markerStyle),
            markerPosition: style.inherited.listMarkerIsInside ? .inside : .outside,
            markerStyle: writer.output.intern(text))
    }

    private mutating func marker(_ style: ComputedStyle, _ markerStyle: ComputedStyle?) -> ListItem.Marker {
        if let markerStyle {
            switch markerStyle.box.content {
            case .normal: break
            case .none: return .none
            case .items(let items): return .text(string(of: items, markerStyle))
            }
        }
        let type = style.inherited.listStyleType
        if let image = style.inherited.listStyleImage {
            return .image(url: url.resolve(image), fallback: counterStyle(type) ?? .disc)
        }
        switch type {
        case .none: return .none
        // Predefined symbols that are no counter styles of the model (CSS Counter Styles 3 §6.2).
        case .named("disclosure-closed"): return .text("▸ ")
        case .named("disclosure-open"): return .text("▾ ")
        case .string(let text): return .text(text)
        case .counter, .named: return .counter(counterStyle(type) ?? .decimal)
        }
    }

    func counterStyle(_ type: ListStyleType) -> CounterStyle? {
        switch type {
        case .counter(let style): style
        case .named: .decimal
        case .none, .string: nil
        }
    }
}
