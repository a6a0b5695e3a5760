import Foundation
import GalleyTestSupport
import GalleyXLIFF
import Testing

/// What belongs to one file of the output, and which units count as written.
@Suite struct MergedTableTests {
    private let rules = "App/en.lproj/L.stringsdict"

    private func id(_ path: String...) -> String { StringsDictionaryUnitID(path: path).description }

    private func options(
        _ formats: Set<StringsExporter.Format> = Set(StringsExporter.Format.allCases),
        layout: StringsExporter.Layout = .tree, style: LocaleStyle = .init()
    ) -> StringsExporter.Options {
        var options = StringsExporter.Options(layout: layout)
        options.formats = formats
        options.localeStyle = style
        return options
    }

    private func convert(
        _ documents: [String], _ options: StringsExporter.Options, onto catalog: StringCatalog? = nil
    ) throws -> StringsExport {
        var result: StringsExport?
        try Places.withFolder { (folder: URL) throws in
            if let catalog {
                try Data(catalog.contents()).write(to: folder.appendingPathComponent("L.xcstrings"))
            }
            var exporter = StringsExporter(options: options)
            exporter.sources = SourceContents(folders: [folder.path])
            for (index, text) in documents.enumerated() {
                for file in try XLIFFDocument(data: Data(text.utf8), name: "\(index)").files { exporter.add(file) }
                exporter.endDocument(named: "\(index)")
            }
            result = exporter.finish()
        }
        let export = try #require(result)
        for count in export.counts.values { #expect(count.units == count.written + count.skippedTotal) }
        return export
    }

    // MARK: One path

    @Test func aCompiledCatalogIsMergedWithTheTableOfItsName() throws {
        let flat = options([.strings, .stringsdict], layout: .flat)
        let catalog = xliff(
            original: "A/L.xcstrings",
            unit("a", "s", "1") + unit("b", "s", "2") + unit("p|==|plural.other", "%lld s", "%lld t"))
        let table = xliff(original: "B/en.lproj/L.strings", unit("b", "s", "2") + unit("c", "s", "3"))
        let plurals = xliff(
            original: "B/en.lproj/L.stringsdict",
            unit(id("q", "N", "other"), "%d", "%d") + unit(id("q", "NSStringLocalizedFormatKey"), "%#@N@", "%#@N@"))
        let export = try convert([catalog, table, plurals], flat)
        #expect(export.files.map(\.path) == ["de.lproj/L.strings", "de.lproj/L.stringsdict"])
        #expect(Set(export.files[0].entries.map { "\($0.key)=\($0.value)" }) == ["a=1", "b=2", "c=3"])
        let made = try StringsDictionary(bytes: export.files[1].contents(), name: "")
        #expect(made.keys == ["p", "q"])
        #expect(export.files[0].originals == ["A/L.xcstrings", "B/en.lproj/L.strings"] && !export.hasErrors)
    }

    @Test(arguments: [
        (unit("a", "s", "other"), "L.strings"),
        (unit("/p:dict/value:dict/other:dict/:string", "%lld s", "other"), "L.stringsdict"),
        (unit("/p:dict/value:dict/:string", "%lld s", "other"), "L.stringsdict"),
    ])
    func aCompiledCatalogAndATableThatDifferFailTheLocale(_ units: String, _ name: String) throws {
        let catalog = xliff(
            original: "A/L.xcstrings", unit("a", "s", "1") + unit("p|==|plural.other", "%lld s", "%lld t"))
        let export = try convert(
            [catalog, xliff(original: "B/en.lproj/\(name)", units)],
            options([.strings, .stringsdict], layout: .flat))
        #expect(export.findings.contains { $0.code == .pathCollision && $0.severity == .error })
        #expect(export.failedLocales == ["de"])
        #expect(Set(export.files.map(\.path)).count == export.files.count)
        try Places.withFolder { (folder: URL) throws in
            #expect(throws: StringsExport.WriteError.self) { try export.write(to: folder) }
            #expect(try Places.files(below: folder).isEmpty)
        }
    }

    // MARK: One locale

    @Test func localesThatShareAFolder() throws {
        func document(_ target: String, _ units: String) -> String { xliff(target: target, units) }
        let export = try convert(
            [document("es_ES", unit("a", "s", "1")), document("es-ES", unit("a", "s", "2") + unit("b", "s", "3"))],
            options(style: .init(.bcp47)))
        #expect(export.files.map(\.path) == ["App/es-ES.lproj/Localizable.strings"])
        #expect(export.files[0].locales == ["es_ES", "es-ES"])
        #expect(export.counts["es_ES"] == .init(units: 1, written: 1))
        #expect(export.counts["es-ES"] == .init(units: 2, written: 1, skipped: [.conflict: 1]))
        #expect(export.findings.map(\.code).filter { $0 == .localeCollision }.count == 1)
        #expect(export.findings.contains { $0.code == .conflictingTarget })
        try Places.withFolder { (folder: URL) throws in
            #expect(try export.write(to: folder).created == ["App/es-ES.lproj/Localizable.strings"])
        }
        // A locale that failed takes with it what it shares.
        var failed = export
        failed.failedLocales = ["es-ES"]
        try Places.withFolder { (folder: URL) throws in
            #expect(throws: StringsExport.WriteError.self) { try failed.write(to: folder) }
            #expect(try Places.files(below: folder).isEmpty)
        }
    }

    @Test func localesThatShareACatalogsLanguage() throws {
        let documents = [("es_ES", "1"), ("es-ES", "2")].map {
            xliff(original: "L.xcstrings", target: $0.0, unit("a", "s", $0.1))
        }
        let export = try convert(documents, options())
        #expect(export.counts["es_ES"]?.written == 1)
        #expect(export.counts["es-ES"]?.skipped == [.conflict: 1])
        #expect(
            export.findings.map(\.code).filter { $0 != .missingFallback } == [.localeCollision, .conflictingTarget])
        let catalog = try StringCatalog(bytes: export.files[0].contents(), name: "")
        #expect(catalog.text(of: "a", in: "es_ES")?.value == "1")
    }

