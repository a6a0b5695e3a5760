import Foundation
import GalleyXLIFF
import Testing

/// Gotcha 23: specifiers and placeholders.
@Suite struct PlaceholderCheckTests {
    @Test(
        arguments: [
            ("%@ of %@", "%2$@ von %1$@", []), ("%@ is", "x", [.missingSpecifier]), ("x", "%@", [.extraSpecifier]),
            ("%d y", "%@ z", [.changedSpecifier]), ("%d y", "%lld z", [.changedSpecifier]), ("%d y", "%u z", []),
            ("50% off", "50 % derzeit", []), ("%@ %d", "%d %@", [.changedSpecifier, .changedSpecifier]),
            ("%1$@ %2$@ a", "%1$@ %1$@ b", [.missingSpecifier]), ("%@ y", "%s z", [.changedSpecifier]),
            ("%@ y", "%S z", [.changedSpecifier]), ("%1$@ y", "%1$@ und %1$d", [.changedSpecifier]),
            // Percent signs
            ("%d%% done", "%d%% fertig", []), ("%d%% done", "%d % fertig", [.unescapedPercent]),
            ("%d%% done", "%d %der", [.extraSpecifier]), ("%d% done", "%d % fertig", []),
            // Mistyped ones
            ("%@ y", "％@ z", [.malformedSpecifier]), ("%d y", "٪d z", [.malformedSpecifier]),
            ("%@ y", "% @ z", [.malformedSpecifier]), ("%d y", "%\u{A0}d z", [.malformedSpecifier]),
            ("%1$@ y", "%1 z", [.malformedSpecifier]), ("%@ y", "@% z", [.malformedSpecifier]),
            ("%1 MiniWatts", "%1 Miniwatt", []), ("%@ a %@", "% @ b", [.malformedSpecifier, .missingSpecifier]),
            // Widths that are arguments
            ("%*d y", "%d z", [.missingSpecifier]), ("%*d y", "%2$d z", [.missingSpecifier]),
            ("%.2f y", "%.1f z", []), ("%n y", "%n z", [.writingSpecifier]), ("x", "%n", [.extraSpecifier]),
            // Plural variables
            ("%#@a@ y", "%#@a@ z", []), ("%1$#@a@ y", "%#@a@ z", []), ("%1#@a@ y", "%#@a@ z", []),
            ("%#@a@ y", "z", [.missingSpecifier]), ("%#@a@ y", "%#@b@ z", [.changedSpecifier]),
            ("%#@a@ y", "%d z", []), ("%arg y", "%arg z", []), ("%arg y", "%lld z", []),
        ] as [(String, String, [Finding.Code])])
    func specifiers(source: String, target: String, expected: [Finding.Code]) throws {
        #expect(try codes(source, target) == expected)
    }

    @Test func severities() throws {
        let findings = try check(
            unit("a", "%@ a", "x"), unit("b", "x", "%@"), unit("c", "%d", "%@"), unit("d", "%d", "%ld"))
        #expect(findings.map(\.severity) == [.warning, .error, .error, .warning])
        #expect(findings[1].message == "the target of \"b\" has %@, but there is no argument 1")
        #expect(findings.allSatisfy { $0.hint != nil && $0.position != nil && $0.locale == "de" })
    }

    @Test func argumentsInAnotherOrderNeedNumbers() throws {
        let findings = try check(unit("a", "%@ %d", "%d %@"))
        #expect(findings.allSatisfy { $0.severity == .error && $0.message.contains("need their numbers") })
        #expect(try codes("%@ %d", "%2$d %1$@").isEmpty)
        // Of one type: nobody can know.
        #expect(try codes("%@ x %@", "%@ y %@").isEmpty)
    }

