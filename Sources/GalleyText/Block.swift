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
public struct Block: Hashable, Codable, Sendable {
    /// `nil` only for the root.
    public var parent: BlockID?
    public var kind: Kind
    public var role: Role
    /// `text.style(of: block)` reads it.
    public var style: BlockStyleID
    /// The flow that the block belongs to.
    public var flow: FlowID
    /// What its element kept of its attributes; `text.attributes(id)` reads it.
    public var attributes: AttributesID?
    /// The style of its own text, whose font and line height `em`, `ex`, `ch`, `ic` and `lh` in lengths of `style` are measures
    /// of (CSS Values 4 §6.1.1). Where it is nil they are measures of its first paragraph's.
    public var textStyle: TextStyleID?
    /// Indices of the paragraphs inside, those of nested blocks and flows included.
    public var paragraphs: Range<Int>

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
        self.parent = parent
        self.kind = kind
        self.role = role
        self.style = style
        self.flow = flow
        attributes = nil
        textStyle = nil
        self.paragraphs = paragraphs
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

/// A list item's number and marker. The marker is generated content: never source text.
public struct ListItem: Hashable, Codable, Sendable {
    /// The item's number, counted by `start`, `value` and `reversed`.
    public var ordinal: Int
    public var marker: Marker
    public var markerPosition: MarkerPosition
    /// The style of the marker's text; `text.style(id)` reads it.
    public var markerStyle: TextStyleID
    /// The image that the marker is, where it is one: an attachment that no character of the text stands for.
    public internal(set) var markerImage: AttachmentID?

    public enum Marker: Hashable, Codable, Sendable {
        case none
        case counter(CounterStyle)
        /// A style of the document's own (`@counter-style`).
        case custom(CustomCounterStyle)
        /// `list-style-type: "text"` or `::marker { content }`.
        case text(String)
        /// `list-style-image`, and what is shown where the image cannot be loaded.
        indirect case image(url: String, fallback: Marker)
    }

    public enum MarkerPosition: UInt8, Hashable, Codable, Sendable { case outside, inside }

    public init(ordinal: Int, marker: Marker, markerPosition: MarkerPosition = .outside, markerStyle: TextStyleID) {
        self.ordinal = ordinal
        self.marker = marker
        self.markerPosition = markerPosition
        self.markerStyle = markerStyle
        markerImage = nil
    }

    /// The marker as text, suffix included (`"12. "`, `"• "`); `nil` for none. The one marker generator.
    public var markerText: String? { marker.text(for: ordinal) }
}

extension Block {
    /// Whether it is a fieldset's legend.
    @inlinable public var isLegend: Bool { if case .legend = kind { true } else { false } }
}

extension ListItem.Marker {
    /// The marker of an item of a number; of an image, what stands in its place.
    fileprivate func text(for ordinal: Int) -> String? {
        switch textual {
        case .none, .image: nil
        case .text(let text): text
        case .counter(let style): style.marker(for: ordinal)
        case .custom(let style): style.marker(for: ordinal)
        }
    }

    /// The marker without images.
    public var textual: ListItem.Marker {
        var marker = self
        while case .image(_, let fallback) = marker { marker = fallback }
        return marker
    }
}

extension AttributedText {
    /// Gives each item whose marker is an image an attachment of its own, behind those of the text, in the order of the
    /// items: it is loaded like any other (CSS Lists 3 §3.2). O(blocks).
    mutating func addMarkerImages() {
        for index in blocks.indices {
            guard case .item(var item) = blocks[index].kind, case .image(let url, _) = item.marker else { continue }
            var image = Attachment(
                kind: .image, source: url.isEmpty ? nil : url,
                alternativeText: item.markerText?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? "")
            // The distance to the text, as in Blink.
            if style(blocks[index].style).direction == .rightToLeft {
                image.margin.left = .px(ListItem.imageDistance)
            } else {
                image.margin.right = .px(ListItem.imageDistance)
            }
            item.markerImage = AttachmentID(attachments.count)
            attachments.append(image)
            blocks[index].kind = .item(item)
        }
    }
}

extension ListItem {
    /// Between an image and its item's text, px.
    fileprivate static var imageDistance: Double { 7 }
}
