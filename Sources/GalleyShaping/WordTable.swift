import GalleyText
import GalleyUnicode

/// Where the lines of a paragraph may end, in font units: making lines of it again reads this alone, from start to end, and
/// nothing else of the paragraph.
///
/// Kept for paragraphs that are simply filled (`LineTraits.isSimplyFilled`), of those segments whose text is of one item, with
/// words and one space or none between them. Others have no places here, and lines in them are found by their clusters
/// (`BreakPlaces`). Paragraphs with little between their places, such as ideographs, have no table: it would take more memory
/// than the text.
///
/// Memory: 8 bytes a place, 56 a segment, in one block.
struct WordTable: Sendable {
    /// How many runs there are; those; the places.
    private var block: ContiguousArray<UInt64> = []

    /// A place inside a segment where a line may end.
    struct Place {
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

    /// What lines ask of a segment.
    struct Run {
        /// Those of the segment.
        var x: Double
        var endX: Double
        var contentX: Double
        /// Where its item begins on the axis, and px a unit; 0 where the table has nothing of it.
        var itemX: Double
        var scale: Double
        var item: UInt32
        var start: UInt16
        var end: UInt16
        var contentEnd: UInt16
        /// Its places.
        var firstPlace: UInt16
        var placeEnd: UInt16
        fileprivate(set) var flags: Flags

        struct Flags: OptionSet {
            let rawValue: UInt16
            /// A line may begin with it.
            static let safeStart = Flags(rawValue: 1)
            /// It is a forced break.
            static let lineBreak = Flags(rawValue: 2)
            /// A line may end after it.
            static let breakAfter = Flags(rawValue: 4)
            /// But not without more.
            static let specialBreak = Flags(rawValue: 8)
        }

        fileprivate init(_ segment: InlineSegment) {
            (x, endX, contentX) = (segment.x, segment.endX, segment.contentX)
            (itemX, scale) = (0, 0)
            item = segment.firstItem
            (start, end) = (UInt16(truncatingIfNeeded: segment.start), UInt16(truncatingIfNeeded: segment.end))
            contentEnd = UInt16(truncatingIfNeeded: segment.contentEnd)
            (firstPlace, placeEnd) = (0, 0)
            flags = []
            if segment.kind == .lineBreak { flags.insert(.lineBreak) }
            if segment.breakAfter != .none { flags.insert(.breakAfter) }
            if segment.breakAfter != .allowed || segment.breakFlags.contains(.unsafeEnd) { flags.insert(.specialBreak) }
        }

        @inline(__always) var isKnown: Bool { scale > 0 }
    }

    /// The table for loops, valid inside ``withReader(_:)`` only.
    struct Reader {
        let runs: UnsafeBufferPointer<Run>
        let places: UnsafePointer<Place>
    }

    var isEmpty: Bool { block.isEmpty }

    @inline(__always)
    func withReader<Result>(_ body: (Reader) -> Result) -> Result {
        block.withUnsafeBytes { bytes in
            let base = bytes.baseAddress.unsafelyUnwrapped
            let count = Int(base.load(as: UInt64.self))
            let runs = (base + 8).assumingMemoryBound(to: Run.self)
            let places = UnsafeRawPointer(runs + count).assumingMemoryBound(to: Place.self)
            return body(Reader(runs: UnsafeBufferPointer(start: runs, count: count), places: places))
        }
    }

