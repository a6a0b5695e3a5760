import GalleyFonts
import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Tasks over one collection of fonts, each with a context of its own, make the same lines as one alone.
@Suite struct TaskTests {
    private static let texts = (0..<40).map { index in
        String(repeating: "To AVAV office \(index) e\u{301} 水水 (שלום 12) سلام ffi ", count: 1 + index % 7)
    }

    private static func lines(_ fonts: FontCollection, from start: Int) -> [[String]] {
        let context = LayoutContext(fonts: fonts)
        var style = TextStyle()
        style.shaping = ShapingStyle(fontFamilies: ["Galley Test", "DejaVu Sans"], fontSize: 10)
        var result = [[String]](repeating: [], count: texts.count)
        // Each task begins elsewhere, so that tables of the faces are filled by several.
        for offset in texts.indices {
            let index = (start + offset) % texts.count
            style.shaping.fontWeight = index % 3 == 0 ? 700 : 400
            let shaped = context.shape(paragraph: 0, of: AttributedText(texts[index], style: style))
            result[index] =
                ParagraphLayout(shaped, ParagraphConstraints(width: 90), context: context).fingerprint
        }
        return result
    }

    @Test func sameLines() async throws {
        let paths = [Faces.dejaVu].filter { Faces.exist($0) }
        let faces = try paths.flatMap { try FontFace.all(path: $0) }
        let expected = Self.lines(FontCollection(faces: faces), from: 0)
        let fonts = FontCollection(faces: faces)
        await withTaskGroup(of: [[String]].self) { group in
            for start in [0, 13, 26, 39] { group.addTask { Self.lines(fonts, from: start) } }
            for await lines in group { #expect(lines == expected) }
        }
    }
}
