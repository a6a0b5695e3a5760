import Foundation

/// The order of keys in a table that Xcode wrote: Foundation's `localizedStandardCompare`, as on a host set to English.
///
/// That is CLDR's root collation with numbers by their value. Foundation takes 10 µs for one comparison, so keys of
/// plain ASCII, nearly all there are, are compared by collation keys made once for each: first the primary weights of
/// all characters, then, from left to right, the case of letters and the leading zeros of numbers. Every comparison with a
/// string that is not plain is Foundation's to decide. Tests prove the two equal on all keys of real projects and on
/// random strings.
package enum KeyOrder {
    private static let locale = Locale(identifier: "en_US")

    /// The indices of `keys` in order. Complexity: O(*n* log *n*).
    package static func sortedIndices(of keys: [String]) -> [Int] {
        let entries = StringsEntries(keys.map { StringsEntry(key: $0, value: "") })
        return entries.withBytes { bytes, ranges in
            sortedIndices(count: keys.count) { UnsafeBufferPointer(rebasing: bytes[ranges($0).key]) }
        }
    }

    /// The numbers below `count` in the order of their keys, UTF-8 each.
    static func sortedIndices(count: Int, key: (Int) -> UnsafeBufferPointer<UInt8>) -> [Int] {
        var arena: [UInt8] = []
        // An empty range stands for a key that is not plain.
        let ranges = (0..<count).map { index -> Range<Int> in
            let start = arena.count
            if !appendCollationKey(of: key(index), to: &arena) { arena.removeSubrange(start...) }
            return start..<arena.count
        }
        var bridged = [(string: String, bridged: NSString)?](repeating: nil, count: count)
        func foundation(_ index: Int) -> (string: String, bridged: NSString) {
            if let known = bridged[index] { return known }
            let string = String(decoding: key(index), as: UTF8.self)
            let both = (string, NSString(string: string))
            bridged[index] = both
            return both
        }
        return arena.withUnsafeBytes { arena in
            (0..<count).sorted { left, right in
                if !ranges[left].isEmpty, !ranges[right].isEmpty {
                    let order = compare(arena, ranges[left], ranges[right])
                    if order != 0 { return order < 0 }
                }
                switch compare(foundation(left).bridged, foundation(right).string) {
                case .orderedAscending: return true
                case .orderedDescending: return false
                // Different spellings that collate alike: by their bytes, so that the order is total.
                case .orderedSame: return key(left).lexicographicallyPrecedes(key(right))
                }
            }
        }
    }

    /// Whether `left` comes before `right`.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        // Letters alone: their alphabetical order decides unless only their case differs.
        var (one, other) = (left.utf8.makeIterator(), right.utf8.makeIterator())
        while true {
            let (byte, otherByte) = (one.next(), other.next())
            guard byte.map(isLetter) ?? true, otherByte.map(isLetter) ?? true else { break }
            let (letter, otherLetter) = ((byte ?? 0) | 0x20, (otherByte ?? 0) | 0x20)
            if letter != otherLetter {
                guard left.utf8.allSatisfy(isLetter), right.utf8.allSatisfy(isLetter) else { break }
                return letter < otherLetter
            }
            if byte == nil { break }
        }
        return sortedIndices(of: [right, left])[0] == 1
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

    /// The order by Foundation alone, to test against.
    package static func compare(_ left: NSString, _ right: String) -> ComparisonResult {
        left.compare(
            right, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering],
            range: NSRange(location: 0, length: left.length), locale: locale)
    }

    private static func compare(_ arena: UnsafeRawBufferPointer, _ left: Range<Int>, _ right: Range<Int>) -> Int {
        guard let base = arena.baseAddress else { return 0 }
        let count = min(left.count, right.count)
        let order = memcmp(base + left.lowerBound, base + right.lowerBound, count)
        return order != 0 ? Int(order) : left.count - right.count
    }

    // MARK: Collation keys

    /// The characters of plain ASCII by primary weight (CLDR root). A number stands where `0` does; letters of either
    /// case have one weight. The weights begin at 2: 1 ends the primary part of a key.
    private static let weights: [UInt8] = {
        var weights = [UInt8](repeating: 0, count: 128)
        let order = "\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0abcdefghijklmnopqrstuvwxyz"
        for (index, character) in order.unicodeScalars.enumerated() {
            weights[Int(character.value)] = UInt8(index + 2)
        }
        for letter in UInt8(ascii: "a")...UInt8(ascii: "z") { weights[Int(letter - 0x20)] = weights[Int(letter)] }
        return weights
    }()

    /// Appends the key of a plain string; says no at the first character that is not.
    private static func appendCollationKey(of bytes: UnsafeBufferPointer<UInt8>, to arena: inout [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte < 0x80 else { return false }
            if byte >= 0x30, byte <= 0x39 {
                guard let end = appendNumber(bytes, from: index, to: &arena) else { return false }
                index = end
                continue
            }
            let weight = weights[Int(byte)]
            guard weight != 0 else { return false }
            arena.append(weight)
            index += 1
        }
        arena.append(1)
        appendTieBreakers(bytes, to: &arena)
        return true
    }

    /// A number: its weight, how many digits it has without leading zeros, and those. Says where it ends; very long ones
    /// are not plain.
    private static func appendNumber(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to arena: inout [UInt8]
    ) -> Int? {
        var end = start
        while end < bytes.count, bytes[end] >= 0x30, bytes[end] <= 0x39 { end += 1 }
        var first = start
        while first + 1 < end, bytes[first] == 0x30 { first += 1 }
        guard end - start < 200 else { return nil }
        arena.append(weights[0x30])
        arena.append(UInt8(end - first + 1))
        arena.append(contentsOf: bytes[first..<end])
        return end
    }

    /// What tells strings of equal weights apart: small letters come before capitals, fewer leading zeros before more,
    /// and the first difference counts.
    private static func appendTieBreakers(_ bytes: UnsafeBufferPointer<UInt8>, to arena: inout [UInt8]) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x30, byte <= 0x39 else {
                arena.append(byte >= 0x41 && byte <= 0x5A ? 3 : 2)
                continue
            }
            var zeros: UInt8 = 0
            var leads = true
            index -= 1
            while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
                // A zero leads if only zeros stand before it, and another digit after it.
                leads = leads && bytes[index] == 0x30
                index += 1
                let isFollowed = index < bytes.count && bytes[index] >= 0x30 && bytes[index] <= 0x39
                if leads, isFollowed { zeros += 1 }
            }
            arena.append(2 + zeros)
        }
    }
}
