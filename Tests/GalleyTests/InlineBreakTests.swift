import Galley
import Testing

/// Where lines of HTML end, in the embedded face at 10 px: letters of 6 px, spaces of 3 px, `i` 3, ligatures `ff` 10 and `ffi`
/// 12. The tables say what Chromium 156 does with the same widths.
@Suite("Where lines of HTML end")
struct InlineBreakTests {
    private func paragraph(_ html: String, width: Double) throws -> ParagraphLayout {
        let head = "<!DOCTYPE html><style>body{font:10px/20px 'Galley Test'}b{font-weight:inherit}</style>"
        let text = try AttributedText(html: head + html)
        let index = try #require(text.paragraphs.indices.first { !text.paragraphs[$0].contentRange.isEmpty })
        let context = LayoutContext(fonts: .strict())
        let shaped = context.shape(paragraph: index, of: text)
        let objects = shaped.objects.map { _ in InlineBoxMetrics(width: 20, height: 10, baseline: 10) }
        return ParagraphLayout(shaped, ParagraphConstraints(width: width), boxes: objects, context: context)
    }

    /// The lines' text; what hangs as `·`, objects as `O`.
    private func lines(_ html: String, width: Double) throws -> [String] {
        let layout = try paragraph(html, width: width)
        return layout.lines.map { line in
            let utf8 = layout.shaped.inline.utf8
            let content = String(decoding: utf8[line.contentRange], as: UTF8.self)
            let rest = String(decoding: utf8[line.contentRange.upperBound..<line.inlineRange.upperBound], as: UTF8.self)
            let shown = rest.map { $0 == " " || $0 == "\t" ? "·" : $0 == "\u{2028}" ? "↵" : String($0) }.joined()
            return (content + shown).map { $0 == "\u{FFFC}" ? "O" : $0 == "\u{200B}" ? "" : String($0) }.joined()
        }
    }

    /// CSS Text 3 §5.5: words that are too long break between letters, but not between a letter and the edge of its box;
    /// spaces that hang and forced breaks begin no line.
    private static let overflowWrap: [(html: String, width: Double, expected: [String])] = [
        (
            "<p style='overflow-wrap:anywhere'><code style='font:inherit;padding:0 15px'>abcdef</code> next", 58.0,
            ["abcde", "f next"]
        ),
        (
            "<p style='overflow-wrap:anywhere'><code style='font:inherit;padding:0 15px'>abcdef</code> next", 66,
            ["abcdef·", "next"]
        ),
        // After a space nothing has to fit.
        (
            "<p style='overflow-wrap:anywhere'><code style='font:inherit;padding:0 15px'>abcdef </code>next", 55,
            ["abcdef·", "next"]
        ),
        ("<p>aaa <code style='font:inherit;padding:0 15px'>bbb </code>ccc", 60, ["aaa bbb·", "ccc"]),
        ("<p style='overflow-wrap:anywhere'>ab cd", 5, ["a", "b·", "c", "d"]),
        ("<p style='overflow-wrap:break-word'>ab cd", 5, ["a", "b·", "c", "d"]),
        ("<p style='overflow-wrap:anywhere'>ab<b> cd</b>", 5, ["a", "b·", "c", "d"]),
        ("<p style='line-break:anywhere'>a, cd", 5, ["a", ",·", "c", "d"]),
        (
            "<p style='overflow-wrap:anywhere;white-space:pre-wrap'>ab cd\n  e\nf", 5,
            ["a", "b·", "c", "d↵", "··", "e↵", "f"]
        ),
        ("<p style='overflow-wrap:anywhere;white-space:break-spaces'>ab  cd", 5, ["a", "b", " ", " ", "c", "d"]),
        ("<p style='overflow-wrap:anywhere'>ab<br>cd", 5, ["a", "b↵", "c", "d"]),
        (
            "<p style='overflow-wrap:anywhere'>ab<span style='padding:0 6px'>cd</span>ef", 12,
            ["ab", "c", "d", "ef"]
        ),
    ]

    /// CSS Text 3 §5.1: around objects and boxes that do not wrap.
    private static let objects: [(html: String, width: Double, expected: [String])] = [
        ("<p>aaaa&nbsp;<img src=x>&nbsp;bbbb", 40.0, ["aaaa\u{A0}", "O", "\u{A0}bbbb"]),
        ("<p><img src=x>&nbsp;<img src=x>", 20, ["O", "\u{A0}", "O"]),
        ("<p>aaaa<img src=x>)bbbb", 30, ["aaaa", "O", ")bbbb"]),
        ("<p>aaaa&#x2060;<img src=x>&#x202F;bb", 30, ["aaaa\u{2060}O\u{202F}bb"]),
        ("<p style='white-space:nowrap'>aaaa&nbsp;<img src=x>", 30, ["aaaa\u{A0}O"]),
        ("<p>see <a style='white-space:nowrap'>the link </a>then more", 50, ["see·", "the link then·", "more"]),
        ("<p>aaa<span style='white-space:nowrap'> </span>bbb", 20, ["aaa bbb"]),
        ("<p>aaa<span style='white-space:nowrap'>bbb </span> ccc", 30, ["aaabbb ccc"]),
        ("<p>aaa <span style='white-space:nowrap'>bbb ccc</span>", 30, ["aaa·", "bbb ccc"]),
        ("<p><nobr>aaa <wbr>bbb</nobr>", 30, ["aaa ", "bbb"]),
        ("<p><nobr>aaa <wbr></nobr><br>b", 30, ["aaa↵", "b"]),
    ]

