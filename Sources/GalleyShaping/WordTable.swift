import GalleyText
import GalleyUnicode

/// Where the lines of a paragraph may end, in font units: making lines of it again reads this and its segments alone, from
/// start to end, and nothing else of the paragraph.
///
/// Kept for paragraphs that are simply filled (`LineTraits.isSimplyFilled`), of those segments whose text is of one item, with
/// words and one space or none between them. Others have no places here, and lines in them are found by their clusters
/// (`BreakPlaces`). Paragraphs with little between their places, such as ideographs, have no table: it would take more memory
/// than the text.
///
/// Memory: 8 bytes a place, 24 a segment.
final class WordTable: Sendable {
    /// A place inside a segment where a line may end.
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

    /// What is known of a segment.
    struct Run: Sendable {
        /// Of its item.
        var x: Double
        var scale: Double
        /// The first of its places; those of a segment without any end where they begin.
        var firstPlace: UInt32
        /// The upper bits are the end of its places; the lowest says whether a line may begin with it.
        fileprivate var end: UInt32

        fileprivate init(x: Double, scale: Double, places: Range<Int>, isSafeStart: Bool) {
            self.x = x
            self.scale = scale
            firstPlace = UInt32(truncatingIfNeeded: places.lowerBound)
            end = UInt32(truncatingIfNeeded: places.upperBound) &<< 1 | (isSafeStart ? 1 : 0)
        }

        /// A segment that has no part in the table.
        fileprivate static let none = Run(x: 0, scale: 0, places: 0..<0, isSafeStart: false)

        var isKnown: Bool { scale > 0 }
        var placeEnd: Int { Int(end &>> 1) }
        var isSafeStart: Bool { end & 1 != 0 }
    }

    let places: ContiguousArray<Place>
    /// By segment.
    let runs: ContiguousArray<Run>

    /// `nil` where there is to be none. Linear in the text.
    init?(
        _ table: SegmentTable, _ traits: LineTraits, _ text: borrowing ShapedText, _ inline: borrowing InlineText,
        _ analysis: borrowing TextAnalysis
    ) {
        guard traits.isSimplyFilled, traits.isMonotone, traits.isPlain, !traits.hasLevels, !table.hasHyphens,
            inline.utf8.count >= ShapingLimits.minimumWordTableText, inline.utf8.count <= Int(UInt16.max)
        else { return nil }
        let count = analysis.flags.count(of: .lineAllowed)
        guard count > 0, count &* ShapingLimits.minimumWordBytes <= inline.utf8.count else { return nil }
        var places: ContiguousArray<Place> = []
        var runs: ContiguousArray<Run> = []
        places.reserveCapacity(count)
        runs.reserveCapacity(table.segments.count)
        let (utf8, flags) = (inline.utf8, analysis.flags)
        text.withReader { text in
            utf8.withUnsafeBufferPointer { utf8 in
                flags.withUnsafeBufferPointer { flags in
                    let boundaries = BreakPlaces(
                        utf8, flags, text, isSafe: false, isMonotone: true, hasLevels: false, isPlain: true,
                        takesFallback: true)
                    for segment in table.segments {
                        runs.append(WordTable.run(of: segment, boundaries, addingTo: &places))
                    }
                }
            }
        }
        guard runs.contains(where: \.isKnown) else { return nil }
        self.places = places
        self.runs = runs
    }

    /// Adds the places of a segment, where it is as simple as they are to be.
    private static func run(
        of segment: InlineSegment, _ boundaries: BreakPlaces, addingTo places: inout ContiguousArray<Place>
    ) -> Run {
        guard segment.kind == .text, segment.wraps, segment.hangs, segment.itemEnd == segment.firstItem &+ 1 else {
            return .none
        }
        let text = boundaries.text
        let item = text.items[Int(segment.firstItem)]
        guard item.isPlainText, item.scale > 0 else { return .none }
        let first = places.count
        guard let cluster = add(segment, item, boundaries, to: &places) else {
            places.removeSubrange(first...)
            return .none
        }
        return Run(
            x: item.x, scale: item.scale, places: first..<places.count,
            isSafeStart: text.flags[cluster].contains(.safeToBreakBefore))
    }

    /// Adds all places of a segment, and tells its first cluster; `nil` where one is not so simple.
    private static func add(
        _ segment: InlineSegment, _ item: borrowing TextItem, _ boundaries: BreakPlaces,
        to places: inout ContiguousArray<Place>
    ) -> Int? {
        let text = boundaries.text
        let clusters = ItemClusters(item, text)
        let (start, end) = (Int(segment.start), Int(segment.end))
        let first = text.cluster(at: start, in: item)
        let last = Int(item.clusterStart) &+ Int(item.clusterCount) &- 1
        guard clusters.start(first) == start else { return nil }
        var cluster = first
        var offset = start
        var contentBefore = start &- 1
        while let found = boundaries.nextPlace(after: offset, before: end) {
            offset = found
            if item.stride == 1 {
                cluster = Int(item.clusterStart) &+ found &- Int(item.start)
            } else {
                cluster = min(last, cluster &+ found &- clusters.start(cluster))
                while clusters.start(cluster) > found { cluster &-= 1 }
                guard clusters.start(cluster) == found else { return nil }
            }
            let content = boundaries.contentEnd(before: found, start)
            let spaces = found &- content
            guard content > contentBefore, spaces <= 1, cluster &- spaces >= first else { return nil }
            if spaces > 0, clusters.start(cluster &- 1) != content { return nil }
            contentBefore = found
            let contentUnits = clusters.units(cluster &- spaces)
            let gap = clusters.units(cluster) &- contentUnits
            guard spaces == 0 || gap > 0, gap < Int32(Place.unsafe) else { return nil }
            var place = Place(
                content: contentUnits, gap: UInt16(truncatingIfNeeded: gap),
                offset: UInt16(truncatingIfNeeded: found))
            if !text.flags[cluster].contains(.safeToBreakBefore) {
                place.gap = spaces > 0 ? Place.unsafeStart : Place.unsafe
            }
            places.append(place)
        }
        return first
    }
}
