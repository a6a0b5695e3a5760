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
        inputs.forEachDocument { path in
            var findings: [Finding] = []
            do throws(XLIFFError) {
                let reader = try XLIFFReader(path: path, isRecovering: inputs.recover)
                defer { findings += reader.findings }
                var files: [XLIFFFile] = []
                while let file = try reader.next() { files.append(file) }
                show(files, of: reader)
            } catch {
                findings.append(error.finding)
            }
            note(findings)
        } failure: { error in
            note([error.finding])
        }
        try worst.exit()
    }

    private func show(_ files: [XLIFFFile], of reader: XLIFFReader) {
        let languages = Set(files.map { "\($0.sourceLanguage ?? "?") to \($0.targetLanguage ?? "?")" }).sorted()
        let tools = Set(files.compactMap(\.tool?.description)).subtracting([""]).sorted()
        let version = reader.version.isEmpty ? "XLIFF" : "XLIFF \(reader.version)"
        print("\(reader.name): " + ([version] + tools + languages).joined(separator: ", "))
        var rows: [[String]] = []
        var units = 0
        var translated = 0
        for file in files {
            let done = file.units.count { $0.target?.isEmpty == false }
            units += file.units.count
            translated += done
            rows.append(row(file.units.count, done, file.original))
        }
        rows.append(row(units, translated, Summary.plural(files.count, "file")))
        for row in Summary.table(rows) { print("  " + row.joined(separator: "  ")) }
    }

    private func row(_ units: Int, _ translated: Int, _ name: String) -> [String] {
        let share = units == 0 ? "" : " (\(translated * 100 / units) %)"
        return [Summary.plural(units, "unit"), "\(translated) translated\(share)", name]
    }
}
