import GalleyParagraph
import GalleyShaping
import GalleyText

/// Hands out the lines of a document's paragraphs, those that were given up made again: shaped in one context and broken in
/// the room that they had, which gives the same lines.
final class LineSource {
    private let layout: DocumentLayout
    private lazy var context = LayoutContext(
        fonts: layout.fonts, hyphenation: layout.shaped.hyphenation, rootFontSize: layout.shaped.rootFontSize,
        viewport: layout.shaped.viewport)

    init(_ layout: DocumentLayout) { self.layout = layout }

    /// The lines of a paragraph; `nil` for one that takes no room.
    func lines(ofParagraph index: Int) -> ParagraphLayout? {
        guard let lines = layout.geometry.paragraphs[index].layout else { return nil }
        if let kept = lines.layout { return kept }
        let paragraph = layout.geometry.paragraphs[index]
        let box = layout.geometry.boxes[layout.text.paragraphs[index].block.index]
        return ParagraphLayout(
            layout.shaped.paragraph(index, context), paragraph.constraints(layout.options, in: box),
            boxes: paragraph.objects.map(\.metrics), context: context)
    }
}

extension ShapedDocument {
    /// A paragraph, shaped now where it is not kept.
    func paragraph(_ index: Int, _ context: LayoutContext) -> ShapedParagraph {
        paragraphs[index] ?? context.shape(paragraph: index, of: text, setsLetterApart: true)
    }
}

extension ParagraphGeometry {
    /// What its lines are made for, in the box of its block.
    func constraints(_ options: LayoutOptions, in box: BoxGeometry) -> ParagraphConstraints {
        var constraints = ParagraphConstraints(
            width: width, percentageBase: width, maximumLines: maximumLines,
            truncation: isClamped ? .ellipsis : options.maximumLines == nil ? nil : options.truncation,
            lineSpace: FlowLayouter.lineSpace(beside: floats, exclusions, pageWidths, width: width))
        constraints.isContinued = isContinued
        constraints.percentageHeight = box.definiteHeight
        return constraints
    }
}
