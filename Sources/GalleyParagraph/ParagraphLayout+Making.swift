import GalleyFonts
import GalleyShaping
import GalleyText

extension ParagraphLayout {
    /// Makes the lines of a shaped paragraph: break, gather, align, put into visual order, stack.
    ///
    /// Linear in the lines, with a binary search for each segment of a line; nothing is shaped but unsafe edges, hyphens
    /// and ellipses.
    ///
    /// - Parameters:
    ///   - shaped: the paragraph.
    ///   - constraints: the room for it, and how it is broken.
    ///   - boxes: the margin boxes of `shaped.objects`, in order; missing ones take no room.
    ///   - context: counts, and shapes edges that are not safe to break; its fonts are those that shaped the paragraph.
    public init(
        _ shaped: ShapedParagraph, _ constraints: ParagraphConstraints, boxes: [InlineBoxMetrics] = [],
        context: LayoutContext
    ) {
        if let firstLine = shaped.firstLine {
            self.init(storage: ParagraphLayout.make(shaped, firstLine, constraints, boxes, context))
            return
        }
        self.init(storage: shaped.withBreakPlaces { ParagraphLayout.make(shaped, $0, constraints, boxes, context) })
    }

    static func make(
        _ shaped: ShapedParagraph, _ places: BreakPlaces, _ constraints: ParagraphConstraints,
        _ boxes: [InlineBoxMetrics], _ context: LayoutContext
    ) -> Storage {
        let plain = PlainLines(shaped, places, constraints)
        if let plain, plain.isComplete {
            context.counters.paragraphsBroken += 1
            context.counters.linesMade += plain.lines.count
            return Storage(
                shaped: shaped, fonts: context.fonts, edges: ShapedText(), lines: plain.lines, pieces: [], boxes: [],
                objectBoxes: [],
                inserted: [:], hidden: [:], annotations: [],
                size: Size(width: plain.width, height: plain.height), isTruncated: false)
        }
        var maker = LineMaker(shaped, places, constraints, boxes, context, after: plain)
        maker.makeLines()
        return maker.finish()
    }
}
