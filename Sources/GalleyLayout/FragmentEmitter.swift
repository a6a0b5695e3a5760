import GalleyParagraph
import GalleyText

/// Puts together what surfaces show, the canvas or the pages of a document: moves what stands in a slice of a strip to where
/// the slice is shown, cuts boxes, and puts columns into the containers around them.
struct FragmentEmitter {
    /// A page, or the canvas: a slice of the document itself.
    struct Surface {
        var top: Double
        var bottom: Double
        var dx: Double
        var dy: Double
        var header: FlowStrip.Table.Group?
        var footer: FlowStrip.Table.Group?
        var table: BlockID?
        /// Where a page's content stands.
        var contentRect: Rect?
        var edgesAbove: [ClonedEdges] = []
        var edgesBelow: [ClonedEdges] = []
        var footnotes: [FootnotePart] = []
        /// What these take with what is around them, and how much of that is above them.
        var footnoteHeight = 0.0
        var footnoteInset = 0.0

        /// Where the page's content ends, in the document's coordinates, what is repeated there left off.
        var end: Double? {
            contentRect.map {
                edgesBelow.reduce($0.maxY - dy - footnoteHeight - (footer?.height ?? 0)) { $0 - $1.bottom }
            }
        }
    }

    /// What a slice shows, in document order.
    struct Shown {
        var blocks: [BlockID] = []
        var pieces: [Piece] = []
        var strokes: [TableBorderFragment] = []
    }

    struct Piece {
        private let index: Int32
        private let firstLine: Int32
        private let endOfLines: Int32

        init(paragraph: Int, lines: Range<Int>) {
            index = Int32(clamping: paragraph)
            firstLine = Int32(clamping: lines.lowerBound)
            endOfLines = Int32(clamping: lines.upperBound)
        }

        var paragraph: Int { Int(index) }
        /// None for an item that has only a marker.
        var lines: Range<Int> { Int(firstLine)..<Int(endOfLines) }
    }

    /// What of the flow stands on a surface: a part of each paragraph, and rows of columns.
    struct Content {
        fileprivate var pieces: [Piece] = []
        fileprivate var rows: [ColumnRowPlace] = []

        /// Lines of one paragraph are one piece.
        init(_ units: [FlowBreaker.Unit]) {
            pieces = FlowBreaker.lines(of: units).map { Piece(paragraph: $0.paragraph, lines: $0.lines) }
            for unit in units {
                switch unit.content {
                case .marker: pieces.append(Piece(paragraph: unit.paragraph, lines: 0..<0))
                case .row(let place): rows.append(place)
                case .line, .rule: break
                }
            }
        }
    }

    /// A stretch of a strip in the strip's document coordinates, and what moves it to its surface.
    struct Window {
        var top: Double
        var bottom: Double
        var dx = 0.0
        var dy = 0.0
        var spanner: BlockID?
        var header: FlowStrip.Table.Group?
        var footer: FlowStrip.Table.Group?
        var table: BlockID?
        var contentRect: Rect?
        var edgesAbove: [ClonedEdges] = []
        var edgesBelow: [ClonedEdges] = []
        /// Where the page or column ends, what is repeated below aside: boxes that go on in the next one reach down to there,
        /// wherever their content ends (CSS Fragmentation 3 §2: its remaining extent is a part of the box).
        var end: Double?
        /// How much lower than their content boxes ended in the windows before, together.
        var stretchBefore = 0.0
        var isCut: Bool { top > -.infinity || bottom < .infinity }
        var stretch: Double { max(0, (end ?? bottom) - bottom) }
    }

    private(set) var layout: DocumentLayout
    /// The places of markers in `DocumentGeometry.markers`, by paragraph.
    private var markers: ContiguousArray<Int32>
    /// By set, then slice; the document itself comes last.
    private(set) var shown: [[Shown]] = []
    private(set) var windows: [[Window]] = []
    var sets: ContiguousArray<ColumnSet> { layout.geometry.columnSets }
    var document: Int { layout.geometry.columnSets.count }
    private let setOfContainer: [BlockID: Int]
    /// By how much boxes reach over what follows them, where that can be on another surface.
    let overhangs: [BlockID: Double]
    /// What every page shows, or the first; none on the canvas, where it stands among the rest.
    let fixedBoxes: [FixedBox]
    /// Whether there are not too many of them for as many pages.
    let repeatsFixedBoxes: Bool
    /// What shows them on pages of other sizes than the first one's.
    private(set) var fixedEmitters: [Size: FragmentEmitter] = [:]
    /// By surface the parts of footnotes that stand there, and where their tops are.
    let footnotes: [[(part: FootnotePart, y: Double)]]

