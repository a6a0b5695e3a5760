import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Heights that headless Chromium gave for DejaVu Sans (Debian 12), lengths in px.
@Suite(.enabled(if: Faces.exist(Faces.dejaVu)))
struct ChromiumMetricsTests {
    @Test(arguments: [
        (VerticalAlignment.super, 16.0, 13.333, 21.328125), (.sub, 16, 13.333, 23.1875), (.sub, 16, 16, 23.1875),
        (.super, 16, 16, 25.328125), (.sub, 20, 20, 29), (.sub, 30, 30, 42),
    ])
    func raisedText(_ alignment: VerticalAlignment, size: Double, inner: Double, height: Double) throws {
        let bench = try Bench(paths: [Faces.dejaVu], family: "DejaVu Sans", size: size)
        var small = bench.style
        small.shaping.fontSize = inner
        var box = InlineBoxStyle()
        box.verticalAlignment = alignment
        box.textStyle = small
        var builder = AttributedTextBuilder()
        let id = builder.intern(bench.style)
        builder.append("a", style: id)
        builder.openSpan(box: box)
        builder.append("b", style: builder.intern(small))
        builder.closeSpan()
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: id)
        let shaped = bench.context.shape(paragraph: 0, of: builder.finish())
        let layout = ParagraphLayout(shaped, ParagraphConstraints(width: 300), context: bench.context)
        #expect(layout.size.height == height)
    }
}
