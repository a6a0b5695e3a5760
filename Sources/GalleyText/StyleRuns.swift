/// Which interned style each byte of a text has: maximal runs, in chunks of about 64 KB of text whose run ends are
/// relative to the chunk, so that an edit moves the runs of one chunk only.
///
/// Complexity: `style(at:)` is a binary search in the chunks and in one chunk's runs; an edit costs the runs of the
/// chunks that it touches.
public struct StyleRuns: Sendable {
    struct Run: Sendable, Equatable {
        /// Where the run ends, relative to its chunk.
        var end: UInt32
        var style: TextStyleID
    }

    struct Chunk: Sendable {
        /// Where it starts in the text.
        var start: Int
        var byteCount: Int
        var runs: ContiguousArray<Run>
    }

    private var chunks: ContiguousArray<Chunk> = []

    public init() {}

    /// Bytes covered.
    public var byteCount: Int {
        guard let index = chunks.indices.last else { return 0 }
        return chunks[index].start + chunks[index].byteCount
    }

    /// Adds `count` bytes of one style at the end.
    public mutating func append(_ count: Int, _ style: TextStyleID) {
        var left = count
        while left > 0 {
            let room = chunks.isEmpty ? 0 : TextLimits.runChunkSize - chunks[chunks.count - 1].byteCount
            if room <= 0 {
                // What is done has no room to grow.
                if let last = chunks.indices.last { chunks[last].runs.trim() }
                chunks.append(Chunk(start: byteCount, byteCount: 0, runs: []))
                continue
            }
            let step = min(room, left)
            chunks[chunks.count - 1].append(step, style)
            left -= step
        }
    }

    /// The style of the byte at `offset`; of the last byte for an offset at or past the end; `nil` without text.
    public func style(at offset: Int) -> TextStyleID? {
        guard !chunks.isEmpty else { return nil }
        let index = chunkIndex(containing: max(0, min(offset, byteCount - 1)))
        let relative = UInt32(max(0, min(offset - chunks[index].start, chunks[index].byteCount - 1)))
        let runs = chunks[index].runs
        return runs[runs.partitionIndex { $0.end > relative }].style
    }

    /// The style of the byte at an offset of the text, and where it changes: at `limit` at the latest.
    package func run(at offset: Int, before limit: Int) -> (end: Int, style: TextStyleID) {
        var index = chunkIndex(containing: offset)
        let relative = UInt32(offset - chunks[index].start)
        let place = chunks[index].runs.partitionIndex { $0.end > relative }
        let run = chunks[index].runs[place]
        var end = chunks[index].start + Int(run.end)
        // A run may go on in the next chunk.
        while end < limit, end == chunks[index].start + chunks[index].byteCount, index + 1 < chunks.count {
            index += 1
            guard let next = chunks[index].runs.first, next.style == run.style else { break }
            end += Int(next.end)
        }
        return (min(end, limit), run.style)
    }

    /// Calls `body` with each maximal run inside `range`, in order.
    public func forEachRun(in range: Range<Int>, _ body: (Range<Int>, TextStyleID) -> Void) {
        visitRuns(in: range) { range, style in
            body(range, style)
            return true
        }
    }

    /// Calls `body` with each maximal run inside `range`, in order, until it answers `false`.
    package func visitRuns(in range: Range<Int>, while body: (Range<Int>, TextStyleID) -> Bool) {
        guard !range.isEmpty, !chunks.isEmpty else { return }
        var pending: (start: Int, end: Int, style: TextStyleID)?
        var index = chunkIndex(containing: range.lowerBound)
        while index < chunks.count, chunks[index].start < range.upperBound {
            let base = chunks[index].start
            let runs = chunks[index].runs
            var runIndex = runs.partitionIndex { base + Int($0.end) > range.lowerBound }
            while runIndex < runs.count {
                let start = max(range.lowerBound, runIndex == 0 ? base : base + Int(runs[runIndex - 1].end))
                let end = min(range.upperBound, base + Int(runs[runIndex].end))
                if start >= range.upperBound { break }
                if let open = pending, open.style == runs[runIndex].style {
                    pending = (open.start, end, open.style)
                } else {
                    if let open = pending, !body(open.start..<open.end, open.style) { return }
                    pending = (start, end, runs[runIndex].style)
                }
                runIndex += 1
            }
            index += 1
        }
        if let open = pending { _ = body(open.start..<open.end, open.style) }
    }

    /// Replaces the styles of `range` by `count` bytes of `style`.
    package mutating func replace(_ range: Range<Int>, with count: Int, _ style: TextStyleID) {
        replace(range) { $0.append(count, style) }
    }

    /// Gives every run inside `range` the style that `transform` makes of its own.
    package mutating func transform(_ range: Range<Int>, _ transform: (TextStyleID) -> TextStyleID) {
        var changed: [(Int, TextStyleID)] = []
        forEachRun(in: range) { changed.append(($0.count, transform($1))) }
        replace(range) { for (count, style) in changed { $0.append(count, style) } }
    }

    /// Splices what `insert` appends in place of `range`, rebuilding only the chunks that it touches.
    private mutating func replace(_ range: Range<Int>, _ insert: (inout StyleRuns) -> Void) {
        guard !chunks.isEmpty else {
            insert(&self)
            return
        }
        let first = chunkIndex(containing: min(range.lowerBound, byteCount - 1))
        let last = max(first, chunkIndex(containing: max(range.lowerBound, min(range.upperBound, byteCount) - 1)))
        let start = chunks[first].start
        let end = chunks[last].start + chunks[last].byteCount
        var middle = StyleRuns()
        forEachRun(in: start..<range.lowerBound) { middle.append($0.count, $1) }
        insert(&middle)
        forEachRun(in: range.upperBound..<end) { middle.append($0.count, $1) }
        chunks.replaceSubrange(first...last, with: middle.chunks)
        var offset = start
        for index in first..<chunks.count {
            chunks[index].start = offset
            offset += chunks[index].byteCount
        }
    }

    private func chunkIndex(containing offset: Int) -> Int {
        max(0, chunks.partitionIndex { $0.start > offset } - 1)
    }

    /// Traps in tests when runs are not maximal inside a chunk, not increasing, or do not cover the chunk.
    package func checkInvariants() -> Bool {
        var offset = 0
        for chunk in chunks {
            guard chunk.start == offset, chunk.byteCount > 0, Int(chunk.runs.last?.end ?? 0) == chunk.byteCount else {
                return false
            }
            for (left, right) in zip(chunk.runs, chunk.runs.dropFirst())
            where left.end >= right.end || left.style == right.style {
                return false
            }
            offset += chunk.byteCount
        }
        return true
    }
}

extension StyleRuns.Chunk {
    public mutating func append(_ count: Int, _ style: TextStyleID) {
        byteCount += count
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].end = UInt32(byteCount)
        } else {
            runs.append(StyleRuns.Run(end: UInt32(byteCount), style: style))
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies `predicate`, which must be false for a prefix and true after it.
    @inlinable
    package func partitionIndex(where predicate: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The element that has a place in its range, of elements in order whose ranges are apart.
    package func element(holding place: Int, _ range: (Element) -> Range<Int>) -> Element? {
        let next = partitionIndex { range($0).lowerBound > place }
        return next > startIndex && range(self[next - 1]).contains(place) ? self[next - 1] : nil
    }
}
