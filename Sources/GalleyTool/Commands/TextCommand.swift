import ArgumentParser
import Galley

/// `galley text`: the text of a document, without its lines.
struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Print the text of documents: list markers, cells and alternative texts included.",
        discussion: """
            A paragraph is one line; needs no fonts. For the lines as laid out: galley render --format txt.

            Examples:
              galley text newsletter.html
              galley text *.html -o all.txt
            """)

    @Argument(help: .init("HTML or plain-text files; - is standard input.", valueName: "in"))
    var inputs: [String]

    @Option(name: .shortAndLong, help: .init("The file to write; standard output otherwise.", valueName: "out"))
    var output: String?

    @OptionGroup(title: "Input Options") var input: InputOptions
    @OptionGroup var report: ReportOptions

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
                    bytes += Array(PlainTextWriter().string(from: document.text).utf8)
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
