import Foundation
import GalleyXLIFF
import Testing

@Suite struct FindingReportTests {
    static let subject = Finding.Subject(original: "A/en.lproj/L.strings", key: "a\"b\n")
    static let findings = [
        Finding(
            .error, .extraSpecifier, "100% \"bad\": a,b\nc", file: "my files/de,1:a.xliff",
            position: SourcePosition(line: 3, column: 7, byteOffset: 40), locale: "de", subject: subject),
        Finding(.warning, .init(rawValue: "of-another"), "odd", file: "/tmp/é.xliff"),
        Finding(.note, .untranslated, "x", file: ""),
    ]

    @Test func gcc() {
        #expect(
            FindingReport(Self.findings).text(.gcc) == """
                my files/de,1:a.xliff:3:7: error: 100% "bad": a,b\\nc [extra-specifier]
                /tmp/é.xliff: warning: odd [of-another]
                note: x [untranslated]

                """)
        #expect(FindingReport([]).text(.gcc).isEmpty)
    }

    /// Workflow commands: `%`, CR and LF are escaped everywhere, `:` and `,` in properties too.
    @Test func github() {
        #expect(
            FindingReport(Self.findings).text(.github) == """
                ::error file=my files/de%2C1%3Aa.xliff,line=3,col=7,title=extra-specifier::100%25 "bad": a,b%0Ac
                ::warning file=/tmp/é.xliff,title=of-another::odd
                ::notice title=untranslated::x

                """)
    }

    @Test func human() {
        let text = FindingReport(Self.findings).text(.human)
        #expect(text.contains("[extra-specifier]\n    Remove the specifier"))
        #expect(text.hasSuffix("1 error, 1 warning, 1 note\n"))
        #expect(!text.contains("\u{1B}"))
        var coloured = FindingReport(Self.findings)
        coloured.isColoured = true
        let plain = coloured.text(.human).replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(plain == text)
        #expect(FindingReport([]).text(.human) == "nothing found\n")
        var many = FindingReport(
            (0..<15).map { Finding(.note, .untranslated, "\($0)", file: "a") }
                + (0..<15).map { Finding(.warning, .tooLong, "\($0)", file: "a") })
        many.notesShown = 4
        #expect(many.text(.human).contains("\na: note: 11 more [untranslated]\n15 warnings, 15 notes\n"))
        #expect(many.text(.human).split(separator: "\n").count == 4 + 15 + 2 + 2)
    }

    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func json() throws {
        let report = try Self.object(FindingReport(Self.findings).text(.json))
        #expect(report["version"] as? Int == 1)
        #expect(report["counts"] as? [String: Int] == ["error": 1, "warning": 1, "note": 1])
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(findings.count == 3)
        #expect(findings[0]["code"] as? String == "extra-specifier")
        #expect(findings[0]["message"] as? String == "100% \"bad\": a,b\nc")
        #expect(findings[0]["line"] as? Int == 3)
        #expect(findings[0]["column"] as? Int == 7)
        #expect(findings[0]["byteOffset"] as? Int == 40)
        #expect(findings[0]["key"] as? String == "a\"b\n")
        #expect(findings[0]["original"] as? String == "A/en.lproj/L.strings")
        #expect(findings[0]["locale"] as? String == "de")
        #expect((findings[0]["fingerprint"] as? String)?.count == 16)
        #expect(Set(findings[2].keys) == ["code", "severity", "message", "hint", "fingerprint"])
        #expect(FindingReport([]).text(.json).contains("\"findings\": []"))
    }

    /// What SARIF 2.1.0 demands: §3.13, §3.14, §3.19, §3.27, §3.49.
    @Test func sarif() throws {
        let log = try Self.object(FindingReport(Self.findings, toolVersion: "1.2.3").text(.sarif))
        #expect(log["version"] as? String == "2.1.0")
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        #expect(run["columnKind"] as? String == "unicodeCodePoints")
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "xliffix")
        #expect(driver["version"] as? String == "1.2.3")
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 3)
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect(["error", "warning", "note"].contains(result["level"] as? String))
            #expect((result["message"] as? [String: String])?["text"] != nil)
            #expect((result["partialFingerprints"] as? [String: String])?["xliffix/v1"]?.count == 16)
        }
        let location = try #require((results[0]["locations"] as? [[String: Any]])?.first)
        let physical = try #require(location["physicalLocation"] as? [String: Any])
        #expect((physical["artifactLocation"] as? [String: String])?["uri"] == "my%20files/de,1%3Aa.xliff")
        #expect(physical["region"] as? [String: Int] == ["startLine": 3, "startColumn": 7])
        #expect(results[2]["locations"] == nil)
        let absolute = try #require(
            ((results[1]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])?[
                "artifactLocation"] as? [String: String])
        #expect(absolute["uri"] == "file:///tmp/%C3%A9.xliff")
        #expect(results[1]["ruleId"] as? String == "of-another")
    }
}

