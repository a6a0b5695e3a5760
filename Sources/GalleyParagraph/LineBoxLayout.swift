import GalleyFonts
import GalleyShaping
import GalleyText

/// Heights of line boxes and vertical alignment (CSS 2 §10.8): half-leading around each inline box's baseline, the strut
/// in every line, `top` and `bottom` after everything else.
struct LineBoxLayout {
    private let shaped: ShapedParagraph
    private let measures: InlineMeasures
    /// `nil` where the heights of lines are known.
    private let context: LayoutContext?
    private let textStyles: ContiguousArray<ParagraphTextStyle>
    private let strut: LineExtent
    private let strutIndex: Int
    private let boundsHeights: Bool
    /// Whether the strut and boxes without text are in every line (`ParagraphStyle.ignoresStrut`).
    private let countsStrut: Bool
    /// For each box the style of its own font.
    private let boxStyles: ContiguousArray<UInt32>
    /// For each inline box: how far its baseline is above that of `roots`' entry, and that box (the topmost around it that
    /// is aligned to the line box), or -1 for the line's own baseline.
    private var shifts: [Double] = []
    private var roots: [Int] = []
    /// The lines of ruby's annotations, in the order of `ShapedParagraph.annotations`, and those by the box of the base.
    let annotations: [ParagraphLayout]
    private var annotationOfBox: [Int: Int] = [:]
    /// Boxes with nothing in them, in the order of the text: where they stand and which.
    private var emptyBoxes: [(offset: Int, box: Int32)] = []
    /// The extents of what hangs on each root of the line, by root; used when there is any.
    private var hanging: [Int: LineExtent] = [:]
    /// The boxes of the line that were met.
    private var seen: BoxSet

    /// - Parameter isFirst: for a first line that has a style of its own.
    init(_ shaped: ShapedParagraph, _ measures: InlineMeasures, _ context: LayoutContext?, isFirst: Bool = false) {
        self.shaped = shaped
        self.measures = measures
        self.context = context
        textStyles = shaped.textStyles
        boundsHeights = shaped.traits.boundsHeights
        countsStrut = shaped.traits.countsStrut
        let firstLine = isFirst ? shaped.firstLineStyles : nil
        strutIndex = firstLine?.strut ?? shaped.strutIndex
        boxStyles = firstLine?.boxStyles ?? shaped.boxStyles
        annotations =
            context.map { context in
                shaped.annotations.map {
                    ParagraphLayout($0.shaped, ParagraphConstraints(width: .infinity), context: context)
                }
            } ?? []
        for (index, annotation) in shaped.annotations.enumerated() { annotationOfBox[annotation.box] = index }
        let style = textStyles[strutIndex]
        strut = LineExtent(ascent: style.lineAscent, descent: style.lineDescent)
        let boxes = shaped.inline.boxes
        seen = BoxSet(count: boxes.count)
        guard !boxes.isEmpty else { return }
        shifts.reserveCapacity(boxes.count)
        roots.reserveCapacity(boxes.count)
        for index in boxes.indices {
            let (alignment, parent) = (boxes[index].style.verticalAlignment, boxes[index].parent)
            let own = Int(boxStyles[index])
            if alignment == .top || alignment == .bottom {
                shifts.append(0)
                roots.append(index)
            } else {
                let shift = shaped.shift(
                    of: textStyles[own].extent, alignment, own: textStyles[own],
                    parent: textStyles[parent.map { Int(boxStyles[$0]) } ?? strutIndex])
                shifts.append((parent.map { shifts[$0] } ?? 0) + shift)
                roots.append(parent.map { roots[$0] } ?? -1)
            }
        }
        findEmptyBoxes(boxes)
    }

