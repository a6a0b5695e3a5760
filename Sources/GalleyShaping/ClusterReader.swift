/// The clusters of a `ShapedText` for loops: the same answers as its own methods, without touching its arrays. Valid
/// inside `ShapedText.withReader` only. Public, since nothing else is inlined into the loops of other modules.
public struct ClusterReader {
    public let items: ItemReader
    @usableFromInline let rows: UnsafeRawPointer
    public let flags: UnsafeBufferPointer<ClusterFlags>
    @usableFromInline let spacing: UnsafeBufferPointer<Double>

    @inlinable @inline(__always)
    init(
        items: ItemReader, rows: UnsafeRawPointer, flags: UnsafeBufferPointer<ClusterFlags>,
        spacing: UnsafeBufferPointer<Double>
    ) {
        self.items = items
        self.rows = rows
        self.flags = flags
        self.spacing = spacing
    }

    /// As `ShapedText.cluster(at:in:)`.
    @inlinable @inline(__always)
    public func cluster(at offset: Int, in item: borrowing TextItem) -> Int {
        let first = Int(item.clusterStart)
        let end = first &+ Int(item.clusterCount)
        if offset >= Int(item.end) { return end }
        if item.stride == 1 { return first &+ max(0, offset &- Int(item.start)) }
        if item.stride != 0 { return first &+ max(0, offset &- Int(item.start)) / item.stride }
        return searchedCluster(at: offset, in: item)
    }

    /// Clusters are about equally long: it begins near where the cluster would be, and widens until that is inside.
    @usableFromInline
    func searchedCluster(at offset: Int, in item: borrowing TextItem) -> Int {
        var low = Int(item.clusterStart)
        let end = low &+ Int(item.clusterCount)
        var high = end
        var step = 4
        let guess = low &+ max(0, offset &- Int(item.start)) &* Int(item.clusterCount) / Int(item.end &- item.start)
        var place = guess
        if start(ofCluster: guess, in: item) <= offset {
            low = guess
            while place &+ step < end {
                place &+= step
                guard start(ofCluster: place, in: item) <= offset else {
                    high = place
                    break
                }
                low = place
                step &*= 2
            }
        } else {
            high = guess
            while place &- step > low {
                place &-= step
                if start(ofCluster: place, in: item) <= offset {
                    low = place
                    break
                }
                high = place
                step &*= 2
            }
        }
        // The last cluster that starts at or before the offset.
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if start(ofCluster: middle, in: item) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Where a cluster of an item starts: an inline offset.
    @inlinable @inline(__always)
    public func start(ofCluster cluster: Int, in item: borrowing TextItem) -> Int {
        ItemRows(rows, item).start(ofCluster: cluster, in: item)
    }

    /// As `ShapedText.units(ofCluster:in:)`.
    @inlinable @inline(__always)
    public func units(ofCluster cluster: Int, in item: borrowing TextItem) -> Int32 {
        ItemRows(rows, item).units(ofCluster: cluster, in: item)
    }

    /// As `ShapedText.x(ofCluster:in:)`.
    @inlinable @inline(__always)
    public func x(ofCluster cluster: Int, in item: borrowing TextItem) -> Double {
        let x = item.x + Double(units(ofCluster: cluster, in: item)) * item.scale
        if spacing.isEmpty { return x }
        return cluster < spacing.count ? x + spacing[cluster] : x
    }

    /// As `ShapedText.x(at:in:)`.
    public func x(at offset: Int, in item: borrowing TextItem) -> Double {
        let cluster = cluster(at: offset, in: item)
        guard offset > start(ofCluster: cluster, in: item), cluster < item.clusters.upperBound else {
            return x(ofCluster: cluster, in: item)
        }
        return x(at: offset, insideCluster: cluster, in: item)
    }

    /// The same for an offset inside a cluster.
    func x(at offset: Int, insideCluster cluster: Int, in item: borrowing TextItem) -> Double {
        let x = x(ofCluster: cluster, in: item)
        let start = start(ofCluster: cluster, in: item)
        let part = Double(offset - start) / Double(self.start(ofCluster: cluster + 1, in: item) - start)
        return x + (self.x(ofCluster: cluster + 1, in: item) - x) * part
    }
}

/// The clusters of one item: what `ClusterReader` says of them, with their rows looked up once.
public struct ItemClusters {
    @usableFromInline let first: Int
    @usableFromInline let start: Int
    @usableFromInline let stride: Int
    @usableFromInline let starts: UnsafePointer<UInt16>
    @usableFromInline let advance: Int32
    @usableFromInline let units: UnsafePointer<Int32>?

