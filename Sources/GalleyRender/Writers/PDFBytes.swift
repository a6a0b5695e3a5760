import CGalleyCairo

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a PDF that is being written: in memory, or in a file of which only a window is held.
final class PDFBytes {
    /// How many there are.
    private(set) var count = 0
    /// `nil` where they are in memory.
    private let descriptor: Int32?
    /// What is held of them, and where it begins: all of what is in memory.
    private var window: [UInt8] = []
    private var windowStart = 0
    /// What is not in the file yet: the last bytes.
    private var pending: [UInt8] = []
    /// The system's number of what went wrong with the file; 0 while nothing has.
    private var failure: Int32 = 0
    var isIntact: Bool { failure == 0 }

    private static let pendingBytes = 1 << 18
    private static let windowBytes = 1 << 16

    /// In memory, or in an empty file that can be read and written.
    init(descriptor: Int32? = nil) { self.descriptor = descriptor }

    /// Cairo's write function; its closure argument is `closure`.
    static let write: cairo_write_func_t = { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let bytes = Unmanaged<PDFBytes>.fromOpaque(closure).takeUnretainedValue()
        bytes.append(UnsafeBufferPointer(start: data, count: Int(length)))
        return bytes.isIntact ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }

    /// Valid as long as the bytes live: their owner destroys the surface first.
    var closure: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func append(_ bytes: some Collection<UInt8>) {
        count += bytes.count
        guard descriptor != nil else {
            window.append(contentsOf: bytes)
            return
        }
        pending.append(contentsOf: bytes)
        if pending.count >= PDFBytes.pendingBytes { flush() }
    }

    /// Writes what is not in the file yet.
    func flush() {
        guard !pending.isEmpty else { return }
        write(pending, at: count - pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    subscript(offset: Int) -> UInt8 {
        if offset < windowStart || offset - windowStart >= window.count { load(offset..<min(offset + 1, count)) }
        let index = offset - windowStart
        return index < window.count ? window[index] : 0
    }

    /// A copy of some of them.
    func read(_ range: Range<Int>) -> [UInt8] {
        load(range)
        let first = range.lowerBound - windowStart
        guard first >= 0, first + range.count <= window.count else { return [] }
        return Array(window[first..<first + range.count])
    }

    /// The bytes from an offset on through the next `endobj`; none where there is none.
    func object(at offset: Int) -> [UInt8] {
        var size = 4_096
        while offset >= 0, offset < count {
            let end = min(offset + size, count)
            load(offset..<end)
            let start = offset - windowStart
            guard start >= 0, end - windowStart <= window.count else { return [] }
            if let length = PDFBytes.end(in: window[start..<end - windowStart]) {
                return Array(window[start..<start + length])
            }
            guard end < count else { return [] }
            size *= 8
        }
        return []
    }

    /// How long the bytes through the first `endobj` are.
    private static func end(in bytes: ArraySlice<UInt8>) -> Int? {
        let word = Array("endobj".utf8)
        return bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + word.count <= bytes.count, let base = bytes.baseAddress {
                guard let found = memchr(base + offset, Int32(word[0]), bytes.count - word.count + 1 - offset) else {
                    return nil
                }
                let place = UnsafeRawPointer(found) - base
                if memcmp(found, word, word.count) == 0 { return place + word.count }
                offset = place + 1
            }
            return nil
        }
    }

    /// Puts bytes in the place of as many others.
    func replace(at start: Int, with new: [UInt8]) {
        guard descriptor != nil else {
            window.replaceSubrange(start..<start + new.count, with: new)
            return
        }
        flush()
        write(new, at: start)
        window = []
    }

    /// Makes what went wrong the system's last error; `false` where nothing did.
    func setError() -> Bool {
        if failure != 0 { errno = failure }
        return failure != 0
    }

    /// The bytes, which are then gone from here.
    func take() -> [UInt8] {
        let bytes = window
        (window, count) = ([], 0)
        return bytes
    }

    /// Makes a range part of the window.
    private func load(_ range: Range<Int>) {
        guard let descriptor, !range.isEmpty,
            range.lowerBound < windowStart || range.upperBound > windowStart + window.count
        else { return }
        flush()
        let start = max(0, range.lowerBound - PDFBytes.windowBytes / 8)
        let wanted = min(max(PDFBytes.windowBytes, range.upperBound - start), count - start)
        windowStart = start
        window = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted, let base = buffer.baseAddress {
                let read = pread(descriptor, base + filled, wanted - filled, off_t(start + filled))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                filled += read
            }
        }
        if window.count < wanted { failure = EIO }
    }

    private func write(_ bytes: [UInt8], at start: Int) {
        guard let descriptor else { return }
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count, let base = buffer.baseAddress {
                let written = pwrite(descriptor, base + offset, buffer.count - offset, off_t(start + offset))
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    failure = written < 0 ? errno : ENOSPC
                    return
                }
                offset += written
            }
        }
    }
}
