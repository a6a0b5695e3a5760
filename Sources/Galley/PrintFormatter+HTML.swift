import Foundation

extension PrintFormatter {
    /// HTML to be printed.
    ///
    ///     let formatter = try PrintFormatter(html: "<h1>Report</h1><p>All is well.")
    ///     renderer.add(formatter, startingAt: 1)
    public init(html: String, options: HTMLOptions = HTMLOptions()) throws(HTMLError) {
        self.init(try AttributedText(html: html, options: options))
    }
}
