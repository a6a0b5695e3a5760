#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of one font file: read, mapped, copied from an array, or static. Immutable, shared by the faces in it.
///
/// `@unchecked Sendable`: `bytes` never changes after `init`, is never written through (mappings are read-only), and is
/// freed in `deinit` only, when no reference is left.
package final class FontData: @unchecked Sendable {
    /// The file's path, or `<memory>`.
    package let path: String
    package let bytes: UnsafeRawBufferPointer

    private enum Storage {
        case allocated
        case mapped
        case permanent
    }

    private let storage: Storage

    /// Opens a file.
    package init(path: String) throws(FontError) {
        self.path = path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemError()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: systemError()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "not a regular file") }
        let count = Int(status.st_size)
        guard count <= FontLimits.maximumFileBytes else { throw .tooLarge(path: path, bytes: count) }
        guard count > 0 else { throw .notAFont(path: path) }

        if count > FontLimits.maximumReadBytes {
            guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
                throw .unreadable(path: path, reason: systemError())
            }
            bytes = UnsafeRawBufferPointer(start: address, count: count)
            storage = .mapped
            return
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        var filled = 0
        while filled < count {
            let got = read(descriptor, memory.baseAddress! + filled, count - filled)
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { break }
            filled += got
        }
        guard filled == count else {
            memory.deallocate()
            throw .unreadable(path: path, reason: "the file became shorter while it was read")
        }
        bytes = UnsafeRawBufferPointer(memory)
        storage = .allocated
    }

    /// Copies bytes.
    package init(copying source: some Collection<UInt8>, path: String = "<memory>") {
        self.path = path
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(source.count, 1), alignment: 16)
        memory.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<source.count])
        storage = .allocated
    }

    /// Refers to bytes that live as long as the process.
    package init(permanent bytes: UnsafeRawBufferPointer, path: String) {
        self.path = path
        self.bytes = bytes
        storage = .permanent
    }

    deinit {
        switch storage {
        case .allocated: bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0).deallocate() }
        case .mapped: munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
        case .permanent: break
        }
    }
}

private func systemError() -> String {
    String(cString: strerror(errno))
}