    /// Empty where there is to be none. Linear in the text.
    init(
        _ table: SegmentTable, _ traits: LineTraits, _ text: borrowing ShapedText, _ inline: borrowing InlineText,
        _ analysis: borrowing TextAnalysis
    ) {
        guard traits.isSimplyFilled, traits.isMonotone, traits.isPlain, !traits.hasLevels, !table.hasHyphens,
            inline.utf8.count >= ShapingLimits.minimumWordTableText, inline.utf8.count <= Int(UInt16.max)
        else { return }
        let count = analysis.flags.count(of: .lineAllowed)
        guard count > 0, count &* ShapingLimits.minimumWordBytes <= inline.utf8.count else { return }
        let runWords = MemoryLayout<Run>.stride / 8
        let placesStart = 1 &+ table.segments.count &* runWords
        block.reserveCapacity(placesStart &+ count)
        block.append(contentsOf: repeatElement(0, count: placesStart &+ count))
        let (utf8, flags) = (inline.utf8, analysis.flags)
        var (known, found) = (false, 0)
        text.withReader { text in
            utf8.withUnsafeBufferPointer { utf8 in
                flags.withUnsafeBufferPointer { flags in
                    block.withUnsafeMutableBytes { bytes in
                        let base = bytes.baseAddress.unsafelyUnwrapped
                        base.storeBytes(of: UInt64(table.segments.count), as: UInt64.self)
                        let runs = (base + 8).bindMemory(to: Run.self, capacity: table.segments.count)
                        let places = (base + placesStart &* 8).bindMemory(to: Place.self, capacity: count)
                        let boundaries = BreakPlaces(
                            utf8, flags, text, isSafe: traits.isSafeThroughout, isMonotone: true, hasLevels: false,
                            isPlain: true, takesFallback: true)
                        for index in table.segments.indices {
                            var run = Run(table.segments[index])
                            if run.findPlaces(of: table.segments[index], boundaries, in: places, &found, count) {
                                known = true
                            }
                            runs[index] = run
                        }
                    }
                }
            }
        }
        if !known { block = [] } else { block.removeLast(count &- found) }
    }
}

extension WordTable.Run {
    /// Adds the places of a segment behind those that there are, where it is as simple as they are to be; whether it is.
    fileprivate mutating func findPlaces(
        of segment: InlineSegment, _ boundaries: BreakPlaces, in places: UnsafeMutablePointer<WordTable.Place>,
        _ count: inout Int, _ capacity: Int
    ) -> Bool {
        guard segment.kind == .text, segment.wraps, segment.hangs, segment.itemEnd == segment.firstItem &+ 1 else {
            return false
        }
        let text = boundaries.text
        let item = text.items[Int(segment.firstItem)]
        let first = count
        guard item.isPlainText, item.scale > 0,
            let cluster = WordTable.add(segment, item, boundaries, to: places, &count, capacity)
        else {
            count = first
            return false
        }
        (itemX, scale) = (item.x, item.scale)
        (firstPlace, placeEnd) = (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: count))
        if text.flags[cluster].contains(.safeToBreakBefore) { flags.insert(.safeStart) }
        return true
    }
}

extension WordTable {
    /// Adds all places of a segment, and tells its first cluster; `nil` where one is not so simple.
    fileprivate static func add(
        _ segment: InlineSegment, _ item: TextItem, _ boundaries: BreakPlaces,
        to places: UnsafeMutablePointer<Place>, _ count: inout Int, _ capacity: Int
    ) -> Int? {
        let text = boundaries.text
        let clusters = ItemClusters(item, text)
        let (start, end) = (Int(segment.start), Int(segment.end))
        let first = text.cluster(at: start, in: item)
        let last = Int(item.clusterStart) &+ Int(item.clusterCount) &- 1
        guard clusters.start(first) == start else { return nil }
        let isSafe = boundaries.isSafe
        let utf8 = boundaries.utf8
        // Of text with a byte and an advance of its own for each cluster: nearly all.
        let units = item.stride == 1 ? clusters.units : nil
        let (itemStart, firstOfItem) = (Int(item.start), Int(item.clusterStart))
        var cluster = first
        var contentBefore = start &- 1
        var next = count
        let isComplete = boundaries.allPlaces(after: start, before: end) { found in
            if let units, next < capacity, found &- 1 > contentBefore, utf8[found &- 1] == 0x20,
                found &- start >= 2, utf8[found &- 2] > 0x20, utf8[found &- 2] < 0x80
            {
                // A word and a space.
                let content = units[found &- 1 &- itemStart]
                let gap = units[found &- itemStart] &- content
                guard gap > 0, gap < Int32(Place.unsafe) else { return false }
                let canBegin = isSafe || text.flags[firstOfItem &+ found &- itemStart].contains(.safeToBreakBefore)
                places[next] = Place(
                    content: content, gap: canBegin ? UInt16(truncatingIfNeeded: gap) : Place.unsafeStart,
                    offset: UInt16(truncatingIfNeeded: found))
                next &+= 1
                contentBefore = found
                return true
            }
            if item.stride == 1 {
                cluster = Int(item.clusterStart) &+ found &- Int(item.start)
            } else {
                cluster = min(last, cluster &+ found &- clusters.start(cluster))
                while clusters.start(cluster) > found { cluster &-= 1 }
                guard clusters.start(cluster) == found else { return false }
            }
            let content = boundaries.contentEnd(before: found, start)
            let spaces = found &- content
            guard next < capacity, content > contentBefore, spaces <= 1, cluster &- spaces >= first else {
                return false
            }
            if item.stride != 1, spaces > 0, clusters.start(cluster &- 1) != content { return false }
            contentBefore = found
            let contentUnits = clusters.units(cluster &- spaces)
            let gap = clusters.units(cluster) &- contentUnits
            guard spaces == 0 || gap > 0, gap < Int32(Place.unsafe) else { return false }
            var place = Place(
                content: contentUnits, gap: UInt16(truncatingIfNeeded: gap),
                offset: UInt16(truncatingIfNeeded: found))
            if !isSafe, !text.flags[cluster].contains(.safeToBreakBefore) {
                place.gap = spaces > 0 ? Place.unsafeStart : Place.unsafe
            }
            places[next] = place
            next &+= 1
            return true
        }
        guard isComplete else { return nil }
        count = next
        return first
    }
}
