import GalleyText

/// Serves `data:` URLs, whose bytes the document carries itself.
public struct DataURLLoader: AttachmentLoader, Hashable {
    public var maximumBytes: Int

    public init(maximumBytes: Int = LoadingLimits.maximumBytes) {
        self.maximumBytes = maximumBytes
    }

    public func load(_ url: String) async throws -> LoadedAttachment {
        try Task.checkCancellation()
        return try loadNow(url)
    }

    /// As `load`, on the caller's thread.
    public func loadNow(_ url: String) throws -> LoadedAttachment {
        let shown = abbreviated(url)
        do {
            return LoadedAttachment(bytes: try DataURL(url, maximumBytes: maximumBytes).bytes)
        } catch .notADataURL {
            throw AttachmentLoadError.notAllowed(url: shown)
        } catch .tooLarge {
            throw AttachmentLoadError.tooLarge(url: shown, limit: maximumBytes)
        } catch {
            throw AttachmentLoadError.failed(url: shown, reason: "a damaged data URL")
        }
    }
}

extension AttachmentLoader where Self == DataURLLoader {
    /// Only what the document carries itself: `data:` URLs.
    public static var dataURLs: DataURLLoader { DataURLLoader() }
}

/// A URL short enough for a message.
func abbreviated(_ url: String) -> String {
    url.utf8.count <= 200 ? url : String(url.prefix(120)) + "…"
}
