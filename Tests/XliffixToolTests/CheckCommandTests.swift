import Foundation
import Testing

/// `xliffix check`, and the checks of `convert`.
extension CommandTests {
    static func unit(_ source: String, _ target: String, _ attributes: String = "") -> String {
        "<trans-unit id=\"k\" \(attributes)><source>\(source)</source><target>\(target)</target></trans-unit>"
    }

    @Test(
        arguments: [
            ("%@ x", "%@ y", [], 0), ("%@ x", "y", [], 1), ("%@ x", "y", ["--strict"], 2), ("%d x", "%@ y", [], 2),
            ("%d x", "%@ y", ["--skip", "changed-specifier"], 0), ("%@ x", "y", ["--only", "too-long"], 0),
            ("a", "b", ["--only", "nonsense"], 64), ("a", "b", ["--sample", "x"], 64), ("a", "b", ["--size", "0"], 64),
            ("a", "b", ["--font", "No Such Family"], 64), ("a", "b", ["--format", "x"], 64),
            ("a", "b", ["--baseline", "nothing.json"], 2),
        ] as [(String, String, [String], Int32)])
    func exitCodesOfCheck(source: String, target: String, options: [String], status: Int32) throws {
        try withFolder { (folder: URL) throws in
            let text = Self.document(Self.unit(source, target))
            let outcome = try run(["check", "-"] + options, input: text, in: folder)
            #expect(outcome.status == status, "\(outcome)")
            #expect(try files(folder).isEmpty)
        }
    }

    @Test func formatsOfCheck() throws {
        try withFolder { (folder: URL) throws in
            let text = Self.document(Self.unit("%d x", "%@ y"))
            func check(_ format: String) throws -> String {
                let outcome = try run(["check", "-", "--format", format], input: text, in: folder)
                #expect(outcome.errors.isEmpty)
                return outcome.output
            }
            let line = "<stdin>:2:42: error: the target of \"k\" has %@ where argument 1 is %d [changed-specifier]\n"
            #expect(try check("gcc") == line)
            #expect(try check("human").hasPrefix(line))
            #expect(try check("human").hasSuffix("\n1 error\n"))
            #expect(try check("github").hasPrefix("::error file=<stdin>,line=2,col=42,title=changed-specifier::"))
            for format in ["json", "sarif"] {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(check(format).utf8)) }
            }
        }
    }

    @Test func baseline() throws {
        try withFolder { (folder: URL) throws in
            let one = Self.document(Self.unit("%d x", "%@ y"))
            let written = try run(["check", "-", "--write-baseline", "known.json"], input: one, in: folder)
            #expect(written.status == 0, "\(written)")
            #expect(written.errors == "1 finding accepted in known.json\n")
            let moved = "\n\n" + one
            #expect(
                try run(["check", "-", "--baseline", "known.json", "--strict"], input: moved, in: folder).status == 0)
            let other = one.replacingOccurrences(of: "id=\"k\"", with: "id=\"l\"")
            let outcome = try run(["check", "-", "--baseline", "known.json"], input: other, in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.output.contains("[stale-baseline]"))
            try Data("{".utf8).write(to: folder.appendingPathComponent("known.json"))
            let broken = try run(["check", "-", "--baseline", "known.json"], input: one, in: folder)
            #expect(broken.status == 2)
            #expect(broken.errors.hasPrefix("known.json:1:2: error: "))
        }
    }

    /// The generated face's advances are known: Fonts/expected-advances.tsv.
    @Test func lengthsAreMeasuredWithARealFace() throws {
        try withFolder { (folder: URL) throws in
            let fonts = try FileManager.default.contentsOfDirectory(
                atPath: Self.package.appendingPathComponent("Fonts").path
            ).filter { $0.hasSuffix(".ttf") }.sorted()
            let font = Self.package.appendingPathComponent("Fonts/\(try #require(fonts.first))").path
            func check(_ limit: Int, _ unit: String, _ options: String...) throws -> Outcome {
                let text = Self.document(Self.unit("%@", "%@", "maxwidth=\"\(limit)\" size-unit=\"\(unit)\""))
                return try run(
                    ["check", "-", "--format", "gcc", "--font", font, "--size", "100", "--sample", "@=AA"] + options,
                    input: text, in: folder)
            }
            let narrow = try check(1, "pixel")
            #expect(narrow.status == 1)
            let match = try #require(narrow.output.firstMatch(of: /is ([0-9.]+) pixels wide; at most 1 may be/))
            let width = try #require(Double(match.1))
            #expect(width > 10 && width < 1_000)
            #expect(try check(Int(width.rounded(.up)), "pixel").status == 0)
            #expect(try check(Int(width) - 1, "pixel").status == 1)
            // Half the size, half the width.
            #expect(try check(Int((width / 2).rounded(.up)), "pixel", "--size", "50").status == 0)
            #expect(try check(2, "glyph").status == 0)
            #expect(try check(1, "glyph").output.contains("is 2 glyphs long"))
        }
    }

    @Test func convertChecksBeforeItWrites() throws {
        try withFolder { (folder: URL) throws in
            let text = Self.document(Self.unit("%d x", "%@ y"))
            let outcome = try run(["-"], input: text, in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("[changed-specifier]"))
            #expect(try files(folder).isEmpty)
            #expect(try run(["-", "--no-check"], input: text, in: folder).status == 0)
            #expect(try files(folder) == ["A/de.lproj/L.strings"])
            // A warning is shown and written.
            let warning = try run(["-", "--force"], input: Self.document(Self.unit("%d x", "y")), in: folder)
            #expect(warning.status == 1)
            #expect(warning.errors.contains("[missing-specifier]"))
        }
    }
}
