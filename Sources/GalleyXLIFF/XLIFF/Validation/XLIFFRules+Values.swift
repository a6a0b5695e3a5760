import Foundation

extension XLIFFRules.ValueType {
    /// Whether `value` is one of this type. `prefixes` is not asked: which prefixes are declared is not known here.
    func allows(_ value: String) -> Bool {
        switch self {
        case .any, .uri: true
        case .nmtoken: Self.isToken(value)
        case .nmtokens: !value.isEmpty && value.split(separator: " ").allSatisfy { Self.isToken(String($0)) }
        case .yesNo: value == "yes" || value == "no"
        case .yesNoFirstNo: value == "yes" || value == "no" || value == "firstNo"
        case .direction: value == "ltr" || value == "rtl" || value == "auto"
        case .language: Self.isLanguage(value)
        case .priority: Int(wholeNumber: value).map { (1...10).contains($0) } ?? false
        case .state: ["initial", "translated", "reviewed", "final"].contains(value)
        case .userDefined: Self.isUserDefined(value)
        case .codeType: ["fmt", "ui", "quote", "link", "image", "other"].contains(value)
        case .markType: ["generic", "comment", "term"].contains(value) || Self.isUserDefined(value)
        case .positive: Int(wholeNumber: value).map { $0 >= 1 } ?? false
        case .count: Int(wholeNumber: value) != nil
        case .hex: Self.isForbiddenCharacter(value)
        case .noteTarget: value == "source" || value == "target"
        case .metaTarget: value == "source" || value == "target" || value == "ignorable"
        case .space: value == "preserve" || value == "default"
        case .version: ["2.0", "2.1", "2.2"].contains(value)
        case .matchType: ["am", "mt", "icm", "idm", "tb", "tm", "other"].contains(value)
        case .normalization: value == "none" || value == "nfc" || value == "nfd"
        case .quality: Double(value).map { (0...100).contains($0) } ?? false
        case .html: Self.formatElements.contains(value)
        }
    }

    /// NMTOKEN (XML 1.0 §2.3).
    static func isToken(_ value: String) -> Bool {
        !value.isEmpty
            && value.unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case 0x30...0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x2D, 0x2E, 0xB7, 0xC0...0xD6, 0xD8...0xF6,
                    0xF8...0x37D,
                    0x37F...0x1FFF, 0x200C, 0x200D, 0x203F, 0x2040, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
                    0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
                    true
                default: false
                }
            }
    }

    /// The shape of a language tag (BCP 47 §2.1); whether its parts are registered is not asked.
    static func isLanguage(_ value: String) -> Bool {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.allSatisfy({ (1...8).contains($0.utf8.count) }) else { return false }
        func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
        let isPrivate = parts.count > 1 && ["x", "i"].contains(first.lowercased())
        return (first.utf8.count >= 2 || isPrivate) && first.utf8.allSatisfy(isLetter)
            && parts.allSatisfy { $0.utf8.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) } }
    }

    /// `prefix:value`.
    private static func isUserDefined(_ value: String) -> Bool {
        let parts = value.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    }

    /// What `cp` may stand for (XLIFF 2.1 §4.2.3.1): only characters that XML cannot hold.
    private static func isForbiddenCharacter(_ value: String) -> Bool {
        guard value.utf8.count.isMultiple(of: 2), (2...8).contains(value.utf8.count),
            value.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) }),
            let code = UInt32(value, radix: 16)
        else { return false }
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return false
        default: return code <= 0x10FFFF
        }
    }

    /// The values of `fs:fs` (XLIFF 2.1 §5.3.5.1).
    private static let formatElements = Set(
        """
        a b bdo big blockquote body br button caption center cite code col colgroup dd del div dl dt em h1 h2 h3 h4 h5 h6 \
        head hr html i img label legend li ol p pre q s samp select small span strike strong sub sup table tbody td tfoot \
        th thead title tr tt u ul
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
