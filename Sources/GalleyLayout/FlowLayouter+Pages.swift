import GalleyParagraph
import GalleyText

// Pages that differ in width (CSS Fragmentation 3 §5.1): what goes on to a page is laid out in its width.
//
// Where a page ends is known when what follows it for another page's height is laid out. If the next page has another width,
// the layout goes back to the last checkpoint above its top and does the rest again, lines below the top in the new width.
// So each page is laid out twice at most times a small number, and the text once more than pages of one width are.
extension FlowLayouter {
    /// Lays out the document page by page.
    mutating func layOutPages() {
        addCheckpoint(at: 0)
        while true {
            while !frames.isEmpty {
                step()
                guard let y = flowPosition(), let work = pages, y > work.nextCheckpoint else { continue }
                if y > work.limit, settlePages(above: y) { continue }
                addCheckpoint(at: y)
            }
            guard settlePages(above: .infinity) else { return }
        }
    }

    /// Where the next thing would stand in the document, between two children of boxes that are simply below each other.
    private func flowPosition() -> Double? {
        guard let frame = frames.last, case .nothing = frame.awaited, case .box = frame.kind, let origin = pageOrigin()
        else { return nil }
        return origin + contexts[contexts.count - 1].cursor
    }

    /// Where the innermost context stands in the document; `nil` in tables, floats and columns and beside shapes, which keep
    /// the width that they begin with.
    private func pageOrigin() -> Double? {
        guard contexts.count <= PageWork.maximumContexts, trials.isEmpty else { return nil }
        var origin = 0.0
        for index in contexts.indices {
            let root = contexts[index].root
            guard contexts[index].columns < 0,
                index == 0 ? root == .root : boxes[root.index].anchor == contexts[index - 1].root.rawValue
            else { return nil }
            origin += boxes[root.index].y
        }
        return origin
    }

    // MARK: Widths

    /// The width of the innermost box's content at a height of its context.
    func contentWidth(at y: Double) -> Double {
        let frame = frames[frames.count - 1]
        guard let pages, frame.stretch.share != 0, let origin = pageOrigin() else { return frame.contentWidth }
        return max(0, frame.contentWidth + frame.stretch.change(on: pages.bands.width(at: origin + y)))
    }

    /// Makes a containing block as wide as the page on which a child of the innermost box begins. Returns how the width of
    /// what fills it depends on that page.
    func fitToPage(_ block: BlockID, _ container: inout ContainingBlock) -> BoxStretch {
        let frame = frames[frames.count - 1]
        guard let pages, frame.stretch.share != 0, let origin = pageOrigin() else { return BoxStretch() }
        let context = contexts[contexts.count - 1]
        var strut = context.strut
        strut.add(metrics(of: block, in: container).margin.top)
        let y = origin + (context.clearedY ?? context.cursor + strut.sum)
        container.width = contentWidth(at: y - origin)
        return BoxStretch(share: frame.stretch.share, pageWidth: pages.bands.width(at: y))
    }

    /// Notes how the width of the box that was opened last depends on the page's.
    mutating func setStretch(
        of block: BlockID, in container: ContainingBlock, _ metrics: BoxMetrics, parent: BoxStretch
    ) {
        guard pages != nil, parent.share != 0, frames[frames.count - 1].block == block else { return }
        var wider = container
        wider.width += 1
        wider.room = container.room.map { $0 + 1 }
        let share = self.metrics(of: block, in: wider).width - metrics.width
        let stretch = BoxStretch(share: parent.share * share, pageWidth: parent.pageWidth)
        frames[frames.count - 1].stretch = stretch
        stretches[block.index] = stretch
    }

    /// Something that begins at a height of the innermost context is as wide as its page, if the box around it is.
    mutating func noteWidthUse(downTo y: Double, _ stretch: BoxStretch) {
        guard pages != nil, stretch.share != 0 else { return }
        noteWidthUse(downTo: y + 2 * FlowBreaker.tolerance)
    }

    /// Something down to a height of the innermost context has the width of its page.
    mutating func noteWidthUse(downTo y: Double) {
        guard let origin = pageOrigin(), let last = pages?.lastUse else { return }
        pages?.lastUse = max(last, origin + y)
    }

