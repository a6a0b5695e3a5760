import GalleyUnicode
import Testing

@Suite("Line breaks as CSS tailors them (CSS Text 3 §5)")
struct LineBreakTailoringTests {
    /// The text with `|` where a line may end and `!` where it must.
    private func broken(_ text: String, _ options: LineBreakOptions) -> String {
        let bytes = Array(text.utf8)
        let flags = LineBreaks(options).marks(bytes)
        var shown: [UInt8] = []
        for (offset, byte) in bytes.enumerated() {
            if flags[offset].contains(.lineMandatory) { shown.append(UInt8(ascii: "!")) }
            if flags[offset].contains(.lineAllowed) { shown.append(UInt8(ascii: "|")) }
            shown.append(byte)
        }
        return String(decoding: shown, as: UTF8.self)
    }

    @Test(arguments: [
        ("The quick-brown fox", "The |quick-|brown |fox"),
        ("a\nb\u{2028}c\r\nd", "a\n!b\u{2028}!c\r\n!d"),
        ("1,234.56 € / 3", "1,234.56 |€ / |3"),
        ("no\u{A0}break e\u{AD}x", "no\u{A0}break |e\u{AD}|x"),
        ("日本語", "日|本|語"),
        ("«oui» – non", "«oui» |– |non"),
        ("x\u{FFFC}y", "x|\u{FFFC}|y"),
        ("", ""),
    ])
    func plain(text: String, expected: String) {
        #expect(broken(text, LineBreakOptions()) == expected)
    }

    @Test(
        "line-break",
        arguments: [
            // Small kana.
            ("カァ", LineBreakStrictness.strict, false, "カァ"),
            ("カァ", .normal, false, "カ|ァ"),
            ("カー", .auto, false, "カ|ー"),
            // CJK hyphens: Chinese and Japanese only.
            ("日〜本", .normal, false, "日〜|本"),
            ("日〜本", .normal, true, "日|〜|本"),
            ("日〜本", .strict, true, "日〜|本"),
            // Iteration marks and leaders.
            ("人々", .normal, true, "人々"),
            ("人々", .loose, false, "人|々"),
            ("日……", .normal, false, "日……"),
            ("日……", .loose, false, "日…|…"),
            // Hyphens after ideographs; not after letters.
            ("日\u{2010}本", .loose, false, "日|\u{2010}|本"),
            ("日\u{2010}本", .normal, false, "日\u{2010}|本"),
            ("a\u{2010}b", .loose, false, "a\u{2010}|b"),
            // Centred punctuation, suffixes and prefixes.
            ("日・本", .loose, true, "日|・|本"),
            ("日・本", .loose, false, "日・|本"),
            ("日！", .loose, true, "日|！"),
            ("10％", .loose, true, "10|％"),
            ("10％", .normal, true, "10％"),
            ("￥日", .loose, true, "￥|日"),
            // Anywhere: every cluster, forced breaks as they are.
            ("ab c", .anywhere, false, "a|b| |c"),
            ("e\u{301}\u{A0}x", .anywhere, false, "e\u{301}|\u{A0}|x"),
            ("a\r\nb", .anywhere, false, "a\r\n!b"),
        ])
    func strictness(text: String, strictness: LineBreakStrictness, isCJK: Bool, expected: String) {
        let options = LineBreakOptions(strictness: strictness, isChineseOrJapanese: isCJK)
        #expect(broken(text, options) == expected)
    }

    @Test(
        "word-break",
        arguments: [
            ("ab 12", WordBreakMode.breakAll, "a|b |1|2"),
            ("e\u{301}a", .breakAll, "e\u{301}|a"),
            ("a, (b)", .breakAll, "a, |(b)"),
            ("日本 한국", .keepAll, "日本 |한국"),
            ("日本(語)", .keepAll, "日本|(語)"),
            ("日本、語", .keepAll, "日本、|語"),
            ("日a1", .keepAll, "日a1"),
        ])
    func wordBreak(text: String, mode: WordBreakMode, expected: String) {
        #expect(broken(text, LineBreakOptions(wordBreak: mode)) == expected)
    }

    @Test("the table of pairs says what the rules say", arguments: LineBreakStrictness.allCases)
    func table(strictness: LineBreakStrictness) {
        var generator = TestGenerator(seed: 14)
        for mode in WordBreakMode.allCases {
            let options = LineBreakOptions(strictness: strictness, wordBreak: mode, isChineseOrJapanese: true)
            let fast = LineBreaks(options)
            let slow = LineBreaks(options, usesTable: false)
            for _ in 0..<1500 {
                let bytes = generator.text(scalars: 10)
                #expect(fast.marks(bytes) == slow.marks(bytes), "\(bytes)")
            }
        }
    }

    @Test("runs of complex context are reported whole")
    func complexRuns() {
        let bytes = Array("ab ภาษา ไทย ខ្មែរ".utf8)
        var flags = [BoundaryFlags](repeating: [], count: bytes.count)
        var runs: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { utf8 in
            flags.withUnsafeMutableBufferPointer { LineBreaks().mark(utf8, into: $0, complexRuns: &runs) }
        }
        #expect(runs.map { String(decoding: bytes[$0], as: UTF8.self) } == ["ภาษา", "ไทย", "ខ្មែរ"])
    }
}
