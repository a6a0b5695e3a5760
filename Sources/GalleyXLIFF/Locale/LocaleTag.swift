/// A locale's name taken apart: `zh_TW`, `zh-Hant-TW`, `pt-BR`, `es-419`, `German`.
///
/// Two names of one locale are one tag: case and separators do not count, old codes are replaced (`iw`, `in`, `tl`), and a
/// language that is written in several scripts always names its own (`zh-TW` is `zh-Hant-TW`).
struct LocaleTag: Hashable {
    var language: String
    /// `nil` for languages of one script.
    var script: String?
    var region: String?

    /// `nil` when the name does not begin with a language.
    init?(_ name: String) {
        if let code = Self.namedLanguages[name.lowercased()] {
            language = code
            script = Self.usualScript(of: Substring(code))
            return
        }
        // Whatever follows "@" or "." is no part of the language: "ca@valencia", "de_DE.UTF-8".
        let body = name.prefix { $0 != "@" && $0 != "." }
        let parts = body.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let first = parts.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(Self.isLetter) else {
            return nil
        }
        let code = Substring(first.lowercased())
        language = String(CLDRTables.languageByAlias[code] ?? code)
        for part in parts.dropFirst() {
            switch part.utf8.count {
            case 4 where script == nil && part.utf8.allSatisfy(Self.isLetter):
                script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
            case 2 where region == nil, 3 where region == nil && part.allSatisfy(\.isNumber):
                region = part.uppercased()
            default: continue
            }
        }
        guard let usual = Self.usualScript(of: Substring(language)) else {
            // All locales of the language agree, so its script says nothing.
            script = CLDRTables.parentByLocale[Substring("\(language)-\(script ?? "")")] == nil ? nil : script
            return
        }
        if script == nil, let region {
            script = CLDRTables.scriptByLocale[Substring("\(language)-\(region)")].map(String.init)
        }
        if script == nil { script = usual }
    }

    private init(language: String, script: String?, region: String?) {
        self.language = language
        self.script = script
        self.region = region
    }

    /// The names as CLDR's tables have them, the most particular first: with the script and without a usual one.
    private var names: [Substring] {
        let region = region.map { "-\($0)" } ?? ""
        let full = language + (script.map { "-\($0)" } ?? "") + region
        return script == Self.usualScript(of: Substring(language))
            ? [Substring(full), Substring(language + region)]
            : [Substring(full)]
    }

    /// The locale whose texts are taken when this one lacks them; `nil` for a language in its own right.
    ///
    /// CLDR's parents (`en-AU`: `en-001`, `en`), as far as they are of the same language or Norwegian.
    var parent: LocaleTag? {
        for name in names {
            guard let parent = CLDRTables.parentByLocale[name], let tag = LocaleTag(String(parent)) else { continue }
            return tag.language == language || tag.language == "no" ? tag : nil
        }
        return region == nil ? nil : LocaleTag(language: language, script: script, region: nil)
    }

    /// The locale and its parents.
    var chain: [LocaleTag] {
        var chain = [self]
        while let parent = chain.last?.parent, !chain.contains(parent) { chain.append(parent) }
        return chain
    }

    /// Whether this is the language where it is at home: `pt-BR`, `en-US`.
    var isAtHome: Bool {
        guard let region else { return true }
        return names.contains { name in
            let bare = name.dropLast(region.utf8.count + 1)
            return CLDRTables.regionByLanguage[bare].map(String.init) == region
        }
    }

    private static func usualScript(of language: Substring) -> String? {
        CLDRTables.scriptByLocale[language].map(String.init)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

    /// Folders of old projects are named in words.
    private static let namedLanguages = [
        "english": "en", "french": "fr", "german": "de", "italian": "it", "japanese": "ja", "spanish": "es",
        "dutch": "nl", "swedish": "sv", "danish": "da", "finnish": "fi", "norwegian": "no", "portuguese": "pt",
        "korean": "ko", "russian": "ru", "polish": "pl",
    ]
}
