import Foundation
import GalleyXLIFF
import Testing

@Suite struct WritingTests {
    static let path = "App/de.lproj/Localizable.strings"

    private func put(_ text: String, at path: String = WritingTests.path, in folder: URL) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func text(_ folder: URL, _ path: String = WritingTests.path) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func aSecondRunTouchesNothing() throws {
        try Places.withFolder { (folder: URL) throws in
            let result = try export(xliff(unit("a", "s", "t")))
            let output = folder.appendingPathComponent("deep/er")
            #expect(try result.write(to: output).created == [Self.path])
            let url = output.appendingPathComponent(Self.path)
            let old = Date(timeIntervalSince1970: 1_000_000)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: url.path)
            #expect(try result.write(to: output) == .init(unchanged: [Self.path]))
            #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date == old)
            #expect(try Places.files(below: folder).count == 1)
        }
    }

    @Test func keysOfAnExistingFileAreProtected() throws {
        try Places.withFolder { (folder: URL) throws in
            let old = "/* mine */\n\"z\" = \"kept\";\n\n\"a\" = \"old\";\n"
            try put(old, in: folder)
            let result = try export(xliff(unit("a", "s", "new") + unit("z", "s")))
            #expect {
                try result.write(to: folder)
            } throws: {
                ($0 as? StringsExport.WriteError)?.findings.map(\.code) == [.existingKeys]
            }
            #expect(text(folder) == old)
            #expect(try result.write(to: folder, existing: .merge).changed == [Self.path])
            let merged = "/* mine */\n\"z\" = \"kept\";\n\n\"a\" = \"new\";\n"
            #expect(text(folder) == merged)
            #expect(try result.write(to: folder, existing: .merge).unchanged == [Self.path])
            try result.write(to: folder, existing: .replace)
            #expect(text(folder) == "/* (No Comment) */\n\"a\" = \"new\";\n\n")
        }
    }

    /// Gotcha 19: UTF-16 on request; a file that is merged into keeps its own encoding.
    @Test func encodings() throws {
        try Places.withFolder { (folder: URL) throws in
            var options = StringsExporter.Options()
            options.strings = .init(encoding: .utf16LittleEndian, escapesNonASCII: true)
            var exporter = StringsExporter(options: options)
            for file in try XLIFFDocument(data: Data(xliff(unit("a", "s", "é")).utf8)).files { exporter.add(file) }
            exporter.endDocument(named: "x")
            let result = exporter.finish()
            try result.write(to: folder)
            let url = folder.appendingPathComponent(Self.path)
            let file = try StringsFile(bytes: [UInt8](Data(contentsOf: url)), name: "x")
            #expect(file.encoding == .utf16LittleEndian && file["a"] == "é")
            #expect(try String(contentsOf: url, encoding: .utf16).contains("\\U00e9"))
            #expect(try result.write(to: folder).unchanged == [Self.path])
            try put("b = c;", in: folder)
            try result.write(to: folder, existing: .merge)
            #expect(text(folder) == "b = c;\n\n/* (No Comment) */\n\"a\" = \"\\U00e9\";\n")
        }
    }

    @Test func anExistingFileWithFewerKeysIsReplaced() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"a\" = \"old\";", in: folder)
            #expect(
                try export(xliff(unit("a", "s", "new") + unit("b", "s", "t"))).write(to: folder).changed == [Self.path])
        }
    }

    @Test func anUnreadableExistingFileIsKept() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"a\" = @", in: folder)
            let result = try export(xliff(unit("a", "s", "t")))
            for policy in [StringsExport.ExistingFiles.protect, .merge] {
                #expect {
                    try result.write(to: folder, existing: policy)
                } throws: {
                    let finding = ($0 as? StringsExport.WriteError)?.findings.first
                    return finding?.code == .existingFile && finding?.position?.column == 7
                }
            }
            try result.write(to: folder, existing: .replace)
            #expect(text(folder)?.contains("\"t\"") == true)
        }
    }

    /// A locale with an error stays as it was; the others are written.
    @Test func eachLocaleIsWrittenWholeOrNotAtAll() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("x", at: "B/de.lproj/L.strings/in-the-way", in: folder)
            func file(_ folder: String, _ locale: String) -> String {
                "<file original=\"\(folder)/en.lproj/L.strings\" target-language=\"\(locale)\"><body>"
                    + unit("a", "s", "t") + "</body></file>"
            }
            let result = try export(
                "<xliff version=\"1.2\">\(file("A", "de"))\(file("B", "de"))\(file("A", "fr"))\(file("B", "fr"))</xliff>"
            )
            #expect {
                try result.write(to: folder)
            } throws: { error in
                guard let error = error as? StringsExport.WriteError else { return false }
                return error.report.created == ["A/fr.lproj/L.strings", "B/fr.lproj/L.strings"]
                    && error.report.refused == ["A/de.lproj/L.strings", "B/de.lproj/L.strings"]
                    && error.findings.map(\.locale) == ["de"]
            }
            #expect(text(folder, "A/fr.lproj/L.strings") != nil && text(folder, "A/de.lproj/L.strings") == nil)
        }
    }

    /// A document that broke off leaves its locales unwritten, the other documents' are written.
    @Test func aBrokenDocumentFailsItsLocalesOnly() throws {
        try Places.withFolder { (folder: URL) throws in
            var exporter = StringsExporter()
            let error = XLIFFError(Finding(.error, .cannotRead, "broken", file: "de"))
            for (locale, error) in [("de", error), ("fr", nil)] {
                for file in try XLIFFDocument(data: Data(xliff(target: locale, unit("a", "s", "t")).utf8)).files {
                    exporter.add(file)
                }
                exporter.endDocument(named: locale, error: error)
            }
            let result = exporter.finish()
            #expect(result.failedLocales == ["de"] && result.hasErrors)
            #expect(throws: StringsExport.WriteError.self) { try result.write(to: folder) }
            #expect(try Places.files(below: folder).keys.sorted() == ["App/fr.lproj/Localizable.strings"])
        }
    }

    @Test func aDryRunTellsTheChangesAndWritesNothing() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"a\" = \"old\";", in: folder)
            let report = try export(xliff(unit("a", "s", "new"))).write(to: folder, isDryRun: true)
            #expect(report.changed == [Self.path])
            #expect(report.changes.map { String(decoding: $0.new, as: UTF8.self).contains("new") } == [true])
            #expect(report.changes.first?.old == Array("\"a\" = \"old\";".utf8))
            #expect(text(folder) == "\"a\" = \"old\";")
        }
    }

    @Test func allOrNothing() throws {
        try Places.withFolder { (folder: URL) throws in
            // A folder stands where the second file should go.
            try put("x", at: "B/de.lproj/L.strings/in-the-way", in: folder)
            let documents =
                xliff(original: "A/en.lproj/L.strings", unit("a", "s", "t")).replacingOccurrences(
                    of: "</xliff>", with: "")
                + "<file original=\"B/en.lproj/L.strings\" target-language=\"de\"><body>\(unit("a", "s", "t"))</body></file></xliff>"
            let before = try Places.files(below: folder).keys.sorted()
            #expect(throws: StringsExport.WriteError.self) { try export(documents).write(to: folder) }
            #expect(try Places.files(below: folder).keys.sorted() == before)
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("A").path))
        }
    }

    @Test func foldersMadeForNothingAreRemoved() throws {
        try Places.withFolder { (folder: URL) throws in
            // The obstacle shows only when the folder is made.
            let long = String(repeating: "x", count: 300)
            let documents =
                xliff(original: "A/en.lproj/L.strings", unit("a", "s", "t")).replacingOccurrences(
                    of: "</xliff>", with: "")
                + "<file original=\"\(long)/L.strings\" target-language=\"de\"><body>\(unit("a", "s", "t"))</body></file></xliff>"
            #expect(throws: StringsExport.WriteError.self) { try export(documents).write(to: folder) }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func errorsStandAgainstWriting() throws {
        try Places.withFolder { (folder: URL) throws in
            let result = try export(xliff(target: "../evil", unit("a", "s", "t")))
            #expect(throws: StringsExport.WriteError.self) { try result.write(to: folder) }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func aDryRunWritesNothing() throws {
        try Places.withFolder { (folder: URL) throws in
            let output = folder.appendingPathComponent("out")
            #expect(try export(xliff(unit("a", "s", "t"))).write(to: output, isDryRun: true).created == [Self.path])
            #expect(!FileManager.default.fileExists(atPath: output.path))
        }
    }

    // MARK: Never outside

    @Test func linksThatLeadOutsideAreRefused() throws {
        try Places.withFolder { (folder: URL) throws in
            let output = folder.appendingPathComponent("out")
            let outside = folder.appendingPathComponent("outside")
            for url in [output, outside] {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            }
            try put("\"a\" = \"mine\";", at: "Localizable.strings", in: outside)
            let result = try export(xliff(unit("a", "s", "t")))
            func expectRefusal() throws {
                #expect {
                    try result.write(to: output, existing: .replace)
                } throws: {
                    ($0 as? StringsExport.WriteError)?.findings.first?.code == .outsideOutput
                }
                #expect(text(outside, "Localizable.strings") == "\"a\" = \"mine\";")
                #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["Localizable.strings"])
            }
            // A folder that is a link, then a dangling one, then a file that is a link.
            let app = output.appendingPathComponent("App")
            try FileManager.default.createSymbolicLink(at: app, withDestinationURL: outside)
            try expectRefusal()
            try FileManager.default.removeItem(at: app)
            try FileManager.default.createSymbolicLink(atPath: app.path, withDestinationPath: "../nowhere")
            try expectRefusal()
            try FileManager.default.removeItem(at: app)
            let folderOfFile = output.appendingPathComponent("App/de.lproj")
            try FileManager.default.createDirectory(at: folderOfFile, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: folderOfFile.appendingPathComponent("Localizable.strings"),
                withDestinationURL: outside.appendingPathComponent("Localizable.strings"))
            try expectRefusal()
        }
    }

    @Test func linksInsideAreFollowed() throws {
        try Places.withFolder { (folder: URL) throws in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("Real"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("App").path, withDestinationPath: "Real")
            try export(xliff(unit("a", "s", "t"))).write(to: folder)
            #expect(text(folder, "Real/de.lproj/Localizable.strings") != nil)
        }
    }

    @Test func aPathThatWasTamperedWithIsRefused() throws {
        try Places.withFolder { (folder: URL) throws in
            var result = try export(xliff(unit("a", "s", "t")))
            result.files[0].path = "../evil.strings"
            #expect(throws: StringsExport.WriteError.self) { try result.write(to: folder) }
        }
    }

    @Test func permissionsAreKept() throws {
        try Places.withFolder { (folder: URL) throws in
            try put("\"a\" = \"old\";", in: folder)
            let path = folder.appendingPathComponent(Self.path).path
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            try export(xliff(unit("a", "s", "new"))).write(to: folder)
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        }
    }
}
