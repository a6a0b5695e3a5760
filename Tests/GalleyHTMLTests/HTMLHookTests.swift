import Foundation
import GalleyHTML
import GalleyText
import Testing

/// The options and hooks that clients of a converter have.
@Suite("Hooks and options")
struct HTMLHookTests {
    private func model(_ html: String, _ change: (inout HTMLOptions) -> Void = { _ in }) throws -> AttributedText {
        var options = HTMLOptions()
        change(&options)
        return try AttributedText(html: html, baseURL: URL(string: "http://h/d/"), options: options)
    }

    // MARK: Default look

    @Test("Defaults are the reader's; the document's own style sheets win")
    func defaults() throws {
        func change(_ options: inout HTMLOptions) {
            options.defaultFontFamilies = ["Literata", "serif"]
            options.defaultFontSize = 20
            options.defaultTextColor = Color(rgb: 0x112233)
            options.defaultAlignment = .justify
            options.defaultLineHeight = .multiple(1.5)
        }
        let text = try model("<p>a<p style='color:red;text-align:left;line-height:2;font:10px x'>b", change)
        let (own, other) = (try #require(text.style(at: 0)), try #require(text.style(at: 2)))
        #expect(own.shaping.fontFamilies == ["Literata", "serif"])
        #expect(own.shaping.fontSize == 20)
        #expect(own.paint.color == Color(rgb: 0x112233))
        #expect(own.lineHeight == .multiple(1.5))
        #expect(text.paragraphs.map { text.style($0.style).alignment } == [.justify, .left])
        #expect(other.shaping.fontFamilies == ["x"] && other.shaping.fontSize == 10)
        #expect(other.paint.color == Color(rgb: 0xFF0000))
        // Headings are multiples of the default size.
        #expect(try model("<h1>a", change).style(at: 0)?.shaping.fontSize == 40)
        let mixed = try model("<p>a") { $0.defaultLineHeight = .length(Length(1, .em) + .px(4)) }
        #expect(mixed.style(at: 0)?.lineHeight == .length(.px(20)))
    }

    @Test("The text size multiplier scales text and leaves boxes alone")
    func multiplier() throws {
        let text = try model("<p style='margin:10px;line-height:20px;word-spacing:3px;text-decoration:underline'>a") {
            $0.textSizeMultiplier = 2
        }
        let style = try #require(text.style(at: 0))
        #expect(style.shaping.fontSize == 32 && style.shaping.wordSpacing == .px(6))
        #expect(style.lineHeight == .length(.px(40)) && style.paint.decorations[0].fontSize == 32)
    }

    @Test("Style sheets and attributes of the document may be ignored")
    func ignoring() throws {
        let html = "<style>p{color:red}</style><p>a<p style=color:blue>b<p><font color=lime>c</font>"
        func colors(_ change: (inout HTMLOptions) -> Void) throws -> [String?] {
            let text = try model(html, change)
            return [0, 2, 4].map { text.style(at: $0)?.paint.color.hexadecimal }
        }
        #expect(try colors { _ in } == ["#ff0000", "#0000ff", "#00ff00"])
        #expect(try colors { $0.usesStyleAttributes = false } == ["#ff0000", "#ff0000", "#00ff00"])
        #expect(try colors { $0.usesDocumentStyleSheets = false } == ["#000000", "#0000ff", "#00ff00"])
    }

    @Test("Reader's style sheets, elements as attachments, linked sheets")
    func sheets() throws {
        let text = try model("<link rel=stylesheet href=s.css><p>a<i>c</i><x-chart src=q title=T>d</x-chart>") {
            $0.styleSheets = ["p { color: red }"]
            $0.attachmentElements = ["x-chart"]
            $0.styleSheetLoader = { $0 == "http://h/d/s.css" ? Array("i { font-weight: 700 }".utf8) : nil }
        }
        #expect(text.style(at: 0)?.paint.color == Color(rgb: 0xFF0000))
        #expect(text.style(at: 1)?.shaping.fontWeight == 700)
        #expect(text.attachments.map(\.kind) == [.custom("x-chart")])
        #expect(text.attachments.map(\.source) == ["http://h/d/q"])
    }

    // MARK: Links

    @Test("Link style, and the colour of a link that is pressed")
    func linkStyle() throws {
        let style = HTMLOptions.LinkStyle(
            color: Color(rgb: 0x00FF00), isUnderlined: false, highlightColor: Color(rgb: 0xFF00FF))
        let text = try model("<a href=x>a</a><a>b</a>") { $0.linkStyle = style }
        #expect(text.style(at: 0)?.paint.color == Color(rgb: 0x00FF00))
        #expect(text.style(at: 0)?.paint.decorations.isEmpty == true)
        #expect(text.link(at: 0)?.highlightColor == Color(rgb: 0xFF00FF))
        #expect(text.style(at: 1)?.paint.color == .black)
        // The document's own colours win.
        let own = try model(
            "<style>a:active{color:#123456}a:link{color:red}.b:active{color:lime!important}</style>"
                + "<a href=x>a</a><a href=x class=b>b</a><p><a href=x>c <b>d</b></a>"
        ) { $0.linkStyle = style }
        #expect([0, 1, 3].map { own.link(at: $0)?.highlightColor?.hexadecimal } == ["#123456", "#00ff00", "#123456"])
        #expect(own.style(at: 0)?.paint.color == Color(rgb: 0xFF0000))
        #expect(try model("<a href=x>a</a>").link(at: 0)?.highlightColor == nil)
    }

    // MARK: Before a block is built

    @Test("The hook sees each block that is built, once, in document order, with its element and style")
    func hookOrder() throws {
        let seen = Recorder()
        _ = try model(
            """
            <div class=a data-x=1><p style=margin:3px>one <b>two</b></p><ul><li>three</ul></div><img style=display:block>
            <div hidden><p>no</p></div><table><tr><td>four</table><span style=display:inline-block>five</span>
            """
        ) { options in
            options.willBuildBlock = { block in
                seen.add("\(block.name) \(block.depth) \(block.role) '\(block.text)'")
                if block.name == "div" { seen.add(block.attributes.sorted { $0.key < $1.key }.description) }
                if block.name == "p" { seen.add("\(block.style.margin.top.length?.px ?? -1)") }
            }
        }
        #expect(
            seen.lines == [
                "body 1 none 'one twothree nofourfive'", "div 2 none 'one twothree'",
                "[(key: \"class\", value: \"a\"), (key: \"data-x\", value: \"1\")]", "p 3 paragraph 'one two'", "3.0",
                "ul 3 list 'three'", "li 4 listItem 'three'", "table 2 table 'four'", "tbody 3 none 'four'",
                "tr 4 tableRow 'four'", "td 5 tableCell 'four'", "span 2 none 'five'",
            ])
    }

