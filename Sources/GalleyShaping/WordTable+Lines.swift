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

    /// What a line holds before a run.
    fileprivate struct Fill {
        /// In px, each run's part rounded up, and what of it hangs.
        var used = 0.0
        var hang = 0.0
        /// The same without rounding, and as far as the content goes.
        var exact = 0.0
        var width = 0.0
        var contentEnd: Int
        /// Where the part in the next run begins on the axis.
        var x: Double

        @inline(__always)
        init(_ start: Start) {
            contentEnd = start.offset
            x = start.x
        }

        /// Adds the rest of a run; `filled` is how much of the line its content fills.
        @inline(__always)
        mutating func add(_ run: UnsafePointer<Run>, from offset: Int, _ filled: Double) {
            let part = run.pointee.endX - x
            // By offsets: what has no width is content, too.
            if Int(run.pointee.contentEnd) > max(Int(run.pointee.start), offset) {
                used += LineRounding.up(part)
                hang = used - filled
                contentEnd = Int(run.pointee.contentEnd)
                width = exact + (run.pointee.contentX - x)
            } else {
                used += part
                hang += part
            }
            exact += part
        }
    }

    /// Where a line ends.
    fileprivate struct End {
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
    @inline(__always)
    func fillLines(
        from start: inout Start, limit: Double, textEnd: Int, into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> (count: Int, isEnd: Bool) {
        withReader { reader in
            var count = 0
            while count < lines.count, start.segment < reader.runs.count {
                guard let end = reader.end(from: start, limit), end.contentEnd > start.offset, end.next.offset < textEnd
                else { break }
                lines[count] = TextLine(
                    end: UInt32(truncatingIfNeeded: end.next.offset),
                    contentEnd: UInt32(truncatingIfNeeded: end.contentEnd),
                    item: reader.runs[start.segment].item, isForced: end.isForced, width: end.width)
                count &+= 1
                start = end.next
                if end.isTextEnd { return (count, true) }
            }
            return (count, false)
        }
    }
}

extension WordTable.Reader {
    private typealias Start = WordTable.Start
    private typealias Fill = WordTable.Fill
    private typealias End = WordTable.End

    /// Where the line from a place on ends; `nil` where the table does not say.
    @inline(__always)
    fileprivate func end(from start: WordTable.Start, _ limit: Double) -> WordTable.End? {
        var fill = Fill(start)
        var before = fill
        var index = start.segment
        guard start.offset > Int(runs[index].start) || runs[index].flags.contains(.safeStart) else { return nil }
        while index < runs.count {
            let run = runs.baseAddress.unsafelyUnwrapped + index
            guard run.pointee.isKnown else {
                // Preserved spaces before it may be content (CSS Text 3 §4.1.3).
                guard run.pointee.flags.contains(.lineBreak), fill.contentEnd == Int(run.pointee.start) else {
                    return nil
                }
                var end = self.end(before: index &+ 1, fill)
                end.isForced = true
                return end
            }
            let content = run.pointee.contentX - fill.x
            let filled = fill.used + LineRounding.up(content)
            if content > 0, filled > limit {
                if let place = lastPlace(in: index, from: start, fill, limit) {
                    return place < 0 ? nil : end(at: place, in: index, from: start, fill, limit)
                }
                guard index > start.segment else { return nil }
                // What the runs before end with was looked at when they were added.
                guard !run[-1].flags.contains(.breakAfter) else { return end(before: index, fill) }
                guard let place = lastPlace(in: index &- 1, from: start, before, limit), place >= 0 else { return nil }
                return end(at: place, in: index &- 1, from: start, before, limit)
            }
            before = fill
            fill.add(run, from: start.offset, filled)
            if run.pointee.flags.contains(.breakAfter) {
                // Where only a hyphen or an edge that is shaped again is too wide, the line ends before.
                guard !run.pointee.flags.contains(.specialBreak), fill.used - fill.hang <= limit else { return nil }
            }
            index &+= 1
            if index < runs.count { fill.x = run[1].x }
        }
        return end(before: index, fill)
    }

    /// The end of a line that holds `fill`, where a run begins or the text ends.
    @inline(__always)
    private func end(before index: Int, _ fill: Fill) -> End {
        var next = Start(segment: index, next: 0, offset: Int(runs[index &- 1].end), x: 0)
        let isTextEnd = index == runs.count
        if !isTextEnd {
            next.next = Int(runs[index].firstPlace)
            next.offset = Int(runs[index].start)
            next.x = runs[index].x
        }
        var end = End(next, contentEnd: fill.contentEnd, width: fill.width)
        end.isTextEnd = isTextEnd
        return end
    }

    /// The last place of a run whose content still fits; `nil` for none, -1 where what is shaped again decides.
    @inline(__always)
    private func lastPlace(in index: Int, from start: Start, _ fill: Fill, _ limit: Double) -> Int? {
        let (itemX, scale) = (runs[index].itemX, runs[index].scale)
        let first = index == start.segment ? start.next : Int(runs[index].firstPlace)
        let end = Int(runs[index].placeEnd)
        // The most units whose place is not beyond.
        let most = fill.x + LineRounding.down(limit - fill.used)
        let guess = (most - itemX) / scale
        guard guess > 0, guess < 0x1p30, runs[index].x <= most else { return -1 }
        var units = Int32(guess)
        while itemX + Double(units &+ 1) * scale <= most { units &+= 1 }
        while itemX + Double(units) * scale > most { units &-= 1 }
        // The first place that is too far, looked for in steps of a few words.
        var next = first
        while next &+ 4 <= end, places[next &+ 3].content <= units { next &+= 4 }
        while next < end, places[next].content <= units { next &+= 1 }
        if next < end, places[next].gap == WordTable.Place.unsafe { return -1 }
        guard next > first else { return nil }
        return places[next &- 1].gap < WordTable.Place.unsafe ? next &- 1 : -1
    }

    /// The end of a line at a place; `nil` where it does not fit after all.
    @inline(__always)
    private func end(at index: Int, in segment: Int, from start: Start, _ fill: Fill, _ limit: Double) -> End? {
        let place = places[index]
        let run = runs.baseAddress.unsafelyUnwrapped + segment
        let (itemX, scale) = (run.pointee.itemX, run.pointee.scale)
        let next = Start(
            segment: segment, next: index &+ 1, offset: Int(place.offset),
            x: itemX + Double(place.content &+ Int32(place.gap)) * scale)
        let contentEnd = Int(place.offset) &- (place.gap > 0 ? 1 : 0)
        let isFirst = segment == start.segment
        guard contentEnd > (isFirst ? start.offset : Int(run.pointee.start)) else {
            // Nothing but a space since the run's start: the content ended before it.
            guard !isFirst, fill.used - fill.hang <= limit else { return nil }
            return End(next, contentEnd: fill.contentEnd, width: fill.width)
        }
        let part = itemX + Double(place.content) * scale - fill.x
        guard fill.used + LineRounding.up(part) <= limit else { return nil }
        return End(next, contentEnd: contentEnd, width: fill.exact + part)
    }

    /// Where a line begins at an inline offset of a segment; `nil` where the table does not know the place.
    func start(at offset: Int, in segment: Int) -> WordTable.Start? {
        guard segment < runs.count, runs[segment].isKnown else { return nil }
        let run = runs[segment]
        var start = Start(segment: segment, next: Int(run.firstPlace), offset: offset, x: run.x)
        guard offset > Int(run.start) else { return start }
        let known = UnsafeBufferPointer(start: places + start.next, count: Int(run.placeEnd) &- start.next)
        let found = known.partitionIndex { Int($0.offset) >= offset }
        guard found < known.count, Int(known[found].offset) == offset, known[found].gap < WordTable.Place.unsafe else {
            return nil
        }
        start.next += found + 1
        start.x = run.itemX + Double(known[found].content &+ Int32(known[found].gap)) * run.scale
        return start
    }
}
