import GalleyMarkup
import GalleyText

extension HTMLComposer {
    // MARK: Flows and their blocks

    /// Writes the paragraphs of one flow inside a block that is open.
    mutating func writeContent(of root: BlockID, flow: FlowID) {
        var current = root
        let depth = open.count
        var chain: [BlockID] = []
        for index in text.blocks[root.index].paragraphs where text.paragraphs[index].flow == flow {
            let paragraph = text.paragraphs[index]
            while current != root, index >= text.blocks[current.index].paragraphs.upperBound {
                closeBlock()
                current = text.blocks[current.index].parent ?? root
            }
            chain.removeAll(keepingCapacity: true)
            var block = paragraph.block
            while block != current {
                chain.append(block)
                guard let parent = text.blocks[block.index].parent else { break }
                block = parent
            }
            for block in chain.reversed() { openBlock(block, flow: nil) }
            current = paragraph.block
            write(paragraph: index)
        }
        while open.count > depth { closeBlock() }
    }

    private mutating func write(paragraph index: Int) {
        let paragraph = text.paragraphs[index]
        guard plan.isWrapped[index] || differsFromSurroundings(paragraph) else {
            writeInline(of: index)
            if top.tag != "hr" { writeFiller(index) }
            return
        }
        let outer = top
        var target = StyleTarget(display: .block)
        target.paragraph = text.style(paragraph.style)
        setStrut(text.style(paragraph.strut), in: &target)
        target.model.isParagraph = true
        let tag = outer.place.isInParagraph ? "span" : "div"
        let element = styles.element(outer.place.defaults(of: tag))
        var key = StyleWriter.Key(element: element, parent: outer.style, display: .block)
        key.text = ids.text(text.style(paragraph.strut))
        key.paragraph = ids.paragraph(text.style(paragraph.style))
        key.other = ids.other(target)
        var written = styles.style(element: element, parent: outer.style, key: key) { target }
        let pseudo = firstRules(of: text.style(paragraph.style), written.reference)
        if form == .fragment, target.model.take(pseudo) {
            key.other = ids.other(target)
            written = styles.style(element: element, parent: outer.style, key: key) { target }
        }
        start(tag, written, anchor: takeAnchor(at: paragraph.range.lowerBound), pseudo: pseudo)
        push(tag, outer.place, written.reference, background: nil)
        writeInline(of: index)
        writeFiller(index)
        closeBlock()
    }

    /// Whether text directly in a fragment has another style than the document around it is taken to have, or text
    /// directly in `html` or `body` another language than the document.
    private func differsFromSurroundings(_ paragraph: Paragraph) -> Bool {
        if form == .document, open.count <= 2,
            text.style(paragraph.strut).shaping.language != text.metadata.language ?? ""
        {
            return true
        }
        guard paragraph.block == fragmentRoot else { return false }
        let outer = styles.computed(top.style)
        return text.style(paragraph.strut) != outer.textStyle || text.style(paragraph.style) != outer.paragraphStyle
    }

    /// An empty line needs a `br` to be seen in a browser.
    private mutating func writeFiller(_ index: Int) {
        let paragraph = text.paragraphs[index]
        if paragraph.contentRange.isEmpty, text.generated(in: paragraph).isEmpty,
            text.style(paragraph.style).emptyParagraph == .lineBox
        {
            output.raw("<br>")
        }
    }

    mutating func closeBlock() {
        if top.tag == "hr" { open.removeLast() } else { close() }
        // White space between blocks means nothing, except where it is kept.
        if collapsesSpace, !top.place.isInParagraph { output.raw("\n") }
    }

    // MARK: One block

