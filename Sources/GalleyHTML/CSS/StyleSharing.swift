/// Finds a style that was computed before from the same parent and the same declarations: open addressing over flat
/// arrays, no allocation for a look-up.
struct StyleSharing {
    private var slots: [Int32] = Array(repeating: -1, count: 1024)
    private var entries: [(hash: UInt64, parent: UInt32, start: Int, count: Int, style: UInt32)] = []
    private var keys: [UInt32] = []

    private static func hash(_ parent: UInt32, _ key: [UInt32]) -> UInt64 {
        var hash = UInt64(parent) &* 0x9E37_79B9_7F4A_7C15
        for word in key {
            hash = (hash ^ UInt64(word)) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash >> 32
        }
        return hash
    }

    func find(parent: UInt32, _ key: [UInt32]) -> UInt32? {
        let hash = StyleSharing.hash(parent, key)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash, entry.parent == parent, entry.count == key.count {
                var same = true
                for index in 0..<entry.count where keys[entry.start + index] != key[index] {
                    same = false
                    break
                }
                if same { return entry.style }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    mutating func insert(parent: UInt32, _ key: [UInt32], style: UInt32) {
        if (entries.count + 1) * 2 > slots.count { grow() }
        let hash = StyleSharing.hash(parent, key)
        entries.append((hash, parent, keys.count, key.count, style))
        keys.append(contentsOf: key)
        place(Int32(entries.count - 1), hash)
    }

    private mutating func place(_ index: Int32, _ hash: UInt64) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = index
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: slots.count * 2)
        for (index, entry) in entries.enumerated() { place(Int32(index), entry.hash) }
    }
}
