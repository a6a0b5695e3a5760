import GalleyMarkup
import GalleyText

/// Walks the tree once, with the styles of its elements, and writes the model: blocks, paragraphs, spans, attachments.
///
/// The walk keeps its own stack, so the depth of the document does not matter. For each node it asks what box it makes
/// (`display`) and does one of a few things: nothing, a span, a block, a part of a table, a flow, an attachment. Text
/// goes to `InlineWriter`, which owns white space. `BlockContext` is the innermost block, which gives its anonymous
/// paragraphs their style. O(nodes + bytes).
///
/// Not copyable: it holds the whole output, and no question to it may cost a copy of that. What is asked for every node is
/// `mutating` for the same reason: the compiler passes a borrowed structure by copying its words.
struct ModelBuilder: ~Copyable {
    /// Its text is given up behind what is written, where nobody looks back (`givesUpText`).
    var tree: HTMLTree
    let styles: DocumentStyles
    let options: HTMLOptions
    var url: ResourceURL
    var writer: InlineWriter
    /// Open elements, the root first.
    var frames: [Frame] = []
    /// Open blocks, the root first; some are anonymous and belong to the frame they were opened in.
    var blocks: [BlockContext] = []
    var lists: [ListContext] = []
    /// Items without a list, counted by parent.
    var looseItems: (parent: NodeID?, list: ListContext) = (nil, ListContext(next: 1, step: 1))
    /// The block of the body, once it is open.
    var bodyBlock: BlockID?
    var counters = CounterScopes()
    var quoteDepth = 0
    /// The elements that links lead to, once something asks for their texts.
    var targets: [String: NodeID]?
    /// How much text `content` properties have made.
    var generatedBytes = 0
    /// How many nodes were looked at for reversed counters.
    var reversedSteps = 0
    /// Open elements of which one child comes first: the summary of `details`, the legend of a `fieldset`.
    var leaders: [LeadingChild] = []
    /// The footnote that is open.
    var footnote: NodeID?
    /// How many there have been.
    var footnoteCount = 0
    /// Whether pages count them anew.
    let countsFootnotesOnPages: Bool
    /// What `base` says links open in.
    let baseTarget: String?
    /// The group of columns that was met last, and its number in its table.
    var lastColumnGroup: (node: NodeID, table: BlockID, number: Int)?
    var styleCache: StyleCache
    var attributeKinds = AttributeKinds()
    var monitor = ConversionMonitor()
    /// `@counter-style` rules by name.
    let customCounterStyles: [String: CustomCounterStyle]
    var pictureScan: PictureScan?
    /// Whether text of the tree that is written is given up, and how much of it was since the system got any back.
    private var givesUpText = false
    private var givenUpBytes = 0
    /// What inline drawings may refer to in one another; `nil` before the first one.
    var drawingTargets: ForeignMarkup.Targets?

    /// An element whose content is being written.
    struct Frame {
        var node: NodeID
        var style: StyleID
        /// The style of text directly inside.
        var text: TextStyleID
        /// What becomes of white space directly inside.
        var collapse: WhiteSpaceCollapse
        /// The background that inline boxes paint behind text, which blocks do not pass on.
        var inlineBackground: Color?
        var closing: Closing
        /// How many blocks were open before it.
        var blockDepth: Int
        var ownsList = false
        /// The style of the innermost inline box around that is `relative`, as far as its block.
        var relativeBox: StyleID?
    }

    /// What the end of an element closes.
    enum Closing {
        case nothing, span, block, flow
        /// A block that is a link, or a flow.
        case linkedBlock, linkedFlow
        /// A paragraph without a block of its own.
        case paragraph
    }

    /// An open block of the model.
    struct BlockContext {
        enum Kind {
            case flow, table, rowGroup, row, cell
        }
        var kind: Kind
        var isAnonymous: Bool
        /// How many frames were open when it was opened: an anonymous block closes with the last of them.
        var frameDepth: Int
        /// The style of its first paragraph, and of others, which have no indent.
        var firstParagraph: ParagraphStyleID
        var otherParagraphs: ParagraphStyleID
        var strut: TextStyleID
        var style: StyleID
        /// Paragraphs ended before it was opened.
        var paragraphsBefore: Int
        /// Whether it gets a paragraph even if it has no content.
        var isKeptEmpty: Bool
        var id: BlockID
        var isFlowRoot = false
        /// What `::first-line` and `::first-letter`, of the block or of those around it, say of its first paragraph.
        var first: FirstStyles?
    }

