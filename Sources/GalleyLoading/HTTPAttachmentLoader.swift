import Foundation
import GalleyText

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Serves `http:` and `https:` URLs through URLSession. Nothing uses it unless it is given.
///
/// A request that takes longer than `timeout`, answers with more than `maximumBytes` or is redirected to another
/// scheme fails; cancelling the task cancels the request.
public struct HTTPAttachmentLoader: AttachmentLoader {
    public let maximumBytes: Int
    /// Until the last byte, in seconds.
    public let timeout: Double
    private let transfers: HTTPTransfers

    public init(maximumBytes: Int = LoadingLimits.maximumBytes, timeout: Double = LoadingLimits.timeout) {
        self.init(maximumBytes: maximumBytes, timeout: timeout) { seconds in
            // A duration has its limits, too.
            try await Task.sleep(for: .seconds(min(1e9, max(0, seconds))))
        }
    }

    /// With a timer of the caller's.
    package init(
        maximumBytes: Int = LoadingLimits.maximumBytes, timeout: Double,
        sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void
    ) {
        self.maximumBytes = maximumBytes
        self.timeout = timeout
        transfers = HTTPTransfers(maximumBytes: maximumBytes, timeout: timeout, sleep: sleep)
    }

    public func load(_ url: String) async throws -> LoadedAttachment {
        guard let scheme = scheme(of: url), scheme == "http" || scheme == "https" else {
            throw AttachmentLoadError.notAllowed(url: abbreviated(url))
        }
        guard let target = URL(string: url), target.host != nil else {
            throw AttachmentLoadError.failed(url: abbreviated(url), reason: "not a URL")
        }
        var request = URLRequest(url: target, timeoutInterval: timeout)
        request.setValue("image/*,*/*;q=0.5", forHTTPHeaderField: "Accept")
        return LoadedAttachment(bytes: try await transfers.bytes(of: request, named: abbreviated(url)))
    }
}
