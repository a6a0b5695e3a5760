import GalleyLoading
import GalleyText
import Testing

import GalleyRender

struct JPEGFrameTests {
    /// A file up to its frame header, with a segment and fill bytes before it.
    private static func file(_ marker: UInt8, precision: UInt8 = 8, components: [UInt8]) -> [UInt8] {
        [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xFF, marker, 0, UInt8(8 + 3 * components.count),
            precision,
        ]
            + [0, 2, 0, 3, UInt8(components.count)] + components.flatMap { [$0, 0x11, 0] }
    }

    /// ISO 32000-1 §7.4.8: which files programs read as we do.
    @Test(
        arguments: [
            (0xC0, 8, [1, 2, 3], true), (0xC1, 8, [1], true), (0xC2, 8, [0, 1, 2], true), (0xC3, 8, [1], false),
            (0xC9, 8, [1, 2, 3], false), (0xCA, 8, [1], false), (0xC1, 12, [1, 2, 3], false),
            (0xC0, 8, [1, 2, 3, 4], false),
            (0xC0, 8, [1, 2], false), (0xC0, 8, [0x52, 0x47, 0x42], false), (0xC0, 8, [], false),
        ] as [(UInt8, UInt8, [UInt8], Bool)])
    func whatIsPlain(_ marker: UInt8, _ precision: UInt8, _ components: [UInt8], _ isPlain: Bool) throws {
        let file = Self.file(marker, precision: precision, components: components)
        let frame = try #require(JPEGFrame(file))
        #expect(frame.isPlain == isPlain && frame.process == Int(marker & 15) && frame.components == components)
        for count in file.indices { #expect(JPEGFrame(Array(file[..<count])) == nil) }
    }

    @Test func theScanIsNoHeader() {
        #expect(JPEGFrame([0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + Self.file(0xC0, components: [1])) == nil)
        #expect(JPEGFrame([0xFF, 0xD8, 0, 0]) == nil)
    }

    /// 4 x 2, red, as Adobe writes CMYK: inverted.
    private static let cmyk =
        "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eA"
        + "vMm6pseZqKuk/8AAFAgAAgAEBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMF"
        + "BQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldY"
        + "WVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn"
        + "6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwDpq5muZrpq/9k="

    /// What PDF would show as a negative goes into it as pixels.
    @Test func picturesOfFourColoursAreTakenAsPixels() throws {
        let bytes = try DataURL("data:;base64," + Self.cmyk).bytes
        let image = try #require(try DrawnImage(LoadedAttachment(bytes: bytes, format: .jpeg, naturalSize: nil)))
        let decoded = try #require(image.decoded)
        #expect(decoded.pixels.allSatisfy { $0 >> 16 & 0xFF > 200 && $0 & 0xFF < 60 })
        var images = DrawnImages()
        images[AttachmentID(0)] = image
        var list = DisplayList(size: Size(width: 10, height: 10))
        list.append(.image(AttachmentID(0), Rect(x: 0, y: 0, width: 4, height: 2)))
        var writer = try PDFWriter(fonts: .strict(), images: images)
        try writer.append(list)
        let text = String(decoding: try writer.finish(), as: UTF8.self)
        #expect(text.contains("/Image") && !text.contains("DCTDecode") && !text.contains("DeviceCMYK"))
    }
}
