import GalleyText

/// What one batch of arrivals or edits changed in a layout.
public struct LayoutChange: Sendable, Hashable {
    /// What must be drawn again, in px of the document as it is now: first where the changed things stood, then where
    /// they stand; what only moved is told by `moved`.
    public var rects: [Rect]
    /// The rectangles before and after of each paragraph that was broken again, by paragraph index.
    public var paragraphs: [ParagraphChange]
    /// What moved without changing: everything of the new layout below `y`, by `deltaY`; `nil` when nothing did.
    public var moved: Movement?
    /// The attachments that arrived or failed with this batch.
    public var attachments: [AttachmentID]
    /// The height of the document before and after.
    public var oldHeight: Double
    public var newHeight: Double
    /// The work that it took.
    public var work: LayoutWork

    /// A paragraph whose lines or attachments changed.
    public struct ParagraphChange: Sendable, Hashable {
        /// Its index in the text as it is now.
        public var paragraph: Int
        /// As wide as the paragraph may be and as high as its lines, px of the document before and after.
        public var oldFrame: Rect
        public var newFrame: Rect
    }

    /// A stretch of the document that moved as a whole.
    public struct Movement: Sendable, Hashable {
        /// The top of what moved, in the new layout.
        public var y: Double
        /// How far down it moved, px.
        public var deltaY: Double
    }
}

/// How much work layouts did: counted, not measured.
public struct LayoutWork: Sendable, Hashable {
    /// Calls to the shaper that were not answered from a cache.
    public var itemsShaped = 0
    /// Paragraphs whose lines were broken.
    public var paragraphsBroken = 0
    /// Blocks whose position was computed anew, not only moved.
    public var blocksPlaced = 0
    /// Resources asked of the loader.
    public var loads = 0

    public init() {}

    public static func + (left: LayoutWork, right: LayoutWork) -> LayoutWork {
        var sum = left
        sum.itemsShaped += right.itemsShaped
        sum.paragraphsBroken += right.paragraphsBroken
        sum.blocksPlaced += right.blocksPlaced
        sum.loads += right.loads
        return sum
    }
}
