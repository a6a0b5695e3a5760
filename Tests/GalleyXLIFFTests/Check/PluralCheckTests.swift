import Foundation
import GalleyXLIFF
import Testing

@Suite struct PluralCheckTests {
    static func form(_ category: String, _ target: String?, key: String = "k", variable: String = "v") -> String {
        unit("/\(key):dict/\(variable):dict/\(category):dict/:string", "%d days", target)
    }

    static func check(
        _ units: String..., original: String = "a.stringsdict", locale: String = "pl"
    ) throws -> [Finding] {
        try GalleyXLIFFTests.check(units.joined(), original: original, target: locale) {
            $0.policy.skip = [.untranslated]
        }
    }

    /// Gotcha 29.
    @Test func categories() throws {
        let polish = ["one", "few", "many", "other"]
        let all = polish.map { Self.form($0, "%d dni") }.joined()
        #expect(try Self.check(all).isEmpty)
        let lacking = Self.form("one", "dzień") + Self.form("few", "%d dni")
        let findings = try Self.check(lacking)
        #expect(findings.map(\.code) == [.missingOther, .missingCategory])
        #expect(findings.map(\.severity) == [.error, .warning])
        #expect(findings[1].message == "\"k\" (\"v\") lacks the plural form \"many\" of pl")
        // A form that is there and not translated is not there.
        #expect(
            try Self.check(Self.form("one", "a") + Self.form("other", nil), locale: "de").map(\.code) == [.missingOther]
        )
        // Not translated at all.
        #expect(try Self.check(Self.form("one", nil) + Self.form("other", nil)).isEmpty)
        let extra = try Self.check(all + Self.form("two", "%d dni") + Self.form("zero", "nic"))
        #expect(extra.map(\.code) == [.extraCategory])
        #expect(extra[0].severity == .note)
        // Millions only.
        let french = Self.form("one", "jour") + Self.form("other", "%d jours")
        #expect(
            try Self.check(french, locale: "fr").map(\.severity) == [.note])
    }

    /// A form that the language does not have needs no translation.
    @Test func formsThatAreNotNeeded() throws {
        let units = Self.form("one", nil) + Self.form("other", "%d日")
        #expect(try GalleyXLIFFTests.check(units, original: "a.stringsdict", target: "ja").isEmpty)
        #expect(
            try GalleyXLIFFTests.check(units, original: "a.stringsdict", target: "de").map(\.code)
                == [.untranslated, .missingCategory])
    }

    @Test func catalogs() throws {
        let one = unit("k|==|plural.one", "%lld day", "%lld dzień")
        let few = unit("k|==|substitutions.A.plural.few", "%lld", "%lld")
        let units = [
            one, unit("k|==|plural.other", "%lld days"), few, unit("k|==|substitutions.A.plural.other", "%lld", "%lld"),
        ]
        let findings = try Self.check(units.joined(), original: "a.xcstrings")
        #expect(
            findings.map(\.code) == [.missingOther, .missingCategory, .missingCategory])
        // Without the form "other" it is the end of a key.
        #expect(try Self.check(one, original: "a.xcstrings").isEmpty)
        // Gotcha 31: the mark in a key.
        #expect(try Self.check(unit("literal|==|text", "a", "b"), original: "a.xcstrings").isEmpty)
        let nested = unit("a|==|b|==|plural.other", "%lld day", "%lld dni")
        #expect(try Self.check(nested, original: "a.xcstrings", locale: "ja").isEmpty)
    }

    /// Gotcha 30.
    @Test func variables() throws {
        func format(_ target: String) -> String {
            unit("/a/b:c:dict/NSStringLocalizedFormatKey:dict/:string", "%#@v@", target)
        }
        let forms = Self.form("other", "%d dni", key: "a/b:c")
        #expect(try Self.check(format("%#@v@"), forms, locale: "ja").isEmpty)
        #expect(try Self.check(format("%1$#@v@"), forms, locale: "ja").isEmpty)
        let wrong = try Self.check(format("%#@w@"), forms, locale: "ja")
        #expect(wrong.map(\.code) == [.changedSpecifier, .undefinedSubstitution])
        #expect(wrong.map(\.severity) == [.error, .error])
        #expect(try Self.check(format("%#@v@")).map(\.code) == [.undefinedSubstitution])
    }
}

@Suite struct RepeatedUnitTests {
    /// Gotcha 15.
    @Test func inOneFile() throws {
        let same = try check(unit("k", "a", "b"), unit("k", "a", "b"))
        #expect(same.map(\.code) == [.duplicateID])
        #expect(same[0].severity == .note)
        #expect(same[0].message == "\"k\" is there already, with the same target, at de.xliff:4:1")
        let other = try check(unit("k", "a", "b"), unit("k", "a", "c"))
        #expect(other.map(\.code) == [.conflictingTarget])
        #expect(
            try check(unit("k", "a"), unit("k", "a", "c"), unit("k", "a", "d")).map(\.code) == [
                .untranslated, .duplicateID, .conflictingTarget,
            ])
    }

    @Test func overDocuments() throws {
        var checker = XLIFFChecker()
        func add(_ name: String, _ source: String, _ target: String, locale: String, original: String = "A.strings")
            throws
            -> [String]
        {
            let text = xliff(original: original, target: locale, unit("k", source, target))
            return try XLIFFDocument(data: Data(text.utf8), name: name).files.flatMap { checker.check($0) }
                .map { "\($0.code.rawValue) \($0.message)" }
        }
        #expect(try add("de.xliff", "a", "b", locale: "de").isEmpty)
        #expect(try add("fr.xliff", "a", "c", locale: "fr").isEmpty)
        #expect(
            try add("it.xliff", "A!", "d", locale: "it") == ["source-mismatch \"k\" has another source at de.xliff:4:1"]
        )
        #expect(try add("b.xliff", "A!", "d", locale: "it", original: "B.strings").isEmpty)
        #expect(
            try add("de2.xliff", "a", "x", locale: "de")
                == ["conflicting-target \"k\" has another target at de.xliff:4:1"])
    }

    /// Gotcha 35.
    @Test func normalization() throws {
        #expect(
            try check(unit("caf\u{E9}", "a", "b"), unit("cafe\u{301}", "a", "b")).map(\.code) == [.normalizationTwin])
        #expect(try check(unit("caf\u{E9}", "a", "b"), unit("cafe", "a", "b")).isEmpty)
    }
}
