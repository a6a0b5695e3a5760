import Galley
import Testing

/// `unicode-bidi` on blocks (CSS Writing Modes 4 §2.2): it is for the inline content of the block itself. Letters of the embedded
/// face at 10 px are 6 px wide.
@Suite("Directions that blocks override")
struct DirectionOverrideTests {
    /// Where carets before each letter stand.
    private static func carets(_ html: String) throws -> [[Double]] {
        let head = "<!DOCTYPE html><style>body,p{margin:0;font:10px/20px 'Galley Test'}</style>"
        let layout = DocumentLayout(try AttributedText(html: head + html), fonts: .strict(), width: 100)
        let utf8 = layout.text.utf8
        return layout.text.paragraphs.map { paragraph in
            paragraph.contentRange.filter { utf8[$0] & 0xC0 != 0x80 && utf8[$0] != 0xE2 }.flatMap {
                layout.caretRects(at: TextPosition(offset: $0)).prefix(1).map(\.x)
            }
        }
    }

    @Test(
        arguments: [
            ("<p style='direction:rtl'>abc", [[82.0, 88, 94]]),
            ("<p style='unicode-bidi:bidi-override;direction:rtl'>abc", [[100, 94, 88]]),
            ("<p style='unicode-bidi:isolate-override;direction:rtl'>abc", [[100, 94, 88]]),
            // What overrides inside it does so for itself.
            ("<p style='unicode-bidi:bidi-override;direction:rtl'>a<bdo dir=ltr>bc</bdo>", [[100, 82, 88]]),
            // After a forced break, too.
            ("<p style='unicode-bidi:bidi-override;direction:rtl'>ab<br>cd", [[100, 94, 100, 94]]),
            // Not in blocks inside.
            (
                "<div style='unicode-bidi:bidi-override;direction:rtl'>ab<p>cd</p>ef</div>",
                [[100, 94], [88, 94], [100, 94]]
            ),
            ("<p style='unicode-bidi:bidi-override'>\u{5D0}\u{5D1}", [[0, 6]]),
            ("<p style='unicode-bidi:plaintext'>\u{5D0}\u{5D1}", [[100, 94]]),
        ])
    func places(html: String, expected: [[Double]]) throws {
        let carets = try Self.carets(html)
        #expect(carets == expected)
    }
}
