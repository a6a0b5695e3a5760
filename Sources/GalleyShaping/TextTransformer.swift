import GalleyText
import GalleyUnicode

/// `text-transform` (CSS Text 3 §2.1): other bytes for the same source, one character at a time.
///
/// Case mappings are Unicode's full ones (ß becomes SS), with the rules for Turkish, Azeri and Greek, and final sigma.
struct TextTransformer {
    private var transform = TextTransform.none
    private var isTurkic = false
    private var isGreek = false
    private var isDutch = false
    /// What tells of each character whether it becomes a small capital.
    private var capitals: (resolver: SynthesisResolver, style: FontStyle)?

    /// What follows is in this style, with small capitals where faces have none.
    mutating func begin(_ style: ShapingStyle, _ capitals: (SynthesisResolver, FontStyle)? = nil) {
        self.capitals = capitals.map { ($0.0, $0.1) }
        transform = style.textTransform
        let language = style.language.prefix { $0 != "-" }.lowercased()
        isTurkic = language == "tr" || language == "az"
        isGreek = language == "el"
        isDutch = language == "nl"
    }

    /// Hands each stretch of `range` with its new bytes to `emit`, and whether its glyphs are small capitals made of large
    /// ones. `before` is what stands before it.
    func transform(
        _ utf8: ContiguousArray<UInt8>, _ range: Range<Int>, before: ContiguousArray<UInt8>, limit: Int,
        emit: (OffsetMapping.Piece.Kind, Range<Int>, [UInt8], _ isSmaller: Bool) -> Void
    ) {
        var inWord = before.withUnsafeBufferPointer(TextTransformer.endsInWord)
        var bytes: [UInt8] = []
        var isSmaller = false
        utf8.withUnsafeBufferPointer { utf8 in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
                let end = min(offset + length, range.upperBound)
                bytes.removeAll(keepingCapacity: true)
                map(scalar, utf8, offset, end, limit, inWord: inWord, into: &bytes)
                inWord = TextTransformer.isWordCharacter(scalar, inWord: inWord)
                // Marks are as large as their letters.
                if capitals != nil, !UnicodeProperties.isMark(scalar) || offset == range.lowerBound {
                    isSmaller = capitalize(&bytes)
                }
                if bytes.elementsEqual(utf8[offset..<end]) {
                    emit(.identical, offset..<end, bytes, isSmaller)
                } else {
                    // A mapping that keeps the length keeps offsets too: its one character has no inside.
                    emit(bytes.count == end - offset ? .identical : .transformed, offset..<end, bytes, isSmaller)
                }
                offset = end
            }
        }
    }

    private func map(
        _ value: UInt32, _ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int, _ end: Int, _ limit: Int, inWord: Bool,
        into bytes: inout [UInt8]
    ) {
        guard let scalar = Unicode.Scalar(value) else { return bytes.append(contentsOf: utf8[offset..<end]) }
        var mapped: String
        switch transform.letterCase {
        case .none: mapped = String(scalar)
        case .uppercase: mapped = uppercase(scalar, utf8, offset, end, limit)
        case .lowercase: mapped = lowercase(scalar, utf8, offset, end, limit)
        case .capitalize:
            if inWord {
                // The Dutch digraph is one letter: IJsland.
                let isDigraph = isDutch && value == 0x6A && offset > 0 && utf8[offset - 1] == 0x69
                let startsWord = offset < 2 || !(UInt8(0x61)...0x7A ~= utf8[offset - 2] | 0x20)
                mapped = isDigraph && startsWord ? "J" : String(scalar)
            } else {
                mapped = isTurkic && value == 0x69 ? "\u{130}" : scalar.properties.titlecaseMapping
            }
        }
        if transform.fullWidth || transform.fullSizeKana {
            for scalar in mapped.unicodeScalars {
                var value = scalar.value
                if transform.fullSizeKana { value = TextTransformer.fullSizeKana(value) }
                if transform.fullWidth { value = TextTransformer.fullWidth(value) }
                UTF8Decoding.encode(value, into: &bytes)
            }
        } else {
            bytes.append(contentsOf: mapped.utf8)
        }
    }

    /// Makes a capital of a character that has to become one; whether it is made smaller.
    private func capitalize(_ bytes: inout [UInt8]) -> Bool {
        guard let (resolver, style) = capitals, !bytes.isEmpty else { return false }
        let (value, _) = bytes.withUnsafeBufferPointer { UTF8Decoding.decode($0, at: 0) }
        guard let scalar = Unicode.Scalar(value), let change = resolver.capital(scalar, style) else { return false }
        if change.isMapped {
            let mapped = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { uppercase($0) }.joined()
            bytes = Array(mapped.utf8)
        }
        return change.isSmaller
    }

    private func uppercase(
        _ scalar: Unicode.Scalar, _ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int, _ end: Int, _ limit: Int
    ) -> String {
        if isGreek, let eta = disjunctiveEta(scalar.value, utf8, offset, end, limit) { return eta }
        return uppercase(scalar)
    }

    private func uppercase(_ scalar: Unicode.Scalar) -> String {
        if isTurkic, scalar.value == 0x69 { return "\u{130}" }
        if isGreek, let plain = TextTransformer.greekCapital(scalar.value) { return plain }
        return scalar.properties.uppercaseMapping
    }

    /// The word "or", ή, keeps its tonos (CSS Text 3 §2.1.1): an eta with an accent and no letter on either side.
    private func disjunctiveEta(
        _ value: UInt32, _ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int, _ end: Int, _ limit: Int
    ) -> String? {
        guard value == 0x389 || value == 0x3AE || value == 0x301 else { return nil }
        var start = offset
        if value == 0x301 {
            guard offset > 0 else { return nil }
            let (letter, length) = UTF8Decoding.decodePrevious(utf8, before: offset)
            guard letter == 0x397 || letter == 0x3B7 else { return nil }
            start -= length
        }
        if start > 0, TextTransformer.isCased(UTF8Decoding.decodePrevious(utf8, before: start).scalar) { return nil }
        if end < limit, TextTransformer.isCased(UTF8Decoding.decode(utf8, at: end).scalar) { return nil }
        return value == 0x301 ? "\u{301}" : "\u{389}"
    }

    private func lowercase(
        _ scalar: Unicode.Scalar, _ utf8: UnsafeBufferPointer<UInt8>, _ offset: Int, _ end: Int, _ limit: Int
    ) -> String {
        if isTurkic {
            if scalar.value == 0x49 { return "\u{131}" }
            if scalar.value == 0x130 { return "i" }
        }
        // Final_Sigma (Unicode 3.13): a cased letter before, none after.
        if scalar.value == 0x3A3 {
            let follows = end < limit && TextTransformer.isCased(UTF8Decoding.decode(utf8, at: end).scalar)
            let precedes =
                offset > 0 && TextTransformer.isCased(UTF8Decoding.decodePrevious(utf8, before: offset).scalar)
            return precedes && !follows ? "\u{3C2}" : "\u{3C3}"
        }
        return scalar.properties.lowercaseMapping
    }

    private static func isCased(_ value: UInt32) -> Bool {
        Unicode.Scalar(value).map(\.properties.isCased) ?? false
    }

    /// Capitals of Greek have no accents (CSS Text 3 §2.1.1); a diaeresis stays.
    private static func greekCapital(_ value: UInt32) -> String? {
        switch value {
        case 0x386, 0x3AC: "\u{391}"
        case 0x388, 0x3AD: "\u{395}"
        case 0x389, 0x3AE: "\u{397}"
        case 0x38A, 0x3AF: "\u{399}"
        case 0x38C, 0x3CC: "\u{39F}"
        case 0x38E, 0x3CD: "\u{3A5}"
        case 0x38F, 0x3CE: "\u{3A9}"
        case 0x390: "\u{3AA}"
        case 0x3B0: "\u{3AB}"
        case 0x301: ""
        default: nil
        }
    }

    /// Letters and digits make words, marks and apostrophes go on with one.
    private static func isWordCharacter(_ value: UInt32, inWord: Bool) -> Bool {
        if value == 0x27 || value == 0x2019 { return inWord }
        switch UnicodeProperties.generalCategory(value) {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .connectorPunctuation:
            return true
        default: return UnicodeProperties.isMark(value) || UnicodeProperties.isDefaultIgnorable(value) ? inWord : false
        }
    }

    private static func endsInWord(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = utf8.count
        while offset > 0 {
            let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: offset)
            if isWordCharacter(scalar, inWord: false) { return true }
            if !isWordCharacter(scalar, inWord: true) { return false }
            offset -= length
        }
        return false
    }

    /// `full-width`: the compatibility forms of UAX #11 (ASCII, and the few signs beside it).
    private static func fullWidth(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x20: 0x3000
        case 0x21...0x7E: value + 0xFEE0
        case 0xA2: 0xFFE0
        case 0xA3: 0xFFE1
        case 0xA5: 0xFFE5
        case 0xA6: 0xFFE4
        case 0xAC: 0xFFE2
        case 0xAF: 0xFFE3
        case 0x20A9: 0xFFE6
        case 0xFF61...0xFF9F: halfWidthKatakana[Int(value - 0xFF61)]
        default: value
        }
    }

    /// U+FF61 to U+FF9F in full width.
    private static let halfWidthKatakana: [UInt32] = [
        0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5, 0x30E7,
        0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF, 0x30B1, 0x30B3, 0x30B5, 0x30B7,
        0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC, 0x30CD, 0x30CE, 0x30CF,
        0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE, 0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4, 0x30E6, 0x30E8, 0x30E9, 0x30EA,
        0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3, 0x3099, 0x309A,
    ]

    /// `full-size-kana` (CSS Text 3 appendix G).
    private static func fullSizeKana(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x30A1, 0x30A3, 0x30A5,
            0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE:
            value + 1
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        case 0x30F5: 0x30AB
        case 0x30F6: 0x30B1
        case 0x31F0: 0x30AF
        case 0x31F1: 0x30B7
        case 0x31F2: 0x30B9
        case 0x31F3: 0x30C8
        case 0x31F4: 0x30CC
        case 0x31F5: 0x30CF
        case 0x31F6: 0x30D2
        case 0x31F7: 0x30D5
        case 0x31F8: 0x30D8
        case 0x31F9: 0x30DB
        case 0x31FA: 0x30E0
        case 0x31FB: 0x30E9
        case 0x31FC: 0x30EA
        case 0x31FD: 0x30EB
        case 0x31FE: 0x30EC
        case 0x31FF: 0x30ED
        // Those of Unicode 12 and 15: wi, we, wo, n, ko.
        case 0x1B132: 0x3053
        case 0x1B150...0x1B152: value - 0x1B150 + 0x3090
        case 0x1B155: 0x30B3
        case 0x1B164...0x1B167: value - 0x1B164 + 0x30F0
        case 0xFF67...0xFF6B: value + 0x0A
        case 0xFF6C...0xFF6E: [0xFF94, 0xFF95, 0xFF96][Int(value - 0xFF6C)]
        case 0xFF6F: 0xFF82
        default: value
        }
    }
}
