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
        try write(to: path, direct: { write(bytes, to: $0) }) { descriptor throws(RenderError) in
            write(bytes, to: descriptor)
        }
    }

    /// Lets `body` write a new file beside `path`, which can also be read, and renames it there; for what is no regular
    /// file calls `direct`. Both answer whether everything was written.
    static func write(
        to path: String, direct: (Int32) throws(RenderError) -> Bool, _ body: (Int32) throws(RenderError) -> Bool
    ) throws(RenderError) {
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
                guard try direct(descriptor) else { throw failure(path) }
                return
            }
        }
        let temporary = target + ".\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        // The mode of the file that is replaced stays.
        if status.st_mode & S_IFMT == S_IFREG { fchmod(descriptor, status.st_mode & 0o7777) }
        let isWritten: Bool
        do throws(RenderError) {
            isWritten = try body(descriptor)
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
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
        let failure = ContiguousArray(bytes).withUnsafeBytes { OpenFile(descriptor).write($0) }
        errno = failure
        return failure == 0
    }
}
