import Foundation
import GalleyXLIFF
import Testing

@Suite struct XLIFFExporterTests {
    private func put(_ text: String, at path: String, in folder: URL) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func export(_ folder: URL, _ options: XLIFFExporter.Options = .init()) throws -> XLIFFExport {
        try XLIFFExporter(project: LocalizedProject(inputs: [folder.path]), options: options).export()
    }

    @Test func sourcesTargetsAndNotes() throws {
        try Places.withFolder { (folder: URL) throws in
            try put(
                "/* One */\n\"b\" = \"Bee\";\n/* (No Comment) */\n\"a\\n\" = \"Ay\";\n\"c\"=\"See\";",
                at: "App/en.lproj/L.strings", in: folder)
            try put("\"b\" = \"Biene\";\n/* mine */\n\"z\" = \"übrig\";", at: "App/de.lproj/L.strings", in: folder)
            let export = try export(folder)
            #expect(export.sourceLanguage == "en")
            let file = try #require(export.documents.first?.document.files.first)
            #expect(export.documents.map(\.locale) == ["de"])
            #expect(file.original == "App/en.lproj/L.strings")
            #expect(file.targetLanguage == "de" && file.sourceLanguage == "en" && file.datatype == "plaintext")
            #expect(file.units.map(\.id) == ["a\n", "b", "c", "z"])
            #expect(file.units.map(\.source) == ["Ay", "Bee", "See", "z"])
            #expect(file.units.map(\.target) == [nil, "Biene", nil, "übrig"])
            #expect(file.units.map(\.note) == ["", "One", "", "mine"])
            #expect(export.findings.map(\.code) == [.missingSource])
            #expect(export.documents[0].unitCount == 4 && export.documents[0].translatedCount == 2)
        }
    }

    /// Gotcha 1: the same name in several folders; files in the order of their paths, without regard to case.
    @Test func severalTablesAndLocales() throws {
        try Places.withFolder { (folder: URL) throws in
            for (path, text) in [
                ("b/Base.lproj/L.strings", "\"k\"=\"base\";"), ("b/en.lproj/L.strings", "\"k\"=\"english\";"),
                ("b/fr.lproj/L.strings", "\"k\"=\"f\";"), ("A/en.lproj/L.strings", "\"k\"=\"2\";"),
                ("A/en.lproj/I.strings", "\"k\"=\"3\";"), ("A/pt-BR.lproj/I.strings", "\"k\"=\"p\";"),
                ("Pods/X/en.lproj/L.strings", "\"k\"=\"no\";"), (".build/en.lproj/L.strings", "\"k\"=\"no\";"),
                ("x.xcloc/Source Contents/en.lproj/L.strings", "\"k\"=\"no\";"), ("A/L.strings", "\"k\"=\"no\";"),
            ] { try put(text, at: path, in: folder) }
            let export = try export(folder)
            #expect(export.documents.map(\.locale) == ["fr", "pt-BR"])
            let originals = export.documents.map { $0.document.files.map(\.original) }
            #expect(originals[0] == ["A/en.lproj/I.strings", "A/en.lproj/L.strings", "b/Base.lproj/L.strings"])
            #expect(originals[1] == originals[0])
            #expect(export.documents[0].document.files[2].units.map(\.source) == ["base"])
            let one = try self.export(folder, .init(locales: ["ja", "ja"]))
            #expect(one.documents.map(\.locale) == ["ja"])
            #expect(one.documents[0].translatedCount == 0 && one.documents[0].unitCount == 3)
            #expect(throws: XLIFFError.self) { try self.export(folder, .init(locales: ["../x"])) }
        }
    }