    /// The canvas.
    init(_ layout: DocumentLayout) {
        self.init(layout, [Surface(top: -.infinity, bottom: .infinity, dx: 0, dy: 0)], contents: [])
    }

    /// The pages of a document: surfaces with what of the flow stands on each.
    init(_ layout: DocumentLayout, _ surfaces: [Surface], contents: [Content]) {
        self.layout = layout
        fixedBoxes = contents.isEmpty ? [] : layout.geometry.fixedBoxes
        let repeated = fixedBoxes.reduce(0) { $0 + ($1.isOnEachPage ? $1.blocks.count : 0) } * surfaces.count
        repeatsFixedBoxes = repeated <= LayoutLimits.maximumRepeatedBlocks
        footnotes = surfaces.map { surface in
            var y = (surface.contentRect?.maxY ?? 0) - surface.footnoteHeight + surface.footnoteInset
            var top = y
            return surface.footnotes.map { part in
                if part.x == nil {
                    top = y
                    y += part.height
                }
                return (part, top)
            }
        }
        setsApart = !fixedBoxes.isEmpty || footnotes.contains { !$0.isEmpty }
        overhangs = contents.isEmpty && layout.geometry.columnSets.isEmpty ? [:] : layout.makeOverhangs()
        markers = layout.geometry.markersByParagraph
        var containers: [BlockID: Int] = [:]
        for (index, set) in layout.geometry.columnSets.enumerated() { containers[set.container] = index }
        setOfContainer = containers
        for (index, set) in layout.geometry.columnSets.enumerated() {
            let origin = layout.stripOrigin(of: index)
            windows.append(
                set.slices.map {
                    Window(
                        top: origin.y + $0.top, bottom: origin.y + $0.bottom, spanner: $0.spanner,
                        header: $0.header?.moved(origin.y), footer: $0.footer?.moved(origin.y), table: $0.table,
                        edgesAbove: $0.edgesAbove, edgesBelow: $0.edgesBelow, end: set.end(of: $0).map { origin.y + $0 }
                    )
                })
            shown.append(set.slices.map { _ in Shown() })
        }
        windows.append(
            surfaces.map {
                Window(
                    top: $0.top, bottom: $0.bottom, dx: $0.dx, dy: $0.dy, header: $0.header, footer: $0.footer,
                    table: $0.table, contentRect: $0.contentRect, edgesAbove: $0.edgesAbove,
                    edgesBelow: $0.edgesBelow, end: $0.end)
            })
        shown.append(surfaces.map { _ in Shown() })
        for set in windows.indices {
            for index in windows[set].indices.dropFirst() {
                windows[set][index].stretchBefore =
                    windows[set][index - 1].stretchBefore + windows[set][index - 1].stretch
            }
        }
        placeWindows()
        var nested = [[[BlockID]]](repeating: [], count: document + 1)
        for index in nested.indices { nested[index] = windows[index].map { _ in [] } }
        addPieces(contents)
        assignRows(contents, &nested)
        if layout.text.hasNamedStrings { findSurfaces() }
        findWholeFlows()
        let decorated = decoratedBlocks()
        addStrokes()
        addBlocks(nested, decorated)
        guard !fixedBoxes.isEmpty else { return }
        let others = layout.layoutsOfFixedBoxes(on: surfaces.compactMap { $0.contentRect?.size })
        fixedEmitters = others.mapValues(showing)
    }

    /// The same with another layout of the document, for its fixed boxes.
    private func showing(_ other: DocumentLayout) -> FragmentEmitter {
        var emitter = self
        emitter.layout = other
        emitter.markers = other.geometry.markersByParagraph
        emitter.strokesApart = other.wholeTableBorders.filter { isApart($0.table) }
        return emitter
    }

    /// Each window moves by its own offset and that of the one around it; outer sets stand behind inner ones.
    private mutating func placeWindows() {
        for set in sets.indices.reversed() {
            for (index, slice) in sets[set].slices.enumerated() {
                windows[set][index].dx = slice.dx
                windows[set][index].dy = slice.dy
            }
        }
    }

