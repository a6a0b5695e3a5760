/// How a catalog spells its locales: `pt-BR` for `pt_BR` if that is what it has.
struct CatalogSpellings {
    private var exact: Set<ExactString> = []
    /// Without regard to case and separator; of several the first.
    private var folded: [String: String] = [:]

    init(_ locales: [String] = []) { for locale in locales { add(locale) } }

    /// The catalog's spelling; a locale that it does not have gets the one that it is asked for by. Complexity: O(1).
    mutating func spelling(of locale: String) -> String {
        if exact.contains(ExactString(locale)) { return locale }
        if let known = folded[Self.folded(locale)] { return known }
        add(locale)
        return locale
    }

    private mutating func add(_ locale: String) {
        exact.insert(ExactString(locale))
        let key = Self.folded(locale)
        if folded[key] == nil { folded[key] = locale }
    }

    private static func folded(_ locale: String) -> String { locale.lowercased().replacing("_", with: "-") }
}
