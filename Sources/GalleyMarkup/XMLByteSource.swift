#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where an ``XMLEventReader`` takes its bytes from.
public protocol XMLByteSource {
    /// Puts up to `buffer.count` bytes into `buffer` and says how many; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory.
public struct XMLMemorySource: XMLByteSource, Sendable {
    private let bytes: [UInt8]
    private var position = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[position..<position + count])) }
        position += count
        return count
    }
}

/// An open file, read to its end from where it stands. The descriptor stays the caller's, who closes it.
public struct XMLFileSource: XMLByteSource, Sendable {
    private let descriptor: Int32

    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// A failed `read(2)`.
    public struct ReadError: Error, CustomStringConvertible, Sendable {
        public var errorNumber: Int32
        public var description: String { String(cString: strerror(errorNumber)) }
    }

    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            if errno != EINTR { throw ReadError(errorNumber: errno) }
        }
    }
}
