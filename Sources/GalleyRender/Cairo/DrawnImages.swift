import GalleyLayout
import GalleyLoading
import GalleyText

/// The decoded pictures of a text's attachments, which the drawing backends take.
public struct DrawnImages: Sendable {
    private var images: [AttachmentID: DrawnImage] = [:]
    /// The background images of blocks, by URL as the text has it.
    public var backgrounds: [String: DrawnImage] = [:]

    /// No pictures: nothing is drawn in their place.
    public static let none = DrawnImages()

    /// No pictures.
    public init() {}

    /// Decodes what has arrived in a layout manager.
    public init(_ manager: TextLayoutManager) {
        for index in manager.layout.text.attachments.indices {
            guard let loaded = manager.loadedAttachment(AttachmentID(index)) else { continue }
            // What cannot be decoded is not drawn.
            self[AttachmentID(index)] = try? DrawnImage(loaded)
        }
    }

    /// The picture of an attachment.
    public subscript(id: AttachmentID) -> DrawnImage? {
        get { images[id] }
        set { images[id] = newValue }
    }

    /// Whether there are none.
    public var isEmpty: Bool { images.isEmpty && backgrounds.isEmpty }
    /// How many attachments have a picture.
    public var count: Int { images.count }
}

/// One decoded picture. Copies share their pixels.
public struct DrawnImage: Sendable, Hashable {
    /// The pixels.
    public let decoded: DecodedImage
    /// The JPEG file that the pixels come from, to be put into PDF as it is; `nil` for other formats.
    let jpeg: [UInt8]?

    /// A picture from pixels; `nil` when their number is not that of the picture's size.
    public init?(_ decoded: DecodedImage) {
        self.init(decoded, jpeg: nil)
    }

    /// Decodes an attachment's bytes.
    public init?(_ attachment: LoadedAttachment, decoder: ImageDecoder = ImageDecoder()) throws(ImageDecoder.Failure) {
        let decoded = try decoder.decode(attachment.bytes)
        // A turned picture's file shows it as it was before turning.
        let isUpright = ImageHeader(bytes: attachment.bytes).orientation == .upright
        let isWhole = attachment.format == .jpeg && isUpright && !decoded.isTruncated
        self.init(decoded, jpeg: isWhole ? attachment.bytes : nil)
    }

    private init?(_ decoded: DecodedImage, jpeg: [UInt8]?) {
        guard decoded.width > 0, decoded.height > 0, decoded.width <= RenderLimits.maximumImageSide,
            decoded.height <= RenderLimits.maximumImageSide, decoded.pixels.count == decoded.width * decoded.height
        else { return nil }
        self.decoded = decoded
        self.jpeg = jpeg
    }
}