    /// An accent in two encodings is two paths; on a Mac's disk they are one.
    @Test func pathsThatDifferInNormalizationOnlyAreReported() throws {
        let export = try convert(
            [
                xliff(original: "\u{E9}/en.lproj/L.strings", unit("a", "s", "1")),
                xliff(original: "e\u{301}/en.lproj/L.strings", unit("b", "s", "2")),
            ], options())
        #expect(export.files.map(\.entries.count) == [1, 1])
        #expect(export.findings.map(\.code) == [.caseCollision])
        let flat = try convert(
            [
                xliff(original: "\u{E9}/en.lproj/L.strings", unit("a", "s", "1")),
                xliff(original: "e\u{301}/en.lproj/L.strings", unit("b", "s", "2")),
            ], options(layout: .flat))
        #expect(flat.files[0].originals.count == 2)
    }

    // MARK: Written or not

    @Test func emptyTargetsOfCatalogsObeyTheOptions() throws {
        let empty = "<target state=\"translated\"/></trans-unit>"
        let text = xliff(
            original: "L.xcstrings",
            "<trans-unit><source>x</source>\(empty)<trans-unit id=\"a\"><source>x</source>\(empty)")
        let plain = try convert([text], options())
        #expect(plain.counts["de"] == .init(units: 2, written: 1, skipped: [.missingID: 1]))
        var only = options()
        only.states = .only(["final"])
        #expect(try convert([text], only).counts["de"]?.skipped == [.missingID: 1, .state: 1])
    }

