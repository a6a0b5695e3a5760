#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes files whole or not at all.
public enum AtomicFile {
    /// Puts the bytes into a new file beside `path` and renames it there, so that nobody ever sees half a file. What is
    /// no regular file (a pipe, a terminal) is written to as it is. A symbolic link is followed.
    public static func write(_ bytes: some Collection<UInt8>, to path: String) throws(RenderError) {
        let target = resolved(path)
        var status = stat()
        if stat(target, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw .cannotWrite(path: path, reason: "it is a folder")
            default:
                let descriptor = open(target, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw failure(path) }
                defer { close(descriptor) }
                guard write(bytes, to: descriptor) else { throw failure(path) }
                return
            }
        }
        let temporary = target + ".\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        // The mode of the file that is replaced stays.
        if status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, status.st_mode & 0o7777) }
        let isWritten = write(bytes, to: descriptor)
        let writeError = errno
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed, rename(temporary, target) == 0 else {
            let reason = String(cString: strerror(isWritten ? errno : writeError))
            unlink(temporary)
            throw .cannotWrite(path: path, reason: reason)
        }
    }

    /// What a symbolic link leads to; the path itself for everything else.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func failure(_ path: String) -> RenderError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }

    private static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
        let whole = ContiguousArray(bytes)
        return whole.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                #else
                    let count = Darwin.write(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                offset += count
            }
            return true
        }
    }
}
