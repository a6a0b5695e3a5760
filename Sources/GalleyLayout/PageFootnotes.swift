import GalleyText

/// The footnotes of a document that is being cut into pages: where each is called, and what of them is still to be shown.
struct PageFootnotes {
    private let notes: [Footnote]
    /// By paragraph, those called in it, in the order of their calls: those of inline blocks in it come between them.
    private let calls: [Int: [Int]]
    /// Those called on pages before that had no room for all of them.
    private(set) var waiting: [Rest] = []
    /// Whether a footnote has been called.
    private var isCalled: ContiguousArray<Bool>
    /// What makes the lines again in which they are called; `nil` without footnotes.
    private let source: LineSource?

    /// What is left of a footnote.
    struct Rest {
        var note: Int
        /// What cuts it, where a part of it has been shown.
        fileprivate var breaker: FlowBreaker?
    }

    init(_ layout: DocumentLayout) {
        notes = layout.geometry.footnotes
        source = notes.isEmpty ? nil : LineSource(layout)
        var calls: [Int: [Int]] = [:]
        for (index, note) in notes.enumerated() { calls[note.paragraph, default: []].append(index) }
        self.calls = calls
        isCalled = ContiguousArray(repeating: false, count: notes.count)
        // What has its place on the first page, or on every one, calls them there.
        for index in notes.indices where layout.geometry.isFixed(paragraph: notes[index].paragraph) {
            isCalled[index] = true
            waiting.append(Rest(note: index))
        }
    }

    var isEmpty: Bool { notes.isEmpty }

    /// The footnotes that have their calls in these units, and were not called before.
    func called(in units: [FlowBreaker.Unit], _ layout: DocumentLayout) -> [Int] {
        guard !calls.isEmpty else { return [] }
        var found: [Int] = []
        func add(_ paragraph: Int, _ range: Range<Int>) {
            guard let notes = calls[paragraph], let lines = source?.lines(ofParagraph: paragraph)?.lines,
                !range.isEmpty, lines.indices.contains(range.upperBound - 1)
            else { return }
            let shift = layout.shaped.sourceShift(ofParagraph: paragraph)
            // What no line has, since the text was cut, the first or the last one calls.
            let start = range.lowerBound == 0 ? 0 : lines[range.lowerBound].sourceRange.lowerBound + shift
            let end = range.upperBound == lines.count ? .max : lines[range.upperBound].sourceRange.lowerBound + shift
            var next = notes.partitionIndex { self.notes[$0].anchor >= start }
            while next < notes.count, self.notes[notes[next]].anchor < end {
                if !isCalled[notes[next]] { found.append(notes[next]) }
                next += 1
            }
        }
        for (paragraph, lines) in FlowBreaker.lines(of: units) { add(paragraph, lines) }
        var rows = units.compactMap { unit in if case .row(let place) = unit.content { place } else { nil } }
        while let place = rows.popLast() {
            let columns = layout.geometry.columnSets[place.set]
            for piece in columns.pieces where columns.slices[piece.slice].row == place.row {
                add(piece.paragraph, piece.lines)
            }
            for (set, inner) in layout.geometry.columnSets.enumerated()
            where Int(layout.geometry.blockSets[inner.container.index]) == place.set {
                for (row, inside) in inner.rows.enumerated()
                where columns.slices.indices.contains(inside.outerSlice)
                    && columns.slices[inside.outerSlice].row == place.row
                {
                    rows.append(ColumnRowPlace(set: set, row: row))
                }
            }
        }
        return found.sorted()
    }

    /// Those of paragraphs that no page shows, or that have not been called for another reason.
    var uncalled: [Int] { notes.indices.filter { !isCalled[$0] } }

    func height(of called: some Sequence<Int>, width: Double) -> Double {
        var rows = FootnoteRows(width: width)
        for index in called { rows.add(notes[index]) }
        return rows.height
    }

    func policy(of note: Int) -> BlockStyle.FootnotePolicy { notes[note].policy }

    /// The paragraph of its call.
    func paragraph(of note: Int) -> Int { notes[note].paragraph }

    /// How much of a footnote stands on the page of its call at least, so that it is not only called there: two lines, or all of it
    /// where its policy says so.
    func leastHeight(of note: Int, _ layout: DocumentLayout, heedsPolicy: Bool) -> Double {
        if heedsPolicy, notes[note].policy != .auto { return notes[note].height }
        // Those of its first paragraphs, however long it is.
        let first = notes[note].paragraphs.prefix(4)
        let beginning = strip(of: note, blocks: [], paragraphs: first, layout)
        let bottoms = FlowBreaker.units(of: beginning).map(\.bottom)
        guard let last = bottoms.prefix(2).last else { return notes[note].height }
        return min(notes[note].height, last)
    }

    /// What a page shows of the waiting footnotes and of those that it calls.
    ///
    /// - Parameters:
    ///   - height: what there is room for.
    ///   - width: of the footnotes' area.
    ///   - mustShow: whether something stands there whatever its height, since nothing else does.
    /// - Returns: the parts; what is left waits.
    mutating func take(
        called: [Int], height: Double, width: Double, mustShow: Bool, _ layout: DocumentLayout, _ names: PageNames
    ) -> [FootnotePart] {
        for index in called { isCalled[index] = true }
        waiting += called.map { Rest(note: $0) }
        var parts: [FootnotePart] = []
        var rows = FootnoteRows(width: width)
        while let first = waiting.first {
            let note = notes[first.note]
            let room = height - rows.height
            if first.breaker == nil, rows.room(for: note) <= room + FlowBreaker.tolerance {
                parts.append(
                    FootnotePart(note: first.note, top: 0, bottom: note.height, lines: nil, x: rows.place(of: note)))
                rows.add(note)
                waiting.removeFirst()
                continue
            }
            var breaker = first.breaker ?? self.breaker(of: first.note, layout, names)
            let before = breaker.top
            guard let slice = breaker.nextSlice(height: max(room, FootnoteArea.leastRoom)),
                !slice.units.isEmpty || breaker.top > before
            else {
                waiting.removeFirst()
                continue
            }
            guard slice.height <= room + FlowBreaker.tolerance || mustShow && parts.isEmpty else { break }
            var lines: [Int: Range<Int>] = [:]
            for (paragraph, range) in FlowBreaker.lines(of: slice.units) { lines[paragraph] = range }
            parts.append(
                FootnotePart(note: first.note, top: slice.top, bottom: max(slice.top, slice.used), lines: lines))
            guard breaker.isAtEnd else {
                waiting[0].breaker = breaker
                break
            }
            rows.add(part: slice.height)
            waiting.removeFirst()
        }
        return parts
    }

    /// What cuts a footnote, from its margin box's top: that may move in the document while it is shown.
    private func breaker(of note: Int, _ layout: DocumentLayout, _ names: PageNames) -> FlowBreaker {
        let strip = strip(
            of: note, blocks: Array(notes[note].blocks), paragraphs: notes[note].paragraphs, layout)
        return FlowBreaker(strip, BreakRules(strip, target: .page, names: names), start: 0)
    }

    /// What is cut of a footnote, from its margin box's top.
    private func strip(
        of note: Int, blocks: [Int], paragraphs: Range<Int>, _ layout: DocumentLayout
    ) -> FlowStrip {
        layout.strip(blocks: blocks, paragraphs: paragraphs, set: nil, ofApart: true)
            .moved(by: -layout.geometry.top(of: notes[note]))
    }
}
