import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

@Suite struct QuestionTests {
    static let texts = [
        "eeee eeee eeee", "office ee", "ab אבג cd", "אבג ab דה", "水水水 ee", "e\u{301}e\u{301} e", "ee\u{2028}ee",
    ]

    /// The caret at each place answers that place when it is hit.
    @Test(arguments: texts, [false, true]) func caretRoundTrip(_ text: String, _ isRightToLeft: Bool) throws {
        var bench = try Bench()
        bench.paragraphStyle.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
        for width in [Double.infinity, 40] {
            let layout = bench.layOut(text, width: width)
            for (index, line) in layout.lines.enumerated() {
                for offset in line.contentRange where layout.shaped.analysis.isGraphemeStart(offset) {
                    let position = TextPosition(offset: offset)
                    let rects = layout.caretRects(at: position)
                    let rect = try #require(rects.first)
                    #expect(rect.y == line.y)
                    // A hair towards the character that the caret belongs to.
                    let level = layout.shaped.analysis.level(at: offset)
                    let x = rect.x + (level & 1 != 0 ? -0.01 : 0.01)
                    let hit = layout.position(at: Point(x: x, y: rect.y + 1))
                    #expect(hit.offset == offset, "\(text) line \(index) at \(x)")
                }
            }
        }
    }

    @Test func affinityAtLineEnds() throws {
        let layout = try Bench().layOut("eeee eeee", width: 24)
        let end = layout.position(at: Point(x: 100, y: 5))
        #expect(end == TextPosition(offset: 4, affinity: .upstream))
        #expect(layout.caretRects(at: end).map(\.x) == [24])
        #expect(layout.caretRects(at: TextPosition(offset: 5)) == [Rect(x: 0, y: 10, width: 0, height: 10)])
        #expect(layout.position(at: Point(x: -5, y: 100)).offset == 5)
    }

    @Test func bothCaretsWhereDirectionsMeet() throws {
        let layout = try Bench().layOut("ab אבג")
        // Between the space and alef: after the space, and at the right end of the Hebrew.
        #expect(layout.caretRects(at: TextPosition(offset: 3)).map(\.x) == [33, 15])
        #expect(layout.caretRects(at: TextPosition(offset: 3, affinity: .upstream)).map(\.x) == [15, 33])
    }

    @Test func rectsOfARange() throws {
        let bench = try Bench()
        let layout = bench.layOut("eeee eeee eeee", width: 51)
        #expect(
            layout.rects(for: 2..<12) == [
                Rect(x: 12, y: 0, width: 39, height: 10), Rect(x: 0, y: 10, width: 12, height: 10),
            ])
        #expect(layout.rects(for: 3..<3).isEmpty)
        // A logical range may be two visual ones.
        let mixed = bench.layOut("ab אבג cd")
        #expect(mixed.rects(for: 1..<5).count == 2)
        // Inside a ligature the cluster is divided.
        let ligature = bench.layOut("eff")
        #expect(ligature.rects(for: 1..<2) == [Rect(x: 6, y: 0, width: 5, height: 10)])
    }

    @Test func whatIsUnderAPoint() throws {
        let layout = try Bench().layOut("eeee ee", width: 24)
        #expect(layout.characterOffset(at: Point(x: 7, y: 5)) == 1)
        #expect(layout.characterOffset(at: Point(x: 23, y: 15)) == nil)
        #expect(layout.characterOffset(at: Point(x: 1, y: 25)) == nil)
    }
}
