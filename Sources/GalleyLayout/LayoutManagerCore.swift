import GalleyFonts
import GalleyText
import Synchronization

/// The state of a layout manager, behind one lock. Loads hold it, not the manager, so that either may outlive the other.
final class LayoutManagerCore: Sendable {
    private let loader: (any AttachmentLoader)?
    private let followsStorage: Bool
    private let continuation: AsyncStream<LayoutChange>.Continuation
    private let state: Mutex<State>

    private struct State {
        var layout: DocumentLayout
        var work: LayoutWork
        var containerHeight = Double.infinity
        /// The attachments of each URL.
        var attachments: [String: [AttachmentID]] = [:]
        /// URLs that wait for their turn, first come, first served.
        var queue: [String] = []
        /// Loads under way. A load that is not here any more is cancelled: what it brings is dropped.
        var active: [String: Load] = [:]
        var nextLoad = 0
        /// What arrived and is not laid out.
        var arrived: [(url: String, result: Result<LoadedAttachment, any Error>)] = []
        var isFlushing = false
        var loaded: [String: LoadedAttachment] = [:]
        /// URLs that were asked for, successful or not: none is asked for twice.
        var known: Set<String> = []
        var diagnostics: [Diagnostic] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isFinished = false

        var isIdle: Bool { queue.isEmpty && active.isEmpty && arrived.isEmpty && !isFlushing }
    }

    private struct Load {
        var number: Int
        var task: Task<Void, Never>
    }

    init(
        _ layout: DocumentLayout, loader: (any AttachmentLoader)?, followsStorage: Bool,
        _ continuation: AsyncStream<LayoutChange>.Continuation
    ) {
        self.loader = loader
        self.followsStorage = followsStorage
        self.continuation = continuation
        state = Mutex(State(layout: layout, work: layout.work))
    }

