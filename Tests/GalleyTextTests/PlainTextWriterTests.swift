import Testing

import GalleyText

@Suite struct PlainTextWriterTests {
    private func sample() -> AttributedText {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        var spaced = BlockStyle()
        spaced.margin.top = .length(.px(16))
        spaced.margin.bottom = .length(.px(16))
        func line(_ string: String, _ builder: inout AttributedTextBuilder) {
            builder.append(string, style: style)
            builder.endParagraph(style: paragraph, strut: style)
        }
        builder.openBlock(role: .paragraph, style: spaced)
        builder.append("One", style: style)
        builder.appendLineBreak(style: style)
        builder.appendGenerated("«", style: style)
        builder.append("two", style: style)
        builder.appendGenerated("»", style: style)
        builder.endParagraph(style: paragraph, strut: style)
        builder.closeBlock()
        builder.openBlock(.list(isOrdered: false), role: .list, style: spaced)
        for name in ["First", "Second"] {
            builder.openBlock(
                .item(ListItem(ordinal: 1, marker: .counter(.disc), markerStyle: style)), role: .listItem)
            line(name, &builder)
            builder.closeBlock()
        }
        builder.closeBlock()
        builder.openBlock(.table(columns: []), role: .table)
        for row in [["A", "B"], ["C", ""]] {
            builder.openBlock(.row, role: .tableRow)
            for cell in row {
                builder.openBlock(.cell(columnSpan: 1, rowSpan: 1, isHeader: false), role: .tableCell)
                line(cell, &builder)
                builder.closeBlock()
            }
            builder.closeBlock()
        }
        builder.closeBlock()
        var image = Attachment(kind: .image, source: "x.png")
        image.alternativeText = "a picture"
        builder.append(image, style: style)
        return builder.finish()
    }

    @Test func theScreenFormIsReadable() {
        #expect(
            PlainTextWriter(.screen).string(from: sample())
                == "One\n«two»\n\n• First\n• Second\n\nA  B\nC\na picture\n")
    }

    @Test func theCompatibleFormIsDTCoreTexts() {
        #expect(
            PlainTextWriter(.compatible).string(from: sample())
                == "One\u{2028}two\n\t•\tFirst\n\t•\tSecond\nA\nB\nC\n\n\u{FFFC}\n")
    }

    /// A table of cells, each of them paragraphs; `nil` spans from the left.
    private func table(_ rows: [[(text: String, span: Int, alignment: TextAlignment)]]) -> AttributedText {
        var builder = AttributedTextBuilder()
        let style = builder.intern(TextStyle())
        builder.openBlock(.table(columns: []), role: .table)
        for (index, row) in rows.enumerated() {
            builder.openBlock(.rowGroup(index == 0 ? .header : .body))
            builder.openBlock(.row, role: .tableRow)
            for cell in row {
                builder.openBlock(.cell(columnSpan: cell.span, rowSpan: 1, isHeader: index == 0), role: .tableCell)
                for line in cell.text.split(separator: "\n", omittingEmptySubsequences: false) {
                    builder.append(String(line), style: style)
                    var paragraph = ParagraphStyle()
                    paragraph.alignment = cell.alignment
                    builder.endParagraph(style: builder.intern(paragraph), strut: style)
                }
                builder.closeBlock()
            }
            builder.closeBlock()
            builder.closeBlock()
        }
        builder.closeBlock()
        return builder.finish()
    }

    @Test func tablesStandInColumns() {
        let text = table([
            [("Name", 1, .start), ("Amount", 1, .right), ("日本", 1, .center)],
            [("Apples\nred", 1, .start), ("7", 1, .right), ("x", 1, .center)],
            [("both columns", 2, .start), ("yz", 1, .center)],
        ])
        #expect(
            PlainTextWriter(.screen).string(from: text) == """
                Name    Amount  日本
                ------  ------  ----
                Apples       7   x
                red
                both columns     yz

                """)
    }

    @Test func wideTablesAreWrittenCellByCell() {
        let long = String(repeating: "word ", count: 30)
        let text = table([[(long, 1, .start), ("b", 1, .start)]])
        #expect(PlainTextWriter(.screen).string(from: text) == long + "\tb\n")
        // As many columns as a table may have at most, and more.
        let many = table([Array(repeating: ("a", 1_000, TextAlignment.start), count: 500)])
        #expect(PlainTextWriter(.screen).string(from: many).utf8.count == 1_000)
    }
}
