import Foundation
import GalleyHTML
import GalleyText
import Testing

/// One fact about text from HTML that users of DTCoreText and of Apple's importer rely on.
///
/// `text` is the model's own text and `compatible` the compatible plain form, both in the notation of the table: `↵` ends
/// a paragraph, `⏎` is a forced break, `▢` an object, `→` a tab. Where the model says something else than the fact, on
/// purpose, `difference` says why.
struct HTMLFact: Sendable, CustomTestStringConvertible {
    typealias Check = @Sendable (AttributedText) throws -> Void

    var number: String
    var html: String
    var text: String?
    var compatible: String?
    var difference: String?
    var options = HTMLOptions()
    var check: Check?

    var testDescription: String { "\(number): \(html)" }

    init(
        _ number: String, _ html: String, text: String? = nil, compatible: String? = nil, difference: String? = nil,
        options: HTMLOptions = HTMLOptions(), check: Check? = nil
    ) {
        self.number = number
        self.html = html
        self.text = text
        self.compatible = compatible
        self.difference = difference
        self.options = options
        self.check = check
    }
}

@Suite("Fifty facts about attributed text from HTML")
struct HTMLFactsTests {
    @Test("The model has them", arguments: facts)
    func holds(fact: HTMLFact) throws {
        let text = try AttributedText(
            html: fact.html, baseURL: URL(string: "https://e.org/a/b.html"), options: fact.options)
        #expect(text.brokenInvariants().isEmpty)
        if let want = fact.text { #expect(text.string.inTableNotation == want) }
        if let want = fact.compatible {
            #expect(PlainTextWriter(.compatible).string(from: text).inTableNotation == want)
        }
        try fact.check?(text)
    }

    /// Facts 34 and 35 (sizes), 47, 48 and 49 are about layout: HTMLLayoutFactsTests of the umbrella has them. Fact 50 is
    /// about writing: HTMLWriterFactTests has it.
    @Test("Every fact of the list is in the table or in one of its two companions")
    func complete() {
        let elsewhere: Set<Int> = [47, 48, 49, 50]
        let here = Set(Self.facts.compactMap { Int($0.number.prefix { $0.isNumber }) })
        #expect(here.union(elsewhere) == Set(1...50))
        #expect(here.isDisjoint(with: elsewhere))
    }

    static let facts = structure + lists + styles + resources + tables + extras

    // MARK: Paragraphs and spaces

    static let structure: [HTMLFact] = [
        HTMLFact(
            "1", "Prefix<p>One\ntwo\n<br>three</p><p>New Paragraph</p>Suffix",
            text: "Prefix↵One two⏎three↵New Paragraph↵Suffix↵",
            difference: """
                The space before a forced break is dropped (CSS Text 3 §4.1.2). Here and everywhere the last paragraph \
                ends with a separator too: every caret position has an offset of its own.
                """),
        HTMLFact(
            "2",
            "Prefix<h1>One</h1><h2>One</h2><h3>One</h3><h4>One</h4><h5>One</h5><p>New Paragraph</p>Suffix",
            text: "Prefix↵One↵One↵One↵One↵One↵New Paragraph↵Suffix↵"),
        HTMLFact(
            "3", "<p>Before</p><ul><li>One</li><li>Two</li></ul><p>After</p>", text: "Before↵One↵Two↵After↵",
            compatible: "Before↵→•→One↵→•→Two↵After↵",
            difference: "Markers are generated content: only the compatible form spells them out."),
        HTMLFact(
            "4", "<p>Before</p><img src=x><h1>Header</h2><p>after</p><p>Some inline <img src=y> text.</p>",
            compatible: "Before↵▢↵Header↵after↵Some inline ▢ text.↵"),
        HTMLFact(
            "5", "a <b>bold</b>\ntext and  spaces\n    should go", text: "a bold text and spaces should go↵"),
        HTMLFact(
            "6",
            "<a>bla</a>\nfollows\n<font>NSString</font> <font>*</font>str <font>=</font> @<font>\"…\"</font>;",
            text: "bla follows NSString *str = @\"…\";↵"),
        HTMLFact("7", "<span>image \n <a href=\"x\"\n late</a> last</span>", text: "image last↵"),
        HTMLFact("8", "<p>1</p>\n<img style=\"width:15px;height:15px\">\n\t<p>2</p>", text: "1↵▢↵2↵") {
            #expect($0.string.unicodeScalars.count == 6)
        },
        HTMLFact("9", "<p><u>a</u> <u>b</u></p>", text: "a b↵") { text in
            #expect((0..<3).map { text.isDecorated(at: $0) } == [true, false, true])
        },
        HTMLFact("10", "<span>&nbsp;me&nbsp;</span>", text: "\u{A0}me\u{A0}↵"),
        HTMLFact("11", "encoded<span style=\"white-space:pre\">&#9;&#9;</span>tabs", text: "encoded→→tabs↵"),
        HTMLFact("11 raw", "raw\t\ttabs", text: "raw tabs↵"),
        HTMLFact("12", "<p>a</p><p></p><p style=\"font-size:32px\"></p>", text: "a↵↵↵") { text in
            #expect((1...3).map { text.style(at: $0)?.shaping.fontSize } == [16, 16, 32])
        },
        HTMLFact("13", "<p><del>abc</del></p>", text: "abc↵") { text in
            #expect((0..<4).map { text.isDecorated(at: $0) } == [true, true, true, false])
        },
        HTMLFact(
            "14", "<html><body>Hello</body></html>", text: "Hello↵",
            difference: "The only paragraph ends with a separator, as every paragraph does."),
        HTMLFact(
            "15", "<p>a</p></html>bla", text: "a↵bla↵",
            difference: "Content after </html> belongs to the body (HTML standard §13.2.6.4.22); nothing is lost."),
        HTMLFact("15 image", "<p>a</p></html><img>", text: "a↵▢↵"),
        HTMLFact("16", "<div><i></i><div></div></div>;", text: ";↵"),
    ]

    // MARK: Lists

    static let lists: [HTMLFact] = [
        HTMLFact(
            "17", "<ol start=\"5\"><li>a</li><li>b</li><li>c</li></ol>", compatible: "→5.→a↵→6.→b↵→7.→c↵"),
        HTMLFact(
            "18", "<ol><li>1a<ul><li>2a<ol><li>3a</li></ol></li></ul></li></ol>",
            compatible: "→1.→1a↵→◦→2a↵→1.→3a↵"),
        HTMLFact(
            "19", "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>", compatible: "→•→a↵→◦→b↵→▪→c↵"),
        HTMLFact("20", "<ul><li><p>First Item</p></li></ul>", text: "First Item↵", compatible: "→•→First Item↵"),
        HTMLFact(
            "21", "<ul><li>Bullet</li><li style=\"list-style:none\"><ul><li>Bullet 2</li></ul></li></ul>",
            compatible: "→•→Bullet↵→◦→Bullet 2↵"
        ) { text in
            let lists = text.ancestors(of: text.paragraphs[1].block).filter {
                if case .list = text.blocks[$0.index].kind { true } else { false }
            }
            #expect(lists.count == 2)
        },
        HTMLFact(
            "22 roman", "<ol start=4 style=list-style-type:lower-roman><li>a</ol>", compatible: "→iv.→a↵"),
        HTMLFact(
            "22 zero", "<ol style=list-style-type:decimal-leading-zero><li>a</ol>", compatible: "→01.→a↵"),
        HTMLFact("22 alpha", "<ol start=27 style=list-style-type:lower-alpha><li>a</ol>", compatible: "→aa.→a↵"),
        HTMLFact(
            "23", "<ul><li style=\"background-color:red\">12345</li></ul>",
            difference:
                "The background is the item's box's (CSS Backgrounds 3 §2), not the text's; the marker has none."
        ) { text in
            let item = try #require(text.blocks.first { $0.role == .listItem })
            #expect(text.style(item.style).background == Color(rgb: 0xFF0000))
            #expect(text.style(at: 0)?.paint.background == nil)
            #expect(text.markerStyles.map(\.paint.background) == [nil])
        },
        HTMLFact(
            "24",
            "<div style='color:blue;font-size:50px'><ul><li>1<li><a href=x style=color:red><b>2</b></a></ul></div>"
        ) { text in
            #expect(text.markerStyles.map(\.paint.color) == [Color(rgb: 0x0000FF), Color(rgb: 0x0000FF)])
            #expect(text.markerStyles.map(\.shaping.fontWeight) == [400, 400])
            #expect(text.style(at: 2)?.paint.color == Color(rgb: 0xFF0000))
        },
    ]

    // MARK: Styles

    static let styles: [HTMLFact] = [
        HTMLFact(
            "25", "<p dir=rtl>a</p><p style=\"direction:rtl\">b</p><p>c</p>",
            difference: "A paragraph without a direction is left-to-right, as in CSS and Apple's importer; not natural."
        ) { text in
            #expect(
                text.paragraphs.map { text.style($0.style).baseDirection }
                    == [.rightToLeft, .rightToLeft, .leftToRight])
        },
        HTMLFact("26", "<h1 style=\"letter-spacing:10px\">x</h1>") {
            #expect($0.style(at: 0)?.shaping.letterSpacing == .px(10))
        },
        HTMLFact("26 scaled", "<h1 style=\"letter-spacing:10px;font-size:20px\">x</h1>", options: scaled(by: 3)) {
            #expect($0.style(at: 0)?.shaping.letterSpacing == .px(30))
            #expect($0.style(at: 0)?.shaping.fontSize == 60)
        },
        HTMLFact(
            "27", "<span style=\"font-variant:small-caps\">one</span>", text: "one↵",
            difference:
                "The text keeps its letters; shaping shows capitals, the font's own or made ones at 0.7 of the size."
        ) { #expect($0.style(at: 0)?.shaping.capitals == .smallCaps) },
        HTMLFact("28", "<p style=\"font-size:30px\"><span style=\"font-size:normal\">x</span></p>") {
            #expect($0.style(at: 0)?.shaping.fontSize == 30)
        },
        HTMLFact(
            "29", "<p style=\"font-size:17pt\">x</p>", difference: "Sizes are not rounded: 17 pt are 22 2/3 px."
        ) { #expect(abs(($0.style(at: 0)?.shaping.fontSize ?? 0) - 17 * 96 / 72) < 1e-9) },
        HTMLFact("30", "<style>.sample{font-size:2em}</style><div class=sample>a<p>b</p></div>") { text in
            #expect([0, 2].map { text.style(at: $0)?.shaping.fontSize } == [32, 32])
        },
        HTMLFact(
            "31",
            """
            <style>#foo .bar{font-size:225px;color:green} body #foo .bar{font-size:24px}
            #foo .bar{font-size:100px;color:red}</style><div id=foo><div class=bar>x</div></div>
            """
        ) { text in
            #expect(text.style(at: 0)?.shaping.fontSize == 24)
            #expect(text.style(at: 0)?.paint.color == Color(rgb: 0xFF0000))
        },
        HTMLFact(
            "32",
            "<style>.bar{color:red}.foo{color:green}</style><div class=foo><div class=bar><div>x</div></div></div>"
        ) { #expect($0.style(at: 0)?.paint.color == Color(rgb: 0xFF0000)) },
        HTMLFact(
            "33", "<style>s1{color:red}}}}}s2{color:lime}}}</style><s1>a</s1><s2>b</s2>",
            difference: """
                The four braces begin the next rule, so `}}}}s2` is its selector, which is invalid (CSS Syntax 3 \
                §5.4.4, "consume a qualified rule"): only the first rule is read, as in every browser.
                """
        ) { text in
            #expect(text.style(at: 0)?.paint.color == Color(rgb: 0xFF0000))
            #expect(text.style(at: 1)?.paint.color == .black)
        },
        HTMLFact("41", "<p style=\"text-shadow: 1px 2px 3px red\">x</p>") {
            #expect(
                $0.style(at: 0)?.paint.shadows == [
                    TextShadow(offsetX: 1, offsetY: 2, blurRadius: 3, color: Color(rgb: 0xFF0000))
                ])
        },
        HTMLFact("41 two", "<p style=\"text-shadow: 1px 2px 3px red, -1px -2px lime\">x</p>") {
            #expect($0.style(at: 0)?.paint.shadows.count == 2)
        },
        HTMLFact("41 none", "<p style=\"text-shadow: none\">x</p>") {
            #expect($0.style(at: 0)?.paint.shadows == [])
        },
        HTMLFact("41 invalid", "<p style=\"text-shadow: bla\">x</p>") {
            #expect($0.style(at: 0)?.paint.shadows == [])
        },
        HTMLFact(
            "42", "<p><span style=\"background: none 0px 0px repeat scroll rgb(250, 250, 250)\">x</span></p>"
        ) { #expect($0.style(at: 0)?.paint.background == Color(rgb: 0xFAFAFA)) },
    ]

    // MARK: Images, links, entities

    static let resources: [HTMLFact] = [
        HTMLFact("34", "<img width=300 height=300>", options: fitting(200, 200)) { text in
            #expect(text.attachments.map(\.width) == [.length(.px(200))])
            #expect(text.attachments.map(\.height) == [.length(.px(200))])
        },
        HTMLFact(
            "35",
            """
            <img style="width:80%;height:100%"><img style="width:110%;height:80%"><img style="width:100%;height:110%">
            """,
            difference: "Sizes are not rounded: 363.6 and 454.5 px instead of 364 and 455.",
            options: fitting(500, 500)
        ) { text in
            let sizes = text.attachments.map {
                [$0.width.length?.px ?? -1, $0.height.length?.px ?? -1].map { ($0 * 10).rounded() / 10 }
            }
            #expect(sizes == [[400, 500], [500, 363.6], [454.5, 500]])
        },
        HTMLFact("36", "<a href=u><img></a>", text: "▢↵") { text in
            #expect(text.link(at: 0)?.url == "https://e.org/a/u")
            #expect(text.spans.map(\.range) == [0..<3])
        },
        HTMLFact("37", "<a href=\"http://a.b/你好\">Hello</a>") { text in
            #expect(text.link(at: 0)?.url == "http://a.b/%E4%BD%A0%E5%A5%BD")
            #expect(text.spans.map(\.range) == [0..<5])
        },
        HTMLFact("37 raw", "<a href=\"?a=1&dest=2\">x</a>") {
            #expect($0.link(at: 0)?.url == "https://e.org/a/b.html?a=1&dest=2")
        },
        HTMLFact("38", "<p>some text</p><a name=\"anchor\">anchor</a><p id=p>more text</p>") { text in
            #expect(text.offset(ofAnchor: "anchor") == 10)
            #expect(text.offset(ofAnchor: "p") == 17)
        },
        HTMLFact("39", "<p>some <a href=u>li<b>nk</b></a> text</p>") {
            #expect($0.spans.map(\.range) == [5..<9])
        },
        HTMLFact(
            "40", "<img src=x style=\"display:none\">", text: "↵",
            difference: "A text has at least one paragraph; this one is empty and takes no room."),
        HTMLFact(
            "40 list", "<ul><li style=\"list-style-image:url(data:x);list-style:none\">Li item</li></ul>",
            compatible: "Li item↵"),
        HTMLFact(
            "43", "&lttest &#hello; &unknown; &#128516;", text: "<test &#hello; &unknown; 😄↵",
            difference: "`&lt` is a reference without its semicolon too (HTML standard §13.2.5.73)."),
    ]

    // MARK: Tables

    static let tables: [HTMLFact] = [
        HTMLFact(
            "44", "<table><tr><td>A1</td><td>B1</td></tr><tr><td>A2</td><td>B2</td></tr></table>",
            compatible: "A1↵B1↵A2↵B2↵"
        ) { #expect($0.cells == [["A1", "B1"], ["A2", "B2"]]) },
        HTMLFact(
            "45",
            """
            <table><tr><td colspan=2>A1</td><td>C1</td></tr><tr><td>A2</td><td>B2</td><td>C2</td></tr></table>
            <table><tr><td rowspan=2>A1</td><td>B1</td></tr><tr><td>B2</td></tr></table>
            """
        ) { text in
            #expect(text.cells == [["A1 2x1", "C1"], ["A2", "B2", "C2"], ["A1 1x2", "B1"], ["B2"]])
        },
        HTMLFact(
            "46",
            "<table><tr><td>Outer A<table><tr><td>Inner 1<td>Inner 2</table>after inner<td>Outer B</table>",
            compatible: "Outer A↵Inner 1↵Inner 2↵after inner↵Outer B↵"
        ) { text in
            let depths = text.paragraphs.map { paragraph in
                text.ancestors(of: paragraph.block).filter {
                    if case .cell = text.blocks[$0.index].kind { true } else { false }
                }.count
            }
            #expect(depths == [1, 2, 2, 1, 1])
        },
        HTMLFact(
            "46 caption", "<table><caption>The Caption</caption><tr><td><td>B</table>",
            compatible: "The Caption↵↵B↵"),
    ]

    // MARK: The CSS reading

    static let extras: [HTMLFact] = [
        HTMLFact(
            "child and attribute selectors",
            "<style>a > b{color:red}[href^=http]{color:lime}</style><a><b>1</b><i><b>2</b></i></a><a href=http:x>3</a>"
        ) { text in
            #expect(
                (0..<3).map { text.style(at: $0)?.paint.color } == [Color(rgb: 0xFF0000), .black, Color(rgb: 0x00FF00)])
        },
        HTMLFact("!important", "<style>p{color:red!important}</style><p style=color:blue>x</p>") {
            #expect($0.style(at: 0)?.paint.color == Color(rgb: 0xFF0000))
        },
        HTMLFact("li value", "<ol><li>a<li value=7>b<li>c</ol>", compatible: "→1.→a↵→7.→b↵→8.→c↵"),
        HTMLFact("ol reversed", "<ol reversed><li>a<li>b<li>c</ol>", compatible: "→3.→a↵→2.→b↵→1.→c↵"),
        HTMLFact("ol type", "<ol type=\"a\"><li>a<li>b</ol>", compatible: "→a.→a↵→b.→b↵"),
        HTMLFact("blockquote", "<blockquote>a</blockquote>b", text: "a↵b↵"),
        HTMLFact("dt and dd", "<dl><dt>t<dd>d<dt>t2</dl>", text: "t↵d↵t2↵"),
        HTMLFact("space before br", "a <br> b", text: "a⏎b↵"),
        HTMLFact("two decorations", "<p style=\"text-decoration: underline line-through\">x</p>") {
            #expect($0.style(at: 0)?.paint.decorations.map(\.line) == [.underline, .lineThrough])
        },
        HTMLFact(
            "text-transform", "<p style=text-transform:uppercase>straße</p>", text: "straße↵",
            difference: "The text keeps its letters; shaping shows STRASSE."
        ) { #expect($0.style(at: 0)?.shaping.textTransform.letterCase == .uppercase) },
        HTMLFact("#rrggbbaa", "<p style=color:#11223344>x</p>") {
            #expect($0.style(at: 0)?.paint.color.hexadecimal == "#11223344")
        },
    ]

    private static func scaled(by factor: Double) -> HTMLOptions {
        var options = HTMLOptions()
        options.textSizeMultiplier = factor
        return options
    }

    private static func fitting(_ width: Double, _ height: Double) -> HTMLOptions {
        var options = HTMLOptions()
        options.maximumImageSize = Size(width: width, height: height)
        return options
    }
}

extension String {
    /// Separators and objects as signs that can be seen.
    var inTableNotation: String {
        String(
            map { character in
                switch character {
                case "\n": "↵"
                case "\t": "→"
                case "\u{2028}": "⏎"
                case "\u{FFFC}": "▢"
                default: character
                }
            })
    }
}

extension AttributedText {
    func isDecorated(at offset: Int) -> Bool { style(at: offset)?.paint.decorations.isEmpty == false }

    var markerStyles: [TextStyle] {
        blocks.compactMap { if case .item(let item) = $0.kind { style(item.markerStyle) } else { nil } }
    }

    /// The cells of each row, with their spans where they have any.
    var cells: [[String]] {
        blocks.indices.filter { blocks[$0].kind == .row }.map { row in
            blocks.filter { $0.parent == BlockID(row) }.map { block in
                guard case .cell(let columns, let rows, _) = block.kind else { return "?" }
                let content = paragraphs[block.paragraphs].map { self[$0.contentRange] }.joined(separator: "/")
                return columns == 1 && rows == 1 ? content : "\(content) \(columns)x\(rows)"
            }
        }
    }
}
