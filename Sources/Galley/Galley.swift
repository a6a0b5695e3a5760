/// The umbrella: `import Galley` gives everything from HTML to PDF. (XLIFF is in GalleyXLIFF, measuring for tests in
/// GalleyTesting.)
///
///     let text = try AttributedText(html: data, baseURL: folder)
///     let layout = DocumentLayout(text, fonts: try .system(), width: 600)
///     try layout.paginated(on: .a4, margins: 54).write(to: url)
@_exported import GalleyFonts
@_exported import GalleyHTML
@_exported import GalleyLayout
@_exported import GalleyLoading
@_exported import GalleyMarkup
@_exported import GalleyParagraph
@_exported import GalleyRender
@_exported import GalleyShaping
@_exported import GalleyText
@_exported import GalleyUnicode
