/// Hashes bytes under a secret of the process: an input cannot be made to collide.
///
/// Sixteen bytes at a time are multiplied to 128 bits, whose halves are folded (as wyhash does it): a few instructions
/// for a key, where Swift's own hash takes hundreds.
package enum ByteHash {
    private static let secret = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)

    /// The hash of a text's UTF-8. Complexity: O(*length*).
    package static func hash(_ text: String, seed: UInt64 = 0) -> UInt64 {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0), seed: seed) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        let (first, second) = secret
        var state = seed ^ first
        var place = 0
        while bytes.count - place > 16 {
            state = fold(load(bytes, place) ^ second, load(bytes, place + 8) ^ state)
            place += 16
        }
        let rest = bytes.count - place
        var (head, tail): (UInt64, UInt64) = (0, 0)
        if rest >= 8 {
            (head, tail) = (load(bytes, place), load(bytes, bytes.count - 8))
        } else {
            for index in place..<bytes.count { head = head << 8 | UInt64(bytes[index]) }
        }
        return fold(second ^ UInt64(bytes.count), fold(head ^ second, tail ^ state))
    }

    private static func load(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
