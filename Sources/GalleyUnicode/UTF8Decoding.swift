/// Scalars out of UTF-8 bytes and back, for loops that walk a buffer.
///
///     let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
///     offset += length
///
/// The bytes are expected to be valid UTF-8 and are not validated. With bytes that are not, the answers are scalars
/// that mean nothing, but nothing outside the buffer is read, every length is at least 1, and the property tables
/// answer for every `UInt32`.
public enum UTF8Decoding {
    /// The scalar that starts at `offset`, and how many bytes it has (1 to 4, never past the end of the buffer).
    ///
    /// A sequence that the end of the buffer cuts, or a byte that starts none, is U+FFFD of length 1.
    /// - Precondition: `0 <= offset < utf8.count`.
    @inlinable @inline(__always)
    public static func decode(
        _ utf8: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> (scalar: UInt32, length: Int) {
        let first = UInt32(utf8[offset])
        if first < 0x80 { return (first, 1) }
        return decodeMultibyte(utf8, first, at: offset)
    }

    @inlinable @inline(__always)
    static func decodeMultibyte(
        _ utf8: UnsafeBufferPointer<UInt8>, _ first: UInt32, at offset: Int
    ) -> (scalar: UInt32, length: Int) {
        let available = utf8.count &- offset
        if first < 0xE0 {
            guard first >= 0xC0, available >= 2 else { return (0xFFFD, 1) }
            return ((first & 0x1F) << 6 | UInt32(utf8[offset &+ 1] & 0x3F), 2)
        }
        if first < 0xF0 {
            guard available >= 3 else { return (0xFFFD, 1) }
            let middle = UInt32(utf8[offset &+ 1] & 0x3F) << 6
            return ((first & 0x0F) << 12 | middle | UInt32(utf8[offset &+ 2] & 0x3F), 3)
        }
        guard first < 0xF8, available >= 4 else { return (0xFFFD, 1) }
        let upper = UInt32(utf8[offset &+ 1] & 0x3F) << 12 | UInt32(utf8[offset &+ 2] & 0x3F) << 6
        return ((first & 0x07) << 18 | upper | UInt32(utf8[offset &+ 3] & 0x3F), 4)
    }

    /// The scalar that ends at `offset`, and how many bytes it has.
    ///
    /// - Precondition: `0 < offset <= utf8.count`.
    @inlinable
    public static func decodePrevious(
        _ utf8: UnsafeBufferPointer<UInt8>, before offset: Int
    ) -> (scalar: UInt32, length: Int) {
        let start = scalarStart(utf8, atOrBefore: offset &- 1)
        let (scalar, length) = decode(utf8, at: start)
        // Bytes that are not UTF-8: take the last one alone, so that walking back visits every offset.
        return start &+ length == offset ? (scalar, length) : (0xFFFD, 1)
    }

    /// The start of the scalar that covers the byte at `offset`: at most three bytes back.
    ///
    /// - Precondition: `0 <= offset < utf8.count`.
    @inlinable
    public static func scalarStart(_ utf8: UnsafeBufferPointer<UInt8>, atOrBefore offset: Int) -> Int {
        var start = offset
        let limit = max(0, offset &- 3)
        while start > limit, isContinuation(utf8[start]) { start &-= 1 }
        return start
    }

    /// Whether the byte is one of the second to fourth bytes of a scalar.
    @inlinable @inline(__always)
    public static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// How many bytes `scalar` takes in UTF-8.
    @inlinable
    public static func width(_ scalar: UInt32) -> Int {
        scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }

    /// Appends `scalar`; a number that is no scalar (a surrogate, above U+10FFFF) is appended as U+FFFD.
    @inlinable
    public static func encode(_ scalar: UInt32, into bytes: inout [UInt8]) {
        let value = Unicode.Scalar(scalar)?.value ?? 0xFFFD
        switch width(value) {
        case 1:
            bytes.append(UInt8(truncatingIfNeeded: value))
        case 2:
            bytes.append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        case 3:
            bytes.append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        default:
            bytes.append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 12 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
        }
    }
}
