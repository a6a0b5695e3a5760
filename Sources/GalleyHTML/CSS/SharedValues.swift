/// Values kept once each, behind references: open addressing over hashes, so that growing moves no value.
struct SharedValues<Value: Hashable & Sendable> {
    private var slots: [Int32] = Array(repeating: -1, count: 256)
    private var hashes: [Int] = []
    private var values: [ComputedStyle.Shared<Value>] = []
    /// The last few values found: most elements have the box of a neighbour, and comparing costs less than hashing.
    private var recent: [ComputedStyle.Shared<Value>] = []
    private var nextRecent = 0

    /// The one reference to a value equal to `value`.
    mutating func intern(_ value: Value) -> ComputedStyle.Shared<Value> {
        for known in recent where known.value == value { return known }
        let found = find(value)
        if recent.count < 4 {
            recent.append(found)
        } else {
            recent[nextRecent] = found
            nextRecent = (nextRecent + 1) & 3
        }
        return found
    }

    private mutating func find(_ value: Value) -> ComputedStyle.Shared<Value> {
        let hash = value.hashValue
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if hashes[index] == hash, values[index].value == value { return values[index] }
            slot = (slot + 1) & (slots.count - 1)
        }
        let shared = ComputedStyle.Shared(value)
        slots[slot] = Int32(values.count)
        hashes.append(hash)
        values.append(shared)
        if values.count * 2 > slots.count { grow() }
        return shared
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: slots.count * 2)
        for (index, hash) in hashes.enumerated() {
            var slot = hash & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
    }
}
