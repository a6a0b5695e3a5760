import Foundation
import Testing

/// The command as a person or a script runs it: exit codes, streams and files.
@Suite(.serialized) struct CommandTests {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let corpus = package.appendingPathComponent("Corpus/xliff")

    /// The built command, beside the test bundle.
    static let command: URL = {
        let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        return (products ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent())
            .appendingPathComponent("xliffix")
    }()

    @discardableResult
    func run(_ arguments: String..., input: String? = nil, in folder: URL) throws -> Outcome {
        try run(arguments, input: input, in: folder)
    }

    func run(_ arguments: [String], input: String? = nil, in folder: URL) throws -> Outcome {
        let process = Process()
        process.executableURL = Self.command
        process.arguments = arguments
        process.currentDirectoryURL = folder
        // Files, not pipes: nothing can fill up.
        let streams = ["in", "out", "err"].map { folder.appendingPathComponent(".stream-\($0)") }
        for (url, text) in zip(streams, [input ?? "", "", ""]) { try Data(text.utf8).write(to: url) }
        process.standardInput = try FileHandle(forReadingFrom: streams[0])
        process.standardOutput = try FileHandle(forWritingTo: streams[1])
        process.standardError = try FileHandle(forWritingTo: streams[2])
        try process.run()
        process.waitUntilExit()
        let texts = try streams.map { try String(contentsOf: $0, encoding: .utf8) }
        for url in streams { try FileManager.default.removeItem(at: url) }
        return Outcome(status: process.terminationStatus, output: texts[1], errors: texts[2])
    }

    func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("xliffix-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    func files(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".strings") }.sorted()
    }

    static func document(_ units: String, original: String = "A/en.lproj/L.strings", target: String = "de") -> String {
        """
        <xliff version="1.2"><file original="\(original)" source-language="en" target-language="\(target)"><body>
        \(units)
        </body></file></xliff>
        """
    }

    static let unit = "<trans-unit id=\"k\"><source>s</source><target>t</target></trans-unit>"
    static let untranslated = "<trans-unit id=\"u\"><source>s</source></trans-unit>"
    static let empty = "<trans-unit id=\"e\"><source>s</source><target/></trans-unit>"

    // MARK: Exit codes

    static let statuses: [(String, Int32)] = [
        (document(unit), 0), (document(unit + untranslated), 0), (document(unit + unit), 0),
        (document(unit + empty), 1), (document(unit, original: "a.stringsdict"), 1),
        (document(unit, original: "a.xcstrings"), 0), (document(unit, target: "a/b"), 2), ("<xliff>", 2),
        ("<html/>", 2),
        ("", 2),
    ]

    @Test(arguments: statuses)
    func exitCodesOfConvert(text: String, status: Int32) throws {
        try withFolder { (folder: URL) throws in
            try Data(text.utf8).write(to: folder.appendingPathComponent("in.xliff"))
            let outcome = try run("in.xliff", "-o", "out", in: folder)
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
            if status == 2 {
                #expect(try files(folder).isEmpty)
                #expect(outcome.errors.contains("nothing was written"))
            }
        }
    }

