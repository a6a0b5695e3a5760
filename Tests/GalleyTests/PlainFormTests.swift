import Foundation
import Galley
import Testing

/// What plain forms of a document say beside its text: one rule for text of paragraphs, of terminals and of laid-out lines.
@Suite struct PlainFormTests {
    private static func text(_ body: String) throws -> AttributedText {
        try AttributedText(
            html: """
                <!DOCTYPE html><style>* { margin: 0; font: 10px/20px 'Galley Test' } .i { display: inline-block }
                .l { float: left } .r { float: right } .a { position: absolute } \(style)</style>\(body)
                """)
    }
    private static let style = """
        .b::before { content: "Note: " } .e::after { content: " (end)" } .s::before { content: "* " / "star " }
        .n::after { content: " *" / "" } .c::before { content: ""; display: table }
        """

    private static func laidOut(_ text: AttributedText) -> String {
        LaidOutTextWriter().string(from: DocumentLayout(text, fonts: .strict(), width: 800))
    }

    @Test(
        "What is shown and no text of the document",
        arguments: [
            ("<p class=b>text", "Note: text"), ("<p class=e>text", "text (end)"),
            ("<p class='b e'></p>", "Note: (end)"),
            ("<p class=s>text", "star text"), ("<p class=n>text", "text"),
            ("<p class='b e'>a<br>b", "Note: a\nb (end)"),
            ("<p>a <q>b</q>", "a “b”"),
            // Pictures: an empty alternative text says nothing, nor does one that is not there.
            ("<p>a <img src=x alt='the logo'> b", "a the logo b"), ("<p>a<img src=x alt=''>b", "ab"),
            ("<p>a<img src=x>b", "ab"), ("<p><svg width=5 height=5 aria-label=label></svg>", "label"),
            // Fields.
            ("<p>a <input value=v> b", "a v b"), ("<p>a <input placeholder=hint> b", "a hint b"),
            ("<p>a <input type=checkbox checked> b", "a ☑ b"), ("<p><select><option>1<option selected>2</select>", "2"),
            ("<p>a <button>Go <b>on</b></button>", "a Go on"), ("<p>a <input type=submit value=Send>", "a Send"),
            // Inline blocks stand in their line.
            ("<p>a <span class=i>b</span> c", "a b c"), ("<p><span class=i>a <span class=i>b</span></span>c", "a bc"),
            ("<p>a <span class='i b'>c</span>", "a Note: c"),
        ])
    func words(_ html: String, _ expected: String) throws {
        let text = try Self.text(html)
        #expect(PlainTextWriter().string(from: text) == expected + "\n")
        #expect(TerminalTextWriter().string(from: text) == expected + "\n")
        #expect(Self.laidOut(text) == expected + "\n")
    }

    @Test(
        "Floats and longer inline blocks stand where they are read",
        arguments: [
            // As what browsers copy: in the line where they begin a paragraph.
            ("<p><span class=l>1.2</span> Title", "1.2 Title"), ("<p><span class=r>1.2</span>Title", "1.2 Title"),
            ("<p><span class=l>a</span><span class=r>b</span>c", "a b c"), ("<p><span class=a>x</span>y", "x y"),
            ("<p><span class=l style='font-size:30px'>O</span>nce", "Once"),
            ("<p><span class=l>O</span>nce", "O nce"), ("<div><div class=l>a</div></div><p>b", "a\nb"),
            // After it where they do not; several paragraphs before it, where they begin it.
            ("<p>Some text<span class=r>note</span> goes on", "Some text goes on\nnote"),
            ("<div><div class=l><p>a<p>b</div>c</div><p>d", "a\nb\nc\nd"),
            ("<div>c <div class=i><p>a<p>b</div> d</div><p>e", "c  d\na\nb\ne"),
            ("<ul><li><span class=l>a</span>b</ul>", "• a b"),
            ("<div>a<h1 class=i>b</h1></div>c", "a\nb\nc"), ("<div>a <h1 class=i>b</h1></div>c", "a\nb\nc"),
            // Pictures that say nothing are nothing before it.
            ("<p><img src=x alt=''><span class=l>a</span>b", "a b"),
        ])
    func order(_ html: String, _ expected: String) throws {
        let text = try Self.text(html)
        #expect(PlainTextWriter().string(from: text) == expected + "\n")
    }

