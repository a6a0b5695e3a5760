import GalleyHTML
import GalleyMarkup
import GalleyText
import Testing

/// What tables checked by a browser cannot say: origins, environments, sharing, the model's types.
@Suite struct CascadeTests {
    private func color(_ sheets: [(String, CascadeOrigin)], _ html: String) -> String {
        let tree = HTMLTree(parsing: "<!doctype html>" + html)
        let styles = StyleResolver(tree: tree, sheets: sheets.map { (StyleSheet(parsing: $0.0), $0.1) }).resolve()
        guard let node = tree.descendants(of: tree.document).first(where: { tree.attribute(.id, of: $0) == "x" })
        else { return "" }
        return styles[node].inherited.color.hexadecimal
    }

    @Test func originsBeatSpecificity() {
        #expect(color([("p{color:#000001}", .author), ("#x{color:#000002}", .user)], "<p id=x>") == "#000001")
        #expect(color([("p{color:#000001}", .user), ("#x{color:#000002}", .userAgent)], "<p id=x>") == "#000001")
        #expect(color([("p{color:#000001}", .author)], "<font color='#000002'><p id=x>") == "#000001")
        #expect(color([("font{color:#000001}", .user)], "<font id=x color='#000002'>t") == "#000002")
    }

    @Test func importanceTurnsOriginsAround() {
        let author = ("#x{color:#000001!important}", CascadeOrigin.author)
        #expect(color([author, ("p{color:#000002!important}", .user)], "<p id=x>") == "#000002")
        #expect(
            color(
                [author, ("p{color:#000002!important}", .user), ("p{color:#000003!important}", .userAgent)], "<p id=x>")
                == "#000003")
        #expect(color([author], "<p id=x style='color:#000004!important'>") == "#000004")
    }

    @Test func revertGoesBackOneOrigin() {
        let user = ("p{color:#000002}", CascadeOrigin.user)
        #expect(color([user, ("p{color:#000001}#x{color:revert}", .author)], "<p id=x>") == "#000002")
        #expect(color([user, ("p{color:#000001}", .author)], "<p id=x style='color:revert'>") == "#000002")
        #expect(color([("p{color:#000003}", .userAgent), ("p{color:revert}", .user)], "<p id=x>") == "#000003")
        #expect(color([("#x{color:revert}", .author)], "<div style='color:#000009'><p id=x>") == "#000009")
    }

    @Test func environmentDecidesMedia() {
        let css = "@media print{#x{color:#000001}}@media (max-width:400px){#x{color:#000002}}"
        func found(_ environment: StyleEnvironment) -> String {
            StyledDocument("<p id=x>", css: css, environment: environment)["x"].inherited.color.hexadecimal
        }
        #expect(found(StyleEnvironment()) == "#000000")
        #expect(found(StyleEnvironment(medium: .print)) == "#000001")
        #expect(found(StyleEnvironment(width: 400)) == "#000002")
        #expect(found(StyleEnvironment(medium: .print, width: 300)) == "#000002")
    }

    @Test func environmentSetsDefaultFonts() {
        let environment = StyleEnvironment(defaultFontSize: 20, defaultFontFamilies: ["Body Font"])
        let document = StyledDocument(
            "<h1 id=a>t</h1><p id=b style='font-size:1rem;font-family:initial'>", environment: environment)
        #expect(document["a"].inherited.shaping.fontSize == 40)
        #expect(document["b"].inherited.shaping.fontSize == 20)
        #expect(document["b"].inherited.shaping.fontFamilies == ["Body Font"])
    }

    @Test func lengthsStaySymbolicWhereTheyMust() {
        let document = StyledDocument(
            "<p id=x style='font-size:20px;width:calc(50% - 2em + 1ex);padding:1ch 2rem;text-indent:10%;margin-left:3vw'>"
        )
        let box = document["x"].box
        #expect(box.width == .length(Length(px: -40, percent: 50, terms: [.init(unit: .ex, coefficient: 1)])))
        #expect(box.padding.top == Length(1, .ch))
        #expect(box.padding.left == .px(32))
        #expect(document["x"].paragraphStyle.indent == .percent(10))
        #expect(box.margin.left == .length(Length(3, .vw)))
    }

    static let math: [(String, Length)] = [
        ("min(100%, 600px)", .minimum(of: [.percent(100), .px(600)])),
        ("max(10px, 1em)", .px(16)),
        ("clamp(10px, 50%, 20em)", .maximum(of: [.px(10), .minimum(of: [.percent(50), .px(320)])])),
        ("clamp(none, 50%, 20px)", .minimum(of: [.percent(50), .px(20)])),
        ("calc(2 * min(10%, 1ex) + 1px)", .minimum(of: [.percent(10), Length(1, .ex)]) * 2 + .px(1)),
        ("calc((1em + 2px) * 3 - 10px / 2)", .px(49)), ("min(1px, 2px, 3px)", .px(1)),
        ("round(up, 10.2px, 5px)", .px(15)), ("round(7px, 5px)", .px(5)), ("mod(18px, 5px)", .px(3)),
        ("rem(-18px, 5px)", .px(0)), ("abs(-3px)", .px(3)), ("hypot(3px, 4px)", .px(5)),
        ("calc(sign(-3px) * -4px)", .px(4)), ("calc(10px * sin(90deg))", .px(10)),
        ("calc(10px * sin(pi / 2))", .px(10)),
        ("calc(1px * (6px / 2px))", .px(3)), ("calc(100% - min(1em, 20px))", .percent(100) + .px(-16)),
        ("calc(infinity * 1px)", .px(TextLimits.maximumLength)), ("calc(1px + (NaN * 1px))", .px(1)),
    ]

    /// What cannot be decided before layout stays as it is (CSS Values 4 §10).
    @Test(arguments: math) func mathFunctions(_ text: String, _ expected: Length) {
        #expect(StyledDocument("<p id=x style='width:\(text)'>")["x"].box.width == .length(expected))
    }

    @Test(arguments: [
        "min()", "clamp(1px,2px)", "calc(1px + 1)", "calc(1px+1px)", "calc(1px * 1px)", "calc(1 / 1px)", "min(1px, 1)",
        "round(up, 1em, 1px)", "sin(1px)", "calc(1deg)", "round(sideways, 1px)", "calc()", "calc(1px +)",
        "max(1px, 2deg)", "clamp(none, none, 3px)",
    ]) func invalidMath(_ text: String) {
        #expect(StyledDocument("<p id=x style='width:7px;width:\(text)'>")["x"].box.width == .length(.px(7)))
    }

    @Test func mathInOtherProperties() {
        let document = StyledDocument(
            """
            <p id=x style="font-size:max(20px,2em);line-height:max(50%,10px);text-indent:min(10%,5px);font-weight:calc(300 + 50);
            letter-spacing:min(1em,3px);color:hsl(calc(60deg * 2) 100% calc(25% * 2));opacity:calc(1 / 4);tab-size:max(1em,3px)">
            """)["x"]
        #expect(document.inherited.shaping.fontSize == 32)
        #expect(document.inherited.lineHeight == .length(.px(16)))
        #expect(document.inherited.paragraph.indent == .minimum(of: [.percent(10), .px(5)]))
        #expect(document.inherited.shaping.fontWeight == 350)
        #expect(document.inherited.shaping.letterSpacing == .px(3))
        #expect(document.inherited.color.hexadecimal == "#00ff00")
        #expect(document.box.opacity == 0.25)
        #expect(document.inherited.breaking.tabSize == .length(.px(32)))
    }

    /// Every unit of the list: px at once, or a term for layout.
    static let units: [(String, Length)] = [
        ("1px", .px(1)), ("3pt", .px(4)), ("1pc", .px(16)), ("1in", .px(96)), ("2.54cm", .px(96)), ("25.4mm", .px(96)),
        ("101.6q", .px(96)), ("1em", .px(20)), ("1rem", .px(16)), ("1ex", Length(1, .ex)), ("1ch", Length(1, .ch)),
        ("1ic", Length(1, .ic)), ("1lh", Length(1, .lh)), ("1rlh", Length(1, .rlh)), ("1vw", Length(1, .vw)),
        ("1vh", Length(1, .vh)), ("1vmin", Length(1, .vmin)), ("1vmax", Length(1, .vmax)), ("1%", .percent(1)),
        ("1PX", .px(1)), ("1Q", .px(1 / 101.6 * 96)),
    ]

    @Test(arguments: units) func everyUnit(_ text: String, _ expected: Length) {
        #expect(
            StyledDocument("<p id=x style='font-size:20px;width:\(text)'>")["x"].box.width == .length(expected))
    }

    @Test func decorationsSpreadFromTheirBox() {
        let document = StyledDocument(
            """
            <u style="color:#ff0000"><b id=a style="color:#0000ff;font-size:40px"><s id=b>t</s></b>
            <span id=c style="display:inline-block">t</span></u>
            """)
        let lines = document["b"].textStyle.paint.decorations
        #expect(lines.map(\.line) == [.underline, .lineThrough])
        #expect(lines[0].color.hexadecimal == "#ff0000")
        #expect(lines[0].fontSize == 16)
        #expect(lines[1].fontSize == 40)
        #expect(document["c"].textStyle.paint.decorations == [])
    }

    @Test func opacityMultipliesAndBackgroundsDoNotInherit() {
        let document = StyledDocument(
            """
            <div style='opacity:.5;background:red'><p id=x style='opacity:.5'>t
            <span style='opacity:.5'>u<b id=y style='opacity:.5'>v</b><i id=z style='opacity:.5;display:inline-block'>w</div>
            """)
        // Boxes have their own, and their text not.
        #expect(document["x"].textStyle.paint.opacity == 1)
        #expect(document["x"].blockStyle.opacity == 0.5)
        #expect(document["y"].textStyle.paint.opacity == 0.25)
        #expect(document["z"].textStyle.paint.opacity == 0.5)
        #expect(document["z"].blockStyle.opacity == 0.5)
        #expect(document["x"].backgroundColor == nil)
    }

    @Test func centeredParentsMoveTablesNotText() {
        let document = StyledDocument("<!doctype html><center><table id=t><tr><td id=c>x</table><p id=p>y</p></center>")
        #expect(document["t"].blockStyle.margin.left == .auto)
        #expect(document["t"].blockStyle.margin.right == .auto)
        #expect(document["c"].paragraphStyle.alignment == .start)
        #expect(document["p"].paragraphStyle.alignment == .center)
        #expect(document["p"].blockStyle.margin.left == .length(.zero))
    }

    @Test func languageAndDirectionAreInherited() {
        let document = StyledDocument(
            "<div lang=de-CH><p id=a>t</div><p id=b dir=auto>שלום</p><p id=c dir=auto>1 abc שלום</p><bdi id=d>سلام</bdi>"
        )
        #expect(document["a"].textStyle.shaping.language == "de-CH")
        #expect(document["b"].baseDirection == .rightToLeft)
        #expect(document["c"].baseDirection == .leftToRight)
        #expect(document["d"].inlineBoxStyle.direction == .rightToLeft)
        #expect(document["d"].inlineBoxStyle.isolation == .isolate)
    }

    @Test func contentSeesAttributesOfItsOwnElement() {
        let document = StyledDocument(
            "<a id=a href=one>t</a><a id=b href=two>t</a>",
            css: "a::after{content:\" (\" attr(href) \")\"} a::before{content:none}")
        func after(_ id: String) -> GeneratedContent? {
            document.node(id).flatMap { document.styles.style(of: .after, on: $0)?.box.content }
        }
        #expect(after("a") == .items([.string(" (one)")]))
        #expect(after("b") == .items([.string(" (two)")]))
        #expect(document.node("a").flatMap { document.styles.id(of: .before, on: $0) } == nil)
    }

    @Test func equalElementsShareStyles() {
        let document = StyledDocument(String(repeating: "<p class=a>x<b>y</b></p>", count: 1000), css: ".a{color:red}")
        #expect(document.styles.styles.count < 10)
    }

    @Test func sharingChangesNothing() {
        // Every element on its own computes what it gets in company.
        let css = "p:nth-child(3n){color:red}.a .b{margin:1px}[title]{padding:2px}"
        var body = ""
        for index in 0..<60 {
            body +=
                "<p class=\(index % 2 == 0 ? "a" : "c") \(index % 5 == 0 ? "title=x" : "")><b class=b id=e\(index)>t</b></p>"
        }
        let document = StyledDocument(body, css: css)
        for index in 0..<60 {
            let style = document["e\(index)"]
            #expect(style.inherited.color.hexadecimal == (index % 3 == 2 ? "#ff0000" : "#000000"))
            #expect(style.box.margin.top == .length(.px(index % 2 == 0 ? 1 : 0)))
        }
    }

    /// Elements without attributes take a shorter way: one more attribute, which no rule names, changes nothing.
    @Test(
        arguments: [
            "*,::before,::after{box-sizing:border-box}", "b::before{content:'x'}*::after{content:none}",
            "*::before{content:attr(u)}", "p::first-line{color:red}i::first-letter{color:blue}",
            "p>b::after{content:'y'}",
            "*::marker{color:red}::selection{color:blue}", "::before{content:'x';display:none}",
        ])
    func elementsWithoutAttributesAreTheSame(_ css: String) {
        let body = String(repeating: "<p>x<b>y<i>z</i></b><b>w</b></p><ul><li>v<li><b>u</b></ul>", count: 5)
        let bare = StyledDocument(body, css: css)
        let slow = StyledDocument(body.replacing("<b>", with: "<b u>").replacing("<i>", with: "<i u>"), css: css)
        let bareNodes = Array(bare.tree.descendants(of: bare.tree.body))
        let slowNodes = Array(slow.tree.descendants(of: slow.tree.body))
        #expect(bareNodes.count == slowNodes.count)
        for (one, other) in zip(bareNodes, slowNodes) {
            #expect(same(bare.styles[one], slow.styles[other]))
            for pseudoElement in PseudoElement.allCases {
                let (first, second) = (
                    bare.styles.style(of: pseudoElement, on: one), slow.styles.style(of: pseudoElement, on: other)
                )
                #expect((first == nil) == (second == nil))
                if let first, let second { #expect(same(first, second)) }
            }
        }
    }

    private func same(_ one: ComputedStyle, _ other: ComputedStyle) -> Bool {
        one.textStyle == other.textStyle && one.inlineBoxStyle == other.inlineBoxStyle
            && one.box.content == other.box.content
    }

    @Test func importsMayHaveLayers() {
        let tree = HTMLTree(
            parsing: "<!doctype html><style>@import 'a' layer(low); @layer low{b{color:#000002}}</style><p>x<b>y</b>")
        let sheets = DocumentStyleSheets(of: tree) { _ in Array("p,b{color:#000001!important}b{font-size:9px}".utf8) }
        let styles = StyleResolver(
            tree: tree, sheets: sheets.all + [(StyleSheet(parsing: "b{font-size:8px}"), .author)]
        ).resolve()
        for node in tree.descendants(of: tree.body) where tree.name(of: node) == .b {
            #expect(styles[node].inherited.color.hexadecimal == "#000001")
            #expect(styles[node].inherited.shaping.fontSize == 8)
        }
    }

    @Test func quirksModeIsLooser() {
        let html =
            "<p id=x style='width:100;color:ff0000;margin:5;background-color:0a0;line-height:2;font-size:20;tab-size:3'>t"
        let quirks = StyledDocument(html)
        #expect(quirks["x"].box.width == .length(.px(100)))
        #expect(quirks["x"].inherited.color.hexadecimal == "#ff0000")
        #expect(quirks["x"].box.margin.left == .length(.px(5)))
        #expect(quirks["x"].backgroundColor?.hexadecimal == "#00aa00")
        #expect(quirks["x"].inherited.lineHeight == .multiple(2))
        #expect(quirks["x"].inherited.shaping.fontSize == 20)
        let standard = StyledDocument("<!doctype html>" + html)
        #expect(standard["x"].box.width == .auto)
        #expect(standard["x"].inherited.color == .black)
        #expect(standard["x"].inherited.shaping.fontSize == 16)
    }

    static let legacyColors: [(String, String)] = [
        ("red", "#ff0000"), ("#f00", "#ff0000"), ("f00", "#0f0000"), ("chucknorris", "#c00000"), ("#12", "#010200"),
        ("sick", "#00c000"), ("crap", "#c0a000"), (" #00ff00 ", "#00ff00"), ("#123456789", "#124578"), ("6", "#060000"),
    ]

    @Test(arguments: legacyColors) func legacyColor(_ text: String, _ expected: String) {
        #expect(StyledDocument("<font id=x color='\(text)'>t")["x"].inherited.color.hexadecimal == expected)
    }

    /// Against the sample results of CSS Color 4 and 5's examples.
    static let colors: [(String, String)] = [
        ("oklch(62.8% 0.25768 29.234)", "#ff0000"), ("oklab(86.644% -0.23389 0.1795)", "#00ff00"),
        ("lab(54.29% 80.805 69.891)", "#ff0000"), ("lch(87.818% 113.32 134.38)", "#00ff00"),
        ("lab(50% 0 0)", "#777777"), ("oklab(100% 0 0)", "#ffffff"), ("lch(0% 0 none)", "#000000"),
        ("color(display-p3 1 1 1)", "#ffffff"), ("color(xyz-d65 0.9505 1 1.089)", "#ffffff"),
        ("color(srgb-linear 0.5 0.5 0.5)", "#bcbcbc"), ("hwb(180 0% 0%)", "#00ffff"), ("hsl(210 50% 40%)", "#336699"),
        ("#0f08", "#00ff0088"), ("rgb(none 128 none)", "#008000"), ("hsl(none none 50%)", "#808080"),
        ("rgb(none, 0, 0)", "#000000"), ("rgb(10% 20% 30% / 40%)", "#1a334d66"), ("rgb(1 50% 3)", "#018003"),
        ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsl(200grad, 100%, 50%)", "#00ffff"),
        ("hsla(120,100%,50%,.5)", "#00ff0080"),
        ("hwb(3.14159265rad 0% 0%)", "#00ffff"), ("color(a98-rgb 0 1 0)", "#00ff00"),
        ("color(rec2020 0 0 0 / 50%)", "#00000080"), ("color(prophoto-rgb 1 1 1)", "#ffffff"),
        ("CanvasText", "#000000"),
        ("LinkText", "#0000ee"), ("color(srgb 100% none 0)", "#ff0000"), ("RebeccaPurple", "#663399"),
        ("rgb(300 -5 0)", "#ff0000"), ("oklab(0.5 none none / none)", "#63636300"),
        ("hsl(0 100% 50% / 25%)", "#ff000040"), ("color(bogus 1 1 1)", "#000000"),
    ]

    @Test(arguments: colors) func colorNotations(_ text: String, _ expected: String) {
        #expect(StyledDocument("<p id=x style='color:\(text)'>t")["x"].inherited.color.hexadecimal == expected)
    }
}
