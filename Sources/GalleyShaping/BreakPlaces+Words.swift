import GalleyText
import GalleyUnicode

/// A place inside a segment where a line may end.
package struct WordPlace {
    /// Where the next line begins, and where the content before ends: inline offsets.
    package var offset: UInt32
    package var contentEnd: UInt32
    /// The item and the cluster that the next line begins with.
    package var item: Int32
    package var cluster: Int32
    /// The cluster at the content's end, and its item.
    package var contentItem: Int32
    package var contentCluster: Int32
    /// The two places on the paragraph's axis, in px.
    package var x: Double
    package var contentX: Double
    /// Whether the next line may begin there without anything being shaped again.
    package var isSafe: Bool
}

extension BreakPlaces {
    /// Writes all places of a segment to memory for as many as there are, in order; `nil` where one of them is a hyphen, is
    /// inside a cluster, has no content since the one before, or is of a face that is not its style's first. Linear.
    func words(
        of segment: borrowing InlineSegment, into memory: UnsafeMutableBufferPointer<WordPlace>
    ) -> Int? {
        var count = 0
        var before = Int(segment.start)
        for index in Int(segment.firstItem)..<Int(segment.itemEnd) {
            let item = item(index)
            guard item.isPlainText else { return nil }
            let clusters = ItemClusters(item, text)
            let end = min(Int(item.end), Int(segment.end))
            var cluster = Int(item.clusterStart)
            let first = cluster
            let last = first &+ Int(item.clusterCount) &- 1
            while let found = nextPlace(after: before, before: end) {
                if item.stride == 1 {
                    cluster = first &+ found &- Int(item.start)
                } else {
                    // Each cluster between has a byte at least.
                    cluster = min(last, cluster &+ found &- clusters.start(cluster))
                    while clusters.start(cluster) > found { cluster &-= 1 }
                    guard clusters.start(cluster) == found else { return nil }
                }
                guard count < memory.count,
                    BreakPlaces.kind(at: found, utf8, BoundaryFlags(rawValue: flags[found]), segment.softHyphens)
                        == .allowed
                else { return nil }
                let content = segment.hangs ? contentEnd(before: found, Int(segment.start)) : found
                guard content > before else { return nil }
                var (contentItem, contentCluster) = (index, cluster)
                if content < found {
                    // One space, nearly always.
                    if cluster > first, clusters.start(cluster &- 1) == content {
                        contentCluster = cluster &- 1
                    } else if !moveCluster(&contentItem, &contentCluster, to: content) {
                        return nil
                    }
                }
                memory[count] = WordPlace(
                    offset: UInt32(truncatingIfNeeded: found), contentEnd: UInt32(truncatingIfNeeded: content),
                    item: Int32(truncatingIfNeeded: index), cluster: Int32(truncatingIfNeeded: cluster),
                    contentItem: Int32(truncatingIfNeeded: contentItem),
                    contentCluster: Int32(truncatingIfNeeded: contentCluster),
                    x: text.x(ofCluster: cluster, in: item),
                    contentX: text.x(ofCluster: contentCluster, in: self.item(contentItem)),
                    isSafe: text.flags[cluster].contains(.safeToBreakBefore))
                count &+= 1
                before = found
            }
        }
        return count
    }
}

extension ShapedParagraph {
    /// Lets `body` read, and change for itself, the places of a paragraph of one stretch (`LineTraits.isOneStretch`): `nil` where
    /// ``BreakPlaces/words(of:into:)`` has none.
    package func withWords<Result>(
        _ body: (UnsafeMutableBufferPointer<WordPlace>, BreakPlaces, InlineSegment) -> Result?
    ) -> Result? {
        guard storage.traits.isOneStretch, storage.traits.isMonotone, storage.analysis.flags.count(of: .hyphen) == 0
        else { return nil }
        let memory = UnsafeMutableBufferPointer<WordPlace>.allocate(
            capacity: storage.analysis.flags.count(of: .lineAllowed) + 1)
        defer { memory.deallocate() }
        return withBreakPlaces { places in
            guard let count = places.words(of: storage.segments[0], into: memory) else { return nil }
            return body(UnsafeMutableBufferPointer(rebasing: memory[..<count]), places, storage.segments[0])
        }
    }
}
