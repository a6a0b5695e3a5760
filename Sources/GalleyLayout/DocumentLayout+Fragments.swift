import GalleyParagraph
import GalleyText

extension DocumentLayout {
    /// Every line, in document order: paragraph by paragraph.
    public var lines: Lines { Lines(layout: self) }

    /// The lines of a document layout: lines are found by counting, O(log paragraphs) each.
    public struct Lines: RandomAccessCollection, Sendable {
        let layout: DocumentLayout

        public var startIndex: Int { 0 }
        public var endIndex: Int { layout.geometry.lineCounts.total }

        public subscript(position: Int) -> LineFragment {
            precondition(position >= 0 && position < endIndex, "there is no line \(position)")
            let (paragraph, before) = layout.geometry.lineCounts.position(of: position)
            guard let fragment = layout.wholeParagraph(at: paragraph) else {
                preconditionFailure("a paragraph that has a line is laid out")
            }
            return layout.line(position - before, of: fragment)
        }

        /// From the first line to the last: paragraphs that are not kept shaped are shaped once each.
        public func makeIterator() -> Iterator { Iterator(layout: layout, source: LineSource(layout)) }

        /// Walks the lines paragraph by paragraph.
        public struct Iterator: IteratorProtocol {
            let layout: DocumentLayout
            let source: LineSource
            private var paragraph = 0
            private var fragment: ParagraphFragment?
            private var line = 0

            init(layout: DocumentLayout, source: LineSource) {
                self.layout = layout
                self.source = source
            }

            public mutating func next() -> LineFragment? {
                while line >= fragment?.layout.lineCount ?? 0 {
                    guard paragraph < layout.geometry.paragraphs.count else { return nil }
                    fragment = layout.wholeParagraph(at: paragraph, source)
                    line = 0
                    paragraph += 1
                }
                defer { line += 1 }
                return fragment.map { layout.line(line, of: $0) }
            }
        }
    }

    /// A line of a whole paragraph, where it is shown.
    private func line(_ index: Int, of fragment: ParagraphFragment) -> LineFragment {
        var fragment = fragment
        let moved = columnOffset(ofParagraph: fragment.paragraph, line: index)
        fragment.origin.x += moved.x
        fragment.origin.y += moved.y
        return fragment.line(index)
    }

    /// A paragraph's lines and their place; of one that columns divide, the first part; `nil` for one that takes no room.
    /// O(log paragraphs).
    public func paragraphFragment(at index: Int) -> ParagraphFragment? {
        geometry.hasColumns ? paragraphFragments(at: index).first : wholeParagraph(at: index)
    }

    /// The parts of a paragraph: several where columns divide it, none where it takes no room. O(log paragraphs).
    public func paragraphFragments(at index: Int) -> [ParagraphFragment] { paragraphFragments(at: index, nil) }

    private func paragraphFragments(at index: Int, _ source: LineSource?) -> [ParagraphFragment] {
        guard let whole = wholeParagraph(at: index, source) else { return [] }
        guard let set = columnSet(ofParagraph: index) else { return [whole] }
        return geometry.columnSets[set].pieces(ofParagraph: index).map { piece in
            var fragment = whole
            fragment.lines = piece.lines
            let moved = columnOffset(set: set, slice: piece.slice)
            fragment.origin.x += moved.x
            fragment.origin.y += moved.y
            return fragment
        }
    }

    /// A paragraph as it was laid out, before columns were cut.
    ///
    /// - Parameter source: what makes lines that were given up again; where many are asked for, one for all.
    func wholeParagraph(at index: Int, _ source: LineSource? = nil) -> ParagraphFragment? {
        guard geometry.paragraphs.indices.contains(index), let lines = geometry.paragraphs[index].layout,
            let layout = lines.layout ?? (source ?? LineSource(self)).lines(ofParagraph: index)
        else { return nil }
        return ParagraphFragment(
            paragraph: index, origin: geometry.origin(ofParagraph: index), layout: layout,
            lines: 0..<layout.lineCount, sourceShift: shaped.sourceShift(ofParagraph: index),
            letter: geometry.dropCaps[index].flatMap { place in
                shaped.dropCaps[index].map { ParagraphFragment.Letter(cap: $0, place: place) }
            })
    }

