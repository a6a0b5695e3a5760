import Foundation
import GalleyFonts
import GalleyLayout
import GalleyLoading
import GalleyRender
import GalleyText
import Testing

/// Layouts as files, JSON and text.
struct LayoutOutputTests {
    private let fonts = FontCollection.strict()

    private func text(_ string: String, _ change: (inout TextStyle) -> Void = { _ in }) -> AttributedText {
        var style = TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10))
        change(&style)
        return AttributedText(string, style: style)
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("galley-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(arguments: OutputFormat.allCases) func theFormatIsTheExtensions(_ format: OutputFormat) throws {
        try withFolder { folder in
            let layout = DocumentLayout(text("one\ntwo"), fonts: fonts, width: 100)
            let url = folder.appendingPathComponent("out.\(format.rawValue.uppercased())")
            try layout.write(to: url)
            #expect(try Array(Data(contentsOf: url)) == layout.bytes(as: format))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        }
    }

    @Test func anUnknownExtensionIsRefused() throws {
        let layout = DocumentLayout(text("one"), fonts: fonts, width: 100)
        #expect(throws: RenderError.unknownFormat(path: "/tmp/x.doc")) {
            try layout.write(to: URL(fileURLWithPath: "/tmp/x.doc"))
        }
    }

    @Test func lineTextIsWhatALineShows() throws {
        let source = "one two  \u{2028}so\u{AD}ft\n\nend"
        let layout = DocumentLayout(text(source), fonts: fonts, width: .infinity)
        #expect(layout.lines.map { layout.text.text(of: $0) } == ["one two", "soft", "", "end"])
        let kept = DocumentLayout(
            text("a  \nb") { $0.breaking.whiteSpace = .preserve }, fonts: fonts, width: .infinity)
        #expect(kept.lines.map { kept.text.text(of: $0) } == ["a  ", "b"])
        // A soft hyphen at which a line ends is shown.
        let narrow = DocumentLayout(text("aaaa\u{AD}bbbb"), fonts: fonts, width: 40)
        #expect(narrow.lines.map { narrow.text.text(of: $0) } == ["aaaa-", "bbbb"])
        // What is cut out is not.
        var options = LayoutOptions()
        options.maximumLines = 1
        options.truncation.place = .middle
        let cut = DocumentLayout(text("abcdefghijklmnopqrstuvwxyz"), fonts: fonts, width: 60, options: options)
        let shown = cut.lines.map { cut.text.text(of: $0) }
        #expect(shown.count == 1)
        #expect(shown[0].hasPrefix("a") && shown[0].hasSuffix("z") && shown[0].count < 12)
    }

    @Test func jsonEscapesAndSorts() throws {
        let layout = DocumentLayout(text("a\"\\\t\u{1}\u{7F}"), fonts: fonts, width: 100)
        let bytes = LayoutJSON(layout).bytes()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let lines = try #require(object["lines"] as? [[String: Any]])
        #expect(lines.count == 1 && lines[0]["text"] as? String == "a\"\\\t\u{1}\u{7F}")
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"text\":\"a\\\"\\\\\\t\\u0001\\u007f\""))
        #expect(bytes.last == 0x0A)
    }

    @Test func laidOutTextKeepsLinesAndGaps() throws {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10)))
        let plain = builder.intern(ParagraphStyle())
        var spaced = BlockStyle()
        spaced.margin.top = .length(.px(20))
        spaced.padding.left = .px(32)
        builder.append("first", style: style)
        builder.endParagraph(style: plain, strut: style)
        builder.openBlock(style: spaced)
        builder.append("second", style: style)
        builder.appendLineBreak(style: style)
        builder.append("third", style: style)
        builder.endParagraph(style: plain, strut: style)
        let layout = DocumentLayout(builder.finish(), fonts: fonts, width: 300)
        #expect(LaidOutTextWriter().string(from: layout) == "first\n\n    second\n    third\n")
    }

    // MARK: Files

    @Test func filesAreReplacedWhole() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("a").path
            try AtomicFile.write(Array("one".utf8), to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            try AtomicFile.write(Array("two".utf8), to: path)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
            // A link stays a link.
            let link = folder.appendingPathComponent("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            try AtomicFile.write(Array("three".utf8), to: link)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "three")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "link"])
        }
    }

    /// A PDF goes to its file while pages are drawn, and is read again there; the bytes are those of one in memory.
    @Test func aPDFIsWrittenPageByPage() throws {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10)))
        let plain = builder.intern(ParagraphStyle())
        for index in 0..<8_000 {
            builder.openBlock(role: .paragraph, style: BlockStyle())
            builder.append("paragraph \(index) has some words", style: style)
            builder.endParagraph(style: plain, strut: style)
            builder.closeBlock()
        }
        let layout = DocumentLayout(builder.finish(), fonts: fonts, width: 150)
        let pages = layout.paginated(on: .custom(width: 170, height: 200), margins: 10)
        #expect(pages.pageCount > 100)
        try withFolder { folder in
            let file = folder.appendingPathComponent("a.pdf")
            try pages.write(to: file, images: DrawnImages.none)
            let bytes = try pages.bytes(as: .pdf, images: DrawnImages.none)
            // More than is held of a file at once.
            #expect(bytes.count > 1 << 18)
            #expect(try Array(Data(contentsOf: file)) == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.pdf"])
        }
    }

    @Test func whatIsNoFileIsNotReplaced() throws {
        try AtomicFile.write(Array("gone".utf8), to: "/dev/null")
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
        try withFolder { folder in
            #expect(throws: RenderError.cannotWrite(path: folder.path, reason: "it is a folder")) {
                try AtomicFile.write([1], to: folder.path)
            }
            #expect(throws: RenderError.self) { try AtomicFile.write([1], to: folder.path + "/none/a") }
        }
    }

    @Test func imagesComeOnceAndFailuresAreTold() async throws {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let data = try PNGWriter(fonts: fonts).png(DisplayList(size: Size(width: 3, height: 2)))
        let url = "data:image/png;base64," + Data(data).base64EncodedString()
        for source in [url, url, "none.png", nil] {
            builder.append(GalleyText.Attachment(kind: .image, source: source), style: style)
        }
        let text = builder.finish()
        let loader = CountingLoader()
        let loaded = await LoadedImages.load(text, with: loader)
        #expect(await loader.counts == [url: 1, "none.png": 1])
        #expect(loaded.images.count == 2)
        #expect(loaded.states[AttachmentID(1)] == .loaded(naturalSize: Size(width: 3, height: 2)))
        #expect(loaded.states[AttachmentID(2)] == .failed && loaded.states[AttachmentID(3)] == .failed)
        #expect(loaded.diagnostics.map(\.code) == ["missing-image"])
        #expect(LoadedImages.local(text).images.count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func aLoadThatNeverEndsIsGivenUp() async throws {
        var builder = AttributedTextBuilder()
        builder.append(GalleyText.Attachment(kind: .image, source: "a"), style: builder.intern(TextStyle()))
        let loaded = await LoadedImages.load(builder.finish(), with: EndlessLoader(), timeout: .milliseconds(20))
        #expect(loaded.states[AttachmentID(0)] == .failed)
        #expect(loaded.diagnostics.first?.message.hasPrefix("timed out") == true)
    }

    private actor CountingLoader: AttachmentLoader {
        var counts: [String: Int] = [:]

        func load(_ url: String) async throws -> LoadedAttachment {
            counts[url, default: 0] += 1
            return try await DataURLLoader().load(url)
        }
    }

    private struct EndlessLoader: AttachmentLoader {
        func load(_ url: String) async throws -> LoadedAttachment {
            try await Task.sleep(for: .seconds(3_600))
            throw AttachmentLoadError.timedOut(url: url)
        }
    }
}
