import GalleyText
import GalleyUnicode

/// A place inside a segment where a line may end.
package struct WordPlace {
    /// Where the next line begins, and where the content before ends: inline offsets.
    package var offset: UInt32
    package var contentEnd: UInt32
    /// The item and the cluster that the next line begins with, or begins inside of.
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
    /// Whether it is inside a cluster, a ligature.
    package var isInside: Bool
    /// Whether the line before shows a hyphen.
    package var isHyphen: Bool
}

extension BreakPlaces {
    /// Writes all places of a segment to memory for as many as there are, in order; `nil` where one of them is none after
    /// all, has no content since the one before, or is of a face that is not its style's first. Linear.
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
                }
                let isInside = clusters.start(cluster) != found
                let kind = BreakPlaces.kind(
                    at: found, utf8, BoundaryFlags(rawValue: flags[found]), segment.softHyphens)
                guard count < memory.count, kind == .allowed || kind == .hyphen,
                    !isInside || kind == .hyphen && flags[found] & BoundaryFlags.grapheme.rawValue != 0
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
                let x =
                    isInside
                    ? text.x(at: found, insideCluster: cluster, in: item) : text.x(ofCluster: cluster, in: item)
                guard !isInside || content == found else { return nil }
                memory[count] = WordPlace(
                    offset: UInt32(truncatingIfNeeded: found), contentEnd: UInt32(truncatingIfNeeded: content),
                    item: Int32(truncatingIfNeeded: index), cluster: Int32(truncatingIfNeeded: cluster),
                    contentItem: Int32(truncatingIfNeeded: contentItem),
                    contentCluster: Int32(truncatingIfNeeded: contentCluster),
                    x: x,
                    contentX: isInside ? x : text.x(ofCluster: contentCluster, in: self.item(contentItem)),
                    isSafe: !isInside && text.flags[cluster].contains(.safeToBreakBefore), isInside: isInside,
                    isHyphen: kind == .hyphen)
                count &+= 1
                before = found
            }
        }
        return count
    }
}

extension ShapedParagraph {
    /// Lets `body` read, and change for itself, the places of a paragraph of one stretch (`LineTraits.isOneStretch`); does
    /// nothing where ``BreakPlaces/words(of:into:)`` has none.
    package func readWords(_ body: (UnsafeMutableBufferPointer<WordPlace>, BreakPlaces, InlineSegment) -> Void) {
        guard storage.traits.isOneStretch, storage.traits.isMonotone else { return }
        let memory = UnsafeMutableBufferPointer<WordPlace>.allocate(
            capacity: storage.analysis.flags.count(of: .lineAllowed) + storage.analysis.flags.count(of: .hyphen) + 1)
        defer { memory.deallocate() }
        readBreakPlaces { places in
            guard let count = places.words(of: storage.segments[0], into: memory) else { return }
            body(UnsafeMutableBufferPointer(rebasing: memory[..<count]), places, storage.segments[0])
        }
    }
}