@Suite struct FindingPolicyTests {
    @Test func onlySkipStrict() {
        let findings = FindingReportTests.findings
        var policy = FindingPolicy()
        #expect(policy.applied(to: findings) == findings)
        policy.isStrict = true
        #expect(policy.applied(to: findings).map(\.severity) == [.error, .error, .note])
        policy.skip = [.extraSpecifier]
        #expect(policy.applied(to: findings).map(\.code.rawValue) == ["of-another", "untranslated"])
        policy.only = [.untranslated]
        #expect(policy.applied(to: findings).map(\.code) == [.untranslated])
        policy.severities = [.untranslated: .warning]
        #expect(policy.applied(to: findings).map(\.severity) == [.error])
        #expect(!FindingPolicy().wants(.finalPunctuation))
    }

    @Test func theCheckerFollowsIt() throws {
        let units = unit("a", "%@ x", "b ") + unit("c", "d")
        #expect(try check(units).map(\.code) == [.missingSpecifier, .edgeSpace, .untranslated])
        #expect(try check(units) { $0.policy.only = [.edgeSpace] }.map(\.code) == [.edgeSpace])
        #expect(try check(units) { $0.policy.isStrict = true }.map(\.severity) == [.error, .error, .note])
    }
}

@Suite struct CodeDescriptionTests {
    /// Every code of the sources is described, and nothing else.
    @Test func theTableIsWhole() throws {
        let sources = Places.package.appendingPathComponent("Sources/GalleyXLIFF")
        var declared: Set<String> = []
        for (_, bytes) in try Places.files(below: sources) {
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.contains("extension Finding.Code {") else { continue }
            for match in text.matches(of: /static let \w+ = Self\(rawValue: "([^"]*)"\)/) {
                declared.insert(String(match.1))
            }
        }
        let described = CodeDescription.all.map(\.code.rawValue)
        #expect(described.count == Set(described).count)
        #expect(declared.subtracting(described).sorted() == [])
        #expect(Set(described).subtracting(declared).sorted() == [])
        for row in CodeDescription.all {
            #expect(row.meaning.hasSuffix("."))
            #expect(row.hint.hasSuffix(".") && !row.hint.contains("\n"))
            #expect(row.code.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
        }
    }
}

extension CodeDescriptionTests {
    /// Documentation/Findings.md holds the table. Set GALLEY_UPDATE to write it.
    @Test func theDocumentationHoldsTheTable() throws {
        let url = Places.package.appendingPathComponent("Documentation/Findings.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(text.range(of: "| code | severity |"))
        if ProcessInfo.processInfo.environment["GALLEY_UPDATE"] != nil {
            let updated = text[..<start.lowerBound] + CodeDescription.markdown
            try Data(updated.utf8).write(to: url)
        } else {
            #expect(String(text[start.lowerBound...]) == CodeDescription.markdown)
        }
    }
}

@Suite struct FindingOrderTests {
    static func finding(_ file: String, _ code: Finding.Code, _ offset: Int?, _ message: String = "") -> Finding {
        Finding(
            .note, code, message, file: file,
            position: offset.map { SourcePosition(line: 1, column: 1, byteOffset: $0) })
    }

