import ArgumentParser
import Foundation
import GalleyXLIFF

/// `xliffix convert`: the ancestor's job, and what happens without a subcommand.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Write .strings, .stringsdict and .xcstrings files (the default).")

    @OptionGroup var inputs: InputOptions
    @OptionGroup var conversion: ConversionOptions
    @OptionGroup var terminal: TerminalOptions

    @Option(name: .shortAndLong, help: .init("The folder to write below.", valueName: "dir"))
    var output = "."

    @Flag(help: "Keep what only an existing file has, and its order and comments.")
    var merge = false

    @Flag(help: "Drop keys that only an existing file has.")
    var force = false

    @Flag(help: "Write translations that would crash the app, too.")
    var noCheck = false

    @Flag(help: "Show what would change, and write nothing.")
    var dryRun = false

    func validate() throws {
        if merge, force { throw ValidationError("--merge and --force exclude each other.") }
        if output.isEmpty { throw ValidationError("-o needs the name of a folder.") }
    }

    func run() throws {
        let terminal = Terminal(terminal)
        var checks = XLIFFChecker.Options()
        checks.policy = .beforeWriting
        var checker = XLIFFChecker(options: checks)
        let export = inputs.export(options: conversion.exporterOptions, project: output, terminal: terminal) { file in
            noCheck ? [] : checker.check(file).filter { $0.severity > .note }
        }
        terminal.show(export.findings)
        let outcome = write(export, terminal: terminal)
        if dryRun { for change in outcome.report.changes { print(FileDiff(change).text, terminator: "") } }
        terminal.say(
            Summary.text(of: export, outcome.report, below: output, isDryRun: dryRun, style: terminal.style))
        if outcome.hasFailed {
            terminal.say(Summary.refusal(outcome.report, of: export), style: .error)
        }
        try (outcome.hasFailed ? Outcome.errors : export.hasWarnings ? .warnings : .clean).exit()
    }

    private func write(
        _ export: StringsExport, terminal: Terminal
    ) -> (report: StringsExport.WriteReport, hasFailed: Bool) {
        do {
            let report = try export.write(
                to: URL(fileURLWithPath: output), existing: merge ? .merge : force ? .replace : .protect,
                isDryRun: dryRun)
            return (report, false)
        } catch {
            // What the conversion found is on the screen already.
            let known = Set(export.findings)
            terminal.show(error.findings.filter { !known.contains($0) })
            return (error.report, true)
        }
    }
}