    /// Opens the element of a block; `flow` is the flow whose root it is.
    mutating func openBlock(_ id: BlockID, flow: Flow?, tag wanted: String? = nil, stopsLinks: Bool = false) {
        let block = text.blocks[id.index]
        let outer = top
        let tag = wanted ?? outer.place.tag(for: wantedTag(for: id))
        var target = StyleTarget(display: display(of: block, flow: flow))
        target.block = text.style(block.style)
        setText(of: id.index, in: &target)
        // A paragraph of another direction has an element of its own.
        target.paragraph?.baseDirection = text.style(block.style).direction
        if tag == "body" { target.text?.shaping.language = text.metadata.language ?? "" }
        var attributes: [(String, String?)] = []
        var parent = ""
        if tag == "details" {
            if !isClosedDetails(id) { attributes.append(("open", "")) }
        } else if tag == "summary", outer.tag == "details", !outer.hasSummary {
            open[open.count - 1].hasSummary = true
            parent = isClosedDetails(block.parent ?? .root) ? "details" : "details open"
        }
        var count: ListCount?
        switch block.kind {
        case .list(let isOrdered):
            count = listCount(id, tag: tag, &attributes)
            if tag != (isOrdered ? "ol" : "ul") { target.model.list = isOrdered ? .ordered : .unordered }
        case .item(var item):
            if form == .fragment { target.model.counterStyle = takeCounterStyle(&item) }
            setItem(item, of: id, tag: tag, &target, &attributes)
        case .cell(let columns, let rows, _):
            if columns != 1 { attributes.append(("colspan", "\(columns)")) }
            if rows != 1 { attributes.append(("rowspan", "\(rows == TextLimits.maximumRowSpan ? 0 : rows)")) }
        default: break
        }
        setFont(of: id.index, in: &target)
        attributes += kept(block.attributes)
        let role = HTMLTree.blockRole(of: HTMLComposer.names[tag] ?? .span, target.display)
        if role != block.role { target.model.role = block.role }
        if let flow {
            let natural: Flow.Kind =
                text.style(block.style).position.isOutOfFlow
                ? .positioned
                : target.display == .inlineTable
                    ? .inlineTable : target.display == .inlineBlock ? .inlineBlock : .float
            // Else its call would be made again.
            let isFootnote = text.style(block.style).float == .footnote
            if natural != flow.kind || isFootnote { target.model.flow = flow.kind }
            target.model.stopsLinks = stopsLinks
        }
        var defaults = outer.place.defaults(of: tag, attributes: attributes.contains { $0.0 == "open" } ? "open" : "")
        defaults.parent = parent.isEmpty ? defaults.parent : parent
        let element = styles.element(defaults)
        var written = styles.style(element: element, parent: outer.style, key: key(of: block, element, target)) {
            target
        }
        var pseudo = firstRules(ofBlock: id.index, written.reference)
        pseudo.marker = markerDeclarations(of: block, written.reference)
        if form == .fragment, target.model.take(pseudo) {
            written = styles.style(element: element, parent: outer.style, key: key(of: block, element, target)) {
                target
            }
        }
        start(
            tag, written, anchor: takeAnchor(at: text.paragraphs[block.paragraphs.lowerBound].range.lowerBound),
            attributes: attributes, pseudo: pseudo)
        push(tag, outer.place, written.reference, background: nil)
        if let count {
            lists.append(count)
            open[open.count - 1].ownsList = true
        }
        finishStart(id, tag)
    }

    /// What stands between a start tag and the content: columns, line feeds.
    private mutating func finishStart(_ id: BlockID, _ tag: String) {
        let block = text.blocks[id.index]
        if case .table(let columns) = block.kind, !columns.isEmpty { writeColumns(columns, inTable: tag == "table") }
        if tag == "pre" {
            // The parser drops a line feed that a `pre` begins with.
            output.raw("\n")
        } else if plan.base[id.index] < 0, collapsesSpace, !top.place.isInParagraph {
            output.raw("\n")
        }
    }

    private mutating func key(of block: Block, _ element: Int, _ target: StyleTarget) -> StyleWriter.Key {
        var key = StyleWriter.Key(element: element, parent: top.style, display: target.display)
        if let text = target.text { key.text = ids.text(text) }
        if let paragraph = target.paragraph { key.paragraph = ids.paragraph(paragraph) }
        if let block = target.block { key.block = ids.block(block) }
        if target.item != nil || target.model != ModelStyle() { key.other = ids.other(target) }
        return key
    }

    /// The text and paragraph styles of a block's element: those of the paragraph that stands for it.
    func setText(of block: Int, in target: inout StyleTarget) {
        guard plan.base[block] >= 0 else { return }
        let paragraph = text.paragraphs[Int(plan.base[block])]
        target.paragraph = text.style(paragraph.style)
        setStrut(text.style(paragraph.strut), in: &target)
    }

    /// The font of a block's element, where lengths are measures of it.
    func setFont(of block: Int, in target: inout StyleTarget) {
        guard let font = text.blocks[block].textStyle.map({ text.style($0) }) else { return }
        // What stands beside blocks only, in a block of no text of its own, is all of the block's style that is known.
        var own = target.text ?? styles.computed(top.style).textStyle
        let language = own.shaping.language
        own.shaping = font.shaping
        own.shaping.language = language
        own.lineHeight = font.lineHeight
        target.text = own
    }

    private func setStrut(_ strut: TextStyle, in target: inout StyleTarget) {
        var strut = strut
        target.model.strutBackground = strut.paint.background
        strut.paint.background = nil
        target.text = strut
    }

    // MARK: Elements by role

