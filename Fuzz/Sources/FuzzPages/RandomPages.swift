import FuzzSupport
import GalleyText

/// A document of blocks, lists, floats, tables and columns with rules for its pages, all chosen by bytes.
///
/// No word is wider than 40 px, and nothing is styled to stand over its box: no negative margins, no heights, no `nowrap`.
struct RandomPages {
    private var source: ByteSource
    private var builder: AttributedTextBuilder
    private let style: TextStyleID
    private let paragraph: ParagraphStyleID
    private let empty: ParagraphStyleID
    private var blocksLeft = 120
    private var words = 0

    init(_ source: ByteSource) {
        self.source = source
        var root = BlockStyle()
        if self.source.isOne(in: 8) { root.direction = .rightToLeft }
        builder = AttributedTextBuilder(rootStyle: root)
        var text = TextStyle(shaping: ShapingStyle(fontFamilies: ["Galley Test"], fontSize: 10))
        text.breaking.wraps = true
        style = builder.intern(text)
        paragraph = builder.intern(ParagraphStyle())
        var nothing = ParagraphStyle()
        nothing.emptyParagraph = .nothing
        empty = builder.intern(nothing)
    }

    /// Reads rules of pages, then blocks until the bytes are used up.
    consuming func make() -> AttributedText {
        let rules = (0..<Int(source.byte() % 5)).map { _ in pageRule() }
        repeat { addBlock(depth: 0) } while !source.isAtEnd && blocksLeft > 0
        var text = builder.finish()
        text.styleResources.pages = rules
        return text
    }

    private mutating func pageRule() -> PageRule {
        var rule = PageRule(
            name: source.isOne(in: 4) ? "other" : nil,
            pseudoClasses: source.choose([[], .first, .left, .right, .blank]))
        if source.isOne(in: 3) {
            rule.size = .fixed(Size(width: 120 + Double(source.byte()), height: 80 + Double(source.byte())))
        }
        if source.isOne(in: 2) { rule.margin.right = .length(.px(Double(source.byte() % 60))) }
        if source.isOne(in: 3) { rule.margin.left = .length(.px(Double(source.byte() % 60))) }
        if source.isOne(in: 3) { rule.margin.top = .length(.px(Double(source.byte() % 40))) }
        return rule
    }

    private mutating func blockStyle() -> BlockStyle {
        var style = BlockStyle()
        let choice = source.byte()
        if choice & 1 != 0 {
            style.margin.top = .length(.px(Double(source.byte() % 24)))
            style.margin.bottom = .length(.px(Double(source.byte() % 24)))
        }
        if choice & 2 != 0 { style.padding = Edges(.px(Double(source.byte() % 6))) }
        if choice & 4 != 0 { style.border = Edges(BorderEdge(stroke: .solid, width: 1, color: .black)) }
        if choice & 8 != 0 { style.background = Color(rgb: 0xEEEEEE) }
        guard choice & 16 != 0 else { return style }
        switch source.byte() % 12 {
        case 0: style.breakBefore = source.choose([.page, .left, .right, .recto, .verso, .column, .avoid])
        case 1: style.breakAfter = source.choose([.page, .left, .right, .recto, .verso, .column, .avoid])
        case 2: style.breakInside = .avoid
        case 3: style.isFlowRoot = true
        case 4: style.pageName = "other"
        case 5: style.clonesDecoration = true
        case 6: (style.orphans, style.widows) = (Int(source.byte() % 5), Int(source.byte() % 5))
        case 7: style.clear = source.choose([.left, .right, .both])
        case 8: style.direction = .rightToLeft
        case 9: style.width = source.choose([.length(.percent(80)), .fitContent, .maxContent, .length(.px(90))])
        default: break
        }
        return style
    }

    private mutating func addBlock(depth: Int) {
        blocksLeft -= 1
        guard depth < 5, blocksLeft > 0 else {
            addText()
            return
        }
        switch source.byte() % 16 {
        case 0...5: addParagraph(.box, role: .paragraph)
        case 6, 7: addBoxes(.box, depth)
        case 8: addParagraph(.box, role: .heading(level: 2))
        case 9: addList(depth)
        case 10, 11: addTable(depth)
        case 12: addColumns(depth)
        case 13: addFlow(.float, depth)
        case 14: addFlow(source.choose([.positioned, .inlineBlock, .inlineBlock, .footnote]), depth)
        default:
            builder.openBlock(.box, role: .rule, style: blockStyle())
            builder.endParagraph(style: empty, strut: style)
            builder.closeBlock()
        }
    }

