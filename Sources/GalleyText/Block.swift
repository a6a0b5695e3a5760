/// A block's place in `AttributedText.blocks`.
public struct BlockID: Hashable, Sendable, Comparable {
    public var rawValue: Int32
    @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
    @inlinable public init(_ index: Int) { rawValue = Int32(clamping: index) }
    @inlinable public var index: Int { Int(rawValue) }
    @inlinable public static func < (left: BlockID, right: BlockID) -> Bool { left.rawValue < right.rawValue }

    /// The block around everything.
    public static let root = BlockID(rawValue: 0)
}

/// A block: a box, a list, an item, a table or a part of one.
///
/// Blocks stand in document order, parents before children. Each covers at least one paragraph: a box without text
/// has one empty paragraph.
///
/// A document has one for each element, as a rule: 64 bytes.
public struct Block: Hashable, Sendable {
    public var kind: Kind
    public var role: Role
    @usableFromInline var parentIndex: Int32
    /// `text.style(of: block)` reads it.
    public var style: BlockStyleID
    /// The flow that the block belongs to.
    public var flow: FlowID
    @usableFromInline var attributesIndex: UInt32
    @usableFromInline var textStyleIndex: UInt32
    @usableFromInline var firstParagraph: Int32
    @usableFromInline var endOfParagraphs: Int32

    /// `nil` only for the root.
    @inlinable public var parent: BlockID? {
        get { parentIndex < 0 ? nil : BlockID(rawValue: parentIndex) }
        set { parentIndex = newValue?.rawValue ?? -1 }
    }

    /// What its element kept of its attributes; `text.attributes(id)` reads it.
    @inlinable public var attributes: AttributesID? {
        get { attributesIndex == .max ? nil : AttributesID(rawValue: attributesIndex) }
        set { attributesIndex = newValue?.rawValue ?? .max }
    }

    /// The style of its own text, whose font and line height `em`, `ex`, `ch`, `ic` and `lh` in lengths of `style` are measures
    /// of (CSS Values 4 §6.1.1). Where it is nil they are measures of its first paragraph's.
    @inlinable public var textStyle: TextStyleID? {
        get { textStyleIndex == .max ? nil : TextStyleID(rawValue: textStyleIndex) }
        set { textStyleIndex = newValue?.rawValue ?? .max }
    }

    /// Indices of the paragraphs inside, those of nested blocks and flows included.
    @inlinable public var paragraphs: Range<Int> {
        get { Int(firstParagraph)..<Int(endOfParagraphs) }
        set {
            firstParagraph = Int32(clamping: newValue.lowerBound)
            endOfParagraphs = Int32(clamping: newValue.upperBound)
        }
    }

    /// How layout treats the block.
    public enum Kind: Hashable, Codable, Sendable {
        case box
        case list(isOrdered: Bool)
        case item(ListItem)
        case table(columns: [TableColumn])
        case rowGroup(RowGroup)
        case row
        case cell(columnSpan: Int, rowSpan: Int, isHeader: Bool)
        case caption
        /// A fieldset's legend, where it is the fieldset's first child: it stands in its border (HTML §15.3.13).
        case legend
    }

    public enum RowGroup: UInt8, Hashable, Codable, Sendable { case header, body, footer }

    /// What the block means, for accessibility, tagged PDF and writing HTML.
    public enum Role: Hashable, Codable, Sendable {
        case none
        case document
        case paragraph
        case heading(level: Int)
        case blockquote, preformatted, rule, address
        case article, section, navigation, aside, header, footer, main, figure, figureCaption
        case definitionList, definitionTerm, definitionDescription
        case list, listItem
        case table, tableRow, tableCell, tableHeaderCell, tableCaption
        case details, summary, form
    }

    public init(
        parent: BlockID?, kind: Kind = .box, role: Role = .none, style: BlockStyleID,
        flow: FlowID = .main, paragraphs: Range<Int> = 0..<0
    ) {
        self.kind = kind
        self.role = role
        parentIndex = parent?.rawValue ?? -1
        self.style = style
        self.flow = flow
        attributesIndex = .max
        textStyleIndex = .max
        firstParagraph = Int32(clamping: paragraphs.lowerBound)
        endOfParagraphs = Int32(clamping: paragraphs.upperBound)
    }
}

extension Block: Codable {
    private enum CodingKeys: String, CodingKey {
        case parent, kind, role, style, flow, attributes, textStyle, paragraphs
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            parent: try values.decodeIfPresent(BlockID.self, forKey: .parent),
            kind: try values.decode(Kind.self, forKey: .kind), role: try values.decode(Role.self, forKey: .role),
            style: try values.decode(BlockStyleID.self, forKey: .style),
            flow: try values.decode(FlowID.self, forKey: .flow),
            paragraphs: try values.decode(Range<Int>.self, forKey: .paragraphs))
        attributes = try values.decodeIfPresent(AttributesID.self, forKey: .attributes)
        textStyle = try values.decodeIfPresent(TextStyleID.self, forKey: .textStyle)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(parent, forKey: .parent)
        try values.encode(kind, forKey: .kind)
        try values.encode(role, forKey: .role)
        try values.encode(style, forKey: .style)
        try values.encode(flow, forKey: .flow)
        try values.encodeIfPresent(attributes, forKey: .attributes)
        try values.encodeIfPresent(textStyle, forKey: .textStyle)
        try values.encode(paragraphs, forKey: .paragraphs)
    }
}

/// A column as `col` and `colgroup` declare it (CSS 2 §17.3): nothing else of its style counts.
public struct TableColumn: Hashable, Codable, Sendable {
    public var width: SizeValue
    public var minimumWidth: SizeValue
    public var background: Color?
    /// The images in front of the colour, front to back.
    public var backgroundLayers: [BackgroundLayer] = []
    /// Takes part where borders collapse.
    public var border: Edges<BorderEdge>
    /// `visibility: collapse`: the column takes no room, and what stands in it is not seen.
    public var isCollapsed: Bool
    /// The group that the column is in; neighbours with equal groups are in one.
    public var group: Group?

    /// A group of columns.
    public struct Group: Hashable, Codable, Sendable {
        /// Tells groups of one table apart.
        public var number: Int
        public var background: Color?
        public var backgroundLayers: [BackgroundLayer] = []
        public var border: Edges<BorderEdge>

        public init(number: Int, background: Color? = nil, border: Edges<BorderEdge> = Edges(.none)) {
            self.number = number
            self.background = background
            self.border = border
        }
    }

    public init(width: SizeValue = .auto, background: Color? = nil) {
        self.width = width
        self.background = background
        minimumWidth = .auto
        border = Edges(.none)
        isCollapsed = false
        group = nil
    }
}

extension Block {
    /// Whether it is a fieldset's legend.
    @inlinable public var isLegend: Bool { if case .legend = kind { true } else { false } }
}
