import GalleyShaping
import GalleyText
import Testing

import GalleyParagraph

/// Letters are 6 px wide, digits and the space as measured.
@Suite struct TabTests {
    private func runs(
        _ text: String, _ stops: [TabStop], width: Double = 200, isRightToLeft: Bool = false, language: String = ""
    ) throws -> [(text: String, x: Double, end: Double)] {
        var bench = try Bench()
        bench.paragraphStyle.tabStops = stops
        bench.paragraphStyle.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
        bench.style.shaping.language = language
        bench.style.breaking.whiteSpace = .preserve
        return bench.layOut(text, width: width).lines[0].runs.filter { !$0.isHanging }.map { run in
            (run.withGlyphs { _, clusters in clusters.map { run.text(of: $0) }.joined() }, run.x, run.x + run.width)
        }
    }

    @Test func alignments() throws {
        #expect(try runs("e\tee", [TabStop(location: 50)])[1].x == 50)
        #expect(try runs("e\tee", [TabStop(location: 50, alignment: .end)])[1].end == 50)
        #expect(try runs("e\tee", [TabStop(location: 50, alignment: .center)])[1].x == 44)
        // One after the other, in whatever order they are given.
        let stops = [TabStop(location: 120, alignment: .end), TabStop(location: 50, alignment: .center)]
        let three = try runs("e\tee\teee", stops)
        #expect(three.map(\.x) == [0, 44, 102])
        // After the last one tabs are as wide as `tab-size` says.
        #expect(try runs("e\te", [TabStop(location: 3)])[1].x == 24)
    }

    @Test(arguments: [
        ("e\t12.5", "en", 1), ("e\t12,5", "de", 1), ("e\t1.234,5", "de", 1), ("e\t1,234.5", "en", 1),
        ("e\t12.5", "de-CH", 1), ("e\t12,5", "es-ES", 1), ("e\t12.5", "es-MX", 1), ("e\t125", "en", 0),
        ("e\tee. 1.5", "", 1),
    ]) func decimal(_ text: String, _ language: String, _ digitsAfter: Int) throws {
        let run = try runs(text, [TabStop(location: 90, alignment: .decimal)], language: language)[1]
        // The same text at the line's start, and what stands before its separator there.
        var bench = try Bench()
        bench.style.shaping.language = language
        let field = String(text.split(separator: "\t")[1])
        let alone = bench.layOut(field)
        let separator = digitsAfter == 0 ? field.utf8.count : field.utf8.count - 2
        let before = try #require(alone.caretRects(at: TextPosition(offset: separator, affinity: .upstream)).first)
        #expect(abs(run.x + before.x - 90) < 1e-9)
    }

    /// Text that is too long stands where there is room: never before the tab, never past the line's end.
    @Test func longText() throws {
        #expect(try runs("e\teeeeeee", [TabStop(location: 30, alignment: .end)])[1].x == 6)
        #expect(try runs("e\teeeee", [TabStop(location: 30, alignment: .center)], width: 40)[1].end == 40)
        #expect(try runs("e\tee", [TabStop(location: 90, alignment: .end)], width: 60)[1].end == 60)
    }

    @Test func rightToLeft() throws {
        let stops = [TabStop(location: 50), TabStop(location: 120, alignment: .end)]
        let runs = try runs("א\tאב\tאבג", stops, isRightToLeft: true)
        // From left to right: the third, the second, the first field; distances are from the right edge.
        #expect(runs.map(\.text) == ["גבא", "בא", "א"])
        #expect(runs[1].end == 150)
        #expect(runs[0].x == 80)
        #expect(runs[2].end == 200)
    }

    /// The breaker and the line agree on where the text stands that follows aligned tabs.
    @Test func fitsAsMeasured() throws {
        var bench = try Bench()
        bench.style.breaking.whiteSpace = .preserve
        bench.paragraphStyle.tabStops = [
            TabStop(location: 40, alignment: .end), TabStop(location: 70, alignment: .center),
            TabStop(location: 110, alignment: .decimal),
        ]
        for width in stride(from: 30.0, to: 160, by: 3.1) {
            let layout = bench.layOut("ee\te e\teee e\t12.5 ee eee", width: width)
            #expect(layout.brokenInvariants().isEmpty)
            for line in layout.lines where line.contentRange.count > 3 {
                #expect(line.width <= width + 1 / 64.0, "\(width): \(layout.dump)")
            }
        }
    }
}
