import Foundation
import GalleyHTML
import GalleyText
import Testing

/// HTML written and read again gives an equal text.
@Suite("HTML out again") struct RoundTripTests {
    /// What a fragment does not carry, taken from `other`: metadata, rules, the boxes of `html` and `body`, and what the
    /// document's type says of lines.
    static func withSurroundings(of other: AttributedText, _ text: AttributedText) -> AttributedText {
        var result = text
        result.metadata = other.metadata
        result.styleResources = other.styleResources
        for id in [BlockID.root, BlockID(1)] where id.index < min(text.blocks.count, other.blocks.count) {
            result.setBlockAttributes(other.blocks[id.index].attributes.map { other.attributes($0) }, of: id)
            result.setBlockStyle(other.style(of: id), of: id)
        }
        for (own, there) in zip(text.paragraphs, other.paragraphs) {
            let ignoresStrut = other.style(there.style).ignoresStrut
            guard text.style(own.style).ignoresStrut != ignoresStrut else { continue }
            result.updateParagraphStyle(in: own.range) { $0.ignoresStrut = ignoresStrut }
        }
        return result
    }

    static func checkDocument(
        _ text: AttributedText, _ name: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let page = text.html()
        let read = try AttributedText(html: page)
        if let found = difference(text, read) { try record("document", name, found, page, location) }
    }

    /// Both forms.
    static func check(_ text: AttributedText, _ name: String, location: SourceLocation = #_sourceLocation) throws {
        try checkDocument(text, name, location: location)
        let part = text.html(.fragment)
        let pasted = try AttributedText(html: part)
        if let found = difference(withSurroundings(of: pasted, text), pasted) {
            try record("fragment", name, found, part, location)
        }
    }

    /// `GALLEY_DUMP` names a folder for what did not read back.
    private static func record(
        _ form: String, _ name: String, _ found: String, _ html: String, _ location: SourceLocation
    ) throws {
        Issue.record("\(form) \(name): \(found)", sourceLocation: location)
        if let folder = ProcessInfo.processInfo.environment["GALLEY_DUMP"] {
            try html.write(toFile: "\(folder)/\(name).\(form).html", atomically: true, encoding: .utf8)
        }
    }

    /// The other ways out: coded, and as Foundation's string, which keeps no metadata and no span without text.
    static func checkOtherWays(_ text: AttributedText, _ name: String) throws {
        let coded = try JSONDecoder().decode(AttributedText.self, from: JSONEncoder().encode(text))
        if let found = difference(text, coded) { Issue.record("coded \(name): \(found)") }
        if text.spans.contains(where: { $0.range.isEmpty }) {
            // These alone are lost.
            let back = AttributedText(AttributedString(text))
            #expect(back.string == text.string, "\(name)")
            #expect(back.spans.map(\.range) == text.spans.map(\.range).filter { !$0.isEmpty }, "\(name)")
            let again = AttributedText(AttributedString(back))
            if let found = difference(back, again) { Issue.record("attributed string \(name): \(found)") }
            return
        }
        var plain = text
        plain.metadata = AttributedText.Metadata()
        plain.styleResources = StyleResources()
        let back = AttributedText(AttributedString(text))
        if let found = difference(plain, back) { Issue.record("attributed string \(name): \(found)") }
    }

    @Test(
        "Real documents", .enabled(if: !SharedData.files("data/html").isEmpty), arguments: SharedData.files("data/html")
    )
    func realDocuments(file: URL) throws {
        let text = try AttributedText(html: Data(contentsOf: file), baseURL: file)
        try Self.check(text, file.lastPathComponent)
        try Self.checkOtherWays(text, file.lastPathComponent)
    }

