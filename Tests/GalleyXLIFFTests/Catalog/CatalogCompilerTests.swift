import Foundation
import GalleyXLIFF
import Testing

/// What `xcstringstool compile` makes of a catalog.
struct CatalogCompilerTests {
    private func compile(_ strings: String, _ locale: String = "de") throws -> CompiledCatalog {
        try Catalogs.make(strings).compiled(for: locale, name: "t.xcstrings")
    }

    private func rules(_ compiled: CompiledCatalog) -> [String] {
        compiled.dictionary.leaves.map { "\($0.path.joined(separator: "/")): \($0.string)" }
    }

    @Test func plainTexts() throws {
        let strings = [
            Catalogs.entry("a", ["de": Catalogs.unit("eins"), "en": Catalogs.unit("one")]),
            Catalogs.entry("b", ["de": Catalogs.unit("zwei", "new")]),
            Catalogs.entry("c", ["de": Catalogs.unit("drei", "needs_review")]),
            "\"d\":{\"shouldTranslate\":false,\"localizations\":{\"de\":{\(Catalogs.unit("vier"))}}}", "\"e\":{}",
        ].joined(separator: ",")
        #expect(try compile(strings).entries.map { "\($0.key)=\($0.value)" } == ["a=eins", "c=drei"])
        #expect(
            try compile(strings, "en").entries.map { "\($0.key)=\($0.value)" } == ["a=one", "b=b", "c=c", "d=d", "e=e"])
        #expect(try compile(strings, "fr") == CompiledCatalog())
    }

    @Test func pluralForms() throws {
        let compiled = try compile(
            Catalogs.entry("k", ["de": Catalogs.plural(["other": "%lld Dinge", "one": "Ein Ding"])]))
        #expect(compiled.entries.isEmpty)
        #expect(
            rules(compiled) == [
                "k/NSStringLocalizedFormatKey: %#@value@", "k/value/NSStringFormatSpecTypeKey: NSStringPluralRuleType",
                "k/value/NSStringFormatValueTypeKey: lld", "k/value/one: Ein Ding", "k/value/other: %lld Dinge",
            ])
    }

    /// The number that decides may be another argument than the first, and only the source or the key may show it.
    @Test(
        arguments: [
            ("k", ["one": "eins", "other": "%1$@: %2$d"], ["other": "x"], "%2$#@value@", "d"),
            ("k", ["one": "eins", "other": "viele"], ["other": "%lf x"], "%#@value@", "lf"),
            ("%@ %u", ["one": "eins", "other": "viele"], ["other": "x"], "%2$#@value@", "u"),
        ] as [(String, KeyValuePairs<String, String>, KeyValuePairs<String, String>, String, String)])
    func numbers(
        _ key: String, _ forms: KeyValuePairs<String, String>, _ source: KeyValuePairs<String, String>,
        _ format: String, _ type: String
    ) throws {
        let compiled = try compile(
            Catalogs.entry(key, ["de": Catalogs.plural(forms), "en": Catalogs.plural(source)]))
        #expect(compiled.dictionary.leaves.first?.string == format)
        #expect(compiled.dictionary.leaves.first { $0.path.last == "NSStringFormatValueTypeKey" }?.string == type)
        #expect(compiled.findings.isEmpty)
    }

    @Test func aNumberThatNothingShows() throws {
        let compiled = try compile(Catalogs.entry("k", ["de": Catalogs.plural(["other": "viele"])]))
        #expect(compiled.dictionary.leaves.first { $0.path.last == "NSStringFormatValueTypeKey" }?.string == "lld")
        #expect(compiled.findings.map(\.code) == [.inferredValueType])
    }

    /// Gotcha 29: `other` is assured.
    @Test func theFormOtherIsAssured() throws {
        let compiled = try compile(Catalogs.entry("k", ["de": Catalogs.plural(["one": "%lld a", "few": "%lld b"])]))
        #expect(rules(compiled).last == "k/value/other: %lld b")
        #expect(compiled.findings.map(\.code) == [.missingOther])
    }

    @Test func devicesAndWidths() throws {
        let compiled = try compile(
            [
                Catalogs.entry(
                    "d",
                    [
                        "de": "\"variations\":{\"device\":{\"iphone\":{\(Catalogs.plural(["other": "%lld i"]))},"
                            + "\"mac\":{\(Catalogs.unit("m"))},\"other\":{\(Catalogs.unit("o"))}}}"
                    ]),
                Catalogs.entry("w", ["de": "\"variations\":{\"width\":{\"20\":{\(Catalogs.unit("kurz"))}}}"]),
            ].joined(separator: ","))
        #expect(compiled.entries.map { "\($0.key)=\($0.value)" } == ["d=o"])
        let device = "d/NSStringDeviceSpecificRuleType"
        #expect(
            rules(compiled) == [
                "\(device)/iphone/NSStringLocalizedFormatKey: %#@value@",
                "\(device)/iphone/value/NSStringFormatSpecTypeKey: NSStringPluralRuleType",
                "\(device)/iphone/value/NSStringFormatValueTypeKey: lld", "\(device)/iphone/value/other: %lld i",
                "\(device)/mac: m", "\(device)/other: o", "w/NSStringVariableWidthRuleType/20: kurz",
            ])
    }

    @Test func substitutions() throws {
        let node =
            Catalogs.unit("%#@B@ von %#@A@") + ",\"substitutions\":{"
            + Catalogs.substitution("A", 1, ["one": "ein A", "other": "%arg A"], specifier: "d") + ","
            + Catalogs.substitution("B", 2, ["other": "%arg B"]) + "}"
        let compiled = try compile(Catalogs.entry("k", ["de": node]))
        #expect(
            rules(compiled) == [
                "k/NSStringLocalizedFormatKey: %2$#@B@ von %1$#@A@",
                "k/B/NSStringFormatSpecTypeKey: NSStringPluralRuleType", "k/B/NSStringFormatValueTypeKey: lld",
                "k/B/other: %2$lld B", "k/A/NSStringFormatSpecTypeKey: NSStringPluralRuleType",
                "k/A/NSStringFormatValueTypeKey: d", "k/A/one: ein A", "k/A/other: %1$d A",
            ])
        #expect(compiled.findings.isEmpty)
    }

    /// A variable that depends on the device: a format cannot choose, so the whole text does.
    @Test func substitutionsByDevice() throws {
        let node =
            Catalogs.unit("Hier %#@T@") + ",\"substitutions\":{\"T\":{\"argNum\":1,\"formatSpecifier\":\"lld\","
            + "\"variations\":{\"device\":{\"mac\":{\(Catalogs.unit("%arg klicken"))},"
            + "\"other\":{\(Catalogs.plural(["other": "%arg tippen"]))}}}}}"
        let compiled = try compile(Catalogs.entry("k", ["de": node]))
        let device = "k/NSStringDeviceSpecificRuleType"
        #expect(
            rules(compiled) == [
                "\(device)/mac: Hier %1$lld klicken", "\(device)/other/NSStringLocalizedFormatKey: Hier %#@T@",
                "\(device)/other/T/NSStringFormatSpecTypeKey: NSStringPluralRuleType",
                "\(device)/other/T/NSStringFormatValueTypeKey: lld", "\(device)/other/T/other: %1$lld tippen",
            ])
    }

    /// Gotcha 30: a format whose variable is missing, and a variable that no format names.
    @Test func formatsAndVariablesBelongTogether() throws {
        let compiled = try compile(
            Catalogs.entry(
                "k",
                [
                    "de": Catalogs.unit("%#@X@") + ",\"substitutions\":{"
                        + Catalogs.substitution("Y", 1, ["other": "%arg"]) + "}"
                ]))
        #expect(
            compiled.findings.map(\.description) == [
                "t.xcstrings:1:35: warning: the text of \"k\" refers to \"X\", which is not defined [undefined-substitution]",
                "t.xcstrings:1:35: warning: no text of \"k\" refers to its substitution \"Y\" [undefined-substitution]",
            ])
        #expect(compiled.entries.map(\.value) == ["%#@X@"])
    }
}
