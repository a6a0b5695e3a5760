import ArgumentParser
import Foundation
import Galley

/// `galley layout`: the lines of a document as JSON.
struct LayoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Print the lines of a document as JSON.",
        discussion: """
            One object: "height", "width" and "lines", each with "text", "x", "y", "width", "height", "baseline" \
            (px from the top left of the document, rounded to 1/64), "paragraph" (from 0) and "direction" (ltr, rtl). \
            Where a line shows something else than its text (generated text, values of fields, alternative texts), \
            "shown" is that. Images that do not say their size take a placeholder's, unless waited for.

            Examples:
              galley layout article.html --width 600
              galley layout - --from text --width 320 --font Inter.ttf --family Inter < names.txt
            """)

    @Argument(help: .init("An HTML or plain-text file; - is standard input.", valueName: "in"))
    var inputPath: String

    @Option(name: .shortAndLong, help: .init("The file to write; standard output otherwise.", valueName: "out"))
    var output: String?

    @Flag(help: "Add each line's runs: face, size, text, glyph ids and positions, clusters.")
    var glyphs = false

    @Flag(help: "Add \"boxes\": each block's x, y, width, height and data- attributes.")
    var boxes = false

    @Flag(help: "Wait for images before laying out.")
    var wait = false

    @OptionGroup(title: "Page Options") var page: PageOptions
    @OptionGroup(title: "Input Options") var input: InputOptions
    @OptionGroup(title: "Font Options") var fontOptions: FontOptions
    @OptionGroup var report: ReportOptions

    func run() async throws {
        let report = Report(report)
        do {
            let surface = page.surface(for: .json)
            let resources = try Resources(fontOptions.look, css: input.css)
            for diagnostic in resources.diagnostics { report.add(diagnostic) }
            let source = Input(path: inputPath)
            let document = try Document(
                source, input, fontOptions.look, styleSheets: resources.styleSheets, surface: surface)
            report.add(document.text.diagnostics, file: source.name)
            let images = await document.images(input, wait: wait || input.noImages)
            report.add(wait && !input.noImages ? images.diagnostics : [], file: source.name)
            let declared = await document.fonts(resources.fonts)
            report.add(declared.diagnostics, file: source.name)
            let layout = try document.layout(
                surface, fonts: declared.fonts, hyphenation: resources.hyphenation, images)
            report.add(MissingGlyphs(layout.layout).diagnostics, file: source.name)
            try write(layout, report)
        } catch let error as InputError {
            report.add(error)
        } catch let error as RenderError {
            report.add(Diagnostic(.error, code: "output", "\(error)"))
        }
        try report.finish()
    }

    private func write(_ layout: LaidOutDocument, _ report: Report) throws(RenderError) {
        let json =
            switch layout {
            case .canvas(let layout): LayoutJSON(layout, glyphs: glyphs, boxes: boxes)
            case .pages(let paged): LayoutJSON(paged, glyphs: glyphs, boxes: boxes)
            }
        if let output, output != "-" {
            try AtomicFile.write(json.bytes(), to: output)
        } else {
            report.output(json.bytes())
        }
    }
}