    @Test func documentsInOrderAndEachPlaceOnce() {
        let first = [
            Self.finding("b", .tooLong, 9), Self.finding("a", .tooLong, 5, "x"), Self.finding("a", .tooLong, 5, "y"),
        ]
        let second = [
            Self.finding("a", .tooLong, 5, "z"), Self.finding("a", .tooShort, 5), Self.finding("a", .tooShort, 2),
            Self.finding("a", .notXLIFF, nil), Self.finding("c", .tooLong, 0), Self.finding("", .tooLong, nil),
        ]
        let merged = Finding.merged([first, second], documents: ["a", "b", "a"])
        #expect(merged.map(\.file) == ["a", "a", "a", "a", "a", "b", "c", ""])
        #expect(merged.map(\.code).prefix(5) == [.notXLIFF, .tooShort, .tooLong, .tooLong, .tooShort])
        #expect(merged.map(\.message)[2...3] == ["x", "y"])
        #expect(Finding.merged([]) == [])
    }
}

@Suite struct FindingBaselineTests {
    @Test func whatWasNotReadIsNotAccepted() {
        let findings = [Finding(.error, .cannotRead, "m", file: "x"), Finding(.error, .xmlSyntax, "m", file: "x")]
        #expect(FindingBaseline(accepting: findings).entries.isEmpty)
    }

    static func finding(_ key: String, line: Int, message: String = "m", file: String = "a/de.xliff") -> Finding {
        Finding(
            .warning, .edgeSpace, message, file: file, position: SourcePosition(line: line, column: 1, byteOffset: 0),
            locale: "de", subject: .init(original: "L.strings", key: key))
    }

    @Test func acceptedFindingsStayAcceptedWhereverTheyMove() throws {
        let findings = [Self.finding("b", line: 9), Self.finding("a", line: 2), Self.finding("a", line: 4)]
        let written = FindingBaseline(accepting: findings).contents()
        let baseline = try FindingBaseline(bytes: written, name: "baseline.json")
        #expect(baseline.entries.count == 3)
        #expect(FindingBaseline(accepting: findings.reversed()).contents() == written)
        #expect(baseline.contents() == written)
        #expect(baseline.filter(findings, name: "").isEmpty)
        let moved = [
            Self.finding("a", line: 77, file: "/ci/de.xliff"), Self.finding("a", line: 78), Self.finding("b", line: 80),
        ]
        #expect(baseline.filter(moved, name: "").isEmpty)
        // One more of the same.
        #expect(baseline.filter(findings + [Self.finding("a", line: 5)], name: "").map(\.position?.line) == [5])
        #expect(baseline.filter(findings + [Self.finding("c", line: 5)], name: "").map(\.subject?.key) == ["c"])
        let fixed = baseline.filter(Array(findings.dropFirst()), name: "b.json")
        #expect(fixed.map(\.code) == [.staleBaseline])
        #expect(fixed[0].file == "b.json")
        #expect(fixed[0].severity == .note)
        #expect(baseline.filter([], name: "b.json", isComplete: false).isEmpty)
    }

    /// Places in messages are no part of a finding's name.
    @Test func messagesWithPlaces() throws {
        let first = Self.finding(
            "a", line: 1, message: "\"a\" is there already, with the same target, at x/de.xliff:12:3")
        let later = Self.finding(
            "a", line: 1, message: "\"a\" is there already, with the same target, at /y/de.xliff:14:30")
        let other = Self.finding(
            "a", line: 1, message: "\"b\" is there already, with the same target, at x/de.xliff:12:3")
        let baseline = FindingBaseline(accepting: [first])
        #expect(baseline.filter([later], name: "").isEmpty)
        #expect(baseline.filter([other], name: "").count == 2)
    }

    /// The names are the same on every machine and in every run: they stand in people's files.
    @Test func fingerprintsAreStable() {
        var fingerprints = FindingFingerprints()
        #expect(fingerprints.next(Self.finding("a", line: 1)) == "b798d4a697ec7647")
        #expect(fingerprints.next(Self.finding("a", line: 2)) == "2febf63deed59267")
        #expect(fingerprints.next(Finding(.error, .cannotRead, "m", file: "x/y")) == "68323ea2d9c5c842")
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"version\": 2, \"accepted\": []}", "{\"version\": 1, \"accepted\": [{}]}",
        "{\"version\": \"1\"}",
    ])
    func whatIsNoBaseline(text: String) {
        #expect(throws: XLIFFError.self) { try FindingBaseline(bytes: Array(text.utf8), name: "b.json") }
    }
}
