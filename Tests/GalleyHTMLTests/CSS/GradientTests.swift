import GalleyHTML
import GalleyText
import Testing

/// Gradients as values (CSS Images 3 §3, CSS Images 4 §3.3), and layers of backgrounds (CSS Backgrounds 3 §2.3).
@Suite struct GradientTests {
    private static func layers(_ declarations: String) throws -> [BackgroundLayer] {
        let text = try AttributedText(html: "<p style=\"color:#010203;\(declarations)\">t</p>")
        return text.blocks.lazy.map { text.style($0.style) }.first { $0.padding.top == .px(1) }?.backgroundLayers ?? []
    }

    /// What is left of an image as CSS again; nil where the declaration was dropped.
    private static func image(_ image: String) throws -> String? {
        switch try layers("padding:1px;background-image:\(image)").first?.image {
        case .gradient(let gradient): CSSText.gradient(StyleGradient(gradient))
        case .url(let url): CSSText.url(url)
        case nil: nil
        }
    }

    @Test(arguments: [
        ("linear-gradient(red,#00f)", "linear-gradient(180deg, #ff0000, #0000ff)"),
        ("linear-gradient(to left,red,blue)", "linear-gradient(270deg, #ff0000, #0000ff)"),
        ("linear-gradient(to bottom right,red,blue)", "linear-gradient(to right bottom, #ff0000, #0000ff)"),
        ("linear-gradient(.25turn,red 1em,blue)", "linear-gradient(90deg, #ff0000 16px, #0000ff)"),
        ("linear-gradient(0,red,blue)", "linear-gradient(0deg, #ff0000, #0000ff)"),
        (
            "linear-gradient(red 0 20%,30%,currentcolor)",
            "linear-gradient(180deg, #ff0000 0, #ff0000 20%, 30%, #010203)"
        ),
        ("linear-gradient(10% red, blue)", "linear-gradient(180deg, #ff0000 10%, #0000ff)"),
        ("linear-gradient(to right in oklab,red,blue)", "linear-gradient(90deg, #ff0000, #0000ff)"),
        ("linear-gradient(in hsl longer hue,red,blue)", "linear-gradient(180deg, #ff0000, #0000ff)"),
        (
            "repeating-linear-gradient(red,transparent 5px)",
            "repeating-linear-gradient(180deg, #ff0000, transparent 5px)"
        ),
        ("radial-gradient(red,blue)", "radial-gradient(ellipse farthest-corner at 50% 50%, #ff0000, #0000ff)"),
        ("radial-gradient(circle,red,blue)", "radial-gradient(circle farthest-corner at 50% 50%, #ff0000, #0000ff)"),
        ("radial-gradient(5px at left 3px top,red,blue)", "radial-gradient(circle 5px at 3px 0, #ff0000, #0000ff)"),
        (
            "radial-gradient(5px 10% at right 3px bottom 4px,red,blue)",
            "radial-gradient(ellipse 5px 10% at calc(-3px + 100%) calc(-4px + 100%), #ff0000, #0000ff)"
        ),
        (
            "radial-gradient(closest-side circle,red,blue)",
            "radial-gradient(circle closest-side at 50% 50%, #ff0000, #0000ff)"
        ),
        (
            "conic-gradient(from 90deg at 0 0,red 0.25turn,blue 50%)",
            "conic-gradient(from 90deg at 0 0, #ff0000 25%, #0000ff 50%)"
        ),
        ("-webkit-linear-gradient(top,red,blue)", "linear-gradient(180deg, #ff0000, #0000ff)"),
        ("-moz-linear-gradient(left,red,blue)", "linear-gradient(90deg, #ff0000, #0000ff)"),
        ("-webkit-linear-gradient(30deg,red,blue)", "linear-gradient(60deg, #ff0000, #0000ff)"),
        ("-webkit-linear-gradient(top left,red,blue)", "-webkit-linear-gradient(left top, #ff0000, #0000ff)"),
        ("-webkit-repeating-linear-gradient(red,blue 9px)", "repeating-linear-gradient(180deg, #ff0000, #0000ff 9px)"),
        (
            "-webkit-gradient(linear,left top,left bottom,to(blue),from(red),color-stop(50%,lime))",
            "-webkit-gradient(linear, 0% 0, 0% 100%, color-stop(0, #ff0000), color-stop(0.5, #00ff00), color-stop(1, #0000ff))"
        ),
        (
            "-webkit-radial-gradient(10px 20px,circle contain,red,blue)",
            "radial-gradient(circle closest-side at 10px 20px, #ff0000, #0000ff)"
        ),
        ("image-set(linear-gradient(red,blue) 1x)", "linear-gradient(180deg, #ff0000, #0000ff)"),
    ])
    func theyAreRead(css: String, written: String) throws {
        let found = try #require(try Self.image(css))
        #expect(found.replacing(" 0 ", with: " 0% ") == written.replacing(" 0 ", with: " 0% "))
        // What is written reads as the same value.
        #expect(try Self.image(found) == found)
    }

