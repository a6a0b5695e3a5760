/// The clusters of a `ShapedText` for loops: the same answers as its own methods, without touching its arrays. Valid
/// inside `ShapedText.withReader` only.
struct ClusterReader {
    let items: UnsafeBufferPointer<TextItem>
    let starts: UnsafeBufferPointer<UInt32>
    private let units: UnsafeBufferPointer<Int32>
    let flags: UnsafeBufferPointer<ClusterFlags>
    private let spacing: UnsafeBufferPointer<Double>

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
    @inline(__always)
    func cluster(at offset: Int, in item: borrowing TextItem) -> Int {
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
    @inline(__always)
    func start(ofCluster cluster: Int, in item: borrowing TextItem) -> Int {
        item.isBytewise ? Int(item.start) &+ cluster &- Int(item.clusterStart) : Int(starts[cluster])
    }

    /// As `ShapedText.x(ofCluster:in:)`.
    @inline(__always)
    func x(ofCluster cluster: Int, in item: borrowing TextItem) -> Double {
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
