import Foundation
import Galley
import Testing

/// The programs of the articles about HTML, compiled and run; what stands here is what stands there.
@Suite("Articles")
struct ArticleTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Sources/GalleyHTML/GalleyHTML.docc")
        .standardizedFileURL

    @Test("Every line of a program in an article is compiled here", arguments: ["ConvertingHTML.md", "HTMLHooks.md"])
    func linesAreCompiled(name: String) throws {
        let article = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        let test = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        // Testing has an `Attachment` too, so that here it needs its module's name; lines may be broken elsewhere.
        let here = test.replacingOccurrences(of: "GalleyText.", with: "").filter { !$0.isWhitespace }
        let programs = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0].filter { !$0.isWhitespace }
        }
        #expect(!programs.isEmpty)
        for program in programs { #expect(here.contains(program), "\(program)") }
    }

    @Test("HTML becomes attributed text")
    func converting() throws {
        let folder = URL(fileURLWithPath: "/tmp/")
        let data = Data("<title>T</title><p>One <a href=x>two</a><blockquote>three</blockquote><!-- ".utf8)

        let text = try AttributedText(html: data, baseURL: folder)
        print(text.metadata.title ?? "untitled", text.paragraphs.count)
        for diagnostic in text.diagnostics { print(diagnostic) }

        var options = HTMLOptions()
        options.defaultFontFamilies = ["Literata", "serif"]
        options.defaultFontSize = 18
        options.defaultTextColor = Color(rgb: 0x222222)
        options.defaultAlignment = .justify
        options.defaultLineHeight = .multiple(1.4)
        options.linkStyle = HTMLOptions.LinkStyle(color: Color(rgb: 0x0055AA), isUnderlined: false)
        options.styleSheets = ["blockquote { border-left: 3px solid silver; padding-left: 1em }"]
        options.maximumImageSize = Size(width: 320, height: 480)
        let styled = try AttributedText(html: data, baseURL: folder, options: options)

        #expect(text.metadata.title == "T" && text.paragraphs.count == 2 && !text.diagnostics.isEmpty)
        #expect(styled.style(at: 0)?.shaping.fontSize == 18 && styled.style(at: 4)?.paint.color == Color(rgb: 0x0055AA))
    }

    @Test("Documents that arrive in pieces")
    func pieces() async throws {
        let url = URL(fileURLWithPath: "/tmp/")
        let body = AsyncStream<[UInt8]> { continuation in
            for chunk in ["<p>On", "e<p>T", "wo"] { continuation.yield(Array(chunk.utf8)) }
            continuation.finish()
        }

        let converter = HTMLConverter(baseURL: url)
        for try await chunk in body { try converter.append(chunk) }
        let text = try converter.finish()

        #expect(text.string == "One\nTwo\n")
    }

    @Test("The hook")
    func hook() throws {
        let data = Data("<h1>a</h1><aside>b</aside><div class=chart>c</div><pre>d</pre>".utf8)

        var options = HTMLOptions()
        options.willBuildBlock = { block in
            switch block.name {
            case "aside": block.outcome = .drop
            case "h1": block.textStyle.paint.color = Color(rgb: 0xAA0000)
            case "pre": block.style.background = Color(rgb: 0xF4F4F4)
            case "div" where block.attributes["class"] == "chart":
                block.outcome = .attachment(
                    GalleyText.Attachment(kind: .custom("chart"), source: nil, alternativeText: block.text))
            default: break
            }
        }
        let text = try AttributedText(html: data, options: options)

        #expect(text.string == "a\n\u{FFFC}\nd\n")
    }

    @Test("Attributes that stay")
    func attributes() throws {
        let data = Data("<p data-id=7 x-y=1>a".utf8)

        var options = HTMLOptions()
        options.keptAttributes = [.data, .unknown]
        let text = try AttributedText(html: data, options: options)
        let identifier = text.attribute("data-id", at: 0)
        for element in text.attributes(in: 0..<text.count) { print(element.range, element.values) }

        #expect(identifier == "7" && text.attribute("x-y", at: 0) == "1")
    }

    @Test("Elements that become attachments")
    func attachments() throws {
        let data = Data("<x-chart src=a>b</x-chart>".utf8)

        var options = HTMLOptions()
        options.attachmentElements = ["x-chart", "x-player"]
        let text = try AttributedText(html: data, options: options)
        let charts = text.attachments.filter { $0.kind == .custom("x-chart") }

        #expect(charts.map(\.source) == ["a"] && charts.map(\.alternativeText) == ["b"])
    }
}
