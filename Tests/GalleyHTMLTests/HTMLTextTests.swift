import GalleyHTML
import GalleyText
import Testing

/// The text structure of the model, in the notation of the tables: `↵` ends a paragraph, `⏎` is a forced break, `▢` an
/// object.
private func structure(_ html: String, options: HTMLOptions = HTMLOptions()) throws -> String {
    let text = try AttributedText(html: html, options: options)
    return text.string.replacing("\n", with: "↵").replacing("\u{2028}", with: "⏎").replacing("\u{FFFC}", with: "▢")
}

extension String {
    fileprivate func replacing(_ one: Character, with other: Character) -> String {
        String(map { $0 == one ? other : $0 })
    }
}

@Suite("HTML to text")
struct HTMLTextTests {
    // The numbers are those of the 50 facts about attributed text from HTML. Deliberate differences from DTCoreText: the last
    // paragraph ends with a separator too (every caret position has an offset), the space before a forced break is
    // dropped (CSS Text 3 §4.1.1), markers are not in the text, content after `</html>` is kept (HTML standard).
    @Test(
        "The facts about paragraphs and spaces",
        arguments: [
            // 1
            (
                "Prefix<p>One\ntwo\n<br>three</p><p>New Paragraph</p>Suffix",
                "Prefix↵One two⏎three↵New Paragraph↵Suffix↵"
            ),
            // 2
            (
                "Prefix<h1>One</h1><h2>Two</h2><h5>One</h5><p>New Paragraph</p>Suffix",
                "Prefix↵One↵Two↵One↵New Paragraph↵Suffix↵"
            ),
            // 3
            ("<p>Before</p><ul><li>One</li><li>Two</li></ul><p>After</p>", "Before↵One↵Two↵After↵"),
            // 4
            (
                "<p>Before</p><img src=x><h1>Header</h2><p>after</p><p>Some inline <img src=y> text.</p>",
                "Before↵▢↵Header↵after↵Some inline ▢ text.↵"
            ),
            // 5
            ("a <b>bold</b>\ntext and  spaces\n    should go", "a bold text and spaces should go↵"),
            // 6
            (
                "<a href=x>bla</a>\nfollows\n<font>NSString</font> <font>*</font>str <font>=</font> @<font>\"…\"</font>;",
                "bla follows NSString *str = @\"…\";↵"
            ),
            // 7
            ("<span>image \n <a href=\"x\"\n late</a> last</span>", "image last↵"),
            // 8
            ("<p>1</p>\n<img style=\"width:15px;height:15px\">\n\t<p>2</p>", "1↵▢↵2↵"),
            // 10
            ("<span>&nbsp;me&nbsp;</span>", "\u{A0}me\u{A0}↵"),
            // 11
            ("encoded<span style=\"white-space:pre\">&#9;&#9;</span>tabs", "encoded\t\ttabs↵"),
            ("raw\t\ttabs", "raw tabs↵"),
            // 12
            ("<p>a</p><p></p><p style=\"font-size:32px\"></p>", "a↵↵↵"),
            // 14
            ("<html><body>Hello</body></html>", "Hello↵"),
            // 15
            ("<p>a</p></html>bla", "a↵bla↵"),
            // 16
            ("<div><i></i><div></div></div>;", ";↵"),
            // 20
            ("<ul><li><p>First Item</p></li></ul>", "First Item↵"),
            // 40
            ("<img src=x style=\"display:none\">", "↵"),
            // 43
            ("&lttest &#hello; &unknown; &#128516;", "<test &#hello; &unknown; 😄↵"),
            // 44
            (
                "<table><tr><td>A1</td><td>B1</td></tr><tr><td>A2</td><td>B2</td></tr></table>",
                "A1↵B1↵A2↵B2↵"
            ),
            // 46
            (
                "<table><tr><td>Outer A<table><tr><td>Inner 1<td>Inner 2</table>after inner<td>Outer B</table>",
                "Outer A↵Inner 1↵Inner 2↵after inner↵Outer B↵"
            ),
            ("<table><caption>The Caption</caption><tr><td><td>B</table>", "The Caption↵↵B↵"),
            // More of CSS.
            ("<blockquote>a</blockquote>b", "a↵b↵"),
            ("<dl><dt>t<dd>d<dt>t2</dl>", "t↵d↵t2↵"),
            ("a <br> b", "a⏎b↵"),
            ("<p>a <span> b</span> </p>", "a b↵"),
            ("<pre>\n a\n  b\n</pre>", " a⏎  b⏎↵"),
            ("<p style=white-space:pre-line> a  b \n c </p>", "a b⏎c↵"),
            ("<p style=white-space:nowrap>a\n b</p>", "a b↵"),
            ("<div>a<p>b</p>c</div>d", "a↵b↵c↵d↵"),
            ("日本\n語 the\nend", "日本語 the end↵"),
            ("<p>日本 \n <b>語</b></p>", "日本語↵"),
            ("한국\n어", "한국 어↵"),
            ("<details><summary>s</summary>body</details>", "s↵body↵"),
            ("<p>a\u{FFFC}b</p>", "a▢b↵"),
            ("<noframes>x</noframes><template>y</template><script>z</script>a", "a↵"),
            ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan↵"),
            ("<q>a</q> <input value=b> <button>c</button>", "a ▢ ▢↵↵c↵"),
            ("<p>one<section>two</section>three", "one↵two↵three↵"),
            ("<div style=float:left>f</div>text", "▢text↵f↵"),
            ("x <span style=display:inline-block>in <b>side</b></span> y", "x ▢ y↵in side↵"),
            ("<math><mi>x</mi><mo>+</mo><annotation>t</annotation></math>", "x+↵"),
            ("", "↵"),
            ("a<wbr>b", "ab↵"),
            (
                "<div style=display:table><div style=display:table-cell>a</div> <div style=display:table-cell>b</div></div>c",
                "a↵b↵c↵"
            ),
            ("x<div style=display:table-cell>a</div>y", "x↵a↵y↵"),
            ("<div hidden>x</div>y", "y↵"),
            ("<a href=x><div>b</div></a>c", "b↵c↵"),
        ])
    func facts(html: String, want: String) throws {
        #expect(try structure(html) == want)
    }
}
