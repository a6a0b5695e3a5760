import GalleyMarkup
import GalleyText

// `::first-line` and `::first-letter` (CSS Pseudo-Elements 4 §2).
extension ModelBuilder {
    /// What a block's first paragraph gets: shared, so that the many blocks without one carry a word.
    final class FirstStyles: Sendable {
        let line: TextStyle?
        let letter: FirstLetterStyle?

        init(line: TextStyle?, letter: FirstLetterStyle?) {
            self.line = line
            self.letter = letter
        }
    }

    /// Gives a block that is about to open the styles of its first line and letter: its own, and those of a block around
    /// it whose first line is in here (§2.1.1).
    ///
    /// A paragraph without a block of its own has its own only.
    mutating func takeFirstStyles(
        _ node: NodeID, _ style: ComputedStyle, _ context: inout BlockContext, isParagraph: Bool = false
    ) {
        let model = style.boxStorage.value.modelStorage
        let hasOwn = model?.value.firstLine != nil || model?.value.firstLetter != nil
        guard styles.hasFirstStyles || hasOwn || (!blocks.isEmpty && blocks[blocks.count - 1].first != nil) else {
            return
        }
        var around: FirstStyles?
        var root = TextStyle()
        // Only blocks in the flow hold the first line of the block around them.
        if !isParagraph, !context.isFlowRoot, context.kind == .flow, let outer = blocks.last, outer.first != nil,
            outer.paragraphsBefore == writer.paragraphCount
        {
            around = outer.first
            root = textStyle(of: styles[outer.style], background: nil)
        }
        let line = self.style(of: .firstLine, on: node).map { textStyle(of: $0, background: $0.backgroundColor) }
        var firstLine = line
        if let outer = around?.line {
            let own = line ?? textStyle(of: style, background: nil)
            firstLine = own.inFirstLine(outer, of: root)
        }
        var firstLetter = around?.letter
        if let letter = self.style(of: .firstLetter, on: node) {
            var own = FirstLetterStyle(
                text: textStyle(of: letter, background: nil), box: letter.inlineBoxStyle, float: letter.box.float)
            own.text.paint.opacity *= letter.boxOpacity
            own.box.backgroundLayers = resolved(own.box.backgroundLayers)
            own.box.borderImage = resolved(own.box.borderImage)
            if own.float == .none { own.initialLetter = letter.box.initialLetter }
            firstLetter = own
        }
        if firstLine == nil, firstLetter == nil { return }
        context.first = FirstStyles(line: firstLine, letter: firstLetter)
        var paragraph = writer.output.paragraphStyle(context.firstParagraph)
        paragraph.firstLine = firstLine
        paragraph.firstLetter = firstLetter
        context.firstParagraph = writer.output.intern(paragraph)
    }

    /// The style of a marker, first line or first letter: a rule's, else what a property of our own says in its place.
    mutating func style(of pseudoElement: PseudoElement, on node: NodeID) -> ComputedStyle? {
        if let style = styles.style(of: pseudoElement, on: node) { return style }
        let id = styles.id(of: node)
        guard let model = styles[id].box.modelStorage?.value else { return nil }
        let declarations: String?
        switch pseudoElement {
        case .marker: declarations = model.marker
        case .firstLine: declarations = model.firstLine
        case .firstLetter: declarations = model.firstLetter
        case .before, .after, .footnoteCall, .footnoteMarker, .active, .other: declarations = nil
        }
        guard let declarations, declarations.utf8.count <= HTMLLimits.markerStyleBytes else { return nil }
        let key = StyleCache.OwnPseudoElement(style: id, pseudoElement: pseudoElement)
        if let known = styleCache.ownPseudoElements[key] { return known }
        let style = styles[id]
        let block = CSSParser.parseAttribute(Array(declarations.utf8), isQuirks: false).block
        let fields = Cascade(environment: options.environment).compute(
            [Cascade.Matched(block: 0, origin: .styleAttribute, layer: .max)], blocks: [block],
            parent: style, subject: Cascade.Subject())
        let computed = ComputedStyle(fields)
        styleCache.ownPseudoElements[key] = computed
        return computed
    }
}
