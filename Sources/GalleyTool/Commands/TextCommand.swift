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
            or --fragment the text is written as clean HTML again: resolved, its styles in one sheet or in attributes.

            Examples:
              galley text newsletter.html
              galley text *.html -o all.txt
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

    @OptionGroup(title: "Input Options") var input: InputOptions
    @OptionGroup var report: ReportOptions

    /// The form asked for, or the one that the output's extension names.
    private var chosenForm: Form {
        if let form { return form }
        let isHTML = ["html", "htm"].contains(URL(fileURLWithPath: output ?? "").pathExtension.lowercased())
        return isHTML ? .html : .screen
    }

    func validate() throws {
        if chosenForm == .html, inputs.count > 1 {
            throw ValidationError("--html writes one document; use --fragment for several.")
        }
    }

    private func bytes(of text: AttributedText) -> [UInt8] {
        switch chosenForm {
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
                    report.add(error.diagnostic)
                }
            }
            if let output, output != "-" {
                try AtomicFile.write(bytes, to: output)
            } else {
                Report.write(bytes, to: 1)
            }
        } catch let error as InputError {
            report.add(error.diagnostic)
        } catch let error as RenderError {
            report.add(Diagnostic(.error, code: "output", "\(error)"))
        }
        try report.finish()
    }
}
