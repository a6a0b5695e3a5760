import Foundation
import GalleyText

/// Serves files below one folder, and `data:` URLs.
///
///     let loader = FileAttachmentLoader(folder: folder)
///     let image = try await loader.load("images/a.png")
///
/// A URL is a path relative to the folder or a `file:` URL. Symbolic links are resolved first: what really stands
/// outside the folder is not served, nor is what is not a regular file.
public struct FileAttachmentLoader: AttachmentLoader, Hashable {
    public var folder: URL
    public var maximumBytes: Int

    public init(folder: URL, maximumBytes: Int = LoadingLimits.maximumBytes) {
        self.folder = folder
        self.maximumBytes = maximumBytes
    }

    public func load(_ url: String) async throws -> LoadedAttachment {
        try Task.checkCancellation()
        return try loadNow(url)
    }

    /// As `load`, on the caller's thread: files and `data:` URLs need no waiting.
    public func loadNow(_ url: String) throws -> LoadedAttachment {
        if scheme(of: url) == "data" { return try DataURLLoader(maximumBytes: maximumBytes).loadNow(url) }
        return LoadedAttachment(bytes: try read(try path(of: url), url))
    }

    /// The real path of a URL, below the folder.
    private func path(of url: String) throws(AttachmentLoadError) -> String {
        guard let root = realPath(folder.path) else { throw .notFound(url: url) }
        var path = Substring(url).prefix { $0 != "?" && $0 != "#" }
        var isAbsolute = false
        if let scheme = scheme(of: url) {
            guard scheme == "file" else { throw .notAllowed(url: abbreviated(url)) }
            path = path.dropFirst(5)
            if path.hasPrefix("//") {
                let host = path.dropFirst(2).prefix { $0 != "/" }
                guard host.isEmpty || host.lowercased() == "localhost" else { throw .notAllowed(url: url) }
                path = path.dropFirst(2 + host.count)
            }
            isAbsolute = path.hasPrefix("/")
        } else if path.hasPrefix("//") {
            throw .notAllowed(url: url)
        }
        let decoded = PercentEncoding.decoded(path.utf8)
        guard !decoded.contains(0), !decoded.isEmpty else { throw .notFound(url: url) }
        let name = String(decoding: decoded, as: UTF8.self)
        // A relative reference that starts with a slash means the top of the folder, as on a web server.
        guard let real = realPath(isAbsolute ? name : root + "/" + name) else { throw .notFound(url: url) }
        guard real.hasPrefix(root == "/" ? root : root + "/") else { throw .outsideFolder(url: url) }
        return real
    }

    private func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func read(_ path: String, _ url: String) throws -> [UInt8] {
        // Without blocking, so that a named pipe cannot hold the task before it is seen to be none.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? AttachmentLoadError.notFound(url: url)
                : .failed(url: url, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw AttachmentLoadError.notAllowed(url: url)
        }
        guard status.st_size <= maximumBytes else {
            throw AttachmentLoadError.tooLarge(url: url, limit: maximumBytes)
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            try Task.checkCancellation()
            let count = bytes.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress?.advanced(by: filled), min($0.count - filled, 1 << 20))
            }
            guard count > 0 else { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}

extension AttachmentLoader where Self == FileAttachmentLoader {
    /// Files below a folder and `data:` URLs.
    public static func files(below folder: URL) -> FileAttachmentLoader { FileAttachmentLoader(folder: folder) }
}
