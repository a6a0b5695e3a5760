/// How a counter's value becomes text: CSS's predefined counter styles (CSS Counter Styles 3 §6, §7).
///
///     CounterStyle.lowerRoman.marker(for: 4)       // "iv. "
public enum CounterStyle: String, Hashable, Codable, Sendable, CaseIterable {
    case disc, circle, square
    case disclosureOpen = "disclosure-open"
    case disclosureClosed = "disclosure-closed"
    case decimal
    case decimalLeadingZero = "decimal-leading-zero"
    case lowerAlpha = "lower-alpha"
    case upperAlpha = "upper-alpha"
    case lowerRoman = "lower-roman"
    case upperRoman = "upper-roman"
    case lowerGreek = "lower-greek"
    case arabicIndic = "arabic-indic"
    case persian, hebrew, devanagari, bengali, gujarati, gurmukhi, kannada, lao, malayalam, mongolian, myanmar, oriya
    case tamil, telugu, thai, tibetan, khmer
    case armenian, georgian
    case lowerArmenian = "lower-armenian"
    case upperArmenian = "upper-armenian"
    case ethiopicNumeric = "ethiopic-numeric"
    case cjkDecimal = "cjk-decimal"
    case cjkEarthlyBranch = "cjk-earthly-branch"
    case cjkHeavenlyStem = "cjk-heavenly-stem"
    case hiragana, katakana
    case hiraganaIroha = "hiragana-iroha"
    case katakanaIroha = "katakana-iroha"
    case japaneseInformal = "japanese-informal"
    case japaneseFormal = "japanese-formal"
    case koreanHangulFormal = "korean-hangul-formal"
    case koreanHanjaInformal = "korean-hanja-informal"
    case koreanHanjaFormal = "korean-hanja-formal"
    case simplifiedChineseInformal = "simp-chinese-informal"
    case simplifiedChineseFormal = "simp-chinese-formal"
    case traditionalChineseInformal = "trad-chinese-informal"
    case traditionalChineseFormal = "trad-chinese-formal"

    /// The style of a CSS name, aliases included; `nil` for an unknown one.
    public init?(cssName: String) {
        switch cssName {
        case "lower-latin": self = .lowerAlpha
        case "upper-latin": self = .upperAlpha
        case "urdu": self = .persian
        case "cambodian": self = .khmer
        case "cjk-ideographic": self = .traditionalChineseInformal
        default: self.init(rawValue: cssName)
        }
    }

    /// The value with its suffix, as a list marker shows it.
    public func marker(for value: Int) -> String { representation(of: value) + suffix }

    /// What stands between a marker's number and the text (the `suffix` descriptors of §6 and §7).
    public var suffix: String {
        switch self {
        case .disc, .circle, .square, .disclosureOpen, .disclosureClosed: " "
        case .cjkDecimal, .cjkEarthlyBranch, .cjkHeavenlyStem, .hiragana, .katakana, .hiraganaIroha, .katakanaIroha,
            .japaneseInformal, .japaneseFormal, .simplifiedChineseInformal, .simplifiedChineseFormal,
            .traditionalChineseInformal, .traditionalChineseFormal:
            "、"
        case .koreanHangulFormal, .koreanHanjaInformal, .koreanHanjaFormal: ", "
        case .ethiopicNumeric: "/ "
        default: ". "
        }
    }

    /// Whether the marker is a shape rather than a number.
    public var isSymbol: Bool {
        switch self {
        case .disc, .circle, .square, .disclosureOpen, .disclosureClosed: true
        default: false
        }
    }

    /// The value alone; values outside the style's range are in its fallback (§2.5), decimal at last.
    public func representation(of value: Int) -> String {
        if let text = text(of: value) { return text }
        switch self {
        case .cjkEarthlyBranch, .cjkHeavenlyStem, .japaneseInformal, .japaneseFormal, .koreanHangulFormal,
            .koreanHanjaInformal, .koreanHanjaFormal, .simplifiedChineseInformal, .simplifiedChineseFormal,
            .traditionalChineseInformal, .traditionalChineseFormal:
            return CounterStyle.cjkDecimal.text(of: value) ?? String(value)
        default: return String(value)
        }
    }

