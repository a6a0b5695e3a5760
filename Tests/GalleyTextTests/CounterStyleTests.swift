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
        (.hebrew, 15, "טו. "), (.hebrew, 116, "קטז. "), (.hebrew, 5_784, "ה׳תשפד. "),
        (.armenian, 1_999, "ՌՋՂԹ. "), (.georgian, 11, "ია. "), (.georgian, 1_000, "ჩ. "),
        (.cjkDecimal, 205, "二〇五、"), (.hiragana, 1, "あ、"), (.katakana, 49, "アア、"),
        (.decimal, Int.min, "\(Int.min). "), (.lowerAlpha, Int.max, "crpxnlskvljfhg. "),
    ]

    @Test(arguments: cases)
    func markers(style: CounterStyle, value: Int, expected: String) {
        #expect(style.marker(for: value) == expected)
    }
}
