import Foundation
import GalleyHTML
import GalleyTestSupport
import GalleyText
import Testing

/// What the model keeps of elements beside their text.
@Suite("Elements in the model")
struct ElementModelTests {
    private func model(_ html: String, _ options: HTMLOptions = HTMLOptions()) throws -> AttributedText {
        try AttributedText(
            html: "<!DOCTYPE html>" + html, baseURL: URL(string: "http://h/d/i.html"), options: options)
    }

    // MARK: Attachments

    @Test(
        "Attachments: kind, source, alternative text, size",
        arguments: [
            ("<img src=a alt=A width=30 height=20>", "image http://h/d/a 'A' 30x20 1.5"),
            ("<img src=a alt=''>", "image http://h/d/a '' auto"),
            // A backslash is a slash (URL Standard §4.4), but in queries and other schemes.
            ("<img src='i\\a'>", "image http://h/d/i/a auto"), ("<img src='\\a\\..\\b'>", "image http://h/b auto"),
            ("<img src='a?\\#\\'>", "image http://h/d/a?\\#\\ auto"),
            ("<img src='\\\\g\\a'>", "image http://g/a auto"), ("<img src='http:\\\\g\\a'>", "image http://g/a auto"),
            ("<img src='data:x,\\a'>", "image data:x,\\a auto"),
            ("<img src=a title=T>", "image http://h/d/a 'T' auto"),
            ("<img src=a aria-label=L title=T>", "image http://h/d/a 'L' auto"), ("<img>", "image auto"),
            ("<img src=a style='width:50%;height:2em'>", "image http://h/d/a 50%x32"),
            ("<img src=a width='50%' height=20>", "image http://h/d/a 50%x20"),
            // Relative lengths are none, as in browsers.
            ("<img src=a width='50*' height=20>", "image http://h/d/a autox20"),
            ("<img src=a width=10.5 height=7>", "image http://h/d/a 10x7 1.5"),
            ("<input type=image src=a alt=A>", "image http://h/d/a 'A' auto"),
            ("<video src=v poster=p width=32 height=18>no</video>", "video http://h/d/v 'no' 32x18 1.78"),
            ("<video title=T><source src=v><source src=w></video>", "video http://h/d/v 'T' auto"),
            ("<audio controls src=s></audio>", "audio http://h/d/s auto"),
            ("<iframe src=f title=T width=300 height=150>no</iframe>", "frame http://h/d/f 'T' 300x150 2.0"),
            ("<embed src=e>", "object http://h/d/e auto"),
            ("<object data=o></object>", "object http://h/d/o auto"),
            ("<object data=o><param name=p></object>", "object http://h/d/o auto"),
            // Pictures, by their type, else by what the URL says.
            ("<object data=o.png>fall <b>back</b></object>", "image http://h/d/o.png 'fall back' auto"),
            ("<object data=o type=image/svg+xml width=30 height=20></object>", "image http://h/d/o 30x20 1.5"),
            ("<object data='o.SVG?x#y' title=T>f</object>", "image http://h/d/o.SVG?x#y 'T' auto"),
            ("<object data='data:image/gif;base64,'></object>", "image data:image/gif;base64, auto"),
            ("<object data=o type='image/png; x'><img src=i alt=I></object>", "image http://h/d/o 'I' auto"),
            ("<embed src=e.jpeg width=8 height=4 alt=A>", "image http://h/d/e.jpeg 'A' 8x4 2.0"),
            ("<embed src=e.png type=video/mp4>", "object http://h/d/e.png auto"),
            ("<embed src=e type=image/webp>", "image http://h/d/e auto"),
            ("<canvas width=40 height=20>chart</canvas>", "canvas 'chart' 40x20 2.0"),
            ("<svg width=10 height=20 viewBox='0 0 40 20'><title>T</title><text>x</text></svg>", "svg 'T' 10x20 2.0"),
            ("<svg viewBox='0,0,1,2'><text>x</text><g><text>y</text></g></svg>", "svg 'x y' auto 0.5"),
            ("<svg width=2em height='50%' style='height:3px'></svg>", "svg 32x3"),
            ("<svg aria-label=L width=-1 viewBox='0 0 0 1'></svg>", "svg 'L' auto"),
            ("<math alttext=E><mi>x</mi></math>", "math 'E' auto"),
            ("<math><mi>x</mi><mo>+</mo><annotation>t</annotation></math>", "math 'x+' auto"),
        ])
    func attachments(html: String, want: String) throws {
        let attachment = try #require(try model(html).attachments.first)
        #expect(describe(attachment) == want)
    }

