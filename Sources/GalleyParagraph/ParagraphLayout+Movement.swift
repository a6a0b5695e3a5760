import GalleyShaping
import GalleyText
import GalleyUnicode

/// What a caret moves by.
public enum TextUnit: Sendable, Hashable, CaseIterable {
    /// A character as people see it (UAX #29).
    case grapheme
    /// A word; spaces and punctuation are passed over.
    case word
    /// To the line's end or start.
    case line
}

/// A direction on the screen.
public enum VisualDirection: Sendable, Hashable, CaseIterable {
    case left, right, up, down
}

// Movement in the order of the text.
extension ParagraphLayout {
    /// The place after a position; `nil` at the paragraph's end. The end of the next word, or of the position's line, for
    /// those units. Text that is not in the source is passed over.
    ///
    /// O(the unit's length); for lines O(log lines).
    public func position(after position: TextPosition, by unit: TextUnit = .grapheme) -> TextPosition? {
        if unit == .line {
            guard let line = lineIndex(at: position) else { return nil }
            let end = self.end(ofLine: line)
            return end.offset > position.offset ? end : nil
        }
        let boundaries = TextBoundaries(shaped)
        let mapping = shaped.inline.mapping
        var offset = mapping.inlineOffset(ofSource: position.offset)
        while offset < shaped.inline.utf8.count {
            offset = boundaries.next(after: offset, unit)
            let source = mapping.sourceOffset(ofInline: offset)
            if source > position.offset {
                return TextPosition(offset: source, affinity: affinity(afterMovingTo: offset))
            }
        }
        return nil
    }

    /// The place before a position; `nil` at the paragraph's start. The start of the word before, or of the position's
    /// line, for those units.
    public func position(before position: TextPosition, by unit: TextUnit = .grapheme) -> TextPosition? {
        if unit == .line {
            guard let line = lineIndex(at: position) else { return nil }
            let start = lines[line].sourceRange.lowerBound
            return start < position.offset ? TextPosition(offset: start) : nil
        }
        let boundaries = TextBoundaries(shaped)
        let mapping = shaped.inline.mapping
        var offset = mapping.inlineOffset(ofSource: position.offset)
        while offset > 0 {
            offset = boundaries.previous(before: offset, unit)
            let source = mapping.sourceOffset(ofInline: offset)
            if source < position.offset { return TextPosition(offset: source) }
        }
        return nil
    }

    /// The source bytes of the character, of the word (or of what stands between two words), or of the line at a place.
    public func range(of unit: TextUnit, at position: TextPosition) -> Range<Int> {
        if unit == .line {
            guard let line = lineIndex(at: position) else { return position.offset..<position.offset }
            return lines[line].sourceRange
        }
        let boundaries = TextBoundaries(shaped)
        let mapping = shaped.inline.mapping
        let count = shaped.inline.utf8.count
        guard count > 0 else { return position.offset..<position.offset }
        var offset = mapping.inlineOffset(ofSource: position.offset)
        if position.affinity == .upstream && offset > 0 || offset >= count { offset -= 1 }
        let range = boundaries.segment(at: offset, unit)
        return mapping.sourceRange(ofInline: range)
    }

    /// The number of the line that a caret at a place stands in; `nil` without lines. O(log lines).
    public func lineIndex(at position: TextPosition) -> Int? {
        let lines = storage.lines
        guard !lines.isEmpty else { return nil }
        let offset = shaped.inline.mapping.inlineOffset(ofSource: position.offset)
        var index = max(0, lines.partitionIndex { Int($0.start) > offset } - 1)
        if position.affinity == .upstream, index > 0, Int(lines[index].start) == offset,
            !lines[index - 1].flags.contains(.forcedBreak)
        {
            index -= 1
        }
        return index
    }

    /// The last place for a caret in a line: after its content, and before a forced break.
    public func end(ofLine index: Int) -> TextPosition {
        let line = storage.lines[index]
        let mapping = shaped.inline.mapping
        var end = Int(line.contentEnd)
        if line.flags.contains(.forcedBreak) {
            end = TextBoundaries(shaped).previous(before: Int(line.end), .grapheme)
        } else if index == storage.lines.count - 1 {
            end = Int(line.end)
        }
        return TextPosition(offset: mapping.sourceOffset(ofInline: end), affinity: affinity(afterMovingTo: end))
    }

