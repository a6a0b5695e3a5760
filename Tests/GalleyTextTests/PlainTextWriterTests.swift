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
                == "One\n«two»\n\n• First\n• Second\n\nA\tB\nC\t\na picture\n")
    }

    @Test func theCompatibleFormIsDTCoreTexts() {
        #expect(
            PlainTextWriter(.compatible).string(from: sample())
                == "One\u{2028}two\n\t•\tFirst\n\t•\tSecond\nA\nB\nC\n\n\u{FFFC}\n")
    }
}
