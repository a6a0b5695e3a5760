import Foundation
import GalleyXLIFF
import Testing

/// White space, controls, markup, escapes, and whether it was translated.
@Suite struct TextCheckTests {
    /// Gotchas 11, 12, 13.
    @Test(
        arguments: [
            ("a b", " A B", [.edgeSpace]), ("a b ", "A B", [.edgeSpace]), (" a b ", " A B ", []),
            (" a b", "A B ", [.edgeSpace, .edgeSpace]), ("a b", "A B\u{A0}", [.edgeSpace]),
            ("Name: ", "名称：", []), ("Name: ", "名称", [.edgeSpace]), ("é", "ü", []),
            ("a\nb", "A\nB", []), ("a\nb", "A B", [.lineCount]), ("a\r\nb", "A\nB", []),
            ("a b", "A\u{2028}B", [.lineSeparator]), ("a\u{2028}b", "A\u{2028}B", []), ("“a”", "„A“", []),
            ("a", "A\n", [.edgeSpace]),
        ] as [(String, String, [Finding.Code])])
    func space(source: String, target: String, expected: [Finding.Code]) throws {
        #expect(try codes(source, target) == expected)
    }

    /// Where words have no spaces between them, texts that are put together need none.
    @Test(arguments: [
        (" a b.", "甲。", "zh-Hans", true), (" a b.", "甲。", "ko", false), ("a b", " HP 甲", "zh-Hans", true),
        ("a b", "甲 ", "ja", false), ("a b ", "甲", "th", true), ("a b\n", "甲", "th", false),
    ])
    func spaceBetweenTexts(source: String, target: String, locale: String, isFine: Bool) throws {
        #expect(try codes(source, target, locale: locale) == (isFine ? [] : [.edgeSpace]))
    }

    /// Elsewhere white space is how the XML is laid out.
    @Test func spaceThatIsNotKept() throws {
        let unit = "<trans-unit id=\"k\"><source>a b </source><target>A\n   B</target></trans-unit>"
        #expect(try check(unit, original: "messages.template").isEmpty)
        #expect(try check(unit).map(\.code) == [.edgeSpace, .lineCount])
    }

    /// Gotchas 8, 34: bidi controls are kept; only what is not closed is told.
    @Test(
        arguments: [
            ("a", "b\u{7F}", [.controlCharacter]), ("a", "b\u{85}c", []), ("a", "b\u{92}c", [.controlCharacter]),
            ("a", "b\u{FFFD}", [.controlCharacter]), ("a", "\u{FEFF}b", [.controlCharacter]),
            ("a\u{FEFF}", "\u{FEFF}b", []), ("a", "\u{1F600} \u{F8FF}", []),
            ("a", "\u{200F}ب\u{200E}", []), ("a", "\u{2067}ب\u{2069}", []), ("a", "\u{2067}ب", [.unbalancedBidi]),
            ("a", "ب\u{2069}", [.unbalancedBidi]), ("a", "\u{202B}ب\u{202C}", []),
            ("a", "\u{202B}ب", [.unbalancedBidi]),
            ("a", "\u{2067}\u{202A}ب\u{2069}", [.unbalancedBidi]),
            ("a", "\u{202A}\u{2067}ب\u{202C}\u{2069}", [.unbalancedBidi]),
            ("a\u{202A}", "b\u{202A}", []),
        ] as [(String, String, [Finding.Code])])
    func controls(source: String, target: String, expected: [Finding.Code]) throws {
        #expect(try codes(source, target) == expected)
    }

    /// A paragraph ends what is open in it.
    @Test func bidiParagraphs() throws {
        #expect(try codes("a\nb", "\u{2067}a\nb\u{2069}") == [.unbalancedBidi])
    }

    /// Gotchas 5, 26, 27.
    @Test(
        arguments: [
            ("<b>a</b>", "<b>A</b>", []), ("<b>a</b>", "<B>A</b>", []), ("<b>a</b>", "<b>A<b>", [.markupMismatch]),
            ("<b>a</b>", "A", [.markupMismatch]), ("a<br>b", "A<br/>B", []), ("a<br/>b", "A<br />B", []),
            ("<a href=\"x\">a</a>", "<a href=\"y\">A</a>", []), ("I <3 u", "A", []), ("a < b", "B > A", []),
            ("<name> is", "<Name> ist", []), ("<link>a</link>", "<link>A</Link>", []),
            ("<link>a</link>", "<Verweis>A</Verweis>", [.markupMismatch]), ("a", "<b", []),
            ("a", "<i>A</i>", [.markupMismatch]),
            ("a & b", "A &amp; B", [.doubleEscape]), ("a &amp; b", "A &lt; B", []), ("a & b", "A &x; B", []),
            ("a", "A &#39; B", [.doubleEscape]), ("a &amp; b", "A &amp;amp; B", [.doubleEscape]),
            ("a\nb", "A\\nB", [.lineCount, .literalEscape]), ("a\\nb", "A\\nB", []), ("a", "\\o/", []),
            ("a \"b\"", "A \\\"B\\\"", [.literalEscape]),
        ] as [(String, String, [Finding.Code])])
    func markup(source: String, target: String, expected: [Finding.Code]) throws {
        #expect(try codes(source, target) == expected)
    }

    @Test(
        arguments: [
            ("Open the file", true), ("Open", false), ("OK", false), ("iCloud Drive", false), ("42 %d", false),
            ("%@ of %@", false), ("http://a.b/c d", false), ("GPS WLAN", false), ("%d items left", true),
            ("Apple Watch app", true), ("打开 文件", true), ("Wallet of Satoshi", false), ("Привет мир", true),
        ])
    func sameAsSource(text: String, isTold: Bool) throws {
        #expect(try codes(text, text) == (isTold ? [.sameAsSource] : []))
        #expect(try codes(text, text, locale: "en-GB").isEmpty)
    }

    /// Gotchas 17, 22.
    @Test func untranslatedAndEmpty() throws {
        #expect(try check(unit("k", "a")).map(\.code) == [.untranslated])
        #expect(try check(unit("k", "a"), target: "en").isEmpty)
        #expect(try check(unit("k", "")).isEmpty)
        let empty = try check(unit("k", "a", ""))
        #expect(empty.map(\.code) == [.emptyTarget])
        #expect(empty[0].severity == .warning)
        #expect(try check(unit("k", "", "")).isEmpty)
    }

    @Test(arguments: [
        ("new", true), ("needs-translation", true), ("needs-review-l10n", true), ("final", false),
        ("translated", false),
        ("signed-off", false), ("x-mine", false),
    ])
    func states(state: String, isTold: Bool) throws {
        let text = "<trans-unit id=\"k\"><source>a</source><target state=\"\(state)\">b</target></trans-unit>"
        #expect(try check(text).map(\.code) == (isTold ? [.notFinal] : []))
    }

    /// Only when asked for.
    @Test func finalPunctuation() throws {
        #expect(try codes("Done.", "Fertig").isEmpty)
        func ends(_ source: String, _ target: String) throws -> [Finding.Code] {
            try codes(source, target) { $0.policy.extra = [.finalPunctuation] }
        }
        #expect(try ends("Done.", "Fertig") == [.finalPunctuation])
        #expect(try ends("Done.", "完成。").isEmpty)
        #expect(try ends("Wait...", "Warte…").isEmpty)
        #expect(try ends("Why?", "لماذا؟").isEmpty)
        #expect(try ends("Why?", "Warum!") == [.finalPunctuation])
    }
}
