import ArgumentParser
import Foundation
import Galley

/// `galley render`: documents to files.
struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Write documents as PDF, PNG, SVG, laid-out text or JSON.",
        discussion: """
            Waits for all images (10 s each at most), then writes each file once and whole. Without -o each input is \
            written to the current folder under its own name with the format's extension; standard input goes to \
            standard output.

            Examples:
              galley render letter.html -o letter.pdf --page Letter --margin 72
              galley render chapters/*.html -o out --format pdf
              galley render article.html -o article.png --width 640 --scale 2
              curl -s https://example.com | galley render - --base-url https://example.com --allow-network > page.pdf
            """)

    @Argument(help: .init("HTML or plain-text files; - is standard input.", valueName: "in"))
    var inputs: [String]

    @Option(
        name: .shortAndLong,
        help: .init("The file to write, a folder for several; - is standard output.", valueName: "out"))
    var output: String?

    @Option(
        help: .init("pdf, png, svg, txt or json; told by the output's extension otherwise (pdf).", valueName: "format"))
    var format: OutputFormat?

    @Option(help: .init("Pixels per px, for PNG (1).", valueName: "factor"))
    var scale = 1.0

    @Flag(help: "In SVG, draw letters as paths instead of writing text with its faces.")
    var outlines = false

    @Option(help: .init("How many documents are worked on at once (the number of processors).", valueName: "n"))
    var jobs: Int?

    @OptionGroup(title: "Page Options") var page: PageOptions
    @OptionGroup(title: "Input Options") var input: InputOptions
    @OptionGroup(title: "Font Options") var fontOptions: FontOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
        try check(scale, "--scale", 0.1...16)
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be a number from 1 to 256.") }
        _ = try OutputPlan(inputs: inputs, output: output, format: format)
    }

    func run() async throws {
        let report = Report(report)
        let plan = try OutputPlan(inputs: inputs, output: output, format: format)
        do throws(InputError) {
            try plan.makeFolder()
            let resources = try Resources(fontOptions.look, css: input.css)
            for diagnostic in resources.diagnostics { report.add(diagnostic) }
            await render(plan, resources, report)
        } catch {
            report.add(error)
        }
        try report.finish()
    }

    /// All documents, several at once.
    private func render(_ plan: OutputPlan, _ resources: Resources, _ report: Report) async {
        let progress = Progress(total: plan.items.count, quiet: self.report.quiet)
        let width = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, plan.items.count)
        await withTaskGroup(of: Void.self) { group in
            var next = 0
            func addNext() {
                guard next < plan.items.count else { return }
                let item = plan.items[next]
                next += 1
                group.addTask {
                    await render(item, resources, report)
                    progress.advance()
                }
            }
            for _ in 0..<max(1, width) { addNext() }
            while await group.next() != nil { addNext() }
        }
        progress.finish()
    }

    /// One document.
    private func render(_ item: OutputPlan.Item, _ resources: Resources, _ report: Report) async {
        let surface = page.surface(for: item.format)
        do {
            let document = try Document(
                item.input, input, fontOptions.look, styleSheets: resources.styleSheets, surface: surface)
            report.add(document.text.diagnostics, file: item.input.name)
            let images = await document.images(input)
            report.add(input.noImages ? [] : images.diagnostics, file: item.input.name)
            let declared = await document.fonts(resources.fonts)
            report.add(declared.diagnostics, file: item.input.name)
            let layout = try document.layout(
                surface, fonts: declared.fonts, hyphenation: resources.hyphenation, images)
            report.add(MissingGlyphs(layout.layout).diagnostics, file: item.input.name)
            try write(layout, images.images, to: item, report)
        } catch let error as InputError {
            report.add(error)
        } catch let error as RenderError {
            var message = "\(error)"
            switch error {
            case .unsupportedSize, .unsupportedPage:
                if !surface.isPaged { message += "; with --page it becomes several" }
            default: break
            }
            report.add(Diagnostic(.error, code: "output", message), file: item.input.name)
        } catch {
            report.add(Diagnostic(.error, code: "output", "\(error)"), file: item.input.name)
        }
    }

    private func write(
        _ layout: LaidOutDocument, _ images: DrawnImages, to item: OutputPlan.Item, _ report: Report
    ) throws(RenderError) {
        switch (layout, item.destination) {
        case (.canvas(let layout), .file(let path)):
            try layout.write(
                to: URL(fileURLWithPath: path), as: item.format, images: images, scale: scale, outlines: outlines)
        case (.canvas(let layout), .standardOutput):
            report.output(try layout.bytes(as: item.format, images: images, scale: scale, outlines: outlines))
        case (.pages(let paged), .file(let path)):
            try paged.write(
                to: URL(fileURLWithPath: path), as: item.format, images: images, scale: scale, outlines: outlines)
        case (.pages(let paged), .standardOutput):
            report.output(try paged.bytes(as: item.format, images: images, scale: scale, outlines: outlines))
        }
    }
}
