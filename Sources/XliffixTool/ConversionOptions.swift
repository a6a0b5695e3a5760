import ArgumentParser
import GalleyXLIFF

/// How units become files.
struct ConversionOptions: ParsableArguments {
    @Option(help: "tree keeps the project's folders; flat makes one .lproj per locale.")
    var layout = StringsExporter.Layout.tree

    @Option(
        help: .init(
            "The formats that may be written, with commas. Without xcstrings, catalogs are compiled to the others.",
            valueName: "formats"), transform: Self.formats)
    var emit = Set(StringsExporter.Format.allCases)

    @Option(help: "What an empty target of a text becomes: nothing, an empty value, or the source.")
    var empty = StringsExporter.EmptyTargets.omit

    @Option(help: "What a unit without a target becomes: nothing, or the source.")
    var fallback = StringsExporter.Fallback.none

    @Option(
        help: .init(
            """
            The states that count as translated: all, xcode (not new, not needs-review-*), or a list with commas. By \
            default all for .strings and .stringsdict, and Xcode's rule for catalogs.
            """, valueName: "states"), transform: Self.states)
    var states: StringsExporter.States?

    @Option(help: "Which value of a key is written when inputs disagree.")
    var conflicts = StringsExporter.Conflicts.first

    /// The encodings that a person asks for.
    enum Encoding: String, CaseIterable, ExpressibleByArgument {
        case utf8 = "utf-8"
        /// With a byte order mark, which Foundation needs.
        case utf16 = "utf-16"
    }

    @Option(help: "The encoding of new .strings files; one that is there keeps its own with --merge.")
    var encoding = Encoding.utf8

    @Flag(help: "Write characters outside of ASCII as \\U escapes in .strings files.")
    var ascii = false

    @Option(help: "How the folders of locales are spelled: as the XLIFF does, as zh-Hant-TW, or as zh_TW.")
    var localeStyle = LocaleStyle.Spelling.verbatim

    @Option(
        help: .init("Another name for a locale's folder, as ga-IE=ga; may be repeated.", valueName: "from=to"),
        transform: Self.renaming)
    var localeMap: [Renaming] = []

    /// One name for another.
    struct Renaming {
        var from: String
        var to: String
    }

    /// For the library.
    var exporterOptions: StringsExporter.Options {
        var options = StringsExporter.Options(layout: layout)
        options.formats = emit
        options.emptyTargets = empty
        options.fallback = fallback
        options.states = states
        options.conflicts = conflicts
        options.localeStyle = LocaleStyle(
            localeStyle, map: Dictionary(localeMap.map { ($0.from, $0.to) }, uniquingKeysWith: { $1 }))
        options.strings = StringsWriter.Options(
            encoding: encoding == .utf16 ? .utf16LittleEndian : .utf8, escapesNonASCII: ascii)
        options.keepsSkippedUnits = false
        return options
    }

    private static func formats(_ text: String) throws -> Set<StringsExporter.Format> {
        let formats = text.split(separator: ",").map { StringsExporter.Format(rawValue: String($0)) }
        guard !formats.isEmpty, !formats.contains(nil) else {
            throw ValidationError("'\(text)' is not a list of strings, stringsdict and xcstrings")
        }
        return Set(formats.compactMap { $0 })
    }

    private static func renaming(_ text: String) throws -> Renaming {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts.contains("") else { throw ValidationError("'\(text)' is not of the form a=b") }
        return Renaming(from: parts[0], to: parts[1])
    }

    private static func states(_ text: String) throws -> StringsExporter.States {
        switch text {
        case "all": return .all
        case "xcode": return .xcode
        default:
            let states = text.split(separator: ",").map(String.init)
            guard !states.isEmpty else { throw ValidationError("--states needs a state") }
            return .only(Set(states))
        }
    }
}

extension LocaleStyle.Spelling: ExpressibleByArgument {}
extension StringsExporter.Layout: ExpressibleByArgument {}
extension StringsExporter.EmptyTargets: ExpressibleByArgument {}
extension StringsExporter.Fallback: ExpressibleByArgument {}
extension StringsExporter.Conflicts: ExpressibleByArgument {}
