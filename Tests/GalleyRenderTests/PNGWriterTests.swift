import GalleyFonts
import GalleyLoading
import GalleyRender
import GalleyText
import Testing

/// Pictures, read back pixel by pixel.
struct PNGWriterTests {
    private let fonts = FontCollection.strict()

    private func drawn(
        _ list: DisplayList, scale: Double = 1, images: DrawnImages = .none
    ) throws -> DecodedImage {
        try ImageDecoder().decode(PNGWriter(fonts: fonts, images: images, scale: scale).png(list))
    }

    private func pixel(_ image: DecodedImage, _ x: Int, _ y: Int) -> UInt32 {
        image.pixels[y * image.width + x] & 0xFF_FFFF
    }

    @Test func boxesCoverWholePixels() throws {
        var list = DisplayList(size: Size(width: 20, height: 10))
        list.append(.fill(Rect(x: 4.3, y: 2.4, width: 5, height: 3), radius: Corners(0), Color(rgb: 0x336699)))
        let image = try drawn(list)
        #expect(image.width == 20 && image.height == 10)
        #expect(pixel(image, 3, 3) == 0xFF_FFFF)
        #expect(pixel(image, 4, 2) == 0x33_6699)
        #expect(pixel(image, 8, 4) == 0x33_6699)
        #expect(pixel(image, 9, 4) == 0xFF_FFFF)
    }

    @Test func aScaleMakesMorePixels() throws {
        let image = try drawn(DisplayList(size: Size(width: 20.5, height: 10), background: .black), scale: 2)
        #expect(image.width == 41 && image.height == 20)
        #expect(pixel(image, 40, 19) == 0)
    }

    @Test(.enabled(if: PDFWriterTests.hasFonts)) func picturesOfGlyphsFadeAsTextDoes() throws {
        let fonts = try FontCollection.system()
        func darkness(_ color: Color) throws -> Int {
            var page = HandMadePage(list: DisplayList(size: Size(width: 40, height: 40)), fonts: fonts)
            page.text("\u{1F600}", x: 5, y: 30, families: ["Noto Color Emoji"], size: 24, color: color)
            let image = try ImageDecoder().decode(PNGWriter(fonts: fonts).png(page.list))
            return image.pixels.reduce(0) { $0 + 255 - Int($1 & 0xFF) }
        }
        let (whole, faded) = (try darkness(.black), try darkness(Color(red: 0, green: 0, blue: 0, alpha: 0.25)))
        #expect(whole > 10_000 && abs(4 * faded - whole) < whole / 20, "\(whole) \(faded)")
    }

    @Test func glyphsStandAtFractionsOfAPixel() throws {
        let instance = fonts.instance(.lastResort)
        let glyph = try #require(instance.glyph(for: "x"))
        func picture(at x: Double) throws -> DecodedImage {
            var list = DisplayList(size: Size(width: 30, height: 30))
            list.appendText(instance: .lastResort, fontSize: 20, color: .black) { run in
                run.glyph(UInt32(glyph), x: x, y: 25)
                run.cluster("x", glyphCount: 1)
            }
            return try drawn(list)
        }
        let (whole, fraction) = (try picture(at: 5), try picture(at: 5.5))
        #expect(whole.pixels != fraction.pixels)
        #expect(whole.pixels.contains { $0 & 0xFF < 0x40 })
        #expect(try picture(at: 5).pixels == whole.pixels)
    }

    @Test func imagesFillTheirRectangle() throws {
        var images = DrawnImages()
        images[AttachmentID(0)] = DrawnImage(
            DecodedImage(width: 2, height: 1, pixels: [0xFFFF_0000, 0xFF00_00FF]))
        var list = DisplayList(size: Size(width: 20, height: 20))
        list.append(.image(AttachmentID(0), Rect(x: 5, y: 5, width: 10, height: 10)))
        list.append(.image(AttachmentID(1), Rect(x: 0, y: 0, width: 5, height: 5)))
        let image = try drawn(list, images: images)
        #expect(pixel(image, 5, 5) == 0xFF_0000)
        #expect(pixel(image, 14, 14) == 0x00_00FF)
        #expect(pixel(image, 4, 4) == 0xFF_FFFF)
        #expect(pixel(image, 15, 15) == 0xFF_FFFF)
    }

    /// Parts of an image do not run into each other where they are scaled; tiles that are many or apart, as such that are few.
    @Test(arguments: [BorderImageLayout.Repetition.stretch, .repeat, .round, .space])
    func borderImagesShowTheirParts(_ repetition: BorderImageLayout.Repetition) throws {
        let (red, blue, lime) = (0xFFFF_0000 as UInt32, 0xFF00_00FF as UInt32, 0xFF00_FF00 as UInt32)
        var images = DrawnImages()
        images.backgrounds["a"] = DrawnImage(
            DecodedImage(width: 3, height: 3, pixels: [red, blue, red, blue, lime, blue, red, blue, red]))
        var list = DisplayList(size: Size(width: 40, height: 40))
        var image = BoxBorderImage(
            .url("a"), area: Rect(x: 5, y: 5, width: 30, height: 30), borderWidths: EdgeInsets(5),
            slices: Edges(.number(1)))
        image.isFilled = true
        (image.repetitionX, image.repetitionY) = (repetition, repetition)
        image.clip = Rect(x: 0, y: 0, width: 40, height: 34)
        list.append(.borderImage(image))
        let drawn = try drawn(list, images: images)
        for y in 0..<40 {
            for x in 0..<40 {
                let column = (5..<10).contains(x) || (30..<35).contains(x) ? 0 : (10..<30).contains(x) ? 1 : 2
                let row = (5..<10).contains(y) || (30..<34).contains(y) ? 0 : (10..<30).contains(y) ? 1 : 2
                let wanted =
                    row == 2 || column == 2
                    ? 0xFF_FFFF : row == 0 && column == 0 ? 0xFF_0000 : row == 1 && column == 1 ? 0x00_FF00 : 0x00_00FF
                #expect(pixel(drawn, x, y) == wanted, "\(x),\(y)")
            }
        }
    }

