import Foundation
import GalleyXLIFF
import Testing

/// XLIFF into string catalogs.
struct CatalogTableTests {
    /// The export of a document whose project holds `catalog`.
    private func convert(
        _ document: [UInt8], onto catalog: [UInt8]? = nil, at path: String = "Localizable.xcstrings",
        formats: Set<StringsExporter.Format> = Set(StringsExporter.Format.allCases)
    ) throws -> StringsExport {
        var result: StringsExport?
        try Places.withFolder { folder in
            if let catalog { try Data(catalog).write(to: folder.appendingPathComponent(path)) }
            var options = StringsExporter.Options()
            options.formats = formats
            var exporter = StringsExporter(options: options)
            exporter.sources = SourceContents(folders: [folder.path])
            for file in try XLIFFDocument(data: Data(document), name: "fr.xliff").files { exporter.add(file) }
            exporter.endDocument(named: "fr.xliff")
            result = exporter.finish()
        }
        let export = try #require(result)
        for count in export.counts.values { #expect(count.units == count.written + count.skippedTotal) }
        return export
    }

    private func convert(
        _ units: String, onto catalog: StringCatalog? = nil, target: String = "fr",
        formats: Set<StringsExporter.Format> = Set(StringsExporter.Format.allCases)
    ) throws -> StringsExport {
        let document = xliff(original: "Localizable.xcstrings", target: target, units)
        return try convert(Array(document.utf8), onto: catalog?.contents(), formats: formats)
    }

    private func catalog(_ export: StringsExport) throws -> StringCatalog {
        let file = try #require(export.files.first { $0.path == "Localizable.xcstrings" })
        return try StringCatalog(bytes: file.contents(), name: file.path)
    }

    private func words(_ export: StringsExport) -> [String] {
        export.findings.map { "\($0.severity): \($0.message) [\($0.code.rawValue)]" }
    }

    // MARK: Xcode 27

    /// What Xcode 27 makes of each state (reference §2.2). The catalog before the import had the text "old KEY" everywhere.
    @Test(.enabled(if: Places.hasData), arguments: ["state-import", "inline-import"])
    func valuesAfterImportAreThoseOfXcode(_ name: String) throws {
        let folder = Places.data.appendingPathComponent("oracle-xcode27")
        let expected = [UInt8](
            try Data(contentsOf: folder.appendingPathComponent("\(name).expected-after-import.xcstrings")))
        let document = try Data(contentsOf: folder.appendingPathComponent("\(name).import-edited.xliff"))
        var before = try StringCatalog(bytes: expected, name: name)
        for key in before.keys { try before.setText(.init("old \(key)"), of: key, in: "fr") }
        #expect(before.contents() != expected)
        let export = try convert([UInt8](document), onto: before.contents())
        #expect(
            String(decoding: export.files[0].contents(), as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        if name == "state-import" {
            #expect(export.counts["fr"]?.written == 7)
            #expect(export.counts["fr"]?.skipped == [.untranslated: 1, .state: 3])
        }
    }

    /// KeepingYouAwake's catalogs without their German, and its German XLIFF: what Xcode wrote, byte for byte.
    @Test(.enabled(if: Places.hasData)) func aLanguageIsPutWhereXcodePutsIt() throws {
        let folder = Places.data.appendingPathComponent("pairs/keepingyouawake-xcstrings-de")
        let expected = try Places.files(below: folder.appendingPathComponent("expected"))
        let document = try XLIFFDocument(contentsOf: folder.appendingPathComponent("input.xliff"))
        try Places.withFolder { project in
            for (path, bytes) in expected {
                var catalog = try StringCatalog(bytes: bytes, name: path)
                for key in catalog.keys { catalog.removeLocalization(of: key, in: "de") }
                let url = project.appendingPathComponent(path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(catalog.contents()).write(to: url)
            }
            var exporter = StringsExporter()
            exporter.sources = SourceContents(folders: [project.path])
            for file in document.files { exporter.add(file) }
            exporter.endDocument(named: "de.xliff")
            let files = exporter.finish().files.filter { $0.path.hasSuffix(".xcstrings") }
            #expect(Set(files.map(\.path)) == Set(expected.keys))
            for file in files { #expect(file.contents() == expected[file.path], "\(file.path)") }
            try exporter.finish().write(to: project)
            for (path, bytes) in try Places.files(below: project) where path.hasSuffix(".xcstrings") {
                #expect(bytes == expected[path], "\(path)")
            }
        }
    }

    /// The export of the matrix imported again into a catalog made of it: every text is where it came from.
    @Test(
        .enabled(if: Places.hasData),
        arguments: [
            "catalog-matrix.exported", "device-root-substitution.exported", "plural-fallback.exported",
        ])
    func theExportsOfXcodeComeBack(_ name: String) throws {
        let url = Places.data.appendingPathComponent("oracle-xcode27/\(name).xliff")
        let file = try XLIFFDocument(contentsOf: url).files[0]
        let locale = try #require(file.targetLanguage)
        let export = try convert([UInt8](try Data(contentsOf: url)))
        let catalog = try catalog(export)
        var checked = 0
        for unit in file.units {
            guard let id = unit.id, let target = unit.target, unit.state == "translated" else { continue }
            if id == "ambiguous|==|plural.one" { continue }
            guard case .variation(let key, let path) = CatalogUnitID(id) else {
                let text = try #require(catalog.text(of: id, in: locale))
                #expect(catalog.xliffValue(of: text, key: id, in: locale, at: .root) == target)
                checked += 1
                continue
            }
            let text = try #require(catalog.text(of: key, in: locale, at: path), "\(id)")
            #expect(catalog.xliffValue(of: text, key: key, in: locale, at: path) == target)
            if target.contains("$lld"), path.substitution != nil { #expect(text.value.contains("%arg")) }
            checked += 1
        }
        #expect(checked == export.counts[locale]?.written)
        #expect(checked > 1)
    }

    /// Gotcha 23: `%1$#@COUNT@` becomes `%#@COUNT@`, `%1$lld` in a form `%arg`; `%lld` without a number stays (Xcode 27).
    @Test func argumentsOfSubstitutions() throws {
        let before = try Catalogs.make(
            Catalogs.entry(
                "k",
                [
                    "en": Catalogs.unit("%#@N@ of %#@M@") + ",\"substitutions\":{"
                        + Catalogs.substitution("N", 1, ["one": "%arg a", "other": "%arg b"]) + ","
                        + Catalogs.substitution("M", 2, ["other": "%lld c"]) + "}"
                ]))
        let export = try convert(
            unit("k", "%1$#@N@ of %2$#@M@", "%2$#@M@, %1$#@N@, %%1$#@N@")
                + unit("k|==|substitutions.N.plural.one", "%1$lld a", "%1$lld x %%1$lld")
                + unit("k|==|substitutions.N.plural.other", "%1$lld b", "%1$lld y")
                + unit("k|==|substitutions.M.plural.other", "%lld c", "%lld z"), onto: before)
        let after = try catalog(export)
        #expect(
            after.texts(of: "k", in: "fr").map { "\($0.path.xliff)=\($0.text.value)" } == [
                "=%#@M@, %#@N@, %%1$#@N@", "substitutions.M.plural.other=%lld z",
                "substitutions.N.plural.one=%arg x %%1$lld", "substitutions.N.plural.other=%arg y",
            ])
        #expect(words(export) == [])
        #expect(after.texts(of: "k", in: "en").map(\.text.value) == before.texts(of: "k", in: "en").map(\.text.value))
    }

    /// A language that lacks the substitution: Xcode drops its forms (new-target-substitution-loss); here they are kept.
    @Test func substitutionsThatTheCatalogDoesNotHave() throws {
        let before = try Catalogs.make(Catalogs.entry("k", ["en": Catalogs.unit("%lld total")]))
        let export = try convert(
            unit("k", "%lld total", "Total %1$#@COUNT@")
                + unit(
                    "k|==|substitutions.COUNT.plural.one", "k|==|substitutions.COUNT.plural.one", "%1$lld seul")
                + unit(
                    "k|==|substitutions.COUNT.plural.other", "k|==|substitutions.COUNT.plural.other", "%1$lld autres"
                ), onto: before)
        let text = String(decoding: try catalog(export).contents(), as: UTF8.self)
        #expect(text.contains("\"argNum\": 1"))
        #expect(text.contains("\"formatSpecifier\": \"lld\""))
        #expect(try catalog(export).text(of: "k", in: "fr")?.value == "Total %#@COUNT@")
        #expect(
            try catalog(export).text(of: "k", in: "fr", at: .init(substitution: "COUNT", [.plural(.one)]))?.value
                == "%arg seul")
        #expect(words(export) == [])
    }

    /// Forms without their format do not compile: it is taken from the source, and said to be untranslated.
    @Test func formatsThatAreNotTranslated() throws {
        let before = try Catalogs.make(
            Catalogs.entry(
                "k",
                [
                    "en": Catalogs.unit("Total %#@N@") + ",\"substitutions\":{"
                        + Catalogs.substitution("N", 1, ["other": "%arg b"]) + "}"
                ]))
        let export = try convert(
            unit("k", "Total %1$#@N@") + unit("k|==|substitutions.N.plural.other", "%1$lld b", "%1$lld y"),
            onto: before)
        #expect(try catalog(export).text(of: "k", in: "fr") == .init("Total %#@N@", state: "new"))
        #expect(export.findings.map(\.code) == [.undefinedSubstitution])
        #expect(export.counts["fr"]?.written == 1)
    }

    // MARK: New catalogs

    @Test func aNewCatalogHoldsSourcesAndTargets() throws {
        let export = try convert(
            unit("b", "b", "B") + unit("a.key", "A text", "Un texte", note: "A label")
                + unit("n|==|plural.one", "%lld thing", "%lld chose")
                + unit("n|==|plural.many", "%lld things", "%lld de choses")
                + unit("n|==|plural.other", "%lld things", "%lld choses") + unit("later", "Later"))
        #expect(
            String(decoding: export.files[0].contents(), as: UTF8.self)
                .replacingOccurrences(of: "\\s+", with: " ", options: .regularExpression) == """
                    { "sourceLanguage" : "en", "strings" : { \
                    "a.key" : { "comment" : "A label", "extractionState" : "manual", "localizations" : { \
                    "en" : { "stringUnit" : { "state" : "translated", "value" : "A text" } }, \
                    "fr" : { "stringUnit" : { "state" : "translated", "value" : "Un texte" } } } }, \
                    "b" : { "extractionState" : "manual", "localizations" : { \
                    "fr" : { "stringUnit" : { "state" : "translated", "value" : "B" } } } }, \
                    "n" : { "extractionState" : "manual", "localizations" : { \
                    "en" : { "variations" : { "plural" : { \
                    "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld thing" } }, \
                    "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld things" } } } } }, \
                    "fr" : { "variations" : { "plural" : { \
                    "many" : { "stringUnit" : { "state" : "translated", "value" : "%lld de choses" } }, \
                    "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld chose" } }, \
                    "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld choses" } } } } } } } }, \
                    "version" : "1.0" }
                    """)
        #expect(export.counts["fr"]?.skipped == [.untranslated: 1])
    }

    @Test func languagesShareOneCatalog() throws {
        var exporter = StringsExporter()
        for (locale, text) in [("de", "Ja"), ("pt-BR", "Sim")] {
            let document = xliff(original: "App/Localizable.xcstrings", target: locale, unit("yes", "Yes", text))
            for file in try XLIFFDocument(data: Data(document.utf8)).files { exporter.add(file) }
            exporter.endDocument(named: "\(locale).xliff")
        }
        let export = exporter.finish()
        #expect(export.files.map(\.path) == ["App/Localizable.xcstrings"])
        #expect(export.files[0].locales == ["de", "pt-BR"])
        let catalog = try StringCatalog(bytes: export.files[0].contents(), name: "")
        #expect(catalog.locales == ["de", "en", "pt-BR"])
    }

    /// A catalog spells a language its own way.
    @Test func languagesAreSpelledAsInTheCatalog() throws {
        let before = try Catalogs.make(Catalogs.entry("yes", ["pt-BR": Catalogs.unit("sim")]))
        let export = try convert(unit("yes", "Yes", "Sim"), onto: before, target: "pt_BR")
        #expect(try catalog(export).text(of: "yes", in: "pt-BR")?.value == "Sim")
        #expect(try catalog(export).locales == ["en", "pt-BR"])
    }

    // MARK: What cannot be

    @Test func overlapsAreRefusedAndReported() throws {
        let before = try Catalogs.make(
            [
                Catalogs.entry("flat", ["fr": Catalogs.unit("x")]),
                Catalogs.entry("varied", ["fr": Catalogs.plural(["other": "x"])]),
            ].joined(separator: ","))
        let export = try convert(
            unit("flat|==|plural.one", "a", "b") + unit("flat|==|plural.other", "a", "b") + unit("varied", "a", "b")
                + unit("varied|==|device.mac", "a", "b"), onto: before)
        #expect(export.files.isEmpty)
        #expect(
            words(export) == [
                "warning: \"flat|==|plural.one\" is left out: it would be a plain text and varied at once [overlapping-shapes]",
                "warning: \"flat|==|plural.other\" is left out: it would be a plain text and varied at once [overlapping-shapes]",
                "warning: \"varied\" is left out: it would be a plain text and varied at once [overlapping-shapes]",
                "warning: \"varied|==|device.mac\" is left out: it is varied by plural already [overlapping-shapes]",
            ])
        #expect(export.counts["fr"]?.skipped == [.conflict: 4])
    }

    /// Gotcha 31: ids that may be a key or a variation are asked of the catalog, and reported without one.
    @Test func ambiguousAndUnknownIDs() throws {
        let units =
            unit("a|==|plural.one", "x", "y") + unit("literal|==|text", "x", "y") + unit("w|==|width.20", "x", "y")
        let alone = try convert(units)
        #expect(alone.counts["fr"]?.written == 1)
        #expect(alone.counts["fr"]?.skipped == [.unknownID: 2])
        #expect(alone.findings.map(\.code) == [.ambiguousID, .unknownVariation])
        let before = try Catalogs.make(Catalogs.entry("a|==|plural.one", ["en": Catalogs.unit("x")]))
        let known = try convert(units, onto: before)
        #expect(try catalog(known).text(of: "a|==|plural.one", in: "fr")?.value == "y")
    }

    /// Gotcha 15: an id that comes again.
    @Test func repeatedIDs() throws {
        let export = try convert(unit("a", "x", "1") + unit("a", "x", "1") + unit("a", "x", "2"))
        #expect(try catalog(export).text(of: "a", in: "fr")?.value == "1")
        #expect(export.counts["fr"]?.skipped == [.duplicate: 1, .conflict: 1])
        #expect(export.findings.map(\.code) == [.duplicateID, .conflictingTarget])
    }

    /// Gotcha 17: an empty target clears the text when its state says so, and is left out otherwise.
    @Test func emptyTargets() throws {
        let before = try Catalogs.make(
            [Catalogs.entry("a", ["fr": Catalogs.unit("1")]), Catalogs.entry("b", ["fr": Catalogs.unit("2")])]
                .joined(separator: ","))
        let export = try convert(
            "<trans-unit id=\"a\"><source>x</source><target state=\"translated\"/></trans-unit>"
                + "<trans-unit id=\"b\"><source>x</source><target/></trans-unit>", onto: before)
        #expect(try catalog(export).text(of: "a", in: "fr")?.value == "")
        #expect(try catalog(export).text(of: "b", in: "fr")?.value == "2")
        #expect(export.counts["fr"]?.skipped == [.emptyTarget: 1])
    }

    /// Texts that a machine translated need version 1.3, comments that one wrote 1.1 of the format; a catalog in which nothing changes keeps its bytes.
    @Test func versions() throws {
        let before = try Catalogs.make(
            "\"a\":{\"comment\":\"c\",\"isCommentAutoGenerated\":true,\"localizations\":{\"fr\":{\(Catalogs.unit("1"))}}}"
        )
        #expect(try catalog(convert(unit("a", "a", "2"), onto: before)).version == "1.1")
        #expect(try catalog(convert(unit("a", "a", "1"), onto: before)) == before)
        let machine =
            "<trans-unit id=\"a\"><source>a</source>"
            + "<target state=\"translated\" state-qualifier=\"leveraged-mt\">2</target></trans-unit>"
        let translated = try catalog(convert(machine, onto: before))
        #expect(translated.version == "1.3")
        #expect(translated.text(of: "a", in: "fr") == .init("2", state: "machine_translated"))
        let newer = try Catalogs.make(Catalogs.entry("a", ["fr": Catalogs.unit("1")]), version: "2.0")
        #expect(try catalog(convert(unit("a", "a", "2"), onto: newer)).version == "2.0")
    }

    /// Gotcha 36: the second run changes no byte; what else the catalog holds by then is kept.
    @Test func writingTwice() throws {
        try Places.withFolder { folder in
            let before = try Catalogs.make(Catalogs.entry("a", ["de": Catalogs.unit("eins")]))
            try Data(before.contents()).write(to: folder.appendingPathComponent("Localizable.xcstrings"))
            let document = xliff(original: "Localizable.xcstrings", target: "fr", unit("a", "a", "un"))
            // Nobody tells the exporter of the file that is there: writing updates it in place all the same.
            let export = try XLIFFDocument(data: Data(document.utf8)).stringsFiles()
            #expect(try export.write(to: folder).changed == ["Localizable.xcstrings"])
            #expect(try export.write(to: folder).unchanged == ["Localizable.xcstrings"])
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("Localizable.xcstrings")))
            let after = try StringCatalog(bytes: bytes, name: "")
            #expect(after.text(of: "a", in: "de")?.value == "eins")
            #expect(after.text(of: "a", in: "fr")?.value == "un")
        }
    }

    @Test func aCatalogThatCannotBeReadIsNotReplaced() throws {
        let export = try convert(
            Array(xliff(original: "Localizable.xcstrings", target: "fr", unit("a", "a", "un")).utf8),
            onto: Array("{\"strings\":".utf8))
        #expect(export.findings.map(\.code) == [.existingFile])
        try Places.withFolder { folder in
            try Data("{".utf8).write(to: folder.appendingPathComponent("Localizable.xcstrings"))
            #expect(throws: StringsExport.WriteError.self) { try export.write(to: folder) }
        }
    }

    // MARK: Compiled

    @Test func plainTextsCompiled() throws {
        let export = try convert(
            unit("b", "B", "2") + unit("a", "A", "1"), formats: [.strings, .stringsdict])
        #expect(export.files.map(\.path) == ["fr.lproj/Localizable.strings"])
        #expect(
            String(decoding: export.files[0].contents(), as: UTF8.self)
                == "/* (No Comment) */\n\"a\" = \"1\";\n\n/* (No Comment) */\n\"b\" = \"2\";\n\n")
    }

    /// Gotcha 16: the units of a catalog in two files, and no key in both but for the text for other devices.
    @Test func variationsCompiled() throws {
        let units =
            unit("p|==|plural.one", "%lld s", "%lld t") + unit("p|==|plural.other", "%lld s", "%lld t")
            + unit("d|==|device.iphone", "s", "i") + unit("d|==|device.other", "s", "o")
            + unit("s", "%1$#@N@", "[%1$#@N@]") + unit("s|==|substitutions.N.plural.other", "%1$ld s", "%1$ld t")
            + unit("q", "q", "r")
        let export = try convert(units, formats: [.strings, .stringsdict])
        #expect(export.files.map(\.path) == ["fr.lproj/Localizable.strings", "fr.lproj/Localizable.stringsdict"])
        #expect(export.files[0].entries.map(\.key) == ["d", "q"])
        let rules = try StringsDictionary(bytes: export.files[1].contents(), name: "")
        #expect(rules.keys == ["d", "p", "s"])
        #expect(rules[path: ["p", "value", "one"]] == "%lld t")
        #expect(rules[path: ["p", "NSStringLocalizedFormatKey"]] == "%#@value@")
        #expect(rules[path: ["d", "NSStringDeviceSpecificRuleType", "iphone"]] == "i")
        #expect(rules[path: ["s", "NSStringLocalizedFormatKey"]] == "[%#@N@]")
        #expect(rules[path: ["s", "N", "NSStringFormatValueTypeKey"]] == "ld")
        #expect(rules[path: ["s", "N", "other"]] == "%1$ld t")
        #expect(rules.structureFindings(file: "", categories: nil).isEmpty)
        #expect(export.counts["fr"]?.written == 7)
        // Only what can be written counts as written.
        let plain = try convert(units, formats: [.strings])
        #expect(plain.counts["fr"] == .init(units: 7, written: 1, skipped: [.format: 6]))
        #expect(plain.files.map(\.path) == ["fr.lproj/Localizable.strings"])
    }

    /// All catalogs of the exports of Xcode 27 compile, and every unit that is translated is in a file.
    @Test(.enabled(if: Places.hasData)) func theOracleCompiled() throws {
        let url = Places.data.appendingPathComponent("oracle-xcode27/catalog-matrix.exported.xliff")
        let export = try convert([UInt8](try Data(contentsOf: url)), formats: [.strings, .stringsdict])
        let rules = try StringsDictionary(bytes: export.files[1].contents(), name: "")
        #expect(
            rules.keys.sorted() == [
                "chained", "device", "multi", "name_A..B", "name_é", "plural", "sub_DOT.NAME", "substitution",
                "target_only_device", "target_only_plural", "target_only_substitution", "varied|==|key",
            ])
        #expect(rules.structureFindings(file: "", categories: nil).isEmpty)
        #expect(rules[path: ["multi", "NSStringLocalizedFormatKey"]] == "Yards %2$#@YARDS@ oiseaux %1$#@BIRDS@")
        #expect(rules[path: ["multi", "YARDS", "other"]] == "FR yards %2$lld many")
        #expect(export.files[0].entries.count == 14)
    }
}
