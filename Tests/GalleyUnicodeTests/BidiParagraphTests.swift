import GalleyUnicode
import Testing

@Suite("Bidirectional paragraphs")
struct BidiParagraphTests {
    private func paragraph(_ text: String, _ direction: BaseDirection) -> BidiParagraph {
        Array(text.utf8).withUnsafeBufferPointer { BidiParagraph($0, direction: direction) }
    }

    @Test(
        "text from left to right has no levels",
        arguments: [
            "", "Hello (world) 1,234", "Ελληνικά, Русский, Հայերեն", "日本語「かな」", "ไทย हिन्दी", "😀 €\u{200D}\u{AD}",
        ])
    func empty(text: String) {
        #expect(paragraph(text, .leftToRight).levels.isEmpty)
        #expect(paragraph(text, .automatic).levels.isEmpty)
        #expect(paragraph(text, .automatic).baseLevel == 0)
        #expect(paragraph(text, .automatic).level(at: 0) == 0)
    }

    @Test(
        "the base direction",
        arguments: [
            ("abc אבג", BaseDirection.automatic, 0),
            ("אבג abc", .automatic, 1),
            ("123 (אבג)", .automatic, 1),
            ("\u{2067}אבג\u{2069} abc", .automatic, 0),
            ("123", .automatic, 0),
            ("123", .automaticElseRightToLeft, 1),
            ("a 123", .automaticElseRightToLeft, 0),
            ("אבג", .leftToRight, 0),
            ("abc", .rightToLeft, 1),
        ] as [(String, BaseDirection, UInt8)])
    func base(text: String, direction: BaseDirection, expected: UInt8) {
        #expect(paragraph(text, direction).baseLevel == expected)
    }

    @Test("levels are per byte")
    func bytes() {
        #expect(paragraph("aאb", .leftToRight).levels == [0, 1, 1, 0])
        #expect(paragraph("א1", .automatic).levels == [1, 1, 2])
        // A soft hyphen is removed by X9 and takes the level before it.
        #expect(paragraph("א\u{AD}ב", .leftToRight).levels == [1, 1, 1, 1, 1, 1])
        // A tab goes back to the base level with the space before it (L1).
        #expect(paragraph("א \tב", .leftToRight).levels == [1, 1, 0, 0, 1, 1])
        #expect(paragraph("א", .leftToRight).level(at: 99) == 0)
    }

    @Test("a paragraph separator inside closes what is open")
    func separator() {
        #expect(paragraph("\u{202E}a\nb", .leftToRight).levels.last == 0)
    }

    @Test("the end of a line")
    func trailing() {
        let bytes = Array("אב \u{2069}  ".utf8)
        bytes.withUnsafeBufferPointer { utf8 in
            #expect(BidiParagraph.trailingSpaceStart(utf8, line: 0..<bytes.count) == 4)
            #expect(BidiParagraph.trailingSpaceStart(utf8, line: 0..<4) == 4)
            #expect(BidiParagraph.trailingSpaceStart(utf8, line: 4..<5) == 4)
            #expect(BidiParagraph.trailingSpaceStart(utf8, line: 0..<0) == 0)
        }
    }

    @Test(
        "visual order",
        arguments: [
            ([], []), ([0], [0]), ([0, 0, 0], [0, 1, 2]), ([1, 1, 1], [2, 1, 0]), ([0, 1, 1, 0], [0, 2, 1, 3]),
            ([1, 2, 2, 1], [3, 1, 2, 0]), ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]), ([2, 0, 1], [0, 1, 2]),
        ] as [([UInt8], [Int])])
    func order(levels: [UInt8], expected: [Int]) {
        #expect(BidiOrder.visual(levels) == expected)
    }

    @Test("deep nesting and many brackets end", arguments: ["\u{2067}", "\u{202B}", "\u{2068}", "(", ")", "\u{2067}("])
    func deep(unit: String) {
        let text = String(repeating: unit, count: 20_000) + "אa"
        let found = paragraph(text, .automatic)
        #expect(found.levels.count == text.utf8.count)
        #expect(found.levels.allSatisfy { $0 <= UnicodeLimits.maximumBidiDepth + 1 })
    }

    @Test("memory that is used again changes nothing")
    func reuse() {
        var generator = TestGenerator(seed: 9)
        var algorithm = BidiAlgorithm()
        for _ in 0..<2000 {
            let bytes = generator.text(scalars: 20)
            bytes.withUnsafeBufferPointer { utf8 in
                for direction in BaseDirection.allCases {
                    let fresh = BidiParagraph(utf8, direction: direction)
                    #expect(BidiParagraph(utf8, direction: direction, algorithm: &algorithm) == fresh)
                    #expect(fresh.levels.isEmpty || fresh.levels.count == bytes.count)
                    // The quick look never hides a level.
                    if fresh.levels.isEmpty { #expect(algorithm.levels(of: utf8, baseLevel: 0).allSatisfy { $0 == 0 }) }
                }
            }
        }
    }
}