    /// Boxes whose edges take room are found by those.
    private mutating func findEmptyBoxes(_ boxes: ContiguousArray<InlineText.Box>) {
        guard shaped.inline.hasEmptyBoxes else { return }
        var starts = [Int](repeating: -1, count: boxes.count)
        for event in shaped.inline.events {
            switch event.kind {
            case .open(let box): starts[box] = event.offset
            case .close(let box):
                if starts[box] == event.offset, !boxes[box].hasEdges {
                    emptyBoxes.append((event.offset, Int32(box)))
                }
            case .object: break
            }
        }
    }

    /// The empty boxes on a line.
    private func emptyBoxes(on line: LineRecord) -> ArraySlice<(offset: Int, box: Int32)> {
        guard !emptyBoxes.isEmpty else { return [] }
        let isLast = Int(line.end) == shaped.inline.utf8.count && !line.flags.contains(.forcedBreak)
        let first = emptyBoxes.partitionIndex { $0.offset >= Int(line.start) }
        let end = isLast ? emptyBoxes.count : emptyBoxes.partitionIndex { $0.offset >= Int(line.end) }
        return emptyBoxes[first..<max(first, end)]
    }

    /// Half way between a style's ascent and descent, above its baseline.
    private func middle(of style: ParagraphTextStyle) -> Double {
        let metrics = shaped.fontStyles[Int(style.fontStyle)].metrics
        return (metrics.ascent - metrics.descent) / 2
    }

    // MARK: A line

    /// The extent of a line without anything in it.
    var emptyLine: LineExtent { bounded(strut) }

    /// The extent of a line; sets the shifts of its pieces.
    /// - Parameter previous: the line before, under whose text annotations may stand.
    mutating func layOut(
        _ pieces: inout ContiguousArray<LinePiece>, _ range: Range<Int>, of line: LineRecord,
        after previous: LineRecord?
    ) -> LineExtent {
        var extent = countsStrut ? strut : .nothing
        let empty = countsStrut ? emptyBoxes(on: line) : []
        var isSimple = empty.isEmpty
        var last = UInt32.max
        for index in range {
            let piece = pieces[index]
            if piece.box >= 0 || piece.kind == .object { isSimple = false }
            // Spaces that hang or are removed and the forced break count, as in Blink: their boxes are in the line.
            if piece.textStyle != last, isCounted(piece, after: extent) {
                last = piece.textStyle
                if !countsStrut || Int(piece.textStyle) != strutIndex {
                    extent.formUnion(textStyles[Int(piece.textStyle)].extent)
                }
            }
            if let fallback = fallbackExtent(piece) { extent.formUnion(fallback) }
        }
        if isSimple { return bounded(extent.orZero) }
        return layOutBoxes(&pieces, range, empty, roomAbove: annotations.isEmpty ? 0 : roomBelow(previous))
    }

    /// How far from a line's bottom its text ends: half of its leading, and what the font has below the em. Nothing where
    /// something reaches down further than the strut.
    private func roomBelow(_ line: LineRecord?) -> Double {
        let own = shaped.strutStyle
        guard let line, line.height - line.ascent <= own.lineDescent else { return 0 }
        return max(0, line.height - line.ascent - shaped.fontStyles[Int(own.fontStyle)].metrics.emDescent)
    }

    /// Whether a piece makes its line as high as its style says. Without struts what is removed does not, and a forced break
    /// does where nothing else is in the line (as Blink has it).
    private func isCounted(_ piece: LinePiece, after extent: LineExtent) -> Bool {
        countsStrut || !piece.flags.contains(.collapsed) && (piece.kind != .control || extent == .nothing)
    }

    /// `line-height: normal` counts every face that is used (CSS Inline 3 §5.2), and Blink does so.
    private func fallbackExtent(_ piece: LinePiece) -> LineExtent? {
        guard piece.flags.contains(.fallback), let context, textStyles[Int(piece.textStyle)].lineHeight == nil else {
            return nil
        }
        return LineExtent(ofFallback: shaped.item(Int(piece.index)), in: shaped, context)
    }

