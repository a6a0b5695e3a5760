import GalleyLayout
import GalleyLoading
import GalleyText

/// The pictures of a text's attachments, which the drawing backends take.
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
        for (drawing, users) in InlineDrawings(manager.layout.text).all {
            guard let image = try? drawing.image() else { continue }
            for user in users { self[user] = image }
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

/// One picture: decoded pixels, or a parsed SVG. Copies share them.
public struct DrawnImage: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// With the JPEG file that the pixels come from, to be put into PDF as it is; `nil` for other formats.
        case pixels(DecodedImage, jpeg: [UInt8]?)
        case vector(VectorImage)
    }

    package let content: Content

    /// The pixels; `nil` of an SVG picture, which is drawn as vectors.
    public var decoded: DecodedImage? {
        if case .pixels(let decoded, _) = content { return decoded }
        return nil
    }

    /// How large it is by itself.
    public var naturalDimensions: NaturalDimensions {
        switch content {
        case .pixels(let decoded, _): NaturalDimensions(decoded.size)
        case .vector(let vector): vector.dimensions
        }
    }

    /// A picture from pixels; `nil` when their number is not that of the picture's size.
    public init?(_ decoded: DecodedImage) {
        self.init(decoded, jpeg: nil)
    }

    /// Decodes or parses an attachment's bytes.
    public init?(_ attachment: LoadedAttachment, decoder: ImageDecoder = ImageDecoder()) throws(ImageDecoder.Failure) {
        if attachment.format == .svg {
            self.init(try VectorImage(attachment.bytes))
            return
        }
        let decoded = try decoder.decode(attachment.bytes)
        // A turned picture's file shows it as it was before turning.
        let isUpright = ImageHeader(bytes: attachment.bytes).orientation == .upright
        let isWhole =
            attachment.format == .jpeg && isUpright && !decoded.isTruncated
            && JPEGFrame(attachment.bytes)?.isPlain == true
        self.init(decoded, jpeg: isWhole ? attachment.bytes : nil)
    }

    /// An SVG picture.
    package init(_ vector: VectorImage) { content = .vector(vector) }

    private init?(_ decoded: DecodedImage, jpeg: [UInt8]?) {
        guard decoded.width > 0, decoded.height > 0, decoded.width <= RenderLimits.maximumImageSide,
            decoded.height <= RenderLimits.maximumImageSide, decoded.pixels.count == decoded.width * decoded.height
        else { return nil }
        content = .pixels(decoded, jpeg: jpeg)
    }
}
