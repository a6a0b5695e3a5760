/// Choices that bytes make, one byte each; zeros when they are used up.
public struct ByteSource {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var next = 0

    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    public var isAtEnd: Bool { next >= bytes.count }

    public mutating func byte() -> UInt8 {
        guard next < bytes.count else { return 0 }
        defer { next += 1 }
        return bytes[next]
    }

    /// One of `choices`.
    public mutating func choose<Choice>(_ choices: [Choice]) -> Choice { choices[Int(byte()) % choices.count] }

    /// Once in `count` times.
    public mutating func isOne(in count: UInt8) -> Bool { byte() % count == count - 1 }
}
