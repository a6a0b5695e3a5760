import GalleyMarkup
import GalleyText

// Blocks, anonymous paragraphs, flows.
extension ModelBuilder {
    var block: BlockContext { blocks[blocks.count - 1] }

    // MARK: The root

    mutating func openRoot() {
        let style = styles[tree.root]
        var context = makeContext(.flow, styles.id(of: tree.root), id: .root)
        context.isKeptEmpty = true
        takeFirstStyles(tree.root, style, &context)
        blocks.append(context)
        countElement(style, tree.root)
        if let attributes = keptAttributes(of: tree.root) {
            writer.output.updateBlock(.root) { $0.attributes = attributes }
        }
        anchor(tree.root)
        push(tree.root, style, .nothing)
        frames[0].blockDepth = 1
        if style.box.display != .none { generate(.before, of: tree.root) }
    }

    mutating func closeRoot() {
        while frames.count > 1 { frames.removeLast() }
        generate(.after, of: tree.root)
        closeAnonymous(downTo: 1, inFrame: 0)
        endParagraph()
        if writer.paragraphCount == 0 {
            writer.emptyParagraph(style: block.firstParagraph, strut: block.strut)
        }
    }

    // MARK: Paragraphs

    /// Ends the anonymous paragraph of the innermost block, if there is anything in it.
    mutating func endParagraph() {
        let context = block
        let isFirst = writer.paragraphCount == context.paragraphsBefore
        writer.endParagraphIfNeeded(
            style: isFirst ? context.firstParagraph : context.otherParagraphs, strut: context.strut)
    }

    /// The context of a block that was opened for an element or a pseudo-element, or for neither.
    mutating func makeContext(
        _ kind: BlockContext.Kind, _ style: StyleID, id: BlockID, isAnonymous: Bool = false
    ) -> BlockContext {
        if !isAnonymous { setFont(style, of: id) }
        return makeContext(kind, style, around: id, isAnonymous: isAnonymous)
    }

    /// Says what lengths of a block are measures of, where there are such. Its first paragraph may be that of a block in it.
    private mutating func setFont(_ style: StyleID, of block: BlockID) {
        guard styleCache.dependsOnFont(writer.output.style(of: block), writer.output.style) else { return }
        let font =
            styleCache.fonts[style] ?? writer.output.intern(textStyle(of: styles[style], background: nil).fontOnly)
        styleCache.fonts[style] = font
        writer.output.updateBlock(block) { $0.textStyle = font }
    }

    private mutating func makeContext(
        _ kind: BlockContext.Kind, _ style: StyleID, around id: BlockID, isAnonymous: Bool = false
    ) -> BlockContext {
        let paragraphs = paragraphStyles(style)
        return BlockContext(
            kind: kind, isAnonymous: isAnonymous, frameDepth: frames.count, firstParagraph: paragraphs.first,
            otherParagraphs: paragraphs.others,
            strut: textStyle(style, background: styles[style].box.modelStorage?.value.strutBackground), style: style,
            paragraphsBefore: writer.paragraphCount, isKeptEmpty: false, id: id)
    }

    /// The interned styles of a block's first anonymous paragraph and of others.
    private mutating func paragraphStyles(_ id: StyleID) -> StyleCache.Paragraphs {
        if let known = styleCache.paragraphs[id.index] { return known }
        var paragraph = styles[id].paragraphStyle
        let first = writer.output.intern(paragraph)
        var others = first
        if paragraph.indent != .zero {
            // The indent belongs to the block's first line, not to the anonymous paragraphs after a nested block.
            paragraph.indent = .zero
            others = writer.output.intern(paragraph)
        }
        let found = StyleCache.Paragraphs(first: first, others: others)
        styleCache.paragraphs[id.index] = found
        return found
    }

    // MARK: Blocks of elements