    init(
        tree: HTMLTree, styles: DocumentStyles, options: HTMLOptions, base: String?,
        resources: StyleResources = StyleResources()
    ) {
        self.tree = tree
        self.styles = styles
        self.options = options
        url = ResourceURL(base: base)
        baseTarget = tree.baseTarget
        countsFootnotesOnPages = resources.pages.contains { $0.footnoteReset != nil }
        customCounterStyles = Dictionary(uniqueKeysWithValues: resources.counterStyles.map { ($0.name, $0) })
        styleCache = StyleCache(count: styles.styles.count)
        var root = styles[tree.root].blockStyle
        // The canvas takes it (see `liftCanvas`).
        root.background = nil
        root.clipsOverflow = false
        writer = InlineWriter(output: AttributedTextBuilder(rootStyle: root, rootRole: .document))
        if !root.backgroundLayers.isEmpty || root.borderImage != nil {
            let style = writer.output.intern(resolved(root))
            writer.output.updateBlock(.root) { $0.style = style }
        }
    }

    /// The model of the whole tree.
    consuming func build() -> AttributedText {
        writer.output.metadata = metadata()
        // A text that grows holds both its old and its new storage for a moment: separators and objects have room, too.
        writer.output.reserveCapacity(bytes: tree.textByteCount + tree.nodeCount)
        givesUpText = canGiveUpText
        openRoot()
        guard walk() else { return AttributedText() }
        closeRoot()
        // Swapped, so that the text has one owner.
        var output = AttributedTextBuilder()
        swap(&output, &writer.output)
        return output.finish()
    }

    /// Writes all nodes; false when it was cancelled.
    private mutating func walk() -> Bool {
        // A root that is not shown shows nothing at all.
        var node = styles[tree.root].box.display == .none ? nil : tree.firstChild(of: tree.root)
        var steps = 0
        while let current = node {
            steps &+= 1
            if steps % ConversionMonitor.interval == 0, monitor.shouldStop() { return false }
            if tree.isText(current) {
                text(current)
                if givesUpText { giveUpText(before: current) }
            } else if enter(current), let child = firstChild(of: current) {
                node = child
                continue
            }
            node = following(current)
        }
        return true
    }

    /// Leaves what ends with a node and returns the node that comes after it.
    private mutating func following(_ node: NodeID) -> NodeID? {
        var current = node
        while current != tree.root {
            if frames[frames.count - 1].node == current { leave() }
            if let sibling = nextSibling(of: current) { return sibling }
            guard let parent = tree.parent(of: current) else { return nil }
            current = parent
        }
        return nil
    }

    // MARK: The walk

    /// Begins an element; true when its children come next.
    private mutating func enter(_ node: NodeID) -> Bool {
        let style = styles[node]
        if style.box.display == .none { return false }
        // What stands for an element whose content is not shown goes with its box (CSS Display 3, appendix B).
        if style.box.display == .contents, tree.isReplacedElement(node) { return false }
        countElement(style, node)
        let override = override(of: node)
        if case .attachment(let attachment)? = override?.outcome {
            prepareParent(for: .block)
            place(attachment, asBlock: node, style)
            return false
        }
        switch replacement(of: node, style) {
        case .content: break
        case .nothing: return false
        case .done:
            return false
        }
        switch style.box.modelStorage?.value.text ?? .source {
        case .source: break
        case .generated:
            guard prepareForInline(isSpace: false) else { return false }
            let background = style.backgroundColor ?? frames.last?.inlineBackground
            let text = textStyle(styles.id(of: node), background: background)
            let alternative = tree.attribute(.ariaLabel, of: node)
            if case .items(let items) = style.box.content {
                // With numbers of pages in it; the element's own text is what they were.
                write(generatedText(of: items, style, node), text, alternative)
            } else {
                writer.generated(tree.textContent(of: node), style: text, alternative: alternative)
            }
            return false
        case .separator:
            writer.setSeparator(textStyle(styles.id(of: node), background: style.backgroundColor))
            return false
        }
        open(node, style)
        if case .text(let text)? = override?.outcome {
            replaceContent(by: text)
            return false
        }
        return true
    }

