import GalleyText
import Synchronization

/// A loader that answers only when a test says so. Nothing in it sleeps.
final class GatedLoader: AttachmentLoader {
    private struct State {
        var loads: [String] = []
        var waiting: [String: [CheckedContinuation<LoadedAttachment, any Error>]] = [:]
        var answers: [String: Result<LoadedAttachment, any Error>] = [:]
        var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())
    /// Whether a cancelled load throws at once, as good loaders do; otherwise it answers late all the same.
    let honoursCancellation: Bool

    init(honoursCancellation: Bool = true) {
        self.honoursCancellation = honoursCancellation
    }

    /// The URLs asked for, in order.
    var loads: [String] { state.withLock { $0.loads } }

    func load(_ url: String) async throws -> LoadedAttachment {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (answer, observers) = state.withLock { state in
                    state.loads.append(url)
                    let ready = state.observers.filter { $0.count <= state.loads.count }
                    state.observers.removeAll { $0.count <= state.loads.count }
                    let answer = state.answers[url]
                    if answer == nil { state.waiting[url, default: []].append(continuation) }
                    return (answer, ready)
                }
                for observer in observers { observer.continuation.resume() }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            if honoursCancellation { release(url, .failure(CancellationError())) }
        }
    }

    /// Lets a URL's loads, made or to come, answer with an image of this size.
    func release(_ url: String, width: Double, height: Double) {
        release(
            url,
            .success(
                LoadedAttachment(bytes: [1], format: .png, naturalSize: Size(width: width, height: height))))
    }

    func fail(_ url: String) { release(url, .failure(AttachmentLoadError.notFound(url: url))) }

    private func release(_ url: String, _ answer: Result<LoadedAttachment, any Error>) {
        let waiting = state.withLock { state in
            state.answers[url] = answer
            return state.waiting.removeValue(forKey: url) ?? []
        }
        for continuation in waiting { continuation.resume(with: answer) }
    }

    /// Waits until so many loads were asked for.
    func waitForLoads(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.loads.count >= count { return true }
                state.observers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
