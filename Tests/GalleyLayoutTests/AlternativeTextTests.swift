import GalleyFonts
import GalleyLayout
import GalleyText
import Testing

@Suite struct AlternativeTextTests {
    /// A missing image without a size reads on in its line: its words stand on the line's baseline.
    @Test func standsOnTheBaselineOfItsLine() throws {
        var style = TextStyle()
        style.shaping.fontFamilies = [FontFace.embedded.names.typographicFamily]
        var builder = AttributedTextBuilder()
        let id = builder.intern(style)
        builder.append("see ", style: id)
        let image = builder.append(
            Attachment(kind: .image, source: "x.png", alternativeText: "a lamp"), style: id)
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: id)
        let layout = DocumentLayout(
            builder.finish(), fonts: .strict(), width: 400, attachments: [image: .failed])
        let line = try #require(layout.lines.first)
        let alternative = try #require(layout.content.attachments.first?.alternative)
        let baseline = alternative.origin.y + (alternative.layout.firstBaseline ?? 0)
        #expect(baseline == line.baseline)
        #expect(layout.lines.count == 1)
        // The line is no higher than one of text alone.
        #expect(line.frame.height == alternative.layout.size.height)
    }
}
