import GalleyLayout
import GalleyParagraph
import GalleyText
import Testing

/// Questions about a document: what its paragraphs answer, in the document's coordinates.
@Suite struct QueryTests {
    /// Two paragraphs 10 px apart: "eeee eee", broken after the first word, and "ee".
    private static let document = TestDocument.layout(
        TestDocument.make { writer in
            writer.block(.box, { $0.margin.bottom = .length(.px(10)) }) { $0.text("eeee eee") }
            writer.block { $0.text("ee") }
        }, width: 24)

    @Test func movesThroughParagraphs() {
        let document = Self.document
        var offsets = [0]
        while let next = document.position(after: TextPosition(offset: offsets[offsets.count - 1])) {
            offsets.append(next.offset)
        }
        #expect(offsets == Array(0...11))
        var back = [11]
        while let next = document.position(before: TextPosition(offset: back[back.count - 1])) {
            back.append(next.offset)
        }
        #expect(back == offsets.reversed())
        #expect(document.position(after: TextPosition(offset: 8), by: .word)?.offset == 11)
        #expect(document.position(before: TextPosition(offset: 9), by: .word)?.offset == 5)
        #expect(document.position(after: TextPosition(offset: 6), by: .line)?.offset == 8)
        #expect(document.range(of: .word, at: TextPosition(offset: 6)) == 5..<8)
        #expect(document.range(of: .line, at: TextPosition(offset: 10)) == 9..<11)
    }

    @Test func movesAsSeen() {
        let document = Self.document
        #expect(document.position(.right, of: TextPosition(offset: 8))?.offset == 9)
        #expect(document.position(.left, of: TextPosition(offset: 9))?.offset == 8)
        #expect(document.position(.down, of: TextPosition(offset: 6))?.offset == 10)
        #expect(document.position(.down, of: TextPosition(offset: 6), x: 0)?.offset == 9)
        #expect(document.position(.up, of: TextPosition(offset: 10))?.offset == 6)
        #expect(document.position(.down, of: TextPosition(offset: 10)) == nil)
        #expect(document.position(.up, of: TextPosition(offset: 1)) == nil)
        #expect(document.position(.right, of: TextPosition(offset: 11)) == nil)
    }

    /// The empty space behind the last glyph of a line, and below the text, is no character.
    @Test func charactersAndEmptySpace() {
        let document = Self.document
        #expect(document.characterOffset(at: Point(x: 7, y: 5)) == 1)
        #expect(document.characterOffset(at: Point(x: 20, y: 15)) == nil)
        #expect(document.characterOffset(at: Point(x: 1, y: 35)) == 9)
        #expect(document.characterOffset(at: Point(x: 13, y: 35)) == nil)
        #expect(document.characterOffset(at: Point(x: 1, y: 25)) == nil)
    }

    @Test func charactersWithoutFace() {
        let document = TestDocument.layout(
            TestDocument.make { writer in
                writer.block { $0.text("ee") }
                writer.block { $0.text("e\u{10FFFD}") }
            })
        #expect(document.uncoveredText == [UncoveredText(range: 4..<8, text: "\u{10FFFD}")])
    }

    @Test func truncationOfTheLastLine() {
        var options = LayoutOptions()
        options.maximumLines = 2
        options.truncation = ParagraphConstraints.Truncation(token: "-", place: .head)
        let text = TestDocument.make { writer in writer.block { $0.text("eeee eeee eeee eee") } }
        let document = TestDocument.layout(text, width: 40, options: options)
        let last = document.paragraphFragment(at: 0)?.layout.lines.last
        #expect(last?.runs.first?.insertedText == "-")
        #expect(last?.runs.last?.sourceRange.upperBound == 18)
    }
}
