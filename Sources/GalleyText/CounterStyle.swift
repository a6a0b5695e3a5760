/// How a counter's value becomes text: CSS's predefined counter styles (CSS Counter Styles 3 §6).
///
///     CounterStyle.lowerRoman.marker(for: 4)       // "iv. "
public enum CounterStyle: String, Hashable, Codable, Sendable, CaseIterable {
    case disc, circle, square
    case decimal
    case decimalLeadingZero = "decimal-leading-zero"
    case lowerAlpha = "lower-alpha"
    case upperAlpha = "upper-alpha"
    case lowerRoman = "lower-roman"
    case upperRoman = "upper-roman"
    case lowerGreek = "lower-greek"
    case arabicIndic = "arabic-indic"
    case persian, hebrew, devanagari, bengali, thai, khmer
    case armenian, georgian
    case cjkDecimal = "cjk-decimal"
    case hiragana, katakana

    /// The style of a CSS name, aliases included; `nil` for an unknown one.
    public init?(cssName: String) {
        switch cssName {
        case "lower-latin": self = .lowerAlpha
        case "upper-latin": self = .upperAlpha
        case "upper-armenian": self = .armenian
        case "urdu": self = .persian
        default: self.init(rawValue: cssName)
        }
    }

    /// The value with its suffix, as a list marker shows it.
    public func marker(for value: Int) -> String {
        switch self {
        case .disc, .circle, .square: representation(of: value) + " "
        case .cjkDecimal, .hiragana, .katakana: representation(of: value) + "、"
        default: representation(of: value) + ". "
        }
    }

    /// The value alone; values outside the style's range are decimal (§2.5 fallback).
    public func representation(of value: Int) -> String {
        switch self {
        case .disc: "•"
        case .circle: "◦"
        case .square: "▪"
        case .decimal: String(value)
        case .decimalLeadingZero:
            (0...9).contains(value) ? "0\(value)" : (-9 ... -1).contains(value) ? "-0\(-value)" : String(value)
        case .lowerAlpha: alphabetic(value, CounterStyle.latin)
        case .upperAlpha: alphabetic(value, CounterStyle.latin).uppercased()
        case .lowerGreek: alphabetic(value, Array("αβγδεζηθικλμνξοπρστυφχψω".unicodeScalars))
        case .hiragana:
            alphabetic(
                value,
                Array("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん".unicodeScalars))
        case .katakana:
            alphabetic(
                value,
                Array("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン".unicodeScalars))
        case .lowerRoman: additive(value, upTo: 3_999, CounterStyle.roman)
        case .upperRoman: additive(value, upTo: 3_999, CounterStyle.roman).uppercased()
        case .hebrew: hebrewText(value)
        case .armenian: additive(value, upTo: 9_999, CounterStyle.letters(from: 0x531, count: 36))
        case .georgian: additive(value, upTo: 19_999, CounterStyle.georgianLetters)
        case .arabicIndic: numeric(value, zero: 0x660)
        case .persian: numeric(value, zero: 0x6F0)
        case .devanagari: numeric(value, zero: 0x966)
        case .bengali: numeric(value, zero: 0x9E6)
        case .thai: numeric(value, zero: 0xE50)
        case .khmer: numeric(value, zero: 0x17E0)
        case .cjkDecimal:
            String(
                String.UnicodeScalarView(
                    String(value).unicodeScalars.map { digit in
                        digit == "-" ? digit : CounterStyle.cjkDigits[Int(digit.value) - 0x30]
                    }))
        }
    }

    /// Bijective base n (§3.1.4 "alphabetic"): after the last letter come two letters.
    private func alphabetic(_ value: Int, _ letters: [Unicode.Scalar]) -> String {
        guard value > 0 else { return String(value) }
        var rest = value
        var reversed: [Unicode.Scalar] = []
        while rest > 0 {
            rest -= 1
            reversed.append(letters[rest % letters.count])
            rest /= letters.count
        }
        return String(String.UnicodeScalarView(reversed.reversed()))
    }

    /// Weights added up, greatest first (§3.1.6 "additive").
    private func additive(_ value: Int, upTo limit: Int, _ symbols: [(Int, String)]) -> String {
        guard value > 0, value <= limit else { return String(value) }
        var rest = value
        var text = ""
        for (weight, symbol) in symbols {
            while rest >= weight {
                text += symbol
                rest -= weight
            }
        }
        return text
    }

    /// Positional digits (§3.1.5 "numeric").
    private func numeric(_ value: Int, zero: UInt32) -> String {
        var text = String.UnicodeScalarView()
        for digit in String(value).unicodeScalars {
            if digit == "-" {
                text.append(digit)
            } else if let scalar = Unicode.Scalar(zero + digit.value - 0x30) {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// Hebrew numerals; 15 and 16 are written 9+6 and 9+7 (§6.2).
    private func hebrewText(_ value: Int) -> String {
        additive(
            value, upTo: 10_999,
            [
                (10_000, "י׳"), (9_000, "ט׳"), (8_000, "ח׳"), (7_000, "ז׳"), (6_000, "ו׳"), (5_000, "ה׳"),
                (4_000, "ד׳"), (3_000, "ג׳"), (2_000, "ב׳"), (1_000, "א׳"), (400, "ת"), (300, "ש"), (200, "ר"),
                (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"), (30, "ל"), (20, "כ"),
                (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"),
                (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
            ])
    }

    private static let latin = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let cjkDigits = Array("〇一二三四五六七八九".unicodeScalars)
    private static let roman = [
        (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    private static let georgianLetters: [(Int, String)] = [
        (10_000, "ჵ"), (9_000, "ჰ"), (8_000, "ჯ"), (7_000, "ჴ"), (6_000, "ხ"), (5_000, "ჭ"), (4_000, "წ"),
        (3_000, "ძ"), (2_000, "ც"), (1_000, "ჩ"), (900, "შ"), (800, "ყ"), (700, "ღ"), (600, "ქ"), (500, "ფ"),
        (400, "ჳ"), (300, "ტ"), (200, "ს"), (100, "რ"), (90, "ჟ"), (80, "პ"), (70, "ო"), (60, "ჲ"), (50, "ნ"),
        (40, "მ"), (30, "ლ"), (20, "კ"), (10, "ი"), (9, "თ"), (8, "ჱ"), (7, "ზ"), (6, "ვ"), (5, "ე"), (4, "დ"),
        (3, "გ"), (2, "ბ"), (1, "ა"),
    ]

    /// Letters that stand for 1...9, 10...90 and so on, greatest first.
    private static func letters(from first: UInt32, count: UInt32) -> [(Int, String)] {
        (0..<count).compactMap { index -> (Int, String)? in
            guard let scalar = Unicode.Scalar(first + index) else { return nil }
            let power = [1, 10, 100, 1_000][Int(index / 9)]
            return ((Int(index % 9) + 1) * power, String(scalar))
        }.reversed()
    }
}
