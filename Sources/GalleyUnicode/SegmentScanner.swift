/// A walk that tells before which scalars a segment of UAX #29 begins. ``GraphemeBreaks``, ``WordBreaks`` and
/// ``SentenceBreaks`` are each such a walk; marking a text and finding the next or previous boundary are the same for
/// all and stand here.
protocol SegmentScanner {
    /// A walk that starts at `offset`, which is a boundary.
    init(_ utf8: UnsafeBufferPointer<UInt8>, from offset: Int)

    /// Where the next scalar starts.
    var offset: Int { get }

    /// Takes the scalar at ``offset`` and says whether a boundary lies before it. The first is always a boundary.
    /// - Precondition: `offset < utf8.count`.
    mutating func advance() -> Bool

    /// A boundary at or before `offset` that can be told without looking further back than it; at worst 0.
    static func safeStart(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int
}

extension SegmentScanner {
    @inline(__always)
    static func mark(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeMutableBufferPointer<BoundaryFlags>, _ flag: BoundaryFlags
    ) {
        precondition(flags.count >= utf8.count, "one flag for each byte")
        var scanner = Self(utf8, from: 0)
        while scanner.offset < utf8.count {
            let start = scanner.offset
            if scanner.advance() { flags[start].formUnion(flag) }
        }
    }

    @inline(__always)
    static func next(_ utf8: UnsafeBufferPointer<UInt8>, after offset: Int) -> Int {
        guard offset >= 0, offset < utf8.count else { return utf8.count }
        var scanner = Self(utf8, from: offset)
        _ = scanner.advance()
        while scanner.offset < utf8.count {
            let start = scanner.offset
            if scanner.advance() { return start }
        }
        return utf8.count
    }

    @inline(__always)
    static func previous(_ utf8: UnsafeBufferPointer<UInt8>, before offset: Int) -> Int {
        let end = min(offset, utf8.count)
        guard end > 0 else { return 0 }
        var last = safeStart(utf8, before: end)
        var scanner = Self(utf8, from: last)
        while scanner.offset < end {
            let start = scanner.offset
            if scanner.advance() { last = start }
        }
        return last
    }

    @inline(__always)
    static func isBoundary(_ utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset > 0, offset < utf8.count else { return true }
        guard !UTF8Decoding.isContinuation(utf8[offset]) else { return false }
        var scanner = Self(utf8, from: safeStart(utf8, before: offset))
        while scanner.offset < offset { _ = scanner.advance() }
        return scanner.offset == offset && scanner.advance()
    }
}
