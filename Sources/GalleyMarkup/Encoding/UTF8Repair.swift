/// Makes any bytes valid UTF-8: each maximal wrong part becomes one U+FFFD (Encoding standard, UTF-8 decoder; Unicode
/// §3.9 "maximal subparts"). Overlong forms and surrogates are wrong.
enum UTF8Repair {
    /// The length of the valid sequence at `index`, 0 if there is none.
    @inline(__always)
    static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        if lead < 0x80 { return 1 }
        let (length, low, high) = shape(of: lead)
        guard length > 0, index + length <= bytes.count, bytes[index + 1] >= low, bytes[index + 1] <= high else {
            return 0
        }
        if length >= 3, bytes[index + 2] & 0xC0 != 0x80 { return 0 }
        if length == 4, bytes[index + 3] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// How many bytes of the wrong sequence at `index` one U+FFFD stands for.
    static func invalidLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let (length, low, high) = shape(of: bytes[index])
        guard length > 0, index + 1 < bytes.count, bytes[index + 1] >= low, bytes[index + 1] <= high else { return 1 }
        var count = 2
        while count < length, index + count < bytes.count, bytes[index + count] & 0xC0 == 0x80 { count += 1 }
        return count
    }

    /// The length of the sequence that a lead byte announces; 0 if it leads none.
    static func announcedLength(of lead: UInt8) -> Int { lead < 0x80 ? 1 : shape(of: lead).length }

    /// The length that a lead byte announces, and the range of its second byte.
    @inline(__always)
    private static func shape(of lead: UInt8) -> (length: Int, low: UInt8, high: UInt8) {
        switch lead {
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0: (3, 0xA0, 0xBF)
        case 0xED: (3, 0x80, 0x9F)
        case 0xE1...0xEF: (3, 0x80, 0xBF)
        case 0xF0: (4, 0x90, 0xBF)
        case 0xF1...0xF3: (4, 0x80, 0xBF)
        case 0xF4: (4, 0x80, 0x8F)
        default: (0, 0, 0)
        }
    }

    /// The index of the first byte above 0x7F, or the count.
    static func firstNonASCII(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = 0
        while index + 8 <= bytes.count,
            UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            index += 8
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }

    /// The index of the first byte that is not part of valid UTF-8, or the count.
    static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int {
        var index = start
        let count = bytes.count
        while index < count {
            // Eight ASCII bytes at once.
            while index + 8 <= count,
                UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
            }
            guard index < count else { break }
            let length = sequenceLength(in: bytes, at: index)
            if length == 0 { return index }
            index += length
        }
        return count
    }

    /// A valid copy, and where the wrong parts stood (at most `limit` of them).
    static func repaired(
        _ bytes: UnsafeBufferPointer<UInt8>, reporting limit: Int
    ) -> (bytes: [UInt8], places: [Int], count: Int) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        var places: [Int] = []
        var count = 0
        var index = 0
        while index < bytes.count {
            let bad = firstInvalid(in: bytes, from: index)
            result.append(contentsOf: bytes[index..<bad])
            guard bad < bytes.count else { break }
            if places.count < limit { places.append(result.count) }
            count += 1
            result.append(contentsOf: [0xEF, 0xBF, 0xBD])
            index = bad + invalidLength(in: bytes, at: bad)
        }
        return (result, places, count)
    }
}
