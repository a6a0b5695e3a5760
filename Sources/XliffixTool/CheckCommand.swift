import ArgumentParser
import Foundation
import GalleyXLIFF

/// `xliffix check`: what would go wrong, without writing anything.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Look for translations that would crash, be cut off or fail in the app.",
        discussion: """
            Reports format specifiers (%@, %1$d, ...) that a translation lacks (a warning), has in addition or has with \
            another type (errors: the app may crash), plural forms that the language needs, texts that are too long, \
            white space, controls, tags and escapes that differ, what is not translated, and all that a conversion \
            would report. The report goes to standard output.

            EXAMPLES
              xliffix check Localizations                   everything, for a person
              xliffix check de.xliff --format gcc           for Xcode, editors, CI
              xliffix check . --format sarif > check.sarif  for code scanning
              xliffix check . --write-baseline known.json   accept what there is
              xliffix check . --baseline known.json --strict
                                                            report and fail on what is new
              xliffix check de.xliff --font Inter.ttf --size 17 --sample @=Alexandra
                                                            measure length limits

            EXIT STATUS
              0  nothing but notes
              1  warnings
              2  errors, or an input that cannot be read
              64 the command line is wrong
            """)

    @OptionGroup var inputs: InputOptions
    @OptionGroup var checks: CheckOptions
    @OptionGroup var terminal: TerminalOptions

    @Option(help: "How findings are written.")
    var format = FindingReport.Format.human

    @Option(help: .init("Leave out the findings that this file accepts.", valueName: "file"))
    var baseline: String?

    @Option(help: .init("Accept the findings of this run: write them to this file.", valueName: "file"))
    var writeBaseline: String?

    func run() throws {
        let terminal = Terminal(terminal)
        let options = try checks.checkerOptions()
        var findings = read(options, terminal)
        if let writeBaseline {
            guard accept(findings, in: writeBaseline, terminal) else { return try Outcome.errors.exit() }
            findings.removeAll { FindingBaseline(accepting: [$0]).entries.count == 1 }
        } else if let baseline {
            guard let known = load(baseline, terminal) else { return try Outcome.errors.exit() }
            findings = known.filter(
                findings, name: baseline, isComplete: options.policy.only.isEmpty && options.policy.skip.isEmpty)
        }
        if terminal.isQuiet { findings.removeAll { $0.severity == .note } }
        show(findings)
        try (findings.map { Outcome($0.severity) }.max() ?? .clean).exit()
    }

    /// What checking and converting the inputs bring up.
    private func read(_ options: XLIFFChecker.Options, _ terminal: Terminal) -> [Finding] {
        var checker = XLIFFChecker(options: options)
        var found: [Finding] = []
        var documents: [String] = []
        var conversion = StringsExporter.Options()
        conversion.keepsSkippedUnits = false
        let export = inputs.export(options: conversion, project: ".", terminal: terminal) { file in
            if documents.last != file.document { documents.append(file.document) }
            found += checker.check(file)
            return []
        }
        // The checker says the same of plural forms and substitutions, each at its unit.
        let checked: Set<Finding.Code> = [.missingOther, .missingCategory, .extraCategory, .undefinedSubstitution]
        let others = export.findings.filter { !checked.contains($0.code) }
        return Finding.merged([found, options.policy.applied(to: others)], documents: documents)
    }

    private func show(_ findings: [Finding]) {
        var report = FindingReport(findings, toolVersion: XliffixTool.version)
        report.isColoured = Terminal.showsColours(STDOUT_FILENO)
        FileHandle.standardOutput.write(Data(report.text(format).utf8))
    }

    // MARK: The baseline

    private func accept(_ findings: [Finding], in path: String, _ terminal: Terminal) -> Bool {
        let accepted = FindingBaseline(accepting: findings.filter { !terminal.isQuiet || $0.severity > .note })
        do {
            try Data(accepted.contents()).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            terminal.show([
                Finding(.error, .cannotWrite, "cannot be written: \(error.localizedDescription)", file: path)
            ])
            return false
        }
        terminal.say("\(Summary.plural(accepted.entries.count, "finding")) accepted in \(path)")
        return true
    }

    private func load(_ path: String, _ terminal: Terminal) -> FindingBaseline? {
        do throws(XLIFFError) {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw XLIFFError(Finding(.error, .cannotRead, "the baseline cannot be read", file: path))
            }
            return try FindingBaseline(bytes: [UInt8](data), name: path)
        } catch {
            terminal.show([error.finding])
            return nil
        }
    }
}
