import GalleyParagraph
import GalleyText

/// The area that text is laid out in.
///
///     let container = TextContainer(size: Size(width: 320, height: .infinity), maximumLines: 3)
public struct TextContainer: Sendable, Hashable {
    /// In px. The width is what lines may fill; text that is higher than the height is laid out all the same, and
    /// `TextLayoutManager.overflowsContainer` says so.
    public var size: Size
    /// Shapes that lines keep clear of, in px from the container's top left.
    public var exclusions: [Exclusion] = []
    /// The most lines; the last one is truncated. `nil` is no limit.
    public var maximumLines: Int?
    /// How the last line is cut and what shows it; the end and an ellipsis by default.
    public var truncation = ParagraphConstraints.Truncation.ellipsis

    public init(size: Size, maximumLines: Int? = nil) {
        self.size = size
        self.maximumLines = maximumLines
    }

    /// As high as the text asks for.
    public init(width: Double, maximumLines: Int? = nil) {
        self.init(size: Size(width: width, height: .infinity), maximumLines: maximumLines)
    }
}
