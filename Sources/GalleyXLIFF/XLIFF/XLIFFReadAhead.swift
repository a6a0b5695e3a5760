import Dispatch
import Foundation
import Synchronization

/// Reads a document on a thread of its own, a few files ahead of whoever takes them: on two processors, reading and what is
/// done with the files take the time of the longer of the two.
///
///     let reader = XLIFFReadAhead(path: "de.xliff")
///     while let file = try reader.next() { exporter.add(file) }
///
/// Gives what ``XLIFFReader`` gives, in the same order; memory is bounded by ``XLIFFLimits/filesAhead`` of the largest
/// files and two more. Reading stops when the value goes away. Not thread-safe.
public final class XLIFFReadAhead {
    private let channel: Channel
    /// How the document ended, once it did.
    private var ending: Ending?

    /// Begins to read the file at `path`, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - path: the file's path. That it cannot be opened is told by the first ``next()``.
    ///   - isRecovering: as for ``XLIFFReader``.
    public init(path: String, isRecovering: Bool = false) {
        let channel = Channel(capacity: XLIFFLimits.filesAhead)
        self.channel = channel
        Thread.detachNewThread { channel.fill(path: path, isRecovering: isRecovering) }
    }

    deinit { channel.cancel() }

    /// What reading brought up; all of it once the document has ended.
    public var findings: [Finding] { ending?.findings ?? [] }

    /// The next `file` element, or `nil` at the end of the document.
    ///
    /// - Throws: the fault of the document, with its place. What was read before it is good.
    public func next() throws(XLIFFError) -> XLIFFFile? {
        guard ending == nil else { return nil }
        switch channel.take() {
        case .file(let file): return file
        case .end(let ending):
            self.ending = ending
            if let error = ending.error { throw error }
            return nil
        }
    }

    /// The end of a document.
    private struct Ending: Sendable {
        var findings: [Finding] = []
        var error: XLIFFError?
    }

    private enum Item: Sendable {
        case file(XLIFFFile)
        /// Comes once, and last.
        case end(Ending)
    }

    /// What one thread puts in and another takes out, in order, at most so many at a time.
    private final class Channel: Sendable {
        private struct State {
            var items: [Item] = []
            var isCancelled = false
        }

        private let state = Mutex(State())
        /// How many items there are.
        private let filled = DispatchSemaphore(value: 0)
        /// How many more there may be.
        private let free = DispatchSemaphore(value: 0)

        init(capacity: Int) {
            // Not its initial value: a semaphore must not end below that.
            for _ in 0..<capacity { free.signal() }
        }

        /// Reads the document to its end, or until nobody wants more.
        func fill(path: String, isRecovering: Bool) {
            var ending = Ending()
            do throws(XLIFFError) {
                let reader = try XLIFFReader(path: path, isRecovering: isRecovering)
                defer { ending.findings = reader.findings }
                while let file = try reader.next() { guard put(.file(file)) else { return } }
            } catch {
                ending.error = error
            }
            _ = put(.end(ending))
        }

        /// Waits for room. Says no when the item is not wanted any more.
        private func put(_ item: Item) -> Bool {
            free.wait()
            let isWanted = state.withLock { state in
                if !state.isCancelled { state.items.append(item) }
                return !state.isCancelled
            }
            filled.signal()
            return isWanted
        }

        /// Waits for an item.
        func take() -> Item {
            filled.wait()
            let item = state.withLock { $0.items.removeFirst() }
            free.signal()
            return item
        }

        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                state.items = []
            }
            free.signal()
        }
    }
}