    private func wantedTag(for id: BlockID) -> String {
        let block = text.blocks[id.index]
        switch block.kind {
        case .list(let isOrdered): return block.role == .list ? (isOrdered ? "ol" : "ul") : "div"
        case .item: return block.role == .summary ? "summary" : block.role == .listItem ? "li" : "div"
        case .table: return plan.isRegular[id.index] ? "table" : "div"
        case .rowGroup(let group):
            switch group {
            case .header: return "thead"
            case .body: return "tbody"
            case .footer: return "tfoot"
            }
        case .row: return "tr"
        case .cell(_, _, let isHeader): return isHeader ? "th" : "td"
        case .caption: return "caption"
        case .legend: return block.parent.map(isFieldset) == true ? "legend" : "div"
        case .box: if isFieldset(id) { return "fieldset" }
        }
        switch block.role {
        case .paragraph: return "p"
        case .heading(let level): return "h\(min(max(level, 1), 6))"
        case .blockquote: return "blockquote"
        case .preformatted: return "pre"
        case .rule: return isEmptyRule(id) ? "hr" : "div"
        case .address: return "address"
        case .article: return "article"
        case .section: return "section"
        case .navigation: return "nav"
        case .aside: return "aside"
        case .header: return "header"
        case .footer: return "footer"
        case .main: return "main"
        case .figure: return "figure"
        case .figureCaption: return "figcaption"
        case .definitionList: return "dl"
        case .definitionTerm: return "dt"
        case .definitionDescription: return "dd"
        case .details: return beginsWithSummary(id) ? "details" : "div"
        case .summary: return "summary"
        case .form: return "form"
        case .none, .document, .list, .listItem, .table, .tableRow, .tableCell, .tableHeaderCell, .tableCaption:
            return "div"
        }
    }

    /// Whether a rule holds nothing, as `hr` must.
    private func isEmptyRule(_ id: BlockID) -> Bool {
        let block = text.blocks[id.index]
        guard block.paragraphs.count == 1, plan.childCount[id.index] == 0 else { return false }
        let index = block.paragraphs.lowerBound
        let paragraph = text.paragraphs[index]
        return paragraph.block == id && !plan.isWrapped[index] && paragraph.contentRange.isEmpty
            && text.generated(in: paragraph).isEmpty && separatorStyle(of: paragraph) == nil
            && text.anchors.partitionIndex { $0.offset > paragraph.range.lowerBound }
                - text.anchors.partitionIndex { $0.offset >= paragraph.range.lowerBound } <= 1
    }

    private func display(of block: Block, flow: Flow?) -> BoxStyle.Display {
        let style = text.style(block.style)
        let isInline = flow.map {
            $0.kind == .positioned
                ? style.isInlineBeforePositioning : $0.kind != .float && $0.kind != .footnote || style.float == .none
        }
        if isInline == true {
            if case .table = block.kind { return .inlineTable }
            return .inlineBlock
        }
        switch block.kind {
        case .box, .list, .legend:
            let isFlowRoot = style.isFlowRoot && !style.clipsOverflow && style.float == .none
            return isFlowRoot ? .flowRoot : .block
        case .item: return .listItem
        case .table: return .table
        case .rowGroup(.header): return .tableHeaderGroup
        case .rowGroup(.body): return .tableRowGroup
        case .rowGroup(.footer): return .tableFooterGroup
        case .row: return .tableRow
        case .cell: return .tableCell
        case .caption: return .tableCaption
        }
    }

    // MARK: Lists

    /// How a list counts: `start` and `reversed` where its first items say so.
    private func listCount(_ id: BlockID, tag: String, _ attributes: inout [(String, String?)]) -> ListCount {
        var count = ListCount(next: 1, step: 1)
        guard tag == "ol", let first = item(plan.firstItem[id.index]) else { return count }
        if let second = item(plan.secondItem[id.index]), second.ordinal == first.ordinal &- 1 {
            attributes.append(("reversed", ""))
            count.step = -1
        }
        count.next = first.ordinal
        if first.ordinal != 1 || count.step < 0 { attributes.append(("start", "\(first.ordinal)")) }
        return count
    }

    private func item(_ block: Int32) -> ListItem? {
        guard block >= 0, case .item(let item) = text.blocks[Int(block)].kind else { return nil }
        return item
    }

    private mutating func setItem(
        _ item: ListItem, of id: BlockID, tag: String, _ target: inout StyleTarget,
        _ attributes: inout [(String, String?)]
    ) {
        target.item = item
        if target.text == nil {
            // No text of its own: the marker's style is all that is known of it, but for what markers do not take.
            let outer = styles.computed(top.style).textStyle
            var own = text.style(item.markerStyle)
            own.shaping.textTransform = outer.shaping.textTransform
            own.paint.decorations = outer.paint.decorations
            own.paint.opacity = outer.paint.opacity
            own.paint.isVisible = text.style(of: id).isVisible
            target.text = own
        }
        // Items without a list count among their siblings: each of them says its number.
        if lists.last?.next != item.ordinal {
            if tag == "li" { attributes.append(("value", "\(item.ordinal)")) }
            if tag != "li" { target.model.ordinal = item.ordinal }
        }
        // An edited or decoded model may number as it likes.
        if !lists.isEmpty { lists[lists.count - 1].next = item.ordinal &+ lists[lists.count - 1].step }
    }

