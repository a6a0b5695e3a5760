/// What the id of a unit says whose original is a string catalog: `KEY`, or `KEY|==|PATH`.
///
/// A key may hold the delimiter itself, so the last one counts, and only when what follows is one of the paths that Xcode
/// writes (reference: exports of Xcode 27). What begins like a path and is none is `unknown`: it is reported, never
/// guessed. A literal key such as `x|==|plural.one` cannot be told from a variation by its id alone:
/// ``resolved(in:)`` asks the catalog.
package enum CatalogUnitID: Hashable {
    /// A key that is not varied, or the format of one with substitutions.
    case key(String)
    case variation(key: String, path: CatalogPath)
    /// The id looks like a variation of `key`, but of no kind that is known.
    case unknown(key: String, tail: String)

    package static let delimiter = "|==|"

    package init(_ id: String) {
        guard let (key, tail) = Self.split(id) else {
            self = .key(id)
            return
        }
        if let path = CatalogPath(xliff: tail) {
            self = .variation(key: String(key), path: path)
        } else if ["plural.", "device.", "substitutions.", "width."].contains(where: tail.hasPrefix) {
            self = .unknown(key: String(key), tail: String(tail))
        } else {
            self = .key(id)
        }
    }

    /// Splits at the last delimiter, by bytes.
    private static func split(_ id: String) -> (key: Substring, tail: Substring)? {
        let delimiter = Array(delimiter.utf8)
        let bytes = Array(id.utf8)
        var place = bytes.count - delimiter.count
        while place >= 0 {
            if bytes[place] == delimiter[0], bytes[place...].starts(with: delimiter) {
                let start = id.utf8.index(id.startIndex, offsetBy: place)
                return (id[..<start], id[id.utf8.index(start, offsetBy: delimiter.count)...])
            }
            place -= 1
        }
        return nil
    }

    /// The id of a text.
    package static func text(key: String, path: CatalogPath) -> String {
        path == .root ? key : key + delimiter + path.xliff
    }

    /// What the id means for `catalog`; `nil` when it is the id of two texts of it, a literal key and a variation.
    package func resolved(id: String, in catalog: StringCatalog) -> CatalogUnitID? {
        switch self {
        case .key: return self
        case .unknown: return catalog.contains(id) ? .key(id) : self
        case .variation(let key, _):
            guard catalog.contains(id) else { return self }
            return catalog.isVaried(key) ? nil : .key(id)
        }
    }
}
