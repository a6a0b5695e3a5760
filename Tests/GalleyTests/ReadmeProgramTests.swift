import Foundation
import Galley
import Testing

/// The first program of the README, compiled and run.
struct ReadmeProgramTests {
    @Test func convert() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)/")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.picture).write(to: folder.appendingPathComponent("a.png"))
        let data = Data(
            """
            <!DOCTYPE html><html lang=en><title>Letter</title>
            <h1>Letter</h1><p>Dear reader, <img src=a.png alt=picture> and <a href=#end>more</a>.</p><p id=end>End
            """.utf8)
        let pdfURL = folder.appendingPathComponent("letter.pdf")
        var drawn: [Rect] = []
        func redraw(_ rects: [Rect]) { drawn += rects }

        // The program, as the README has it.
        let text = try AttributedText(html: data, baseURL: folder)
        let fonts = try FontCollection.system()
        let layout = DocumentLayout(text, fonts: fonts, width: 600)
        for line in layout.lines { print(line.frame, text[line.range]) }
        try layout.paginated(on: .a4, margins: 54).write(to: pdfURL)  // format by extension

        let manager = TextLayoutManager(text, fonts: fonts, width: 600, loader: .files(below: folder))
        for await change in manager.changes { redraw(change.rects) }  // images arrive

        #expect(layout.lines.map { text.text(of: $0) } == ["Letter", "Dear reader, \u{FFFC} and more.", "End"])
        #expect(drawn.contains { !$0.isEmpty })
        #expect(DrawnImages(manager).count == 1)
        let pdf = try Data(contentsOf: pdfURL)
        #expect(pdf.starts(with: Array("%PDF".utf8)))
        // The picture is at hand, so it is in the file.
        #expect(pdf.range(of: Data("/Subtype /Image".utf8)) != nil)
    }

    /// A PNG of 2 x 1 pixels.
    static let picture: [UInt8] = {
        var list = DisplayList(size: Size(width: 20, height: 10))
        list.append(.fill(Rect(x: 0, y: 0, width: 10, height: 10), radius: Corners(0), Color(rgb: 0xCC3311)))
        return (try? PNGWriter(fonts: .strict()).png(list)) ?? []
    }()

    @Test func styleSheetsAreReadBelowTheFolderOnly() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)/")
        let inner = folder.appendingPathComponent("in/")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("p{color:red}".utf8).write(to: folder.appendingPathComponent("out.css"))
        try Data("p{color:blue}".utf8).write(to: inner.appendingPathComponent("in.css"))
        try FileManager.default.createSymbolicLink(
            at: inner.appendingPathComponent("link.css"),
            withDestinationURL: folder.appendingPathComponent("out.css"))
        let load = StyleSheetFiles.loader(below: inner)
        #expect(try load(inner.appendingPathComponent("in.css").absoluteString) == Array("p{color:blue}".utf8))
        for url in [
            folder.appendingPathComponent("out.css").absoluteString, inner.absoluteString + "../out.css",
            inner.appendingPathComponent("link.css").absoluteString, inner.absoluteString,
            inner.appendingPathComponent("none.css").absoluteString, "https://example.com/in.css", "%%%", "",
        ] { #expect(throws: AttachmentLoadError.self, "\(url)") { try load(url) } }
        #expect(try load("data:text/css,p%7B%7D") == Array("p{}".utf8))
    }
}