    /// Gotcha 23: placeholders by name.
    @Test(
        arguments: [
            ("Open ${PRODUCT_NAME}", "$(PRODUCT_NAME) öffnen", []),
            ("Open ${applicationName}", "Öffnen", [.missingPlaceholder]),
            ("Open ${applicationName}", "${AppName} öffnen", [.missingPlaceholder, .extraPlaceholder]),
            ("Costs $5", "Kostet 5 $", []), ("Hi \\(name)", "Hallo \\(name)", []),
            ("Hi \\(name)", "Hallo \\(Name)", [.missingPlaceholder, .extraPlaceholder]),
            ("Say (hi)", "Sag $(hallo", []), ("a ${b", "c ${", []),
        ] as [(String, String, [Finding.Code])])
    func names(source: String, target: String, expected: [Finding.Code]) throws {
        #expect(try codes(source, target) == expected)
    }

    /// "One day" for "%d days"; but Russian's "one" is also for 21.
    @Test func plaintextNumbers() throws {
        func form(_ category: String, _ source: String, _ target: String) -> String {
            unit("/k:dict/v:dict/\(category):dict/:string", source, target)
        }
        func check(_ units: String..., locale: String) throws -> [Finding.Code] {
            try GalleyXLIFFTests.check(units.joined(), original: "a.stringsdict", target: locale) {
                $0.policy.skip = [.missingCategory]
            }.map(\.code)
        }
        let other = form("other", "%d days", "%d Tage")
        #expect(try check(other, form("one", "%d day", "ein Tag"), locale: "de").isEmpty)
        #expect(try check(other, form("one", "%d day", "ein Tag"), locale: "ru_RU") == [.missingSpecifier])
        #expect(try check(other, form("few", "%d days", "Tage"), locale: "pl") == [.missingSpecifier])
        // The number is said elsewhere: in no form is one.
        #expect(
            try check(form("other", "%d days", "Tage"), form("few", "%d days", "Tage"), locale: "pl")
                == [.missingSpecifier])
        // The source's form has no number, but the rule has one.
        #expect(try check(other, form("one", "one day", "%d Tag"), locale: "ru").isEmpty)
        #expect(try check(other, form("one", "one day", "%@ Tag"), locale: "ru") == [.changedSpecifier])
    }

    @Test func catalogForms() throws {
        let units = unit("k|==|plural.one", "%lld days", "%@") + unit("k|==|plural.other", "%lld days", "%lld Tage")
        #expect(try check(units, original: "a.xcstrings").map(\.code) == [.changedSpecifier])
        // Xcode gives a form that only the translation has its id as the source, or none.
        let alone =
            unit("100%|==|plural.one", "100%|==|plural.one", "%lld") + unit("100%|==|plural.other", "%lld y", "%lld z")
        #expect(try check(alone, original: "a.xcstrings").isEmpty)
    }

    @Test func appShortcuts() throws {
        #expect(
            try codes("Start with ${applicationName}", "Starten", original: "A/en.lproj/AppShortcuts.strings")
                == [.missingPlaceholder])
    }
}

/// The mistakes that are known in shipped apps.
@Suite(.enabled(if: Places.hasData)) struct ShippedMistakeTests {
    static let codes: Set<Finding.Code> = [
        .missingSpecifier, .extraSpecifier, .changedSpecifier, .malformedSpecifier, .unescapedPercent,
    ]

    @Test(
        arguments: [
            ("LoopKit__LoopTranslations__it.xcloc__Localized_Contents__it.xliff", [9742, 11521, 11969]),
            ("damus-io__damus__translations__ar.xliff", [53, 59, 1324]),
            ("openfoodfacts__openfoodfacts-ios__xliff__ar.xliff", [597]),
            ("keepassium__KeePassium-L10n__ar__KeePassiumLib.xliff", []),
        ])
    func specifiers(name: String, lines: [Int]) throws {
        var checker = XLIFFChecker()
        let document = try XLIFFDocument(contentsOf: Places.data.appendingPathComponent(name))
        let findings = document.files.flatMap { checker.check($0) }.filter { Self.codes.contains($0.code) }
        #expect(findings.compactMap { $0.position?.line } == lines, "\(findings)")
    }
}
