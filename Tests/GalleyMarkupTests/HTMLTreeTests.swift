import GalleyMarkup
import Testing

@Suite("HTML trees")
struct HTMLTreeTests {
    /// The body's nodes: names in angle brackets, ends marked, text as it is.
    static func shape(_ tree: HTMLTree) -> String {
        var result = ""
        var stack: [NodeID] = []
        func close(to parent: NodeID?) {
            while let last = stack.last, last != parent {
                result += "</\(tree.string(for: tree.name(of: last)))>"
                stack.removeLast()
            }
        }
        for node in tree.descendants(of: tree.body) {
            close(to: stack.isEmpty ? nil : tree.parent(of: node))
            if tree.isText(node) {
                result += tree.text(of: node)
            } else {
                result += "<\(tree.string(for: tree.name(of: node)))>"
                stack.append(node)
            }
        }
        close(to: nil)
        return result
    }

    @Test(
        "What libxml2 2.9 and 2.14 get wrong",
        arguments: [
            ("X</html><p>Y", "X<p>Y</p>"),
            ("plain", "plain"),
            ("Prefix<p>One", "Prefix<p>One</p>"),
            ("a<wbr>b<source>c<track>d", "a<wbr></wbr>b<source></source>c<track></track>d"),
            ("<p>one<section>two</section>three", "<p>one</p><section>two</section>three"),
            ("<p>one<article>a</article><p>b<main>c", "<p>one</p><article>a</article><p>b</p><main>c</main>"),
            ("<b>a<p>b</p>c</b>d", "<b>a<p>b</p>c</b>d"),
            ("<p><b>1<p>2", "<p><b>1</b></p><p><b>2</b></p>"),
            ("<b>1<i>2</b>3</i>4", "<b>1<i>2</i></b><i>3</i>4"),
            ("<b>1<p>2</b>3</p>", "<b>1</b><p><b>2</b>3</p>"),
            ("<table>oops<tr><td>x</table>", "oops<table><tbody><tr><td>x</td></tr></tbody></table>"),
            ("a<!x>b<![if !mso]>c</ x>d<?php e ?>f<![CDATA[g]]>h", "abcdfh"),
            ("<!--[if mso]>hidden<![endif]-->shown", "shown"),
            ("<pre>\n\nx</pre>", "<pre>\nx</pre>"),
            ("<textarea>\n<b>&amp;</textarea>x", "<textarea><b>&</textarea>x"),
            ("<xmp><b>&amp;</xmp>x", "<xmp><b>&amp;</xmp>x"),
            ("<iframe><p>a</iframe>b", "<iframe><p>a</iframe>b"),
            ("<o:p></o:p>x<x:z>y</x:z>", "<o:p></o:p>x<x:z>y</x:z>"),
            ("a</br>b", "a<br></br>b"),
            ("<svg><title>t</title><![CDATA[c<d]]></svg>e", "<svg><title>t</title>c<d</svg>e"),
            ("<svg><desc><b>x</b></desc><p>y", "<svg><desc><b>x</b></desc></svg><p>y</p>"),
            ("<div/>x", "<div>x</div>"),
            ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"),
            ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
            ("<a>x<a>y", "<a>x</a><a>y</a>"),
            ("y<script>'<b>' <!--<script></script>--></script>x", "y<script></script>x"),
            ("1 < 2 <3 > & <", "1 < 2 <3 > & <"),
            ("<span>image \n <a href=\"x\"\n late</a> last</span>", "<span>image \n <a> last</a></span>"),
            ("<p>x<table><tr><td>y", "<p>x<table><tbody><tr><td>y</td></tr></tbody></table></p>"),
            ("<!DOCTYPE html><p>x<table><tr><td>y", "<p>x</p><table><tbody><tr><td>y</td></tr></tbody></table>"),
            ("<button>a<button>b", "<button>a</button><button>b</button>"),
            ("<x.y a.b=1>z</x.y>", "<x.y>z</x.y>"),
            ("<ruby>漢<rp>(<rt>kan<rp>)</ruby>", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>"),
            ("<h1>a<h2>b", "<h1>a</h1><h2>b</h2>"),
            ("<select><option>a<option>b</select>c", "<select><option>a</option><option>b</option></select>c"),
        ])
    func traps(markup: String, want: String) {
        #expect(Self.shape(HTMLTree(parsing: markup)) == want)
    }

    @Test("XHTML's empty elements end at once where the document says that it is XHTML")
    func xhtml() {
        let html =
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title/><script src='x'/></head><body><a id='x'/>y<p/>z"
        let tree = HTMLTree(parsing: html)
        #expect(tree.isXHTML)
        #expect(Self.shape(tree) == "<a></a>y<p></p>z")
        #expect(Self.shape(HTMLTree(parsing: "<?xml version='1.0'?><body><b/>x")) == "<b></b>x")
    }

    @Test(
        "A document that begins as XML has no quirks mode",
        arguments: [
            ("<?xml version='1.0'?><html><p>x", false), ("<html xmlns='http://www.w3.org/1999/xhtml'><p>x", true),
            ("<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'><p>x", false), ("<p>x", true),
            (" <?xml version='1.0'?><html><p>x", true),
        ])
    func quirksOfXML(html: String, isQuirks: Bool) {
        #expect(HTMLTree(parsing: html).isQuirks == isQuirks)
    }

    @Test("Names, ids, classes, attributes, language, head")
    func access() throws {
        let tree = HTMLTree(
            parsing: """
                <!DOCTYPE html><html lang=de><title>T</title><meta name=a content=b><p ID=One class="a  B\tc" @click="x"
                data-x='1' hidden>x<p class=a>y
                """)
        let first = try #require(tree.firstElementChild(of: tree.body))
        #expect(!tree.isQuirks)
        #expect(tree.isHTML(first, .p))
        #expect(tree.id(of: first).map(tree.string) == "One")
        #expect(tree.classes(of: first).map(tree.string) == ["a", "B", "c"])
        let second = try #require(tree.nextElement(after: first))
        #expect(tree.classes(of: second).first == tree.name(for: "a"))
        #expect(tree.attribute(.hidden, of: first) == "")
        #expect(tree.name(for: "@click").flatMap { tree.attribute($0, of: first) } == "x")
        #expect(tree.name(for: "data-x").flatMap { tree.attribute($0, of: first) } == "1")
        #expect(tree.name(for: "nowhere") == nil)
        #expect(tree.language(of: second) == "de")
        #expect(tree.previousElement(before: second) == first)
        #expect(tree.children(of: tree.head).map { tree.string(for: tree.name(of: $0)) } == ["title", "meta"])
        #expect(tree.textContent(of: tree.head) == "T")
    }

    @Test("Empty input, only white space, only a comment")
    func empty() {
        for input in ["", " \n", "<!-- x -->", "<!DOCTYPE html>", "<", "</", "<!", "&", "<a", "<a href=\"x", "\0"] {
            let tree = HTMLTree(parsing: input)
            #expect(tree.parent(of: tree.body) == tree.root, "\(input.debugDescription)")
        }
    }

    @Test(
        "Depth: the text is whole and in order",
        arguments: ["div", "b", "span", "blockquote", "ul><li", "font", "q", "sub", "table><tr><td"])
    func depth(tag: String) {
        let count = 20_000
        var html = ""
        var want = ""
        for index in 0..<count {
            html += "<\(tag)>\(index % 10)"
            want += "\(index % 10)"
        }
        for index in 0..<100 {
            html += "</\(tag.split(separator: ">").last!.dropFirst(tag.contains("<") ? 1 : 0))>\(index % 7)"
            want += "\(index % 7)"
        }
        let tree = HTMLTree(parsing: html)
        var deepest = 0
        var depth = 0
        var node = tree.body
        while let next = tree.next(after: node, within: tree.body) {
            if tree.parent(of: next) == node {
                depth += 1
            } else if tree.parent(of: next) != tree.parent(of: node) {
                var up = node
                while tree.parent(of: up) != tree.parent(of: next), let parent = tree.parent(of: up) {
                    up = parent
                    depth -= 1
                }
            }
            deepest = max(deepest, depth)
            node = next
        }
        #expect(deepest <= MarkupLimits.depth + 2)
        let got = tree.textContent(of: tree.body)
        // Foster parenting of nothing here: each cell holds its digit.
        #expect(got.count == want.count)
        if !tag.hasPrefix("table") { #expect(got == want) }
        #expect(tree.diagnostics.contains { $0.message.contains("siblings") })
    }

    @Test("Many attributes are capped, with a diagnostic")
    func manyAttributes() throws {
        let list = (0..<20_000).map { "a\($0)=\($0)" }.joined(separator: " ")
        let tree = HTMLTree(parsing: "<p \(list)>x")
        let paragraph = try #require(tree.firstElementChild(of: tree.body))
        #expect(tree.attributes(of: paragraph).count == MarkupLimits.attributesPerElement)
        #expect(tree.textContent(of: tree.body) == "x")
        #expect(!tree.diagnostics.isEmpty)
    }

    @Test("A text longer than libxml2's own limit is whole")
    func longText() {
        let text = String(repeating: "word ", count: 2_200_000)
        let tree = HTMLTree(parsing: "<p>\(text)</p>")
        #expect(tree.textContent(of: tree.body).utf8.count == text.utf8.count)
    }

    @Test(
        "Elements of a name come in document order, also where the parser moved or left out some",
        arguments: [
            ("", 0), ("<style>1</style>", 1), ("<svg><title>1</title></svg><title>2</title>", 2),
            // Goes before the table, which came before it.
            ("<table><tr><td><title>1</title></td></tr><p><style>2</style><title>3</title></p></table>", 3),
            // The frameset takes the place of the body.
            ("<div><style>1</style></div><frameset>", 0), ("<title>1</title><div><style>2</style></div><frameset>", 1),
        ])
    func elementsByName(html: String, count: Int) {
        let tree = HTMLTree(parsing: html)
        let walked = tree.descendants(of: tree.document).filter { [.style, .title].contains(tree.name(of: $0)) }
        #expect(walked.count == count)
        #expect(tree.elements(named: .style, or: .title) == walked)
        #expect(tree.elements(named: .style) == walked.filter { tree.name(of: $0) == .style })
    }

    @Test("Source offsets point at tags")
    func offsets() throws {
        let html = "<!-- c --><p>a</p>\n<section class=x>b&amp;<i>c</i></section>"
        let tree = HTMLTree(parsing: html)
        for node in tree.descendants(of: tree.body) where tree.isElement(node) {
            let rest = html.utf8.dropFirst(tree.sourceOffset(of: node))
            #expect(rest.starts(with: "<\(tree.string(for: tree.name(of: node)))".utf8))
        }
    }
}
