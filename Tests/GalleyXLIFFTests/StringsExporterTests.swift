import Foundation
import GalleyXLIFF
import Testing

@Suite struct StringsExporterTests {
    // MARK: original to path

    @Test(arguments: [
        ("A/en.lproj/Localizable.strings", "A/de.lproj/Localizable.strings"),
        ("A/Base.lproj/Main.storyboard", "A/de.lproj/Main.strings"), ("Base.lproj/X.xib", "de.lproj/X.strings"),
        ("A/Base.lproj/Intents.intentdefinition", "A/de.lproj/Intents.strings"),
        ("A/Localizable.strings", "A/de.lproj/Localizable.strings"), ("A/Info.plist", "A/de.lproj/InfoPlist.strings"),
        ("A/App-Info.plist", "A/de.lproj/InfoPlist.strings"), ("Localizable.strings", "de.lproj/Localizable.strings"),
        ("S.bundle/en.lproj/Root.strings", "S.bundle/de.lproj/Root.strings"),
        ("./A//B.strings", "A/de.lproj/B.strings"),
        ("A/listing.txt", "A/de.lproj/listing.strings"), ("name", "de.lproj/name.strings"),
        ("", "de.lproj/Localizable.strings"),
        ("A/.strings", "A/de.lproj/.strings.strings"), ("a.b/c.d.strings", "a.b/de.lproj/c.d.strings"),
        ("../../P/en.lproj/X.strings", "_external/_up/_up/P/de.lproj/X.strings"),
        ("/Users/x/X.strings", "_external/_root/Users/x/de.lproj/X.strings"),
        ("A/../../etc/X.strings", "_external/A/_up/_up/etc/de.lproj/X.strings"),
        ("A\\en.lproj\\X.strings", "_external/A/de.lproj/X.strings"),
        ("C:\\A\\X.strings", "_external/_drive-C/A/de.lproj/X.strings"), ("..", "_external/de.lproj/_up.strings"),
        ("_external/X.strings", "_external/_external/de.lproj/X.strings"), ("A/x\ny.strings", "A/de.lproj/x_y.strings"),
    ])
    func originals(original: String, path: String) {
        #expect(OriginalPath(original).path(locale: "de", layout: .tree) == path)
    }

    @Test func pluralRulesAndCatalogsAreCounted() throws {
        let result = try export(
            xliff(
                original: "A/en.lproj/L.stringsdict",
                unit("/k:dict/v:dict/one:dict/:string", "s", "t") + unit("b", "s", "t")))
        #expect(result.skipped.map(\.reason) == [.unknownID] && result.files.map(\.unitCount) == [1])
        #expect(result.findings.first?.code == .unknownID)
        #expect(result.hasWarnings && !result.hasErrors)
        let catalog = try export(xliff(original: "A/L.xcstrings", unit("k", "s", "t")))
        #expect(catalog.counts["de"] == .init(units: 1, written: 1))
    }

    // MARK: Units

    @Test func untranslatedUnitsAreLeftOutSilently() throws {
        let result = try export(xliff(unit("a", "s", "t") + unit("b", "s") + unit("c", "", "")))
        #expect(result.files[0].entries.map(\.key) == ["a", "c"])
        #expect(result.skipped.map(\.reason) == [.untranslated])
        #expect(result.findings.isEmpty && !result.hasWarnings)
    }