    private mutating func layOutBoxes(
        _ pieces: inout ContiguousArray<LinePiece>, _ range: Range<Int>,
        _ empty: ArraySlice<(offset: Int, box: Int32)>, roomAbove: Double
    ) -> LineExtent {
        hanging.removeAll(keepingCapacity: true)
        var extent = countsStrut ? strut : .nothing
        func add(_ new: LineExtent, shift: Double, root: Int, _ layout: inout LineBoxLayout) {
            let moved = new.raised(by: shift)
            if root < 0 {
                extent.formUnion(moved)
            } else if layout.hanging[root] != nil {
                layout.hanging[root]?.formUnion(moved)
            } else {
                layout.hanging[root] = moved
            }
        }
        let boxes = shaped.inline.boxes
        seen.removeAll()
        /// Each box counts with its own line height, whatever is in it (CSS 2 §10.8.1).
        func addBoxes(from box: Int32, _ layout: inout LineBoxLayout) {
            var box = box
            while box >= 0, layout.seen.insert(Int(box)) {
                let number = Int(box)
                if layout.countsStrut || boxes[number].hasEdges {
                    add(
                        layout.textStyles[Int(layout.boxStyles[number])].extent, shift: layout.shifts[number],
                        root: layout.roots[number], &layout)
                }
                // An annotation stands on its base's em; the line grows where there is no room for the em of the annotation
                // between that and the text of the line before (CSS Ruby 1 §3.4, as Blink).
                if !layout.annotations.isEmpty,
                    let annotation = layout.annotationOfBox[number].map({ layout.annotations[$0] })
                {
                    let base = layout.shaped.metrics(ofBox: number)
                    let own = annotation.shaped.strutStyle
                    let metrics = annotation.shaped.fontStyles[Int(own.fontStyle)].metrics
                    let above = max(0, (annotation.lines.first?.ascent ?? 0) - metrics.emAscent)
                    let height = base.emAscent + annotation.size.height - above - roomAbove
                    add(
                        LineExtent(ascent: height, descent: -height), shift: layout.shifts[number],
                        root: layout.roots[number], &layout)
                }
                box = Int32(boxes[number].parent ?? -1)
            }
        }
        for (_, box) in empty { addBoxes(from: box, &self) }
        for index in range {
            let piece = pieces[index]
            let box = piece.box
            let root = box >= 0 ? roots[Int(box)] : -1
            let shift = box >= 0 ? shifts[Int(box)] : 0
            pieces[index].shift = shift
            addBoxes(from: box, &self)
            switch piece.kind {
            case .object:
                let object = measures.object(Int(piece.index))
                let own = LineExtent(ascent: object.baseline, descent: object.height - object.baseline)
                if object.alignment == .top || object.alignment == .bottom {
                    // By a number below -1: it is aligned to the line box itself, and no inline box.
                    hanging[-2 - index] = own
                } else {
                    let style = textStyles[Int(piece.textStyle)]
                    let parent = piece.box >= 0 ? textStyles[Int(boxStyles[Int(piece.box)])] : style
                    let raise =
                        object.isCenteredOnText
                        ? middle(of: parent) - (own.ascent - own.descent) / 2
                        : shaped.shift(of: own, object.alignment, own: style, parent: parent)
                    pieces[index].shift = shift + raise
                    add(own, shift: shift + raise, root: root, &self)
                }
            case .open, .close: break
            case .text, .edge, .inserted, .tab, .control:
                guard isCounted(piece, after: hanging.isEmpty ? extent : strut), !piece.isControl || box < 0 else {
                    continue
                }
                add(textStyles[Int(piece.textStyle)].extent, shift: shift, root: root, &self)
                if let fallback = fallbackExtent(piece) { add(fallback, shift: shift, root: root, &self) }
            }
        }
        guard !hanging.isEmpty else { return bounded(extent.orZero) }
        return alignToLine(extent.orZero, &pieces, range)
    }

