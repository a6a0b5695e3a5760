import ArgumentParser
import Foundation
import GalleyXLIFF

/// `xliffix export`: the other way, from a project's tables to XLIFF.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Make XLIFF of .strings, .stringsdict and .xcstrings files.",
        discussion: """
            Makes one document for each locale, as Xcode does: sources from the development language, targets where there \
            is a translation, notes from comments. Texts that stand in storyboards and xibs only are not read; their \
            .strings tables are.

            EXAMPLES
              xliffix export MyApp -o Localizations      de.xliff, fr.xliff, ... for all locales there are
              xliffix export MyApp --locale pt-BR        also for a locale without any translation yet
              xliffix export MyApp --xcloc -o Localizations
              xliffix export App/en.lproj/Localizable.strings --locale de -o - | gzip > de.xliff.gz
            """)

    @Argument(help: .init("The project's folder, folders in it, or files.", valueName: "input"))
    var inputs: [String]

    @OptionGroup var terminal: TerminalOptions

    @Option(
        name: .shortAndLong,
        help: .init(
            "The folder to write into, or for one locale a file.xliff, or - for standard output.", valueName: "dir"))
    var output = "."

    @Option(help: .init("The version of XLIFF: 1.2, as Xcode writes it, or 2.1.", valueName: "version"))
    var xliff = XLIFFWriter.Version.xliff12

    @Option(help: .init("The language that the texts are written in.", valueName: "locale"))
    var sourceLanguage: String?

    @Option(help: .init("A locale to export; all that have a translation by default.", valueName: "locale"))
    var locale: [String] = []

    @Flag(help: "Make .xcloc bundles, with copies of the source files.")
    var xcloc = false

    @Flag(help: "Replace documents that have translations which the project lacks.")
    var force = false

    @Flag(help: "Show what would change, and write nothing.")
    var dryRun = false

    private var isStandardOutput: Bool { output == "-" }
    /// Whether the output is the name of a document.
    private var isFile: Bool { [".xliff", ".xlf"].contains { output.lowercased().hasSuffix($0) } }

    func validate() throws {
        if inputs.isEmpty { throw ValidationError("Name a project's folder or files.") }
        if output.isEmpty { throw ValidationError("-o needs the name of a folder.") }
        if xcloc, isFile || isStandardOutput { throw ValidationError("--xcloc needs a folder for -o.") }
    }

    func run() throws {
        let terminal = Terminal(terminal)
        var options = XLIFFExporter.Options(sourceLanguage: sourceLanguage, locales: locale.isEmpty ? nil : locale)
        options.version = xliff
        options.tool?.version = XliffixTool.configuration.version
        let export: XLIFFExport
        do {
            export = try XLIFFExporter(project: LocalizedProject(inputs: inputs), options: options).export()
        } catch {
            terminal.show([error.finding])
            return try Outcome.errors.exit()
        }
        terminal.show(export.findings)
        guard !export.hasErrors else {
            terminal.say("nothing was written", style: .error)
            return try Outcome.errors.exit()
        }
        guard !export.documents.isEmpty else {
            terminal.say("no locale to export; --locale names one", style: .error)
            return try Outcome.errors.exit()
        }
        if isFile || isStandardOutput, export.documents.count > 1 {
            let locales = export.documents.map(\.locale).joined(separator: ", ")
            throw ValidationError("-o \(output) holds one locale; choose one by --locale: \(locales)")
        }
        try write(export, terminal)
        try (export.hasWarnings ? Outcome.warnings : .clean).exit()
    }

    private func write(_ export: XLIFFExport, _ terminal: Terminal) throws {
        if isStandardOutput {
            for document in export.documents {
                FileHandle.standardOutput.write(Data(export.contents(of: document)))
            }
            return terminal.say(Self.rows(of: export, terminal.style))
        }
        var options = XLIFFExport.WriteOptions()
        options.isBundle = xcloc
        options.replacesTranslations = force
        var folder = URL(fileURLWithPath: output)
        if isFile {
            options.fileName = folder.lastPathComponent
            folder.deleteLastPathComponent()
        }
        do {
            let report = try export.write(to: folder, options: options, isDryRun: dryRun)
            if dryRun { for change in report.changes { print(FileDiff(change).text, terminator: "") } }
            let place = isFile ? folder.relativePath : output
            terminal.say(
                Self.rows(of: export, terminal.style) + "\n" + Summary.filesLine(report, below: place, isDryRun: dryRun)
            )
        } catch {
            terminal.show(error.findings)
            terminal.say("nothing was written", style: .error)
            try Outcome.errors.exit()
        }
    }

    /// One line for each locale.
    private static func rows(of export: XLIFFExport, _ style: Terminal.Painter) -> String {
        let rows = export.documents.map { document in
            let (units, done) = (document.unitCount, document.translatedCount)
            return [
                document.locale, Summary.plural(units, "unit"),
                "\(done) translated" + (units == 0 ? "" : " (\(done * 100 / units) %)"),
            ]
        }
        return Summary.table(rows).map { style.paint($0[0], .bold) + "  " + $0[1] + "  " + style.paint($0[2], .good) }
            .joined(separator: "\n")
    }
}

extension XLIFFWriter.Version: ExpressibleByArgument {}