    @Test func anEmptyTargetIsAWarning() throws {
        let result = try export(xliff(unit("a", "s", "")))
        #expect(result.skipped.map(\.reason) == [.emptyTarget])
        #expect(
            result.findings.map(\.description) == [
                "de.xliff:4:1: warning: the target is empty; \"a\" is left out [empty-target]"
            ])
        #expect(String(decoding: result.files[0].contents(), as: UTF8.self) == "/* No Localized Strings */\n")
    }

    @Test func aUnitWithoutIDIsReported() throws {
        let result = try export(xliff("<trans-unit><source>s</source><target>t</target></trans-unit>"))
        #expect(result.skipped.map(\.reason) == [.missingID])
        #expect(result.findings.map(\.code) == [.missingID])
    }

    @Test func repeatedIDs() throws {
        let same = try export(xliff(unit("a", "s", "t") + unit("a", "s", "t")))
        #expect(same.skipped.map(\.reason) == [.duplicate] && !same.hasWarnings)
        #expect(same.findings.map(\.severity) == [.note])
        let other = try export(xliff(unit("a", "s", "t") + "\n" + unit("a", "s", "u")))
        #expect(other.files[0].entries.map(\.value) == ["t"])
        #expect(other.skipped.map(\.reason) == [.conflict] && other.hasWarnings && !other.hasErrors)
        #expect(other.findings[0].message.contains("de.xliff:4:1"))
        #expect(other.findings[0].position?.line == 5)
        let later = try export(xliff(unit("a", "s") + unit("a", "s", "t")))
        #expect(later.files[0].entries.map(\.value) == ["t"])
    }

    /// "é" in two spellings is two keys, as for Foundation.
    @Test func keysAreComparedByTheirBytes() throws {
        let result = try export(xliff(unit("\u{E9}", "s", "1") + unit("e\u{301}", "s", "2")))
        #expect(result.files[0].entries.count == 2)
        #expect(result.findings.isEmpty)
    }

    // MARK: Several inputs

    private func merge(_ documents: [(String, String)], _ options: StringsExporter.Options = .init()) throws
        -> StringsExport
    {
        var exporter = StringsExporter(options: options)
        for (name, text) in documents {
            for file in try XLIFFDocument(data: Data(text.utf8), name: name).files { exporter.add(file) }
            exporter.endDocument(named: name)
        }
        return exporter.finish()
    }

    @Test func severalExportsAreMerged() throws {
        let result = try merge([
            ("1.xliff", xliff(unit("a", "s", "1") + unit("b", "s", "2"))),
            ("2.xliff", xliff(unit("b", "s", "3") + unit("c", "s", "4"))),
            ("fr.xliff", xliff(target: "fr", unit("a", "s", "5"))),
        ])
        #expect(result.files.map(\.path) == ["App/de.lproj/Localizable.strings", "App/fr.lproj/Localizable.strings"])
        #expect(result.files[0].entries.map(\.value) == ["1", "2", "4"])
        #expect(result.findings.map(\.code) == [.conflictingTarget])
        #expect(
            result.findings[0].description.hasPrefix("2.xliff:4:1: warning: \"b\" has another target at 1.xliff:4:"))
        #expect(result.counts["de"] == .init(units: 4, written: 3, skipped: [.conflict: 1]))
    }

    @Test func conflictsMayGoToTheLastOrFail() throws {
        let inputs = [("1.xliff", xliff(unit("a", "s", "1"))), ("2.xliff", xliff(unit("a", "s", "2", note: "n")))]
        var options = StringsExporter.Options()
        options.conflicts = .last
        let last = try merge(inputs, options)
        #expect(Array(last.files[0].entries).map(\.value) == ["2"] && last.files[0].entries[0].comment == "n")
        #expect(last.counts["de"] == .init(units: 2, written: 1, skipped: [.conflict: 1]) && !last.hasErrors)
        options.conflicts = .fail
        let failed = try merge(inputs, options)
        #expect(failed.findings.map(\.severity) == [.error] && failed.failedLocales == ["de"])
    }

    // MARK: Options

    @Test(
        arguments: [
            (StringsExporter.EmptyTargets.omit, nil), (.keep, ""), (.source, "s"),
        ] as [(StringsExporter.EmptyTargets, String?)])
    func emptyTargets(option: StringsExporter.EmptyTargets, value: String?) throws {
        var options = StringsExporter.Options()
        options.emptyTargets = option
        let result = try merge([("1", xliff(unit("a", "s", "")))], options)
        #expect(result.files[0].entries.map(\.value) == (value.map { [$0] } ?? []))
    }

    @Test func aSourceMayStandInForATarget() throws {
        var options = StringsExporter.Options()
        options.fallback = .source
        let result = try merge([("1", xliff(unit("a", "s") + unit("b", "s", "t")))], options)
        #expect(result.files[0].entries.map(\.value) == ["s", "t"] && result.skipped.isEmpty)
    }

    @Test func statesDecideWhatIsTranslated() throws {
        let document = xliff(
            ["new", "translated", "needs-review-l10n", "final"].map {
                "<trans-unit id=\"\($0)\"><source>s</source><target state=\"\($0)\">t</target></trans-unit>"
            }.joined() + unit("none", "s", "t"))
        func keys(_ states: StringsExporter.States?) throws -> [String] {
            var options = StringsExporter.Options()
            options.states = states
            return try merge([("1", document)], options).files[0].entries.map(\.key)
        }
        #expect(try keys(nil).count == 5)
        #expect(try keys(.xcode) == ["translated", "final", "none"])
        #expect(try keys(.only(["final"])) == ["final"])
    }

    @Test func onlyTheFormatsAskedForAreWritten() throws {
        var options = StringsExporter.Options()
        options.formats = [.stringsdict]
        let result = try merge([("1", xliff(unit("a", "s", "t")))], options)
        #expect(result.files.isEmpty && result.counts["de"]?.skipped == [.format: 1] && !result.hasWarnings)
    }

    /// One cause cannot fill the memory or the screen.
    @Test func findingsOfOneKindAreLimited() throws {
        let count = XLIFFLimits.findingsOfOneCode + 5
        let result = try export(xliff((0..<count).map { unit("k\($0)", "s", "") }.joined()))
        #expect(result.findings.count == XLIFFLimits.findingsOfOneCode + 1)
        #expect(result.findings.last?.message == "5 more findings like these")
        #expect(result.skipped.count == count)
    }

    @Test func flatLayoutMergesOrFails() throws {
        let one = xliff(original: "A/en.lproj/L.strings", unit("a", "s", "1"))
        let two = xliff(original: "B/en.lproj/L.strings", unit("b", "s", "2"))
        let bad = xliff(original: "C/en.lproj/L.strings", unit("a", "s", "3"))
        let flat = StringsExporter.Options(layout: .flat)
        let good = try merge([("1", one), ("2", two)], flat)
        #expect(good.files.map(\.path) == ["de.lproj/L.strings"])
        #expect(good.files[0].entries.count == 2 && good.findings.isEmpty)
        let clash = try merge([("1", one), ("3", bad)], flat)
        #expect(clash.findings.map(\.code) == [.pathCollision] && clash.hasErrors)
        #expect(clash.findings[0].message.contains("1:4:1"))
        #expect(try merge([("1", one), ("3", bad)]).findings.isEmpty)
    }

    @Test func pathsThatDifferInCaseOnlyAreReported() throws {
        let result = try merge([
            ("1", xliff(original: "A/en.lproj/L.strings", unit("a", "s", "1"))),
            ("2", xliff(original: "a/en.lproj/l.strings", unit("a", "s", "2"))),
        ])
        #expect(result.findings.map(\.code) == [.caseCollision])
    }

    // MARK: Locales

    @Test(arguments: [
        ("zh-Hans", "zh-Hans"), ("es_ES", "es_ES"), ("es-419", "es-419"), ("../../x", nil), ("a/b", nil), (".", nil),
        ("de\u{0}", nil), ("日本", nil),
    ])
    func locales(locale: String, folder: String?) throws {
        guard !locale.contains("\0") else { return }
        let result = try export(xliff(target: locale, unit("a", "s", "t")))
        #expect(result.files.first?.path == folder.map { "App/\($0).lproj/Localizable.strings" })
        #expect(result.hasErrors == (folder == nil))
        #expect(result.counts.values.allSatisfy { $0.units == $0.written + $0.skippedTotal })
    }

    @Test func foldersOfLocalesMayBeRenamed() throws {
        func path(_ locale: String, _ style: LocaleStyle) throws -> String? {
            var options = StringsExporter.Options()
            options.localeStyle = style
            return try merge([("1", xliff(target: locale, unit("a", "s", "t")))], options).files.first?.path
        }
        #expect(try path("zh-Hant-TW", .init(.legacy)) == "App/zh_TW.lproj/Localizable.strings")
        #expect(try path("pt_BR", .init(.bcp47)) == "App/pt-BR.lproj/Localizable.strings")
        #expect(try path("ga-IE", .init(map: ["ga-IE": "ga"])) == "App/ga.lproj/Localizable.strings")
        #expect(try path("de", .init(map: ["de": "../x"])) == nil)
    }

    @Test func aRegionWithoutItsLanguageIsNoted() throws {
        func codes(_ locales: String...) throws -> [Finding.Code] {
            try merge(locales.map { ($0, xliff(target: $0, unit("a", "s", "t"))) }).findings.map(\.code)
        }
        #expect(try codes("pt-BR") == [])
        #expect(try codes("pt-BR", "de", "en-GB", "zh-Hans") == [.missingFallback])
        #expect(try codes("pt-BR", "pt") == [])
    }

    /// A catalog in `mul.lproj` took the place of a storyboard's tables; without one they are written as ever.
    @Test(arguments: [
        ("A/Base.lproj/Main.storyboard", "A/mul.lproj/Main.xcstrings"),
        ("Base.lproj/X.xib", "mul.lproj/X.xcstrings"), ("A/en.lproj/L.strings", nil), ("A/X.xib", nil),
    ])
    func sharedCatalogs(original: String, catalog: String?) {
        #expect(OriginalPath(original).sharedCatalog == catalog)
    }

    @Test func aMissingTargetLanguageIsTakenFromElsewhere() throws {
        let guessed = try export(xliff(target: nil, unit("a", "s", "t")), name: "x/pt-BR.xliff")
        #expect(guessed.files.map(\.locales) == [["pt-BR"]])
        #expect(guessed.findings.map(\.code) == [.missingTargetLanguage])
        let unknown = try export(xliff(target: nil, unit("a", "s", "t")), name: "export.xliff")
        #expect(unknown.skipped.map(\.reason) == [.noLocale])
        #expect(unknown.hasWarnings)
        let source = try export(xliff(target: nil, unit("a", "s")), name: "en.xliff")
        #expect(source.skipped.map(\.reason) == [.untranslated] && source.findings.isEmpty)
        let second = """
            <xliff version="1.2"><file original="a.strings" target-language="de"><body>\(unit("a", "s", "t"))</body></file>
            <file original="b.strings"><body>\(unit("a", "s", "t"))</body></file></xliff>
            """
        #expect(
            try export(second, name: "export.xliff").files.map(\.path) == ["de.lproj/a.strings", "de.lproj/b.strings"])
    }
}
