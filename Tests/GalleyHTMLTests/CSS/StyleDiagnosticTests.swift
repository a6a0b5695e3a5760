import GalleyHTML
import GalleyText
import Testing

/// Diagnostics of style sheets in the text's: with their place in the document, or in the sheet that was loaded.
@Suite struct StyleDiagnosticTests {
    private func diagnostics(_ html: String, _ options: HTMLOptions = HTMLOptions()) throws -> [String] {
        try AttributedText(html: html, options: options).diagnostics.filter { $0.code.hasPrefix("css-") }
            .map { "\($0.file ?? ""):\($0.line ?? 0):\($0.column ?? 0) \($0.code)" }
    }

    @Test func placesInTheDocument() throws {
        #expect(
            try diagnostics(
                "<!doctype html>\n<title>t</title>\n  <style>p{colour:red}\nb{\n  color:bogus}\n</style><p>x")
                == [":3:12 css-unknown-property", ":5:3 css-invalid-value"])
        #expect(try diagnostics("<p>x\n<b>\n <i style='color:bogus'>y") == [":3:2 css-invalid-value"])
        #expect(try diagnostics("<p>\n<link rel=stylesheet href=a.css>x") == [":2:1 css-import-not-loaded"])
    }

    @Test func placesInLoadedSheets() throws {
        var options = HTMLOptions()
        options.styleSheetLoader = { url in url == "a.css" ? Array("\n@import \"b.css\";\np{x}".utf8) : nil }
        #expect(
            try diagnostics("<link rel=stylesheet href=a.css>x", options)
                == ["a.css:2:1 css-import-not-loaded", "a.css:3:3 css-malformed-declaration"])
        options.styleSheets = ["b{colour:red}"]
        #expect(try diagnostics("x", options) == ["reader's style sheet:1:3 css-unknown-property"])
    }

    @Test func messagesSayWhatHappened() throws {
        let text = try AttributedText(html: "<style>p{color:bogus}</style>")
        #expect(text.diagnostics.map(\.message) == ["invalid value, declaration left out: color:bogus"])
    }
}
