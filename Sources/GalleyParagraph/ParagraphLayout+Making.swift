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
        var simple: (records: ContiguousArray<LineRecord>, height: Double, end: BreakPosition) = ([], 0, .start)
        if shaped.isSimplyFilled, let storage = ParagraphLayout.simple(shaped, constraints, context, &simple) {
            self.init(storage: storage)
            return
        }
        var plan: ContiguousArray<BrokenLine>?
        if shaped.isOneStretch, let found = SimpleFit.find(shaped, constraints, context) {
            switch found {
            case .records(let lines):
                context.counters.paragraphsBroken += 1
                self.init(storage: Storage(of: lines, shaped, context))
                return
            case .plan(let lines): plan = lines
            }
        }
        if let firstLine = shaped.firstLine {
            self.init(storage: ParagraphLayout.make(shaped, firstLine, constraints, boxes, context))
            return
        }
        self.init(
            storage: shaped.withBreakPlaces {
                ParagraphLayout.make(
                    shaped, $0, constraints, boxes, context,
                    after: LinesSoFar(records: simple.records, height: simple.height, end: simple.end), plan: plan)
            })
    }

    static func make(
        _ shaped: ShapedParagraph, _ places: BreakPlaces, _ constraints: ParagraphConstraints,
        _ boxes: [InlineBoxMetrics], _ context: LayoutContext, after simple: consuming LinesSoFar = LinesSoFar(),
        plan: ContiguousArray<BrokenLine>? = nil
    ) -> Storage {
        let traits = shaped.traits
        var lines = simple
        var plain = PlainLines(shaped, traits, places, constraints, context)
        if plain != nil,
            plain!.make(from: lines.end, wasForced: false, &lines.records, &lines.height, &lines.end, &lines.edges)
        {
            context.counters.paragraphsBroken += 1
            context.counters.linesMade += lines.records.count
            return Storage(
                shaped: shaped, fonts: context.fonts, edges: lines.edges, lines: lines.records,
                size: Size(width: plain!.width(of: lines.records), height: lines.height))
        }
        var maker = LineMaker(shaped, places, constraints, boxes, context, after: lines, plain)
        maker.plan = plan
        maker.plannedWidth = constraints.width
        maker.makeLines()
        return maker.finish()
    }

    /// About as many lines as the text's width makes, and rather more.
    static func estimatedLineCount(
        _ last: borrowing InlineSegment, _ places: BreakPlaces, _ width: Double
    ) -> Int {
        guard width.isFinite, width >= 1 else { return 2 }
        return Int(max(0, min(last.endX / width * 1.1, Double(places.utf8.count)))) + 2
    }
}

extension ShapedParagraph {
    /// Lets `body` look for the places where lines may end.
    func withBreakPlaces<Result>(_ body: (BreakPlaces) -> Result) -> Result {
        var result: Result?
        readBreakPlaces { result = body($0) }
        return result.unsafelyUnwrapped
    }
}

/// The lines at the start of a paragraph that are made already.
struct LinesSoFar {
    var records: ContiguousArray<LineRecord> = []
    /// How many of them are another layout's.
    var knownCount = 0
    /// The sum of their heights.
    var height = 0.0
    var end = BreakPosition.start
    /// Edges that are shaped again, in the order of the lines.
    var edges = ShapedText()
    /// What lines with more than text are made of.
    var pieces: ContiguousArray<LinePiece> = []
    var inserted: [Int: String] = [:]
    var boxes: ContiguousArray<BoxRecord> = []
}
