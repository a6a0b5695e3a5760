import Foundation
import GalleyText
import Testing

/// `Codable` and `AttributedString` there and back. Documents go the same ways in GalleyHTMLTests.
@Suite struct OutAgainTests {
    static func sample() -> AttributedText {
        var builder = AttributedTextBuilder()
        builder.metadata.title = "Title"
        var bold = TextStyle()
        bold.shaping.fontWeight = 700
        bold.shaping.features = [FontFeature(tag: "smcp", value: 1)]
        bold.shaping.language = "de"
        bold.lineHeight = .length(.px(20) + .percent(3) + Length(2, .ch))
        let plain = builder.intern(TextStyle())
        let strong = builder.intern(bold)
        let paragraph = builder.intern(ParagraphStyle())
        var box = InlineBoxStyle()
        box.padding.left = .px(3)
        box.textStyle = bold
        builder.openBlock(role: .heading(level: 1))
        builder.addAnchor("top")
        builder.append("Über", style: plain)
        builder.appendGenerated("«", style: strong)
        builder.openSpan(box: box)
        builder.append("e\u{301}x ", style: strong)
        builder.openSpan(link: Link(url: "https://example.org/ä", title: "t"))
        builder.append("link", style: strong)
        builder.closeSpan()
        builder.closeSpan()
        builder.append("!", style: plain)
        builder.appendGenerated("»", style: strong)
        builder.endParagraph(style: paragraph, strut: plain)
        builder.closeBlock()
        builder.openBlock(.list(isOrdered: true), role: .list)
        for ordinal in [3, 4] {
            let item = ListItem(ordinal: ordinal, marker: .counter(.lowerRoman), markerStyle: strong)
            builder.openBlock(.item(item), role: .listItem)
            builder.append("item ", style: plain)
            var image = Attachment(kind: .image, source: "i\(ordinal).png", alternativeText: "A")
            image.attributes = ["data-x": "y"]
            if builder.openFlow(.float, root: BlockStyle(), verticalAlignment: .middle, style: plain) {
                builder.append("in a ", style: strong)
                builder.append(image, style: plain)
                builder.endParagraph(style: paragraph, strut: strong)
                builder.closeFlow()
            }
            image.kind = .custom("x-y")
            builder.append(image, style: plain)
            builder.endParagraph(style: paragraph, strut: plain)
            builder.closeBlock()
        }
        builder.closeBlock()
        builder.openBlock(.table(columns: [TableColumn(width: .length(.px(3)))]), role: .table)
        builder.openBlock(.row, role: .tableRow)
        builder.openBlock(.cell(columnSpan: 2, rowSpan: 1, isHeader: true), role: .tableHeaderCell)
        builder.endParagraph(style: paragraph, strut: plain)
        for _ in 0..<3 { builder.closeBlock() }
        builder.addAnchor("end")
        return builder.finish()
    }

    @Test func aTextIsCodable() throws {
        let text = Self.sample()
        let data = try JSONEncoder().encode(text)
        let decoded = try JSONDecoder().decode(AttributedText.self, from: data)
        #expect(decoded == text)
        #expect(decoded.metadata.title == "Title" && decoded.brokenInvariants().isEmpty)
        let plist = try PropertyListEncoder().encode(text)
        #expect(try PropertyListDecoder().decode(AttributedText.self, from: plist) == text)
    }

    /// Numbers of the coded form changed, one at a time: whatever comes out is a text or an error.
    @Test func damagedDataThrowsOrIsAText() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = [UInt8](try encoder.encode(Self.sample()))
        var thrown = 0
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        for (place, index) in digits.enumerated() where place % 7 == 0 {
            for digits in ["0", "7", "-1", "4000000000"] {
                var damaged = Array(bytes[..<index])
                damaged += Array(digits.utf8)
                damaged += bytes[(index + 1)...]
                do {
                    let text = try JSONDecoder().decode(AttributedText.self, from: Data(damaged))
                    #expect(text.brokenInvariants().isEmpty)
                    _ = PlainTextWriter(.screen).string(from: text)
                } catch is DecodingError {
                    thrown += 1
                }
            }
        }
        #expect(thrown > 100)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AttributedText.self, from: Data("{\"version\":2}".utf8))
        }
    }

    @Test func anAttributedStringTakesAllButTheMetadata() throws {
        var text = Self.sample()
        let attributed = AttributedString(text)
        #expect(String(attributed.characters) == text.string)
        #expect(attributed.runs.contains { $0.link == URL(string: "https://example.org/%C3%A4") })
        #expect(attributed.runs.contains { $0.galley.textStyle?.shaping.fontWeight == 700 })
        let back = AttributedText(attributed)
        #expect(back.brokenInvariants().isEmpty)
        text.metadata = AttributedText.Metadata()
        #expect(back == text)
    }

    @Test func anAttributedStringFromElsewhereBecomesParagraphs() {
        var attributed = AttributedString("one\ntwo ")
        var link = AttributedString("three")
        link.link = URL(string: "https://example.org")
        attributed.append(link)
        let text = AttributedText(attributed)
        #expect(text.string == "one\ntwo three\n" && text.paragraphs.count == 2)
        #expect(text.brokenInvariants().isEmpty)
        #expect(text.link(at: 9)?.url == "https://example.org" && text.link(at: 7) == nil)
        #expect(AttributedText(AttributedString()).string == "\n")
    }

    @Test func anEditedAttributedStringIsAText() throws {
        var attributed = AttributedString(Self.sample())
        // A paragraph twice, characters taken out: equal numbers in two places.
        let copy = attributed
        attributed.append(copy)
        let middle = attributed.index(attributed.startIndex, offsetByCharacters: 3)
        let later = attributed.index(attributed.startIndex, offsetByCharacters: 12)
        attributed.removeSubrange(middle..<later)
        let text = AttributedText(attributed)
        #expect(text.brokenInvariants().isEmpty)
        #expect(text.string == String(attributed.characters))
    }
}
