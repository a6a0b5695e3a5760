import GalleyShaping
import GalleyText

// Movement as it is seen.
extension ParagraphLayout {
    /// Where a caret goes from a position in a direction; `nil` where it leaves the paragraph.
    ///
    /// To the left and right it passes over one character as seen, whichever way the text runs, and goes on in the next
    /// or last line at a line's end. `x` is where a caret wants to be in the line above or below; its own place when `nil`.
    /// O(the line's characters).
    public func position(_ direction: VisualDirection, of position: TextPosition, x: Double? = nil) -> TextPosition? {
        guard let index = lineIndex(at: position) else { return nil }
        switch direction {
        case .left: return moved(position, line: index, toTheRight: false)
        case .right: return moved(position, line: index, toTheRight: true)
        case .up, .down:
            let next = direction == .up ? index - 1 : index + 1
            guard storage.lines.indices.contains(next) else { return nil }
            let line = storage.lines[next]
            let place = x ?? caretRects(at: position).first?.x ?? 0
            return self.position(at: Point(x: place, y: line.y + line.height / 2))
        }
    }

    /// A character on a line.
    private struct VisualGrapheme {
        /// Inline offsets.
        var start: Int
        var end: Int
        var isRightToLeft: Bool
    }

    /// The characters of a line from left to right: those of its content, and what hangs at its end where nothing follows.
    private func graphemes(ofLine index: Int) -> [VisualGrapheme] {
        let line = storage.lines[index]
        var all: [VisualGrapheme] = []
        for piece in storage.pieces(of: line) where piece.takesCaret && piece.end > piece.start {
            let isRightToLeft = piece.level & 1 != 0
            var offsets: [Int] = []
            for offset in Int(piece.start)..<Int(piece.end)
            where offset == Int(piece.start) || shaped.analysis.isGraphemeStart(offset) { offsets.append(offset) }
            let ends = offsets.dropFirst() + [Int(piece.end)]
            var own = zip(offsets, ends).map { VisualGrapheme(start: $0, end: $1, isRightToLeft: isRightToLeft) }
            if isRightToLeft { own.reverse() }
            all += own
        }
        return all
    }

    private func moved(_ position: TextPosition, line index: Int, toTheRight: Bool) -> TextPosition? {
        let graphemes = graphemes(ofLine: index)
        let mapping = shaped.inline.mapping
        let offset = mapping.inlineOffset(ofSource: position.offset)
        var slot = slot(of: offset, isUpstream: position.affinity == .upstream, in: graphemes, line: index)
        while toTheRight ? slot < graphemes.count : slot > 0 {
            let passed = graphemes[toTheRight ? slot : slot - 1]
            slot += toTheRight ? 1 : -1
            // Behind it in its own direction, or before it.
            let isEnd = passed.isRightToLeft != toTheRight
            let place = InlinePlace(offset: isEnd ? passed.end : passed.start, isUpstream: isEnd)
            let next = self.position(of: place, storage.lines[index])
            if next.isGenerated { continue }
            if next.offset != position.offset || next.affinity != position.affinity { return next }
        }
        // On with the line after or before.
        let isForward = toTheRight != shaped.isRightToLeft(at: Int(storage.lines[index].start))
        let other = isForward ? index + 1 : index - 1
        guard storage.lines.indices.contains(other) else { return nil }
        if isForward { return TextPosition(offset: mapping.sourceOffset(ofInline: Int(storage.lines[other].start))) }
        return end(ofLine: other)
    }

    /// Between which characters from left to right a caret stands: how many are left of it.
    private func slot(of offset: Int, isUpstream: Bool, in graphemes: [VisualGrapheme], line: Int) -> Int {
        let after = graphemes.firstIndex { $0.start == offset }
        let before = graphemes.firstIndex { $0.end == offset }
        func atStart(_ index: Int) -> Int { graphemes[index].isRightToLeft ? index + 1 : index }
        func atEnd(_ index: Int) -> Int { graphemes[index].isRightToLeft ? index : index + 1 }
        if isUpstream, let before { return atEnd(before) }
        if let after { return atStart(after) }
        if let before { return atEnd(before) }
        // Among spaces that hang, or in text that is not shown: at the line's end.
        return shaped.isRightToLeft(at: Int(storage.lines[line].start)) == (offset > Int(storage.lines[line].start))
            ? 0 : graphemes.count
    }
}