    @Test("Style resources are written") func styleResources() throws {
        let html = """
            <!DOCTYPE html><style>
            @font-face { font-family: "A b"; src: local(X), url(https://x.org/a.woff2) format("woff2");
              font-weight: 300 700; font-style: oblique 3deg 12deg; unicode-range: U+41-5A, U+4??;
              font-feature-settings: "smcp" 2; font-variation-settings: "wght" 330; ascent-override: 110%;
              size-adjust: 90.3%; font-display: swap; font-stretch: 75% 100% }
            @counter-style base { system: fixed 3; symbols: "a" "\\3c /style>" "'"; prefix: "("; suffix: ") " }
            @counter-style mine { system: additive; additive-symbols: 10 "X", 1 "I"; range: 1 5, 9 infinite;
              negative: "[" "]"; pad: 3 "0"; fallback: base }
            @counter-style more { system: extends upper-roman; suffix: "! " }
            @page { size: 400px 300px; margin: 10px auto 5% 2px; padding-left: 3px; border-top: 2px dashed red }
            @page wide:first:left { size: landscape; background-color: #123456; color: red; font-size: 9px;
              @top-left { content: "Title" } @left-top { content: counter(page) " of " counter(pages, upper-roman);
                color: green; text-align: left; padding: 3px; width: 20% } }
            @page { @bottom-center { content: "p" string(chapter); text-decoration: underline; vertical-align: top }
              @top-right-corner { content: none; text-align: right; margin-left: 4px; font: italic 2em serif } }
            html { color: blue; font-size: 18px; line-height: 1.5 }
            </style><ol style="list-style-type: mine"><li>one<li>two</ol>
            """
        let text = try AttributedText(html: html)
        let resources = text.styleResources
        #expect(resources.fontFaces.count == 1 && resources.counterStyles.count == 3 && resources.pages.count == 3)
        #expect(resources.pages.flatMap(\.marginBoxes).count == 4)
        let again = try AttributedText(html: text.html())
        #expect(again.styleResources.fontFaces == resources.fontFaces)
        #expect(again.styleResources.counterStyles == resources.counterStyles)
        #expect(again.styleResources.pages == resources.pages)
        if let found = difference(text, again) { Issue.record("\(found)\n\(text.html())") }
        // A style that a marker has is written even where the resources do not list it.
        var bare = text
        bare.styleResources = StyleResources()
        let page = try AttributedText(html: bare.html())
        #expect(page.styleResources.counterStyles.contains { $0.name == "mine" })
    }

    @Test("Names end nothing") func names() throws {
        var builder = AttributedTextBuilder()
        let plain = builder.intern(TextStyle())
        for name in ["x-y", "x><script>alert(1)</script", "1x", ""] {
            var attachment = Attachment(kind: .custom(name), source: "a.png", alternativeText: "A")
            attachment.attributes = ["data-x": "y", "x><script>alert(2)</script": "z", "a b": "c", "": "d"]
            builder.append(attachment, style: plain)
        }
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: plain)
        let text = builder.finish()
        for form in [HTMLWriter.Form.document, .fragment] {
            let html = text.html(form)
            #expect(!html.contains("<script") && html.contains("data-x=\"y\"") && html.contains("<x-y "))
            #expect(!html.contains("a b=") && !html.contains("=\"d\""))
        }
    }

    @Test("Numbers of items at the ends") func ordinals() {
        var builder = AttributedTextBuilder()
        let plain = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        builder.openBlock(.list(isOrdered: true), role: .list)
        for ordinal in [Int.min, .max, .max] {
            let item = ListItem(ordinal: ordinal, marker: .counter(.decimal), markerStyle: plain)
            builder.openBlock(.item(item), role: .listItem)
            builder.append("x", style: plain)
            builder.endParagraph(style: paragraph, strut: plain)
            builder.closeBlock()
        }
        builder.closeBlock()
        #expect(builder.finish().html(.fragment).contains("value=\"\(Int.max)\""))
    }

    @Test("The corpus", arguments: SharedData.corpus)
    func corpus(file: URL) throws {
        let text = try AttributedText(html: Data(contentsOf: file), baseURL: file)
        try Self.check(text, file.lastPathComponent)
        try Self.checkOtherWays(text, file.lastPathComponent)
    }

    @Test("Small documents", arguments: roundTripSnippets)
    func snippets(name: String, html: String) throws {
        try Self.check(AttributedText(html: html), name)
        try Self.checkOtherWays(AttributedText(html: html), name)
        try Self.check(AttributedText(html: "<!DOCTYPE html>" + html), name)
    }
}
