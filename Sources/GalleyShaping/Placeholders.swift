import GalleyText
import GalleyFonts
struct FontStyleTable {}
struct FallbackMemoKey: Hashable {}
struct WordCache { mutating func removeAll() {} }
package struct ShapingScratch {}
struct SegmentTable {
    var segments: ContiguousArray<InlineSegment> = []
    var opportunities: ContiguousArray<BreakOpportunity> = []
    var spacing: ContiguousArray<Double> = []
}
extension LayoutContext {
    /// Shapes a paragraph of a text: everything that no width changes.
    public func shape(paragraph index: Int, of text: AttributedText) -> ShapedParagraph {
        let paragraph = text.paragraphs[index]
        counters.paragraphsShaped += 1
        return ShapedParagraph(
            storage: .init(
                inline: InlineText(), style: text.style(paragraph.style), analysis: TextAnalysis(), text: ShapedText(),
                fontStyles: [], textStyles: [], pieceRuns: [], table: SegmentTable(), strut: 0, uncovered: [],
                rootFontSize: rootFontSize, viewport: viewport))
    }
}
