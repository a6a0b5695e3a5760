import GalleyText
import Testing

import GalleyHTML

@Suite struct CSSParserTests {
    /// How many rules each sheet has.
    static let counts: [(String, Int)] = [
        ("", 0), ("a{color:red}", 1), ("a{}", 0), ("a{color:red}b{color:red}", 2), ("a{color:red", 1),
        ("a{color:red}}}}} b{color:red}", 1), ("s1{color:red}}}}}s2{color:red}}}", 1), ("{color:red}", 0),
        ("a{color:red;} ; b{color:red}", 1), ("a b c", 0), ("a;b{color:red}", 0), ("@media screen{a{color:red}}", 1),
        ("@media{a{color:red}}", 1), ("@font-face{font-family:x}", 0), ("a{b{color:red}}", 1),
        ("a{color:red;b{color:red}color:blue}", 3), ("@media screen{a{color:red;@media print{color:blue}}}", 2),
        ("@layer x{a{color:red}}", 1), ("<!-- a{color:red} -->", 1), ("a{--x:{b:c}}", 1), ("--x:{a}b{color:red}", 1),
        ("@import 'x'; a{color:red}", 1), ("a,b{color:red}", 1), ("a,{color:red}", 0),
        ("@charset 'x'; a{color:red}", 1),
        ("@supports (color:red){a{color:red}}", 1), ("@keyframes x{from{color:red}}", 0), ("a{color:red}/*", 1),
        ("a::before{content:'}'}", 1), ("a{background:url(})}b{color:red}", 2), ("a{color:\"}\"}b{color:red}", 1),
    ]

    @Test(arguments: counts) func ruleCounts(_ text: String, _ expected: Int) {
        #expect(StyleSheet(parsing: text).ruleCount == expected)
    }

    static let diagnostics: [(String, CSSDiagnostic.Code, Int, Int)] = [
        ("a{\n  bogus: 1\n}", .unknownProperty, 2, 3), ("a{color:bogus}", .invalidValue, 1, 3),
        ("a{color}", .malformedDeclaration, 1, 3), ("\n\na:bogus{color:red}", .invalidSelector, 3, 1),
        ("@bogus;", .unknownAtRule, 1, 1), ("a{color:red", .unclosed, 1, 2), ("a", .malformedRule, 1, 1),
        ("a{color:red}\r\nb{x:\"\n\"}", .badToken, 2, 5), ("a{}@import 'x';", .malformedRule, 1, 4),
    ]

    @Test(arguments: diagnostics)
    func diagnosticPositions(_ text: String, _ code: CSSDiagnostic.Code, _ line: Int, _ column: Int) {
        let found = StyleSheet(parsing: text).diagnostics
        #expect(found.contains { $0.code == code && $0.line == line && $0.column == column }, "\(found)")
    }

    @Test func diagnosticsAreLimited() {
        let sheet = StyleSheet(parsing: String(repeating: "a{b:c}", count: 10_000))
        #expect(sheet.diagnostics.count == CSSLimits.maximumDiagnostics)
    }

    @Test func importsAndAtRulesAreKept() {
        let sheet = StyleSheet(
            parsing: """
                @import url(a.css); @import "b.css" print; @import url("c.css") layer(x) supports(display: block) screen;
                @font-face { font-family: "Foo"; src: url(foo.ttf) format("truetype"); }
                @page :first { margin: 1in }
                @counter-style stars { system: cyclic; symbols: "*"; suffix: " " }
                """)
        #expect(sheet.imports.map(\.url) == ["a.css", "b.css", "c.css"])
        #expect(sheet.atRules.map(\.name) == ["font-face", "page", "counter-style"])
        #expect(sheet.atRules[0].descriptors.map(\.name) == ["font-family", "src"])
        #expect(sheet.atRules[0].descriptors[1].value == "url(foo.ttf) format(\"truetype\")")
        #expect(sheet.atRules[1].prelude == ":first")
        #expect(sheet.diagnostics == [])
    }

    @Test func nestingIsCut() {
        let text = String(repeating: "a{", count: 5000) + "color:red" + String(repeating: "}", count: 5000)
        #expect(StyleSheet(parsing: text).diagnostics.contains { $0.code == .limit })
        let media = String(repeating: "@media screen{", count: 5000) + "a{color:red}"
        #expect(StyleSheet(parsing: media).ruleCount == 0)
    }

    @Test func everyLonghandTakesTheWideKeywords() {
        for definition in PropertyTable.shared.definitions {
            for word in ["inherit", "initial", "unset", "revert", "revert-layer"] {
                let sheet = StyleSheet(parsing: "a{\(definition.name):\(word)}")
                #expect(sheet.ruleCount == 1, "\(definition.name): \(word)")
            }
        }
    }

    @Test func everyLonghandSurvivesEveryValue() {
        // Properties times values: nothing traps, whatever a property makes of a value.
        let values = [
            "0", "1", "-1", "1e309", "-1e309", "nan", "inf", "1px", "1e30px", "-1e30em", "50%", "1e308%", "auto",
            "none",
            "normal", "calc(1/0)", "calc(1px/0)", "calc(infinity*1px)", "calc(NaN*1em)", "red", "\"x\"", "url(x)",
            "a b c",
            "1 2 3 4", "rgb(", "((((", "\u{661}px", String(repeating: "9", count: 400), "calc(1px + 1em - 2%)",
            "min(1em, 2%)", "99999999999999999999", "-99999999999999999999", "2147483648", "attr(x)", "var(--x)", "",
            "0.0000001px", "1px 1px 1px 1px 1px", ",", "/", "inherit inherit",
        ]
        var body = ""
        for definition in PropertyTable.shared.definitions {
            for value in values { body += "<p style='\(definition.name):\(value)'>t</p>" }
        }
        let document = StyledDocument(body)
        #expect(document.styles.styles.count > 300)
        for style in document.styles.styles {
            #expect(style.inherited.shaping.fontSize >= 0 && style.inherited.shaping.fontSize <= 10_000)
            let box = style.blockStyle
            for edge in [box.margin.top, box.margin.left, box.width, box.minimumHeight] {
                if let length = edge.length { #expect(length.px.isFinite && length.percent.isFinite) }
            }
            #expect(box.border.top.width.isFinite && box.padding.left.px >= 0)
        }
    }
}