    @Test(arguments: [
        [], ["--nonsense", "x"], ["x", "--merge", "--force"], ["x", "--layout", "round"], ["x", "-o"],
    ])
    func exitCodeOfUsage(arguments: [String]) throws {
        try withFolder { (folder: URL) throws in
            let process = Process()
            process.executableURL = Self.command
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 64)
        }
    }

    @Test func missingInputsAreErrors() throws {
        try withFolder { (folder: URL) throws in
            for arguments in ["nothing.xliff", folder.path] {
                let outcome = try run(arguments, in: folder)
                #expect(outcome.status == 2)
                #expect(outcome.errors.hasPrefix(arguments + ": error: "))
            }
        }
    }

    /// One unreadable document, and nothing of the others is written.
    @Test func allOrNothing() throws {
        try withFolder { (folder: URL) throws in
            try Data(Self.document(Self.unit).utf8).write(to: folder.appendingPathComponent("good.xliff"))
            try Data("<xliff>\n <oops".utf8).write(to: folder.appendingPathComponent("bad.xliff"))
            let outcome = try run("good.xliff", "bad.xliff", "-o", "out", in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("bad.xliff:2:"))
            #expect(try files(folder).isEmpty)
        }
    }

    // MARK: The work

    @Test func theCorpusGivesItsGoldenFilesAndNothingOnASecondRun() throws {
        try withFolder { (folder: URL) throws in
            let outcome = try run(Self.corpus.path, "-o", "out", in: folder)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("18 files below out: 18 new"))
            #expect(
                outcome.errors.contains("de  30 units  29 written  1 untranslated"))
            let expected = Self.corpus.appendingPathComponent("expected")
            #expect(try files(folder.appendingPathComponent("out")) == files(expected))
            for path in try files(expected) {
                let golden = try Data(contentsOf: expected.appendingPathComponent(path))
                #expect(try Data(contentsOf: folder.appendingPathComponent("out/" + path)) == golden)
            }
            #expect(try run(Self.corpus.path, "-o", "out", in: folder).errors.contains("18 unchanged"))
        }
    }

    @Test func standardInputAndTheCurrentFolder() throws {
        try withFolder { (folder: URL) throws in
            #expect(try run("-", input: Self.document(Self.unit), in: folder).status == 0)
            #expect(try files(folder) == ["A/de.lproj/L.strings"])
            let outcome = try run("-", input: "<xliff>\n\u{1}", in: folder)
            #expect(outcome.errors.hasPrefix("<stdin>:2:1: error: the character U+0001 is not allowed in XML"))
        }
    }

    @Test func layoutMergeForceAndDryRun() throws {
        try withFolder { (folder: URL) throws in
            let input = folder.appendingPathComponent("in.xliff")
            try Data(Self.document(Self.unit).utf8).write(to: input)
            let dry = try run("in.xliff", "--layout", "flat", "--dry-run", in: folder)
            #expect(
                dry.output == """
                    --- /dev/null
                    +++ de.lproj/L.strings
                    @@ -0,0 +1,3 @@
                    +/* (No Comment) */
                    +"k" = "t";
                    +

                    """)
            #expect(try files(folder).isEmpty)
            #expect(try run("convert", "in.xliff", "--layout", "flat", in: folder).status == 0)
            #expect(try files(folder) == ["de.lproj/L.strings"])
            let file = folder.appendingPathComponent("de.lproj/L.strings")
            try Data("\"mine\" = \"x\";".utf8).write(to: file)
            let refused = try run("in.xliff", "--layout", "flat", in: folder)
            #expect(refused.status == 2)
            #expect(refused.errors.contains("de.lproj/L.strings:1:1: error: the file that is there has 1 key without"))
            let diff = try run("in.xliff", "--layout", "flat", "--force", "--dry-run", in: folder)
            #expect(diff.output.contains("@@ -1,1 +1,3 @@\n-\"mine\" = \"x\";\n+/* (No Comment) */\n"))
            #expect(try run("in.xliff", "--layout", "flat", "--merge", in: folder).status == 0)
            #expect(try String(contentsOf: file, encoding: .utf8).contains("\"mine\" = \"x\";"))
            #expect(try run("in.xliff", "--layout", "flat", "--force", in: folder).status == 0)
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("mine"))
        }
    }

    @Test func aLocaleWithAnErrorIsLeftOut() throws {
        try withFolder { (folder: URL) throws in
            try Data(Self.document(Self.unit).utf8).write(to: folder.appendingPathComponent("de.xliff"))
            let broken = Self.document(Self.unit, target: "fr").replacingOccurrences(of: "</xliff>", with: "<oops")
            try Data(broken.utf8).write(to: folder.appendingPathComponent("fr.xliff"))
            let outcome = try run("de.xliff", "fr.xliff", in: folder)
            #expect(outcome.status == 2)
            #expect(try files(folder) == ["A/de.lproj/L.strings"])
            #expect(outcome.errors.contains("1 file of locales with an error not written"))
        }
    }

    @Test func conversionOptions() throws {
        try withFolder { (folder: URL) throws in
            let text = Self.document(Self.unit + Self.untranslated + Self.empty)
            func keys(_ arguments: String...) throws -> [String] {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent("A"))
                let all = ["-", "--quiet"] + arguments
                let process = try run(all, input: text, in: folder)
                #expect(process.status < 2, "\(process.errors)")
                let file = folder.appendingPathComponent("A/de.lproj/L.strings")
                guard let contents = try? String(contentsOf: file, encoding: .utf8) else { return [] }
                return contents.split(separator: "\n").filter { $0.hasPrefix("\"") }.map { String($0) }
            }
            let (k, u, e) = ("\"k\" = \"t\";", "\"u\" = \"s\";", "\"e\" = \"\";")
            #expect(try keys() == [k])
            #expect(try keys("--fallback", "source") == [k, u])
            #expect(try keys("--empty", "keep") == [e, k])
            #expect(try keys("--states", "final,signed-off") == [])
            #expect(try keys("--emit", "stringsdict,xcstrings") == [])
            let umlaut = Self.document("<trans-unit id=\"k\"><source>s</source><target>ü</target></trans-unit>")
            #expect(try run("-", "--quiet", "--encoding", "utf-16", input: umlaut, in: folder).status == 0)
            let file = folder.appendingPathComponent("A/de.lproj/L.strings")
            #expect(try Data(contentsOf: file).starts(with: [0xFF, 0xFE, 0x2F, 0]))
            #expect(try run("-", "--quiet", "--ascii", "--force", input: umlaut, in: folder).status == 0)
            #expect(try String(contentsOf: file, encoding: .utf8).contains("\"k\" = \"\\U00fc\";"))
            #expect(try run("-", "--emit", "po", input: text, in: folder).status == 64)
        }
    }

    @Test func recoverAndQuiet() throws {
        try withFolder { (folder: URL) throws in
            let text = Self.document("<trans-unit id=\"k\"><source>s</source><target>t\u{16}</target></trans-unit>")
            let outcome = try run("-", "--recover", "--quiet", input: text, in: folder)
            #expect(outcome.status == 1)
            #expect(
                outcome.errors
                    == "<stdin>:2:47: warning: U+0016 is not allowed in XML and was left out [illegal-character]\n")
            #expect(try run("-", "--quiet", input: Self.document(Self.unit), in: folder).errors.isEmpty)
        }
    }

    @Test func noColoursInAFile() throws {
        try withFolder { (folder: URL) throws in
            let outcome = try run("-", input: Self.document(Self.empty), in: folder)
            #expect(!outcome.errors.contains("\u{1B}"))
        }
    }

    @Test func info() throws {
        try withFolder { (folder: URL) throws in
            let outcome = try run("info", Self.corpus.appendingPathComponent("de.xliff").path, in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("XLIFF 1.2, Xcode 16.4, en to de"))
            #expect(outcome.output.contains("30 units  29 translated (96 %)  6 files"))
        }
    }

    @Test func helpShowsTheUsage() throws {
        try withFolder { (folder: URL) throws in
            let outcome = try run("--help", in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("USAGE: xliffix INPUT ... [-o DIR]"))
            for command in ["convert", "info", "check", "export"] { #expect(outcome.output.contains("  \(command) ")) }
        }
    }
}
