import Testing

import GalleyHTML

@Suite struct CSSTokenizerTests {
    /// Kinds as short names, for tables.
    static func kinds(_ text: String) -> String {
        CSSSource(text).tokens.map { "\($0.kind)" }.joined(separator: " ")
    }

    static let table: [(String, String)] = [
        ("a", "identifier"), ("-a", "identifier"), ("--", "identifier"), ("--a", "identifier"), ("-", "delimiter"),
        ("-1", "number"), ("+.5", "number"), (".5", "number"), (".", "delimiter"), ("1.", "number delimiter"),
        ("1e3", "number"), ("1e", "dimension"), ("1e+", "dimension delimiter"), ("1e+3px", "dimension"),
        ("1px", "dimension"), ("1%", "percentage"), ("1-a", "dimension"), ("1--a", "dimension"),
        ("#a", "hash"), ("#1", "hash"), ("#", "delimiter"), ("#-", "hash"), ("@a", "atKeyword"), ("@", "delimiter"),
        ("@1", "delimiter number"), ("a(", "function"), ("url(", "url"), ("url(x)", "url"), ("url( x )", "url"),
        ("url(x y)", "badURL"), ("url('x')", "function string closeParenthesis"), ("URL(x)", "url"),
        ("url(\"x\" )", "function string whitespace closeParenthesis"), ("url(a(b)", "badURL"),
        ("url(\\))", "url"), ("'a'", "string"), ("'a", "string"), ("'a\nb", "badString whitespace identifier"),
        ("'a\\\nb'", "string"), ("\"'\"", "string"), ("/* x */a", "identifier"), ("/* x", ""), ("/**/", ""),
        ("/*/", ""), ("a/**/b", "identifier identifier"), ("/", "delimiter"), ("<!--", "cdo"), ("-->", "cdc"),
        ("<!-", "delimiter delimiter delimiter"), ("\\", "identifier"), ("\\61", "identifier"),
        ("\\\n", "delimiter whitespace"), ("é", "identifier"), ("\u{0}", "identifier"), (" \t\r\n\u{c}", "whitespace"),
        ("{}[]()", "openBrace closeBrace openSquare closeSquare openParenthesis closeParenthesis"),
        (":;,", "colon semicolon comma"), ("a-->", "identifier delimiter"), ("1\\65", "dimension"),
        ("\u{FEFF}a", "identifier"), ("~=", "delimiter delimiter"), ("|=", "delimiter delimiter"),
        ("u+0-7F", "identifier number dimension"), ("+1", "number"), ("+ 1", "delimiter whitespace number"),
        ("+a", "delimiter identifier"), ("1.5.5", "number number"), ("\u{7F}", "delimiter"),
    ]

    @Test(arguments: table) func tokenKinds(_ text: String, _ expected: String) {
        #expect(CSSTokenizerTests.kinds(text) == expected)
    }

    static let numbers: [(String, Double)] = [
        ("0", 0), ("-0", 0), ("1", 1), ("+1", 1), ("-1.5", -1.5), (".25", 0.25), ("1e3", 1000), ("1E-2", 0.01),
        ("0.1", 0.1), ("123456789012345", 123_456_789_012_345), ("0.000001", 0.000_001),
        ("1e309", .greatestFiniteMagnitude), ("-1e309", -.greatestFiniteMagnitude), ("1e-400", 0),
        (String(repeating: "9", count: 400), .greatestFiniteMagnitude),
        ("0." + String(repeating: "3", count: 400), 1.0 / 3),
        (String(repeating: "0", count: 400) + "7", 7), ("3.14159265358979323846", .pi),
        ("9007199254740993", 9_007_199_254_740_992),
        ("1e99999999999999999999", .greatestFiniteMagnitude), ("0e99999", 0),
        ("1.7976931348623157e308", 1.797_693_134_862_315_7e308),
    ]

    @Test(arguments: numbers) func numberValues(_ text: String, _ expected: Double) {
        #expect(CSSSource(text).tokens.first?.number == expected)
    }

    static let strings: [(String, String)] = [
        ("'a'", "a"), ("'\\41'", "A"), ("'\\41 b'", "Ab"), ("'\\000041b'", "Ab"), ("'\\0'", "\u{FFFD}"),
        ("'\\d800'", "\u{FFFD}"), ("'\\110000'", "\u{FFFD}"), ("'\\'\\\"'", "'\""), ("'a\\\nb'", "ab"),
        ("'a\\\r\nb'", "ab"), ("'\\zz'", "zz"), ("'a\\", "a"), ("'\u{0}'", "\u{FFFD}"), ("url( a\\)b )", "a)b"),
        ("'\\1F600'", "\u{1F600}"), ("'\\41\r\nb'", "Ab"), ("\\61 b", "ab"), ("a\\", "a\u{FFFD}"),
    ]

    @Test(arguments: strings) func decodedContent(_ text: String, _ expected: String) throws {
        let source = CSSSource(text)
        #expect(source.string(try #require(source.tokens.first)) == expected)
    }

    @Test func partnersMatchBrackets() {
        let source = CSSSource("a{(b]}c)}d")
        #expect(source.tokens[1].partner == 8)
        #expect(source.tokens[2].partner == 7)
        #expect(CSSSource("((").tokens[0].partner == 2)
    }

    @Test func tokensCoverTheSource() {
        // Whatever the bytes, tokens are in order, inside the source, and never empty.
        var seed: UInt64 = 7
        let alphabet = Array("ab1.-+e@#\\\"'(){}[];:,/* \n<!>%url\u{0}é~".utf8)
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<40 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(
                    seed >> 60 == 0 ? UInt8(truncatingIfNeeded: seed >> 40) : alphabet[Int(seed >> 33) % alphabet.count]
                )
            }
            let source = CSSSource(bytes)
            var position: UInt32 = 0
            for token in source.tokens {
                #expect(token.start >= position && token.end > token.start && Int(token.end) <= bytes.count)
                #expect(token.contentStart >= token.start && token.contentEnd <= token.end)
                position = token.end
            }
        }
    }

    @Test func longNestingIsLinear() {
        let text = String(repeating: "{", count: 300_000) + String(repeating: "(", count: 300_000)
        #expect(CSSSource(text).tokens.count == 600_000)
        #expect(StyleSheet(parsing: text).ruleCount == 0)
    }
}
