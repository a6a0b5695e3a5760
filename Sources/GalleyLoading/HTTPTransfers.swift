import Foundation
import GalleyText
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests of one HTTP loader that are under way: collects their bytes, counts them against the limit and answers
/// each once.
final class HTTPTransfers: Sendable {
    private let session: URLSession
    private let delegate: Delegate
    private let timeout: Double
    private let sleep: Sleep

    /// Waits for a number of seconds.
    typealias Sleep = @Sendable (Double) async throws -> Void

    init(maximumBytes: Int, timeout: Double, sleep: @escaping Sleep) {
        self.timeout = timeout
        self.sleep = sleep
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        delegate = Delegate(maximumBytes: maximumBytes)
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// The answer's bytes, if they are all there in time. URLSession measures the pauses between bytes, and on Linux
    /// coarsely: the time of the whole is measured here.
    func bytes(of request: URLRequest, named name: String) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { try await self.transfer(request, name) }
            group.addTask {
                try await self.sleep(self.timeout)
                throw AttachmentLoadError.timedOut(url: name)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    private func transfer(_ request: URLRequest, _ name: String) async throws -> [UInt8] {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.start(task.taskIdentifier, Transfer(name: name, continuation: continuation))
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    private struct Transfer {
        var name: String
        var continuation: CheckedContinuation<[UInt8], any Error>
        var bytes: [UInt8] = []
        var redirections = 0
        /// Set when we ended the request ourselves.
        var failure: AttachmentLoadError?
    }

    /// URLSession calls it on a queue of its own; all state is behind the lock.
    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        let maximumBytes: Int
        private let transfers = Mutex<[Int: Transfer]>([:])

        init(maximumBytes: Int) {
            self.maximumBytes = maximumBytes
        }

        func start(_ id: Int, _ transfer: Transfer) {
            transfers.withLock { $0[id] = transfer }
        }

        private func fail(_ id: Int, _ failure: (String) -> AttachmentLoadError) {
            transfers.withLock { transfers in
                guard let name = transfers[id]?.name else { return }
                transfers[id]?.failure = failure(name)
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            let scheme = request.url?.scheme?.lowercased()
            let count = transfers.withLock { transfers -> Int in
                transfers[task.taskIdentifier]?.redirections += 1
                return transfers[task.taskIdentifier]?.redirections ?? 0
            }
            guard scheme == "http" || scheme == "https", count <= LoadingLimits.maximumRedirections else {
                fail(task.taskIdentifier) { .notAllowed(url: $0) }
                completionHandler(nil)
                task.cancel()
                return
            }
            completionHandler(request)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
                fail(dataTask.taskIdentifier) {
                    status == 404 || status == 410
                        ? .notFound(url: $0) : .failed(url: $0, reason: "the server answered \(status)")
                }
                completionHandler(.cancel)
            } else if response.expectedContentLength > Int64(maximumBytes) {
                fail(dataTask.taskIdentifier) { .tooLarge(url: $0, limit: maximumBytes) }
                completionHandler(.cancel)
            } else {
                completionHandler(.allow)
            }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let isTooLarge = transfers.withLock { transfers -> Bool in
                let id = dataTask.taskIdentifier
                // No copy of the transfer is held here: it would make each append copy the bytes so far.
                guard let count = transfers[id]?.bytes.count, transfers[id]?.failure == nil else { return false }
                guard count + data.count <= maximumBytes else { return true }
                transfers[id]?.bytes.append(contentsOf: data)
                return false
            }
            if isTooLarge {
                fail(dataTask.taskIdentifier) { .tooLarge(url: $0, limit: maximumBytes) }
                dataTask.cancel()
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let ended = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            guard let ended else { return }
            if let failure = ended.failure {
                ended.continuation.resume(throwing: failure)
            } else if let error {
                let code = (error as? URLError)?.code
                ended.continuation.resume(
                    throwing: code == .cancelled
                        ? CancellationError()
                        : code == .timedOut
                            ? AttachmentLoadError.timedOut(url: ended.name)
                            : AttachmentLoadError.failed(url: ended.name, reason: error.localizedDescription))
            } else {
                ended.continuation.resume(returning: ended.bytes)
            }
        }
    }
}
