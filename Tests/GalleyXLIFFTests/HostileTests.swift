import Foundation
import GalleyXLIFF
import Testing

/// The hostile documents, made anew by their generator.
@Suite(.enabled(if: Places.hasHostileInputs)) struct HostileTests {
    /// What is refused, and what each of the others gives.
    static let refused = [
        "billion-laughs": "xml-entity", "quadratic-blowup": "xml-entity", "billion-laughs-attr": "xml-entity",
        "param-entity-bomb": "xml-entity", "entity-loop": "xml-entity", "xxe-file": "xml-entity",
        "xxe-relative": "xml-entity", "xxe-http": "xml-entity", "xxe-param": "xml-entity",
        "external-dtd-default-attr": "xml-entity", "deep": "xml-limit", "deep-inline": "xml-limit",
        "invalid-utf8": "xml-encoding", "control-chars": "xml-illegal-character",
        "surrogate-ref": "xml-illegal-character", "nul": "xml-illegal-character", "truncated": "xml-syntax",
        "wrong-root": "not-xliff", "empty": "xml-empty",
    ]

    @Test func everyExpectationIsMet() throws {
        try Places.withFolder { (folder: URL) throws in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", Places.hostileGenerator.path, folder.path, "--scale", "10", "--no-fonts"]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            var results: [String: StringsExport] = [:]
            var sources: [String: String] = [:]
            var errors: [String: Finding] = [:]
            for path in try XLIFFInputFile.documents(at: folder.appendingPathComponent("xliff").path) {
                let url = URL(fileURLWithPath: path)
                let name = url.deletingPathExtension().lastPathComponent
                do {
                    let document = try XLIFFDocument(contentsOf: url)
                    sources[name] = document.files.first?.units.first?.source
                    results[name] = document.stringsFiles()
                } catch let error as XLIFFError {
                    errors[name] = error.finding
                }
            }
            #expect(errors.mapValues(\.code.rawValue) == Self.refused)
            #expect(errors.values.allSatisfy { $0.position != nil })
            func value(_ name: String) -> String? { results[name]?.files.first?.entries.first?.value }
            #expect(sources["cdata"] == "<b>x</b> & ]]>")
            #expect(sources["huge-text"]?.utf8.count ?? 0 > 1_000_000)
            #expect(sources["cr-ref"]?.contains("\r") == true)
            #expect(sources["crlf"]?.contains("\r") == false)
            #expect(value("latin1") != nil && value("utf16") != nil && value("bom") != nil)
            #expect(value("no-namespace") != nil && value("prefix-ns") != nil && value("pi-comment") != nil)
            #expect(results["many-units"]?.counts["de"]?.units == 10_000)
            #expect(results["duplicate-ids"]?.findings.map(\.code) == [.duplicateID, .duplicateID])
            #expect(results["version-9"]?.findings.map(\.code) == [.unknownVersion])
            for result in results.values {
                for file in result.files {
                    #expect(!file.path.split(separator: "/").contains("..") && !file.path.hasPrefix("/"))
                    #expect(!String(decoding: file.contents(), as: UTF8.self).contains("SECRET-CANARY"))
                }
            }
        }
    }
}
