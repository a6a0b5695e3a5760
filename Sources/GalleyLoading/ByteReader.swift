/// Numbers at offsets of a byte array; `nil` past the end.
struct ByteReader {
    var bytes: [UInt8]

    func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
    }

    func big16(_ offset: Int) -> Int? {
        guard let high = byte(offset), let low = byte(offset + 1) else { return nil }
        return high << 8 | low
    }

    func big32(_ offset: Int) -> Int? {
        guard let high = big16(offset), let low = big16(offset + 2) else { return nil }
        return high << 16 | low
    }

    func little16(_ offset: Int) -> Int? {
        guard let low = byte(offset), let high = byte(offset + 1) else { return nil }
        return high << 8 | low
    }

    func little24(_ offset: Int) -> Int? {
        guard let low = little16(offset), let high = byte(offset + 2) else { return nil }
        return high << 16 | low
    }

    func little32(_ offset: Int) -> Int? {
        guard let low = little16(offset), let high = little16(offset + 2) else { return nil }
        return high << 16 | low
    }

    /// Whether an ASCII string stands at an offset.
    func has(_ string: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset + string.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<string.utf8CodeUnitCount where bytes[offset + index] != string.utf8Start[index] {
            return false
        }
        return true
    }
}
