import Foundation

/// How an XLIFF 2.x file counts: the profiles of the size restriction module (XLIFF 2.1 §5.6; §5.7 in 2.0).
struct SizeProfile {
    var unit: LengthLimit.Unit
    var normalization: LengthLimit.Normalization = .none

    /// The profile that a `generalProfile` or `storageProfile` names; `nil` for the empty name, which restricts nothing.
    init?(name: String) {
        switch name {
        case "": return nil
        case "xliff:codepoints": unit = .codePoints
        case "xliff:utf8": unit = .bytes(.utf8)
        case "xliff:utf16": unit = .bytes(.utf16)
        case "xliff:utf32": unit = .bytes(.utf32)
        default: unit = .other(name)
        }
    }

    /// Whether it is one of the standard's own, whose sizes are known here.
    var isStandard: Bool {
        if case .other = unit { false } else { true }
    }

    /// The size of a text without inline codes; `nil` for a profile of someone else's.
    func size(of text: String) -> Int? {
        guard isStandard else { return nil }
        var text = text
        switch normalization {
        case .none: break
        case .nfc: text = text.precomposedStringWithCanonicalMapping
        case .nfd: text = text.decomposedStringWithCanonicalMapping
        }
        switch unit {
        case .bytes(.utf8): return text.utf8.count
        case .bytes(.utf16): return 2 * text.utf16.count
        case .bytes(.utf32): return 4 * text.unicodeScalars.count
        default: return text.unicodeScalars.count
        }
    }
}

/// The value of `sizeRestriction` or `storageRestriction`: `[minimum,]maximum`, where the maximum may be `*`.
struct SizeRestriction: Hashable {
    var minimum: Int
    /// `nil` for `*`.
    var maximum: Int?

    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 2 else { return nil }
        let low = parts.count == 2 ? Int(wholeNumber: parts[0]) : 0
        guard let low else { return nil }
        minimum = low
        if last == "*" {
            maximum = nil
        } else {
            guard let high = Int(wholeNumber: last) else { return nil }
            maximum = high
        }
    }
}
