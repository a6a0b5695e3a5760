#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the bytes of a PDF go as they are made: memory, or a file or pipe, of which the last ones are held.
package final class PDFBytes {
    /// How many there are.
    private(set) var count = 0
    /// `nil` where they are in memory.
    private let descriptor: Int32?
    /// All of what is in memory; else what is not written yet.
    private var held: [UInt8] = []
    /// The system's number of what went wrong; 0 while nothing has.
    private var failure: Int32 = 0
    package var isIntact: Bool { failure == 0 }

    private static let heldBytes = 1 << 18

    package init(descriptor: Int32? = nil) { self.descriptor = descriptor }

    package func append(_ bytes: some Collection<UInt8>) {
        count += bytes.count
        held.append(contentsOf: bytes)
        if descriptor != nil, held.count >= PDFBytes.heldBytes { flush() }
    }

    /// Writes what is not written yet.
    package func flush() {
        guard let descriptor else { return }
        if failure == 0 { failure = held.withUnsafeBytes { OpenFile(descriptor).write($0) } }
        held.removeAll(keepingCapacity: true)
    }

    /// Makes what went wrong the system's last error; `false` where nothing did.
    package func setError() -> Bool {
        if failure != 0 { errno = failure }
        return failure != 0
    }

    /// The bytes in memory, which are then gone from here.
    package func take() -> [UInt8] {
        defer { held = [] }
        return descriptor == nil ? held : []
    }
}
