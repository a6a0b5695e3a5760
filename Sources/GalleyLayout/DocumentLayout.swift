import GalleyFonts
import GalleyParagraph
import GalleyShaping
import GalleyText

/// A text laid out: every line, box and glyph of it has its place.
///
///     let layout = DocumentLayout(text, fonts: fonts, width: 600)
///     for line in layout.lines { print(line.frame, text[line.range]) }
///
/// An immutable value, a pure function of the text, the fonts, the width, the options and what is known of the
/// attachments. Coordinates are CSS px from the document's top left, y downwards. Paragraphs are shaped once and kept:
/// `relayout(width:)` shapes nothing. Of a document whose shaped text would take more than
/// `LayoutOptions.shapedTextBudget`, what is beyond is shaped again, with the same result, each time it is laid out or shown.
///
/// Memory: the shaped paragraphs and their lines, up to the budget; beyond it 16 bytes for uneven lines; some hundred bytes a
/// block or paragraph. Nothing in it recurses, however deeply blocks nest. Complexity: linear in the text and in table cells.
public struct DocumentLayout: Sendable {
    public let text: AttributedText
    public let fonts: FontCollection
    /// The width of the initial containing block in px: as given, made finite.
    public internal(set) var width: Double
    public let options: LayoutOptions
    /// What was known of the attachments; those not listed are awaited.
    public internal(set) var attachmentStates: [AttachmentID: AttachmentState]
    /// The work that the layout took.
    public internal(set) var work = LayoutWork()

    let shaped: ShapedDocument
    var geometry: DocumentGeometry

    /// Lays a text out.
    ///
    /// - Parameters:
    ///   - text: what is laid out.
    ///   - fonts: the faces that it may use.
    ///   - options: how.
    ///   - width: what lines and blocks may fill, in px. Infinite: as wide as the content without any optional break.
    ///     Negative and NaN count as 0.
    ///   - attachments: what is known of them; those not listed are awaited and take their declared or a placeholder
    ///     size.
    public init(
        _ text: AttributedText, fonts: FontCollection, width: Double, options: LayoutOptions = LayoutOptions(),
        attachments: [AttachmentID: AttachmentState] = [:]
    ) {
        let context = DocumentLayout.context(fonts: fonts, width: width, options: options)
        self.init(
            ShapedDocument(text, budget: options.shapedTextBudget, context: context), width: width, options: options,
            attachments: attachments, context: context, reusing: nil)
        work.itemsShaped = context.counters.itemsShaped
    }

    /// The same text at another width: shapes nothing.
    public func relayout(width: Double) -> DocumentLayout {
        relayout(width: width, options: options, attachments: attachmentStates)
    }

    /// The same text at another width, or with other options or more known of its attachments: shapes nothing, and
    /// breaks only paragraphs whose space or objects changed.
    public func relayout(
        width: Double, options: LayoutOptions, attachments: [AttachmentID: AttachmentState]
    ) -> DocumentLayout {
        relayout(width: width, options: options, attachments: attachments, pages: nil)
    }

    /// - Parameter pages: those that the text is laid out for, where they are not all of one width.
    func relayout(
        width: Double, options: LayoutOptions, attachments: [AttachmentID: AttachmentState], pages: PageStyles?
    ) -> DocumentLayout {
        let context = DocumentLayout.context(fonts: fonts, width: width, options: options)
        // Viewport units and rem are resolved while shaping, so another viewport is another text; and words are
        // hyphenated then.
        let isOther = context.viewport != shaped.viewport || options.rootFontSize != shaped.rootFontSize
        let isReshaped =
            isOther && shaped.dependsOnViewport || options.hyphenation != shaped.hyphenation
            || options.shapedTextBudget != shaped.budget
        var layout = DocumentLayout(
            isReshaped ? ShapedDocument(text, budget: options.shapedTextBudget, context: context) : shaped,
            width: width, options: options, attachments: attachments, context: context,
            reusing: isReshaped ? nil : geometry, pages: pages)
        layout.work.itemsShaped = context.counters.itemsShaped
        return layout
    }

    init(
        _ shaped: ShapedDocument, width: Double, options: LayoutOptions, attachments: [AttachmentID: AttachmentState],
        context: LayoutContext, reusing previous: DocumentGeometry?, pages: PageStyles? = nil
    ) {
        self.shaped = shaped
        text = shaped.text
        fonts = context.fonts
        self.options = options
        attachmentStates = attachments
        var layouter = FlowLayouter(
            shaped: shaped, options: options, attachments: attachments, context: context, previous: previous,
            pages: pages)
        geometry = layouter.layout(width: width)
        self.width = geometry.width
        work.paragraphsBroken = layouter.paragraphsBroken
        work.blocksPlaced = text.blocks.count
    }

    /// A text that is shaped, and not laid out: pages are made of it.
    init(
        shaping text: AttributedText, fonts: FontCollection, width: Double, options: LayoutOptions,
        attachments: [AttachmentID: AttachmentState]
    ) {
        let context = DocumentLayout.context(fonts: fonts, width: width, options: options)
        shaped = ShapedDocument(text, budget: options.shapedTextBudget, context: context)
        self.text = text
        self.fonts = fonts
        self.options = options
        self.width = width
        attachmentStates = attachments
        geometry = DocumentGeometry()
        work.itemsShaped = context.counters.itemsShaped
    }

    /// A context for one task; viewport units refer to the width given and the options' height.
    static func context(fonts: FontCollection, width: Double, options: LayoutOptions) -> LayoutContext {
        LayoutContext(
            fonts: fonts, hyphenation: options.hyphenation, rootFontSize: options.rootFontSize,
            viewport: Size(width: width.isFinite ? max(0, width) : 0, height: options.viewportHeight))
    }
}

extension DocumentLayout {
    /// The document's size: its width, and the height down to the root's margin edge.
    public var size: Size { Size(width: width, height: geometry.height) }

    /// What is to be said about the layout, such as attachments that failed.
    public var diagnostics: [Diagnostic] {
        attachmentStates.filter { $0.value == .failed }.keys.sorted().compactMap { id in
            guard text.attachments.indices.contains(id.index) else { return nil }
            let source = text.attachments[id.index].source ?? ""
            return Diagnostic(.warning, code: "missing-image", "an attachment could not be loaded: \(source)")
        }
    }
}
