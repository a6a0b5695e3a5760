/// A flow's place in `AttributedText.flows`.
public struct FlowID: Hashable, Sendable, Comparable {
    public var rawValue: Int32
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
    @inlinable public init(_ index: Int) { rawValue = Int32(clamping: index) }
    @inlinable public var index: Int { Int(rawValue) }
    @inlinable public static func < (left: FlowID, right: FlowID) -> Bool { left.rawValue < right.rawValue }

    /// The document's own flow.
    public static let main = FlowID(rawValue: 0)
}

/// Paragraphs that are laid out on their own and take part in their parent as one character.
///
/// A float, inline block, inline table, footnote or absolutely positioned box is one U+FFFC in its parent's text; its paragraphs stand after the
/// paragraph that holds it, below a block of their own.
public struct Flow: Hashable, Codable, Sendable {
    public enum Kind: UInt8, Hashable, Codable, Sendable {
        case main, float, inlineBlock, inlineTable, footnote
        /// An absolutely positioned box (CSS 2 §9.6): its place in the text is its static position.
        case positioned

        /// Whether the box takes no room in the line that its character stands in.
        public var isOutOfFlow: Bool {
            switch self {
            case .float, .footnote, .positioned: true
            case .main, .inlineBlock, .inlineTable: false
            }
        }
    }
    public var kind: Kind
    /// The UTF-8 offset of its U+FFFC; `nil` for the main flow.
    public var anchor: Int?
    /// The block around its content.
    public var rootBlock: BlockID
    /// How the box stands in its line, where it does.
    public var verticalAlignment: VerticalAlignment

    public init(kind: Kind, anchor: Int?, rootBlock: BlockID, verticalAlignment: VerticalAlignment = .baseline) {
        self.kind = kind
        self.anchor = anchor
        self.rootBlock = rootBlock
        self.verticalAlignment = verticalAlignment
    }
}

/// What a U+FFFC of the text stands for. A U+FFFC without a record is an ordinary character of the input.
public struct InlineObject: Hashable, Codable, Sendable {
    public enum Kind: Hashable, Codable, Sendable {
        case attachment(AttachmentID)
        case flow(FlowID)
    }
    /// The UTF-8 offset of the U+FFFC.
    public var offset: Int
    public var kind: Kind

    public init(offset: Int, kind: Kind) {
        self.offset = offset
        self.kind = kind
    }
}

/// Text that is shown and not part of the source: `::before`, `::after`, quotes, counters.
public struct GeneratedText: Hashable, Codable, Sendable {
    /// The UTF-8 offset of the source text that it stands at (several at one offset keep their order).
    public var offset: Int
    /// How many of the ends of spans at `offset` stand before it, those where spans begin and those where they end.
    public var edgesBefore: Int
    public var text: String
    /// `text.style(id)` reads it.
    public var style: TextStyleID
    /// What is said in its place (`content: ... / "alt"`, CSS Generated Content 3 §2.1); `nil` says the text.
    public var alternativeText: String?
    /// The numbers of pages in it, in order.
    public var pageReferences: [PageReference]
    /// What fills the line up, in order.
    public var leaders: [Leader]

    public init(
        offset: Int, edgesBefore: Int = 0, text: String, style: TextStyleID, alternativeText: String? = nil,
        pageReferences: [PageReference] = [], leaders: [Leader] = []
    ) {
        self.offset = offset
        self.edgesBefore = edgesBefore
        self.text = text
        self.style = style
        self.alternativeText = alternativeText
        self.pageReferences = pageReferences
        self.leaders = leaders
    }
}

extension GeneratedText {
    /// What text without a page says: the alternative text where there is one, which may be empty (CSS Content 3 §2.1).
    public var words: String { alternativeText ?? text }
}

/// A place that links can lead to.
public struct Anchor: Hashable, Codable, Sendable {
    public var name: String
    public var offset: Int

    public init(name: String, offset: Int) {
        self.name = name
        self.offset = offset
    }
}
