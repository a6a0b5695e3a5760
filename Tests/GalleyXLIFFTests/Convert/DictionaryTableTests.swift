import Foundation
import GalleyMarkup
import GalleyTestSupport
import GalleyXLIFF
import Testing

/// Units of a `.stringsdict` file become one.
@Suite struct DictionaryTableTests {
    typealias Key = StringsDictionary.Key
    static let path = "App/tlh.lproj/Localizable.stringsdict"

    private func id(_ path: String...) -> String { StringsDictionaryUnitID(path: path).description }

    private func convert(
        _ units: String..., target: String = "tlh", sources: [String] = [], options: StringsExporter.Options = .init()
    ) throws -> StringsExport {
        let text = xliff(
            original: "App/en.lproj/Localizable.stringsdict", target: target, units.joined(separator: "\n"))
        let reader = XLIFFReader(source: XMLMemorySource(Array(text.utf8)), name: "de.xliff")
        var exporter = StringsExporter(options: options)
        exporter.sources = SourceContents(folders: sources)
        while let file = try reader.next() { exporter.add(file) }
        exporter.endDocument(named: "de.xliff")
        let result = exporter.finish()
        #expect(result.counts.values.allSatisfy { $0.units == $0.written + $0.skippedTotal })
        return result
    }

    private func rules(_ export: StringsExport) throws -> StringsDictionary {
        try StringsDictionary(bytes: try #require(export.files.first).contents(), name: "made")
    }

    private func messages(_ export: StringsExport) -> [String] {
        export.findings.map { "\($0.severity): \($0.message)" }
    }

    @Test func rulesAndTypesAreAdded() throws {
        let export = try convert(
            unit(id("n", "N", "one"), "%d file", "%d Datei"), unit(id("n", "N", "other"), "%d files", "%d Dateien"),
            unit(id("n", Key.format), "%#@N@", "%#@N@"))
        #expect(export.files.map(\.path) == [Self.path] && export.findings.isEmpty)
        #expect(
            try rules(export).root == [
                "n": [
                    "N": [
                        Key.specificationType: "NSStringPluralRuleType", Key.valueType: "d", "one": "%d Datei",
                        "other": "%d Dateien",
                    ], Key.format: "%#@N@",
                ]
            ])
        #expect(export.counts["tlh"] == .init(units: 3, written: 3))
    }

    /// The specifier of the variable's own argument: in a form of the target, in one of the source, or none.
    @Test(arguments: [
        ("%#@N@", "%lld x", "Eins", "lld"), ("%#@N@", "%d", "%1$li", "li"), ("%#@N@", "%2$@, %1$u", "x", "u"),
        ("%@ %#@N@", "%@ %d", "%d", "d"), ("%2$#@N@", "%1$@ %2$.1f", "x", "f"), ("%#@N@", "%5.2lf", "x", "lf"),
        ("%1$#@N@", "%@", "x", "@"),
    ])
    func valueTypes(format: String, source: String, target: String, type: String) throws {
        let export = try convert(
            unit(id("n", "N", "other"), source, target), unit(id("n", Key.format), format, format))
        #expect(try rules(export)[path: ["n", "N", Key.valueType]] == type)
        #expect(export.findings.isEmpty)
    }

