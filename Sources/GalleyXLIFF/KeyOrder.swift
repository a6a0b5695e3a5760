import Foundation

/// The order of keys in a table that Xcode wrote: Foundation's `localizedStandardCompare`, as on a host set to English.
enum KeyOrder {
    private static let locale = Locale(identifier: "en_US")

    /// The indices of `keys` in order. Equal keys keep theirs.
    static func sortedIndices(of keys: [String]) -> [Int] {
        let bridged = keys.map { NSString(string: $0) }
        return keys.indices.sorted { left, right in
            switch compare(bridged[left], keys[right]) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame:
                // Different spellings that collate alike: by their bytes, so that the order is total.
                keys[left].utf8.lexicographicallyPrecedes(keys[right].utf8)
            }
        }
    }

    private static func compare(_ left: NSString, _ right: String) -> ComparisonResult {
        left.compare(
            right, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering],
            range: NSRange(location: 0, length: left.length), locale: locale)
    }
}
