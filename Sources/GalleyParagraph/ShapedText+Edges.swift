import GalleyShaping

extension ShapedText {
    /// The width of a whole item in px.
    func width(ofItem index: Int) -> Double {
        let item = item(index)
        return x(ofCluster: item.clusters.upperBound, in: item) - item.x
    }
}

extension ClusterReader {
    /// What must be shaped again when a line starts at an inline offset that is not safe to break before, or is inside a
    /// cluster: up to the next safe one. `nil` when it is safe.
    func unsafeWindow(startingAt start: Int, in item: TextItem) -> (range: Range<Int>, end: Int)? {
        let cluster = cluster(at: start, in: item)
        guard cluster < item.clusters.upperBound,
            isInside(start, cluster, of: item)
                || cluster > item.clusters.lowerBound && !flags[cluster].contains(.safeToBreakBefore)
        else { return nil }
        var end = cluster + 1
        while end < item.clusters.upperBound, !flags[end].contains(.safeToBreakBefore),
            self.start(ofCluster: end, in: item) - start < ShapingLimits.maximumEdgeBytes
        {
            end += 1
        }
        return (start..<self.start(ofCluster: end, in: item), end)
    }

    /// The cluster from which text must be shaped again when a line ends at an inline offset: the last one before it that is
    /// safe to break before; the one that begins there when that is safe.
    func windowStart(endingAt offset: Int, in item: TextItem) -> Int {
        let end = cluster(at: offset, in: item)
        let isInside = isInside(offset, end, of: item)
        guard end < item.clusters.upperBound,
            isInside || end > item.clusters.lowerBound && !flags[end].contains(.safeToBreakBefore)
        else { return end }
        let limit = self.start(ofCluster: end, in: item) - ShapingLimits.maximumEdgeBytes
        var start = isInside ? end : end - 1
        while start > item.clusters.lowerBound, !flags[start].contains(.safeToBreakBefore),
            self.start(ofCluster: start, in: item) > limit
        {
            start -= 1
        }
        return start
    }

    /// Whether an offset is behind the start of the cluster that holds it.
    func isInside(_ offset: Int, _ cluster: Int, of item: TextItem) -> Bool {
        start(ofCluster: cluster, in: item) < offset
    }
}
