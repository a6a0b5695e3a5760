import GalleyLoading
import GalleyText
import Testing

@Suite struct ImageDecoderTests {
    @Test(arguments: TestImage.allCases)
    func headersAgreeWithPixels(image: TestImage) throws {
        let bytes = try image.bytes()
        let (width, height) = image.size
        let attachment = LoadedAttachment(bytes: bytes)
        #expect(attachment.format == image.format)
        #expect(attachment.naturalSize == Size(width: Double(width), height: Double(height)))
        let decoded = try ImageDecoder().decode(bytes)
        #expect(decoded.width == width && decoded.height == height)
        #expect(decoded.pixels.count == width * height)
        #expect(!decoded.isTruncated)
    }

    @Test(arguments: [TestImage.png, .interlacedPNG])
    func pixelsArePremultiplied(file: TestImage) throws {
        let image = try ImageDecoder().decode(try file.bytes())
        #expect(
            Array(image.pixels) == [
                0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0xFF00_0000, 0x8080_0000,
            ])
    }

    @Test func orientationTurnsThePixels() throws {
        let upright = try ImageDecoder().decode(try TestImage.jpeg.bytes())
        let turned = try ImageDecoder().decode(try TestImage.turnedJPEG.bytes())
        // Orientation 6: shown turned by a quarter to the right, so the left half (red) becomes the top.
        #expect(turned.pixels[0] == upright.pixels[7 * 16])
        for y in 0..<16 {
            for x in 0..<8 { #expect(turned.pixels[y * 8 + x] == upright.pixels[(7 - x) * 16 + y]) }
        }
    }

    @Test func webPKeepsItsAlpha() throws {
        let image = try ImageDecoder().decode(try TestImage.webp.bytes())
        #expect(image.pixels.allSatisfy { $0 == 0x8080_0000 })
    }

    @Test func gifKeepsItsTransparentPixel() throws {
        let image = try ImageDecoder().decode(try TestImage.gif.bytes())
        for index in image.pixels.indices { #expect(image.pixels[index] == (index == 5 ? 0 : 0xFFFF_0000)) }
    }

    /// Every prefix of every image: an error or a picture, never more.
    @Test(arguments: TestImage.allCases)
    func truncatedFilesAreHarmless(image: TestImage) throws {
        let bytes = try image.bytes()
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            _ = ImageHeader(bytes: part).naturalSize
            _ = try? ImageDecoder().decode(part)
        }
        #expect(throws: ImageDecoder.Failure.self) { try ImageDecoder().decode(Array(bytes.prefix(12))) }
    }

    @Test(arguments: TestImage.allCases)
    func damagedFilesAreHarmless(image: TestImage) throws {
        let bytes = try image.bytes()
        for index in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                _ = try? ImageDecoder(maximumPixels: 1_000_000).decode(damaged)
            }
        }
    }

    @Test func claimedSizesAllocateNothing() throws {
        var bytes = try TestImage.png.bytes()
        bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        // The header's checksum is wrong now, so libpng refuses it even sooner; the header reader does not check it.
        #expect(ImageHeader(bytes: bytes).pixelWidth == 0x7FFF_FFFF)
        #expect(throws: ImageDecoder.Failure.self) { try ImageDecoder().decode(bytes) }
        let jpeg = try TestImage.jpeg.bytes()
        #expect(throws: ImageDecoder.Failure.tooLarge(maximumPixels: 127)) {
            try ImageDecoder(maximumPixels: 127).decode(jpeg)
        }
        #expect(throws: ImageDecoder.Failure.tooLarge(maximumPixels: 11)) {
            try ImageDecoder(maximumPixels: 11).decode(try TestImage.webp.bytes())
        }
        #expect(throws: ImageDecoder.Failure.tooLarge(maximumPixels: 11)) {
            try ImageDecoder(maximumPixels: 11).decode(try TestImage.gif.bytes())
        }
    }
}
