/// An attachment's place in `AttributedText.attachments`.
public struct AttachmentID: Hashable, Sendable, Comparable {
    public var rawValue: Int32
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
    @inlinable public init(_ index: Int) { rawValue = Int32(clamping: index) }
    @inlinable public var index: Int { Int(rawValue) }
    @inlinable public static func < (left: AttachmentID, right: AttachmentID) -> Bool { left.rawValue < right.rawValue }
}

/// Something that is not text and stands in the text as one U+FFFC: an image, a video, a formula.
///
/// Its bytes arrive later and from elsewhere; the value says only where they are, what was declared about their size,
/// and what to show in their place.
public struct Attachment: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case image, video, audio, frame, object, svg, math
        /// An element that the client registered.
        case custom(String)
    }
    public var kind: Kind
    /// The resolved URL, or the one in the document where there is no base; `nil` when there is nothing to load.
    public var source: String?
    public var alternativeText: String?
    /// Declared sizes; `auto` waits for the bytes.
    public var width: SizeValue
    public var height: SizeValue
    public var minimumWidth: SizeValue
    public var minimumHeight: SizeValue
    public var maximumWidth: SizeValue?
    public var maximumHeight: SizeValue?
    /// Width divided by height when declared (`width` and `height` attributes, `aspect-ratio`).
    public var aspectRatio: Double?
    public var verticalAlignment: VerticalAlignment
    public var margin: Edges<Length>
    public var padding: Edges<Length>
    public var border: Edges<BorderEdge>
    public var background: Color?
    /// The element's other attributes.
    public var attributes: [String: String]

    public init(kind: Kind, source: String?, alternativeText: String? = nil) {
        self.kind = kind
        self.source = source
        self.alternativeText = alternativeText
        width = .auto
        height = .auto
        minimumWidth = .auto
        minimumHeight = .auto
        maximumWidth = nil
        maximumHeight = nil
        aspectRatio = nil
        verticalAlignment = .baseline
        margin = Edges(.zero)
        padding = Edges(.zero)
        border = Edges(.none)
        background = nil
        attributes = [:]
    }
}
