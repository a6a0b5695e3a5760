/// How a background image is laid out (CSS Backgrounds 3 §3), kept for layout: of the first layer that has a URL.
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
    /// The URLs of all background images, those of columns included, each once, in the order of the blocks. O(blocks +
    /// columns).
    public var backgroundImages: [String] {
        var known: Set<BlockStyleID> = []
        var seen: Set<String> = []
        var urls: [String] = []
        func add(_ url: String?) {
            if let url, seen.insert(url).inserted { urls.append(url) }
        }
        for block in blocks {
            if known.insert(block.style).inserted { add(style(block.style).backgroundImage) }
            guard case .table(let columns) = block.kind else { continue }
            for column in columns {
                add(column.group?.backgroundImage)
                add(column.backgroundImage)
            }
        }
        return urls
    }
}
