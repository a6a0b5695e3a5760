import ArgumentParser
import GalleyXLIFF

/// `xliffix check`: what would go wrong, without writing anything.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Look for translations that would crash or fail in the app.",
        discussion: """
            Reports format specifiers (%@, %1$d, ...) that a translation lacks (a warning), has in addition or has with \
            another type (errors: the app may crash), and all that a conversion would report.
            """)

    @OptionGroup var inputs: InputOptions
    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        let terminal = Terminal(terminal)
        var exporter = StringsExporter()
        var units = 0
        let didReadAll = inputs.forEachDocument(terminal: terminal) { reader in
            defer {
                exporter.add(findings: reader.findings)
                exporter.endDocument(named: reader.name)
            }
            while let file = try reader.next() {
                units += file.units.count
                exporter.add(findings: file.specifierFindings())
                exporter.add(file)
            }
        }
        let export = exporter.finish()
        terminal.show(export.findings)
        let errors = export.findings.count { $0.severity == .error }
        let warnings = export.findings.count { $0.severity == .warning }
        terminal.say(
            "\(Summary.plural(units, "unit")): \(Summary.plural(errors, "error")), \(Summary.plural(warnings, "warning"))"
        )
        guard didReadAll, errors == 0 else { return try Outcome.errors.exit() }
        try (export.hasWarnings ? Outcome.warnings : .clean).exit()
    }
}
