/// How the folders of locales are named.
public struct LocaleStyle: Sendable, Hashable {
    public enum Spelling: String, Sendable, Hashable, CaseIterable {
        /// As the XLIFF has it; Xcode does the same.
        case verbatim
        /// `zh-Hant-TW`, `pt-BR`, `es-419`, `he`.
        case bcp47
        /// Language and region, as systems before BCP 47 had it: `zh_TW`, `pt_BR`, `es_419`. A script is
        /// written where the region does not imply it: `sr_RS`, `sr_Latn_RS`.
        case legacy
    }

    public var spelling: Spelling
    /// Names that are replaced whatever the spelling: `ga-IE` by `ga`.
    public var map: [String: String]

    public init(_ spelling: Spelling = .verbatim, map: [String: String] = [:]) {
        self.spelling = spelling
        self.map = map
    }

    /// The name of a locale's folder, without `.lproj`. A name that is no locale's is returned as it is.
    public func name(of locale: String) -> String {
        if let name = map[locale] { return name }
        switch spelling {
        case .verbatim: return locale
        case .bcp47: return Self.respelled(locale, separator: "-") { $0 }
        case .legacy:
            return Self.respelled(locale, separator: "_") { parts in
                // A script that the region implies is not written; another one is all that tells two locales apart.
                guard parts.count > 1, let tag = LocaleTag(locale), let script = tag.script,
                    parts[1].lowercased() == script.lowercased()
                else { return parts }
                if let region = tag.region {
                    let isImplied = LocaleTag("\(tag.language)-\(region)")?.script == script
                    return isImplied ? [parts[0]] + parts[2...] : parts
                }
                guard tag.language == "zh" else { return parts }
                return [parts[0], script == "Hant" ? "TW" : "CN"] + parts[2...]
            }
        }
    }

    /// BCP 47 (RFC 5646 §2.1.1): languages in small letters, scripts with a capital, regions in capitals. Codes that were
    /// replaced before 1989 are replaced here too.
    private static func respelled(
        _ locale: String, separator: String, _ change: ([String]) -> [String]
    ) -> String {
        guard !locale.contains("@"), !locale.contains("."), LocaleTag(locale) != nil else { return locale }
        var parts = locale.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
        parts[0] = parts[0].lowercased()
        parts[0] = ["iw": "he", "in": "id", "ji": "yi"][parts[0]] ?? parts[0]
        for index in parts.indices.dropFirst() {
            switch parts[index].utf8.count {
            case 4: parts[index] = parts[index].prefix(1).uppercased() + parts[index].dropFirst().lowercased()
            case 2: parts[index] = parts[index].uppercased()
            default: continue
            }
        }
        return change(parts).joined(separator: separator)
    }
}