    @Test(
        "What an object holds stands in its place where it is no picture",
        arguments: [
            ("<object data=o>fall <b>back</b></object>", "fall back", 0),
            ("<object data=x.pdf type=application/pdf><p>No <a href=x>PDF</a></p></object>", "No PDF", 0),
            ("<object data=o.png type=text/html>f</object>", "f", 0), ("<object data=o.tiff>f</object>", "f", 0),
            ("<object data=o type=image/tiff>f</object>", "f", 0), ("<object>f</object>", "f", 0),
            ("<object data=o.pdf><img src=i></object>", "\u{FFFC}", 1),
            ("<object data=o.pdf><object data=i.png>f</object></object>", "\u{FFFC}", 1),
        ])
    func objectContent(html: String, want: String, count: Int) throws {
        let text = try model(html)
        #expect(text.string.trimmingCharacters(in: .whitespacesAndNewlines) == want)
        #expect(text.attachments.count == count && text.attachments.allSatisfy { $0.kind == .image })
    }

    private func describe(_ attachment: GalleyText.Attachment) -> String {
        var parts = ["\(attachment.kind)"]
        if let source = attachment.source { parts.append(source) }
        if let text = attachment.alternativeText { parts.append("'\(text)'") }
        parts.append(
            attachment.width == .auto && attachment.height == .auto
                ? "auto" : "\(describe(attachment.width))x\(describe(attachment.height))")
        if let ratio = attachment.aspectRatio { parts.append("\((ratio * 100).rounded() / 100)") }
        return parts.joined(separator: " ")
    }

    private func describe(_ size: SizeValue) -> String {
        guard let length = size.length else { return "auto" }
        return length.percent != 0 ? "\(Int(length.percent))%" : "\(Int(length.px))"
    }

