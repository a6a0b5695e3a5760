import ArgumentParser
import GalleyXLIFF

/// `xliffix info`: a quick look.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the locales, files and how much is translated.")

    @OptionGroup var inputs: InputOptions
    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        let terminal = Terminal(terminal)
        var worst = Outcome.clean
        func note(_ findings: [Finding]) {
            terminal.show(findings)
            for finding in findings { worst = max(worst, Outcome(finding.severity)) }
        }
        for document in inputs.documents() {
            var findings: [Finding] = []
            switch document {
            case .failed(let error): findings.append(error.finding)
            case .path(let path):
                do throws(XLIFFError) {
                    let reader = try XLIFFReader(path: path, isRecovering: inputs.recover)
                    defer { findings += reader.findings }
                    var contents = Contents()
                    while let file = try reader.next() { contents.add(file) }
                    show(contents, of: reader)
                } catch {
                    findings.append(error.finding)
                }
            }
            note(findings)
        }
        try worst.exit()
    }

    /// What is shown of a document, whose files are not kept.
    private struct Contents {
        var languages: Set<String> = []
        var tools: Set<String> = []
        var files: [(units: Int, translated: Int, original: String)] = []

        mutating func add(_ file: XLIFFFile) {
            languages.insert("\(file.sourceLanguage ?? "?") to \(file.targetLanguage ?? "?")")
            if let tool = file.tool?.description, !tool.isEmpty { tools.insert(tool) }
            files.append((file.units.count, file.units.count { $0.target?.isEmpty == false }, file.original))
        }
    }

    private func show(_ contents: Contents, of reader: XLIFFReader) {
        let version = reader.version.isEmpty ? "XLIFF" : "XLIFF \(reader.version)"
        let words = [version] + contents.tools.sorted() + contents.languages.sorted()
        print("\(reader.name): " + words.joined(separator: ", "))
        let files = contents.files
        var rows = files.map { row($0.units, $0.translated, $0.original) }
        rows.append(
            row(
                files.reduce(0) { $0 + $1.units }, files.reduce(0) { $0 + $1.translated },
                Summary.plural(files.count, "file")))
        for row in Summary.table(rows) { print("  " + row.joined(separator: "  ")) }
    }

    private func row(_ units: Int, _ translated: Int, _ name: String) -> [String] {
        let share = units == 0 ? "" : " (\(translated * 100 / units) %)"
        return [Summary.plural(units, "unit"), "\(translated) translated\(share)", name]
    }
}
