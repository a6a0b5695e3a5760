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

    /// Every number of the coded form at every other value of interest: what is decoded has nothing broken.
    @Test func whatIsDecodedIsWhole() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = [UInt8](try encoder.encode(Self.sample()))
        let numbers = bytes.indices.filter {
            (0x30...0x39).contains(bytes[$0]) && !(0x30...0x39).contains(bytes[$0 - 1])
        }
        for (place, start) in numbers.enumerated() where place % 5 == 0 {
            let end = bytes[start...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
            for number in ["1", "2", "9223372036854775807"] {
                let damaged = Array(bytes[..<start]) + Array(number.utf8) + Array(bytes[end...])
                guard let text = try? JSONDecoder().decode(AttributedText.self, from: Data(damaged)) else { continue }
                #expect(text.brokenPart() == nil)
                _ = PlainTextWriter(.screen).string(from: text)
            }
        }
    }

    /// What cannot be a text is refused and nothing is read outside of it.
    @Test(
        arguments: [
            // A paragraph of nothing; one with a separator inside; a run and an anchor inside of a character.
            ("\"range\":[0,4]", "\"range\":[0,0]"), ("\"text\":\"äx\\n\"", "\"text\":\"ä\\n\\n\""),
            ("\"runs\":[4,0]", "\"runs\":[1,0,3,1]"), ("\"offset\":2", "\"offset\":1"),
            // A span with the separator; a main flow that has an anchor.
            ("\"range\":[0,3]", "\"range\":[0,4]"), ("\"flows\":[{", "\"flows\":[{\"anchor\":0,"),
        ])
    func damage(_ what: String, _ replacement: String) throws {
        var builder = AttributedTextBuilder()
        let plain = builder.intern(TextStyle())
        var bold = TextStyle()
        bold.shaping.fontWeight = 700
        _ = builder.intern(bold)
        builder.openSpan(link: Link(url: "u"))
        builder.append("ä", style: plain)
        builder.addAnchor("a")
        builder.append("x", style: plain)
        builder.closeSpan()
        builder.endParagraph(style: builder.intern(ParagraphStyle()), strut: plain)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(builder.finish()), as: UTF8.self)
        _ = try JSONDecoder().decode(AttributedText.self, from: Data(json.utf8))
        let damaged = json.replacingOccurrences(of: what, with: replacement)
        try #require(damaged != json)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AttributedText.self, from: Data(damaged.utf8))
        }
    }

    /// A separator taken out, and with it the paragraph that a float stands in: its text stays within reach.
    @Test func everyDeletionLeavesAText() throws {
        let attributed = AttributedString(Self.sample())
        let count = attributed.unicodeScalars.count
        for start in 0..<count {
            for length in [1, 2, 5, 12] where start + length <= count {
                var edited = attributed
                let first = edited.unicodeScalars.index(edited.startIndex, offsetBy: start)
                edited.removeSubrange(first..<edited.unicodeScalars.index(first, offsetBy: length))
                let text = AttributedText(edited)
                #expect(text.brokenPart() == nil, "\(start), \(length)")
                let anchored = Set(
                    text.objects.compactMap { object in
                        if case .flow(let id) = object.kind { id.index } else { nil }
                    })
                #expect(text.paragraphs.allSatisfy { $0.flow == .main || anchored.contains($0.flow.index) })
            }
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
