/// The visual order of the items of a line (UAX #9 L2).
///
///     BidiOrder.visual([0, 1, 1, 0]) == [0, 2, 1, 3]
public enum BidiOrder {
    /// For each place from left to right the index of the item there. `levels` are the items' levels in logical order,
    /// after L1. O(items x distinct levels).
    public static func visual(_ levels: [UInt8]) -> [Int] {
        var order = [Int](0..<levels.count)
        levels.withUnsafeBufferPointer { levels in
            order.withUnsafeMutableBufferPointer { visual(levels, into: $0) }
        }
        return order
    }

    /// The same into memory of the caller's.
    /// - Precondition: `order.count >= levels.count`.
    public static func visual(_ levels: UnsafeBufferPointer<UInt8>, into order: UnsafeMutableBufferPointer<Int>) {
        precondition(order.count >= levels.count, "a place for each item")
        var highest: UInt8 = 0
        var lowestOdd: UInt8 = .max
        for index in 0..<levels.count {
            order[index] = index
            highest = max(highest, levels[index])
            if levels[index] & 1 != 0 { lowestOdd = min(lowestOdd, levels[index]) }
        }
        guard lowestOdd <= highest else { return }
        for level in stride(from: highest, through: lowestOdd, by: -1) {
            // Runs at or above `level` are contiguous in `order`: what was reversed before lies inside them.
            var start = 0
            while start < levels.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < levels.count, levels[order[end]] >= level { end += 1 }
                reverse(order, start..<end)
                start = end
            }
        }
    }

    private static func reverse(_ order: UnsafeMutableBufferPointer<Int>, _ range: Range<Int>) {
        var low = range.lowerBound
        var high = range.upperBound - 1
        while low < high {
            order.swapAt(low, high)
            low += 1
            high -= 1
        }
    }
}
