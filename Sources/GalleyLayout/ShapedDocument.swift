import GalleyParagraph
import GalleyShaping
import GalleyText

/// A text with everything about it that no width changes: shaped paragraphs, shaped markers, the tree of its blocks.
///
/// One object, which nothing changes once it is made: all layouts of a text share it, and asking it something copies nothing.
final class ShapedDocument: Sendable {
    let text: AttributedText
    let paragraphs: ShapedParagraphs
    /// The markers that stand outside their items, by item.
    let markers: BlockTable<ShapedMarker>
    let markerPlaces: MarkerPlaces
    let tree: LayoutTree
    /// By style of blocks.
    let traits: ContiguousArray<BlockTraits>
    /// First letters that are floats, by paragraph.
    let dropCaps: [Int: DropCap]
    /// What lengths refer to in blocks whose style has some that are measures of its font.
    let lengthContexts: [BlockID: LengthContext]
    /// The paragraph that each attachment stands in, or beside.
    let attachmentParagraphs: [AttachmentID: Int]
    /// The root blocks of flows that are no table cell content of their own: what intrinsic widths are needed for.
    let needsIntrinsicWidths: Bool
    /// By block: whether its intrinsic widths are asked for, whatever the width of the document.
    let isMeasured: ContiguousArray<Bool>
    /// Whether shaping read the viewport or `rem`, and what they were.
    let dependsOnViewport: Bool
    let viewport: Size
    let rootFontSize: Double
    /// What words were hyphenated with.
    let hyphenation: HyphenationDictionaries
    /// How many bytes the paragraphs that are kept shaped take (`LayoutOptions.shapedTextBudget`).
    let budget: Int

    /// A marker, laid out on one line: one object for all items that look alike.
    final class ShapedMarker: Sendable {
        let text: AttributedText
        let layout: ParagraphLayout
        /// From the item's content edge to where the marker begins, outwards.
        let distance: Double

        /// A number's end touches the content edge: the space behind it is the distance. A bullet begins two thirds of
        /// the ascent and 8 px before the edge, as browsers have it.
        init(text: AttributedText, layout: ParagraphLayout, isSymbol: Bool) {
            self.text = text
            self.layout = layout
            let shaped = layout.shaped
            let style = Int(shaped.strutStyle.fontStyle)
            if isSymbol, shaped.fontStyles.indices.contains(style) {
                distance = shaped.fontStyles[style].metrics.ascent.rounded() * 2 / 3 + 8
            } else {
                distance = layout.size.width
            }
        }
    }

    /// Shapes every paragraph, and keeps those that a budget of bytes has room for. O(text).
    ///
    /// - Parameter known: a document that has some of the paragraphs already, and which those are by their new index.
    init(
        _ text: AttributedText, budget: Int, reusing known: (document: ShapedDocument, paragraphs: [Int?])? = nil,
        context: LayoutContext
    ) {
        self.text = text
        self.budget = budget
        isMeasured = text.blocksToMeasure
        needsIntrinsicWidths = text.flows.count > 1 || isMeasured.contains(true)
        paragraphs = ShapedParagraphs(
            of: text, budget: budget, measured: isMeasured, reusing: known, context: context)
        lengthContexts = ShapedDocument.lengthContexts(of: text, context: context)
        tree = LayoutTree(text)
        traits = BlockTraits.all(of: text)
        markers = ShapedDocument.shapeMarkers(of: text, context: context)
        markerPlaces = MarkerPlaces(of: markers, paragraphs, text)
        dependsOnViewport = text.dependsOnViewport
        viewport = context.viewport
        rootFontSize = context.rootFontSize
        hyphenation = context.hyphenation
        dropCaps = DropCap.all(of: text, context: context)
        var places = markerPlaces.attachments
        for index in paragraphs.indices {
            for case .attachment(let id) in paragraphs.objects(index).lazy.map(\.kind) { places[id] = index }
        }
        attachmentParagraphs = places
    }

    /// Whether a block's width depends on its content.
    static func shrinksToFit(_ block: Block, in text: AttributedText) -> Bool {
        if case .table = block.kind { return true }
        let style = text.style(block.style)
        // The least width of what has a height and a ratio is that of its content.
        if style.aspectRatio != nil, style.width == .auto, style.height != .auto { return true }
        return [style.width, style.minimumWidth, style.maximumWidth ?? .auto].contains {
            $0 != .auto && $0.length == nil
        }
    }

    private static func shapeMarkers(of text: AttributedText, context: LayoutContext) -> BlockTable<ShapedMarker> {
        struct Key: Hashable {
            var text: String
            var style: TextStyleID
            var isSymbol: Bool
        }
        var known: [Key: ShapedMarker] = [:]
        var markers = BlockTable<ShapedMarker>()
        for (index, block) in text.blocks.enumerated() {
            guard case .item(let item) = block.kind, item.markerPosition == .outside,
                let shown = item.markerText ?? item.markerImage.map({ _ in "" })
            else { continue }
            let key = Key(text: shown, style: item.markerStyle, isSymbol: item.hasSymbol)
            if let marker = known[key] {
                markers.append(marker, of: BlockID(index))
                continue
            }
            var style = text.style(item.markerStyle)
            // The space after the marker is part of the distance to the item, so it must take room.
            style.breaking.whiteSpace = .breakSpaces
            style.breaking.wraps = false
            let isRightToLeft = text.style(block.style).direction == .rightToLeft
            var paragraphStyle = ParagraphStyle()
            paragraphStyle.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
            let markerText = AttributedText(
                String(shown.map { $0.isNewline ? " " : $0 }), style: style, paragraphStyle: paragraphStyle)
            let shaped = context.shape(paragraph: 0, of: markerText)
            let marker = ShapedMarker(
                text: markerText,
                layout: ParagraphLayout(shaped, ParagraphConstraints(width: .infinity), context: context),
                isSymbol: item.hasSymbol)
            known[key] = marker
            markers.append(marker, of: BlockID(index))
        }
        return markers
    }

