import GalleyText

extension ShapedParagraph {
    /// Up to where from an inline offset on there is nothing but text: the next edge of a box or object; the offset itself
    /// inside a box. O(log edges + log runs).
    package func textEnd(from offset: Int) -> Int {
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
        guard let words = storage.words, var word = place.word ?? (place.offset == 0 ? WordTable.Start() : nil) else {
            var count = 0
            readBreakPlaces { places in
                storage.segments.withUnsafeBufferPointer { segments in
                    count = places.fillLines(
                        in: segments, from: &place, limit: limit, textEnd: textEnd, endsText: true, into: lines)
                }
            }
            return count
        }
        let found = words.fillLines(from: &word, limit: limit, into: lines)
        place.offset = word.offset
        place.isEnd = found.isEnd
        if found.count == lines.count || found.isEnd {
            place.word = word
        } else {
            // Others go on with the cluster there.
            place.word = nil
            place.cluster = storage.text.cluster(at: place.offset, in: storage.text.item(0))
        }
        return found.count
    }
}
