import ArgumentParser
import Foundation
import GalleyXLIFF

/// `xliffix convert`: the ancestor's job, and what happens without a subcommand.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Write .strings files (the default).")

    @OptionGroup var inputs: InputOptions
    @OptionGroup var terminal: TerminalOptions

    @Option(name: .shortAndLong, help: .init("The folder to write below.", valueName: "dir"))
    var output = "."

    @Option(help: "tree keeps the project's folders; flat makes one .lproj per locale.")
    var layout = StringsExporter.Layout.tree

    @Flag(help: "Keep keys that only an existing file has.")
    var merge = false

    @Flag(help: "Drop keys that only an existing file has.")
    var force = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    func validate() throws {
        if merge, force { throw ValidationError("--merge and --force exclude each other.") }
        if output.isEmpty { throw ValidationError("-o needs the name of a folder.") }
    }

    func run() throws {
        let terminal = Terminal(terminal)
        var exporter = StringsExporter(options: .init(layout: layout))
        let didReadAll = inputs.forEachDocument(terminal: terminal) { reader in
            defer {
                exporter.add(findings: reader.findings)
                exporter.endDocument(named: reader.name)
            }
            while let file = try reader.next() { exporter.add(file) }
        }
        let export = exporter.finish()
        terminal.show(export.findings)
        guard didReadAll, !export.hasErrors else {
            terminal.say("nothing was written", style: .error)
            return try Outcome.errors.exit()
        }
        let report: StringsExport.WriteReport
        do {
            report = try export.write(
                to: URL(fileURLWithPath: output), existing: merge ? .merge : force ? .replace : .protect,
                isDryRun: dryRun)
        } catch {
            terminal.show(error.findings)
            terminal.say("nothing was written", style: .error)
            return try Outcome.errors.exit()
        }
        if dryRun { Summary.printPlan(report) }
        terminal.say(Summary.text(of: export, report, below: output, isDryRun: dryRun, style: terminal.style))
        try (export.hasWarnings ? Outcome.warnings : .clean).exit()
    }
}

extension StringsExporter.Layout: ExpressibleByArgument {}
