import ArgumentParser

/// The command `galley`.
@main
struct GalleyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "galley",
        abstract: "Turn HTML and plain text into laid-out PDF, PNG, SVG, text or JSON.",
        discussion: """
            Examples:
              galley render letter.html -o letter.pdf --page A4
              galley render article.html --format png --width 800
              galley layout article.html --width 600
              galley text newsletter.html

            Exit codes: 0 done, 1 done with warnings, 2 something could not be done, 64 wrong use.
            """,
        version: "0.1.0",
        subcommands: [
            RenderCommand.self, LayoutCommand.self, TextCommand.self, MeasureCommand.self, FontsCommand.self,
        ])
}
