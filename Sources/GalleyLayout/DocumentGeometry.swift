import GalleyParagraph
import GalleyText

/// Where everything of a document stands, as flat arrays.
///
/// Positions are kept as they were when they were computed; what changed the height of a paragraph since then is added
/// by `shifts`, so that an image that arrives moves nothing in memory.
struct DocumentGeometry: Sendable {
    /// The width of the initial containing block, finite.
    var width = 0.0
    /// The height down to the root's margin edge, without `shifts`.
    var baseHeight = 0.0
    /// Whether that is how far down something stands that overflows the root.
    var overflows = false
    /// By block.
    var boxes: ContiguousArray<BoxGeometry> = []
    /// By paragraph.
    var paragraphs: ContiguousArray<ParagraphGeometry> = []
    var markers: ContiguousArray<MarkerGeometry> = []
    /// First letters that are floats, by paragraph.
    var dropCaps: [Int: DropCapPlace] = [:]
    var tableBorders: ContiguousArray<TableBorderFragment> = []
    /// The tables whose columns have backgrounds.
    var columnUnderlays: [BlockID: ColumnUnderlays] = [:]
    /// The multi-column containers, inner ones first.
    var columnSets: ContiguousArray<ColumnSet> = []
    /// By block: the container whose columns it stands in, -1 for none; empty without columns.
    var blockSets: ContiguousArray<Int32> = []
    /// By block: the place in `columnSets` of the container that it is itself, -1 for none; empty without columns.
    var ownSets: ContiguousArray<Int32> = []
    /// By how much each paragraph moved what follows it; empty until one does.
    var shifts = FenwickTree<Double>(count: 0)
    /// How many lines each paragraph has.
    var lineCounts = FenwickTree<Int>(count: 0)
    /// Whether any paragraph moved its successors since the positions were computed.
    var hasShifts = false

    /// By block how its width depends on that of the page; empty where all pages are equally wide.
    var stretches: ContiguousArray<BoxStretch> = []
    /// Where pages of another width begin, and the first paragraph there.
    var pageBreaks: [PageWork.Break] = []

    /// Of a layout that is to be cut into pages: the boxes with `position: fixed`, by block. Each page shows them (CSS 2
    /// §9.6.1); their coordinates are those of a page's content.
    var fixedBoxes: [FixedBox] = []
    /// In document order.
    var footnotes: [Footnote] = []
    /// Whether the layout is to be cut into pages: then footnotes are no part of what is cut.
    var isPaged = false

    /// Whether the width is the content's own: it was infinite.
    var fillsContent = false

    /// The places of markers in `markers`, by paragraph.
    var markersByParagraph: ContiguousArray<Int32> {
        ContiguousArray(
            markers.indices.map { Int32(truncatingIfNeeded: $0) }.sorted {
                (markers[Int($0)].paragraph, $0) < (markers[Int($1)].paragraph, $1)
            })
    }

    func isFixed(block: Int) -> Bool { fixedBox(of: block) != nil }

    /// The fixed box that a block is, or is in.
    func fixedBox(of block: Int) -> FixedBox? { fixedBoxes.element(holding: block, \.blocks) }

    func isFixed(paragraph: Int) -> Bool { fixedBoxes.element(holding: paragraph, \.paragraphs) != nil }

    /// Whether a block's place is said by the page, and not by where the flow is cut.
    func isApart(block: Int) -> Bool { isFixed(block: block) || isPaged && footnote(of: block) != nil }

    func isApart(paragraph: Int) -> Bool {
        isFixed(paragraph: paragraph) || isPaged && footnote(ofParagraph: paragraph) != nil
    }

    /// The first blocks of the fixed box and of the footnote that a block is in.
    func placeApart(of block: Int) -> PlaceApart {
        PlaceApart(
            fixed: fixedBox(of: block)?.blocks.lowerBound, footnote: footnote(of: block)?.blocks.lowerBound)
    }

    /// The footnote that a block is, or is in.
    func footnote(of block: Int) -> Footnote? { footnotes.element(holding: block, \.blocks) }

    func footnote(ofParagraph paragraph: Int) -> Footnote? { footnotes.element(holding: paragraph, \.paragraphs) }

    var hasColumns: Bool { !columnSets.isEmpty }

    /// Moves what follows a paragraph. O(log paragraphs).
    mutating func shift(after paragraph: Int, by distance: Double) {
        guard distance != 0 else { return }
        if shifts.count == 0 { shifts = FenwickTree(count: paragraphs.count) }
        shifts.add(distance, at: paragraph)
        hasShifts = true
    }

    var height: Double { baseHeight + shifts.total }

    /// How far what begins with a paragraph has moved.
    func shift(ofParagraph index: Int) -> Double { hasShifts ? shifts.sum(before: index) : 0 }

    /// Where a footnote's margin box begins.
    func top(of note: Footnote) -> Double { note.top + shift(ofParagraph: note.paragraphs.lowerBound) }

    func origin(ofParagraph index: Int) -> Point {
        Point(x: paragraphs[index].origin.x, y: paragraphs[index].origin.y + shift(ofParagraph: index))
    }
}

/// Of a block set apart from the flow: the first block of the fixed box that it is in, and that of the footnote.
struct PlaceApart: Sendable, Hashable {
    var fixed: Int?
    var footnote: Int?
}

/// A box that has its place on a page and not in the flow, with what is in it.
struct FixedBox: Sendable {
    var blocks: Range<Int>
    var paragraphs: Range<Int>
    /// Whether every page shows it, not only the first.
    var isOnEachPage: Bool
}

/// The backgrounds of a table's columns and their groups, by column, relative to the table's border box.
struct ColumnUnderlays: Sendable {
    var groups: [BoxUnderlay?]
    var columns: [BoxUnderlay?]
}

/// Lines that were made beside some floats.
struct LinePass: Sendable {
    var floats: [FloatSpace.Placed]
    var layout: ParagraphLayout
}

/// A paragraph's object as layout knows it.
struct ObjectBox: Sendable, Hashable {
    var metrics: InlineBoxMetrics
    /// For attachments.
    var attachment: AttachmentBox?
}

/// A marker's place, relative to its paragraph's origin.
struct MarkerGeometry: Sendable {
    var item: BlockID
    private let paragraphIndex: Int32
    var offset: Point
    /// None for a marker that is text, as nearly all are.
    private var images: ContiguousArray<MarkerFragment.Image> = []

    init(item: BlockID, paragraph: Int, offset: Point) {
        self.item = item
        paragraphIndex = Int32(clamping: paragraph)
        self.offset = offset
    }

    var paragraph: Int { Int(paragraphIndex) }
    /// Where it is an image: that, relative to `offset`.
    var image: MarkerFragment.Image? {
        get { images.first }
        set { images = newValue.map { [$0] } ?? [] }
    }
}