    @Test("An inline drawing keeps its source as XML, with SVG's capitals and without scripts")
    func drawingSource() throws {
        let text = try model(
            """
            <svg viewbox="0 0 1 1" onload=x()><lineargradient id=g gradienttransform="rotate(1)"></lineargradient>
            <script>y()</script><a xlink:href="#g" title='"&amp;<'>&lt;</a><foreignObject><p class=q>r</foreignObject></svg>
            """)
        #expect(
            text.attachments.first?.markup == """
                <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1">\
                <linearGradient id="g" gradientTransform="rotate(1)"/>
                <a xlink:href="#g" title="&quot;&amp;&lt;">&lt;</a><foreignObject>\
                <p xmlns="http://www.w3.org/1999/xhtml" class="q">r</p></foreignObject></svg>
                """)
        let deep = try model(String(repeating: "<svg><g>", count: 5_000) + "x")
        #expect(deep.attachments.first?.markup?.hasSuffix("</svg>") == true)
    }

    /// Icons refer to symbols in another drawing: each has with it what it refers to, and what that refers to, once.
    @Test func drawingsBringWhatTheyReferTo() throws {
        let sprite =
            "<svg style='display:none'><symbol id=a viewbox='0 0 1 1'><g fill='url(#g)'/></symbol>"
            + "<lineargradient id=g></lineargradient><g id=other /></svg>"
        let text = try model(
            sprite + "<svg><use xlink:href='#a' /><use href='#a'/></svg><svg><use href='#none'/></svg>"
                + "<svg><g id=a /><use href='#a'/></svg>")
        #expect(
            text.attachments.map { String($0.markup?.dropFirst(83) ?? "") } == [
                "<use xlink:href=\"#a\"/><use href=\"#a\"/><defs><symbol id=\"a\" viewBox=\"0 0 1 1\">"
                    + "<g fill=\"url(#g)\"/></symbol><linearGradient id=\"g\"/></defs></svg>",
                "<use href=\"#none\"/></svg>", "<g id=\"a\"/><use href=\"#a\"/></svg>",
            ])
    }

    @Test("A floating image's percentages are those of what is around it, and it fills its flow")
    func floatingPercentages() throws {
        let text = try model(
            "<p><img src=a style='float:left; width:30%; max-width:180px; padding:0 4px; border:1px solid'>b")
        let flow = try #require(text.flows.last)
        let root = text.style(of: flow.rootBlock)
        #expect(root.width == .length(.percent(30) + .px(10)))
        #expect(root.maximumWidth == .length(.px(190)))
        #expect(text.attachments.first?.width == .length(.percent(100) + .px(-10)))
        let fixed = try model("<p><img src=a style='float:left; width:30px; padding:4px'>b")
        #expect(fixed.style(of: try #require(fixed.flows.last).rootBlock).width == .auto)
        #expect(fixed.attachments.first?.width == .length(.px(30)))
    }

    @Test("A floating image is as high as its box: there is no line around it")
    func floatingHeight() throws {
        let text = try model("<p style='text-indent:9px'><img src=a style='float:left'>b")
        let flow = try #require(text.flows.last)
        let paragraph = text.paragraphs[text.blocks[flow.rootBlock.index].paragraphs.lowerBound]
        #expect(text.style(paragraph.strut).lineHeight == .length(.zero))
        #expect(text.style(paragraph.style).indent.isZero)
        #expect(text.attachments.first?.verticalAlignment == .top)
    }

    @Test("An attachment's size is that of its content, whatever box its style sizes")
    func sizedBox() throws {
        let text = try model(
            "<img src=a style='box-sizing:border-box; width:100px; height:50%; padding:2px; border:3px solid'>")
        #expect(text.attachments.first?.width == .length(.px(90)))
        #expect(text.attachments.first?.height == .length(.percent(50) + .px(-10)))
    }

    @Test("A generated block without content ends the line of its inline box")
    func emptyGeneratedBlock() throws {
        let text = try model("<style>i::after { content: ''; display: block }</style><p><i>a</i><i>b</i> c")
        #expect(text.string == "a\nb\nc\n")
        #expect(
            try model("<style>p::after, p::before { content: ''; display: block }</style><p>a</p><p>b").string
                == "a\nb\n")
    }

    @Test("A formula is text when that is wanted")
    func formulaText() throws {
        var options = HTMLOptions()
        options.formulas = .text
        #expect(try model("<math><mi>x</mi><mo>+</mo><annotation>t</annotation></math>", options).string == "x+\n")
    }

    @Test("What assistive technology says of an attachment")
    func accessibleNames() throws {
        let html =
            "<img alt=a><img alt=''><img><img alt=a aria-label=b><img alt=a aria-hidden=true><img alt=a role=none>"
        let text = try model(html)
        #expect(text.attachments.map(\.accessibleName) == ["a", "", nil, "b", "", ""])
        #expect(text.attachments.map(\.isDecorative) == [false, true, false, false, true, true])
    }

    @Test("The chosen source gives an image its density and its dimensions")
    func chosenSource() throws {
        var options = HTMLOptions()
        options.environment.resolution = 2
        let text = try model(
            """
            <img src=a srcset="b 2x" width=10><picture><source srcset=c width=30 height=10><img src=d></picture>
            """, options)
        #expect(text.attachments.map(\.source) == ["http://h/d/b", "http://h/d/c"])
        #expect(text.attachments.map(\.pixelDensity) == [2, 1])
        #expect(describe(text.attachments[1]) == "image http://h/d/c 30x10 3.0")
    }

    @Test("Images of one picture share its source and keep their own sizes")
    func sharedSource() throws {
        let text = try model("<picture><source srcset=s><img width=5 height=1><img width=7 height=2></picture>")
        #expect(text.attachments.map(describe) == ["image http://h/d/s 5x1 5.0", "image http://h/d/s 7x2 3.5"])
    }

    // MARK: Links and anchors

    @Test("Links keep what is said of their target")
    func links() throws {
        let text = try model(
            """
            <base target=_top><a href=x title=T rel="nofollow noopener" hreflang=de>a</a><a href=y download=f target=_b>b</a>
            """)
        let first = try #require(text.link(at: 0))
        #expect(first.title == "T" && first.relation == "nofollow noopener" && first.language == "de")
        #expect(first.target == "_top" && first.download == nil)
        let second = try #require(text.link(at: 1))
        #expect(second.target == "_b" && second.download == "f" && second.relation == nil)
    }

    @Test(
        "Elements that are links by whatever box",
        arguments: ["block", "inline-block", "flex", "list-item", "table-cell", "contents", "inline"])
    func linkBoxes(display: String) throws {
        let text = try model("a<a href=u style='display:\(display)'>b <b>c</b><i> d</i></a>e")
        for (index, byte) in text.utf8.enumerated() {
            let isInside = "bcd".utf8.contains(byte)
            if isInside { #expect(text.link(at: index)?.url == "http://h/d/u", "\(index)") }
            if byte == UInt8(ascii: "a") || byte == UInt8(ascii: "e") { #expect(text.link(at: index) == nil) }
        }
        #expect(text.brokenInvariants().isEmpty)
        let float = try model("<a href=u style=float:left>b</a>e")
        #expect(float.link(at: 0) == nil || float.string.hasPrefix("\u{FFFC}"))
        #expect(float.utf8.firstIndex(of: UInt8(ascii: "b")).flatMap { float.link(at: $0)?.url } == "http://h/d/u")
    }

    @Test(
        "Anchors on every kind of element",
        arguments: [
            ("a<br id=x>b", 1), ("a<b id=x>b</b>", 1), ("a<wbr id=x>b", 1), ("a<img id=x>", 1), ("a<p id=x>b", 2),
            ("a<hr id=x>", 2), ("<table><tr><td>a<tr id=x><td>b</table>", 2), ("<ul><li>a<li id=x>b</ul>", 2),
            ("<p>a</p><div id=x style=display:contents>b</div>", 2), ("a<svg id=x></svg>", 1),
            ("a<a name=x>b</a>", 1), ("a<input id=x>b", 1), ("<p>a</p><a id=x></a><p>b", 2),
        ])
    func anchors(html: String, offset: Int) throws {
        #expect(try model(html).offset(ofAnchor: "x") == offset)
    }

    // MARK: Lists, tables, ruby

    @Test(
        "Numbers of items, as Chromium shows them",
        arguments: [
            ("<ol><li value=5>a<li>b<ol><li>c</ol><li>d</ol>", [5, 6, 1, 7]),
            ("<ol reversed><li>a<ol><li>b<li>c</ol><li>d</ol>", [2, 1, 2, 1]),
            ("<ol reversed start=3><li>a<li value=9>b<li>c</ol>", [3, 9, 8]), ("<ol start=x><li>a</ol>", [1]),
            ("<ol start=-1><li>a<li>b<li>c</ol>", [-1, 0, 1]), ("<ol><div><li>a</div><li>b</ol>", [1, 2]),
            ("<ul><li value=3>a<li>b</ul>", [3, 4]), ("<menu><li>a<li>b</menu>", [1, 2]),
            ("<ol><li style=display:block>a<li>b</ol>", [1]), ("<ol reversed><li hidden>a<li>b</ol>", [1]),
            ("<ol><li>a<p style=display:list-item>x</p><li>b</ol>", [1, 2, 3]), ("<li>a<li>b", [1, 2]),
            ("<div style=display:list-item>x</div><div style=display:list-item>y</div>", [1, 2]),
            ("<ol><li>a<menu><li>b</menu><dir><li>c</dir><li>d</ol>", [1, 1, 2, 3]),
            ("<ol><li style='counter-increment:list-item 3'>a<li>b</ol>", [3, 4]),
            ("<ol style='counter-reset:list-item 5'><li>a<li>b</ol>", [1, 2]),
            ("<ol><li style='counter-set:list-item 7'>a<li>b</ol>", [7, 8]),
            ("<ol><li>x<section><li>y</section></ol>", [1, 2]), ("<ol><li>a</ol><ol><li>b</ol>", [1, 1]),
        ])
    func ordinals(html: String, want: [Int]) throws {
        let ordinals = try model(html).blocks.compactMap { block -> Int? in
            if case .item(let item) = block.kind { item.ordinal } else { nil }
        }
        #expect(ordinals == want)
    }

    @Test("Ruby keeps which text is a base and which is written above")
    func ruby() throws {
        let text = try model("<ruby><rb>漢</rb><rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>")
        #expect(text.string == "漢kan字ji\n")
        let roles = text.spans.map { "\($0.ruby) \(text[$0.range])" }
        #expect(roles == ["container 漢kan字ji", "base 漢", "annotation kan", "annotation ji"])
    }

    @Test("details: a summary of its own where the document has none; opened on wish")
    func details() throws {
        let text = try model("<details>body</details>")
        #expect(text.generatedText.map(\.text) == ["Details"])
        #expect(text.blocks.contains { $0.role == .summary })
        var options = HTMLOptions()
        options.opensDetails = true
        #expect(try model("<details><summary>s</summary>b</details>", options).string == "s\nb\n")
    }

    // MARK: Fields

    @Test(
        "Fields show their values",
        arguments: [
            ("<input value=v>", "v"), ("<input placeholder=p>", "p"), ("<input value='' placeholder=p>", "p"),
            ("<input type=password value=abc>", "•••"), ("<input type=checkbox><input type=checkbox checked>", "☐ ☑"),
            ("<input type=radio><input type=radio checked>", "○ ◉"), ("<input type=submit>", "Submit"),
            ("<input type=reset>", "Reset"), ("<input type=button value=B>", "B"), ("<input type=file>", "Choose File"),
            ("<input type=range><input type=range min=2 max=5>", "50 3.5"), ("<input type=color>", "#000000"),
            ("<input type=date value=2026-01-02>", "2026-01-02"), ("<input type=hidden value=h>", ""),
            ("<textarea>a\nb</textarea>", "a\u{2028}b"), ("<textarea placeholder=p></textarea>", "p"),
            ("<select><option>one<option selected>two</select>", "two"), ("<select><option label=L>one</select>", "L"),
            ("<select><optgroup label=g><option>one</optgroup></select>", "one"), ("<select></select>", ""),
            ("<select multiple><option>a<option>b</select>", "a\u{2028}b"),
            ("<select size=3><optgroup label=g><option>a</optgroup></select>", "g\u{2028}a"),
            ("<progress value=3 max=4>x</progress>", "75 %"), ("<progress></progress>", "…"),
            ("<meter min=10 max=20 value=15>x</meter>", "50 %"), ("<meter value=7>x</meter>", "100 %"),
        ])
    func fields(html: String, want: String) throws {
        #expect(try model(html).generatedText.map(\.text).joined(separator: " ") == want)
    }

    @Test(
        "Fields are blocks, floats and positioned where their style says so, and boxes where anything of one is seen",
        arguments: [
            ("a <input type=checkbox> b", "a  b", []), ("a <input type=checkbox style='display:block'> b", "a||b", []),
            ("a <input type=radio style='float:right'> b", "a\u{FFFC} b|", [Flow.Kind.float]),
            ("<input type=checkbox style='position:absolute'>x", "\u{FFFC}x|", [.positioned]),
            ("<input type=submit style='border:none'>", "\u{FFFC}|", [.inlineBlock]),
            ("<input type=submit style='border:none;background:none'>", "", []),
            ("<input type=submit style='border:none;background:url(i)'>", "\u{FFFC}|", [.inlineBlock]),
            ("<input type=submit style='border:none;background:none;float:left'>", "\u{FFFC}|", [.float]),
            ("<select style='border:none'><option>o</select>", "\u{FFFC}|", [.inlineBlock]),
        ])
    func fieldBoxes(html: String, paragraphs: String, flows: [Flow.Kind]) throws {
        let text = try model(html)
        #expect(
            text.string.split(separator: "\n", omittingEmptySubsequences: false).dropLast().joined(separator: "|")
                == paragraphs)
        #expect(text.flows.dropFirst().map(\.kind) == flows)
        #expect(text.generatedText.count == 1)
    }

    @Test("Check boxes are as large as their style says")
    func toggleSizes() throws {
        func size(_ style: String) throws -> LineHeight? {
            let text = try model("<input type=checkbox style='\(style)'>")
            return text.generatedText.first.map { text.style($0.style).lineHeight }
        }
        #expect(try size("") == .length(.px(13)) && size("width:30px") == .length(.px(13)))
        #expect(try size("width:30px;height:20px") == .length(.px(20)))
        #expect(try size("width:30px;height:30px;display:block") == .length(.px(30)))
    }

    // MARK: Roles, language, metadata

    @Test(
        "Roles",
        arguments: [
            ("<h3>a", Block.Role.heading(level: 3)), ("<h2 aria-level=4>a", .heading(level: 4)),
            ("<div role=heading aria-level=3>a", .heading(level: 3)), ("<div role=heading>a", .heading(level: 2)),
            ("<div role=heading aria-level=9>a", .heading(level: 6)), ("<p role='x heading'>a", .heading(level: 2)),
            ("<h1 role=presentation>a", .none), ("<div role=navigation>a", .navigation), ("<div role=MAIN>a", .main),
            ("<div role=banner>a", .header), ("<div role=contentinfo>a", .footer), ("<nav>a", .navigation),
            ("<div role=list>a", .list), ("<div role=unknown>a", .none), ("<p role=unknown>a", .paragraph),
            ("<blockquote>a", .blockquote), ("<figure>a", .figure), ("<pre>a", .preformatted),
            ("<dl><dt>a", .definitionTerm),
            ("<div style=display:list-item>a", .listItem), ("<address>a", .address), ("<form>a", .form),
        ])
    func roles(html: String, want: Block.Role) throws {
        let text = try model(html)
        #expect(text.blocks[text.paragraphs[0].block.index].role == want)
    }

    @Test("Languages of text: lang, xml:lang, what the document declares")
    func languages() throws {
        func language(_ html: String) throws -> String? { try model(html).style(at: 0)?.shaping.language }
        #expect(try language("<p lang=de>a") == "de")
        #expect(try language("<p xml:lang=fr>a") == "fr")
        #expect(try language("<p lang=de xml:lang=fr>a") == "de")
        #expect(try language("<div lang=de><p lang=''>a") == "")
        #expect(try language("<meta http-equiv=Content-Language content='fi'><p>a") == "fi")
        #expect(try language("<html lang=en><meta http-equiv=Content-Language content=fi><p>a") == "en")
        #expect(try language("<meta http-equiv=Content-Language content='fi,sv'><p>a") == "")
        #expect(try model("<meta http-equiv=Content-Language content='fi'>").metadata.language == "fi")
    }

    @Test("Metadata of the standard names, the first of each")
    func metadata() throws {
        let metadata = try model(
            """
            <title>T</title><title>U</title><meta name=author content=A><meta name=author content=B>
            <meta name=Description content=" D "><meta name=keywords content="k, l"><meta name=application-name content=N>
            <meta name=generator content=G><meta name=author><meta property=og:title content=O>
            """
        ).metadata
        #expect(metadata.title == "T" && metadata.author == "A" && metadata.summary == "D")
        #expect(metadata.keywords == "k, l" && metadata.applicationName == "N" && metadata.generator == "G")
    }

    @Test("bdo, bdi and dir isolate or override")
    func directions() throws {
        func spans(_ html: String) throws -> [String] {
            let text = try model(html)
            return text.spans.compactMap(\.box).map { "\(text.style($0).isolation) \(text.style($0).direction)" }
        }
        #expect(try spans("<bdo dir=rtl>a</bdo>") == ["isolateOverride rightToLeft"])
        #expect(try spans("<bdi>a</bdi>") == ["isolate leftToRight"])
        #expect(try spans("<bdi>א</bdi>") == ["isolate rightToLeft"])
        #expect(try spans("<span dir=auto>א</span>") == ["isolate rightToLeft"])
        #expect(try spans("<span dir=rtl>a</span>") == ["isolate rightToLeft"])
    }
}

