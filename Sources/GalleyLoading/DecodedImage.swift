import GalleyText

/// An image's pixels: rows from the top, a pixel as the number 0xAARRGGBB with premultiplied colour in native byte
/// order (Cairo's ARGB32), `width` pixels a row without gaps. Orientation is applied.
public struct DecodedImage: Sendable, Hashable {
    public var width: Int
    public var height: Int
    public var pixels: ContiguousArray<UInt32>
    /// Whether the file ended or broke off before its last row; the rest is transparent.
    public var isTruncated: Bool

    public init(width: Int, height: Int, pixels: ContiguousArray<UInt32>, isTruncated: Bool = false) {
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isTruncated = isTruncated
    }

    /// In CSS px.
    public var size: Size { Size(width: Double(width), height: Double(height)) }

    /// The image turned as its orientation tells. O(pixels).
    func oriented(_ orientation: ImageOrientation) -> DecodedImage {
        guard orientation != .upright else { return self }
        let newWidth = orientation.swapsAxes ? height : width
        let newHeight = orientation.swapsAxes ? width : height
        var turned = ContiguousArray<UInt32>(repeating: 0, count: pixels.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let source = orientation.source(x: x, y: y, width: width, height: height)
                turned[y * newWidth + x] = pixels[source.y * width + source.x]
            }
        }
        return DecodedImage(width: newWidth, height: newHeight, pixels: turned, isTruncated: isTruncated)
    }
}
