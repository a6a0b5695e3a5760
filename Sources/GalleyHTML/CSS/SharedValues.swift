/// Values kept once each, behind references: open addressing over hashes, so that growing moves no value.
struct SharedValues<Value: Hashable & Sendable> {
    private var slots: [Int32] = Array(repeating: -1, count: 256)
    private var hashes: [Int] = []
    private var values: [ComputedStyle.Shared<Value>] = []

    /// The one reference to a value equal to `value`.
    mutating func intern(_ value: Value) -> ComputedStyle.Shared<Value> {
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
