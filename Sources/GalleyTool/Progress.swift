import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A bar on standard error: only on a terminal, and only when the work takes more than a moment.
final class Progress: Sendable {
    private struct State {
        var done = 0
        var isShown = false
    }

    private let state = Mutex(State())
    private let total: Int
    private let start = ContinuousClock.now
    private let isEnabled: Bool

    init(total: Int, quiet: Bool) {
        self.total = total
        isEnabled = !quiet && total > 1 && isatty(STDERR_FILENO) == 1
    }

    /// One piece of work is done.
    func advance() {
        guard isEnabled else { return }
        state.withLock { state in
            state.done += 1
            guard ContinuousClock.now - start > .milliseconds(500) else { return }
            state.isShown = true
            let width = 30
            let filled = width * state.done / max(1, total)
            let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
            Report.write(Array("\r[\(bar)] \(state.done)/\(total)".utf8))
        }
    }

    /// Takes the bar away.
    func finish() {
        state.withLock { state in
            guard state.isShown else { return }
            state.isShown = false
            Report.write(Array("\r\u{1B}[K".utf8))
        }
    }
}