    /// The widths of the pages to which a paragraph of that width would go on, from its top.
    func pageWidths(belowParagraphOf width: Double) -> [PageWidth] {
        let frame = frames[frames.count - 1]
        guard let pages, frame.stretch.share != 0, let origin = pageOrigin() else { return [] }
        let y = origin + contexts[contexts.count - 1].cursor
        let own = pages.bands.width(at: y)
        return pages.bands.below(y).map {
            PageWidth(offset: $0.top - y, width: max(0, width + frame.stretch.share * ($0.width - own)))
        }
    }

    /// Makes the lines of a paragraph without objects that goes on to pages of other widths: down to where these must be
    /// known, and after the lines of an earlier try that stand. So each is made about as often as its page is laid out, on
    /// however many pages the paragraph is.
    mutating func linesByPage(ofParagraph index: Int, width: Double) -> LinesByPage {
        // Lines that are given up are not gone on with.
        guard linesLeft == nil, let paragraph = shaped.paragraphs[index], paragraph.objects.isEmpty,
            let origin = pageOrigin()
        else { return .other }
        let y = contexts[contexts.count - 1].cursor
        while let limit = pages?.limit, let distance = pages?.checkpointDistance {
            let widths = pageWidths(belowParagraphOf: width)
            let floats = floatsBesideParagraph(width: widths.reduce(width) { max($0, $1.width) })
            let exclusions = exclusions(besideParagraphAt: paragraphs[index].origin)
            let constraints = ParagraphConstraints(
                width: width, percentageBase: width,
                lineSpace: FlowLayouter.lineSpace(beside: floats, exclusions, widths, width: width))
            guard !widths.isEmpty, ParagraphLayout.isMadeFromTop(paragraph, constraints) else {
                return .other
            }
            let kept = paragraphs[index].heightKept(width, floats, exclusions, widths)
            paragraphs[index].width = width
            paragraphs[index].objects = []
            paragraphs[index].maximumLines = 0
            paragraphs[index].isClamped = false
            paragraphs[index].isContinued = false
            paragraphs[index].pageWidths = widths
            paragraphs[index].floats = floats
            paragraphs[index].exclusions = exclusions
            // Always further than before.
            let known = min(kept, paragraphs[index].layout?.size.height ?? 0)
            let stop = max(limit - origin - y, known + 8 * distance)
            var before = paragraphs[index].layout?.layout
            paragraphs[index].layout = nil
            let (layout, isComplete) = ParagraphLayout.make(
                paragraph, constraints, after: &before, above: kept, downTo: stop, context: context)
            paragraphs[index].layout = .kept(layout)
            noteWidthUse(downTo: y + layout.size.height)
            if isComplete {
                paragraphsBroken += 1
                return .made(layout)
            }
            if settlePages(above: origin + y + layout.size.height) { return .wentBack }
        }
        return .other
    }

    enum LinesByPage {
        case made(ParagraphLayout)
        /// The layout went back to somewhere above.
        case wentBack
        /// They are made as those of other paragraphs.
        case other
    }

    /// Answers a paragraph that goes on to other pages where its lines may stand.
    static func lineSpace(
        beside floats: [FloatSpace.Placed], on pages: [PageWidth], width: Double
    ) -> LineSpaceProvider {
        { offset, height in
            let band = band(beside: floats, on: pages, width: width, at: offset, height: height)
            return LineSpace(x: band.left, width: band.width, nextOffset: band.nextY)
        }
    }

    /// The room between floats for a line of a paragraph that goes on to other pages.
    static func band(
        beside floats: [FloatSpace.Placed], on pages: [PageWidth], width: Double, at offset: Double, height: Double
    ) -> FloatSpace.Band {
        let next = pages.partitionIndex { $0.offset > offset + FlowBreaker.tolerance }
        let width = next > 0 ? pages[next - 1].width : width
        // Lines that are too wide go below floats (CSS 2 §9.5); on a page that is too narrow they stand over its edge.
        var band = FloatSpace.band(floats, at: offset, height: height, left: 0, right: width)
        band.left = min(band.left, width)
        return band
    }

    // MARK: Pages

