import GalleyText

/// Asks several loaders in order; the first one that serves a URL answers for it.
///
///     CompositeLoader([FileAttachmentLoader(folder: folder), HTTPAttachmentLoader()])   // --allow-network
///
/// A loader that does not serve a URL says so with `AttachmentLoadError.notAllowed`; any other error ends the search.
public struct CompositeLoader: AttachmentLoader {
    public var loaders: [any AttachmentLoader]

    public init(_ loaders: [any AttachmentLoader]) {
        self.loaders = loaders
    }

    public func load(_ url: String) async throws -> LoadedAttachment {
        for loader in loaders {
            do {
                return try await loader.load(url)
            } catch AttachmentLoadError.notAllowed {
                continue
            }
        }
        throw AttachmentLoadError.notAllowed(url: abbreviated(url))
    }
}
