import GalleyLayout
import GalleyTestSupport
import GalleyText

/// Documents of every kind of block, nested at random.
struct RandomDocument {
    private var random: SeededGenerator
    private var images = 0

    /// - Parameter columns: how many all of it stands in; 0 for none.
    static func make(seed: UInt64, blocks: Int = 25, columns: Int = 0) -> AttributedText {
        var document = RandomDocument(random: SeededGenerator(seed: seed))
        var writer = Writer(rootStyle: BlockStyle())
        var style = BlockStyle()
        style.columnCount = columns
        if columns > 0 { writer.builder.openBlock(.box, style: style) }
        for _ in 0..<blocks { document.addBlock(&writer, depth: 0) }
        if columns > 0 { writer.builder.closeBlock() }
        return writer.builder.finish()
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    private mutating func words(_ range: ClosedRange<Int>) -> String {
        (0..<number(range)).map { _ in String(repeating: "x", count: number(1...9)) }.joined(separator: " ")
    }

    private mutating func style() -> BlockStyle {
        var style = BlockStyle()
        if chance(60) { style.setMargins(top: Double(number(-4...20)), bottom: Double(number(-4...20))) }
        if chance(20) { style.setPadding(Double(number(1...8))) }
        if chance(15) { style.setBorder(Double(number(1...4))) }
        if chance(15) { style.background = Color(rgb: 0xEEEEEE) }
        if chance(5) { style.breakBefore = .page }
        if chance(5) { style.breakInside = .avoid }
        if chance(5) { style.isFlowRoot = true }
        if chance(4) { style.height = .length(.px(Double(number(0...40)))) }
        return style
    }

    private mutating func addBlock(_ writer: inout Writer, depth: Int) {
        switch number(1...100) {
        case ...45: addParagraph(&writer)
        case ...55 where depth < 4:
            let style = style()
            writer.builder.openBlock(.box, style: style)
            for _ in 0..<number(1...4) { addBlock(&writer, depth: depth + 1) }
            writer.builder.closeBlock()
        case ...65 where depth < 3: addList(&writer, depth)
        case ...75 where depth < 2: addTable(&writer, depth)
        case ...80:
            writer.builder.openBlock(.box, role: .heading(level: 2), style: style())
            writer.text(words(1...6))
            writer.builder.closeBlock()
        case ...84:
            var rule = style()
            rule.border.top = BorderEdge(stroke: .solid, width: 1, color: .black)
            writer.builder.openBlock(.box, role: .rule, style: rule)
            writer.empty()
            writer.builder.closeBlock()
        case ...92: addImage(&writer)
        default: addFlow(&writer, depth)
        }
    }

    private mutating func addParagraph(_ writer: inout Writer) {
        writer.builder.openBlock(.box, role: .paragraph, style: style())
        if chance(8) { writer.empty() } else { writer.text(words(1...60)) }
        writer.builder.closeBlock()
    }

    private mutating func addImage(_ writer: inout Writer) {
        writer.builder.openBlock(.box, style: style())
        let declared = chance(40)
        let size = (number(5...200), number(5...900))
        writer.image("image\(images % 5)", before: words(0...5), after: words(0...5)) { attachment in
            guard declared else { return }
            attachment.width = .length(.px(Double(size.0)))
            attachment.height = .length(.px(Double(size.1)))
        }
        images += 1
        writer.builder.closeBlock()
    }

    private mutating func addList(_ writer: inout Writer, _ depth: Int) {
        var list = style()
        list.padding.left = .px(30)
        writer.builder.openBlock(.list(isOrdered: true), style: list)
        for ordinal in 1...number(1...4) {
            let item = ListItem(ordinal: ordinal, marker: .counter(.decimal), markerStyle: writer.style)
            writer.builder.openBlock(.item(item), style: style())
            if chance(90) { addBlock(&writer, depth: depth + 1) } else { writer.empty() }
            writer.builder.closeBlock()
        }
        writer.builder.closeBlock()
    }

    private mutating func addTable(_ writer: inout Writer, _ depth: Int) {
        var table = style()
        table.table.collapsesBorders = chance(40)
        table.table.horizontalSpacing = Double(number(0...3))
        table.table.verticalSpacing = Double(number(0...3))
        if chance(30) { table.width = .length(.percent(100)) }
        writer.builder.openBlock(.table(columns: []), style: table)
        let columns = number(1...4)
        for _ in 0..<number(1...6) {
            writer.builder.openBlock(.row)
            for _ in 0..<columns {
                var cell = style()
                cell.margin = Edges(.length(.zero))
                cell.breakBefore = .auto
                cell.verticalAlignment = [.top, .middle, .bottom, .baseline][number(0...3)]
                writer.builder.openBlock(
                    .cell(
                        columnSpan: number(1...10) == 1 ? 2 : 1, rowSpan: number(1...10) == 1 ? 2 : 1, isHeader: false),
                    style: cell)
                if chance(80) { writer.text(words(1...25)) } else { addBlock(&writer, depth: depth + 1) }
                writer.builder.closeBlock()
            }
            writer.builder.closeBlock()
        }
        writer.builder.closeBlock()
    }

    private mutating func addFlow(_ writer: inout Writer, _ depth: Int) {
        writer.builder.append(words(1...5), style: writer.style)
        var root = BlockStyle()
        let isFloat = chance(50)
        if isFloat { root.float = chance(50) ? .left : .right }
        if writer.builder.openFlow(isFloat ? .float : .inlineBlock, root: root, style: writer.style) {
            addParagraph(&writer)
            if depth < 2 { addBlock(&writer, depth: depth + 1) }
            writer.builder.closeFlow()
        }
        writer.text(words(1...20))
    }
}