    /// The style of an attachment's character: what its alternative text is set in.
    func style(of attachment: AttachmentID, inParagraph index: Int) -> TextStyle {
        if let item = markerPlaces.imageItems[attachment], case .item(let record) = text.blocks[item.index].kind {
            return text.style(record.markerStyle)
        }
        let object = paragraphs.objects(index).first { $0.kind == .attachment(attachment) }
        let run = object.flatMap { text.runs.style(at: $0.offset + sourceShift(ofParagraph: index)) }
        return text.style(run ?? text.paragraphs[index].strut)
    }

    /// The room above and below a paragraph's lines.
    func spacing(ofParagraph index: Int) -> (before: Double, after: Double) {
        if let paragraph = paragraphs[index] { return paragraph.spacing }
        let style = text.style(text.paragraphs[index].style)
        return (style.spacingBefore, style.spacingAfter)
    }

    /// ``ShapedParagraphs/hasLines(_:in:)``: nearly all paragraphs have, and the text is not looked at for those.
    func hasLines(ofParagraph index: Int) -> Bool {
        paragraphs.isPlainlyFilled(index) || paragraphs.hasLines(index, in: text)
    }

    /// What lengths in a paragraph refer to: the measures of its own font.
    func lengthContext(ofParagraph index: Int) -> LengthContext {
        guard paragraphs.indices.contains(index) else { return LengthContext(fontSize: 16) }
        return paragraphs.lengthContext(index, strut: text.paragraphs[index].strut)
    }

    /// What lengths of a block refer to: the measures of its font (CSS Values 4 §6.1.1).
    func lengthContext(of block: BlockID) -> LengthContext {
        lengthContexts[block] ?? lengthContext(ofParagraph: text.firstParagraph(of: block) ?? -1)
    }

    private static func lengthContexts(
        of text: AttributedText, context: LayoutContext
    ) -> [BlockID: LengthContext] {
        var needed: [BlockStyleID: Bool] = [:]
        var known: [TextStyleID: LengthContext] = [:]
        var contexts: [BlockID: LengthContext] = [:]
        for (index, block) in text.blocks.enumerated() {
            let dependsOnFont = needed[block.style] ?? text.style(block.style).dependsOnFont
            needed[block.style] = dependsOnFont
            guard dependsOnFont, let style = text.lengthStyleID(of: BlockID(index)) else { continue }
            let lengths = known[style] ?? context.lengthContext(of: text.style(style))
            known[style] = lengths
            contexts[BlockID(index)] = lengths
        }
        return contexts
    }

    /// How far paragraph `index` was moved by edits since it was shaped; one that is not kept is shaped where it is.
    func sourceShift(ofParagraph index: Int) -> Int {
        guard let paragraph = paragraphs[index] else { return 0 }
        return text.paragraphs[index].range.lowerBound - paragraph.inline.sourceRange.lowerBound
    }
}

extension ListItem {
    /// Whether the marker is a bullet, no number.
    fileprivate var hasSymbol: Bool {
        switch marker.textual {
        case .counter(let style): style.isSymbol
        case .none, .text, .custom, .image: false
        }
    }
}

extension AttributedText {
    /// By block, whether its intrinsic widths are asked for: those of tables, flows and what is as wide as its content, with all
    /// that stands in them; where something floats also of what may have to stand below it.
    fileprivate var blocksToMeasure: ContiguousArray<Bool> {
        var isMeasured = ContiguousArray(repeating: false, count: blocks.count)
        let hasFlows = flows.count > 1
        for (index, block) in blocks.enumerated() {
            isMeasured[index] = ShapedDocument.shrinksToFit(block, in: self)
            guard let parent = block.parent, !isMeasured[index] else { continue }
            isMeasured[index] =
                isMeasured[parent.index]
                || hasFlows && (block.flow != blocks[parent.index].flow || establishesContext(BlockID(index)))
        }
        return isMeasured
    }

    /// Whether anything is out of the flow: then a height that changes may move things far from it.
    var hasFloats: Bool { flows.contains { $0.kind.isOutOfFlow } }

    /// Whether an object takes no room in its line: floats, footnotes, absolutely positioned boxes.
    func isOutOfFlow(_ object: InlineObject) -> Bool {
        guard case .flow(let id) = object.kind else { return false }
        return flows[id.index].kind.isOutOfFlow
    }

    /// Whether a length that shaping or line breaking resolves refers to the viewport or the root's font.
    var dependsOnViewport: Bool {
        for index in 0..<styleCount {
            let style = style(TextStyleID(rawValue: UInt32(index)))
            if style.shaping.letterSpacing.dependsOnViewport || style.shaping.wordSpacing.dependsOnViewport {
                return true
            }
            if case .length(let length) = style.lineHeight, length.dependsOnViewport { return true }
            if case .length(let length) = style.breaking.tabSize, length.dependsOnViewport { return true }
        }
        var known: Set<ParagraphStyleID> = []
        for paragraph in paragraphs where known.insert(paragraph.style).inserted {
            if style(paragraph.style).indent.dependsOnViewport { return true }
        }
        return spans.contains { span in
            guard let style = span.box.map(style) else { return false }
            return [style.padding, style.margin].contains { edges in
                [edges.top, edges.right, edges.bottom, edges.left].contains(where: \.dependsOnViewport)
            }
        }
    }
}

extension Length {
    /// Whether it is a measure of something beyond the text: the viewport, or the root's font.
    var dependsOnViewport: Bool { uses { !$0.isOfFont } }
}
