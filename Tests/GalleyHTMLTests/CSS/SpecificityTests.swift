import Testing

import GalleyHTML

@Suite struct SpecificityTests {
    static let table: [(String, Int, Int, Int)] = [
        ("*", 0, 0, 0), ("li", 0, 0, 1), ("ul li", 0, 0, 2), ("ul ol+li", 0, 0, 3), ("h1 + *[rel=up]", 0, 1, 1),
        ("ul ol li.red", 0, 1, 3), ("li.red.level", 0, 2, 1), ("#x34y", 1, 0, 0), ("#s12:not(FOO)", 1, 0, 1),
        (".foo :is(.bar, #baz)", 1, 1, 0), ("p::before", 0, 0, 2), (":first-line", 0, 0, 1), ("a:hover", 0, 1, 1),
        (":nth-child(2n+1)", 0, 1, 0), (":nth-child(2n+1 of .a, #b)", 1, 1, 0), (":where(#a, .b) p", 0, 0, 1),
        (":not(em, strong#foo)", 1, 0, 1), (":is(em, #foo)", 1, 0, 0), (":has(> .a b)", 0, 1, 1), (":is()", 0, 0, 0),
        ("*|*", 0, 0, 0), ("[a][b=c]", 0, 2, 0), (":lang(en)", 0, 1, 0), ("a::after:hover", 0, 1, 2),
        ("#a#a", 2, 0, 0), ("html body p", 0, 0, 3), (":root", 0, 1, 0), (".a.a.a", 0, 3, 0),
    ]

    @Test(arguments: table) func specificity(_ selector: String, _ ids: Int, _ classes: Int, _ types: Int) throws {
        let source = CSSSource(selector)
        var parser = SelectorParser(source, arena: SelectorArena())
        let parsed = parser.parseList(0..<source.count)
        let list = try #require(parsed)
        #expect(
            parser.arena.maximumSpecificity(of: list) == Specificity(ids: ids, classes: classes, types: types))
    }

    @Test func nestedRulesAddTheirParent() {
        let sheet = StyleSheet(parsing: "#a, .b { & c { color: red } d { color: red } }")
        let found = sheet.rules.map { sheet.selectors.maximumSpecificity(of: $0.selectors) }
        #expect(found == [Specificity(ids: 1, classes: 0, types: 1), Specificity(ids: 1, classes: 0, types: 1)])
    }

    @Test func orderIsLexicographicAndNeverCarries() {
        #expect(Specificity(ids: 1, classes: 0, types: 0) > Specificity(ids: 0, classes: 1_000_000, types: 1_000_000))
        #expect(Specificity(ids: 0, classes: 1, types: 0) > Specificity(ids: 0, classes: 0, types: 5_000_000))
        #expect(Specificity(ids: -1, classes: 0, types: 3) == Specificity(ids: 0, classes: 0, types: 3))
        #expect(Specificity(ids: 1, classes: 2, types: 3).description == "(1,2,3)")
    }
}
