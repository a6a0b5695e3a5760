/// The clusters of a `ShapedText` for loops: the same answers as its own methods, without touching its arrays. Valid
/// inside `ShapedText.withReader` only.
package struct ClusterReader {
    @usableFromInline package let items: UnsafeBufferPointer<TextItem>
    @usableFromInline package let starts: UnsafeBufferPointer<UInt32>
    @usableFromInline let units: UnsafeBufferPointer<Int32>
    @usableFromInline package let flags: UnsafeBufferPointer<ClusterFlags>
    @usableFromInline let spacing: UnsafeBufferPointer<Double>

    fileprivate init(
        items: UnsafeBufferPointer<TextItem>, starts: UnsafeBufferPointer<UInt32>, units: UnsafeBufferPointer<Int32>,
        flags: UnsafeBufferPointer<ClusterFlags>, spacing: UnsafeBufferPointer<Double>
    ) {
        self.items = items
        self.starts = starts
        self.units = units
        self.flags = flags
        self.spacing = spacing
    }

    /// As `ShapedText.cluster(at:in:)`.
    @inlinable @inline(__always)
    package func cluster(at offset: Int, in item: borrowing TextItem) -> Int {
        var low = Int(item.clusterStart)
        let end = low &+ Int(item.clusterCount)
        if offset >= Int(item.end) { return end }
        if item.isBytewise { return low &+ max(0, offset &- Int(item.start)) }
        var high = end
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Where a cluster of an item starts: an inline offset.
    @inlinable @inline(__always)
    package func start(ofCluster cluster: Int, in item: borrowing TextItem) -> Int {
        item.isBytewise ? Int(item.start) &+ cluster &- Int(item.clusterStart) : Int(starts[cluster])
    }

    /// As `ShapedText.x(ofCluster:in:)`.
    @inlinable @inline(__always)
    package func x(ofCluster cluster: Int, in item: borrowing TextItem) -> Double {
        let x = item.x + Double(units[cluster]) * item.scale
        if item.spacingTable < 0 { return x }
        return x + spacing[Int(item.spacingTable) &+ cluster &- Int(item.clusterStart)]
    }

    /// As `ShapedText.x(at:in:)`, for an offset inside a cluster.
    func x(at offset: Int, insideCluster cluster: Int, in item: borrowing TextItem) -> Double {
        let x = x(ofCluster: cluster, in: item)
        let part = Double(offset - Int(starts[cluster])) / Double(starts[cluster + 1] - starts[cluster])
        return x + (self.x(ofCluster: cluster + 1, in: item) - x) * part
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
        guard item.spacingTable < 0, abs(place) < Double(Int32.max) else {
            return lastCluster(first, end, near, by: item, to: most)
        }
        let units = Int32(place)
        var found = lastCluster(first, end, near) { self.units[$0] <= units }
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

extension ShapedText {
    /// Lets `body` read items and clusters in a loop.
    func withReader<Result>(_ body: (ClusterReader) -> Result) -> Result {
        items.withUnsafeBufferPointer { items in
            clusterStarts.withUnsafeBufferPointer { starts in
                clusterX.withUnsafeBufferPointer { units in
                    clusterFlags.withUnsafeBufferPointer { flags in
                        spacing.withUnsafeBufferPointer { spacing in
                            body(
                                ClusterReader(
                                    items: items, starts: starts, units: units, flags: flags, spacing: spacing))
                        }
                    }
                }
            }
        }
    }
}
