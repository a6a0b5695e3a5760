/// Finds the first of many byte strings that live elsewhere: an open-addressing table of their numbers.
struct KeyIndex: Sendable {
    /// Numbers plus one; 0 for an empty slot. The count is a power of two.
    private var slots: [UInt32] = []
    /// By number.
    private var hashes: [UInt32] = []

    /// The hash of a key's bytes, seeded by the process: an input cannot be made to collide.
    static func hash(of key: String) -> UInt32 {
        UInt32(truncatingIfNeeded: ByteHash.hash(key))
    }

    /// The first number with this hash that `isEqual` accepts.
    func first(hash: UInt32, where isEqual: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if hashes[number] == hash, isEqual(number) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Gives the next number to a key. One that is known keeps being found by its first number.
    mutating func append(hash: UInt32, isKnown: Bool) {
        hashes.append(hash)
        if hashes.count * 2 > slots.count { grow() }
        if !isKnown { place(hashes.count - 1) }
    }

    private mutating func place(_ number: Int) {
        var slot = Int(hashes[number]) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
    }

    private mutating func grow() {
        let known = slots.filter { $0 != 0 }.sorted()
        slots = [UInt32](repeating: 0, count: max(16, slots.count * 2))
        for number in known { place(Int(number) - 1) }
    }
}