    /// Whether only the summary of a `details` is shown.
    private func isClosedDetails(_ id: BlockID) -> Bool {
        let summary = plan.firstChild[id.index]
        return item(summary)?.marker == .counter(.disclosureClosed)
            && text.blocks[Int(summary)].paragraphs == text.blocks[id.index].paragraphs
    }

    /// Whether a block begins with its summary, as HTML's `details` do whatever stands in them.
    private func beginsWithSummary(_ id: BlockID) -> Bool {
        let child = plan.firstChild[id.index]
        guard child >= 0 else { return false }
        let block = text.blocks[Int(child)]
        return block.role == .summary && block.paragraphs.lowerBound == text.blocks[id.index].paragraphs.lowerBound
    }

    /// Attributes that the model keeps, by name.
    func kept(_ id: AttributesID?) -> [(String, String?)] {
        guard let id else { return [] }
        return text.attributes(id).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    // MARK: Columns

    private mutating func writeColumns(_ columns: [TableColumn], inTable: Bool) {
        let group = inTable ? "colgroup" : "span"
        var index = 0
        while index < columns.count {
            var end = index + 1
            while end < columns.count, columns[end].group == columns[index].group { end += 1 }
            let place = top.place
            var outer = top.style
            let isWritten = inTable || columns[index].group != nil
            if isWritten {
                let element = styles.element(inTable ? ElementDefaults.Key(tag: group) : place.defaults(of: group))
                var target = StyleTarget(display: .tableColumnGroup)
                target.columnGroup = columns[index].group
                var key = StyleWriter.Key(element: element, parent: outer, display: .tableColumnGroup)
                key.other = ids.other(target)
                let written = styles.style(element: element, parent: outer, key: key) { target }
                if columns[index].group == nil { output.raw("<colgroup>") } else { start(group, written) }
                outer = written.reference
            }
            write(columns[index..<end], inTable: inTable, outer)
            if isWritten { output.raw("</\(group)>") }
            index = end
        }
    }

    private mutating func write(
        _ columns: ArraySlice<TableColumn>, inTable: Bool, _ outer: StyleWriter.Reference
    ) {
        let tag = inTable ? "col" : "span"
        let element = styles.element(inTable ? ElementDefaults.Key(tag: tag) : top.place.defaults(of: tag))
        var index = columns.startIndex
        while index < columns.endIndex {
            var end = index + 1
            while end < columns.endIndex, columns[end] == columns[index] { end += 1 }
            var target = StyleTarget(display: .tableColumn)
            target.column = columns[index]
            var key = StyleWriter.Key(element: element, parent: outer, display: .tableColumn)
            key.other = ids.other(target)
            let written = styles.style(element: element, parent: outer, key: key) { target }
            start(tag, written, attributes: [("span", end - index > 1 ? "\(end - index)" : nil)])
            if !inTable { output.raw("</span>") }
            index = end
        }
    }

    /// Whether a block begins with a legend.
    private func isFieldset(_ id: BlockID) -> Bool {
        let first = plan.firstChild[id.index]
        return first >= 0 && text.blocks[Int(first)].kind == .legend && text.blocks[id.index].kind == .box
            && text.blocks[Int(first)].flow == text.blocks[id.index].flow && id != .root
            && text.blocks[Int(first)].paragraphs.lowerBound == text.blocks[id.index].paragraphs.lowerBound
    }

    /// The elements that blocks are written with, as names.
    static let names: [String: HTMLName] = [
        "div": .div, "span": .span, "p": .p, "h1": .h1, "h2": .h2, "h3": .h3, "h4": .h4, "h5": .h5, "h6": .h6,
        "blockquote": .blockquote, "pre": .pre, "hr": .hr, "address": .address, "article": .article,
        "section": .section, "nav": .nav, "aside": .aside, "header": .header, "footer": .footer, "main": .main,
        "figure": .figure, "figcaption": .figcaption, "dl": .dl, "dt": .dt, "dd": .dd, "ul": .ul, "ol": .ol,
        "li": .li, "details": .details, "summary": .summary, "form": .form, "table": .table, "thead": .thead,
        "tbody": .tbody, "tfoot": .tfoot, "tr": .tr, "td": .td, "th": .th, "caption": .caption, "body": .body,
        "fieldset": .fieldset, "legend": .legend,
    ]
}