    /// CSS Text 3 §3: what `break-spaces` does with a text.
    private static let breakSpaces: [(html: String, width: Double, expected: [String])] =
        ([
            ("aaa      b", 25.0, ["aaa  ", "    b"]), ("aaa      (b)", 25, ["aaa  ", "    (b)"]),
            ("aaa      (b)", 22, ["aaa ", "     ", "(b)"]), ("a\t\tb", 26, ["a\t", "\t", "b"]),
            ("\u{3000}aa\u{3000}\u{3000}aa", 32, ["\u{3000}aa\u{3000}", "\u{3000}aa"]),
            ("a  \n b", 8, ["a ", " ↵", " ", "b"]),
        ] as [(String, Double, [String])]).map { ("<p style='white-space:break-spaces'>\($0)", $1, $2) }

    @Test("Lines", arguments: overflowWrap + objects + breakSpaces)
    func endsOfLines(html: String, width: Double, expected: [String]) throws {
        let found = try lines(html, width: width)
        #expect(found == expected)
    }

    /// CSS Text 3 §5.2, §5.5: every grapheme cluster is a unit, in a ligature too.
    @Test(
        "Ligatures are cut",
        arguments: [
            ("<p style='word-break:break-all'>ffiffi", 6.0, ["f", "f", "i", "f", "f", "i"]),
            ("<p style='word-break:break-all'>ffiffi", 11, ["ff", "if", "fi"]),
            ("<p style='overflow-wrap:anywhere'>ffiffi", 6, ["f", "f", "i", "f", "f", "i"]),
            ("<p style='overflow-wrap:break-word'>affi", 16, ["aff", "i"]),
            ("<p style='line-break:anywhere'>ffiffi", 20, ["ffif", "fi"]),
            ("<p lang=en>of&shy;fice", 20, ["of", "fice"]),
        ])
    func ligatures(html: String, width: Double, expected: [String]) throws {
        let found = try lines(html, width: width).map { $0.filter { $0 != "\u{AD}" } }
        #expect(found == expected)
        // What is drawn is as wide as the line says, and nothing is drawn twice.
        let layout = try paragraph(html, width: width)
        for line in layout.lines {
            #expect(abs(line.runs.filter { !$0.isHanging }.reduce(0) { $0 + $1.width } - line.width) < 0.1)
            #expect(line.width <= width + 0.1)
        }
    }

    /// CSS Text 3 §4.1.3: preserved spaces hang, before a forced break and at the end only those that do not fit.
    @Test(
        "Preserved spaces at the end of lines",
        arguments: [
            ("ab  \nc", [42.0, 54], [18.0, 6]), ("ab  ", [42], [18]), ("ab                    \nc", [0, 54], [60, 6]),
            ("<b>ab </b> \nc", [42, 54], [18, 6]), ("aaaaaaaa  bbb", [12, 42], [48, 18]),
            ("ab\t\nc", [36, 54], [24, 6]),
        ])
    func preservedSpaces(text: String, x: [Double], widths: [Double]) throws {
        let html = "<p style='white-space:pre-wrap;text-align:right'>\(text)"
        let layout = try paragraph(html, width: 60)
        #expect(layout.lines.map(\.x) == x)
        #expect(layout.lines.map(\.width) == widths)
    }

    @Test("Preserved spaces count for the widest line and not for the narrowest")
    func contentWidths() throws {
        let shaped = try paragraph("<p style='white-space:pre-wrap'>ab  \nc", width: 60).shaped
        #expect(shaped.contentWidths() == ContentWidths(minimum: 12, maximum: 18))
    }

    /// A box holds the spaces that hang, and not those that are removed.
    @Test(
        "Boxes and spaces at lines' ends",
        arguments: [
            ("<p style='white-space:pre-wrap'><b style='background:red;padding:1px 0'>aaa   </b>bbb", [27.0]),
            ("<p><b style='background:red;padding:1px 0'>aaa&#x3000; </b>bbb", [28]),
            ("<p><b style='background:red;padding:1px 0'>aaa </b>bbb", [18]),
        ])
    func boxes(html: String, widths: [Double]) throws {
        let found = try paragraph(html, width: 20).lines.flatMap(\.boxFragments).map(\.rect.width)
        #expect(found == widths)
    }

    /// CSS Text 3 §4.1.3: U+1680 at a line's end is removed where spaces collapse, though it has a glyph.
    @Test("Ogham spaces")
    func ogham() throws {
        for (collapse, count) in [("pre-line", 1), ("normal", 1), ("pre-wrap", 2)] {
            let layout = try paragraph("<p style='white-space:\(collapse)'><b>aa&#x1680;</b>bb", width: 12)
            #expect(layout.lineCount == 2)
            #expect(layout.lines[0].runs.count == count, "\(collapse)")
        }
    }

    /// CSS Text 4 §6.4: lines are equally far from their end, though the first has less room.
    @Test("Balanced lines with an indent")
    func balance() throws {
        let html = "<p style='text-wrap:balance;text-indent:30px'>ab cd e fg hi j kl"
        #expect(try lines(html, width: 60).count == 2)
        let rest = try paragraph(html, width: 60).lines.map { 60 - $0.width }
        #expect(abs(rest[0] - 30 - rest[1]) <= 9, "\(rest)")
    }

    /// CSS Text 4 §8.2.1: letters that are joined stay so, and the spaces between words are spaced.
    @Test("Letter spacing of cursive text")
    func cursive() throws {
        func width(_ style: String) throws -> Double {
            try paragraph("<p style='\(style)'>بب بب", width: .infinity).lines[0].width
        }
        #expect(try width("letter-spacing:10px") == width("") + 10)
        #expect(try width("letter-spacing:10px;word-spacing:1px") == width("") + 11)
    }
}
