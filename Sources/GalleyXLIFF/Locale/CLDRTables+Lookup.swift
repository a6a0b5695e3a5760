extension CLDRTables {
    /// The plural categories of a locale.
    static let pluralsByLocale = inverted(plurals)
    /// The parent of a locale.
    static let parentByLocale = inverted(parents)
    /// The script of a language, or of a language in a region.
    static let scriptByLocale = inverted(scripts)
    /// The region of a language.
    static let regionByLanguage = inverted(regions)
    /// The code of a language for an old one.
    static let languageByAlias: [Substring: Substring] = Dictionary(
        uniqueKeysWithValues: aliases.split(whereSeparator: \.isWhitespace).map { pair in
            let parts = pair.split(separator: "=")
            return (parts[0], parts[1])
        })

    /// Each name to the line that it stands below.
    private static func inverted(_ table: String) -> [Substring: Substring] {
        var result: [Substring: Substring] = [:]
        var head: Substring = ""
        for line in table.split(separator: "\n") {
            if line.last == ":" {
                head = line.dropLast()
            } else {
                for name in line.split(separator: " ") { result[name] = head }
            }
        }
        return result
    }
}
