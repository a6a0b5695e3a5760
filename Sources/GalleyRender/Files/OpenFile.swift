#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is open for writing already: a file, a pipe, a terminal, by its descriptor.
package struct OpenFile {
    package let descriptor: Int32

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all of it. Where others have made a pipe or terminal non-blocking, waits until it takes more.
    ///
    /// - Returns: the system's number of what went wrong; 0 where nothing did.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let base = bytes.baseAddress else { return 0 }
        var offset = 0
        while offset < bytes.count {
            let count = OpenFile.systemWrite(descriptor, base + offset, bytes.count - offset)
            if count > 0 {
                offset += count
                continue
            }
            guard count < 0 else { return ENOSPC }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK:
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&wait, 1, -1) >= 0 || errno == EINTR else { return errno }
            default: return errno
            }
        }
        return 0
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #else
            Darwin.write(descriptor, bytes, count)
        #endif
    }
}