    @Test(arguments: [
        "linear-gradient()", "linear-gradient(red 10%, 20%)", "linear-gradient(20%, red)",
        "linear-gradient(red,10%,20%,blue)",
        "linear-gradient(to center,red,blue)", "linear-gradient(to left right,red,blue)",
        "linear-gradient(left,red,blue)",
        "linear-gradient(red,blue,)", "linear-gradient(5,red,blue)", "linear-gradient(red blue)",
        "linear-gradient(in rgb,red,blue)", "radial-gradient(circle 10%,red,blue)",
        "radial-gradient(circle 1px 2px,red,blue)",
        "radial-gradient(ellipse 5px,red,blue)", "radial-gradient(-5px,red,blue)", "radial-gradient(at,red,blue)",
        "conic-gradient(red 5px,blue)", "conic-gradient(from,red,blue)", "-webkit-linear-gradient(to top,red,blue)",
        "-webkit-gradient(radial,0 0,5,0 0,10,from(red),to(blue))", "-khtml-linear-gradient(red,blue)",
        "-webkit-conic-gradient(red,blue)",
    ])
    func whatIsInvalidIsDropped(css: String) throws {
        #expect(try Self.image("url(before);background-image:" + css) == "url('before')")
    }

    @Test func listsOfLayersStartAgain() throws {
        let layers = try Self.layers(
            """
            padding:1px;background-image:url(a),none,linear-gradient(red,blue),url(b);
            background-repeat:no-repeat,space round;background-position:1px 2px,3px 4px,5px 6px;background-clip:content-box
            """)
        #expect(layers.map(\.image.url) == ["a", nil, "b"])
        #expect(layers.map(\.layout.repetitionX) == [.once, .once, .space])
        #expect(layers.map(\.layout.positionX) == [.px(1), .px(5), .px(1)])
        #expect(layers.allSatisfy { $0.layout.clip == .content })
    }

    @Test func theShorthandSaysAllOfEachLayer() throws {
        let layers = try Self.layers(
            "padding:1px;background:url(a) 1px 2px/cover no-repeat, linear-gradient(red,blue) content-box, #fff fixed")
        #expect(layers.count == 2)
        #expect(layers[0].layout.extent == .cover)
        #expect(layers[0].layout.clip == .border)
        #expect(layers[1].layout.extent == .size(width: .auto, height: .auto))
        #expect(layers[1].layout.origin == .content)
        #expect(layers[1].layout.repetitionX == .repeat)
    }

    /// The colour's clip is that of the last layer, with or without an image (CSS Backgrounds 3 §3.7).
    @Test(arguments: [
        ("background:#fff content-box", BackgroundLayout.Box.content),
        ("background:url(a) content-box,#fff padding-box", .padding),
        ("background:url(a) content-box,url(b) #fff", .border),
        ("background:#fff;background-clip:padding-box,content-box", .padding),
    ])
    func theColourIsClippedWithTheLastLayer(css: String, clip: BackgroundLayout.Box) throws {
        let text = try AttributedText(html: "<p style=\"padding:1px;\(css)\">t</p>")
        let style = try #require(text.blocks.lazy.map { text.style($0.style) }.first { $0.padding.top == .px(1) })
        #expect(style.backgroundClip == clip)
    }

    @Test func currentColourIsThatOfTheElementThatInherits() throws {
        let text = try AttributedText(
            html: """
                <div style="color:red;background:linear-gradient(currentcolor,blue)">
                <p style="color:lime;padding:1px;background:inherit">t</p></div>
                """)
        let style = try #require(text.blocks.lazy.map { text.style($0.style) }.first { $0.padding.top == .px(1) })
        #expect(
            style.backgroundLayers.first?.image
                == .gradient(
                    Gradient(.linear(.angle(180)), [.color(Color(rgb: 0x00FF00)), .color(Color(rgb: 0x0000FF))])))
    }

    @Test func aGradientOfTooManyStopsIsInvalid() throws {
        let many = (0...CSSLimits.maximumGradientStops).map { _ in "red" }.joined(separator: ",")
        #expect(try Self.image("linear-gradient(\(many))") == nil)
        #expect(try Self.image("linear-gradient(\(many.dropFirst(4)))") != nil)
        let layers = try Self.layers(
            "padding:1px;background-image:" + Array(repeating: "url(a)", count: 1000).joined(separator: ","))
        #expect(layers.count == CSSLimits.maximumBackgroundLayers)
    }
}
