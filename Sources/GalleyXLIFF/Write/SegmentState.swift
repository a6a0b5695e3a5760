/// The state of a translation in the words of XLIFF 2: four states, and a sub-state for what they do not tell.
package struct SegmentState: Hashable {
    package var state: String
    package var subState: String?

    /// The authority of sub-states that are words of XLIFF 1.2.
    static let authority = "xliff12"

    /// From the words of XLIFF 1.2 (§3.3, `state` and `state-qualifier`).
    package init(state word: String?, qualifier: String?) {
        switch word {
        case "new", "needs-translation", "needs-adaptation", "needs-l10n": state = "initial"
        case "signed-off", "reviewed": state = "reviewed"
        case "final": state = "final"
        case "initial": state = "initial"
        default: state = "translated"
        }
        // A state that has no word of its own says more than where the text came from.
        let needsWord = word.map { $0 != state && $0 != Self.version1(state) } ?? false
        if let word, needsWord, Self.version1States.contains(word) {
            let isOurs = qualifier.map { !$0.isEmpty && !Self.isSubState($0) } ?? false
            subState = Self.subState(isOurs ? "\(word)+\(qualifier ?? "")" : word)
        } else if let qualifier {
            subState = Self.isSubState(qualifier) ? qualifier : Self.subState(qualifier)
        } else if let word, needsWord {
            subState = Self.subState(word)
        }
    }

    /// A state and sub-state of XLIFF 2 in the words of XLIFF 1.2, as far as the sub-state is made of them. A state that
    /// contradicts it is newer: the sub-state was left behind.
    static func words(state: String, subState: String?) -> (state: String, qualifier: String?) {
        let prefix = authority + ":"
        guard let subState, subState.hasPrefix(prefix) else { return (state, subState) }
        let parts = subState.dropFirst(prefix.count).split(separator: "+", maxSplits: 1).map(String.init)
        guard let first = parts.first else { return (state, subState) }
        if version1States.contains(first) {
            let isSame = Self(state: first, qualifier: nil).state == state
            return (isSame ? first : state, parts.count > 1 ? parts[1] : nil)
        }
        return parts.count == 1 && version1Qualifiers.contains(first) ? (state, first) : (state, subState)
    }

    /// The values of `state` (XLIFF 1.2 §3.2.1).
    private static let version1States: Set<String> = [
        "final", "needs-adaptation", "needs-l10n", "needs-review-adaptation", "needs-review-l10n",
        "needs-review-translation", "needs-translation", "new", "signed-off", "translated",
    ]
    /// The values of `state-qualifier` (XLIFF 1.2 §3.2.1).
    private static let version1Qualifiers: Set<String> = [
        "exact-match", "fuzzy-match", "id-match", "leveraged-glossary", "leveraged-inherited", "leveraged-mt",
        "leveraged-repository", "leveraged-tm", "mt-suggestion", "rejected-grammar", "rejected-inaccurate",
        "rejected-length", "rejected-spelling", "tm-suggestion",
    ]

    /// Whether it has the form of a sub-state, `authority:word` (XLIFF 2.1 §4.3.1.35).
    private static func isSubState(_ text: String) -> Bool {
        let parts = text.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.value > 0x20 } }
    }

    private static func subState(_ word: String) -> String? {
        guard !word.isEmpty else { return nil }
        let token = word.unicodeScalars.map { $0.isASCII && $0.value > 0x20 && $0 != ":" ? Character($0) : "_" }
        return "\(authority):\(String(token))"
    }

    /// The word of XLIFF 1.2 for a state of XLIFF 2.
    package static func version1(_ state: String) -> String {
        switch state {
        case "initial": "new"
        case "reviewed": "signed-off"
        default: state
        }
    }
}
