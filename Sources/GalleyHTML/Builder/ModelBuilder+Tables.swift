import GalleyMarkup
import GalleyText

// Missing parts of tables (CSS 2 §17.2.1), columns and spans.
extension ModelBuilder {
    /// The innermost block that an element made.
    private var realKind: BlockContext.Kind {
        for context in blocks.reversed() where !context.isAnonymous { return context.kind }
        return .flow
    }

    /// Whether the innermost element that made a block is a part of a table that holds only such parts.
    var standsInTable: Bool {
        mutating get { !takesInline && [.table, .rowGroup, .row].contains(realKind) }
    }

    /// Closes or opens anonymous table parts, so that a box of this `display` stands where it may.
    mutating func prepareParent(for display: BoxStyle.Display) {
        switch display {
        case .tableCaption, .tableColumn, .tableColumnGroup, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
            closeAnonymous { $0 == .table }
            ensureTable()
        case .tableRow:
            closeAnonymous { $0 == .table || $0 == .rowGroup }
            ensureRowGroup()
        case .tableCell:
            closeAnonymous { $0 == .table || $0 == .rowGroup || $0 == .row }
            ensureRow()
        default:
            _ = prepareForInline(isSpace: false)
        }
    }

    /// Whether text may stand in the innermost block as it is.
    var takesInline: Bool {
        mutating get {
            let kind = blocks[blocks.count - 1].kind
            return (kind == .flow && !blocks[blocks.count - 1].isAnonymous) || kind == .cell
        }
    }

    /// Makes ready for text or a box that is no part of a table; false for white space that stands between such parts.
    mutating func prepareForInline(isSpace: Bool) -> Bool {
        if takesInline { return true }
        if isSpace { return false }
        switch realKind {
        case .table, .rowGroup, .row:
            ensureRow()
            openAnonymous(.cell)
        case .flow, .cell:
            // An anonymous table ends where something else follows it.
            closeAnonymous { _ in false }
        }
        return true
    }

    /// Makes a table without any parts, which ends, what it is for layout: a box that no margin collapses through (CSS 2 §8.3.1,
    /// §17.4), no wider than it has to be.
    mutating func settleEmptyTable() {
        guard block.kind == .table, !block.isAnonymous, writer.paragraphCount == block.paragraphsBefore else { return }
        let table = block
        var style = writer.output.style(writer.output.style(of: table.id))
        style.isFlowRoot = true
        if style.width == .auto { style.width = .fitContent }
        let id = writer.output.intern(style)
        writer.output.updateBlock(table.id) {
            ($0.kind, $0.role, $0.style) = (.box, .none, id)
        }
    }

    /// Closes the anonymous blocks of a frame that is left, and of those inside it.
    mutating func closeAnonymous(downTo depth: Int, inFrame frame: Int) {
        while let last = blocks.last, last.isAnonymous, last.frameDepth >= frame { closeBlock() }
    }

    /// Closes the innermost anonymous blocks, down to one of a kind that is wanted.
    mutating func closeAnonymous(until isWanted: (BlockContext.Kind) -> Bool) {
        while let last = blocks.last, last.isAnonymous, !isWanted(last.kind) { closeBlock() }
    }

    private mutating func ensureTable() {
        if block.kind == .table { return }
        if !(standsInInline && openInlineTable()) { openAnonymous(.table) }
    }

    /// Whether the innermost element with a box is an inline one.
    private var standsInInline: Bool {
        mutating get {
            let element = frames.last { styles[$0.style].box.display != .contents }
            return takesInline && element.map { styles[$0.style].box.display == .inline } ?? false
        }
    }

    /// The anonymous table around parts that stand in an inline element is an inline one; false where flows nest too
    /// deeply for it.
    private mutating func openInlineTable() -> Bool {
        let parent = block.style
        var style = anonymousStyle(in: frames.last?.style ?? parent)
        style.isFlowRoot = true
        let opened = writer.openFlow(
            .inlineTable, root: writer.output.intern(style), blockKind: .table(columns: []), role: .none,
            alignment: .baseline, style: frames.last?.text ?? block.strut)
        guard opened else { return false }
        var context = makeContext(.table, parent, id: writer.output.currentBlock, isAnonymous: true)
        context.isKeptEmpty = true
        context.isFlowRoot = true
        blocks.append(context)
        return true
    }

    private mutating func ensureRowGroup() {
        if block.kind == .rowGroup { return }
        ensureTable()
        openAnonymous(.rowGroup)
    }

    private mutating func ensureRow() {
        if block.kind == .row { return }
        ensureRowGroup()
        openAnonymous(.row)
    }

