/// The inline boxes of a paragraph that were met in a line. Emptying it costs nothing: it counts how often it was emptied.
struct BoxSet {
    /// By box: the round in which it was met last.
    private var rounds: ContiguousArray<UInt32>
    private var round: UInt32 = 1
    private var members: ContiguousArray<Int32> = []

    init(count: Int) { rounds = count == 0 ? [] : ContiguousArray(repeating: 0, count: count) }

    mutating func removeAll() {
        round += 1
        members.removeAll(keepingCapacity: true)
    }

    /// Whether it was not in it before.
    mutating func insert(_ box: Int) -> Bool {
        guard rounds[box] != round else { return false }
        rounds[box] = round
        members.append(Int32(truncatingIfNeeded: box))
        return true
    }

    /// In the order of the text, outer ones before inner ones.
    mutating func sorted() -> ContiguousArray<Int32> {
        if members.count > 1 { members.sort() }
        return members
    }
}