    func set(of block: BlockID) -> Int {
        guard layout.geometry.hasColumns else { return document }
        let set = Int(layout.geometry.blockSets[block.index])
        return set >= 0 ? set : document
    }

    // MARK: What each slice shows

    private mutating func addPieces(_ contents: [Content]) {
        for (set, columns) in sets.enumerated() {
            for piece in columns.pieces {
                shown[set][piece.slice].pieces.append(Piece(paragraph: piece.paragraph, lines: piece.lines))
            }
            for (paragraph, slice) in columns.markerSlices.sorted(by: { $0.key < $1.key }) {
                shown[set][slice].pieces.append(Piece(paragraph: paragraph, lines: 0..<0))
            }
        }
        if contents.isEmpty {
            for index in layout.text.paragraphs.indices where layout.columnSet(ofParagraph: index) == nil {
                let count = layout.geometry.paragraphs[index].layout?.lineCount ?? 0
                if count > 0 || !markers(ofParagraph: index).isEmpty {
                    shown[document][0].pieces.append(Piece(paragraph: index, lines: 0..<count))
                }
            }
        }
        for (slice, content) in contents.enumerated() { shown[document][slice].pieces = content.pieces }
        for set in shown.indices {
            for slice in shown[set].indices {
                shown[set][slice].pieces.sort {
                    ($0.paragraph, $0.lines.lowerBound) < ($1.paragraph, $1.lines.lowerBound)
                }
            }
        }
    }

    private func markers(ofParagraph index: Int) -> ArraySlice<Int32> {
        let places = layout.geometry.markers
        let first = markers.partitionIndex { places[Int($0)].paragraph >= index }
        var end = first
        while end < markers.count, places[Int(markers[end])].paragraph == index { end += 1 }
        return markers[first..<end]
    }

    /// Notes in which slices containers have rows; `rowSlices` of the document's are told by its content.
    private mutating func assignRows(_ contents: [Content], _ nested: inout [[[BlockID]]]) {
        rowSlices = sets.map { set in set.rows.map(\.outerSlice) }
        for (slice, content) in contents.enumerated() {
            for place in content.rows { rowSlices[place.set][place.row] = slice }
        }
        for (index, columns) in sets.enumerated() where setOfContainer[columns.container] == index {
            let outer = set(of: columns.container)
            for row in columns.rows.indices where nested[outer].indices.contains(rowSlices[index][row]) {
                let slice = rowSlices[index][row]
                if nested[outer][slice].last != columns.container { nested[outer][slice].append(columns.container) }
            }
        }
        // From outside inwards: what moves a row moves its columns.
        for index in sets.indices.reversed() {
            let outer = set(of: sets[index].container)
            for (number, slice) in sets[index].slices.enumerated() {
                let place = rowSlices[index][slice.row]
                guard windows[outer].indices.contains(place) else { continue }
                windows[index][number].dx += windows[outer][place].dx
                windows[index][number].dy += windows[outer][place].dy
            }
        }
    }

    /// For each paragraph with lines the surfaces on which it begins and ends.
    private var knownSurfaces: [Int: ClosedRange<Int>] = [:]

    /// The surface of each slice, by set.
    func surfacesOfSlices() -> [[Int]] {
        var surfaces = windows.map { $0.map { _ in 0 } }
        surfaces[document] = Array(windows[document].indices)
        // Outer sets first.
        for index in sets.indices.reversed() {
            let outer = set(of: sets[index].container)
            for (number, slice) in sets[index].slices.enumerated() {
                let place = rowSlices[index][slice.row]
                surfaces[index][number] = surfaces[outer].indices.contains(place) ? surfaces[outer][place] : 0
            }
        }
        return surfaces
    }

    private mutating func findSurfaces() {
        let surfaces = surfacesOfSlices()
        for box in fixedBoxes where !box.isOnEachPage { for index in box.paragraphs { knownSurfaces[index] = 0...0 } }
        for (surface, parts) in footnotes.enumerated() {
            for (part, _) in parts {
                for index in layout.geometry.footnotes[part.note].paragraphs
                where part.lines.map({ $0[index] != nil }) ?? true {
                    let first = knownSurfaces[index]?.lowerBound ?? surface
                    knownSurfaces[index] = first...surface
                }
            }
        }
        for set in shown.indices {
            for slice in shown[set].indices {
                for piece in shown[set][slice].pieces {
                    let surface = surfaces[set][slice]
                    let known = knownSurfaces[piece.paragraph] ?? surface...surface
                    knownSurfaces[piece.paragraph] = min(known.lowerBound, surface)...max(known.upperBound, surface)
                }
            }
        }
    }

