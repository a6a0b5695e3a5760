import Foundation
import Galley
import Testing

/// `border-image` (CSS Backgrounds 3 §6).
@Suite struct BorderImageTests {
    private static let style = "<!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}</style>"

    private static func images(_ html: String, width: Double = 200) throws -> [BoxBorderImage] {
        let layout = DocumentLayout(try AttributedText(html: style + html), fonts: .strict(), width: width)
        return images(in: layout.displayList)
    }

    private static func images(in list: borrowing DisplayList) -> [BoxBorderImage] {
        list.commands.compactMap { if case .borderImage(let image) = $0 { image } else { nil } }
    }

    /// The layout that declarations of a block are computed to, as they are written again.
    private static func computed(_ declarations: String) throws -> String? {
        let text = try AttributedText(html: style + "<p style='\(declarations)'>x</p>")
        #expect(try AttributedText(html: text.html()) == text)
        guard let image = text.style(of: text.paragraphs[0].block).borderImage else { return nil }
        var words: [String] = []
        if let url = image.image.url { words.append(url) }
        func edges<Value>(_ edges: Edges<Value>) -> String {
            [edges.top, edges.right, edges.bottom, edges.left].map { value in
                switch value {
                case let slice as BorderImageLayout.Slice:
                    switch slice {
                    case .number(let number): "\(number)"
                    case .percent(let percent): "\(percent)%"
                    }
                case let extent as BorderImageLayout.Extent:
                    switch extent {
                    case .auto: "auto"
                    case .times(let factor): "\(factor)"
                    case .length(let length): "\(length.px)px+\(length.percent)%"
                    }
                default: "?"
                }
            }.joined(separator: " ")
        }
        let layout = image.layout
        words.append(edges(layout.slices) + (layout.isFilled ? " fill" : ""))
        words.append(edges(layout.widths))
        words.append(edges(layout.outsets))
        words.append("\(layout.repetitionX) \(layout.repetitionY)")
        return words.joined(separator: " / ")
    }

    private static let initial = (
        slice: "100.0% 100.0% 100.0% 100.0%", width: "1.0 1.0 1.0 1.0", outset: "0.0 0.0 0.0 0.0",
        words: "stretch stretch"
    )

    @Test(
        arguments: [
            ("border-image: url(a)", "a / \(initial.slice) / \(initial.width) / \(initial.outset) / stretch stretch"),
            (
                "border-image: round 1 2% url(a)",
                "a / 1.0 2.0% 1.0 2.0% / \(initial.width) / \(initial.outset) / round round"
            ),
            (
                "border-image: url(a) fill 1 / 2 auto 3px / 4px 5 repeat space",
                "a / 1.0 1.0 1.0 1.0 fill / 2.0 auto 3.0px+0.0% auto / 4.0px+0.0% 5.0 4.0px+0.0% 5.0 / repeat space"
            ),
            (
                "border-image: url(a) 1 2 3 fill // 4px",
                "a / 1.0 2.0 3.0 2.0 fill / \(initial.width) / 4.0px+0.0% 4.0px+0.0% 4.0px+0.0% 4.0px+0.0% / \(initial.words)"
            ),
            (
                "border-image-source: url(a); border-image-width: 0 50%; border-image-slice: 3",
                "a / 3.0 3.0 3.0 3.0 / 0.0 0.0px+50.0% 0.0 0.0px+50.0% / \(initial.outset) / \(initial.words)"
            ),
            // `border` resets it, and what is wrong says nothing.
            ("border-image: url(a); border: 1px solid", nil), ("border-image: url(a) /", nil),
            ("border-image: url(a) 1 /", nil), ("border-image: url(a) 1 / 2 /", nil), ("border-image: url(a) -1", nil),
            ("border-image: url(a) 1px", nil), ("border-image: none 1", nil), ("border-image: url(a) 1 // 5%", nil),
            ("border-image: url(a) 1 / -2px", nil), ("border-image-slice: 3", nil),
            ("border-image: url(a) url(b)", nil),
        ] as [(String, String?)])
    func values(declarations: String, wanted: String?) throws {
        #expect(try Self.computed(declarations) == wanted)
    }

