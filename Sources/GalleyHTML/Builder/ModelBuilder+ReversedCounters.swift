import GalleyMarkup

// Counters that count down to the end of their scope (CSS Lists 3 §4.4.2).
extension ModelBuilder {
    /// The value that `counter-reset: reversed(name)` on an element, or on its pseudo-element, begins with: what makes the
    /// last element of the scope show its own step, as if the counter came from there. The scope is the element, its later
    /// siblings and all inside them, but for scopes of the same name in there.
    ///
    /// Each node is looked at once for each counter whose scope it is in. A document that has many of them is counted as
    /// far as ``HTMLLimits/reversedCounterSteps`` goes.
    mutating func reversedStart(of name: String, _ origin: NodeID, _ pseudo: PseudoElement?) -> Int {
        var count = ReversedCount(name: name)
        // A pseudo-element's siblings are what its element holds.
        let outer = pseudo == nil ? tree.parent(of: origin) : origin
        var node = origin
        var first: NodeID?
        if let pseudo {
            let style = styles.style(of: pseudo, on: origin)
            if style.map({ count.take($0) }) ?? false || pseudo != .before { return count.start }
            guard let child = tree.firstChild(of: origin) else { return countAfter(origin, &count) }
            (node, first) = (child, nil)
        } else {
            first = origin
        }
        let limit = HTMLLimits.reversedCounterSteps * tree.nodeCount
        while true {
            reversedSteps += 1
            guard reversedSteps <= limit else {
                monitor.exceed(.generatedText, at: origin, "too many reversed counters; the rest counts from less")
                return count.start
            }
            var endsScope = false
            if tree.isElement(node), styles[node].box.display != .none {
                let style = styles[node]
                let before = styles.style(of: .before, on: node)
                if node != first, count.isReset(by: style) {
                    endsScope = true
                } else if count.take(style) {
                    return count.start
                } else if let before, count.isReset(by: before) {
                    // The rest of the element is in the scope of its `::before`.
                } else if before.map({ count.take($0) }) ?? false {
                    return count.start
                } else if let child = tree.firstChild(of: node) {
                    node = child
                    continue
                } else if let after = styles.style(of: .after, on: node), count.take(after) {
                    return count.start
                }
            }
            // Up to the next sibling, past the ends of elements.
            while true {
                if !endsScope, let sibling = tree.nextSibling(of: node) {
                    node = sibling
                    break
                }
                guard let parent = tree.parent(of: node), parent != outer else {
                    return pseudo == nil || endsScope ? count.start : countAfter(origin, &count)
                }
                node = parent
                if !endsScope, let after = styles.style(of: .after, on: node), count.take(after) { return count.start }
                endsScope = false
            }
        }
    }

    private func countAfter(_ node: NodeID, _ count: inout ReversedCount) -> Int {
        if let after = styles.style(of: .after, on: node) { _ = count.take(after) }
        return count.start
    }
}

/// The sum of a reversed counter's steps.
private struct ReversedCount {
    let name: String
    private var sum = 0
    private var lastStep = 0

    init(name: String) { self.name = name }

    var start: Int { ReversedCount.limited(sum + lastStep) }

    func isReset(by style: ComputedStyle) -> Bool {
        style.boxStorage.value.counterReset.contains { $0.name == name }
    }

    /// Adds the step of an element; true when the element sets the counter, and what follows does not matter.
    mutating func take(_ style: ComputedStyle) -> Bool {
        let box = style.boxStorage.value
        guard !box.counterIncrement.isEmpty || !box.counterSet.isEmpty else { return false }
        // An element that names a counter more than once increments it each time.
        var step = 0
        for change in box.counterIncrement where change.name == name {
            step = ReversedCount.limited(step - change.value)
        }
        if step != 0 { lastStep = step }
        if let change = box.counterSet.last(where: { $0.name == name }) {
            sum = ReversedCount.limited(sum + change.value)
            return true
        }
        sum = ReversedCount.limited(sum + step)
        return false
    }

    private static func limited(_ value: Int) -> Int {
        min(max(value, -HTMLLimits.listOrdinal), HTMLLimits.listOrdinal)
    }
}