    private mutating func openAnonymous(_ kind: BlockContext.Kind) {
        endParagraph()
        let parent = block.style
        let blockKind: Block.Kind
        switch kind {
        case .table: blockKind = .table(columns: [])
        case .rowGroup: blockKind = .rowGroup(.body)
        case .row: blockKind = .row
        case .cell, .flow: blockKind = .cell(columnSpan: 1, rowSpan: 1, isHeader: false)
        }
        var style = anonymousStyle(in: parent)
        style.isFlowRoot = kind == .cell
        let id = writer.output.openBlock(blockKind, style: style)
        var context = makeContext(kind, parent, id: id, isAnonymous: true)
        context.isKeptEmpty = kind == .cell
        blocks.append(context)
    }

    /// The style of an anonymous part: what is inherited, and initial values (CSS 2 §9.2.1.1).
    private func anonymousStyle(in parent: StyleID) -> BlockStyle {
        var style = BlockStyle()
        style.direction = styles[parent].baseDirection
        styles[parent].setInheritedTable(of: &style)
        return style
    }

    // MARK: Columns and spans

    /// `col` and `colgroup`: their widths and backgrounds.
    mutating func declareColumns(_ node: NodeID, _ style: ComputedStyle) {
        prepareParent(for: style.box.display)
        if style.box.display == .tableColumnGroup,
            tree.children(of: node).contains(where: { tree.isElement($0) && styles[$0].box.display == .tableColumn })
        {
            return
        }
        let count = span(.span, of: node, maximum: monitor.limits.tableColumns, zero: 1)
        guard let table = blocks.last(where: { $0.kind == .table }) else { return }
        var column = TableColumn(width: style.box.width)
        column.minimumWidth = style.box.minimumWidth
        column.isCollapsed = style.inherited.isCollapsed
        if style.box.display == .tableColumn {
            column.background = style.backgroundColor
            column.backgroundLayers = resolved(style.backgroundLayers)
            column.border = style.border
            if let parent = tree.parent(of: node), styles[parent].box.display == .tableColumnGroup {
                column.group = columnGroup(parent, of: table.id)
                // Browsers let a group's width count for each of its columns.
                if column.width == .auto, !styles[table.style].box.isFixedTable {
                    column.width = styles[parent].box.width
                }
            }
        } else {
            column.group = columnGroup(node, of: table.id)
        }
        let (monitor, limit) = (monitor, monitor.limits.tableColumns)
        writer.output.updateBlock(table.id) { block in
            guard case .table(var columns) = block.kind else { return }
            let room = max(0, limit - columns.count)
            if count > room { monitor.exceed(.tableColumns, at: node, "a table has \(limit) columns at most") }
            columns.append(contentsOf: repeatElement(column, count: min(count, room)))
            block.kind = .table(columns: columns)
        }
    }

    /// The group that an element makes of columns; nil where nothing of it is seen.
    private mutating func columnGroup(_ node: NodeID, of table: BlockID) -> TableColumn.Group? {
        let style = styles[node]
        guard style.backgroundColor != nil || style.box.hasBackgroundImage || style.box.borderStroke != Edges(.none)
        else { return nil }
        if lastColumnGroup?.node != node {
            let number = lastColumnGroup?.table == table ? (lastColumnGroup?.number ?? -1) + 1 : 0
            lastColumnGroup = (node, table, number)
        }
        var group = TableColumn.Group(
            number: lastColumnGroup?.number ?? 0, background: style.backgroundColor, border: style.border)
        group.backgroundLayers = resolved(style.backgroundLayers)
        return group
    }

    /// A span attribute: digits after white space; what is not a number is 1.
    func span(_ name: HTMLName, of node: NodeID, maximum: Int, zero: Int) -> Int {
        guard let text = tree.attribute(name, of: node), let value = HTMLNumber.integer(text) else { return 1 }
        if value < 0 { return 1 }
        if value > maximum { monitor.exceed(.tableSpan, at: node, "a span of \(value) became \(maximum)") }
        return value == 0 ? zero : min(value, maximum)
    }
}

/// Numbers as HTML's attributes write them (HTML standard, §2.3.4).
enum HTMLNumber {
    /// "Rules for parsing integers": white space, a sign, digits; the rest is ignored. Saturates.
    static func integer(_ text: String) -> Int? {
        var bytes = text.utf8.drop { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
        var isNegative = false
        if let sign = bytes.first, sign == 0x2D || sign == 0x2B {
            isNegative = sign == 0x2D
            bytes = bytes.dropFirst()
        }
        let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits { value = min(value * 10 + Int(digit - 0x30), HTMLLimits.listOrdinal) }
        return isNegative ? -value : value
    }
}
