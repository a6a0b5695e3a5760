import Foundation
import Galley
import Testing

/// `@font-face` from a style sheet to lines.
@Suite struct DeclaredFontTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fonts")
    /// The embedded face has glyphs of 6 px at 10 px; the bold one is wider.
    private static let fonts = FontCollection.strict()

    private func load(
        _ css: String, _ body: String = "<p>eee", loader: any AttachmentLoader = FileAttachmentLoader(folder: folder)
    ) async throws -> (width: Double, diagnostics: [String], families: [String]) {
        let html = "<!DOCTYPE html><style>body{font:10px/20px X}\(css)</style>\(body)"
        let text = try AttributedText(html: html)
        let declared = await DeclaredFonts.load(text, fonts: Self.fonts, loader: loader)
        let layout = DocumentLayout(text, fonts: declared.fonts, width: 1_000)
        let families = declared.fonts.faces.map(\.family)
        return (layout.lines[0].frame.width, declared.diagnostics.map(\.message), families)
    }

    @Test func facesComeFromFiles() async throws {
        let plain = try await load("")
        let bold = try await load("@font-face{font-family:X;src:url(GalleyTest-Bold.ttf)}")
        #expect(plain.families == ["Galley Test"] && bold.families == ["X", "Galley Test"])
        #expect(bold.width > plain.width && bold.diagnostics.isEmpty)
        let scaled = try await load("@font-face{font-family:X;src:url(GalleyTest-Bold.ttf);size-adjust:200%}")
        #expect(scaled.width == bold.width * 2)
        // The first source that can be had.
        let second = try await load(
            """
            @font-face{font-family:X;src:url(none.eot) format('embedded-opentype'), url(none.ttf), local('Nope'),
            url(GalleyTest-Bold.ttf) format('truetype')}
            """)
        #expect(second.width == bold.width && second.diagnostics.isEmpty)
        let local = try await load("@font-face{font-family:X;src:local('Galley Test Regular');size-adjust:300%}")
        #expect(local.width == plain.width * 3)
    }

    @Test func dataURLs() async throws {
        let bytes = try Data(contentsOf: Self.folder.appendingPathComponent("GalleyTest-Bold.ttf"))
        let css = "@font-face{font-family:X;src:url(data:font/ttf;base64,\(bytes.base64EncodedString()))}"
        let inline = try await load(css, loader: DataURLLoader())
        let file = try await load("@font-face{font-family:X;src:url(GalleyTest-Bold.ttf)}")
        #expect(inline.width == file.width && inline.diagnostics.isEmpty)
    }

    @Test func whatIsNotUsedIsNotLoaded() async throws {
        let other = try await load("@font-face{font-family:Y;src:url(none.ttf)}")
        #expect(other.diagnostics.isEmpty)
        let hebrew = "@font-face{font-family:X;src:url(none.ttf);unicode-range:U+590-5FF}"
        #expect(try await load(hebrew).diagnostics.isEmpty)
        #expect(try await load(hebrew, "<p>\u{5D0}").diagnostics.count == 1)
    }

    @Test func failuresAreTold() async throws {
        let missing = try await load("@font-face{font-family:X;src:url(none.ttf)}")
        #expect(missing.diagnostics == ["the font \"X\" is not loaded: not found: none.ttf"])
        let outside = try await load("@font-face{font-family:X;src:url(../README.md)}")
        #expect(outside.diagnostics.count == 1 && outside.families == ["Galley Test"])
        let noFont = try await load("@font-face{font-family:X;src:url(fonts.json)}")
        #expect(noFont.diagnostics == ["the font \"X\" is not loaded: fonts.json: not a TrueType or OpenType font"])
        let network = try await load("@font-face{font-family:X;src:url(https://example.com/x.ttf)}")
        #expect(network.diagnostics.count == 1)
    }

    /// Each character from the face that is for it, and lines as high as the first face's measures say.
    @Test func ranges() async throws {
        let css = """
            @font-face{font-family:X;src:url(GalleyTest-Regular.ttf)}
            @font-face{font-family:X;src:url(GalleyTest-Bold.ttf);unicode-range:U+65}
            """
        let text = try AttributedText(html: "<!DOCTYPE html><style>body{font:10px/20px X}\(css)</style><p>eAe")
        let declared = await DeclaredFonts.load(
            text, fonts: Self.fonts, loader: FileAttachmentLoader(folder: Self.folder))
        let context = LayoutContext(fonts: declared.fonts)
        let layout = ParagraphLayout(
            context.shape(paragraph: 0, of: text), ParagraphConstraints(width: 1_000), context: context)
        let line = try #require(layout.lines.first)
        #expect(
            line.runs.map { declared.fonts.instance($0.instance).face.names.full } == [
                "Galley Test Bold", "Galley Test Regular", "Galley Test Bold",
            ])
    }
}
