/// Where the bytes of attachments come from. Implementations must be safe to call from any task, several at once.
///
/// The default loaders are in GalleyLoading: `.files(below:)` reads `file:` URLs below a folder and `data:` URLs; HTTP
/// is opt-in. A loader never retries and honours cancellation by throwing.
public protocol AttachmentLoader: Sendable {
    /// Loads one resource. Equal URLs are asked for once by the layout manager.
    func load(_ url: String) async throws -> LoadedAttachment
}

/// The bytes of an attachment and what their header says.
public struct LoadedAttachment: Sendable, Hashable {
    public enum Format: UInt8, Sendable, Hashable { case png, jpeg, webp, gif, svg, unknown }
    public var bytes: [UInt8]
    public var format: Format
    /// What the header says in CSS px (image pixels, orientation applied); none when it says nothing.
    public var naturalDimensions: NaturalDimensions

    /// The natural size; `nil` where the picture has none.
    public var naturalSize: Size? { naturalDimensions.size }

    public init(bytes: [UInt8], format: Format, naturalDimensions: NaturalDimensions) {
        self.bytes = bytes
        self.format = format
        self.naturalDimensions = naturalDimensions
    }

    public init(bytes: [UInt8], format: Format, naturalSize: Size?) {
        self.init(bytes: bytes, format: format, naturalDimensions: naturalSize.map { NaturalDimensions($0) } ?? .none)
    }
}

/// Why an attachment could not be had.
public enum AttachmentLoadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The loader does not serve such URLs: another scheme, no regular file.
    case notAllowed(url: String)
    /// A file outside the folder that the loader may read.
    case outsideFolder(url: String)
    case notFound(url: String)
    case tooLarge(url: String, limit: Int)
    case unsupportedFormat(url: String)
    case timedOut(url: String)
    case failed(url: String, reason: String)

    public var description: String {
        switch self {
        case .notAllowed(let url): "not loaded, as the loader does not serve it: \(url)"
        case .outsideFolder(let url): "not loaded, as it is outside of the document's folder: \(url)"
        case .notFound(let url): "not found: \(url)"
        case .tooLarge(let url, let limit): "larger than \(limit) bytes: \(url)"
        case .unsupportedFormat(let url): "of no image format that can be shown: \(url)"
        case .timedOut(let url): "timed out: \(url)"
        case .failed(let url, let reason): "\(reason): \(url)"
        }
    }
}
