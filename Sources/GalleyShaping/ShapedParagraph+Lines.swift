import GalleyText

extension ShapedParagraph {
    /// Up to where from an inline offset on there is nothing but text: the next edge of a box or object; the offset itself
    /// inside a box; boxes that are plain count as text. O(log edges + log runs).
    package func textEnd(from offset: Int) -> Int {
        if storage.traits.hasPlainBoxes { return .max }
        let events = storage.inline.events
        guard !events.isEmpty else { return .max }
        let next = events.partitionIndex { $0.offset >= offset }
        guard next < events.count else { return .max }
        let end = events[next].offset
        let isInside =
            end > offset && next > 0
            && storage.pieceRuns[storage.pieceRuns.partitionIndex { $0.end > offset }].box >= 0
        return isInside ? offset : end
    }

    /// Fills the lines of a paragraph from a place on:
    /// ``BreakPlaces/fillLines(in:from:limit:textEnd:endsText:into:)``.
    package func fillLines(
        from place: inout TextPlace, limit: Double, textEnd: Int, into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> Int {
        var count = 0
        if !storage.words.isEmpty, storage.fillWords(from: &place, limit, textEnd, lines, &count) { return count }
        readBreakPlaces { places in
            storage.segments.withUnsafeBufferPointer { segments in
                place.findCluster(in: segments, places.text)
                count += places.fillLines(
                    in: segments, from: &place, limit: limit, textEnd: textEnd, endsText: true,
                    into: UnsafeMutableBufferPointer(rebasing: lines[count...]))
            }
        }
        return count
    }
}

extension ShapedParagraph.Storage {
    /// Fills lines by the table of words. False where more of them may be found by their clusters.
    @inline(__always)
    fileprivate func fillWords(
        from place: inout TextPlace, _ limit: Double, _ textEnd: Int, _ lines: UnsafeMutableBufferPointer<TextLine>,
        _ count: inout Int
    ) -> Bool {
        let (offset, segment) = (place.offset, place.segment)
        guard var word = place.word ?? words.withReader({ $0.start(at: offset, in: segment) }) else { return false }
        let found = words.fillLines(from: &word, limit: limit, textEnd: textEnd, into: lines)
        count = found.count
        place.segment = word.segment
        place.offset = word.offset
        place.cluster = -1
        place.isEnd = found.isEnd
        let isDone = found.isEnd || found.count == lines.count
        place.word = isDone ? word : nil
        return isDone
    }
}

extension TextPlace {
    /// Finds the cluster of a place, where it is not known.
    fileprivate mutating func findCluster(in segments: UnsafeBufferPointer<InlineSegment>, _ text: ClusterReader) {
        guard cluster < 0, segment < segments.count, segments[segment].kind == .text else { return }
        item = text.items.index(at: offset, near: Int(segments[segment].firstItem))
        let found = text.cluster(at: offset, in: text.items[item])
        // Inside of one, a ligature, no line is filled.
        if text.start(ofCluster: found, in: text.items[item]) == offset { cluster = found }
    }
}
