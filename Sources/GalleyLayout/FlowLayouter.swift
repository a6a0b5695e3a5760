import GalleyParagraph
import GalleyShaping
import GalleyText

/// Lays out the blocks of a document: CSS 2's normal flow, tables, floats and inline blocks.
///
/// One loop over an explicit stack of open boxes, so that nesting depth costs memory and no call stack. Each box that
/// establishes a formatting context has coordinates of its own, from its border box's top left; the last step
/// (`Placement`) adds them up.
///
/// The files, in the order in which a box meets them: `+Boxes` opens and closes boxes and collapses margins,
/// `+Paragraphs` makes lines, `+Leaves` does both for what most of a document is, `+Flows` sizes floats and inline blocks,
/// `+Tables` drives table layout, `+Columns` cuts what stands in columns.
///
/// It is never copied: a question to so large a value would copy it wherever the compiler cannot see that it need not.
struct FlowLayouter: ~Copyable {
    private let input: Input
    let context: LayoutContext

    var boxes: ContiguousArray<BoxGeometry>
    var paragraphs: ContiguousArray<ParagraphGeometry>
    /// By style of blocks: the edges of the last box that was opened.
    var knownEdges: ContiguousArray<BoxEdges?>
    /// What is left of lines that were given up.
    var releasedLines = ReleasedLines.Store()
    /// By paragraph.
    var dropCaps: [Int: DropCapPlace] = [:]
    var tableBorders: ContiguousArray<TableBorderFragment> = []
    var columnUnderlays: [BlockID: ColumnUnderlays] = [:]
    var frames: ContiguousArray<Frame> = []
    var contexts: ContiguousArray<FormattingContext> = []
    var tables: ContiguousArray<TableWork> = []
    /// The multi-column containers that are open, and those that are laid out.
    var columnWork: ContiguousArray<ColumnWork> = []
    var columnSets: ContiguousArray<ColumnSet> = []
    var setOfContainer: [BlockID: Int] = [:]
    var widths = IntrinsicWidths()
    var paragraphsBroken = 0
    var linesLeft: Int?
    var viewport = Size.zero
    /// What there is room for on the pages that fixed boxes are laid out for; `nil` for the first page.
    var pageArea: Size?
    /// The boxes that are laid out beside shapes, while their height is not known: each in the one before.
    var trials: ContiguousArray<ShapeTrial> = []
    /// The multi-column containers whose columns' places beside shapes are looked for.
    var columnShapes: [BlockID: ColumnShapes] = [:]
    /// Where pages begin that are not all of one width.
    var pages: PageWork?
    /// By block, with such pages only.
    var stretches: ContiguousArray<BoxStretch> = []

    var shaped: ShapedDocument { _read { yield input.shaped } }
    var text: AttributedText { _read { yield input.shaped.text } }
    var options: LayoutOptions { _read { yield input.options } }
    var attachments: [AttachmentID: AttachmentState] { _read { yield input.attachments } }
    var previous: ContiguousArray<ParagraphGeometry> { _read { yield input.previous } }
    var positioned: PositionedRanges { _read { yield input.positioned } }

    /// Whether nothing about the whole document makes places depend on more than the flow: no shapes, no pages of several widths.
    let isPlain: Bool

    /// What does not change.
    private final class Input: Sendable {
        let shaped: ShapedDocument
        let options: LayoutOptions
        let attachments: [AttachmentID: AttachmentState]
        /// The paragraphs of a layout of the same text, whose lines are taken where they are the same; empty without one.
        let previous: ContiguousArray<ParagraphGeometry>
        let positioned: PositionedRanges

        init(
            _ shaped: ShapedDocument, _ options: LayoutOptions, _ attachments: [AttachmentID: AttachmentState],
            _ previous: DocumentGeometry?
        ) {
            self.shaped = shaped
            self.options = options
            self.attachments = attachments
            let known = previous?.paragraphs ?? []
            self.previous = known.count == shaped.paragraphs.count ? known : []
            positioned = PositionedRanges(shaped.text)
        }
    }

    init(
        shaped: ShapedDocument, options: LayoutOptions, attachments: [AttachmentID: AttachmentState],
        context: LayoutContext, previous: DocumentGeometry?, pages: PageStyles? = nil
    ) {
        input = Input(shaped, options, attachments, previous)
        self.context = context
        boxes = ContiguousArray(repeating: BoxGeometry(), count: shaped.text.blocks.count)
        paragraphs = ContiguousArray(repeating: ParagraphGeometry(), count: shaped.text.paragraphs.count)
        knownEdges = ContiguousArray(repeating: nil, count: shaped.traits.count)
        linesLeft = options.maximumLines.map { max(0, $0) }
        isPlain = pages == nil && options.exclusions.isEmpty && options.barriers.isEmpty
        guard let pages else { return }
        self.pages = PageWork(pages, text: shaped.text)
        stretches = ContiguousArray(repeating: BoxStretch(), count: shaped.text.blocks.count)
    }

