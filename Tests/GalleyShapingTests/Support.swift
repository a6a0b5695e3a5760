import Foundation
import GalleyFonts
import GalleyText

import GalleyShaping

/// Faces of Debian packages that the tests use where they are installed.
enum Faces {
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let liberationSerif = "/usr/share/fonts/truetype/liberation2/LiberationSerif-Regular.ttf"
    static let naskh = "/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf"
    static let devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
    static let thai = "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf"

    static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// A context and a style to shape with; the embedded test face alone unless faces are given.
struct Bench {
    let context: LayoutContext
    var style = TextStyle()
    var paragraphStyle = ParagraphStyle()

    init(paths: [String] = [], family: String = "Galley Test", size: Double = 10) throws {
        let fonts =
            paths.isEmpty
            ? FontCollection.strict() : FontCollection(faces: try paths.flatMap { try FontFace.all(path: $0) })
        context = LayoutContext(fonts: fonts)
        style.shaping = ShapingStyle(fontFamilies: [family], fontSize: size)
    }

    func shape(_ string: String) -> ShapedParagraph {
        context.shape(paragraph: 0, of: AttributedText(string, style: style, paragraphStyle: paragraphStyle))
    }

    /// A paragraph put together by `build`, with its one style given.
    func shape(_ build: (inout AttributedTextBuilder, TextStyleID) -> Void) -> (ShapedParagraph, AttributedText) {
        var builder = AttributedTextBuilder()
        let id = builder.intern(style)
        build(&builder, id)
        builder.endParagraph(style: builder.intern(paragraphStyle), strut: id)
        let text = builder.finish()
        return (context.shape(paragraph: 0, of: text), text)
    }
}

extension ShapedParagraph {
    /// The inline text.
    var string: String { String(decoding: inline.utf8, as: UTF8.self) }

    /// Each item as its text, level and script.
    var items: [String] {
        text.items.map { item in
            "\(String(decoding: inline.utf8[item.range], as: UTF8.self))|\(item.level)|\(item.script)"
        }
    }
}