    @Test func theDevelopmentLanguage() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"k\"=\"1\";", at: "de.lproj/L.strings", in: folder)
            try put("\"k\"=\"2\";", at: "fr.lproj/L.strings", in: folder)
            #expect {
                try export(folder)
            } throws: {
                ($0 as? XLIFFError)?.finding.code == .missingSourceLanguage
            }
            #expect(try export(folder, .init(sourceLanguage: "fr")).documents.map(\.locale) == ["de"])
            try put("let package = Package(name: \"P\", defaultLocalization: \"de\",", at: "Package.swift", in: folder)
            #expect(try export(folder).sourceLanguage == "de")
            try put("\t\tdevelopmentRegion = \"fr\";\n", at: "P.xcodeproj/project.pbxproj", in: folder)
            let found = try export(folder)
            #expect(found.sourceLanguage == "fr")
            #expect(found.documents[0].document.files[0].original == "fr.lproj/L.strings")
        }
    }

    @Test func interfaceFiles() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("<document/>", at: "App/Base.lproj/Main.storyboard", in: folder)
            try put(
                """
                /* Class = "UILabel"; text = "Say \\"Hi\\"\\nnow"; ObjectID = "a-b"; */
                "a-b.text" = "Sag";
                /* Class = "UISegmentedControl"; c-d.segmentTitles[0] = "First"; ObjectID = "c-d"; */
                "c-d.segmentTitles[0]" = "Erstes";
                """, at: "App/de.lproj/Main.strings", in: folder)
            let file = try #require(
                try export(folder, .init(sourceLanguage: "en")).documents.first?.document.files.first)
            #expect(file.original == "App/Base.lproj/Main.storyboard")
            #expect(file.units.map(\.source) == ["Say \"Hi\"\nnow", "First"])
        }
    }

    @Test func inputsThatAreFiles() throws {
        try Places.withFolder { (folder: URL) throws in
            for path in ["A/en.lproj/L.strings", "A/de.lproj/L.strings", "B/en.lproj/L.strings", "C/L.strings"] {
                try put("\"k\"=\"\(path)\";", at: path, in: folder)
            }
            let file = folder.appendingPathComponent("A/en.lproj/L.strings").path
            let export = try XLIFFExporter(project: LocalizedProject(inputs: [file])).export()
            #expect(export.documents.map(\.locale) == ["de"])
            #expect(export.documents[0].document.files.map(\.original) == ["en.lproj/L.strings"])
            let two = try LocalizedProject(inputs: [file, folder.appendingPathComponent("B/en.lproj").path])
            #expect(two.tables.map(\.folder) == ["A", "B"])
            let loose = try LocalizedProject(inputs: [folder.appendingPathComponent("C/L.strings").path])
            #expect(loose.tables.first?.original(sourceLanguage: "en") == "L.strings")
            for nothing in ["none", "A/none"] {
                #expect(throws: XLIFFError.self) {
                    try LocalizedProject(inputs: [folder.appendingPathComponent(nothing).path])
                }
            }
        }
    }

    @Test func aFaultyTableStandsAgainstWriting() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"k\"=\"1\";", at: "en.lproj/L.strings", in: folder)
            try put("\"k\"=\"2\"", at: "de.lproj/L.strings", in: folder)
            let export = try export(folder)
            #expect(export.hasErrors)
            #expect(throws: StringsExport.WriteError.self) { try export.write(to: folder) }
            #expect(try Places.files(below: folder).count == 2)
        }
    }

    // MARK: Plural rules

    private func rules(_ forms: [String: String], format: String = "%#@N@") -> String {
        let strings = forms.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key><string>\($0.value)</string>" }
            .joined()
        return """
            <plist version="1.0"><dict><key>n/of:x</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>\(format)</string>
            <key>N</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string>\(strings)</dict></dict></dict></plist>
            """
    }

    /// The categories of the target's language, each with a source; "zero" is for 0 in every language.
    @Test(arguments: [
        ("ru", ["few", "many", "one", "other"]), ("ja", ["other", "zero"]), ("fr", ["one", "other"]),
        ("ar", ["few", "many", "one", "other", "two", "zero"]),
    ])
    func pluralRules(locale: String, categories: [String]) throws {
        try Places.withFolder { (folder: URL) throws in
            var forms = ["one": "%d thing", "other": "%d things"]
            if categories.contains("zero") { forms["zero"] = "nothing" }
            try put(rules(forms), at: "en.lproj/L.stringsdict", in: folder)
            try put(rules(["other": "X"], format: "%#@N@!"), at: "\(locale).lproj/L.stringsdict", in: folder)
            let file = try #require(try export(folder).documents.first?.document.files.first)
            #expect(file.original == "en.lproj/L.stringsdict")
            let prefix = "/n/of:x:dict/"
            #expect(
                file.units.map(\.id)
                    == (categories.map { "\(prefix)N:dict/\($0):dict/:string" }
                        + ["\(prefix)NSStringLocalizedFormatKey:dict/:string"]))
            #expect(file.units.map(\.source) == categories.map { forms[$0] ?? "%d things" } + ["%#@N@"])
            #expect(file.units.map(\.target) == categories.map { $0 == "other" ? "X" : nil } + ["%#@N@!"])
        }
    }

    /// What only the translation has goes out too.
    @Test func rulesOfTheTranslationAlone() throws {
        try Places.withFolder { (folder: URL) throws in
            try put(rules(["other": "things"]), at: "en.lproj/L.stringsdict", in: folder)
            try put(
                rules(["other": "X", "many": "Y"]).replacingOccurrences(of: "n/of:x", with: "own"),
                at: "de.lproj/L.stringsdict", in: folder)
            let export = try export(folder)
            let targets = export.documents[0].document.files[0].units.filter { $0.target != nil }
            #expect(targets.map(\.source) == ["Y", "X", "%#@N@"])
            #expect(targets.map(\.target) == targets.map(\.source))
            #expect(export.findings.map(\.code) == [.missingSource])
        }
    }

    // MARK: Catalogs

    @Test func catalogStatesAndShapes() throws {
        let catalog = """
            { "sourceLanguage" : "en", "strings" : {
              "new" : {"comment" : "made", "isCommentAutoGenerated" : true,
                "localizations" : {"ru" : {"stringUnit" : {"state" : "new", "value" : "N"}}}},
              "review" : {"localizations" : {"ru" : {"stringUnit" : {"state" : "needs_review", "value" : "R"}}}},
              "machine" : {"localizations" : {"ru" : {"stringUnit" : {"state" : "machine_translated", "value" : "M"}}}},
              "fixed" : {"shouldTranslate" : false},
              "plural" : {"localizations" : {"en" : {"variations" : {"plural" : {
                "one" : {"stringUnit" : {"state" : "translated", "value" : "%lld one"}},
                "other" : {"stringUnit" : {"state" : "translated", "value" : "%lld other"}}}}}}},
              "flat" : {"localizations" : {"ru" : {"stringUnit" : {"state" : "translated", "value" : "F"}},
                "en" : {"variations" : {"device" : {
                "iphone" : {"stringUnit" : {"state" : "translated", "value" : "tap"}},
                "other" : {"stringUnit" : {"state" : "translated", "value" : "click"}}}}}}},
              "varied" : {"localizations" : {"ru" : {"variations" : {"plural" : {
                "other" : {"stringUnit" : {"state" : "translated", "value" : "V"}}}}}}}
            }, "version" : "1.0" }
            """
        try Places.withFolder { (folder: URL) throws in
            try put(catalog, at: "L.xcstrings", in: folder)
            let file = try #require(try export(folder).documents.first?.document.files.first)
            #expect(file.original == "L.xcstrings" && file.targetLanguage == "ru")
            let rows = file.units.map { "\($0.id ?? "")=\($0.source ?? "")>\($0.target ?? "-") \($0.state ?? "")" }
            #expect(
                rows == [
                    "fixed=fixed>- ", "flat=click>F translated", "machine=machine>M translated", "new=new>N new",
                    "plural|==|plural.few=%lld other>- ", "plural|==|plural.many=%lld other>- ",
                    "plural|==|plural.one=%lld one>- ", "plural|==|plural.other=%lld other>- ",
                    "review=review>R needs-review-l10n", "varied|==|plural.few=varied>- ",
                    "varied|==|plural.many=varied>- ", "varied|==|plural.one=varied>- ",
                    "varied|==|plural.other=varied>V translated",
                ])
            #expect(file.units[0].isTranslatable == false && file.units[1].isTranslatable)
            #expect(file.units[2].stateQualifier == "leveraged-mt")
            #expect(file.units[3].notes.map(\.author) == ["auto-generated"])
        }
    }

    /// What Xcode exported of these very catalogs.
    @Test(.enabled(if: Places.hasData)) func catalogsAsXcodeExportsThem() throws {
        let pair = Places.data.appendingPathComponent("pairs/keepingyouawake-xcstrings-de")
        let golden = try XLIFFDocument(contentsOf: pair.appendingPathComponent("input.xliff")).content
        let made = try export(pair.appendingPathComponent("expected"), .init(locales: ["de"])).documents[0].document
            .content
        #expect(made.count == 2)
        for file in made {
            let xcode = golden.first { $0.original == file.original }
            #expect(file.units == xcode?.units)
        }
    }

    /// The sources of a bundle give the units of its document, in order, with notes.
    @Test(.enabled(if: Places.hasData)) func sourceContentsOfABundle() throws {
        let bundle = Places.data.appendingPathComponent("xcloc/ar.xcloc")
        let golden = try XLIFFDocument(contentsOf: bundle.appendingPathComponent("Localized Contents/ar.xliff"))
        let made = try export(bundle.appendingPathComponent("Source Contents"), .init(locales: ["ar"])).documents[0]
            .document
        #expect(made.files.map(\.original) == golden.files.map(\.original))
        for (file, xcode) in zip(made.files, golden.files) {
            #expect(file.units.map(\.id) == xcode.units.map(\.id), "\(file.original)")
            #expect(file.units.map(\.source) == xcode.units.map(\.source), "\(file.original)")
            #expect(file.units.map(\.note) == xcode.units.map(\.note), "\(file.original)")
        }
    }

    // MARK: Writing

    @Test func aDocumentOfTranslatorsIsNotReplaced() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"k\"=\"1\";\"l\"=\"2\";", at: "en.lproj/L.strings", in: folder)
            let out = folder.appendingPathComponent("out")
            let options = XLIFFExporter.Options(locales: ["de"])
            #expect(try export(folder, options).write(to: out).created == ["de.xliff"])
            #expect(try export(folder, options).write(to: out).unchanged == ["de.xliff"])
            let file = out.appendingPathComponent("de.xliff")
            let edited = try String(contentsOf: file, encoding: .utf8)
                .replacingOccurrences(of: "<source>1</source>", with: "<source>1</source><target>eins</target>")
            try Data(edited.utf8).write(to: file)
            #expect {
                try export(folder, options).write(to: out)
            } throws: {
                ($0 as? StringsExport.WriteError)?.findings.map(\.code) == [.existingKeys]
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == edited)
            // The same translation in the project: nothing is lost.
            try put("\"k\"=\"eins\";", at: "de.lproj/L.strings", in: folder)
            #expect(try export(folder, options).write(to: out).changed == ["de.xliff"])
            try put("\"k\"=\"zwei\";", at: "de.lproj/L.strings", in: folder)
            var force = XLIFFExport.WriteOptions()
            force.replacesTranslations = true
            #expect(try export(folder, options).write(to: out, options: force).changed == ["de.xliff"])
        }
    }

    @Test func bundles() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"k\"=\"1\";", at: "App/en.lproj/L.strings", in: folder)
            try put("developmentRegion = en;", at: "My.xcodeproj/project.pbxproj", in: folder)
            let out = folder.appendingPathComponent("out")
            var options = XLIFFExport.WriteOptions()
            options.isBundle = true
            try export(folder, .init(locales: ["de"])).write(to: out, options: options)
            let files = try Places.files(below: out)
            #expect(
                files.keys.sorted() == [
                    "de.xcloc/Localized Contents/de.xliff", "de.xcloc/Source Contents/App/en.lproj/L.strings",
                    "de.xcloc/contents.json",
                ])
            let json = try #require(files["de.xcloc/contents.json"])
            let manifest = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
            #expect(manifest?["developmentRegion"] as? String == "en")
            #expect(manifest?["project"] as? String == "My.xcodeproj")
            #expect(manifest?["targetLocale"] as? String == "de")
            #expect(manifest?["version"] as? String == "1.0")
            // Xcode's own reader of such bundles is the same as ours: what it finds inside.
            let inside = try XLIFFInputFile.documents(at: out.appendingPathComponent("de.xcloc").path)
            #expect(inside.count == 1)
        }
    }

    // MARK: What XLIFF cannot hold

    /// Gotcha 9: a control character cannot even be written as a reference; XLIFF 2 has an element for it.
    @Test func controlCharacters() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"a\"=\"x\\U0007\";\"b\\U0007\"=\"y\";\"c\"=\"z\";", at: "en.lproj/L.strings", in: folder)
            var options = XLIFFExporter.Options(locales: ["de"])
            let plain = try export(folder, options)
            #expect(plain.documents[0].document.files[0].units.map(\.id) == ["c"])
            #expect(plain.findings.map(\.code) == [.illegalCharacter, .illegalCharacter])
            options.version = .xliff21
            let made = try export(folder, options)
            #expect(made.findings.count == 1)
            let back = try XLIFFDocument(data: Data(made.contents(of: made.documents[0])), name: "x.xliff")
            #expect(back.files[0].units.map(\.key) == ["a", "c"])
            #expect(back.files[0].units.map(\.source) == ["x\u{7}", "z"])
        }
    }

    // MARK: There and back

    /// The files that come of a document.
    private func convert(_ export: XLIFFExport, _ document: XLIFFExport.Document) throws -> [StringsExport.File] {
        var options = StringsExporter.Options()
        options.emptyTargets = .keep
        options.states = .all
        let document = try XLIFFDocument(data: Data(export.contents(of: document)), name: "x.xliff")
        #expect(!document.findings.contains { $0.severity == .error })
        return document.stringsFiles(options: options).files
    }

    /// Tables of any keys, values and comments come back byte for byte, through either version.
    @Test(arguments: XLIFFWriter.Version.allCases)
    func randomTablesComeBack(version: XLIFFWriter.Version) throws {
        var generator = SplitMix(state: 99)
        for _ in 0..<40 {
            try Places.withFolder { (folder: URL) throws in
                // The locale's table has keys of its own, and its own comments for them.
                func table(_ keys: [String]) -> [StringsEntry] {
                    keys.map { key in
                        let comment = key.utf8.count % 3 == 0 ? "" : "about \(key.utf8.count)"
                        return StringsEntry(key: key, value: RandomDocument.string(&generator), comment: comment)
                    }
                }
                let keys = Set((0..<8).map { "\($0)" + RandomDocument.string(&generator) }).sorted()
                let translation = StringsWriter.contents(of: StringsEntries(table(Array(keys.dropFirst(2)))))
                let source = StringsWriter.contents(of: StringsEntries(table(Array(keys.dropLast(2)))))
                try put(String(decoding: source, as: UTF8.self), at: "en.lproj/L.strings", in: folder)
                try put(String(decoding: translation, as: UTF8.self), at: "de.lproj/L.strings", in: folder)
                var options = XLIFFExporter.Options()
                options.version = version
                let export = try export(folder, options)
                let files = try convert(export, export.documents[0])
                #expect(files.map(\.path) == ["de.lproj/L.strings"])
                #expect(
                    String(decoding: files[0].contents(), as: UTF8.self) == String(decoding: translation, as: UTF8.self)
                )
            }
        }
    }

    /// Every table in Xcode's format that goes out comes back byte for byte, but for empty ones, of which nothing goes out;
    /// plural rules come back with the same strings.
    private func expectIdentity(_ folder: URL, version: XLIFFWriter.Version) throws -> Int {
        let golden = try Places.files(below: folder).filter { !$0.key.hasSuffix(".xcstrings") }
        var options = XLIFFExporter.Options(sourceLanguage: "en")
        options.version = version
        let export = try export(folder, options)
        #expect(!export.hasErrors)
        var count = 0
        for document in export.documents {
            for file in try convert(export, document) {
                let expected = try #require(golden[file.path], "\(file.path) was not there")
                count += 1
                let contents = file.contents()
                guard file.path.hasSuffix(".strings") else {
                    // The types of values are not in XLIFF; they come from the project, or are made out.
                    func leaves(_ bytes: [UInt8]) throws -> Set<[String]> {
                        let leaves = try StringsDictionary(bytes: bytes, name: file.path).leaves
                        return Set(
                            leaves.filter { $0.path.last != StringsDictionary.Key.valueType }.map {
                                $0.path + [$0.string]
                            })
                    }
                    #expect(try leaves(contents) == leaves(expected))
                    continue
                }
                // What Xcode's format makes of the table: one file of the data was edited by hand.
                let table = try StringsFile(bytes: expected, name: file.path)
                #expect(
                    contents == StringsWriter.contents(of: StringsEntries(table.entries)),
                    "\(folder.path) \(file.path)")
                if contents != expected { #expect(file.path == "KeepingYouAwake/ja.lproj/Localizable.strings") }
            }
        }
        return count
    }

    // MARK: Catalogs, there and back

    /// Into an empty folder: each text that there was is there, with its state.
    @Test(.enabled(if: Places.hasData), arguments: XLIFFWriter.Version.allCases)
    func realCatalogsComeBack(version: XLIFFWriter.Version) throws {
        let folder = Places.data.appendingPathComponent("pairs/keepingyouawake-xcstrings-de/expected")
        let golden = try Places.files(below: folder)
        var options = XLIFFExporter.Options()
        options.version = version
        let export = try export(folder, options)
        #expect(export.documents.count > 15)
        var texts = 0
        for document in export.documents {
            for file in try convert(export, document) {
                let bytes = try #require(golden[file.path], "\(file.path) was not there")
                let old = try StringCatalog(bytes: bytes, name: file.path)
                let new = try StringCatalog(bytes: file.contents(), name: file.path)
                for key in old.keys {
                    let known = old.text(of: key, in: document.locale)
                    #expect(new.text(of: key, in: document.locale) == known, "\(key) \(document.locale)")
                    texts += known == nil ? 0 : 1
                }
            }
        }
        #expect(texts > 400)
    }

    /// The states of a catalog mean the same through either version: what waits for a review is no translation, what a
    /// machine translated stays so.
    @Test(arguments: XLIFFWriter.Version.allCases)
    func statesComeBack(version: XLIFFWriter.Version) throws {
        let states = ["translated", "needs_review", "new", "machine_translated"]
        let entries = states.map {
            "\"\($0)\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"\($0)\",\"value\":\"v\"}}}}"
        }
        let json = "{\"sourceLanguage\":\"en\",\"strings\":{\(entries.joined(separator: ","))},\"version\":\"1.0\"}"
        try Places.withFolder { (folder: URL) throws in
            try Data(json.utf8).write(to: folder.appendingPathComponent("Localizable.xcstrings"))
            var options = XLIFFExporter.Options(locales: ["de"])
            options.version = version
            let export = try export(folder, options)
            let made = try #require(export.documents.first)
            let document = try XLIFFDocument(data: Data(export.contents(of: made)), name: "x.xliff")
            let result = document.stringsFiles()
            let catalog = try StringCatalog(bytes: try #require(result.files.first).contents(), name: "x.xcstrings")
            #expect(catalog.text(of: "translated", in: "de")?.state == "translated")
            #expect(catalog.text(of: "machine_translated", in: "de")?.state == "machine_translated")
            #expect(catalog.text(of: "needs_review", in: "de") == nil)
            #expect(catalog.text(of: "new", in: "de") == nil)
        }
    }

    /// Into the project itself: no byte changes.
    @Test(.enabled(if: Places.hasData), arguments: XLIFFWriter.Version.allCases)
    func aProjectStaysAsItIs(version: XLIFFWriter.Version) throws {
        for pair in ["keepingyouawake-xcstrings-de", "damus-de", "focus-he", "princessguide-ja"] {
            let golden = Places.data.appendingPathComponent("pairs/\(pair)/expected")
            try Places.withFolder { (folder: URL) throws in
                let project = folder.appendingPathComponent("project")
                try FileManager.default.copyItem(at: golden, to: project)
                var options = XLIFFExporter.Options(sourceLanguage: "en")
                options.version = version
                let export = try export(project, options)
                var exporter = StringsExporter()
                exporter.sources = SourceContents(folders: [project.path])
                for document in export.documents {
                    let document = try XLIFFDocument(data: Data(export.contents(of: document)), name: "x.xliff")
                    for file in document.files { exporter.add(file) }
                    exporter.endDocument(named: document.name)
                }
                let report = try exporter.finish().write(to: project, existing: .merge)
                #expect(report.created.isEmpty && report.changed.isEmpty, "\(pair) \(report)")
                #expect(!report.unchanged.isEmpty)
            }
        }
    }

    /// The oracle's documents become catalogs, and these the same documents again: ids of every shape, `%arg`, states.
    @Test(
        .enabled(if: Places.hasData),
        arguments: [
            "catalog-matrix.exported", "device-root-substitution.exported", "multiple-catalogs.reexported",
            "plural-fallback.exported",
        ])
    func documentsOfXcode27(name: String) throws {
        try Places.withFolder { (folder: URL) throws in
            let golden = try XLIFFDocument(
                contentsOf: Places.data.appendingPathComponent("oracle-xcode27/\(name).xliff"))
            var options = StringsExporter.Options()
            options.states = .all
            options.emptyTargets = .keep
            let result = golden.stringsFiles(options: options)
            try result.write(to: folder)
            let locale = try #require(golden.files[0].targetLanguage)
            let made = try export(folder, .init(locales: [locale])).documents[0].document
            #expect(made.files.map(\.original) == golden.files.map(\.original))
            for (file, xcode) in zip(made.files, golden.files) {
                // What was never translated is not in the catalog, nor is the one id that may mean two things.
                let known = xcode.units.filter { $0.target != nil && $0.id != "ambiguous|==|plural.one" }
                let units = file.units.filter { $0.target != nil }
                #expect(units.map(\.id) == known.map(\.id))
                for (unit, xcode) in zip(units, known) {
                    let id = xcode.id ?? ""
                    #expect(unit.source == xcode.source, "\(id)")
                    #expect(unit.target == xcode.target, "\(id)")
                    #expect(unit.note == xcode.note, "\(id)")
                    #expect(unit.notes == xcode.notes, "\(id)")
                    // What is taken in spite of such a state is translated from then on.
                    if xcode.state == "new" || xcode.state == "needs-review-l10n" { continue }
                    #expect(unit.state == xcode.state && unit.stateQualifier == xcode.stateQualifier, "\(id)")
                }
            }
        }
    }

    @Test(arguments: XLIFFWriter.Version.allCases)
    func theCorpusComesBack(version: XLIFFWriter.Version) throws {
        let folder = Places.corpus.appendingPathComponent("expected")
        let tables = try Places.files(below: folder).filter {
            !$0.value.elementsEqual("/* No Localized Strings */\n".utf8)
        }
        #expect(try expectIdentity(folder, version: version) == tables.count)
    }

    @Test(
        .enabled(if: Places.hasData),
        arguments: [
            ("damus-de", 3), ("focus-de", 6), ("focus-he", 6), ("focus-zh-CN", 6), ("keepingyouawake-ja", 8),
            ("princessguide-ja", 3),
        ], XLIFFWriter.Version.allCases)
    func realTablesComeBack(pair: (String, Int), version: XLIFFWriter.Version) throws {
        let folder = Places.data.appendingPathComponent("pairs/\(pair.0)/expected")
        #expect(try expectIdentity(folder, version: version) == pair.1)
    }
}
