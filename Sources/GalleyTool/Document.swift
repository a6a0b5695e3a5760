import Foundation
import Galley

/// An input as text, and what is needed to lay it out.
struct Document: Sendable {
    var input: Input
    var text: AttributedText
    var loader: any AttachmentLoader

    /// Reads an input and turns it into attributed text.
    init(
        _ input: Input, _ options: InputOptions, _ look: Look, styleSheets: [String], surface: Surface
    ) throws(InputError) {
        self.input = input
        let reader = try input.open()
        let first = try reader.next() ?? Data()
        switch input.kind(options, first) {
        case .html:
            let converter = HTMLConverter(
                baseURL: input.baseURL(options),
                options: Document.htmlOptions(input, options, look, styleSheets, surface),
                expectedBytes: reader.byteCount ?? 0)
            do {
                try converter.append(first)
                while let chunk = try reader.next() { try converter.append(chunk) }
                text = try converter.finish()
            } catch let error as InputError {
                throw error
            } catch {
                throw InputError(code: "too-large", message: "\(error)", file: input.path)
            }
        case .text:
            var bytes = first
            while let chunk = try reader.next() { bytes += chunk }
            text = Document.plainText(bytes, look)
        }
        loader = Document.loader(input, options)
    }

    /// A plain text of its own.
    init(text string: String, _ look: Look) {
        input = Input(path: "-")
        text = Document.plainText(Data(string.utf8), look)
        loader = DataURLLoader()
    }

    private static func htmlOptions(
        _ input: Input, _ options: InputOptions, _ look: Look, _ styleSheets: [String], _ surface: Surface
    ) -> HTMLOptions {
        var html = HTMLOptions()
        html.environment.medium = surface.isPaged ? .print : .screen
        html.environment.width = surface.width
        if surface.height > 0 { html.environment.height = surface.height }
        if let size = look.size { html.environment.defaultFontSize = size }
        if let family = look.family { html.environment.defaultFontFamilies = [family] }
        html.styleSheets = styleSheets
        html.textSizeMultiplier = options.textScale
        html.maximumImageSize = options.maximumImage?.size
        html.linkStyle = options.linkColor.map { HTMLOptions.LinkStyle(color: $0.color) }
        html.usesStyleAttributes = !options.ignoreStyles
        html.usesDocumentStyleSheets = !options.ignoreStyles
        html.opensDetails = options.openDetails
        // Without a folder there is nothing to read, and that is said.
        html.styleSheetLoader =
            input.folder(options).map { StyleSheetFiles.loader(below: $0) } ?? { try DataURLLoader().loadNow($0).bytes }
        return html
    }

    /// A paragraph a line. An empty line stays an empty paragraph.
    private static func plainText(_ bytes: Data, _ look: Look) -> AttributedText {
        var string = TextDecoding.string(Array(bytes))
        string = string.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        if string.hasSuffix("\n") { string.removeLast() }
        var style = TextStyle(
            shaping: ShapingStyle(fontFamilies: [look.family ?? "serif"], fontSize: look.size ?? 16))
        style.breaking.whiteSpace = .preserve
        style.breaking.overflowWrap = .anywhere
        var paragraphStyle = ParagraphStyle()
        paragraphStyle.baseDirection = .natural
        return AttributedText(string, style: style, paragraphStyle: paragraphStyle)
    }

    private static func loader(_ input: Input, _ options: InputOptions) -> any AttachmentLoader {
        var loaders: [any AttachmentLoader] = [DataURLLoader()]
        if let folder = input.folder(options) { loaders.append(FileAttachmentLoader(folder: folder)) }
        if options.allowNetwork { loaders.append(HTTPAttachmentLoader()) }
        return CompositeLoader(loaders)
    }

    /// The images, when they are wanted.
    func images(_ options: InputOptions, wait: Bool = true) async -> LoadedImages {
        guard wait, !options.noImages else { return wait ? .none(of: text) : LoadedImages() }
        return await LoadedImages.load(text, with: loader, timeout: .seconds(10))
    }

    /// The fonts, with those that the document declares.
    func fonts(_ fonts: FontCollection) async -> DeclaredFonts {
        await DeclaredFonts.load(text, fonts: fonts, loader: loader, timeout: .seconds(10))
    }

    /// Lays the text out.
    func layout(
        _ surface: Surface, fonts: FontCollection, hyphenation: HyphenationDictionaries, _ loaded: LoadedImages
    ) throws(InputError) -> LaidOutDocument {
        var options = LayoutOptions()
        options.hyphenation = hyphenation
        switch surface {
        case .canvas(let width):
            return .canvas(
                DocumentLayout(text, fonts: fonts, width: width, options: options, attachments: loaded.states))
        case .pages(let setup, let numbers):
            let paged = PagedLayout(
                text, fonts: fonts, setup: setup, options: options, attachments: loaded.states)
            return .pages(try paged.showing(numbers, of: input.name))
        }
    }
}

/// A document on the surface that it was laid out for.
enum LaidOutDocument: Sendable {
    case canvas(DocumentLayout)
    case pages(PagedLayout)

    var layout: DocumentLayout {
        switch self {
        case .canvas(let layout): layout
        case .pages(let paged): paged.layout
        }
    }
}
