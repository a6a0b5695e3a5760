/// The image of a background.
public enum BackgroundImage: Hashable, Codable, Sendable {
    case url(String)
    case gradient(Gradient)

    public var url: String? { if case .url(let url) = self { url } else { nil } }
}

/// One of the images that a box shows behind its content, and how it is laid out (CSS Backgrounds 3 §2).
public struct BackgroundLayer: Hashable, Codable, Sendable {
    public var image: BackgroundImage
    public var layout: BackgroundLayout

    public init(_ image: BackgroundImage, _ layout: BackgroundLayout = BackgroundLayout()) {
        self.image = image
        self.layout = layout
    }
}

/// How a background image is laid out (CSS Backgrounds 3 §3).
public struct BackgroundLayout: Hashable, Codable, Sendable {
    public enum Repetition: UInt8, Hashable, Codable, Sendable { case `repeat`, once, space, round }
    public enum Attachment: UInt8, Hashable, Codable, Sendable { case scroll, fixed, local }
    /// `background-origin` and `background-clip`.
    public enum Box: UInt8, Hashable, Codable, Sendable { case border, padding, content, text }
    public enum Extent: Hashable, Codable, Sendable {
        case cover, contain
        /// `auto` keeps the image's own size or ratio.
        case size(width: SizeValue, height: SizeValue)
    }

    public var repetitionX = Repetition.repeat
    public var repetitionY = Repetition.repeat
    /// Percentages are of the free space.
    public var positionX = Length.zero
    public var positionY = Length.zero
    public var extent = Extent.size(width: .auto, height: .auto)
    public var attachment = Attachment.scroll
    public var origin = Box.padding
    public var clip = Box.border

    /// The initial values.
    public init() {}
}

extension AttributedText {
    /// The URLs of all images of backgrounds and borders, each once: those of blocks and columns in the order of the blocks, those
    /// of inline boxes and attachments, then those of pages and the pictures in their margin boxes. O(blocks + columns + spans +
    /// attachments + pages' rules).
    public var backgroundImages: [String] {
        var known: Set<BlockStyleID> = []
        var seen: Set<String> = []
        var urls: [String] = []
        func add(_ layers: [BackgroundLayer]?, _ border: BorderImage? = nil) {
            for layer in layers ?? [] {
                if let url = layer.image.url, seen.insert(url).inserted { urls.append(url) }
            }
            if let url = border?.image.url, seen.insert(url).inserted { urls.append(url) }
        }
        for block in blocks {
            if known.insert(block.style).inserted {
                let style = style(block.style)
                add(style.backgroundLayers, style.borderImage)
            }
            guard case .table(let columns) = block.kind else { continue }
            for column in columns {
                add(column.group?.backgroundLayers)
                add(column.backgroundLayers)
            }
        }
        var boxes: Set<InlineBoxStyleID> = []
        for case let box? in spans.lazy.map(\.box) where boxes.insert(box).inserted {
            let style = style(box)
            add(style.backgroundLayers, style.borderImage)
        }
        for attachment in attachments { add(nil, attachment.borderImage) }
        for rule in styleResources.pages {
            add(rule.backgroundLayers)
            add(rule.footnoteArea?.backgroundLayers, rule.footnoteArea?.borderImage)
            for box in rule.marginBoxes {
                add(box.box.backgroundLayers, box.box.borderImage)
                for case .image(let url) in box.content where seen.insert(url).inserted { urls.append(url) }
            }
        }
        return urls
    }
}
