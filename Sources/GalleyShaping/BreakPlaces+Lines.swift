import GalleyText
import GalleyUnicode

/// A line of text whose edges are both safe to cut, as ``BreakPlaces`` finds it.
package struct TextLine {
    /// Where the next line begins, and where the content ends before hanging spaces: inline offsets.
    package var end: UInt32
    package var contentEnd: UInt32
    /// The item that it begins in.
    package var item: UInt32
    /// Whether some of it, spaces at its end included, is in a face that is not its style's first.
    package var hasFallback = false
    /// Whether it ends with a forced break.
    package var isForced = false
    /// Of its content in px: the parts of its items added up.
    package var width: Double
}

/// A place where a line begins: a cluster, and its inline offset. The cluster is -1 where it is not known, or no text begins.
package struct TextPlace {
    package var segment: Int
    package var offset: Int
    package var item: Int
    package var cluster: Int
    /// Whether it is the end of the text: there is no cluster.
    package var isEnd = false
    /// The same in the paragraph's table of words, where that goes on.
    var word: WordTable.Start?

    package init(segment: Int, offset: Int, item: Int, cluster: Int) {
        self.segment = segment
        self.offset = offset
        self.item = item
        self.cluster = cluster
    }
}

extension BreakPlaces {
    /// Fills lines of text one after the other, from a place on: the lines that `LineBreaker` finds there, without a look at
    /// anything that such lines have not. Stops at the first one that ends with a hyphen or has an edge that is to be shaped
    /// again, where faces are not their style's first and of several kinds, and where nothing fits; and before the last line,
    /// unless `endsText` says that it may be found, too. How many it has found; `place` is where the next one begins.
    ///
    /// It guesses where a line ends by the mean width of what follows, and looks at the places around there. That finds what
    /// any search finds because prefix sums do not fall (`LineTraits.isMonotone`); where they do there are no lines.
    /// O(clusters around the guess + items) a line.
    ///
    /// - Parameters:
    ///   - limit: the room for a line, with what it may be wider.
    ///   - textEnd: where something begins that is not text: lines end before (`ShapedParagraph.textEnd(from:)`).
    package func fillLines(
        in segments: UnsafeBufferPointer<InlineSegment>, from place: inout TextPlace, limit: Double, textEnd: Int,
        endsText: Bool, into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> Int {
        guard isMonotone else { return 0 }
        var start = End(segment: place.segment, offset: place.offset, item: place.item, cluster: place.cluster)
        var count = 0
        while count < lines.count, !start.isTextEnd, start.cluster >= 0 {
            var hasFallback = false
            guard isSafe || text.flags[start.cluster].contains(.safeToBreakBefore), isText(start.item, &hasFallback)
            else { break }
            let startX = text.x(ofCluster: start.cluster, in: item(start.item))
            var end = start
            end.isForced = false
            guard findEnd(&end, in: segments, from: start, startX, limit), !end.isTextEnd || endsText,
                end.contentEnd > start.offset, end.offset < textEnd, !endsWithSpace(start.offset..<end.contentEnd),
                let width = width(from: start, startX, to: end, in: segments, &hasFallback)
            else { break }
            lines[count] = TextLine(
                end: UInt32(truncatingIfNeeded: end.offset), contentEnd: UInt32(truncatingIfNeeded: end.contentEnd),
                item: UInt32(truncatingIfNeeded: start.item), hasFallback: hasFallback, isForced: end.isForced,
                width: width)
            count &+= 1
            start = end
        }
        place.segment = start.segment
        place.offset = start.offset
        place.item = start.item
        place.cluster = start.cluster
        place.isEnd = start.isTextEnd
        return count
    }

    /// A place where a line ends and the next one begins.
    private struct End {
        var segment: Int
        var offset: Int
        var item: Int
        var cluster: Int
        var isTextEnd = false
        /// Whether there is a forced break before it.
        var isForced = false
        /// Where the content of the line before ends: an inline offset, and its place on the axis.
        var contentEnd = 0
        var contentX = 0.0
    }

    /// What a line holds before a segment.
    private struct Fill {
        /// In px, each segment's part rounded up, and what of it hangs.
        var used = 0.0
        var hang = 0.0
        var contentEnd: Int
        var contentX: Double
        /// Where the part in the next segment begins on the axis.
        var x: Double
    }

    /// What is found of a line's end in a segment.
    private enum Finding {
        case end
        /// Nothing of the segment fits.
        case nothing
        /// It is not simple.
        case special
    }

    /// Finds where the line from a place on ends; false where that is not simple.
    @inline(__always)
    private func findEnd(
        _ end: inout End, in segments: UnsafeBufferPointer<InlineSegment>, from start: End, _ startX: Double,
        _ limit: Double
    ) -> Bool {
        var fill = Fill(contentEnd: start.offset, contentX: startX, x: startX)
        var before = fill
        var index = start.segment
        while index < segments.count {
            let segment = segments.baseAddress.unsafelyUnwrapped + index
            guard segment.pointee.kind == .text, segment.pointee.wraps else {
                // Preserved spaces before it may be content (CSS Text 3 §4.1.3).
                guard segment.pointee.kind == .lineBreak, fill.contentEnd == segment.pointee.start else { return false }
                end = self.end(before: index &+ 1, in: segments, fill)
                end.isForced = true
                return true
            }
            let content = segment.pointee.contentX - fill.x
            let filled = fill.used + LineRounding.up(content)
            if content > 0, filled > limit {
                var finding = findEnd(&end, in: segment, index, from: start, fill, limit)
                if finding == .nothing {
                    guard index > start.segment else { return false }
                    guard segment[-1].breakAfter != .allowed else {
                        end = self.end(before: index, in: segments, fill)
                        return true
                    }
                    finding = findEnd(&end, in: segment - 1, index &- 1, from: start, before, limit)
                }
                return finding == .end
            }
            before = fill
            let part = segment.pointee.endX - fill.x
            // By offsets: what has no width is content, too.
            if Int(segment.pointee.contentEnd) > max(Int(segment.pointee.start), start.offset) {
                fill.used += LineRounding.up(part)
                fill.hang = fill.used - filled
                fill.contentEnd = Int(segment.pointee.contentEnd)
                fill.contentX = segment.pointee.contentX
            } else {
                fill.used += part
                fill.hang += part
            }
            if segment.pointee.breakAfter != .none {
                // Where only a hyphen or an edge that is shaped again is too wide, the line ends before.
                guard segment.pointee.breakAfter == .allowed, !segment.pointee.breakFlags.contains(.unsafeEnd),
                    fill.used - fill.hang <= limit
                else { return false }
            }
            index &+= 1
            if index < segments.count { fill.x = segment[1].x }
        }
        end = self.end(before: index, in: segments, fill)
        return true
    }

    /// The end of a line that holds `fill`, where a segment begins or the text ends.
    private func end(before index: Int, in segments: UnsafeBufferPointer<InlineSegment>, _ fill: Fill) -> End {
        var end = End(
            segment: index, offset: utf8.count, item: 0, cluster: 0, contentEnd: fill.contentEnd,
            contentX: fill.contentX)
        guard index < segments.count else {
            end.isTextEnd = true
            return end
        }
        end.offset = Int(segments[index].start)
        end.cluster = -1
        // Edges of boxes have no items.
        if segments[index].kind == .text {
            end.item = Int(segments[index].firstItem)
            end.cluster = text.cluster(at: end.offset, in: item(end.item))
        }
        return end
    }

    /// Finds the last place of a segment up to which a line fits that holds `fill` before.
    @inline(never)
    private func findEnd(
        _ end: inout End, in segment: UnsafePointer<InlineSegment>, _ index: Int, from lineStart: End, _ fill: Fill,
        _ limit: Double
    ) -> Finding {
        let isFirst = index == lineStart.segment
        let start = isFirst ? lineStart.offset : Int(segment.pointee.start)
        end.segment = index
        end.item = isFirst ? lineStart.item : Int(segment.pointee.firstItem)
        let finding = findLastPlace(&end, in: segment, after: start, to: fill.x + LineRounding.down(limit - fill.used))
        guard finding == .end else { return finding }
        if end.contentEnd > start {
            return fill.used + LineRounding.up(end.contentX - fill.x) <= limit ? .end : .special
        }
        // Nothing but spaces since the segment's start: the content ended before it.
        guard !isFirst, fill.used - fill.hang <= limit else { return .special }
        (end.contentEnd, end.contentX) = (fill.contentEnd, fill.contentX)
        return .end
    }

    /// The width of a line, as the parts of its items in each segment add up to it; `nil` as below.
    @inline(__always)
    private func width(
        from start: End, _ startX: Double, to end: End, in segments: UnsafeBufferPointer<InlineSegment>,
        _ hasFallback: inout Bool
    ) -> Double? {
        var segment = segments.baseAddress.unsafelyUnwrapped + start.segment
        let textEnd = end.isForced ? Int(segments[end.segment &- 1].start) : end.offset
        guard Int(segment.pointee.end) < textEnd else {
            return width(from: start.item, startX, to: end.contentX, end.contentEnd, textEnd, &hasFallback)
        }
        var width = 0.0
        var x = startX
        var index = start.item
        while true {
            guard addItems(&width, &x, &index, to: min(Int(segment.pointee.end), end.contentEnd), &hasFallback)
            else { return nil }
            guard segment.pointee.end < end.contentEnd else { break }
            width += segment.pointee.endX - x
            segment += 1
            x = segment.pointee.x
            index = Int(segment.pointee.firstItem)
            guard isText(index, &hasFallback) else { return nil }
        }
        return areText(after: index, to: textEnd, &hasFallback) ? width + (end.contentX - x) : nil
    }

    /// The width of a line in one segment, as the parts of its items add up to it; `nil` for faces that lines cannot be filled
    /// with, also of the spaces between its content's end and its own. Tells whether any is not the first of its style.
    @inline(__always)
    package func width(
        from start: Int, _ startX: Double, to endX: Double, _ contentEnd: Int, _ end: Int, _ hasFallback: inout Bool
    ) -> Double? {
        var width = 0.0
        var x = startX
        var index = start
        guard addItems(&width, &x, &index, to: contentEnd, &hasFallback), areText(after: index, to: end, &hasFallback)
        else { return nil }
        return width + (endX - x)
    }

    /// Adds the items of a segment that end before an offset, and goes to the one that does not; false where one is no text
    /// that lines are filled with.
    @inline(__always)
    private func addItems(
        _ width: inout Double, _ x: inout Double, _ index: inout Int, to end: Int, _ hasFallback: inout Bool
    ) -> Bool {
        let stored = text.items.stored
        while stored[index].end < end {
            index &+= 1
            guard isText(index, &hasFallback) else { return false }
            width += stored[index].x - x
            x = stored[index].x
        }
        return true
    }

    /// Whether the items after one are text that lines are filled with, up to an offset.
    @inline(__always)
    private func areText(after index: Int, to end: Int, _ hasFallback: inout Bool) -> Bool {
        let stored = text.items.stored
        var index = index
        while stored[index].end < end {
            index &+= 1
            guard isText(index, &hasFallback) else { return false }
        }
        return true
    }

    /// Whether an item is text in the first face of its style, or in the one other face of the paragraph.
    @inline(__always)
    private func isText(_ index: Int, _ hasFallback: inout Bool) -> Bool {
        if isPlain { return true }
        let item = item(index)
        if item.isFallback {
            guard takesFallback else { return false }
            hasFallback = true
        }
        return item.kind == .text
    }

    /// Whether the content of a line in text of several levels ends with what has the paragraph's level there (UAX #9 L1), and
    /// so pieces of its own.
    @inline(__always)
    package func endsWithSpace(_ range: Range<Int>) -> Bool {
        guard hasLevels else { return false }
        let last = utf8[range.upperBound &- 1]
        if last > 0x20, last < 0x7F { return false }
        return BidiParagraph.trailingSpaceStart(utf8, line: range) < range.upperBound
    }

    /// Finds the last place of a segment after an offset whose content ends at `most` or before on the axis, where the text
    /// may be cut there and nothing that is shaped again decides whether the next place fits. `end` has an item before.
    @inline(__always)
    private func findLastPlace(
        _ end: inout End, in segment: UnsafePointer<InlineSegment>, after start: Int, to most: Double
    ) -> Finding {
        // The last cluster that begins there or before: what begins with it does not fit, but for spaces.
        var index = end.item
        while index &+ 1 < Int(segment.pointee.itemEnd), text.items.stored[index &+ 1].x <= most { index &+= 1 }
        let last = item(index)
        guard last.kind == .text else { return .special }
        let first = Int(last.clusterStart)
        let clusterEnd = first &+ Int(last.clusterCount)
        var cluster = clusterEnd
        let endX = text.x(ofCluster: clusterEnd, in: last)
        if endX > most {
            let part = (most - last.x) / (endX - last.x)
            let near = part > 0 ? min(first &+ Int(part * Double(clusterEnd &- first)), clusterEnd &- 1) : first
            cluster = text.lastCluster(of: last, to: most, near: near)
        }
        // Where not even the segment's start fits, by prefix sums.
        guard segment.pointee.x <= most else { return isSafe ? .nothing : .special }
        let fitting = text.start(ofCluster: cluster, in: last)
        end.item = index
        end.cluster = min(cluster, clusterEnd &- 1)
        let next = End(segment: 0, offset: 0, item: index, cluster: end.cluster)

        // The last place up to there.
        var limit = min(fitting, Int(segment.pointee.end) &- 1) &+ 1
        var kind = BreakOpportunity.Kind.none
        while kind == .none, let found = previousPlace(before: limit, after: start) {
            kind = self.kind(at: found, in: segment)
            limit = found
        }
        if kind != .none { end.offset = limit }
        // The places after it fit as long as there are only spaces.
        var offset = max(fitting, start)
        let spaces = segment.pointee.hangs ? spaceEnd(after: offset, Int(segment.pointee.end)) : offset
        while let found = nextPlace(after: offset, before: Int(segment.pointee.end)) {
            offset = found
            let nextKind = self.kind(at: found, in: segment)
            guard nextKind != .none else { continue }
            if found <= spaces {
                kind = nextKind
                end.offset = found
                continue
            }
            guard cluster == clusterEnd || ends(found, behindCluster: cluster, of: last, segment) else {
                return .special
            }
            var place = next
            place.offset = found
            guard
                isSafe || segment.pointee.hangs && utf8[found &- 1] == 0x20
                    || moveCluster(&place.item, &place.cluster, to: found) && isCutSafely(place, in: segment)
            else { return .special }
            break
        }
        switch kind {
        case .none: return .nothing
        case .hyphen, .mandatory: return .special
        case .allowed: break
        }
        guard moveCluster(&end.item, &end.cluster, to: end.offset), isSafe || isCutSafely(end, in: segment) else {
            return .special
        }
        end.contentEnd = segment.pointee.hangs ? contentEnd(before: end.offset, Int(segment.pointee.start)) : end.offset
        (index, cluster) = (end.item, end.cluster)
        if end.contentEnd < end.offset, !moveCluster(&index, &cluster, to: end.contentEnd) { return .special }
        end.contentX = text.x(ofCluster: cluster, in: item(index))
        return .end
    }

    /// Whether the content before a place goes on behind a cluster: of a ligature a part may fit.
    @inline(__always)
    private func ends(
        _ place: Int, behindCluster cluster: Int, of item: borrowing TextItem, _ segment: UnsafePointer<InlineSegment>
    ) -> Bool {
        let (start, next) = (text.start(ofCluster: cluster, in: item), text.start(ofCluster: cluster &+ 1, in: item))
        let lead = utf8[start]
        // Of one character, as nearly all are.
        if next &- start == (lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4) { return true }
        return (segment.pointee.hangs ? contentEnd(before: place, Int(segment.pointee.start)) : place) >= next
    }

    @inline(__always)
    private func kind(at offset: Int, in segment: UnsafePointer<InlineSegment>) -> BreakOpportunity.Kind {
        BreakPlaces.kind(
            at: offset, utf8, BoundaryFlags(rawValue: flags[offset]), segment.pointee.softHyphens)
    }

    /// Whether nothing before a place is shaped again when a line ends there: after a space nothing is.
    @inline(__always)
    private func isCutSafely(_ end: End, in segment: UnsafePointer<InlineSegment>) -> Bool {
        text.flags[end.cluster].contains(.safeToBreakBefore)
            || segment.pointee.hangs && contentEnd(before: end.offset, Int(segment.pointee.start)) < end.offset
    }

    /// Goes from a cluster of an item to the one that begins at an offset; false for none.
    @inline(__always)
    func moveCluster(_ index: inout Int, _ cluster: inout Int, to offset: Int) -> Bool {
        while Int(item(index).start) > offset {
            index &-= 1
            cluster = Int(item(index).clusterStart) &+ Int(item(index).clusterCount) &- 1
        }
        while Int(item(index).end) <= offset {
            index &+= 1
            cluster = Int(item(index).clusterStart)
        }
        guard item(index).kind == .text else { return false }
        let item = item(index)
        let first = Int(item.clusterStart)
        if item.stride != 0 {
            cluster = text.cluster(at: offset, in: item)
            return item.stride == 1 || text.start(ofCluster: cluster, in: item) == offset
        }
        // Each cluster between has a byte at least.
        let distance = offset &- text.start(ofCluster: cluster, in: item)
        if distance < 0 {
            cluster = max(first, cluster &+ distance)
            while text.start(ofCluster: cluster, in: item) < offset { cluster &+= 1 }
        } else {
            cluster = min(first &+ Int(item.clusterCount) &- 1, cluster &+ distance)
            while text.start(ofCluster: cluster, in: item) > offset { cluster &-= 1 }
        }
        return text.start(ofCluster: cluster, in: item) == offset
    }
}

extension TextItem {
    /// Whether it is text in the first face of its style.
    @inline(__always)
    var isPlainText: Bool { kind == .text && !isFallback }
}
