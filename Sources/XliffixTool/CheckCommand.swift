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
        var checker = XLIFFChecker()
        let export = inputs.export(options: .init(), project: ".", terminal: terminal) { checker.check($0) }
        let units = export.counts.values.reduce(0) { $0 + $1.units }
        terminal.show(export.findings)
        let errors = export.findings.count { $0.severity == .error }
        let warnings = export.findings.count { $0.severity == .warning }
        terminal.say(
            "\(Summary.plural(units, "unit")): \(Summary.plural(errors, "error")), \(Summary.plural(warnings, "warning"))"
        )
        guard !export.hasErrors else { return try Outcome.errors.exit() }
        try (export.hasWarnings ? Outcome.warnings : .clean).exit()
    }
}