    /// Finds the ends of the pages that are laid out down to a height, with as much below. Returns whether it went back to
    /// lay out something again.
    private mutating func settlePages(above y: Double) -> Bool {
        while true {
            switch settleSome(above: y) {
            case .wentBack: return true
            case .settled: return false
            case .brokeEarly: continue
            }
        }
    }

    private enum Settling {
        case settled, wentBack
        /// A page ends where its text alone would not have it: the text is to be cut again.
        case brokeEarly
    }

    private mutating func settleSome(above y: Double) -> Settling {
        guard var work = pages else { return .settled }
        defer { pages = work }
        let (strip, rows) = strip(of: work)
        let tolerance = FlowBreaker.tolerance
        func isInRow(_ y: Double) -> Bool { rows.contains { $0.crosses(y) } }
        /// The page that begins where the breaker stands.
        func sheet(at index: Int, _ breaker: FlowBreaker, _ work: inout PageWork) -> PageSheet {
            let row = rows.first { $0.top < breaker.top + tolerance && $0.bottom > breaker.top + tolerance }
            return work.sheet(at: index, paragraph: row?.paragraph ?? breaker.nextParagraph)
        }
        let breaks = work.breaks[work.breaks.partitionIndex { $0.y > work.top - tolerance }...].map {
            BreakRules.ForcedBreak.page(at: $0.y)
        }
        var breaker = FlowBreaker(
            strip, BreakRules(strip, target: .page, names: work.names, breaks: breaks), start: 0,
            continuing: work.breaker)
        while work.index < LayoutLimits.maximumPages, !breaker.isAtEnd {
            let height = sheet(at: work.index, breaker, &work).contentRect.height
            guard work.top + 2 * height < y, let slice = breaker.nextSlice(height: height) else { break }
            if let tried = work.tried,
                work.attempts >= PageWork.maximumAttempts || breaker.isAtEnd || breaker.top > tried.y + tolerance
            {
                // In its own width what follows would stand here: then the page ends before it all the same.
                if !isInRow(tried.y) { work.breaks.append(tried) }
                work.tried = nil
                return .brokeEarly
            }
            if breaker.isAtEnd { break }
            let next =
                work.index + 1 + (slice.forced.map { work.styles.blankPages(for: $0, before: work.index + 1) } ?? 0)
            let width = sheet(at: next, breaker, &work).contentRect.width
            let top = breaker.top
            if let tried = work.tried, top < tried.y - tolerance {
                work.bands.removeLast()
                work.tried = nil
            }
            if work.tried == nil, width != work.bands.last.width {
                work.bands.append(PageBands.Band(top: top, width: width))
                work.tried = PageWork.Break(y: top, paragraph: breaker.nextParagraph ?? 0)
                work.attempts += 1
                if work.lastUse > top + tolerance {
                    goBack(&work, to: top)
                    return .wentBack
                }
            }
            if let tried = work.tried, slice.forced == nil, !isInRow(tried.y) { work.breaks.append(tried) }
            work.tried = nil
            work.move(past: breaker, index: next)
        }
        let height = sheet(at: work.index, breaker, &work).contentRect.height
        work.limit = work.top + 2 * height
        // Where there was nothing to cut, there is no use in looking again before another page of room is taken.
        if breaker.isAtEnd, y.isFinite { work.limit = max(work.limit, y + height) }
        work.checkpointDistance = height / 8
        return .settled
    }