    @Test func anUnknownTypeIsReported() throws {
        let export = try convert(
            unit(id("n", "N", "other"), "%2$@ sats", "%2$@ sats"), unit(id("n", Key.format), "%1$#@N@", "%1$#@N@"))
        #expect(try rules(export)[path: ["n", "N", Key.valueType]] == "d")
        #expect(
            messages(export) == [
                "warning: no form of the variable \"N\" of \"n\" shows the type of its number; \"d\" is written"
            ])
        #expect(export.findings.first?.position != nil && export.findings.first?.locale == "tlh")
    }

    /// The bundle's sources, or the project's, know the types.
    @Test func typesOfTheSources() throws {
        try Places.withFolder { (folder: URL) throws in
            let source = StringsDictionary([
                "n": [
                    Key.format: "%1$#@N@",
                    "N": [Key.specificationType: "NSStringPluralRuleType", Key.valueType: "@", "other": "x"],
                ]
            ])
            try put(source, at: "App/en.lproj/Localizable.stringsdict", in: folder)
            let units = unit(id("n", "N", "other"), "%2$@ sats", "%2$@ Sats")
            let export = try convert(units, sources: [folder.path])
            #expect(try rules(export)[path: ["n", "N", Key.valueType]] == "@" && export.findings.isEmpty)
            // The file of the locale knows better, its format too.
            let existing = StringsDictionary([
                "n": [
                    Key.format: "x %1$#@N@",
                    "N": [Key.specificationType: "NSStringPluralRuleType", Key.valueType: "ld"],
                ]
            ])
            try put(existing, at: Self.path, in: folder)
            let second = try convert(units, sources: [folder.path])
            #expect(try rules(second)[path: ["n", "N", Key.valueType]] == "ld")
            #expect(try rules(second).format(of: "n") == "x %1$#@N@")
            // A damaged one is no obstacle to reading the XLIFF.
            try Data("{".utf8).write(to: folder.appendingPathComponent(Self.path))
            #expect(try convert(units, sources: [folder.path]).findings.map(\.code) == [.existingFile])
        }
    }

    private func put(_ rules: StringsDictionary, at path: String, in folder: URL) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(rules.contents()).write(to: url)
    }

    /// Gotcha 29.
    @Test func otherIsAssured() throws {
        let fromSource = try convert(
            unit(id("n", "N", "one"), "%d file", "%d Datei"), unit(id("n", "N", "other"), "%d files"),
            unit(id("n", Key.format), "%#@N@", "%#@N@"))
        #expect(try rules(fromSource)[path: ["n", "N", "other"]] == "%d files")
        let fromForm = try convert(
            unit(id("n", "N", "one"), "%d", "%d a"), unit(id("n", "N", "many"), "%d", "%d b"),
            unit(id("n", Key.format), "%#@N@", "%#@N@"))
        #expect(try rules(fromForm)[path: ["n", "N", "other"]] == "%d b")
        #expect(
            messages(fromSource) + messages(fromForm) == [
                "warning: the variable \"N\" of \"n\" has no form \"other\", which is needed; the source's is written",
                "warning: the variable \"N\" of \"n\" has no form \"other\", which is needed; the form \"many\" is written for it",
            ])
    }

    /// Gotcha 30: formats and variables need each other.
    @Test func formatsAndVariables() throws {
        let noFormat = try convert(unit(id("n", "N", "other"), "%d", "%d a"))
        #expect(try rules(noFormat).format(of: "n") == "%#@N@")
        let untranslated = try convert(unit(id("n", "N", "other"), "%d", "%d a"), unit(id("n", Key.format), "In %#@N@"))
        #expect(try rules(untranslated).format(of: "n") == "In %#@N@")
        let onlyReference = try convert(
            unit(id("n", "N", "other"), "%d", "%d a"), unit(id("n", Key.format), "%1$#@N@ %%"))
        #expect(try rules(onlyReference).format(of: "n") == "%1$#@N@ %%" && onlyReference.findings.isEmpty)
        let noVariable = try convert(
            unit(id("n", Key.format), "%#@N@", "%#@N@"), unit(id("n", "N", "other"), "%d %#@M@"),
            unit(id("n", "M", "other"), "%d m"))
        #expect(try rules(noVariable)[path: ["n", "M", "other"]] == "%d m")
        let nothing = try convert(unit(id("n", Key.format), "%#@N@", "%#@N@"))
        let several = try convert(unit(id("n", "N", "other"), "%d", "%d"), unit(id("n", "M", "other"), "%d", "%d"))
        #expect(
            [noFormat, untranslated, noVariable, nothing, several].map(messages) == [
                ["note: \"n\" has no format in the XLIFF; \"%#@N@\" is written"],
                [
                    "warning: the format of \"n\" is not translated; the source's is written, since its variables need it"
                ],
                [
                    "warning: the variable \"N\" of \"n\" is not translated; the source's is written, since the format needs it",
                    "warning: the variable \"M\" of \"n\" is not translated; the source's is written, since the format needs it",
                ],
                [
                    "warning: the format of \"n\" names \"N\", and there is no such variable",
                    "warning: \"n\" has a format and no variable",
                ], ["warning: \"n\" has variables and no NSStringLocalizedFormatKey"],
            ])
    }

    /// Gotcha 29: the categories of the locale, by CLDR. (The other tests are in a language of which CLDR says nothing.)
    @Test func categoriesOfTheLocale() throws {
        let units = [
            unit(id("n", "N", "one"), "%d", "%d"), unit(id("n", "N", "few"), "%d", "%d"),
            unit(id("n", "N", "other"), "%d", "%d"),
            unit(id("n", Key.format), "%#@N@", "%#@N@"),
        ].joined()
        #expect(try convert(units, target: "hr").findings.isEmpty)
        let russian = try convert(units, target: "ru").findings
        #expect(russian.map(\.code) == [.missingCategory] && russian[0].severity == .warning)
        #expect(russian[0].message.contains("\"many\"") && russian[0].position != nil && russian[0].file == "de.xliff")
        let japanese = try convert(units, target: "ja").findings
        #expect(japanese.map(\.code) == [.extraCategory] && japanese[0].severity == .note)
    }

    /// Any depth: widths, devices, rules inside of devices.
    @Test func anyDepth() throws {
        let export = try convert(
            unit(id("w", Key.widthRule, "1"), "Go", "Los"), unit(id("w", Key.widthRule, "20"), "Go!", "Los geht's!"),
            unit(id("d", Key.deviceRule, "iphone"), "Tap", "Tippen"),
            unit(id("d", Key.deviceRule, "mac", Key.format), "%#@N@", "%#@N@"),
            unit(id("d", Key.deviceRule, "mac", "N", "other"), "Click %d", "%d Klicks"))
        let made = try rules(export)
        #expect(made.root["w"] == [Key.widthRule: ["1": "Los", "20": "Los geht's!"]])
        #expect(
            made.root["d"] == [
                Key.deviceRule: [
                    "iphone": "Tippen",
                    "mac": [
                        "N": [
                            Key.specificationType: "NSStringPluralRuleType", Key.valueType: "d", "other": "%d Klicks",
                        ],
                        Key.format: "%#@N@",
                    ],
                ]
            ])
        #expect(export.findings.isEmpty)
    }

    @Test func whatIsNotWritten() throws {
        let export = try convert(
            unit(id("n", "N", "other"), "%d", "%d a"), unit(id("n", "N", "other"), "%d", "%d a"),
            unit(id("n", "N", "other"), "%d", "%d b"), unit("plain", "s", "t"),
            unit(id("n", "N", "other", "x"), "s", "t"),
            unit(id("m", "M", "one"), "", nil), unit(id("n", "N", "zero"), "", nil), unit(id("n", "N", "few"), "s", ""),
            unit(id("u", "U", "other"), "s"), unit(id("n", Key.format), "%#@N@", "%#@N@"))
        #expect(export.counts["tlh"]?.written == 3)
        #expect(
            export.counts["tlh"]?.skipped == [
                .duplicate: 1, .conflict: 2, .unknownID: 1, .untranslated: 2, .emptyTarget: 1,
            ])
        // An empty source has nothing to translate.
        #expect(try rules(export)[path: ["n", "N", "zero"]] == "" && rules(export).keys == ["n"])
        #expect(try rules(export)[path: ["n", "N", "other"]] == "%d a")
        var options = StringsExporter.Options()
        options.conflicts = .last
        let last = try convert(
            unit(id("n", "N", "other"), "%d", "%d a"), unit(id("n", "N", "other"), "%d", "%d b"), options: options)
        #expect(try rules(last)[path: ["n", "N", "other"]] == "%d b")
        #expect(try convert(unit(id("n", "N", "other"), "s")).files.isEmpty)
    }

    /// Gotcha 16: a key may be in the table and in the plural rules; each stays in its own file.
    @Test func twinsOfTheTable() throws {
        let table = xliff(unit("n", "plain", "schlicht"))
        let rules = xliff(
            original: "App/en.lproj/Localizable.stringsdict", unit(id("n", "N", "other"), "%d", "%d a"))
        var exporter = StringsExporter()
        for text in [table, rules] {
            for file in try XLIFFDocument(data: Data(text.utf8)).files { exporter.add(file) }
            exporter.endDocument(named: "x")
        }
        let files = exporter.finish().files
        #expect(files.map(\.path) == ["App/de.lproj/Localizable.strings", "App/de.lproj/Localizable.stringsdict"])
        #expect(files.map(\.unitCount) == [1, 1])
    }

    /// One key with many variables, each of which the format names.
    @Test func manyVariablesAreLinear() throws {
        let growth = try Growth.atEightTimes(200) { count in
            let units = (0..<count).map { unit(id("n", "V\($0)", "other"), "%d", "%d a") }.joined()
            let format = (0..<count).map { "%#@V\($0)@" }.joined()
            let export = try convert(units + unit(id("n", Key.format), format, format))
            #expect(export.files.first?.unitCount == count + 1 && export.findings.isEmpty)
        }
        #expect(growth < Growth.linear)
    }

    // MARK: Writing

    @Test func existingFiles() throws {
        try Places.withFolder { (folder: URL) throws in
            let old = StringsDictionary([
                "z": [
                    Key.format: "%#@Z@",
                    "Z": [Key.specificationType: "NSStringPluralRuleType", Key.valueType: "ld", "other": "kept"],
                ],
                "n": [
                    "N": [
                        Key.specificationType: "NSStringPluralRuleType", Key.valueType: "ld", "one": "old",
                        "other": "alt",
                    ],
                    Key.format: "alt %#@N@",
                ],
            ])
            try put(old, at: Self.path, in: folder)
            let export = try convert(unit(id("n", "N", "one"), "%d", "%d neu"), unit(id("n", "N", "other"), "%d"))
            #expect {
                try export.write(to: folder)
            } throws: {
                ($0 as? StringsExport.WriteError)?.findings.map(\.code) == [.existingKeys]
            }
            #expect(try export.write(to: folder, existing: .merge).changed == [Self.path])
            func read() throws -> StringsDictionary {
                try StringsDictionary(
                    bytes: [UInt8](Data(contentsOf: folder.appendingPathComponent(Self.path))), name: "x")
            }
            // What no unit gave does not replace what is there.
            #expect(try read().keys == ["z", "n"] && read()[path: ["n", "N", "other"]] == "alt")
            #expect(try read()[path: ["n", "N", "one"]] == "%d neu" && read().format(of: "n") == "alt %#@N@")
            #expect(try read()[path: ["n", "N", Key.valueType]] == "ld")
            // Gotcha 36.
            #expect(try export.write(to: folder, existing: .merge).unchanged == [Self.path])
            #expect(try export.write(to: folder, existing: .replace).changed == [Self.path])
            #expect(try read().keys == ["n"] && export.write(to: folder, existing: .replace).unchanged == [Self.path])
        }
    }

    // MARK: Real data

    /// The damus pair: the leaves of Xcode's file, 27 of 27 with a target, and the two empty ones. What no XLIFF says is
    /// that one value type is "@".
    @Test(.enabled(if: Places.hasData)) func damus() throws {
        let folder = Places.data.appendingPathComponent("pairs/damus-de")
        let path = "damus/de.lproj/Localizable.stringsdict"
        let golden = try StringsDictionary(
            bytes: [UInt8](Data(contentsOf: folder.appendingPathComponent("expected/\(path)"))), name: path)
        let result = try XLIFFDocument(contentsOf: folder.appendingPathComponent("input.xliff")).stringsFiles()
        let file = try #require(result.files.first { $0.path == path })
        let made = try StringsDictionary(bytes: file.contents(), name: path)
        let leaves = golden.leaves.filter(\.isTranslatable)
        #expect(leaves.count == 29 && leaves.filter { made[path: $0.path] == $0.string }.count == 29)
        #expect(leaves.filter { !$0.string.isEmpty }.count == 27)
        var expected = golden
        expected.setString("d", at: ["sats_count", "SATS", Key.valueType])
        #expect(made.leaves.count == golden.leaves.count)
        for leaf in expected.leaves { #expect(made[path: leaf.path] == leaf.string, "\(leaf.path)") }
        // Byte for byte but for that letter; Xcode's own order.
        expected.sort()
        #expect(file.contents() == expected.contents())
        var sorted = golden
        sorted.sort()
        #expect(
            sorted.contents() == (try Data(contentsOf: folder.appendingPathComponent("expected/\(path)")).map { $0 }))
    }

    /// Every `.stringsdict` file of the real documents is one that Foundation could use.
    @Test(.enabled(if: Places.hasData)) func realDocuments() throws {
        var files = 0
        for path in try XLIFFInputFile.documents(at: Places.data.path) {
            guard let document = try? XLIFFDocument(contentsOf: URL(fileURLWithPath: path)) else { continue }
            for file in document.stringsFiles().files where file.path.hasSuffix(".stringsdict") {
                files += 1
                let rules = try StringsDictionary(bytes: file.contents(), name: file.path)
                #expect(rules.findings.isEmpty)
                #expect(!rules.root.isEmpty)
                for finding in rules.structureFindings(file: file.path, categories: nil) {
                    #expect(finding.severity == .note, "\(finding)")
                }
                // Apple's reader takes it for the same.
                #expect(oracle(file.contents()) == normalized(.dictionary(rules.root)))
            }
        }
        #expect(files >= 8)
    }
}
