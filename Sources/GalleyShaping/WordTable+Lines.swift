import GalleyText

extension WordTable {
    /// Where a line begins.
    struct Start {
        var segment: Int
        /// The first place of that segment after it.
        var next: Int
        /// An inline offset.
        var offset: Int
        /// Its place on the paragraph's axis.
        var x: Double
    }

    /// What a line holds before a segment.
    private struct Fill {
        /// In px, each segment's part rounded up, and what of it hangs.
        var used = 0.0
        var hang = 0.0
        /// The same without rounding, and as far as the content goes.
        var exact = 0.0
        var width = 0.0
        var contentEnd: Int
        /// Where the part in the next segment begins on the axis.
        var x: Double

        @inline(__always)
        init(_ start: Start) {
            contentEnd = start.offset
            x = start.x
        }

        /// Adds the rest of a segment; `filled` is how much of the line its content fills.
        @inline(__always)
        mutating func add(_ segment: UnsafePointer<InlineSegment>, from offset: Int, _ filled: Double) {
            let part = segment.pointee.endX - x
            // By offsets: what has no width is content, too.
            if Int(segment.pointee.contentEnd) > max(Int(segment.pointee.start), offset) {
                used += LineRounding.up(part)
                hang = used - filled
                contentEnd = Int(segment.pointee.contentEnd)
                width = exact + (segment.pointee.contentX - x)
            } else {
                used += part
                hang += part
            }
            exact += part
        }
    }

    /// Where a line ends.
    private struct End {
        var next: Start
        var contentEnd: Int
        var width: Double
        var isForced = false
        var isTextEnd = false

        @inline(__always)
        init(_ next: Start, contentEnd: Int, width: Double) {
            self.next = next
            self.contentEnd = contentEnd
            self.width = width
        }
    }