    /// By set, then row: the slice around it.
    private(set) var rowSlices: [[Int]] = []

    /// Inline boxes without text that are higher than their page or column: they stand where their line does, and are not
    /// cut (CSS Fragmentation 3 §4.1).
    private(set) var wholeFlows: [FlowID: (set: Int, slice: Int)] = [:]

    private mutating func findWholeFlows() {
        for set in shown.indices {
            for slice in shown[set].indices where windows[set][slice].isCut {
                let height = windows[set][slice].bottom - windows[set][slice].top
                for piece in shown[set][slice].pieces where !layout.geometry.paragraphs[piece.paragraph].objects.isEmpty
                {
                    guard let lines = layout.geometry.paragraphs[piece.paragraph].layout?.layout?.lines else {
                        continue
                    }
                    for line in piece.lines where lines[line].height > height + FlowBreaker.tolerance {
                        for object in lines[line].objects {
                            let kind = layout.shaped.paragraphs.objects(piece.paragraph)[object.object].kind
                            guard case .flow(let id) = kind, !hasLines(id) else { continue }
                            wholeFlows[id] = (set, slice)
                        }
                    }
                }
            }
        }
    }

    private func hasLines(_ flow: FlowID) -> Bool {
        let root = layout.text.flows[flow.index].rootBlock
        return layout.text.blocks[root.index].paragraphs.contains { layout.geometry.paragraphs[$0].layout != nil }
    }

    /// The boxes that are seen in each slice, whether or not there is text in them.
    private func decoratedBlocks() -> [[[BlockID]]] {
        var found = windows.map { $0.map { _ in [BlockID]() } }
        for index in layout.text.blocks.indices {
            let fragment = layout.blockFragment(BlockID(index))
            // A row is part of its table, whatever is in it.
            var isRow = false
            if case .row = layout.text.blocks[index].kind { isRow = true }
            guard isRow || layout.isDecorated(fragment), !isApart(fragment.block) else { continue }
            if let place = wholeFlows[layout.text.blocks[index].flow] {
                found[place.set][place.slice].append(fragment.block)
                continue
            }
            let set = set(of: fragment.block)
            let end = fragment.frame.maxY - (overhangs[fragment.block] ?? 0)
            for slice in slices(of: set, from: fragment.frame.minY, to: end)
            where shows(set, slice, fragment.block) {
                found[set][slice].append(fragment.block)
            }
        }
        return found
    }

    /// Whether a block's place is said by the page.
    private func isApart(_ block: BlockID) -> Bool { setsApart && layout.geometry.isApart(block: block.index) }
    private let setsApart: Bool

    /// The slices that a stretch of a strip reaches into. Slices begin below each other.
    func slices(of set: Int, from top: Double, to bottom: Double) -> Range<Int> {
        let list = windows[set]
        var first = list.partitionIndex { $0.bottom > top }
        // A slice can begin above the end of the one before, where cells are cut each for itself.
        while first > 0, list[first - 1].bottom > top { first -= 1 }
        let end = list.partitionIndex { $0.top >= bottom }
        return first..<max(first, end)
    }

    /// Whether a slice of a spanning block holds a block, or a column one that does not span.
    private func shows(_ set: Int, _ slice: Int, _ block: BlockID) -> Bool {
        let window = windows[set][slice]
        guard window.bottom > window.top else { return false }
        guard let spanner = window.spanner else { return true }
        let outer = layout.text.blocks[spanner.index].paragraphs
        let inner = layout.text.blocks[block.index].paragraphs
        return block >= spanner && inner.lowerBound >= outer.lowerBound && inner.upperBound <= outer.upperBound
    }

