import GalleyParagraph
import GalleyText

extension DocumentLayout {
    /// The place in the text nearest to a point of the document; `nil` for a document without lines. O(paragraphs).
    public func position(at point: Point) -> TextPosition? {
        if let cap = dropCap(at: point) { return cap.position(at: point) }
        guard let fragment = nearestParagraph(to: point) else { return nil }
        var position = fragment.layout.position(at: fragment.local(point))
        position.offset += fragment.sourceShift
        return position
    }

    /// Where a caret is drawn: one rectangle of no width, or two where directions meet; none where the text at the
    /// position takes no room.
    public func caretRects(at position: TextPosition) -> [Rect] {
        if let cap = dropCap(at: position) { return cap.caretRects(at: position) }
        guard let fragment = wholeParagraph(at: text.paragraphIndex(at: position.offset)) else { return [] }
        var local = position
        local.offset -= fragment.sourceShift
        return fragment.layout.caretRects(at: local).map { placed($0, in: fragment) }
    }

    /// What a range of the text covers, line by line. O(paragraphs in the range).
    public func rects(for range: Range<Int>) -> [Rect] {
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return [] }
        let first = text.paragraphIndex(at: range.lowerBound)
        let last = text.paragraphIndex(at: range.upperBound - 1)
        return (first...last).flatMap { index -> [Rect] in
            guard let fragment = wholeParagraph(at: index) else { return [] }
            let part = range.clamped(to: text.paragraphs[index].range)
            let local = (part.lowerBound - fragment.sourceShift)..<(part.upperBound - fragment.sourceShift)
            let letter = paragraphFragment(at: index)?.dropCap?.rects(for: part) ?? []
            return letter + fragment.layout.rects(for: local).map { placed($0, in: fragment) }
        }
    }

    /// The link under a point; `nil` beside the text.
    public func link(at point: Point) -> Link? {
        guard let offset = characterOffset(at: point) else { return nil }
        return text.link(at: offset)
    }

    /// The attachment under a point.
    public func attachment(at point: Point) -> AttachmentFragment? {
        guard let fragment = nearestParagraph(to: point) else { return nil }
        return attachments(ofParagraph: fragment.paragraph).first { $0.frame.contains(point) }
    }

    /// The innermost block whose border box holds a point. O(blocks).
    public func block(at point: Point) -> BlockID? {
        if geometry.hasColumns { return content.blocks.last { $0.frame.contains(point) }?.block }
        return text.blocks.indices.last { frame(of: BlockID($0)).contains(point) }.map { BlockID($0) }
    }

    /// Where a named anchor stands: the top of its line.
    public func point(ofAnchor name: String) -> Point? {
        guard let offset = text.offset(ofAnchor: name) else { return nil }
        return point(ofOffset: offset)
    }

    /// Where the line of an offset begins; for text that takes no room, its block's corner.
    public func point(ofOffset offset: Int) -> Point? {
        guard !text.paragraphs.isEmpty else { return nil }
        let index = text.paragraphIndex(at: offset)
        guard let fragment = wholeParagraph(at: index) else { return frame(of: text.paragraphs[index].block).origin }
        let lines = fragment.lines
        let number = lines.last { fragment.line($0).range.lowerBound <= offset } ?? lines.lowerBound
        guard lines.contains(number) else { return fragment.origin }
        let moved = columnOffset(ofParagraph: index, line: number)
        return fragment.line(number).frame.offsetBy(dx: moved.x, dy: moved.y).origin
    }

    /// The source offset of the character that is drawn at a point, for links and the like; `nil` where none is, such as
    /// in the empty space after a line's last glyph.
    public func characterOffset(at point: Point) -> Int? {
        if let cap = dropCap(at: point) { return cap.characterOffset(at: point) }
        guard let fragment = nearestParagraph(to: point) else { return nil }
        let local = fragment.local(point)
        return fragment.layout.characterOffset(at: local).map { $0 + fragment.sourceShift }
    }

    /// The characters of the text for which no face has glyphs, in order. O(paragraphs).
    public var uncoveredText: [UncoveredText] {
        let source = LineSource(self)
        return text.paragraphs.indices.flatMap { index -> [UncoveredText] in
            let hasCap = shaped.dropCaps[index] != nil
            guard hasCap || shaped.paragraphs.hasUncoveredText(index), let fragment = wholeParagraph(at: index, source)
            else { return [] }
            return (fragment.dropCap?.uncoveredText ?? [])
                + fragment.layout.uncoveredText.map { $0.moved(by: fragment.sourceShift) }
        }
    }

    /// The paragraph whose lines are nearest to a point, upwards and downwards first.
    private func nearestParagraph(to point: Point) -> ParagraphFragment? {
        if geometry.hasColumns { return nearestFragment(to: point) }
        var best: (index: Int, distance: Double)?
        for index in geometry.paragraphs.indices {
            let paragraph = geometry.paragraphs[index]
            guard let layout = paragraph.layout, layout.lineCount > 0 else { continue }
            let origin = geometry.origin(ofParagraph: index)
            let dy = max(origin.y - point.y, point.y - origin.y - layout.size.height, 0)
            let dx = max(origin.x - point.x, point.x - origin.x - max(paragraph.width, layout.size.width), 0)
            let distance = dy * 1_000 + dx
            if distance < best?.distance ?? .infinity { best = (index, distance) }
        }
        return best.flatMap { paragraphFragment(at: $0.index) }
    }

    /// The same where columns stand side by side: sideways first, then upwards and downwards.
    private func nearestFragment(to point: Point) -> ParagraphFragment? {
        var best: (fragment: ParagraphFragment, distance: Double)?
        for fragment in paragraphFragments where !fragment.lines.isEmpty {
            let frame = fragment.frame
            let width = max(frame.width, geometry.paragraphs[fragment.paragraph].width)
            let dy = max(frame.y - point.y, point.y - frame.maxY, 0)
            let dx = max(fragment.origin.x - point.x, point.x - fragment.origin.x - width, 0)
            let distance = dx * 1_000 + dy
            if distance < best?.distance ?? .infinity { best = (fragment, distance) }
        }
        return best?.fragment
    }

    /// A rectangle of a paragraph's layout where its line stands.
    private func placed(_ rect: Rect, in fragment: ParagraphFragment) -> Rect {
        var placed = rect.offsetBy(dx: fragment.origin.x, dy: fragment.origin.y)
        guard columnSet(ofParagraph: fragment.paragraph) != nil else { return placed }
        let middle = rect.y + rect.height / 2
        let line = fragment.layout.lines.last { $0.y <= middle }?.index ?? 0
        let moved = columnOffset(ofParagraph: fragment.paragraph, line: line)
        placed.x += moved.x
        placed.y += moved.y
        return placed
    }
}

extension ParagraphFragment {
    /// A point in the layout's coordinates, no higher or lower than the fragment's lines.
    fileprivate func local(_ point: Point) -> Point {
        var local = Point(x: point.x - origin.x, y: point.y - origin.y)
        guard let first = lines.first, let last = lines.last, lines.count < layout.lineCount else { return local }
        let bottom = layout.lines[last].y + layout.lines[last].height
        local.y = min(max(local.y, layout.lines[first].y), max(layout.lines[first].y, bottom - 0.01))
        return local
    }
}
