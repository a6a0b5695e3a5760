import GalleyShaping
import GalleyText

/// What a justified line may grow after.
struct ExpansionPlaces: OptionSet, Sendable {
    let rawValue: UInt8

    /// Word separators.
    static let words = ExpansionPlaces(rawValue: 1)
    /// Both sides of ideographs.
    static let ideographs = ExpansionPlaces(rawValue: 2)
    /// Any cluster of letters that do not join.
    static let letters = ExpansionPlaces(rawValue: 4)
}

/// The one place that says where justified lines grow (CSS Text 3 §6.4): for each `text-justify` rounds in order of
/// priority. The first round that finds a place in a line takes all of its room; further kinds of places (elongated
/// letters, say) are further rounds.
enum JustificationTable {
    /// What may grow in a round, from 0; `nil` after the last one.
    static func places(_ justification: Justification, round: Int) -> ExpansionPlaces? {
        guard round == 0 else { return nil }
        return switch justification {
        case .auto: [.words, .ideographs]
        case .none: nil
        case .interWord: .words
        case .interCharacter: [.words, .ideographs, .letters]
        }
    }
}

extension ExpansionPlaces {
    /// Whether justification may put room after a cluster of a script, by what is known of it and of the next one.
    @inline(__always)
    func include(_ flags: ClusterFlags, before next: ClusterFlags, isCursive: Bool) -> Bool {
        if flags.contains(.space) { return contains(.words) }
        if contains(.ideographs), flags.contains(.ideographic) || next.contains(.ideographic) { return true }
        // Letters that join are not torn apart (CSS Text 3 §6.4.4).
        return contains(.letters) && !flags.contains(.ignorable) && !isCursive
    }
}

extension ClusterReader {
    /// How many clusters of an item, from one on and before another, justification may put room after, and whether the last
    /// one of them is among these.
    func expansionCount(
        from first: Int, to end: Int, in item: borrowing TextItem, _ places: ExpansionPlaces
    ) -> (count: Int, lastExpands: Bool) {
        guard first < end else { return (0, false) }
        var count = 0
        if !places.contains(.letters), let spaces = spaceCount(first, end) {
            return places.contains(.words) ? (spaces, flags[end &- 1].contains(.space)) : (0, false)
        }
        let isCursive = item.script.isCursive
        var lastExpands = false
        for cluster in first..<end {
            lastExpands = places.include(flags[cluster], before: flags[cluster &+ 1], isCursive: isCursive)
            if lastExpands { count &+= 1 }
        }
        return (count, lastExpands)
    }

    /// How many word separators are among some clusters; `nil` where there is anything ideographic among them or after
    /// them. Eight clusters at a time.
    @inline(__always)
    private func spaceCount(_ first: Int, _ end: Int) -> Int? {
        let bytes = UnsafeRawBufferPointer(flags)
        let lowest: UInt64 = 0x0101_0101_0101_0101
        let spaces = UInt64(ClusterFlags.space.rawValue) &* lowest
        let ideographs = UInt64(ClusterFlags.ideographic.rawValue) &* lowest
        var found: UInt64 = 0
        var count = 0
        var cluster = first
        while cluster &+ 8 <= end {
            let chunk = bytes.loadUnaligned(fromByteOffset: cluster, as: UInt64.self)
            found |= chunk & ideographs
            count &+= (chunk & spaces).nonzeroBitCount
            cluster &+= 8
        }
        while cluster < end {
            if flags[cluster].contains(.ideographic) { return nil }
            if flags[cluster].contains(.space) { count &+= 1 }
            cluster &+= 1
        }
        return found != 0 || flags[end].contains(.ideographic) ? nil : count
    }

    /// Whether justification may put room after a cluster of an item.
    @inline(__always)
    func expands(after cluster: Int, in item: borrowing TextItem, _ places: ExpansionPlaces) -> Bool {
        places.include(flags[cluster], before: flags[cluster + 1], isCursive: item.script.isCursive)
    }
}
