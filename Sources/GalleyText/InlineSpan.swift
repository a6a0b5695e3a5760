/// A stretch of inline text that is a box or a link of its own.
///
/// Spans keep what interned runs cannot: two adjacent bordered spans or equal links, nested `vertical-align`, inline
/// padding, isolates. They nest properly and never cross a paragraph's end: a span that covers several paragraphs has
/// one record in each, with equal `continuation` flags telling which edges are real.
///
/// A document has one for each link and bordered word: 32 bytes.
public struct InlineSpan: Hashable, Sendable {
    @usableFromInline var start: Int
    @usableFromInline var length: UInt32
    @usableFromInline var parentIndex: Int32
    @usableFromInline var boxIndex: UInt32
    @usableFromInline var linkIndex: UInt32
    @usableFromInline var attributesIndex: UInt32
    /// Whether the span really starts and ends here, so that start and end edges are drawn.
    public var hasStartEdge: Bool
    public var hasEndEdge: Bool
    /// `ruby` parts, kept for layout.
    public var ruby: RubyRole

    /// UTF-8 offsets in the text; may be empty.
    @inlinable public var range: Range<Int> {
        get { start..<(start + Int(length)) }
        set {
            start = newValue.lowerBound
            length = UInt32(clamping: newValue.count)
        }
    }

    /// The enclosing span's index in `AttributedText.spans`; a parent comes before its children.
    @inlinable public var parent: Int? {
        get { parentIndex < 0 ? nil : Int(parentIndex) }
        set { parentIndex = newValue.map { Int32(clamping: $0) } ?? -1 }
    }

    /// The box, where it changes anything; `text.style(id)` reads it.
    @inlinable public var box: InlineBoxStyleID? {
        get { boxIndex == .max ? nil : InlineBoxStyleID(rawValue: boxIndex) }
        set { boxIndex = newValue?.rawValue ?? .max }
    }

    /// Where the span leads; `text.link(id)` reads it.
    @inlinable public var link: LinkID? {
        get { linkIndex == .max ? nil : LinkID(rawValue: linkIndex) }
        set { linkIndex = newValue?.rawValue ?? .max }
    }

    /// What its element kept of its attributes; `text.attributes(id)` reads it.
    @inlinable public var attributes: AttributesID? {
        get { attributesIndex == .max ? nil : AttributesID(rawValue: attributesIndex) }
        set { attributesIndex = newValue?.rawValue ?? .max }
    }

    public enum RubyRole: UInt8, Hashable, Codable, Sendable { case none, container, base, annotation }

    public init(
        range: Range<Int>, parent: Int? = nil, box: InlineBoxStyleID? = nil, link: LinkID? = nil,
        hasStartEdge: Bool = true, hasEndEdge: Bool = true, ruby: RubyRole = .none
    ) {
        start = range.lowerBound
        length = UInt32(clamping: range.count)
        parentIndex = parent.map { Int32(clamping: $0) } ?? -1
        boxIndex = box?.rawValue ?? .max
        linkIndex = link?.rawValue ?? .max
        attributesIndex = .max
        self.hasStartEdge = hasStartEdge
        self.hasEndEdge = hasEndEdge
        self.ruby = ruby
    }
}

extension InlineSpan: Codable {
    private enum CodingKeys: String, CodingKey {
        case range, parent, box, link, hasStartEdge, hasEndEdge, ruby, attributes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            range: try values.decode(Range<Int>.self, forKey: .range),
            parent: try values.decodeIfPresent(Int.self, forKey: .parent),
            box: try values.decodeIfPresent(InlineBoxStyleID.self, forKey: .box),
            link: try values.decodeIfPresent(LinkID.self, forKey: .link),
            hasStartEdge: try values.decode(Bool.self, forKey: .hasStartEdge),
            hasEndEdge: try values.decode(Bool.self, forKey: .hasEndEdge),
            ruby: try values.decode(RubyRole.self, forKey: .ruby))
        attributes = try values.decodeIfPresent(AttributesID.self, forKey: .attributes)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(range, forKey: .range)
        try values.encodeIfPresent(parent, forKey: .parent)
        try values.encodeIfPresent(box, forKey: .box)
        try values.encodeIfPresent(link, forKey: .link)
        try values.encode(hasStartEdge, forKey: .hasStartEdge)
        try values.encode(hasEndEdge, forKey: .hasEndEdge)
        try values.encode(ruby, forKey: .ruby)
        try values.encodeIfPresent(attributes, forKey: .attributes)
    }
}

/// The box of an inline span (CSS 2 §10.8, CSS Writing Modes 4 §2).
public struct InlineBoxStyle: Hashable, Codable, Sendable {
    public var margin: Edges<Length>
    public var padding: Edges<Length>
    public var border: Edges<BorderEdge>
    public var borderRadius: Corners<Length>
    /// The vertical radii where they differ; percentages are of the height.
    public var verticalRadius: Corners<Length>?
    /// Drawn in place of the border.
    public var borderImage: BorderImage?
    /// `box-shadow`, front to back.
    public var shadows: [BoxShadow] = []
    /// Around each of its parts in lines.
    public var outline: Outline?
    public var background: Color?
    /// The images in front of the colour, front to back.
    public var backgroundLayers: [BackgroundLayer] = []
    public var verticalAlignment: VerticalAlignment
    public var isolation: BidiIsolation
    public var direction: BaseDirection
    public var textStyle: TextStyle?
    /// `position: relative`: `top`, `right`, `bottom` and `left` (CSS 2 §9.4.3); `nil` for a box that stays where it is.
    public var inset: Edges<SizeValue>?

    /// `unicode-bidi`.
    public enum BidiIsolation: UInt8, Hashable, Codable, Sendable {
        case normal, embed, isolate, override, isolateOverride, plaintext
    }

    public init() {
        margin = Edges(.zero)
        padding = Edges(.zero)
        border = Edges(.none)
        borderRadius = Corners(.zero)
        verticalRadius = nil
        background = nil
        verticalAlignment = .baseline
        isolation = .normal
        direction = .leftToRight
        textStyle = nil
        inset = nil
    }

    /// Whether an edge of the box takes room in its line: then a line with nothing but the box is a line
    /// (CSS Inline 3 §2.1, phantom line boxes).
    public var takesRoomInLine: Bool {
        margin.left != .zero || margin.right != .zero || padding.left != .zero || padding.right != .zero
            || border.left.width > 0 || border.right.width > 0
    }

    /// Whether the box changes nothing: no edges, no background, no shift, no direction, no font or line height of its own.
    public var isPlain: Bool {
        var plain = InlineBoxStyle()
        plain.direction = direction
        return self == plain
    }
}

/// Where a link leads. The URL is kept as the document gives it, resolved against the base URL where there is one.
public struct Link: Hashable, Codable, Sendable {
    public var url: String
    public var target: String?
    public var title: String?
    /// What the target is to the document: the words of `rel`.
    public var relation: String?
    /// The file name to save the target under; empty for its own name, `nil` when it is to be followed.
    public var download: String?
    /// The language of the target (`hreflang`), a BCP 47 tag.
    public var language: String?
    /// The colour of the link's text while it is pressed (`:active`); `nil` leaves it to the client.
    public var highlightColor: Color?

    public init(url: String, target: String? = nil, title: String? = nil) {
        self.url = url
        self.target = target
        self.title = title
    }
}
