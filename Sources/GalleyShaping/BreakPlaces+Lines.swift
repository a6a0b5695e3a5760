import GalleyText
import GalleyUnicode

/// A line of text of one style whose edges are both safe to cut, as ``BreakPlaces`` finds it.
package struct TextLine {
    /// Where the next line begins, and where the content ends before hanging spaces: inline offsets.
    package var end: UInt32
    package var contentEnd: UInt32
    /// The item that it begins in.
    package var item: UInt32
    /// Of its content in px: the parts of its items added up.
    package var width: Double
}

/// A place in a segment where a line begins: a cluster, and its inline offset.
package struct TextPlace {
    package var offset: Int
    package var item: Int
    package var cluster: Int
    /// Whether it is the end of the text: there is no cluster.
    package var isEnd = false
    /// Where a paragraph's table of words goes on; `nil` where its clusters are looked at.
    var word: WordTable.Start?

    package init(offset: Int, item: Int, cluster: Int) {
        self.offset = offset
        self.item = item
        self.cluster = cluster
    }
}

extension BreakPlaces {
    /// Fills lines of a segment one after the other, from a place in it on: the lines that `LineBreaker` finds there, without
    /// a look at anything that such lines have not. Stops at the first one that ends with a hyphen or has an edge that is to
    /// be shaped again, where a face is not its style's first, and where nothing fits; and before the last line, unless
    /// `endsText` says that all of the paragraph is in this segment. How many it has found; `place` is where the next one
    /// begins.
    ///
    /// It guesses where a line ends by the mean width of what follows, and looks at the places around there. That finds what
    /// any search finds because prefix sums do not fall (`LineTraits.isMonotone`); where they do there are no lines.
    /// O(clusters around the guess + items) a line.
    ///
    /// - Parameter limit: the room for a line, with what it may be wider.
    @inline(never)
    func fillLines(
        in segment: borrowing InlineSegment, from place: inout TextPlace, limit: Double, endsText: Bool,
        into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> Int {
        guard isMonotone, segment.kind == .text, segment.wraps else { return 0 }
        let room = LineRounding.down(limit)
        let segmentEnd = Int(segment.end)
        var count = 0
        while count < lines.count {
            let startItem = place.item
            let first = item(startItem)
            guard isSafe || text.flags[place.cluster].contains(.safeToBreakBefore), first.isPlainText else {
                break
            }
            let startX = text.x(ofCluster: place.cluster, in: first)
            let content = segment.contentX - startX
            guard content > 0 else { break }
            if LineRounding.up(content) <= limit {
                guard endsText, Int(segment.contentEnd) > place.offset,
                    let width = width(from: startItem, startX, to: segment.contentX, Int(segment.contentEnd))
                else { break }
                lines[count] = TextLine(
                    end: segment.end, contentEnd: segment.contentEnd, item: UInt32(truncatingIfNeeded: startItem),
                    width: width)
                place.isEnd = true
                place.offset = segmentEnd
                return count &+ 1
            }
            let most = startX + room
            guard let end = lastPlace(in: segment, from: place, startX, to: most),
                LineRounding.up(end.contentX - startX) <= limit,
                let width = width(from: startItem, startX, to: end.contentX, end.contentEnd)
            else { break }
            lines[count] = TextLine(
                end: UInt32(truncatingIfNeeded: end.offset), contentEnd: UInt32(truncatingIfNeeded: end.contentEnd),
                item: UInt32(truncatingIfNeeded: startItem), width: width)
            count &+= 1
            (place.offset, place.item, place.cluster) = (end.offset, end.item, end.cluster)
        }
        return count
    }

    /// The width of a line of the faces of its style, as the parts of its items add up to it; `nil` for other faces.
    package func width(from start: Int, _ startX: Double, to endX: Double, _ contentEnd: Int) -> Double? {
        var width = 0.0
        var x = startX
        var index = start
        while Int(item(index).end) < contentEnd {
            index &+= 1
            guard item(index).isPlainText else { return nil }
            width += item(index).x - x
            x = item(index).x
        }
        return width + (endX - x)
    }

    /// A place where a line can end.
    private struct End {
        var offset: Int
        var item: Int
        var cluster: Int
        var contentEnd = 0
        var contentX = 0.0
        var kind = BreakOpportunity.Kind.none
    }

    /// The last place whose content ends at `most` or before on the axis, where the text may be cut there and nothing that is
    /// shaped again decides whether the next place fits; `nil` otherwise.
    @inline(__always)
    private func lastPlace(
        in segment: borrowing InlineSegment, from start: TextPlace, _ startX: Double, to most: Double
    ) -> End? {
        // Where content of about this width ends.
        var index = start.item
        while index &+ 1 < Int(segment.itemEnd), item(index &+ 1).x <= most { index &+= 1 }
        let clusterEnd = Int(item(index).clusterStart) &+ Int(item(index).clusterCount)
        var near = index == start.item ? start.cluster : Int(item(index).clusterStart)
        let nearX = index == start.item ? startX : item(index).x
        let endX = text.x(ofCluster: clusterEnd, in: item(index))
        let part = (most - nearX) / (endX - nearX)
        if part > 0, part < 1 { near &+= min(Int(part * Double(clusterEnd &- near)), clusterEnd &- 1 &- near) }
        let guess = text.start(ofCluster: near, in: item(index))

        // The last place up to there, and on to the last that fits; or back to it.
        var best = End(offset: guess, item: index, cluster: near)
        var next = best
        var hasNext = false
        var limit = guess &+ 1
        while true {
            guard let found = previousPlace(before: limit, after: start.offset) else {
                best.kind = .none
                break
            }
            guard move(&best, to: found, in: segment) else { return nil }
            if best.kind != .none {
                if best.contentX <= most { break }
                next = best
                hasNext = true
            }
            limit = found
        }
        if !hasNext {
            var current = best
            var lower = max(guess, start.offset)
            while let found = nextPlace(after: lower, before: Int(segment.end)) {
                guard move(&current, to: found, in: segment) else { return nil }
                lower = found
                guard current.kind != .none else { continue }
                if current.contentX > most {
                    next = current
                    hasNext = true
                    break
                }
                best = current
            }
        }
        guard best.kind == .allowed, best.contentEnd > start.offset else { return nil }
        guard isSafe || isCutSafely(best) && (!hasNext || isCutSafely(next)) else { return nil }
        return best
    }

    /// Whether nothing before a place is shaped again when a line ends there.
    private func isCutSafely(_ end: End) -> Bool {
        end.contentEnd < end.offset || text.flags[end.cluster].contains(.safeToBreakBefore)
    }

    /// Makes `end` the place at an offset, from one near it: false where that is no cluster's start.
    @inline(__always)
    private func move(_ end: inout End, to offset: Int, in segment: borrowing InlineSegment) -> Bool {
        guard moveCluster(&end.item, &end.cluster, to: offset) else { return false }
        end.offset = offset
        end.kind = BreakPlaces.kind(at: offset, utf8, BoundaryFlags(rawValue: flags[offset]), segment.softHyphens)
        end.contentEnd = segment.hangs ? contentEnd(before: offset, Int(segment.start)) : offset
        var (index, cluster) = (end.item, end.cluster)
        if end.contentEnd < offset {
            guard moveCluster(&index, &cluster, to: end.contentEnd) else { return false }
        }
        end.contentX = text.x(ofCluster: cluster, in: item(index))
        return true
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

extension BreakPlaces {
    /// Fills lines that are not the last ones of a segment.
    package func fillLines(
        in segment: UnsafePointer<InlineSegment>, from place: inout TextPlace, limit: Double,
        into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> Int {
        fillLines(in: segment.pointee, from: &place, limit: limit, endsText: false, into: lines)
    }
}

extension TextItem {
    /// Whether it is text in the first face of its style.
    @inline(__always)
    var isPlainText: Bool { kind == .text && !isFallback }
}

extension ShapedParagraph {
    /// Fills the lines of a paragraph of one segment from a place on: ``BreakPlaces/fillLines(in:from:limit:endsText:into:)``.
    package func fillLines(
        from place: inout TextPlace, limit: Double, into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> Int {
        guard let words = storage.words, var word = place.word ?? (place.offset == 0 ? WordTable.Start() : nil) else {
            return withBreakPlaces { places in
                storage.segments.withUnsafeBufferPointer { segments in
                    places.fillLines(in: segments[0], from: &place, limit: limit, endsText: true, into: lines)
                }
            }
        }
        let found = words.fillLines(from: &word, limit: limit, into: lines)
        place.offset = word.offset
        place.isEnd = found.isEnd
        if found.count == lines.count || found.isEnd {
            place.word = word
        } else {
            // Others go on with the cluster there.
            place.word = nil
            place.cluster = storage.text.cluster(at: place.offset, in: storage.text.items[0])
        }
        return found.count
    }
}
