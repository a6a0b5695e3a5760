import Foundation
import GalleyXLIFF
import Testing

struct PluralCategoriesTests {
    /// CLDR's chart "Language Plural Rules", cardinals.
    @Test(arguments: [
        ("en", "one, other"), ("de-CH", "one, other"), ("ja", "other"), ("zh-Hant", "other"), ("zh_CN", "other"),
        ("ru", "one, few, many, other"), ("pl", "one, few, many, other"), ("uk-UA", "one, few, many, other"),
        ("cs_CZ", "one, few, many, other"), ("ar", "zero, one, two, few, many, other"),
        ("fr", "one, many, other"), ("pt-BR", "one, many, other"), ("pt-PT", "one, many, other"),
        ("es-419", "one, many, other"), ("it", "one, many, other"), ("he", "one, two, other"),
        ("iw", "one, two, other"), ("sr-Latn", "one, few, other"), ("ro", "one, few, other"),
        ("lv", "zero, one, other"), ("sl", "one, two, few, other"), ("ga", "one, two, few, many, other"),
        ("cy", "zero, one, two, few, many, other"), ("nb", "one, other"), ("no", "one, other"), ("id", "other"),
        ("in", "other"), ("fil", "one, other"), ("tl", "one, other"), ("EN_gb", "one, other"), ("ko", "other"),
        ("German", "one, other"), ("az-Cyrl-AZ", "one, other"), ("root", "nil"), ("tlh", "nil"), ("", "nil"),
        ("x", "nil"),
    ])
    func ofLocale(_ locale: String, _ expected: String) {
        #expect(PluralCategories.of(locale: locale).map(\.description) ?? "nil" == expected)
    }

    /// Every locale of the data has a plural rule.
    @Test(.enabled(if: Places.hasData))
    func localesOfTheData() throws {
        for (path, bytes) in try Places.files(below: Places.data) where path.hasSuffix(".xcstrings") {
            for locale in try StringCatalog(bytes: bytes, name: path).locales {
                #expect(PluralCategories.of(locale: locale)?.contains(.other) == true, "\(locale)")
            }
        }
    }
}

struct LocaleMatchTests {
    @Test(arguments: [
        (["en", "de"], ["de"], ["de"]),
        (["en", "de"], ["de-CH"], ["de"]),
        (["en", "de"], ["fr", "de"], ["de"]),
        (["en", "de"], ["fr"], ["en"]),
        (["en", "en-GB"], ["en-GB"], ["en-GB", "en"]),
        (["en", "en-GB"], ["en-AU"], ["en"]),
        (["en-US", "en-GB"], ["en-AU"], ["en-GB"]),
        (["zh-Hans", "zh-Hant"], ["zh-TW"], ["zh-Hant"]),
        (["zh-Hans", "zh-Hant"], ["zh_CN"], ["zh-Hans"]),
        (["zh-Hans", "zh-Hant"], ["zh-HK"], ["zh-Hant"]),
        (["zh-Hans", "zh-Hant", "zh-HK"], ["zh-Hant-MO"], ["zh-HK", "zh-Hant"]),
        (["zh-CN", "zh-TW"], ["zh-Hant"], ["zh-TW"]),
        (["en", "zh-Hans"], ["zh-Hant", "en"], ["en"]),
        (["zh", "zh-Hant"], ["zh-Hans-SG"], ["zh"]),
        (["en", "pt-BR", "pt-PT"], ["pt-AO"], ["pt-PT"]),
        (["en", "pt-PT", "pt-BR"], ["pt"], ["pt-BR"]),
        (["en", "pt-BR"], ["pt-PT"], ["pt-BR"]),
        (["en", "pt", "pt-PT"], ["pt-PT"], ["pt-PT", "pt"]),
        (["en", "nb"], ["no"], ["nb"]),
        (["en", "no"], ["nb-NO"], ["no"]),
        (["en", "nb"], ["nn"], ["nb"]),
        (["en", "he"], ["iw"], ["he"]),
        (["en", "iw"], ["he-IL"], ["iw"]),
        (["en", "in"], ["id"], ["in"]),
        (["en", "fil"], ["tl"], ["fil"]),
        (["en", "es", "es-419"], ["es-MX"], ["es-419", "es"]),
        (["en", "es"], ["es-MX"], ["es"]),
        (["sr", "sr-Latn", "en"], ["sr-ME"], ["sr-Latn"]),
        (["sr", "en"], ["sr-Latn", "en"], ["en"]),
        (["en", "German"], ["de-AT"], ["German"]),
        (["en", "pt_BR"], ["pt-BR"], ["pt_BR"]),
        (["en", "ht"], ["fr-HT"], ["en"]),
        (["Base", "en"], ["Base"], ["Base"]),
        ([], ["de"], []),
        (["de"], [], ["de"]),
    ])
    func preferred(_ available: [String], _ preferences: [String], _ expected: [String]) {
        #expect(LocaleMatch.preferredLocalizations(from: available, for: preferences) == expected)
    }
}

struct LocaleStyleTests {
    @Test(arguments: [
        ("zh_CN", "zh-CN", "zh_CN"), ("zh-Hans", "zh-Hans", "zh_CN"), ("zh-Hant", "zh-Hant", "zh_TW"),
        ("zh-Hant-HK", "zh-Hant-HK", "zh_HK"), ("PT-br", "pt-BR", "pt_BR"), ("es-419", "es-419", "es_419"),
        ("sr-Latn", "sr-Latn", "sr_Latn"), ("sr-Latn-RS", "sr-Latn-RS", "sr_Latn_RS"),
        ("sr-Cyrl-RS", "sr-Cyrl-RS", "sr_RS"), ("sr-Latn-ME", "sr-Latn-ME", "sr_ME"),
        ("zh-Hans-HK", "zh-Hans-HK", "zh_Hans_HK"), ("zh-Hans-SG", "zh-Hans-SG", "zh_SG"), ("iw", "he", "he"),
        ("de", "de", "de"), ("nb-no", "nb-NO", "nb_NO"),
        ("ca@valencia", "ca@valencia", "ca@valencia"), ("Base", "Base", "Base"), ("1x", "1x", "1x"),
    ])
    func spellings(_ locale: String, _ bcp47: String, _ legacy: String) {
        #expect(LocaleStyle().name(of: locale) == locale)
        #expect(LocaleStyle(.bcp47).name(of: locale) == bcp47)
        #expect(LocaleStyle(.legacy).name(of: locale) == legacy)
    }

    @Test func theMapComesFirst() {
        let style = LocaleStyle(.legacy, map: ["ga-IE": "ga", "nb-NO": "nb"])
        #expect(style.name(of: "ga-IE") == "ga")
        #expect(style.name(of: "pt-BR") == "pt_BR")
    }
}
