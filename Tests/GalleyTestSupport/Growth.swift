import Foundation

/// How the cost of work grows with its size, told from the processor time of this thread: a busy or slow machine changes
/// both measurements, not their ratio.
public struct Growth {
    /// Seconds of this thread.
    public static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How many times the work at eight times the size costs that at `size`: 8 when it is linear, 64 when it is quadratic.
    /// The least of three measurements counts for each.
    public static func atEightTimes(_ size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        func cost(_ size: Int) throws -> Double {
            var least = Double.infinity
            for _ in 0..<3 {
                let start = threadTime()
                try work(size)
                least = min(least, threadTime() - start)
            }
            return least
        }
        // Whatever is made once is made before.
        try work(size)
        let small = try cost(size)
        return try cost(8 * size) / max(small, 1e-6)
    }

    /// Between linear, caches that overflow included, and quadratic.
    public static let linear = 32.0
}