    @Test func whatIsNotCompiledIsNotWritten() throws {
        let before = try Catalogs.make(
            "\"no\":{\"shouldTranslate\":false,\"localizations\":{\"en\":{\(Catalogs.unit("x"))}}},"
                + Catalogs.entry("k", ["de": Catalogs.unit("plain")]))
        let text = xliff(
            original: "L.xcstrings",
            unit("no", "x", "y") + unit("k", "%1$#@N@", "ohne")
                + unit("k|==|substitutions.N.plural.other", "%1$lld s", "%1$lld t") + unit("ok", "s", "t"))
        let compiled = try convert([text], options([.strings, .stringsdict]), onto: before)
        #expect(
            compiled.counts["de"] == .init(units: 4, written: 2, skipped: [.notTranslatable: 1, .notCompiled: 1]))
        #expect(compiled.files.flatMap(\.entries).map(\.key).sorted() == ["k", "ok"])
        #expect(try convert([text], options(), onto: before).counts["de"]?.written == 4)
    }

    @Test func aTranslationTakesThePlaceOfAnEmptyForm() throws {
        let form = unit(id("n", "N", "other"), "%d", "%d a")
        let export = try convert(
            [
                xliff(original: rules, form + unit(id("n", "N", "zero"), "")),
                xliff(original: rules, unit(id("n", "N", "zero"), "", "nichts")),
            ], options())
        let made = try StringsDictionary(bytes: export.files[0].contents(), name: "")
        #expect(made[path: ["n", "N", "zero"]] == "nichts")
        #expect(export.counts["de"] == .init(units: 3, written: 2, skipped: [.untranslated: 1]))
        #expect(!export.findings.contains { $0.code == .conflictingTarget })
    }

    @Test func mergingPluralRulesLosesNothingSilently() throws {
        let export = try convert(
            [xliff(original: rules, unit(id("n", "N", "other"), "%d", "%d a"))], options())
        let old = StringsDictionary(["n": ["N": "text"]])
        try Places.withFolder { (folder: URL) throws in
            let url = folder.appendingPathComponent("App/de.lproj/L.stringsdict")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(old.contents()).write(to: url)
            #expect {
                try export.write(to: folder, existing: .merge)
            } throws: {
                ($0 as? StringsExport.WriteError)?.findings.map(\.code) == [.overlappingShapes]
            }
            #expect(try [UInt8](Data(contentsOf: url)) == old.contents())
        }
    }

    /// An error in a text that is not written keeps no locale from being written.
    @Test(
        arguments: [
            ("L.xcstrings", "new", nil, Finding.Severity.warning), ("L.xcstrings", "translated", nil, .error),
            ("en.lproj/L.strings", "new", nil, .error), ("en.lproj/L.strings", "new", "final", .warning),
        ] as [(String, String, String?, Finding.Severity)])
    func findingsAboutWhatIsNotWritten(
        _ original: String, _ state: String, _ states: String?, _ severity: Finding.Severity
    ) throws {
        let text = xliff(
            original: original,
            "<trans-unit id=\"a\"><source>%@</source><target state=\"\(state)\">%d</target></trans-unit>")
        let file = try XLIFFDocument(data: Data(text.utf8)).files[0]
        var checker = XLIFFChecker()
        let found = checker.check(file)
        #expect(found.contains { $0.severity == .error })
        var options = options()
        options.states = states.map { .only([$0]) }
        let weighed = StringsExporter(options: options).weighed(found, in: file)
        #expect(weighed.map(\.severity).max() == severity)
        options.formats = [.stringsdict]
        options.states = nil
        let elsewhere = xliff(original: "en.lproj/L.strings", unit("a", "%@", "%d"))
        let table = try XLIFFDocument(data: Data(elsewhere.utf8)).files[0]
        #expect(
            StringsExporter(options: options).weighed(checker.check(table), in: table).allSatisfy {
                $0.severity < .error
            })
    }

    // MARK: Time

    /// One key with many substitutions, and many files of one catalog.
    @Test func manySubstitutionsAndFilesAreLinear() throws {
        let growth = try Growth.atEightTimes(300) { count in
            let units = (0..<count).map { unit("k|==|substitutions.V\($0).plural.other", "%1$lld", "%1$lld a") }
            let export = try convert([xliff(original: "L.xcstrings", units.joined())], options())
            #expect(export.counts["de"]?.written == min(count, XLIFFLimits.substitutionsOfAKey))
        }
        #expect(growth < Growth.linear)
        let files = try Growth.atEightTimes(100) { count in
            let inner = (0..<count).map { index in
                "<file original=\"L.xcstrings\" source-language=\"en\" target-language=\"de\"><body>"
                    + unit("k\(index)", "s", "t") + "</body></file>"
            }
            let export = try convert(["<xliff version=\"1.2\">\(inner.joined())</xliff>"], options())
            #expect(export.counts["de"]?.written == count)
        }
        #expect(files < Growth.linear)
    }
}