    /// Opens an element by its `display`.
    private mutating func open(_ node: NodeID, _ style: ComputedStyle) {
        switch style.box.display {
        case .none, .contents:
            anchor(node)
            let isLink = openLink(node)
            push(node, style, isLink ? .span : .nothing)
        case _ where style.box.position.isOutOfFlow:
            openFlow(node, style, style.box.modelStorage?.value.flow ?? .positioned)
        case .inline, .ruby, .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer, .inlineListItem:
            openInline(node, style)
        case .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable, .inlineLegacyBox:
            let kind = style.box.modelStorage?.value.flow
            openFlow(node, style, kind ?? (style.box.display == .inlineTable ? .inlineTable : .inlineBlock))
        case _ where style.box.float != .none: openFloat(node, style)
        case .tableColumn, .tableColumnGroup:
            declareColumns(node, style)
            anchor(node)
            push(node, style, .nothing)
        case _ where style.box.modelStorage?.value.isParagraph ?? false:
            openParagraph(node, style)
        case .block, .listItem, .flowRoot, .flex, .legacyBox, .grid, .table, .tableRowGroup, .tableHeaderGroup,
            .tableFooterGroup, .tableRow, .tableCell, .tableCaption:
            openBlock(node, style)
        }
        generate(.before, of: node)
        openDetails(node, style)
        openFieldset(node, style)
    }

    /// Ends the innermost element.
    private mutating func leave() {
        let frame = frames[frames.count - 1]
        generate(.after, of: frame.node)
        closeAnonymous(downTo: frame.blockDepth, inFrame: frames.count)
        switch frame.closing {
        case .nothing: break
        case .span: closeInline(frame)
        case .block: closeBlock()
        case .paragraph: closeParagraph()
        case .flow: closeFlow()
        case .linkedBlock:
            writer.closeSpan()
            closeBlock()
        case .linkedFlow:
            writer.closeSpan()
            closeFlow()
        }
        if footnote == frame.node { footnote = nil }
        if leaders.last?.node == frame.node { leaders.removeLast() }
        if frame.ownsList { lists.removeLast() }
        frames.removeLast()
        counters.leave(depth: frames.count)
    }

    mutating func push(_ node: NodeID, _ style: ComputedStyle, _ closing: Closing, background: Color? = nil) {
        let inherited = frames.last?.inlineBackground
        let isBlock = closing != .nothing && closing != .span
        let inlineBackground = isBlock ? nil : background ?? inherited
        let id = styles.id(of: node)
        let isRelative = closing == .span && style.box.position == .relative
        let list = openList(node, style)
        frames.append(
            Frame(
                node: node, style: id, text: textStyle(id, background: inlineBackground),
                collapse: style.inheritedStorage.value.breaking.whiteSpace, inlineBackground: inlineBackground,
                closing: closing, blockDepth: blocks.count, ownsList: list,
                relativeBox: isBlock ? nil : isRelative ? id : frames.last?.relativeBox))
    }

    // MARK: Text