    @Test func linksAroundInlineBlocksAreToldOnce() throws {
        let text = try Self.text("<p><a href=u>a <span class=i>b</span></a> <span class=i><a href=v>c</a></span>")
        #expect(
            TerminalTextWriter(links: .footnotes).string(from: text)
                == "a b[1] c[2]\n\n\(String(repeating: "─", count: 20))\n[1] u\n[2] v\n")
    }

    @Test func textThatIsNotShortStandsByItself() throws {
        let long = String(repeating: "word ", count: 100).dropLast()
        let text = try Self.text("<p>a <span class=i>\(long)</span> b")
        #expect(PlainTextWriter().string(from: text) == "a  b\n\(long)\n")
    }

    @Test("No text is lost, however deep inline blocks are in each other", arguments: [2, 15, 16, 17, 31, 40])
    func depth(_ depth: Int) throws {
        let open = (0..<depth).map { "\($0)<span class=i>" }.joined()
        let text = try Self.text("<p>" + open + "x" + String(repeating: "</span>", count: depth))
        let expected = (0..<depth).map(String.init).joined() + "x"
        let found = PlainTextWriter().string(from: text).filter { !$0.isWhitespace }
        #expect(found.sorted() == expected.sorted())
        #expect(TerminalTextWriter().string(from: text).filter { !$0.isWhitespace }.sorted() == expected.sorted())
    }

    @Test("Markers stand before the first text of their item")
    func markers() throws {
        let text = try Self.text("<ul><li class=c>one<li class=c>two<ul><li class=c>in</ul><li class=c></ul>")
        #expect(TerminalTextWriter().string(from: text) == "• one\n• two\n  ◦ in\n•\n")
        #expect(PlainTextWriter().string(from: text) == "• one\n• two\n  ◦ in\n• \n")
    }

    @Test("Floats stand beside the lines that they are beside")
    func floatsInLines() throws {
        #expect(Self.laidOut(try Self.text("<p><span class=l>1.2</span> Title")) == "1.2  Title\n")
        #expect(
            Self.laidOut(try Self.text("<p>one<span class=r>right</span><br>two")).split(separator: "\n").map {
                $0.split(separator: " ")
            } == [["one", "right"], ["two"]])
    }

    @Test("JSON keeps the text of a line, and says beside it what is shown")
    func json() throws {
        struct Page: Decodable {
            struct Line: Decodable {
                struct Run: Decodable { var text: String }
                var text: String
                var shown: String?
                var runs: [Run]?
            }
            var lines: [Line]
        }
        func lines(_ body: String) throws -> [Page.Line] {
            let layout = DocumentLayout(try Self.text(body), fonts: .strict(), width: 800)
            return try JSONDecoder().decode(Page.self, from: Data(LayoutJSON(layout, glyphs: true).bytes())).lines
        }
        let found = try lines("<p class='b n'>text <img src=x alt=A> <input value=v>")
        #expect(found.map(\.text) == ["text \u{FFFC} \u{FFFC}", ""])
        #expect(found.map(\.shown) == ["Note: text A v", "v"])
        #expect(found[0].runs?.map(\.text).joined() == "Note: text   *")
        #expect(try lines("<p>plain<p style='text-transform:uppercase'>a b").map(\.shown) == [nil, nil])
        #expect(
            try lines("<p style='text-transform:uppercase'>ab").first?.runs?.map(\.text) == ["AB"])
    }

    // MARK: Tables

    private static let table = """
        <thead><tr><th>Name<th>Sum<tbody><tr><td>Apples<td>7<tr><td colspan=2>b</table>
        """

    @Test("Columns run from right to left where the table does")
    func rightToLeft() throws {
        let text = try Self.text("<table dir=rtl>" + Self.table)
        #expect(PlainTextWriter().string(from: text) == "Sum   Name\n---  ------\n  7  Apples\n          b\n")
        #expect(
            TerminalTextWriter().string(from: text) == """
                ┌─────┬────────┐
                │ Sum │  Name  │
                ╞═════╪════════╡
                │   7 │ Apples │
                │            b │
                └──────────────┘

                """)
        let other = try Self.text("<table>" + Self.table)
        #expect(PlainTextWriter().string(from: other) == " Name   Sum\n------  ---\nApples  7\nb\n")
    }
}