    /// `vertical-align: top` and `bottom`: the line box grows to hold them, then they go to its edges.
    private func alignToLine(
        _ extent: LineExtent, _ pieces: inout ContiguousArray<LinePiece>, _ range: Range<Int>
    ) -> LineExtent {
        var extent = extent
        for (root, own) in hanging.sorted(by: { $0.key > $1.key }) {
            let missing = own.height - extent.height
            guard missing > 0 else { continue }
            if isTop(root, pieces) { extent.descent += missing } else { extent.ascent += missing }
        }
        extent = bounded(extent)
        for index in range {
            let piece = pieces[index]
            var key = piece.box >= 0 ? roots[Int(piece.box)] : -1
            var base = pieces[index].shift
            if piece.kind == .object, hanging[-2 - index] != nil {
                key = -2 - index
                base = 0
            }
            guard let own = hanging[key] else { continue }
            pieces[index].shift =
                base + (isTop(key, pieces) ? extent.ascent - own.ascent : own.descent - extent.descent)
        }
        return extent
    }

    private func isTop(_ root: Int, _ pieces: ContiguousArray<LinePiece>) -> Bool {
        let alignment =
            root < -1
            ? measures.object(Int(pieces[-2 - root].index)).alignment
            : shaped.inline.boxes[root].style.verticalAlignment
        return alignment == .top
    }

    private func bounded(_ extent: LineExtent) -> LineExtent {
        guard boundsHeights else { return extent }
        var extent = extent
        extent.bound(by: shaped.style)
        return extent
    }

    // MARK: Fragments of inline boxes

    /// Appends what each inline box covers on a line: one record for each part that is contiguous in visual order. Outer
    /// boxes come first. Spaces that are removed are outside.
    mutating func addBoxes(
        _ pieces: ContiguousArray<LinePiece>, _ range: Range<Int>, baseline: Double,
        to records: inout ContiguousArray<BoxRecord>
    ) {
        let boxes = shaped.inline.boxes
        seen.removeAll()
        for index in range {
            var box = pieces[index].box
            while box >= 0, seen.insert(Int(box)) { box = Int32(boxes[Int(box)].parent ?? -1) }
        }
        for box in seen.sorted() {
            var open: (first: Int, last: Int)?
            for index in range {
                let piece = pieces[index]
                if piece.flags.contains(.collapsed) || piece.kind == .control { continue }
                if isInside(piece.box, box, boxes) {
                    open = (open?.first ?? index, index)
                } else if let done = open {
                    records.append(record(box, pieces, done.first...done.last, baseline))
                    open = nil
                }
            }
            if let done = open { records.append(record(box, pieces, done.first...done.last, baseline)) }
        }
    }

    private func isInside(_ inner: Int32, _ outer: Int32, _ boxes: ContiguousArray<InlineText.Box>) -> Bool {
        var box = inner
        while box >= 0 {
            if box == outer { return true }
            box = Int32(boxes[Int(box)].parent ?? -1)
        }
        return false
    }

    private func record(
        _ box: Int32, _ pieces: ContiguousArray<LinePiece>, _ range: ClosedRange<Int>, _ baseline: Double
    ) -> BoxRecord {
        let measure = measures.boxes[Int(box)]
        var left = pieces[range.lowerBound].x
        var right = pieces[range.upperBound].x + pieces[range.upperBound].width
        var hasStart = false
        var hasEnd = false
        var shift = shifts[Int(box)]
        for index in range {
            let piece = pieces[index]
            if piece.box == box {
                if piece.kind != .object { shift = piece.shift }
                let isOuter = index == range.lowerBound || index == range.upperBound
                guard piece.kind == .open || piece.kind == .close, isOuter else { continue }
                let isStart = piece.kind == .open
                guard isStart ? measure.hasStartEdge : measure.hasEndEdge else { continue }
                if isStart { hasStart = true } else { hasEnd = true }
                // Margins are outside the border box.
                let margin = isStart ? measure.start().margin : measure.end().margin
                if isStart != measure.isRightToLeft { left += margin } else { right -= margin }
            }
        }
        let metrics = shaped.fontStyles[Int(textStyles[Int(boxStyles[Int(box)])].fontStyle)].metrics
        let top = baseline - shift - metrics.ascent - measure.padding.top - measure.border.top
        let bottom = baseline - shift + metrics.descent + measure.padding.bottom + measure.border.bottom
        return BoxRecord(
            box: box, hasStart: hasStart, hasEnd: hasEnd, isRightToLeft: measure.isRightToLeft, x: left, y: top,
            width: max(0, right - left), height: bottom - top)
    }
}

