import CGalleyImage
import GalleyText

/// Turns the bytes of an image into pixels: PNG, JPEG, WebP and the first frame of GIF. (SVG has none: GalleyRender draws it.)
///
///     let image = try ImageDecoder().decode(attachment.bytes)
///
/// Formats are told by the bytes. Memory is only taken for images within `maximumPixels`, whatever a header claims.
/// A file that breaks off inside its pixels gives the rows before, marked truncated.
public struct ImageDecoder: Sendable, Hashable {
    /// The most pixels of an image.
    public var maximumPixels: Int

    public init(maximumPixels: Int = LoadingLimits.maximumPixels) {
        self.maximumPixels = max(0, maximumPixels)
    }

    /// Why there are no pixels.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case unsupportedFormat
        case damaged(LoadedAttachment.Format)
        case tooLarge(maximumPixels: Int)
        case outOfMemory
        /// An SVG picture, and librsvg is not installed.
        case noSVGLibrary
        /// An SVG picture that would take too long to draw.
        case tooComplex

        public var description: String {
            switch self {
            case .unsupportedFormat: "of no image format that can be decoded"
            case .damaged(let format): "damaged \(format) image"
            case .tooLarge(let limit): "an image of more than \(limit) pixels"
            case .outOfMemory: "not enough memory for an image"
            case .noSVGLibrary: "an SVG picture, which librsvg draws, and that is not installed"
            case .tooComplex: "an SVG picture that would take too long to draw"
            }
        }
    }

    /// Decodes and applies the orientation. O(bytes + pixels).
    public func decode(_ bytes: [UInt8]) throws(Failure) -> DecodedImage {
        let header = ImageHeader(bytes: bytes)
        switch header.format {
        case .png: return try decode(bytes, header, galley_decode_png)
        case .jpeg: return try decode(bytes, header, galley_decode_jpeg)
        case .webp: return try decode(bytes, header, galley_decode_webp)
        case .gif: return try GIFDecoder.decode(bytes, maximumPixels: maximumPixels)
        case .svg, .unknown: throw .unsupportedFormat
        }
    }

    private typealias Decoder = (
        UnsafePointer<UInt8>?, Int, UInt64, UnsafeMutablePointer<galley_image>?
    ) -> galley_image_status

    private func decode(
        _ bytes: [UInt8], _ header: ImageHeader, _ decoder: Decoder
    ) throws(Failure) -> DecodedImage {
        var image = galley_image()
        let status = bytes.withUnsafeBufferPointer {
            decoder($0.baseAddress, $0.count, UInt64(maximumPixels), &image)
        }
        switch status {
        case GALLEY_IMAGE_OK: break
        case GALLEY_IMAGE_TOO_LARGE: throw .tooLarge(maximumPixels: maximumPixels)
        case GALLEY_IMAGE_NO_MEMORY: throw .outOfMemory
        default: throw .damaged(header.format)
        }
        defer { galley_image_free(&image) }
        let count = Int(image.width) * Int(image.height)
        let decoded = DecodedImage(
            width: Int(image.width), height: Int(image.height),
            pixels: ContiguousArray(UnsafeBufferPointer(start: image.pixels, count: count)),
            isTruncated: image.complete_rows < image.height)
        return decoded.oriented(header.orientation)
    }
}
