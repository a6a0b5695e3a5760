/// Findings as text, in the formats that people, editors and services read.
///
///     print(FindingReport(findings).text(.sarif), terminator: "")
public struct FindingReport: Sendable {
    /// The formats.
    public enum Format: String, Sendable, CaseIterable {
        /// For a person: hints, long rows of notes cut short, and a last line with the counts.
        case human
        /// `file:line:column: severity: message [code]`, which Xcode, editors and CI systems recognise.
        case gcc
        /// Everything that is known, for programs; see ``FindingReport/json``.
        case json
        /// SARIF 2.1.0, for code scanning services.
        case sarif
        /// Workflow commands of GitHub Actions, which become annotations.
        case github
    }

    public var findings: [Finding]
    /// The version of the tool, for SARIF.
    public var toolVersion: String
    /// `human`: with the colours of a terminal.
    public var isColoured = false
    /// `human`: how many notes of one code in one file are shown before the rest is only counted.
    public var notesShown = 10

    public init(_ findings: [Finding], toolVersion: String = "0.1.0") {
        self.findings = findings
        self.toolVersion = toolVersion
    }

    /// The whole report; each line ends with a line feed. Empty for `gcc` and `github` without findings.
    public func text(_ format: Format) -> String {
        switch format {
        case .human: human
        case .gcc: findings.map { "\($0.onOneLine)\n" }.joined()
        case .json: json
        case .sarif: sarif
        case .github: github
        }
    }

    func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }
}

extension Finding {
    /// The description, whatever a file's name or a message may hold.
    fileprivate var onOneLine: String {
        description.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
    }
}

extension FindingReport {
    private var human: String {
        var text = ""
        var shown: [[String]: Int] = [:]
        var hinted: Set<Finding.Code> = []
        for finding in findings {
            if finding.severity == .note {
                let row = [finding.file, finding.code.rawValue]
                shown[row, default: 0] += 1
                if shown[row] ?? 0 > notesShown { continue }
            }
            text += isColoured ? finding.coloured : finding.onOneLine
            text += "\n"
            if hinted.insert(finding.code).inserted, let hint = finding.hint {
                text += "    " + (isColoured ? "\u{1B}[2m\(hint)\u{1B}[0m" : hint) + "\n"
            }
        }
        for (row, count) in shown.filter({ $0.value > notesShown }).sorted(by: {
            $0.key.lexicographicallyPrecedes($1.key)
        }) {
            text += "\(row[0].isEmpty ? "" : row[0] + ": ")note: \(count - notesShown) more [\(row[1])]\n"
        }
        let counts = [(Finding.Severity.error, "error"), (.warning, "warning"), (.note, "note")]
            .map { (count($0.0), $0.1) }.filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return text + (counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")) + "\n"
    }

    /// Workflow commands: `::error file=...,line=...,col=...,title=...::message`.
    private var github: String {
        findings.map { finding in
            func escape(_ text: String, isProperty: Bool) -> String {
                var result = ""
                for character in text.unicodeScalars {
                    switch character {
                    case "%": result += "%25"
                    case "\r": result += "%0D"
                    case "\n": result += "%0A"
                    case ":" where isProperty: result += "%3A"
                    case "," where isProperty: result += "%2C"
                    default: result.unicodeScalars.append(character)
                    }
                }
                return result
            }
            var properties: [String] = []
            if !finding.file.isEmpty { properties.append("file=" + escape(finding.file, isProperty: true)) }
            if let position = finding.position {
                properties += ["line=\(position.line)", "col=\(position.column)"]
            }
            properties.append("title=" + escape(finding.code.rawValue, isProperty: true))
            let command =
                switch finding.severity {
                case .error: "error"
                case .warning: "warning"
                case .note: "notice"
                }
            return "::\(command) \(properties.joined(separator: ","))::\(escape(finding.message, isProperty: false))\n"
        }.joined()
    }
}

extension Finding {
    /// The description in the colours of a terminal.
    package var coloured: String {
        var place = file
        if let position { place += ":\(position)" }
        let colour =
            switch severity {
            case .note: "36"
            case .warning: "33;1"
            case .error: "31;1"
            }
        let line =
            (place.isEmpty ? "" : "\u{1B}[1m\(place):\u{1B}[0m ")
            + "\u{1B}[\(colour)m\(severity):\u{1B}[0m \(message) \u{1B}[2m[\(code.rawValue)]\u{1B}[0m"
        return line.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
    }
}
