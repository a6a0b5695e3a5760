/// Elements of a trivial type in memory that loops read and write as it stands: an array's test for uniqueness at each
/// change, and the calls that move large elements, cost more than what the total-fit breaker does with them.
///
/// Copies share the memory: it belongs to the one that was changed last. Indices are checked in debug builds only.
struct FlatList<Element> {
    private final class Memory {
        let base: UnsafeMutablePointer<Element>
        init(_ capacity: Int) { base = .allocate(capacity: capacity) }
        deinit { base.deallocate() }
    }
    private var memory: Memory
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private(set) var capacity: Int

    init(capacity: Int = 16) {
        memory = Memory(max(1, capacity))
        base = memory.base
        self.capacity = max(1, capacity)
    }

    var byteCount: Int { capacity * MemoryLayout<Element>.stride }
    var indices: Range<Int> { 0..<count }

    @inline(__always)
    subscript(index: Int) -> Element {
        _read {
            assert(index >= 0 && index < count)
            yield base[index]
        }
        _modify {
            assert(index >= 0 && index < count)
            yield &base[index]
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { reserve(count + 1) }
        (base + count).initialize(to: element)
        count &+= 1
    }

    mutating func removeAll() { count = 0 }

    /// Forgets all elements from an index on.
    @inline(__always)
    mutating func remove(from index: Int) {
        assert(index <= count)
        count = index
    }

    @inline(never)
    mutating func reserve(_ wanted: Int) {
        guard wanted > capacity else { return }
        let larger = Memory(max(wanted, 2 * capacity))
        larger.base.initialize(from: base, count: count)
        capacity = max(wanted, 2 * capacity)
        memory = larger
        base = larger.base
    }
}