    /// All paragraphs that take room, in document order. O(paragraphs · log).
    public var paragraphFragments: [ParagraphFragment] {
        let source = LineSource(self)
        guard geometry.hasColumns else {
            return geometry.paragraphs.indices.compactMap { wholeParagraph(at: $0, source) }
        }
        return geometry.paragraphs.indices.flatMap { paragraphFragments(at: $0, source) }
    }

    /// All boxes in document order, parents before children; one that columns divide has several fragments.
    /// O(blocks · log).
    public var fragments: [BlockFragment] {
        if geometry.hasColumns { return content.blocks }
        var counts = ContiguousArray(repeating: 0, count: text.blocks.count)
        for index in text.blocks.indices.reversed() {
            if let parent = text.blocks[index].parent { counts[parent.index] += counts[index] + 1 }
        }
        return text.blocks.indices.map { index in
            var fragment = blockFragment(BlockID(index))
            fragment.subtreeCount = counts[index]
            return fragment
        }
    }

    /// A block's box, without its subtree's count; of one in columns, as it was laid out before they were cut.
    /// O(log paragraphs).
    public func blockFragment(_ block: BlockID) -> BlockFragment {
        let box = geometry.boxes[block.index]
        var fragment = BlockFragment(
            block: block, frame: frame(of: block), border: box.border, padding: box.padding,
            drawsBorder: box.drawsBorder,
            drawsBackground: box.drawsBackground && !isTablePart(block)
                && (!text.style(of: block).backgroundLayers.isEmpty
                    || text.style(of: block).background != nil && !isCanvasSource(block)),
            drawsShadows: box.drawsBackground, clipsContent: box.clipsContent || text.style(of: block).clipsOverflow)
        if let legend = text.legend(of: block) {
            let own = frame(of: legend)
            fragment.legend = FieldsetLegend(
                frame: own.offsetBy(dx: -fragment.frame.x, dy: -fragment.frame.y),
                borderWidth: text.paintedTopBorder(of: block, box))
        }
        if box.column >= 0, box.drawsBackground { fragment.underlays = underlays(ofCell: block, box) }
        return fragment
    }

    /// Rows and row groups show their background in their cells.
    private func isTablePart(_ block: BlockID) -> Bool {
        switch text.blocks[block.index].kind {
        case .row, .rowGroup: true
        default: false
        }
    }

    private func underlays(ofCell cell: BlockID, _ box: BoxGeometry) -> [BoxUnderlay] {
        var underlays: [BoxUnderlay] = []
        if !geometry.columnUnderlays.isEmpty, let table = table(around: cell),
            let known = geometry.columnUnderlays[table]
        {
            let origin = frame(of: table).origin
            for layer in [known.groups[Int(box.column)], known.columns[Int(box.column)]] {
                guard var layer else { continue }
                layer.area = layer.area.offsetBy(dx: origin.x, dy: origin.y)
                underlays.append(layer)
            }
        }
        var rows: [BoxUnderlay] = []
        var next = text.blocks[cell.index].parent
        while let part = next, isTablePart(part) {
            let style = text.style(of: part)
            if style.isVisible,
                let layer = BoxUnderlay(
                    style.background, style.backgroundLayers, shadows: style.shadows, area: frame(of: part))
            {
                rows.append(layer)
            }
            next = text.blocks[part.index].parent
        }
        return underlays + rows.reversed()
    }

    private func table(around cell: BlockID) -> BlockID? {
        var next = text.blocks[cell.index].parent
        while let part = next, isTablePart(part) { next = text.blocks[part.index].parent }
        return next
    }

    /// A block's border box. What was moved since it was computed is added: by what stands before it, and by what
    /// grew inside.
    func frame(of block: BlockID) -> Rect {
        var frame = geometry.boxes[block.index].frame
        if geometry.hasShifts {
            let paragraphs = text.blocks[block.index].paragraphs
            frame.y += geometry.shifts.sum(before: paragraphs.lowerBound)
            frame.height += geometry.shifts.sum(paragraphs)
        }
        return frame
    }

