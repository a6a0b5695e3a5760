import ArgumentParser
import Foundation
import Galley

/// `galley measure`: how much room text takes.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Print the size, the lines and the baselines of text.",
        discussion: """
            Prints one line for each input: width, height, number of lines, first and last baseline, in px. Without \
            --width text is as wide as it wants to be. --each measures each line of a plain text by itself.

            Examples:
              galley measure --text "Kaufen" --font Inter.ttf --family Inter --size 17
              galley measure --text "A longer sentence to wrap" --width 120
              galley measure labels.txt --each
            """)

    @Argument(help: .init("HTML or plain-text files; - is standard input.", valueName: "in"))
    var inputs: [String] = []

    @Option(help: .init("A text to measure. May be given several times.", valueName: "string"))
    var text: [String] = []

    @Option(help: .init("The width to wrap at, in px.", valueName: "px"))
    var width: Double?

    @Flag(help: "Measure each line of the input by itself.")
    var each = false

    @Flag(help: "Print a JSON object a line.")
    var json = false

    @Flag(help: "Wait for images before measuring.")
    var wait = false

    @OptionGroup(title: "Input Options") var input: InputOptions
    @OptionGroup(title: "Font Options") var fontOptions: FontOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
        try check(width, "--width", Surface.widths)
        if inputs.isEmpty, text.isEmpty { throw ValidationError("Give a file or --text.") }
    }

    func run() async throws {
        let report = Report(report)
        do {
            let resources = try Resources(fontOptions.look, css: input.css)
            for diagnostic in resources.diagnostics { report.add(diagnostic) }
            for string in text {
                measure(Document(text: string, fontOptions.look), named: string, resources, .init(), report)
            }
            for path in inputs {
                do {
                    try await measure(path, resources, report)
                } catch let error as InputError {
                    report.add(error)
                }
            }
        } catch let error as InputError {
            report.add(error)
        }
        try report.finish()
    }

    private func measure(_ path: String, _ resources: Resources, _ report: Report) async throws {
        let source = Input(path: path)
        if each {
            let string = TextDecoding.string(Array(try source.read()))
            for line in string.split(whereSeparator: \.isNewline) {
                measure(Document(text: String(line), fontOptions.look), named: String(line), resources, .init(), report)
            }
            return
        }
        let document = try Document(
            source, input, fontOptions.look, styleSheets: resources.styleSheets,
            surface: .canvas(width: width ?? Surface.defaultWidth))
        report.add(document.text.diagnostics, file: source.name)
        let images = await document.images(input, wait: wait || input.noImages)
        measure(document, named: source.name, resources, images, report)
    }

    private func measure(
        _ document: Document, named name: String, _ resources: Resources, _ images: LoadedImages, _ report: Report
    ) {
        var options = LayoutOptions()
        options.hyphenation = resources.hyphenation
        let layout = DocumentLayout(
            document.text, fonts: resources.fonts, width: width ?? .infinity, options: options,
            attachments: images.states)
        report.add(MissingGlyphs(layout).diagnostics, file: name)
        let measured = Measured(layout)
        report.output(Array(((json ? measured.json(name) : measured.line(name)) + "\n").utf8))
    }
}

/// What a layout occupies.
struct Measured {
    var size: Size
    var lineCount: Int
    var firstBaseline: Double
    var lastBaseline: Double

    init(_ layout: DocumentLayout) {
        let lines = layout.lines
        let right = lines.map(\.frame.maxX).max() ?? 0
        let left = min(0, lines.map(\.frame.minX).min() ?? 0)
        size = Size(width: right - left, height: layout.size.height)
        lineCount = lines.count
        firstBaseline = lines.first?.baseline ?? 0
        lastBaseline = lines.last?.baseline ?? 0
    }

    func line(_ name: String) -> String {
        let lines = lineCount == 1 ? "1 line" : "\(lineCount) lines"
        return "\(number(size.width)) x \(number(size.height)), \(lines), baselines \(number(firstBaseline)) to "
            + "\(number(lastBaseline)): \(Measured.onOneLine(name))"
    }

    /// A name without controls, which would make lines of their own: as in a Swift literal.
    private static func onOneLine(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    func json(_ name: String) -> String {
        let quoted = (try? JSONEncoder().encode([name])).map {
            String(decoding: $0.dropFirst().dropLast(), as: UTF8.self)
        }
        return "{\"firstBaseline\":\(number(firstBaseline)),\"height\":\(number(size.height)),"
            + "\"lastBaseline\":\(number(lastBaseline)),\"lines\":\(lineCount),\"name\":\(quoted ?? "\"\""),"
            + "\"width\":\(number(size.width))}"
    }

    /// Rounded to 1/64 px.
    private func number(_ value: Double) -> String {
        plain((value * 64).rounded() / 64)
    }
}
