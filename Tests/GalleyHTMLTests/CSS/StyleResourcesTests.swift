import GalleyHTML
import GalleyText
import Testing

/// `@font-face`, `@page`, `@counter-style`: what the model keeps of them.
@Suite struct StyleResourcesTests {
    private func resources(_ css: String) throws -> StyleResources {
        try AttributedText(html: "<style>\(css)</style>x").styleResources
    }

    @Test func fontFaces() throws {
        let faces = try resources(
            """
            @font-face { font-family: "A B"; src: local("A B Bold"), local(Other Face), url(a.woff2) format("woff2"),
              url("b.ttf") format(truetype) tech(variations), url(c) unknown; font-weight: 900 100; font-style: oblique 10deg 20deg;
              font-stretch: 50% 200%; unicode-range: U+26, u+0-7F, U+4??, U+10FFFF; size-adjust: 90%; ascent-override: 80%;
              descent-override: normal; font-display: swap; font-feature-settings: "liga" 0; font-variation-settings: "wght" 5 }
            @font-face { font-family: serif; src: url(a) }
            @font-face { font-family: NoSource }
            @font-face { font-family: C; src: url(a); font-weight: bogus; unicode-range: U+110000 }
            @media print { @font-face { font-family: Printed; src: url(p) } }
            """
        ).fontFaces
        #expect(faces.map(\.family) == ["A B", "C"])
        let face = faces[0]
        #expect(
            face.sources == [
                .local("A B Bold"), .local("Other Face"), .url("a.woff2", format: "woff2"),
                .url("b.ttf", format: "truetype"),
            ])
        #expect(face.weights == 100...900 && face.stretches == 50...200)
        #expect(face.slant == .oblique(degrees: 10) && face.maximumObliqueAngle == 20)
        #expect(face.unicodeRanges == [0x26...0x26, 0...0x7F, 0x400...0x4FF, 0x10_FFFF...0x10_FFFF])
        #expect(face.sizeAdjust == 0.9 && face.ascent == 0.8 && face.descent == nil && face.display == .swap)
        #expect(face.features == [FontFeature(tag: "liga", value: 0)])
        #expect(face.variations == [FontVariation(axis: "wght", value: 5)])
        #expect(faces[1].weights == 400...400 && faces[1].unicodeRanges == [])
    }

    @Test func urlsAreRelativeToTheirSheet() throws {
        var options = HTMLOptions()
        options.styleSheetLoader = { url in
            url == "http://h/css/a.css"
                ? Array(
                    "@font-face{font-family:A;src:url(f.woff)} p{background:url(i.png)} li{list-style-image:url(/m.png)}"
                        .utf8)
                : nil
        }
        let text = try AttributedText(
            html: "<link rel=stylesheet href=css/a.css><p>x<ul><li>y</ul>", baseURL: .init(string: "http://h/d.html"),
            options: options)
        #expect(text.styleResources.fontFaces.first?.sources == [.url("http://h/css/f.woff", format: nil)])
        #expect(text.blocks.contains { text.style($0.style).backgroundLayers.first?.image.url == "http://h/css/i.png" })
        #expect(
            text.blocks.contains { block in
                if case .item(let item) = block.kind, case .image("http://h/m.png", _) = item.marker {
                    true
                } else {
                    false
                }
            })
    }

    @Test func pages() throws {
        let resources = try resources(
            """
            html { color: #010203 }
            @page { size: A4 landscape; margin: 2cm 10%; padding-left: 3px; background: #eee;
              @top-center { content: "Page " counter(page) " of " counter(pages, upper-roman); font-weight: bold }
              @bottom-left { content: string(chapter); text-align: center; color: red } bogus { x: y } }
            @page :first { margin-top: 5cm }
            @page toc:left, :right { margin-left: 1px; size: 10in bogus }
            @page :bogus { margin: 0 }
            @page :nth(x), :nth(2n):nth(3) { margin: 0 }
            @page wide:nth( 2n - 1 ):left, :nth(even), :nth(-n+3) { orphans: 2 }
            @page wide { size: 800px 600px }
            @page letter { size: letter }
            @page card { size: A6 landscape }
            """)
        #expect(resources.pages.count == 10)
        let positions = resources.pages.compactMap(\.position)
        #expect(
            positions == [
                PageRule.Position(a: 2, b: -1), PageRule.Position(a: 2, b: 0), PageRule.Position(a: -1, b: 3),
            ])
        let page = resources.page(.right)
        guard case .fixed(let size)? = page.size else {
            Issue.record("no size")
            return
        }
        #expect(abs(size.width - 297 * 96 / 25.4) < 1e-9 && abs(size.height - 210 * 96 / 25.4) < 1e-9)
        #expect(page.margin.top == .length(.px(2 * 96 / 2.54)) && page.margin.left == .length(.px(1)))
        #expect(page.margin.right == .length(.percent(10)))
        #expect(page.padding.left == .px(3) && page.padding.top == nil && page.border.top == nil)
        #expect(page.background?.hexadecimal == "#eeeeee")
        #expect(resources.page([.first, .right]).margin.top == .length(.px(5 * 96 / 2.54)))
        #expect(resources.page(name: "wide").size == .fixed(Size(width: 800, height: 600)))
        #expect(resources.page(name: "letter").size == .fixed(Size(width: 816, height: 1056)))
        let card = Size(width: 148 * 96 / 25.4, height: 105 * 96 / 25.4)
        #expect(resources.page(name: "card").size == .fixed(card))
        #expect(page.marginBoxes.map(\.position) == [.topCenter, .bottomLeft])
        let top = page.marginBoxes[0]
        #expect(
            top.content == [
                .text("Page "), .counter("page", .decimal), .text(" of "), .counter("pages", .upperRoman),
            ])
        #expect(top.text.shaping.fontWeight == 700 && top.text.paint.color.hexadecimal == "#010203")
        #expect(top.paragraph.alignment == .center && top.box.verticalAlignment == .middle)
        #expect(page.marginBoxes[1].content == [.namedString("chapter")])
        #expect(page.marginBoxes[1].paragraph.alignment == .center)
        #expect(page.marginBoxes[1].text.paint.color.hexadecimal == "#ff0000")
    }

    static let markers: [(String, [String])] = [
        ("@counter-style x{system:cyclic;symbols:\"A\" B;suffix:\") \"} ol{list-style:x}", ["A) ", "B) ", "A) "]),
        ("@counter-style x{system:fixed 2;symbols:a b;suffix:\"\"} ol{list-style:x}", ["1", "a", "b"]),
        ("@counter-style x{symbols:\"*\";prefix:\"(\";suffix:\")\"} ol{list-style:x}", ["(*)", "(**)", "(***)"]),
        (
            "@counter-style x{system:numeric;symbols:\"0\" \"1\";pad:3 \"0\"} ol{list-style:x}",
            ["001. ", "010. ", "011. "]
        ),
        (
            "@counter-style x{system:additive;additive-symbols:2 T, 1 I;range:2 infinite;fallback:lower-roman} ol{list-style:x}",
            ["i. ", "T. ", "TI. "]
        ),
        ("@counter-style x{system:extends upper-roman;suffix:\"-\"} ol{list-style:x}", ["I-", "II-", "III-"]),
        (
            "@counter-style y{system:extends x;prefix:\"<\"} @counter-style x{symbols:a b;suffix:\">\"} ol{list-style:y}",
            ["<a>", "<b>", "<aa>"]
        ),
        (
            "@counter-style x{system:extends y} @counter-style y{system:extends x} ol{list-style:x}",
            ["1. ", "2. ", "3. "]
        ),
        ("@counter-style lower-alpha{symbols:z} ol{list-style:lower-alpha}", ["z. ", "zz. ", "zzz. "]),
        ("@counter-style decimal{symbols:z} ol{list-style:decimal}", ["1. ", "2. ", "3. "]),
        ("@counter-style x{system:alphabetic;symbols:z} ol{list-style:x}", ["1. ", "2. ", "3. "]),
        ("@counter-style x{system:bogus;symbols:z} ol{list-style:x}", ["1. ", "2. ", "3. "]),
        ("@counter-style x{symbols:z;symbols:;suffix:url(a)} ol{list-style:x}", ["z. ", "zz. ", "zzz. "]),
        ("ol{list-style:symbols(cyclic \"*\" \"+\")}", ["* ", "+ ", "* "]),
        ("ol{list-style:unknown}", ["1. ", "2. ", "3. "]), ("ol{list-style-type:\"- \"}", ["- ", "- ", "- "]),
        ("ol{list-style:ethiopic-numeric}", ["፩/ ", "፪/ ", "፫/ "]),
        ("ol{list-style:japanese-formal}", ["壱、", "弐、", "参、"]),
        (
            "li::marker{content:\"[\" counter(list-item, x) \"]\"} @counter-style x{symbols:q}",
            ["[q]", "[qq]", "[qqq]"]
        ),
        ("li::marker{content:none}", ["-", "-", "-"]),
    ]

    @Test(arguments: markers) func markerTexts(_ css: String, _ expected: [String]) throws {
        let text = try AttributedText(html: "<style>\(css)</style><ol><li>a<li>b<li>c</ol>")
        let markers = text.blocks.compactMap { block -> String? in
            if case .item(let item) = block.kind { item.markerText ?? "-" } else { nil }
        }
        #expect(markers == expected)
    }

    @Test func countersUseThem() throws {
        let text = try AttributedText(
            html:
                "<style>@counter-style x{symbols:q} p{counter-increment:c} p::before{content:counter(c, x)}</style><p>a<p>b"
        )
        #expect(text.generatedText.map(\.text) == ["q", "qq"])
    }

    @Test func alternativeText() throws {
        let text = try AttributedText(
            html:
                "<style>p::before{content:\"*\" / \"star \" attr(title)} b::before{content:url(x.png) / \"alt\"}</style><p title=t>a<b>c"
        )
        #expect(text.generatedText.map(\.text) == ["*"])
        #expect(text.generatedText.map(\.alternativeText) == ["star t"])
        #expect(text.attachments.map(\.alternativeText) == ["alt"])
    }

    /// Pictures stand between the parts of the text that they are written between.
    @Test func generatedPictures() throws {
        let text = try AttributedText(
            html: """
                <style>p::before{content:"a " url(x.png) counter(c) url(data:,y) "b"} q{quotes:none}
                q::after{content:url(javascript:x)}</style><p>c<q>d</q></p>
                """)
        #expect(text.string == "\u{FFFC}\u{FFFC}cd\n")
        #expect(text.attachments.map(\.source) == ["x.png", "data:,y"])
        #expect(text.attachments.map(\.isDecorative) == [true, true])
        #expect(text.generatedText.map(\.text) == ["a ", "0", "b"])
        // Numbers that are not known yet stand on their side of a picture.
        let pages = try AttributedText(
            html: """
                <style>a::after{content:"(" target-counter(attr(href), page) url(x.png) counter(page) ")"}</style>
                <a href="#y">t</a><p id=y>u
                """)
        #expect(pages.generatedText.map(\.pageReferences.count) == [1, 1])
    }
}