/// The table of images chosen by `srcset` and `picture`, which Scripts/check-elements.py compares with Chromium.
@Suite("Images chosen by their environment")
struct ImageChoiceTests {
    @Test(arguments: ElementTable.rows("sources.tsv")) func choice(row: ElementTable.Row) throws {
        var options = HTMLOptions()
        options.environment.width = try #require(Double(row.fields[0]))
        options.environment.resolution = try #require(Double(row.fields[1]))
        options.environment.height = 300
        let text = try AttributedText(html: row.fields[2], options: options)
        #expect(text.attachments.map(\.source) == [row.fields[3]])
    }

    @Test func tableIsThere() { #expect(ElementTable.rows("sources.tsv").count > 60) }

    @Test("Many sources and images of one picture cost time in proportion")
    func manySources() throws {
        let growth = try Growth.atEightTimes(2_500) { count in
            let sources = String(repeating: "<source srcset=s media='(min-width: 9000px)'>", count: count)
            let images = String(repeating: "<img src=a>", count: count)
            let html = "<picture>\(sources)\(images)<source srcset=t><img src=b width=3>"
            let found = try AttributedText(html: html).attachments.map(\.source)
            #expect(found.count == count + 1 && found.last == "t")
        }
        #expect(growth < Growth.linear)
    }

    @Test(
        "Hostile source sets",
        arguments: [",,,,", "a b c", "(", "a (", "a 1e999x", "a 99999999999999999999w", "\u{0} 1x"])
    func hostile(set: String) throws {
        let text = try AttributedText(html: "<img srcset=\"\(set)\" sizes=\"((((\">")
        #expect(text.attachments.count == 1)
        let long = String(repeating: "a 1x,", count: 100_000)
        #expect(try AttributedText(html: "<img srcset=\"\(long)\">").attachments.first?.source == "a")
    }
}
