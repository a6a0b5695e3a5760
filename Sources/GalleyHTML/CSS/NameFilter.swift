/// A Bloom filter of names of types, classes and ids: which ancestors an element has, which a selector needs.
///
/// Two of 128 bits a name. `contains` may be wrong only in saying yes.
struct NameFilter: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    static let empty = NameFilter()

    @inline(__always) mutating func insert(_ name: UInt32) {
        let hash = name &* 0x9E37_79B1
        low |= 1 << UInt64(hash >> 26)
        high |= 1 << UInt64((hash >> 20) & 63)
    }

    /// Whether all names of `other` may be here.
    @inline(__always) func contains(_ other: NameFilter) -> Bool {
        other.low & ~low | other.high & ~high == 0
    }
}
