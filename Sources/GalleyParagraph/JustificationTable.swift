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
    static func rounds(_ justification: Justification) -> [ExpansionPlaces] {
        switch justification {
        case .auto: [[.words, .ideographs]]
        case .none: []
        case .interWord: [.words]
        case .interCharacter: [[.words, .ideographs, .letters]]
        }
    }
}

extension ShapedText {
    /// Whether justification may put room after a cluster of an item.
    @inline(__always)
    func expands(after cluster: Int, in item: TextItem, _ places: ExpansionPlaces) -> Bool {
        let flags = clusterFlags[cluster]
        if flags.contains(.space) { return places.contains(.words) }
        if places.contains(.ideographs) {
            if flags.contains(.ideographic) || clusterFlags[cluster + 1].contains(.ideographic) { return true }
        }
        // Letters that join are not torn apart (CSS Text 3 §6.4.4).
        return places.contains(.letters) && !flags.contains(.ignorable) && !item.script.isCursive
    }
}