    mutating func openBlock(_ node: NodeID, _ style: ComputedStyle) {
        prepareParent(for: style.box.display)
        endParagraph()
        var (kind, contextKind) = blockKind(node, style)
        if isLegend(node) { kind = .legend }
        let override = override(of: node)
        let role =
            override?.role ?? style.box.modelStorage?.value.role ?? tree.blockRole(of: node, style.box.display)
        let styleID = styles.id(of: node)
        var blockStyle = override?.style.map { writer.output.intern($0) } ?? blockStyle(styleID)
        if node == tree.body || tree.isQuirks {
            var changed = writer.output.style(blockStyle)
            if node == tree.body {
                liftCanvas(&changed)
                liftOverflow(&changed)
            }
            if override?.style == nil {
                ignoreQuirkyMargins(node, style, &changed)
                if tree.isQuirks, case .cell = kind { takeEdges(ofHeightOf: &changed) }
            }
            blockStyle = writer.output.intern(changed)
        }
        if kind == .legend, override?.style == nil {
            blockStyle = writer.output.intern(legendStyle(writer.output.style(blockStyle), of: node))
        }
        if override?.style == nil, style.givesStrings {
            var changed = writer.output.style(blockStyle)
            setStrings(of: &changed, style, node)
            blockStyle = writer.output.intern(changed)
        }
        if let box = frames.last?.relativeBox {
            // What moves an inline box moves the blocks in it, too (CSS 2 §9.2.1.1).
            var changed = writer.output.style(blockStyle)
            if changed.position == .static {
                changed.position = .relative
                changed.inset = styles[box].box.offset
                blockStyle = writer.output.intern(changed)
            }
        }
        let id = writer.output.openBlock(kind, role: role, style: blockStyle)
        if node == tree.body { bodyBlock = id }
        if let attributes = keptAttributes(of: node) {
            writer.output.updateBlock(id) { $0.attributes = attributes }
        }
        let isLink = openLink(node)
        push(node, style, isLink ? .linkedBlock : .block)
        var context = makeContext(contextKind, styleID, id: id)
        context.isKeptEmpty =
            ModelBuilder.isKeptEmpty(kind, role)
            ?? ModelBuilder.isKeptEmpty(writer.output.style(blockStyle), style.paragraphStyle)
        takeFirstStyles(node, style, &context)
        blocks.append(context)
        anchor(node)
    }

    /// A paragraph of the block around it, with a style of its own.
    mutating func openParagraph(_ node: NodeID, _ style: ComputedStyle) {
        endParagraph()
        push(node, style, .paragraph)
        var context = makeContext(.flow, styles.id(of: node), around: block.id)
        context.isKeptEmpty = true
        takeFirstStyles(node, style, &context, isParagraph: true)
        blocks.append(context)
        anchor(node)
    }

    mutating func closeParagraph() {
        endParagraph()
        let context = blocks.removeLast()
        if writer.paragraphCount == context.paragraphsBefore {
            writer.emptyParagraph(style: context.firstParagraph, strut: context.strut)
        }
    }

    mutating func closeBlock() {
        if block.isFlowRoot { return closeFlow() }
        endParagraph()
        settleEmptyTable()
        let context = blocks.removeLast()
        if context.isKeptEmpty, writer.paragraphCount == context.paragraphsBefore {
            writer.emptyParagraph(style: context.firstParagraph, strut: context.strut)
        }
        writer.output.closeBlock()
    }

    /// Whether a block is kept without content. Empty ones without any of this change nothing: margins collapse through
    /// them, and they have none.
    static func isKeptEmpty(
        _ kind: Block.Kind, _ role: Block.Role, _ style: BlockStyle, _ paragraph: ParagraphStyle
    ) -> Bool {
        isKeptEmpty(kind, role) ?? isKeptEmpty(style, paragraph)
    }

    /// What decides first, and mostly; nil when it is left to the style.
    private static func isKeptEmpty(_ kind: Block.Kind, _ role: Block.Role) -> Bool? {
        switch kind {
        case .item, .cell, .caption, .legend, .table: return true
        case .box: break
        default: return false
        }
        switch role {
        case .paragraph, .rule, .heading: return true
        default: return nil
        }
    }

