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
    /// Indices into `values` plus 1, 0 where nothing is; open addressing, a power of two long, at most half full.
    private var slots: ContiguousArray<UInt32> = []
    /// The low half of each value's hash; none while there is one value only.
    private var hashes: ContiguousArray<UInt32> = []

    init() {}

    mutating func intern(_ value: Value) -> UInt32 {
        // The one value of a small text's table is never hashed.
        if hashes.isEmpty {
            guard let only = values.first else {
                values.append(value)
                return 0
            }
            if only == value { return 0 }
            hashes.append(UInt32(truncatingIfNeeded: only.hashValue))
            grow()
        }
        let hash = UInt32(truncatingIfNeeded: value.hashValue)
        if values.count * 2 >= slots.count { grow() }
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot] - 1)
            if hashes[index] == hash, values[index] == value { return UInt32(index) }
            slot = (slot + 1) & (slots.count - 1)
        }
        values.append(value)
        hashes.append(hash)
        slots[slot] = UInt32(values.count)
        return UInt32(values.count - 1)
    }

    private mutating func grow() {
        slots = ContiguousArray(repeating: 0, count: max(8, slots.count * 2))
        for index in hashes.indices {
            var slot = Int(hashes[index]) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(index + 1)
        }
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