    /// `nil` where the value is out of range.
    private func text(of value: Int) -> String? {
        switch self {
        case .disc: "•"
        case .circle: "◦"
        case .square: "▪"
        case .disclosureOpen: "▾"
        case .disclosureClosed: "▸"
        case .decimal: String(value)
        case .decimalLeadingZero:
            (0...9).contains(value) ? "0\(value)" : (-9 ... -1).contains(value) ? "-0\(-value)" : String(value)
        case .lowerAlpha: CounterAlgorithm.alphabetic(value, CounterStyle.latin)
        case .upperAlpha: CounterAlgorithm.alphabetic(value, CounterStyle.latin)?.uppercased()
        case .lowerGreek: CounterAlgorithm.alphabetic(value, CounterStyle.greek)
        case .hiragana: CounterAlgorithm.alphabetic(value, CounterStyle.hiraganaLetters)
        case .katakana: CounterAlgorithm.alphabetic(value, CounterStyle.katakanaLetters)
        case .hiraganaIroha: CounterAlgorithm.alphabetic(value, CounterStyle.hiraganaIrohaLetters)
        case .katakanaIroha: CounterAlgorithm.alphabetic(value, CounterStyle.katakanaIrohaLetters)
        case .cjkEarthlyBranch: CounterAlgorithm.fixed(value, CounterStyle.earthlyBranches)
        case .cjkHeavenlyStem: CounterAlgorithm.fixed(value, CounterStyle.heavenlyStems)
        case .lowerRoman: CounterAlgorithm.additive(value, in: 1...3_999, CounterStyle.roman)
        case .upperRoman: CounterAlgorithm.additive(value, in: 1...3_999, CounterStyle.roman)?.uppercased()
        case .hebrew: CounterAlgorithm.hebrew(value)
        case .armenian, .upperArmenian: CounterAlgorithm.additive(value, in: 1...9_999, CounterStyle.armenianCapitals)
        case .lowerArmenian: CounterAlgorithm.additive(value, in: 1...9_999, CounterStyle.armenianSmall)
        case .georgian: CounterAlgorithm.additive(value, in: 1...19_999, CounterStyle.georgianLetters)
        case .ethiopicNumeric: CounterAlgorithm.ethiopic(value)
        case .japaneseInformal: CJKCounter.japaneseInformal.text(of: value)
        case .japaneseFormal: CJKCounter.japaneseFormal.text(of: value)
        case .koreanHangulFormal: CJKCounter.koreanHangulFormal.text(of: value)
        case .koreanHanjaInformal: CJKCounter.koreanHanjaInformal.text(of: value)
        case .koreanHanjaFormal: CJKCounter.koreanHanjaFormal.text(of: value)
        case .simplifiedChineseInformal: CJKCounter.simplifiedChineseInformal.text(of: value)
        case .simplifiedChineseFormal: CJKCounter.simplifiedChineseFormal.text(of: value)
        case .traditionalChineseInformal: CJKCounter.traditionalChineseInformal.text(of: value)
        case .traditionalChineseFormal: CJKCounter.traditionalChineseFormal.text(of: value)
        // Only cjk-decimal has a range: it starts at 0 (§6.1).
        case .cjkDecimal: value < 0 ? nil : CounterAlgorithm.numeric(value, CounterStyle.cjkDigits)
        case .arabicIndic: CounterAlgorithm.numeric(value, zero: 0x660)
        case .persian: CounterAlgorithm.numeric(value, zero: 0x6F0)
        case .devanagari: CounterAlgorithm.numeric(value, zero: 0x966)
        case .bengali: CounterAlgorithm.numeric(value, zero: 0x9E6)
        case .gurmukhi: CounterAlgorithm.numeric(value, zero: 0xA66)
        case .gujarati: CounterAlgorithm.numeric(value, zero: 0xAE6)
        case .oriya: CounterAlgorithm.numeric(value, zero: 0xB66)
        case .tamil: CounterAlgorithm.numeric(value, zero: 0xBE6)
        case .telugu: CounterAlgorithm.numeric(value, zero: 0xC66)
        case .kannada: CounterAlgorithm.numeric(value, zero: 0xCE6)
        case .malayalam: CounterAlgorithm.numeric(value, zero: 0xD66)
        case .thai: CounterAlgorithm.numeric(value, zero: 0xE50)
        case .lao: CounterAlgorithm.numeric(value, zero: 0xED0)
        case .tibetan: CounterAlgorithm.numeric(value, zero: 0xF20)
        case .myanmar: CounterAlgorithm.numeric(value, zero: 0x1040)
        case .khmer: CounterAlgorithm.numeric(value, zero: 0x17E0)
        case .mongolian: CounterAlgorithm.numeric(value, zero: 0x1810)
        }
    }
}