    var layout: DocumentLayout { state.withLock { $0.layout } }
    var work: LayoutWork { state.withLock { $0.work } }
    var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }
    var overflowsContainer: Bool { state.withLock { $0.layout.size.height > $0.containerHeight } }

    func setContainerHeight(_ height: Double) { state.withLock { $0.containerHeight = height } }

    func loaded(_ id: AttachmentID) -> LoadedAttachment? {
        state.withLock { state in
            guard state.layout.text.attachments.indices.contains(id.index),
                let source = state.layout.text.attachments[id.index].source
            else { return nil }
            return state.loaded[source]
        }
    }

    // MARK: Loading

    /// Queues every URL that was not asked for yet, and starts as many loads as may run at once.
    func startLoading() {
        state.withLock { state in
            if loader != nil { queueNewAttachments(&state) }
            startLoads(&state)
            settle(&state)
        }
    }

    private func queueNewAttachments(_ state: inout State) {
        state.attachments.removeAll()
        for (index, attachment) in state.layout.text.attachments.enumerated() {
            guard let source = attachment.source else { continue }
            state.attachments[source, default: []].append(AttachmentID(index))
            if state.known.insert(source).inserted { state.queue.append(source) }
        }
    }

    private func startLoads(_ state: inout State) {
        guard let loader else { return }
        while state.active.count < LayoutLimits.maximumConcurrentLoads, !state.queue.isEmpty {
            let url = state.queue.removeFirst()
            let number = state.nextLoad
            state.nextLoad += 1
            state.work.loads += 1
            let task = Task { [self] in
                let result: Result<LoadedAttachment, any Error>
                do {
                    result = .success(try await loader.load(url))
                } catch {
                    result = .failure(error)
                }
                arrive(url, number, result)
            }
            state.active[url] = Load(number: number, task: task)
        }
    }

    /// Takes in what a load brought, unless it was cancelled; starts the next one, and a batch if none is being laid out.
    private func arrive(_ url: String, _ number: Int, _ result: Result<LoadedAttachment, any Error>) {
        let startsBatch = state.withLock { state -> Bool in
            guard state.active[url]?.number == number else { return false }
            state.active[url] = nil
            state.arrived.append((url, result))
            startLoads(&state)
            defer { state.isFlushing = true }
            return !state.isFlushing
        }
        // A task of its own: what arrives until it runs belongs to its batch.
        if startsBatch { Task { self.flush() } }
    }

    /// Lays out everything that has arrived, batch by batch, until nothing is left.
    private func flush() {
        while state.withLock({ layOutBatch(&$0) }) {}
    }

    /// Lays out what has arrived as one batch and reports it; `false` when there was nothing.
    private func layOutBatch(_ state: inout State) -> Bool {
        guard !state.arrived.isEmpty else {
            state.isFlushing = false
            settle(&state)
            return false
        }
        let batch = state.arrived
        state.arrived = []
        var states: [AttachmentID: AttachmentState] = [:]
        for (url, result) in batch {
            let new: AttachmentState
            switch result {
            case .success(let loaded):
                state.loaded[url] = loaded
                new = .loaded(loaded.naturalDimensions)
            case .failure(let error):
                state.diagnostics.append(
                    Diagnostic(.warning, code: "missing-image", LayoutManagerCore.message(error, url)))
                new = .failed
            }
            for id in state.attachments[url] ?? [] { states[id] = new }
        }
        let change = state.layout.update(states)
        state.work = state.work + change.work
        continuation.yield(change)
        return true
    }

    private static func message(_ error: any Error, _ url: String) -> String {
        let shown = url.utf8.count > 200 ? url.prefix(120) + "…" : Substring(url)
        return error is AttachmentLoadError ? "\(error)" : "not loaded: \(shown): \(error)"
    }

    /// Wakes those who wait, and ends the stream, when nothing is under way.
    private func settle(_ state: inout State) {
        guard state.isIdle else { return }
        for waiter in state.waiters { waiter.resume() }
        state.waiters.removeAll()
        if !followsStorage { end(&state) }
    }

    private func end(_ state: inout State) {
        guard !state.isFinished else { return }
        state.isFinished = true
        continuation.finish()
    }

    func cancelLoading() {
        let tasks = state.withLock { state -> [Task<Void, Never>] in
            let tasks = state.active.values.map(\.task)
            state.queue.removeAll()
            state.active.removeAll()
            state.arrived.removeAll()
            settle(&state)
            return tasks
        }
        // Outside the lock: a task's cancellation handlers run in this call.
        tasks.forEach { $0.cancel() }
    }

    func cancelLoading(of attachment: AttachmentID) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.layout.text.attachments.indices.contains(attachment.index),
                let url = state.layout.text.attachments[attachment.index].source
            else { return nil }
            state.queue.removeAll { $0 == url }
            state.arrived.removeAll { $0.url == url }
            let task = state.active.removeValue(forKey: url)?.task
            startLoads(&state)
            settle(&state)
            return task
        }
        task?.cancel()
    }

    func finish() {
        cancelLoading()
        state.withLock { end(&$0) }
    }

    func waitUntilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state -> Bool in
                if state.isIdle { return true }
                state.waiters.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: Edits and widths

    func setWidth(_ width: Double) {
        state.withLock { state in
            let old = state.layout
            guard width != old.width else { return }
            state.layout = old.relayout(width: width)
            var change = LayoutChange(attachments: [], height: old.size.height)
            change.newHeight = state.layout.size.height
            change.work = state.layout.work
            change.rects = [
                Rect(
                    x: 0, y: 0, width: max(old.size.width, state.layout.size.width),
                    height: max(change.oldHeight, change.newHeight))
            ]
            state.work = state.work + change.work
            continuation.yield(change)
        }
    }

    /// The storage was edited: only touched paragraphs are shaped.
    func textChanged(_ text: AttributedText, _ edits: [TextEdit]) {
        state.withLock { state in
            let old = state.layout
            state.layout = old.updated(to: text, edits: edits)
            let change = state.layout.change(from: old, edits: edits)
            state.work = state.work + change.work
            continuation.yield(change)
            if loader != nil { queueNewAttachments(&state) }
            startLoads(&state)
        }
    }
}
