import Testing

import GalleyText

@Suite struct CounterStyleTests {
    static let cases: [(CounterStyle, Int, String)] = [
        (CounterStyle.decimal, 12, "12. "), (.disc, 1, "• "), (.circle, 1, "◦ "), (.square, 1, "▪ "),
        (.decimalLeadingZero, 1, "01. "), (.decimalLeadingZero, -3, "-03. "), (.decimalLeadingZero, 10, "10. "),
        (.lowerAlpha, 26, "z. "), (.lowerAlpha, 27, "aa. "), (.lowerAlpha, 0, "0. "), (.upperAlpha, 703, "AAA. "),
        (.lowerRoman, 4, "iv. "), (.upperRoman, 3_999, "MMMCMXCIX. "), (.lowerRoman, 4_000, "4000. "),
        (.lowerRoman, 0, "0. "), (.lowerGreek, 1, "α. "), (.lowerGreek, 24, "ω. "), (.lowerGreek, 25, "αα. "),
        (.arabicIndic, 120, "١٢٠. "), (.persian, 45, "۴۵. "), (.devanagari, 9, "९. "), (.thai, 10, "๑๐. "),
        (.hebrew, 15, "טו. "), (.hebrew, 1_000, "א׳. "), (.hebrew, 15_016, "טו׳טז. "),
        (.hebrew, 1_000_000, "1000000. "), (.hebrew, 116, "קטז. "), (.hebrew, 5_784, "ה׳תשפד. "),
        (.armenian, 1_999, "ՌՋՂԹ. "), (.georgian, 11, "ია. "), (.georgian, 1_000, "ჩ. "),
        (.lowerArmenian, 1_999, "ռջղթ. "), (.tamil, 10, "௧௦. "), (.mongolian, 5, "᠕. "), (.tibetan, 12, "༡༢. "),
        (.cjkEarthlyBranch, 12, "亥、"), (.cjkEarthlyBranch, 13, "一三、"), (.cjkHeavenlyStem, 1, "甲、"),
        (.hiraganaIroha, 3, "は、"), (.katakanaIroha, 47, "ス、"), (.cjkDecimal, -1, "-1、"),
        (.disclosureOpen, 1, "▾ "), (.disclosureClosed, 1, "▸ "),
        (.ethiopicNumeric, 1, "፩/ "), (.ethiopicNumeric, 100, "፻/ "), (.ethiopicNumeric, 78_010_092, "፸፰፻፩፼፺፪/ "),
        (.ethiopicNumeric, 780_100_000_092, "፸፰፻፩፼፼፺፪/ "), (.ethiopicNumeric, 0, "0/ "),
        (.japaneseInformal, 0, "〇、"), (.japaneseInformal, 1_111, "千百十一、"), (.japaneseInformal, -20, "マイナス二十、"),
        (.japaneseFormal, 1_111, "壱阡壱百壱拾壱、"), (.japaneseFormal, 10_000, "一〇〇〇〇、"),
        (.koreanHangulFormal, 1_234, "일천이백삼십사, "), (.koreanHanjaInformal, 110, "百十, "),
        (.koreanHanjaFormal, -9_001, "마이너스 九仟壹, "), (.simplifiedChineseInformal, 11, "十一、"),
        (.simplifiedChineseInformal, 111, "一百一十一、"), (.simplifiedChineseInformal, 9_001, "九千零一、"),
        (.simplifiedChineseInformal, 1_020, "一千零二十、"), (.simplifiedChineseFormal, 6_001, "陆仟零壹、"),
        (.simplifiedChineseFormal, 10, "壹拾、"), (.traditionalChineseInformal, -120, "負一百二十、"),
        (.traditionalChineseFormal, 0, "零、"),
        (.cjkDecimal, 205, "二〇五、"), (.hiragana, 1, "あ、"), (.katakana, 49, "アア、"),
        (.decimal, Int.min, "\(Int.min). "), (.lowerAlpha, Int.max, "crpxnlskvljfhg. "),
    ]

    @Test(arguments: cases)
    func markers(style: CounterStyle, value: Int, expected: String) {
        #expect(style.marker(for: value) == expected)
    }

