import GalleyText
import GalleyUnicode

/// Where the lines of a plain paragraph may end, in font units: making lines of it again reads this alone, from its start to
/// its end, and nothing else of the paragraph.
///
/// Kept for paragraphs that are simply filled (`LineTraits.isSimplyFilled`), whose text is one item of words with one space
/// or none between them. Others have no table, and neither have those with little between their places, such as ideographs,
/// for which it would take more memory than the text.
///
/// Memory: 8 bytes a place.
final class WordTable: Sendable {
    /// A place where a line may end.
    struct Place: Sendable {
        /// Where its content ends, from the item's start.
        var content: Int32
        /// The width of the space after that, 0 for none; or one of the two below.
        var gap: UInt16
        /// The inline offset where the next line begins.
        var offset: UInt16

        /// The line after it begins with an edge that is to be shaped again.
        static let unsafeStart = UInt16.max
        /// The line before it ends with such an edge, too.
        static let unsafe = UInt16.max - 1
    }

    private let places: ContiguousArray<Place>
    /// Of the item.
    private let x: Double
    private let scale: Double
    /// Of the segment.
    private let contentX: Double
    private let contentEnd: UInt32
    private let end: UInt32

    /// `nil` where there is to be none. Linear in the text.
    init?(
        _ table: SegmentTable, _ traits: LineTraits, _ text: borrowing ShapedText, _ inline: borrowing InlineText,
        _ analysis: borrowing TextAnalysis
    ) {
        guard traits.isSimplyFilled, traits.isOneStretch, traits.isMonotone, !table.hasHyphens, table.segments[0].hangs,
            inline.utf8.count >= ShapingLimits.minimumWordTableText, inline.utf8.count <= Int(UInt16.max)
        else { return nil }
        let count = analysis.flags.count(of: .lineAllowed)
        guard count > 0, count &* ShapingLimits.minimumWordBytes <= inline.utf8.count else { return nil }
        var places: ContiguousArray<Place> = []
        let (utf8, flags) = (inline.utf8, analysis.flags)
        let found: TextItem? = text.withReader { text in
            guard text.items.count == 1 else { return nil }
            let item = text.items[0]
            guard item.isPlainText, item.scale > 0 else { return nil }
            places.reserveCapacity(count)
            let isComplete = utf8.withUnsafeBufferPointer { utf8 in
                flags.withUnsafeBufferPointer { WordTable.add(utf8, $0, text, to: &places) }
            }
            return isComplete ? item : nil
        }
        guard let item = found else { return nil }
        self.places = places
        x = item.x
        scale = item.scale
        contentX = table.segments[0].contentX
        contentEnd = table.segments[0].contentEnd
        end = table.segments[0].end
    }

    /// Adds all places; false where one is not so simple.
    private static func add(
        _ utf8: UnsafeBufferPointer<UInt8>, _ flags: UnsafeBufferPointer<BoundaryFlags>, _ text: ClusterReader,
        to places: inout ContiguousArray<Place>
    ) -> Bool {
        let boundaries = BreakPlaces(
            utf8, flags, text, isSafe: false, isMonotone: true, hasLevels: false, isPlain: true,
            takesFallback: true)
        let item = text.items[0]
        let clusters = ItemClusters(item, text)
        let first = Int(item.clusterStart)
        let last = first &+ Int(item.clusterCount) &- 1
        var cluster = first
        var offset = 0
        var contentBefore = 0
        while let found = boundaries.nextPlace(after: offset, before: utf8.count) {
            offset = found
            if item.stride == 1 {
                cluster = first &+ found
            } else {
                cluster = min(last, cluster &+ found &- clusters.start(cluster))
                while clusters.start(cluster) > found { cluster &-= 1 }
                guard clusters.start(cluster) == found else { return false }
            }
            let content = boundaries.contentEnd(before: found, 0)
            let spaces = found &- content
            guard content > contentBefore, spaces <= 1, cluster &- spaces >= first else { return false }
            if spaces > 0, clusters.start(cluster &- 1) != content { return false }
            contentBefore = found
            let contentUnits = clusters.units(cluster &- spaces)
            let gap = clusters.units(cluster) &- contentUnits
            guard spaces == 0 || gap > 0, gap < Int32(Place.unsafe) else { return false }
            var place = Place(
                content: contentUnits, gap: UInt16(truncatingIfNeeded: gap),
                offset: UInt16(truncatingIfNeeded: found))
            if !text.flags[cluster].contains(.safeToBreakBefore) {
                place.gap = spaces > 0 ? Place.unsafeStart : Place.unsafe
            }
            places.append(place)
        }
        return true
    }

    /// Where a line begins: after a place.
    struct Start {
        /// The index of the next place.
        var next = 0
        var units: Int32 = 0
        /// An inline offset.
        var offset = 0
    }

    /// As ``BreakPlaces/fillLines(in:from:limit:textEnd:endsText:into:)``, of the whole paragraph: how many lines it found, and
    /// whether the last of them ends the text.
    func fillLines(
        from start: inout Start, limit: Double, into lines: UnsafeMutableBufferPointer<TextLine>
    ) -> (count: Int, isEnd: Bool) {
        let room = LineRounding.down(limit)
        let (x, scale) = (x, scale)
        return places.withUnsafeBufferPointer { places in
            var found = 0
            while found < lines.count {
                let startX = x + Double(start.units) * scale
                let content = contentX - startX
                guard content > 0 else { break }
                if LineRounding.up(content) <= limit {
                    guard Int(contentEnd) > start.offset else { break }
                    lines[found] = TextLine(end: end, contentEnd: contentEnd, item: 0, width: content)
                    start.offset = Int(end)
                    return (found &+ 1, true)
                }
                // The most units whose place is not beyond.
                let most = startX + room
                let guess = (most - x) / scale
                guard guess > 0, guess < 0x1p30 else { break }
                var units = Int32(guess)
                while x + Double(units &+ 1) * scale <= most { units &+= 1 }
                while x + Double(units) * scale > most { units &-= 1 }
                // The first place that is too far, looked for in steps of a few words.
                var next = start.next
                while next &+ 4 <= places.count, places[next &+ 3].content <= units { next &+= 4 }
                while next < places.count, places[next].content <= units { next &+= 1 }
                // Where nothing fits, and where what is shaped again decides.
                guard next > start.next, places[next &- 1].gap < Place.unsafe,
                    next == places.count || places[next].gap != Place.unsafe
                else { break }
                let place = places[next &- 1]
                let width = x + Double(place.content) * scale - startX
                guard LineRounding.up(width) <= limit else { break }
                lines[found] = TextLine(
                    end: UInt32(place.offset), contentEnd: UInt32(place.offset) &- (place.gap > 0 ? 1 : 0), item: 0,
                    width: width)
                found &+= 1
                start.next = next
                start.units = place.content &+ Int32(place.gap)
                start.offset = Int(place.offset)
            }
            return (found, false)
        }
    }
}
