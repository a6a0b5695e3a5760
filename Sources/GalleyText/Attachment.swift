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
public struct Attachment: Hashable, Codable, Sendable {
    public enum Kind: Hashable, Codable, Sendable {
        case image, video, audio, frame, object, canvas, svg, math
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
    /// Whether the picture's own ratio counts in its place once that is known (`aspect-ratio: auto 3 / 2`; attributes mean
    /// that, HTML §15.4.3).
    public var prefersNaturalRatio = false
    /// Image pixels a px (`srcset`): the natural size is the image's own divided by it.
    public var pixelDensity: Double
    /// What the attachment is scaled down to, its ratio kept, after everything that is declared; `nil` for no limit.
    public var fittingSize: Size?
    /// The source of an inline drawing or formula (`svg`, `math`) as XML of its own, without scripts.
    public var markup: String?
    public var verticalAlignment: VerticalAlignment
    public var margin: Edges<Length>
    public var padding: Edges<Length>
    public var border: Edges<BorderEdge>
    /// The radii of the border box's corners; percentages are of its width. What is in the box is cut by them.
    public var borderRadius = Corners<Length>(.zero)
    /// The vertical radii where they differ; percentages are of the height.
    public var verticalRadius: Corners<Length>?
    /// Drawn in place of the border.
    public var borderImage: BorderImage?
    public var background: Color?
    /// `box-shadow`, front to back.
    public var shadows: [BoxShadow] = []
    /// `object-fit`: how a picture of another shape fills its box.
    public var fit = Fit.fill
    /// `object-position`: where it stands in the box then.
    public var position = BoxPosition.center
    public var transform: BoxTransform?
    public var clipPath: ClipPath?
    public var outline: Outline?
    /// The element's other attributes.
    public var attributes: [String: String]

    /// How an image fills a box of another shape (CSS Images 3 §5.5).
    public enum Fit: UInt8, Hashable, Codable, Sendable { case fill, contain, cover, none, scaleDown }

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
        pixelDensity = 1
        fittingSize = nil
        markup = nil
        verticalAlignment = .baseline
        margin = Edges(.zero)
        padding = Edges(.zero)
        border = Edges(.none)
        background = nil
        attributes = [:]
    }

    /// What assistive technology says of it (Accessible Name 1.2 §4.3.2): `aria-label`, else the alternative text; empty
    /// for what is decoration (`alt=""`, `aria-hidden`, `role=none`), `nil` when nothing is known.
    public var accessibleName: String? {
        if isDecorative { return "" }
        if let label = attributes["aria-label"], !label.isEmpty { return label }
        return alternativeText
    }

    /// What text without a page says in its place: the alternative text, else the label; nothing where there is none.
    public var words: String { alternativeText ?? attributes["aria-label"] ?? "" }

    /// Whether it is a drawing whose source is in the text: nothing is to be loaded.
    public var isInlineDrawing: Bool { kind == .svg && markup != nil }

    /// Whether it says nothing: it has an empty alternative text, or is hidden from assistive technology.
    public var isDecorative: Bool {
        if attributes["aria-hidden"] == "true" { return true }
        if let role = attributes["role"], role == "none" || role == "presentation" { return true }
        return alternativeText?.isEmpty == true && attributes["aria-label"] == nil
    }
}