    /// The predefined styles of CSS Counter Styles 3 §6 and §7, by name.
    @Test func allPredefinedStylesAreThere() {
        let names = """
            decimal decimal-leading-zero arabic-indic armenian upper-armenian lower-armenian bengali cambodian khmer
            cjk-decimal devanagari georgian gujarati gurmukhi hebrew kannada lao malayalam mongolian myanmar oriya persian
            lower-roman upper-roman tamil telugu thai tibetan lower-alpha lower-latin upper-alpha upper-latin lower-greek
            hiragana hiragana-iroha katakana katakana-iroha disc circle square disclosure-open disclosure-closed
            cjk-earthly-branch cjk-heavenly-stem japanese-informal japanese-formal korean-hangul-formal
            korean-hanja-informal korean-hanja-formal simp-chinese-informal simp-chinese-formal trad-chinese-informal
            trad-chinese-formal cjk-ideographic ethiopic-numeric
            """
        for name in names.split(whereSeparator: \.isWhitespace) { #expect(CounterStyle(cssName: String(name)) != nil) }
        for style in CounterStyle.allCases {
            for value in [Int.min, -10_000, -1, 0, 1, 9_999, 10_000, Int.max] {
                #expect(!style.representation(of: value).isEmpty)
            }
        }
    }

    private static func custom(
        _ system: CustomCounterStyle.System, _ symbols: String,
        _ change: (inout CustomCounterStyle.Definition) -> Void = { _ in }
    ) -> CustomCounterStyle {
        var definition = CustomCounterStyle.Definition(name: "x", system: system, symbols: symbols.map { String($0) })
        change(&definition)
        return CustomCounterStyle(definition)
    }

    static let customCases: [(CustomCounterStyle, Int, String)] = [
        (custom(.cyclic, "ab"), 3, "a"), (custom(.cyclic, "ab"), 0, "b"), (custom(.cyclic, "ab"), .min, "b"),
        (custom(.fixed(first: 3), "ab"), 4, "b"), (custom(.fixed(first: 3), "ab"), 5, "5"),
        (custom(.fixed(first: .max), "ab"), .min, "\(Int.min)"),
        (custom(.symbolic, "*†"), 4, "††"), (custom(.symbolic, "*"), 1_000, "1000"),
        (custom(.alphabetic, "ab"), 3, "aa"), (custom(.alphabetic, "ab"), -3, "-3"),
        (
            custom(.numeric, "01") {
                $0.padLength = 6; $0.padSymbol = "_"
            }, 5, "___101"
        ),
        (
            custom(.numeric, "01") {
                $0.padLength = 6; $0.padSymbol = "0"; $0.negativePrefix = "(";
                $0.negativeSuffix = ")"
            }, -5, "(0101)"
        ),
        (
            custom(.numeric, "01") {
                $0.ranges = [2...3]; $0.fallback = .predefined(.lowerRoman)
            }, 4, "iv"
        ),
        (
            custom(.additive, "") {
                $0.additiveSymbols = [.init(weight: 5, symbol: "V"), .init(weight: 1, symbol: "I")]
            },
            8, "VIII"
        ),
        (custom(.additive, "") { $0.additiveSymbols = [.init(weight: 5, symbol: "V")] }, 8, "8"),
        (custom(.additive, "") { $0.additiveSymbols = [.init(weight: 1, symbol: "I")] }, 1_000_000_000, "1000000000"),
        (custom(.predefined(.lowerRoman), "") { $0.fallback = .custom(custom(.numeric, "01")) }, 4, "iv"),
        (custom(.alphabetic, "") { $0.fallback = .custom(custom(.numeric, "01")) }, 4, "100"),
    ]

    @Test(arguments: customCases)
    func customStyles(style: CustomCounterStyle, value: Int, expected: String) {
        #expect(style.representation(of: value) == expected)
        #expect(style.marker(for: value) == expected + ". ")
    }

    @Test func fallbackChainsEnd() {
        var style = CustomCounterStyle(.init(name: "x", system: .fixed(first: 1)))
        for _ in 0..<1_000 { style = CounterStyleTests.custom(.fixed(first: 1), "") { $0.fallback = .custom(style) } }
        #expect(style.representation(of: 7) == "7")
    }
}

@Suite("Long counter symbols") struct LongCounterTests {
    private static let long = String(repeating: "x", count: TextLimits.maximumCounterBytes)

    @Test(
        "A value whose text would be too long falls back before it is made",
        arguments: [
            (CustomCounterStyle.System.symbolic, 2), (.cyclic, 2), (.fixed(first: 1), 2), (.numeric, 3),
            (.alphabetic, 4), (.additive, 7),
        ])
    func fallsBack(system: CustomCounterStyle.System, value: Int) {
        var definition = CustomCounterStyle.Definition(
            name: "l", system: system, symbols: [Self.long, Self.long + "y"],
            additiveSymbols: [.init(weight: 5, symbol: Self.long), .init(weight: 1, symbol: "y")])
        #expect(CustomCounterStyle(definition).representation(of: value) == "\(value)")
        definition.symbols = ["a", "b"]
        definition.additiveSymbols[0].symbol = "c"
        #expect(CustomCounterStyle(definition).representation(of: value) != "\(value)")
        definition.padLength = 100
        definition.padSymbol = Self.long
        #expect(CustomCounterStyle(definition).representation(of: value) == "\(value)")
    }

    @Test("A sign that is too long falls back") func sign() {
        var definition = CustomCounterStyle.Definition(name: "l", system: .numeric, symbols: ["a", "b"])
        #expect(CustomCounterStyle(definition).representation(of: -3) == "-bb")
        definition.negativePrefix = Self.long + "x"
        #expect(CustomCounterStyle(definition).representation(of: -3) == "-3")
    }
}
