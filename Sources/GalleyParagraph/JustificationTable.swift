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

extension ShapedText {
    /// Whether justification may put room after a cluster of an item.
    @inline(__always)
    func expands(after cluster: Int, in item: TextItem, _ places: ExpansionPlaces) -> Bool {
        places.include(
            clusterFlags[cluster], before: clusterFlags[cluster + 1], isCursive: item.script.isCursive)
    }
}
