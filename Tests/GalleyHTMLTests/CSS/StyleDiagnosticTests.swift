import GalleyHTML
import GalleyText
import Testing

/// Diagnostics of style sheets in the text's: with their place in the document, or in the sheet that was loaded.
@Suite struct StyleDiagnosticTests {
    private func diagnostics(_ html: String, _ options: HTMLOptions = HTMLOptions()) throws -> [String] {
        try AttributedText(html: html, options: options).diagnostics
            .filter { $0.code.hasPrefix("css-") || $0.code == "missing-style-sheet" }
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
                == ["a.css:2:1 missing-style-sheet", "a.css:3:3 css-malformed-declaration"])
        options.styleSheets = ["b{colour:red}"]
        #expect(try diagnostics("x", options) == ["reader's style sheet:1:3 css-unknown-property"])
    }

    /// What a loader does not bring changes the whole document, and is said as of a picture.
    @Test(arguments: [
        ("none.css", "warning: not loaded: none.css"), ("gone.css", "warning: not found: gone.css"),
        ("../a.css", "warning: not loaded, as it is outside of the document's folder: ../a.css"),
        ("odd.css", "warning: not loaded: odd.css: Odd()"), ("self.css", "note: style sheet not loaded: self.css"),
    ])
    func missingSheets(_ url: String, _ expected: String) throws {
        struct Odd: Error {}
        var options = HTMLOptions()
        options.styleSheetLoader = { url in
            switch url {
            case "gone.css": throw AttachmentLoadError.notFound(url: url)
            case "../a.css": throw AttachmentLoadError.outsideFolder(url: url)
            case "odd.css": throw Odd()
            case "self.css": return Array("@import 'self.css'; p{color:red}".utf8)
            default: return nil
            }
        }
        for html in ["<link rel=stylesheet href='\(url)'>x", "<style>@import '\(url)';</style>x"] {
            let found = try AttributedText(html: html, options: options).diagnostics.filter { $0.code.contains("s") }
            #expect(found.map { "\($0.severity): \($0.message)" } == [expected])
        }
        options.usesDocumentStyleSheets = false
        #expect(try AttributedText(html: "<link rel=stylesheet href=gone.css>x", options: options).diagnostics.isEmpty)
    }

    @Test func messagesSayWhatHappened() throws {
        let text = try AttributedText(html: "<style>p{color:bogus}</style>")
        #expect(text.diagnostics.map(\.message) == ["invalid value, declaration left out: color:bogus"])
    }
}
