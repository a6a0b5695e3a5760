/// CSS counters and their scopes (CSS Lists 3 §4.4): a counter lives among the siblings of the element that reset it and
/// their descendants.
package struct CounterScopes {
    private struct Entry {
        var depth: Int
        var value: Int
    }
    private var entries: [String: [Entry]] = [:]
    /// The scopes that are open, in the order in which they end: the deepest last.
    private var open: [(depth: Int, name: String)] = []

    package init() {}

    package mutating func reset(_ name: String, to value: Int, depth: Int) {
        if let last = entries[name]?.last, last.depth == depth {
            set(name, to: value, depth: depth)
        } else {
            entries[name, default: []].append(Entry(depth: depth, value: value))
            open.append((depth, name))
        }
    }

    mutating func set(_ name: String, to value: Int, depth: Int) {
        guard let index = entries[name]?.indices.last else { return reset(name, to: value, depth: depth) }
        entries[name]?[index].value = value
    }

    mutating func change(_ name: String, by amount: Int, depth: Int) {
        let limit = HTMLLimits.listOrdinal
        let value = (self.value(of: name) ?? 0).addingReportingOverflow(amount)
        set(name, to: value.overflow ? limit : min(max(value.partialValue, -limit), limit), depth: depth)
    }

    /// An element at `depth` ends: counters that its children reset end with it. O(those that end).
    package mutating func leave(depth: Int) {
        while let last = open.last, last.depth > depth {
            open.removeLast()
            entries[last.name]?.removeLast()
            if entries[last.name]?.isEmpty == true { entries[last.name] = nil }
        }
    }

    package func value(of name: String) -> Int? { entries[name]?.last?.value }

    package func values(of name: String) -> [Int] { entries[name]?.map(\.value) ?? [0] }
}
