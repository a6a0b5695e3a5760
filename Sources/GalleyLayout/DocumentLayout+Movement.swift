import GalleyParagraph
import GalleyText

// Movement of a caret through the document: in a paragraph as its layout says, and on to the next one.
extension DocumentLayout {
    /// The place after a position in the order of the text; `nil` at the end. See `ParagraphLayout.position(after:by:)`.
    public func position(after position: TextPosition, by unit: TextUnit = .grapheme) -> TextPosition? {
        let index = text.paragraphIndex(at: position.offset)
        if let fragment = wholeParagraph(at: index) {
            if unit == .grapheme, let next = fragment.dropCap?.position(after: position) { return next }
            if let next = fragment.layout.position(after: fragment.local(position), by: unit) {
                return fragment.global(next)
            }
        }
        guard unit != .line, let next = paragraph(after: index) else { return nil }
        let start = TextPosition(offset: text.paragraphs[next.paragraph].range.lowerBound)
        guard unit == .word, let end = next.layout.position(after: next.local(start), by: .word) else { return start }
        return next.global(end)
    }

    /// The place before a position in the order of the text; `nil` at the start.
    public func position(before position: TextPosition, by unit: TextUnit = .grapheme) -> TextPosition? {
        let index = text.paragraphIndex(at: position.offset)
        if let fragment = wholeParagraph(at: index) {
            if unit == .grapheme, let next = fragment.dropCap?.position(before: position) { return next }
            if let next = fragment.layout.position(before: fragment.local(position), by: unit) {
                let place = fragment.global(next)
                guard unit == .grapheme, let cap = fragment.dropCap, cap.range.contains(place.offset) else {
                    return place
                }
                // Behind the letter, which is passed by itself.
                return TextPosition(offset: cap.range.upperBound)
            }
            if let cap = fragment.dropCap, position.offset > cap.range.lowerBound {
                return TextPosition(offset: cap.range.lowerBound)
            }
        }
        guard unit != .line, let previous = paragraph(before: index) else { return nil }
        let end = TextPosition(offset: text.paragraphs[previous.paragraph].contentRange.upperBound)
        guard unit == .word, let start = previous.layout.position(before: previous.local(end), by: .word) else {
            return end
        }
        return previous.global(start)
    }

    /// The source bytes of the character, of the word (or of what stands between two words), or of the line at a place.
    public func range(of unit: TextUnit, at position: TextPosition) -> Range<Int> {
        guard let fragment = wholeParagraph(at: text.paragraphIndex(at: position.offset)) else {
            return position.offset..<position.offset
        }
        let range = fragment.layout.range(of: unit, at: fragment.local(position))
        return range.lowerBound + fragment.sourceShift..<range.upperBound + fragment.sourceShift
    }

    /// Where a caret goes from a position in a direction; `nil` where there is nothing more. `x` is where it wants to be in
    /// the line above or below, in the document's coordinates; its own place when `nil`. O(paragraphs) where it leaves its
    /// paragraph upwards or downwards.
    public func position(_ direction: VisualDirection, of position: TextPosition, x: Double? = nil) -> TextPosition? {
        let index = text.paragraphIndex(at: position.offset)
        guard let fragment = wholeParagraph(at: index) else { return nil }
        let local = fragment.local(position)
        if let next = fragment.layout.position(direction, of: local, x: x.map { $0 - fragment.origin.x }) {
            return fragment.global(next)
        }
        switch direction {
        case .left, .right:
            let isForward = (direction == .right) != fragment.layout.shaped.isRightToLeft
            if isForward {
                return paragraph(after: index).map {
                    TextPosition(offset: text.paragraphs[$0.paragraph].range.lowerBound)
                }
            }
            return paragraph(before: index).map {
                TextPosition(offset: text.paragraphs[$0.paragraph].contentRange.upperBound)
            }
        case .up, .down:
            let place = x ?? fragment.origin.x + (fragment.layout.caretRects(at: local).first?.x ?? 0)
            guard let next = paragraph(direction == .up ? .up : .down, of: fragment, x: place) else { return nil }
            let lines = next.layout.lines
            guard let line = direction == .up ? lines.last : lines.first else { return nil }
            let point = Point(x: place - next.origin.x, y: line.y + line.height / 2)
            return next.global(next.layout.position(at: point))
        }
    }

    // MARK: Paragraphs

    private func paragraph(after index: Int) -> ParagraphFragment? {
        text.paragraphs.indices[(index + 1)...].lazy.compactMap(lines).first
    }

    private func paragraph(before index: Int) -> ParagraphFragment? {
        text.paragraphs.indices[..<index].reversed().lazy.compactMap(lines).first
    }

    private func lines(_ index: Int) -> ParagraphFragment? {
        wholeParagraph(at: index).flatMap { $0.layout.lineCount > 0 ? $0 : nil }
    }

    /// The paragraph next above or below another one; of several at one height that nearest to `x`.
    private func paragraph(
        _ direction: VisualDirection, of fragment: ParagraphFragment, x: Double
    ) -> ParagraphFragment? {
        let top = fragment.origin.y
        let bottom = top + fragment.layout.size.height
        var best: (index: Int, distance: Double, aside: Double)?
        for index in geometry.paragraphs.indices where index != fragment.paragraph {
            let paragraph = geometry.paragraphs[index]
            guard let layout = paragraph.layout, layout.lineCount > 0 else { continue }
            let origin = geometry.origin(ofParagraph: index)
            let distance = direction == .up ? top - (origin.y + layout.size.height) : origin.y - bottom
            guard distance > -0.5 else { continue }
            let aside = max(origin.x - x, x - origin.x - max(paragraph.width, layout.size.width), 0)
            if let best, (best.distance, best.aside) <= (distance, aside) { continue }
            best = (index, distance, aside)
        }
        return best.flatMap { wholeParagraph(at: $0.index) }
    }
}

extension ParagraphFragment {
    fileprivate func local(_ position: TextPosition) -> TextPosition {
        var position = position
        position.offset -= sourceShift
        return position
    }

    fileprivate func global(_ position: TextPosition) -> TextPosition {
        var position = position
        position.offset += sourceShift
        return position
    }
}