    @Test("What the hook changes is inherited like a style sheet's word")
    func hookChanges() throws {
        let text = try model(
            "<div><p>a <b>b</b> <i style=color:blue;font-size:2em>c</i><p>d</div><p>e"
        ) { options in
            options.willBuildBlock = { block in
                guard block.name == "div" else { return }
                block.textStyle.paint.color = Color(rgb: 0xFF0000)
                block.textStyle.shaping.fontSize = 10
                block.paragraphStyle.alignment = .center
                block.style.padding = Edges(.px(7))
                block.role = .aside
            }
        }
        func style(_ character: Character) -> TextStyle? {
            text.utf8.firstIndex(of: character.asciiValue ?? 0).flatMap { text.style(at: $0) }
        }
        #expect(style("a")?.paint.color == Color(rgb: 0xFF0000) && style("a")?.shaping.fontSize == 10)
        #expect(style("b")?.paint.color == Color(rgb: 0xFF0000) && style("b")?.shaping.fontWeight == 700)
        #expect(style("c")?.paint.color == Color(rgb: 0x0000FF) && style("c")?.shaping.fontSize == 20)
        #expect(style("d")?.shaping.fontSize == 10 && style("e")?.shaping.fontSize == 16)
        #expect(style("e")?.paint.color == .black)
        #expect(text.paragraphs.map { text.style($0.style).alignment } == [.center, .center, .start])
        let aside = try #require(text.blocks.firstIndex { $0.role == .aside })
        #expect(text.style(of: BlockID(aside)).padding == Edges(.px(7)))
    }

