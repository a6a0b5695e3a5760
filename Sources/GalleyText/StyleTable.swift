/// The id of an interned text style in one text's `StyleTable`.
public struct TextStyleID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// The id of an interned paragraph style.
public struct ParagraphStyleID: Hashable, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable public var index: Int { Int(rawValue) }
}

/// Values kept once each and named by their index. Interning hashes the value: O(1) a call, so a builder remembers
/// the id and does not ask again for each run.
struct InternTable<Value: Hashable & Sendable>: Sendable {
    private(set) var values: ContiguousArray<Value> = []
    private var indices: [Value: UInt32] = [:]

    mutating func intern(_ value: Value) -> UInt32 {
        if let last = values.last, last == value { return UInt32(values.count - 1) }
        if let index = indices[value] { return index }
        let index = UInt32(values.count)
        values.append(value)
        indices[value] = index
        return index
    }
}