    /// At the end of a line that goes on in the next one the caret stays in it.
    private func affinity(afterMovingTo offset: Int) -> TextPosition.Affinity {
        let index = storage.lines.partitionIndex { Int($0.start) >= offset }
        let isLineStart = index < storage.lines.count && Int(storage.lines[index].start) == offset && index > 0
        return isLineStart && !storage.lines[index - 1].flags.contains(.forcedBreak) ? .upstream : .downstream
    }
}

/// Boundaries of an inline text for carets.
struct TextBoundaries {
    private let shaped: ShapedParagraph

    init(_ shaped: ShapedParagraph) { self.shaped = shaped }

    func next(after offset: Int, _ unit: TextUnit) -> Int {
        shaped.inline.utf8.withUnsafeBufferPointer { utf8 in
            guard unit == .word else { return nextGrapheme(offset, utf8.count) }
            var start = offset
            while start < utf8.count {
                let end = wordEnd(from: start, utf8)
                if WordBreaks.isWord(utf8, start..<end) { return end }
                start = end
            }
            return utf8.count
        }
    }

    func previous(before offset: Int, _ unit: TextUnit) -> Int {
        shaped.inline.utf8.withUnsafeBufferPointer { utf8 in
            guard unit == .word else { return previousGrapheme(offset) }
            var end = offset
            while end > 0 {
                let start = wordStart(before: end, utf8)
                if WordBreaks.isWord(utf8, start..<end) { return start }
                end = start
            }
            return 0
        }
    }

    /// The unit that holds the byte at an offset.
    func segment(at offset: Int, _ unit: TextUnit) -> Range<Int> {
        shaped.inline.utf8.withUnsafeBufferPointer { utf8 in
            guard unit == .word else {
                let end = nextGrapheme(offset, utf8.count)
                return previousGrapheme(end)..<end
            }
            var start = previousGrapheme(nextGrapheme(offset, utf8.count))
            if !isWordBoundary(start, utf8) { start = wordStart(before: start, utf8) }
            return start..<max(offset + 1, wordEnd(from: start, utf8))
        }
    }

    private func nextGrapheme(_ offset: Int, _ count: Int) -> Int {
        var next = min(offset + 1, count)
        while next < count, !shaped.analysis.isGraphemeStart(next) { next += 1 }
        return next
    }

    private func previousGrapheme(_ offset: Int) -> Int {
        var previous = max(0, offset - 1)
        while previous > 0, !shaped.analysis.isGraphemeStart(previous) { previous -= 1 }
        return previous
    }

    // MARK: Words

    /// The end of the segment that begins at a boundary. In scripts that need a dictionary it is where lines may end, in
    /// all others UAX #29 says it.
    private func wordEnd(from start: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        guard isComplex(at: start, utf8) else { return WordBreaks.next(utf8, after: start) }
        var end = nextGrapheme(start, utf8.count)
        while end < utf8.count, isComplex(at: end, utf8), !shaped.analysis.flags[end].contains(.lineAllowed) {
            end = nextGrapheme(end, utf8.count)
        }
        return end
    }

    private func wordStart(before end: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        var start = previousGrapheme(end)
        guard isComplex(at: start, utf8) else { return WordBreaks.previous(utf8, before: end) }
        while start > 0, !shaped.analysis.flags[start].contains(.lineAllowed) {
            let before = previousGrapheme(start)
            guard isComplex(at: before, utf8) else { break }
            start = before
        }
        return start
    }

    private func isWordBoundary(_ offset: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard offset > 0, offset < utf8.count else { return true }
        if isComplex(at: offset, utf8), isComplex(at: previousGrapheme(offset), utf8) {
            return shaped.analysis.flags[offset].contains(.lineAllowed)
        }
        return WordBreaks.isBoundary(utf8, at: offset)
    }

    private func isComplex(at offset: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8[offset] >= 0xE0
            && UnicodeProperties.lineBreakClass(UTF8Decoding.decode(utf8, at: offset).scalar) == .complexContext
    }
}