    private mutating func addText() {
        appendWords(Int(source.byte() % 80))
        builder.endParagraph(style: paragraph, strut: style)
    }

    private mutating func appendWords(_ count: Int) {
        for index in 0..<count {
            if index > 0 { builder.append(" ", style: style) }
            words += 1
            builder.append(String(repeating: "x", count: 1 + words * 7 % 6), style: style)
        }
    }

    private mutating func addParagraph(_ kind: Block.Kind, role: Block.Role) {
        builder.openBlock(kind, role: role, style: blockStyle())
        addText()
        builder.closeBlock()
    }

    private mutating func addBoxes(_ kind: Block.Kind, _ depth: Int) {
        builder.openBlock(kind, style: blockStyle())
        for _ in 0...source.byte() % 4 { addBlock(depth: depth + 1) }
        builder.closeBlock()
    }

    private mutating func addList(_ depth: Int) {
        var list = blockStyle()
        list.padding.left = .px(20)
        builder.openBlock(.list(isOrdered: true), style: list)
        for ordinal in 1...Int(source.byte() % 4 + 1) {
            let item = ListItem(ordinal: ordinal, marker: .counter(.decimal), markerStyle: style)
            addBoxes(.item(item), depth + 1)
        }
        builder.closeBlock()
    }

    private mutating func addColumns(_ depth: Int) {
        var columns = blockStyle()
        columns.columnCount = Int(source.byte() % 3) + 1
        columns.columnGap = .px(4)
        if source.isOne(in: 3) { columns.columnFill = .auto }
        builder.openBlock(.box, style: columns)
        for _ in 0...source.byte() % 4 {
            if source.isOne(in: 6) {
                var spanner = blockStyle()
                spanner.spansColumns = true
                builder.openBlock(.box, style: spanner)
                addText()
                builder.closeBlock()
            } else {
                addBlock(depth: depth + 2)
            }
        }
        builder.closeBlock()
    }

    private mutating func addTable(_ depth: Int) {
        var table = blockStyle()
        let choice = source.byte()
        table.table.collapsesBorders = choice & 1 != 0
        table.table.horizontalSpacing = Double(choice >> 1 & 3)
        table.table.verticalSpacing = Double(choice >> 1 & 3)
        if choice & 8 != 0 { table.width = .length(.percent(100)) }
        builder.openBlock(.table(columns: []), style: table)
        let columns = Int(choice >> 4 & 3) + 1
        if choice & 64 != 0 { addGroup(.header, columns, rows: 1, depth) }
        for _ in 0...source.byte() % 5 { addRow(columns, depth) }
        if choice & 128 != 0 { addGroup(.footer, columns, rows: 1, depth) }
        builder.closeBlock()
    }

    private mutating func addGroup(_ kind: Block.RowGroup, _ columns: Int, rows: Int, _ depth: Int) {
        builder.openBlock(.rowGroup(kind))
        for _ in 0..<rows { addRow(columns, depth) }
        builder.closeBlock()
    }

    private mutating func addRow(_ columns: Int, _ depth: Int) {
        builder.openBlock(.row)
        for _ in 0..<columns {
            let choice = source.byte()
            var cell = BlockStyle()
            cell.padding = Edges(.px(Double(choice & 3)))
            cell.verticalAlignment = [.top, .middle, .bottom, .baseline][Int(choice >> 2 & 3)]
            if choice & 16 != 0 { cell.border = Edges(BorderEdge(stroke: .solid, width: 1, color: .black)) }
            builder.openBlock(
                .cell(columnSpan: choice % 16 == 15 ? 2 : 1, rowSpan: choice % 16 == 14 ? 2 : 1, isHeader: false),
                style: cell)
            if choice & 96 == 96 { addBlock(depth: depth + 2) } else { addText() }
            builder.closeBlock()
        }
        builder.closeBlock()
    }

    /// A float, an inline block, a footnote or a fixed box, with text before and after it.
    private mutating func addFlow(_ kind: Flow.Kind, _ depth: Int) {
        appendWords(Int(source.byte() % 6))
        var root = blockStyle()
        root.breakBefore = .auto
        root.breakAfter = .auto
        if kind == .float { root.float = source.choose([.left, .right]) }
        if kind == .positioned {
            root.position = .fixed
            root.inset.top = .length(.px(Double(source.byte() % 40)))
            root.inset.right = .length(.zero)
        }
        if builder.openFlow(kind, root: root, style: style) {
            for _ in 0...source.byte() % 2 { addBlock(depth: depth + 2) }
            builder.closeFlow()
        }
        addText()
    }
}
