import ArgumentParser
import GalleyXLIFF

/// The command `xliffix`.
@main
struct XliffixTool: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "xliffix",
        abstract: "Turns XLIFF into .strings, .stringsdict and .xcstrings files, checks it, and makes it.",
        usage: """
            xliffix INPUT ... [-o DIR] [--emit strings] [--layout tree|flat] [--merge | --force] [--dry-run] [--quiet]
            xliffix info INPUT ...
            xliffix check INPUT ... [--format human|gcc|json|sarif|github] [--strict] [--baseline FILE]
            xliffix export PROJECT ... [-o DIR] [--xliff 1.2|2.1] [--locale LOCALE] [--xcloc]
            """,
        discussion: """
            INPUT is an .xliff or .xlf file, an .xcloc bundle, a folder of them, or - for standard input. The .strings \
            files go below DIR (the current folder by default), in <locale>.lproj folders where the project has them.

            EXAMPLES
              xliffix de.xliff                  write App/de.lproj/... here
              xliffix Localizations -o ../MyApp all languages into the project
              xliffix de.xliff --dry-run        say what would change
              xliffix export ../MyApp           the other way: XLIFF of a project's tables
              curl -s $URL | xliffix - -o out   from standard input

            EXIT STATUS
              0  all is well (untranslated units are fine)
              1  there were warnings, or units that cannot be converted
              2  an error; nothing was written for its locale
              64 the command line is wrong
            """,
        version: Self.version,
        subcommands: [ConvertCommand.self, InfoCommand.self, CheckCommand.self, ExportCommand.self],
        defaultSubcommand: ConvertCommand.self)
}

/// What the process says about the run as a whole.
enum Outcome: Int32, Comparable {
    case clean = 0
    case warnings = 1
    case errors = 2

    /// What a finding of this severity makes of the run.
    init(_ severity: Finding.Severity) {
        self =
            switch severity {
            case .note: .clean
            case .warning: .warnings
            case .error: .errors
            }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Ends the command.
    func exit() throws {
        if self != .clean { throw ExitCode(rawValue) }
    }
}
