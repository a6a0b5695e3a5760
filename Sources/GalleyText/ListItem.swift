/// A list item's number and marker. The marker is generated content: never source text.
///
/// The items of a list have the same marker but for its number, as a rule: what is the same is one object.
public struct ListItem: Sendable {
    /// The item's number, counted by `start`, `value` and `reversed`.
    public var ordinal: Int
    private var look: Look

    /// Everything but the number.
    private final class Look: Sendable {
        let marker: Marker
        let position: MarkerPosition
        let style: TextStyleID
        let image: AttachmentID?

        init(_ marker: Marker, _ position: MarkerPosition, _ style: TextStyleID, _ image: AttachmentID?) {
            self.marker = marker
            self.position = position
            self.style = style
            self.image = image
        }

        func isEqual(to other: Look) -> Bool {
            self === other
                || style == other.style && position == other.position && image == other.image && marker == other.marker
        }
    }

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
        look = Look(marker, markerPosition, markerStyle, nil)
    }

    public var marker: Marker {
        get { look.marker }
        set { look = Look(newValue, markerPosition, markerStyle, markerImage) }
    }

    public var markerPosition: MarkerPosition {
        get { look.position }
        set { look = Look(marker, newValue, markerStyle, markerImage) }
    }

    /// The style of the marker's text; `text.style(id)` reads it.
    public var markerStyle: TextStyleID {
        get { look.style }
        set { look = Look(marker, markerPosition, newValue, markerImage) }
    }

    /// The image that the marker is, where it is one: an attachment that no character of the text stands for.
    public internal(set) var markerImage: AttachmentID? {
        get { look.image }
        set { look = Look(marker, markerPosition, markerStyle, newValue) }
    }

    /// The marker as text, suffix included (`"12. "`, `"• "`); `nil` for none. The one marker generator.
    public var markerText: String? { marker.text(for: ordinal) }

    /// Shares what is the same in another item; whether that is all but the number.
    mutating func share(with other: ListItem) -> Bool {
        guard look.isEqual(to: other.look) else { return false }
        look = other.look
        return true
    }
}

extension ListItem: Hashable {
    public static func == (left: ListItem, right: ListItem) -> Bool {
        left.ordinal == right.ordinal && left.look.isEqual(to: right.look)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ordinal)
        hasher.combine(marker)
        hasher.combine(markerPosition)
        hasher.combine(markerStyle)
        hasher.combine(markerImage)
    }
}

extension ListItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case ordinal, marker, markerPosition, markerStyle, markerImage
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        ordinal = try values.decode(Int.self, forKey: .ordinal)
        look = Look(
            try values.decode(Marker.self, forKey: .marker),
            try values.decode(MarkerPosition.self, forKey: .markerPosition),
            try values.decode(TextStyleID.self, forKey: .markerStyle),
            try values.decodeIfPresent(AttachmentID.self, forKey: .markerImage))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(ordinal, forKey: .ordinal)
        try values.encode(marker, forKey: .marker)
        try values.encode(markerPosition, forKey: .markerPosition)
        try values.encode(markerStyle, forKey: .markerStyle)
        try values.encodeIfPresent(markerImage, forKey: .markerImage)
    }
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
