/// Sums of prefixes under change: adding to one element and summing a prefix are O(log n).
///
/// Layout keeps in one how far each paragraph moved its successors, and in another how many lines each has: an image
/// that arrives changes one element, and nothing after it is touched.
package struct FenwickTree<Value: AdditiveArithmetic & Comparable & Sendable>: Sendable {
    /// `tree[i]` (1-based) is the sum of the `i & -i` elements that end at `i`.
    private var tree: ContiguousArray<Value>

    /// A tree of `count` zeros.
    package init(count: Int) {
        tree = ContiguousArray(repeating: .zero, count: count + 1)
    }

    /// A tree of the given elements. O(n).
    package init(_ elements: some Collection<Value>) {
        tree = [.zero]
        tree.reserveCapacity(elements.count + 1)
        tree.append(contentsOf: elements)
        for index in tree.indices.dropFirst() {
            let parent = index + (index & -index)
            if parent < tree.count { tree[parent] += tree[index] }
        }
    }

    package var count: Int { tree.count - 1 }

    /// Adds to one element. O(log n).
    package mutating func add(_ value: Value, at position: Int) {
        var index = position + 1
        while index < tree.count {
            tree[index] += value
            index += index & -index
        }
    }

    /// The sum of the elements before `end`. O(log n).
    package func sum(before end: Int) -> Value {
        var index = min(end, count)
        var sum = Value.zero
        while index > 0 {
            sum += tree[index]
            index -= index & -index
        }
        return sum
    }

    /// The sum of a range of elements. O(log n).
    package func sum(_ range: Range<Int>) -> Value { sum(before: range.upperBound) - sum(before: range.lowerBound) }

    package var total: Value { sum(before: count) }

    /// The element in which `target` falls when all are laid end to end, none being negative: the last position whose
    /// preceding sum is at most `target` and that is not empty, and that sum. O(log n).
    package func position(of target: Value) -> (position: Int, before: Value) {
        var position = 0
        var before = Value.zero
        var step = 1
        while step * 2 <= count { step *= 2 }
        while step > 0 {
            let next = position + step
            if next <= count, before + tree[next] <= target {
                position = next
                before += tree[next]
            }
            step /= 2
        }
        return (position, before)
    }
}