    @Test func aBlock() throws {
        let style = "border:10px solid red;border-image:url(a) 3 / 2 5% auto 4px / 1px 0.5"
        let image = try #require(try Self.images("<p style='\(style)'>x").first)
        #expect(image.area == Rect(x: -5, y: -1, width: 210, height: 42))
        #expect(image.widths == Edges(top: 20, right: 10.5, bottom: nil, left: 4))
        #expect(image.borderWidths == EdgeInsets(10))
        #expect(image.clip == nil)
        // The border where the image does not come; without a border nothing.
        #expect(image.fallback?.edges.top.color.hexadecimal == "#ff0000")
        #expect(
            try Self.images("<p style='border:5px solid transparent;border-image:url(a) 3'>x").first?.fallback == nil)
        #expect(try Self.images("<p style='border-image:url(a) 3 / 5px'>x").first?.widths == Edges(5))
        #expect(try Self.images("<p style='visibility:hidden;\(style)'>x").isEmpty)
    }

    @Test func gradientsInTheirColours() throws {
        let image = try #require(
            try Self.images(
                "<p style='color:#123456;border:5px solid;border-image:linear-gradient(red,currentcolor) 1'>x"
            ).first)
        guard case .gradient(let gradient) = image.image, case .color(let color, _) = gradient.stops[1] else {
            Issue.record("no gradient")
            return
        }
        #expect(color.hexadecimal == "#123456")
    }

    /// An inline box that is broken shows parts of the image around all of it.
    @Test func inlineBoxes() throws {
        let images = try Self.images(
            "<p><span style='border:2px solid;border-image:url(a) 1'>000000 000000</span>", width: 70)
        #expect(images.count == 2)
        let (first, second) = (images[0], images[1])
        #expect(first.area.width == second.area.width)
        #expect(first.area.x == 0)
        #expect(first.clip?.x == 0)
        #expect(abs(second.area.maxX - (second.clip?.maxX ?? 0)) < 1e-9)
        #expect(first.borderWidths == EdgeInsets(2))
        #expect(
            try Self.images("<p>a <span style='border:2px solid;border-image:url(a) 1'>b</span>").first?.clip == nil)
    }

    @Test func cellsAndPictures() throws {
        let cell = "<td style='border:3px solid;border-image:url(a) 1'>x"
        #expect(try Self.images("<table>\(cell)</table>").count == 1)
        // "Except internal table elements when border-collapse is collapse."
        #expect(try Self.images("<table style='border-collapse:collapse'>\(cell)</table>").isEmpty)
        let picture = "<img src=b width=9 height=9 style='border:3px solid;border-image:url(a) 1'>"
        #expect(try Self.images(picture).map(\.area.size) == [Size(width: 15, height: 15)])
        let text = try AttributedText(html: Self.style + picture + cell)
        #expect(text.backgroundImages == ["a"])
        #expect(try AttributedText(html: text.html()) == text)
    }

    /// A box that is cut shows its part of the image around all of it.
    @Test func pages() throws {
        let html = "<div style='border:10px solid;border-image:url(a) 1 / 1 / 2px'>a<br>b<br>c<br>d</div>"
        let paged = PagedLayout(
            try AttributedText(html: Self.style + html), fonts: .strict(),
            setup: PageSetup(paper: PaperSize(width: 100, height: 70), margins: 5))
        let images = paged.pages.map { Self.images(in: $0.displayList) }
        #expect(images.map(\.count) == [1, 1])
        // The box reaches to the end of the first page, which has room for two of its lines and a half.
        #expect(images.flatMap { $0 }.allSatisfy { $0.area.height == 114 })
        #expect(images.first?.first?.clip == Rect(x: 3, y: 3, width: 94, height: 62))
        #expect(images.last?.first?.clip?.maxY == images.last?.first?.area.maxY)
    }

    /// Red corners and blue edges, 3 by 3 px, each part one pixel.
    private static func drawn() throws -> DrawnImages {
        let (red, blue, lime) = (0xFFFF_0000 as UInt32, 0xFF00_00FF as UInt32, 0xFF00_FF00 as UInt32)
        var images = DrawnImages.none
        images.backgrounds["a"] = try #require(
            DrawnImage(
                DecodedImage(width: 3, height: 3, pixels: [red, blue, red, blue, lime, blue, red, blue, red])))
        return images
    }

    @Test func pixelsAndFormats() throws {
        let html = "<div style='height:10px;border:5px solid #808080;border-image:url(a) 1 fill round'></div>"
        let layout = DocumentLayout(try AttributedText(html: Self.style + html), fonts: .strict(), width: 30)
        let svg = String(decoding: try layout.bytes(as: .svg, images: try Self.drawn()), as: UTF8.self)
        #expect(
            svg.contains(
                "<svg x=\"0\" y=\"0\" width=\"5\" height=\"5\" viewBox=\"0 0 1 1\" preserveAspectRatio=\"none\">"))
        #expect(!svg.contains("#808080"))
        // Without the image it is the border.
        let plain = String(decoding: try layout.bytes(as: .svg, images: DrawnImages.none), as: UTF8.self)
        #expect(plain.contains("#808080"))
        for format in [OutputFormat.pdf, .png] {
            let with = try layout.bytes(as: format, images: try Self.drawn())
            let without = try layout.bytes(as: format, images: DrawnImages.none)
            #expect(!with.isEmpty && with != without)
        }
    }
}
