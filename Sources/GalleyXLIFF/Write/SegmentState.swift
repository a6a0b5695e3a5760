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
        if let qualifier {
            subState = Self.isSubState(qualifier) ? qualifier : Self.subState(qualifier)
        } else if let word, word != state, word != Self.version1(state) {
            subState = Self.subState(word)
        }
    }

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
