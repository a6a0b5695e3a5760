import GalleyLayout
import GalleyShaping
import GalleyText

extension AttributedText {
    /// The characters that a laid-out line shows, in logical order: without the break that ends it, collapsible space
    /// before that, soft hyphens that do not show, and what was cut out; with a hyphen (`-`) that does. Markers and what
    /// stands for text that was cut are not part of it.
    ///
    /// Annotations of ruby stand above the line and are no part of it. Letters are the source's: `text-transform` changes
    /// what is drawn, not what is copied. An attachment is U+FFFC.
    public func text(of line: LineFragment) -> String {
        text(of: line, shown: [])
    }

    /// The same with what the line shows beside it, in order.
    func text(of line: LineFragment, shown: [ShownText]) -> String {
        let range = line.range.clamped(to: 0..<utf8.count)
        var end = range.upperBound
        if end > range.lowerBound, utf8[end - 1] == 0x0A { end -= 1 }
        if end - 3 >= range.lowerBound, utf8[end - 3..<end].elementsEqual([0xE2, 0x80, 0xA8]) { end -= 3 }
        var additions = shown
        // What shows nothing at the end is not there.
        while let last = additions.last, last.text.isEmpty, last.end == end, last.offset < end {
            end = last.offset
            additions.removeLast()
        }
        // Space before what is shown behind it stays.
        let lowest = max(range.lowerBound, min(end, additions.last { !$0.text.isEmpty }?.end ?? 0))
        if collapsesSpace(before: end, after: lowest) {
            while end > lowest, utf8[end - 1] == 0x20 { end -= 1 }
        }
        var shown: [UInt8] = []
        shown.reserveCapacity(end - range.lowerBound + 1)
        var next = additions[...]
        var index = range.lowerBound
        var annotations = annotations(in: range)[...]
        while true {
            while let first = next.first, first.offset <= index {
                shown += first.text.utf8
                index = max(index, first.end)
                next.removeFirst()
            }
            guard index < end else { break }
            if let annotation = annotations.first, annotation.lowerBound <= index {
                index = max(index, annotation.upperBound)
                annotations.removeFirst()
                continue
            }
            if let hidden = line.hidden, hidden.contains(index) {
                index = min(end, hidden.upperBound)
                next = next.drop { $0.offset < index }
            } else if utf8[index] == 0xC2, index + 1 < end, utf8[index + 1] == 0xAD {
                index += 2
            } else {
                shown.append(utf8[index])
                index += 1
            }
        }
        for addition in next { shown += addition.text.utf8 }
        if line.endsWithHyphen { shown.append(0x2D) }
        return String(decoding: shown, as: UTF8.self)
    }

    /// What of a range is ruby's annotations that have a base.
    private func annotations(in range: Range<Int>) -> [Range<Int>] {
        guard !spans.isEmpty else { return [] }
        let found = spanIndices(in: range)
        guard found.contains(where: { spans[$0].ruby == .annotation }) else { return [] }
        // A line may begin inside a `ruby` element.
        var first = found.lowerBound
        while let parent = spans[first].parent { first = parent }
        return RubyPair.pairs(self, first..<found.upperBound).map(\.annotation).filter {
            $0.lowerBound >= range.lowerBound
        }
    }

    private func collapsesSpace(before end: Int, after start: Int) -> Bool {
        guard end > start, let style = style(at: end - 1) else { return false }
        switch style.breaking.whiteSpace {
        case .collapse, .preserveBreaks: return true
        case .preserve, .preserveSpaces, .breakSpaces: return false
        }
    }
}