    private mutating func addStrokes() {
        let strokes = layout.wholeTableBorders
        /// That of the last stroke.
        var table: BlockFragment?
        var rows: [Rect] = []
        if !strokes.isEmpty { findGroupStrokes(strokes) }
        for stroke in strokes {
            guard !isApart(stroke.table) else {
                strokesApart.append(stroke)
                continue
            }
            let set = set(of: stroke.table)
            let list = windows[set]
            if table.map({ $0.block != stroke.table }) ?? true {
                table = layout.blockFragment(stroke.table)
                rows = self.rows(of: stroke.table)
            }
            var slice = list.partitionIndex { $0.bottom >= stroke.frame.minY }
            while slice < list.count, list[slice].top <= stroke.frame.maxY {
                // Half of its outer borders is outside of the table: no page has that alone.
                if let table, table.frame.height > 0,
                    table.frame.maxY <= list[slice].top + FlowBreaker.tolerance
                        || rows.first?.minY ?? table.frame.minY >= list[slice].bottom - FlowBreaker.tolerance
                {
                    slice += 1
                    continue
                }
                if let cut = cut(stroke, list[slice], rows) { shown[set][slice].strokes.append(cut) }
                slice += 1
            }
        }
    }

    /// The strokes of the tables in fixed boxes and footnotes.
    private(set) var strokesApart: [TableBorderFragment] = []
    /// The strokes of the groups that are shown again, by group.
    private var groupStrokes: [BlockID: [TableBorderFragment]] = [:]

    private mutating func findGroupStrokes(_ strokes: [TableBorderFragment]) {
        var groups: [BlockID: [BlockID: FlowStrip.Table.Group]] = [:]
        for window in windows.joined() {
            guard let table = window.table else { continue }
            for group in [window.header, window.footer].compactMap({ $0 }) {
                groups[table, default: [:]][group.block] = group
            }
        }
        for stroke in strokes {
            for group in (groups[stroke.table] ?? [:]).values {
                guard stroke.frame.minY >= group.top - stroke.frame.height,
                    stroke.frame.maxY <= group.bottom + stroke.frame.height
                else { continue }
                groupStrokes[group.block, default: []].append(stroke)
            }
        }
    }

    /// The boxes around what stands in each slice, and those that are seen by themselves.
    private mutating func addBlocks(_ nested: [[[BlockID]]], _ decorated: [[[BlockID]]]) {
        var stamps = ContiguousArray(repeating: -1, count: layout.text.blocks.count)
        var stamp = 0
        for set in shown.indices {
            for slice in shown[set].indices {
                var blocks: [BlockID] = []
                stamp += 1
                let spanner = windows[set][slice].spanner
                func show(_ block: BlockID) {
                    var next: BlockID? = block
                    while let id = next, stamps[id.index] != stamp, self.set(of: id) == set {
                        stamps[id.index] = stamp
                        blocks.append(id)
                        next = id == spanner ? nil : layout.text.blocks[id.index].parent
                    }
                }
                for piece in shown[set][slice].pieces { show(layout.text.paragraphs[piece.paragraph].block) }
                decorated[set][slice].forEach(show)
                nested[set][slice].forEach(show)
                // Cells without anything in them are parts of their row all the same.
                for row in blocks {
                    guard case .row = layout.text.blocks[row.index].kind else { continue }
                    layout.shaped.tree.children(of: row).compactMap(\.block).forEach(show)
                }
                shown[set][slice].blocks = blocks.sorted()
            }
        }
    }

    // MARK: Surfaces

    /// The surfaces on which a paragraph begins and ends; `nil` for one that takes no room.
    func surfaces(ofParagraph index: Int) -> ClosedRange<Int>? { knownSurfaces[index] }

    /// The whole document on one surface.
    func canvas() -> LayoutContent { content(0, size: layout.size) }

    /// What stands on a surface; `isBlank` for one that shows nothing.
    ///
    /// - Parameter source: what makes lines that were given up again; where several surfaces are asked for, one for all.
    func content(
        _ surface: Int, size: Size, isBlank: Bool = false, source: LineSource? = nil
    ) -> LayoutContent {
        var content = LayoutContent(
            text: layout.text, size: size, canvasBackground: layout.text.metadata.canvasBackground, blocks: [],
            paragraphs: [], markers: [], attachments: [], tableBorders: [])
        guard !isBlank else { return content }
        content.lengthContexts = layout.shaped.lengthContexts
        var state = Emission(source: source ?? LineSource(layout))
        emit(document, surface, &state, &content)
        addFootnotes(surface, &state, &content)
        addFixedBoxes(surface, &state, &content)
        for index in content.blocks.indices.reversed() where state.parents[index] >= 0 {
            content.blocks[state.parents[index]].subtreeCount += content.blocks[index].subtreeCount + 1
        }
        return content
    }

