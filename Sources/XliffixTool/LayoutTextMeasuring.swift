import GalleyFonts
import GalleyLayout
import GalleyShaping
import GalleyText
import GalleyXLIFF

/// Measures texts by laying them out with real faces: the system's, and a file that was given.
final class LayoutTextMeasuring: TextMeasuring {
    private let fonts: FontCollection

    /// - Parameter file: a font file whose faces come before the system's.
    /// - Returns: the measuring, and the family of the file's first face.
    /// - Throws: `FontError` naming the file when it is no font.
    static func make(file: String?) throws(FontError) -> (measuring: LayoutTextMeasuring, family: String?) {
        let faces = try file.map { path throws(FontError) in try FontFace.all(path: path) } ?? []
        // Without fonts of the system the file's are all there is.
        let system = (try? FontCollection.system()) ?? FontCollection(faces: [])
        return (LayoutTextMeasuring(fonts: system.adding(faces: faces)), faces.first?.names.typographicFamily)
    }

    private init(fonts: FontCollection) { self.fonts = fonts }

    func hasFamily(_ name: String) -> Bool { fonts.hasFamily(name) }

    func extent(of text: String, font: MeasuredFont, language: String) -> TextExtent? {
        guard let family = font.family, fonts.hasFamily(family) else { return nil }
        var style = TextStyle()
        style.shaping.fontFamilies = [family]
        style.shaping.fontSize = font.size
        style.shaping.fontWeight = font.weight
        style.shaping.fontSlant = font.isItalic ? .italic : .normal
        style.shaping.language = language
        var paragraphStyle = ParagraphStyle()
        paragraphStyle.baseDirection = .natural
        let layout = DocumentLayout(
            AttributedText(text, style: style, paragraphStyle: paragraphStyle), fonts: fonts, width: .infinity)
        let paragraphs = layout.content.paragraphs
        // A box for a missing glyph says nothing about the app.
        guard paragraphs.allSatisfy({ $0.layout.shaped.uncovered.isEmpty }) else { return nil }
        return TextExtent(
            width: layout.lines.map(\.frame.width).max() ?? 0, height: layout.size.height,
            glyphCount: paragraphs.reduce(0) { $0 + $1.layout.shaped.text.glyphCount })
    }
}
