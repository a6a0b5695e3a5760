import Foundation
import GalleyText
import Testing

/// The records of which a text has one for each block, span and paragraph.
@Suite struct RecordTests {
    /// More is noticed here.
    @Test func sizes() {
        #expect(MemoryLayout<Block>.stride == 64)
        #expect(MemoryLayout<InlineSpan>.stride == 32)
        #expect(MemoryLayout<Paragraph>.stride == 32)
        #expect(MemoryLayout<ListItem>.stride == 16)
    }

    private func coded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }

    @Test func blocks() throws {
        var block = Block(parent: nil, style: BlockStyleID(rawValue: 4), paragraphs: 3..<9)
        #expect(block.parent == nil && block.attributes == nil && block.textStyle == nil && block.paragraphs == 3..<9)
        #expect(try coded(block) == block)
        block.parent = BlockID(7)
        block.attributes = AttributesID(rawValue: 0)
        block.textStyle = TextStyleID(rawValue: 2)
        block.kind = .item(ListItem(ordinal: -3, marker: .text("x"), markerStyle: TextStyleID(rawValue: 1)))
        block.role = .heading(level: 3)
        #expect(block.parent == BlockID(7) && block.attributes?.rawValue == 0 && block.textStyle?.rawValue == 2)
        #expect(try coded(block) == block)
        block.parent = nil
        block.attributes = nil
        #expect(block.parent == nil && block.attributes == nil)
    }

    @Test func spans() throws {
        var span = InlineSpan(range: 5..<5, hasEndEdge: false, ruby: .base)
        #expect(span.range == 5..<5 && span.parent == nil && span.box == nil && span.link == nil)
        #expect(try coded(span) == span)
        span.range = 2..<70_000
        span.parent = 0
        span.box = InlineBoxStyleID(rawValue: 0)
        span.link = LinkID(rawValue: 9)
        span.attributes = AttributesID(rawValue: 1)
        #expect(span.range == 2..<70_000 && span.parent == 0 && span.box?.rawValue == 0 && span.link?.rawValue == 9)
        #expect(try coded(span) == span)
    }

    @Test func itemsShareTheirLooks() throws {
        let style = TextStyleID(rawValue: 1)
        var one = ListItem(ordinal: 1, marker: .counter(.decimal), markerStyle: style)
        let other = ListItem(ordinal: 2, marker: .counter(.decimal), markerStyle: style)
        #expect(one != other)
        #expect(try coded(one) == one && one.markerText == "1. ")
        var builder = AttributedTextBuilder()
        let text = builder.intern(TextStyle())
        let paragraph = builder.intern(ParagraphStyle())
        for item in [one, other] {
            builder.openBlock(.item(item))
            builder.append("a", style: text)
            builder.endParagraph(style: paragraph, strut: text)
            builder.closeBlock()
        }
        let built = builder.finish()
        #expect(built.blocks.dropFirst().map(\.kind) == [.item(one), .item(other)])
        one.markerPosition = .inside
        #expect(other.markerPosition == .outside && built.blocks[1].kind != .item(one))
        one.markerPosition = .outside
        one.ordinal = 2
        #expect(one == other && one.hashValue == other.hashValue)
    }
}