    @Test func opacityAndClipsHoldWhatIsInside() throws {
        var list = DisplayList(size: Size(width: 20, height: 10))
        list.append(.beginGroup(opacity: 0.5))
        list.append(.beginClip(Rect(x: 0, y: 0, width: 10, height: 10), radius: Corners(0)))
        for _ in 0..<2 { list.append(.fill(Rect(x: 0, y: 0, width: 20, height: 10), radius: Corners(0), .black)) }
        list.close()
        let image = try drawn(list)
        #expect((0x7E...0x81).contains(pixel(image, 5, 5) & 0xFF))
        #expect(pixel(image, 15, 5) == 0xFF_FFFF)
    }

    @Test(arguments: BorderStroke.allCases) func bordersStayInsideTheirBox(_ stroke: BorderStroke) throws {
        var list = DisplayList(size: Size(width: 40, height: 40))
        let edge = BorderEdge(stroke: stroke.value, width: 4, color: Color(rgb: 0x2255AA))
        list.append(.border(BoxBorder(rect: Rect(x: 5, y: 5, width: 30, height: 30), edges: Edges(edge))))
        let image = try drawn(list)
        var inked = 0
        for y in 0..<40 {
            for x in 0..<40 where pixel(image, x, y) != 0xFF_FFFF {
                let isInRing =
                    (5..<35).contains(x) && (5..<35).contains(y) && !((9..<31).contains(x) && (9..<31).contains(y))
                #expect(isInRing, "\(stroke) at \(x),\(y)")
                inked += 1
            }
        }
        #expect(inked > 100)
    }

    /// Colours, and what Chromium 156 makes of each for the upper and the lower edge of an inset border.
    @Test(
        arguments: [
            (0x000000, 0x545454, 0xA8A8A8), (0x202020, 0x747474, 0xC8C8C8), (0x201040, 0x4A2594, 0x743AE9),
            (0x212121, 0x000000, 0x757575), (0x808080, 0x2C2C2C, 0xD4D4D4), (0x336699, 0x172E45, 0x4F9EEE),
            (0xFF0000, 0xAB0000, 0xFF0000), (0xEBEBEB, 0x979797, 0xFFFFFF), (0xECECEC, 0x989898, 0xECECEC),
            (0xC0D8F0, 0x7D8C9C, 0xCCE6FF), (0xFFFFFF, 0xABABAB, 0xFFFFFF),
        ] as [(UInt32, Int, Int)])
    func carvedBordersAreLitFromAbove(_ color: UInt32, _ upper: Int, _ lower: Int) throws {
        var list = DisplayList(size: Size(width: 40, height: 40))
        let edge = BorderEdge(stroke: .inset, width: 4, color: Color(rgb: color))
        list.append(.border(BoxBorder(rect: Rect(x: 5, y: 5, width: 30, height: 30), edges: Edges(edge))))
        let image = try drawn(list)
        for (expected, y) in [(upper, 6), (lower, 33)] {
            let found = Int(pixel(image, 20, y))
            let isNear = [16, 8, 0].allSatisfy { abs((found >> $0 & 0xFF) - (expected >> $0 & 0xFF)) <= 1 }
            #expect(isNear, "\(String(found, radix: 16)), not \(String(expected, radix: 16))")
        }
    }

    enum BorderStroke: CaseIterable {
        case solid, dashed, dotted, double, groove, ridge, inset, outset
        var value: BorderEdge.Stroke {
            switch self {
            case .solid: .solid
            case .dashed: .dashed
            case .dotted: .dotted
            case .double: .double
            case .groove: .groove
            case .ridge: .ridge
            case .inset: .inset
            case .outset: .outset
            }
        }
    }

    @Test(arguments: [(0.0, 5.0), (1e6, 5), (20_000, 20_000), (.infinity, 5)])
    func absurdSizesAreRefused(_ width: Double, _ height: Double) {
        #expect(throws: RenderError.unsupportedSize(width: width, height: height)) {
            try PNGWriter(fonts: fonts).png(DisplayList(size: Size(width: width, height: height)))
        }
    }

    @Test func svgHasTheSizeInPixels() throws {
        var list = DisplayList(size: Size(width: 120, height: 40))
        list.append(.fill(Rect(x: 1, y: 1, width: 5, height: 5), radius: Corners(0), .black))
        let text = String(decoding: try SVGWriter(fonts: fonts).svg(list), as: UTF8.self)
        #expect(text.contains("width=\"120px\"") && text.contains("viewBox=\"0 0 120 40\""), "\(text.prefix(300))")
    }
}
