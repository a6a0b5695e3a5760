import Galley
import Testing

/// Where the images of backgrounds are drawn (CSS Backgrounds 3 §3).
@Suite struct BackgroundLayerTests {
    private static func backgrounds(_ body: String, style: String = "", width: Double = 200) throws -> [BoxBackground] {
        let layout = DocumentLayout(
            try AttributedText(
                html: """
                    <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0} \(style)</style>\(body)
                    """), fonts: .strict(), width: width)
        return layout.displayList.commands.compactMap { if case .background(let image) = $0 { image } else { nil } }
    }

    @Test func theFirstLayerIsInFront() throws {
        let found = try Self.backgrounds("<p style='background:url(a),linear-gradient(red,blue),url(c)'>x")
        #expect(found.map(\.image.url) == ["c", nil, "a"])
    }

    @Test func originAndClip() throws {
        let style = "p{border:5px solid;padding:3px;background:linear-gradient(red,blue)"
        for (value, inset) in [("border-box", 0.0), ("padding-box", 5), ("content-box", 8)] {
            let found = try #require(try Self.backgrounds("<p>x", style: style + " \(value)}").first)
            let box = Rect(x: 0, y: 0, width: 200, height: 36).inset(by: EdgeInsets(inset))
            #expect(found.area == box)
            #expect(found.clip == box)
        }
    }

    /// A gradient must not hide the text that it is to be the colour of.
    @Test func backgroundClipTextCoversNothing() throws {
        let style = "p,span{background:linear-gradient(red,blue);-webkit-background-clip:text}"
        #expect(try Self.backgrounds("<p>x<span>y</span>", style: style).isEmpty)
    }

    /// Transparent text gets a colour of the background that is clipped to it.
    @Test(arguments: [
        ("<p style='color:transparent;background:linear-gradient(red,blue);background-clip:text'>x<b>y</b>", "#800080"),
        ("<p style='color:transparent;background:lime;-webkit-background-clip:text'>x", "#00ff00"),
        (
            "<p><span style='color:#0000;background:linear-gradient(red,red);-webkit-background-clip:text'>x</span>",
            "#ff0000"
        ),
        ("<p style='color:#123456;background:linear-gradient(red,blue);background-clip:text'>x", "#123456"),
        ("<p style='color:transparent;background:linear-gradient(red,blue)'>x", "#00000000"),
    ])
    func textIsSeenThrough(html: String, color: String) throws {
        let layout = DocumentLayout(try AttributedText(html: html), fonts: .strict(), width: 200)
        let colors: [String] = layout.displayList.commands.compactMap {
            if case .text(let run) = $0 { run.color.hexadecimal } else { nil }
        }
        #expect(Set(colors) == [color])
    }

    /// `ch` is a measure of the block's face: the generated face's `0` is no half em wide.
    @Test func lengthsReferToTheBlocksFont() throws {
        let found = try #require(
            try Self.backgrounds("<p style='background:linear-gradient(red 1ch,blue) 2ch 0/3ch 1em'>00").first)
        let zero = try #require(
            try Self.backgrounds("<p><span style='background:url(a)'>0</span>").first
        ).area.width
        #expect(zero != 5)
        #expect(found.positionX.px == 2 * zero)
        #expect(found.extent == .size(width: 3 * zero, height: 10))
        guard case .gradient(let gradient) = found.image, case .color(_, let place) = gradient.stops[0] else {
            Issue.record("\(found.image)")
            return
        }
        #expect(place == .px(zero))
    }

    @Test func inlineBoxesHaveThem() throws {
        let found = try Self.backgrounds(
            "<p>a <span style='background:linear-gradient(red,blue);padding:0 3px'>bb</span>")
        #expect(found.count == 1)
        #expect(found.first?.area.minX ?? 0 > 0)
    }

    /// `box-decoration-break: slice`: the parts together show one image.
    @Test(arguments: ["ltr", "rtl"]) func aBrokenInlineBoxHasOneImage(direction: String) throws {
        let found = try Self.backgrounds(
            "<p dir=\(direction)><span style='background:linear-gradient(90deg,red,blue);padding:0 4px'>aaaa bbbb cccc dddd</span>",
            width: 50)
        #expect(found.count > 2)
        let total = found.reduce(0) { $0 + $1.clip.width }
        var before = 0.0
        for part in found {
            #expect(abs(part.area.width - total) < 0.01)
            let offset = direction == "ltr" ? part.clip.minX - part.area.minX : part.area.maxX - part.clip.maxX
            #expect(abs(offset - before) < 0.01)
            before += part.clip.width
        }
    }

    /// CSS Fragmentation 3 §5.4: slices show parts of one image, clones have one each.
    @Test(arguments: [("slice", true), ("clone", false)]) func aBoxOnSeveralPages(value: String, isOne: Bool) throws {
        let lines = (0..<8).map { "<p>\($0)</p>" }.joined()
        let style = "background:linear-gradient(red,blue);border:2px solid;padding:3px;box-decoration-break:\(value)"
        let layout = DocumentLayout(
            try AttributedText(
                html: """
                    <!DOCTYPE html><style>body{margin:0;font:10px/20px 'Galley Test'} p{margin:0}</style>
                    <div style="\(style)">\(lines)</div>
                    """), fonts: .strict(), width: 200)
        let pages = layout.paginated(on: PaperSize(width: 200, height: 70), margins: EdgeInsets(0)).pages
        let found: [BoxBackground] = pages.flatMap { page in
            page.displayList.commands.compactMap { if case .background(let image) = $0 { image } else { nil } }
        }
        #expect(found.count == pages.count && found.count > 2)
        guard isOne else {
            #expect(found.allSatisfy { $0.area == $0.clip.inset(by: EdgeInsets(2)) })
            return
        }
        // The box reaches down to each page's end.
        let whole = found.reduce(0) { $0 + $1.clip.height } - 4
        #expect(whole > 8 * 20 + 6)
        #expect(found.allSatisfy { $0.area.height == whole })
        // What one page shows begins where that of the page before ends.
        for (page, next) in zip(found, found.dropFirst()) {
            #expect(page.clip.maxY - page.area.minY == next.clip.minY - next.area.minY)
        }
    }

    /// The canvas takes the body's layers unless the root has one or a colour (§2.11.2).
    @Test func theCanvas() throws {
        let page = Rect(x: 0, y: 0, width: 200, height: 20)
        let lifted = try Self.backgrounds("<body style='background:linear-gradient(red,blue)'><p>x")
        #expect(lifted.map(\.clip) == [page])
        let text = try AttributedText(
            html: "<html style='background:linear-gradient(red,blue)'><body style='background:#123456'><p>x")
        #expect(text.metadata.canvasBackground == nil)
        #expect(text.style(of: .root).backgroundLayers.count == 1)
    }

    /// Fields that no author has styled have a thin line; their size is that of their style.
    @Test(arguments: [
        ("<input>", true), ("<button>b</button>", true), ("<textarea></textarea>", true), ("<input type=submit>", true),
        ("<input style='border:2px inset red'>", false), ("<button style='background:red'>b</button>", false),
        ("<input style='border-radius:9px'>", false),
        ("<span style='display:inline-block;border:2px inset'>s</span>", false),
    ])
    func fields(html: String, isNative: Bool) throws {
        let text = try AttributedText(html: "<p>" + html)
        let flow = try #require(text.flows.last)
        let style = text.style(of: flow.rootBlock)
        #expect((style.borderRadius == Corners(.px(2))) == isNative)
        if isNative {
            #expect(style.border == Edges(BorderEdge(stroke: .solid, width: 1, color: Color(rgb: 0x767676))))
        }
    }
}
