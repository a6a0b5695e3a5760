/// Glyphs of a paragraph in font units, as parallel arrays. It knows no width, no colour and no size.
///
/// Clusters stand in logical order, also in right-to-left items; each item has one entry more than clusters, which
/// holds its end. Glyphs of one cluster are adjacent and stand in visual order, left to right.
///
/// Memory: 9 bytes a cluster, 2 a glyph; what is usually regular (one glyph a cluster, no offsets) has no entry.
public struct ShapedText: Sendable {
    public internal(set) var items: ContiguousArray<TextItem> = []
    /// Where each cluster starts: inline offsets.
    public internal(set) var clusterStarts: ContiguousArray<UInt32> = []
    /// Where each cluster starts in font units from its item's start: an exact prefix sum, in logical order.
    public internal(set) var clusterX: ContiguousArray<Int32> = []
    public internal(set) var clusterFlags: ContiguousArray<ClusterFlags> = []
    public internal(set) var glyphs: ContiguousArray<UInt16> = []
    /// For items with a `glyphTable`: the first glyph of each cluster, from the item's first; one entry more than clusters.
    public internal(set) var glyphStarts: ContiguousArray<UInt32> = []
    /// For items with an `advanceTable`: the advance of each glyph.
    public internal(set) var glyphAdvances: ContiguousArray<Int32> = []
    /// For items with an `offsetTable`: how far each glyph is drawn from its place; y grows upwards, as in the font.
    public internal(set) var glyphOffsets: ContiguousArray<GlyphOffset> = []

    /// For items with a `spacingTable`: letter and word spacing in px, summed up to each cluster of the item; one entry
    /// more than clusters. Added for a paragraph's styles after shaping.
    public internal(set) var spacing: ContiguousArray<Double> = []
    /// The advance of the item being appended.
    var pendingAdvance: Int32 = 0

    package init() {}

    /// What its entries take.
    var byteCount: Int {
        func bytes<Entry>(_ entries: ContiguousArray<Entry>) -> Int { entries.count * MemoryLayout<Entry>.stride }
        return bytes(items) + bytes(clusterStarts) + bytes(clusterX) + bytes(clusterFlags) + bytes(glyphs)
            + bytes(glyphStarts) + bytes(glyphAdvances) + bytes(glyphOffsets) + bytes(spacing)
    }

    package mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        clusterStarts.removeAll(keepingCapacity: true)
        clusterX.removeAll(keepingCapacity: true)
        clusterFlags.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        glyphStarts.removeAll(keepingCapacity: true)
        glyphAdvances.removeAll(keepingCapacity: true)
        glyphOffsets.removeAll(keepingCapacity: true)
        spacing.removeAll(keepingCapacity: true)
    }
}

/// What is known of a cluster.
public struct ClusterFlags: OptionSet, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Text may be cut before it and both sides shaped alone with the same result (HarfBuzz's unsafe-to-break flag).
    @inlinable public static var safeToBreakBefore: ClusterFlags { ClusterFlags(rawValue: 1) }
    /// A word separator: U+0020 or U+00A0 (CSS Text 3 §8.1).
    @inlinable public static var space: ClusterFlags { ClusterFlags(rawValue: 2) }
    /// An ideograph, kana or other character that justification may move apart from its neighbours.
    @inlinable public static var ideographic: ClusterFlags { ClusterFlags(rawValue: 4) }
    /// Takes no letter spacing: shown as nothing.
    @inlinable public static var ignorable: ClusterFlags { ClusterFlags(rawValue: 8) }
}

/// Where a glyph is drawn relative to its place, in font units.
public struct GlyphOffset: Sendable, Hashable {
    public var x: Int32
    public var y: Int32
    @inlinable public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}

extension ShapedText {
    /// The number of glyphs.
    public var glyphCount: Int { glyphs.count }

    /// The cluster of an item that holds the byte at an inline offset; `clusters.upperBound` for its end.
    @inlinable public func cluster(at offset: Int, in item: TextItem) -> Int {
        var low = Int(item.clusterStart)
        let end = low + Int(item.clusterCount)
        if offset >= Int(item.end) { return end }
        // One byte a cluster: the offset says it.
        if item.clusterCount == item.end - item.start { return low + max(0, offset - Int(item.start)) }
        // Clusters are about equally long: begin near where it would be, and widen until it is inside.
        var high = end
        var step = 4
        var guess = low + (offset - Int(item.start)) * Int(item.clusterCount) / Int(item.end - item.start)
        if Int(clusterStarts[guess]) <= offset {
            low = guess
            while guess + step < end {
                if Int(clusterStarts[guess + step]) > offset {
                    high = guess + step
                    break
                }
                guess += step
                low = guess
                step *= 2
            }
        } else {
            high = guess
            while guess - step > low {
                if Int(clusterStarts[guess - step]) <= offset {
                    low = guess - step
                    break
                }
                guess -= step
                high = guess
                step *= 2
            }
        }
        // The last cluster that starts at or before the offset.
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(clusterStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Where a cluster starts in px on the paragraph's axis (``TextItem/x``), in logical order; an item's end for
    /// `clusters.upperBound`.
    @inlinable public func x(ofCluster cluster: Int, in item: TextItem) -> Double {
        let x = item.x + Double(clusterX[cluster]) * item.scale
        if item.spacingTable < 0 { return x }
        return x + spacing[Int(item.spacingTable) + cluster - Int(item.clusterStart)]
    }

    /// Where an inline offset is in px on the paragraph's axis; inside a cluster (a ligature) in proportion to its bytes.
    @inlinable public func x(at offset: Int, in item: TextItem) -> Double {
        let cluster = cluster(at: offset, in: item)
        let x = x(ofCluster: cluster, in: item)
        let start = Int(clusterStarts[cluster])
        guard offset > start, cluster < item.clusters.upperBound else { return x }
        let part = Double(offset - start) / Double(Int(clusterStarts[cluster + 1]) - start)
        return x + (self.x(ofCluster: cluster + 1, in: item) - x) * part
    }

    /// The glyphs of a cluster: indices into ``glyphs``.
    @inlinable public func glyphRange(ofCluster cluster: Int, in item: TextItem) -> Range<Int> {
        let index = cluster - Int(item.clusterStart)
        let base = Int(item.glyphStart)
        if item.glyphTable < 0 { return (base + index)..<(base + index + 1) }
        let table = Int(item.glyphTable) + index
        return (base + Int(glyphStarts[table]))..<(base + Int(glyphStarts[table + 1]))
    }

    /// The advance of a cluster in font units.
    @inlinable public func advance(ofCluster cluster: Int) -> Int32 { clusterX[cluster + 1] - clusterX[cluster] }
}