    struct Emission {
        let source: LineSource
        /// By block: the fragment of it that came last.
        var fragments: [BlockID: Int] = [:]
        /// By fragment: the one around it; -1 for none.
        var parents: [Int] = []
    }

    /// Adds what a slice shows. Containers nest no deeper than `LayoutLimits.maximumColumnNesting`.
    private func emit(_ set: Int, _ slice: Int, _ state: inout Emission, _ content: inout LayoutContent) {
        let list = shown[set][slice]
        let window = windows[set][slice]
        var next = 0
        func addPieces(before end: Int) {
            while next < list.pieces.count, list.pieces[next].paragraph < end {
                add(list.pieces[next], window, &state, &content)
                next += 1
            }
        }
        // The footer comes when what there is of its table is done.
        var tableEnd =
            window.footer == nil ? nil : window.table.map { layout.text.blocks[$0.index].paragraphs.upperBound }
        func endTable(before first: Int) {
            guard let end = tableEnd, first >= end, let footer = window.footer else { return }
            addPieces(before: end)
            tableEnd = nil
            addAgain(footer, at: window.bottom, window, &state, &content)
        }
        for block in list.blocks {
            let first = layout.text.blocks[block.index].paragraphs.lowerBound
            endTable(before: first)
            addPieces(before: first)
            state.fragments[block] = content.blocks.count
            state.parents.append(
                layout.text.blocks[block.index].parent.flatMap { state.fragments[$0] } ?? -1)
            content.blocks.append(cut(layout.blockFragment(block), window))
            if block == window.table, let header = window.header {
                addAgain(header, at: window.top - header.height, window, &state, &content)
            }
            guard let inner = setOfContainer[block] else { continue }
            let origin = layout.stripOrigin(of: inner)
            for (row, columns) in sets[inner].rows.enumerated() where rowSlices[inner][row] == slice {
                content.blocks[state.fragments[block] ?? 0].columnRules += sets[inner].rules(ofRow: row).map {
                    $0.offsetBy(dx: origin.x + window.dx, dy: origin.y + window.dy)
                }
                for column in columns.slices { emit(inner, column, &state, &content) }
            }
        }
        endTable(before: .max)
        addPieces(before: .max)
        content.tableBorders += list.strokes
    }

    /// Shows a group of a table again: its header above a slice that goes on with it, its footer below one that does not end
    /// it.
    private func addAgain(
        _ group: FlowStrip.Table.Group, at top: Double, _ window: Window, _ state: inout Emission,
        _ content: inout LayoutContent
    ) {
        var moved = Window(top: group.top, bottom: group.bottom, dx: window.dx, dy: window.dy + top - group.top)
        moved.spanner = group.block
        addWhole(
            group.block, layout.text.blocks[group.block.index].paragraphs, moved, isRepeated: true, &state, &content)
        content.tableBorders += (groupStrokes[group.block] ?? []).compactMap { cut($0, moved) }
    }

    func add(_ piece: Piece, _ window: Window, _ state: inout Emission, _ content: inout LayoutContent) {
        if piece.lines.lowerBound == 0 {
            for place in markers(ofParagraph: piece.paragraph) {
                guard var marker = layout.wholeMarker(Int(place)) else { continue }
                marker.origin.x += window.dx
                marker.origin.y += window.dy
                content.markers.append(marker)
            }
        }
        guard !piece.lines.isEmpty, var fragment = layout.wholeParagraph(at: piece.paragraph, state.source) else {
            return
        }
        fragment.lines = piece.lines
        fragment.origin.x += window.dx
        fragment.origin.y += window.dy
        content.attachments += layout.attachments(in: fragment)
        content.paragraphs.append(fragment)
        var holder: BlockID? = layout.text.paragraphs[piece.paragraph].block
        while let block = holder, state.fragments[block] == nil { holder = layout.text.blocks[block.index].parent }
        content.places.append(
            LayoutContent.ParagraphPlace(
                fragment: holder.flatMap { state.fragments[$0] } ?? -1, position: content.blocks.count))
    }
}