extension LineExtent {
    /// The extent of an item in a face that is not its style's first, with `line-height: normal`.
    init(ofFallback item: TextItem, in shaped: ShapedParagraph, _ context: LayoutContext) {
        let style = shaped.fontStyle(Int(item.fontStyle))
        let metrics = FontStyle.Metrics(context.metrics(of: item.instance), fontSize: style.fontSize)
        self = LineExtent(ascent: metrics.ascent, descent: metrics.descent).withLeading(for: metrics.lineSpacing)
    }
}

extension ShapedParagraph {
    /// How far up something goes that is aligned to its parent.
    func shift(
        of extent: LineExtent, _ alignment: VerticalAlignment, own: ParagraphTextStyle, parent: ParagraphTextStyle
    ) -> Double {
        let parentStyle = fontStyles[Int(parent.fontStyle)]
        switch alignment {
        case .baseline, .top, .bottom: return 0
        // As Blink, which follows the suggestion of CSS 2 less than other engines' custom.
        case .sub: return -((parentStyle.style.fontSize / 5 * 64).rounded(.down) / 64 + 1)
        case .super: return (parentStyle.style.fontSize / 3 * 64).rounded(.down) / 64 + 1
        case .textTop: return parentStyle.metrics.ascent - extent.ascent
        case .textBottom: return extent.descent - parentStyle.metrics.descent
        case .middle: return parentStyle.metrics.xHeight / 2 - (extent.ascent - extent.descent) / 2
        case .raised(let length):
            let ownStyle = fontStyles[Int(own.fontStyle)]
            let lineHeight = own.lineHeight ?? ownStyle.metrics.lineSpacing
            return length.resolved(
                in: ownStyle.lengthContext(
                    percentageBase: lineHeight, lineHeight: lineHeight, rootFontSize: rootFontSize,
                    viewport: viewport))
        }
    }

    /// How far a box's baseline is above that of the box around it; `nil` for one that is aligned to the line box.
    func raise(ofBox index: Int, _ boxes: ContiguousArray<InlineText.Box>) -> Double? {
        let alignment = boxes[index].style.verticalAlignment
        if alignment == .top || alignment == .bottom { return nil }
        let own = Int(boxStyles[index])
        let parent = boxes[index].parent.map { Int(boxStyles[$0]) } ?? strutIndex
        return shift(of: textStyles[own].extent, alignment, own: textStyles[own], parent: textStyles[parent])
    }
}

extension ParagraphTextStyle {
    var extent: LineExtent { LineExtent(ascent: lineAscent, descent: lineDescent) }
}

extension LineExtent {
    /// That of no line: of two, the other is the larger one.
    fileprivate static let nothing = LineExtent(ascent: -.infinity, descent: -.infinity)

    fileprivate var orZero: LineExtent { self == .nothing ? LineExtent(ascent: 0, descent: 0) : self }
}

extension ShapedParagraph {
    /// The measures of an inline box's own font.
    func metrics(ofBox box: Int) -> FontStyle.Metrics {
        fontStyles[Int(textStyles[Int(boxStyles[box])].fontStyle)].metrics
    }
}

extension LinePiece {
    /// Whether it shows nothing, and is no break: the controls around an isolate have their parent's style, and no size
    /// (CSS Writing Modes 4 §2.4.2).
    fileprivate var isControl: Bool { kind == .control && clusterEnd > firstCluster && !flags.contains(.collapsed) }
}
