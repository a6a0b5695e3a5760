import ArgumentParser
import Foundation
import Galley

/// `galley text`: the text of a document, without its lines.
struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Print the text of documents: list markers, cells and alternative texts included.",
        discussion: """
            A paragraph is one line; needs no fonts. For the lines as laid out: galley render --format txt. With --html \
            or --fragment the text is written as clean HTML again: resolved, its styles in one sheet or in attributes. With \
            --columns or --page-lines it is laid out for a terminal: lines broken, tables drawn, pages cut.

            Examples:
              galley text newsletter.html
              galley text *.html -o all.txt
              galley text --columns 80 --links footnotes manual.html | less
              galley text --html export.doc.html -o clean.html
            """)

    /// How the text is written.
    enum Form: String, EnumerableFlag {
        case screen, compatible, html, fragment

        static func help(for value: Form) -> ArgumentHelp? {
            switch value {
            case .screen: "For reading: markers, indents, tables in columns (the default)."
            case .compatible:
                "As DTCoreText gives it: a tab before and after markers, U+2028 for line breaks, U+FFFC for images."
            case .html: "A whole HTML document with a style sheet (the default for -o NAME.html; one document only)."
            case .fragment: "The HTML of the body with style attributes."
            }
        }
    }

    @Argument(help: .init("HTML or plain-text files; - is standard input.", valueName: "in"))
    var inputs: [String]

    @Option(name: .shortAndLong, help: .init("The file to write; standard output otherwise.", valueName: "out"))
    var output: String?

    @Flag(exclusivity: .exclusive) var form: Form?

    @Option(help: .init("Lay the text out for a terminal of so many columns (80 with --page-lines).", valueName: "n"))
    var columns: Int?

    @Option(help: .init("Lay the text out in pages of so many lines, with form feeds between them.", valueName: "n"))
    var pageLines: Int?

    @Option(
        help: .init(
            "What a terminal shows of links: none, footnotes, or hyperlinks for those that know OSC 8.",
            valueName: "form"))
    var links = TerminalTextWriter.Links.none

    @OptionGroup(title: "Input Options") var input: InputOptions
    @OptionGroup var report: ReportOptions

    /// The form asked for, or the one that the output's extension names.
    private var chosenForm: Form {
        if let form { return form }
        let isHTML = ["html", "htm"].contains(URL(fileURLWithPath: output ?? "").pathExtension.lowercased())
        return isHTML ? .html : .screen
    }

    /// How the text is laid out for a terminal, if it is.
    private var terminal: TerminalTextWriter? {
        guard columns != nil || pageLines != nil || links != .none else { return nil }
        return TerminalTextWriter(columns: columns ?? 80, pageLines: pageLines, links: links)
    }

    func validate() throws {
        try check(columns.map(Double.init), "--columns", 20...1_000)
        try check(pageLines.map(Double.init), "--page-lines", 5...100_000)
        if terminal != nil, chosenForm != .screen {
            throw ValidationError(
                "--columns, --page-lines and --links are of text for reading, not of --\(chosenForm.rawValue).")
        }
        if chosenForm == .html, inputs.count > 1 {
            throw ValidationError("--html writes one document; use --fragment for several.")
        }
    }

    private func bytes(of text: AttributedText) -> [UInt8] {
        if let terminal { return Array(terminal.string(from: text).utf8) }
        return switch chosenForm {
        case .screen: Array(PlainTextWriter(.screen).string(from: text).utf8)
        case .compatible: Array(PlainTextWriter(.compatible).string(from: text).utf8)
        case .html: HTMLWriter(.document).bytes(from: text)
        case .fragment: HTMLWriter(.fragment).bytes(from: text)
        }
    }

    func run() throws {
        let report = Report(report)
        var bytes: [UInt8] = []
        do {
            var styleSheets: [String] = []
            for path in input.css { styleSheets.append(TextDecoding.string(Array(try Input(path: path).read()))) }
            for path in inputs {
                do throws(InputError) {
                    let document = try Document(
                        Input(path: path), input, Look(), styleSheets: styleSheets,
                        surface: .canvas(width: Surface.defaultWidth))
                    report.add(document.text.diagnostics, file: document.input.name)
                    bytes += self.bytes(of: document.text)
                    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
                } catch {
                    report.add(error)
                }
            }
            if let output, output != "-" {
                try AtomicFile.write(bytes, to: output)
            } else {
                report.output(bytes)
            }
        } catch let error as InputError {
            report.add(error)
        } catch let error as RenderError {
            report.add(Diagnostic(.error, code: "output", "\(error)"))
        }
        try report.finish()
    }
}

extension TerminalTextWriter.Links: ExpressibleByArgument {}
