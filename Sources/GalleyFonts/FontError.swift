/// Why a font could not be used. Every case names the file (or `<memory>`), so that the message can be shown as it is.
public enum FontError: Error, Hashable, Sendable {
    /// The file cannot be opened or read; `reason` is the system's text for the error.
    case unreadable(path: String, reason: String)
    /// The file is larger than ``FontLimits/maximumFileBytes``.
    case tooLarge(path: String, bytes: Int)
    /// The bytes are no TrueType or OpenType font (or collection of them).
    case notAFont(path: String)
    /// A font in a container (`WOFF`, `WOFF2`) that cannot be unpacked.
    case unsupportedFormat(path: String, format: String)
    /// The collection has fewer faces than the index asks for.
    case noSuchFace(path: String, index: Int, count: Int)
    /// A required table is absent or unusable; `detail` says which and how.
    case damaged(path: String, detail: String)
    /// The fonts of the system cannot be listed.
    case noSystemFonts(reason: String)
}

extension FontError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .tooLarge(let path, let bytes): "\(path): \(bytes) bytes are too many for a font"
        case .notAFont(let path): "\(path): not a TrueType or OpenType font"
        case .unsupportedFormat(let path, let format): "\(path): a \(format) font that cannot be unpacked"
        case .noSuchFace(let path, let index, let count): "\(path): no face \(index), the file has \(count)"
        case .damaged(let path, let detail): "\(path): damaged font: \(detail)"
        case .noSystemFonts(let reason): "the system's fonts cannot be listed: \(reason)"
        }
    }
}
