import GalleyText
import GalleyUnicode

/// The places inside segments where a line may end, looked for when a line asks for them: everything about them follows
/// from the boundaries of each byte and from the clusters, so nothing is kept of them, and making one line looks at the
/// words around its end alone. Valid inside `ShapedParagraph.readBreakPlaces` only.
package struct BreakPlaces {
    package let utf8: UnsafeBufferPointer<UInt8>
    let flags: UnsafeRawBufferPointer
    package let text: ClusterReader
    /// Whether nothing is shaped again wherever a line ends.
    let isSafe: Bool
    /// Whether clusters follow each other on the axis without a step back.
    let isMonotone: Bool
    /// Whether some of it runs from right to left.
    let hasLevels: Bool
    /// Whether all items are text in the first face of their style.
    let isPlain: Bool
    /// Whether lines may be filled with items in other faces: they are all alike, or make no line higher.
    let takesFallback: Bool

    init(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeBufferPointer<BoundaryFlags>, _ text: ClusterReader,
        isSafe: Bool, isMonotone: Bool, hasLevels: Bool, isPlain: Bool, takesFallback: Bool
    ) {
        self.utf8 = utf8
        self.flags = UnsafeRawBufferPointer(flags)
        self.text = text
        self.isSafe = isSafe
        self.isMonotone = isMonotone
        self.hasLevels = hasLevels
        self.isPlain = isPlain
        self.takesFallback = takesFallback
    }

    /// An item, of which only what is asked for is read.
    @inline(__always)
    func item(_ index: Int) -> TextItem { text.items[index] }

    /// What stands at the end of a line that is filled.
    package struct Fitting {
        /// The last opportunity whose content ends no further than asked; `nil` for none.
        package var last: BreakOpportunity?
        /// The one after it, where text before it is to be shaped again and it is not further than the slack: it may fit
        /// all the same.
        package var unsafeNext: BreakOpportunity?
    }

    /// The last opportunity of a segment after the inline offset `lower` whose content ends at `most` or before on the
    /// paragraph's axis; the next one too, where it is unsafe and within `slack`. `near` is the cluster at `lower`, where
    /// that is known. Searches clusters by their places, then looks around there: O(log clusters + what the line holds).
    package func lastFitting(
        in segment: borrowing InlineSegment, after lower: Int, near: Int = -1, to most: Double, slack: Double
    ) -> Fitting {
        guard segment.wraps else { return Fitting() }
        let index = lastItem(in: segment, to: most)
        let cluster = lastCluster(ofItem: index, after: lower, near, to: most)
        if let fitting = lastFittingWord(in: segment, after: lower, to: most, index, cluster) { return fitting }
        let start = max(lower, Int(segment.start))
        var place = Place(item: index, cluster: cluster)
        var offset = text.start(ofCluster: cluster, in: item(index))
        // Spaces that hang take no room.
        if segment.hangs { offset = spaceEnd(after: offset, Int(segment.end)) }
        advance(&place, to: offset, in: segment)
        let ahead = place
        var fitting = Fitting()
        var end = min(offset, Int(segment.end) - 1) + 1
        // The last cluster may be one that can be cut: a ligature.
        let last = text.items[place.item]
        if last.stride != 1, place.cluster < Int(last.clusterStart) &+ Int(last.clusterCount) {
            end = max(end, min(text.start(ofCluster: place.cluster &+ 1, in: last), Int(segment.end)))
        }
        while let found = previousPlace(before: end, after: start) {
            if let opportunity = opportunity(at: found, in: segment, near: &place), opportunity.contentX <= most {
                fitting.last = opportunity
                break
            }
            end = found
        }
        if !isSafe { fitting.unsafeNext = nextUnsafe(in: segment, from: ahead, after: max(offset, start), to: slack) }
        return fitting
    }

    /// What a line of words of ASCII ends with: a word, and the spaces after it.
    private struct LastWord {
        /// Where the next line begins, an inline offset and a cluster.
        var offset: Int
        var cluster: Int
        /// Where the content ends: an inline offset, and its place on the paragraph's axis.
        var contentEnd: Int
        var contentX: Double
    }

    /// As ``lastFitting(in:after:near:to:slack:)`` for words of ASCII with spaces between them, from the last cluster that fits: what nearly all lines of them
    /// end with is found by their bytes. `nil` for what is not so simple.
    @inline(__always)
    private func lastFittingWord(
        in segment: borrowing InlineSegment, after lower: Int, to most: Double, _ index: Int, _ last: Int
    ) -> Fitting? {
        guard let word = lastWord(in: segment, after: lower, to: most, index, last) else { return nil }
        return Fitting(
            last: BreakOpportunity(
                offset: UInt32(truncatingIfNeeded: word.offset),
                contentEnd: UInt32(truncatingIfNeeded: word.contentEnd), kind: .allowed,
                flags: text.flags[word.cluster].contains(.safeToBreakBefore) ? [] : .unsafeStart,
                x: text.x(ofCluster: word.cluster, in: item(index)), contentX: word.contentX,
                item: Int32(truncatingIfNeeded: index), cluster: Int32(truncatingIfNeeded: word.cluster)))
    }

    /// The last word that fits, where the last cluster of all that fits is `last`, of an item.
    @inline(__always)
    private func lastWord(
        in segment: borrowing InlineSegment, after lower: Int, to most: Double, _ index: Int, _ last: Int
    ) -> LastWord? {
        let item = item(index)
        let first = Int(item.clusterStart)
        guard segment.hangs, last < first &+ Int(item.clusterCount) else { return nil }
        let end = min(Int(item.end), Int(segment.end))
        let start = max(lower, max(Int(item.start), Int(segment.start)))
        // Where the content could end: at a space, or in a word.
        let lastStart = text.start(ofCluster: last, in: item)
        var offset = lastStart
        while offset < end, utf8[offset] == 0x20 { offset &+= 1 }
        // A ligature may have places in it.
        let clusterEnd = text.start(ofCluster: last &+ 1, in: item)
        if clusterEnd > offset &+ 1, nextPlace(after: offset, before: clusterEnd) != nil { return nil }
        guard offset < end, utf8[offset] > 0x20, utf8[offset] < 0x80,
            let found = previousPlace(before: offset &+ 1, after: start),
            flags[found] & BoundaryFlags.lineAllowed.rawValue != 0, utf8[found &- 1] == 0x20
        else { return nil }
        var content = found &- 1
        while content > start, utf8[content &- 1] == 0x20 { content &-= 1 }
        guard content > start, utf8[content &- 1] > 0x20, utf8[content &- 1] < 0x80 else { return nil }
        // Each cluster has a byte at least: it is there or before.
        let itemEnd = first &+ Int(item.clusterCount)
        var cluster = min(itemEnd &- 1, max(first, last &+ found &- lastStart))
        if found > lastStart {
            while text.start(ofCluster: cluster, in: item) > found { cluster &-= 1 }
        } else {
            while text.start(ofCluster: cluster, in: item) < found { cluster &+= 1 }
        }
        let contentCluster = cluster &- (found &- content)
        guard text.start(ofCluster: cluster, in: item) == found, contentCluster >= first,
            text.start(ofCluster: contentCluster, in: item) == content
        else { return nil }
        let contentX = text.x(ofCluster: contentCluster, in: item)
        guard contentX <= most else { return nil }
        if !isSafe {
            // After a space nothing is shaped again.
            guard let next = nextPlace(after: max(offset, start), before: min(end, offset &+ 32)),
                utf8[next &- 1] == 0x20
            else { return nil }
            var nextCluster = min(itemEnd &- 1, last &+ next &- lastStart)
            while text.start(ofCluster: nextCluster, in: item) > next { nextCluster &-= 1 }
            guard text.start(ofCluster: nextCluster, in: item) == next else { return nil }
        }
        return LastWord(offset: found, cluster: cluster, contentEnd: content, contentX: contentX)
    }

    /// The opportunity after `offset`, where text before it is to be shaped again and its content ends at `most` or before;
    /// `nil` for another one.
    package func nextUnsafe(
        in segment: borrowing InlineSegment, after offset: Int, to most: Double
    ) -> BreakOpportunity? {
        guard segment.wraps, offset < Int(segment.end) else { return nil }
        return nextUnsafe(in: segment, from: place(at: offset, in: segment), after: offset, to: most)
    }

    private func nextUnsafe(
        in segment: borrowing InlineSegment, from place: Place, after offset: Int, to most: Double
    ) -> BreakOpportunity? {
        var index = place.item
        var cluster = place.cluster
        if segment.hangs, item(index).stride == 1 {
            // The usual case without a look at clusters: after a space nothing is unsafe.
            let next = nextPlace(
                after: offset, before: min(Int(item(index).end), Int(segment.end), offset &+ 32))
            if let next, utf8[next &- 1] == 0x20 { return nil }
        }
        while true {
            cluster &+= 1
            if cluster >= Int(item(index).clusterStart) &+ Int(item(index).clusterCount) {
                index &+= 1
                guard index < Int(segment.itemEnd) else { return nil }
                cluster = Int(item(index).clusterStart)
            }
            let found = text.start(ofCluster: cluster, in: item(index))
            guard found < Int(segment.end), text.x(ofCluster: cluster, in: item(index)) <= most else {
                return nil
            }
            guard found > offset, flags[found] & BreakPlaces.places.rawValue != 0 else { continue }
            var place = Place(item: index, cluster: cluster)
            guard let opportunity = opportunity(at: found, in: segment, near: &place) else { continue }
            return opportunity.flags.contains(.unsafeEnd) ? opportunity : nil
        }
    }

    /// The last opportunity between two inline offsets, neither included.
    package func last(in segment: borrowing InlineSegment, before end: Int, after lower: Int) -> BreakOpportunity? {
        guard segment.wraps, end > Int(segment.start) else { return nil }
        let start = max(lower, Int(segment.start))
        var end = min(end, Int(segment.end))
        guard end > start else { return nil }
        var place = place(at: end - 1, in: segment)
        while let found = previousPlace(before: end, after: start) {
            if let opportunity = opportunity(at: found, in: segment, near: &place) { return opportunity }
            end = found
        }
        return nil
    }

    /// The first opportunity after an inline offset.
    package func first(in segment: borrowing InlineSegment, after lower: Int) -> BreakOpportunity? {
        guard segment.wraps else { return nil }
        let end = Int(segment.end)
        var start = max(lower, Int(segment.start))
        while let found = nextPlace(after: start, before: end) {
            var place = place(at: found, in: segment)
            if let opportunity = opportunity(at: found, in: segment, near: &place) { return opportunity }
            start = found
        }
        return nil
    }

    /// Calls `body` with each opportunity of a segment after an inline offset, in order. Linear in the segment.
    package func forEach(
        in segment: borrowing InlineSegment, after lower: Int = 0, _ body: (borrowing BreakOpportunity) -> Void
    ) {
        guard segment.wraps else { return }
        let end = Int(segment.end)
        var offset = max(lower, Int(segment.start))
        guard offset < end else { return }
        var place = place(at: offset, in: segment)
        var previous: Content?
        while let found = nextPlace(after: offset, before: end) {
            advance(&place, to: found, in: segment)
            if let opportunity = opportunity(at: found, in: segment, near: &place, behind: previous) {
                previous = Content(before: found, end: Int(opportunity.contentEnd), x: opportunity.contentX)
                body(opportunity)
            }
            offset = found
        }
    }

    // MARK: Opportunities

    /// A cluster of an item of a segment.
    private struct Place {
        var item: Int
        var cluster: Int
    }

    /// Where the content before an offset ends, which is looked for once where spaces go on behind it: without that, spaces
    /// with places among them would be walked over from each of these.
    private struct Content {
        var before: Int
        var end: Int
        var x: Double
    }

    /// Moves on to the cluster at an offset, or one behind it: from where it would be if the bytes between were a cluster
    /// each.
    @inline(__always)
    private func advance(_ place: inout Place, to offset: Int, in segment: borrowing InlineSegment) {
        while Int(item(place.item).end) <= offset, place.item &+ 1 < Int(segment.itemEnd) {
            place.item &+= 1
            place.cluster = Int(item(place.item).clusterStart)
        }
        let item = item(place.item)
        let last = Int(item.clusterStart) &+ Int(item.clusterCount) &- 1
        if item.stride == 1 {
            place.cluster = min(last, Int(item.clusterStart) &+ max(0, offset &- Int(item.start)))
        } else {
            let start = text.start(ofCluster: place.cluster, in: item)
            place.cluster = min(last, place.cluster &+ max(0, offset &- start))
        }
    }

    /// What breaking before `offset`, which has one of the flags ``places``, does; `nil` where lines cannot end there after
    /// all. `place` is the cluster there or one behind it, and becomes the one there. `previous` is the content before an
    /// earlier opportunity of the segment, where that is known.
    @inline(__always)
    private func opportunity(
        at offset: Int, in segment: borrowing InlineSegment, near place: inout Place, behind previous: Content? = nil
    ) -> BreakOpportunity? {
        while Int(item(place.item).start) > offset, place.item > Int(segment.firstItem) {
            place.item &-= 1
            place.cluster =
                Int(item(place.item).clusterStart) &+ Int(item(place.item).clusterCount) &- 1
        }
        let item = item(place.item)
        var cluster = place.cluster
        let clusters = ItemClusters(item, text)
        if item.stride != 0 {
            cluster = text.cluster(at: offset, in: item)
        } else {
            while clusters.start(cluster) > offset { cluster &-= 1 }
        }
        place.cluster = cluster
        let kind = BreakPlaces.kind(at: offset, utf8, BoundaryFlags(rawValue: flags[offset]), segment.softHyphens)
        guard kind != .none else { return nil }
        // Inside a ligature both sides are shaped again.
        let isInside = item.stride != 1 && clusters.start(cluster) != offset
        guard !isInside || flags[offset] & BoundaryFlags.grapheme.rawValue != 0 else { return nil }
        let x =
            isInside
            ? text.x(at: offset, insideCluster: cluster, in: item) : text.x(ofCluster: cluster, in: item)
        var opportunity = BreakOpportunity(
            offset: UInt32(truncatingIfNeeded: offset), contentEnd: UInt32(truncatingIfNeeded: offset), kind: kind,
            flags: [], x: x, contentX: x, item: Int32(truncatingIfNeeded: place.item),
            cluster: isInside ? -1 : Int32(truncatingIfNeeded: cluster))
        let content =
            segment.hangs
            ? contentEnd(before: offset, Int(segment.start), known: previous.map { ($0.before, $0.end) }) : offset
        let isSafe = !isInside && text.flags[cluster].contains(.safeToBreakBefore)
        if !isSafe { opportunity.flags.insert(.unsafeStart) }
        if content < offset {
            // As Blink: what ends at a space is not shaped again without it.
            opportunity.contentEnd = UInt32(truncatingIfNeeded: content)
            if let previous, content < previous.before {
                opportunity.contentX = previous.x
            } else {
                opportunity.contentX = self.x(at: content, before: place)
            }
        } else if !isSafe {
            opportunity.flags.insert(.unsafeEnd)
        }
        return opportunity
    }

    /// The place of an inline offset on the axis, looked for backwards from a cluster of an item.
    @inline(__always)
    private func x(at offset: Int, before place: Place) -> Double {
        let item = item(place.item)
        guard offset >= Int(item.start) else { return xOfEarlierItem(at: offset, before: place.item) }
        if item.stride == 1 {
            return text.x(ofCluster: Int(item.clusterStart) &+ offset &- Int(item.start), in: item)
        }
        var cluster = place.cluster
        while text.start(ofCluster: cluster, in: item) > offset { cluster &-= 1 }
        return text.x(ofCluster: cluster, in: item)
    }

    private func xOfEarlierItem(at offset: Int, before index: Int) -> Double {
        var index = index
        while index > 0, Int(text.items[index].start) > offset { index -= 1 }
        let item = text.items[index]
        return text.x(ofCluster: text.cluster(at: offset, in: item), in: item)
    }

    /// What breaking before `offset`, one of ``places``, does, in a style that wraps.
    @inline(__always)
    static func kind(
        at offset: Int, _ utf8: UnsafeBufferPointer<UInt8>, _ flags: BoundaryFlags, _ softHyphens: Bool
    ) -> BreakOpportunity.Kind {
        guard flags.contains(.lineAllowed) else { return .hyphen }
        guard offset >= 2, utf8[offset - 1] == 0xAD, utf8[offset - 2] == 0xC2 else { return .allowed }
        return softHyphens ? .hyphen : .none
    }

    // MARK: Clusters

    /// The item of a segment that holds the byte at `offset`.
    private func item(at offset: Int, in segment: borrowing InlineSegment) -> Int {
        var low = Int(segment.firstItem)
        var high = Int(segment.itemEnd) &- 1
        while low < high {
            let middle = (low &+ high) / 2
            if Int(text.items[middle].end) > offset { high = middle } else { low = middle &+ 1 }
        }
        return low
    }

    private func place(at offset: Int, in segment: borrowing InlineSegment) -> Place {
        let index = item(at: offset, in: segment)
        return Place(item: index, cluster: text.cluster(at: offset, in: text.items[index]))
    }

    /// The last item of a segment that begins at `most` or before on the axis; its first one for none.
    @inline(__always)
    private func lastItem(in segment: borrowing InlineSegment, to most: Double) -> Int {
        var index = Int(segment.firstItem)
        var itemEnd = Int(segment.itemEnd)
        while itemEnd &- index > 1 {
            let middle = (index &+ itemEnd) / 2
            if item(middle).x <= most { index = middle } else { itemEnd = middle }
        }
        return index
    }

    /// The last cluster of an item that begins at `most` or before on the axis; its entry behind the last one when all of it
    /// does. It is likely to be after the inline offset `lower`, the cluster `hint` if that is one of the item.
    @inline(__always)
    private func lastCluster(ofItem index: Int, after lower: Int, _ hint: Int, to most: Double) -> Int {
        let item = item(index)
        let first = Int(item.clusterStart)
        let end = first &+ Int(item.clusterCount)
        let endX = text.x(ofCluster: end, in: item)
        if endX <= most { return end }
        // Clusters are about equally wide: it is near where it would be then.
        var near = first
        if hint > first, hint < end {
            near = hint
        } else if item.stride != 0, lower > Int(item.start) {
            near = min(end &- 1, text.cluster(at: lower, in: item))
        }
        let nearX = text.x(ofCluster: near, in: item)
        let part = (most - nearX) / (endX - nearX)
        if part > 0, part < 1 { near &+= min(Int(part * Double(end &- near)), end &- 1 &- near) }
        return text.lastCluster(of: item, to: most, near: near)
    }

    // MARK: Flags

    /// Where lines may end, with a hyphen or without.
    static let places: BoundaryFlags = [.lineAllowed, .hyphen]
    /// The lowest bit of each of eight bytes: `lineAllowed`, or `hyphen` moved there.
    private static let lowest: UInt64 = 0x0101_0101_0101_0101

    /// Those of eight bytes from an offset on that have one of ``places``: their lowest bits.
    @inline(__always)
    private func chunk(_ offset: Int) -> UInt64 {
        let chunk = UInt64(littleEndian: flags.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        return (chunk | chunk &>> 5) & BreakPlaces.lowest
    }

    /// The last offset between two, neither included, with one of ``places``.
    @inline(__always)
    func previousPlace(before end: Int, after start: Int) -> Int? {
        var end = end
        while end &- start > 8 {
            let found = chunk(end &- 8)
            if found != 0 { return end &- 1 &- found.leadingZeroBitCount / 8 }
            end &-= 8
        }
        while end &- start > 1 {
            end &-= 1
            if flags[end] & BreakPlaces.places.rawValue != 0 { return end }
        }
        return nil
    }

    /// The first offset between two, neither included, with one of ``places``.
    @inline(__always)
    func nextPlace(after start: Int, before end: Int) -> Int? {
        var offset = start &+ 1
        while offset &+ 8 <= end {
            let found = chunk(offset)
            if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < end {
            if flags[offset] & BreakPlaces.places.rawValue != 0 { return offset }
            offset &+= 1
        }
        return nil
    }

    /// Calls `body` with each offset between two, neither included, that has one of ``places``, in order, until it is false;
    /// whether it was true for all.
    @inline(__always)
    func allPlaces(after start: Int, before end: Int, satisfy body: (Int) -> Bool) -> Bool {
        var offset = start &+ 1
        while offset &+ 8 <= end {
            var found = chunk(offset)
            while found != 0 {
                guard body(offset &+ found.trailingZeroBitCount / 8) else { return false }
                found &= found &- 1
            }
            offset &+= 8
        }
        while offset < end {
            if flags[offset] & BreakPlaces.places.rawValue != 0, !body(offset) { return false }
            offset &+= 1
        }
        return true
    }

    // MARK: Spaces

    /// White space and the other space separators that hang (CSS Text 3 §4.1.3).
    @inline(__always)
    static func hangs(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Bidi controls hang among spaces.
    @inline(__always)
    private static func isControl(_ scalar: UInt32) -> Bool {
        scalar >= 0x202A && scalar <= 0x202E || scalar >= 0x2066 && scalar <= 0x2069
    }

    /// As ``spaceStart(before:_:_:known:)``, for what nearly all words end with without a call.
    @inline(__always)
    func contentEnd(before offset: Int, _ lower: Int, known: (offset: Int, start: Int)? = nil) -> Int {
        if offset &- lower >= 2, utf8[offset &- 1] == 0x20, utf8[offset &- 2] > 0x20, utf8[offset &- 2] < 0x80 {
            return offset &- 1
        }
        return BreakPlaces.spaceStart(before: offset, lower, utf8, known: known)
    }

    /// Where the hanging spaces that end at `offset` begin; `offset` without any. `known` is an earlier offset behind
    /// `lower`, and the answer for that: nothing before it is looked at again.
    static func spaceStart(
        before offset: Int, _ lower: Int, _ utf8: UnsafeBufferPointer<UInt8>,
        known: (offset: Int, start: Int)? = nil
    ) -> Int {
        guard offset > lower else { return offset }
        let last = utf8[offset - 1]
        if last > 0x20, last < 0x80 { return offset }
        if last >= 0x80 {
            // U+1680, U+2000 to U+207F, U+3000 to U+303F.
            guard offset &- lower >= 3 else { return offset }
            let (lead, middle) = (utf8[offset &- 3], utf8[offset &- 2])
            guard lead == 0xE2 && middle <= 0x81 || lead == 0xE3 && middle == 0x80 || lead == 0xE1 && middle == 0x9A
            else { return offset }
        }
        let floor = known?.offset ?? lower
        var place = offset
        while place > floor, utf8[place &- 1] == 0x20 { place &-= 1 }
        if place > floor, utf8[place &- 1] > 0x20, utf8[place &- 1] < 0x80 { return place }
        var found = place
        while place > floor {
            let (scalar, length) = UTF8Decoding.decodePrevious(utf8, before: place)
            place -= length
            if hangs(scalar) {
                found = place
            } else if !isControl(scalar) {
                return found
            }
        }
        // Nothing but spaces and controls, as far as the known offset, or the segment's start.
        guard let known else { return lower }
        return known.start < known.offset ? known.start : found
    }

    /// Where what hangs from `offset` on ends.
    package func spaceEnd(after offset: Int, _ end: Int) -> Int {
        var offset = offset
        while offset < end {
            // Others begin with 0xE1 to 0xE3.
            if utf8[offset] > 0x20, utf8[offset] < 0xE1 || utf8[offset] > 0xE3 { return offset }
            let (scalar, length) = UTF8Decoding.decode(utf8, at: offset)
            guard BreakPlaces.hangs(scalar) || BreakPlaces.isControl(scalar) else { return offset }
            offset &+= length
        }
        return end
    }
}

extension ShapedParagraph {
    /// Lets `body` look for the places where lines may end. Not generic: what another module calls would not be specialized.
    package func readBreakPlaces(_ body: (BreakPlaces) -> Void) {
        storage.inline.utf8.withUnsafeBufferPointer { utf8 in
            storage.analysis.flags.withUnsafeBufferPointer { flags in
                storage.text.withReader {
                    body(
                        BreakPlaces(
                            utf8, flags, $0, isSafe: storage.traits.isSafeThroughout,
                            isMonotone: storage.traits.isMonotone, hasLevels: storage.traits.hasLevels,
                            isPlain: storage.traits.isPlain,
                            takesFallback: storage.traits.fallbacks != .several))
                }
            }
        }
    }

    /// All places inside segments where lines may end, in order. Made when it is asked for: O(bytes).
    public var opportunities: ContiguousArray<BreakOpportunity> {
        var all: ContiguousArray<BreakOpportunity> = []
        readBreakPlaces { places in
            for segment in storage.segments where segment.kind == .text {
                places.forEach(in: segment) { all.append(copy $0) }
            }
        }
        return all
    }
}
