import GalleyText

/// What an image's first bytes say of it, read without decoding and without allocating by any claimed size.
///
///     ImageHeader(bytes: bytes).naturalSize      // Size(width: 640, height: 480)
public struct ImageHeader: Sendable, Hashable {
    public var format: LoadedAttachment.Format
    /// The size of the pixel raster as stored; `nil` when the header does not say, and for SVG.
    public var pixelWidth: Int?
    public var pixelHeight: Int?
    public var orientation: ImageOrientation
    /// SVG only: what its `width`, `height` and `viewBox` say.
    private var vectorDimensions: NaturalDimensions?

    /// The size in CSS px as shown, orientation applied; `nil` when the header does not say.
    public var naturalSize: Size? { naturalDimensions.size }

    /// What is known of the size as shown, in CSS px.
    public var naturalDimensions: NaturalDimensions {
        vectorDimensions ?? pixelSize.map { NaturalDimensions($0) } ?? .none
    }

    private var pixelSize: Size? {
        guard let pixelWidth, let pixelHeight, pixelWidth > 0, pixelHeight > 0 else { return nil }
        let size = Size(width: Double(pixelWidth), height: Double(pixelHeight))
        return orientation.swapsAxes ? Size(width: size.height, height: size.width) : size
    }

    /// Reads the header. O(1) for PNG, GIF and WebP; JPEG steps over its segments, SVG reads its root tag.
    public init(bytes: [UInt8]) {
        format = LoadedAttachment.Format(sniffing: bytes)
        orientation = .upright
        let reader = ByteReader(bytes: bytes)
        switch format {
        case .png: readPNG(reader)
        case .jpeg: readJPEG(reader)
        case .webp: readWebP(reader)
        case .gif:
            pixelWidth = reader.little16(6)
            pixelHeight = reader.little16(8)
        case .svg: vectorDimensions = SVGHeader(bytes)?.dimensions
        case .unknown: break
        }
    }

    /// PNG §11.2.2: IHDR is the first chunk.
    private mutating func readPNG(_ reader: ByteReader) {
        guard reader.has("IHDR", at: 12) else { return }
        pixelWidth = reader.big32(16)
        pixelHeight = reader.big32(20)
    }

    /// Steps over segments to the frame header (ITU T.81 B.2.2), reading the orientation of an Exif segment on the way.
    private mutating func readJPEG(_ reader: ByteReader) {
        for segment in JPEGSegments(reader).prefix(LoadingLimits.maximumHeaderSegments) {
            let offset = segment.offset
            if segment.isFrame {
                pixelHeight = reader.big16(offset + 5)
                pixelWidth = reader.big16(offset + 7)
                return
            }
            if segment.marker == 0xE1, reader.has("Exif\0\0", at: offset + 4) {
                orientation =
                    ImageOrientation(tiff: reader, at: offset + 10, end: offset + 2 + segment.length) ?? orientation
            }
        }
    }

    /// The three kinds of WebP: extended, lossless, lossy (RFC 9649 §2.5 to 2.7).
    private mutating func readWebP(_ reader: ByteReader) {
        if reader.has("VP8X", at: 12) {
            pixelWidth = reader.little24(24).map { $0 + 1 }
            pixelHeight = reader.little24(27).map { $0 + 1 }
        } else if reader.has("VP8L", at: 12), reader.byte(20) == 0x2F, let bits = reader.little32(21) {
            pixelWidth = (bits & 0x3FFF) + 1
            pixelHeight = (bits >> 14 & 0x3FFF) + 1
        } else if reader.has("VP8 ", at: 12), reader.little24(23) == 0x2A_019D {
            pixelWidth = reader.little16(26).map { $0 & 0x3FFF }
            pixelHeight = reader.little16(28).map { $0 & 0x3FFF }
        }
    }
}
