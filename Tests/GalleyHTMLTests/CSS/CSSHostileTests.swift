import GalleyHTML
import GalleyMarkup
import GalleyTestSupport
import GalleyText
import Testing

/// Inputs that break careless style engines; each ends soon or the suite's time limit says so.
@Suite(.timeLimit(.minutes(1))) struct CSSHostileTests {
    private func styled(css: String, _ body: String) -> StyledDocument {
        StyledDocument("<!doctype html>" + body + "<p id=x>text", css: css)
    }

    @Test func deepFunctions() {
        let deep = String(repeating: "calc(", count: 50_000) + "1px" + String(repeating: ")", count: 50_000)
        let document = styled(css: "#x{width:\(deep);color:rgb(\(String(repeating: "(", count: 50_000))", "")
        #expect(document["x"].box.width == .auto)
    }

    @Test func deepSelectors() {
        let nots = String(repeating: ":not(", count: 20_000) + "p" + String(repeating: ")", count: 20_000)
        #expect(StyleSheet(parsing: nots + "{color:red}").ruleCount == 0)
        let ises = String(repeating: ":is(a,", count: 20_000)
        #expect(StyleSheet(parsing: ises + "{color:red}").ruleCount <= 1)
    }

    @Test func longSelectorOnDeepTree() {
        let selector = String(repeating: "div ", count: 1000) + "#x"
        let document = styled(css: selector + "{color:red}", String(repeating: "<div>", count: 900))
        #expect(document["x"].inherited.color == .black)
        let siblings = String(repeating: "p ~ ", count: 500) + "#x"
        let second = styled(css: siblings + "{color:red}", String(repeating: "<p>a</p>", count: 600))
        #expect(second["x"].inherited.color.hexadecimal == "#ff0000")
    }

    @Test func backtrackingStaysPolynomial() {
        let selector = String(repeating: ".a > .b .a ", count: 20) + "> .c #x"
        let body = String(repeating: "<div class=a><div class=b>", count: 200)
        #expect(styled(css: selector + "{color:red}", body)["x"].inherited.color == .black)
    }

    @Test func variableBomb() {
        var css = ":root{--a0:x x;"
        for index in 1..<60 { css += "--a\(index):var(--a\(index - 1)) var(--a\(index - 1));" }
        let document = styled(css: css + "}#x{color:red;font-family:var(--a59)}", "")
        #expect(document["x"].inherited.color.hexadecimal == "#ff0000")
        var cycle = "#x{color:green;"
        for index in 0..<1000 { cycle += "--c\(index):var(--c\((index + 1) % 1000));" }
        #expect(styled(css: cycle + "margin-left:var(--c5,7px)}", "")["x"].box.margin.left == .length(.px(7)))
    }

    @Test func hasOnDeepTree() {
        let document = styled(css: "div:has(.never){color:red}", String(repeating: "<div>", count: 5000))
        #expect(document["x"].inherited.color == .black)
    }

    @Test func nthOfManySiblings() {
        let css = "p:nth-child(2n of .q){color:red} p:nth-last-of-type(3){color:blue} :nth-last-child(1){margin:1px}"
        let document = styled(css: css, String(repeating: "<p class=q>a</p>", count: 20_000))
        #expect(document["x"].box.margin.top == .length(.px(1)))
    }

    @Test func manyRulesOnManyElements() {
        var css = ""
        for index in 0..<5000 { css += ".c\(index) p>b+i{color:#\(1000 + index)}.k\(index){margin:\(index)px}" }
        var body = ""
        for index in 0..<2000 { body += "<div class='c\(index) k\(index)'><p><b>x</b><i id=i\(index)>y</i></p></div>" }
        let document = styled(css: css, body)
        #expect(document["i7"].inherited.color.hexadecimal == "#11000077")
    }

    @Test func nestedFontSizesStayInRange() {
        let big = StyledDocument(String(repeating: "<div style='font-size:1000%'>", count: 300) + "<p id=x>t")
        #expect(big["x"].inherited.shaping.fontSize == 10_000)
        let small = StyledDocument(String(repeating: "<small>", count: 3000) + "<b id=x>t")
        #expect(small["x"].inherited.shaping.fontSize >= 0)
    }

    @Test func importLoopEnds() {
        var loads = 0
        let tree = HTMLTree(parsing: "<link rel=stylesheet href=a><style>@import 'a';p{color:red}</style><p>")
        let sheets = DocumentStyleSheets(of: tree) { url in
            loads += 1
            return Array("@import 'a'; @import 'b'; @import '\(url)x'; p{color:blue}".utf8)
        }
        #expect(loads > 2 && loads < 10_000)
        #expect(sheets.all.count == loads + 1)
        #expect(!sheets.diagnostics.isEmpty)
    }

    @Test func longShadowAndFamilyLists() {
        let shadows = Array(repeating: "1px 1px red", count: 20_000).joined(separator: ",")
        let families = (0..<20_000).map { "f\($0)" }.joined(separator: ",")
        let document = styled(css: "#x{text-shadow:\(shadows);font-family:\(families)}", "")
        #expect(document["x"].inherited.shaping.fontFamilies.count == 20_000)
    }

    /// Each prefix of a layer's full name is kept: a long one would cost its square.
    @Test(arguments: [
        String(repeating: "a.", count: CSSLimits.maximumLayerNames) + "a",
        String(repeating: "a", count: CSSLimits.maximumLayerBytes),
    ])
    func longLayerNames(name: String) {
        for css in [
            "@layer \(name);", "@layer \(name){p{color:red}}", "@import 'x' layer(\(name));",
            "@layer b{@layer \(name){p{color:red}}}",
            // Odd, so that no name ends with a dot.
            "@layer \(name.prefix(name.count / 2 | 1)){@layer \(name.prefix(name.count / 2 + 2 | 1)){p{color:red}}}",
        ] {
            let sheet = StyleSheet(parsing: css)
            #expect(sheet.diagnostics.map(\.code) == [.limit], "\(css.prefix(40))")
            #expect(sheet.ruleCount == 0)
        }
        #expect(StyleSheet(parsing: Array("p{color:red}".utf8), layer: name).ruleCount == 0)
    }

    /// A rule inside a rule adds its selectors to those of the sheet, which nobody copies for that.
    @Test func manyNestedRules() {
        let rule = "@layer a.b{p{ a.b{p{color:red}}@media print}}"
        let growth = Growth.atEightTimes(2_000) { count in
            let sheet = StyleSheet(parsing: String(repeating: rule, count: count))
            #expect(sheet.ruleCount == count && sheet.selectors.lists.count == 3 * count)
        }
        #expect(growth < Growth.linear)
    }

    @Test func longestLayerNameStays() {
        let name = Array(repeating: "a", count: CSSLimits.maximumLayerNames).joined(separator: ".")
        let document = styled(css: "@layer \(name){#x{color:red}} @layer \(name){#x{color:blue}}", "")
        #expect(document["x"].inherited.color.hexadecimal == "#0000ff")
    }

    @Test func manyLegendsOfOneFieldset() {
        let count = 60_000
        var body = "<fieldset disabled><b></b>"
        for index in 0..<count { body += "<legend><input id=i\(index)></legend>" }
        let document = styled(css: "input{color:blue}input:disabled{color:red}", body + "</fieldset>")
        #expect(document["i0"].inherited.color.hexadecimal == "#0000ff")
        #expect(document["i1"].inherited.color.hexadecimal == "#ff0000")
        #expect(document["i\(count - 1)"].inherited.color.hexadecimal == "#ff0000")
    }

    @Test func randomSheetsNeverTrap() {
        let words = [
            "p", "#x", ".c", "*", ":not(", ":is(", ":nth-child(", "2n+1", "::before", "[a=b]", ">", "+", "~", ",", "{",
            "}", "(",
            ")", "[", "]", ";", ":", "color", "red", "margin", "calc(", "1px", "50%", "1e999", "var(--x)", "--x",
            "@media",
            "@layer a", "@import 'x'", "@supports", "screen", "and", "not", "or", "(min-width:1px)", "!important",
            "url(x", "\"", "'",
            "/*", "*/", "<!--", "\\", "font", "inherit", "bold 12px/1 serif", "&", "content", "attr(x)", "counter(n)",
            "rgb(1 2 3)",
            "min(1px,2em)", "-", "\n", "\u{0}", "font-size", "revert-layer", "grid", "of p",
        ]
        var seed: UInt64 = 42
        for _ in 0..<1500 {
            var css = ""
            for _ in 0..<30 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                css += words[Int(seed >> 33) % words.count] + (seed >> 62 == 0 ? "" : " ")
            }
            let document = StyledDocument(
                "<p id=x class=c a=b style=\"\(css.replacing("\"", with: ""))\">t<b>u</b>", css: css)
            #expect(document["x"].inherited.shaping.fontSize.isFinite)
        }
    }
}
