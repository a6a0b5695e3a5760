import GalleyFonts
import GalleyLoading
import GalleyRender
import GalleyText
import Testing

/// Shadows of boxes (CSS Backgrounds 3 §6.1).
struct BoxShadowTests {
    private let fonts = FontCollection.strict()
    private static let box = Rect(x: 20, y: 20, width: 40, height: 20)

    private func shape(
        _ x: Double, _ y: Double, blur: Double = 0, spread: Double = 0, isInset: Bool = false, radius: Double = 0,
        has sides: Edges<Bool> = Edges(true)
    ) -> ShadowShape {
        ShadowShape(
            BoxShadow(offsetX: x, offsetY: y, blurRadius: blur, spread: spread, color: .black, isInset: isInset),
            of: Self.box, radius: Corners(CornerRadius(radius)), has: sides)
    }

    private func drawn(_ shadow: ShadowShape, scale: Double = 1) throws -> DecodedImage {
        var list = DisplayList(size: Size(width: 80, height: 60))
        list.append(.shadow(shadow))
        return try ImageDecoder().decode(PNGWriter(fonts: fonts, images: .none, scale: scale).png(list))
    }

    /// How dark a pixel is, 0 to 255.
    private func ink(_ image: DecodedImage, _ x: Int, _ y: Int) -> Int {
        255 - Int(image.pixels[y * image.width + x] & 0xFF)
    }

    @Test func itsForm() {
        #expect(shape(3, -4).rect == Rect(x: 23, y: 16, width: 40, height: 20))
        #expect(shape(0, 0, spread: 5).rect == Rect(x: 15, y: 15, width: 50, height: 30))
        #expect(shape(0, 0, spread: -30).rect.isEmpty)
        // What is free of an inset one gets smaller.
        #expect(shape(2, 0, spread: 5, isInset: true).rect == Rect(x: 27, y: 25, width: 30, height: 10))
    }

    @Test(
        "Sharp corners stay sharp, round ones grow with it (§6.1.1)",
        arguments: [(0.0, 8.0, 0.0), (8, 8, 16), (4, 8, 4 + 8 * 0.875), (8, -3, 5), (2, -3, 0), (10, 0, 10)])
    func itsCorners(radius: Double, spread: Double, wanted: Double) {
        #expect(shape(0, 0, spread: spread, radius: radius).radius == Corners(CornerRadius(wanted)))
    }

    @Test func itIsSeenOutsideOfTheBoxOnly() throws {
        let image = try drawn(shape(5, 5))
        #expect(ink(image, 62, 30) == 255 && ink(image, 30, 42) == 255)
        #expect(ink(image, 59, 39) == 0 && ink(image, 30, 30) == 0 && ink(image, 22, 22) == 0)
        #expect(ink(image, 66, 30) == 0 && ink(image, 24, 42) == 0)
    }

    @Test func anInsetOneIsSeenInsideOnly() throws {
        let image = try drawn(shape(5, 3, isInset: true))
        #expect(ink(image, 22, 30) == 255 && ink(image, 40, 21) == 255)
        #expect(ink(image, 40, 30) == 0 && ink(image, 59, 39) == 0 && ink(image, 18, 30) == 0)
        // Where nothing is left free of it, all of the box is dark.
        let full = try drawn(shape(0, 0, spread: 50, isInset: true))
        #expect(ink(full, 40, 30) == 255 && ink(full, 19, 30) == 0)
    }

    @Test(arguments: [1.0, 2.0]) func aBlurIsHalfwayAtTheEdgeAndEven(scale: Double) throws {
        let image = try drawn(shape(0, 0, blur: 8), scale: scale)
        func ink(_ x: Double, _ y: Double) -> Int { self.ink(image, Int(x * scale), Int(y * scale)) }
        #expect((100...135).contains(ink(60, 30)))
        #expect(ink(60, 30) > ink(63, 30) && ink(63, 30) > ink(66, 30) && ink(66, 30) > 0)
        // Twice the radius further out there is none; left is as right.
        #expect(ink(78, 30) == 0)
        #expect(abs(ink(63, 30) - ink(16, 30)) <= 16)
        #expect(ink(40, 30) == 0)
    }

    @Test func aBlurredInsetOneFadesInwards() throws {
        let image = try drawn(shape(0, 0, blur: 8, isInset: true))
        #expect((90...140).contains(ink(image, 20, 30)))
        #expect(ink(image, 20, 30) > ink(image, 23, 30) && ink(image, 23, 30) > ink(image, 27, 30))
        #expect(ink(image, 19, 30) == 0 && ink(image, 40, 30) < 30)
    }

    @Test func thereIsNoneWhereTheBoxIsCut() throws {
        let sides = Edges(top: true, right: true, bottom: false, left: true)
        for blur in [0.0, 6] {
            let image = try drawn(shape(0, 0, blur: blur, spread: 4, has: sides))
            #expect(ink(image, 40, 17) > 60 && ink(image, 40, 41) == 0 && ink(image, 62, 41) == 0)
            // Down to the cut it is as dark as at any place beside the box.
            #expect(abs(ink(image, 61, 38) - ink(image, 61, 30)) <= 2)
        }
        // Nor does the inside of the cut edge get dark.
        let inset = try drawn(shape(0, 0, spread: 4, isInset: true, has: sides))
        #expect(ink(inset, 40, 22) == 255 && ink(inset, 40, 38) == 0 && ink(inset, 21, 38) == 255)
    }

    @Test func svgAndPDFHaveIt() throws {
        var list = DisplayList(size: Size(width: 80, height: 60))
        list.append(.shadow(shape(2, 2, blur: 4, radius: 3)))
        list.append(.shadow(shape(0, 0, spread: 2, isInset: true)))
        let svg = String(decoding: try SVGWriter(fonts: fonts).svg(list), as: UTF8.self)
        #expect(svg.contains("<feGaussianBlur stdDeviation=\"2\"/>") && svg.contains("clip-rule=\"evenodd\""))
        var writer = try PDFWriter(fonts: fonts)
        try writer.append(list)
        let bytes = try writer.finish()
        #expect(String(decoding: bytes, as: UTF8.self).contains("/SMask"))
    }

    @Test func noValueStopsTheWriters() throws {
        for value in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e9] {
            for isInset in [false, true] {
                _ = try? drawn(shape(value, 0, isInset: isInset))
                _ = try? drawn(shape(0, 0, blur: value, isInset: isInset))
                _ = try? drawn(shape(0, 0, spread: value, isInset: isInset))
            }
        }
    }
}
