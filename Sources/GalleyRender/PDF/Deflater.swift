import CGalleyZlib

/// Compresses one stream after another (RFC 1950).
package final class Deflater {
    /// zlib keeps the address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Pages are as small as at the best level but for 2 %, in six tenths of the time.
    private static let level: Int32 = 5

    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard
            deflateInit_(stream, Deflater.level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The compressed bytes; `nil` when zlib cannot.
    package func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        guard deflateReset(stream) == Z_OK, bytes.count <= Int(UInt32.max) else { return nil }
        let bound = Int(deflateBound(stream, UInt(bytes.count)))
        var status = Z_OK
        let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            bytes.withUnsafeBufferPointer { bytes in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                stream.pointee.avail_in = UInt32(bytes.count)
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(clamping: bound)
                status = deflate(stream, Z_FINISH)
            }
            count = bound - Int(stream.pointee.avail_out)
        }
        return status == Z_STREAM_END ? result : nil
    }

    /// The compressed bytes of what comes in parts; `nil` when zlib cannot. They are those of the whole.
    ///
    /// - Parameter next: adds the next part to an empty array; whether more come after it.
    package func deflated(_ next: (inout [UInt8]) -> Bool) -> [UInt8]? {
        guard deflateReset(stream) == Z_OK else { return nil }
        var result: [UInt8] = []
        var part: [UInt8] = []
        var hasMore = true
        while hasMore {
            part.removeAll(keepingCapacity: true)
            hasMore = next(&part)
            guard add(part, isLast: !hasMore, to: &result) else { return nil }
        }
        return result
    }

    /// The compressed bytes of parts, one after another; `nil` when zlib cannot.
    package func deflated(_ parts: [[UInt8]]) -> [UInt8]? {
        var rest = parts[...]
        return deflated { part in
            part = rest.popFirst() ?? []
            return !rest.isEmpty
        }
    }

    private func add(_ part: [UInt8], isLast: Bool, to result: inout [UInt8]) -> Bool {
        part.withUnsafeBufferPointer { part in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: part.baseAddress)
            stream.pointee.avail_in = UInt32(part.count)
            while true {
                var status = Z_OK
                let output = [UInt8](unsafeUninitializedCapacity: Deflater.outputBytes) { buffer, count in
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(Deflater.outputBytes)
                    status = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    count = Deflater.outputBytes - Int(stream.pointee.avail_out)
                }
                result += output
                if status == Z_STREAM_END { return true }
                // There is nothing left to do when room was left.
                guard status == Z_OK || status == Z_BUF_ERROR && !isLast else { return false }
                if !isLast, stream.pointee.avail_out > 0 { return true }
            }
        }
    }

    private static let outputBytes = 1 << 15
}