    /// What is laid out of the page that is not settled, and below, in the document's coordinates; and where in it rows of
    /// columns stand that pages will cut: they are about as high then.
    private func strip(of work: PageWork) -> (FlowStrip, rows: [FlowStrip.Row]) {
        let first = work.checkpoints[0]
        let end = nextParagraph()
        var origins: [Int: Double] = [0: boxes[0].y]
        // Contexts around that are open, and those that were when this stretch began.
        for frame in first.frames where frame.block != .root {
            let box = boxes[frame.block.index]
            origins[frame.block.index] = box.y + (origins[Int(box.anchor)] ?? 0)
        }
        var strip = strip(
            of: first.paragraph..<max(first.paragraph, end), from: first.nextBlock, flow: .main, origins: origins)
        // Of a paragraph that began pages before, only what is left is looked at.
        for (index, paragraph) in strip.paragraphs.enumerated() where paragraph.top < work.top {
            let place = paragraph.lines?.partitionIndex { paragraph.top + $0.y >= work.top - 1 }
            strip.paragraphs[index].firstLine = place ?? 0
        }
        // Boxes that are open have no height yet: they reach further.
        var open: Set<BlockID> = []
        for frame in frames { open.insert(frame.block) }
        let far = strip.boxes.reduce(0) { max($0, $1.bottom) } + LayoutLimits.maximumWidth
        for index in strip.boxes.indices where open.contains(strip.boxes[index].block) {
            strip.boxes[index].bottom = far
        }
        let around = first.frames.filter { $0.block.index < first.nextBlock }.map { frame in
            let block = frame.block
            let top = origins[block.index] ?? 0
            return FlowStrip.Box(
                block: block, top: top, bottom: open.contains(block) ? far : top + boxes[block.index].height,
                topMargin: boxes[block.index].margin.top,
                isDecorated: text.style(of: block).isDecorated(
                    drawsBackground: true, drawsBorder: true, drawsShadows: true), takesBreaks: true)
        }
        strip.boxes.insert(contentsOf: around, at: 0)
        for box in around { strip.noteEdges(of: box.block, boxes[box.block.index]) }
        let rows = strip.rows.filter { columnSets[$0.place.set].isMovable }
        strip.rows.removeAll { columnSets[$0.place.set].isMovable }
        let containers = Set(rows.map { columnSets[$0.place.set].container })
        for index in strip.boxes.indices where containers.contains(strip.boxes[index].block) {
            strip.boxes[index].isDecorated = true
        }
        return (strip, rows)
    }

    /// The first paragraph of the flow that is not laid out.
    private func nextParagraph() -> Int {
        for frame in frames.reversed() {
            guard let place = frame.places.first else { continue }
            let child = shaped.tree[place]
            return child.paragraph ?? child.block.map { text.blocks[$0.index].paragraphs.lowerBound } ?? 0
        }
        return text.paragraphs.count
    }

    // MARK: Checkpoints

    private mutating func addCheckpoint(at y: Double) {
        guard let work = pages else { return }
        let paragraph = nextParagraph()
        let checkpoint = PageWork.Checkpoint(
            y: y, lastUse: work.lastUse, paragraph: paragraph,
            nextBlock: text.blocks.partitionIndex { $0.paragraphs.lowerBound >= paragraph }, frames: frames,
            contexts: contexts, columnSets: columnSets.count, tableBorders: tableBorders.count, linesLeft: linesLeft)
        pages?.checkpoints.append(checkpoint)
        pages?.nextCheckpoint = min(work.limit, y + work.checkpointDistance)
    }

    /// Goes back to before anything below a height that depends on the page's width.
    private mutating func goBack(_ work: inout PageWork, to top: Double) {
        let known = work.checkpoints.lastIndex { $0.lastUse <= top + FlowBreaker.tolerance } ?? 0
        work.checkpoints.removeSubrange((known + 1)...)
        let checkpoint = work.checkpoints[known]
        frames = checkpoint.frames
        contexts = checkpoint.contexts
        removeColumns(from: checkpoint.columnSets)
        tableBorders.removeSubrange(checkpoint.tableBorders...)
        linesLeft = checkpoint.linesLeft
        tables.removeAll()
        columnWork.removeAll()
        work.lastUse = checkpoint.lastUse
        work.limit = top + 2 * work.styles.ordinary().contentRect.height
        work.nextCheckpoint = min(work.limit, checkpoint.y + work.checkpointDistance)
    }
}

/// How a box's width depends on that of the page.
struct BoxStretch: Sendable {
    /// By how much a page that is 1 px wider makes it wider.
    var share = 0.0
    /// The width of the page on which it begins.
    var pageWidth = 0.0

    /// By how much it is wider on a page of another width.
    func change(on width: Double) -> Double { share * (width - pageWidth) }
}

/// The width of a paragraph's lines from a distance below its top on.
struct PageWidth: Sendable, Hashable {
    var offset: Double
    var width: Double