    private static func isKeptEmpty(_ style: BlockStyle, _ paragraph: ParagraphStyle) -> Bool {
        style.background != nil || style.border.hasVisibleEdge || style.padding != Edges(.zero)
            || style.height != .auto || style.minimumHeight != .auto || paragraph.emptyParagraph == .lineBox
            || style.aspectRatio != nil || style.outline != nil
            || style.clear != .none || !style.backgroundLayers.isEmpty || style.isFlowRoot || style.clipsOverflow
            || [style.margin.top, style.margin.bottom].contains { $0 != .auto && $0 != .length(.zero) }
    }

    private mutating func blockKind(_ node: NodeID, _ style: ComputedStyle) -> (Block.Kind, BlockContext.Kind) {
        switch style.box.display {
        case .listItem: return (.item(listItem(node, style)), .flow)
        case .table, .inlineTable: return (.table(columns: []), .table)
        case .tableHeaderGroup: return (.rowGroup(.header), .rowGroup)
        case .tableFooterGroup: return (.rowGroup(.footer), .rowGroup)
        case .tableRowGroup: return (.rowGroup(.body), .rowGroup)
        case .tableRow: return (.row, .row)
        case .tableCell:
            return (
                .cell(
                    columnSpan: span(.colspan, of: node, maximum: monitor.limits.columnSpan, zero: 1),
                    rowSpan: span(
                        .rowspan, of: node, maximum: monitor.limits.rowSpan, zero: monitor.limits.rowSpan),
                    isHeader: style.box.modelStorage?.value.role.map { $0 == .tableHeaderCell }
                        ?? tree.isHTML(node, .th)), .cell
            )
        case .tableCaption: return (.caption, .flow)
        default:
            if let list = style.box.modelStorage?.value.list, list != .none {
                return (.list(isOrdered: list == .ordered), .flow)
            }
            if isList(node) { return (.list(isOrdered: tree.isHTML(node, .ol)), .flow) }
            return (.box, .flow)
        }
    }

    // MARK: Flows

    mutating func openFlow(_ node: NodeID, _ style: ComputedStyle, _ kind: Flow.Kind) {
        _ = prepareForInline(isSpace: false)
        let (blockKind, contextKind) = blockKind(node, style)
        let override = override(of: node)
        var root = override?.style ?? nativeLook(node, style, resolved(style.blockStyle))
        root.isFlowRoot = true
        if override?.style == nil, style.givesStrings { setStrings(of: &root, style, node) }
        let opened = writer.openFlow(
            kind, root: writer.output.intern(root), blockKind: blockKind,
            role: override?.role ?? style.box.modelStorage?.value.role ?? tree.blockRole(of: node, style.box.display),
            alignment: style.box.verticalAlignment, style: frames.last?.text ?? block.strut,
            keepsLinks: !(style.box.modelStorage?.value.stopsLinks ?? false))
        guard opened else {
            // Nested too deeply: the content joins the flow around it.
            push(node, style, .nothing)
            return
        }
        let id = writer.output.currentBlock
        if let attributes = keptAttributes(of: node) {
            writer.output.updateBlock(id) { $0.attributes = attributes }
        }
        let isLink = openLink(node)
        push(node, style, isLink ? .linkedFlow : .flow)
        var context = makeContext(contextKind, styles.id(of: node), id: id)
        context.isKeptEmpty = true
        context.isFlowRoot = true
        takeFirstStyles(node, style, &context)
        blocks.append(context)
        anchor(node)
    }

    mutating func closeFlow() {
        endParagraph()
        let context = blocks.removeLast()
        if writer.paragraphCount == context.paragraphsBefore {
            writer.emptyParagraph(style: context.firstParagraph, strut: context.strut)
        }
        writer.closeFlow()
    }

    // MARK: The hook's wishes

    /// What the hook wants otherwise than the computed style says.
    func override(of node: NodeID) -> BlockHook.Override? {
        styles.overrides.isEmpty ? nil : styles.overrides[node]
    }

    /// Writes a text in place of the content of the block that was opened; `\n` begins a new line.
    mutating func replaceContent(by text: String) {
        guard !text.isEmpty, let style = frames.last?.text, prepareForInline(isSpace: false) else { return }
        Array(text.utf8).withUnsafeBufferPointer { writer.text($0, style: style, collapse: .preserveBreaks) }
    }
}
