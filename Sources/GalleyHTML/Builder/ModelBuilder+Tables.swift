import GalleyMarkup
import GalleyText

// Missing parts of tables (CSS 2 §17.2.1), columns and spans.
extension ModelBuilder {
    /// The innermost block that an element made.
    private var realKind: BlockContext.Kind {
        for context in blocks.reversed() where !context.isAnonymous { return context.kind }
        return .flow
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

    /// Closes the anonymous blocks of a frame that is left, and of those inside it.
    mutating func closeAnonymous(downTo depth: Int, inFrame frame: Int) {
        while let last = blocks.last, last.isAnonymous, last.frameDepth >= frame { closeBlock() }
    }

    private mutating func closeAnonymous(until isWanted: (BlockContext.Kind) -> Bool) {
        while let last = blocks.last, last.isAnonymous, !isWanted(last.kind) { closeBlock() }
    }

    private mutating func ensureTable() {
        if block.kind != .table { openAnonymous(.table) }
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
        var style = BlockStyle()
        style.direction = styles[parent].baseDirection
        style.isFlowRoot = kind == .cell
        let id = writer.output.openBlock(blockKind, style: style)
        var context = makeContext(kind, parent, id: id, isAnonymous: true)
        context.isKeptEmpty = kind == .cell
        blocks.append(context)
    }

    // MARK: Columns and spans

    /// `col` and `colgroup`: their widths and backgrounds.
    mutating func declareColumns(_ node: NodeID, _ style: ComputedStyle) {
        prepareParent(for: style.box.display)
        if style.box.display == .tableColumnGroup,
            tree.children(of: node).contains(where: { tree.isHTML($0, .col) })
        {
            return
        }
        let count = span(.span, of: node, maximum: monitor.limits.tableColumns, zero: 1)
        let column = TableColumn(width: style.box.width, background: style.backgroundColor)
        guard let table = blocks.last(where: { $0.kind == .table }) else { return }
        let (monitor, limit) = (monitor, monitor.limits.tableColumns)
        writer.output.updateBlock(table.id) { block in
            guard case .table(var columns) = block.kind else { return }
            let room = max(0, limit - columns.count)
            if count > room { monitor.exceed(.tableColumns, at: node, "a table has \(limit) columns at most") }
            columns.append(contentsOf: repeatElement(column, count: min(count, room)))
            block.kind = .table(columns: columns)
        }
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
