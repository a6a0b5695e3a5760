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
        ("1,234.56 € / 3", "1,234.56 |€ |/ |3"),
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
            ("カァ", LineBreakStrictness.strict, LineBreakLanguage.other, "カァ"),
            ("カァ", .normal, .other, "カ|ァ"),
            ("カー", .auto, .other, "カ|ー"),
            // CJK hyphens: Chinese and Japanese only.
            ("日〜本", .normal, .other, "日〜|本"),
            ("日〜本", .normal, .japanese, "日|〜|本"),
            ("日〜本", .auto, .chinese, "日|〜|本"),
            ("日〜本", .auto, .japanese, "日〜|本"),
            ("日〜本", .strict, .japanese, "日〜|本"),
            // Iteration marks and leaders.
            ("人々", .normal, .japanese, "人々"),
            ("人々", .loose, .other, "人|々"),
            ("日……", .normal, .other, "日……"),
            ("日……", .loose, .other, "日…|…"),
            // Hyphens after ideographs; not after letters.
            ("日\u{2010}本", .loose, .other, "日|\u{2010}|本"),
            ("日\u{2010}本", .normal, .other, "日\u{2010}|本"),
            ("日\u{2010}\u{2010}", .loose, .other, "日|\u{2010}\u{2010}"),
            ("a\u{2010}b", .loose, .other, "a\u{2010}|b"),
            // Centred punctuation, suffixes and prefixes.
            ("日・本", .loose, .japanese, "日|・|本"),
            ("日・本", .loose, .other, "日・|本"),
            ("日！", .loose, .japanese, "日|！"),
            ("10％", .loose, .japanese, "10|％"),
            ("10％", .normal, .japanese, "10％"),
            ("1％1", .loose, .japanese, "1|％1"),
            ("￥日", .loose, .japanese, "￥|日"),
            ("1￥1", .loose, .chinese, "1￥|1"),
            // Quotation marks as brackets, single ones not.
            ("一”“二”三", .auto, .chinese, "一”|“二”|三"),
            ("a“b”c", .normal, .japanese, "a“b”|c"),
            ("一”“二”三", .auto, .japanese, "一”“二”|三"),
            ("一”“二”三", .strict, .chinese, "一”“二”|三"),
            ("一’‘二’", .auto, .chinese, "一’‘二’"),
            // Anywhere: every cluster, forced breaks as they are.
            ("ab c", .anywhere, .other, "a|b| |c"),
            ("e\u{301}\u{A0}x", .anywhere, .other, "e\u{301}|\u{A0}|x"),
            ("a\r\nb", .anywhere, .other, "a\r\n!b"),
        ])
    func strictness(text: String, strictness: LineBreakStrictness, language: LineBreakLanguage, expected: String) {
        let options = LineBreakOptions(strictness: strictness, language: language)
        #expect(broken(text, options) == expected)
    }

    /// What Chromium 156 does, tried with all pairs of printable ASCII characters after a letter, a digit, `(`, a space and
    /// nothing.
    @Test(
        "Pairs of ASCII characters break as in browsers with `auto`, as UAX #14 says with the others",
        arguments: [
            ("a/b", "a/b", "a/|b"), ("http://a.b/c?d=e", "http://a.b/c?|d=e", "http://|a.b/|c?|d=e"),
            ("ABCD-1234", "ABCD-|1234", "ABCD-1234"), ("a -1", "a |-1", "a |-1"), ("(-1)", "(-1)", "(-1)"),
            ("a -b --c", "a |-|b |-|-|c", "a |-b |--|c"), ("a$b", "a$b", "a$b"), ("x-$1", "x-$1", "x-|$1"),
            ("a .b", "a |.b", "a .b"), ("a .", "a |.", "a ."), ("a )", "a |)", "a )"), ("a(b", "a(b", "a(b"),
            (")(", ")|(", ")|("), ("><", ">|<", "><"), ("a<b", "a<b", "a<b"), ("?\"?'?x", "?\"?'?|x", "?\"?'?|x"),
            ("a=<bbbbbbbbbbbb&<c", "a=|<bbbbbbbbbbbb&|<c", "a=<bbbbbbbbbbbb&<c"), ("a%(b", "a%|(b", "a%|(b"),
        ])
    func pairs(text: String, auto: String, strict: String) {
        #expect(broken(text, LineBreakOptions()) == auto)
        #expect(broken(text, LineBreakOptions(wordBreak: .keepAll)) == auto)
        #expect(broken(text, LineBreakOptions(strictness: .strict)) == strict)
        #expect(broken(text, LineBreakOptions(strictness: .normal)) == strict)
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
            ("日本a 1", .manual, "日|本|a |1"),
        ])
    func wordBreak(text: String, mode: WordBreakMode, expected: String) {
        #expect(broken(text, LineBreakOptions(wordBreak: mode)) == expected)
    }

    @Test("the table of pairs says what the rules say", arguments: LineBreakStrictness.allCases)
    func table(strictness: LineBreakStrictness) {
        var generator = TestGenerator(seed: 14)
        for mode in WordBreakMode.allCases {
            let options = LineBreakOptions(strictness: strictness, wordBreak: mode, language: .chinese)
            let fast = LineBreaks(options)
            let slow = LineBreaks(options, usesTable: false)
            for _ in 0..<1500 {
                let bytes = generator.text(scalars: 10)
                #expect(fast.marks(bytes) == slow.marks(bytes), "\(bytes)")
            }
        }
    }

    @Test("no words are looked for with word-break: manual")
    func manual() {
        var runs: [Range<Int>] = []
        let bytes = Array("กรุงเทพ a".utf8)
        var flags = [BoundaryFlags](repeating: [], count: bytes.count)
        bytes.withUnsafeBufferPointer { utf8 in
            flags.withUnsafeMutableBufferPointer {
                LineBreaks(LineBreakOptions(wordBreak: .manual)).mark(utf8, into: $0, complexRuns: &runs)
            }
        }
        #expect(runs.isEmpty)
        #expect(broken("กรุงเทพ a", LineBreakOptions(wordBreak: .manual)) == "กรุงเทพ |a")
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