    @inlinable @inline(__always)
    public init(_ item: borrowing TextItem, _ text: ClusterReader) {
        let rows = ItemRows(text.rows, item)
        first = Int(item.clusterStart)
        start = Int(item.start)
        stride = item.stride
        starts = (rows.base + rows.startRow(of: item)).assumingMemoryBound(to: UInt16.self)
        advance = Int32(item.advance)
        units = item.advance == ItemForm.anyAdvance ? rows.base.assumingMemoryBound(to: Int32.self) : nil
    }

    @inlinable @inline(__always)
    public func start(_ cluster: Int) -> Int {
        start &+ (stride != 0 ? (cluster &- first) &* stride : Int(starts[cluster &- first]))
    }

    @inlinable @inline(__always)
    public func units(_ cluster: Int) -> Int32 {
        if let units { return units[cluster &- first] }
        return Int32(truncatingIfNeeded: cluster &- first) &* advance
    }
}

extension ClusterReader {
    /// The last cluster of an item that begins at `most` or before on the paragraph's axis, its first one for none; looked
    /// for around the cluster `near`. O(log of the distance).
    @inline(__always)
    func lastCluster(of item: borrowing TextItem, to most: Double, near: Int) -> Int {
        let first = Int(item.clusterStart)
        let end = first &+ Int(item.clusterCount)
        // In font units, as near as rounding allows; then as `x(ofCluster:in:)` says.
        let place = (most - item.x) / item.scale
        guard spacing.isEmpty, abs(place) < Double(Int32.max) else {
            return lastCluster(first, end, near, by: item, to: most)
        }
        let units = Int32(place)
        var found: Int
        if item.advance == ItemForm.anyAdvance {
            found = lastCluster(first, end, near, in: item) { $0 <= units }
        } else if item.advance > 0 {
            found = min(end &- 1, first &+ Int(max(0, units)) / Int(item.advance))
        } else {
            found = units < 0 ? first : end &- 1
        }
        while found &+ 1 < end, x(ofCluster: found &+ 1, in: item) <= most { found &+= 1 }
        while found > first, x(ofCluster: found, in: item) > most { found &-= 1 }
        return found
    }

    private func lastCluster(
        _ first: Int, _ end: Int, _ near: Int, by item: borrowing TextItem, to most: Double
    ) -> Int {
        let item = copy item
        return lastCluster(first, end, near) { x(ofCluster: $0, in: item) <= most }
    }

    /// By the prefix sums of an item that has a row of them.
    @inline(__always)
    private func lastCluster(
        _ first: Int, _ end: Int, _ near: Int, in item: borrowing TextItem, _ holds: (Int32) -> Bool
    ) -> Int {
        let row = unitRow(of: item) - Int(item.clusterStart)
        return lastCluster(first, end, near) { holds(row[$0]) }
    }

    /// The prefix sums of an item without a common advance.
    @inline(__always)
    func unitRow(of item: borrowing TextItem) -> UnsafePointer<Int32> {
        (rows + Int(item.row) &* 4).assumingMemoryBound(to: Int32.self)
    }

    /// The last cluster of a range that `holds`, which is true for a prefix of it; its first one for none.
    @inline(__always)
    private func lastCluster(_ first: Int, _ end: Int, _ near: Int, _ holds: (Int) -> Bool) -> Int {
        var low = first
        var high = end
        var place = near
        var step = 2
        if holds(near) {
            low = near
            while place &+ step < end {
                place &+= step
                guard holds(place) else {
                    high = place
                    break
                }
                low = place
                step &*= 2
            }
        } else {
            high = near
            while place &- step > first {
                place &-= step
                if holds(place) {
                    low = place
                    break
                }
                high = place
                step &*= 2
            }
        }
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if holds(middle) { low = middle } else { high = middle }
        }
        return low
    }
}