    /// Where two lists begin to say different things.
    static func difference(_ one: [PageWidth], _ other: [PageWidth]) -> Double {
        let same = zip(one, other).prefix { $0 == $1 }.count
        let next = [one.dropFirst(same).first, other.dropFirst(same).first].compactMap { $0?.offset }
        return next.min() ?? .infinity
    }
}

extension ParagraphGeometry {
    /// Down to where the lines that it has are those that it would have in other room; 0 where none are.
    fileprivate func heightKept(
        _ width: Double, _ floats: [FloatSpace.Placed], _ exclusions: ExclusionOrigin?, _ pageWidths: [PageWidth]
    ) -> Double {
        guard layout != nil, self.width == width, self.floats == floats, self.exclusions == exclusions,
            maximumLines == 0, objects.isEmpty
        else { return 0 }
        return PageWidth.difference(self.pageWidths, pageWidths)
    }
}

/// How wide the pages of a document are, by where they begin.
struct PageBands: Sendable {
    struct Band: Sendable {
        var top: Double
        var width: Double
    }

    /// By top; never empty.
    private var bands: [Band]

    init(width: Double) { bands = [Band(top: -.infinity, width: width)] }

    var last: Band { bands[bands.count - 1] }

    func width(at y: Double) -> Double {
        bands[max(1, bands.partitionIndex { $0.top > y + FlowBreaker.tolerance }) - 1].width
    }

    /// Those that begin below a height.
    func below(_ y: Double) -> ArraySlice<Band> {
        bands[bands.partitionIndex { $0.top > y + FlowBreaker.tolerance }...]
    }

    mutating func append(_ band: Band) { bands.append(band) }
    mutating func removeLast() { if bands.count > 1 { bands.removeLast() } }
}

/// The pages of a document that is being laid out, where they differ in width.
struct PageWork {
    /// How often the end of a page is looked for; the last place found is taken.
    static let maximumAttempts = 4
    /// In how many contexts inside each other text still takes the width of its page.
    static let maximumContexts = 8

    /// A page's end that stands because the next page has another width.
    struct Break: Sendable {
        var y: Double
        /// The first paragraph after it.
        var paragraph: Int
    }

    /// A state of the layout that it can go back to.
    struct Checkpoint {
        /// Where the flow stood.
        var y: Double
        /// How far down the width of a page had been used.
        var lastUse: Double
        /// The first paragraph and the first block that were not laid out.
        var paragraph: Int
        var nextBlock: Int
        var frames: ContiguousArray<FlowLayouter.Frame>
        var contexts: ContiguousArray<FlowLayouter.FormattingContext>
        var columnSets: Int
        var tableBorders: Int
        var linesLeft: Int?
    }

    var styles: PageStyles
    let names: PageNames
    var bands: PageBands
    var breaks: [Break] = []
    /// The page whose end is not known, and where it begins.
    var index = 0
    var top = 0.0
    /// What cut the pages before it.
    var breaker: FlowBreaker?
    /// Where it would end, while what follows is laid out in the next page's width.
    var tried: Break?
    var attempts = 0
    var checkpoints: [Checkpoint] = []
    var nextCheckpoint = -Double.infinity
    var checkpointDistance = 0.0
    /// Down to where must be laid out until the page's end is known.
    var limit: Double
    /// How far down anything has the width of its page.
    var lastUse = -Double.infinity

    init(_ styles: PageStyles, text: AttributedText) {
        self.styles = styles
        names = PageNames(text)
        let first = self.styles.first(name: self.styles.firstName).contentRect
        bands = PageBands(width: first.width)
        limit = 2 * first.height
        checkpointDistance = first.height / 8
    }

    /// The page of an index that begins with a paragraph.
    mutating func sheet(at index: Int, paragraph: Int?) -> PageSheet {
        styles.sheet(index: index, name: paragraph.flatMap(names.name), isBlank: false)
    }

    /// The page's end is known.
    mutating func move(past breaker: FlowBreaker, index: Int) {
        self.breaker = breaker
        top = breaker.top
        self.index = index
        attempts = 0
        let known = checkpoints.lastIndex { $0.y <= top && $0.lastUse <= top + FlowBreaker.tolerance } ?? 0
        checkpoints.removeSubrange(..<known)
    }
}