    /// Writes a text node.
    private mutating func text(_ node: NodeID) {
        guard !frames.isEmpty else { return }
        let style = frames[frames.count - 1].text
        let collapse = frames[frames.count - 1].collapse
        let bytes = tree.textBytes(of: node)
        bytes.withUnsafeBufferPointer { text in
            guard !text.isEmpty else { return }
            if !takesInline {
                guard prepareForInline(isSpace: text.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }) else {
                    return
                }
            }
            writer.text(text, style: style, collapse: collapse)
        }
    }

    /// Whether the text of a long document is needed once, in its order: nothing repeats that of other elements, and the parser
    /// moved none.
    private var canGiveUpText: Bool {
        tree.textByteCount >= HTMLLimits.keptTextBytes && !tree.hasForeignElements
            && !styles.styles.contains { $0.box.repeatsOtherText } && tree.hasTextInOrder
    }

    /// Gives up the text before a node, so that a long document is not in memory twice. Of an element of which one child comes
    /// first others are still to come.
    private mutating func giveUpText(before node: NodeID) {
        guard leaders.isEmpty else { return }
        givenUpBytes += tree.releaseText(before: node)
        guard givenUpBytes >= HTMLLimits.writtenTextBytes else { return }
        givenUpBytes = 0
        FreedMemory.giveBack()
    }

    // MARK: Inline boxes

    mutating func openInline(_ node: NodeID, _ style: ComputedStyle) {
        // Between parts of a table it is content that needs a cell; elsewhere it may hold nothing but such parts.
        _ = prepareForInline(isSpace: !standsInTable)
        let model = style.box.modelStorage?.value
        var span = InlineWriter.Span()
        span.link = model?.link.flatMap { link(saidByStyle: $0) } ?? link(of: node)
        span.ruby = rubyRole(style.box.display)
        span.attributes = keptAttributes(of: node)
        let edges =
            switch model?.span {
            case .box, .styled: true
            case .text: hasInlineEdges(styles.id(of: node))
            case nil: hasInlineEdges(styles.id(of: node)) || span.ruby == .none && countsByItself(node)
            }
        anchor(node)
        if !style.box.namedStrings.isEmpty { addNamedStrings(style, node) }
        guard span.link != nil || span.ruby != .none || edges || span.attributes != nil else {
            push(node, style, .nothing, background: style.backgroundColor)
            return
        }
        if edges { span.box = inlineBoxStyle(styles.id(of: node)) }
        span.edges = model?.edges ?? .both
        writer.openSpan(span)
        push(node, style, .span, background: edges ? nil : style.backgroundColor)
    }

    private mutating func closeInline(_ frame: Frame) {
        writer.closeSpan()
    }

    private func rubyRole(_ display: BoxStyle.Display) -> InlineSpan.RubyRole {
        switch display {
        case .ruby: .container
        case .rubyBase: .base
        case .rubyText: .annotation
        default: .none
        }
    }

    private mutating func link(of node: NodeID) -> LinkID? {
        guard tree.isHTML(node, .a), tree.hasAttributes(node), let href = tree.attribute(.href, of: node),
            let target = resolved(href)
        else { return nil }
        var link = Link(url: target, target: baseTarget)
        // Most links have no other attribute.
        if tree.attributes(of: node).count > 1 {
            link.target = tree.attribute(.target, of: node) ?? baseTarget
            link.title = tree.attribute(.title, of: node)
            link.relation = tree.attribute(.rel, of: node)
            link.download = tree.attribute(.download, of: node)
            link.language = tree.attribute(.hreflang, of: node)
        }
        if let pressed = styles.style(of: .active, on: node)?.inherited.color, pressed != styles[node].inherited.color {
            link.highlightColor = pressed
        }
        return writer.output.intern(link)
    }

    /// The link of `-galley-link`; a document's style sheet may say it as well as this module's writer.
    private mutating func link(saidByStyle link: Link) -> LinkID? {
        guard let target = resolved(link.url) else { return nil }
        var link = link
        link.url = target
        return writer.output.intern(link)
    }

    /// A URL of the document made absolute; nil for one that would run code or is too long.
    func resolved(_ reference: String) -> String? {
        guard reference.utf8.count <= HTMLLimits.urlBytes else { return nil }
        let target = url.resolve(reference)
        return ActiveContent.isActive(url: target) ? nil : target
    }

    /// Opens the span of a link around what a block, or an element without a box, holds; false for no link.
    mutating func openLink(_ node: NodeID) -> Bool {
        guard let link = link(of: node) else { return false }
        writer.openSpan(InlineWriter.Span(link: link))
        return true
    }

    /// The names by which links lead to an element.
    mutating func anchor(_ node: NodeID) {
        guard tree.hasAttributes(node) else { return }
        if let id = tree.attribute(.id, of: node), !id.isEmpty { writer.anchor(id) }
        if tree.isHTML(node, .a), let name = tree.attribute(.name, of: node), !name.isEmpty,
            name != tree.attribute(.id, of: node)
        {
            writer.anchor(name)
        }
    }

    // MARK: Styles

    /// The interned style of an element's text.
    mutating func textStyle(_ id: StyleID, background: Color?) -> TextStyleID {
        if let known = styleCache.text(id, background) { return known }
        let interned = writer.output.intern(textStyle(of: styles[id], background: background))
        styleCache.remember(interned, id, background)
        return interned
    }

    /// A text style for what has an opacity of its own besides.
    mutating func faded(_ id: TextStyleID, by opacity: Double) -> TextStyleID {
        guard opacity < 1 else { return id }
        var style = writer.output.style(id)
        style.paint.opacity *= opacity
        return writer.output.intern(style)
    }

    /// The interned style of an element as a block.
    mutating func blockStyle(_ id: StyleID) -> BlockStyleID {
        if let known = styleCache.blocks[id.index] { return known }
        let interned = writer.output.intern(resolved(styles[id].blockStyle))
        styleCache.blocks[id.index] = interned
        return interned
    }

    /// A block's style with the URLs of its images resolved.
    func resolved(_ style: BlockStyle) -> BlockStyle {
        guard !style.backgroundLayers.isEmpty || style.borderImage != nil else { return style }
        var style = style
        style.backgroundLayers = resolved(style.backgroundLayers)
        style.borderImage = resolved(style.borderImage)
        return style
    }

    /// An image in place of a border, its URL resolved.
    func resolved(_ image: BorderImage?) -> BorderImage? {
        image?.resolved { resolved($0) }
    }

    /// Layers of a background with URLs resolved; an image whose URL is too long or would run code goes.
    func resolved(_ layers: [BackgroundLayer]) -> [BackgroundLayer] {
        layers.resolved { resolved($0) }
    }

    /// Whether an element's inline box has edges of its own.
    private mutating func hasInlineEdges(_ id: StyleID) -> Bool {
        if let known = styleCache.edges[id.index] { return known }
        let found = styles[id].hasInlineEdges
        styleCache.edges[id.index] = found
        return found
    }

    /// Whether an element's box matters to its lines beyond the text in it: it has another font or line height than its
    /// parent, and a line may have the box and none of its text, or something in it is aligned to it (CSS 2 §10.8.1).
    ///
    /// Looks at what is in the element up to the next one with another font: linear over the document.
    private func countsByItself(_ node: NodeID) -> Bool {
        let id = styles.id(of: node)
        guard let outer = frames.last?.style, outer != id, styles[id].hasOtherFont(than: styles[outer]) else {
            return false
        }
        let collapses = styles[id].inherited.breaking.whiteSpace == .collapse
        // Lines that have something of the box have text in its font, when it begins with such text and goes on so.
        var hasText = false
        guard var current = tree.firstChild(of: node) else { return true }
        while true {
            var goesIn = false
            if !tree.isElement(current) {
                if !hasText, let byte = tree.textBytes(of: current).first {
                    if collapses, byte <= 0x20 { return true }
                    hasText = true
                }
            } else {
                let own = styles[current]
                goesIn = own.box.display == .inline
                if goesIn {
                    if own.box.verticalAlignment != .baseline || own.hasOtherFont(than: styles[id]) { return true }
                    if tree.firstChild(of: current) == nil {
                        guard showsNothing(current) else { return true }
                        if tree.isHTML(current, .br) { hasText = true }
                    }
                } else if own.isBlockLevel {
                    // A block in it has lines of its own.
                    hasText = true
                } else if own.box.display != .none {
                    return true
                }
            }
            if goesIn, let child = tree.firstChild(of: current) {
                current = child
                continue
            }
            while tree.nextSibling(of: current) == nil {
                guard let parent = tree.parent(of: current), parent != node else { return !hasText }
                current = parent
            }
            guard let next = tree.nextSibling(of: current) else { return !hasText }
            current = next
        }
    }

    /// Whether an element without content is nothing in its line but, as `br`, its end.
    private func showsNothing(_ node: NodeID) -> Bool {
        tree.isHTML(node, .br) || tree.isHTML(node, .wbr) || tree.isHTML(node, .span) || tree.isHTML(node, .a)
    }

    /// The interned style of an element as an inline box; nil when the box changes nothing.
    mutating func inlineBoxStyle(_ id: StyleID) -> InlineBoxStyleID? {
        if let known = styleCache.boxes[id] { return known }
        var box = styles[id].inlineBoxStyle
        if styles[id].box.modelStorage?.value.span != .box {
            box.textStyle = textStyle(of: styles[id], background: nil)
        }
        box.backgroundLayers = resolved(box.backgroundLayers)
        box.borderImage = resolved(box.borderImage)
        let interned = writer.output.intern(box)
        styleCache.boxes[id] = interned
        return interned
    }

    /// A style's text, as the options scale it.
    func textStyle(of style: ComputedStyle, background: Color?) -> TextStyle {
        var text = style.textStyle
        text.paint.background = background
        if options.textSizeMultiplier != 1 { text.scale(by: options.textSizeMultiplier) }
        return text
    }
}

extension TextStyle {
    /// Everything that is measured, multiplied.
    mutating func scale(by factor: Double) {
        shaping.fontSize = min(shaping.fontSize * factor, TextLimits.maximumFontSize)
        shaping.letterSpacing = shaping.letterSpacing * factor
        shaping.wordSpacing = shaping.wordSpacing * factor
        if case .length(let length) = lineHeight { lineHeight = .length(length * factor) }
        for index in paint.decorations.indices { paint.decorations[index].fontSize *= factor }
    }
}

extension InheritedStyle {
    /// Whether lines of its text may have another height than lines of another style's.
    func hasOtherFont(than other: InheritedStyle) -> Bool {
        shaping.fontSize != other.shaping.fontSize || lineHeight != other.lineHeight
            || shaping.fontFamilies != other.shaping.fontFamilies
    }
}

extension ComputedStyle {
    func hasOtherFont(than other: ComputedStyle) -> Bool {
        inheritedStorage !== other.inheritedStorage && inherited.hasOtherFont(than: other.inherited)
    }
}
