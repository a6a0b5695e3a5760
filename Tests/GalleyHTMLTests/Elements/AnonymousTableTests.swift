import GalleyHTML
import GalleyText
import Testing

/// The parts that tables lack are made up (CSS 2 §17.2.1); columns and their groups (§17.3).
@Suite("Parts of tables")
struct AnonymousTableTests {
    /// The blocks below the body as words: nested ones in parentheses, flows after an `=`.
    private func shape(_ html: String) throws -> String {
        let text = try AttributedText(html: "<body>" + html)
        var children: [Int: [Int]] = [:]
        for (index, block) in text.blocks.enumerated() {
            if let parent = block.parent { children[parent.index, default: []].append(index) }
        }
        func word(_ index: Int) -> String {
            let block = text.blocks[index]
            let kind =
                switch block.kind {
                case .box: "box"
                case .list: "list"
                case .item: "item"
                case .table: "table"
                case .rowGroup: "group"
                case .row: "row"
                case .cell: "cell"
                case .caption: "caption"
                case .legend: "legend"
                }
            let inner = (children[index] ?? []).map(word)
            let flow = block.parent.map { text.blocks[$0.index].flow != block.flow } ?? false
            return (flow ? "=" : "") + kind + (inner.isEmpty ? "" : "(\(inner.joined(separator: " ")))")
        }
        return (children[1] ?? []).map(word).joined(separator: " ")
    }

    @Test("The anonymous table in a table that is a block has the borders and spacing that are declared for it")
    func inheritance() throws {
        for display in ["block", "inline"] {
            let text = try AttributedText(
                html:
                    "<table style='display:\(display); border-collapse:collapse; border-spacing:3px 4px'><tr><td>a</table>"
            )
            let table = try #require(text.blocks.first { if case .table = $0.kind { true } else { false } })
            let style = text.style(table.style).table
            #expect(style.collapsesBorders && style.horizontalSpacing == 3 && style.verticalSpacing == 4)
        }
    }

    @Test(
        "Missing parents and children",
        arguments: [
            ("<p style='display:table-cell'>a</p><p style='display:table-cell'>b</p>", "table(group(row(cell cell)))"),
            ("<p style='display:table-row'>a</p>", "table(group(row(cell)))"),
            (
                "<div style='display:table'><p>a</p><p style='display:table-cell'>b</p></div>",
                "table(group(row(cell(box) cell)))"
            ),
            ("<div style='display:table'><b>a</b> <b>b</b></div>", "table(group(row(cell)))"),
            ("a <span style='display:table-cell'>b</span> c", "table(group(row(cell)))"),
            ("<i>a <span style='display:table-cell'>b</span> c</i>", "=table(group(row(cell)))"),
            ("<i><span style='display:table-row'><b>b</b></span></i>", "=table(group(row(cell)))"),
        ])
    func anonymous(html: String, want: String) throws {
        #expect(try shape(html) == want)
    }

    @Test("Text around parts in an inline element stays in its line")
    func inlineTableText() throws {
        let text = try AttributedText(html: "<body><i>a <span style='display:table-cell'>b</span> c</i>")
        #expect(text.flows.map(\.kind) == [.main, .inlineTable])
        #expect(text[text.paragraphs[0].contentRange] == "a \u{FFFC} c")
        #expect(text[text.paragraphs[1].contentRange] == "b")
    }

    @Test("What columns and their groups say")
    func columns() throws {
        let text = try AttributedText(
            html: """
                <table><colgroup style="background: #ff0000; width: 40px"><col><col style="width: 20px; min-width: 10px">
                </colgroup><colgroup span=2 style="background: #ff0000"></colgroup>
                <col style="border-left: 3px solid; visibility: collapse"><tr><td>a</table>
                """)
        guard case .table(let columns)? = text.blocks.first(where: { $0.role == .table })?.kind else {
            Issue.record("no table")
            return
        }
        #expect(columns.map(\.width) == [.length(.px(40)), .length(.px(20)), .auto, .auto, .auto])
        #expect(columns.map(\.group?.number) == [0, 0, 1, 1, nil])
        #expect(columns.map(\.background) == [nil, nil, nil, nil, nil])
        #expect(columns[0].group?.background == Color(rgb: 0xFF0000))
        #expect(columns[1].minimumWidth == .length(.px(10)))
        #expect(columns[4].border.left.width == 3)
        #expect(columns.map(\.isCollapsed) == [false, false, false, false, true])
    }

    @Test("Rows that are collapsed, and what is hidden otherwise")
    func collapsed() throws {
        let text = try AttributedText(
            html: "<table><tr style='visibility:collapse'><td>a<tr style='visibility:hidden'><td>b</table>")
        let rows = text.blocks.filter { $0.kind == .row }.map { text.style($0.style) }
        #expect(rows.map(\.table.isCollapsed) == [true, false])
        #expect(rows.map(\.isVisible) == [false, false])
    }
}
