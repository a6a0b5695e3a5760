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
        blocks.append(context)
        countElement(style)
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

    mutating func makeContext(
        _ kind: BlockContext.Kind, _ style: StyleID, id: BlockID, isAnonymous: Bool = false
    ) -> BlockContext {
        var paragraph = styles[style].paragraphStyle
        // A line box exists only for content (CSS 2 §9.4.2).
        paragraph.emptyParagraph = .nothing
        let first = writer.output.intern(paragraph)
        var others = first
        if paragraph.indent != .zero {
            // The indent belongs to the block's first line, not to the anonymous paragraphs after a nested block.
            paragraph.indent = .zero
            others = writer.output.intern(paragraph)
        }
        return BlockContext(
            kind: kind, isAnonymous: isAnonymous, frameDepth: frames.count, firstParagraph: first,
            otherParagraphs: others, strut: textStyle(style, background: nil), style: style,
            paragraphsBefore: writer.paragraphCount, isKeptEmpty: false, id: id)
    }

    // MARK: Blocks of elements

    mutating func openBlock(_ node: NodeID, _ style: ComputedStyle) {
        prepareParent(for: style.box.display)
        endParagraph()
        let (kind, contextKind) = blockKind(node, style)
        let role = role(of: node, style)
        let styleID = styles.id(of: node)
        var blockStyle = blockStyle(styleID)
        if node == tree.body || tree.isQuirks {
            var changed = writer.output.style(blockStyle)
            if node == tree.body { liftCanvas(&changed) }
            ignoreQuirkyMargins(node, style, &changed)
            blockStyle = writer.output.intern(changed)
        }
        let id = writer.output.openBlock(kind, role: role, style: blockStyle)
        if node == tree.body { bodyBlock = id }
        push(node, style, .block)
        var context = makeContext(contextKind, styleID, id: id)
        context.isKeptEmpty = isKeptEmpty(kind, role, writer.output.style(blockStyle))
        blocks.append(context)
        anchor(node)
    }

    mutating func closeBlock() {
        endParagraph()
        let context = blocks.removeLast()
        if context.isKeptEmpty, writer.paragraphCount == context.paragraphsBefore {
            writer.emptyParagraph(style: context.firstParagraph, strut: context.strut)
        }
        writer.output.closeBlock()
    }

    /// An empty block without any of this would be invisible, and is left out: margins collapse through it.
    private func isKeptEmpty(_ kind: Block.Kind, _ role: Block.Role, _ style: BlockStyle) -> Bool {
        switch kind {
        case .item, .cell, .caption: return true
        case .box: break
        default: return false
        }
        switch role {
        case .paragraph, .rule, .heading: return true
        default: break
        }
        return style.background != nil || style.border.hasVisibleEdge || style.padding != Edges(.zero)
            || style.height != .auto || style.minimumHeight != .auto
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
                    columnSpan: span(.colspan, of: node, maximum: TextLimits.maximumColumnSpan, zero: 1),
                    rowSpan: span(
                        .rowspan, of: node, maximum: TextLimits.maximumRowSpan, zero: TextLimits.maximumRowSpan),
                    isHeader: tree.isHTML(node, .th)), .cell
            )
        case .tableCaption: return (.caption, .flow)
        default:
            if isList(node) { return (.list(isOrdered: tree.isHTML(node, .ol)), .flow) }
            return (.box, .flow)
        }
    }

    private func role(of node: NodeID, _ style: ComputedStyle) -> Block.Role {
        guard tree.namespace(of: node) == .html else { return .none }
        switch tree.name(of: node) {
        case .p: return .paragraph
        case .h1: return .heading(level: 1)
        case .h2: return .heading(level: 2)
        case .h3: return .heading(level: 3)
        case .h4: return .heading(level: 4)
        case .h5: return .heading(level: 5)
        case .h6: return .heading(level: 6)
        case .blockquote: return .blockquote
        case .pre, .listing, .xmp, .plaintext: return .preformatted
        case .hr: return .rule
        case .address: return .address
        case .article: return .article
        case .section: return .section
        case .nav: return .navigation
        case .aside: return .aside
        case .header: return .header
        case .footer: return .footer
        case .main: return .main
        case .figure: return .figure
        case .figcaption: return .figureCaption
        case .dl: return .definitionList
        case .dt: return .definitionTerm
        case .dd: return .definitionDescription
        case .ul, .ol, .menu, .dir: return .list
        case .li: return .listItem
        case .details: return .details
        case .summary: return .summary
        case .form: return .form
        case .table: return .table
        case .th: return .tableHeaderCell
        case .td: return .tableCell
        case .tr: return .tableRow
        case .caption: return .tableCaption
        default: return ariaRole(of: node, style)
        }
    }

    /// `role="heading" aria-level="2"` and what `display` says of elements without a meaning of their own.
    private func ariaRole(of node: NodeID, _ style: ComputedStyle) -> Block.Role {
        if tree.attribute(.role, of: node) == "heading" {
            let level = tree.attribute(.ariaLevel, of: node).flatMap { Int($0) } ?? 2
            return .heading(level: min(max(level, 1), 6))
        }
        switch style.box.display {
        case .listItem: return .listItem
        case .table: return .table
        case .tableRow: return .tableRow
        case .tableCell: return .tableCell
        case .tableCaption: return .tableCaption
        default: return .none
        }
    }

    // MARK: Flows

    mutating func openFlow(_ node: NodeID, _ style: ComputedStyle, _ kind: Flow.Kind) {
        _ = prepareForInline(isSpace: false)
        let (blockKind, contextKind) = blockKind(node, style)
        var root = style.blockStyle
        root.isFlowRoot = true
        let opened = writer.openFlow(
            kind, root: writer.output.intern(root), blockKind: blockKind, role: role(of: node, style),
            alignment: style.box.verticalAlignment, style: frames.last?.text ?? block.strut)
        guard opened else {
            // Nested too deeply: the content joins the flow around it.
            push(node, style, .nothing)
            return
        }
        let id = writer.output.currentBlock
        push(node, style, .flow)
        var context = makeContext(contextKind, styles.id(of: node), id: id)
        context.isKeptEmpty = true
        context.isFlowRoot = true
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
}
