import Foundation
import GalleyXLIFF
import Testing

/// The hostile documents, made anew by their generator; its table names each and says what must come of it.
@Suite(.enabled(if: Places.hasHostileInputs)) struct HostileTests {
    /// What a document gives.
    enum Expectation {
        case refused(String)
        /// The first unit's texts.
        case reads(source: String, target: String?)
        /// Something that the test says by itself.
        case special
    }

    private static let hello = Expectation.reads(source: "Hello", target: "Hallo")

    static let expectations: [String: Expectation] = [
        // Entities and what they could reach: refused at their declaration, unread.
        "billion-laughs": .refused("xml-entity"), "quadratic-blowup": .refused("xml-entity"),
        "billion-laughs-attr": .refused("xml-entity"), "param-entity-bomb": .refused("xml-entity"),
        "entity-loop": .refused("xml-entity"), "xxe-file": .refused("xml-entity"),
        "xxe-relative": .refused("xml-entity"), "xxe-http": .refused("xml-entity"),
        "xxe-param": .refused("xml-entity"), "external-dtd-default-attr": .refused("xml-entity"),
        // An inclusion is an element like any other.
        "xinclude": .reads(source: "", target: nil),
        // Limits
        "deep": .refused("xml-limit"), "deep-inline": .refused("xml-limit"), "huge-text": .special,
        "many-units": .special,
        // Bytes
        "invalid-utf8": .refused("xml-encoding"), "control-chars": .refused("xml-illegal-character"),
        "surrogate-ref": .refused("xml-illegal-character"), "nul": .refused("xml-illegal-character"),
        "truncated": .refused("xml-syntax"), "empty": .refused("xml-empty"), "wrong-root": .refused("not-xliff"),
        // Encodings and line ends
        "utf16": hello, "utf16-lie": hello, "latin1": .special, "bom": hello, "crlf": .special,
        "cr-ref": .reads(source: "a\rb", target: "Hallo"),
        "whitespace": .reads(source: "  a\n\t b  ", target: nil),
        "cdata": .reads(source: "<b>x</b> & ]]>", target: "Hallo"),
        "pi-comment": .reads(source: "abd", target: "Hallo"),
        // Names
        "no-namespace": hello, "prefix-ns": hello, "version-9": hello, "duplicate-ids": .special,
        "id-injection": .reads(source: "</source>\"\u{202E}", target: nil),
    ]

    struct Outcome {
        var document: XLIFFDocument?
        var export: StringsExport?
        var error: Finding?
        var seconds: Double
    }

    private static func outcome(of url: URL) throws -> Outcome {
        let clock = ContinuousClock()
        let start = clock.now
        var outcome = Outcome(seconds: 0)
        do {
            let document = try XLIFFDocument(contentsOf: url)
            outcome.document = document
            outcome.export = document.stringsFiles()
        } catch let error as XLIFFError {
            outcome.error = error.finding
        }
        outcome.seconds = (clock.now - start) / .seconds(1)
        return outcome
    }

    @Test func everyExpectationIsMet() throws {
        try Places.withFolder { (folder: URL) throws in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", Places.hostileGenerator.path, folder.path, "--scale", "10", "--no-fonts"]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let table = try String(contentsOf: folder.appendingPathComponent("CASES.tsv"), encoding: .utf8)
            var outcomes: [String: Outcome] = [:]
            for row in table.split(separator: "\n") {
                // file, area, bytes, how to feed it, what is expected, seconds, mebibytes
                let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                guard columns.count >= 6, columns[1] == "xml", columns[0].hasSuffix(".xlf") else { continue }
                let url = folder.appendingPathComponent(columns[0])
                let name = url.deletingPathExtension().lastPathComponent
                let bytes = try Data(contentsOf: url)
                let outcome = try Self.outcome(of: url)
                outcomes[name] = outcome
                #expect(Self.expectations[name] != nil, "\(name) is new: \(columns[4])")
                // A debug build beside other tests is several times slower than what the table asks.
                #expect(outcome.seconds < 5 * (Double(columns[5]) ?? 2), "\(name)")
                #expect(try Data(contentsOf: url) == bytes, "\(name) was changed")
            }
            #expect(Set(outcomes.keys) == Set(Self.expectations.keys))
            for (name, outcome) in outcomes { check(name, outcome) }
            checkSpecialCases(outcomes)
        }
    }

    private func check(_ name: String, _ outcome: Outcome) {
        switch Self.expectations[name] {
        case .refused(let code):
            #expect(outcome.error?.code.rawValue == code, "\(name)")
            #expect(outcome.error?.position != nil, "\(name)")
        case .reads(let source, let target):
            #expect(outcome.error == nil, "\(name)")
            let unit = outcome.document?.files.first?.units.first
            #expect(unit?.source.map { Array($0.utf8) } == Array(source.utf8), "\(name)")
            #expect(unit?.target == target, "\(name)")
        case .special, nil: #expect(outcome.error == nil, "\(name)")
        }
        for file in outcome.export?.files ?? [] {
            #expect(!file.path.split(separator: "/").contains("..") && !file.path.hasPrefix("/"))
            #expect(!String(decoding: file.contents(), as: UTF8.self).contains("SECRET-CANARY"))
        }
    }

    private func checkSpecialCases(_ outcomes: [String: Outcome]) {
        func first(_ name: String) -> XLIFFUnit? { outcomes[name]?.document?.files.first?.units.first }
        #expect(first("huge-text")?.source?.utf8.count ?? 0 > 1_000_000)
        #expect(outcomes["many-units"]?.export?.counts["de"]?.units == 10_000)
        #expect(first("latin1")?.source?.contains("\u{E9}") == true)
        #expect(first("crlf")?.source?.contains("\r") == false)
        #expect(first("crlf")?.target == "Hallo")
        #expect(outcomes["duplicate-ids"]?.document?.files.first?.units.count == 3)
        #expect(outcomes["duplicate-ids"]?.export?.findings.map(\.code) == [.duplicateID, .duplicateID])
        #expect(outcomes["version-9"]?.export?.findings.map(\.code) == [.unknownVersion])
        #expect(outcomes["prefix-ns"]?.export?.findings.map(\.code) == [.prefixedNamespace])
    }
}