    /// The block whose background became the canvas's: the root's, or else the body's (CSS Backgrounds 3 §2.11.2).
    private func isCanvasSource(_ block: BlockID) -> Bool {
        guard text.metadata.canvasBackground != nil else { return false }
        if block == .root { return true }
        return text.blocks[block.index].parent == .root && text.style(of: .root).background == nil
            && text.style(of: block).background == text.metadata.canvasBackground
            && text.blocks[block.index].paragraphs == text.blocks[0].paragraphs
    }

    /// The markers that stand outside their items.
    public var markers: [MarkerFragment] { geometry.hasColumns ? content.markers : wholeMarkers }

    /// The markers before columns are cut.
    var wholeMarkers: [MarkerFragment] { geometry.markers.indices.compactMap(wholeMarker) }

    /// A marker by its place in the geometry's list.
    func wholeMarker(_ index: Int) -> MarkerFragment? {
        let place = geometry.markers[index]
        guard let marker = shaped.markerPlaces.item(place.item)?.marker else { return nil }
        let origin = geometry.origin(ofParagraph: place.paragraph)
        return MarkerFragment(
            item: place.item, paragraph: place.paragraph,
            origin: Point(x: origin.x + place.offset.x, y: origin.y + place.offset.y), layout: marker.layout,
            text: marker.text, image: place.image)
    }

    /// All attachments that are in sight, in document order.
    public var attachments: [AttachmentFragment] {
        geometry.paragraphs.indices.flatMap { attachments(ofParagraph: $0) }
    }

    /// The attachments of one paragraph.
    public func attachments(ofParagraph index: Int) -> [AttachmentFragment] {
        guard geometry.paragraphs.indices.contains(index), !geometry.paragraphs[index].objects.isEmpty else {
            return []
        }
        return paragraphFragments(at: index).flatMap { attachments(in: $0) }
    }

    /// The attachments in the lines of a fragment, where it stands.
    func attachments(in fragment: ParagraphFragment) -> [AttachmentFragment] {
        guard !geometry.paragraphs[fragment.paragraph].objects.isEmpty else { return [] }
        return fragment.lines.flatMap { line in
            fragment.layout.lines[line].objects.compactMap { attachment($0, in: fragment, line: line) }
        }
    }

    private func attachment(_ atom: AtomicBox, in fragment: ParagraphFragment, line: Int) -> AttachmentFragment? {
        let objects = geometry.paragraphs[fragment.paragraph].objects
        guard atom.object < objects.count, let box = objects[atom.object].attachment else { return nil }
        let frame = atom.rect.offsetBy(dx: fragment.origin.x, dy: fragment.origin.y).inset(by: box.margin)
        let content = frame.inset(by: box.edges)
        var alternative: AttachmentFragment.Alternative?
        if box.state == .failed {
            alternative = AlternativeText.layout(
                text.attachments[box.attachment.index],
                strut: shaped.style(of: box.attachment, inParagraph: fragment.paragraph),
                width: content.width + 1 / 64,
                context: DocumentLayout.context(fonts: fonts, width: width, options: options)
            ).map { AttachmentFragment.Alternative(origin: content.origin, layout: $0.layout, text: $0.text) }
        }
        return AttachmentFragment(
            attachment: box.attachment, frame: frame, contentRect: content, state: box.state,
            paragraph: fragment.paragraph, line: line, alternative: alternative)
    }

    /// The strokes of collapsed table borders.
    public var tableBorders: [TableBorderFragment] { geometry.hasColumns ? content.tableBorders : wholeTableBorders }

    /// The strokes before columns are cut.
    var wholeTableBorders: [TableBorderFragment] {
        geometry.tableBorders.map { stroke in
            var stroke = stroke
            let first = text.blocks[stroke.table.index].paragraphs.lowerBound
            stroke.frame.y += geometry.shift(ofParagraph: first)
            return stroke
        }
    }

    /// Everything there is to draw.
    public var content: LayoutContent {
        if geometry.hasColumns { return FragmentEmitter(self).canvas() }
        var content = LayoutContent(
            text: text, size: size, canvasBackground: text.metadata.canvasBackground, blocks: fragments,
            paragraphs: paragraphFragments, markers: markers, attachments: attachments, tableBorders: tableBorders)
        content.lengthContexts = shaped.lengthContexts
        return content
    }
}
