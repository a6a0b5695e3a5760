import Foundation

extension FormatSpecifiers {
    /// Whether two texts have the same specifiers in the same order, all of them of the usual shapes: then there is nothing
    /// to say about them. `false` says nothing. Complexity: O(*length of the texts*).
    package static func areSurelySame(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                var (one, other) = (0, 0)
                while true {
                    let (first, second) = (percent(in: left, from: one), percent(in: right, from: other))
                    guard let first, let second else { return first == nil && second == nil }
                    one = endOfUsual(in: left, at: first)
                    other = endOfUsual(in: right, at: second)
                    guard one > first, one - first == other - second, let base = left.baseAddress,
                        let otherBase = right.baseAddress, memcmp(base + first, otherBase + second, one - first) == 0
                    else { return false }
                }
            }
        }
    }

    private static func percent(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < text.count, let base = text.baseAddress,
            let found = memchr(base + start, Int32(UInt8(ascii: "%")), text.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where `%%`, `%@`, `%1$@`, `%ld`, `%.2f` and the like end; their beginning for anything else.
    private static func endOfUsual(in text: UnsafeBufferPointer<UInt8>, at percent: Int) -> Int {
        func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        var index = percent + 1
        if byte(index) == UInt8(ascii: "%") { return index + 1 }
        // A position below 10.
        if byte(index) > 0x30, isDigit(byte(index)), byte(index + 1) == UInt8(ascii: "$") { index += 2 }
        if byte(index) == UInt8(ascii: "."), isDigit(byte(index + 1)) { index += 2 }
        var lengths = 0
        while byte(index) == UInt8(ascii: "l"), lengths < 2 {
            index += 1
            lengths += 1
        }
        switch byte(index) {
        case UInt8(ascii: "@"), UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "f"),
            UInt8(ascii: "g"), UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "c"):
            return index + 1
        default: return percent
        }
    }
}
