extension FindingReport {
    /// The version of the JSON format.
    static let jsonVersion = 1

    /// One object: `version`, `counts` by severity, and `findings`, each with `code`, `severity`, `message` and
    /// `fingerprint`, and where there are such: `hint`, `file`, `line`, `column`, `byteOffset`, `original`, `locale`, `key`.
    /// Members may be added, never changed, while `version` stays.
    var json: String {
        var fingerprints = FindingFingerprints()
        let items = findings.map { finding in
            JSONValue.members([
                ("code", .string(finding.code.rawValue)), ("severity", .string("\(finding.severity)")),
                ("message", .string(finding.message)), ("hint", finding.hint.map { .string($0) }),
                ("file", finding.file.isEmpty ? nil : .string(finding.file)),
                ("line", finding.position.map { .integer($0.line) }),
                ("column", finding.position.map { .integer($0.column) }),
                ("byteOffset", finding.position.map { .integer($0.byteOffset) }),
                ("original", finding.subject.map { .string($0.original) }),
                ("locale", finding.locale.map { .string($0) }),
                ("key", finding.subject.map { .string($0.key) }),
                ("fingerprint", .string(fingerprints.next(finding))),
            ])
        }
        let counts = [Finding.Severity.error, .warning, .note].map { severity -> (String, JSONValue?) in
            ("\(severity)", .integer(count(severity)))
        }
        return JSONValue.members([
            ("version", .integer(Self.jsonVersion)), ("counts", .members(counts)), ("findings", .array(items)),
        ]).reportText
    }

    /// SARIF 2.1.0 (OASIS): one run, a rule for each code that occurs, a result for each finding.
    var sarif: String {
        var fingerprints = FindingFingerprints()
        var rules: [JSONValue] = []
        var index: [Finding.Code: Int] = [:]
        for finding in findings where index[finding.code] == nil {
            index[finding.code] = rules.count
            rules.append(rule(finding.code, seenAs: finding.severity))
        }
        let results = findings.map { finding in
            JSONValue.members([
                ("ruleId", .string(finding.code.rawValue)), ("ruleIndex", .integer(index[finding.code] ?? -1)),
                ("level", .string("\(finding.severity)")), ("message", text(finding.message)),
                ("locations", location(of: finding).map { .array([$0]) }),
                ("partialFingerprints", .members([("xliffix/v1", .string(fingerprints.next(finding)))])),
            ])
        }
        let driver = JSONValue.members([
            ("name", .string("xliffix")), ("version", .string(toolVersion)), ("rules", .array(rules)),
        ])
        let run = JSONValue.members([
            ("tool", .members([("driver", driver)])), ("columnKind", .string("unicodeCodePoints")),
            ("results", .array(results)),
        ])
        return JSONValue.members([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .string("2.1.0")),
            ("runs", .array([run])),
        ]).reportText
    }

    private func text(_ text: String) -> JSONValue { .members([("text", .string(text))]) }

    private func rule(_ code: Finding.Code, seenAs severity: Finding.Severity) -> JSONValue {
        let description = CodeDescription.of(code)
        return .members([
            ("id", .string(code.rawValue)), ("shortDescription", text(description?.meaning ?? code.rawValue)),
            ("help", description.map { text($0.hint) }),
            (
                "defaultConfiguration",
                .members([("level", .string("\(description?.severity ?? severity)"))])
            ),
        ])
    }

    private func location(of finding: Finding) -> JSONValue? {
        let region = finding.position.map { position in
            JSONValue.members([
                ("startLine", .integer(position.line)), ("startColumn", .integer(position.column)),
            ])
        }
        let physical =
            finding.file.isEmpty
            ? nil
            : JSONValue.members([
                ("artifactLocation", .members([("uri", .string(Self.uri(finding.file)))])), ("region", region),
            ])
        let logical = finding.subject.map { subject in
            JSONValue.array([
                .members([
                    ("name", .string(subject.key)),
                    ("fullyQualifiedName", .string("\(finding.locale ?? "")/\(subject.original)/\(subject.key)")),
                    ("kind", .string("resource")),
                ])
            ])
        }
        guard physical != nil || logical != nil else { return nil }
        return .members([("physicalLocation", physical), ("logicalLocations", logical)])
    }

    /// A path as a URI reference (RFC 3986): relative ones stay relative to the folder that the run began in.
    static func uri(_ path: String) -> String {
        var result = path.hasPrefix("/") ? "file://" : ""
        let digits = Array("0123456789ABCDEF")
        // A colon in the first segment of a relative reference would end a scheme.
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
                UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: ","):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return result
    }
}

extension JSONStyle {
    /// As reports and baselines are written.
    static let report = JSONStyle(
        indent: "  ", lineBreak: "\n", colon: ": ", opensEmptyContainers: false, endsWithNewline: true)
}

extension JSONValue {
    fileprivate var reportText: String {
        String(decoding: JSONWriter.contents(of: self, style: .report), as: UTF8.self)
    }
}
