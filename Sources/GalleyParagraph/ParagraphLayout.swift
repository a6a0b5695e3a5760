import GalleyFonts
import GalleyShaping
import GalleyText

/// The lines of one paragraph: a pure function of a `ShapedParagraph`, the boxes of its objects and its constraints.
///
///     let shaped = context.shape(paragraph: 0, of: text)
///     let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 400), context: context)
///     for line in layout.lines { print(line.sourceRange, line.width) }
///
/// Coordinates are px from the top left corner of the paragraph's content box, y downwards. An immutable value; copies
/// share their storage. Making lines reads prefix sums: nothing is shaped but line edges that are not safe to break.
public struct ParagraphLayout: Sendable {
    let storage: Storage

    final class Storage: Sendable {
        let shaped: ShapedParagraph
        /// The faces that shaped it.
        let fonts: FontCollection
        let lines: ContiguousArray<LineRecord>
        let size: Size
        let isTruncated: Bool
        /// What simple lines have nothing of.
        private let extras: Extras?

        private final class Extras: Sendable {
            let edges: ShapedText
            let pieces: ContiguousArray<LinePiece>
            let boxes: ContiguousArray<BoxRecord>
            let objectBoxes: [InlineBoxMetrics]
            let inserted: [Int: String]
            let hidden: [Int: Range<Int>]
            let annotations: [ParagraphLayout]
            let displacements: [Point]

            init(
                edges: ShapedText, pieces: ContiguousArray<LinePiece>, boxes: ContiguousArray<BoxRecord>,
                objectBoxes: [InlineBoxMetrics], inserted: [Int: String], hidden: [Int: Range<Int>],
                annotations: [ParagraphLayout], displacements: [Point]
            ) {
                self.edges = edges
                self.pieces = pieces
                self.boxes = boxes
                self.objectBoxes = objectBoxes
                self.inserted = inserted
                self.hidden = hidden
                self.annotations = annotations
                self.displacements = displacements
            }
        }

        init(
            shaped: ShapedParagraph, fonts: FontCollection, edges: ShapedText, lines: ContiguousArray<LineRecord>,
            pieces: ContiguousArray<LinePiece>, boxes: ContiguousArray<BoxRecord>,
            objectBoxes: [InlineBoxMetrics], inserted: [Int: String], hidden: [Int: Range<Int>],
            annotations: [ParagraphLayout], displacements: [Point] = [], size: Size, isTruncated: Bool
        ) {
            self.shaped = shaped
            self.fonts = fonts
            self.lines = lines
            self.size = size
            self.isTruncated = isTruncated
            extras = Extras(
                edges: edges, pieces: pieces, boxes: boxes, objectBoxes: objectBoxes, inserted: inserted,
                hidden: hidden, annotations: annotations, displacements: displacements)
        }

        /// Lines whose pieces are all made when they are asked for.
        convenience init(
            shaped: ShapedParagraph, fonts: FontCollection, edges: ShapedText, lines: ContiguousArray<LineRecord>,
            size: Size
        ) {
            if edges.items.isEmpty {
                self.init(shaped: shaped, fonts: fonts, lines: lines, size: size)
            } else {
                self.init(
                    shaped: shaped, fonts: fonts, edges: edges, lines: lines, pieces: [], boxes: [], objectBoxes: [],
                    inserted: [:], hidden: [:], annotations: [], size: size, isTruncated: false)
            }
        }

        /// Such lines of nothing but the paragraph's own text.
        init(shaped: ShapedParagraph, fonts: FontCollection, lines: ContiguousArray<LineRecord>, size: Size) {
            self.shaped = shaped
            self.fonts = fonts
            self.lines = lines
            self.size = size
            isTruncated = false
            extras = nil
        }

        /// Reshaped edges, hyphens, ellipses.
        var edges: ShapedText { extras?.edges ?? ShapedText() }
        /// That which a piece's clusters are of.
        func text(of piece: LinePiece) -> ShapedText { piece.kind == .text ? shaped.text : edges }
        var pieces: ContiguousArray<LinePiece> { extras?.pieces ?? [] }
        var boxes: ContiguousArray<BoxRecord> { extras?.boxes ?? [] }
        var objectBoxes: [InlineBoxMetrics] { extras?.objectBoxes ?? [] }
        /// Texts of pieces that were inserted, by item of `edges`.
        var inserted: [Int: String] { extras?.inserted ?? [:] }
        /// The inline bytes that lines do not show, by line.
        var hidden: [Int: Range<Int>] { extras?.hidden ?? [:] }
        /// Ruby's annotations.
        var annotations: [ParagraphLayout] { extras?.annotations ?? [] }
        /// By how much each box's pieces were moved from where their line has them; empty where none was.
        var displacements: [Point] { extras?.displacements ?? [] }

        /// By how much `position: relative` moved a piece.
        func displacement(of piece: LinePiece) -> Point {
            let displacements = displacements
            return displacements.isEmpty || piece.box < 0 ? .zero : displacements[Int(piece.box)]
        }
    }

    init(storage: Storage) { self.storage = storage }
}

extension ParagraphLayout {
    public var shaped: ShapedParagraph { storage.shaped }
    /// The width of the widest line with its indent, and the sum of the lines' heights.
    public var size: Size { storage.size }
    /// Whether text was cut (`maximumLines`, `lineBreakMode`).
    public var isTruncated: Bool { storage.isTruncated }
    /// The lines from top to bottom.
    public var lines: Lines { Lines(layout: self) }
    public var lineCount: Int { storage.lines.count }
    /// The first line's baseline, from the paragraph's top; `nil` without lines.
    public var firstBaseline: Double? { storage.lines.first.map { $0.y + $0.ascent } }
    public var lastBaseline: Double? { storage.lines.last.map { $0.y + $0.ascent } }
    /// Whether `position: relative` has moved anything from where its line has it.
    public var isDisplaced: Bool { !storage.displacements.isEmpty }
    /// The source bytes that are not shown; `nil` when all are.
    public var truncatedRange: Range<Int>? {
        truncatedRanges.first
    }
    /// As ``truncatedRange``, for each line that does not show all of its text (`text-overflow` cuts each by itself), from
    /// top to bottom.
    public var truncatedRanges: [Range<Int>] {
        guard isTruncated else { return [] }
        return storage.hidden.keys.sorted().compactMap { lines[$0].truncatedRange }
    }

    /// The lines of a layout.
    public struct Lines: RandomAccessCollection, Sendable {
        let layout: ParagraphLayout
        public var startIndex: Int { 0 }
        public var endIndex: Int { layout.storage.lines.count }
        public subscript(index: Int) -> Line { Line(layout: layout, index: index) }
    }
}
