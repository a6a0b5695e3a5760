/// A stretch of inline text that is a box or a link of its own.
///
/// Spans keep what interned runs cannot: two adjacent bordered spans or equal links, nested `vertical-align`, inline
/// padding, isolates. They nest properly and never cross a paragraph's end: a span that covers several paragraphs has
/// one record in each, with equal `continuation` flags telling which edges are real.
public struct InlineSpan: Hashable, Codable, Sendable {
    /// UTF-8 offsets in the text; may be empty.
    public var range: Range<Int>
    /// The enclosing span's index in `AttributedText.spans`; a parent comes before its children.
    public var parent: Int?
    /// The box, where it changes anything; `text.style(id)` reads it.
    public var box: InlineBoxStyleID?
    /// Where the span leads; `text.link(id)` reads it.
    public var link: LinkID?
    /// Whether the span really starts and ends here, so that start and end edges are drawn.
    public var hasStartEdge: Bool
    public var hasEndEdge: Bool
    /// `ruby` parts, kept for layout.
    public var ruby: RubyRole
    /// What its element kept of its attributes; `text.attributes(id)` reads it.
    public var attributes: AttributesID?

    public enum RubyRole: UInt8, Hashable, Codable, Sendable { case none, container, base, annotation }

    public init(
        range: Range<Int>, parent: Int? = nil, box: InlineBoxStyleID? = nil, link: LinkID? = nil,
        hasStartEdge: Bool = true, hasEndEdge: Bool = true, ruby: RubyRole = .none
    ) {
        self.range = range
        self.parent = parent
        self.box = box
        self.link = link
        self.hasStartEdge = hasStartEdge
        self.hasEndEdge = hasEndEdge
        self.ruby = ruby
        attributes = nil
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
