/// The id of an interned text style: `text.style(id)` reads it. An id means something in the text it is from only.
public struct TextStyleID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// The id of an interned paragraph style: `text.style(id)` reads it.
public struct ParagraphStyleID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// The id of an interned block style: `text.style(id)` reads it, and `text.style(of: block)` that of a block.
public struct BlockStyleID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// The id of an interned style of inline boxes: `text.style(id)` reads it.
public struct InlineBoxStyleID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// The id of an interned link: `text.link(id)` reads it. Two links of one text with equal targets have one id.
public struct LinkID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// Values kept once each and named by their index, the first one 0.
///
/// A hash table of indices beside the values: each value is stored once. Interning hashes the value: O(1) a call, so a
/// builder remembers the id and does not ask again for each run. Styles are large: a part of each hash is kept, so that
/// growing hashes nothing again and values are compared only where they are likely to be equal.
@usableFromInline
struct InternTable<Value: Hashable & Sendable>: Sendable {
    @usableFromInline private(set) var values: ContiguousArray<Value> = []
    /// Open addressing, a power of two long, at most half full; none while there is one value only.
    private var slots: ContiguousArray<Slot> = []

    private struct Slot: Sendable {
        /// An index into `values` plus 1, 0 where nothing is.
        var number: UInt32 = 0
        /// The low half of the value's hash.
        var hash: UInt32 = 0
    }

    init() {}

    mutating func intern(_ value: Value) -> UInt32 {
        // The one value of a small text's table is never hashed.
        if slots.isEmpty {
            guard let only = values.first else {
                values.append(value)
                return 0
            }
            if only == value { return 0 }
            slots = ContiguousArray(repeating: Slot(), count: 8)
            add(Slot(number: 1, hash: InternTable.hash(of: only)))
        }
        let hash = InternTable.hash(of: value)
        if values.count * 2 >= slots.count { grow() }
        var place = Int(hash) & (slots.count - 1)
        while slots[place].number != 0 {
            let index = Int(slots[place].number - 1)
            if slots[place].hash == hash, values[index] == value { return UInt32(index) }
            place = (place + 1) & (slots.count - 1)
        }
        values.append(value)
        slots[place] = Slot(number: UInt32(values.count), hash: hash)
        return UInt32(values.count - 1)
    }

    private static func hash(of value: Value) -> UInt32 { UInt32(truncatingIfNeeded: value.hashValue) }

    private mutating func grow() {
        let old = slots
        slots = ContiguousArray(repeating: Slot(), count: slots.count * 2)
        for slot in old where slot.number != 0 { add(slot) }
    }

    /// Puts a value that is in no slot into a free one.
    private mutating func add(_ slot: Slot) {
        var place = Int(slot.hash) & (slots.count - 1)
        while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
    }
}

/// Which id of one table means the same value as an id of another: how texts are compared without regard to the order
/// in which their styles were interned. O(1) a pair after the first of its kind.
struct InternCorrespondence<Value: Hashable & Sendable> {
    private let left: InternTable<Value>
    private let right: InternTable<Value>
    /// For each id of `left` the one that it corresponds to, once that is known.
    private var known: ContiguousArray<UInt32?>

    init(_ left: InternTable<Value>, _ right: InternTable<Value>) {
        self.left = left
        self.right = right
        known = ContiguousArray(repeating: nil, count: left.values.count)
    }

    mutating func matches(_ leftID: UInt32, _ rightID: UInt32) -> Bool {
        // A table holds no value twice, so there is one partner at most.
        if let partner = known[Int(leftID)] { return partner == rightID }
        guard left.values[Int(leftID)] == right.values[Int(rightID)] else { return false }
        known[Int(leftID)] = rightID
        return true
    }
}