    @Test("Blocks dropped, and replaced by text or an attachment")
    func hookOutcomes() throws {
        let text = try model(
            "<p>a<p class=ad>b<p>c</p><div class=t>d <b>e</b></div><ul><li class=i>f<li>g</ul><span class=s>h</span>"
        ) { options in
            options.willBuildBlock = { block in
                switch block.attributes["class"] {
                case "ad": block.outcome = .drop
                case "t": block.outcome = .text("new\nlines")
                case "i":
                    var chart = GalleyText.Attachment(
                        kind: .custom("chart"), source: "c:1", alternativeText: block.text)
                    chart.width = .length(.px(10))
                    block.outcome = .attachment(chart)
                default: break
                }
            }
        }
        #expect(text.string == "a\nc\nnew\u{2028}lines\n\u{FFFC}\ng\nh\n")
        #expect(text.attachments.map(\.kind) == [.custom("chart")])
        #expect(text.attachments.map(\.source) == ["c:1"])
        #expect(text.attachments.map(\.alternativeText) == ["f"])
        #expect(text.brokenInvariants().isEmpty)
    }

    @Test("A hook that changes nothing changes nothing; conversions with hooks run at once")
    func hookConcurrency() async throws {
        let html = String(repeating: "<div><p class=a>x <b>y</b> <ul><li>z</ul><table><td>t</table></div>", count: 100)
        let want = try AttributedText(html: html)
        try await withThrowingTaskGroup(of: AttributedText.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var options = HTMLOptions()
                    options.willBuildBlock = { _ in }
                    return try AttributedText(html: html, options: options)
                }
            }
            for try await text in group { #expect(text == want) }
        }
    }

    // MARK: Attributes that stay

    @Test("Custom data stays on blocks and inline spans, and can be asked for by range")
    func keptData() throws {
        let text = try model(
            "<div data-a=1 onclick=x x-y=2 id=i class=c><p>one <span data-b=2>t<b>w</b>o</span> <abbr title=T>x</abbr></div>"
        )
        #expect(text.string == "one two x\n")
        let found = text.attributes(in: 0..<text.count)
        #expect(found.map(\.range) == [0..<10, 4..<7, 8..<9])
        #expect(found.map(\.values) == [["data-a": "1"], ["data-b": "2"], ["title": "T"]])
        #expect(text.attributes(in: 5..<6).map(\.values) == [["data-a": "1"], ["data-b": "2"]])
        #expect(text.attribute("data-b", at: 5) == "2" && text.attribute("data-a", at: 5) == "1")
        #expect(text.attribute("data-b", at: 0) == nil)
    }

    @Test(
        "Which attributes stay",
        arguments: [
            (KeptAttributes(), [:]), (.data, ["data-d": "1"]), (.semantic, ["title": "t", "aria-label": "l"]),
            (.unknown, ["x-y": "2", "foo": ""]), (.classes, ["class": "a b"]),
            ([.data, .unknown], ["data-d": "1", "x-y": "2", "foo": ""]),
        ] as [(KeptAttributes, [String: String])])
    func kinds(kept: KeptAttributes, want: [String: String]) throws {
        let attributes = "data-d=1 title=t aria-label=l x-y=2 foo class='a b' onclick=z id=i style=color:red href=u"
        for element in ["p", "span", "b"] {
            let text = try model("<\(element) \(attributes)>x</\(element)>") { $0.keptAttributes = kept }
            #expect(text.attributes(in: 0..<1).map(\.values) == (want.isEmpty ? [] : [want]), "\(element)")
        }
    }

    @Test("Attributes survive edits around them and count for equality")
    func keptThroughEdits() throws {
        var text = try model("<p>one <span data-b=2>two</span> three")
        text.replaceSubrange(0..<3, with: "1")
        #expect(text.attributes(in: 0..<text.count).map(\.range) == [2..<5])
        #expect(try model("<p data-a=1>x") != model("<p data-a=2>x"))
        #expect(try model("<p data-a=1>x") == model("<p data-a=1>x"))
    }
}

/// What a hook saw, from whatever thread.
private final class Recorder: @unchecked Sendable {
    // Guarded by `lock`.
    private var storage: [String] = []
    private let lock = NSLock()

    func add(_ line: String) { lock.withLock { storage.append(line) } }
    var lines: [String] { lock.withLock { storage } }
}