    /// Lays out the whole document.
    mutating func layout(width requested: Double) -> DocumentGeometry {
        if shaped.needsIntrinsicWidths || requested == .infinity {
            measureIntrinsicWidths(ofAll: requested == .infinity)
        }
        let width = usedWidth(requested)
        viewport = Size(width: width, height: options.viewportHeight)
        if !options.exclusions.isEmpty, flowsAroundShapes(.root) { columnShapes[.root] = ColumnShapes() }
        openRoot(width: pages?.bands.width(at: 0) ?? width)
        if pages == nil {
            repeat {
                while !frames.isEmpty { step() }
            } while laysOutRootAgain(width: width)
        } else {
            layOutPages()
        }
        placeAll()
        layOutFootnotes()
        layOutPositioned()
        var geometry = geometry(width: width)
        geometry.fillsContent = requested == .infinity
        return geometry
    }

    /// A finite width: the content's own for an infinite one.
    private func usedWidth(_ width: Double) -> Double {
        if width == .infinity { return min(widths.outer(.root).maximum, LayoutLimits.maximumWidth) }
        return width.isNaN ? 0 : min(max(0, width), LayoutLimits.maximumWidth)
    }

    /// A box that is open: its content is being laid out.
    struct Frame {
        enum Kind: UInt8 { case box, table }
        /// What the frame above was opened for.
        enum Awaited { case nothing, child(BlockID), flow, cell }
        var kind = Kind.box
        var block: BlockID
        var awaited = Awaited.nothing
        /// The children still to come, as places in the tree.
        var places: Range<Int>
        /// The next object of the current paragraph whose flow is not laid out.
        var nextObject = 0
        /// The content box, in the context's coordinates, and what its height is in percentages.
        var contentX = 0.0
        var contentWidth = 0.0
        var contentHeight: Double?
        /// What heights inside are percentages of, where that is no height of its own: in cells.
        var percentageHeight: Double?
        /// Whether that height gives way to higher content: the preferred ratio makes it.
        var growsWithContent = false
        var minimumHeight = 0.0
        var maximumHeight = Double.infinity
        var isRightToLeft = false
        /// Whether the box's y is known: something has separated its top margin from what comes next.
        var isResolved = true
        var isContextRoot = false
        /// How many lines were left around this box where it limits them, and how many it began with; of a context of its own
        /// in a box that does, the first alone.
        var linesOutside: Int?
        var clampedLines: Int?
        var isApart = false
        /// Whether clearance is above the box's top margin.
        var hasClearance = false
        /// For tables: its work.
        var table = -1
        /// A cell that has no block: `block` is its row, and only `places` are laid out.
        var isAnonymous = false
        /// How its content's width depends on that of the page.
        var stretch = BoxStretch()
    }

    /// A block formatting context that is open (CSS 2 §9.4.1).
    struct FormattingContext {
        var root: BlockID
        /// Where the next thing goes, and the margins collected since the last one.
        var cursor: Double
        var strut = MarginStrut()
        /// The first open frame whose y is not known.
        var unresolved: Int
        /// Where a box with clearance stands, while its top margin may still meet its children's.
        var clearedY: Double?
        /// Whether an empty box with clearance is among what the margins were collected from: they do not meet the
        /// bottom margin of the box around it (§8.3.1).
        var endsWithClearance = false
        var floats = FloatSpace()
        /// Floats in boxes whose y is not known: they stand where those will.
        var waitingFloats: [WaitingFloat] = []
        var waitingParagraphs: [Int] = []
        var firstBaseline: Double?
        var lastBaseline: Double?
        /// For a multi-column container: its place in `columnWork`.
        var columns = -1
        /// The shapes that what stands in it keeps clear of, in its coordinates.
        var shapes: ExclusionSpace?

        var hasWaiting: Bool { !waitingFloats.isEmpty || !waitingParagraphs.isEmpty }

        /// Where something that ended the margins would stand now.
        var position: Double { clearedY ?? cursor + strut.sum }

        mutating func noteBaselines(first: Double?, last: Double?) {
            firstBaseline = firstBaseline ?? first
            lastBaseline = last ?? lastBaseline
        }
    }

    /// A float that is laid out, and the content box that it stands in.
    struct WaitingFloat {
        var flow: FlowID
        var left: Double
        var width: Double
    }

    /// Does the next thing in the innermost open box.
    mutating func step() {
        let top = frames.count - 1
        switch frames[top].awaited {
        case .child(let child):
            frames[top].awaited = .nothing
            closeChild(child)
            return
        case .flow: frames[top].awaited = .nothing
        case .cell:
            frames[top].awaited = .nothing
            finishCell()
            return
        case .nothing: break
        }
        if frames[top].kind == .table {
            stepTable()
            return
        }
        guard let place = frames[top].places.first else {
            closeBox()
            return
        }
        let child = shaped.tree[place]
        if isClamping, linesLeft == 0 {
            frames[top].places.removeFirst()
            return cutOff(child)
        }
        if let paragraph = child.paragraph {
            if openNextFlow(ofParagraph: paragraph) { return }
            frames[top].places.removeFirst()
            frames[top].nextObject = 0
            self.place(paragraph: paragraph)
        } else if let block = child.block {
            if placeLeaves() { return }
            frames[top].places.removeFirst()
            openChild(block)
        }
    }
}
