import GalleyShaping

extension ShapedText {
    /// The width of a whole item in px.
    func width(ofItem index: Int) -> Double {
        let item = items[index]
        return x(ofCluster: item.clusters.upperBound, in: item) - item.x
    }

    /// What must be shaped again when a line starts at a cluster that is not safe to break before: up to the next safe
    /// one. `nil` when it is safe.
    func unsafeWindow(startingAt cluster: Int, in item: TextItem) -> (range: Range<Int>, end: Int)? {
        guard cluster > item.clusters.lowerBound, cluster < item.clusters.upperBound,
            !clusterFlags[cluster].contains(.safeToBreakBefore)
        else { return nil }
        let start = Int(clusterStarts[cluster])
        var end = cluster + 1
        while end < item.clusters.upperBound, !clusterFlags[end].contains(.safeToBreakBefore),
            Int(clusterStarts[end]) - start < ShapingLimits.maximumEdgeBytes
        {
            end += 1
        }
        return (start..<Int(clusterStarts[end]), end)
    }

    /// The cluster from which text must be shaped again when a line ends before the cluster `end`: the last one before
    /// it that is safe to break before.
    func windowStart(endingAt end: Int, in item: TextItem) -> Int {
        guard end > item.clusters.lowerBound, end < item.clusters.upperBound,
            !clusterFlags[end].contains(.safeToBreakBefore)
        else { return end }
        let limit = Int(clusterStarts[end]) - ShapingLimits.maximumEdgeBytes
        var start = end - 1
        while start > item.clusters.lowerBound, !clusterFlags[start].contains(.safeToBreakBefore),
            Int(clusterStarts[start]) > limit
        {
            start -= 1
        }
        return start
    }
}
