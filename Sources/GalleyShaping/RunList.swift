/// Runs of a paragraph, in order. Where there is one, as in most paragraphs, it takes no memory of its own.
public struct RunList<Run: Sendable>: RandomAccessCollection, Sendable {
    /// The only one, where `several` is empty.
    @usableFromInline var only: Run?
    @usableFromInline var several: ContiguousArray<Run> = []

    init() {}

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { several.isEmpty ? (only == nil ? 0 : 1) : several.count }

    @inlinable public subscript(index: Int) -> Run {
        if several.isEmpty, index == 0, let only { return only }
        return several[index]
    }

    mutating func append(_ run: Run) {
        if several.isEmpty {
            guard let first = only else {
                only = run
                return
            }
            several.append(first)
        }
        several.append(run)
    }

    mutating func replaceLast(with run: Run) {
        if several.isEmpty { only = run } else { several[several.count - 1] = run }
    }

    /// Makes room for as many.
    mutating func reserveCapacity(_ count: Int) {
        if count > 1 { several.reserveCapacity(count) }
    }

    /// Gives back memory for more.
    mutating func trim() {
        guard several.capacity > several.count, !several.isEmpty else { return }
        var exact: ContiguousArray<Run> = []
        exact.reserveCapacity(several.count)
        exact.append(contentsOf: several)
        several = exact
    }

    /// Lets `body` read them in a loop.
    @inlinable
    public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Run>) -> Result) -> Result {
        guard several.isEmpty, let only else { return several.withUnsafeBufferPointer(body) }
        return withUnsafePointer(to: only) { body(UnsafeBufferPointer(start: $0, count: 1)) }
    }
}
