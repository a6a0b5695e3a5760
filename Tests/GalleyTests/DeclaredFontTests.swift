import Foundation
import Galley
import Synchronization
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

    /// The rule's features shape, the text's own after them: ligatures are narrower.
    @Test func features() async throws {
        let rule = "@font-face{font-family:X;src:local('Galley Test Regular')"
        let joined = try await load(rule + "}", "<p>office")
        let apart = try await load(rule + ";font-feature-settings:'liga' 0}", "<p>office")
        let again = try await load(
            rule + ";font-feature-settings:'liga' 0}p{font-feature-settings:'liga' 1}", "<p>office")
        #expect(joined.width < apart.width && again.width == joined.width)
        #expect(apart.diagnostics.isEmpty)
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

    /// What `::before` and markers show counts; what stands after the first source that can be had is not asked for.
    @Test func generatedTextAndSources() async throws {
        let icons = "@font-face{font-family:X;src:url(none.ttf);unicode-range:U+F000-F8FF}"
        #expect(try await load(icons + "p::before{content:'\\f001'}").diagnostics.count == 1)
        #expect(try await load(icons + "li{list-style:'\\f002'}", "<ul><li>e</ul>").diagnostics.count == 1)
        let loader = CountingLoader(folder: Self.folder)
        let css = "@font-face{font-family:X;src:local('Galley Test Regular'),url(a.ttf),url(b.ttf)}"
        #expect(try await load(css, loader: loader).diagnostics.isEmpty)
        #expect(loader.count == 0)
        _ = try await load("@font-face{font-family:X;src:url(GalleyTest-Bold.ttf),url(b.ttf)}", loader: loader)
        #expect(loader.count == 1)
    }

    /// A declared name is nobody else's: generic families and fallback do not see it.
    @Test func declaredNamesStayApart() async throws {
        let text = try AttributedText(
            html: """
                <!DOCTYPE html><style>@font-face{font-family:"Galley Test";src:url(GalleyTest-Bold.ttf)}
                p{font-family:sans-serif}b{font:10px "galley test"}</style><p>e<b>e</b>
                """)
        let declared = await DeclaredFonts.load(
            text, fonts: Self.fonts, loader: FileAttachmentLoader(folder: Self.folder))
        func name(_ family: String) -> String {
            declared.fonts.instance(declared.fonts.match(FontQuery(families: [family]))[0]).face.names.full
        }
        #expect(name("Galley Test") == "Galley Test Bold" && name("sans-serif") == "Galley Test Regular")
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
        let text = try AttributedText(html: "<!DOCTYPE html><style>body{font:10px X}\(css)</style><p>eAe\u{E9}e")
        let declared = await DeclaredFonts.load(
            text, fonts: Self.fonts, loader: FileAttachmentLoader(folder: Self.folder))
        let context = LayoutContext(fonts: declared.fonts)
        let layout = ParagraphLayout(
            context.shape(paragraph: 0, of: text), ParagraphConstraints(width: 1_000), context: context)
        let line = try #require(layout.lines.first)
        #expect(
            line.runs.map { declared.fonts.instance($0.instance).face.names.full } == [
                "Galley Test Bold", "Galley Test Regular", "Galley Test Bold", "Galley Test Regular",
                "Galley Test Bold",
            ])
        // The first available font is the one that is for the space (CSS Fonts 4 §2.1): `ex` is of that.
        #expect(
            layout.shaped.fontStyles[0].instances.map(\.face.names.full) == ["Galley Test Bold", "Galley Test Regular"])
        let regular = declared.fonts.instance(.lastResort).metrics
        #expect(
            layout.shaped.fontStyles[0].metrics.xHeight == Double(regular.xHeight) / Double(regular.unitsPerEm) * 10)
    }
}

/// Files below a folder, and how many were asked for.
private final class CountingLoader: AttachmentLoader {
    private let files: FileAttachmentLoader
    private let asked = Mutex(0)
    var count: Int { asked.withLock { $0 } }

    init(folder: URL) { files = FileAttachmentLoader(folder: folder) }

    func load(_ url: String) async throws -> LoadedAttachment {
        asked.withLock { $0 += 1 }
        return try await files.load(url)
    }
}
