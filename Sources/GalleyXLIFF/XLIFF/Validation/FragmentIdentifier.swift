/// A reference into an XLIFF 2.x document (XLIFF 2.1 §3): `#/f=f1/u=u1/n=n1`, `#n=n1`, `#m1`.
struct FragmentIdentifier {
    /// From the document's root rather than from the enclosing element.
    var isAbsolute: Bool
    var file: String?
    var group: String?
    var unit: String?
    /// The last selector: its prefix (empty for a segment or an inline element of the source) and id.
    var leaf: (prefix: String, id: String)?

    /// The prefixes of modules, and of the one extension that is registered with the committee.
    private static let modules: Set<String> = ["mtc", "gls", "mda", "res", "ctr", "slr", "val", "its", "itsm", "tbx"]

    /// `nil` when the text breaks the syntax: selectors go from the outside in, each once, and the leaf is the last.
    init?(_ text: String) {
        guard text.hasPrefix("#") else { return nil }
        var rest = text.dropFirst()
        isAbsolute = rest.hasPrefix("/")
        if isAbsolute { rest = rest.dropFirst() }
        var rank = 0
        for selector in rest.split(separator: "/", omittingEmptySubsequences: false) {
            let parts = selector.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let id = parts.last, XLIFFRules.ValueType.isToken(id) else { return nil }
            let prefix = parts.count == 2 ? parts[0] : ""
            let place: Int
            switch prefix {
            case "f": (place, file) = (1, id)
            case "g": (place, group) = (2, id)
            case "u": (place, unit) = (3, id)
            case "", "n", "d", "t": (place, leaf) = (4, (prefix, id))
            default:
                guard Self.modules.contains(prefix) else { return nil }
                (place, leaf) = (4, (prefix, id))
            }
            guard place > rank else { return nil }
            rank = place
        }
    }
}