    /// Fills lines one after the other: those that ``BreakPlaces/fillLines(in:from:limit:textEnd:endsText:into:)`` finds, as far
    /// as they are in segments of the table and nothing at their ends is shaped again. How many it found, and whether the
    /// last of them ends the text; `start` is where the next one begins. O(segments + words).
    func fillLines(
        in segments: UnsafeBufferPointer<InlineSegment>, from start: inout Start, limit: Double, textEnd: Int,
        into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> (count: Int, isEnd: Bool) {
        places.withUnsafeBufferPointer { places in
            runs.withUnsafeBufferPointer { runs in
                let reader = Reader(segments: segments, places: places, runs: runs, limit: limit)
                var count = 0
                while count < lines.count, start.segment < segments.count {
                    guard let end = reader.end(from: start), end.contentEnd > start.offset, end.next.offset < textEnd
                    else { break }
                    lines[count] = TextLine(
                        end: UInt32(truncatingIfNeeded: end.next.offset),
                        contentEnd: UInt32(truncatingIfNeeded: end.contentEnd),
                        item: segments[start.segment].firstItem, isForced: end.isForced, width: end.width)
                    count &+= 1
                    start = end.next
                    if end.isTextEnd { return (count, true) }
                }
                return (count, false)
            }
        }
    }

    /// The table while lines are looked for.
    private struct Reader {
        let segments: UnsafeBufferPointer<InlineSegment>
        let places: UnsafeBufferPointer<Place>
        let runs: UnsafeBufferPointer<Run>
        let limit: Double

        /// Where the line from a place on ends; `nil` where the table does not say.
        @inline(__always)
        func end(from start: Start) -> End? {
            var fill = Fill(start)
            var before = fill
            var index = start.segment
            guard start.offset > Int(segments[index].start) || runs[index].isSafeStart else { return nil }
            while index < segments.count {
                let segment = segments.baseAddress.unsafelyUnwrapped + index
                guard runs[index].isKnown else {
                    // Preserved spaces before it may be content (CSS Text 3 §4.1.3).
                    guard segment.pointee.kind == .lineBreak, fill.contentEnd == segment.pointee.start else {
                        return nil
                    }
                    var end = self.end(before: index &+ 1, fill, after: segment)
                    end.isForced = true
                    return end
                }
                let content = segment.pointee.contentX - fill.x
                let filled = fill.used + LineRounding.up(content)
                if content > 0, filled > limit {
                    if let place = lastPlace(in: index, from: start, fill) {
                        return place < 0 ? nil : end(at: place, in: index, from: start, fill)
                    }
                    guard index > start.segment else { return nil }
                    guard segment[-1].breakAfter != .allowed else {
                        return end(before: index, fill, after: segment - 1)
                    }
                    guard let place = lastPlace(in: index &- 1, from: start, before), place >= 0 else { return nil }
                    return end(at: place, in: index &- 1, from: start, before)
                }
                before = fill
                fill.add(segment, from: start.offset, filled)
                if segment.pointee.breakAfter != .none {
                    // Where only a hyphen or an edge that is shaped again is too wide, the line ends before.
                    guard segment.pointee.breakAfter == .allowed, !segment.pointee.breakFlags.contains(.unsafeEnd),
                        fill.used - fill.hang <= limit
                    else { return nil }
                }
                index &+= 1
                if index < segments.count { fill.x = segment[1].x }
            }
            return end(before: index, fill, after: segments.baseAddress.unsafelyUnwrapped + (index &- 1))
        }

        /// The end of a line that holds `fill`, where a segment begins or the text ends.
        @inline(__always)
        private func end(before index: Int, _ fill: Fill, after segment: UnsafePointer<InlineSegment>) -> End {
            var next = Start(segment: index, next: 0, offset: Int(segment.pointee.end), x: 0)
            let isTextEnd = index == segments.count
            if !isTextEnd {
                next.next = Int(runs[index].firstPlace)
                next.offset = Int(segments[index].start)
                next.x = segments[index].x
            }
            var end = End(next, contentEnd: fill.contentEnd, width: fill.width)
            end.isTextEnd = isTextEnd
            return end
        }

        /// The last place of a segment whose content still fits; `nil` for none, -1 where what is shaped again decides.
        @inline(__always)
        private func lastPlace(in index: Int, from start: Start, _ fill: Fill) -> Int? {
            let run = runs[index]
            let first = index == start.segment ? start.next : Int(run.firstPlace)
            let end = run.placeEnd
            // The most units whose place is not beyond.
            let most = fill.x + LineRounding.down(limit - fill.used)
            let guess = (most - run.x) / run.scale
            guard guess > 0, guess < 0x1p30, segments[index].x <= most else { return -1 }
            var units = Int32(guess)
            while run.x + Double(units &+ 1) * run.scale <= most { units &+= 1 }
            while run.x + Double(units) * run.scale > most { units &-= 1 }
            // The first place that is too far, looked for in steps of a few words.
            var next = first
            while next &+ 4 <= end, places[next &+ 3].content <= units { next &+= 4 }
            while next < end, places[next].content <= units { next &+= 1 }
            if next < end, places[next].gap == Place.unsafe { return -1 }
            guard next > first else { return nil }
            return places[next &- 1].gap < Place.unsafe ? next &- 1 : -1
        }

        /// The end of a line at a place; `nil` where it does not fit after all.
        @inline(__always)
        private func end(at index: Int, in segment: Int, from start: Start, _ fill: Fill) -> End? {
            let place = places[index]
            let run = runs[segment]
            let next = Start(
                segment: segment, next: index &+ 1, offset: Int(place.offset),
                x: run.x + Double(place.content &+ Int32(place.gap)) * run.scale)
            let contentEnd = Int(place.offset) &- (place.gap > 0 ? 1 : 0)
            let isFirst = segment == start.segment
            guard contentEnd > (isFirst ? start.offset : Int(segments[segment].start)) else {
                // Nothing but a space since the segment's start: the content ended before it.
                guard !isFirst, fill.used - fill.hang <= limit else { return nil }
                return End(next, contentEnd: fill.contentEnd, width: fill.width)
            }
            let part = run.x + Double(place.content) * run.scale - fill.x
            guard fill.used + LineRounding.up(part) <= limit else { return nil }
            return End(next, contentEnd: contentEnd, width: fill.exact + part)
        }
    }

    /// Where a line begins at an inline offset of a segment; `nil` where the table does not know the place.
    func start(at offset: Int, in segment: Int, _ segments: UnsafeBufferPointer<InlineSegment>) -> Start? {
        guard segment < runs.count, runs[segment].isKnown else { return nil }
        let run = runs[segment]
        var start = Start(segment: segment, next: Int(run.firstPlace), offset: offset, x: segments[segment].x)
        guard offset > Int(segments[segment].start) else { return start }
        let range = Int(run.firstPlace)..<run.placeEnd
        let found = range.lowerBound + places[range].partitionIndex { Int($0.offset) >= offset }
        guard found < range.upperBound, Int(places[found].offset) == offset, places[found].gap < Place.unsafe else {
            return nil
        }
        start.next = found + 1
        start.x = run.x + Double(places[found].content &+ Int32(places[found].gap)) * run.scale
        return start
    }
}
