import Foundation
import Galley
import Testing

/// The programs of the article "Out again", compiled and run; the article has the same lines.
struct OutAgainProgramTests {
    @Test func everyWayOut() throws {
        // The programs, as the article has them.
        let text = try AttributedText(html: "<h1>Title</h1><p>Some <b>bold</b> text, and <q>a quote</q>.")
        let page = HTMLWriter().string(from: text)
        let same = try AttributedText(html: page)
        print(same == text)  // true
        let part = HTMLWriter(.fragment).string(from: text)

        let readable = PlainTextWriter(.screen).string(from: text)  // markers, tables in columns, alternative texts
        let compatible = PlainTextWriter(.compatible).string(from: text)  // "\t•\t" before items, U+2028, U+FFFC

        let attributed = AttributedString(text)
        for run in attributed.runs { print(run.galley.textStyle?.shaping.fontSize ?? 0, run.link as Any) }
        let back = AttributedText(attributed)

        let data = try JSONEncoder().encode(text)
        let decoded = try JSONDecoder().decode(AttributedText.self, from: data)

        #expect(same == text && decoded == text && back == text)
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("Title</h1>"))
        #expect(part.contains("<h1") && !part.contains("<body"))
        #expect(readable == "Title\n\nSome bold text, and “a quote”.\n")
        #expect(compatible == "Title\nSome bold text, and a quote.\n")
    }

    @Test func pagesArePrinted() throws {
        let fonts = FontCollection.strict()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString).pdf")
        defer { try? FileManager.default.removeItem(at: url) }

        var renderer = PrintPageRenderer(paper: .a4, fonts: fonts)
        renderer.headerHeight = 30
        renderer.drawHeader = { canvas, page in canvas.draw("\(page.index + 1) of \(page.count)", in: page.rect) }
        renderer.add(try PrintFormatter(html: "<h1>Report</h1><p>All is well."))
        let job = renderer.prepared()
        print(job.pageCount)
        try job.write(to: url)

        #expect(job.pageCount == 1)
        #expect(try Data(contentsOf: url).starts(with: Data("%PDF".utf8)))
    }

    @Test func theArticleHasTheSameLines() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = try String(
            contentsOf: package.appendingPathComponent("Sources/Galley/Galley.docc/OutAgain.md"), encoding: .utf8)
        let own = try String(contentsOfFile: #filePath, encoding: .utf8)
        let lines = Set(own.split(separator: "\n").map { $0.drop { $0 == " " } })
        var isCode = false
        for line in article.split(separator: "\n") {
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                #expect(lines.contains(line), "\(line)")
            }
        }
    }
}
