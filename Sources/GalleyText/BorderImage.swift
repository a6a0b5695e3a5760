/// An image that is drawn in place of a box's borders (CSS Backgrounds 3 §6).
///
///     style.borderImage = BorderImage(.url("frame.png"))
///     style.borderImage?.layout.slices = Edges(.number(30))
public struct BorderImage: Hashable, Codable, Sendable {
    public var image: BackgroundImage
    public var layout: BorderImageLayout

    public init(_ image: BackgroundImage, _ layout: BorderImageLayout = BorderImageLayout()) {
        self.image = image
        self.layout = layout
    }
}

/// How the nine parts of an image are cut, sized and repeated around a box (CSS Backgrounds 3 §6.2 to §6.5).
public struct BorderImageLayout: Hashable, Codable, Sendable {
    /// How far a part reaches into the image from its edge.
    public enum Slice: Hashable, Codable, Sendable {
        /// Pixels of the image, or px of a vector image.
        case number(Double)
        /// Of the image's width or height.
        case percent(Double)
    }

    /// How far a part reaches into the box, or out of it.
    public enum Extent: Hashable, Codable, Sendable {
        /// As large as the slice is in the image.
        case auto
        /// A multiple of the border's width.
        case times(Double)
        /// Percentages are of the area of the border image.
        case length(Length)
    }

    public enum Repetition: UInt8, Hashable, Codable, Sendable { case stretch, `repeat`, round, space }

    public var slices = Edges(Slice.percent(100))
    /// Whether the middle of the image is drawn too.
    public var isFilled = false
    public var widths = Edges(Extent.times(1))
    /// Neither automatic nor percentages.
    public var outsets = Edges(Extent.times(0))
    public var repetitionX = Repetition.stretch
    public var repetitionY = Repetition.stretch

    /// The initial values.
    public init() {}
}

extension BorderImage {
    /// Whether a length of it is a measure of a font.
    package var dependsOnFont: Bool {
        func isOfFont(_ extent: BorderImageLayout.Extent) -> Bool {
            if case .length(let length) = extent { length.uses(\.isOfFont) } else { false }
        }
        if case .gradient(let gradient) = image, gradient.uses(\.isOfFont) { return true }
        return layout.widths.contains(where: isOfFont) || layout.outsets.contains(where: isOfFont)
    }
}
