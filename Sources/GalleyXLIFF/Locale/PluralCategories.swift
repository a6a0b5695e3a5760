/// The cardinal plural categories of a locale: the forms that a plural rule must have there.
///
///     PluralCategories.of(locale: "ru")        // one, few, many, other
///     PluralCategories.of(locale: "zh-Hant")   // other
public struct PluralCategories: Sendable, Hashable {
    /// In CLDR's order: zero, one, two, few, many, other.
    public let categories: [PluralCategory]

    public func contains(_ category: PluralCategory) -> Bool { categories.contains(category) }

    /// What CLDR says of a locale or, failing that, of its language; `nil` where it says nothing.
    ///
    /// Names may be spelled with `-` or `_`, in any case, with old codes of languages.
    public static func of(locale: String) -> PluralCategories? {
        guard let tag = LocaleTag(locale), let line = CLDRTables.pluralsByLocale[Substring(tag.language)] else {
            return nil
        }
        return PluralCategories(
            categories: line.split(separator: " ").compactMap { PluralCategory(rawValue: String($0)) })
    }
}

extension PluralCategories: CustomStringConvertible {
    /// `one, few, many, other`
    public var description: String { categories.map(\.rawValue).joined(separator: ", ") }
}
